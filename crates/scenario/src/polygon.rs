//! Whether two polygons merely touch, and what they reach. Exact, in whole numbers.

use skirmish_engine::battle::geometry::{Point, Polygon, segments_touch};

fn edges(of: &Polygon) -> impl Iterator<Item = (Point, Point)> + Clone {
    let corners = of.corners().iter().copied();
    corners.clone().zip(corners.cycle().skip(1))
}

/// Whether a point lies inside or on the border.
pub(crate) fn reaches(shape: &Polygon, p: Point) -> bool {
    shape.holds(p) || edges(shape).any(|(a, b)| segments_touch(a, b, p, p))
}

/// Whether two polygons share points of their borders, but no area.
///
/// Where they share area, an edge of one runs through the inside of the other, or they are one and the same.
pub(crate) fn merely_touch(one: &Polygon, other: &Polygon) -> bool {
    let enters = |a: &Polygon, b: &Polygon| edges(a).any(|(p, q)| b.is_crossed(p, q));
    let lies_on = |a: &Polygon, b: &Polygon| a.corners().iter().all(|c| reaches(b, *c));
    let meet = edges(one).any(|(p, q)| edges(other).any(|(r, s)| segments_touch(p, q, r, s)));
    let are_same = lies_on(one, other) && lies_on(other, one);
    meet && !are_same && !enters(one, other) && !enters(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(corners: &[(i32, i32)]) -> Polygon {
        let corners: Vec<Point> = corners.iter().map(|(x, y)| Point::new(*x, *y)).collect();
        Polygon::new(&corners).expect("a polygon")
    }

    fn square(x: i32, y: i32, size: i32) -> Polygon {
        polygon(&[(x, y), (x + size, y), (x + size, y + size), (x, y + size)])
    }

    #[test]
    fn what_touches_shares_no_area() {
        let a = square(0, 0, 4);
        let touches = |one: &Polygon, other: &Polygon| {
            assert_eq!(merely_touch(one, other), merely_touch(other, one));
            merely_touch(one, other)
        };
        assert!(!touches(&a, &square(5, 0, 4)), "apart");
        assert!(touches(&a, &square(4, 0, 4)));
        assert!(touches(&a, &square(4, 4, 4)));
        assert!(!touches(&a, &square(3, 3, 4)), "overlapping");
        assert!(!touches(&a, &square(1, 1, 2)), "inside");
        assert!(!touches(&a, &square(0, 0, 2)), "inside, with edges shared");
        assert!(!touches(&a, &a));
        let more = [(0, 0), (2, 0), (4, 0), (4, 4), (0, 4)];
        assert!(!touches(&a, &polygon(&more)), "the same with one more corner");
        // Shared edges and shared area, without any crossing inside edges.
        assert!(!touches(&a, &polygon(&[(2, 0), (6, 0), (6, 4), (2, 4)])));
        // A corner of one in the middle of an edge of the other.
        assert!(touches(&a, &polygon(&[(4, 2), (8, 0), (8, 4)])));
        // A notch that the other fills exactly.
        let notch = polygon(&[(0, 0), (8, 0), (8, 4), (6, 4), (6, 2), (2, 2), (2, 4), (0, 4)]);
        assert!(touches(&notch, &polygon(&[(2, 2), (6, 2), (6, 4), (2, 4)])));
    }

    #[test]
    fn points_are_located() {
        let a = square(0, 0, 4);
        for (x, y, is_there) in
            [(1, 1, true), (4, 1, true), (0, 0, true), (5, 1, false), (-1, 0, false)]
        {
            assert_eq!(reaches(&a, Point::new(x, y)), is_there, "{x} {y}");
        }
    }
}
