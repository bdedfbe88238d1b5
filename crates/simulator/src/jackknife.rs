//! Intervals for anything computed from batches of games.

use crate::estimate::{Confidence, Estimate, Interval, Method};

/// The number of batches; a unit's number decides its batch.
pub(crate) const BATCHES: usize = 20;

/// The least games for shares of a variance; with fewer the variance itself is a guess.
pub(crate) const ENOUGH: u64 = 400;

/// Intervals by computing a value again with each batch left out.
///
/// P. S. Kott, The delete-a-group jackknife, Journal of Official Statistics 17 (2001) 521-526.
#[derive(Debug, Clone, Copy)]
pub struct Jackknife {
    /// The probability that an interval holds the true value.
    pub confidence: Confidence,
    /// Units played; with fewer than two per batch there are no intervals.
    pub units: u64,
}

impl Jackknife {
    /// Returns the value with its interval. `work` computes it from all batches, or from all but one. `None` if that fails;
    /// without an interval if it fails only with a batch left out.
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
