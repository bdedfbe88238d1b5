//! What is counted in a game, as whole numbers in one array of fixed size.

use skirmish_engine::battle::MAX_EVENTS;
use skirmish_engine::side::Side;
use skirmish_measures::{QUANTITIES, Quantity};

use crate::controls::LUCKS;

/// What was counted in a unit: a game, or the two games of a pair together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// The quantities, by their places.
    pub quantities: [i64; QUANTITIES],
    /// The quantities of the first game of a pair alone, by which games that only make up for each other are told from
    /// games that are the same; 0 of a single game.
    pub of_first: [i64; QUANTITIES],
    /// The luck of the dice, by [`crate::Luck::ALL`].
    pub luck: [i64; LUCKS],
    /// In how many of the games each event of the scenario happened.
    pub happened: [u8; MAX_EVENTS],
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            quantities: [0; QUANTITIES],
            of_first: [0; QUANTITIES],
            luck: [0; LUCKS],
            happened: [0; MAX_EVENTS],
        }
    }
}

impl Counts {
    /// Counts so many more.
    #[inline]
    pub fn add(&mut self, quantity: Quantity, more: i64) {
        self.quantities[quantity as usize] += more;
    }

    #[inline]
    pub(crate) fn add_of(&mut self, quantity: Quantity, side: Side, more: i64) {
        self.quantities[quantity.index(side)] += more;
    }

    /// Games, actions and whatever else is no luck.
    #[inline]
    pub(crate) fn get(&self, quantity: Quantity) -> i64 {
        self.quantities[quantity as usize]
    }
}
