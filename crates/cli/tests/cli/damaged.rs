//! Files that the program reads back may have been changed in any way: it never panics.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use skirmish_report::chart::Drawing;

use crate::common::{Place, format_of, words};
use crate::solved::stand_off;

const TINY: &str = include_str!("../tiny.toml");

/// Returns how many damaged files of each kind to read; `FUZZ=2000` reads more.
fn many(usual: u64) -> u64 {
    std::env::var("FUZZ").ok().and_then(|many| many.parse().ok()).unwrap_or(usual)
}

/// Damages a file: its bytes, or some values of its JSON.
fn damaged(file: &[u8], seed: u64) -> Vec<u8> {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut bytes = file.to_vec();
    match dice.random_range(0..12) {
        0 => bytes.truncate(dice.random_range(0..bytes.len())),
        1 => {
            let at = dice.random_range(0..bytes.len());
            bytes[at] ^= 1 << dice.random_range(0..8);
        }
        _ => {
            let mut value: Value = serde_json::from_slice(file).expect("it was sound");
            for _ in 0..dice.random_range(1..4) {
                change(&mut value, &mut dice);
            }
            bytes = serde_json::to_vec(&value).expect("it is JSON");
        }
    }
    bytes
}

fn change(value: &mut Value, dice: &mut Xoshiro256PlusPlus) {
    let stops = dice.random_range(0..6) == 0;
    match value {
        Value::Object(map) if !map.is_empty() => {
            let key = map.keys().nth(dice.random_range(0..map.len())).cloned().unwrap_or_default();
            match (stops, dice.random_range(0..3)) {
                (false, _) => change(&mut map[&key], dice),
                (true, 0) => map[&key] = Value::Null,
                (true, _) => drop(map.remove(&key)),
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let at = dice.random_range(0..list.len());
            match (stops, dice.random_range(0..6)) {
                (false, _) => change(&mut list[at], dice),
                (true, 0) => list.clear(),
                (true, 1) => list.extend(list.clone()),
                (true, 2) => list.truncate(at),
                (true, 3) => list.reverse(),
                (true, 4) => list[at] = Value::Null,
                (true, _) => drop(list.remove(at)),
            }
        }
        other => *other = odd(other, dice),
    }
}

/// Returns another value, mostly a plausible one.
fn odd(value: &Value, dice: &mut Xoshiro256PlusPlus) -> Value {
    let texts = ["", "../../x", "win-rate", "\u{1b}[31m", "1e400", "::error::", "-1", "7", "7/0"];
    let wholes = [0, 1, 2, 3, 1 << 20, 1 << 31, 1 << 53, i64::MAX.unsigned_abs(), u64::MAX];
    let fractions = [0.0, -1.0, 0.5, 1.5, 1e-300, 1e15, 1e308, -1e308];
    match (value, dice.random_range(0..8)) {
        (_, 0) => [Value::Null, json!([]), json!(-1), json!("x"), json!(false)]
            [dice.random_range(0..5)]
        .clone(),
        (Value::Bool(is), _) => json!(!is),
        (Value::Number(_), 1) => json!(1.5 * value.as_f64().unwrap_or(1.0) + 0.25),
        (Value::Number(of), 2) if !of.is_f64() => {
            json!(value.as_u64().unwrap_or(1).wrapping_add(1))
        }
        (Value::Number(of), _) if !of.is_f64() => json!(wholes[dice.random_range(0..wholes.len())]),
        (Value::Number(_), _) => json!(fractions[dice.random_range(0..fractions.len())]),
        (_, 1) => json!("x ".repeat(5_000)),
        (_, 2) => json!(0.5),
        (_, 3) => json!([0.5, 0.25]),
        _ => json!(texts[dice.random_range(0..texts.len())]),
    }
}

thread_local! {
    static SAID: RefCell<String> = const { RefCell::new(String::new()) };
}

#[test]
fn damaged_summaries_are_drawn_or_refused() {
    let place = stand_off("");
    place.write("tiny.toml", TINY);
    let kinds = [
        ("run tiny.toml --games 60 --bots marksman,rusher", "summary.json"),
        ("compare tiny.toml --games 60 --initiative lloyd,cards,alternate", "comparison.json"),
        ("sweep tiny.toml --games 60 --vary seize.base.average=9..11", "summary.json"),
        (
            "sweep tiny.toml --games 60 --vary seize.base.average=9,11 --vary melee.effect.kill=4..6",
            "summary.json",
        ),
        ("sensitivity tiny.toml --games 60 --only seize.base", "summary.json"),
        ("exploit stand-off.toml --side Red --games 2000", "summary.json"),
        ("solve stand-off.toml --games 20000 --answer 20000", "summary.json"),
        (
            "tune tiny.toml --games 400 --target 'win-rate North 45%..55%' --may seize.base",
            "summary.json",
        ),
    ];
    let mut panics: BTreeMap<String, (u64, String)> = BTreeMap::new();
    std::panic::set_hook(Box::new(|panic| SAID.set(panic.to_string())));
    for (line, name) in kinds {
        let done = place.run(words(&format!("{line} -q --out o")));
        assert_eq!(done.status, 0, "{line}: {}", done.stderr);
        let sound = std::fs::read(place.path(&format!("o/{name}"))).expect("it is there");
        assert!(skirmish_report::json::read(&sound).is_ok(), "{line}");
        for seed in 0..many(60) {
            let bytes = damaged(&sound, seed);
            let read = || {
                let drawn = skirmish_report::json::read(&bytes).ok()?.drawn(&Drawing::default());
                drawn.ok()?.iter().all(|file| !file.name.contains(['/', '\\'])).then_some(())
            };
            match catch_unwind(AssertUnwindSafe(read)) {
                Ok(_) => {}
                Err(_) => {
                    let said = SAID.take().lines().take(2).collect::<Vec<_>>().join(": ");
                    panics.entry(said).or_insert((seed, line.to_owned()));
                }
            }
        }
        std::fs::remove_dir_all(place.path("o")).expect("it was there");
    }
    let _ = std::panic::take_hook();
    assert!(panics.is_empty(), "{panics:#?}");
}

#[test]
fn a_summary_of_nothing_is_refused() {
    let place = Place::new();
    std::fs::create_dir(place.path("o")).expect("a folder");
    for study in ["report", "comparison", "sweep", "sensitivity", "exploit", "solution", "tune"] {
        place.write("o/summary.json", format!("{{\"format\": \"{}\"}}", format_of(study)));
        let says = ["cannot draw `o/summary.json`: it is damaged", "missing field"];
        place.run(words("report o")).fails(3, &says);
        assert_eq!(place.files("o"), ["summary.json"]);
    }
    let empty = r#"{"format":"skirmish-report/1","provenance":{},"sides":["A","B"],"outcomes":[]}"#;
    place.write("o/summary.json", empty);
    place.run(words("report o")).fails(3, &["it has no games"]);
}

/// A point with a value that its parameter does not have is refused.
#[test]
fn points_of_a_sweep_are_those_of_its_values() {
    let place = Place::new();
    place.write("tiny.toml", TINY);
    let vary = "--vary seize.base.average=9,11 --vary seize.base.good=8,9";
    place.run(words(&format!("sweep tiny.toml --games 60 {vary} -q --out o")));
    let mut summary: Value = serde_json::from_str(&place.read("o/summary.json")).expect("JSON");
    summary["points"][1]["values"][0] = json!("../../x");
    place.write("o/summary.json", summary.to_string());
    place.run(words("report o")).fails(3, &["cannot draw `o/summary.json`: it is damaged"]);
}

/// Returns a kept file with other sums and their hash.
fn with_sums(kept: &Value, sums: &Value) -> String {
    let (study, sums) = (&kept["study"], sums.to_string());
    let code = skirmish_scenario::sha256(sums.as_bytes());
    let (format, command) = (&kept["format"], &kept["command"]);
    format!(
        r#"{{"format":{format},"study":{study},"command":{command},"sha256":"{code}","sums":{sums}}}"#
    )
}

/// Runs a command on damaged files, which it may accept or refuse.
#[track_caller]
fn bears(place: &Place, line: &str, seed: u64) -> i32 {
    let done = place.run(words(line));
    let is_known = [0, 1, 2, 3, 4].contains(&done.status);
    assert!(is_known && !done.stderr.contains("panicked"), "{seed} {line}:\n{}", done.stderr);
    done.status
}

/// Damaged as a whole, or in the sums with a fitting hash.
#[test]
fn damaged_shards_are_merged_or_refused() {
    for command in [
        "run tiny.toml --games 60",
        "compare tiny.toml --games 60 --initiative lloyd,cards",
        "sweep tiny.toml --games 60 --vary seize.base.average=9,11",
        "sensitivity tiny.toml --games 60 --only seize.base.average",
    ] {
        let place = Place::new();
        place.write("tiny.toml", TINY);
        for shard in ["1/2", "2/2"] {
            place.ok(words(&format!("{command} --shard {shard} --out p -q")));
        }
        let merge = "merge p --out m -q";
        assert_eq!(bears(&place, merge, 0), 0, "{command}");
        let shard = place.read("p/shard-1.json");
        let kept: Value = serde_json::from_str(&shard).expect("it was written");
        let mut refused = 0;
        for seed in 0..many(8) {
            place.write("p/shard-1.json", damaged(shard.as_bytes(), seed));
            bears(&place, merge, seed);
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut sums = kept["sums"].clone();
            for _ in 0..dice.random_range(1..4) {
                change(&mut sums, &mut dice);
            }
            place.write("p/shard-1.json", with_sums(&kept, &sums));
            refused += u64::from(bears(&place, merge, seed) == 2);
        }
        assert!(refused > 0, "{command}");
    }
}

/// A shard's record of its command may say anything; it must not start another command.
#[test]
fn shards_of_what_cannot_be_split_are_refused() {
    let place = Place::new();
    place.ok(words("run duel --games 20 --shard 1/1 --out p -q"));
    let kept: Value = serde_json::from_str(&place.read("p/shard-1.json")).expect("JSON");
    for (command, says) in [
        (json!(["solve", "duel"]), "unexpected argument '--shard'"),
        (json!(["merge", "p"]), "unexpected argument '--shard'"),
        (json!(["run", "duel", "--games-csv"]), "cannot be used with"),
        (json!(["run", "duel", "--for", "1s"]), "cannot be used with"),
        (json!(["run", "\u{1b}[31m"]), "there is no scenario file"),
        (json!(["run", "duel", "--games", "40"]), "it belongs to another command"),
        (json!([]), "its command cannot be split"),
    ] {
        let mut other = kept.clone();
        other["command"] = command;
        place.write("p/shard-1.json", with_sums(&other, &kept["sums"]));
        let done = place.run(words("merge p --out m"));
        done.fails(2, &[says]);
        assert!(!done.stderr.contains('\u{1b}'), "{}", done.stderr);
    }
}

#[test]
fn damaged_baselines_are_compared_with_or_refused() {
    let place = Place::new();
    place.write("tiny.toml", TINY);
    place.run(words("check tiny.toml --games 200 --write-baseline sound.json -q"));
    let sound = place.read("sound.json");
    for seed in 0..many(30) {
        place.write("base.json", damaged(sound.as_bytes(), seed));
        bears(&place, "check tiny.toml --games 200 --baseline base.json -q", seed);
    }
}

/// Search states with a fitting hash.
#[test]
#[cfg(unix)]
fn damaged_searches_are_told_or_refused() {
    for command in ["solve stand-off.toml --answer 20000", "exploit stand-off.toml --side Red"] {
        let place = stand_off("");
        let line = format!("{command} --games 100000000 -q --out o");
        place.interrupted(words(&line), "o/unfinished.json");
        let whole = place.read("o/unfinished.json");
        let kept: Value = serde_json::from_str(&whole).expect("it was written");
        for seed in 0..many(8) {
            let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut sums = kept["sums"].clone();
            for _ in 0..dice.random_range(1..4) {
                change(&mut sums, &mut dice);
            }
            place.write("o/unfinished.json", with_sums(&kept, &sums));
            bears(&place, &format!("{command} --tell -q --out o"), seed);
        }
    }
}

#[test]
#[cfg(unix)]
fn no_pipe_is_waited_for() {
    let place = Place::new();
    std::fs::create_dir(place.path("o")).expect("a folder");
    let make = |name: &str| {
        let made = std::process::Command::new("mkfifo").arg(place.path(name)).status();
        assert!(made.is_ok_and(|made| made.success()));
    };
    make("o/summary.json");
    place.run(words("report o")).fails(3, &["cannot read `o/summary.json`", "not a file"]);
    std::fs::create_dir(place.path("u")).expect("a folder");
    make("u/unfinished.json");
    place.run(words("run --games 4 --out u --resume")).fails(3, &["skirmish has not made it"]);
    make("o/shard-1.json");
    place.run(words("merge o")).fails(2, &["`o/shard-1.json`: it is a folder, a pipe"]);
    place.run(words("merge o/shard-1.json")).fails(3, &["cannot read folder"]);
    place.run(words("check duel --baseline o/shard-1.json")).fails(3, &["not a file"]);
}

#[test]
fn a_file_that_is_too_large_is_told() {
    let place = Place::new();
    std::fs::create_dir(place.path("o")).expect("a folder");
    let file = std::fs::File::create(place.path("o/summary.json")).expect("a file");
    file.set_len(65 << 20).expect("it takes no room");
    let says = "cannot read `o/summary.json`: it has more than 64 MiB";
    place.run(words("report o")).fails(3, &[says]);
}
