//! How parameters act together: the variance of a measure over a full grid of their values, split into shares of each alone, of
//! each in all, and of pairs (Sobol indices).
//!
//! The grid is complete, so the design adds no error and needs no random sample. The dice do: so each product below takes its
//! factors from different games, those of even and of odd batches, and noise doesn't pass for interplay.
//!
//! I. M. Sobol', Global sensitivity indices for nonlinear mathematical models and their Monte Carlo estimates, Mathematics and
//! Computers in Simulation 55 (2001) 271-280; A. Saltelli et al., Computer Physics Communications 181 (2010) 259-270.

use skirmish_engine::side::Side;

use super::Study;
use crate::estimate::{Confidence, Estimate};
use crate::jackknife::{BATCHES, ENOUGH};
use skirmish_measures::Measure;

/// A variance below this is rounding noise.
const ROUNDING: f64 = 1e-12;

/// The joint effect of two parameters beyond their effects alone.
#[derive(Debug, Clone, Copy)]
pub struct PairShare {
    /// The indexes of the parameters.
    pub pair: (usize, usize),
    /// The share of the variance.
    pub share: Option<Estimate>,
}

/// The variance of a measure over a grid, split into shares. Shares are `None` unless the measure certainly varies.
#[derive(Debug, Clone)]
pub struct Interplay {
    /// The variance.
    pub variance: Option<Estimate>,
    /// For each parameter, the share that it explains alone.
    pub first: Vec<Option<Estimate>>,
    /// For each parameter, the share that it is part of.
    pub total: Vec<Option<Estimate>>,
    /// The shares of pairs.
    pub pairs: Vec<PairShare>,
}

/// A grid with the number of values of each parameter, the last changing fastest.
struct Grid<'g>(&'g [usize]);

impl Grid<'_> {
    fn points(&self) -> usize {
        self.0.iter().product()
    }

    fn level(&self, point: usize, parameter: usize) -> usize {
        let below: usize = self.0[parameter + 1..].iter().product();
        point / below % self.0[parameter]
    }

    /// Returns at each point the mean over all points with the same values of the parameters that `keeps` selects.
    fn means(&self, values: &[f64], keeps: impl Fn(usize) -> bool) -> Vec<f64> {
        let key = |point: usize| {
            (0..self.0.len())
                .filter(|k| keeps(*k))
                .fold(0, |key, k| key * self.0[k] + self.level(point, k))
        };
        let mut sums = vec![(0.0, 0.0); self.points()];
        for (point, value) in values.iter().enumerate() {
            let sum = &mut sums[key(point)];
            *sum = (sum.0 + value, sum.1 + 1.0);
        }
        (0..values.len())
            .map(|point| {
                let (sum, count) = sums[key(point)];
                sum / count
            })
            .collect()
    }

    fn explained(&self, values: &[Vec<f64>; 2], keeps: impl Fn(usize) -> bool + Copy) -> f64 {
        let [one, two] = [0, 1].map(|half| {
            let means = self.means(&values[half], keeps);
            let all = values[half].iter().sum::<f64>() / values[half].len() as f64;
            means.into_iter().map(|mean| mean - all).collect::<Vec<_>>()
        });
        one.iter().zip(&two).map(|(a, b)| a * b).sum::<f64>() / one.len() as f64
    }
}

impl Study {
    /// Splits a measure's variance over a grid of variants, the last parameter changing fastest; `None` if it is no grid.
    pub fn interplay(
        &self,
        values: &[usize],
        measure: &Measure,
        side: Option<Side>,
        confidence: Confidence,
    ) -> Option<Interplay> {
        let grid = Grid(values);
        if grid.points() != self.variants.len() || values.is_empty() {
            return None;
        }
        // Means of each point over the even and the odd batches, all of them or all but one.
        let halves = |without: Option<usize>| -> Option<[Vec<f64>; 2]> {
            let half = |odd: usize| -> Option<Vec<f64>> {
                let is_in = |batch: usize| batch % 2 == odd && Some(batch) != without;
                let values = self.variants.iter();
                values.map(|variant| variant.tally.value_in(measure, side, is_in)).collect()
            };
            Some([half(0)?, half(1)?])
        };
        let all: Vec<Option<[Vec<f64>; 2]>> =
            std::iter::once(None).chain((0..BATCHES).map(Some)).map(halves).collect();
        let jackknife = self.jackknife(confidence);
        let estimate = |work: &dyn Fn(&[Vec<f64>; 2]) -> Option<f64>| {
            jackknife.estimate(|without| work(all[without.map_or(0, |k| k + 1)].as_ref()?))
        };
        let variance = |values: &[Vec<f64>; 2]| grid.explained(values, |_| true);
        let whole = estimate(&|values| Some(variance(values).max(0.0)));
        let varies = whole
            .and_then(|whole| whole.interval)
            .is_some_and(|interval| interval.low > ROUNDING && self.games() >= ENOUGH);
        let estimate = |work: &dyn Fn(&[Vec<f64>; 2]) -> Option<f64>| {
            estimate(work).filter(|_| varies).map(Estimate::as_share)
        };
        let share = |keeps: &dyn Fn(usize) -> bool, values: &[Vec<f64>; 2]| {
            let whole = variance(values);
            (whole > 0.0).then(|| grid.explained(values, keeps) / whole)
        };
        let n = values.len();
        let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b)));
        Some(Interplay {
            variance: whole,
            first: (0..n).map(|k| estimate(&|values| share(&|j| j == k, values))).collect(),
            total: (0..n)
                .map(|k| estimate(&|values| Some(1.0 - share(&|j| j != k, values)?)))
                .collect(),
            pairs: pairs
                .map(|(a, b)| PairShare {
                    pair: (a, b),
                    share: estimate(&|values| {
                        let both = share(&|j| j == a || j == b, values)?;
                        Some(both - share(&|j| j == a, values)? - share(&|j| j == b, values)?)
                    }),
                })
                .collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// f = 2 a + b + 2 a b over a, b = -1, 0, 1, and an idle third parameter: variances 4, 1 and 4 times 2/3, with 2/3 once
    /// more for the product.
    fn toy() -> ([usize; 3], Vec<f64>) {
        let levels = [3, 3, 2];
        let at = |level: usize| level as f64 - 1.0;
        let values = (0..18)
            .map(|point| {
                let (a, b) = (at(point / 6 % 3), at(point / 2 % 3));
                2.0 * a + b + 2.0 * a * b
            })
            .collect();
        (levels, values)
    }

    #[test]
    fn shares_of_a_known_function() {
        let (levels, values) = toy();
        let grid = Grid(&levels);
        let values = [values.clone(), values];
        let explained = |keeps: &dyn Fn(usize) -> bool| grid.explained(&values, keeps);
        let close =
            |found: f64, exact: f64| assert!((found - exact).abs() < 1e-12, "{found} {exact}");
        close(explained(&|k| k == 0), 8.0 / 3.0);
        close(explained(&|k| k == 1), 2.0 / 3.0);
        close(explained(&|k| k == 2), 0.0);
        close(explained(&|k| k != 2), 8.0 / 3.0 + 2.0 / 3.0 + 16.0 / 9.0);
        close(explained(&|_| true), explained(&|k| k != 2));
    }
}
