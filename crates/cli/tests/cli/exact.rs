//! What a run counts beside exact chances, through the whole program: rows agree with them and add up.

use serde_json::Value;

use crate::common::{Place, words};

/// The summary of a run of a shipped battle.
struct Summary(Value);

impl Summary {
    fn of(place: &Place, battle: &str, games: u64) -> Self {
        let line =
            format!("run {battle} --games {games} --seed 20261125 --pairs off -q --out o-{battle}");
        place.ok(words(&line));
        let summary = place.read(&format!("o-{battle}/summary.json"));
        Self(serde_json::from_str(&summary).expect("it is JSON"))
    }

    fn rows(&self, key: &str) -> &[Value] {
        self.0[key].as_array().map_or(&[], Vec::as_slice)
    }

    /// Checks that all rows with exact chances agree, and that there are enough of them. Correct rows fail for one seed in a
    /// thousand ([`skirmish_report::agreement::FAMILY_ERROR`]).
    fn agrees(&self, battle: &str, least: u64) {
        let found = &self.0["agreement"];
        assert!(found["compared"].as_u64() >= Some(least), "{battle}: {found}");
        assert_eq!(found["disagreements"], Value::Array(Vec::new()), "{battle}");
    }
}

#[test]
fn rows_of_steps_agree_with_their_exact_chances() {
    let place = Place::new();
    for battle in
        ["steel-and-numbers", "three-to-one", "twelve-dice", "green-company", "shield-wall"]
    {
        let summary = Summary::of(&place, battle, 400);
        summary.agrees(battle, 10);
        for total in summary.rows("step_totals") {
            let is_part = |row: &&Value| {
                ["side", "chain", "step", "result"].iter().all(|key| row[key] == total[key])
            };
            let parts = summary.rows("steps").iter().filter(is_part);
            for key in ["count", "rolls"] {
                let sum: u64 = parts.clone().filter_map(|row| row[key].as_u64()).sum();
                assert_eq!(Some(sum), total[key].as_u64(), "{battle}: {total}");
            }
            let enemy = summary.rows("sides").iter().find(|side| **side != total["side"]);
            let rolled_by = match total["step"].as_str() {
                Some("save" | "ward" | "parry" | "defence") => enemy.expect("a side").clone(),
                Some("fight" | "shoot") if battle == "three-to-one" => "".into(),
                _ => total["side"].clone(),
            };
            assert_eq!(total["rolled_by"], rolled_by, "{battle}: {total}");
            let [rate, expected] = ["rate", "expected"].map(|key| total[key].as_f64());
            let off = rate.expect("a roll") - expected.expect("dice have a law");
            assert!(off.abs() < 0.2, "{battle}: {total}");
        }
    }
}

#[test]
fn everything_under_petite_guerre_agrees_with_its_exact_chance() {
    let place = Place::new();
    let summary = Summary::of(&place, "piquet", 1000);
    summary.agrees("piquet", 100);
    assert!(summary.rows("seizes").is_empty() && summary.rows("seize_totals").is_empty());
    assert!(summary.rows("streaks").iter().all(|row| row["expected"].is_null()));
    let names = place.files("o-piquet");
    assert!(!names.iter().any(|name| name.starts_with("seize")), "{names:?}");
    for name in ["control.csv", "hit-curves.csv", "wounds.csv", "reloads.csv", "melee.csv"] {
        assert!(names.iter().any(|it| it == name), "{name} is missing in {names:?}");
    }
    for name in names {
        let text = place.read(&format!("o-piquet/{name}"));
        assert!(!text.contains("NaN") && !text.contains("inf,"), "{name}");
    }
}

/// Published: d8+d10 reaches 11 or more, for an unmoving target at 40 paces, in 36 of 80 ways.
#[test]
fn hit_curves_carry_the_published_chances() {
    let summary = Summary::of(&Place::new(), "ambush", 200);
    let mut rows = summary.rows("hit_curves").iter();
    let is_it = |row: &&Value| {
        (row["dice"] == "d8+d10" && row["target"] == "unmoving") && row["threshold"] == 11
    };
    let row = rows.find(is_it).expect("light infantry shoots");
    assert_eq!((&row["exact_numerator"], &row["exact_denominator"]), (&36.into(), &80.into()));
    assert_eq!(row["distance"], 40.0);
}
