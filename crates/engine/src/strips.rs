//! Where the figures of a side stand, by strips of the board one unit wide, so that who is in a box is found without
//! looking at anybody: whoever stands further left than the strip after it, but not than its first, and likewise below.

use crate::battle::geometry::{Len, Point, Span};
use crate::bits::Bits;

/// Strips are this many bits of a length wide: one unit.
const SHIFT: u32 = 8;

/// Strips along one axis.
#[derive(Debug, Clone, Default)]
struct Axis<S> {
    /// For each strip, and for one after the last, those who stand before it.
    before: Vec<S>,
}

impl<S: Bits> Axis<S> {
    fn new(length: Len) -> Self {
        Self { before: vec![S::EMPTY; (length >> SHIFT) as usize + 2] }
    }

    /// The strip that holds a place; the last ones on either side hold everything beyond.
    #[inline]
    fn strip(&self, at: Len) -> usize {
        ((at >> SHIFT).max(0) as usize).min(self.before.len() - 2)
    }

    fn place(&mut self, i: usize, at: Len) {
        let strip = self.strip(at);
        for before in &mut self.before[strip + 1..] {
            *before |= S::bit(i);
        }
    }

    #[inline]
    fn shift(&mut self, i: usize, from: Len, to: Len) {
        let (from, to) = (self.strip(from), self.strip(to));
        if to < from {
            for before in &mut self.before[to + 1..=from] {
                *before |= S::bit(i);
            }
        } else {
            for before in &mut self.before[from + 1..=to] {
                *before &= !S::bit(i);
            }
        }
    }

    #[inline]
    fn between(&self, low: Len, high: Len) -> S {
        self.before[self.strip(high) + 1].minus(self.before[self.strip(low)])
    }
}

/// The strips of one side, along both axes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Strips<S> {
    x: Axis<S>,
    y: Axis<S>,
}

impl<S: Bits> Strips<S> {
    /// The strips of a board, with these figures on it.
    pub(crate) fn new(width: Len, height: Len, figures: impl Iterator<Item = Point>) -> Self {
        let mut strips = Self { x: Axis::new(width), y: Axis::new(height) };
        for (i, at) in figures.enumerate() {
            strips.x.place(i, at.x);
            strips.y.place(i, at.y);
        }
        strips
    }

    /// Becomes a copy of the strips of the same board.
    pub(crate) fn copy(&mut self, other: &Self) {
        self.x.before.copy_from_slice(&other.x.before);
        self.y.before.copy_from_slice(&other.y.before);
    }

    /// A figure goes from one place to another.
    pub(crate) fn shift(&mut self, i: usize, from: Point, to: Point) {
        self.x.shift(i, from.x, to.x);
        self.y.shift(i, from.y, to.y);
    }

    /// Everybody in a box, and perhaps some who are not a whole strip outside it.
    #[inline]
    pub(crate) fn in_box(&self, span: &Span) -> S {
        self.x.between(span.low.x, span.high.x) & self.y.between(span.low.y, span.high.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::geometry::UNIT;

    #[test]
    fn whoever_is_in_the_box_is_found_and_nobody_far_from_it() {
        let mut seed = 1_u32;
        let mut number = move |below: Len| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as Len % below
        };
        for round in 0..500 {
            let (width, height) = if round % 2 == 0 { (1 << 17, 3000) } else { (5000, 7 * UNIT) };
            let mut points: Vec<Point> = (0..=number(70))
                .map(|_| Point::new(number(width + 1), number(height + 1)))
                .collect();
            let mut strips = Strips::<u128>::new(width, height, points.iter().copied());
            for _ in 0..30 {
                let i = number(points.len() as Len) as usize;
                let to = Point::new(number(width + 1), number(height + 1));
                strips.shift(i, points[i], to);
                points[i] = to;
                let low = Point::new(number(width) - width / 4, number(height) - height / 4);
                // No box that is asked for lies wholly off the board.
                let high =
                    Point::new((low.x + number(width)).max(0), (low.y + number(height)).max(0));
                let found = strips.in_box(&Span { low, high });
                for (i, p) in points.iter().enumerate() {
                    let inside = |by: Len| {
                        p.x >= low.x - by
                            && p.x <= high.x + by
                            && p.y >= low.y - by
                            && p.y <= high.y + by
                    };
                    assert!(!inside(0) || found.has(i));
                    assert!(inside(UNIT) || !found.has(i));
                }
            }
        }
    }
}
