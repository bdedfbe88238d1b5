//! `--shard` and `merge`: shards give the bytes of one machine, or a message about what is wrong.

use std::fs;

use crate::common::{Place, words};

/// Returns the output of a command that must succeed; notes are allowed.
#[track_caller]
fn said(place: &Place, line: &str) -> String {
    let done = place.run(words(line));
    assert_eq!(done.status, 0, "{}", done.stderr);
    done.stdout
}

#[track_caller]
fn play(place: &Place, line: &str, folder: &str, of: u32, shards: &[u32]) {
    for shard in shards {
        let line = format!("{line} --shard {shard}/{of} --out {folder} --threads {shard} -q");
        assert_eq!(said(place, &line), "");
    }
}

/// Checks that a command in three shards gives the same as alone, even with shards in several folders.
#[track_caller]
fn is_the_same_in_shards(line: &str) {
    let place = Place::new();
    let whole = said(&place, &format!("{line} --out whole"));
    play(&place, line, "p", 3, &[3, 1]);
    play(&place, line, "q", 3, &[2]);
    let merged = said(&place, "merge p q --out merged --threads 2");
    assert_eq!(merged.replace("Page: merged/", "Page: whole/"), whole);
    assert_eq!(place.files("merged"), place.files("whole"));
    for file in place.files("whole") {
        assert_eq!(place.read(&format!("merged/{file}")), place.read(&format!("whole/{file}")));
    }
}

#[test]
fn a_run_in_shards_is_the_same() {
    // In pairs, with a share for the other bots as well.
    is_the_same_in_shards("run duel --games 250 --seed 3 --bots rusher --measure win-rate");
}

#[test]
fn a_comparison_in_shards_is_the_same() {
    is_the_same_in_shards("compare flank-run --initiative lloyd,alternate --games 101 --seed 3");
}

#[test]
fn a_sweep_in_shards_is_the_same() {
    is_the_same_in_shards("sweep duel --vary seize.base.good=17..20 --games 101 --seed 3");
}

#[test]
fn a_sensitivity_in_shards_is_the_same() {
    let only = "sensitivity duel --only melee --bots rusher --games 30 --seed 3";
    is_the_same_in_shards(only);
    let named = "--players solved --interactions=melee.dice,seize.base.good";
    is_the_same_in_shards(&format!("{only} {named}"));
    is_the_same_in_shards("sensitivity duel --luck --games 30 --seed 3");
}

fn played(shards: &[u32]) -> Place {
    let place = Place::new();
    play(&place, RUN, "p", 3, shards);
    place
}

const RUN: &str = "run duel --games 60 --seed 3";
const MERGE: &str = "merge p --out o -q";

#[test]
fn a_shard_says_what_it_has_played() {
    let place = Place::new();
    let line = format!("{RUN} --shard 2/3");
    let told = "Shard 2/3 is played, 20 games: skirmish-out/duel/shard-2.json\n";
    assert_eq!(place.ok(words(&line)), told);
    let before = place.read("skirmish-out/duel/shard-2.json");
    // When repeated there is nothing left to play.
    assert!(place.run(words(&line)).stdout.ends_with(told));
    assert_eq!(place.read("skirmish-out/duel/shard-2.json"), before);
    assert_eq!(place.files("skirmish-out/duel"), ["shard-2.json"]);
}

#[test]
fn what_cannot_be_split_is_refused() {
    let place = Place::new();
    let fails = |line: &str, says: &[&str]| place.run(words(line)).fails(2, says);
    for bad in ["0/2", "3/2", "2", "1/0", "1/100001", "a/b"] {
        fails(&format!("run duel --shard {bad}"), &["--shard", "such as 2/64"]);
    }
    for beside in ["--for 3s", "--precision 1%", "--games-csv"] {
        fails(&format!("run duel --shard 1/2 {beside}"), &["--shard <K/N>", "cannot be used with"]);
    }
    fails("solve duel --shard 1/2", &["unexpected argument '--shard'"]);
}

#[test]
fn shards_that_are_missing_are_named() {
    let place = played(&[2]);
    let again = "skirmish run duel --seed 3 --games 60 --shard 3/3";
    place.run(words(MERGE)).fails(2, &["2 of 3 shards are missing: 1, 3", again]);
    let nowhere = ["cannot merge: no shard lies there", "name the folders"];
    fs::create_dir(place.path("empty")).expect("a folder");
    place.run(words("merge empty")).fails(2, &nowhere);
    place.run(words("merge nowhere")).fails(3, &["cannot read folder `nowhere`"]);
    place.run(words("merge")).fails(2, &["<DIR>..."]);
}

#[test]
fn what_is_of_something_else_is_refused() {
    let place = played(&[1, 2, 3]);
    let part = place.read("p/shard-2.json");
    let refused = |text: &str, says: &str| {
        place.write("p/shard-2.json", text);
        place.run(words(MERGE)).fails(2, &["`p/shard-2.json`: ", says, "--shard 2/3"]);
    };
    refused(&part[..part.len() / 2], "it is damaged");
    refused("", "it is damaged");
    // One digit of a sum.
    let at = part.rfind(|c: char| c.is_ascii_digit()).expect("there are sums");
    let digit = if &part[at..=at] == "7" { "8" } else { "7" };
    refused(&format!("{}{digit}{}", &part[..at], &part[at + 1..]), "it is damaged");

    // Shards of other commands are refused with the difference.
    for (line, of, says) in [
        ("run duel --games 60 --seed 4", 3, "it is of: skirmish run duel --seed 4 --games 60"),
        ("run duel --games 60 --seed 3 --measure win-rate", 3, "--measure win-rate"),
        (RUN, 2, "it is shard 2/2, and not one of 3"),
    ] {
        play(&place, line, "q", of, &[2]);
        refused(&place.read("q/shard-2.json"), says);
        fs::remove_dir_all(place.path("q")).expect("it was there");
    }
    place.write("p/shard-2.json", &part);
    place.write("p/shard-4.json", &part);
    place.run(words(MERGE)).fails(2, &["`p/shard-4.json`: `p/shard-2.json` is the same shard"]);
    fs::remove_file(place.path("p/shard-4.json")).expect("it is there");
    place.ok(words(MERGE));

    // A shard's file is not replaced unless asked.
    let other = "run duel --games 60 --seed 4 --shard 2/3 --out p -q";
    let says = [
        "cannot go on with `p/shard-2.json`: it belongs to another",
        "it is of: skirmish run duel",
    ];
    place.run(words(other)).fails(2, &says);
    let says = ["cannot go on with `p/shard-2.json`: it is shard 2/3", "--fresh"];
    place.run(words(&format!("{RUN} --shard 2/4 --out p"))).fails(2, &says);
    place.ok(words(&format!("{other} --fresh")));
}

#[test]
fn an_engine_that_computes_otherwise_is_found_out() {
    let place = played(&[1, 2, 3]);
    let of_other = |shard: u32| {
        let path = format!("p/shard-{shard}.json");
        let mut kept: serde_json::Value = serde_json::from_str(&place.read(&path)).expect("JSON");
        kept["sums"]["shard"]["engine"] = "0".repeat(64).into();
        let sums = kept["sums"].to_string();
        kept["sha256"] = skirmish_scenario::sha256(sums.as_bytes()).into();
        place.write(&path, kept.to_string());
    };
    of_other(2);
    place.run(words(MERGE)).fails(2, &["`p/shard-2.json`: another engine played it"]);
    [1, 3].into_iter().for_each(of_other);
    let says = ["this engine does not play as the one that played them", "the same program"];
    place.run(words(MERGE)).fails(2, &says);
}

#[test]
fn a_battle_that_has_changed_since_is_refused() {
    let place = Place::new();
    let battle = fs::read_to_string(crate::common::top().join("scenarios/duel.toml"));
    let battle = battle.expect("it is shipped");
    place.write("mine.toml", &battle);
    let line = "run mine.toml --games 60";
    play(&place, line, "p", 2, &[1, 2]);
    place.write("mine.toml", battle.replacen("figures = 6", "figures = 5", 1));
    let says = ["cannot merge the shards: ", "has changed since", "restore what has changed"];
    place.run(words(MERGE)).fails(2, &says);
    place.write("mine.toml", &battle);
    place.ok(words(MERGE));
    place.ok(words(&format!("{line} --out whole -q")));
    assert_eq!(place.read("o/summary.json"), place.read("whole/summary.json"));
}

/// An interrupted shard continues by itself.
#[cfg(unix)]
#[test]
fn a_shard_is_taken_up() {
    let place = Place::new();
    let shard = "run duel --games 30000 --seed 3 --shard 2/3 --out p --threads 1";
    let has_games = || {
        let kept = fs::read_to_string(place.path("p/shard-2.json"));
        kept.is_ok_and(|kept| kept.contains("\"games\":["))
    };
    let done = place.interrupted_once(words(shard), has_games);
    done.fails(130, &["shard 2/3 is not done", "give the same command to go on"]);
    assert_eq!(place.files("p"), ["shard-2.json"]);
    place.run(words("merge p")).fails(2, &["`p/shard-2.json`: it is not done"]);
    // It also continues after it was killed.
    let mut child = place.command(words(shard)).spawn().expect("it starts");
    std::thread::sleep(std::time::Duration::from_millis(300));
    child.kill().expect("it can be killed");
    child.wait().expect("it is ours");
    assert!(said(&place, shard).contains("Shard 2/3 is played, 10,000 games"));
    let part = place.read("p/shard-2.json");
    fs::remove_file(place.path("p/shard-2.json")).expect("it is there");
    place.ok(words(shard));
    assert_eq!(place.read("p/shard-2.json"), part);
}
