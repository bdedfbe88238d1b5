//! Sums of modifiers, which remember what they are made of for an observer who wants reasons.

use crate::event::{Observer, Part, Parts};

/// A sum under construction.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sum {
    pub(super) total: i32,
    pub(super) parts: Parts,
}

impl Sum {
    pub(super) const ZERO: Self = Self { total: 0, parts: Parts::NONE };

    #[inline]
    pub(super) fn add<O: Observer>(&mut self, part: Part, adds: i32) {
        self.total += adds;
        if O::WANTS_REASONS {
            self.parts.add(part, adds);
        }
    }
}
