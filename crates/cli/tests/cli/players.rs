//! Searches for players, and the messages where one is impossible.

use crate::common::{Place, flat, words};
use crate::solved::stand_off;

#[test]
fn the_sides_there_are_are_named_where_none_or_another_is_asked_for() {
    let place = Place::new();
    let sides = "sides: Raiders, Watch";
    place
        .run(words("exploit flank-run --format json"))
        .fails(2, &["say which side looks for a better player", sides]);
    place
        .run(words("exploit flank-run --side Raider"))
        .fails(2, &["there is no side `Raider` in this battle", sides]);
}

#[test]
fn without_a_side_both_are_searched_for() {
    let place = stand_off("");
    let told = place.ok(words("exploit stand-off.toml --games 1 -q --out o"));
    for (side, enemy) in [("Red", "Blue"), ("Blue", "Red")] {
        assert!(told.contains(&format!("{side} against {enemy} (stands)")), "{told}");
        assert!(place.path(&format!("o/{side}/summary.json")).is_file());
    }
}

#[test]
fn a_bot_is_no_file_of_players_nor_the_other_way_round() {
    let place = Place::new();
    place.write("bot.toml", "lines = [{ do = \"stand\" }]\n");
    place.write("players.toml", "battle = \"Flank run\"\n[mix.Raiders]\nrunner = 1\n");
    place
        .run(words("run flank-run --players bot.toml --games 10"))
        .fails(2, &["`bot.toml` is a bot, not a file of players", "--set side.NAME.bot=FILE"]);
    place
        .run(words("run flank-run --set side.Raiders.bot=players.toml --games 10"))
        .fails(2, &["`players.toml` is a file of players, not a bot", "--players FILE"]);
}

#[test]
fn a_share_of_nothing_is_refused_with_what_is_allowed() {
    let place = Place::new();
    place.write("players.toml", "battle = \"The duel\"\n[mix.Morcar]\nrusher = 0\nrunner = 5\n");
    let told = [
        "share of a player is 0, but 1 to 1000000 is allowed",
        "leave out a player that is not to play",
    ];
    for line in ["check duel", "exploit duel --side Morcar", "run duel"] {
        place.run(words(&format!("{line} --players players.toml --games 100"))).fails(2, &told);
    }
}

#[test]
fn what_is_meant_is_guessed() {
    let place = Place::new();
    place.run(words("list players dule")).fails(2, &["did you mean `duel.lloyd`?"]);
}

/// A mistake on the command line is not one of the scenario.
#[test]
fn a_slip_is_told_of_where_it_stands() {
    let place = Place::new();
    let both = ["1 problem in what is set on the command line; nothing was played"];
    for set in ["seize.base.avrage=18", "seize.base.average=999", "side.Morcar.bot=nobody"] {
        let done = place.run(["run", "duel", "--set", set]);
        done.fails(2, &both);
        assert!(!done.stderr.contains("duel.toml"), "{}", done.stderr);
    }
    place.write("bot.toml", "lines = 3\n");
    let sets =
        ["run", "duel", "--set", "side.Morcar.bot=bot.toml", "--set", "seize.base.average=999"];
    let done = place.run(sets);
    done.fails(2, &["what is set on the command line and bot.toml; nothing was played"]);
}

/// A solved player that stands idle has nothing better to do; a bot that was set may have.
#[test]
fn players_who_were_searched_for_are_not_doubted() {
    let place = Place::new();
    let doubts = |more: &str| {
        let line = format!("run three-to-one --games 40 -q --out o {more}");
        flat(&place.ok(words(&line))).contains("another player may do better")
    };
    assert!(!doubts("--players solved"));
    place.write(
        "idle.toml",
        "lines = [{ when = [\"engaged\"], do = \"fight\" }, { do = \"stand\" }]\n",
    );
    assert!(doubts("--players solved --set side.Brigands.bot=idle.toml"));
    let chart = place.read("o/outcomes.svg");
    assert!(chart.contains("set:") && chart.contains("idle.toml"), "what was set stands below");
}

#[test]
fn every_study_says_who_plays_where_a_bot_is_set() {
    let place = Place::new();
    let expect = "[[expect]]\nmeasure = \"win-rate\"\nside = \"North\"\nbetween = [0.0, 1.0]\n";
    place.write("tiny.toml", format!("{}\n{expect}", include_str!("../tiny.toml")));
    let set = "--set side.North.body.1.bot=rusher";
    for line in [
        "sweep tiny.toml --games 60 --vary cap=20,30 --bots none",
        "compare tiny.toml --games 60 --initiative lloyd,cards,alternate --bots none",
        "sensitivity tiny.toml --games 60 --only seize.base.good --bots none",
        "tune tiny.toml --games 400 --target 'win-rate North 45%..55%' --may seize.base",
    ] {
        let told = place.run(words(&format!("{line} {set} -q --out o")));
        let says = "North men: rusher (North) and rusher (South)";
        assert!(flat(&told.stdout).contains(says), "{line}: {}", told.stdout);
        assert!(!told.stdout.contains("--players names"), "{line}: {}", told.stdout);
        let page = place.read("o/report.html");
        assert!(page.contains(says), "{line}");
        let name = if line.starts_with("compare") { "comparison.json" } else { "summary.json" };
        assert!(
            place.read(&format!("o/{name}")).contains("\"North men: rusher (North)\""),
            "{line}"
        );
        std::fs::remove_dir_all(place.path("o")).expect("it is there");
        // The battle's own players need no mention.
        let told = place.run(words(&format!("{line} -q --out o")));
        assert!(!flat(&told.stdout).contains("Played"), "{line}: {}", told.stdout);
        std::fs::remove_dir_all(place.path("o")).expect("it is there");
    }
    let told = place.run(words(&format!("check tiny.toml --games 400 {set} -q")));
    let says = "win-rate, North, North men: rusher (North) against rusher (South)";
    assert!(flat(&told.stdout).contains(says), "{}", told.stdout);
}

#[test]
fn the_hint_to_play_well_sets_no_bots() {
    let place = Place::new();
    let set = "--set side.Whitethorn.bot=holder --set side.Morcar.body.1.bot=rusher --set cap=30";
    let told = place.run(words(&format!("run duel --games 40 {set} --out o"))).stdout;
    let says = "both play well: skirmish run scenarios/duel.toml --players solved --set cap=30";
    assert!(flat(&told).contains(says), "{told}");
}

#[test]
fn a_search_against_other_players_does_not_go_on() {
    let place = stand_off("");
    let players = |act: &str| {
        let mixes = "[mix]\nRed = { one = 1 }\nBlue = { one = 1 }\n";
        let bot = format!("[bot.one]\nlines = [{{ do = \"{act}\" }}]\n");
        place.write("p.toml", format!("battle = \"Stand-off\"\n{mixes}{bot}"));
    };
    players("fight");
    let line = "solve stand-off.toml --players p.toml --games 20000 --answer 20000 --out o -q";
    assert_eq!(place.run(words(line)).status, 0);
    players("stand");
    place.run(words(line)).fails(2, &["the players have changed since", "--fresh"]);
}
