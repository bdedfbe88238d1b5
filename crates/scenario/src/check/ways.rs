//! Points to go by that the file need not name: corners and edges of the board, what lies round its features, and the flanks
//! and the rear of each body as it stands at the start. Scripts say `move to left of wood`, and `been at left of wood`.

use skirmish_engine::battle::geometry::{Len, Point, Polygon, Span, UNIT};
use skirmish_engine::battle::{FeatureSpec, Going, PlaceSpec};

use super::figures::Army;

/// How far from the edges of the board, and from a feature, they lie: room for a base.
const OFF: Len = UNIT + UNIT / 2;

/// How near to one somebody is there.
const RADIUS: Len = 2 * UNIT;

/// How far to the side of a body, and behind it, its flanks and its rear lie.
const FLANK: Len = 8 * UNIT;

/// Most of them; a board with so many features that there would be more has none for the last of these.
const MOST: usize = 120;

/// The points of a board of so much width and height, by name; those on which nobody can stand are left out, and those that are
/// called like a place of the file.
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

/// The corners of a box that is larger by so much on all sides, and the middles of its sides, by name.
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
