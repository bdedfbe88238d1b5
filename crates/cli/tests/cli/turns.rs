//! A designer's own turn: a table in a file, and nothing else (TN-09).

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
    // Another system replaces the whole table.
    let under = |system| {
        let text = replay(&place, &["--set", "rules=by-twos.toml", "--initiative", system]);
        // The head names the rulebooks.
        text.split_once("\n\n").map(|(_, games)| games.to_owned())
    };
    let plain = |system| {
        let text = replay(&place, &["--initiative", system]);
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
    assert!(swept.contains("units a turn, 1 to 3 (now 2)"), "{swept}");
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

/// Before the first move no side can have moved last.
#[test]
fn the_first_tie_is_for_who_begins() {
    let line = "replay flank-run --initiative unit-by-unit --pairs off --game 2";
    let told = Place::new().ok(words(line));
    let ties: Vec<&str> = told.lines().filter(|line| line.contains("a tie")).collect();
    assert!(ties[0].contains("a tie; as they begin, Raiders first"), "{ties:?}");
    assert!(ties[1..].iter().all(|tie| tie.contains("lost by who moved last")), "{ties:?}");
}

/// All systems count rounds by one clock, which also ends battles.
#[test]
fn rounds_are_measured_by_the_clock_that_ends_the_game() {
    let place = Place::new();
    place.write("five.toml", include_str!("../five.toml"));
    let mut all = 0.0;
    for system in skirmish_scenario::systems() {
        let line = format!(
            "run five.toml --initiative {} --set 'cap=3 rounds' --games 10 --bots none --measure rounds,cap-rate -q --format json --out o",
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

/// A turn with troops by steps: each unit is tested with what the turn adds.
const TESTED: &str = r#"
name = "tested"
extends = "hit-wound-save"
system = "turn"

[turn]
next = "sides"
hands-over = "side"
times = "once-a-turn"
[turn.test]
dice = "d6"
needs = 12
adds = "nerve"
failures = 1
"#;

#[test]
fn a_turn_by_steps_goes_by_an_attribute() {
    let place = place();
    place.write("tested.toml", TESTED);
    let tested = |set: &str| {
        let line = format!("replay flank-run --set rules=tested.toml{set} --seed 1");
        place.ok(words(&line))
    };
    // Average troops have a nerve of 7; with 3 they need 4 more.
    assert!(tested("").contains("needs 5 or more"), "{}", tested(""));
    let set = " --set profile.average.nerve=3 --set turn.test.needs=9";
    assert!(tested(set).contains("needs 6 or more"), "{}", tested(set));
    place
        .run(words("run flank-run --set rules=tested.toml --set turn.test.adds=quality --out o"))
        .fails(2, &["which nobody has with", "`nerve`"]);
    // With `all`, systems are left out that need what no troops have.
    let line = "compare flank-run --set fighting=hit-wound-save --initiative all --bots none --games 4 -q --out o";
    let done = place.run(words(line));
    assert_eq!(done.status, 0, "{}", done.stderr);
    for name in ["countdown", "overwatch"] {
        let told = format!("`{name}` is left out");
        assert!(done.stderr.contains(&told), "{told}: {}", done.stderr);
    }
    assert!(done.stdout.contains("unit-by-unit"), "{}", done.stdout);
    let line = "compare flank-run --set system=countdown --fighting host,osric --games 4 --out o";
    place.run(words(line)).fails(
        2,
        &["this battle cannot be played under `osric`", "which nobody has", "leave `osric` out"],
    );
}
