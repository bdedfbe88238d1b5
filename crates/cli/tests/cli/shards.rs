//! `plan`, `run --plan` and `merge`: shards come to the bytes of one machine, or to a word about what is wrong.

use std::fs;

use crate::common::{Place, words};

/// What a command prints that must succeed; it may have something to note.
#[track_caller]
fn said(place: &Place, line: &str) -> String {
    let done = place.run(words(line));
    assert_eq!(done.status, 0, "{}", done.stderr);
    done.stdout
}

/// Plays the shards of a plan.
#[track_caller]
fn play(place: &Place, plan: &str, shards: &[u32]) {
    for shard in shards {
        let line = format!("run --plan {plan}/plan.json --shard {shard} --threads {shard} -q");
        assert_eq!(said(place, &line), "");
    }
}

/// A command split into three makes what it makes by itself.
#[track_caller]
fn is_the_same_in_shards(line: &str) {
    let place = Place::new();
    let whole = said(&place, &format!("{line} --out whole"));
    said(&place, &format!("plan --shards 3 --out plan -q -- {line}"));
    play(&place, "plan", &[3, 1, 2]);
    let merged = said(&place, "merge plan --out merged --threads 2");
    assert_eq!(merged.replace("Page: merged/", "Page: whole/"), whole);
    assert_eq!(place.files("merged"), place.files("whole"));
    for file in place.files("whole") {
        assert_eq!(place.read(&format!("merged/{file}")), place.read(&format!("whole/{file}")));
    }
}

#[test]
fn a_run_in_shards_is_the_same() {
    // In pairs; of the other bots a share as well.
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
    let only = "sensitivity duel --only melee --games 30 --seed 3";
    is_the_same_in_shards(only);
    let named = "--players solved --interactions=melee.dice,seize.base.good";
    is_the_same_in_shards(&format!("{only} {named}"));
    is_the_same_in_shards("sensitivity duel --luck --games 30 --seed 3");
}

/// A plan of three shards, none of which is played.
fn planned(line: &str) -> Place {
    let place = Place::new();
    place.ok(words(&format!("plan --shards 3 --out p -q -- {line}")));
    place
}

const RUN: &str = "run duel --games 60 --seed 3";
const MERGE: &str = "merge p/plan.json --out o -q";

#[test]
fn a_plan_says_how_to_go_on() {
    let place = Place::new();
    let told = place.ok(words("plan --shards 2 -- compare duel --with melee.effect.kill=6"));
    let plan = "skirmish-out/plan-compare-duel/plan.json";
    assert!(told.starts_with(&format!("2 shards, 20,000 games in all: {plan}\n")), "{told}");
    assert!(told.contains(&format!("\n  skirmish run --plan {plan} --shard 1\n")), "{told}");
    assert!(told.ends_with(&format!("\n  skirmish merge {plan}\n")), "{told}");
    // The same again is the same plan.
    let before = place.read(plan);
    place.ok(words("plan --shards 2 -q -- compare duel --with melee.effect.kill=6"));
    assert_eq!(place.read(plan), before);
}

/// Shards are of no use without their plan.
#[test]
fn shards_are_not_planned_over() {
    let place = planned(RUN);
    play(&place, "p", &[1]);
    let other = format!("plan --shards 2 --out p -q -- {RUN}");
    let says = ["shards of another plan lie beside `p/plan.json`", "--fresh plans anew"];
    place.run(words(&other)).fails(2, &says);
    assert_eq!(place.files("p"), ["plan.json", "shard-1.json"]);
    place.ok(words(&other.replace("-q", "-q --fresh")));
    assert_eq!(place.files("p"), ["plan.json"]);
}

#[test]
fn what_cannot_be_split_is_refused() {
    let place = Place::new();
    let fails = |line: &str, says: &[&str]| {
        place.run(words(&format!("plan --shards {line}"))).fails(2, says);
    };
    fails("0 -- run duel", &["--shards"]);
    fails("4 -- run duel --games 6", &["6 games cannot be split into 4 shards", "--shards 3"]);
    fails("2 -- run duel --for 3s", &["--for cannot be split", "--games 1000000"]);
    fails("2 -- run duel --precision 1%", &["--precision cannot be split", "--games"]);
    fails("2 -- run duel --games-csv", &["--games-csv cannot be split", "leave --games-csv out"]);
    let solve = "2 -- compare duel --with seize.base.good=18 --solve=20000";
    fails(solve, &["--solve cannot be split", "leave --solve out"]);
    fails("2 -- run duel --out o", &["--out is not part of a plan", "`merge`"]);
    fails("2 -- run duel --resume", &["--resume is not part of a plan", "goes on"]);
    fails("2 -- run duel --threads 2", &["--threads is not part of a plan", "run --plan"]);
    fails("2 -- run duel --format json", &["--format is not part of a plan", "`merge`"]);
    fails("2 -- run --plan p/plan.json --shard 1", &["--plan cannot be split"]);
    fails("2 -- plan --shards 2 -- run duel", &["only `run`, `compare`, `sweep`"]);
    fails("2 -- replay duel", &["only `run`, `compare`, `sweep`"]);
    fails("2 -- run --gamse 6", &["unexpected argument '--gamse'", "a similar argument exists"]);
    fails("2 -- run nobody", &["there is no scenario file `nobody`"]);
    fails("2", &["COMMAND"]);
    for beside in ["duel", "--games 5", "--out o", "--seed 2", "--format json", "--resume"] {
        let line = format!("run --plan p/plan.json --shard 1 {beside}");
        place.run(words(&line)).fails(2, &["--plan"]);
    }
    place.run(words("run --plan p/plan.json")).fails(2, &["--shard"]);
    place.run(words("run --plan p/plan.json --shard 1")).fails(3, &["cannot read `p/plan.json`"]);
}

#[test]
fn shards_that_are_missing_are_named() {
    let place = planned(RUN);
    play(&place, "p", &[2]);
    let says = ["2 of 3 shards are missing: 1, 3", "skirmish run --plan p/plan.json --shard 3"];
    place.run(words(MERGE)).fails(2, &says);
    place.run(words("run --plan p/plan.json --shard 4")).fails(2, &["they go from 1 to 3"]);
    // One that is there is not played again.
    let again = place.ok(words("run --plan p/plan.json --shard 2"));
    assert!(again.starts_with("shard 2 of 3 has been played before"), "{again}");
}

#[test]
fn what_is_of_something_else_is_refused() {
    let place = planned(RUN);
    play(&place, "p", &[1, 2, 3]);
    let part = place.read("p/shard-2.json");
    let refused = |text: &str, says: &str| {
        place.write("p/shard-2.json", text);
        let again = "skirmish run --plan p/plan.json --shard 2";
        place.run(words(MERGE)).fails(2, &[says, again]);
    };
    refused(&part[..part.len() / 2], "`p/shard-2.json`: it is damaged");
    refused("", "`p/shard-2.json`: it is damaged");
    // One digit of a sum.
    let at = part.rfind(|c: char| c.is_ascii_digit()).expect("there are sums");
    let digit = if &part[at..=at] == "7" { "8" } else { "7" };
    refused(&format!("{}{digit}{}", &part[..at], &part[at + 1..]), "it is damaged");
    let plan = place.read("p/plan.json");
    let plan: serde_json::Value = serde_json::from_str(&plan).expect("a plan");
    let engine = plan["engine"].as_str().expect("a code");
    refused(&part.replace(engine, &"0".repeat(64)), "another engine made it");
    let other = |k: u32| place.read(&format!("p/shard-{k}.json")).replace(engine, &"0".repeat(64));
    let (first, third) = (place.read("p/shard-1.json"), place.read("p/shard-3.json"));
    place.write("p/shard-1.json", other(1));
    place.write("p/shard-3.json", other(3));
    refused(&part.replace(engine, &"0".repeat(64)), "shards 1 to 3: another engine made it");
    place.write("p/shard-1.json", first);
    place.write("p/shard-3.json", third);
    refused(&part.replace("2 of 3", "1 of 3"), "the shard was 1 of 3, but is now 2 of 3");

    // Of another plan; it is overwritten.
    place.ok(words("plan --shards 3 --out q -q -- run duel --games 60 --seed 4"));
    play(&place, "q", &[2]);
    refused(&place.read("q/shard-2.json"), "it belongs to another plan");
    let again = place.run(words("run --plan p/plan.json --shard 2 -q"));
    assert_eq!(again.status, 0, "{}", again.stderr);
    assert!(
        again.stderr.contains("is played again: it belongs to another plan"),
        "{}",
        again.stderr
    );
    assert_eq!(place.read("p/shard-2.json"), part);
    place.ok(words(MERGE));
}

#[test]
fn an_engine_that_computes_otherwise_is_found_out() {
    let place = planned(RUN);
    let plan = place.read("p/plan.json");
    let at = plan.rfind("engine").expect("it is there") + 10;
    let digit = if &plan[at..=at] == "0" { "1" } else { "0" };
    place.write("p/plan.json", format!("{}{digit}{}", &plan[..at], &plan[at + 1..]));
    let says = ["this engine does not play as", "the same program that made the plan"];
    place.run(words("run --plan p/plan.json --shard 1")).fails(2, &says);
    // That is all there is to say, whatever shards are missing.
    let merge = place.run(words(MERGE));
    merge.fails(2, &says);
    assert!(!merge.stderr.contains("--shard"), "{}", merge.stderr);
    assert_eq!(place.files("p"), ["plan.json"]);

    for (old, new, says) in [
        ("skirmish-plan/1", "skirmish-plan/9", "another version of skirmish wrote it"),
        ("\"shards\": 3", "\"shards\": 0", "it has no games for its shards"),
        ("\"shards\": 3", "\"shards\": -3", "is not a plan: "),
        ("\"duel\"", "\"\\u001b[31m\"", "there is no scenario file"),
        ("\"run\"", "\"check\"", "only `run`"),
        ("\"games\": 60", "\"games\": 1000000000000000000", "it has other games than its command"),
        ("0.2.0", "0.0.9", "the version of skirmish was 0.0.9"),
    ] {
        place.write("p/plan.json", plan.replacen(old, new, 1));
        let done = place.run(words("run --plan p/plan.json --shard 1"));
        assert!(done.status == 2 || done.status == 3, "{}", done.stderr);
        done.fails(done.status, &[says]);
        assert!(!done.stderr.contains('\u{1b}'), "{}", done.stderr);
    }
}

#[test]
fn a_battle_that_has_changed_since_is_refused() {
    let place = Place::new();
    let battle = fs::read_to_string(crate::common::top().join("scenarios/duel.toml"));
    let battle = battle.expect("it is shipped");
    place.write("mine.toml", &battle);
    place.ok(words("plan --shards 2 --out p -q -- run mine.toml --games 60"));
    play(&place, "p", &[1]);
    place.write("mine.toml", battle.replacen("figures = 6", "figures = 5", 1));
    let says = ["cannot use `p/plan.json`", "has changed since", "make a new plan"];
    place.run(words("run --plan p/plan.json --shard 2")).fails(2, &says);

    // From elsewhere the files are still found.
    place.write("mine.toml", &battle);
    fs::create_dir(place.path("elsewhere")).expect("a folder");
    let elsewhere = |line: &str| -> crate::common::Done {
        let done = place.command(words(line)).current_dir(place.path("elsewhere")).output();
        done.expect("it starts").into()
    };
    // All is named as it is named there.
    let missing = "= hint: skirmish run --plan ../p/plan.json --shard 2 --allow-outside\n";
    elsewhere("merge ../p/plan.json --out here -q --allow-outside").fails(2, &[missing]);
    for (line, says) in [
        ("run --plan ../p/plan.json --shard 2", ": ../p/shard-2.json\n"),
        ("merge ../p/plan.json --out here", "\nPage: here/report.html "),
        ("merge ../p/plan.json --out .", "\nPage: report.html "),
    ] {
        let outside =
            ["cannot read `mine.toml`: it lies outside the folder of the plan", "--allow"];
        elsewhere(line).fails(3, &outside);
        let done = elsewhere(&format!("{line} --allow-outside"));
        assert_eq!(done.status, 0, "{}", done.stderr);
        assert!(done.stdout.contains(says), "{}", done.stdout);
    }
    place.ok(words("run mine.toml --games 60 --out whole -q"));
    let merged = place.read("elsewhere/here/summary.json");
    assert_eq!(merged, place.read("whole/summary.json"));
}

/// A shard that is cut off goes on of itself.
#[cfg(unix)]
#[test]
fn a_shard_is_taken_up() {
    let line = "run duel --games 60000 --seed 3";
    let place = planned(line);
    let shard = "run --plan p/plan.json --shard 2 --threads 1";
    let done = place.interrupted(words(shard), "p/shard-2.unfinished.json");
    done.fails(130, &["shard 2 of 3 is not done", "give the same command to go on"]);
    assert_eq!(place.files("p"), ["plan.json", "shard-2.unfinished.json"]);
    // Killed, it goes on from there as well.
    let mut child = place.command(words(shard)).spawn().expect("it starts");
    std::thread::sleep(std::time::Duration::from_millis(300));
    child.kill().expect("it can be killed");
    child.wait().expect("it is ours");
    place.ok(words(shard));
    let mut files = place.files("p");
    // What was being written when it was killed may be left under a name of its own.
    files.retain(|file| !file.starts_with(".skirmish-"));
    assert_eq!(files, ["plan.json", "shard-2.json"]);
    let part = place.read("p/shard-2.json");
    fs::remove_file(place.path("p/shard-2.json")).expect("it is there");
    play(&place, "p", &[2]);
    assert_eq!(place.read("p/shard-2.json"), part);
}
