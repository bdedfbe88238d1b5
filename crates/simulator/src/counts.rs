//! The counts of a game: whole numbers in one array of fixed size.

use skirmish_engine::battle::MAX_EVENTS;
use skirmish_engine::side::Side;
use skirmish_measures::{QUANTITIES, Quantity};

use crate::controls::LUCKS;

/// The counts of a unit: a game, or both games of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    /// The quantities, by index.
    pub quantities: [i64; QUANTITIES],
    /// The quantities of the first game of a pair, which show whether games only make up for each other; 0 for single games.
    pub of_first: [i64; QUANTITIES],
    /// The luck of the dice, by [`crate::Luck::ALL`].
    pub luck: [i64; LUCKS],
    /// For each event of the scenario, the number of games in which it happened.
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
    /// Adds to a quantity.
    #[inline]
    pub fn add(&mut self, quantity: Quantity, more: i64) {
        self.quantities[quantity as usize] += more;
    }

    #[inline]
    pub(crate) fn add_of(&mut self, quantity: Quantity, side: Side, more: i64) {
        self.quantities[quantity.index(side)] += more;
    }

    #[inline]
    pub(crate) fn get(&self, quantity: Quantity) -> i64 {
        self.quantities[quantity as usize]
    }
}
