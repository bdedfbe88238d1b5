//! Sums of integers over the units of a run. They add up in any order to the same bits, and every estimate is worked
//! out from them.
//!
//! A unit is what was played independently: a game, or a pair of games with the same dice. Squares and products are of
//! unit totals, because only units are independent of one another.

use crate::additive::additive;

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
}

additive!(Sums { sum, squares });

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
}

additive!(RatioSums { x, y, xx, xy, yy, units });
