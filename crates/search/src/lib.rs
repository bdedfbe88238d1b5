//! Looks for players: the best answer to an enemy's, told from the bot that one had; and the value of a battle when both
//! sides play as well as anybody has found.
//!
//! A search plays games of the seed that nobody else plays ([`arena::FIRST_GAME`]); what it finds is certified by a run,
//! on games that it never saw. Everything follows from the battle, the seed and the number of games: not from threads.

pub mod arena;
pub mod equilibrium;
mod mutate;
mod plans;
pub mod search;
pub mod shrink;
pub mod solve;
pub mod tune;

pub use arena::{Arena, SearchError};
pub use mutate::Grammar;
