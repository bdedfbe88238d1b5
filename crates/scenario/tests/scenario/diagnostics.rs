//! Every diagnostic as users see it: a file with one fault, and the text it produces.

use std::collections::BTreeMap;

use skirmish_scenario::{Code, NoFiles, Override, Problems, Scenario, load};

const BASE: &str = include_str!("../files/base.toml");

const PETITE: &str = include_str!("../files/petite.toml");

/// A scenario with one fault.
#[derive(Default)]
struct Case {
    text: Vec<u8>,
    files: BTreeMap<String, Vec<u8>>,
    overrides: Vec<Override>,
    players: Option<&'static str>,
}

/// The small fight with one passage replaced.
fn instead(old: &str, new: &str) -> Case {
    assert!(BASE.contains(old), "{old}");
    Case { text: BASE.replacen(old, new, 1).into_bytes(), ..Case::default() }
}

fn and(more: &str) -> Case {
    Case { text: format!("{BASE}\n{more}").into_bytes(), ..Case::default() }
}

/// The small fight without an objective, with something added.
fn without_objective(more: &str) -> Case {
    let text = BASE.replace("holds = \"well\"", "losses = 3");
    Case { text: format!("{text}\n{more}").into_bytes(), ..Case::default() }
}

fn set(line: &str) -> Case {
    and(&format!("[set]\n{line}"))
}

fn petite(more: &str) -> Case {
    Case { text: format!("{PETITE}\n{more}").into_bytes(), ..Case::default() }
}

fn petite_instead(old: &str, new: &str) -> Case {
    assert!(PETITE.contains(old), "{old}");
    Case { text: PETITE.replacen(old, new, 1).into_bytes(), ..Case::default() }
}

impl Case {
    fn file(mut self, name: &str, text: &str) -> Self {
        self.files.insert(name.to_owned(), text.as_bytes().to_vec());
        self
    }

    fn body(mut self, text: &str) -> Self {
        self.text.extend_from_slice(text.as_bytes());
        self
    }

    fn players(mut self, text: &'static str) -> Self {
        self.players = Some(text);
        self
    }

    fn over(mut self, path: &str, value: &str) -> Self {
        self.overrides.push(Override::new(path, value));
        self
    }

    fn problems(&self) -> Problems {
        let read = |mut scenario: Scenario| match self.players {
            Some(players) => {
                scenario.read_players(players.as_bytes(), "players.toml", &NoFiles).map(|_| ())
            }
            None => Ok(()),
        };
        match load(&self.text, "small.toml", &self.overrides, &self.files).and_then(read) {
            Ok(()) => panic!("the file should be bad"),
            Err(problems) => problems,
        }
    }
}

macro_rules! cases {
    ($($name:ident $code:ident $case:expr;)+) => {
        fn all() -> Vec<(&'static str, Code, Case)> {
            vec![$((stringify!($name), Code::$code, $case)),+]
        }
    };
}

const ORDER: &str = "[[side.Blue.order]]\n";

/// A shape with eleven sides on the border of the board.
fn comb() -> String {
    let tooth = |k: usize| format!("[{}, 0], [{}, 0], [{}.5, 1]", 2 * k, 2 * k + 1, 2 * k + 1);
    let teeth: Vec<String> = (0..10).map(tooth).collect();
    format!("{}, [20, 4], [0, 4]", teeth.join(", "))
}

/// Units of one figure without a leader, all for Red.
fn stragglers(count: usize) -> String {
    let body = |k: usize| {
        let at = format!("[{}, {}]", 8 + 2 * (k % 6), 1 + k / 6);
        format!(
            "[[side.Red.body]]\nname = \"No. {k}\"\nfigures = 1\ntroops = \"poor\"\nweapon = \"sword\"\nat = {at}\n"
        )
    };
    (0..count).map(body).collect()
}

cases! {
    too_large TooLarge Case { text: vec![b'#'; 10 << 20], ..Case::default() };
    not_utf8 NotUtf8 Case { text: b"title = \"ok\"\nshows = \"a \xff b\"\n".to_vec(), ..Case::default() };
    syntax Syntax instead("size = [24, 24]", "size = [24, 24");
    open_table Syntax instead("at = [12, 20] }", "at = [12, 20]");
    open_list_in_a_line Syntax instead("at = [12, 20] }", "at = [12, 20, radius = 2 }");
    comma_after_a_line Syntax instead("at = [12, 20] }", "at = [12, 20] } { }");
    missing_comma Syntax instead("size = [24, 24]", "size = [24 24]");
    decimal_comma Syntax instead("at = [12, 20] }", "at = [12, 20], radius = 2,5 }");
    duplicate_key Syntax instead("bot = \"runner\"", "bot = \"runner\"\nbot = \"rusher\"");
    too_deep TooDeep instead("size = [24, 24]", "size = [[[[[[[[[[[[[[24]]]]]]]]]]]]]]");
    far_too_deep TooDeep instead("size = [24, 24]", &format!("size = {}{}", "[".repeat(50_000), "]".repeat(50_000)));
    unknown_key UnknownKey instead("weapon = \"sword\"", "wepon = \"sword\"");
    single_brackets WrongType and("[expect]\nexploitable = { side = \"Red\", at_most = 0.1 }\n");
    wrong_type WrongType instead("figures = 4", "figures = \"four\"");
    fraction_of_a_man WrongType instead("figures = 4", "figures = 4.5");
    out_of_range OutOfRange instead("figures = 4", "figures = 400");
    base_rate_out_of_range OutOfRange set("seize.base.average = 45");
    no_number OutOfRange instead("at = [4, 4]", "at = [nan, inf]");
    huge_number OutOfRange instead("figures = 4", "figures = 99999999999999999999");
    missing Missing instead("troops = \"average\"\n", "");
    no_count Missing instead("figures = 4\n", "");
    gate_without_event Missing instead("kind = \"house\"", "kind = \"gate\"");
    unknown_word UnknownWord instead("kind = \"house\"", "kind = \"hose\"");
    bad_name BadName instead("title = \"A small fight\"", "title = \"A \\u001b[31m fight\"");
    place_called_objective BadName instead("places = { well = { at = [12, 20] } }", "places = { well = { at = [12, 20] }, objective = { at = [2, 20] } }");
    duplicate Duplicate instead("name = \"Ann\"", "name = \"Red band\"");
    amount Amount instead("at = [4, 4]", "at = [4, 4, 4]");
    two_layouts Choice instead("at = [4, 4]", "at = [4, 4]\nscattered = { at = [4, 4], radius = 3 }");
    no_layout Choice instead("at = [4, 4]\n", "");
    no_such_bot_file File instead("bot = \"runner\"", "bot = \"mine.toml\"");
    unknown_path UnknownPath set("\"seize.bas.average\" = 18");
    unknown_path_on_the_command_line UnknownPath and("").over("seize.base.avrage", "18");
    unknown_scenario_path UnknownPath and("").over("side.Rod.body.1.figures", "18");
    path_to_a_table UnknownPath set("weapon = 3");
    set_something_else UnknownPath set("side.Red.bot = \"rusher\"");
    dice Dice set("seize.dice = \"20\"");
    order Order set("weapon.bow.range.medium = 40");
    effects_out_of_order Order set("melee.effect.kill = 1");
    unknown_rulebook UnknownRulebook and("").over("rules", "loyd");
    unknown_troops UnknownTroops instead("troops = \"average\"", "troops = \"avrage\"");
    unknown_rank UnknownRank instead("rank = \"good\"", "rank = \"goodly\"");
    rank_in_place_of_troops UnknownTroops instead("troops = \"average\"", "troops = \"heroic\"");
    troops_in_place_of_rank UnknownRank instead("rank = \"good\"", "rank = \"demigod\"");
    unknown_weapon UnknownWeapon instead("weapon = \"sword\"", "weapon = \"sward\"");
    unknown_gear UnknownGear instead("weapon = \"sword\"", "weapon = \"sword\"\ngear = [\"shild\", \"helmet\", \"helmet\", \"charm\"]").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"hit-wound-save\"\n[gear.shield]\nadds = { save = -1 }\n[gear.helmet]\nadds = { save = -1 }\n[gear.charm]\nadds = { wounds = 1 }\ntroops = [\"demigod\"]\n");
    gear_of_nobody Fighting and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"hit-wound-save\"\n[gear.shield]\nadds = { sav = -1 }\ntroops = [\"avrage\"]\n");
    gear_by_rules_without OutOfUse instead("weapon = \"sword\"", "weapon = \"sword\"\ngear = [\"shield\"]");
    unknown_place UnknownPlace instead("holds = \"well\"", "holds = \"wall\"");
    unknown_event UnknownEvent instead("holds = \"well\"", "happens = \"rain\"");
    unknown_side UnknownSide and("[event.flood]\nside = \"Rad\"\nwhen = \"holds well\"\n[[expect]]\nmeasure = \"happens\"\nevent = \"flood\"\nat_least = 1");
    unknown_figures UnknownFigures instead("holds = \"well\"", "kills = \"Blue band\"");
    unknown_bot UnknownBot instead("bot = \"runner\"", "bot = \"runer\"");
    unknown_bot_of_a_body UnknownBot instead("at = [4, 4]\n", "at = [4, 4]\nbot = \"runer\"\n");
    bot_that_asks_an_unknown_body UnknownFigures and("[bot.mine]\nbodies = [\"Blue band\", \"Rad band\"]\nlines = [{ do = \"stand\" }]\n").over("side.Red.bot", "mine");
    three_sides Sides and("[side.Green]\n[[side.Green.body]]\nname = \"G\"\nfigures = 1\ntroops = \"poor\"\nweapon = \"axe\"\nat = [2, 20]");
    empty_side EmptySide instead("[[side.Red.body]]\nname = \"Red band\"\nfigures = 4\ntroops = \"average\"\nweapon = \"sword\"\nleader = { name = \"Ann\", rank = \"good\" }\nat = [4, 4]\n", "body = []\n");
    sum Sum instead("troops = \"average\"", "troops = { average = 2, good = 1 }");
    off_board OffBoard instead("at = [4, 4]", "at = [0, 4]");
    place_off_board OffBoard instead("at = [12, 20]", "at = [12, 30]");
    overlap Overlap instead("at = [4, 4]", "at = [20, 21]");
    body_without_room Overlap instead("at = [4, 4]", "line = { from = [4, 4], to = [6, 4] }");
    in_barred InBarred instead("at = [4, 4]", "at = [12, 12]");
    in_narrow_gap InBarred instead("size = [4, 4] },", "size = [4, 4] },\n  { kind = \"barn\", at = [14.75, 10], size = [4, 4] },").body("[[side.Red.body]]\nname = \"One\"\nfigures = 1\ntroops = \"poor\"\nweapon = \"axe\"\nat = [14.25, 10.01]");
    place_in_barred InBarred instead("at = [12, 20]", "at = [12, 12]");
    shape Shape instead("at = [10, 10], size = [4, 4]", "corners = [[10, 10], [14, 14], [14, 10], [10, 15]]");
    no_area Shape instead("size = [4, 4]", "size = [4, 0]");
    too_many_corners_on_the_border Shape instead("at = [10, 10], size = [4, 4]", &format!("corners = [{}]", comb()));
    touch Touch instead("size = [4, 4] },", "size = [4, 4] },\n  { kind = \"barn\", at = [14, 10], size = [4, 4] },");
    two_cards TwoCards and(&format!("{ORDER}figures = [\"Blue band\"]\ntask = {{ occupy = \"well\" }}\n{ORDER}figures = [\"Bob\"]\ntask = {{ kill = \"Ann\" }}"));
    two_blocks TwoBlocks and("[[side.Blue.body]]\nname = \"Reserve\"\nfigures = 1\ntroops = \"poor\"\nweapon = \"axe\"\nat = [16, 20]\n[[side.Blue.block]]\nbodies = [\"Blue band\", \"Reserve\"]\n[[side.Blue.block]]\nbodies = [\"Reserve\", \"Blue bund\"]");
    empty_card EmptyCard and(&format!("{ORDER}figures = []\ntask = {{ occupy = \"well\" }}"));
    unused_event UnusedEvent and("[event.flood]\nside = \"Red\"\nwhen = \"actions at least 10\"");
    self_made_event UnusedEvent and("[event.flood]\nside = \"Red\"\nwhen = \"flood has happened\"");
    card_that_asks_for_a_card Circle and(&format!("{ORDER}figures = [\"Bob\"]\ntask = {{ occupy = \"well\" }}\nwhen = \"not order card open\""));
    card_and_event_that_wait_for_each_other Circle and(&format!("{ORDER}figures = [\"Bob\"]\ntask = {{ occupy = \"well\" }}\nwhen = [\"engaged\", \"flood has happened\"]\n[event.flood]\nside = \"Blue\"\nwhen = \"order card open\""));
    events_that_wait_round_a_circle Circle and("[event.flood]\nside = \"Red\"\nwhen = \"rain has happened\"\n[event.rain]\nside = \"Red\"\nwhen = \"wind has happened\"\n[event.wind]\nside = \"Blue\"\nwhen = [\"actions at least 10\", \"flood has happened\"]");
    event_that_waits_for_itself Circle and(&format!("{ORDER}figures = [\"Bob\"]\ntask = {{ occupy = \"well\" }}\nwhen = \"flood has happened\"\n[event.flood]\nside = \"Blue\"\nwhen = \"flood has happened\""));
    too_many_figures_to_hold Hopeless instead("holds = \"well\"", "holds = \"well\", with = 9");
    no_exit Hopeless instead("holds = \"well\"", "escapes = 2");
    after_the_cap Hopeless instead("after = \"30 actions\"", "after = \"500 actions\"");
    surprised_by_anything OutOfRange Case { text: BASE.replace("wins =", "surprised-on = 101\nwins =").into_bytes(), ..Case::default() };
    surprised_by_more_than_a_die_shows OutOfRange and("").over("rules", "adnd").over("options.surprise", "net").over("segments.surprised-on", "9");
    a_side_surprised_by_more_than_a_die_shows OutOfRange Case { text: BASE.replacen("wins =", "surprised-on = 7\nwins =", 1).into_bytes(), ..Case::default() }.over("rules", "adnd").over("options.surprise", "osric");
    both_start BothStart Case { text: BASE.replace("wins =", "starts = true\nwins =").into_bytes(), ..Case::default() };
    phrase Phrase and("[bot.mine]\nlines = [{ when = \"enemy in rage\", do = \"shot\" }, { do = \"stand\" }]\nnominate = \"chance best\"");
    phrase_distance Phrase and("[bot.mine]\nlines = [{ when = \"enemy within 12in of well\", do = \"stand\" }, { do = \"stand\" }]");
    no_last_line NoLastLine and("[bot.mine]\nlines = [{ when = \"engaged\", do = \"fight\" }]");
    unreachable_line Unreachable and("[bot.mine]\nlines = [{ do = \"stand\" }, { do = \"fight\" }]");
    needs_objective NeedsObjective without_objective("[bot.mine]\nlines = [{ when = \"enemy within 6 of objective\", do = \"stand\" }, { do = \"stand\" }]");
    players_of_another_battle OtherBattle and("").players("battle = \"Another\"\n[mix]\n[bot]\n");
    players_none Amount and("").players("battle = \"A small fight\"\nmix = {}\n");
    players_none_of_a_side Amount and("").players("battle = \"A small fight\"\nmix.Red = {}\n");
    players_of_no_side UnknownSide and("").players("battle = \"A small fight\"\n[mix.Nobody]\nmine = 1\n[bot.mine]\nlines = [{ do = \"stand\" }]\n");
    exploitable_by_nothing Expectation and("[[expect]]\nmeasure = \"exploitable\"\nside = \"Red\"\nat_most = 0");
    exploitable_at_least Expectation and("[[expect]]\nmeasure = \"exploitable\"\nat_least = 0.1");
    players_without_a_bot UnknownBot and("").players("battle = \"A small fight\"\n[mix.Red]\nrunnr = 1\n");
    volley_of_no_rank OutOfRange Case { text: PETITE.replace("weapon = \"musket\"", "weapon = \"musket\"\nformation = \"line\"").into_bytes(), ..petite("") }.over("side.Red.bot", "mine.toml").file("mine.toml", "lines = [{ do = \"volley 0\" }, { do = \"stand\" }]\n");
    quality Quality and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[seize.base]\nmilitia = 20\n");
    quality_misspelt Quality and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[seize.base]\naverge = 20\n");
    factor_of_a_misspelt_table UnknownKey and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[seize.factr]\nin-reach = \"two\"\n");
    factor_that_is_none UnknownPath set("seize.factor.outnumberd = 2");
    factor_in_a_rulebook Factor and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[seize.factor]\nfrightened = 2\nlost = { when = [\"alone\", \"leaderless\"], value = -1 }\n");
    extends Extends and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"mine.toml\"\n");
    troops_unknown_to_the_system Quality and("").over("system", "petite-guerre").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[seize.base]\nknights = 17\n[quality]\nknights = 3\n");
    nature_of_nobody UnknownTroops and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"adnd\"\n[troops]\naverag = { hasted = true }\n");
    full_move_of_nobody UnknownTroops and("").over("move.troop.zombi", "6");
    full_move_of_a_misspelt_type UnknownTroops and("").over("move.troop.averag", "6");
    no_full_move_at_all OutOfRange and("[set]\nmove.troop.average = 0.5");
    full_move_under_paces OutOfUse petite("[set]\nmove.troop.militia = 6");
    weapon_without_damage Missing and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"adnd\"\n[weapon.fork]\nlength = 6\n[weapon.harpoon]\nspeed-factor = 7\nrange = { short = 1, medium = 2, long = 3 }\n");
    spell_longer_than_a_round Order and("[set]\nweapon.bow.segments = 12").over("system", "adnd");
    routines_that_are_none WrongType and("[set]\ntroops.average.blows = \"3/4\"").over("system", "adnd");
    too_many_routines OutOfRange and("[set]\ntroops.average.blows = \"17/2\"").over("system", "adnd");
    nature_that_is_none UnknownPath and("").over("troops.average.haste", "true").over("system", "adnd");
    option_of_another_system_set OutOfUse and("").over("options.blocks", "whole-side").over("system", "adnd");
    option_that_is_a_number_of_the_turn_now UnknownPath and("").over("options.end-card", "one").over("system", "cards");
    option_that_is_a_number_of_the_turn_in_a_file UnknownKey and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"cards\"\n[options]\nend-card = \"one\"\n");
    fighting_without_its_tables Missing and("").over("fighting", "petite-guerre");
    fighting_without_its_tables_either Missing petite("").over("fighting", "host").over("system", "lloyd");
    fighting_by_steps_that_nobody_says Missing and("").over("fighting", "steps");
    turn_that_never_passes_on Turn and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[turn]\nnext = \"sides\"\nhands-over = \"side\"\ntimes = \"again\"\n");
    turn_with_answers_to_other_questions Turn and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[turn]\nnext = \"bag\"\nfirst = \"roll\"\ndice = \"d6\"\ncards = 2\nhands-over = \"side\"\ntokens = 2\nby = \"count\"\nmelee = \"end-of-turn\"\nlate-shots = true\n");
    turn_of_a_deck_without_cards Turn and("").over("system", "cards").over("turn.cards", "0");
    turn_whose_interrupts_never_happen Turn and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"unit-by-unit\"\nsystem = \"turn\"\n[turn]\nnext = \"sides\"\n[turn.interrupts]\nwho = \"attacked\"\nto = \"moves\"\nneeds = 3\n");
    deck_with_no_card_for_a_body Turn instead("leader = { name = \"Bob\", rank = \"good\" }\n", "").over("system", "unit-deck").over("turn.cards", "0");
    bag_of_more_than_a_die_can_draw Amount and(&stragglers(24)).over("system", "dice-bag").over("turn.times", "again").over("turn.tokens", "10");
    turn_with_an_answer_that_is_none UnknownWord and("").over("system", "cards").over("turn.next", "dice");
    turn_of_no_table OutOfUse and("").over("turn.units", "3");
    turn_with_half_an_answer Turn and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[turn]\nnext = \"sides\"\nfirst = \"roll\"\nsmaller-side = \"may-pass\"\nunits = 2\ntimes = \"again\"\n");
    turn_that_is_kept_for_ever Turn and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[turn]\nnext = \"sides\"\nhands-over = \"command\"\ntimes = \"once-a-turn\"\n[turn.command]\ndice = \"2d4\"\nkeeps = 3\nfaces = { 1 = \"keep\", 2 = \"keep\", 3 = \"nothing\", 7 = \"unit\", x = \"unit\" }\n");
    ranges_that_fall_at_the_second Order and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[weapon.bow]\nrange = { short = 24, medium = 16, long = 30 }\n");
    turn_with_a_test_that_contradicts_itself Turn and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[turn]\nnext = \"sides\"\nhands-over = \"side\"\ntimes = \"once-a-turn\"\n[turn.test]\ndice = \"d6\"\nneeds = 9\ntries = 2\nfailures = 3\nharder = 1\nadds = \"quality\"\n");
    turn_by_a_quality_that_nobody_has Turn and("").over("system", "countdown").over("fighting", "osric");
    turn_by_a_quality_that_is_no_attribute Turn and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"hit-wound-save\"\n[turn]\nnext = \"sides\"\n[turn.test]\ndice = \"d6\"\nneeds = 4\nadds = \"quality\"\n");
    turn_by_an_attribute_that_there_is_not UnknownWord and("").over("system", "countdown").over("fighting", "hit-wound-save").over("turn.by", "skil");
    turn_by_an_attribute_that_is_dice Fighting and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"hit-wound-save\"\n[profile]\naverage.nerve = \"d6\"\n[turn]\nnext = \"count\"\nby = \"nerve\"\n");
    no_such_system UnknownWord and("").over("system", "petit-guerre");
    parameter_of_the_other_system OutOfUse petite("").over("seize.base.average", "18");
    strides_without_their_numbers Missing set("options.stride = \"stature\"\nmove.yard = 0.1");
    parameter_of_the_other_fighting OutOfUse set("fire.reload = 5");
    option_of_the_other_system OutOfUse petite("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"petite-guerre\"\n[options]\ncounters = \"spent\"\n");
    skill_that_is_no_die UnknownWord petite("[set]\nskill.melee.militia = \"d7\"");
    several_dice Dice petite("[set]\nfire.aim = \"2d8\"");
    stick_that_descends Order petite("[set]\nweapon.musket.stick.40 = 8");
    mark_twice Duplicate petite("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"petite-guerre\"\n[weapon.musket.stick]\n\"40.0\" = 11\nfar = 20\n500 = 21\n");
    unknown_mark UnknownPath petite("[set]\nweapon.musket.stick.45 = 12");
    paces_out_of_order Order petite("[set]\nmove.infantry.open.fast = 10");
    control_out_of_order Order petite("[set]\ncontrol.out-of-control = 5");
    half_a_troop_type Quality petite("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"petite-guerre\"\n[skill.command]\ngrenadiers = \"d10\"\n[skill.melee]\ngrenadeers = \"d10\"\n[points.leader]\nensign = 4\n");
    rank_of_the_other_rulebook UnknownRank petite_instead("rank = \"leader\"", "rank = \"heroic\"");
    half_a_rank Quality petite("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"petite-guerre\"\nsystem = \"lloyd\"\n[seize]\ndice = \"d20\"\neveryone-fights-up-to = 3\nfactor = {}\n[seize.base]\ncivilians = 21\nmilitia = 20\nline-infantry = 19\nlight-infantry = 18\nrangers = 17\ndragoons = 19\nhussars = 18\n[seize.leadership]\nleader = 2\nsubleader = 1\n");
    turns_without_turns Hopeless instead("after = \"30 actions\"", "after = \"20 turns\"");
    ahead_in_turns_without_turns Hopeless instead("after = \"30 actions\"", "ahead = 1, after = \"20 turns\"");
    ahead_after_the_cap Hopeless petite_instead("after = \"60 actions\"", "ahead = 1, after = \"500 turns\"");
    turns_after_the_cap Hopeless petite_instead("after = \"60 actions\"", "after = \"500 turns\"");
    neither_turns_nor_actions WrongType petite_instead("after = \"60 actions\"", "after = \"60 minutes\"");
    one_rank OutOfRange petite_instead("at = [70, 45]", "line = { from = [70, 40], to = [70, 55] }\nformation = \"line\"\nranks = 1");
    five_ranks OutOfRange petite_instead("at = [70, 45]", "line = { from = [70, 40], to = [70, 55] }\nformation = \"line\"\nranks = 5");
    ranks_in_open_order Choice petite_instead("at = [70, 45]", "at = [70, 45]\nranks = 3");
    scattered_line Choice petite_instead("at = [70, 45]", "scattered = { at = [70, 45], radius = 12 }\nformation = \"line\"");
    deeper_than_many Sum petite_instead("figures = 6", "figures = 3\nformation = \"line\"\nranks = 4");
    leaders_alone Sum petite_instead("figures = 6", "figures = 1\nsub-leader = { name = \"Cob\" }");
    line_under_host_rules OutOfUse instead("at = [4, 4]", "at = [4, 4]\nformation = \"line\"");
    morale_under_petite_guerre OutOfUse petite_instead("figures = 6", "figures = 6\nmorale = 5");
    sub_leader_without_a_rank UnknownRank instead("at = [4, 4]", "sub-leader = { name = \"Amy\" }\nat = [4, 4]");
    facing_itself Choice petite_instead("at = [70, 45]", "at = [70, 45]\nfacing = [70, 45]");
    facing_nowhere UnknownWord petite_instead("at = [70, 45]", "at = [70, 45]\nfacing = \"up\"");
    line_off_the_board OffBoard petite_instead("at = [70, 45]", "line = { from = [88, 40], to = [88, 46] }\nformation = \"line\"\nfacing = \"left\"");
    measure_of_an_event UnknownWord and("[event.flood]\nside = \"Red\"\nwhen = \"holds well\"\n[[expect]]\nmeasure = \"hapens\"\nevent = \"flood\"\nat_least = 1");
    happening_of_nothing Missing and("[[expect]]\nmeasure = \"happens\"\nat_least = 0.5");
    share_in_percent OutOfRange and("[[expect]]\nmeasure = \"win rate\"\nside = \"Red\"\nat_most = 60");
    expectation Expectation and("[[expect]]\nmeasure = \"win rate\"\nside = \"Red\"");
    expectation_upside_down Expectation and("[[expect]]\nmeasure = \"win rate\"\nbetween = [0.6, 0.4]");
    steps_that_do_not_fit Fighting and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"unit-by-unit\"\n[profile]\naverage = { fight = 4, armour = 5 }\nsub-human = { fight = 5 }\n[strike]\nsteps = [\"fight\", \"fihgt\", \"save\", \"fight\"]\n[step.fight]\ndice = \"d6\"\nat-least = \"figth\"\nrows = { chargse = 1 }\n[step.save]\ndice = \"d6\"\nby = \"target\"\nat-least = \"armour\"\nstops = true\neffect = \"hrut\"\n[step.spare]\ndice = \"d6\"\nat-least = 3\n[effect.hurt]\nwounds = 1\n");
    chain_that_ends_nowhere Fighting and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"unit-by-unit\"\n[profile]\naverage = { fight = 4 }\n[strike]\nsteps = [\"fight\"]\n[step.fight]\ndice = \"d6\"\nat-least = \"fight\"\n[effect.hurt]\nwounds = 1\n");
    table_with_a_hole Fighting and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"unit-by-unit\"\n[profile]\naverage = { strength = 3, harm = \"d3\" }\n[strike]\nsteps = [\"wound\"]\nwho = \"contest\"\n[step.wound]\ndice = \"d6\"\nat-least = \"wounding\"\nties = \"target\"\neffect = { 0 = \"hurt\", most = \"hurt\" }\n[table.wounding]\nby = [\"harm\", \"enemy.strength\"]\nfirst = [3, 3]\nrows = [[4, 5], [3]]\n[effect.hurt]\nwounds = 2\nless = 1\n");
    ratio_without_results Fighting and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"unit-by-unit\"\ndrop = [\"skill\", \"weapon.bwo\"]\n[profile]\naverage = { strength = 3 }\n[strike]\nsteps = [\"fight\"]\n[nerve]\nsteps = [\"fight\"]\nwhen = \"hal-lost\"\n[step.fight]\ndice = \"d6\"\nratio = [\"strength\", \"strength\"]\ncolumns = [\"2:1\", \"1:1\", \"one\"]\nresults = [[\"hurt\", \"-\"], [\"-\"]]\n[effect.hurt]\ndoes = \"kill\"\n[effect.nothing]\n");
    effect_beside_one_beneath Fighting and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"hit-wound-save\"\n[effect.wonded]\nwounds = 2\n");
    steps_that_skip_and_roll_again Fighting and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"unit-by-unit\"\n[profile]\naverage = { fight = 4, rage = \"d3\" }\n[strike]\nsteps = [\"fight\", \"save\"]\nattacks = \"2d12\"\nextra = { screened = 1, rage = 1, blood = \"d3\" }\n[step.fight]\ndice = \"d6\"\nat-least = \"fight\"\nlowest = { skips = \"fight\" }\nhighest = { skips = \"wound\" }\nrerolls = { charges = \"failure\", moved = \"lowest\", figth = \"lowest\" }\n[step.save]\ndice = \"d6\"\nat-least = 4\nlowest = { skips = \"save\" }\nstops = true\neffect = \"hurt\"\n[effect.hurt]\nwounds = 1\n");
    steps_with_idle_parts Fighting and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"unit-by-unit\"\n[profile]\naverage = { fight = 4, blows = 13, wounds = 0 }\n[weapon.sword.profile]\nfihgt = 3\n[weapon.bow.profile]\nbite = \"d3\"\n[strike]\nsteps = [\"fight\"]\nattacks = \"blows\"\n[step.fight]\ndice = \"d6\"\nat-least = \"fight\"\nrows = { screened = -1, bitten = { when = [\"charges\", \"charges\"], adds = \"bite\" }, shaken = { when = \"moved\", adds = \"foe.fight\" } }\neffect = \"hurt\"\n[effect.hurt]\nwounds = 1\n");
    points_for_nothing Hopeless instead("wins = { after = \"30 actions\" }", "wins = { points = 3 }");
    decimal_comma_set WrongType and("").over("move.foot", "7,5");
    minus_of_a_printer_set WrongType and("").over("seize.factor.outnumbered", "−1");
    minus_of_a_printer Syntax set("seize.factor.outnumbered = −1");
    yes_without_quotation_marks Syntax instead("\"A small fight\"", "yes");
    number_in_words Syntax set("move.foot = six");
    number_in_words_like_a_boolean Syntax set("move.foot = fourteen");
    key_without_its_sign Syntax instead("title = ", "title ");
    parameter_with_a_table_left_out UnknownPath and("").over("seize.average", "17");
    battle_as_a_rulebook OtherFile and("").over("rules", "mine.toml").file("mine.toml", "title = \"A fight\"\nrules = \"lloyd\"\n[side.Red]\n");
    two_numbers_without_brackets Syntax instead("at = [12, 20] }", "at = 12, 20 }");
    length_with_a_mark Syntax set("move.foot = 6in");
    path_with_backslashes Syntax and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"C:\\mine.toml\"\n");
    name_of_two_words Syntax instead("[side.Red]", "[side.Red Men]");
    percent_for_a_share WrongType and("[[expect]]\nmeasure = \"win-rate\"\nside = \"Red\"\nbetween = [\"45%\", 0.6]");
    share_for_a_percentage Phrase and("[bot.mine]\nlines = [{ when = \"chance to win at least 0.5\", do = \"leave\" }, { do = \"stand\" }]");
    terrain_by_another_word UnknownWord instead("kind = \"house\"", "kind = \"river\"");
    bot_in_a_file UnknownBot instead("bot = \"runner\"", "bot = \"mine\"").file("mine.toml", "lines = [{ do = \"stand\" }]\n");
    rulebook_that_extends_none Missing and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextend = \"lloyd\"\n[seize]\ndice = \"d20\"\n");
    held_longer_than_the_cap Hopeless instead("wins = { holds = \"well\" }", "wins = { holds = \"well\", for = \"40 rounds\" }").over("cap", "30 rounds");
    ahead_without_points Hopeless instead("wins = { after = \"30 actions\" }", "wins = { ahead = 1, after = \"30 actions\" }");
    table_dropped_that_is_needed Missing and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\ndrop = [\"skill\", \"move\"]\n");
    key_beside_what_another_drops UnknownKey and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"base.toml\"\nreaction = 3\n[move]\nshort = 3\n").file("base.toml", "name = \"base\"\nextends = \"lloyd\"\ndrop = [\"weapon.bow\"]\n");
    losses_in_cover Phrase and("").over("side.Red.bot", "mine.toml").file("mine.toml", "lines = [{ when = \"losses at least 2 in cover\", do = \"shoot\" }, { do = \"stand\" }]\n");
    save_as_it_is_printed_on_a_card Dice and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"hit-wound-save\"\n[profile.good]\nsave = \"4+\"\n[step.save]\nat-least = \"3+\"\n");
    file_of_rules_without_its_end UnknownRulebook and("").over("rules", "mine").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n");
    distance_with_its_unit Phrase and("").over("side.Red.bot", "mine.toml").file("mine.toml", "lines = [{ when = \"enemy within 6 inches\", do = \"shoot\" }, { do = \"stand\" }]\nreactions = [{ do = \"stand\" }]\n");
    weapons_dropped_that_bring_attributes Fighting and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"hit-wound-save\"\ndrop = [\"weapon\"]\n[weapon.net]\nreach = 1\n");
    step_dropped_that_is_asked_for Fighting and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"hit-wound-save\"\ndrop = [\"step.wound\"]\n");
    range_dropped_of_what_shoots Missing and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\ndrop = [\"weapon.bow.range\"]\n");
    bot_with_a_name_and_a_line UnknownKey and("").over("side.Red.bot", "mine.toml").file("mine.toml", "name = \"mine\"\nbodies = [\"Nobody\"]\n[[line]]\nwhen = \"engaged\"\ndo = \"fight\"\n");
    chance_beyond_all OutOfRange and("").over("side.Red.bot", "mine.toml").file("mine.toml", "lines = [{ when = \"chance to hit at least 450 %\", do = \"shoot\" }, { do = \"stand\" }]\n");
    number_with_what_it_counts WrongType set("move.foot = \"6 inches\"");
    table_dropped_and_put_back_in_part Missing and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\ndrop = [\"move\", \"weapn.bow\"]\n[move]\nfoot = 7\n");
    bot_of_both_sides Phrase and("").over("side.Red.bot", "mine.toml").over("side.Blue.bot", "mine.toml").file("mine.toml", "lines = [\n  { when = \"enemy within chrge\", do = \"charge\" },\n  { when = \"loses at least 2\", do = \"escape\" },\n  { when = \"enemy within far\", do = \"shot\" },\n  { when = \"losses at least two\", then = \"fight\" },\n]\n");
    ways_and_bodies_that_there_are_not UnknownPlace and("").over("side.Red.bot", "mine.toml").file("mine.toml", "lines = [\n  { when = \"not been at top left cornr\", do = \"move to left of barn\" },\n  { when = \"is Nobody\", do = \"fall back\" },\n  { when = \"rounds left at most few\", do = \"fall bak\" },\n]\n");
    origin_as_a_table WrongType and("").over("rules", "mine.toml").file("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[origin]\norigin = \"assumed\"\nof = [\"move\"]\n");
    terrain_that_there_is_not UnknownWord instead("kind = \"house\", at = [10, 10]", "kind = \"wod\", at = [10, 18]");
    many_at_once UnknownTroops Case { text: include_bytes!("../files/many.toml").to_vec(), ..Case::default() };
}

#[test]
fn messages_read_well() {
    for (name, code, case) in all() {
        let problems = case.problems();
        assert!(
            problems.list().iter().any(|p| p.code == code),
            "{name} should bring forth {}, but: {problems}",
            code.id()
        );
        insta::assert_snapshot!(name, problems.render(false));
    }
}

#[test]
fn every_code_has_a_case() {
    let cases = all();
    for code in Code::ALL {
        assert!(cases.iter().any(|c| c.1 == *code), "{} {}", code.id(), code.title());
    }
    let mut ids: Vec<&str> = Code::ALL.iter().map(|c| c.id()).collect();
    ids.dedup();
    assert_eq!(ids.len(), Code::ALL.len());
    assert!(ids.is_sorted());
}

#[test]
fn a_cause_is_told_without_what_follows_from_it() {
    let goals = "wins = [{ kills = \"Ann\" }, { losses = 4 }]";
    let text = BASE
        .replacen("figures = 4", "figures = \"four\"", 1)
        .replace("wins = { after = \"30 actions\" }", goals);
    let uncounted = Case { text: text.into_bytes(), ..Case::default() };
    let adnd = "name = \"mine\"\nextends = \"adnd\"\nfighting = \"petite-guerre\"\n";
    let no_troops = instead("\n[board]", "rules = \"mine.toml\"\n[board]").file("mine.toml", adnd);
    for (case, code) in [(uncounted, Code::WrongType), (no_troops, Code::Missing)] {
        let problems = case.problems();
        let codes: Vec<Code> = problems.list().iter().map(|p| p.code).collect();
        assert_eq!(codes, [code], "{problems}");
    }
}

/// A duplicate key must not hide other problems.
#[test]
fn what_stands_twice_hides_nothing() {
    let bot = "bot = \"runner\"";
    let case = instead(bot, &format!("{bot}\n{bot}\ncolour = 1"));
    let problems = case.problems();
    let codes: Vec<Code> = problems.list().iter().map(|it| it.code).collect();
    assert_eq!(codes, [Code::UnknownKey, Code::Syntax], "{problems}");
}

#[test]
fn the_small_fight_itself_is_good() {
    assert!(load(BASE.as_bytes(), "small.toml", &[], &BTreeMap::new()).is_ok());
}

#[test]
fn problems_can_be_told_to_programs() {
    let case = instead("troops = \"average\"", "troops = \"avrage\"");
    let problems = case.problems();
    let [problem] = problems.list() else {
        panic!("{problems}");
    };
    assert_eq!(problem.code.id(), "S021");
    assert_eq!((problem.line, problem.column), (17, 10));
    assert_eq!(problem.file, "small.toml");
    assert_eq!(problem.hints, ["did you mean `average`?"]);
}
