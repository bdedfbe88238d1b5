//! What a number of games can resolve, before any is played.
//!
//! Normal approximations at a win rate of one half, the hardest case: J. L. Fleiss, B. Levin and M. C. Paik, Statistical
//! Methods for Rates and Proportions, 3rd ed. (2003), sections 2.4 and 4.2.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::estimate::Confidence;

/// The chance to notice a change.
pub const POWER: f64 = 0.8;

/// The precision of a win rate after a number of games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resolution {
    /// Half the width of its 95 % interval.
    pub half_width: f64,
    /// The change between rules that is noticed with the chance [`POWER`] if both have separate dice. On the same dice smaller
    /// changes are noticed.
    pub change: f64,
}

/// Returns what so many games (under each rule) resolve, if changes of several measures are tested together with an error of 5
/// % (Holm: at worst each has its share of it). `None` without games.
pub fn resolution(games: u64, measures: usize) -> Option<Resolution> {
    if games == 0 {
        return None;
    }
    let games = games as f64;
    let z = Confidence::P95.z();
    let beyond_chance = Confidence::P95.of_each(measures).z();
    Some(Resolution {
        half_width: z / 2.0 / (games + z * z).sqrt(),
        change: ((beyond_chance + quantile(POWER)) * (0.5 / games).sqrt()).min(1.0),
    })
}

/// Returns the games needed for a half width, given one game's standard deviation (for a share, √(p (1 - p))).
pub fn games_needed(deviation: f64, half_width: f64, confidence: Confidence) -> f64 {
    (confidence.z() * deviation / half_width).powi(2)
}

pub(super) fn quantile(chance: f64) -> f64 {
    Normal::standard().inverse_cdf(chance)
}
