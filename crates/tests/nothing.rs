//! The tests of engine, odds and simulator are compiled here: see `Cargo.toml`.
