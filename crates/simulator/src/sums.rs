//! Sums of integers over the units of a run. They add up in any order to the same bits, and every estimate is worked
//! out from them.
//!
//! A unit is what was played independently: a game, or a pair of games with the same dice. Squares and products are of
//! unit totals, because only units are independent of one another.

use crate::moments::Moments;

/// Sums of a count x over units, for means per game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// Sum of x.
    pub sum: u64,
    /// Sum of x² over units.
    pub squares: u128,
}

impl Sums {
    /// Adds a unit.
    #[inline]
    pub fn add(&mut self, x: u64) {
        self.sum += x;
        self.squares += u128::from(x) * u128::from(x);
    }

    /// Adds other units.
    pub fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// Sums of a count whose spread over single games matters too, such as the actions of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GameSums {
    /// Over units.
    pub units: Sums,
    /// Sum of the squares over games.
    pub game_squares: u128,
    /// The greatest in any game.
    pub most: u32,
}

impl GameSums {
    /// Adds one game; its unit is added by [`Sums::add`] to `units`.
    #[inline]
    pub fn add_game(&mut self, x: u32) {
        self.game_squares += u128::from(u64::from(x) * u64::from(x));
        self.most = self.most.max(x);
    }

    /// Adds other games.
    pub fn merge(&mut self, other: &Self) {
        self.units.merge(&other.units);
        self.game_squares += other.game_squares;
        self.most = self.most.max(other.most);
    }
}

/// Sums over units of two counts, for the ratio of their totals: x successes in y attempts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RatioSums {
    /// Sum of x.
    pub x: u64,
    /// Sum of y.
    pub y: u64,
    /// Sum of x².
    pub xx: u128,
    /// Sum of x y.
    pub xy: u128,
    /// Sum of y².
    pub yy: u128,
    /// Units in which y is not 0.
    pub units: u64,
}

impl RatioSums {
    /// Adds a unit with these totals. A unit with y = 0 must have x = 0.
    #[inline]
    pub fn add(&mut self, x: u64, y: u64) {
        let (wide_x, wide_y) = (u128::from(x), u128::from(y));
        self.x += x;
        self.y += y;
        self.xx += wide_x * wide_x;
        self.xy += wide_x * wide_y;
        self.yy += wide_y * wide_y;
        self.units += u64::from(y != 0);
    }

    /// Adds other units.
    pub fn merge(&mut self, other: &Self) {
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.xy += other.xy;
        self.yy += other.yy;
        self.units += other.units;
    }
}

/// The quantities whose products are summed: how games end, and the luck in them, which serves as control variate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// Games won by side A.
    WinsA,
    /// Games won by side B.
    WinsB,
    /// Games that ended in a draw.
    Draws,
    /// Games stopped by the cap.
    Caps,
    /// Luck of side A in seizing: successes less their exact chances, in units of 1 / denominator.
    SeizeLuckA,
    /// The same of side B.
    SeizeLuckB,
    /// Luck of side A in hitting by shots.
    ShotsA,
    /// The same of side B.
    ShotsB,
    /// Luck of side A in what its hits do.
    EffectsA,
    /// The same of side B.
    EffectsB,
    /// Luck of side A in melee, which is the other's bad luck.
    MeleeA,
    /// Luck of side A in tests of morale and control.
    MoraleA,
    /// The same of side B.
    MoraleB,
}

/// How many measures there are.
pub const MEASURES: usize = 13;

/// How many of them are luck.
pub(crate) const LUCK: usize = 9;

impl Measure {
    /// The kinds of luck, the last of all measures.
    pub const LUCK: [Self; LUCK] = [
        Self::SeizeLuckA,
        Self::SeizeLuckB,
        Self::ShotsA,
        Self::ShotsB,
        Self::EffectsA,
        Self::EffectsB,
        Self::MeleeA,
        Self::MoraleA,
        Self::MoraleB,
    ];

    /// The place of a kind of luck among them.
    pub(crate) const fn luck(self) -> usize {
        self as usize - (MEASURES - LUCK)
    }
}

/// Sums over units of the measures and of the products of any two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Joint(Moments<MEASURES>);

impl Joint {
    /// Adds a unit.
    #[inline]
    pub fn add(&mut self, values: &[i64; MEASURES]) {
        self.0.add(values);
    }

    /// Adds other units.
    pub fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    /// Sum of a measure.
    #[must_use]
    pub const fn sum(&self, measure: Measure) -> i128 {
        self.0.sum(measure as usize)
    }

    /// Sum of the products of two measures.
    #[must_use]
    pub const fn product(&self, one: Measure, other: Measure) -> i128 {
        self.0.product(one as usize, other as usize)
    }

    /// The sums by the places of the measures.
    pub(crate) const fn moments(&self) -> &Moments<MEASURES> {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_found_where_they_were_put() {
        use Measure::{Caps, Draws, WinsA, WinsB};
        let values = [2, 3, 5, 7, 11, 13, 17, -19, -23, 29, -31, 37, 41];
        let mut joint = Joint::default();
        joint.add(&values);
        let all = || [WinsA, WinsB, Draws, Caps].into_iter().chain(Measure::LUCK);
        for (i, one) in all().enumerate() {
            assert_eq!(one as usize, i);
            assert_eq!(joint.sum(one), i128::from(values[i]));
            for (j, other) in all().enumerate() {
                assert_eq!(joint.product(one, other), i128::from(values[i] * values[j]));
            }
        }
    }
}
