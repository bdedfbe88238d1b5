//! Exact integer tests of polygons: whether a point is in one, and whether two merely touch.

use skirmish_engine::battle::geometry::{Point, Polygon, segments_touch};

fn edges(of: &Polygon) -> impl Iterator<Item = (Point, Point)> + Clone {
    let corners = of.corners().iter().copied();
    corners.clone().zip(corners.cycle().skip(1))
}

/// Returns whether a point lies inside or on the border.
pub(crate) fn reaches(shape: &Polygon, p: Point) -> bool {
    shape.holds(p) || edges(shape).any(|(a, b)| segments_touch(a, b, p, p))
}

/// Returns a point where two polygons touch, if they share points of their borders but no area.
///
/// If they share area, an edge of one runs through the inside of the other, or the two are identical.
pub(crate) fn merely_touch(one: &Polygon, other: &Polygon) -> Option<Point> {
    let enters = |a: &Polygon, b: &Polygon| edges(a).any(|(p, q)| b.is_crossed(p, q));
    let lies_on = |a: &Polygon, b: &Polygon| a.corners().iter().all(|c| reaches(b, *c));
    let meet = edges(one).any(|(p, q)| edges(other).any(|(r, s)| segments_touch(p, q, r, s)));
    let are_same = lies_on(one, other) && lies_on(other, one);
    if !meet || are_same || enters(one, other) || enters(other, one) {
        return None;
    }
    // Where borders meet without crossing, a corner of one lies on the other.
    let corners = one.corners().iter().chain(other.corners()).copied();
    let meeting = corners.clone().find(|c| reaches(one, *c) && reaches(other, *c));
    meeting.or_else(|| corners.clone().next())
}
