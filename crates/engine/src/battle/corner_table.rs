//! For every cell of the board and every corner of the routes: is each line from one to the other clear, is each stopped, or
//! must it be checked? Exact where it answers. A corner lies on an obstacle, so [`super::pair_table`] knows nothing of its
//! whole cell.

use super::cells::{Block, Cells, Screen, narrow};
use super::geometry::{Len, Point, Span};
use crate::bits::Bits;

/// What is known of the lines from a cell to 64 corners, a bit each.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corners {
    /// Some line may be clear.
    pub(super) open: u64,
    /// All lines are clear.
    pub(super) clear: u64,
}

/// The table of cells and corners.
#[derive(Debug, Clone)]
pub(super) struct CornerTable {
    cells: Cells,
    /// Words per cell.
    width: usize,
    words: Vec<Corners>,
}

impl CornerTable {
    /// Returns the table for a board, its corners and what bars the way.
    pub(super) fn new(width: Len, height: Len, corners: &[Point], bars: &[Screen]) -> Self {
        let cells = Cells::of_board(width, height);
        let mut table = Self::unknown(cells, corners.len(), true);
        let mut bars: Vec<_> = bars.iter().collect();
        for (corner, at) in corners.iter().enumerate() {
            table.judge(cells.whole(), (corner, *at), &mut bars, 0);
        }
        table
    }

    /// Returns a table that knows nothing: every line must be checked.
    pub(super) fn blank(corners: usize) -> Self {
        Self::unknown(Cells::ONE, corners, false)
    }

    fn unknown(cells: Cells, corners: usize, is_clear: bool) -> Self {
        let width = corners.div_ceil(64);
        let word = |k: usize| {
            let open = u64::below((corners - 64 * k).min(64));
            Corners { open, clear: if is_clear { open } else { 0 } }
        };
        Self {
            cells,
            width,
            words: (0..cells.count()).flat_map(|_| (0..width).map(word)).collect(),
        }
    }

    /// Notes what is known of the lines from a block of cells to a corner; only the bars from index `from` on may stop any.
    fn judge(
        &mut self,
        block: Block,
        (corner, at): (usize, Point),
        bars: &mut Vec<&Screen>,
        from: usize,
    ) {
        let span = self.cells.span(block);
        let first = narrow(bars, from, |bar| bar.is_apart_from(&span, at));
        let between = &bars[first..];
        if between.is_empty() {
            return;
        }
        let there = Span { low: at, high: at };
        let is_stopped = between.iter().any(|bar| bar.hides_all(&span, &there));
        let cells = self.cells;
        if is_stopped || block.is_cell() {
            for cell in cells.of_block(block) {
                let word = &mut self.words[cell * self.width + corner / 64];
                let corner = u64::bit(corner % 64);
                word.clear = word.clear.minus(corner);
                if is_stopped {
                    word.open = word.open.minus(corner);
                }
            }
        } else {
            for quarter in cells.quarters(block) {
                self.judge(quarter, (corner, at), bars, first);
            }
        }
        bars.truncate(first);
    }

    /// Returns what is known of the lines from a point on the board to all corners.
    #[inline]
    pub(super) fn from(&self, p: Point) -> &[Corners] {
        let at = self.cells.of_point(p) * self.width;
        &self.words[at..at + self.width]
    }
}
