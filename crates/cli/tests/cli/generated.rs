//! Generated files kept in the repository: the reference of file formats, and sample reports.

use std::fmt::Write as _;

use crate::common::{Place, same_as_file, top, words};

/// Topics of `skirmish explain` in the reference, with headings and introductions.
const TOPICS: [(&str, &str, &str); 7] = [
    ("file", "Scenario files", "All tables and keys of a scenario."),
    ("features", "Terrain", "What a feature of the board may be."),
    ("bots", "Bots", "The words that a bot's lines are made of."),
    ("rulebook", "Rulebook files", "All tables and keys of a rulebook."),
    ("factors", "Factors", "Conditions that a row of the factor table may have."),
    ("limits", "Limits", "How large things may be, and why no larger."),
    ("problems", "Problems", "Codes of the messages about files."),
];

#[test]
fn the_reference_of_file_formats_is_what_the_program_explains() {
    let place = Place::new();
    let mut text = String::from(
        "# File formats\n\n\
         Made from what `skirmish explain` says; `UPDATE=1 cargo test -p skirmish` makes it again. Files are TOML: text \
         files of `key = value` lines under `[headings]`. The shipped [scenarios](../scenarios) are the tutorial, each \
         opens with what it shows; the shipped [rulebook](../crates/scenario/rulebooks/lloyd.toml) and \
         [bots](../crates/scenario/bots/bots.toml) are files like your own.\n",
    );
    for (topic, title, about) in TOPICS {
        let explained = place.ok(["explain", topic]);
        let _ = write!(
            text,
            "\n## {title}\n\n{about} The same on your screen: `skirmish explain {topic}`.\n\n```text\n{}\n```\n",
            explained.trim_end()
        );
    }
    same_as_file("docs/file-format.md", &text);
}

#[test]
fn the_reference_of_outputs_is_what_the_program_explains() {
    let explained = Place::new().ok(["explain", "outputs"]);
    let text = format!(
        "# Outputs\n\n\
         Made from the declarations of the tables; `UPDATE=1 cargo test -p skirmish` makes it again. The same on your screen: \
         `skirmish explain outputs`. What the numbers mean, and how intervals are made, is in \
         [statistics.md](statistics.md).\n\n```text\n{}\n```\n",
        explained.trim_end()
    );
    same_as_file("docs/outputs.md", &text);
}

#[test]
fn the_guide_to_players_has_them_as_they_are_listed() {
    let guide = std::fs::read_to_string(top().join("docs/players.md")).expect("the guide");
    let (before, after) = guide.split_once("```text\nPlayers found by").expect("a list");
    let (_, after) = after.split_once("```\n").expect("its end");
    let list = Place::new().ok(["list", "players"]);
    same_as_file("docs/players.md", &format!("{before}```text\n{}\n```\n{after}", list.trim_end()));
}

#[test]
fn every_table_and_column_stands_in_the_reference() {
    let place = Place::new();
    let reference = place.ok(["explain", "outputs"]);
    for line in [
        "run ambush --games 20 --games-csv --heat --out o --quiet",
        "run sabres --games 20 --out o --quiet",
        "run duel --games 20 --bots holder --out o --quiet",
        "run steel-and-numbers --games 20 --out o --quiet",
        "compare duel --with cap=30 --games 20 --out o --quiet",
        "sweep duel --vary cap=20,30 --games 20 --out o --quiet",
        "sensitivity duel --games 20 --interactions=seize.base.average,seize.base.good --out o --quiet",
    ] {
        place.ok(words(line));
    }
    let tables: Vec<_> =
        place.files("o").into_iter().filter(|name| name.ends_with(".csv")).collect();
    assert_eq!(tables.len(), 28, "{tables:?}");
    for name in tables {
        let (_, told) = reference.split_once(&format!("\n{name}: ")).expect("it is told");
        let told = told.split("\n\n").next().unwrap_or_default();
        let text = place.read(&format!("o/{name}"));
        // A column about a varied parameter has its path for a head.
        let head = text.lines().next().expect("a head").split(',').filter(|head| *head != "cap");
        for column in head {
            let names = told.lines().filter_map(|line| line.strip_prefix("  "));
            let mut names = names.flat_map(|line| line.split([',', ':', '[', ' ']));
            assert!(names.any(|name| name == column), "{column} of {name}");
        }
    }
}

/// A dated sample of a run's output: see `reports/README.md`.
#[test]
fn the_sample_report_is_what_the_program_makes_now() {
    let place = Place::new();
    let answer =
        place.ok(words("run flank-run --players solved --games 20000 --seed 1 --out out --quiet"));
    same_as_file("reports/flank-run/summary.txt", &answer);
    let mut made = place.files("out");
    for name in &made {
        same_as_file(&format!("reports/flank-run/{name}"), &place.read(&format!("out/{name}")));
    }
    made.push("summary.txt".to_owned());
    made.sort();
    let kept = std::fs::read_dir(top().join("reports/flank-run")).expect("it is there");
    let mut kept: Vec<_> = kept
        .map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned())
        .collect();
    kept.sort();
    assert_eq!(kept, made, "files that are no longer made");
}

#[test]
fn every_dependency_is_accounted_for() {
    let read = |path: &str| std::fs::read_to_string(top().join(path)).expect("it is there");
    let accounts = read("docs/dependencies.md");
    let manifest = read("Cargo.toml");
    let shared = manifest
        .lines()
        .skip_while(|line| *line != "[workspace.dependencies]")
        .skip(1)
        .take_while(|line| !line.starts_with('['));
    let mut named = 0;
    for line in shared.filter(|line| !line.starts_with("skirmish-")) {
        if let Some((name, _)) = line.split_once(" = ") {
            let row = format!("\n| {name} | ");
            assert!(accounts.contains(&row), "docs/dependencies.md says nothing about {name}");
            named += 1;
        }
    }
    assert!(named > 20, "the list of dependencies was not found: {named}");
}
