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

impl PairTable {
    /// The table for a board and the polygons that stop a line. Those with `true` stop any line through them; the others
    /// only some.
    pub(crate) fn new(width: Len, height: Len, polygons: &[(&Polygon, bool)]) -> Self {
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
            words: vec![0; (count * count).div_ceil(32)],
        };
        let corners: Vec<[Point; 4]> = (0..count).map(|cell| table.corners(cell)).collect();
        for a in 0..count {
            for b in 0..=a {
                let known = known(&corners[a], &corners[b], polygons);
                table.set(a, b, known);
                table.set(b, a, known);
            }
        }
        table
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

    fn corners(&self, cell: usize) -> [Point; 4] {
        let side = 1 << self.shift;
        let (x, y) = (
            (cell % self.columns) as Len * side,
            (cell / self.columns) as Len * side,
        );
        [(0, 0), (side, 0), (side, side), (0, side)].map(|(dx, dy)| Point::new(x + dx, y + dy))
    }

    fn set(&mut self, a: usize, b: usize, known: Known) {
        let at = a * self.columns * self.rows + b;
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

fn known(a: &[Point; 4], b: &[Point; 4], polygons: &[(&Polygon, bool)]) -> Known {
    let mut clear = true;
    for &(polygon, stops_all) in polygons {
        if is_apart(a, b, polygon) {
            continue;
        }
        clear = false;
        // The points that a convex polygon hides from one point form a convex set. So if it hides every corner of one
        // cell from every corner of the other, it hides all of each from all of the other.
        if stops_all
            && polygon.is_convex()
            && a.iter()
                .all(|p| b.iter().all(|q| polygon.is_crossed(*p, *q)))
        {
            return Known::Stopped;
        }
    }
    if clear { Known::Clear } else { Known::Ask }
}

/// Whether a line separates the polygon from all lines between two cells of equal size. The hull of two such cells has
/// sides along the axes and along the way from one to the other, so these and the polygon's own sides are all axes that
/// can separate; a polygon that is not convex is judged by its box.
fn is_apart(a: &[Point; 4], b: &[Point; 4], polygon: &Polygon) -> bool {
    let Span { low, high } = polygon.span();
    let both = Span::of(a).with(b[0]).with(b[1]).with(b[2]).with(b[3]);
    if both.high.x <= low.x || both.low.x >= high.x || both.high.y <= low.y || both.low.y >= high.y
    {
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
    for (i, p) in shape.iter().enumerate() {
        let q = shape[(i + 1) % shape.len()];
        let (dx, dy) = (q.x - p.x, q.y - p.y);
        let edge = across(dx, dy, *p);
        if a.iter().chain(b).all(|c| across(dx, dy, *c) <= edge) {
            return true;
        }
    }
    let (dx, dy) = (b[0].x - a[0].x, b[0].y - a[0].y);
    let range = |points: &mut dyn Iterator<Item = Point>| {
        points
            .map(|p| across(dx, dy, p))
            .fold((i64::MAX, i64::MIN), |(l, h), v| (l.min(v), h.max(v)))
    };
    let (low, high) = range(&mut shape.iter().copied());
    let (least, most) = range(&mut a.iter().copied());
    (dx, dy) != (0, 0) && (high <= least || low >= most)
}
