//! Polygons: what they hold, what crosses them, and the stretches of a way inside.

use super::{Len, Point, Runs, Span, cross, on_segment, segments_touch};

/// A simple polygon, its corners counter-clockwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Polygon {
    corners: Vec<Point>,
    span: Span,
    convex: bool,
    /// Whether it fills its box.
    boxed: bool,
}

impl Polygon {
    /// Most corners a polygon may have.
    pub const MAX_CORNERS: usize = 48;

    /// Returns a polygon from its corners in either sense.
    ///
    /// # Errors
    /// What is wrong with its shape, such as `has no area`.
    pub fn new(corners: &[Point]) -> Result<Self, &'static str> {
        let n = corners.len();
        if n < 3 {
            return Err("has too few corners");
        }
        if n > Self::MAX_CORNERS {
            return Err("has too many corners");
        }
        let area: i64 = (1..n - 1).map(|i| cross(corners[0], corners[i], corners[i + 1])).sum();
        if area == 0 {
            return Err("has no area");
        }
        let mut corners = corners.to_vec();
        if area < 0 {
            corners.reverse();
        }
        for i in 0..n {
            let (a, b, next) = (corners[i], corners[(i + 1) % n], corners[(i + 2) % n]);
            if a == b {
                return Err("has the same corner twice in a row");
            }
            if cross(a, b, next) == 0 && !on_segment(a, next, b) {
                return Err("runs back on itself");
            }
            for j in i + 2..n {
                let adjacent = i == 0 && j == n - 1;
                if !adjacent && segments_touch(a, b, corners[j], corners[(j + 1) % n]) {
                    return Err("crosses or touches itself");
                }
            }
        }
        let convex =
            (0..n).all(|i| cross(corners[i], corners[(i + 1) % n], corners[(i + 2) % n]) >= 0);
        let span = Span::of(&corners);
        let boxed = n == 4
            && (0..n).all(|i| {
                let (a, b) = (corners[i], corners[(i + 1) % n]);
                a.x == b.x || a.y == b.y
            });
        Ok(Self { corners, span, convex, boxed })
    }

    /// Returns its corners, counter-clockwise.
    pub fn corners(&self) -> &[Point] {
        &self.corners
    }

    /// Returns whether it is convex.
    pub const fn is_convex(&self) -> bool {
        self.convex
    }

    /// Returns its box.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// Returns its edges, from corner to corner.
    pub(crate) fn edges(&self) -> impl Iterator<Item = (Point, Point)> {
        let n = self.corners.len();
        (0..n).map(move |i| (self.corners[i], self.corners[if i + 1 == n { 0 } else { i + 1 }]))
    }

    /// Returns whether the point lies inside, the border not counted.
    pub fn holds(&self, p: Point) -> bool {
        self.span.holds(p) && self.holds_scaled(p, 1)
    }

    /// Returns whether the point `p / scale` lies inside.
    fn holds_scaled(&self, p: Point, scale: Len) -> bool {
        let mut inside = false;
        for (a, b) in self.edges() {
            let a = Point::new(a.x * scale, a.y * scale);
            let b = Point::new(b.x * scale, b.y * scale);
            let side = cross(a, b, p);
            let in_box = p.x >= a.x.min(b.x)
                && p.x <= a.x.max(b.x)
                && p.y >= a.y.min(b.y)
                && p.y <= a.y.max(b.y);
            if side == 0 && in_box {
                return false;
            }
            if (a.y > p.y) != (b.y > p.y) && (side > 0) == (b.y > a.y) {
                inside = !inside;
            }
        }
        inside
    }

    /// Returns whether the segment from `p` to `q` meets the inside of the polygon. Running along an edge, or touching a
    /// corner, does not count. Exact.
    #[inline]
    pub fn is_crossed(&self, p: Point, q: Point) -> bool {
        // The box settles most polygons without a call.
        self.span.overlaps_segment(p, q) && self.is_crossed_in_its_box(p, q)
    }

    fn is_crossed_in_its_box(&self, p: Point, q: Point) -> bool {
        if self.boxed {
            self.box_is_crossed(p, q)
        } else if self.convex {
            self.convex_is_crossed(p, q)
        } else {
            self.any_is_crossed(p, q)
        }
    }

    /// If a box overlaps the segment's box, only the line of the segment itself can still separate them: it does if the box's
    /// middle is further from it than the box reaches. Everything is doubled, so that the middle has whole coordinates.
    #[inline]
    fn box_is_crossed(&self, p: Point, q: Point) -> bool {
        let Span { low, high } = self.span;
        let (dx, dy) = (i64::from(q.x - p.x), i64::from(q.y - p.y));
        let middle =
            dx * i64::from(low.y + high.y - 2 * p.y) - dy * i64::from(low.x + high.x - 2 * p.x);
        let reach = dx.abs() * i64::from(high.y - low.y) + dy.abs() * i64::from(high.x - low.x);
        middle.abs() < reach
    }

    /// Separating axes: a segment and an open convex polygon are apart iff an edge of the polygon or the line of the
    /// segment itself separates them.
    #[inline]
    fn convex_is_crossed(&self, p: Point, q: Point) -> bool {
        let (mut left, mut right) = (false, false);
        for (a, b) in self.edges() {
            if cross(a, b, p) <= 0 && cross(a, b, q) <= 0 {
                return false;
            }
            let side = cross(p, q, a);
            left |= side > 0;
            right |= side < 0;
        }
        left && right
    }

    /// Returns whether a side of a triangle certainly separates it from the polygon, with enough room that no rounded point of
    /// it comes near. Otherwise they may still be apart.
    pub(crate) fn is_apart_from(&self, triangle: &[Point; 3]) -> bool {
        let [a, b, c] = *triangle;
        [(a, b, c), (b, c, a), (c, a, b)].iter().any(|&(a, b, c)| {
            let inner = cross(a, b, c);
            let room = 2 * i64::from((b.x - a.x).abs() + (b.y - a.y).abs());
            let across = if inner < 0 { (b, a) } else { (a, b) };
            self.corners.iter().all(|&corner| cross(across.0, across.1, corner) < -room)
        })
    }

    fn any_is_crossed(&self, p: Point, q: Point) -> bool {
        let mut stops = [p; Self::MAX_CORNERS + 2];
        stops[1] = q;
        let mut n = 2;
        for (a, b) in self.edges() {
            let (d1, d2) = (cross(p, q, a), cross(p, q, b));
            let (d3, d4) = (cross(a, b, p), cross(a, b, q));
            if (d1 > 0) != (d2 > 0)
                && d1 != 0
                && d2 != 0
                && (d3 > 0) != (d4 > 0)
                && d3 != 0
                && d4 != 0
            {
                return true;
            }
            if d1 == 0 && on_segment(p, q, a) {
                stops[n] = a;
                n += 1;
            }
        }
        // No edge is crossed properly: between two neighbouring stops the segment is wholly inside, outside or along an edge,
        // so the middle of the piece decides.
        stops[..n].sort_unstable_by_key(|s| s.distance2(p));
        stops[..n]
            .windows(2)
            .any(|w| self.holds_scaled(Point::new(w[0].x + w[1].x, w[0].y + w[1].y), 2))
    }

    /// Appends to `runs` the runs of the segment from `p` to `q` (of the given length) inside the polygon, as distances from
    /// `p` rounded down.
    pub fn runs_inside(&self, p: Point, q: Point, length: Len, runs: &mut Runs) {
        if length <= 0 || !self.span.overlaps_segment(p, q) {
            return;
        }
        if self.convex {
            self.run_inside(p, q, length, runs);
        } else if self.any_is_crossed(p, q) {
            self.any_runs_inside(p, q, length, runs);
        }
    }

    /// Appends the run of the segment inside a convex polygon, whose outline a crossing line meets in two places.
    fn run_inside(&self, p: Point, q: Point, length: Len, runs: &mut Runs) {
        let n = self.corners.len();
        let (mut first, mut last) = (length, 0);
        let (mut left, mut right) = (false, false);
        let mut a = self.corners[n - 1];
        let mut side_a = cross(p, q, a);
        for &b in &self.corners {
            let side_b = cross(p, q, b);
            let (at_p, at_q) = (cross(a, b, p), cross(a, b, q));
            if at_p <= 0 && at_q <= 0 {
                return;
            }
            left |= side_b > 0;
            right |= side_b < 0;
            if side_a.signum() * side_b.signum() <= 0
                && side_a != side_b
                && (at_p <= 0 || at_q <= 0)
            {
                let cut = (at_p * i64::from(length) / (at_p - at_q)) as Len;
                first = first.min(cut);
                last = last.max(cut);
            }
            (a, side_a) = (b, side_b);
        }
        if !(left && right) {
            return;
        }
        if first > last {
            // Both ends are inside.
            (first, last) = (0, 0);
        }
        let mut start = (0, p);
        for at in [first, last, length] {
            let end = (at, p.toward(q, at, length));
            if start.0 < end.0 {
                // Twice the middle of the piece, so that it stays an integer.
                let (m, o) = (start.1, end.1);
                if self.convex_holds_twice(Point::new(m.x + o.x, m.y + o.y)) {
                    runs.push(start.0, end.0);
                }
                start = end;
            }
        }
    }

    /// Returns whether the point `p / 2` lies inside a convex polygon.
    #[inline]
    fn convex_holds_twice(&self, p: Point) -> bool {
        let Span { low, high } = self.span;
        p.x > 2 * low.x
            && p.x < 2 * high.x
            && p.y > 2 * low.y
            && p.y < 2 * high.y
            && (self.boxed
                || self.edges().all(|(a, b)| {
                    let from = Point::new(2 * a.x, 2 * a.y);
                    cross(from, Point::new(2 * b.x, 2 * b.y), p) > 0
                }))
    }

    fn any_runs_inside(&self, p: Point, q: Point, length: Len, runs: &mut Runs) {
        let mut cuts = [0; Self::MAX_CORNERS + 2];
        cuts[1] = length;
        let mut n = 2;
        for (a, b) in self.edges() {
            let (d1, d2) = (cross(p, q, a), cross(p, q, b));
            if (d1 > 0) == (d2 > 0) && d1 != 0 && d2 != 0 || d1 == d2 {
                continue;
            }
            let (d3, d4) = (cross(a, b, p), cross(a, b, q));
            if d3 == d4 || ((d3 > 0) == (d4 > 0) && d3 != 0 && d4 != 0) {
                continue;
            }
            // Both stay far below 2^63: a side of a triangle on the board is below 2^37, a length below 2^18.
            let at = d3 * i64::from(length) / (d3 - d4);
            cuts[n] = (at as Len).clamp(0, length);
            n += 1;
        }
        cuts[..n].sort_unstable();
        for w in cuts[..n].windows(2) {
            if w[0] < w[1] {
                // Twice the middle of the piece, so that it stays an integer.
                let m = p.toward(q, w[0], length);
                let o = p.toward(q, w[1], length);
                if self.holds_scaled(Point::new(m.x + o.x, m.y + o.y), 2) {
                    runs.push(w[0], w[1]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(corners: &[(i32, i32)]) -> Polygon {
        Polygon::new(&corners.iter().map(|&(x, y)| Point::new(x, y)).collect::<Vec<_>>()).unwrap()
    }

    fn crossed(polygon: &Polygon, a: (i32, i32), b: (i32, i32)) -> bool {
        let (a, b) = (Point::new(a.0, a.1), Point::new(b.0, b.1));
        assert_eq!(polygon.is_crossed(a, b), polygon.is_crossed(b, a));
        polygon.is_crossed(a, b)
    }

    #[test]
    fn sight_along_a_wall_and_past_a_corner_is_clear() {
        let house = polygon(&[(10, 10), (20, 10), (20, 20), (10, 20)]);
        assert!(!crossed(&house, (0, 10), (30, 10)), "along an edge");
        assert!(
            !crossed(&house, (0, 20), (20, 0)) && !crossed(&house, (5, 15), (15, 5)),
            "past a corner"
        );
        assert!(crossed(&house, (0, 15), (30, 15)));
        assert!(crossed(&house, (10, 10), (20, 20)), "from corner to corner");
        assert!(crossed(&house, (10, 15), (11, 15)), "from the edge inwards");
        assert!(!crossed(&house, (0, 15), (10, 15)), "up to the edge");
    }

    #[test]
    fn a_courtyard_is_seen_through_its_mouth_only() {
        // A horseshoe, open at the top.
        let u =
            polygon(&[(0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (10, 10), (10, 30), (0, 30)]);
        assert!(!u.is_convex());
        assert!(!crossed(&u, (15, 40), (15, 12)));
        assert!(crossed(&u, (15, 20), (40, 20)));
        assert!(!crossed(&u, (0, 30), (30, 30)), "across both tips, along their edges");
        assert!(crossed(&u, (0, 30), (30, 29)));
        assert!(!crossed(&u, (10, 30), (10, 10)), "along an inner wall");
        assert!(crossed(&u, (10, 30), (10, 0)), "on through the wall behind");
    }

    #[test]
    fn the_two_crossing_tests_agree_on_convex_polygons() {
        let hexagon = polygon(&[(8, 2), (14, 4), (16, 10), (10, 15), (4, 12), (3, 6)]);
        for a in 0..18 * 18 {
            for b in 0..a {
                let (p, q) = (Point::new(a / 18, a % 18), Point::new(b / 18, b % 18));
                assert_eq!(
                    hexagon.convex_is_crossed(p, q),
                    hexagon.any_is_crossed(p, q),
                    "{p:?} {q:?}"
                );
            }
        }
    }

    #[test]
    fn runs_inside_convex_polygons_are_those_inside_any() {
        let mut seed = 1_u32;
        let mut number = move |below: Len| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as Len % below
        };
        let mut met = 0;
        for round in 0..400_000 {
            let size = [6, 20, 300, 5000][round % 4];
            let mut point = || Point::new(number(size), number(size));
            let corners: Vec<Point> = if round % 3 == 0 {
                let (a, b) = (point(), point());
                vec![a, Point::new(b.x, a.y), b, Point::new(a.x, b.y)]
            } else {
                (0..3 + round % 2).map(|_| point()).collect()
            };
            let (p, q) = (point(), point());
            let polygon = Polygon::new(&corners).ok().filter(Polygon::is_convex);
            let Some(polygon) = polygon.filter(|_| p != q) else {
                continue;
            };
            let (mut fast, mut plain) = (Runs::default(), Runs::default());
            let length = p.distance(q);
            polygon.runs_inside(p, q, length, &mut fast);
            let is_crossed = polygon.any_is_crossed(p, q);
            assert_eq!(polygon.is_crossed(p, q), is_crossed, "{corners:?} {p:?} {q:?}");
            if is_crossed && length > 0 {
                polygon.any_runs_inside(p, q, length, &mut plain);
                met += 1;
            }
            assert_eq!(fast.as_slice(), plain.as_slice(), "{corners:?} {p:?} {q:?}");
        }
        assert!(met > 20_000);
    }

    #[test]
    fn runs_inside_a_wood_are_measured() {
        let wood = polygon(&[(256, 0), (1024, 0), (1024, 1024), (256, 1024)]);
        let mut runs = Runs::default();
        wood.runs_inside(Point::new(0, 512), Point::new(2048, 512), 2048, &mut runs);
        assert_eq!(runs.as_slice(), [(256, 1024)]);
        let mut runs = Runs::default();
        wood.runs_inside(Point::new(512, 512), Point::new(600, 512), 88, &mut runs);
        assert_eq!(runs.total(), 88);
        let mut runs = Runs::default();
        wood.runs_inside(Point::new(0, 1024), Point::new(2048, 1024), 2048, &mut runs);
        assert_eq!(runs.total(), 0, "along the edge");
    }

    #[test]
    fn flaws_are_found() {
        let flaw = |corners: &[(i32, i32)]| {
            let corners: Vec<Point> = corners.iter().map(|&(x, y)| Point::new(x, y)).collect();
            Polygon::new(&corners).err()
        };
        assert_eq!(flaw(&[(0, 0), (4, 0), (4, 4), (0, 4)]), None);
        assert_eq!(flaw(&[(0, 0), (4, 4)]), Some("has too few corners"));
        let fan: Vec<_> = (0..50).map(|x| (x, x * x)).collect();
        assert_eq!(flaw(&fan), Some("has too many corners"));
        let crossed = [(0, 0), (4, 4), (4, 0), (0, 5)];
        assert_eq!(flaw(&crossed), Some("crosses or touches itself"));
        assert_eq!(flaw(&[(0, 0), (4, 0), (8, 0)]), Some("has no area"));
        let spike = [(0, 0), (4, 0), (4, 8), (4, 4), (0, 4)];
        assert_eq!(flaw(&spike), Some("runs back on itself"));
        let twice = [(0, 0), (0, 0), (4, 0), (4, 4)];
        assert_eq!(flaw(&twice), Some("has the same corner twice in a row"));
    }
}
