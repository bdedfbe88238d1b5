//! Bots: the vocabulary that they are written in, the shipped ones, and how one is put together.

mod compile;
mod phrase;
mod say;
mod vocabulary;

pub use vocabulary::{WordDoc, vocabulary};

pub(crate) use compile::{Names, check_lines, compile, tests};

/// The bots that come with the program, as one file.
pub(crate) const SHIPPED: &str = include_str!("../../bots/bots.toml");
