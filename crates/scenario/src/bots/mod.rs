//! Bots: their vocabulary, the shipped ones, and compiling them.

mod compile;
mod phrase;
mod say;
mod vocabulary;

pub use vocabulary::{WordDoc, vocabulary};

pub(crate) use compile::{Names, check_lines, compile, tests};

/// The shipped bots, as one file.
pub(crate) const SHIPPED: &str = include_str!("../../bots/bots.toml");
