//! Lots and dice from a seed.

use skirmish_engine::chance::{Chance, RollSite};

/// Lots, for dice and for whoever makes something up: always the same from the same seed, on every machine.
#[derive(Debug, Clone)]
pub(crate) struct Lots(u64);

impl Lots {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One of the numbers from 0 up to, and without, this.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n.max(1) as u64) as usize
    }

    /// Both ends included.
    pub(crate) fn between(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least + 1).max(1) as usize) as i64
    }

    /// With so many chances in a hundred.
    pub(crate) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub(crate) fn one_of<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

impl Chance for Lots {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        self.below(sides.into()) as u8 + 1
    }
}

/// A number from the environment.
pub(crate) fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |number| number.parse().expect("a whole number"))
}
