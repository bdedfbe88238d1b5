//! What pairs are worth.

use skirmish_engine::side::Side;

use crate::outcomes::Finish;
use crate::tally::{Tally, Unit};

/// Pairs played to find out.
pub(crate) const PILOT_PAIRS: u64 = 256;

/// Pairs are used from this gain on. Less than a tenth is within the noise of the pilot, and not worth the doubt.
pub(crate) const LEAST_GAIN: f64 = 1.1;

/// Variance of the win rate of A from independent games, over its variance from as many games in pairs: the factor by
/// which pairs multiply the games. `None` if the tally has no pairs, or if all games went the same way.
///
/// With p the share of games won, an independent game has the variance p (1 - p), and the mean of two half of it. The
/// mean of a pair has the variance of its own, which also profits from each side starting once.
pub(crate) fn gain(tally: &Tally) -> Option<f64> {
    if tally.unit() != Unit::Pair {
        return None;
    }
    let wins = tally.outcomes.count(|_, finish| finish == Finish::won_by(Side::A));
    let pairs = wins.units as f64;
    let share = wins.x as f64 / (2.0 * pairs);
    let independent = share * (1.0 - share) / 2.0;
    let of_pairs = wins.xx as f64 / (4.0 * pairs) - share * share;
    // If all pairs scored the same, the gain is as if one of them had scored half a point off: large, but a number.
    let least = 1.0 / (4.0 * pairs);
    (independent > 0.0).then(|| independent / of_pairs.max(least))
}
