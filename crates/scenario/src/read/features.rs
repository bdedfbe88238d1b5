//! Terrain as written: kinds with what they do, and shapes.

use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::battle::{Cover, Going, SightEffect};

use super::docs;
use crate::code::Code;
use crate::file::{FeatureFile, ShapeFile};
use crate::limits;
use crate::problem::Desk;
use crate::reader::{self, Keys};
use crate::source::Said;
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
    let kind = keys.word(desk, "kind", "the kind of terrain", &words);
    let kind = kind.map_or(&FEATURE_KINDS[0], |kind| kind.value);
    Some(FeatureFile {
        name: keys.name(desk, "name"),
        kind: kind.name,
        shape: shape(desk, &keys, kind),
        sight: sight(desk, &keys, kind),
        cover: keys.word(desk, "cover", "cover", COVERS).map_or(kind.cover, |c| c.value),
        going: keys.word(desk, "going", "going", GOINGS).map_or(kind.going, |g| g.value),
        breaks_off: keys.flag(desk, "breaks-off").map_or(kind.breaks_off, |b| b.value),
        opens: keys.name(desk, "opens"),
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
            keys.only(desk, &["to", "thick"], "size");
            Some(ShapeFile::Rectangle { at: at?, size: size? })
        }
        "radius" => {
            let radius = keys.length(desk, "radius");
            let at = point_at(desk, keys, "at");
            keys.only(desk, &["to", "thick"], "radius");
            Some(ShapeFile::Round { at: at?, radius: radius? })
        }
        "from" => {
            let from = keys.point(desk, "from");
            let to = point_at(desk, keys, "to");
            let thick = keys.length(desk, "thick").unwrap_or(kind.thick);
            keys.only(desk, &["at"], "from");
            Some(ShapeFile::Line { from: from?, to: to?, thick })
        }
        _ => {
            keys.only(desk, &["at", "to", "thick"], "corners");
            keys.points(desk, "corners", &limits::CORNERS).map(ShapeFile::Corners)
        }
    }
}

fn point_at(desk: &mut Desk, keys: &Keys<'_>, key: &str) -> Option<Said<Point>> {
    if keys.get(key).is_none() {
        let message = format!("the shape of a feature has no `{key}`");
        desk.problem(Code::Missing, keys.at(), message)
            .hint("a shape is `at` and `size`, `at` and `radius`, `from` and `to`, or `corners`");
    }
    keys.point(desk, key)
}
