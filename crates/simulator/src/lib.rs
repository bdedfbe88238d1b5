//! Millions of games in parallel, the same numbers on any number of threads, with intervals that hold what they promise.
//!
//! A result is a function of the battle, the seed and the number of games; not of threads, chunks or the clock. What is
//! counted is integers ; floating point begins where estimates are read off.
//! Exact probabilities are no business of this crate: those who want to compare bring them along.

pub mod die;
pub mod streams;

pub use streams::Streams;
