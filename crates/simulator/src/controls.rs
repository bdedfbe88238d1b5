//! Control variates: measures the luck of the dice, and adjusts win rates for it.
//!
//! The excess of a roll over its mean has mean 0 whatever came before, and so has its sum over a game, since games end. A side
//! that won more often than it should was lucky in many games. A regression finds how much of the result goes with each kind of
//! luck and removes it; the rest varies less, so the same games tell more.
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

/// A share of games, or its change, adjusted for the luck of the dice.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LessLuck {
    /// The share or its change, with its interval.
    pub estimate: Estimate,
    /// How many times as many games would be as precise without the adjustment.
    pub gain: f64,
}

/// The least units, and the least games with an outcome and without it, for intervals of a regression that keep their promise.
pub(crate) const LEAST_UNITS: u64 = 1000;
pub(crate) const LEAST_GAMES: i128 = 100;

/// Endings and luck of games, with the products of any two, summed over units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Joint(Moments<{ ENDINGS.len() + LUCKS }>);

additive!(Joint { 0 });

impl Joint {
    pub(crate) fn add(&mut self, counts: &Counts) {
        let mut values = [0; ENDINGS.len() + LUCKS];
        let (endings, lucks) = values.split_at_mut(ENDINGS.len());
        for (value, ending) in endings.iter_mut().zip(ENDINGS) {
            *value = counts.get(ending);
        }
        lucks.copy_from_slice(&counts.luck);
        self.0.add(&values);
    }

    pub(crate) const fn wins_of_both(&self) -> i128 {
        self.0.product(0, 1)
    }

    /// Returns the sum of a kind of luck.
    pub const fn sum(&self, luck: Luck) -> i128 {
        self.0.sum(ENDINGS.len() + luck as usize)
    }

    /// Returns the sum of the products of two kinds of luck.
    pub const fn product(&self, one: Luck, other: Luck) -> i128 {
        self.0.product(ENDINGS.len() + one as usize, ENDINGS.len() + other as usize)
    }

    /// Returns the share of games with one ending, by its index in [`ENDINGS`], adjusted for luck. A unit has `games` games.
    /// `None` if too few games ended so or otherwise, or if luck does not matter.
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
