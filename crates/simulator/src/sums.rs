//! Integer sums over the units of a run. They add up in any order to the same bits, and all estimates come from them.
//!
//! A unit is what was played independently: a game, or a pair of games with the same dice. Squares and products are of unit
//! totals, because only units are independent.

use crate::additive::additive;

/// Sums of a count x over units, for means per game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sums {
    /// The sum of x.
    pub sum: u64,
    /// The sum of x².
    pub squares: u128,
    /// The sum of x³.
    pub cubes: u128,
}

impl Sums {
    /// Adds a unit.
    #[inline]
    pub fn add(&mut self, x: u64) {
        self.add_alike(1, x);
    }

    /// Adds several units with the same count.
    #[inline]
    pub fn add_alike(&mut self, units: u64, x: u64) {
        let (many, wide) = (u128::from(units), u128::from(x));
        self.sum += units * x;
        self.squares += many * wide * wide;
        self.cubes += many * wide * wide * wide;
    }

    /// Returns these sums over the games of so many units of equal size.
    pub fn over(&self, units: u64, games: u64) -> RatioSums {
        let (all, wide) = (u128::from(units), u128::from(games));
        RatioSums {
            x: self.sum,
            y: units * games,
            xx: self.squares,
            xy: wide * u128::from(self.sum),
            yy: wide * wide * all,
            xxx: self.cubes,
            xxy: wide * self.squares,
            xyy: wide * wide * u128::from(self.sum),
            yyy: wide * wide * wide * all,
            units,
        }
    }
}

additive!(Sums { sum, squares, cubes; sound is_sound });

impl Sums {
    fn is_sound(&self) -> bool {
        are_powers(self.sum, self.squares, self.cubes)
    }
}

/// Returns whether these can be sums of whole numbers, of their squares and of their cubes.
fn are_powers(sum: u64, squares: u128, cubes: u128) -> bool {
    let sum = u128::from(sum);
    sum <= squares && squares <= sum * sum && squares <= cubes
}

/// Sums over units of two counts, for the ratio of their totals: x successes in y attempts. Cubes measure the skewness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RatioSums {
    /// The sum of x.
    pub x: u64,
    /// The sum of y.
    pub y: u64,
    /// The sum of x².
    pub xx: u128,
    /// The sum of x y.
    pub xy: u128,
    /// The sum of y².
    pub yy: u128,
    /// The sum of x³.
    pub xxx: u128,
    /// The sum of x² y.
    pub xxy: u128,
    /// The sum of x y².
    pub xyy: u128,
    /// The sum of y³.
    pub yyy: u128,
    /// Units with y above 0.
    pub units: u64,
}

impl RatioSums {
    /// Adds a unit with these totals, below 2^32 each. Units with y = 0 don't count.
    #[inline]
    pub fn add(&mut self, x: u64, y: u64) {
        // Squares fit into 64 bits, which saves most of a 128-bit product.
        let (xx, xy, yy) = (x * x, x * y, y * y);
        let product = |square: u64, other: u64| u128::from(square) * u128::from(other);
        self.x += x;
        self.y += y;
        self.xx += u128::from(xx);
        self.xy += u128::from(xy);
        self.yy += u128::from(yy);
        self.xxx += product(xx, x);
        self.xxy += product(xx, y);
        self.xyy += product(yy, x);
        self.yyy += product(yy, y);
        self.units += u64::from(y != 0);
    }
}

additive!(RatioSums { x, y, xx, xy, yy, xxx, xxy, xyy, yyy, units; sound is_sound });

impl RatioSums {
    fn is_sound(&self) -> bool {
        let are_sums =
            are_powers(self.x, self.xx, self.xxx) && are_powers(self.y, self.yy, self.yyy);
        are_sums && self.units <= self.y && self.xy <= u128::from(self.x) * u128::from(self.y)
    }

    /// Returns whether they can be of a share, with no more successes than attempts.
    pub(crate) const fn is_of_share(&self) -> bool {
        self.x <= self.y
    }
}
