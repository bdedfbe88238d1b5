//! Exact probabilities for tabletop skirmish rules.
//!
//! Everything here is computed in whole numbers and exact fractions; `f64` and decimals are made
//! only where a number is shown.

mod error;
mod natural;
mod pmf;
mod pool;
mod ratio;
mod ratio_float;
mod ratio_text;
mod seize;
mod streak;
mod successes;
mod wait;

pub use error::OddsError;
pub use natural::Natural;
pub use pmf::Pmf;
pub use pool::Reach;
pub use ratio::Ratio;
pub use ratio_text::Decimal;
pub use seize::Seize;
pub use streak::{Counters, Shooting, Streak};
pub use successes::{at_least_one, successes};
pub use wait::{MAX_LAW_BITS, Tail, Terms, Wait};
