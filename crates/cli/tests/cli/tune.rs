//! `skirmish tune`: what it leaves and refuses, and that its results do not depend on how it is run.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

use crate::common::{Place, flat, words};

const QUICK: &str = "--may seize.base,seize.leadership --cells 1 --games 2000 -q";

/// Writes rules under which average figures seize so easily that streaks are short, and a battle for them that is over soon.
fn hasty(place: &Place) {
    place.write("tiny.toml", include_str!("../tiny.toml"));
    place.write("mine.toml", "name = \"mine\"\nextends = \"lloyd\"\n[seize.base]\naverage = 15\n");
}

fn tuned(place: &Place, more: &str) -> String {
    let line = format!(
        "tune tiny.toml --set rules=mine.toml --target 'streak-in-actions North 1.85..2' {QUICK} {more}"
    );
    place.ok(words(&line))
}

/// Text and files of a search for an edit on one thread.
static ONE: LazyLock<(String, BTreeMap<String, String>)> = LazyLock::new(|| {
    let place = Place::new();
    hasty(&place);
    let text = tuned(&place, "--out one --threads 1");
    let read = |name: String| {
        let text = place.read(&format!("one/{name}"));
        (name, text)
    };
    (text, place.files("one").into_iter().map(read).collect())
});

#[test]
fn an_edit_can_be_played_and_meets_what_was_wanted() {
    let (text, files) = &*ONE;
    let place = Place::new();
    hasty(&place);
    std::fs::create_dir(place.path("o")).expect("a folder");
    for (name, text) in files {
        place.write(&format!("o/{name}"), text);
    }
    assert!(text.contains(" → ") && text.contains("1.85 to 2  met"), "{text}");
    for file in ["summary.json", "report.html", "tune.csv", "cells.csv", "tune.svg"] {
        assert!(!place.read(&format!("o/{file}")).is_empty(), "{file}");
    }
    let summary: Value = serde_json::from_str(&place.read("o/summary.json")).unwrap();
    assert_eq!(summary["format"], "skirmish-tune/1");
    let told = summary["certified"][0]["values"][0]["value"].as_f64().unwrap();
    assert!((1.85..2.0).contains(&told), "{told}");
    place.ok(words("report o"));
    // Fresh dice confirm the reported value.
    let change = &summary["certified"][0]["changes"][0];
    let set = ["path", "then"].map(|key| change[key].as_str().unwrap()).join("=");
    let run = format!(
        "run tiny.toml --set rules=mine.toml --set {set} --games 4000 --seed 77 -q --format json --measure streak-in-actions --out r"
    );
    let run: Value = serde_json::from_str(&place.ok(words(&run))).unwrap();
    let rows = run["measures"].as_array().unwrap();
    let of = |row: &&Value| row["measure"] == "streak-in-actions" && row["side"] == "North";
    let again = rows.iter().find(of).unwrap()["value"].as_f64().unwrap();
    assert!((again - told).abs() < 0.15, "{again} for a told {told}");
}

#[test]
fn threads_change_nothing() {
    let place = Place::new();
    hasty(&place);
    tuned(&place, "--out two --threads 2");
    for file in ["summary.json", "tune.csv", "cells.csv"] {
        assert_eq!(ONE.1[file], place.read(&format!("two/{file}")), "{file}");
    }
}

/// A range so narrow that it takes minutes to decide: the answer opens with the best guess, and with the command that goes on.
#[test]
fn a_time_too_short_has_a_best_guess() {
    let place = Place::new();
    hasty(&place);
    let line = "tune duel --set rules=mine.toml --target 'streak-in-actions Morcar 2.28..2.32' --may seize.base,seize.leadership";
    // On a busy machine it takes a few calls, each of which goes on, until there is anything to guess by.
    let calls =
        (0..20).map(|_| place.run(words(&format!("{line} --threads 1 --for 3s --out o"))).stdout);
    let has_games = |text: &String| text.contains("It has been played");
    let text = calls.into_iter().find(has_games).expect("a guess in time");
    let flat = flat(&text);
    assert!(text.lines().any(|line| line.starts_with("  Best guess so far: ")), "{text}");
    assert!(flat.contains(" not sure yet. ") && flat.contains(" Missing: more games"), "{text}");
    assert!(flat.contains(" To be sure takes about ") && !text.contains("Nearest"), "{text}");
    let (_, next) = flat.split_once("Next, go on: skirmish ").expect("a command");
    let (next, _) = next.split_once("  ").unwrap_or((next, ""));
    let (next, _) = next.split_once(" Page:").unwrap_or((next, ""));
    assert!(next.contains(" --for ") && next.contains("m --out o "), "{next}");
    let (before, after) = next.split_once(" --for ").expect("a time");
    let (_, after) = after.split_once(' ').expect("more");
    let done = place.run(words(&format!("{before} --for 1s {after}")));
    assert!(done.status == 0 && done.stderr.contains("going on from what"), "{}", done.stderr);
}

/// Few games, so that no number gets beyond its first look over its whole range and with one step; and the greatest seed.
#[test]
fn few_games_and_great_seeds_are_ordinary() {
    let place = Place::new();
    hasty(&place);
    let asks = "tune tiny.toml --set rules=mine.toml --may seize.base -q --target";
    for more in [
        "'streak-in-actions North 2.1..3.6' --games 400",
        "'streak-in-actions North 2.4..3.6' --games 500 --seed 18446744073709551615",
    ] {
        place.ok(words(&format!("{asks} {more} --out o")));
    }
}

#[test]
fn a_file_says_what_may_be_changed_and_what_it_wants() {
    let place = Place::new();
    hasty(&place);
    let duel = place.ok(words("export duel"));
    let (head, _) = duel.split_once("[[expect]]").unwrap_or((&duel, ""));
    let asks = "
[[expect]]
measure = \"streak in actions\"
side = \"Morcar\"
between = [2.6, 3.4]
[tune]
may = [\"seize.base\", \"seize.leadership\"]
keep = [\"seize.base\"]
cells = 1
";
    place.write("own.toml", format!("{head}{asks}"));
    let text = place.ok(words("tune own.toml --set rules=mine.toml --games 2000 -q --out o"));
    let edit = place.read("o/tune.csv");
    assert!(edit.contains("leader") && !edit.contains("troops"), "{text}{edit}");
}

#[test]
fn what_cannot_be_tuned_is_told() {
    let place = Place::new();
    for (line, says) in [
        ("tune duel --target 'streak -2..-1'", "nothing that is measured is below 0"),
        ("tune duel --target 'win-rat 45%..55%'", "there is no measure `win-rat`"),
        ("tune duel --target 'win-rate Whitethrn 45%..55%'", "there is no side `Whitethrn`"),
        ("tune duel --target 'win-rate Whitethrn 45%..55%'", "did you mean `Whitethorn`?"),
        ("tune duel --target 'win-rate 55%..45%'", "ends before it begins"),
        ("tune duel --target 'win-rate 45..55'", "write 45%..55%"),
        ("tune duel --target 'actions 10%..20%'", "is not a share"),
        ("tune duel --target 'actions Morcar 10..20'", "the whole game"),
        ("tune duel --target 'actions'", "expected a measure"),
        ("tune duel --target 'actions ..'", "the range has no end"),
        ("tune duel --target 'actions 10'", "`10` is not a range"),
        ("tune duel --target 'actions ten..20'", "`ten` is not a number"),
        (
            "tune duel --target 'win-rate Morcar 60%..' --target 'win-rate Whitethorn 60%..'",
            "contradict each other",
        ),
        ("tune duel --target 'actions ..60' --may seze", "begins with it"),
        ("sensitivity duel --only seize.bse", "or `seize.base`?"),
        ("tune duel --target 'actions ..60' --may seze", "did you mean `seize`?"),
        ("tune duel --target 'actions ..60' --may seize --keep seize", "no number left"),
        ("tune duel --target 'win-rate 49%..51%' --games 100", "too few to tell"),
        ("tune duel piquet --target 'win-rate 45%..55%'", "an edit changes one rulebook"),
        ("tune duel --target 'actions ..60' --cells 4", "expected a number from 1 to 3"),
        (
            "tune duel --target 'actions ..60' --also-players nobody.toml",
            "cannot read `nobody.toml`",
        ),
    ] {
        let done = place.run(words(line));
        assert!([2, 3].contains(&done.status), "{line}: {}", done.stderr);
        assert!(done.stderr.contains(says), "{line}: {}", done.stderr);
    }
}

/// A battle by steps that is over soon, as a search plays many.
const FEW: &str = "\
title = \"Few at the cross\"
rules = \"hit-wound-save\"
board.size = [20, 20]
[side.Plate]
wins = { losses = 3 }
bot = \"rusher\"
body = [{ name = \"Plate\", figures = 2, troops = \"excellent\", weapon = \"sword\", at = [10, 5] }]
[side.Town]
wins = [{ losses = 2 }, { after = \"6 rounds\" }]
bot = \"rusher\"
body = [{ name = \"Town\", figures = 4, troops = \"average\", weapon = \"spear\", at = [10, 15] }]
";

#[test]
fn ft_3_an_edit_of_a_table_can_be_played() {
    let place = Place::new();
    place.write("few.toml", FEW);
    let tune = "tune few.toml --target 'win-rate Plate 50%..60%' --may table --steps 1 --games 1000 --out o";
    let said = place.ok(words(tune)).replace('\n', " ");
    // Fresh dice rejected a cheaper edit.
    assert!(said.contains(" smaller edit"), "{said}");
    // Each side has a short search for its best answer.
    assert!(said.contains("answers by a short search: win rate, Plate "), "{said}");
    let (_, play) = said.rsplit_once(" skirmish run ").expect("it says how to play it");
    assert!(play.contains(" --set table.") && play.contains(".rows.") && !play.contains("first"));
    let (play, _) = play.split_once("  ").unwrap_or((play, ""));
    place.ok(words(&format!("run {play} --games 20 -q --out r")));
}

/// Settings stay and are reported; if named with `--may`, they are edited from there.
#[test]
fn what_is_set_can_be_edited_where_it_is_named() {
    let place = Place::new();
    let line = |may: &str| {
        format!(
            "tune duel --set seize.base.average=18 --target 'streak-in-actions Morcar 2.1..2.35' --may {may} --cells 1 --games 2000 --out o"
        )
    };
    let done = place.run(words(&line("seize.base")));
    let note = "note: `seize.base.average` stays as it is set: to have it edited, name it with `--may seize.base.average`";
    assert!(done.status == 0 && done.stderr.starts_with(note), "{}", done.stderr);
    let text = place.run(words(&line("seize.base.average"))).stdout;
    assert!(text.contains("  seize roll of average troops  18 \u{2192} "), "{text}");
    let play = "skirmish run scenarios/duel.toml --set seize.base.average=";
    assert!(text.contains(play) && !text.contains("average=18"), "{text}");
}
