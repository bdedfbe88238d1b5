//! Stretches of a way.

use super::Len;
use crate::list::List;

/// Most stretches that are told apart.
const MOST: usize = 48;

/// Some stretches of a way, as distances from its start.
#[derive(Debug, Clone, Copy, Default)]
pub struct Runs(List<(Len, Len), MOST>);

impl Runs {
    /// Forgets all stretches.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a stretch; if there is no room left, the last one is extended.
    pub fn push(&mut self, from: Len, to: Len) {
        if self.0.is_full() {
            let last = &mut self.0[MOST - 1];
            *last = (last.0.min(from), last.1.max(to));
        } else {
            self.0.push((from, to));
        }
    }

    /// Sorts them and joins those that overlap or touch.
    pub fn join(&mut self) {
        self.0.sort_unstable();
        let mut kept = 0;
        for i in 0..self.0.len() {
            let (from, to) = self.0[i];
            if kept > 0 && from <= self.0[kept - 1].1 {
                self.0[kept - 1].1 = self.0[kept - 1].1.max(to);
            } else {
                self.0[kept] = (from, to);
                kept += 1;
            }
        }
        self.0.truncate(kept);
    }

    /// Returns the stretches.
    pub fn as_slice(&self) -> &[(Len, Len)] {
        &self.0
    }

    /// Returns the sum of their lengths; they must not overlap.
    pub fn total(&self) -> Len {
        self.as_slice().iter().map(|(from, to)| to - from).sum()
    }
}
