//! The rules of tabletop skirmish games as pure state transitions.
//!
//! Nothing here reads a file, a clock, the environment or a random generator, starts a thread or computes in floating point,
//! except for whole roots, which a float represents exactly: a game is a function of the battle and of the dice that a
//! [`chance::Chance`] hands out.

// Lengths are fixed point and chances whole numbers, so that all machines agree.
#![warn(clippy::float_arithmetic)]

mod action;
pub mod battle;
mod bits;
pub mod bot;
pub mod chance;
mod chances;
mod decide;
pub mod dice;
pub mod event;
pub mod game;
pub mod initiative;
mod judge;
mod list;
mod roster;
pub mod rule;
pub mod rulebook;
pub mod side;
mod strips;
mod table;
mod victory;
mod views;
mod words;

/// Version of the engine. Results are promised to stay equal within one version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
