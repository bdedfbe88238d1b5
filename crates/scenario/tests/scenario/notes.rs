//! Notes on what is asked for and does nothing.

use std::collections::BTreeMap;

use skirmish_scenario::{Override, load};

use crate::battle::{BASE, based, with};

/// What is asked for and does nothing is noted; what a file or rulebook has for other cases is not.
#[test]
fn what_does_nothing_here_is_noted() {
    let notes = |set: &[(&str, &str)]| with("", set, &[]).notes();
    let none: [String; 0] = [];
    assert_eq!(notes(&[]), none);
    assert_eq!(notes(&[("rules", "adnd")]), none);
    let surprise = "nobody is surprised by `options.surprise = \"none\"`";
    let adnd = ("rules", "adnd");
    assert_eq!(
        notes(&[adnd, ("segments.surprised-on", "3")]),
        [format!("`segments.surprised-on = 3` is accepted, but does nothing here: {surprise}")]
    );
    let net = ("options.surprise", "net");
    assert_eq!(notes(&[adnd, ("segments.surprised-on", "3"), net]), none);
    assert_eq!(
        notes(&[adnd, ("side.Red.surprised-on", "1")]),
        [format!("`surprised-on` of `Red` is accepted, but does nothing here: {surprise}")]
    );
    // No figure has a crossbow, and some have a bow.
    assert_eq!(
        notes(&[("weapon.crossbow.reach", "2"), ("weapon.bow.reach", "2")]),
        [
            "`weapon.crossbow.reach = 2` is accepted, but does nothing here: nobody in the battle has this weapon"
        ]
    );
    // With one unit a side, a turn has two actions at most.
    let short = [("rules", "warspike"), ("warspike.turns", "14")];
    assert_eq!(
        notes(&short),
        [
            "`Blue` can never win after 30 actions: the game is over after 14 turns (`warspike.turns`), and with 2 units \
          these have no more than 28 actions"
        ]
    );
    assert_eq!(notes(&[("rules", "warspike"), ("warspike.turns", "15")]), none);
    let late = ("side.Blue.wins.after", "15 turns");
    assert_eq!(
        notes(&[short[0], short[1], late]),
        ["`Blue` can never win after 15 turns: the game is over after 14 turns (`warspike.turns`)"]
    );
}

/// Values for other systems or ways of fighting, or for actions that no bot takes.
#[test]
fn what_no_rule_asks_for_is_noted() {
    let notes = |set: &[(&str, &str)]| with("", set, &[]).notes();
    let none: [String; 0] = [];
    let idle = |rules: &[(&'static str, &'static str)],
                path: &'static str,
                value: &'static str,
                why: &str| {
        let set: Vec<_> = rules.iter().copied().chain([(path, value)]).collect();
        let expected = format!("`{path} = {value}` is accepted, but does nothing here: {why}");
        assert_eq!(notes(&set), [expected], "{rules:?}");
    };
    let warspike = [("rules", "warspike")];
    let adnd = [("rules", "adnd")];
    let no_reactions = "nobody shoots in reaction but under Lloyd's initiative (LL-12) or by `turn.interrupts` (TN-08)";
    idle(&[("system", "cards")], "shooting.reactive", "-2", no_reactions);
    idle(&adnd, "combat.reactive", "-3", no_reactions);
    assert_eq!(notes(&[("shooting.reactive", "-2"), ("move.reaction", "5")]), none);
    idle(
        &[("system", "cards")],
        "move.reaction",
        "5",
        "it is for reactions (LL-11) and for a leader's call (LL-15), and there is neither",
    );
    let no_holders = "nobody in the battle is on hold orders";
    idle(&warspike, "options.hold-moves", "in-reaction", no_holders);
    idle(&warspike, "options.blocks", "whole-side", "no side has more than one body");
    idle(&warspike, "warspike.found", "9", "nobody in the battle lies low");
    idle(&warspike, "warspike.prepared", "3", "nobody in the battle prepares");
    idle(&adnd, "combat.range-step", "-3", "it goes with `options.missile-range = \"osric\"`");
    idle(&adnd, "weapon.bow.range-step", "7", "it goes with `options.missile-range = \"osric\"`");
    let osric = [("rules", "osric")];
    idle(&osric, "combat.long", "-3", "it goes with `options.missile-range = \"1e\"`");
    idle(
        &adnd,
        "combat.free-blow",
        "9",
        "nobody leaves a melee by an action: there is no barricade (ADC-8)",
    );
    idle(&adnd, "combat.screened", "-3", "nobody is shot at through a screen");
    idle(
        &[("rules", "adnd"), ("system", "lloyd")],
        "combat.rear",
        "3",
        "nobody faces any way under Lloyd's initiative (ADC-4)",
    );
    idle(
        &[("rules", "adnd"), ("system", "lloyd-d10")],
        "combat.charge",
        "3",
        "nobody charges where melee is fought at the end of the turn (ADC-4)",
    );
    let sword = [("rules", "adnd"), ("side.Red.body.1.weapon", "sword")];
    for (path, value) in [
        ("weapon.sword.shots", "2"),
        ("weapon.sword.mobility", "half"),
        ("weapon.sword.shot-damage", "d6"),
    ] {
        idle(&sword, path, value, "this weapon does not shoot");
    }
}

/// Keys of sides and units that count under other systems.
#[test]
fn orders_that_nobody_understands_are_noted() {
    let notes = |set: &[(&str, &str)]| with("", set, &[]).notes();
    let elsewhere = "is accepted, but does nothing here: it goes with `system =";
    assert_eq!(
        notes(&[("side.Red.surprised-on", "1")]),
        [format!("`surprised-on` of `Red` {elsewhere} \"adnd\"`")]
    );
    let held = [("side.Red.body.1.hold", "true"), ("side.Red.body.1.hidden", "true")];
    assert_eq!(
        notes(&held),
        [
            format!("`hold` of `Red band` {elsewhere} \"warspike\"`"),
            format!("`hidden` of `Red band` {elsewhere} \"warspike\"`"),
        ]
    );
    let none: [String; 0] = [];
    assert_eq!(notes(&[held[0], held[1], ("rules", "warspike")]), none);
    assert_eq!(
        notes(&[("side.Red.exit", "left"), ("side.Red.bot", "rusher")]),
        [
            "`exit` of `Red` is accepted, but does nothing here: its bot `rusher` never leaves the table"
        ]
    );
    assert_eq!(notes(&[("side.Red.exit", "left"), ("side.Red.bot", "runner")]), none);
    let rider = [
        ("rules", "adnd"),
        ("side.Red.body.1.troops", "light-horse"),
        ("side.Red.body.1.mounted", "true"),
    ];
    assert_eq!(
        notes(&rider[..2]),
        ["the `light-horse` of `Red band` are on foot: `mounted = true` would give them horses"]
    );
    assert_eq!(notes(&rider), none);
}

/// A value that only missiles have makes a weapon a missile, and that needs a range.
#[test]
fn a_missile_weapon_of_ones_own_needs_a_range() {
    let book = |key: &str| {
        format!("name = \"own\"\nextends = \"adnd\"\n[weapon.knife]\ndamage = \"d4\"\n{key}\n")
    };
    let problem = |key: &str| {
        let text = book(key);
        let files = BTreeMap::from([("own.toml".to_owned(), text.into_bytes())]);
        let set = [Override::new("rules", "own.toml")];
        load(BASE.as_bytes(), "small.toml", &set, &files).err().map(|e| e.to_string())
    };
    assert_eq!(problem("length = 1"), None);
    let range =
        "range = { short = 1, medium = 2, long = 3 }\nmobility = \"full\"\nshot-damage = \"d4\"";
    assert_eq!(problem(range), None);
    for key in ["shot-damage = \"d4\"", "mobility = \"full\"", "range-step = 2"] {
        let found = problem(key).unwrap_or_else(|| panic!("{key} is taken"));
        let key = key.split(' ').next().unwrap_or_default();
        let says = format!("a weapon that shoots needs `range`, and this one has `{key}` only");
        assert!(found.contains(&says), "{found}");
        assert!(found.contains("add `range = {"), "{found}");
    }
}

/// HOST-5: a place held at the start wins only when it is taken again.
#[test]
fn a_goal_that_is_reached_at_the_start_is_noted() {
    let none: [String; 0] = [];
    assert_eq!(with("", &[], &[]).notes(), none);
    let on_it = BASE.replace("well = { at = [12, 20]", "well = { at = [4, 4]");
    assert_eq!(
        based(&on_it, "", &[], &[]).notes(),
        [
            "`Red` holds `well` at the start: that wins only once it has been lost and taken again; to win by keeping it, \
             write `{ after = \"12 rounds\" }` in its place, and give the enemy `holds`"
        ]
    );
}

/// A change to another rulebook that no rule of the new one uses is noted, except for a shipped name.
#[test]
fn what_a_rulebook_says_for_nothing_is_noted() {
    let notes = |text: &str| {
        let text = format!("extends = \"lloyd\"\n{text}");
        with("", &[("rules", "mine.toml")], &[("mine.toml", &text)]).notes()
    };
    let none: [String; 0] = [];
    assert_eq!(notes("name = \"mine\"\n[weapon.sword]\nreach = 1\n"), none);
    // Ranks are names that other keys use.
    assert_eq!(notes("name = \"mine\"\nsystem = \"cards\"\n[seize.leadership]\ngood = 2\n"), none);
    assert_eq!(
        notes("name = \"mine\"\n[weapon.sword]\ndamage = \"d6\"\n"),
        [
            "`weapon.sword.damage = d6` (line 4 of `mine.toml`) is accepted, but does nothing here: it goes with `fighting = \"osric\"`"
        ]
    );
    let origin = "[[origin]]\norigin = \"companion\"\nof = [\"move.foot\", \"weapon.*.raech\"]\n";
    assert_eq!(
        notes(&format!("name = \"mine\"\n[move]\nfoot = 7\n[weapon.sword]\nreach = 1\n{origin}")),
        [
            "a row of `[[origin]]` speaks for `weapon.*.raech`, of which the file says nothing (line 7 of `mine.toml`)"
        ]
    );
    assert_eq!(
        notes("name = \"cards\"\n"),
        [
            "the rulebook calls itself `cards`, as one does that comes with the program: give it a name of its own (line 2 of `mine.toml`)"
        ]
    );
}

/// A gap that looks passable but is narrower than a base is noted (HOST-1); one of less than half a base doesn't look passable.
#[test]
fn a_gap_narrower_than_a_base_is_noted() {
    let notes = |gap: f64, set: &[(&str, &str)]| {
        let barn = format!(
            "{{ kind = \"barn\", name = \"Barn\", at = [{}, 10], size = [4, 4] }},\n]",
            14.0 + gap
        );
        based(&BASE.replacen("\n]", &format!("\n  {barn}"), 1), "", set, &[]).notes()
    };
    let none: [String; 0] = [];
    assert_eq!(
        notes(0.75, &[]),
        [
            "nobody gets through the gap of 0.75 between `house` and `Barn`: a base is 1 wide (HOST-1)"
        ]
    );
    assert_eq!(notes(1.0, &[]), none);
    assert_eq!(notes(0.5, &[]), none);
    assert_eq!(notes(1.5, &[("move.base", "2")]).len(), 1);
}

/// Weapons, order cards, points and bots that nothing uses, and values set for nothing.
#[test]
fn what_no_bot_uses_is_noted() {
    let none: [String; 0] = [];
    let idler =
        "[bot.idler]\nlines = [{ do = \"charge nearest\" }]\nreactions = [{ do = \"stay\" }]\n";
    let unplayed = "no side plays the bot `idler`: give a side `bot = \"…\"` to have it played (line 34 of `small.toml`)";
    assert_eq!(with(idler, &[], &[]).notes(), [unplayed]);
    // If the command line names other bots, unused ones need no note.
    assert_eq!(with(idler, &[("side.Blue.bot", "captain")], &[]).notes(), none);
    let bows = [("side.Red.bot", "idler"), ("side.Red.body.1.weapon", "bow")];
    assert_eq!(
        with(idler, &bows, &[]).notes(),
        ["nobody in `Red` ever shoots with `bow`: its bot `idler` has no line that shoots"]
    );
    let runner = "[bot.mine]\nlines = [{ do = \"move to objective\" }, { do = \"stand\" }]\n";
    let mine = [("side.Red.bot", "mine")];
    assert_eq!(with(runner, &mine, &[]).notes(), none);
    let nowhere = BASE.replace("holds = \"well\"", "losses = 3");
    assert_eq!(
        based(&nowhere, runner, &mine, &[]).notes(),
        [
            "nothing in the battle asks for the place `well` (line 8 of `small.toml`)",
            "`move to objective` of the bot `mine` is accepted, but does nothing here: `Red` has no objective; `objective = \"…\"` \
             names one"
        ]
    );
    let order = "[[side.Red.order]]\nfigures = [\"Red band\"]\ntask = { occupy = \"well\" }\n";
    let carded = format!("{order}{idler}");
    let swords = [("side.Red.bot", "idler"), ("side.Red.body.1.weapon", "sword")];
    let does_nothing = "is accepted, but does nothing here:";
    assert_eq!(
        with(&carded, &swords, &[]).notes(),
        [format!(
            "`order` of `Red` (line 35 of `small.toml`) {does_nothing} its bot `idler` has no line `carry out order`"
        )]
    );
    assert_eq!(with(order, &[("side.Red.bot", "captain")], &[]).notes(), none);
    let scores = "[[side.Red.scores]]\nfor-each = \"enemy-lost\"\npoints = 1\n";
    let points =
        "no goal counts points: `{ points = 10 }` or `{ ahead = 1, after = \"6 rounds\" }` would";
    assert_eq!(
        with(scores, &[], &[]).notes(),
        [format!("`scores` of `Red` (line 35 of `small.toml`) {does_nothing} {points}")]
    );
    let set = "[set]\n\"weapon.crossbow.reach\" = 2\n";
    let nobody = "nobody in the battle has this weapon";
    assert_eq!(
        with(set, &[], &[]).notes(),
        [format!("`weapon.crossbow.reach = 2` (line 35 of `small.toml`) {does_nothing} {nobody}")]
    );
}

#[test]
fn shipped_battles_have_no_notes() {
    for shipped in skirmish_scenario::library::SCENARIOS {
        let scenario =
            load(shipped.text.as_bytes(), shipped.name, &[], &skirmish_scenario::NoFiles);
        let notes = scenario.map(|scenario| scenario.notes());
        assert_eq!(
            notes.map_err(|problems| problems.to_string()),
            Ok(Vec::new()),
            "{}",
            shipped.name
        );
    }
}

/// A line with a condition and its opposite is never taken. It may come from a search, so it is a note and not a problem.
#[test]
fn a_line_that_can_never_be_taken_is_noted() {
    let bot = "[bot.mine]\nlines = [{ when = [\"engaged\", \"not  engaged\"], do = \"fight\" }, { do = \"stand\" }]\n";
    let notes = with(bot, &[("side.Red.bot", "mine")], &[]).notes();
    let told = "the line `fight` of the bot `mine` is never taken: it wants `engaged` and its opposite at once (line 35 of `small.toml`)";
    assert_eq!(notes, [told]);
}
