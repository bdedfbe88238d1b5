//! Points and lengths on the board, and exact tests on them in integers.

/// A length in 1/256 of the scenario's unit (inches for Lloyd, paces for petite guerre).
pub type Len = i32;

/// One unit of length.
pub const UNIT: Len = 256;

/// A point on the board; `x` runs to the right, `y` away from the lower edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Point {
    /// To the right.
    pub x: Len,
    /// Up the board.
    pub y: Len,
}

impl Point {
    /// A point from lengths.
    #[must_use]
    pub const fn new(x: Len, y: Len) -> Self {
        Self { x, y }
    }

    /// Square of the distance to another point.
    #[inline]
    #[must_use]
    pub const fn distance2(self, other: Self) -> i64 {
        let dx = (self.x - other.x) as i64;
        let dy = (self.y - other.y) as i64;
        dx * dx + dy * dy
    }

    /// Distance to another point, rounded down.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> Len {
        (self.distance2(other) as u64).isqrt() as Len
    }

    /// The point at `run` of `length` along the way to `to`, rounded towards the start, so that a move is never longer
    /// than its allowance.
    #[inline]
    #[must_use]
    pub const fn toward(self, to: Self, run: Len, length: Len) -> Self {
        if length <= 0 {
            return self;
        }
        let dx = (to.x - self.x) as i64 * run as i64 / length as i64;
        let dy = (to.y - self.y) as i64 * run as i64 / length as i64;
        Self {
            x: self.x + dx as Len,
            y: self.y + dy as Len,
        }
    }
}
