//! The regression of an outcome on controls with known means of 0.

use super::LessLuck;
use crate::estimate::{Confidence, Estimate, Interval, Method};
use crate::moments::Moments;

/// A control with less than this share left beyond the others is a mixture of them.
const COLLINEAR: f64 = 1e-9;

/// The rest of an outcome after removing the controls, in values per unit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Regression {
    /// The mean of the outcome with the controls at their true mean, 0.
    constant: f64,
    residual: f64,
    /// What the controls' sample means add to the variance of the constant, as a share of one residual.
    leverage: f64,
    /// The number of controls that say something beyond the others.
    used: u64,
    /// The sum of squares of the outcome about its mean.
    total: f64,
    units: u64,
}

impl Regression {
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
        // Sweeps one control after another out of the rest, the outcome and the means.
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

    /// Returns the constant per game, within two ends, with Student's interval, and how many times as many units would be as
    /// precise without the controls. Only `bearing` of the units matter for the outcome; in the others nothing happened, so
    /// they say nothing about the spread. `None` if these are too few, if there are no controls, or if nothing is left.
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
