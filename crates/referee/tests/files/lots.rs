//! What whoever makes something up asks of his lots.

use skirmish_scenario::limits::{Limit, Scale};

pub(crate) use dice::{Lots, number};

#[path = "../common/lots.rs"]
mod dice;

impl Lots {
    /// A number with two decimals, the first end included.
    pub(crate) fn real(&mut self, least: f64, most: f64) -> f64 {
        let steps = ((most - least) * 100.0).max(1.0) as usize;
        round(least + self.below(steps) as f64 / 100.0)
    }

    /// A value within a limit: often an end of it, often small, or anything between.
    pub(crate) fn within(&mut self, limit: &Limit) -> String {
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

/// To two decimals.
pub(crate) fn round(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}
