//! What a row of variants says together: how steep a measure is along it, and where the battle is even.

use skirmish_engine::side::Side;

use super::Study;
use crate::estimate::{Confidence, Estimate};
use crate::jackknife::Jackknife;
use crate::measure::Measure;

/// The slope of the least-squares line through the points; `None` if they do not spread.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let n = points.len() as f64;
    let mean = |pick: fn(&(f64, f64)) -> f64| points.iter().map(pick).sum::<f64>() / n;
    let (x_mean, y_mean) = (mean(|p| p.0), mean(|p| p.1));
    let spread: f64 = points.iter().map(|p| (p.0 - x_mean).powi(2)).sum();
    let product: f64 = points.iter().map(|p| (p.0 - x_mean) * (p.1 - y_mean)).sum();
    (spread > 0.0).then(|| product / spread)
}

/// Where the straight lines between neighbouring points come through 0, if they do so exactly once.
fn crossing(points: &[(f64, f64)]) -> Option<f64> {
    let mut found = None;
    for pair in points.windows(2) {
        let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
        // A point on 0 belongs to the stretch that it begins.
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

    /// How much a measure changes for 1 more of what the variants differ in, as the least-squares line has it. `places`
    /// says where each variant stands.
    #[must_use]
    pub fn slope(
        &self,
        places: &[f64],
        measure: &Measure,
        side: Option<Side>,
        confidence: Confidence,
    ) -> Option<Estimate> {
        self.jackknife(confidence).estimate(|without| {
            let points: Option<Vec<(f64, f64)>> = self
                .variants
                .iter()
                .zip(places)
                .map(|(variant, x)| {
                    Some((
                        *x,
                        variant.tally.value_in(measure, side, |batch| Some(batch) != without)?,
                    ))
                })
                .collect();
            slope(&points?)
        })
    }

    /// Where both sides win equally often, if that is so at exactly one place, by straight lines between neighbours.
    #[must_use]
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
    fn a_slope_is_that_of_the_values() {
        let actions = Measure::named("actions").expect("a measure");
        let made_up = crate::study::tests::made_up;
        // 3 more actions in every game, over a stretch of 2.
        let slope = made_up(0..200).slope(&[0.0, 2.0], actions, None, Confidence::P95);
        let slope = slope.expect("a slope");
        assert!((slope.value - 1.5).abs() < 1e-12);
        assert!(slope.interval.expect("enough games").half_width() < 1e-9);
        let few = made_up(0..30).slope(&[0.0, 2.0], actions, None, Confidence::P95);
        assert!(few.expect("a slope").interval.is_none());
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
