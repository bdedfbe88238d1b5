//! Exact tests on polygons: crossings, and whether two of them overlap, merely touch, or lie apart. All in
//! integers; coordinates stay below 2^18, so products fit easily.

use skirmish_engine::battle::geometry::{Point, cross, segments_touch};

/// Where a point lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Where {
    Inside,
    Edge,
    Outside,
}

/// How two polygons lie to one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    Apart,
    /// They share boundary points, but no area.
    Touching,
    Overlapping,
}

fn on_segment(a: Point, b: Point, p: Point) -> bool {
    segments_touch(a, b, p, p)
}

/// Whether the segments cross at a point inside both.
fn crosses(a: Point, b: Point, c: Point, d: Point) -> bool {
    cross(a, b, c).signum() * cross(a, b, d).signum() < 0
        && cross(c, d, a).signum() * cross(c, d, b).signum() < 0
}

fn edges(polygon: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..polygon.len()).map(|i| (polygon[i], polygon[(i + 1) % polygon.len()]))
}

/// Where the point `p` in half units lies; `p` is twice the true coordinates, so that middles of edges are exact.
fn locate_double(polygon: &[Point], p: Point) -> Where {
    let double = |q: Point| Point::new(q.x * 2, q.y * 2);
    let mut inside = false;
    for (a, b) in edges(polygon) {
        let (a, b) = (double(a), double(b));
        if on_segment(a, b, p) {
            return Where::Edge;
        }
        if (a.y > p.y) != (b.y > p.y) {
            let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
            if cross(low, high, p) > 0 {
                inside = !inside;
            }
        }
    }
    if inside { Where::Inside } else { Where::Outside }
}

/// Where a point lies.
pub(crate) fn locate(polygon: &[Point], p: Point) -> Where {
    locate_double(polygon, Point::new(p.x * 2, p.y * 2))
}

/// How two simple polygons lie to one another.
pub(crate) fn relation(a: &[Point], b: &[Point]) -> Relation {
    let mut touching = false;
    for (p, q) in edges(a) {
        for (r, s) in edges(b) {
            if crosses(p, q, r, s) {
                return Relation::Overlapping;
            }
            touching |= segments_touch(p, q, r, s);
        }
    }
    // Without a crossing, each edge is cut only at corners of the other polygon, which are points of the grid; the
    // middle of a piece tells where the whole piece lies.
    let first = pieces(a, b);
    let second = pieces(b, a);
    if first.contains(&Where::Inside) || second.contains(&Where::Inside) {
        return Relation::Overlapping;
    }
    if first.iter().chain(&second).all(|w| *w == Where::Edge) {
        return Relation::Overlapping;
    }
    if touching { Relation::Touching } else { Relation::Apart }
}

/// Where the pieces of `a`'s edges lie with regard to `b`.
fn pieces(a: &[Point], b: &[Point]) -> Vec<Where> {
    let mut found = Vec::new();
    for (p, q) in edges(a) {
        let mut cuts: Vec<Point> = b.iter().copied().filter(|c| on_segment(p, q, *c)).collect();
        cuts.push(p);
        cuts.push(q);
        cuts.sort_by_key(|c| p.distance2(*c));
        cuts.dedup();
        for pair in cuts.windows(2) {
            let middle = Point::new(pair[0].x + pair[1].x, pair[0].y + pair[1].y);
            found.push(locate_double(b, middle));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(corners: &[(i32, i32)]) -> Vec<Point> {
        corners.iter().map(|(x, y)| Point::new(*x, *y)).collect()
    }

    fn square(x: i32, y: i32, size: i32) -> Vec<Point> {
        polygon(&[(x, y), (x + size, y), (x + size, y + size), (x, y + size)])
    }

    #[test]
    fn relations_are_exact() {
        let a = square(0, 0, 4);
        assert_eq!(relation(&a, &square(5, 0, 4)), Relation::Apart);
        assert_eq!(relation(&a, &square(4, 0, 4)), Relation::Touching);
        assert_eq!(relation(&a, &square(4, 4, 4)), Relation::Touching);
        assert_eq!(relation(&a, &square(3, 3, 4)), Relation::Overlapping);
        assert_eq!(relation(&a, &square(1, 1, 2)), Relation::Overlapping);
        assert_eq!(relation(&a, &a), Relation::Overlapping);
        // Shared edges and shared area, without any crossing inside edges.
        assert_eq!(
            relation(&a, &polygon(&[(2, 0), (6, 0), (6, 4), (2, 4)])),
            Relation::Overlapping
        );
        // A corner of one in the middle of an edge of the other.
        assert_eq!(relation(&a, &polygon(&[(4, 2), (8, 0), (8, 4)])), Relation::Touching);
        // A notch that the other fills exactly.
        let notch = polygon(&[(0, 0), (8, 0), (8, 4), (6, 4), (6, 2), (2, 2), (2, 4), (0, 4)]);
        assert_eq!(
            relation(&notch, &polygon(&[(2, 2), (6, 2), (6, 4), (2, 4)])),
            Relation::Touching
        );
    }

    #[test]
    fn points_are_located() {
        let a = square(0, 0, 4);
        assert_eq!(locate(&a, Point::new(1, 1)), Where::Inside);
        assert_eq!(locate(&a, Point::new(4, 1)), Where::Edge);
        assert_eq!(locate(&a, Point::new(0, 0)), Where::Edge);
        assert_eq!(locate(&a, Point::new(5, 1)), Where::Outside);
        assert_eq!(locate(&a, Point::new(-1, 0)), Where::Outside);
    }
}
