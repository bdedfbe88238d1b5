//! What a number of games can resolve, before any is played.
//!
//! Normal approximations at a win rate of one half, where it is hardest: J. L. Fleiss, B. Levin and M. C. Paik,
//! Statistical Methods for Rates and Proportions, 3rd ed. (2003), sections 2.4 and 4.2.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::estimate::Confidence;

/// The chance with which a change is to be noticed.
pub const POWER: f64 = 0.8;

/// What a number of games tells about a win rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Resolution {
    /// Half the width of its 95 % interval.
    pub half_width: f64,
    /// The change from one rule to another that is noticed with the chance [`POWER`], if both are played with dice of their
    /// own. On the same dice a smaller one is.
    pub change: f64,
}

/// What so many games resolve (under each rule, where two are compared), if a change is to be told over so many measures
/// together with an error of 5 % (Holm: at worst each has its share of it). `None` for no games.
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

/// How many games narrow an interval to so much on either side, if this is the standard deviation of one game: for that of a
/// share `p`, the root of `p (1 - p)`.
pub fn games_needed(deviation: f64, half_width: f64, confidence: Confidence) -> f64 {
    (confidence.z() * deviation / half_width).powi(2)
}

/// The normal quantile.
pub(super) fn quantile(chance: f64) -> f64 {
    Normal::standard().inverse_cdf(chance)
}
