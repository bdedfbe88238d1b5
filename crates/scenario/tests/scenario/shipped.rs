//! Everything shipped loads without a problem.

use skirmish_engine::side::Side;
use skirmish_scenario::{NoFiles, Scenario, library, load};

fn loaded(text: &str, name: &str) -> Scenario {
    match load(text.as_bytes(), name, &[], &NoFiles) {
        Ok(scenario) => scenario,
        Err(problems) => panic!("{problems}"),
    }
}

#[test]
fn every_shipped_scenario_loads() {
    for shipped in library::SCENARIOS {
        let scenario = loaded(shipped.text, shipped.name);
        assert!(!scenario.shows.is_empty(), "{}", shipped.name);
        assert!(shipped.text.starts_with('#'), "{}", shipped.name);
    }
}

#[test]
fn the_sketch_of_the_format_loads_as_it_stands() {
    let scenario = loaded(include_str!("../files/sketch.toml"), "sketch.toml");
    assert_eq!(scenario.title, "Flank run");
    assert_eq!(scenario.spec.starts, Some(Side::A));
    assert_eq!(scenario.spec.sides[Side::A].figures.len(), 8);
    assert_eq!(scenario.spec.sides[Side::B].figures.len(), 9);
    assert_eq!(scenario.spec.sides[Side::B].cards[0].figures.len(), 6);
    assert_eq!(scenario.expectations.len(), 2);
    assert_eq!(scenario.get("seize.base.average"), Some("19"));
}
