//! The two sides of a battle.

use std::cmp::Ordering;
use std::ops::{Index, IndexMut, Not};

/// One of the two sides, in the order in which the scenario names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Side {
    /// The side named first.
    #[default]
    A,
    /// The side named second.
    B,
}

impl Side {
    /// Both sides in order.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// Returns 0 for the first side, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    /// Returns the enemy.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }
}

/// One value for each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BySide<T>(pub [T; 2]);

impl<T> BySide<T> {
    /// Builds both values.
    pub fn from_fn(mut make: impl FnMut(Side) -> T) -> Self {
        Self([make(Side::A), make(Side::B)])
    }

    /// Builds both values, that of `first` first.
    pub fn from_first(first: Side, mut make: impl FnMut(Side) -> T) -> Self {
        let (one, other) = (make(first), make(!first));
        Self(if first == Side::A { [one, other] } else { [other, one] })
    }

    /// Returns both values, with their sides.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        Side::BOTH.into_iter().zip(&self.0)
    }
}

impl<T: Ord> BySide<T> {
    /// Returns the side that has more, or `of_equals` on a tie.
    pub fn higher(&self, of_equals: Side) -> Side {
        match self[Side::A].cmp(&self[Side::B]) {
            Ordering::Greater => Side::A,
            Ordering::Less => Side::B,
            Ordering::Equal => of_equals,
        }
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}
