//! Where the figures of a body stand: blocks, lines, and a spread that is the same on every machine.

use skirmish_engine::battle::geometry::{Len, Point};

use crate::file::{LayoutFile, ShapeFile};

/// Figures of a block stand a base and a quarter apart, so that they are one body and do not overlap.
const fn pitch(base: Len) -> Len {
    base + base / 4
}

/// The points of so many figures, the leader's first.
pub(crate) fn points(layout: &LayoutFile, count: usize, base: Len) -> Vec<Point> {
    match layout {
        LayoutFile::Block(at) => block(at.value, count, pitch(base)),
        LayoutFile::Line { from, to } => rank(from.value, to.value, count, count).collect(),
        LayoutFile::Scattered { at, radius } => scattered(at.value, *radius, count),
        LayoutFile::Each(points, _) => points.iter().map(|p| p.value).collect(),
    }
}

/// The points of a formation in line, rank by rank, the first rank first (PG-11): behind the first rank the others, square
/// to it, on the side that it does not face. Of a block the middle is given, and it lies across the facing.
pub(crate) fn in_ranks(
    layout: &LayoutFile,
    count: usize,
    base: Len,
    ranks: u8,
    facing: Point,
) -> Vec<Point> {
    let files = count.div_ceil(usize::from(ranks.max(1))).max(1);
    let pitch = pitch(base);
    let (from, to) = match layout {
        LayoutFile::Line { from, to } => (from.value, to.value),
        LayoutFile::Block(at) => {
            let across = Point::new(-facing.y, facing.x);
            let wide = along(across, pitch * (files as Len - 1));
            let deep = along(facing, pitch * (Len::from(ranks) - 1));
            let from =
                Point::new(at.value.x + (deep.x - wide.x) / 2, at.value.y + (deep.y - wide.y) / 2);
            (from, Point::new(from.x + wide.x, from.y + wide.y))
        }
        LayoutFile::Scattered { .. } | LayoutFile::Each(..) => return points(layout, count, base),
    };
    let mut square = Point::new(from.y - to.y, to.x - from.x);
    if square == Point::default() {
        square = facing;
    }
    let product =
        i64::from(square.x) * i64::from(facing.x) + i64::from(square.y) * i64::from(facing.y);
    let back = along(square, if product < 0 { pitch } else { -pitch });
    let mut points = Vec::with_capacity(count);
    for k in 0..Len::from(ranks) {
        let behind = |p: Point| Point::new(p.x + back.x * k, p.y + back.y * k);
        let left = count - points.len();
        points.extend(rank(behind(from), behind(to), files, left));
    }
    points
}

/// So many places evenly from one point to another, and of these the first few.
fn rank(from: Point, to: Point, places: usize, few: usize) -> impl Iterator<Item = Point> {
    (0..places.min(few)).map(move |i| part(from, to, i, places.saturating_sub(1)))
}

/// The vector of a length in a direction.
fn along(direction: Point, length: Len) -> Point {
    let whole = i64::from(Point::default().distance(direction).max(1));
    let part = |run: Len| (i64::from(run) * i64::from(length) / whole) as Len;
    Point::new(part(direction.x), part(direction.y))
}

/// The middle of a layout.
pub(crate) fn middle(layout: &LayoutFile) -> Point {
    let (x, y, of) = match layout {
        LayoutFile::Block(at) | LayoutFile::Scattered { at, .. } => return at.value,
        LayoutFile::Line { from, to } => return part(from.value, to.value, 1, 2),
        LayoutFile::Each(points, _) => points.iter().fold((0, 0, 0), |(x, y, of), p| {
            (x + i64::from(p.value.x), y + i64::from(p.value.y), of + 1)
        }),
    };
    let of = of.max(1);
    Point::new((x / of) as Len, (y / of) as Len)
}

fn part(from: Point, to: Point, i: usize, of: usize) -> Point {
    if of == 0 {
        return from;
    }
    let along = |a: Len, b: Len| {
        let run = (i64::from(b) - i64::from(a)) * i as i64 / of as i64;
        a + run as Len
    };
    Point::new(along(from.x, to.x), along(from.y, to.y))
}

/// Nearest to the middle first, so that the leader stands in the middle.
fn block(at: Point, count: usize, pitch: Len) -> Vec<Point> {
    let columns = count.isqrt() + usize::from(count.isqrt().pow(2) < count);
    let rows = count.div_ceil(columns.max(1));
    // Half a pitch is the grid, so that even numbers are in the middle too.
    let mut cells: Vec<(i64, i64)> = (0..rows * columns)
        .map(|i| {
            let x = 2 * (i % columns) as i64 - (columns as i64 - 1);
            let y = 2 * (i / columns) as i64 - (rows as i64 - 1);
            (x, y)
        })
        .collect();
    cells.sort_by_key(|(x, y)| (x * x + y * y, *y, *x));
    cells
        .into_iter()
        .take(count)
        .map(|(x, y)| {
            let half = |n: i64| (n * i64::from(pitch) / 2) as Len;
            Point::new(at.x + half(x), at.y + half(y))
        })
        .collect()
}

/// Points of a sunflower: each turned on by the golden angle and a little further out. The turn is a product of
/// integers, so that no machine's sine is asked.
fn scattered(at: Point, radius: Len, count: usize) -> Vec<Point> {
    // Cosine and sine of the golden angle, in 1/2^30; each turn loses less than that.
    const COS: i128 = -791_743_804;
    const SIN: i128 = 725_302_181;
    const ONE: i128 = 1 << 30;
    let (mut x, mut y) = (ONE, 0i128);
    let mut points = Vec::with_capacity(count);
    for i in 0..count {
        // The square root keeps the density even.
        let square = i64::from(radius) * i64::from(radius) * i as i64 / count.max(1) as i64;
        let out = i128::from((square as u64).isqrt());
        points.push(Point::new(at.x + (x * out / ONE) as Len, at.y + (y * out / ONE) as Len));
        (x, y) = ((x * COS - y * SIN) / ONE, (x * SIN + y * COS) / ONE);
    }
    points
}

/// The corners of a shape.
pub(crate) fn corners(shape: &ShapeFile) -> Vec<Point> {
    match shape {
        ShapeFile::Rectangle { at, size } => {
            let (x, y) = (at.value.x, at.value.y);
            let (w, h) = size.value;
            vec![
                Point::new(x, y),
                Point::new(x + w, y),
                Point::new(x + w, y + h),
                Point::new(x, y + h),
            ]
        }
        ShapeFile::Line { from, to, thick } => strip(from.value, to.value, *thick),
        ShapeFile::Round { at, radius } => octagon(at.value, *radius),
        ShapeFile::Corners(corners) => corners.iter().map(|c| c.value).collect(),
    }
}

fn strip(from: Point, to: Point, thick: Len) -> Vec<Point> {
    let length = from.distance(to).max(1);
    let across = |run: Len| (i64::from(run) * i64::from(thick) / 2 / i64::from(length)) as Len;
    let (dx, dy) = (across(to.x - from.x), across(to.y - from.y));
    vec![
        Point::new(from.x + dy, from.y - dx),
        Point::new(to.x + dy, to.y - dx),
        Point::new(to.x - dy, to.y + dx),
        Point::new(from.x - dy, from.y + dx),
    ]
}

fn octagon(at: Point, radius: Len) -> Vec<Point> {
    // The cosine of 45 degrees, as a fraction.
    let r = radius;
    let d = (i64::from(r) * 181 / 256) as Len;
    [(r, 0), (d, d), (0, r), (-d, d), (-r, 0), (-d, -d), (0, -r), (d, -d)]
        .map(|(x, y)| Point::new(at.x + x, at.y + y))
        .to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_engine::battle::geometry::UNIT;

    fn nearest(points: &[Point]) -> i64 {
        let mut least = i64::MAX;
        for (i, a) in points.iter().enumerate() {
            for b in &points[i + 1..] {
                least = least.min(a.distance2(*b));
            }
        }
        least
    }

    /// Three ranks of four along a slanting line, facing up: each rank lies behind the one before.
    #[test]
    fn ranks_stand_behind_one_another() {
        use crate::parse;
        use crate::problem::Diagnostics;
        use crate::source::{SourceKind, Spanned};
        let mut diag = Diagnostics::default();
        let source = diag.sources.add("a", String::new(), SourceKind::Scenario);
        let said = |x, y| Spanned::new(Point::new(x * UNIT, y * UNIT), parse::start(source));
        let line = LayoutFile::Line { from: said(10, 20), to: said(22, 29) };
        let up = Point::new(0, UNIT);
        let points = in_ranks(&line, 11, UNIT, 3, up);
        assert_eq!(points.len(), 11);
        assert_eq!((points[0], points[3]), (said(10, 20).value, said(22, 29).value));
        assert!(nearest(&points) >= i64::from(UNIT) * i64::from(UNIT));
        for (front, behind) in points.iter().zip(&points[4..]) {
            assert!(behind.y < front.y && behind.x > front.x);
            assert!((front.distance(*behind) - pitch(UNIT)).abs() <= 2);
        }
        let block = in_ranks(&LayoutFile::Block(said(50, 50)), 6, UNIT, 2, up);
        assert!(block[..3].iter().all(|p| p.y > 50 * UNIT));
        assert!(block[3..].iter().all(|p| p.y < 50 * UNIT));
        assert_eq!(block[1].x, 50 * UNIT);
    }

    #[test]
    fn blocks_do_not_overlap() {
        for count in 1..=128 {
            let points = block(Point::new(0, 0), count, pitch(UNIT));
            assert_eq!(points.len(), count);
            assert!(nearest(&points) >= i64::from(UNIT) * i64::from(UNIT));
        }
    }

    #[test]
    fn a_spread_stays_in_its_disc_and_keeps_distance() {
        let points = scattered(Point::new(0, 0), 10 * UNIT, 30);
        assert!(points.iter().all(|p| p.distance(Point::new(0, 0)) <= 10 * UNIT));
        assert!(nearest(&points) >= i64::from(UNIT) * i64::from(UNIT));
        // Pinned: positions are part of every result.
        assert_eq!(points[1], Point::new(-344, 315));
    }

    #[test]
    fn golden_angle_is_a_rotation() {
        let (c, s) = (-791_743_804f64 / 2f64.powi(30), 725_302_181f64 / 2f64.powi(30));
        assert!((c * c + s * s - 1.0).abs() < 1e-7);
        let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
        assert!((c - golden.cos()).abs() < 1e-7, "{}", golden.cos() * 2f64.powi(30));
        assert!((s - golden.sin()).abs() < 1e-7, "{}", golden.sin() * 2f64.powi(30));
    }
}
