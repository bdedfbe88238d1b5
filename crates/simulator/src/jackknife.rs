//! Intervals for whatever can be worked out from batches of games.

use crate::estimate::{Confidence, Estimate, Interval, Method};

/// Batches that units are dealt into, by their numbers.
pub(crate) const BATCHES: usize = 20;

/// Games from which on shares of a variance are told: with fewer the variance itself is a guess.
pub(crate) const ENOUGH: u64 = 400;

/// Intervals for whatever can be worked out from batches: the figure is worked out again with each batch left out.
///
/// P. S. Kott, The delete-a-group jackknife, Journal of Official Statistics 17 (2001) 521-526.
#[derive(Debug, Clone, Copy)]
pub struct Jackknife {
    /// How often an interval holds the true value.
    pub confidence: Confidence,
    /// Units played; with fewer than two a batch there are no intervals.
    pub units: u64,
}

impl Jackknife {
    /// The figure with its interval. `work` works it out from all batches, or from all but one. `None` if it cannot be
    /// worked out; without an interval if that fails once a batch is left out.
    pub fn estimate(self, work: impl Fn(Option<usize>) -> Option<f64>) -> Option<Estimate> {
        let value = work(None).filter(|v| v.is_finite())?;
        let mut estimate = Estimate { value, std_err: None, interval: None, units: self.units };
        if self.units < 2 * BATCHES as u64 {
            return Some(estimate);
        }
        let parts: Option<Vec<f64>> =
            (0..BATCHES).map(|batch| work(Some(batch)).filter(|v| v.is_finite())).collect();
        if let Some(parts) = parts {
            let n = BATCHES as f64;
            let mean = parts.iter().sum::<f64>() / n;
            let squares: f64 = parts.iter().map(|part| (part - mean).powi(2)).sum();
            let std_err = ((n - 1.0) / n * squares).sqrt();
            let half = self.confidence.t(BATCHES as u64 - 1) * std_err;
            estimate.std_err = Some(std_err);
            let ends = (value - half, value + half);
            estimate.interval = Some(Interval::new(ends, self.confidence, Method::Jackknife));
        }
        Some(estimate)
    }
}
