//! The gain from playing in pairs.

use skirmish_engine::side::Side;

use crate::outcomes::Finish;
use crate::tally::{Tally, Unit};

pub(crate) const PILOT_PAIRS: u64 = 256;

/// The least gain to use pairs. A gain below a tenth is within the noise of the pilot.
pub(crate) const LEAST_GAIN: f64 = 1.1;

/// Returns the variance of A's win rate from independent games over that from as many games in pairs: the factor by which pairs
/// multiply the games. `None` without pairs, or if all games went the same way.
///
/// With p the share of games won, an independent game has the variance p (1 - p), and the mean of two has half of it. The mean
/// of a pair has a variance of its own, which also profits from each side starting once.
pub(crate) fn gain(tally: &Tally) -> Option<f64> {
    if tally.unit() != Unit::Pair {
        return None;
    }
    let wins = tally.outcomes.count(|_, finish| finish == Finish::won_by(Side::A));
    let pairs = wins.units as f64;
    let share = wins.x as f64 / (2.0 * pairs);
    let independent = share * (1.0 - share) / 2.0;
    let of_pairs = wins.xx as f64 / (4.0 * pairs) - share * share;
    // If all pairs scored the same, the gain is as if one had scored half a point more or less: large but finite.
    let least = 1.0 / (4.0 * pairs);
    (independent > 0.0).then(|| independent / of_pairs.max(least))
}
