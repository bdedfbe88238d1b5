//! Trends over a row of variants: the slope of a measure, and where the battle is even.

use skirmish_engine::side::Side;

use super::change::DIFFERING;
use super::{Study, Variant, sign_test, student_test};
use crate::estimate::{Confidence, Estimate};
use crate::jackknife::{BATCHES, Jackknife};
use skirmish_measures::{Measure, cell};

fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let mean = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / n;
    let (x_mean, y_mean) = (mean(|p| p.0), mean(|p| p.1));
    let spread: f64 = points.iter().map(|p| (p.0 - x_mean).powi(2)).sum();
    let product: f64 = points.iter().map(|p| (p.0 - x_mean) * (p.1 - y_mean)).sum();
    (spread > 0.0).then(|| product / spread)
}

fn off_line(points: &[(f64, f64)]) -> Option<Vec<f64>> {
    let slope = slope(points)?;
    let n = points.len() as f64;
    let start = points.iter().map(|(x, y)| y - slope * x).sum::<f64>() / n;
    Some(points.iter().map(|(x, y)| y - (start + slope * x)).collect())
}

/// The distance from the line, as a part of the points' span, above which they form no line.
const PLAINLY_OFF: f64 = 0.1;

/// Returns where straight lines between neighboring points cross 0, if they do so exactly once.
fn crossing(points: &[(f64, f64)]) -> Option<f64> {
    let mut found = None;
    for pair in points.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        // A point on 0 belongs to the segment that it begins.
        let is_crossed = y0 == 0.0 || y0 * y1 < 0.0;
        if is_crossed && found.replace(x0 + (x1 - x0) * y0 / (y0 - y1)).is_some() {
            return None;
        }
    }
    match points.last() {
        Some((x, y)) if *y == 0.0 => found.is_none().then_some(*x),
        _ => found,
    }
}

impl Study {
    pub(super) fn jackknife(&self, confidence: Confidence) -> Jackknife {
        Jackknife { confidence, units: self.base.units }
    }

    /// Returns how much a measure changes per unit of what the variants differ in, by the least-squares line; `None` if the
    /// points certainly form no line. `places` has the position of each variant.
    pub fn slope(
        &self,
        places: &[f64],
        measure: &Measure,
        side: Option<Side>,
        confidence: Confidence,
    ) -> Option<Estimate> {
        let points = |without: Option<usize>| -> Option<Vec<(f64, f64)>> {
            let value = |(variant, x): (&Variant, &f64)| {
                let batches = |batch| Some(batch) != without;
                Some((*x, variant.tally.value_in(measure, side, batches)?))
            };
            self.variants.iter().zip(places).map(value).collect()
        };
        // Any point may be off by chance, so each is tested more strictly (Bonferroni).
        let all = points(None)?;
        let values = || all.iter().map(|(_, y)| *y);
        let span = values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min);
        let strict = confidence.of_each(all.len());
        let is_off = |k: usize| {
            let off = self.jackknife(strict).estimate(|left| Some(off_line(&points(left)?)?[k]));
            let interval = off.filter(|off| off.value.abs() > PLAINLY_OFF * span);
            interval.and_then(|off| off.interval).is_some_and(|interval| !interval.holds(0.0))
        };
        if (0..all.len()).any(is_off) {
            return None;
        }
        self.jackknife(confidence).estimate(|without| slope(&points(without)?))
    }

    /// Returns the chance of so steep a slope, which has an interval, by chance alone. If few units differ along the way, it is
    /// at least that of all of them differing the same way, as for a change.
    pub fn slope_p_value(
        &self,
        slope: &Estimate,
        measure: &Measure,
        side: Option<Side>,
    ) -> Option<f64> {
        let (std_err, place) = (slope.std_err?, cell(measure, side)?);
        let apart = self.variants.iter().map(|variant| variant.difference.differing(place));
        let differing = apart.max().unwrap_or(0);
        let least = if differing < DIFFERING { sign_test(differing, 0) } else { 0.0 };
        let degrees = BATCHES as u64 - 1;
        let by_spread =
            if std_err > 0.0 { student_test(slope.value / std_err, degrees) } else { 0.0 };
        Some(if differing == 0 { 1.0 } else { by_spread.max(least) })
    }

    /// Returns where both sides win equally often, by straight lines between neighbors, if there is exactly one such place.
    pub fn even(&self, places: &[f64], confidence: Confidence) -> Option<Estimate> {
        let win_rate = Measure::named("win-rate")?;
        self.jackknife(confidence).estimate(|without| {
            let points: Option<Vec<(f64, f64)>> = self
                .variants
                .iter()
                .zip(places)
                .map(|(variant, x)| {
                    let [one, other] = Side::BOTH.map(|side| {
                        variant.tally.value_in(win_rate, Some(side), |batch| Some(batch) != without)
                    });
                    Some((*x, one? - other?))
                })
                .collect();
            crossing(&points?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_those_of_least_squares() {
        // R 4.2: coef(lm(c(1, 3, 4, 8) ~ c(0, 1, 2, 5)))[2] is 1.357143.
        let points = [(0.0, 1.0), (1.0, 3.0), (2.0, 4.0), (5.0, 8.0)];
        assert!((slope(&points).expect("spread") - 1.357_142_857).abs() < 1e-9);
        assert_eq!(slope(&[(2.0, 1.0)]), None);
        assert_eq!(slope(&[]), None);
    }

    #[test]
    fn an_even_place_is_told_only_if_there_is_one() {
        assert_eq!(crossing(&[(0.0, -1.0), (1.0, 1.0), (2.0, 3.0)]), Some(0.5));
        assert_eq!(crossing(&[(0.0, -1.0), (1.0, 0.0), (2.0, 3.0)]), Some(1.0));
        assert_eq!(crossing(&[(0.0, -1.0), (1.0, 0.0)]), Some(1.0));
        assert_eq!(crossing(&[(0.0, 0.0), (1.0, 2.0)]), Some(0.0));
        assert_eq!(crossing(&[(0.0, -1.0), (1.0, 1.0), (2.0, -1.0)]), None);
        assert_eq!(crossing(&[(0.0, 1.0), (1.0, 2.0)]), None);
        assert_eq!(crossing(&[]), None);
    }
}
