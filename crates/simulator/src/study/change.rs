//! How measures change from one variant to another, with intervals and tests of the change.

use skirmish_engine::side::Side;

use super::measure::Measure;
use super::significance::{sign_test, student_test};
use crate::controls::LessLuck;
use crate::estimate::{Confidence, Estimate, Interval, Method};

/// How a measure changes from the first variant to the second.
#[derive(Debug, Clone, Copy)]
pub struct Change {
    /// What is measured.
    pub measure: &'static Measure,
    /// Of which side.
    pub side: Option<Side>,
    /// Under each variant; `None` where it never came to be measured.
    pub values: [Option<Estimate>; 2],
    /// Second less first.
    pub difference: Option<Estimate>,
    /// Two-sided: how likely so great a difference would be if there were none.
    pub p_value: Option<f64>,
    /// The same, adjusted for all measures of the comparison (Holm).
    pub adjusted_p_value: Option<f64>,
    /// How many times as many games with dice of their own would have told as much. `None` if nothing varies.
    pub gain: Option<f64>,
    /// The difference with the luck of the dice taken out, of how games end ([`super::Compared`]).
    pub less_luck: Option<LessLuck>,
}

/// Every measure of two variants.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// One row for each measure and side, in the order of [`super::MEASURES`].
    pub changes: Vec<Change>,
}

impl Comparison {
    /// Adjusts the p-values of several comparisons over all of their measures together (Holm), and over so many planned
    /// looks (Bonferroni, as [`super::Looks`] does with intervals).
    pub fn adjust_together(all: &mut [Self], looks: usize) {
        let changes = || all.iter().flat_map(|comparison| &comparison.changes);
        let adjusted = super::holm(&changes().map(|c| c.p_value).collect::<Vec<_>>());
        let changes = all.iter_mut().flat_map(|comparison| &mut comparison.changes);
        for (change, adjusted) in changes.zip(adjusted) {
            change.adjusted_p_value = adjusted.map(|p| (p * looks as f64).min(1.0));
        }
    }
}

pub(super) fn point(value: f64, units: u64, method: Method, confidence: Confidence) -> Estimate {
    Estimate {
        value,
        std_err: Some(0.0),
        interval: Some(Interval { low: value, high: value, confidence: confidence.get(), method }),
        units,
    }
}

/// Student's paired interval and test over so many games that bear on it.
pub(super) fn by_student(
    value: f64,
    variance: Option<f64>,
    units: u64,
    confidence: Confidence,
) -> (Estimate, Option<f64>) {
    let Some(variance) = variance else {
        let estimate = Estimate { value, std_err: None, interval: None, units };
        return (estimate, None);
    };
    let std_err = variance.sqrt();
    let degrees = units.saturating_sub(1).max(1);
    let half = confidence.t(degrees) * std_err;
    let p_value = if value == 0.0 {
        // Also where the games differ and their ratio does not: one that is 1 by its nature.
        1.0
    } else if std_err > 0.0 {
        student_test(value / std_err, degrees)
    } else {
        // Every game differed by the same: as unlikely by chance as so many heads in a row.
        sign_test(units, 0)
    };
    let estimate = Estimate {
        value,
        std_err: Some(std_err),
        interval: Some(Interval {
            low: value - half,
            high: value + half,
            confidence: confidence.get(),
            method: Method::StudentPaired,
        }),
        units,
    };
    (estimate, Some(p_value))
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Variance {
    pub(super) of_difference: f64,
    pub(super) apart: f64,
}

impl Variance {
    /// How many times as many games apart would have told the difference as well.
    pub(super) fn gain(self) -> Option<f64> {
        (self.of_difference > 0.0).then(|| self.apart / self.of_difference)
    }
}
