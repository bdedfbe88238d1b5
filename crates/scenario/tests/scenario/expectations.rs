//! Bounds of expectations.

use skirmish_scenario::{NoFiles, Override, Scenario, load};

const FIGHT: &str = include_str!("../files/base.toml");

fn expecting(bounds: &str) -> Result<Scenario, String> {
    let text = format!("{FIGHT}\n[[expect]]\nmeasure = \"win rate\"\n{bounds}\n");
    let none: &[Override] = &[];
    load(text.as_bytes(), "fight.toml", none, &NoFiles).map_err(|p| p.render(false))
}

#[test]
fn every_way_to_write_bounds() {
    for (written, least, most) in [
        ("between = [0.4, 0.6]", Some(0.4), Some(0.6)),
        ("near = 0.5\nwithin = 0.02", Some(0.48), Some(0.52)),
        ("near = 1\nwithin = 0.1", Some(0.9), Some(1.1)),
        ("at_least = 0.4", Some(0.4), None),
        ("at_most = 0.6", None, Some(0.6)),
        ("at_least = 0.4\nat_most = 0.6", Some(0.4), Some(0.6)),
    ] {
        let scenario = expecting(written).expect(written);
        let found = &scenario.expectations[0];
        assert_eq!((found.least, found.most), (least, most), "{written}");
    }
}

#[test]
fn a_share_lies_between_0_and_1() {
    for (written, says) in [
        ("at_most = 60", "`at_most` says 60"),
        ("at_most = 60", "if 60 % is meant, write 0.6"),
        ("near = 50\nwithin = 5", "if 5 % is meant, write 0.05"),
        ("between = [0.4, 57.1]", "if 57.1 % is meant, write 0.571"),
        ("at_least = -0.1", "`at_least` says -0.1"),
        ("at_least = 400", "write a share, such as 0.6"),
    ] {
        let problems = expecting(written).expect_err(written);
        assert!(problems.contains(says), "{written}: {problems}");
    }
}

#[test]
fn half_an_expectation_is_told() {
    for (written, says) in [
        ("near = 0.5", "`near` and `within` go together"),
        ("within = 0.5", "`near` and `within` go together"),
        ("near = 0.5\nwithin = 0", "no number of games shows a value within 0"),
        ("near = 0.5\nwithin = 0.1\nat_most = 0.6", "`at_most` means nothing beside `near`"),
        ("between = [0, 1]\nnear = 0.5", "`near` means nothing beside `between`"),
        ("side = \"Red\"", "an expectation needs `between`, `near`"),
    ] {
        let problems = expecting(written).expect_err(written);
        assert!(problems.contains(says), "{written}: {problems}");
    }
}
