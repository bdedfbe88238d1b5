//! The board in cells, and what can be said of all lines between two blocks of them at once.

use super::geometry::{Len, Point, Polygon, Span};

/// Most cells; two bits for each pair of them then fit into a processor's fast memory.
const MOST_CELLS: usize = 512;

/// The cells of a board: squares with a side that is a power of two.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cells {
    shift: u32,
    columns: usize,
    rows: usize,
}

impl Cells {
    /// The whole plane as one cell.
    pub(super) const ONE: Self = Self { shift: Len::BITS - 1, columns: 1, rows: 1 };

    pub(super) fn of_board(width: Len, height: Len) -> Self {
        let mut shift = 8;
        let cells = |shift: u32, length: Len| ((length - 1) >> shift) as usize + 1;
        while cells(shift, width) * cells(shift, height) > MOST_CELLS {
            shift += 1;
        }
        Self { shift, columns: cells(shift, width), rows: cells(shift, height) }
    }

    pub(super) const fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the cell of a point on the board.
    #[inline]
    pub(super) fn of_point(&self, p: Point) -> usize {
        // A point on the far border belongs to the last cell, whose closed square holds it.
        let column = ((p.x >> self.shift) as usize).min(self.columns - 1);
        let row = ((p.y >> self.shift) as usize).min(self.rows - 1);
        row * self.columns + column
    }

    /// Returns a block that holds the whole board.
    pub(super) fn whole(&self) -> Block {
        Block { column: 0, row: 0, level: self.columns.max(self.rows).next_power_of_two().ilog2() }
    }

    /// Returns the quarters of a block that are at least partly on the board.
    pub(super) fn quarters(&self, block: Block) -> impl Iterator<Item = Block> {
        let (columns, rows) = (self.columns, self.rows);
        let quarters = block.quarters().into_iter();
        quarters.filter(move |block| block.column < columns && block.row < rows)
    }

    /// Returns the cells of a block.
    pub(super) fn of_block(self, block: Block) -> impl Iterator<Item = usize> {
        let side = 1 << block.level;
        let of_row = move |row: usize| {
            let last = (block.column + side).min(self.columns);
            (block.column..last).map(move |column| row * self.columns + column)
        };
        (block.row..(block.row + side).min(self.rows)).flat_map(of_row)
    }

    /// Returns a cell as a block.
    pub(super) const fn block(&self, cell: usize) -> Block {
        Block { column: cell % self.columns, row: cell / self.columns, level: 0 }
    }

    /// Returns the square of a block.
    pub(super) fn span(&self, block: Block) -> Span {
        let side = 1 << (self.shift + block.level);
        let low = Point::new((block.column as Len) << self.shift, (block.row as Len) << self.shift);
        Span { low, high: Point::new(low.x + side, low.y + side) }
    }
}

/// A square of cells, as many along each side as two to the power of its level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Block {
    column: usize,
    row: usize,
    level: u32,
}

impl Block {
    /// Returns whether it is a single cell.
    pub(super) const fn is_cell(self) -> bool {
        self.level == 0
    }

    fn quarters(self) -> [Self; 4] {
        let level = self.level - 1;
        [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(right, up)| Self {
            column: self.column + (right << level),
            row: self.row + (up << level),
            level,
        })
    }
}

/// Something that stops lines through it.
#[derive(Debug, Clone)]
pub(super) struct Screen {
    polygon: Polygon,
    /// Whether it stops any line through it, or only some.
    stops_all: bool,
    /// Corners of the polygon, or of its box if it is not convex.
    corners: Vec<Point>,
    /// Those of its sides that do not run along an axis: their directions, and how far across these they lie.
    slants: Vec<(Len, Len, i64)>,
}

/// Pushes those of the screens from index `from` on that may stop lines, and returns the index of the first of them.
pub(super) fn narrow(
    screens: &mut Vec<&Screen>,
    from: usize,
    is_apart: impl Fn(&Screen) -> bool,
) -> usize {
    let end = screens.len();
    for k in from..end {
        let screen = screens[k];
        if !is_apart(screen) {
            screens.push(screen);
        }
    }
    end
}

impl Screen {
    pub(super) fn new(polygon: &Polygon, stops_all: bool) -> Self {
        let Span { low, high } = polygon.span();
        let corners = if polygon.is_convex() {
            polygon.corners().to_vec()
        } else {
            [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)].into()
        };
        let before = corners.iter().cycle().skip(corners.len() - 1);
        let sides = before.zip(&corners).map(|(p, q)| {
            let (dx, dy) = (q.x - p.x, q.y - p.y);
            (dx, dy, across(dx, dy, *p))
        });
        let slants = sides.filter(|(dx, dy, _)| *dx != 0 && *dy != 0).collect();
        Self { polygon: polygon.clone(), stops_all, corners, slants }
    }

    /// Returns whether it stops all lines from one box to another.
    ///
    /// The points that a convex polygon hides from one point form a convex set. So if it hides every corner of one box from
    /// every corner of another, it hides all of each from all of the other.
    pub(super) fn hides_all(&self, a: &Span, b: &Span) -> bool {
        let is_crossed = |p: &Point| corners(b).iter().all(|q| self.polygon.is_crossed(*p, *q));
        self.stops_all && self.polygon.is_convex() && corners(a).iter().all(is_crossed)
    }

    /// Returns whether a line separates it from all lines between two squares of equal size. The hull of two such squares has
    /// sides along the axes and along the direction from one to the other, so these and the polygon's own sides are all
    /// possible separating axes. If that direction is along an axis, the boxes settle it.
    pub(super) fn is_apart(&self, a: &Span, b: &Span) -> bool {
        let (dx, dy) = (b.low.x - a.low.x, b.low.y - a.low.y);
        self.is_beside(a, b)
            || dx != 0
                && dy != 0
                && (self.is_beyond(dx, dy, most_across(dx, dy, a))
                    || self.is_beyond(-dx, -dy, most_across(-dx, -dy, a)))
    }

    /// Returns whether a line separates it from all lines from a square to a point: the hull then has sides from corners of the
    /// square to the point.
    pub(super) fn is_apart_from(&self, a: &Span, at: Point) -> bool {
        let is_outer = |dx: Len, dy: Len| {
            let line = across(dx, dy, at);
            most_across(dx, dy, a) <= line && self.is_beyond(dx, dy, line)
        };
        self.is_beside(a, &Span { low: at, high: at })
            || corners(a).into_iter().any(|corner| {
                let (dx, dy) = (at.x - corner.x, at.y - corner.y);
                (dx, dy) != (0, 0) && (is_outer(dx, dy) || is_outer(-dx, -dy))
            })
    }

    /// Returns whether its box lies outside that of two boxes, or both lie outside one of its sides. The box settles sides
    /// along an axis.
    fn is_beside(&self, a: &Span, b: &Span) -> bool {
        let is_outside = |&(dx, dy, side): &(Len, Len, i64)| {
            most_across(dx, dy, a) <= side && most_across(dx, dy, b) <= side
        };
        !a.with(b.low).with(b.high).overlaps(&self.polygon.span())
            || self.slants.iter().any(is_outside)
    }

    /// Returns whether all of it lies at least this far across a direction.
    fn is_beyond(&self, dx: Len, dy: Len, line: i64) -> bool {
        self.corners.iter().all(|p| across(dx, dy, *p) >= line)
    }
}

fn corners(of: &Span) -> [Point; 4] {
    [of.low, of.high, Point::new(of.low.x, of.high.y), Point::new(of.high.x, of.low.y)]
}

/// Returns how far to the left of a direction a point lies, times the direction's length.
fn across(dx: Len, dy: Len, p: Point) -> i64 {
    i64::from(dx) * i64::from(p.y) - i64::from(dy) * i64::from(p.x)
}

/// Returns how far left of a direction the leftmost corner of a box lies, times the direction's length.
fn most_across(dx: Len, dy: Len, of: &Span) -> i64 {
    let x = if dy < 0 { of.high.x } else { of.low.x };
    let y = if dx < 0 { of.low.y } else { of.high.y };
    across(dx, dy, Point::new(x, y))
}
