//! Points and lengths on the board, and exact tests on them in integers.

mod polygon;
mod runs;

pub use polygon::Polygon;
pub use runs::Runs;

/// A length in 1/256 of the scenario's unit (inches for Lloyd, paces for petite guerre).
pub type Len = i32;

/// One unit of length.
pub const UNIT: Len = 256;

/// Returns the root of a square of a length, rounded down. Up to 52 bits a float's root is exact on every machine: it is
/// rounded to nearest (IEEE 754), and the root of one less than a square is at least a whole float step below the next number.
#[inline]
pub(crate) fn root(square: i64) -> Len {
    if square < 1 << 52 { (square as f64).sqrt() as Len } else { root_of_many_bits(square) }
}

#[cold]
fn root_of_many_bits(square: i64) -> Len {
    (square as u64).isqrt() as Len
}

/// Returns the root of a square of a length, rounded down, if it is known to be near a guess.
#[inline]
pub(crate) const fn root_near(square: i64, guess: Len) -> Len {
    let mut root = guess as i64;
    while root * root > square {
        root -= 1;
    }
    while (root + 1) * (root + 1) <= square {
        root += 1;
    }
    root as Len
}

/// A point on the board; `x` runs to the right, `y` away from the lower edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Point {
    /// To the right.
    pub x: Len,
    /// Up the board.
    pub y: Len,
}

impl Point {
    /// Returns a point from lengths.
    pub const fn new(x: Len, y: Len) -> Self {
        Self { x, y }
    }

    /// Returns the square of the distance to another point.
    #[inline]
    pub const fn distance2(self, other: Self) -> i64 {
        let dx = (self.x - other.x) as i64;
        let dy = (self.y - other.y) as i64;
        dx * dx + dy * dy
    }

    /// Returns the distance to another point, rounded down.
    #[inline]
    pub fn distance(self, other: Self) -> Len {
        root(self.distance2(other))
    }

    /// Returns a length that is not below the distance to another point, nor far above it.
    #[inline]
    pub(crate) const fn reach_of(self, other: Self) -> Len {
        let (dx, dy) = ((self.x - other.x).abs(), (self.y - other.y).abs());
        let (less, more) = if dx < dy { (dx, dy) } else { (dy, dx) };
        more + less / 2 + 1
    }

    /// Returns the point at `run` of `length` along the way to `to`, rounded towards the start, so that a move is never longer
    /// than its allowance.
    #[inline]
    #[must_use]
    pub const fn toward(self, to: Self, run: Len, length: Len) -> Self {
        if length <= 0 {
            return self;
        }
        let dx = (to.x - self.x) as i64 * run as i64 / length as i64;
        let dy = (to.y - self.y) as i64 * run as i64 / length as i64;
        Self { x: self.x + dx as Len, y: self.y + dy as Len }
    }
}

/// A box with sides along the axes, its borders included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// Least corner.
    pub low: Point,
    /// Greatest corner.
    pub high: Point,
}

impl Span {
    /// Returns the smallest box round some points.
    ///
    /// # Panics
    /// If there is no point.
    pub fn of(points: &[Point]) -> Self {
        let first = points[0];
        points.iter().fold(Self { low: first, high: first }, |span, p| span.with(*p))
    }

    /// Returns the smallest box that also holds `p`.
    #[inline]
    #[must_use]
    pub fn with(self, p: Point) -> Self {
        Self {
            low: Point::new(self.low.x.min(p.x), self.low.y.min(p.y)),
            high: Point::new(self.high.x.max(p.x), self.high.y.max(p.y)),
        }
    }

    /// Returns whether the point lies inside the box, its border not counted.
    #[inline]
    pub(super) const fn holds(&self, p: Point) -> bool {
        p.x > self.low.x && p.x < self.high.x && p.y > self.low.y && p.y < self.high.y
    }

    /// Returns the box that reaches a distance from a point along both axes.
    #[inline]
    pub(crate) const fn round(p: Point, distance: Len) -> Self {
        Self { low: p, high: p }.wider(distance)
    }

    /// Returns the box with its sides moved outwards.
    #[inline]
    #[must_use]
    pub(crate) const fn wider(self, by: Len) -> Self {
        Self {
            low: Point::new(self.low.x - by, self.low.y - by),
            high: Point::new(self.high.x + by, self.high.y + by),
        }
    }

    /// Returns whether the open boxes have a point in common.
    #[inline]
    pub const fn overlaps(&self, other: &Self) -> bool {
        self.low.x < other.high.x
            && other.low.x < self.high.x
            && self.low.y < other.high.y
            && other.low.y < self.high.y
    }

    /// Returns whether the open box meets the segment's box. A segment along the border does not.
    #[inline]
    pub(crate) const fn overlaps_segment(&self, p: Point, q: Point) -> bool {
        let (x0, x1) = if p.x < q.x { (p.x, q.x) } else { (q.x, p.x) };
        let (y0, y1) = if p.y < q.y { (p.y, q.y) } else { (q.y, p.y) };
        x0 < self.high.x && x1 > self.low.x && y0 < self.high.y && y1 > self.low.y
    }
}

/// Returns twice the signed area of the triangle `a b c`; positive if `c` lies to the left of the way from `a` to `b`.
#[inline]
pub const fn cross(a: Point, b: Point, c: Point) -> i64 {
    (b.x - a.x) as i64 * (c.y - a.y) as i64 - (b.y - a.y) as i64 * (c.x - a.x) as i64
}

const fn on_segment(a: Point, b: Point, p: Point) -> bool {
    let (x0, x1) = if a.x < b.x { (a.x, b.x) } else { (b.x, a.x) };
    let (y0, y1) = if a.y < b.y { (a.y, b.y) } else { (b.y, a.y) };
    p.x >= x0 && p.x <= x1 && p.y >= y0 && p.y <= y1
}

/// Returns whether two closed segments have a point in common.
pub const fn segments_touch(a: Point, b: Point, c: Point, d: Point) -> bool {
    let (d1, d2) = (cross(a, b, c), cross(a, b, d));
    let (d3, d4) = (cross(c, d, a), cross(c, d, b));
    if ((d1 > 0 && d2 < 0) || (d1 < 0 && d2 > 0)) && ((d3 > 0 && d4 < 0) || (d3 < 0 && d4 > 0)) {
        return true;
    }
    (d1 == 0 && on_segment(a, b, c))
        || (d2 == 0 && on_segment(a, b, d))
        || (d3 == 0 && on_segment(c, d, a))
        || (d4 == 0 && on_segment(c, d, b))
}

/// Returns how far along the segment from `p` to `q` (of the given length) it meets the line through `c` and `d`, rounded down.
pub(crate) fn meeting_run(p: Point, q: Point, length: Len, c: Point, d: Point) -> Option<Len> {
    let (at_p, at_q) = (cross(c, d, p), cross(c, d, q));
    if at_p == at_q || (at_p > 0 && at_q > 0) || (at_p < 0 && at_q < 0) {
        return None;
    }
    Some((at_p * i64::from(length) / (at_p - at_q)) as Len)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One below each square, the square, and one above it: up to the greatest root that is a length.
    #[test]
    fn roots_are_rounded_down() {
        let usual = 1..70_000_i64;
        let around_a_power = (16..31).flat_map(|bit| (1_i64 << bit) - 2_000..(1 << bit) + 2_000);
        let greatest = i64::from(Len::MAX) - 2_000..=i64::from(Len::MAX);
        for root_of in usual.chain(around_a_power).chain(greatest) {
            let square = root_of * root_of;
            let found = [square - 1, square, square + 1].map(root).map(i64::from);
            assert_eq!(found, [root_of - 1, root_of, root_of], "{root_of}");
        }
        assert_eq!(root(0), 0);
    }
}
