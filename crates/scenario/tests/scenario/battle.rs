//! Small fights for shipped rulebooks.

use std::collections::BTreeMap;

use skirmish_scenario::{Override, Scenario, load};

pub(crate) const BASE: &str = include_str!("../files/base.toml");
pub(crate) const PETITE: &str = include_str!("../files/petite.toml");

/// A small fight for a shipped rulebook, and what sets it.
pub(crate) fn fight(rules: &'static str) -> (&'static str, Vec<(&'static str, &'static str)>) {
    if rules == "petite-guerre" { (PETITE, Vec::new()) } else { (BASE, vec![("rules", rules)]) }
}

pub(crate) fn with(more: &str, overrides: &[(&str, &str)], files: &[(&str, &str)]) -> Scenario {
    based(BASE, more, overrides, files)
}

pub(crate) fn based(
    base: &str,
    more: &str,
    overrides: &[(&str, &str)],
    files: &[(&str, &str)],
) -> Scenario {
    let overrides: Vec<Override> =
        overrides.iter().map(|(path, value)| Override::new(path, value)).collect();
    let files: BTreeMap<String, Vec<u8>> =
        files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
    match load(format!("{base}\n{more}").as_bytes(), "small.toml", &overrides, &files) {
        Ok(scenario) => scenario,
        Err(problems) => panic!("{problems}"),
    }
}
