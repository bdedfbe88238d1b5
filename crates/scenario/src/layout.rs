//! Positions of a unit's figures: blocks, lines, and a spread that is the same on every machine. A unit is laid out in its own
//! frame, so turning or mirroring a battle turns or mirrors its units.

use skirmish_engine::battle::geometry::{Len, Point};

use crate::file::{LayoutFile, ShapeFile};

/// The distance between figures in a block: a base and a quarter, so that they are connected and do not overlap.
const fn pitch(base: Len) -> Len {
    base + base / 4
}

/// A unit's frame: its facing, and the flank that its layout starts from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) facing: Point,
    flank: Point,
}

impl Frame {
    /// Makes the frame of a unit at a point. Its first flank is the one nearer to the first of the middles that is not straight
    /// ahead or behind; without such a middle, the right one.
    pub(crate) fn new(at: Point, facing: Point, cues: impl IntoIterator<Item = Middle>) -> Self {
        let aside = |cue: Middle| {
            let way = cue.from(at);
            let across =
                i64::from(facing.x) * i64::from(way.y) - i64::from(facing.y) * i64::from(way.x);
            across.signum() as Len
        };
        let hand = cues.into_iter().map(aside).find(|hand| *hand != 0).unwrap_or(-1);
        Self { facing, flank: Point::new(-facing.y * hand, facing.x * hand) }
    }

    /// Returns a point at an offset to the first flank and ahead, in fractions of a length. Rounds once, towards `at`, so that
    /// every frame gives the same result.
    fn point(&self, at: Point, aside: i64, ahead: i64, parts: i64) -> Point {
        let whole = i128::from(Point::default().distance(self.facing).max(1)) * i128::from(parts);
        let part = |aside_by: Len, ahead_by: Len| {
            let sum =
                i128::from(aside_by) * i128::from(aside) + i128::from(ahead_by) * i128::from(ahead);
            (sum / whole) as Len
        };
        let (flank, facing) = (self.flank, self.facing);
        Point::new(at.x + part(flank.x, facing.x), at.y + part(flank.y, facing.y))
    }
}

pub(crate) fn points(layout: &LayoutFile, count: usize, base: Len, frame: Frame) -> Vec<Point> {
    match layout {
        LayoutFile::Block(at) => block(at.value, count, pitch(base), frame),
        LayoutFile::Line { from, to } => rank(from.value, to.value, count, count).collect(),
        LayoutFile::Scattered { at, radius } => scattered(at.value, *radius, count, frame),
        LayoutFile::Each(points, _) => points.iter().map(|p| p.value).collect(),
    }
}

/// Returns the points of a formation in line, rank by rank from the front (PG-11). Further ranks stand square behind the first.
/// A block is given by its middle and lies across the facing.
pub(crate) fn in_ranks(
    layout: &LayoutFile,
    count: usize,
    base: Len,
    ranks: u8,
    frame: Frame,
) -> Vec<Point> {
    let files = count.div_ceil(usize::from(ranks.max(1))).max(1);
    let pitch = pitch(base);
    let (from, to) = match layout {
        LayoutFile::Line { from, to } => (from.value, to.value),
        LayoutFile::Block(at) => {
            let cell = |i: usize| {
                let aside = files as i64 - 1 - 2 * (i % files) as i64;
                let ahead = i64::from(ranks) - 1 - 2 * (i / files) as i64;
                let pitch = i64::from(pitch);
                frame.point(at.value, aside * pitch, ahead * pitch, 2)
            };
            return (0..count).map(cell).collect();
        }
        LayoutFile::Scattered { .. } | LayoutFile::Each(..) => {
            return points(layout, count, base, frame);
        }
    };
    let mut square = Point::new(from.y - to.y, to.x - from.x);
    if square == Point::default() {
        square = frame.facing;
    }
    let along = |way: Point| {
        i64::from(square.x) * i64::from(way.x) + i64::from(square.y) * i64::from(way.y)
    };
    // If a line faces along itself, its other ranks stand on its second flank.
    let ahead = [frame.facing, frame.flank].map(along).into_iter().find(|ahead| *ahead != 0);
    let square = Frame { facing: square, flank: Point::default() };
    let back = if ahead.is_some_and(|ahead| ahead < 0) { pitch } else { -pitch };
    let back = square.point(Point::default(), 0, back.into(), 1);
    let mut points = Vec::with_capacity(count);
    for k in 0..Len::from(ranks) {
        let behind = |p: Point| Point::new(p.x + back.x * k, p.y + back.y * k);
        let left = count - points.len();
        points.extend(rank(behind(from), behind(to), files, left));
    }
    points
}

/// Returns the first few of some evenly spaced points between two ends.
fn rank(from: Point, to: Point, places: usize, few: usize) -> impl Iterator<Item = Point> {
    (0..places.min(few)).map(move |i| part(from, to, i, places.saturating_sub(1)))
}

/// The middle of some points, unrounded: their sum and their number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Middle {
    x: i64,
    y: i64,
    of: i64,
}

impl Middle {
    pub(crate) fn of(points: impl IntoIterator<Item = Point>) -> Self {
        points.into_iter().fold(Self { x: 0, y: 0, of: 0 }, |sum, p| Self {
            x: sum.x + i64::from(p.x),
            y: sum.y + i64::from(p.y),
            of: sum.of + 1,
        })
    }

    /// Returns the way to it from a point, times the number of its points.
    pub(crate) fn from(self, p: Point) -> Point {
        let part = |sum: i64, from: Len| (sum - self.of * i64::from(from)) as Len;
        Point::new(part(self.x, p.x), part(self.y, p.y))
    }
}

/// Returns the middle of a layout, rounded towards its first point.
pub(crate) fn middle(layout: &LayoutFile) -> Point {
    match layout {
        LayoutFile::Block(at) | LayoutFile::Scattered { at, .. } => at.value,
        LayoutFile::Line { from, to } => part(from.value, to.value, 1, 2),
        LayoutFile::Each(points, _) => {
            let first = points.first().map_or_else(Point::default, |p| p.value);
            let way = Middle::of(points.iter().map(|p| p.value)).from(first);
            let of = points.len().max(1) as Len;
            Point::new(first.x + way.x / of, first.y + way.y / of)
        }
    }
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

/// Lays out ranks as even as possible, each centered on the block's axis, so that left and right are alike. Points nearest to
/// the middle come first, for the leader; of two equally near, the one behind.
fn block(at: Point, count: usize, pitch: Len, frame: Frame) -> Vec<Point> {
    let files = count.isqrt() + usize::from(count.isqrt().pow(2) < count);
    let ranks = count.div_ceil(files.max(1));
    // The grid is half a pitch, so that even numbers are centered too.
    let ahead = |rank: usize| ranks as i64 - 1 - 2 * rank as i64;
    // Some ranks have one figure more: the middle ones if that puts a figure on the axis, otherwise the outermost.
    let least = count / ranks.max(1);
    let mut order: Vec<usize> = (0..ranks).collect();
    order.sort_by_key(|rank| ahead(*rank).abs() * if least.is_multiple_of(2) { 1 } else { -1 });
    let mut cells: Vec<(i64, i64)> = Vec::with_capacity(count);
    for (k, rank) in order.into_iter().enumerate() {
        let wide = least + usize::from(k < count % ranks);
        cells.extend((0..wide).map(|i| (wide as i64 - 1 - 2 * i as i64, ahead(rank))));
    }
    cells.sort_by_key(|(aside, ahead)| (aside * aside + ahead * ahead, *ahead, -aside));
    let pitch = i64::from(pitch);
    let cells = cells.into_iter();
    cells.map(|(aside, ahead)| frame.point(at, aside * pitch, ahead * pitch, 2)).collect()
}

/// Cosine and sine of the golden angle, in 1/2^30; rounding loses less than that each turn.
const COS: i128 = -791_743_804;
const SIN: i128 = 725_302_181;
const ONE: i128 = 1 << 30;

/// Returns points of a sunflower, each turned by the golden angle and a little further out, starting ahead and turning to the
/// first flank. Integer products keep it independent of a machine's sine.
fn scattered(at: Point, radius: Len, count: usize, frame: Frame) -> Vec<Point> {
    let (mut ahead, mut aside) = (ONE, 0i128);
    let mut points = Vec::with_capacity(count);
    for i in 0..count {
        let square = i64::from(radius) * i64::from(radius) * i as i64 / count.max(1) as i64;
        let out = i128::from((square as u64).isqrt());
        let by = |v: i128| (v * out) as i64;
        points.push(frame.point(at, by(aside), by(ahead), ONE as i64));
        (ahead, aside) = ((ahead * COS - aside * SIN) / ONE, (ahead * SIN + aside * COS) / ONE);
    }
    points
}

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
    #[test]
    fn golden_angle_is_a_rotation() {
        let (c, s) = (super::COS as f64 / super::ONE as f64, super::SIN as f64 / super::ONE as f64);
        assert!((c * c + s * s - 1.0).abs() < 1e-7);
        let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
        assert!((c - golden.cos()).abs() < 1e-7, "{}", golden.cos() * 2f64.powi(30));
        assert!((s - golden.sin()).abs() < 1e-7, "{}", golden.sin() * 2f64.powi(30));
    }
}
