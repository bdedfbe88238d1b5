//! Any bytes as the files that a good scenario names, and as a value on the command line: the first byte says which, `R` for a
//! rulebook, `B` for a bot, anything else for a value. What is accepted, the engine plays.
#![no_main]

mod plays;

use std::collections::BTreeMap;

use libfuzzer_sys::fuzz_target;
use skirmish_scenario::{Override, library, load};

fuzz_target!(|bytes: &[u8]| {
    let Some((which, rest)) = bytes.split_first() else {
        return;
    };
    let text = library::SCENARIOS[0].text.as_bytes();
    let file = BTreeMap::from([("fuzz.toml".to_owned(), rest.to_vec())]);
    let overrides = match which {
        b'R' => vec![Override::new("rules", "fuzz.toml")],
        b'B' => vec![Override::new("side.Raiders.bot", "fuzz.toml")],
        _ => match std::str::from_utf8(rest).map(Override::parse) {
            Ok(Ok(over)) => vec![over],
            _ => return,
        },
    };
    plays::plays(load(text, "flank-run.toml", &overrides, &file), bytes);
});
