//! The regression of an outcome on controls whose means are known to be 0.

use super::LessLuck;
use crate::estimate::{Confidence, Estimate, Interval, Method};
use crate::moments::Moments;

/// A control of which the others leave less than this share is a mixture of these.
const COLLINEAR: f64 = 1e-9;

/// What is left of an outcome once the controls are taken out. Values are of a unit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Regression {
    /// The mean of the outcome with the controls at their true means, 0.
    constant: f64,
    /// Sum of the squared residuals.
    residual: f64,
    /// What the controls' own means in these units add to the variance of the constant, as a share of one residual.
    leverage: f64,
    /// Controls that tell anything beyond the others.
    used: u64,
    /// Sum of the squares of the outcome about its mean.
    total: f64,
    units: u64,
}

impl Regression {
    /// Regresses a value on all values from a place on.
    pub(crate) fn of<const N: usize>(
        moments: &Moments<N>,
        units: u64,
        outcome: usize,
        first_control: usize,
    ) -> Self {
        let n = units as f64;
        let mean = |i: usize| moments.sum(i) as f64 / n;
        let mut left: Vec<Vec<f64>> = (first_control..N)
            .map(|i| (first_control..N).map(|j| moments.about_means(units, i, j)).collect())
            .collect();
        let mut with: Vec<f64> =
            (first_control..N).map(|i| moments.about_means(units, outcome, i)).collect();
        let mut means: Vec<f64> = (first_control..N).map(mean).collect();
        let total = moments.about_means(units, outcome, outcome);
        let mut all =
            Self { constant: mean(outcome), residual: total, leverage: 0.0, used: 0, total, units };
        // One control after the other is swept out of all that are left, of the outcome and of the means.
        let spread: Vec<f64> = (0..left.len()).map(|i| left[i][i]).collect();
        for i in 0..left.len() {
            let pivot = left[i][i];
            if pivot <= COLLINEAR * spread[i] || pivot <= 0.0 {
                continue;
            }
            let row = left[i].clone();
            let (slope, off) = (with[i] / pivot, means[i]);
            all.residual -= slope * with[i];
            all.constant -= slope * off;
            all.leverage += off * off / pivot;
            all.used += 1;
            for j in i + 1..left.len() {
                let share = row[j] / pivot;
                for k in i + 1..left.len() {
                    left[j][k] -= share * row[k];
                }
                with[j] -= slope * row[j];
                means[j] -= share * off;
            }
        }
        all
    }

    /// The constant a game, between two ends, with Student's interval, and how many times as many units would have told it
    /// as well with the controls left in. `bearing` of the units bear on the outcome: in all others nothing happened, so
    /// that they are no witnesses to the spread. `None` if they are too few for the controls, if there are no controls, or if
    /// these leave nothing.
    pub(crate) fn constant(
        &self,
        bearing: u64,
        games: f64,
        [least, most]: [f64; 2],
        confidence: Confidence,
    ) -> Option<LessLuck> {
        let degrees =
            bearing.checked_sub(self.used + 1).filter(|degrees| self.used > 0 && *degrees > 0)?;
        let n = self.units as f64;
        let spread = self.residual.max(0.0) / degrees as f64 * (bearing as f64 / n);
        let variance = spread * (1.0 / n + self.leverage);
        let plain = self.total / (n - 1.0) / n;
        let std_err = variance.sqrt() / games;
        let value = (self.constant / games).clamp(least, most);
        let half = confidence.t(degrees) * std_err;
        let ends = ((value - half).max(least), (value + half).min(most));
        let interval = Some(Interval::new(ends, confidence, Method::ControlVariates));
        let estimate = Estimate { value, std_err: Some(std_err), interval, units: self.units };
        (variance > 0.0).then(|| LessLuck { estimate, gain: plain / variance })
    }
}
