//! For every pair of cells of the board: is each line between them clear of some polygons, is each stopped, or must it be
//! checked? Exact where it answers, so that checking only where needed gives the same games.
//!
//! A pair is worked out when it is first asked for: a few games ask for few of them, and a board has a hundred thousand.
//! Threads share the table. Whichever thread works a pair out gets the same result, and one that does not see it yet works it
//! out again.

use std::sync::atomic::{AtomicU64, Ordering};

use super::cells::{Cells, Screen};
use super::geometry::{Len, Point};

/// What the table knows of the lines between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// It has not been worked out yet.
    New,
    /// None is stopped.
    Clear,
    /// All are stopped.
    Stopped,
    /// Some may be stopped.
    Ask,
}

/// The table of pairs of cells.
#[derive(Debug)]
pub(crate) struct PairTable {
    cells: Cells,
    screens: Vec<Screen>,
    /// Two bits per pair of cells, 32 pairs per word: a [`Known`].
    words: Vec<AtomicU64>,
}

/// A word of the table if nothing stops any line: each pair is clear.
const ALL_CLEAR: u64 = 0x5555_5555_5555_5555;

impl Clone for PairTable {
    /// Returns the same table with nothing worked out yet.
    fn clone(&self) -> Self {
        Self::of(self.cells, self.screens.clone())
    }
}

impl PairTable {
    /// Returns the table for a board and what stops lines on it.
    pub(super) fn new(width: Len, height: Len, screens: Vec<Screen>) -> Self {
        Self::of(Cells::of_board(width, height), screens)
    }

    fn of(cells: Cells, screens: Vec<Screen>) -> Self {
        let words = (cells.count() * cells.count()).div_ceil(32);
        let word = if screens.is_empty() { ALL_CLEAR } else { 0 };
        Self { cells, screens, words: (0..words).map(|_| AtomicU64::new(word)).collect() }
    }

    /// Returns a table that knows nothing: every line must be checked.
    pub(crate) fn blank() -> Self {
        Self {
            cells: Cells::ONE,
            screens: Vec::new(),
            words: vec![AtomicU64::new(Known::Ask as u64)],
        }
    }

    /// Returns what is known of the line from `p` to `q`, both on the board, as far as it has been worked out.
    #[inline]
    pub(crate) fn ask(&self, p: Point, q: Point) -> Known {
        let at = self.cells.of_point(p) * self.cells.count() + self.cells.of_point(q);
        match self.words[at / 32].load(Ordering::Relaxed) >> (at % 32 * 2) & 3 {
            0 => Known::New,
            1 => Known::Clear,
            2 => Known::Stopped,
            _ => Known::Ask,
        }
    }

    /// Works out the line from `p` to `q`, in both directions. Never [`Known::New`].
    #[cold]
    pub(crate) fn work_out(&self, p: Point, q: Point) -> Known {
        let (a, b) = (self.cells.of_point(p), self.cells.of_point(q));
        let [span_a, span_b] = [a, b].map(|cell| self.cells.span(self.cells.block(cell)));
        let mut between = self.screens.iter().filter(|screen| !screen.is_apart(&span_a, &span_b));
        let known =
            between.try_fold(Known::Clear, |_, screen| match screen.hides_all(&span_a, &span_b) {
                true => Err(Known::Stopped),
                false => Ok(Known::Ask),
            });
        let known = known.unwrap_or_else(|stopped| stopped);
        for at in [a * self.cells.count() + b, b * self.cells.count() + a] {
            self.words[at / 32].fetch_or((known as u64) << (at % 32 * 2), Ordering::Relaxed);
        }
        known
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::{Polygon, UNIT};
    use super::*;

    #[test]
    fn what_is_worked_out_is_true_and_stays() {
        let polygon = |corners: &[(Len, Len)]| {
            let corners: Vec<_> =
                corners.iter().map(|(x, y)| Point::new(x * UNIT, y * UNIT)).collect();
            Polygon::new(&corners).expect("it is a shape")
        };
        let polygons = [
            polygon(&[(10, 10), (20, 10), (20, 30), (10, 30)]),
            polygon(&[(30, 5), (40, 15), (34, 21)]),
        ];
        let screens = polygons.iter().map(|polygon| Screen::new(polygon, true)).collect();
        let table = PairTable::new(48 * UNIT, 36 * UNIT, screens);
        let points = (0..49 * 37).step_by(31);
        let points: Vec<_> = points.map(|k| Point::new(k % 49 * UNIT, k / 49 * UNIT)).collect();
        let mut found = [0; 3];
        for (p, q) in points.iter().flat_map(|p| points.iter().map(|q| (*p, *q))) {
            let known = table.work_out(p, q);
            assert_eq!([table.ask(p, q), table.ask(q, p)], [known; 2], "{p:?} {q:?}");
            let is_stopped = polygons.iter().any(|polygon| polygon.is_crossed(p, q));
            assert!(known == Known::Ask || is_stopped == (known == Known::Stopped), "{p:?} {q:?}");
            found[known as usize - 1] += 1;
            assert_eq!(table.clone().ask(p, q), Known::New, "a copy begins anew");
        }
        assert!(found.iter().all(|count| *count > 20), "{found:?}");
    }
}
