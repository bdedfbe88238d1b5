//! Changes of measures between variants, with intervals and tests.

use skirmish_engine::side::Side;

use super::significance::{sign_test, student_test};
use crate::controls::LessLuck;
use crate::estimate::{Confidence, Estimate, Interval, Method, matched};
use crate::outcomes::Finish;
use crate::sums::Sums;
use crate::tally::{Tally, Unit};
use skirmish_measures::Measure;

/// The change of a measure from the first variant to the second.
#[derive(Debug, Clone, Copy)]
pub struct MeasureChange {
    /// The measure.
    pub measure: &'static Measure,
    /// The side it is for; `None` for a measure of the whole game.
    pub side: Option<Side>,
    /// Its value under each variant; `None` if it was never measured.
    pub values: [Option<Estimate>; 2],
    /// Second less first.
    pub difference: Option<Estimate>,
    /// Two-sided: the chance of so great a difference if there were none.
    pub p_value: Option<f64>,
    /// The p-value, adjusted for all measures of the comparison (Holm).
    pub adjusted_p_value: Option<f64>,
    /// How many times as many games with separate dice would say as much. `None` if nothing varies.
    pub gain: Option<f64>,
    /// The difference adjusted for luck, for how games end.
    pub less_luck: Option<LessLuck>,
}

/// Every measure of two variants.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// One row for each measure and side, in the order of [`crate::MEASURES`].
    pub changes: Vec<MeasureChange>,
}

impl Comparison {
    /// Adjusts the p-values of several comparisons over all their measures and planned looks together.
    pub fn adjust_together(all: &mut [Self], looks: usize) {
        let changes = || all.iter().flat_map(|comparison| &comparison.changes);
        let adjusted = super::holm(&changes().map(|c| c.p_value).collect::<Vec<_>>(), looks);
        let changes = all.iter_mut().flat_map(|comparison| &mut comparison.changes);
        for (change, adjusted) in changes.zip(adjusted) {
            change.adjusted_p_value = adjusted;
        }
    }
}

pub(super) fn point(value: f64, units: u64, method: Method, confidence: Confidence) -> Estimate {
    let interval = Some(Interval::new((value, value), confidence, method));
    Estimate { value, std_err: Some(0.0), interval, units }
}

/// The least units that must differ for an interval; fewer don't show the spread.
///
/// The same number as for single means (W. G. Cochran, Sampling Techniques, 3rd ed. (1977), section 2.15).
pub(super) const DIFFERING: u64 = 25;

#[derive(Debug, Clone, Copy)]
pub(super) struct Spread {
    /// The variance of the change; `None` if fewer than two units matter.
    pub(super) variance: Option<f64>,
    pub(super) bearing: u64,
    pub(super) differing: u64,
}

/// Returns Student's paired interval and test. If few units differ there is no interval, and the p-value is at least that of
/// all of them differing the same way.
pub(super) fn by_student(
    value: f64,
    spread: Spread,
    confidence: Confidence,
) -> (Estimate, Option<f64>) {
    let Spread { variance, bearing: units, differing } = spread;
    let mut estimate = Estimate { value, std_err: None, interval: None, units };
    let Some(variance) = variance else {
        return (estimate, None);
    };
    let std_err = variance.sqrt();
    let degrees = units.saturating_sub(1).max(1);
    let half = confidence.t(degrees) * std_err;
    let by_spread = if std_err > 0.0 { student_test(value / std_err, degrees) } else { 0.0 };
    let p_value = if value == 0.0 {
        // Also for a ratio that is always 1, though games differ.
        1.0
    } else if std_err > 0.0 && differing >= DIFFERING {
        by_spread
    } else {
        // As unlikely as this many heads in a row.
        by_spread.max(sign_test(differing, 0))
    };
    estimate.std_err = Some(std_err);
    let is_told = std_err > 0.0 && differing >= DIFFERING;
    let ends = (value - half, value + half);
    estimate.interval = is_told.then_some(Interval::new(ends, confidence, Method::StudentPaired));
    (estimate, Some(p_value))
}

/// A share of games less another: sums over units of the difference in games.
#[derive(Debug, Clone, Copy)]
pub(super) struct Apart {
    pub(super) fewer: u64,
    pub(super) more: u64,
    pub(super) sum: i128,
    pub(super) squares: i128,
}

impl Apart {
    /// Returns the games that went each way. A unit of two games may differ by one or both.
    fn ways(self) -> [Sums; 2] {
        let (more, fewer) = (i128::from(self.more), i128::from(self.fewer));
        // Units that differ by two count four times in squares and twice in the sum.
        let twice = (self.squares - more - fewer) / 3;
        let lean = self.sum - (more - fewer);
        [(self.more, twice + lean), (self.fewer, twice - lean)].map(|(units, doubled)| {
            let twice = u64::try_from(doubled / 2).unwrap_or(0).min(units);
            let mut sums = Sums::default();
            sums.add_alike(units - twice, 1);
            sums.add_alike(twice, 2);
            sums
        })
    }
}

/// Returns the interval and the test of a difference between shares of games; `None` without games.
///
/// For single games this is the exact sign test of those that differ (Q. McNemar, Note on the sampling error of the difference
/// between correlated proportions, Psychometrika 12 (1947) 153-157). A pair may differ by one game or by two, so as many pairs
/// up as down need not mean no change. Student's test knows that, but is too bold if few pairs differ, so the greater p-value
/// counts.
pub(super) fn of_games(
    apart: Apart,
    tally: &Tally,
    confidence: Confidence,
) -> Option<(Estimate, f64)> {
    let [more, fewer] = apart.ways().map(|sums| sums.over(tally.units, tally.unit().games()));
    let estimate = matched(&more, &fewer, confidence)?;
    let by_sign = sign_test(apart.fewer, apart.more);
    let p_value = match (tally.unit(), estimate.std_err) {
        (Unit::Pair, Some(std_err)) if std_err > 0.0 => {
            by_sign.max(student_test(estimate.value / std_err, tally.units - 1))
        }
        _ => by_sign,
    };
    Some((estimate, p_value))
}

/// Returns games won by side A less games won by side B, as a share of all, with a test of no difference; `None` without games.
pub fn win_margin(tally: &Tally, confidence: Confidence) -> Option<(Estimate, f64)> {
    let won = |side| tally.outcomes.count(|_, finish| finish == Finish::won_by(side));
    let [a, b] = Side::BOTH.map(won);
    let wide = |sum: u128| i128::try_from(sum).unwrap_or(i128::MAX);
    let margin = |finish| match finish {
        Finish::WonA => 1,
        Finish::WonB => -1,
        Finish::Draw | Finish::Cap => 0,
    };
    let apart = Apart {
        fewer: tally.outcomes.units(|games| games.iter().copied().map(margin).sum::<i32>() < 0),
        more: tally.outcomes.units(|games| games.iter().copied().map(margin).sum::<i32>() > 0),
        sum: i128::from(a.x) - i128::from(b.x),
        squares: wide(a.xx) + wide(b.xx) - 2 * tally.joint.wins_of_both(),
    };
    of_games(apart, tally, confidence)
}
