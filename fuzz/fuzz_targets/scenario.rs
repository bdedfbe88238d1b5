//! Any bytes as a scenario: an answer, never a panic; and what is accepted, the engine accepts.
//! Start it on the shipped ones: `cargo fuzz run scenario scenarios`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use skirmish_engine::battle::Battle;
use skirmish_scenario::{NoFiles, load};

fuzz_target!(|bytes: &[u8]| {
    match load(bytes, "fuzz.toml", &[], &NoFiles) {
        Ok(scenario) => assert!(Battle::new(scenario.spec).is_ok()),
        Err(problems) => assert!(!problems.render(false).is_empty()),
    }
});
