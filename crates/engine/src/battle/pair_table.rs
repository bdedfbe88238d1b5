//! For every pair of cells of the board: is each line between them clear of some polygons, is each one stopped, or must
//! one ask? Exact where it answers, so that asking only where it must gives the same games.

use super::geometry::{Len, Point, Polygon, Span};

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

/// The table. Cells are squares with a side that is a power of two.
#[derive(Debug, Clone)]
pub(crate) struct PairTable {
    shift: u32,
    columns: usize,
    rows: usize,
    /// Two bits a pair of cells, 32 pairs a word.
    words: Vec<u64>,
}

/// Most cells; their pairs at two bits each then stay within a processor's fast memory.
const MOST_CELLS: usize = 512;

/// A word of the table before anything is known to be in the way: each pair is clear.
const ALL_CLEAR: u64 = 0x5555_5555_5555_5555;

impl PairTable {
    /// The table for a board and the polygons that stop a line. Those with `true` stop any line through them; the others
    /// only some.
    pub(crate) fn new(width: Len, height: Len, polygons: &[Judged<'_>]) -> Self {
        let mut shift = 8;
        let cells = |shift: u32, length: Len| ((length - 1) >> shift) as usize + 1;
        while cells(shift, width) * cells(shift, height) > MOST_CELLS {
            shift += 1;
        }
        let (columns, rows) = (cells(shift, width), cells(shift, height));
        let count = columns * rows;
        let mut table = Self {
            shift,
            columns,
            rows,
            words: vec![ALL_CLEAR; (count * count).div_ceil(32)],
        };
        let whole = Block {
            column: 0,
            row: 0,
            level: columns.max(rows).next_power_of_two().ilog2(),
        };
        table.judge(whole, whole, polygons);
        table
    }

    /// Notes what is known of the lines between two blocks of cells, of which only these polygons may stop any. What is
    /// not known of the blocks may be known of their quarters.
    fn judge(&mut self, a: Block, b: Block, polygons: &[Judged<'_>]) {
        let (span_a, span_b) = (a.span(self.shift), b.span(self.shift));
        let between: Vec<_> = polygons
            .iter()
            .filter(|(polygon, _)| !is_apart(&span_a, &span_b, polygon))
            .copied()
            .collect();
        if between.is_empty() {
            return;
        }
        let stopped = between
            .iter()
            .any(|(polygon, stops_all)| *stops_all && hides_all(&span_a, &span_b, polygon));
        if stopped {
            self.set_all(a, b, Known::Stopped);
        } else if a.level == 0 {
            self.set_all(a, b, Known::Ask);
        } else {
            for (k, quarter_a) in a.quarters().into_iter().enumerate() {
                // Lines between a block and itself are looked at once.
                for quarter_b in b.quarters().into_iter().skip(if a == b { k } else { 0 }) {
                    if self.has(quarter_a) && self.has(quarter_b) {
                        self.judge(quarter_a, quarter_b, &between);
                    }
                }
            }
        }
    }

    /// A table that knows nothing: one must always ask.
    pub(crate) fn blank() -> Self {
        Self {
            shift: Len::BITS - 1,
            columns: 1,
            rows: 1,
            words: vec![0],
        }
    }

    /// Whether some of a block is on the board.
    const fn has(&self, block: Block) -> bool {
        block.column < self.columns && block.row < self.rows
    }

    fn set_all(&mut self, a: Block, b: Block, known: Known) {
        let (columns, rows, count) = (self.columns, self.rows, self.columns * self.rows);
        let cells = |block: Block| {
            let side = 1 << block.level;
            let of_row = move |row: usize| {
                let last = (block.column + side).min(columns);
                (block.column..last).map(move |column| row * columns + column)
            };
            (block.row..(block.row + side).min(rows)).flat_map(of_row)
        };
        for a in cells(a) {
            for b in cells(b) {
                self.set(a * count + b, known);
                self.set(b * count + a, known);
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

    #[inline]
    fn cell(&self, p: Point) -> usize {
        // A point on the far border belongs to the last cell, whose closed square holds it.
        let column = ((p.x >> self.shift) as usize).min(self.columns - 1);
        let row = ((p.y >> self.shift) as usize).min(self.rows - 1);
        row * self.columns + column
    }

    /// What is known of the line from `p` to `q`, both on the board.
    #[inline]
    pub(crate) fn ask(&self, p: Point, q: Point) -> Known {
        let at = self.cell(p) * self.columns * self.rows + self.cell(q);
        match self.words[at / 32] >> (at % 32 * 2) & 3 {
            0 => Known::Ask,
            1 => Known::Clear,
            _ => Known::Stopped,
        }
    }
}

/// A polygon, and whether it stops any line through it.
type Judged<'p> = (&'p Polygon, bool);

/// A square of cells, as many along each side as two to the power of its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Block {
    column: usize,
    row: usize,
    level: u32,
}

impl Block {
    fn quarters(self) -> [Self; 4] {
        let level = self.level - 1;
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(right, up)| Self {
            column: self.column + (right << level),
            row: self.row + (up << level),
            level,
        })
    }

    fn span(self, shift: u32) -> Span {
        let side = 1 << (shift + self.level);
        let low = Point::new((self.column as Len) << shift, (self.row as Len) << shift);
        Span {
            low,
            high: Point::new(low.x + side, low.y + side),
        }
    }
}

/// The points that a convex polygon hides from one point form a convex set. So if it hides every corner of one block from
/// every corner of another, it hides all of each from all of the other.
fn hides_all(a: &Span, b: &Span, polygon: &Polygon) -> bool {
    let corners = |of: &Span| {
        [
            of.low,
            of.high,
            Point::new(of.low.x, of.high.y),
            Point::new(of.high.x, of.low.y),
        ]
    };
    polygon.is_convex()
        && corners(a)
            .iter()
            .all(|p| corners(b).iter().all(|q| polygon.is_crossed(*p, *q)))
}

/// Whether a line separates the polygon from all lines between two squares of equal size. The hull of two such squares has
/// sides along the axes and along the way from one to the other, so these and the polygon's own sides are all axes that
/// can separate; a polygon that is not convex is judged by its box.
fn is_apart(a: &Span, b: &Span, polygon: &Polygon) -> bool {
    let span = polygon.span();
    let Span { low, high } = span;
    if !a.with(b.low).with(b.high).overlaps(&span) {
        return true;
    }
    let of_box = [
        low,
        Point::new(high.x, low.y),
        high,
        Point::new(low.x, high.y),
    ];
    let shape = if polygon.is_convex() {
        polygon.corners()
    } else {
        &of_box
    };
    let across = |dx: Len, dy: Len, p: Point| {
        i64::from(dx) * i64::from(p.y) - i64::from(dy) * i64::from(p.x)
    };
    // The corner of a square that lies furthest across a way.
    let furthest = |dx: Len, dy: Len, of: &Span| {
        let x = if dy < 0 { of.high.x } else { of.low.x };
        let y = if dx < 0 { of.low.y } else { of.high.y };
        across(dx, dy, Point::new(x, y))
    };
    let mut p = shape[shape.len() - 1];
    for &q in shape {
        let (dx, dy) = (q.x - p.x, q.y - p.y);
        let edge = across(dx, dy, p);
        if furthest(dx, dy, a) <= edge && furthest(dx, dy, b) <= edge {
            return true;
        }
        p = q;
    }
    let (dx, dy) = (b.low.x - a.low.x, b.low.y - a.low.y);
    let most = furthest(dx, dy, a);
    let least = -furthest(-dx, -dy, a);
    (dx, dy) != (0, 0)
        && (shape.iter().all(|p| across(dx, dy, *p) >= most)
            || shape.iter().all(|p| across(dx, dy, *p) <= least))
}
