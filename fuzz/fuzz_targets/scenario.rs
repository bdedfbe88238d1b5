//! Any bytes as a scenario: an answer, never a panic; and what is accepted, the engine plays.
//! Start it on the shipped ones: `cargo +nightly fuzz run scenario fuzz/corpus/scenario scenarios`.
#![no_main]

mod plays;

use libfuzzer_sys::fuzz_target;
use skirmish_scenario::{NoFiles, load};

fuzz_target!(|bytes: &[u8]| {
    plays::plays(load(bytes, "fuzz.toml", &[], &NoFiles), bytes);
});
