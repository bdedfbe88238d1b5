//! Exact probabilities for tabletop skirmish rules.
//!
//! Everything here is computed in whole numbers and exact fractions; `f64` and decimals are made only where a number is shown.
//! Every fast formula is tested against [`every_outcome`], which plays a rule under every roll of its dice.
//!
//! Nothing here samples: that is the simulator's job, and the two check each other.
//!
//! A question without an answer returns an [`OddsError`] with the reason: dice that cannot be rolled, a chance outside 0 to 1,
//! a law that is too long. Functions document their errors only where there is more to say.
//!
//! ```
//! use skirmish_engine::dice::Dice;
//! use skirmish_engine::rulebook::Counters;
//! use skirmish_odds::{Ratio, Seize, Shooting, Streak};
//!
//! // Good troops whose nominee is a heroic leader (3), within reach of the enemy (2).
//! let seize = Seize { dice: Dice::one(20), base: 18, factors: 3 + 2 };
//! assert_eq!(seize.needed(), 13);
//! assert_eq!(seize.chance()?.to_string(), "2/5");
//! assert_eq!(seize.chance()?.percent(1), "40 %");
//!
//! // How long can archers shoot at average troops without a leader?
//! let streak = Streak {
//!     dice: Dice::one(20),
//!     base: 19,
//!     factors: 0,
//!     per_counter: 2,
//!     per_action: 0,
//!     shooting: Shooting::always(),
//!     counters: Counters::Kept,
//! };
//! let law = streak.law()?;
//! assert_eq!(law.longest(), Some(9));
//! assert_eq!(law.chance(2), "0.24".parse::<Ratio>()?);
//! assert_eq!(law.mean().map(|mean| mean.to_f64()), Some(2.9557952));
//! # Ok::<(), skirmish_odds::OddsError>(())
//! ```

pub mod answer;
pub mod blows;
pub mod chances;
mod control;
pub mod curves;
mod error;
mod every_outcome;
pub mod fire;
pub mod host;
pub mod instigator;
mod melee;
pub mod nominee;
mod pmf;
mod ratio;
mod ratio_text;
pub mod rounds;
pub mod segments;
mod seize;
mod stacked;
pub mod steps;
mod streak;
mod successes;
pub mod surprise;
pub mod turns;
mod wait;
mod ways;

pub use answer::{Answer, Record, Rolls, Solved};
pub use blows::{Blows, Felling, amount};
pub use control::{Activation, Control, ControlTest};
/// A whole number from 0, of any size: the weights of outcomes.
pub use dashu_int::UBig as Natural;
pub use error::OddsError;
pub use every_outcome::{MAX_OUTCOMES, every_outcome};
pub use fire::{Rhythm, crossover, hits_per_turn};
pub use melee::{Bout, Clash, Fate, Fighter, Hits, Melee, Second, clash};
pub use pmf::Pmf;
pub use ratio::Ratio;
pub use seize::Seize;
pub use stacked::Stacked;
pub use streak::{Shooting, Streak};
pub use successes::successes;
pub use wait::{MAX_LAW_BITS, Terms, Wait};
pub use ways::Ways;

/// Returns the chance of success over trials of several kinds, given each kind's chance, if known, and its number of trials.
/// `None` if any chance is unknown, or there were no trials.
pub fn mixed(kinds: impl IntoIterator<Item = (Option<f64>, u64)>) -> Option<f64> {
    let (mut successes, mut tried) = (0.0, 0);
    for (chance, times) in kinds {
        successes += chance? * times as f64;
        tried += times;
    }
    (tried > 0).then(|| successes / tried as f64)
}

#[cfg(test)]
mod tests {
    use super::mixed;

    #[test]
    fn kinds_weigh_as_often_as_they_are_tried() {
        // (3 / 2 + 3 / 4) / 6.
        assert_eq!(mixed([(Some(0.5), 3), (Some(0.25), 3)]), Some(0.375));
        assert_eq!(mixed([(Some(0.5), 3), (None, 1)]), None);
        assert_eq!(mixed([(Some(0.5), 0)]), None);
        assert_eq!(mixed([]), None);
    }
}
