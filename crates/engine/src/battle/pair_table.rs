//! For every pair of cells of the board: is each line between them clear of some polygons, is each one stopped, or must
//! one ask? Exact where it answers, so that asking only where it must gives the same games.

use super::cells::{Block, Cells, Screen, narrow};
use super::geometry::{Len, Point};

/// What the table knows of the lines between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// Some may be stopped.
    Ask,
    /// None is stopped.
    Clear,
    /// All are stopped.
    Stopped,
}

/// The table of pairs of cells.
#[derive(Debug, Clone)]
pub(crate) struct PairTable {
    cells: Cells,
    /// Two bits a pair of cells, 32 pairs a word.
    words: Vec<u64>,
}

/// A word of the table before anything is known to be in the way: each pair is clear.
const ALL_CLEAR: u64 = 0x5555_5555_5555_5555;

impl PairTable {
    /// The table for a board and what stops lines on it.
    pub(super) fn new(width: Len, height: Len, screens: &[Screen<'_>]) -> Self {
        let cells = Cells::of_board(width, height);
        let count = cells.count();
        let mut table = Self { cells, words: vec![ALL_CLEAR; (count * count).div_ceil(32)] };
        table.judge(cells.whole(), cells.whole(), &mut screens.iter().collect(), 0);
        table
    }

    /// Notes what is known of the lines between two blocks of cells, of which only the screens from a number on may stop any. What
    /// is not known of the blocks may be known of their quarters.
    fn judge<'s>(&mut self, a: Block, b: Block, screens: &mut Vec<&'s Screen<'s>>, from: usize) {
        let (span_a, span_b) = (self.cells.span(a), self.cells.span(b));
        let first = narrow(screens, from, |screen| screen.is_apart(&span_a, &span_b));
        let between = &screens[first..];
        if between.is_empty() {
            return;
        }
        if between.iter().any(|screen| screen.hides_all(&span_a, &span_b)) {
            self.set_all(a, b, Known::Stopped);
        } else if a.is_cell() {
            self.set_all(a, b, Known::Ask);
        } else {
            let cells = self.cells;
            for (k, quarter_a) in cells.quarters(a).enumerate() {
                // Lines between a block and itself are looked at once.
                for quarter_b in cells.quarters(b).skip(if a == b { k } else { 0 }) {
                    self.judge(quarter_a, quarter_b, screens, first);
                }
            }
        }
        screens.truncate(first);
    }

    /// A table that knows nothing: one must always ask.
    pub(crate) fn blank() -> Self {
        Self { cells: Cells::ONE, words: vec![0] }
    }

    fn set_all(&mut self, a: Block, b: Block, known: Known) {
        let cells = self.cells;
        for a in cells.of_block(a) {
            for b in cells.of_block(b) {
                self.set(a * cells.count() + b, known);
                self.set(b * cells.count() + a, known);
            }
        }
    }

    fn set(&mut self, at: usize, known: Known) {
        let bits = match known {
            Known::Ask => 0,
            Known::Clear => 1,
            Known::Stopped => 2,
        };
        self.words[at / 32] &= !(3 << (at % 32 * 2));
        self.words[at / 32] |= bits << (at % 32 * 2);
    }

    /// What is known of the line from `p` to `q`, both on the board.
    #[inline]
    pub(crate) fn ask(&self, p: Point, q: Point) -> Known {
        let at = self.cells.of_point(p) * self.cells.count() + self.cells.of_point(q);
        match self.words[at / 32] >> (at % 32 * 2) & 3 {
            0 => Known::Ask,
            1 => Known::Clear,
            _ => Known::Stopped,
        }
    }
}
