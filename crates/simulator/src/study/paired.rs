//! Two variants side by side on the same dice: the difference of every measure, game by game.

use skirmish_engine::side::Side;

use super::change::{Change, Comparison, Variance, by_student, point};
use super::gauge::Readings;
use super::measure::{Measure, cells};
use super::sample::Sample;
use super::significance::sign_test;
use crate::estimate::{Confidence, Method, matched};

/// Two samples of the same games, with the products of what each game gave under one and under the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paired {
    /// The variants.
    pub variants: [Sample; 2],
    /// For each measure and side: x x', x y', y x', y y'.
    products: Vec<[i128; 4]>,
    /// For each measure and side: games in which the first counted one more than the second, and one fewer; of shares of
    /// games, where both are 0 or 1.
    discordant: Vec<[u64; 2]>,
    /// For each measure and side, whether some game differed at all.
    differs: Vec<bool>,
}

impl Default for Paired {
    fn default() -> Self {
        let cells = cells().count();
        Self {
            variants: [Sample::default(), Sample::default()],
            products: vec![[0; 4]; cells],
            discordant: vec![[0; 2]; cells],
            differs: vec![false; cells],
        }
    }
}

impl Paired {
    /// Adds a game as it went under both variants.
    pub fn add(&mut self, one: &Readings, other: &Readings) {
        self.variants[0].add(one);
        self.variants[1].add(other);
        for (k, (measure, side)) in cells().enumerate() {
            let (of, per) = measure.places(side);
            let (x, y) = (i128::from(one.counts[of]), i128::from(one.counts[per]));
            let (u, v) = (i128::from(other.counts[of]), i128::from(other.counts[per]));
            let products = &mut self.products[k];
            products[0] += x * u;
            products[1] += x * v;
            products[2] += y * u;
            products[3] += y * v;
            self.discordant[k][0] += u64::from(x > u);
            self.discordant[k][1] += u64::from(x < u);
            self.differs[k] |= (x, y) != (u, v);
        }
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Self) {
        for (mine, more) in self.variants.iter_mut().zip(&other.variants) {
            mine.merge(more);
        }
        for (mine, more) in self.products.iter_mut().zip(&other.products) {
            for (sum, more) in mine.iter_mut().zip(more) {
                *sum += more;
            }
        }
        for (mine, more) in self.discordant.iter_mut().zip(&other.discordant) {
            mine[0] += more[0];
            mine[1] += more[1];
        }
        for (mine, more) in self.differs.iter_mut().zip(&other.differs) {
            *mine |= more;
        }
    }

    /// The sums as a row of whole numbers, to be kept and taken up again.
    pub(super) fn pack(&self, row: &mut Vec<i128>) {
        for sample in &self.variants {
            sample.pack(row);
        }
        for ((products, discordant), differs) in
            self.products.iter().zip(&self.discordant).zip(&self.differs)
        {
            row.extend(products);
            row.extend(discordant.map(i128::from));
            row.push(i128::from(*differs));
        }
    }

    /// The reverse of [`Self::pack`]; `None` if the row is no such row.
    pub(super) fn unpack(row: &mut impl Iterator<Item = i128>) -> Option<Self> {
        let mut paired =
            Self { variants: [Sample::unpack(row)?, Sample::unpack(row)?], ..Self::default() };
        for k in 0..paired.products.len() {
            for product in &mut paired.products[k] {
                *product = row.next()?;
            }
            for games in &mut paired.discordant[k] {
                *games = u64::try_from(row.next()?).ok()?;
            }
            paired.differs[k] = row.next()? != 0;
        }
        Some(paired)
    }

    /// Games played under each variant.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.variants[0].games()
    }

    /// Every measure under both variants and its change.
    #[must_use]
    pub fn comparison(&self, confidence: Confidence) -> Comparison {
        let changes: Vec<Change> = (0..self.products.len())
            .zip(cells())
            .map(|(k, (measure, side))| self.change(k, measure, side, confidence))
            .collect();
        let adjusted = super::holm(&changes.iter().map(|c| c.p_value).collect::<Vec<_>>());
        Comparison {
            changes: changes
                .into_iter()
                .zip(adjusted)
                .map(|(change, adjusted)| Change { adjusted_p_value: adjusted, ..change })
                .collect(),
        }
    }

    /// How one measure changes; `None` if there is no such measure.
    #[must_use]
    pub fn change_of(
        &self,
        measure: &Measure,
        side: Option<Side>,
        confidence: Confidence,
    ) -> Option<Change> {
        let (k, (measure, side)) =
            (0..).zip(cells()).find(|(_, (m, s))| m.name == measure.name && *s == side)?;
        Some(self.change(k, measure, side, confidence))
    }

    fn change(
        &self,
        k: usize,
        measure: &'static Measure,
        side: Option<Side>,
        confidence: Confidence,
    ) -> Change {
        let [one, other] = [0, 1].map(|v| self.variants[v].estimate(measure, side, confidence));
        let mut change = Change {
            measure,
            side,
            values: [one, other],
            difference: None,
            p_value: None,
            adjusted_p_value: None,
            gain: None,
            less_luck: None,
        };
        let (Some(one), Some(other)) = (one, other) else {
            return change;
        };
        let value = other.value - one.value;
        // Two ratios that are equal as fractions may differ in their last bit.
        let rounding = 1e-12 * one.value.abs().max(other.value.abs());
        let value = if value.abs() > rounding { value } else { 0.0 };
        if !self.differs[k] {
            // The same in every game: exactly nothing has changed.
            change.difference = Some(point(0.0, self.games(), Method::Student, confidence));
            change.p_value = Some(1.0);
            return change;
        }
        let variance = self.variance(k, measure, side);
        let of_games = measure.is_of_games();
        let (difference, p_value) = if of_games {
            // Q. McNemar, Note on the sampling error of the difference between correlated proportions, Psychometrika 12
            // (1947) 153-157, in its exact form.
            let [fewer, more] = self.discordant[k];
            let Some(estimate) = matched(fewer, more, self.games(), confidence) else {
                return change;
            };
            (estimate, Some(sign_test(fewer, more)))
        } else {
            by_student(value, variance.map(|v| v.of_difference), self.units(k), confidence)
        };
        change.gain = variance.and_then(Variance::gain);
        change.difference = Some(difference);
        change.p_value = p_value;
        change
    }

    /// Games that bear on a measure's change: those of the variant in which fewer had anything to count. Of two hundred
    /// games with a single shot among them, one bears on the share of shots that hit.
    fn units(&self, k: usize) -> u64 {
        let units = |sample: &Sample| sample.products[k].1;
        units(&self.variants[0]).min(units(&self.variants[1]))
    }

    /// Variances of a measure's change: linearized as for a ratio over games (Cochran 1977, section 6.4), the residuals of
    /// the two variants subtracted game by game. `None` for fewer than two games that bear on it.
    fn variance(&self, k: usize, measure: &Measure, side: Option<Side>) -> Option<Variance> {
        let n = self.games() as f64;
        let units = self.units(k) as f64;
        if units < 2.0 {
            return None;
        }
        let (of, per) = measure.places(side);
        let scaled = |v: usize| {
            let sample = &self.variants[v];
            let (x, y) = (sample.sums[of] as f64, sample.sums[per] as f64);
            let [xx, xy, yy] = sample.products[k].0.map(|p| p as f64);
            let rate = x / y;
            // The residual (x - R y) / mean y, squared and summed.
            let mean = y / n;
            let squares = (xx - 2.0 * rate * xy + rate * rate * yy).max(0.0) / (mean * mean);
            (rate, mean, squares)
        };
        let (rate, mean, squares) = scaled(0);
        let (rate2, mean2, squares2) = scaled(1);
        let [xu, xv, yu, yv] = self.products[k].map(|p| p as f64);
        let both = (xu - rate2 * xv - rate * yu + rate * rate2 * yv) / (mean * mean2);
        let of = |squares: f64| squares.max(0.0) * units / (units - 1.0) / n / n;
        Some(Variance {
            of_difference: of(squares + squares2 - 2.0 * both),
            apart: of(squares) + of(squares2),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Readings of a game with these counts for the win of A, actions, and streaks of A.
    fn game(won: i64, actions: i64, streaks: (i64, i64)) -> Readings {
        use super::super::Quantity as Q;
        let mut readings = Readings::default();
        readings.counts[Q::Games as usize] = 1;
        readings.counts[Q::WonA as usize] = won;
        readings.counts[Q::Actions as usize] = actions;
        readings.counts[Q::StreakActionsA as usize] = streaks.0;
        readings.counts[Q::StreaksA as usize] = streaks.1;
        readings
    }

    fn of<'c>(comparison: &'c Comparison, name: &str) -> &'c Change {
        comparison
            .changes
            .iter()
            .find(|c| c.measure.name == name && c.side != Some(Side::B))
            .expect("a measure")
    }

    #[test]
    fn the_same_is_exactly_nothing() {
        let mut paired = Paired::default();
        for k in 0..50 {
            let game = game(k % 2, 3 * k, (k, 2));
            paired.add(&game, &game);
        }
        for change in paired.comparison(Confidence::P95).changes {
            if let Some(difference) = change.difference {
                let interval = difference.interval.expect("a point");
                assert_eq!((difference.value, interval.low, interval.high), (0.0, 0.0, 0.0));
                assert_eq!(change.p_value, Some(1.0));
            }
        }
    }

    /// Of a side that never makes two actions in a row the mean streak is 1, however many there are.
    #[test]
    fn a_ratio_that_is_the_same_in_all_games_has_not_changed() {
        let mut paired = Paired::default();
        for k in 0..50 {
            paired.add(&game(0, 1, (3 * k, k)), &game(0, 1, (21, 7)));
        }
        let comparison = paired.comparison(Confidence::P95);
        let change = of(&comparison, "mean-streak");
        let interval = change.difference.and_then(|d| d.interval).expect("a point");
        assert_eq!((interval.low, interval.high), (0.0, 0.0));
        assert_eq!(change.p_value, Some(1.0));
    }

    #[test]
    fn paired_mean_by_hand() {
        // Differences of the actions: 1, 2, 3, 4: mean 2.5, deviation sqrt(5/3), t(3) = 3.182.
        let mut paired = Paired::default();
        for k in 1..=4 {
            paired.add(&game(0, 10 * k, (1, 1)), &game(0, 11 * k, (1, 1)));
        }
        let comparison = paired.comparison(Confidence::P95);
        let change = of(&comparison, "actions");
        let difference = change.difference.expect("some");
        assert!((difference.value - 2.5).abs() < 1e-12);
        let std_err = (5.0_f64 / 3.0 / 4.0).sqrt();
        assert!((difference.std_err.expect("four") - std_err).abs() < 1e-9);
        // R 4.2: 2 * pt(-2.5 / sqrt(5/12), 3) is 0.03046617.
        assert!((change.p_value.expect("four") - 0.030_466).abs() < 1e-5);
        assert!(change.gain.expect("varies") > 100.0);
    }

    #[test]
    fn shares_of_games_are_tested_exactly() {
        // 10 games that A won only under the first, 2 only under the second, 88 the same.
        let mut paired = Paired::default();
        for k in 0..100 {
            let (one, other) = match k {
                0..10 => (1, 0),
                10..12 => (0, 1),
                _ => (k % 2, k % 2),
            };
            paired.add(&game(one, 1, (1, 1)), &game(other, 1, (1, 1)));
        }
        let comparison = paired.comparison(Confidence::P95);
        let change = of(&comparison, "win-rate");
        // R 4.2: binom.test(2, 12)$p.value is 0.03857422.
        assert!((change.p_value.expect("some") - 0.038_574_22).abs() < 1e-7);
        let interval = change.difference.expect("some").interval.expect("some");
        assert!(interval.low < -0.08 && interval.high < 0.0 && interval.low > -0.16);
    }

    #[test]
    fn one_game_and_none_have_no_interval_and_no_trouble() {
        let mut paired = Paired::default();
        let none = paired.comparison(Confidence::P95);
        assert!(none.changes.iter().all(|c| c.difference.is_none()));
        paired.add(&game(1, 5, (0, 0)), &game(0, 7, (0, 0)));
        let one = paired.comparison(Confidence::P95);
        let change = of(&one, "actions");
        assert_eq!(change.difference.expect("one").interval, None);
        assert!(of(&one, "mean-streak").difference.is_none());
        for change in &one.changes {
            for number in [change.p_value, change.adjusted_p_value, change.gain] {
                assert!(number.is_none_or(f64::is_finite));
            }
        }
    }
}
