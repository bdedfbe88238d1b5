//! Limits of counts, including small ones: of a share of trials, and of how often a rare event happens.

use statrs::distribution::{ContinuousCDF, Gamma};
use statrs::function::beta::beta_reg;

use crate::estimate::Confidence;

/// Successes and failures above which Wilson's limits and mid-p look the same and cover alike.
const PLENTY: f64 = 100.0;

/// Halvings of a limit's range, more than a double has digits for.
const HALVINGS: u32 = 50;

/// Returns limits of a share seen in independent trials, whose number need not be whole.
///
/// Wilson's score interval (L. D. Brown, T. T. Cai and A. DasGupta, Interval estimation for a binomial proportion, Statistical
/// Science 16 (2001), equation 4) if there are plenty of either kind, otherwise mid-p (G. Berry and P. Armitage, Mid-P
/// confidence intervals: a brief review, The Statistician 44 (1995) 417-423), since Wilson's interval covers rare successes in
/// as few as 84 of 100 cases. Either end alone misses in no more cases than both may together, and verdicts rely on that.
pub(crate) fn of_share(value: f64, trials: f64, confidence: Confidence) -> (f64, f64) {
    let (low, high) = if has_plenty(value, trials) {
        wilson(value, trials, confidence.z())
    } else if value > 0.5 {
        let (low, high) = mid_p(1.0 - value, trials, confidence.tails());
        (1.0 - high, 1.0 - low)
    } else {
        mid_p(value, trials, confidence.tails())
    };
    (low.clamp(0.0, value), high.clamp(value, 1.0))
}

pub(crate) fn has_plenty(value: f64, trials: f64) -> bool {
    value.min(1.0 - value) * trials >= PLENTY
}

fn wilson(value: f64, trials: f64, quantile: f64) -> (f64, f64) {
    let squared = quantile * quantile;
    let center = (value * trials + squared / 2.0) / (trials + squared);
    let spread = value * (1.0 - value) * trials + squared / 4.0;
    let half = quantile / (trials + squared) * spread.sqrt();
    (center - half, center + half)
}

fn mid_p(value: f64, trials: f64, tails: f64) -> (f64, f64) {
    let x = value * trials;
    let failures = trials - x;
    if x <= 0.0 {
        return (0.0, -(tails.ln() / trials).exp_m1());
    }
    // The chance of as many or more, with the observed number counted by half.
    let above = |p: f64| (beta_reg(x, failures + 1.0, p) + beta_reg(x + 1.0, failures, p)) / 2.0;
    let low = crossing(0.0, value, |p| above(p) < tails / 2.0);
    let high = crossing(value, 1.0, |p| 1.0 - above(p) > tails / 2.0);
    (low, high)
}

/// Returns the point where a test that holds at the low end stops holding.
fn crossing(from: f64, to: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let (low, high) = bisect(from, to, HALVINGS, holds);
    f64::midpoint(low, high)
}

/// Returns the last number found to hold and the first found not to, if numbers hold from the low end on.
pub fn bisect(low: f64, high: f64, halvings: u32, holds: impl Fn(f64) -> bool) -> (f64, f64) {
    (0..halvings).fold((low, high), |(low, high), _| {
        let middle = f64::midpoint(low, high);
        if holds(middle) { (middle, high) } else { (low, middle) }
    })
}

/// Returns exact limits of the mean of a Poisson law after so many events, whose number need not be whole.
///
/// F. Garwood, Fiducial limits for the Poisson distribution, Biometrika 28 (1936) 437-442.
pub(crate) fn of_rare(events: f64, confidence: Confidence) -> (f64, f64) {
    let tail = confidence.tails() / 2.0;
    let quantile =
        |shape: f64, at: f64| Gamma::new(shape, 1.0).map_or(f64::NAN, |law| law.inverse_cdf(at));
    let low = if events > 0.0 { quantile(events, tail) } else { 0.0 };
    (low, quantile(events + 1.0, 1.0 - tail))
}

/// Returns the greatest chance of something that none of the units had.
pub(crate) fn of_unseen(units: u64, confidence: Confidence) -> f64 {
    -((confidence.tails() / 2.0).ln() / units as f64).exp_m1()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(left: (f64, f64), right: (f64, f64), by: f64) -> bool {
        (left.0 - right.0).abs() < by && (left.1 - right.1).abs() < by
    }

    #[test]
    fn wilson_takes_over_without_a_step() {
        for trials in [1e3, 1e5, 1e9] {
            let (few, many) = (99.9999 / trials, 100.0001 / trials);
            let (few, many) = [few, many].map(|v| of_share(v, trials, Confidence::P95)).into();
            assert!(near(few, many, 0.6 / trials), "{few:?} {many:?}");
        }
    }

    #[test]
    fn rare_events_have_garwoods_limits() {
        for (events, low, high) in [
            (0.0, 0.0, 3.688_879_454),
            (1.0, 0.025_317_808, 5.571_643_391),
            (5.0, 1.623_486_392, 11.668_332_081),
            (24.5, 15.777_458_232, 36.307_996_135),
        ] {
            let found = of_rare(events, Confidence::P95);
            assert!(near(found, (low, high), 1e-6), "{events}: {found:?}");
        }
        // The rule of three, two-sided.
        assert!((of_unseen(1000, Confidence::P95) - 0.003_682).abs() < 1e-6);
    }
}
