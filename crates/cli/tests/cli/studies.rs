//! `skirmish compare` and `skirmish check`.

use std::collections::BTreeMap;

use crate::common::{Place, flat, words};
use crate::tables::{Row, number, row, table};

const DUEL: &str = include_str!("../../../../scenarios/duel.toml");

#[test]
fn a_battle_compared_with_itself_is_exactly_the_same() {
    let place = Place::new();
    place.write("one.toml", DUEL);
    place.write("two.toml", DUEL);
    let done =
        place.run(["compare", "one.toml", "two.toml", "--games", "60", "--out", "out", "-q"]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(done.stdout.contains("No game went otherwise under B."), "{}", done.stdout);
    let mut rows = table(&place, "out/comparison.csv");
    rows.retain(|row| row["variant"] == "two.toml");
    let mut changes = 0;
    for row in &rows {
        assert!(matches!(row["change"].as_str(), "0" | ""), "{row:?}");
        assert!(matches!(row["p_value"].as_str(), "1" | ""), "{row:?}");
        changes += usize::from(row["change"] == "0");
    }
    assert!(changes > 20);
}

#[test]
fn a_change_is_told_with_its_interval_and_any_threads_write_the_same_bytes() {
    let place = Place::new();
    let mut files = Vec::new();
    for threads in ["1", "2", "7"] {
        let done = place.run([
            "compare",
            "duel",
            "--with",
            "seize.base.good=12",
            "--with",
            "seize.base.average=12",
            "--games",
            "150",
            "--threads",
            threads,
            "--out",
            threads,
            "-q",
        ]);
        assert_eq!(done.status, 0, "{}", done.stderr);
        let mut wins = done.stdout.lines().filter(|line| line.contains(" win "));
        assert!(wins.any(|line| line.contains(" ± ") && line.contains(" points")));
        assert!(done.stdout.contains("Biggest changes"), "{}", done.stdout);
        files.push((done.stdout, place.read(&format!("{threads}/comparison.json"))));
    }
    assert_eq!(files[0], files[1]);
    assert_eq!(files[0], files[2]);
}

#[test]
fn nothing_to_compare_is_told() {
    let place = Place::new();
    for (args, says) in [
        (vec!["compare", "duel"], "there is only one battle to compare"),
        (vec!["compare", "duel", "--set", "cap=200"], "write --with cap=200"),
        (vec!["compare", "duel", "flank-run"], "have different names"),
        (vec!["compare", "duel", "--initiative", "lloyd"], "one system alone"),
        (vec!["compare", "duel", "--initiative", "lloyd,loyd"], "a similar value exists: 'lloyd'"),
        (vec!["compare", "duel", "--initiative", "lloyd,lloyd"], "is named twice"),
        (vec!["compare", "duel", "--fighting", "host"], "one way of fighting alone"),
        (vec!["compare", "duel", "--fighting", "host,petite-guerre"], "leave `petite-guerre` out"),
        (vec!["compare", "duel", "--with", "cap=9", "--with", "cap=8"], "cannot have `cap` twice"),
    ] {
        let done = place.run(args.clone());
        assert_eq!(done.status, 2, "{args:?}: {}", done.stderr);
        assert!(done.stderr.contains(says), "{args:?}: {}", done.stderr);
    }
}

const SYSTEMS: &str = "lloyd,alternate,cards,lloyd-d10,warspike,adnd";

#[test]
fn one_battle_under_every_system_answers_the_flank_question() {
    let place = Place::new();
    let done = place.run([
        "compare",
        "flank-run",
        "--initiative",
        SYSTEMS,
        "--games",
        "200",
        "--out",
        "out",
    ]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    let text = &done.stdout;
    let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("{words}: {text}"));
    assert!(at("Raiders win") < at("\n  A  lloyd ") && at("\n  A  ") < at("\n  B  "));
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let files = place.files("out");
    for file in ["overview.svg", "streaks.csv", "streaks.svg"] {
        assert!(files.iter().any(|name| name == file), "{file}: {files:?}");
    }
    let chart = place.read("out/overview.svg");
    let title = chart.split("</title>").next().unwrap_or_default();
    assert!(title.contains(" under "), "the title is the finding: {title}");
    assert!(chart.contains("\nGet through\n"), "{chart}");

    // The shares of streaks of each side and system add up to 1.
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    for row in table(&place, "out/streaks.csv") {
        let whose = format!("{} {}", row["system"], row["side"]);
        *sums.entry(whose).or_default() += number(&row, "share");
    }
    assert_eq!(sums.len(), 12);
    assert!(sums.values().all(|sum| (sum - 1.0).abs() < 1e-4), "{sums:?}");

    // A side that can win by ground gets through, is stopped or destroyed, wins otherwise, or runs out of time.
    let rows = table(&place, "out/comparison.csv");
    let value = |system: &str, measure: &str| {
        let is_it = |row: &&Row| row["variant"] == system && row["measure"] == measure;
        let found = rows.iter().filter(is_it).find(|row| !row["value"].is_empty());
        number(found.unwrap_or_else(|| panic!("{system}, {measure}")), "value")
    };
    for system in SYSTEMS.split(',') {
        let of = |measure| value(system, measure);
        let lost = of("stopped-alive") + of("destroyed") + of("cap-rate");
        assert!((of("win-rate") + lost - 1.0).abs() < 1e-4, "{system}: {lost}");
        assert!(of("win-rate") >= of("through") && of("through") >= of("run-through"), "{system}");
        assert!(of("walkover") >= of("run-through"), "{system}");
    }
}

/// Under WarSpike each matched reaction is a decision, and ends a streak without reaction, as in other systems.
#[test]
fn reactions_count_under_warspike_too() {
    let place = Place::new();
    place.ok(words("run five-a-side --games 200 --pairs off --out run -q"));
    place.ok(words("compare five-a-side --fighting techniques,host --games 200 --out out -q"));
    let compared = table(&place, "out/comparison.csv");
    let of = |measure: &str, side: &str| {
        let cells = [("variant", "techniques"), ("measure", measure), ("side", side)];
        number(row(&compared, &cells), "value")
    };
    let events = table(&place, "run/events.csv");
    let answered = |side: &str| {
        let cells = [("event", "match answered"), ("side", side)];
        number(row(&events, &cells), "per_game")
    };
    let reactions = answered("Hunters") + answered("Guards");
    assert!(reactions > 5.0, "{reactions}");
    let decided = of("decisions", "") - of("actions", "");
    // Declining to react is a decision, too.
    assert!(decided >= reactions, "{decided} {reactions}");
    for side in ["Hunters", "Guards"] {
        let all = of("streak-in-actions", side);
        let to_reaction = of("streak-in-actions-to-reaction", side);
        assert!(to_reaction < all / 2.0, "{side}: {to_reaction} of {all}");
        assert!(of("unanswered-actions", side) < 0.3, "{side}");
        // Each match is a chance to react.
        assert!(of("streak", side) < of("streak-without-reactions", side), "{side}");
    }
}

/// Where a side acts as a whole, the bot has all of it shoot; elsewhere a unit.
#[test]
fn captains_shoot_under_every_system() {
    let place = Place::new();
    place.ok(words(&format!(
        "compare large-battle --initiative {SYSTEMS},petite-guerre --bots none --games 10 --out out -q"
    )));
    let rows = table(&place, "out/comparison.csv");
    let shots = rows.iter().filter(|row| row["measure"] == "shots");
    let shots: Vec<f64> = shots.map(|row| number(row, "value")).collect();
    assert_eq!(shots.len(), 2 * 7);
    let some = |sides: &[f64]| sides.iter().sum::<f64>() > 0.0;
    assert!(shots.chunks(2).all(some), "{shots:?}");
}

/// Each column is as in `run` with that way of fighting.
#[test]
fn one_battle_by_every_way_of_fighting_that_its_troops_know() {
    let place = Place::new();
    let said = place.ok(words(
        "compare peasants-and-zombies --fighting host,techniques,osric --games 200 --out out -q",
    ));
    assert!(said.contains("Peasants and zombies under 3 ways of fighting"), "{said}");
    assert!(place.read("out/overview.svg").contains("\nFigures lost\n"));
    let compared = table(&place, "out/comparison.csv");
    for fighting in ["host", "techniques", "osric"] {
        place.ok(words(&format!(
            "run peasants-and-zombies --set fighting={fighting} --games 200 --pairs off --out {fighting} -q"
        )));
        let outcomes = table(&place, &format!("{fighting}/outcomes.csv"));
        let rate = [("variant", fighting), ("measure", "win-rate"), ("side", "Village")];
        let share = [("outcome", "Village win"), ("reason", "")];
        assert_eq!(row(&compared, &rate)["value"], row(&outcomes, &share)["share"]);
    }
}

#[test]
fn who_wins_is_told_with_the_luck_taken_out_too_where_there_are_games_enough() {
    let place = Place::new();
    for (games, is_told) in [("900", false), ("1500", true)] {
        let done = place.run([
            "compare",
            "duel",
            "--initiative",
            "lloyd,cards,alternate",
            "--bots",
            "none",
            "--games",
            games,
            "--out",
            games,
            "-q",
        ]);
        assert_eq!(done.status, 0, "{}", done.stderr);
        // The text is about the games as played, as are the values beside it.
        let rows = table(&place, &format!("{games}/comparison.csv"));
        let wins =
            row(&rows, &[("variant", "cards"), ("measure", "win-rate"), ("side", "Whitethorn")]);
        let points = format!("{:.1} ± ", 100.0 * number(wins, "change").abs());
        assert!(done.stdout.contains(&points), "{points}: {}", done.stdout);
        let (mut told, mut met) = (0, 0);
        for row in rows {
            let measure = row["measure"].as_str();
            let is_ending = ["win-rate", "draw-rate", "cap-rate"].contains(&measure);
            if row["less_luck_change"].is_empty() {
                let rest = ["change_low", "change_high", "gain"];
                let is_empty = |name| row[&format!("less_luck_{name}")].is_empty();
                assert!(rest.into_iter().all(is_empty), "{row:?}");
                continue;
            }
            assert!(is_ending && is_told, "{row:?}");
            told += 1;
            let end = |column| number(&row, column);
            let meets = end("less_luck_change_low") <= end("change_high")
                && end("change_low") <= end("less_luck_change_high");
            met += usize::from(meets);
        }
        assert_eq!(told > 0, is_told);
        // Both estimate the same, so their intervals overlap.
        assert_eq!(met, told);
        let json = place.read(&format!("{games}/comparison.json"));
        assert_eq!(json.contains("\"less_luck\": {"), is_told);
    }
}

#[test]
fn two_variants_have_one_picture_of_all_measures() {
    let place = Place::new();
    place.ok(words("compare duel --initiative lloyd,cards --games 40 --bots none --out o -q"));
    let charts = place.files("o").into_iter().filter(|name| name.ends_with(".svg"));
    assert_eq!(charts.collect::<Vec<_>>(), ["overview.svg", "streaks.svg"]);
    let chart = place.read("o/overview.svg");
    assert!(chart.contains(" → ") && chart.contains("as 100"), "{chart}");
}

fn expecting(rows: &str) -> String {
    format!("{DUEL}\n{rows}")
}

#[test]
fn a_check_passes_fails_or_leaves_it_open() {
    let place = Place::new();
    for (bounds, status, word) in [
        ("between = [0.0, 1.0]", 0, "pass"),
        ("at_least = 0.999", 1, "FAIL"),
        ("at_most = 0.001", 1, "FAIL"),
    ] {
        let rows = format!("[[expect]]\nmeasure = \"win rate\"\n{bounds}\n");
        place.write("battle.toml", expecting(&rows));
        let done = place.run([
            "check",
            "battle.toml",
            "--games",
            "500",
            "-q",
            "--junit",
            "junit.xml",
            "--markdown",
            "summary.md",
            "--github",
        ]);
        assert_eq!(done.status, status, "{bounds}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains(word), "{}", done.stdout);
        let xml = place.read("junit.xml");
        assert!(xml.starts_with("<?xml") && xml.contains("tests=\"2\""), "{xml}");
        assert!(place.read("summary.md").contains(word));
        assert_eq!(done.stdout.contains("::error file=battle.toml,line="), status == 1);
    }
    // The bound is the value itself, so no number of games decides.
    place.write("battle.toml", DUEL);
    place.ok(words("run battle.toml --games 200 --measure actions --out m"));
    let rows = table(&place, "m/measures.csv");
    let mean = number(&rows[0], "value");
    let rows = format!("[[expect]]\nmeasure = \"actions\"\nat_least = {mean}\n");
    place.write("battle.toml", expecting(&rows));
    let done = place.run(["check", "battle.toml", "--games", "200", "-q"]);
    assert_eq!(done.status, 4, "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("inconclusive"), "{}", done.stdout);
}

#[test]
fn a_baseline_holds_until_the_rules_change() {
    let place = Place::new();
    place.write("battle.toml", DUEL);
    let written = place.run([
        "check",
        "battle.toml",
        "--games",
        "500",
        "-q",
        "--write-baseline",
        "base.json",
    ]);
    assert_eq!(written.status, 0, "{}", written.stderr);
    let again = ["check", "battle.toml", "--games", "500", "-q", "--baseline", "base.json"];
    let done = place.run(again);
    assert_eq!(done.status, 0, "{}{}", done.stdout, done.stderr);
    // Other bots may have changed what is measured.
    let done = place.run(again.into_iter().chain(["--set", "side.Morcar.bot=holder"]));
    assert!(done.stderr.contains("`holder` (Morcar): what differs may be"), "{}", done.stderr);
    // What the baseline lacks must not look as if it had been checked.
    place.write("other.toml", DUEL);
    let done = place.run(["check", "other.toml", "-q", "--baseline", "base.json"]);
    assert_eq!(done.status, 2, "{}", done.stdout);
    assert!(done.stderr.contains("has nothing on"), "{}", done.stderr);
    let same = place.run([
        "check",
        "battle.toml",
        "--games",
        "4000",
        "-q",
        "--baseline",
        "base.json",
        "--seed",
        "2",
    ]);
    assert_ne!(same.status, 1, "{}", same.stdout);
    let changed = place.run([
        "check",
        "battle.toml",
        "--games",
        "4000",
        "-q",
        "--baseline",
        "base.json",
        "--set",
        "seize.dice=d8",
    ]);
    assert_eq!(changed.status, 1, "{}", changed.stdout);
}

#[test]
fn what_cannot_be_checked_is_told_with_its_line() {
    let place = Place::new();
    place.write(
        "battle.toml",
        expecting(
            "[[expect]]\nmeasure = \"win rat\"\nside = \"Morcat\"\nat_least = 0.4\n\
             [[expect]]\nmeasure = \"actions\"\nside = \"Morcar\"\nat_least = 4\n",
        ),
    );
    // All errors in one pass, each with its line and what to write.
    let done = place.run(["check", "battle.toml", "-q"]);
    done.fails(
        2,
        &[
            "there is no measure `win rat`",
            "did you mean `win-rate`?",
            "measures: win-rate, draw-rate",
            "there is no side `Morcat`",
            "did you mean `Morcar`?",
            "`actions` measures the whole game, not a side",
            "3 problems in battle.toml",
        ],
    );
    place.write("battle.toml", DUEL);
    let done = place.run(["check", "battle.toml", "-q"]);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("`battle.toml` has no `[[expect]]` checks"), "{}", done.stderr);
    place.write("base.json", "[{");
    let done = place.run(["check", "battle.toml", "-q", "--baseline", "base.json"]);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("is not a baseline"), "{}", done.stderr);
}

/// It fails nothing, so that a build can check all its scenarios at once, but is not reported as checked.
#[test]
fn a_scenario_that_expects_nothing_is_told_among_those_that_do() {
    let place = Place::new();
    place.write("silent.toml", DUEL);
    let rows = "[[expect]]\nmeasure = \"win rate\"\nbetween = [0.0, 1.0]\n";
    place.write("battle.toml", expecting(rows));
    let line = "check battle.toml silent.toml --games 500 -q --junit junit.xml";
    let done = place.run(words(line));
    assert_eq!(done.status, 0, "{}{}", done.stdout, done.stderr);
    let says = "not checked   silent.toml: it has no `[[expect]]` checks";
    assert!(done.stdout.contains(says), "{}", done.stdout);
    let xml = place.read("junit.xml");
    assert!(xml.contains("tests=\"3\"") && xml.contains("skipped=\"1\""), "{xml}");
}

/// Only games that every variant has played are kept.
#[cfg(unix)]
#[test]
fn an_interrupted_comparison_keeps_what_every_variant_has_played() {
    let place = Place::new();
    // Games of a single action, so that many are played before the interrupt.
    let line = "compare duel --initiative lloyd,alternate,cards --set cap=1 --bots none";
    let endless = format!("{line} --games 1000000000 --threads 1 --out o -q");
    let done = place.interrupted(words(&endless), "o/unfinished.json");
    assert_eq!(done.status, 130, "{}", done.stderr);
    for says in [
        "of 1,000,000,000 games were played under each; what was done is kept in `o/unfinished.json`",
        "give the same command to go on; what was played is in o",
    ] {
        assert!(done.stderr.contains(says), "{}", done.stderr);
    }
    let kept: serde_json::Value =
        serde_json::from_str(&place.read("o/comparison.json")).expect("it is JSON");
    let games = kept["games"].as_u64().expect("a number");
    assert!(0 < games && games < 1_000_000_000);
    // The same number of games, not interrupted, gives the same.
    place.ok(words(&format!("{line} --games {games} --out whole -q")));
    assert_eq!(place.read("o/comparison.csv"), place.read("whole/comparison.csv"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_command_leaves_an_answer_that_is_there() {
    let place = Place::new();
    place.ok(words(
        "compare duel --initiative lloyd,cards,alternate --games 20 --bots none --out o -q",
    ));
    let own = |place: &Place| {
        let names = place.files("o").into_iter();
        let names =
            names.filter(|name| ["svg", "csv", "json", "html"].iter().any(|it| name.ends_with(it)));
        let names = names.filter(|name| name != "unfinished.json");
        names.map(|name| (place.read(&format!("o/{name}")), name)).collect::<Vec<_>>()
    };
    let before = own(&place);
    for line in ["run duel --games-csv", "compare duel --initiative lloyd,cards --bots none"] {
        let line = format!("{line} --set cap=1 --games 1000000000 --threads 1 --out o");
        let done = place.interrupted(words(&line), "o/unfinished.json");
        assert_eq!(done.status, 130, "{}", done.stderr);
        assert!(!done.stdout.is_empty() && !done.stdout.contains("In o:"), "{}", done.stdout);
        let says = "give the same command to go on; the files in o are of an earlier command\n";
        assert!(done.stderr.ends_with(says), "{}", done.stderr);
        assert!(own(&place) == before, "{line}");
        std::fs::remove_file(place.path("o/unfinished.json")).expect("it is there");
    }
}

/// Definitions, methods and sources are left out, but an interval that does not decide is explained.
#[test]
fn who_wants_it_quiet_gets_the_answer_alone() {
    let place = Place::new();
    let asked = "compare flank-run --with seize.base.average=18 --games 100 --out out";
    let whole = place.run(words(asked)).stdout;
    let quiet = place.ok(words(&format!("{asked} -q")));
    assert!(whole.starts_with(&quiet), "{quiet}");
    let explained = place.run(words(&format!("{asked} --explain"))).stdout;
    for remark in ["What is measured", "Methods and sources", "J. Amer. Statist. Assoc."] {
        assert!(explained.contains(remark) && !whole.contains(remark), "{remark}");
    }
    // Orders win more often by 13 to 54 points, which is not a clear difference.
    let all =
        place.ok(words("compare flank-run --initiative all --games 40 --bots none --out a -q"));
    let holm = " changes, chance alone would make some look real.";
    assert!(all.contains(holm) && !whole.contains(holm), "{all}");
    let sweep = place.ok(words("sweep duel --vary cap=8,9 --games 100 --out s -q"));
    assert!(!sweep.contains("What is measured"), "{sweep}");
}

/// Rules lack tables for a way of fighting: another rulebook alone does not help, nor does the initiative.
#[test]
fn a_way_of_fighting_without_tables_has_a_remedy_that_can_be_followed() {
    let place = Place::new();
    let done = place.run(words("compare flank-run --fighting host,petite-guerre"));
    done.fails(
        2,
        &[
            "this battle cannot be played under `petite-guerre`",
            "leave `petite-guerre` out of `--fighting`",
            "--set rules=my-rules.toml",
        ],
    );
    assert!(!done.stderr.contains("--initiative"), "{}", done.stderr);
    place
        .run(words("run flank-run --fighting petite-guerre"))
        .fails(2, &["the rulebook `petite-guerre` has them for its own troop types"]);
    // An error under one system only names that system.
    place.ok(words("new rulebook mine -q"));
    place.ok(words("new battle hill --rules mine.toml -q"));
    let told = ["cannot be played under `lloyd`", "`scout` has no base rate", "leave `lloyd` out"];
    place.run(words("compare hill.toml --initiative lloyd,own")).fails(2, &told);
    let own = place.run(words("compare hill.toml --initiative lloyd,own --set cap=abc"));
    own.fails(2, &["error[S006]: `abc` is not a number"]);
}

#[test]
fn fighting_is_chosen_like_the_initiative() {
    let place = Place::new();
    let by_set = "run flank-run --set fighting=osric --set system=cards --games 100 --out a -q";
    let by_word = "run flank-run --initiative cards --fighting osric --games 100 --out b -q";
    // Next steps are printed in the words of the command.
    let [one, other] = [by_set, by_word].map(|asked| {
        let said = place.ok(words(asked));
        let lines = said.lines().filter(|line| !line.starts_with("  skirmish run "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    });
    assert_eq!(one, other);
    let summary = place.read("b/summary.json");
    assert!(summary.contains("--initiative cards --fighting osric"), "{summary}");
    let replay = place.ok(words("replay flank-run --fighting osric"));
    assert!(replay.contains("hit points"), "{replay}");
    place.run(words("check flank-run --fighting nonsense")).fails(2, &["[possible values: host, "]);
    let sweep = "sweep duel --fighting techniques --vary cap=8,9 --games 50 --out s -q";
    place.ok(words(sweep));
}

#[test]
fn a_measure_that_stays_as_it_is_is_told() {
    let place = Place::new();
    let line = "compare duel --with shooting.screened=-3 --measure losses,melee-rounds --games 50";
    // A note says that the value does nothing.
    let done = place.run(words(line).chain(["--out", "o", "-q"]));
    let text = done.stdout;
    assert_eq!(done.status, 0);
    assert!(text.contains("No game went otherwise under B."), "{text}");
    assert!(text.contains("figures lost") && text.contains("rounds of melee"), "{text}");
    let files = place.files("o");
    assert!(files.iter().any(|file| file == "overview.svg"), "{files:?}");
    let chart = place.read("o/overview.svg");
    assert!(chart.contains("No game changed") && chart.contains("Rounds of melee"), "{chart}");
}

#[test]
fn a_run_tells_any_measure_as_a_comparison_does() {
    let place = Place::new();
    let names: Vec<&str> = skirmish_simulator::MEASURES.iter().map(|m| m.name).collect();
    for battle in ["duel", "flank-run"] {
        let line = format!("run {battle} --games 100 --measure {} --out r -q", names.join(","));
        let text = place.ok(words(&line));
        let explained = place.ok(words(&format!("{line} --explain")));
        assert!(explained.contains("longest wait (drought): most chances of the enemy"), "{text}");
        place.ok(words(&format!("compare {battle} --with cap=90 --games 100 --out c -q")));
        let table = |file: &str, from: usize| -> Vec<Vec<String>> {
            let text = place.read(file);
            let rows = text.lines().skip(1).filter(|row| from == 0 || row.starts_with("as it is,"));
            rows.map(|row| row.split(',').skip(from).map(str::to_owned).collect()).collect()
        };
        let first = |table: Vec<Vec<String>>| -> Vec<Vec<String>> {
            table.into_iter().map(|row| row[..6].to_vec()).collect()
        };
        let of_run = first(table("r/measures.csv", 0));
        let compared = first(table("c/comparison.csv", 1));
        assert_eq!(of_run.len(), skirmish_simulator::measured());
        assert_eq!(of_run, compared, "{battle}");
        let summary = place.read("r/summary.json");
        assert!(summary.contains("\"measures\": ["), "{summary}");
    }
}

/// All systems appear in one chart and one list, under one limit.
#[test]
fn all_systems_are_compared_in_one_picture_under_one_limit() {
    let place = Place::new();
    place.write("five.toml", include_str!("../five.toml"));
    let line = "compare five.toml --initiative all --bots none --games 40 -q --out o";
    let told = |line: &str| flat(&place.ok(words(line)));
    let text = told(line);
    let count = skirmish_scenario::systems().count();
    assert!(text.contains(&format!("Five a side under {count} systems")), "{text}");
    let last = (b'A' + count as u8 - 1) as char;
    assert!(text.contains(&format!(" {last} overwatch ")), "{text}");
    assert!(text.contains("All measures are in comparison.csv"), "{text}");
    // An idle bot is named once for each side, under however many systems.
    assert!(text.matches("The bot `guards`").count() == 1, "{text}");
    assert!(text.contains("--set 'cap=20 rounds' --set warspike.turns=21` sets"), "{text}");
    let chart = place.read("o/overview.svg");
    assert!(chart.contains("Hunters") && chart.contains("--initiative all"), "{chart}");

    let limit = ["--set", "cap=3 rounds", "--set", "warspike.turns=4"];
    let done = place.run(words(line).chain(limit));
    let text = flat(&done.stdout);
    let note =
        "note: `warspike.turns = 4` applies under warspike alone; the others have no such number";
    assert!(done.status == 0 && done.stderr.starts_with(note), "{}", done.stderr);
    assert!(!text.contains("limit's doing") && text.contains("nobody"), "{text}");
    let rows = table(&place, "o/comparison.csv");
    let of = |measure: &str, variant: &str| {
        let find = |row: &&Row| row["measure"] == measure && row["variant"] == variant;
        rows.iter().find(find).expect("a row")["value"].parse::<f64>().expect("a number")
    };
    assert!(of("cap-rate", "warspike") > 0.0 && of("draw-rate", "warspike") < 1.0);
    // Where a search left a wide range, it is wider than chance.
    place.ok(words("compare flank-run --initiative all --players solved --games 20 -q --out s"));
    assert!(place.read("s/overview.svg").contains("a longer search may change"));
}

#[test]
fn a_check_counts_all_games_up_to_its_last_look() {
    let place = Place::new();
    let expects =
        "\n[[expect]]\nmeasure = \"win-rate\"\nside = \"Whitethorn\"\nat_least = 0.4885\n";
    place.write("open.toml", format!("{DUEL}{expects}"));
    let done = place.run(["check", "open.toml", "--games", "8000", "-q"]);
    assert!(done.stdout.contains("in 8,000 games"), "{}", done.stdout);
}

/// A sweep of an unused parameter says why no game changes.
#[test]
fn what_is_varied_in_vain_is_noted() {
    let place = Place::new();
    let sweep = "sweep archers-in-check --vary shooting.protected=-3..-2 --games 20 --bots none -q";
    let done = place.run(words(sweep));
    let why =
        "note: `shooting.protected` does nothing here: nobody is shot at behind what protects\n";
    assert_eq!((done.status, done.stderr.as_str()), (0, why));
}
