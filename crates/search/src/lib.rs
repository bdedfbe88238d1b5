//! Searches: the best answer to an enemy's players, told as a difference from a known bot; the value of a battle when both
//! sides play as well as any search has found; and the cheapest edit of a rulebook that meets its targets.
//!
//! A search plays games that no run plays ([`arena::FIRST_GAME`]), and a run certifies the result on fresh games. Results
//! depend on the battle, the seed and the number of games, but not on threads.

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
