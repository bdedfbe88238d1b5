//! WarSpike's blocks (WSC-10), matching by distance (SOW-1) and hidden units (WSC-9), as a designer writes them.

use crate::common::{Place, words};
use crate::tables::{Row, number, table};

/// Writes two bands in the open, with what a test adds to the first.
fn battle(place: &Place, more: &str) {
    let text = format!(
        r#"
title = "Two bands"
rules = "warspike"

[board]
size = [36, 24]

[bot.all-in]
lines = [{{ when = ["engaged"], do = "fight" }}, {{ do = "charge nearest" }}, {{ do = "stand" }}]

[side.Raiders]
bot = "all-in"

[[side.Raiders.body]]
name = "Spears"
figures = 4
troops = "average"
weapon = "spear"
at = [6, 6]

[[side.Raiders.body]]
name = "Bows"
figures = 4
troops = "average"
weapon = "bow"
at = [6, 18]

[side.Guards]
bot = "marksman"

[[side.Guards.body]]
name = "Watch"
figures = 6
troops = "average"
weapon = "sword"
at = [28, 12]

{more}
"#
    );
    place.write("bands.toml", text);
}

#[test]
fn wsc_10_a_scenario_forms_blocks() {
    let place = Place::new();
    let told = |set: &str| place.ok(words(&format!("replay bands.toml {set}")));
    battle(&place, "[[side.Raiders.block]]\nbodies = [\"Spears\", \"Bows\"]");
    let together = told("");
    assert!(together.contains("one block: Spears and Bows of Raiders [WSC-10]"), "{together}");
    assert!(together.contains("Spears and Bows of Raiders, "), "{together}");
    assert!(!told("--set options.blocks=none").contains("one block"));
    // Without a block in the file the whole side may be one.
    battle(&place, "");
    assert!(!told("").contains("one block"));
    let whole = told("--set options.blocks=whole-side");
    assert!(whole.contains("one block: Spears and Bows of Raiders"), "{whole}");
    // Under a system without blocks the battle is still played.
    battle(&place, "[[side.Raiders.block]]\nbodies = [\"Spears\", \"Bows\"]");
    let done = place.run(words("replay bands.toml --initiative alternate"));
    assert!(done.status == 0 && !done.stdout.contains("one block"), "{}", done.stdout);
    assert!(done.stderr.contains("`block` of `Raiders` (line "));
}

#[test]
fn wsc_10_what_is_wrong_with_a_block_is_told() {
    let place = Place::new();
    let fails = |block: &str, hints: &[&str]| {
        battle(&place, block);
        place.run(words("replay bands.toml")).fails(2, hints);
    };
    fails(
        "[[side.Raiders.block]]\nbodies = [\"Spears\", \"Bow\"]",
        &["S027", "the side `Raiders` has no body `Bow`", "did you mean `Bows`?"],
    );
    let two = "[[side.Raiders.block]]\nbodies = [\"Spears\", \"Bows\"]\n";
    fails(
        &format!("{two}{two}"),
        &["S055", "the body `Spears` is in two blocks", "in one of them"],
    );
    fails("[[side.Raiders.block]]\nbodies = [\"Spears\", \"Spears\"]", &["S055", "twice"]);
    fails("[[side.Raiders.block]]\nbodies = [\"Spears\"]", &["units of a block", "2 to 32"]);
    fails("[[side.Raiders.block]]\nunits = [\"Spears\", \"Bows\"]", &["units", "bodies"]);
}

#[test]
fn wsc_9_a_body_may_start_in_hiding() {
    let place = Place::new();
    battle(
        &place,
        r#"
[[side.Guards.body]]
name = "Ambush"
figures = 3
troops = "average"
weapon = "bow"
hidden = true
at = [18, 4]
"#,
    );
    let told = place.ok(words("replay bands.toml --set options.first-instigator=situation"));
    assert!(told.contains("in hiding: Ambush of Guards [WS-02, WSC-9]"), "{told}");
    assert!(told.contains("Turn 1, instigator Guards"), "{told}");
    assert!(told.contains("Ambush of Guards is found"), "{told}");
    // The host rules have no hiding, so elsewhere they stand in the open.
    let told = place.run(words("replay bands.toml --initiative alternate"));
    assert!(!told.stdout.contains("in hiding"), "{}", told.stdout);
    let note = "`hidden` of `Ambush` (line 44 of `bands.toml`) is accepted, but does nothing here";
    assert!(told.stderr.contains(note), "{}", told.stderr);
}

#[test]
fn sow_1_the_rulebook_of_2019_matches_by_distance() {
    let place = Place::new();
    battle(&place, "");
    let told = place.ok(words("replay bands.toml --set options.matching=closest"));
    assert!(told.contains("closest: "), "{told}");
    assert!(told.contains("apart [SOW-1]"), "{told}");
    let page = place.ok(words("explain SOW-1"));
    assert!(page.contains("Matching by distance"), "{page}");
    let book = place.ok(words("explain spheres-of-war"));
    assert!(book.contains("closest"), "{book}");
    let text = place.read("bands.toml");
    place.write("spheres.toml", text.replace("\"warspike\"", "\"spheres-of-war\""));
    let told = place.ok(words("replay spheres.toml"));
    assert!(told.contains("closest: "), "{told}");
}

#[test]
fn shares_of_streaks_are_of_streaks_with_an_action() {
    let place = Place::new();
    battle(&place, "");
    place.ok(words("run bands.toml --games 200 --out o"));
    for side in ["Raiders", "Guards"] {
        let rows = table(&place, "o/streaks.csv");
        let told = |row: &&Row| row["side"] == side && !row["share"].is_empty();
        let all: f64 = rows.iter().filter(told).map(|row| number(row, "share")).sum();
        assert!((all - 1.0).abs() < 1e-4, "{side}: {all}");
    }
}

#[test]
fn a_draw_says_why() {
    let place = Place::new();
    battle(&place, "");
    let short = "--set warspike.turns=2";
    let text = place.ok(words(&format!("run bands.toml --games 50 --out o {short} --games-csv")));
    assert!(text.contains("2 turns are over"), "{text}");
    assert!(place.read("o/outcomes.csv").contains("draw,,2 turns are over,50,"), "{text}");
    assert!(place.read("o/games.csv").contains("draw: 2 turns are over"));
    let told = place.ok(words(&format!("replay bands.toml {short}")));
    assert!(told.contains("a draw: the 2 turns are over"), "{told}");
    assert!(!told.contains("goal at once"), "{told}");
}
