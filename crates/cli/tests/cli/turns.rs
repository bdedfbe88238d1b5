//! A designer's own turn: a table in a file of his, and nothing else (TN-09).

use crate::common::{Place, words};

const BY_TWOS: &str = r#"
name = "by-twos"
extends = "lloyd"
about = "Two units each in turn; who was done first opens the next round."

[turn]
next = "sides"
first = "done-first"
units = 2
smaller-side = "spread"
"#;

fn place() -> Place {
    let place = Place::new();
    place.write("by-twos.toml", BY_TWOS);
    place
}

fn replay(place: &Place, more: &[&str]) -> String {
    let args = ["replay", "flank-run", "--seed", "3", "--game", "1"];
    let done = place.run(args.into_iter().chain(more.iter().copied()));
    assert_eq!(done.status, 0, "{}", done.stderr);
    done.stdout
}

#[test]
fn a_turn_of_ones_own_is_a_table_in_a_file() {
    let place = place();
    let text = replay(&place, &["--set", "rules=by-twos.toml"]);
    for told in ["rules: by-twos (initiative: turn, fighting: host)", "Round 1", "[TN-09]"] {
        assert!(text.contains(told), "{told}: {text}");
    }
    // Whoever names another system has all of that one, and nothing of the table.
    let under = |system| {
        let text = replay(&place, &["--set", "rules=by-twos.toml", "--initiative", system]);
        // What stands above tells of the rulebooks by name.
        text.split_once("\n\n").map(|(_, games)| games.to_owned())
    };
    let plain = |system| {
        let text = replay(&place, &["--initiative", system]);
        // What stands above tells of the rulebooks by name.
        text.split_once("\n\n").map(|(_, games)| games.to_owned())
    };
    for system in ["alternate", "cards", "lloyd-d10", "unit-by-unit", "lloyd"] {
        assert_eq!(under(system), plain(system), "{system}");
    }
}

#[test]
fn numbers_of_a_turn_are_set_swept_listed_and_explained() {
    let place = place();
    let rules = ["--set", "rules=by-twos.toml"];
    let run = |args: &[&str]| {
        let done = place.run(args.iter().copied());
        assert_eq!(done.status, 0, "{args:?}: {}", done.stderr);
        done.stdout
    };
    let swept = run(&[
        "sweep",
        "flank-run",
        rules[0],
        rules[1],
        "--vary",
        "turn.units=1..3",
        "--games",
        "20",
        "--seed",
        "1",
        "--quiet",
    ]);
    assert!(swept.contains("turn.units"), "{swept}");
    let listed = run(&["list", "parameters", "--rules", "by-twos.toml"]);
    for path in ["turn.next", "turn.first", "turn.units", "turn.smaller-side"] {
        assert!(listed.contains(path), "{path}: {listed}");
    }
    for page in ["TN-01", "TN-09"] {
        assert!(run(&["explain", page]).contains(page));
    }
    let units = run(&["explain", "turn.units", "--rules", "unit-by-unit"]);
    assert!(units.contains("TN-01"), "{units}");
}

/// Before anybody has moved nobody can have moved last.
#[test]
fn the_first_tie_is_for_who_begins() {
    let line = "replay flank-run --initiative unit-by-unit --pairs off --game 2";
    let told = Place::new().ok(words(line));
    let ties: Vec<&str> = told.lines().filter(|line| line.contains("a tie")).collect();
    assert!(ties[0].contains("a tie; as they begin, Raiders first"), "{ties:?}");
    assert!(ties[1..].iter().all(|tie| tie.contains("lost by who moved last")), "{ties:?}");
}

/// One clock counts the rounds of all systems, by which battles end as well.
#[test]
fn rounds_are_measured_by_the_clock_that_ends_the_game() {
    let place = Place::new();
    let mut all = 0.0;
    for system in skirmish_scenario::systems() {
        let line = format!(
            "run five-a-side --initiative {} --set 'cap=3 rounds' --games 10 --bots none --measure rounds,cap-rate -q --format json --out o",
            system
        );
        let run: serde_json::Value = serde_json::from_str(&place.ok(words(&line))).expect("JSON");
        let of = |measure: &str| {
            let mut rows = run["measures"].as_array().expect("rows").iter();
            let row = rows.find(|row| row["measure"] == measure).expect("a row");
            row["value"].as_f64().expect("a number")
        };
        let (capped, rounds) = (of("cap-rate"), of("rounds"));
        assert!(rounds <= 3.0 && rounds >= 1.0 + 2.0 * capped, "{system}: {capped}, {rounds}");
        all += capped;
    }
    assert!(all > 2.0, "some games are stopped: {all}");
}
