//! Terrain as written: kinds with their effects, and shapes.

use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::battle::{Cover, Going, SightEffect};

use super::docs;
use crate::code::Code;
use crate::file::{FeatureFile, ShapeFile};
use crate::keys::Keys;
use crate::limits;
use crate::problem::Diagnostics;
use crate::reader;
use crate::source::Spanned;
use crate::tree::{Node, Value};

/// A kind of terrain with its default effects.
#[derive(Debug, Clone, Copy)]
pub struct FeatureKind {
    /// Its word.
    pub name: &'static str,
    /// How far figures see through it: `None` without limit, 0 not at all.
    pub sight: Option<Len>,
    /// The cover it gives.
    pub cover: Cover,
    /// Its effect on movement.
    pub going: Going,
    /// Whether figures that fight across it can break off at will.
    pub breaks_off: bool,
    /// Its thickness when drawn as a line.
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

/// Stands in for an unknown kind, so that nothing else goes wrong.
const UNKNOWN: FeatureKind = FeatureKind {
    name: "terrain",
    sight: None,
    cover: Cover::None,
    going: Going::Free,
    breaks_off: false,
    thick: UNIT,
    about: "",
};

pub(super) fn read(diag: &mut Diagnostics, node: &Node) -> Option<FeatureFile> {
    let keys = Keys::open(diag, node, &docs::FEATURE)?;
    let words: Vec<(&str, &FeatureKind)> = FEATURE_KINDS.iter().map(|k| (k.name, k)).collect();
    let kind = keys.word(diag, "kind", "the kind of terrain", &words);
    let kind = kind.map_or(&UNKNOWN, |kind| kind.value);
    Some(FeatureFile {
        name: keys.name(diag, "name"),
        kind: kind.name,
        shape: shape(diag, &keys, kind),
        sight: sight(diag, &keys, kind),
        cover: keys.word(diag, "cover", "cover", Cover::ALL).map_or(kind.cover, |c| c.value),
        going: keys.word(diag, "going", "going", Going::ALL).map_or(kind.going, |g| g.value),
        breaks_off: keys.flag(diag, "breaks-off").map_or(kind.breaks_off, |b| b.value),
        opens: keys.name(diag, "opens"),
        at: node.at,
    })
}

fn sight(diag: &mut Diagnostics, keys: &Keys<'_>, kind: &FeatureKind) -> SightEffect {
    let usual = kind.sight.map_or(SightEffect::Clear, SightEffect::BlockBeyond);
    let Some(node) = keys.get("sight") else {
        return usual;
    };
    if matches!(node.value, Value::Text(_)) {
        let words = [("clear", SightEffect::Clear), ("blocked", SightEffect::BlockBeyond(0))];
        return reader::word(diag, node, "sight", &words).map_or(usual, |s| s.value);
    }
    reader::length(diag, node, &limits::SIZE).map_or(usual, |l| SightEffect::BlockBeyond(l.value))
}

fn shape(diag: &mut Diagnostics, keys: &Keys<'_>, kind: &FeatureKind) -> Option<ShapeFile> {
    match keys.one_of(diag)? {
        "size" => {
            let size = reader::pair(diag, keys.get("size")?, &limits::SIZE);
            let at = point_at(diag, keys, "at");
            keys.only(diag, &["to", "thick"], "size");
            Some(ShapeFile::Rectangle { at: at?, size: size? })
        }
        "radius" => {
            let radius = keys.length(diag, "radius");
            let at = point_at(diag, keys, "at");
            keys.only(diag, &["to", "thick"], "radius");
            Some(ShapeFile::Round { at: at?, radius: radius? })
        }
        "from" => {
            let from = keys.point(diag, "from");
            let to = point_at(diag, keys, "to");
            let thick = keys.length(diag, "thick").unwrap_or(kind.thick);
            keys.only(diag, &["at"], "from");
            Some(ShapeFile::Line { from: from?, to: to?, thick })
        }
        _ => {
            keys.only(diag, &["at", "to", "thick"], "corners");
            keys.points(diag, "corners", &limits::CORNERS).map(ShapeFile::Corners)
        }
    }
}

fn point_at(diag: &mut Diagnostics, keys: &Keys<'_>, key: &str) -> Option<Spanned<Point>> {
    if keys.get(key).is_none() {
        let message = format!("the shape of a feature has no `{key}`");
        diag.problem(Code::Missing, keys.at(), message)
            .hint("a shape is `at` and `size`, `at` and `radius`, `from` and `to`, or `corners`");
    }
    keys.point(diag, key)
}
