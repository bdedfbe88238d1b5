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
use crate::counts::Counts;
use crate::estimate::{Confidence, Estimate};
use crate::moments::Moments;
use skirmish_measures::ENDINGS;

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
