//! `skirmish compare` and `skirmish check`.

use crate::common::Place;

const DUEL: &str = include_str!("../../../../scenarios/duel.toml");

#[test]
fn a_battle_compared_with_itself_is_exactly_the_same() {
    let place = Place::new();
    place.write("one.toml", DUEL);
    place.write("two.toml", DUEL);
    let done = place.run([
        "compare", "one.toml", "two.toml", "--games", "60", "--out", "out", "-q",
    ]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(
        done.stdout
            .contains("B is exactly the same as A in every game."),
        "{}",
        done.stdout
    );
    let table = place.read("out/comparison.csv");
    let mut changes = 0;
    for row in table
        .lines()
        .skip(1)
        .filter(|row| row.starts_with("two.toml,"))
    {
        let cells: Vec<&str> = row.split(',').collect();
        assert!(matches!(cells[6], "0" | ""), "{row}");
        assert!(matches!(cells[9], "1" | ""), "{row}");
        changes += usize::from(cells[6] == "0");
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
            "300",
            "--threads",
            threads,
            "--out",
            threads,
            "-q",
        ]);
        assert_eq!(done.status, 0, "{}", done.stderr);
        assert!(
            done.stdout.contains("B differs from A: "),
            "{}",
            done.stdout
        );
        files.push((
            done.stdout,
            place.read(&format!("{threads}/comparison.json")),
        ));
    }
    assert_eq!(files[0], files[1]);
    assert_eq!(files[0], files[2]);
}

#[test]
fn nothing_to_compare_is_told() {
    let place = Place::new();
    for (args, says) in [
        (
            vec!["compare", "duel"],
            "there is only one battle to compare",
        ),
        (vec!["compare", "duel", "flank-run"], "have different names"),
        (
            vec!["compare", "duel", "--initiative", "lloyd"],
            "one system alone",
        ),
        (
            vec!["compare", "duel", "--initiative", "lloyd,loyd"],
            "a similar value exists: 'lloyd'",
        ),
        (
            vec!["compare", "duel", "--initiative", "lloyd,lloyd"],
            "stands twice",
        ),
    ] {
        let done = place.run(args.clone());
        assert_eq!(done.status, 2, "{args:?}: {}", done.stderr);
        assert!(done.stderr.contains(says), "{args:?}: {}", done.stderr);
    }
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
        assert_eq!(
            done.status, status,
            "{bounds}: {}{}",
            done.stdout, done.stderr
        );
        assert!(done.stdout.contains(word), "{}", done.stdout);
        let xml = place.read("junit.xml");
        assert!(
            xml.starts_with("<?xml") && xml.contains("tests=\"2\""),
            "{xml}"
        );
        assert!(place.read("summary.md").contains(word));
        assert_eq!(
            done.stdout.contains("::error file=battle.toml,line="),
            status == 1
        );
    }
    // The bound lies where the value is: no number of games decides.
    place.write(
        "battle.toml",
        expecting("[[expect]]\nmeasure = \"actions\"\nat_least = 23.1\n"),
    );
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
        expecting("[[expect]]\nmeasure = \"win rat\"\nat_least = 0.4\n"),
    );
    let done = place.run(["check", "battle.toml", "-q"]);
    assert_eq!(done.status, 2);
    assert!(
        done.stderr.contains("no measure `win rat`") && done.stderr.contains("win-rate"),
        "{}",
        done.stderr
    );
    place.write("battle.toml", DUEL);
    let done = place.run(["check", "battle.toml", "-q"]);
    assert_eq!(done.status, 2);
    assert!(
        done.stderr.contains("nothing is expected"),
        "{}",
        done.stderr
    );
    place.write("base.json", "[{");
    let done = place.run(["check", "battle.toml", "-q", "--baseline", "base.json"]);
    assert_eq!(done.status, 2);
    assert!(done.stderr.contains("is no baseline"), "{}", done.stderr);
}
