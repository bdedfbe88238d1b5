//! Terrain as written: kinds with what they do, and shapes.

use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::battle::{Cover, Going, SightEffect};

use super::docs;
use crate::file::{FeatureFile, ShapeFile};
use crate::limits;
use crate::problem::Desk;
use crate::reader::{self, Keys};
use crate::tree::{Node, Value};

/// A kind of terrain and what it does unless the file says otherwise.
#[derive(Debug, Clone, Copy)]
pub struct FeatureKind {
    /// The word for it.
    pub name: &'static str,
    /// How far one sees through it; `None` for as far as one likes, 0 for not at all.
    pub sight: Option<Len>,
    /// What it does for a target.
    pub cover: Cover,
    /// What it does to movement.
    pub going: Going,
    /// Whoever fights across it can break off at will.
    pub breaks_off: bool,
    /// Thickness if it is drawn as a line.
    pub thick: Len,
    /// What it is.
    pub about: &'static str,
}

macro_rules! kinds {
    ($($name:literal $sight:expr, $cover:ident, $going:ident, $breaks_off:literal, $thick:expr, $about:literal;)+) => {
        /// Every kind of terrain.
        pub const FEATURE_KINDS: &[FeatureKind] = &[$(FeatureKind {
            name: $name,
            sight: $sight,
            cover: Cover::$cover,
            going: Going::$going,
            breaks_off: $breaks_off,
            thick: $thick,
            about: $about,
        }),+];

        /// Their names.
        pub(crate) const KIND_NAMES: &[&str] = &[$($name),+];
    };
}

const WALL: Len = UNIT / 2;
const RAIL: Len = UNIT / 4;

kinds! {
    "house" Some(0), None, Barred, false, UNIT, "blocks sight and movement";
    "barn" Some(0), None, Barred, false, UNIT, "blocks sight and movement";
    "tower" Some(0), None, Barred, false, UNIT, "blocks sight and movement";
    "palisade" Some(0), None, Barred, false, WALL, "too high to see or climb over";
    "gate" Some(0), None, Barred, false, WALL, "like a palisade, until its event opens it";
    "wall" None, Protect, Slow, false, WALL, "low: protects, slow to cross";
    "hedge" None, Screen, Slow, false, WALL, "screens, slow to cross";
    "fence" None, Screen, Slow, true, RAIL, "screens a little, slow to cross, easy to leave a fight at";
    "barricade" None, Protect, Barred, true, RAIL, "bars movement, protects; those behind it can break off at will";
    "wood" Some(4 * UNIT), Screen, Slow, false, 2 * UNIT, "screens, slow; one sees through four inches of it";
    "rough" None, None, Slow, false, 2 * UNIT, "slow";
    "bog" None, None, Slow, false, 2 * UNIT, "slow";
    "crops" None, Screen, Free, false, 2 * UNIT, "screens, easy to walk through";
    "water" None, None, Barred, false, 2 * UNIT, "bars movement, hides nothing";
    "rock" Some(0), None, Barred, false, UNIT, "a boulder: blocks sight and movement";
    "tree stump" None, None, Barred, false, UNIT, "small: bars movement, hides nothing";
}

pub(super) fn read(desk: &mut Desk, node: &Node) -> Option<FeatureFile> {
    let keys = Keys::open(desk, node, &docs::FEATURE)?;
    let words: Vec<(&str, &FeatureKind)> = FEATURE_KINDS.iter().map(|k| (k.name, k)).collect();
    let kind = keys
        .get("kind")
        .and_then(|n| reader::word(desk, n, "the kind of terrain", &words))
        .map_or(&FEATURE_KINDS[0], |k| k.value);
    let name = keys.get("name").and_then(|n| reader::name(desk, n, "a feature"));
    let shape = shape(desk, &keys, kind);
    Some(FeatureFile {
        name,
        kind: kind.name,
        shape,
        sight: sight(desk, &keys, kind),
        cover: keys
            .get("cover")
            .and_then(|n| reader::word(desk, n, "cover", COVERS))
            .map_or(kind.cover, |c| c.value),
        going: keys
            .get("going")
            .and_then(|n| reader::word(desk, n, "going", GOINGS))
            .map_or(kind.going, |g| g.value),
        breaks_off: keys
            .get("breaks-off")
            .and_then(|n| reader::flag(desk, n))
            .map_or(kind.breaks_off, |b| b.value),
        opens: keys.get("opens").and_then(|n| reader::name(desk, n, "an event")),
        at: node.at,
    })
}

const COVERS: &[(&str, Cover)] =
    &[("none", Cover::None), ("screen", Cover::Screen), ("protect", Cover::Protect)];

const GOINGS: &[(&str, Going)] =
    &[("free", Going::Free), ("slow", Going::Slow), ("barred", Going::Barred)];

fn sight(desk: &mut Desk, keys: &Keys<'_>, kind: &FeatureKind) -> SightEffect {
    let usual = kind.sight.map_or(SightEffect::Clear, SightEffect::BlockBeyond);
    let Some(node) = keys.get("sight") else {
        return usual;
    };
    if matches!(node.value, Value::Text(_)) {
        let words = [("clear", SightEffect::Clear), ("blocked", SightEffect::BlockBeyond(0))];
        return reader::word(desk, node, "sight", &words).map_or(usual, |s| s.value);
    }
    reader::length(desk, node, &limits::SIZE).map_or(usual, |l| SightEffect::BlockBeyond(l.value))
}

fn shape(desk: &mut Desk, keys: &Keys<'_>, kind: &FeatureKind) -> Option<ShapeFile> {
    match keys.one_of(desk, &["size", "radius", "from", "corners"])? {
        "size" => {
            let size = reader::pair(desk, keys.get("size")?, &limits::SIZE);
            let at = point_at(desk, keys, "at");
            only(desk, keys, &["to", "thick"], "size");
            Some(ShapeFile::Rectangle { at: at?, size: size? })
        }
        "radius" => {
            let radius = reader::length(desk, keys.get("radius")?, &limits::RADIUS);
            let at = point_at(desk, keys, "at");
            only(desk, keys, &["to", "thick"], "radius");
            Some(ShapeFile::Round { at: at?, radius: radius?.value })
        }
        "from" => {
            let from = reader::point(desk, keys.get("from")?);
            let to = point_at(desk, keys, "to");
            let thick = keys
                .get("thick")
                .and_then(|n| reader::length(desk, n, &limits::THICKNESS))
                .map_or(kind.thick, |t| t.value);
            only(desk, keys, &["at"], "from");
            Some(ShapeFile::Line { from: from?, to: to?, thick })
        }
        _ => {
            only(desk, keys, &["at", "to", "thick"], "corners");
            let list = reader::list(desk, keys.get("corners")?, &limits::CORNERS);
            let corners: Vec<_> = list.iter().map(|n| reader::point(desk, n)).collect();
            corners.into_iter().collect::<Option<Vec<_>>>().map(ShapeFile::Corners)
        }
    }
}

fn point_at(
    desk: &mut Desk,
    keys: &Keys<'_>,
    key: &str,
) -> Option<crate::source::Said<skirmish_engine::battle::geometry::Point>> {
    let Some(node) = keys.get(key) else {
        let message = format!("the shape of a feature has no `{key}`");
        desk.problem(crate::code::Code::Missing, keys.at(), message)
            .hint("a shape is `at` and `size`, `at` and `radius`, `from` and `to`, or `corners`");
        return None;
    };
    reader::point(desk, node)
}

/// Notes keys that belong to another kind of shape.
fn only(desk: &mut Desk, keys: &Keys<'_>, others: &[&str], with: &str) {
    for key in others {
        if let Some(node) = keys.get(key) {
            let message = format!("`{key}` means nothing beside `{with}`");
            desk.problem(crate::code::Code::Choice, node.at, message);
        }
    }
}
