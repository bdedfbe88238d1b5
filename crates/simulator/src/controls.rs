//! Control variates: the luck of the dice, measured as it falls, and win rates with it taken out.
//!
//! What a roll brings beyond what such a roll brings on average has mean 0, whatever happened before it; so has its sum over
//! a game, which ends sooner or later. A side that has won more games than it should was lucky in many of them. How much of
//! the result goes with each kind of luck is found by regression, and taken off: what is left varies less, and tells from
//! the same games what otherwise would take more of them.
//!
//! S. S. Lavenberg and P. D. Welch, A perspective on the use of control variables to increase the efficiency of Monte Carlo
//! simulations, Management Science 27 (1981) 322-335.

mod luck;
mod regression;

use crate::additive::additive;
use crate::counts::{Counts, ENDINGS};
use crate::estimate::{Confidence, Estimate};
use crate::moments::Moments;

pub use luck::{LUCKS, Luck};
pub(crate) use luck::{add, seized};
pub(crate) use regression::Regression;

/// A share of games, or its change, with the luck of the dice taken out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LessLuck {
    /// The share or its change, and its interval.
    pub estimate: Estimate,
    /// How many times as many games would have told it as well with the luck left in.
    pub gain: f64,
}

/// Least units, and least games of an outcome and of all others, for a regression whose intervals hold what they promise.
pub(crate) const LEAST_UNITS: u64 = 1000;
pub(crate) const LEAST_GAMES: i128 = 100;

/// How games ended and the luck in them, each with the products of any two, summed over units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Joint(Moments<{ ENDINGS.len() + LUCKS }>);

additive!(Joint { 0 });

impl Joint {
    /// Adds a unit.
    pub(crate) fn add(&mut self, counts: &Counts) {
        let mut values = [0; ENDINGS.len() + LUCKS];
        let (endings, lucks) = values.split_at_mut(ENDINGS.len());
        for (value, ending) in endings.iter_mut().zip(ENDINGS) {
            *value = counts.get(ending);
        }
        lucks.copy_from_slice(&counts.luck);
        self.0.add(&values);
    }

    /// Sum over units of the product of games won by side A and games won by side B.
    pub(crate) const fn wins_of_both(&self) -> i128 {
        self.0.product(0, 1)
    }

    /// Sum of a kind of luck.
    pub const fn sum(&self, luck: Luck) -> i128 {
        self.0.sum(ENDINGS.len() + luck as usize)
    }

    /// Sum of the products of two kinds of luck.
    pub const fn product(&self, one: Luck, other: Luck) -> i128 {
        self.0.product(ENDINGS.len() + one as usize, ENDINGS.len() + other as usize)
    }

    /// The share of games that ended in one way, by its place in [`ENDINGS`], less what the luck of the dice did to it. A unit
    /// is so many games. `None` if there are too few games of that way or of others, or if luck has nothing to do with it.
    pub(crate) fn less_luck(
        &self,
        units: u64,
        games: u64,
        ending: usize,
        confidence: Confidence,
    ) -> Option<LessLuck> {
        let seen = self.0.sum(ending);
        let all = i128::from(units) * i128::from(games);
        if units < LEAST_UNITS || seen.min(all - seen) < LEAST_GAMES {
            return None;
        }
        Regression::of(&self.0, units, ending, ENDINGS.len()).constant(
            units,
            games as f64,
            [0.0, 1.0],
            confidence,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::luck::centred;
    use super::*;
    use crate::counts::Quantity;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use skirmish_engine::dice::Dice;

    const WINS_A: usize = 0;
    const DRAWS: usize = 2;

    #[test]
    fn products_are_found_where_they_were_put() {
        let luck = [11, 13, 17, -19, -23, 29, -31, 37, 41];
        let counts = Counts { luck, ..Counts::default() };
        let mut joint = Joint::default();
        joint.add(&counts);
        for (i, one) in Luck::ALL.into_iter().enumerate() {
            assert_eq!(one as usize, i);
            assert_eq!(joint.sum(one), i128::from(counts.luck[i]));
            for (j, other) in Luck::ALL.into_iter().enumerate() {
                let product = counts.luck[i] * counts.luck[j];
                assert_eq!(joint.product(one, other), i128::from(product));
            }
        }
    }

    /// Games of three dice, won with 12 or more on all together: a d6 that is seen as luck of both sides, so that one of
    /// these is idle, a d8 that is seen, and a d4 that is not.
    fn games(dice: &mut Xoshiro256PlusPlus, count: u64) -> Joint {
        let mut joint = Joint::default();
        for _ in 0..count {
            let mut die = |sides: u64| (dice.next_u64() % sides) as i32 + 1;
            let (a, b, hidden) = (die(6), die(8), die(4));
            let mut counts = Counts::default();
            let won = a + b + hidden >= 12;
            counts.add(if won { Quantity::WonA } else { Quantity::WonB }, 1);
            counts.luck[Luck::ShotsA as usize] = centred(Dice::one(6), a);
            counts.luck[Luck::ShotsB as usize] = -centred(Dice::one(6), a);
            counts.luck[Luck::MeleeA as usize] = centred(Dice::one(8), b);
            joint.add(&counts);
        }
        joint
    }

    /// The share of all 192 rolls that come to 12 or more.
    fn chance() -> f64 {
        let rolls =
            (1..=6).flat_map(|a| (1..=8).flat_map(move |b| (1..=4).map(move |c| a + b + c)));
        rolls.filter(|total| *total >= 12).count() as f64 / 192.0
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say_and_are_narrower() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(20_261_122);
        let (runs, mut held, mut gains) = (2000, 0, 0.0);
        for _ in 0..runs {
            let joint = games(&mut dice, LEAST_UNITS);
            let found = joint.less_luck(LEAST_UNITS, 1, WINS_A, Confidence::P95);
            let found = found.expect("wins and losses");
            held += u32::from(found.estimate.interval.expect("some").holds(chance()));
            gains += found.gain / f64::from(runs);
        }
        // 95 % and four standard deviations of a share of 2,000 runs: a false alarm in 16,000.
        let share = f64::from(held) / f64::from(runs);
        assert!((share - 0.95).abs() < 4.0 * (0.95_f64 * 0.05 / 2000.0).sqrt(), "{share}");
        // The squared correlation of winning with the two dice is 0.5765 by all rolls.
        assert!((gains - 1.0 / (1.0 - 0.5765)).abs() < 0.05, "{gains}");
    }

    #[test]
    fn nothing_is_said_where_there_is_nothing_to_go_by() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let say = |joint: &Joint, units, ending| {
            joint.less_luck(units, 1, ending, Confidence::P95).is_some()
        };
        let few = games(&mut dice, LEAST_UNITS - 1);
        assert!(!say(&few, LEAST_UNITS - 1, WINS_A));
        let enough = games(&mut dice, LEAST_UNITS);
        assert!(say(&enough, LEAST_UNITS, WINS_A));
        assert!(say(&enough, LEAST_UNITS, WINS_A + 1));
        assert!(!say(&enough, LEAST_UNITS, DRAWS), "there was none");
        let mut without_luck = Joint::default();
        for game in 0..LEAST_UNITS {
            let mut counts = Counts::default();
            counts.add(ENDINGS[(game % 2) as usize], 1);
            without_luck.add(&counts);
        }
        assert!(!say(&without_luck, LEAST_UNITS, WINS_A));
    }
}
