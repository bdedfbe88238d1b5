//! Searched players, wherever an answer depends on the players.

use std::sync::LazyLock;

use crate::common::{Place, flat, words};
use crate::tables::table;

/// Equal archers that only stand, though the first to shoot would probably win.
pub(crate) const STAND_OFF: &str = r#"
title = "Stand-off"
cap = 20
set = { "options.seize-roll" = "always", "options.waiting" = "keeps" }
[board]
size = [24, 24]
[side.Red]
wins = { losses = 1 }
bot = "stands"
[[side.Red.body]]
name = "Reds"
troops = "average"
weapon = "bow"
figures = 3
at = [12, 8]
[side.Blue]
wins = { losses = 1 }
bot = "stands"
[[side.Blue.body]]
name = "Blues"
troops = "average"
weapon = "bow"
figures = 3
at = [12, 16]
[bot.stands]
lines = [{ do = "stand" }]
reactions = [{ do = "stay" }]
"#;

pub(crate) fn stand_off(more: &str) -> Place {
    let place = Place::new();
    place.write("stand-off.toml", format!("{STAND_OFF}{more}"));
    place
}

/// Answer and players of the shortest search for both sides of the stand-off, shared by several tests.
static SOLVED: LazyLock<[String; 2]> = LazyLock::new(|| {
    let place = stand_off("");
    let text = place.ok(words("solve stand-off.toml --games 20000 --answer 20000 --out s -q"));
    [text, place.read("s/players.toml")]
});

#[test]
fn a_check_searches_for_what_can_be_exploited() {
    let expects = |most: &str| {
        format!("[[expect]]\nmeasure = \"exploitable\"\nside = \"Red\"\nat_most = {most}\n")
    };
    let place = stand_off(&expects("0.1"));
    let line = "check stand-off.toml --games 4000 -q";
    let done = place.run(words(line));
    assert_eq!(done.status, 1, "{}", done.stderr);
    let found = "exploitable, Red expected at most 10 %, found ";
    assert!(flat(&done.stdout).contains(found), "{}", done.stdout);
    assert_eq!(place.run(words(line)).stdout, done.stdout);
    // No player wins more than all games, so half a win is the most to gain.
    let place = stand_off(&expects("0.6"));
    assert!(place.ok(words(line)).contains("1 passed"));
}

/// What is gained is explained in words. Whatever bot was set, the game to watch is played by the player found.
#[test]
fn a_better_player_is_told_in_words_and_can_be_watched() {
    let place = stand_off("");
    place.write("mine.toml", "lines = [{ do = \"stand\" }]\nreactions = [{ do = \"stay\" }]\n");
    let line = "exploit stand-off.toml --side Red --set side.Red.bot=mine.toml";
    let text = place.ok(words(&format!("{line} --games 4000 --out o")));
    let flat = flat(&text);
    assert!(
        flat.contains(" Red win ") && flat.contains("Nobody wins 12 % of these games"),
        "{text}"
    );
    let mut commands = text.lines().filter_map(|line| line.trim().strip_prefix("skirmish "));
    let replay = commands.find(|command| command.starts_with("replay ")).unwrap();
    assert!(replay.ends_with(" --set 'side.\"Red\".bot=o/exploit.toml'"), "{replay}");
    assert!(place.ok(words(&replay.replace('\'', ""))).contains("victory of Red"), "{replay}");
}

/// Games of the search are reported apart from those after it. If there is no time to search, that is reported.
#[test]
fn a_search_keeps_to_what_was_asked() {
    let place = stand_off("");
    let line = "exploit stand-off.toml --side Red --out o -q";
    let text = flat(&place.ok(words(&format!("{line} --games 4000"))));
    let climb = table(&place, "o/exploit.csv");
    let games: u64 = climb.last().unwrap()["games"].parse().unwrap();
    let searched = skirmish_report::counted(games, "game");
    assert!(text.contains(&format!(" in {searched} of search · seed 1 ")), "{text}");
    assert!(text.contains("Tested on 20,000 games that the search never saw."), "{text}");
    let summary = place.read("o/summary.json");
    assert!(summary.contains(&format!("\"searched\": {games},")), "{text}");
    let text = flat(&place.ok(words(&format!("{line} --for 0.01s"))));
    assert!(text.contains("Time ran out before the first scripts had been tried."), "{text}");
}

#[test]
fn scripts_to_begin_with_are_no_search() {
    let place = stand_off("");
    let line = "exploit stand-off.toml --side Red --out o -q --games";
    let text = flat(&place.ok(words(&format!("{line} 100"))));
    let says = "Hardly a search: give it more time (--for) or more games (--games).";
    assert!(text.contains(says), "{text}");
    assert!(!place.path("o/exploit.svg").exists(), "nothing has climbed");
    let other = format!("{line} 20000 --resume --seed 2");
    place.run(words(&other)).fails(2, &["cannot go on with"]);
    let text = place.ok(words(&format!("{line} 20000")));
    assert!(!text.contains("Hardly a search"), "{text}");
    assert!(place.read("o/exploit.svg").contains("games of the search"));
}

/// A script that equals the old one has no estimate: the answer is that nothing better was found, and in how many games.
#[test]
fn the_same_script_again_gains_nothing() {
    let place = stand_off("");
    let solve = |answer: u64| {
        place.run(words(&format!(
            "solve stand-off.toml --games 20000 --answer {answer} --seed 2 --out s{answer} -q"
        )))
    };
    let text = flat(&solve(20_000).stdout);
    let players = place.read("s20000/players.toml");
    assert!(text.contains(" found nothing better"), "{text}");
    let gaps =
        "\n# What a further search still gained at most: the upper end of its interval.\ngaps.";
    assert!(players.contains(gaps) && players.contains(" = 0.0000\n"), "{players}");
    // A search with too few games to begin is refused.
    solve(19_999).fails(2, &["expected 20,000 or more", "the starting scripts"]);
}

#[test]
fn edited_players_are_worth_nobody_knows_what() {
    let place = stand_off("");
    let [_, found] = &*SOLVED;
    let told = |text: &str| {
        place.write("mine.toml", text);
        flat(&place.ok(words("run stand-off.toml --players mine.toml --games 100 --out r -q")))
    };
    let edited =
        "edited since they were found, so what the battle is worth between them is not known";
    let text = told(&format!("# A remark.\n\n{found}"));
    assert!(text.contains("; when they were found, ") && !text.contains(edited), "{text}");
    for (from, to) in [("\nvalue = 0", "\nvalue = 7"), (" = 1000\n", " = 1001\n")] {
        let text = told(&found.replacen(from, to, 1));
        assert!(!text.contains("; when they were found, ") && text.contains(edited), "{text}");
    }
}

#[test]
fn players_of_a_battle_as_it_was_are_told_to_be_so() {
    let place = stand_off("");
    place.write("players.toml", &SOLVED[1]);
    let changed = "the battle or its rules have changed since";
    let told = |line: &str| flat(&place.ok(words(&format!("run {line} --games 100 --out r -q"))));
    let own = "stand-off.toml --players players.toml";
    assert!(!told(own).contains(changed));
    assert!(told(&format!("{own} --set cap=19")).contains(changed));
    let shipped = "duel --players solved";
    assert!(!told(shipped).contains(changed));
    assert!(told(&format!("{shipped} --set seize.base.good=12")).contains(changed));
}

/// If no figure can reach an enemy before the battle ends, no player is better than another.
#[test]
fn who_can_change_nothing_is_told_so() {
    let place = stand_off("");
    let far = STAND_OFF.replace("cap = 20", "cap = 2").replace("\"bow\"", "\"sword\"");
    place.write("far.toml", far.replace("[24, 24]", "[24, 72]").replace("16]", "66]"));
    let text = place.ok(words("exploit far.toml --side Red --games 1000 --out o -q"));
    let says = "Nothing that was tried for Red changes how these games end: they win 50.00 ± 0.01 %. \
        Tested on 20,000 games that the search never saw. ";
    assert!(flat(&text).contains(says), "{text}");
    let says = " Nobody wins 100 % of these games; each counts as half a win. Hardly a search: ";
    assert!(flat(&text).contains(says), "{text}");
    assert!(!place.path("o/exploit.toml").exists() && !text.contains("with this bot"), "{text}");
    let gain = "\"gain\": {\n    \"value\": 0.0,\n    \"interval\": [\n      0.0,\n      0.0\n";
    assert!(place.read("o/summary.json").contains(gain));
    let expects = "[[expect]]\nmeasure = \"exploitable\"\nside = \"Red\"\nat_most = 0.1\n";
    place
        .write("expects.toml", far.replace("[24, 24]", "[24, 72]").replace("16]", "66]") + expects);
    let text = place.ok(words("check expects.toml --games 4000 -q"));
    let told = "expected at most 10 %, found nothing better in 20,000 games";
    assert!(flat(&text).contains(told), "{text}");
    let text = place.ok(words("solve far.toml --games 20000 --answer 20000 --out s -q"));
    let says = "Nothing that was tried for either side changes how these games end: Red win 50.00 ± 0.01 %.";
    assert!(flat(&text).contains(says) && !text.contains("To go on"), "{text}");
    let [text, _] = &*SOLVED;
    assert!(!text.contains("Nothing that was tried"), "{text}");
}

#[test]
fn who_stands_by_is_named_in_a_comparison() {
    let place = stand_off("");
    let line = "compare stand-off.toml --games 100 --bots none -q --out o --with";
    let stands = "The bot `stands` of Red never acts:";
    let text = flat(&place.ok(words(&format!("{line} weapon.bow.to-hit.short=3"))));
    assert!(text.matches(stands).count() == 1 && !text.contains("That is so"), "{text}");
    assert!(place.read("o/comparison.json").contains("\"doubts\": "));
    let text = flat(&place.ok(words(&format!("{line} side.Red.bot=marksman"))));
    let only_first = "exploit`). That is so under “as it is”.";
    assert!(text.contains(stands) && text.contains(only_first), "{text}");
}

#[test]
fn what_matters_is_tried_with_other_bots() {
    let place = stand_off("");
    let line = "sensitivity stand-off.toml --only weapon.bow --games 400 -q --out o";
    let with_others = "With other bots ";
    // If all stand, no number of the rules has any effect.
    assert!(!place.ok(words(line)).contains(with_others));
    let shoots = STAND_OFF.replace("do = \"stand\" }", "do = \"shoot\" }, { do = \"stand\" }");
    place.write("stand-off.toml", shoots);
    place.write("players.toml", "battle = \"Stand-off\"\n[mix.Red]\nmarksman = 1\n");
    let text = place.ok(words(&format!("{line} --players players.toml")));
    assert!(!text.contains(with_others), "{text}");
    let text = place.ok(words(line));
    assert!(text.contains(with_others), "{text}");
    let rows = table(&place, "o/panel.csv");
    assert!(!rows.is_empty());
    assert!(rows.iter().all(|row| row["question"].contains("with weapon.bow")), "{rows:?}");
}

/// Players found for one set of rules may not be the best for another.
#[test]
fn players_of_other_rules_are_no_matter_of_course() {
    let place = stand_off("");
    place.write("players.toml", "battle = \"Stand-off\"\n[mix.Red]\nmarksman = 1\n");
    let told = "players.toml, but for Blue, of whom it has none";
    let learn = "They don't adapt to a change of rules";
    for (study, file, is_changed) in [
        ("sweep stand-off.toml --vary weapon.bow.to-hit.short=3,4", "summary", true),
        ("compare stand-off.toml --bots none --with weapon.bow.to-hit.short=3", "comparison", true),
        // Finding the sources of luck changes no rules.
        ("sensitivity stand-off.toml --luck", "summary", false),
    ] {
        let line = format!("{study} --games 100 -q --out o");
        let text = flat(&place.ok(words(&format!("{line} --players players.toml"))));
        assert!(text.contains(&format!("Played by {told}")), "{text}");
        assert_eq!(text.contains(learn), is_changed, "{text}");
        let file = format!("o/{file}.json");
        assert!(place.read(&file).contains(&format!("\"{told}\"")), "{study}");
        let text = flat(&place.ok(words(&line)));
        assert!(!text.contains("Played by"), "{text}");
        assert!(!place.read(&file).contains(told), "{study}");
    }
}

#[test]
fn luck_that_is_not_told_has_its_reason() {
    let place = stand_off("");
    let line = "sensitivity stand-off.toml --luck -q --out o --games";
    let text = place.ok(words(&format!("{line} 399")));
    assert!(text.contains("To see whose luck decides, by dice: --games 400."), "{text}");
    let text = place.ok(words(&format!("{line} 400")));
    assert!(text.contains("It was the same in every game: no luck to take apart."), "{text}");
}

/// Sides that think ahead play the same games with any number of threads and in a replay, and are reported.
#[test]
fn sides_think_ahead() {
    let place = stand_off("");
    let line = "run stand-off.toml --players think:4@Red --games 20 --pairs off --games-csv -q";
    let text = place.ok(words(&format!("{line} --out one --threads 1")));
    assert!(text.contains("thinking ahead by 4 games of each of "), "{text}");
    place.ok(words(&format!("{line} --out three --threads 3")));
    assert_eq!(place.read("one/games.csv"), place.read("three/games.csv"));
    // Game 0 is below the header.
    for game in 0..8 {
        let replay =
            format!("replay stand-off.toml --players think:4@Red --pairs off --game {game}");
        let end = place.ok(words(&replay));
        let row = place.read("one/games.csv").lines().nth(game + 1).map(str::to_owned);
        let row = row.unwrap_or_default();
        let cells: Vec<_> = row.split(',').collect();
        let all: Vec<u32> = end
            .rsplit("left on the table: ")
            .next()
            .into_iter()
            .flat_map(|left| {
                left.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok())
            })
            .collect();
        let lost = [all[1] - all[0], all[3] - all[2]].map(|lost| lost.to_string());
        assert_eq!(lost, cells[5..7], "{row}\n{end}");
    }
    for (who, told) in [
        ("think:2", "is no number from 4 to 1024"),
        ("think:", "is no number"),
        ("solved,think:x", "is no number"),
        ("think:8@Rde", "there is no side `Rde`"),
    ] {
        place.run(words(&format!("run stand-off.toml --players {who}"))).fails(2, &[told]);
    }
    for command in ["exploit stand-off.toml --side Red", "solve stand-off.toml"] {
        let told = ["take too long for a search", "run --players think:8"];
        place.run(words(&format!("{command} --players think:8"))).fails(2, &told);
    }
}

#[test]
fn players_that_are_not_there_are_told() {
    let place = stand_off("");
    place.run(words("run stand-off.toml --players solved")).fails(
        2,
        &["no players come with the program for “Stand-off” under `lloyd`", "skirmish solve"],
    );
    // Nor for a copy with renamed sides.
    let duel = include_str!("../../../../scenarios/duel.toml");
    place.write("copy.toml", duel.replace("Whitethorn", "Greythorn"));
    let told = place.run(words("run copy.toml --games 20 --out o")).stdout;
    assert!(told.contains("both play well: skirmish solve copy.toml"), "{told}");
    place.run(words("run copy.toml --players solved")).fails(
        2,
        &["no players come with the program", "sides or places have other names", "skirmish solve"],
    );
    place
        .run(words("run stand-off.toml --players slved"))
        .fails(3, &["cannot read `slved`", "`--players solved`"]);
    // Fewer games than one search plays, which would take long all the same.
    let few = place.run(words("solve stand-off.toml --games 2"));
    few.fails(2, &["expected 20,000 or more: fewer would try little"]);
}

#[test]
fn a_time_too_short_for_a_round_is_told_with_what_it_takes() {
    let place = stand_off("");
    let line = "solve stand-off.toml --answer 10000000 --threads 1 -q --out o --for 4s";
    let text = flat(&place.ok(words(line)));
    assert!(text.contains("Between the known bots that the search begins with Red win "), "{text}");
    let says = "Time ran out before the first round of searches was over: that takes about ";
    assert!(text.contains(says) && (text.contains("minute") || text.contains("hour")), "{text}");
    let text = flat(&place.ok(words("solve stand-off.toml -q --out p --for 0.01s")));
    assert!(text.contains("Time ran out before the first scripts had been tried."), "{text}");
    // No value is given for players without a search.
    assert!(!place.read("p/players.toml").contains("value"));
}

/// Players that come with the program know more than a search of a few seconds, unless the rules are others or it begins with them.
#[test]
fn shipped_players_are_told_beside_a_search() {
    let place = Place::new();
    let known = " 95 % intervals The players that come with the program: Whitethorn 50 % (43 % to 60 %), from 2,533,400 games.";
    let solve = |more: &str| place.ok(words(&format!("solve duel --for 0.5s {more}")));
    let text = solve("--out own");
    assert!(flat(&text).contains(known), "{text}");
    assert!(text.contains("no measure of the battle") && !text.contains("how games end"), "{text}");
    let next = "skirmish solve duel --players solved --for ";
    assert!(text.contains(next) && text.contains("m --out own-solved\n"), "{text}");
    for more in ["--set seize.base.good=12 --out set", "--initiative cards --out cards"] {
        assert!(!solve(more).contains("The players that come with"), "{more}");
    }
    let text = flat(&solve("--players solved --out solved"));
    let says = "Between the players that the search begins with Whitethorn win ";
    assert!(text.contains(says) && !text.contains("The players that come with"), "{text}");
    assert!(text.contains("Begins with scenarios/players/duel.lloyd.toml; when they"), "{text}");
}

#[cfg(unix)]
#[test]
fn solving_is_taken_up_where_it_was_left() {
    let place = stand_off("");
    let line = "solve stand-off.toml --games 120000 --answer 20000 --delta 5 -q --out";
    place.ok(words(&format!("{line} whole")));
    let done = place.interrupted(words(&format!("{line} parts")), "parts/unfinished.json");
    assert!(done.stderr.contains("give the same command to go on"), "{}", done.stderr);
    std::fs::create_dir(place.path("copy")).expect("a folder");
    place.write("copy/unfinished.json", place.read("parts/unfinished.json"));
    let other =
        place.run(words("solve stand-off.toml --answer 20000 --delta 5 -q --for 0.1s --out copy"));
    let says = "going on from what an earlier call has kept in";
    assert!(other.stderr.contains(says), "{}", other.stderr);
    place.ok(words(&format!("{line} parts --resume")));
    for file in ["players.toml", "table.csv", "solve.csv"] {
        assert_eq!(place.read(&format!("parts/{file}")), place.read(&format!("whole/{file}")));
    }
    // Once both sides settle, nothing is kept.
    let line = line.replace("120000", "2000000");
    assert_eq!(place.run(words(&format!("{line} parts --resume"))).status, 0);
    let other = format!("{line} parts --resume --seed 2");
    let hint = "leave out --resume and --tell, or name the folder";
    place.run(words(&other)).fails(2, &["cannot go on with", "there is no such file", hint]);
}

/// A search can be continued after it was reported.
#[cfg(unix)]
#[test]
fn a_search_that_was_told_is_taken_up() {
    let place = stand_off("");
    let line = "exploit stand-off.toml --side Red -q --out";
    place.ok(words(&format!("{line} whole --games 60000")));
    let start = format!("{line} parts --games 60000");
    let done = place.interrupted(words(&start), "parts/unfinished.json");
    assert!(done.stderr.contains("with --tell to see"), "{}", done.stderr);
    let told = place.ok(words(&format!("{line} parts --tell")));
    // Whatever the command was.
    for more in ["--games 60000", "--for 10m"] {
        assert_eq!(place.ok(words(&format!("{line} parts {more} --tell"))), told);
    }
    assert!(told.replace('\n', " ").contains("· seed 1 "), "{told}");
    assert_eq!(place.run(words(&start)).status, 0);
    for file in ["exploit.csv", "exploit.toml"] {
        assert_eq!(place.read(&format!("parts/{file}")), place.read(&format!("whole/{file}")));
    }
}

/// An unsettled search leaves the players that it would add next.
#[test]
fn answers_that_no_mix_knows_are_told() {
    let place = Place::new();
    place.write("gap.toml", include_str!("../gap.toml"));
    let text = place.ok(words("solve gap.toml --games 20000 --answer 20000 -q --out o"));
    let sides = [("Outlaws", "answer-a.toml"), ("Wardens", "answer-b.toml")];
    let is_told = |(side, file): &(&str, &str)| {
        let attack = format!("  The best attack for {side}  +");
        text.lines().any(|line| line.starts_with(&attack) && line.ends_with(&format!("({file})")))
    };
    let (side, answer) = sides.into_iter().find(is_told).unwrap_or_else(|| panic!("{text}"));
    let wins = |players: &str| {
        let run = format!("run gap.toml --games 8000 --players o/{players} --out r -q");
        let done = place.run(words(&run));
        assert!(done.stdout.contains("  Played by "), "{}", done.stdout);
        let rows = table(&place, "r/outcomes.csv");
        let won = rows.iter().find(|row| row["side"] == side && row["reason"].is_empty());
        won.expect("a row of the side")["share"].parse::<f64>().unwrap()
    };
    assert!(wins(answer) > wins("players.toml"));
}

#[test]
fn thinking_ahead_is_a_yardstick() {
    let place = stand_off("");
    let line = "exploit stand-off.toml --side Red --games 1000 --thinker 4 --out o -q";
    let text = place.ok(words(line));
    assert!(text.contains("Thinking ahead (4 games by each of "), "{text}");
    assert!(place.read("o/summary.json").contains("\"playouts\": 4"));
}
