//! Stretches of a way.

use super::Len;

/// Some stretches of a way, as distances from its start.
#[derive(Debug, Clone, Copy)]
pub struct Runs {
    runs: [(Len, Len); Self::MOST],
    count: usize,
}

impl Default for Runs {
    fn default() -> Self {
        Self { runs: [(0, 0); Self::MOST], count: 0 }
    }
}

impl Runs {
    const MOST: usize = 48;

    /// Forgets them.
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds a stretch; beyond the room for them the last one is made longer.
    pub fn push(&mut self, from: Len, to: Len) {
        if self.count == Self::MOST {
            let last = &mut self.runs[Self::MOST - 1];
            *last = (last.0.min(from), last.1.max(to));
        } else {
            self.runs[self.count] = (from, to);
            self.count += 1;
        }
    }

    /// Puts them in order and joins those that overlap or touch.
    pub fn join(&mut self) {
        self.runs[..self.count].sort_unstable();
        let mut kept = 0;
        for i in 0..self.count {
            let (from, to) = self.runs[i];
            if kept > 0 && from <= self.runs[kept - 1].1 {
                self.runs[kept - 1].1 = self.runs[kept - 1].1.max(to);
            } else {
                self.runs[kept] = (from, to);
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// The stretches.
    #[must_use]
    pub fn as_slice(&self) -> &[(Len, Len)] {
        &self.runs[..self.count]
    }

    /// Sum of their lengths; they must not overlap.
    #[must_use]
    pub fn total(&self) -> Len {
        self.as_slice().iter().map(|(from, to)| to - from).sum()
    }
}
