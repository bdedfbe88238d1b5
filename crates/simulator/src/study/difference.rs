//! The difference between a battle and a variant, unit by unit on the same dice.
//!
//! Changes of how games end are also adjusted for luck. The luck in a variant's games has mean 0 whatever happens under the
//! other, even if the two use other rules and roll other dice. So the difference per unit is regressed on the luck under both.
//! Where a game goes the same under both, so does its luck; what matters is how much more luck a side had under one.

use skirmish_engine::side::Side;

use super::change::{Apart, MeasureChange, Spread, by_student, of_games, point};
use crate::additive::additive;
use crate::controls::{LEAST_GAMES, LEAST_UNITS, LUCKS, LessLuck, Regression};
use crate::counts::Counts;
use crate::estimate::{Confidence, Method};
use crate::measure::measured;
use crate::moments::Moments;
use crate::tally::Tally;
use skirmish_measures::ENDINGS;
use skirmish_measures::{Measure, cells};

/// The values of a unit: for each ending and kind of luck the second variant less the first, then the luck under the first.
/// Together they also give the luck under the second.
const VALUES: usize = ENDINGS.len() + 2 * LUCKS;

/// The difference of a measure: x counted by y under the first variant, u by v under the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct MeasureDifference {
    products: [i128; 4],
    /// Units in which the first counted more than the second, and fewer.
    fewer: u64,
    more: u64,
    differing: u64,
}

additive!(MeasureDifference { products, fewer, more, differing });

/// Sums over units of the differences between two variants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    cells: Vec<MeasureDifference>,
    endings: Moments<VALUES>,
    /// Units with another ending or other luck under the second.
    apart: u64,
    /// Games in which any event differed; 0 if not recorded.
    pub changed: u64,
    /// Whether both are the same battle, so that nothing can differ.
    is_same: bool,
}

additive!(Difference { cells, endings, apart, changed });

impl Difference {
    pub(crate) fn new(is_same: bool) -> Self {
        Self {
            is_same,
            cells: vec![MeasureDifference::default(); measured()],
            endings: Moments::default(),
            apart: 0,
            changed: 0,
        }
    }

    pub(crate) fn add(&mut self, one: &Counts, other: &Counts) {
        for (cell, (measure, side)) in self.cells.iter_mut().zip(cells()) {
            let (of, per) = measure.places(side);
            let (x, y) = (one.quantities[of], one.quantities[per]);
            let (u, v) = (other.quantities[of], other.quantities[per]);
            for (sum, (one, other)) in
                cell.products.iter_mut().zip([(x, u), (x, v), (y, u), (y, v)])
            {
                *sum += i128::from(one) * i128::from(other);
            }
            cell.fewer += u64::from(x > u);
            cell.more += u64::from(x < u);
            let differs = |place: usize| {
                one.quantities[place] != other.quantities[place]
                    || one.of_first[place] != other.of_first[place]
            };
            cell.differing += u64::from(differs(of) || differs(per));
        }
        let mut values = [0; VALUES];
        let (differences, first) = values.split_at_mut(ENDINGS.len() + LUCKS);
        let (endings, lucks) = differences.split_at_mut(ENDINGS.len());
        for (value, ending) in endings.iter_mut().zip(ENDINGS) {
            *value = other.get(ending) - one.get(ending);
        }
        for (value, (one, other)) in lucks.iter_mut().zip(one.luck.iter().zip(&other.luck)) {
            *value = other - one;
        }
        first.copy_from_slice(&one.luck);
        self.apart += u64::from(differences.iter().any(|value| *value != 0));
        self.endings.add(&values);
    }

    /// Returns the change of the measure at an index of [`cells`] between two tallies of the same games.
    pub(super) fn change(
        &self,
        both: [&Tally; 2],
        (measure, side): (&'static Measure, Option<Side>),
        place: usize,
        confidence: Confidence,
    ) -> MeasureChange {
        let values = both.map(|tally| tally.estimate(measure, side, confidence));
        let mut change = MeasureChange {
            measure,
            side,
            values,
            difference: None,
            p_value: None,
            adjusted_p_value: None,
            gain: None,
            less_luck: self.less_luck(both[0], (measure, side), place, confidence),
        };
        let [Some(one), Some(other)] = values else {
            return change;
        };
        let cell = &self.cells[place];
        let value = other.value - one.value;
        // Ratios that are equal as fractions may differ in their last bit.
        let rounding = 1e-12 * one.value.abs().max(other.value.abs());
        let value = if value.abs() > rounding { value } else { 0.0 };
        if self.is_same {
            let games = both[0].games();
            change.difference = Some(point(0.0, games, Method::Same, confidence));
            change.p_value = Some(1.0);
            return change;
        }
        let [first, second] = both.map(|tally| tally.cell(place));
        // The units that matter are those of the variant with fewer, such as the single game with a shot among many.
        let bearing = first.units.min(second.units);
        let variance = self.variance(both, place, bearing);
        change.gain = variance.and_then(Variance::gain);
        let (difference, p_value) = if measure.is_of_games() {
            let squares = |sums: u128| i128::try_from(sums).unwrap_or(i128::MAX);
            let apart = Apart {
                fewer: cell.fewer,
                more: cell.more,
                sum: i128::from(second.x) - i128::from(first.x),
                squares: squares(first.xx) + squares(second.xx) - 2 * cell.products[0],
            };
            match of_games(apart, both[0], confidence) {
                Some((difference, p_value)) => (difference, Some(p_value)),
                None => return change,
            }
        } else {
            let variance = variance.map(|v| v.of_difference);
            by_student(value, Spread { variance, bearing, differing: cell.differing }, confidence)
        };
        change.difference = Some(difference);
        change.p_value = p_value;
        change
    }

    /// Returns variances of a measure's change: linearized as for a ratio over units (Cochran 1977, section 6.4), with
    /// residuals of the variants subtracted unit by unit. `None` if fewer than two units matter.
    fn variance(&self, both: [&Tally; 2], place: usize, bearing: u64) -> Option<Variance> {
        let n = both[0].units as f64;
        let bearing = bearing as f64;
        if bearing < 2.0 {
            return None;
        }
        let scaled = |tally: &Tally| {
            let sums = tally.cell(place);
            let (x, y) = (sums.x as f64, sums.y as f64);
            let [xx, xy, yy] = [sums.xx, sums.xy, sums.yy].map(|p| p as f64);
            let rate = x / y;
            // The residual (x - R y) / mean y, squared and summed.
            let mean = y / n;
            let squares = (xx - 2.0 * rate * xy + rate * rate * yy).max(0.0) / (mean * mean);
            (rate, mean, squares)
        };
        let (rate, mean, squares) = scaled(both[0]);
        let (rate2, mean2, squares2) = scaled(both[1]);
        let [xu, xv, yu, yv] = self.cells[place].products.map(|p| p as f64);
        let product = (xu - rate2 * xv - rate * yu + rate * rate2 * yv) / (mean * mean2);
        let of = |squares: f64| squares.max(0.0) * bearing / (bearing - 1.0) / n / n;
        Some(Variance {
            of_difference: of(squares + squares2 - 2.0 * product),
            independent: of(squares) + of(squares2),
        })
    }

    pub(super) fn differing(&self, place: usize) -> u64 {
        self.cells[place].differing
    }

    /// Returns a change adjusted for luck; `None` if it is not of how games end, or if too few games change.
    fn less_luck(
        &self,
        base: &Tally,
        (measure, side): (&Measure, Option<Side>),
        place: usize,
        confidence: Confidence,
    ) -> Option<LessLuck> {
        let ending = measure.ending(side)?;
        if base.units < LEAST_UNITS {
            return None;
        }
        let cell = &self.cells[place];
        if self.is_same {
            let estimate = point(0.0, base.games(), Method::Same, confidence);
            return Some(LessLuck { estimate, gain: 1.0 });
        }
        if i128::from(cell.fewer + cell.more) < LEAST_GAMES {
            return None;
        }
        let games = base.unit().games() as f64;
        Regression::of(&self.endings, base.units, ending, ENDINGS.len()).constant(
            self.apart,
            games,
            [-1.0, 1.0],
            confidence,
        )
    }
}

#[derive(Debug, Clone, Copy)]
struct Variance {
    of_difference: f64,
    /// The variance if the two did not share their dice.
    independent: f64,
}

impl Variance {
    /// Returns how many times as many games with separate dice would be as precise.
    fn gain(self) -> Option<f64> {
        (self.of_difference > 0.0).then(|| self.independent / self.of_difference)
    }
}
