//! How much is played: `--games`, `--precision`, `--for`.

use crate::common::{Place, words};

fn summary(place: &Place, file: &str) -> serde_json::Value {
    serde_json::from_str(&place.read(file)).expect("it is JSON")
}

#[test]
fn a_precision_is_reached_and_is_the_same_on_any_number_of_threads() {
    let place = Place::new();
    let mut made = Vec::new();
    for threads in ["1", "3"] {
        let command = format!("run duel --precision 4% --out {threads} -q --threads {threads}");
        let text = place.ok(words(&command));
        made.push((text, place.read(&format!("{threads}/summary.json"))));
    }
    assert_eq!(made[0], made[1]);
    let summary = summary(&place, "1/summary.json");
    let from = &summary["provenance"];
    let games = from["games"].as_u64().expect("a number");
    assert!([1000, 2000, 4000].contains(&games), "{games}");
    let command = from["command"].as_str().expect("text");
    assert!(command.contains("--precision 4%"), "{command}");
    for row in summary["outcomes"].as_array().expect("a list") {
        let ends = row["interval"].as_array().expect("an interval");
        let [low, high] = [&ends[0], &ends[1]].map(|end| end.as_f64().expect("a number"));
        if row["reason"] == "" {
            assert!(high - low <= 0.08, "{row}");
        }
    }
    let notes = summary["notes"].to_string();
    assert!(notes.contains("a precision of 4% was reached"), "{notes}");
}

#[test]
fn a_comparison_stops_when_changes_are_known_well_enough() {
    let place = Place::new();
    let done = place.run(words(
        "compare duel --with seize.base.good=16 --bots none --precision 0.5 --measure actions --out o -q",
    ));
    assert_eq!((done.status, done.stderr.as_str()), (0, ""));
    let summary = summary(&place, "o/comparison.json");
    let actions = summary["rows"]
        .as_array()
        .and_then(|rows| rows.iter().find(|row| row["measure"] == "actions"))
        .expect("actions are measured");
    let ends = &actions["changes"][0]["interval"];
    let [low, high] = [0, 1].map(|k| ends[k].as_f64().expect("a number"));
    assert!(high - low <= 1.0, "{low} {high}");
    let command = summary["command"].as_str().expect("text");
    let flags = ["--precision 0.5", "--measure actions"];
    assert!(flags.iter().all(|flag| command.contains(flag)), "{command}");
}

#[test]
fn what_was_played_in_a_time_can_be_played_again() {
    let place = Place::new();
    for (command, file) in [
        ("run duel", "summary.json"),
        ("compare duel --with seize.base.good=16 --bots none", "comparison.json"),
    ] {
        let timed = place
            .run(words(&format!("{command} --pairs off --for 0.5s --threads 1 --out timed -q")));
        assert_eq!((timed.status, timed.stderr.as_str()), (0, ""));
        let first = place.read(&format!("timed/{file}"));
        let value = summary(&place, &format!("timed/{file}"));
        let games =
            value["provenance"]["games"].as_u64().or(value["games"].as_u64()).expect("a number");
        let again =
            place.ok(words(&format!("{command} --pairs off --games {games} --out again -q")));
        assert_eq!(timed.stdout, again);
        assert_eq!(first, place.read(&format!("again/{file}")));
    }
}

#[test]
fn what_a_precision_takes_is_said_in_advance() {
    let place = Place::new();
    let done = place.run(words("run duel --precision 10% --out o"));
    assert_eq!(done.status, 0);
    assert_eq!(done.stderr, "", "one look needs no word");
    let done = place.run(words("run duel --precision 2% --out o"));
    assert!(
        done.stderr.contains("note: until the intervals are ± 2%: at 1,000 games at the earliest"),
        "{}",
        done.stderr
    );
}

#[test]
fn budgets_that_make_no_sense_are_refused() {
    let place = Place::new();
    for (command, says) in [
        ("run duel --precision 1% --for 3s", "cannot be used with"),
        ("run duel --games 5 --precision 1%", "cannot be used with"),
        ("run duel --for 3", "such as 30s, 5m or 2h"),
        ("run duel --precision 0", "such as 0.5% or 0.02"),
        ("run duel --precision 1% --measure actions", "`actions` is not a share"),
        ("run duel --precision 1% --measure win-rat", "did you mean `win-rate`?"),
        (
            "run duel --precision 0.5 --measure seize-rate",
            "a precision of 0.5 says next to nothing",
        ),
        ("check duel --for soon", "such as 30s, 5m or 2h"),
    ] {
        place.run(words(command)).fails(2, &[says]);
    }
}

/// One game, no attempt, only wins, only losses, no variance: cells may be empty, but numbers are valid.
#[test]
fn edge_cases_are_ordinary() {
    let place = Place::new();
    let duel = include_str!("../../../../scenarios/duel.toml");
    let won = duel.replace("wins = { losses = 4 }", "wins = { losses = 1 }");
    assert_ne!(won, duel);
    place.write("duel.toml", &won);
    // No figure acts, so that every game is the same; the cap comes at once.
    let (battle, _) = duel.split_once("[bot.champions]").expect("it has a bot of its own");
    let idle = battle.replace("bot = \"champions\"", "bot = \"idlers\"")
        + "[bot.idlers]\nlines = [{ when = [\"Perrin has the field has happened\", \"Morcar has the field has happened\"], do = \"stand\" }, { do = \"stand\" }]\n";
    place.write("idle.toml", &idle);
    let expecting = |text: &str, rows: &str| format!("{text}\n{rows}");
    for (name, text) in [("duel", &won), ("idle", &idle)] {
        for games in [1, 2, 3, 40] {
            let file = format!("{name}.toml");
            let run = place.run(words(&format!("run {file} --games {games} --out o -q")));
            assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{name} {games}");
            let compare = place.run(words(&format!(
                "compare {file} --with seize.base.good=12 --games {games} --bots rusher --out c -q"
            )));
            assert_eq!((compare.status, compare.stderr.as_str()), (0, ""));
            let rows = "[[expect]]\nmeasure = \"win rate\"\nat_least = 0.2\n\
                        [[expect]]\nmeasure = \"seize rate\"\nat_most = 0.999\n\
                        [[expect]]\nmeasure = \"actions\"\nnear = 5\nwithin = 4";
            place.write("expect.toml", expecting(text, rows));
            let check = place.run(words(&format!(
                "check expect.toml --games {games} -q --junit j.xml --markdown m.md"
            )));
            assert!([0, 1, 4].contains(&check.status), "{}", check.stderr);
            if games == 1 {
                assert_eq!(check.status, 4, "one game settles nothing: {}", check.stdout);
            }
            let texts = [
                run.stdout,
                compare.stdout,
                check.stdout,
                place.read("o/outcomes.csv"),
                place.read("o/summary.json"),
                place.read("c/comparison.csv"),
                place.read("c/comparison.json"),
                place.read("j.xml"),
            ];
            for text in texts {
                let mut words = text.split(|c: char| !c.is_alphanumeric());
                let bad = words.find(|w| ["nan", "inf", "infinity"].contains(&&*w.to_lowercase()));
                assert_eq!(bad, None, "{name} {games}: {text}");
            }
        }
    }
}
