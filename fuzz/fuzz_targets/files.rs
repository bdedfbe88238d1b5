//! Any bytes as the files that a good scenario names, and as a value on the command line: the first byte says which. What
//! is accepted, the engine accepts.
#![no_main]

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use skirmish_engine::battle::Battle;
use skirmish_scenario::{Override, library, load};

fuzz_target!(|bytes: &[u8]| {
    let Some((which, rest)) = bytes.split_first() else {
        return;
    };
    let text = library::SCENARIOS[0].text.as_bytes();
    let file = BTreeMap::from([("fuzz.toml".to_owned(), rest.to_vec())]);
    let overrides = match which % 3 {
        0 => vec![Override::new("rules", "fuzz.toml")],
        1 => vec![Override::new("side.Raiders.bot", "fuzz.toml")],
        _ => match std::str::from_utf8(rest).map(Override::parse) {
            Ok(Ok(over)) => vec![over],
            _ => return,
        },
    };
    match load(text, "flank-run.toml", &overrides, &file) {
        Ok(scenario) => assert!(Battle::new(scenario.spec).is_ok()),
        Err(problems) => assert!(!problems.render(false).is_empty()),
    }
});
