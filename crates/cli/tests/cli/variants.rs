//! `skirmish sweep` and `skirmish sensitivity`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::common::{Place, flat, words};
use crate::tables::table;

#[test]
fn a_sweep_gives_each_point_and_its_change_from_the_battle_as_it_stands() {
    let place = Place::new();
    let said = place.ok(words("sweep duel --vary seize.base.good=17..19 --games 60 --out out"));
    assert!(said.contains("seize roll of good troops, 17 to 19 (now 18)"), "{said}");
    let rows = table(&place, "out/sweep.csv");
    // Three points; two sides of two measures, and one measure of the game.
    assert_eq!(rows.len(), 3 * 5);
    for row in &rows {
        assert_eq!(row["games"], "60");
        let is_now = row["seize.base.good"] == "18";
        assert_eq!(row["changed_games"] == "0", is_now, "{row:?}");
        if is_now {
            assert_eq!((row["change"].as_str(), row["change_high"].as_str()), ("0", "0"));
        }
        assert!(!row["method"].is_empty());
    }
    assert_eq!(
        place.files("out"),
        [
            "actions.svg",
            "report.html",
            "streak-in-actions.svg",
            "summary.json",
            "sweep.csv",
            "win-rate.svg"
        ]
    );
}

#[test]
fn grids_lists_and_any_number_of_threads() {
    let place = Place::new();
    let mut files = Vec::new();
    for threads in ["1", "2"] {
        let line = format!(
            "sweep duel --vary seize.dice=d12,d20 --vary move.foot=7..8/0.5 --measure win-rate --games 70 --quiet \
             --threads {threads} --out {threads}"
        );
        let said = place.ok(words(&line));
        let names = place.files(threads);
        assert_eq!(
            names,
            [
                "report.html",
                "summary.json",
                "sweep.csv",
                // Because of draws one side's chart is no mirror of the other's.
                "win-rate-side-1.svg",
                "win-rate-side-2.svg"
            ]
        );
        let bytes = names.iter().map(|name| place.read(&format!("{threads}/{name}")));
        files.push((said, bytes.collect::<Vec<_>>()));
    }
    assert!(files[0] == files[1]);
    assert_eq!(table(&place, "1/sweep.csv").len(), 2 * 3 * 2);
}

#[test]
fn studies_stop_at_their_precision() {
    let place = Place::new();
    for (study, file) in [
        ("sweep duel --vary seize.base.good=17..18", "sweep"),
        ("sensitivity duel --only seize.base.good --bots rusher", "sensitivity"),
    ] {
        let line = format!("{study} --precision 5% --quiet --out {file}");
        place.ok(words(&line));
        let note = "a precision of 5% was reached after 1,000 games, at look 1";
        let kept = place.read(&format!("{file}/summary.json"));
        assert!(kept.contains(note), "{kept}");
        assert!(kept.contains("--precision 5% --seed 1"), "{kept}");
        let said = place
            .ok(words(&format!("{study} --pairs off --for 1s --threads 1 --quiet --out {file}")));
        assert!(said.contains(" games"), "{said}");
    }
    let line = "sweep duel --vary seize.base.good=17..18 --measure actions --precision 5%";
    place.run(words(line)).fails(2, &["`actions` is not a share"]);
}

#[test]
fn every_bad_value_is_told_before_the_first_game() {
    let place = Place::new();
    let line = "sweep duel --vary seize.base.good=41..42 --vary move.foot=0,8 --out out";
    place.run(words(line)).fails(
        2,
        &[
            "seize.base.good = 41, move.foot = 0: base rate is 41",
            "seize.base.good = 42, move.foot = 0: base rate is 42",
            "move.foot = 0: full move",
            "4 of 4 points cannot be played; nothing was played",
        ],
    );
    assert!(!place.path("out").exists());
    for (line, says) in [
        ("sweep duel", "--vary"),
        ("sweep duel --vary seize.base.good=3..1", "ends before it starts"),
        ("sweep duel --vary seize.base.god=1..2", "did you mean"),
        (
            "sweep duel --vary seize.base.good=1..40 --vary seize.base.poor=1..40",
            "1,600 points, but a study has 1,000 at most",
        ),
        ("sweep duel --vary seize.base.good=1 --vary seize.base.good=2", "varied twice"),
        ("sweep duel --vary seize.base.good=1 --measure win", "there is no measure `win`"),
    ] {
        place.run(words(line)).fails(2, &[says]);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_sweep_is_taken_up_again_to_the_same_bytes() {
    let place = Place::new();
    let line = "sweep duel --vary seize.base.good=17..18 --games 5000 --quiet";
    let whole = place.ok(words(&format!("{line} --out whole --threads 1")));
    let args = format!("{line} --out part --threads 2");
    let done = place.interrupted(words(&args), "part/unfinished.json");
    done.fails(130, &["at each point", "give the same command to go on"]);
    assert_eq!(place.files("part"), ["unfinished.json"]);

    for (change, says) in [
        ("--seed 2", "it belongs to another command"),
        ("--set seize.base.poor=19", "it belongs to another command"),
    ] {
        let other = format!("{args} {change}");
        let of = "it is of: skirmish sweep duel --vary seize.base.good=17..18 --games 5000\n";
        let says = ["cannot go on with", says, of, "--fresh starts afresh"];
        place.run(words(&other)).fails(2, &says);
    }
    let other = args.replace("duel", "flank-run");
    let says = ["it belongs to another command\n"];
    place.run(words(&other)).fails(2, &says);
    place.run(words(&args.replace("5000", "5001"))).fails(2, &says);

    let resumed = place.run(words(&args));
    let note = "note: going on from what an earlier call has kept in `part/unfinished.json`; --fresh starts afresh\n";
    assert_eq!((resumed.stdout, resumed.stderr.as_str()), (whole, note));
    assert_eq!(place.files("part"), place.files("whole"));
    for name in place.files("whole") {
        let [one, other] = ["part", "whole"].map(|folder| place.read(&format!("{folder}/{name}")));
        assert!(one == other, "{name}");
    }
}

/// Interrupts a sensitivity study in each of its parts, and continues it each time.
#[cfg(unix)]
#[test]
fn an_interrupted_sensitivity_is_taken_up_again_to_the_same_bytes() {
    let place = Place::new();
    let line = "sensitivity duel --only seize.base --interactions seize.base.good,seize.base.average --games 400 --bots rusher --quiet";
    let whole = place.ok(words(&format!("{line} --out whole --threads 1")));
    let args = format!("{line} --out part --threads 2");
    let done = place.interrupted(words(&args), "part/unfinished.json");
    done.fails(130, &["with each step", "give the same command to go on"]);
    assert_eq!(place.files("part"), ["unfinished.json"]);
    for change in ["--seed 2", "--measure actions", "--side Morcar", "--only move"] {
        let says = ["cannot go on with", "it belongs to another command", "--fresh starts afresh"];
        place.run(words(&format!("{args} {change}"))).fails(2, &says);
    }
    // A sweep keeps its games in a file of the same name, but of another kind.
    let sweep = "sweep duel --vary seize.base.good=17..18 --games 400 --out part";
    place.run(words(sweep)).fails(2, &["cannot go on with"]);
    let resumed = place.run(words(&args));
    let note = "note: going on from what an earlier call has kept in `part/unfinished.json`; --fresh starts afresh\n";
    assert_eq!((resumed.stdout, resumed.stderr.as_str()), (whole, note));
    assert_eq!(place.files("part"), place.files("whole"));
    for name in place.files("whole") {
        let [one, other] = ["part", "whole"].map(|folder| place.read(&format!("{folder}/{name}")));
        assert!(one == other, "{name}");
    }
}

#[test]
fn damaged_remains_are_refused() {
    let place = Place::new();
    let line = "sweep duel --vary seize.base.good=17..18 --games 10 --quiet --out .";
    for text in ["", "{}", "{\"format\":\"other/1\",\"study\":[],\"sums\":[]}"] {
        place.write("unfinished.json", text);
        for line in [line, &format!("{line} --resume"), &format!("{line} --fresh")] {
            place.run(words(line)).fails(3, &["`./unfinished.json`: skirmish has not made it"]);
            assert_eq!(place.read("unfinished.json"), text);
        }
    }
    std::fs::remove_file(place.path("unfinished.json")).expect("it was there");
    place.ok(words(&format!("{line} --fresh")));
    assert!(!place.path("unfinished.json").exists());
    let done = place.run(words(&format!("{line} --resume")));
    let told = (done.status, done.stderr.as_str());
    assert_eq!(told, (0, "note: nothing was kept in the folder: starting afresh\n"));
}

#[test]
fn sensitivity_finds_a_planted_strong_number_and_dead_ones() {
    let place = Place::new();
    let mut files = Vec::new();
    for threads in ["1", "2"] {
        let line = format!(
            "sensitivity flank-run --only quality --games 400 --bots rusher --quiet --threads {threads} --out {threads}"
        );
        let said = place.ok(words(&line));
        let names = place.files(threads);
        let bytes = names.iter().map(|name| place.read(&format!("{threads}/{name}")));
        files.push((said, bytes.collect::<Vec<_>>()));
    }
    assert!(files[0] == files[1]);
    let said = &files[0].0;
    // No figure is rubbish, excellent or a demigod.
    assert!(said.contains("  quality of good troops  "), "{said}");
    let rows = table(&place, "1/sensitivity.csv");
    for row in &rows {
        let is_used =
            matches!(row["path"].as_str(), "quality.good" | "quality.average" | "quality.poor");
        assert_eq!(row["dead"] == "no", is_used, "{row:?}");
        if !is_used {
            assert_eq!((row["change"].as_str(), row["changed_games"].as_str()), ("0", "0"));
        }
    }
    let strong = rows.iter().find(|row| row["path"] == "quality.good").expect("it is there");
    let p: f64 = strong["adjusted_p_value"].parse().expect("a number");
    assert!(p < 0.001, "{strong:?}");
    assert!(place.read("1/tornado.svg").contains(" changed none of 400 games."));
}

/// What looks largest is played again with new dice, of which it tells these alone; the rest is as without a second pass.
#[test]
fn a_closer_look_at_what_looks_largest_rests_on_new_dice() {
    let place = Place::new();
    // Without most of those that change nothing.
    let only = "seize quality melee move options weapon.axe weapon.sword".replace(' ', " --only ");
    let line = format!("sensitivity duel --only {only} --bots none -q --games 60");
    place.ok(words(&format!("{line} --out first")));
    let said = place.ok(words(&format!("{line} --closer 300 --out one --threads 1")));
    place.ok(words(&format!("{line} --closer 300 --out two --threads 2")));
    for name in place.files("one") {
        assert!(place.read(&format!("one/{name}")) == place.read(&format!("two/{name}")), "{name}");
    }
    let rows = ["first", "one"].map(|of| table(&place, &format!("{of}/sensitivity.csv")));
    assert_eq!(rows[0].len(), rows[1].len());
    let (mut closer, mut larger) = (BTreeSet::new(), 0.0_f64);
    let size = |row: &BTreeMap<String, String>| row["change"].parse::<f64>().map_or(0.0, f64::abs);
    for (first, both) in rows[0].iter().zip(&rows[1]) {
        if both["games"] == "300" {
            closer.insert(&both["path"]);
        } else {
            assert_eq!((&first["change"], both["games"].as_str()), (&both["change"], "60"));
            larger = larger.max(size(first));
        }
    }
    assert_eq!(closer.len(), 16);
    for path in closer {
        let steps = rows[0].iter().filter(|row| row["path"] == *path);
        assert!(steps.map(size).fold(0.0, f64::max) >= larger, "{path}");
    }
    // With as many games as the first pass a second one on its dice would be its equal.
    place.ok(words(&format!("{line} --closer 60 --out again")));
    let again = table(&place, "again/sensitivity.csv");
    assert!(rows[0].iter().zip(&again).any(|(first, again)| first["change"] != again["change"]));
    let said = flat(&said);
    let head =
        "60 games a step, then 300 games on new dice with each step of the 16 that looked largest";
    assert!(said.contains(head), "{said}");
}

/// A time is spent in two passes, and the command that is told plays the same ones again.
#[test]
fn the_clock_leaves_time_for_a_closer_look() {
    let place = Place::new();
    // A closer look is taken of 16 numbers, if there are more than twice as many.
    let line = "sensitivity duel --only seize --only quality --only move --bots none --for 4s";
    place.ok(words(&format!("{line} --threads 1 -q --out timed")));
    let summary: Value = serde_json::from_str(&place.read("timed/summary.json")).expect("JSON");
    let again = summary["command"].as_str().expect("a command");
    assert!(again.contains(" --games ") && again.contains(" --closer "), "{again}");
    place.ok(words(&format!("{} -q --out again", again.trim_start_matches("skirmish "))));
    for name in ["sensitivity.csv", "tornado.svg"] {
        assert!(
            place.read(&format!("timed/{name}")) == place.read(&format!("again/{name}")),
            "{name}"
        );
    }
}

/// Interrupted in its second pass, and taken up again.
#[cfg(unix)]
#[test]
fn an_interrupted_closer_look_is_taken_up_again() {
    let place = Place::new();
    let line = "sensitivity duel --only seize --bots none -q --games 20 --closer 2000 --out";
    place.ok(words(&format!("{line} whole")));
    let is_closer = || {
        let kept = std::fs::read_to_string(place.path("part/unfinished.json"));
        kept.is_ok_and(|kept| kept.contains("closer look at"))
    };
    let done = place.interrupted_once(words(&format!("{line} part")), is_closer);
    done.fails(130, &["all games with each step were played"]);
    assert_eq!(place.run(words(&format!("{line} part"))).status, 0);
    for name in place.files("whole") {
        assert!(
            place.read(&format!("part/{name}")) == place.read(&format!("whole/{name}")),
            "{name}"
        );
    }
}

#[test]
fn numbers_act_together_and_luck_has_sources() {
    let place = Place::new();
    let said = place.ok(words(
        "sensitivity duel --only seize.base.good --interactions=quality.good,quality.average --games 400 --out out",
    ));
    assert!(said.contains("\n  Together they do no more than chance explains.\n"), "{said}");
    assert!(said.contains("Luck, by dice"), "{said}");
    let rows = table(&place, "out/interactions.csv");
    assert_eq!(rows.len(), 2 + 1);
    let luck = table(&place, "out/luck.csv");
    // Eight kinds of dice, and all of them together.
    assert_eq!(luck.len(), 9);
    let shooting = luck.iter().find(|row| row["source"] == "shooting").expect("a row");
    assert_eq!((shooting["dice_per_game"].as_str(), shooting["total_value"].as_str()), ("0", "0"));
}

#[test]
fn what_never_varies_and_what_was_played_once_leave_empty_cells() {
    for line in [
        // Every game stops after one action, so no side ever wins.
        "sensitivity duel --only seize.base --set cap=1 --games 50 --out out",
        "sensitivity duel --only seize.base --games 1 --out out",
        "sweep duel --vary seize.dice=d12,d20 --set cap=1 --games 50 --out out",
        "sweep duel --vary seize.base.good=16..20 --games 1 --out out",
    ] {
        let place = Place::new();
        let said = place.ok(words(line));
        for name in place.files("out") {
            let text = place.read(&format!("out/{name}"));
            assert!(!text.contains("NaN") && !text.contains(",inf"), "{line}: {name}");
        }
        assert!(!said.contains("NaN"), "{line}: {said}");
    }
}

#[test]
fn sensitivity_is_told_what_there_is() {
    let place = Place::new();
    for (line, says) in [
        ("sensitivity duel --side Morkar", "did you mean `Morcar`?"),
        ("sensitivity duel --measure actions --side Morcar", "the whole game"),
        ("sensitivity duel --only seise", "no number of the rules in use"),
        ("sensitivity duel --interactions=seize.base.good", "but 1 is named"),
        ("sensitivity duel --interactions=seize.base.god,move.foot", "there is no number"),
        ("sensitivity duel --measure wins", "there is no measure `wins`"),
    ] {
        place.run(words(line)).fails(2, &[says]);
    }
}

#[test]
fn a_body_is_varied_by_its_name() {
    let place = Place::new();
    for body in ["2", "Whitethorn men"] {
        let path = format!("--vary=side.Whitethorn.body.{body}.figures=5,6");
        let done = place.run(["sweep", "duel", &path, "--games", "20", "-q"]);
        assert_eq!(done.status, 0, "{}", done.stderr);
        assert!(done.stdout.contains("now 6"), "{}", done.stdout);
    }
}
