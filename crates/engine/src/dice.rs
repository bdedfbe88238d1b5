//! Dice pools: what is rolled, never how.

use std::fmt;

/// A pool of equal dice whose faces are added up, such as `d20` or `2d10`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dice {
    /// Number of dice, at least 1.
    pub count: u8,
    /// Faces on each die, numbered from 1, at least 2.
    pub sides: u8,
}

impl Dice {
    /// Returns one die with the given number of faces.
    pub const fn one(sides: u8) -> Self {
        Self { count: 1, sides }
    }

    /// Returns the lowest total.
    pub const fn min(self) -> i32 {
        self.count as i32
    }

    /// Returns the highest total.
    pub const fn max(self) -> i32 {
        self.count as i32 * self.sides as i32
    }
}

/// One d20.
impl Default for Dice {
    fn default() -> Self {
        Self::one(20)
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.count != 1 {
            write!(f, "{}", self.count)?;
        }
        write!(f, "d{}", self.sides)
    }
}
