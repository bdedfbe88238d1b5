//! Plays millions of games in parallel, with the same numbers on any number of threads and intervals that keep their promise.
//!
//! A result depends on the battle, the seed and the number of games, but not on threads, chunks or the clock. Counts are
//! integers ([`Tally`]); floating point begins with estimates ([`estimate`]). Exact chances are not part of this crate.
//!
//! A [`Session`] deals the dice of each game, a [`Recorder`] counts events into the [`Counts`] of a unit, a [`Tally`] adds
//! units up, and its sums give an estimate for each of [`MEASURES`].

mod additive;
mod brake;
mod command;
mod controls;
mod counts;
mod course;
pub mod die;
mod die_rows;
mod driver;
pub mod estimate;
mod estimates;
mod fighting;
mod gain;
mod jackknife;
mod limits;
mod log;
mod measure;
mod moments;
mod outcomes;
mod pairs;
mod recorder;
mod run;
mod scores;
mod seen;
mod session;
mod sparse;
mod steps;
pub mod streams;
pub mod study;
pub mod sums;
mod tally;
mod think;
mod trials;
mod workers;

pub use additive::Additive;
pub use brake::{Brake, catch_stop};
pub use command::{Command, Tests, UnitTurns};
pub use controls::{Joint, LUCKS, LessLuck, Luck};
pub use counts::Counts;
pub use course::course;
pub use driver::{Driver, Facts};
pub use fighting::{
    ClashKind, ClashResult, Clashes, Fighting, MOST_ROLLS, Reloads, ShotKind, Shots, Strikes,
};
pub use gain::Gain;
pub use jackknife::Jackknife;
pub use limits::bisect;
pub use measure::{measured, streak_measure};
pub use outcomes::{Finish, Outcomes, Way};
pub use recorder::Recorder;
pub use run::{PairReason, PairReport, Pairs, RunError, RunSpec};
pub use scores::{WON, score, scores, scores_watched};
pub use seen::{GameSeen, Happening, Heat, ROUNDS_SEEN, SAMPLE, Seen, Survivors};
pub use session::{Detail, GameRecord, Run, Session, run};
pub use skirmish_measures::{MEASURES, Measure, QUANTITIES, Quantity, cells};
pub use steps::{StepCount, StepRolls};
pub use streams::Streams;
pub use tally::{
    LEAST_NEEDED, LONGEST_STREAK, MOST_NEEDED, Seizes, StreakRow, Streaks, Tally, Unit,
};
pub use workers::{CHUNK, Progress, Workers};
