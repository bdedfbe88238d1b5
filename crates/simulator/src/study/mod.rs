//! Studies: what changes from one variant of a battle to another, with the same dice for both.
//!
//! Every variant plays game n with the streams of (seed, n), one for each purpose, so that a change to one table leaves
//! the dice of the others as they were: common random numbers. What is compared is then the difference game by game,
//! which varies less than two runs of their own would.

mod gauge;
mod holm;
mod paired;
mod streaks;

pub use gauge::{Gauge, MEASURES, Measure, QUANTITIES, Quantity, Readings, STREAK_LENGTHS};
pub use holm::holm;
pub use paired::{Change, Comparison, Paired, Sample, compare, sample};
pub use streaks::StreakLaw;
