//! Millions of games in parallel, the same numbers on any number of threads, with intervals that hold what they promise.
//!
//! A result is a function of the battle, the seed and the number of games; not of threads, chunks or the clock. What is
//! counted is integers ([`Tally`]); floating point begins where estimates are read off ([`estimate`], [`agreement`]).
//! Exact probabilities are no business of this crate: those who want to compare bring them along.

pub mod abstract_model;
pub mod agreement;
mod chances;
mod command;
mod controls;
pub mod die;
mod die_rows;
mod driver;
pub mod estimate;
mod fighting;
mod in_order;
mod measures;
mod moments;
mod outcomes;
mod pairs;
mod plan;
mod recorder;
mod run;
mod sparse;
pub mod streams;
pub mod study;
pub mod sums;
mod tally;
mod trials;

pub use chances::SeizeChances;
pub use command::{Command, CommandLayout, Tests, UnitTurns};
pub use controls::LessLuck;
pub use driver::Driver;
pub use fighting::{
    ClashKind, ClashResult, Clashes, Fighting, FightingLayout, Loader, MOST_ROLLS, Reloads,
    ShotKind, Shots, Strikes,
};
pub use in_order::{GameRecord, Records};
pub use measures::NAMED;
pub use outcomes::{Finish, Outcomes, Way};
pub use plan::{PairReason, PairReport, Pairs, Plan, RunError};
pub use recorder::Recorder;
pub use run::{CHUNK, Control, Run, Session, Workers, run};
pub use streams::Streams;
pub use tally::{
    LEAST_NEEDED, LONGEST_STREAK, MOST_NEEDED, Mismatch, Seizes, StreakRow, Streaks, Tally, Unit,
};
