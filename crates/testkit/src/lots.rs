//! Random choices and dice from a seed.

use skirmish_engine::chance::{Chance, RollSite};
use skirmish_scenario::limits::{Limit, Scale};

/// A small random generator, the same for the same seed on every machine.
#[derive(Debug, Clone)]
pub struct Lots(u64);

impl Lots {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns a number from 0 to n - 1.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n.max(1) as u64) as usize
    }

    /// Returns a number from `least` to `most`, both included.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least + 1).max(1) as usize) as i64
    }

    /// Returns true with this chance in percent.
    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub fn one_of<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

impl Chance for Lots {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        self.below(sides.into()) as u8 + 1
    }
}

pub fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |number| number.parse().expect("a whole number"))
}

impl Lots {
    /// Returns a number with two decimals, at least `least` and below `most`.
    pub fn real(&mut self, least: f64, most: f64) -> f64 {
        let steps = ((most - least) * 100.0).max(1.0) as usize;
        round(least + self.below(steps) as f64 / 100.0)
    }

    /// Returns a value within a limit: often one of its ends, often small, else anything in between.
    pub fn within(&mut self, limit: &Limit) -> String {
        let (least, most) = (limit.least, limit.most);
        let number = match self.below(8) {
            0 => least,
            1 => most,
            2 => self.between(least, most),
            3 => self.between((-3).clamp(least, most), 3.clamp(least, most)),
            _ => self.between(1.clamp(least, most), 24.clamp(least, most)),
        };
        if limit.scale == Scale::Length && number < most && self.percent(30) {
            return format!("{number}.{}", self.below(100));
        }
        number.to_string()
    }
}

pub fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
