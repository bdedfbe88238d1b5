//! Waypoints that need no name in the file: corners and edges of the board, points around features, and the flanks and rear of
//! each unit at the start. Scripts say `move to left of wood` and `been at left of wood`.

use skirmish_engine::battle::geometry::{Len, Point, Polygon, Span, UNIT};
use skirmish_engine::battle::{FeatureSpec, Going, PlaceSpec};

use super::figures::Army;

/// The distance from edges and features; leaves room for a base.
const OFF: Len = UNIT + UNIT / 2;

/// The distance at which a figure has reached a waypoint.
const RADIUS: Len = 2 * UNIT;

/// The distance of a unit's flanks and rear from the unit.
const FLANK: Len = 8 * UNIT;

/// The most waypoints; the last features of a crowded board get none.
const MOST: usize = 120;

/// Returns a board's waypoints by name, except those where no figure can stand and those named like a place.
pub(super) fn ways(
    (width, height): (Len, Len),
    features: &[FeatureSpec],
    armies: &[Army; 2],
    places: &[String],
) -> Vec<PlaceSpec> {
    let barred: Vec<Polygon> = features
        .iter()
        .filter(|feature| feature.going == Going::Barred)
        .filter_map(|feature| feature.polygon((width, height)).ok())
        .collect();
    let mut ways: Vec<PlaceSpec> = Vec::new();
    let mut add = |name: String, at: Point| {
        let on_board = |p: Len, most: Len| (OFF / 2..=most - OFF / 2).contains(&p);
        let is_free = on_board(at.x, width)
            && on_board(at.y, height)
            && !barred.iter().any(|polygon| polygon.holds(at))
            && !places.contains(&name)
            && ways.iter().all(|way| way.name != name);
        if is_free && ways.len() < MOST {
            ways.push(PlaceSpec { name, at, radius: RADIUS });
        }
    };
    for (name, at) in round(Span { low: Point::new(0, 0), high: Point::new(width, height) }, -OFF) {
        let of = if name.contains(' ') { "corner" } else { "edge" };
        add(format!("{name} {of}"), at);
    }
    for (k, feature) in features.iter().enumerate() {
        let namesakes = features[..k].iter().filter(|of| of.name == feature.name).count();
        let called = match namesakes {
            0 => feature.name.clone(),
            more => format!("{} {}", feature.name, more + 1),
        };
        for (name, at) in round(Span::of(&feature.corners), OFF) {
            add(format!("{name} of {called}"), at);
        }
    }
    for army in armies {
        for (k, unit) in army.units.iter().enumerate() {
            let of_unit = army.of_unit(k);
            let Ok(count) = Len::try_from(of_unit.len()) else { continue };
            if count == 0 {
                continue;
            }
            let sum = of_unit.iter().fold(Point::new(0, 0), |sum, i| {
                let at = army.figures[*i].at;
                Point::new(sum.x + at.x, sum.y + at.y)
            });
            let middle = Point::new(sum.x / count, sum.y / count);
            let length = Point::new(0, 0).distance(unit.facing).max(1);
            let off = |x: Len, y: Len| {
                let by = |d: Len| (i64::from(d) * i64::from(FLANK) / i64::from(length)) as Len;
                Point::new(middle.x + by(x), middle.y + by(y))
            };
            let Point { x, y } = unit.facing;
            add(format!("left flank of {}", unit.name), off(-y, x));
            add(format!("right flank of {}", unit.name), off(y, -x));
            add(format!("rear of {}", unit.name), off(-x, -y));
        }
    }
    ways
}

fn round(Span { low, high }: Span, by: Len) -> [(&'static str, Point); 8] {
    let (left, right) = (low.x - by, high.x + by);
    let (bottom, top) = (low.y - by, high.y + by);
    let (x, y) = ((low.x + high.x) / 2, (low.y + high.y) / 2);
    [
        ("top left", Point::new(left, top)),
        ("top right", Point::new(right, top)),
        ("bottom left", Point::new(left, bottom)),
        ("bottom right", Point::new(right, bottom)),
        ("left", Point::new(left, y)),
        ("right", Point::new(right, y)),
        ("top", Point::new(x, top)),
        ("bottom", Point::new(x, bottom)),
    ]
}
