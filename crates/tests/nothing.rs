//! Tests of other packages are compiled here: see `Cargo.toml`.
