//! Studies: what changes from one variant of a battle to another, with the same dice for both.
//!
//! Every variant plays game n with the streams of (seed, n), one for each purpose, so that a change to one table leaves
//! the dice of the others as they were: common random numbers. What is compared is then the difference game by game,
//! which varies less than two runs of their own would.

mod additive;
mod against;
mod bounds;
mod change;
mod compared;
mod gauge;
mod holm;
mod interplay;
mod looks;
mod luck;
mod measure;
mod paired;
mod power;
mod sample;
mod seat;
mod significance;
mod streaks;
mod trend;

pub use additive::Additive;
pub use against::{Against, Batches, Jackknife, Versus, against, factor_counts};
pub use bounds::{Bounds, Verdict};
pub use change::{Change, Comparison};
pub use compared::{Compared, compare};
pub use gauge::{Gauge, Readings, STREAK_LENGTHS};
pub use holm::holm;
pub use interplay::{Interplay, PairShare};
pub use looks::Looks;
pub use luck::{Luck, LuckShare, LuckSums, luck};
pub use measure::{MEASURES, Measure, QUANTITIES, Quantity, measured};
pub use paired::Paired;
pub use power::{POWER, Resolution, resolution};
pub use sample::{Sample, sample};
pub use significance::{sign_test, student_test};
pub use streaks::StreakLaw;
