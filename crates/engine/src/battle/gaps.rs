//! Gaps that are narrower than a base (HOST-1): figures cannot slip through them. They are found once, when the board is worked
//! out, and closed by seals: thin polygons that bar the way, but neither sight nor blows.

use super::geometry::{Len, Point, Polygon, Span, UNIT, cross};
use super::{BattleSpec, FeatureSpec, Going};

/// How far a seal reaches into what it joins, so that no seam is left between them.
const DEPTH: Len = 12;

/// Half the thickness of a seal, so that no rounding brings a figure across.
const HALF: Len = 4;

/// A gap narrower than a base, between an obstacle and another one or the edge of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gap {
    /// The index of the obstacle.
    pub of: usize,
    /// The obstacle across; `None` for the edge of the board.
    pub to: Option<usize>,
    /// Where it begins, at a corner.
    pub from: Point,
    /// The point across.
    pub across: Point,
    /// To which side its seal leans: 1 for left, -1 for right.
    lean: Len,
}

impl Gap {
    /// Returns how wide it is.
    pub fn width(&self) -> Len {
        self.from.distance(self.across)
    }

    /// Returns whether a figure cannot stand at a point because that is in the gap.
    pub fn stops(&self, p: Point) -> bool {
        self.seal().is_some_and(|seal| seal.holds(p))
    }

    /// Returns the polygon that closes it.
    pub(super) fn seal(&self) -> Option<Polygon> {
        let (p, mut q) = (self.from, self.across);
        if self.to.is_none() {
            // Extends beyond the edge, so that there is no way round it.
            q = Point::new(q.x + UNIT * (q.x - p.x).signum(), q.y + UNIT * (q.y - p.y).signum());
        }
        let length = i64::from(p.distance(q)).max(1);
        let along = |by: Len| {
            let part = |way: Len| (i64::from(way) * i64::from(by) / length) as Len;
            Point::new(part(q.x - p.x), part(q.y - p.y))
        };
        let (into, aside) = (along(DEPTH), along(HALF));
        let corner = |end: Point, out: Len, side: Len| {
            let left = side + self.lean;
            Point::new(end.x + out * into.x - left * aside.y, end.y + out * into.y + left * aside.x)
        };
        Polygon::new(&[corner(p, -1, 1), corner(p, -1, -1), corner(q, 1, -1), corner(q, 1, 1)]).ok()
    }
}

/// Returns the gaps of a board that are narrower than a base, each once. At its narrowest a gap has a corner on at least one
/// side, and so it does where it begins and ends: it is enough to look from every corner to the points across that are nearer
/// than those beside them. Where a gate has stood that is gone now, there is a way, however narrow.
pub(super) fn narrow_gaps(
    (width, height): (Len, Len),
    barred: &[Polygon],
    gone: &[Polygon],
    base: Len,
) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let is_near = |p: Point, q: Point| p.distance2(q) < i64::from(base) * i64::from(base);
    for (of, polygon) in barred.iter().enumerate() {
        for &from in polygon.corners() {
            let on_board = from.x >= 0 && from.y >= 0 && from.x <= width && from.y <= height;
            if !on_board || barred.iter().any(|other| other.holds(from)) {
                continue;
            }
            let edges = [
                Point::new(0, from.y),
                Point::new(width, from.y),
                Point::new(from.x, 0),
                Point::new(from.x, height),
            ];
            for across in edges {
                if from != across && is_near(from, across) && is_open(barred, from, across) {
                    gaps.push(Gap { of, to: None, from, across, lean: 0 });
                }
            }
            for (to, other) in barred.iter().enumerate() {
                nearest_on(other, from, |across| {
                    if is_near(from, across) && is_open(barred, from, across) {
                        // The same gap may be seen from a corner on either side of it.
                        let (from, across) = (from.min(across), from.max(across));
                        let (of, to) = (of.min(to), of.max(to));
                        gaps.push(Gap { of, to: Some(to), from, across, lean: 0 });
                    }
                });
            }
        }
    }
    let was_shut = |gap: &Gap| gone.iter().any(|gate| gate.is_crossed(gap.from, gap.across));
    gaps.retain(|gap| !was_shut(gap));
    gaps.sort_unstable();
    gaps.dedup();
    for gap in &mut gaps {
        gap.lean = lean(barred, gap);
    }
    gaps
}

/// Returns whether no obstacle lies between two points, nor along the line between them on either side: an obstacle there
/// closes the gap by itself. A point on a slanting side may be rounded into it.
fn is_open(barred: &[Polygon], from: Point, across: Point) -> bool {
    let length = from.distance(across);
    if length <= HALF {
        return true;
    }
    let (near, far) = (from.toward(across, 2, length), from.toward(across, length - 2, length));
    let aside = |by: Len| {
        let (x, y) = (by * (across.x - from.x) / length, by * (across.y - from.y) / length);
        [near, far].map(|p| Point::new(p.x - y, p.y + x))
    };
    let is_clear = |[p, q]: [Point; 2]| !barred.iter().any(|polygon| polygon.is_crossed(p, q));
    is_clear([near, far]) && is_clear(aside(HALF)) && is_clear(aside(-HALF))
}

/// Returns which way a seal leans: to the side of the walls that it joins, so that it stands out before neither and figures may
/// still walk past the gap close to them.
fn lean(barred: &[Polygon], gap: &Gap) -> Len {
    let polygons = [Some(gap.of), gap.to].into_iter().flatten().map(|k| &barred[k]);
    // Where the walls at either end lie, if the end is a corner: 1 for left, -1 for right, 0 for both sides.
    let side_at = |end: Point| {
        polygons.clone().find_map(|polygon| {
            let corners = polygon.corners();
            let (n, k) = (corners.len(), corners.iter().position(|corner| *corner == end)?);
            let sides = [corners[(k + 1) % n], corners[(k + n - 1) % n]]
                .map(|next| cross(gap.from, gap.across, next).signum() as Len);
            Some(if sides[0] * sides[1] < 0 { 0 } else { (sides[0] + sides[1]).signum() })
        })
    };
    match (side_at(gap.from), side_at(gap.across)) {
        (Some(one), Some(other)) if one != other => 0,
        (Some(side), _) | (None, Some(side)) => side,
        (None, None) => 0,
    }
}

/// Finds the points of an outline, other than the given point itself, that are nearer to it than those beside them.
fn nearest_on(polygon: &Polygon, to: Point, mut found: impl FnMut(Point)) {
    let corners = polygon.corners();
    let n = corners.len();
    // How far along a side the foot of the point lies, as a fraction of two numbers.
    let foot = |k: usize| {
        let (a, b) = (corners[k % n], corners[(k + 1) % n]);
        let (dx, dy) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
        let along = dx * i64::from(to.x - a.x) + dy * i64::from(to.y - a.y);
        (along, dx * dx + dy * dy)
    };
    for k in 0..n {
        let (a, b) = (corners[k], corners[(k + 1) % n]);
        let (along, square) = foot(k);
        // From the nearer end, so that the result does not depend on the order of corners.
        let (from, to_end, along_it) =
            if 2 * along <= square { (a, b, along) } else { (b, a, square - along) };
        let part = |from: Len, to: Len| from + (i64::from(to - from) * along_it / square) as Len;
        let at = if along >= square {
            // The corner between two sides, if both come nearest there.
            if foot(k + 1).0 > 0 {
                continue;
            }
            b
        } else if along > 0 {
            Point::new(part(from.x, to_end.x), part(from.y, to_end.y))
        } else {
            continue;
        };
        if at != to {
            found(at);
        }
    }
}

/// Returns the room that a gate leaves when it is gone.
pub(super) fn gateway(gate: &FeatureSpec) -> Option<Polygon> {
    let Span { low, high } = Span::of(&gate.corners).wider(DEPTH);
    Polygon::new(&[low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)]).ok()
}

impl BattleSpec {
    /// Returns its gaps that are narrower than a base while no gate is open (HOST-1), by indices of features.
    pub fn narrow_gaps(&self) -> Vec<Gap> {
        let features = self.features.iter().enumerate();
        let (which, barred): (Vec<usize>, Vec<Polygon>) = features
            .filter(|(_, feature)| feature.going == Going::Barred)
            .filter_map(|(k, feature)| Some((k, feature.polygon((self.width, self.height)).ok()?)))
            .unzip();
        let base = self.rules.movement.base;
        let gaps = narrow_gaps((self.width, self.height), &barred, &[], base).into_iter();
        gaps.map(|gap| Gap { of: which[gap.of], to: gap.to.map(|to| which[to]), ..gap }).collect()
    }
}
