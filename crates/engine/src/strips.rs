//! Where the figures of a side stand, by strips of the board one unit wide, so that the figures in a box are found without
//! looking at each: those left of the strip after its last, but not left of its first, and likewise below. Shapes lie in strips
//! by their two ends: those that begin before the box ends, and do not end before it begins.

use crate::battle::geometry::{Len, Point, Span};
use crate::bits::Bits;

/// Strips are this many bits of a length wide: one unit.
const SHIFT: u32 = 8;

/// Strips along one axis.
#[derive(Debug, Clone, Default)]
struct Axis<S> {
    /// For each strip, and for one after the last, the figures that stand before it.
    before: Vec<S>,
}

impl<S: Bits> Axis<S> {
    fn new(length: Len) -> Self {
        Self { before: vec![S::EMPTY; (length >> SHIFT) as usize + 2] }
    }

    /// Returns the strip that holds a place; the last ones on either side hold everything beyond.
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

    /// Returns the figures that stand before the end of the strip that holds a place.
    #[inline]
    fn up_to(&self, at: Len) -> S {
        self.before[self.strip(at) + 1]
    }

    #[inline]
    fn before(&self, at: Len) -> S {
        self.before[self.strip(at)]
    }
}

/// The strips of one side, along both axes.
#[derive(Debug, Clone, Default)]
pub(crate) struct Strips<S> {
    x: Axis<S>,
    y: Axis<S>,
}

impl<S: Bits> Strips<S> {
    /// Returns the strips of a board, with these figures on it.
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

    /// Moves a figure from one place to another.
    pub(crate) fn shift(&mut self, i: usize, from: Point, to: Point) {
        self.x.shift(i, from.x, to.x);
        self.y.shift(i, from.y, to.y);
    }

    /// Returns every figure in a box, and perhaps some less than a whole strip outside it.
    #[inline]
    pub(crate) fn in_box(&self, span: &Span) -> S {
        let x = self.x.up_to(span.high.x).minus(self.x.before(span.low.x));
        x & self.y.up_to(span.high.y).minus(self.y.before(span.low.y))
    }
}

/// The boxes of shapes that stay where they are, by the strips in which they begin and end.
#[derive(Debug, Clone)]
pub(crate) struct Shapes {
    lows: Strips<u64>,
    highs: Strips<u64>,
    count: usize,
    /// There are so few that asking each is cheaper than using the strips.
    is_few: bool,
}

impl Shapes {
    /// Up to this many shapes need no strips.
    const FEW: usize = 3;

    /// Returns the shapes of a board; on one without any width all are in one strip.
    pub(crate) fn new(width: Len, height: Len, boxes: impl Iterator<Item = Span> + Clone) -> Self {
        let of_word = boxes.clone().take(u64::CAPACITY);
        let count = boxes.count();
        Self {
            lows: Strips::new(width, height, of_word.clone().map(|span| span.low)),
            highs: Strips::new(width, height, of_word.map(|span| span.high)),
            count,
            is_few: count <= Self::FEW,
        }
    }

    /// Returns every shape whose box meets that of a segment, and perhaps some less than a whole strip away; but only shapes
    /// that fit into a word.
    #[inline]
    fn near(&self, p: Point, q: Point) -> u64 {
        if self.is_few {
            return u64::below(self.count);
        }
        let met = |low: &Axis<u64>, high: &Axis<u64>, p: Len, q: Len| {
            low.up_to(p.max(q)).minus(high.before(p.min(q)))
        };
        let Self { lows, highs, .. } = self;
        met(&lows.x, &highs.x, p.x, q.x) & met(&lows.y, &highs.y, p.y, q.y)
    }

    /// Returns whether `is` holds for any shape near a segment.
    #[inline]
    pub(crate) fn any(&self, p: Point, q: Point, mut is: impl FnMut(usize) -> bool) -> bool {
        self.near(p, q).iter().any(&mut is) || (u64::CAPACITY..self.count).any(is)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::geometry::UNIT;

    #[test]
    fn every_shape_that_a_segment_may_meet_is_found() {
        let mut seed = 7_u32;
        let mut number = move |below: Len| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as Len % below
        };
        let side = 20 * UNIT;
        for count in [0, 2, 40, 64, 65, 90] {
            // A shape at the border is drawn out over it.
            let corner = |v: Len| v - UNIT;
            let boxes: Vec<Span> = (0..count)
                .map(|_| {
                    let low = Point::new(corner(number(side)), corner(number(side)));
                    let high = Point::new(low.x + number(4 * UNIT), low.y + number(4 * UNIT));
                    Span { low, high }
                })
                .collect();
            let shapes = Shapes::new(side, side, boxes.iter().copied());
            let all = Shapes::new(0, 0, boxes.iter().copied());
            for _ in 0..200 {
                let [p, q] = [(); 2].map(|()| Point::new(number(side + 1), number(side + 1)));
                let asked = |shapes: &Shapes| {
                    let mut asked = Vec::new();
                    assert!(!shapes.any(p, q, |k| (asked.push(k), false).1));
                    asked
                };
                let near = asked(&shapes);
                assert_eq!(asked(&all), (0..count).collect::<Vec<_>>());
                for (k, span) in boxes.iter().enumerate() {
                    let meets = |by| span.wider(by).overlaps(&Span::of(&[p, q]));
                    assert!(near.contains(&k) || !meets(0));
                    // The outermost strips hold what lies beyond the board, too.
                    let is_asked = k >= 64 || count <= Shapes::FEW;
                    assert!(!near.contains(&k) || meets(2 * UNIT) || is_asked);
                }
            }
        }
    }

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
