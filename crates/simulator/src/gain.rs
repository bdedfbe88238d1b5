//! A player's gain over another in the same games.

use serde::{Deserialize, Serialize};

use crate::estimate::Confidence;
use crate::scores::WON;

/// How much more a bot wins than another in the same games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Gain {
    /// The difference of their shares of points.
    pub value: f64,
    /// Its standard error, as if one game more had gone each way, so that it is never 0.
    pub error: f64,
}

impl Gain {
    /// The gain of a script over itself: exactly nothing, and no estimate.
    pub const NONE: Self = Self { value: 0.0, error: 0.0 };

    /// Returns the gain of some points over others in the same games.
    pub fn of(points: &[u8], over: &[u8]) -> Self {
        let (games, won) = (points.len().min(over.len()) as f64, f64::from(WON));
        let differences = || points.iter().zip(over).map(|(a, b)| f64::from(*a) - f64::from(*b));
        let mean = differences().sum::<f64>() / games.max(1.0);
        let squares = differences().map(|d| (d - mean).powi(2)).sum::<f64>() + 2.0 * won * won;
        Self { value: mean / won, error: squares.sqrt() / (games + 2.0) / won }
    }

    /// Returns its interval by the normal law.
    pub fn interval(self, confidence: Confidence) -> (f64, f64) {
        confidence.around(self.value, self.error)
    }
}
