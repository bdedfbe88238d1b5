//! Terrain: shapes must be simple, on the board, and not merely touching.

use skirmish_engine::battle::geometry::{Len, Point, Polygon};
use skirmish_engine::battle::{FeatureSpec, Going, SightEffect};

use super::Lookup;
use crate::code::Code;
use crate::file::{FeatureFile, ScenarioFile};
use crate::layout;
use crate::limits;
use crate::polygon::{merely_touch, reaches};
use crate::problem::{Diagnostics, quote};
use crate::reader::{self, show_len};
use crate::source::At;

/// Returns whether a point is on the board, its edges included.
pub(super) fn on_board(file: &ScenarioFile, p: Point) -> bool {
    p.x >= 0 && p.y >= 0 && p.x <= file.board.width && p.y <= file.board.height
}

pub(super) fn off_board(diag: &mut Diagnostics, file: &ScenarioFile, what: &str, p: Point, at: At) {
    let show = |len: Len| show_len(len);
    let message = format!("{what} is off the board, at [{}, {}]", show(p.x), show(p.y));
    diag.problem(Code::OffBoard, at, message).spot(p).hint(format!(
        "the board reaches from [0, 0] to [{}, {}]",
        show(file.board.width),
        show(file.board.height)
    ));
}

pub(super) fn called(feature: &FeatureFile) -> String {
    match &feature.name {
        Some(name) => format!("the {} {}", feature.kind, quote(&name.value)),
        None => format!("the {}", feature.kind),
    }
}

/// Builds the features, leaving out those with a missing or bad shape.
pub(super) fn features(diag: &mut Diagnostics, lookup: &mut Lookup<'_>) -> Vec<FeatureSpec> {
    let file = lookup.file;
    let mut features: Vec<FeatureSpec> = Vec::new();
    let mut written: Vec<&FeatureFile> = Vec::new();
    let mut corners_all = 0;
    for feature in &file.board.features {
        let opened_by = feature.opens.as_ref().and_then(|e| lookup.event(diag, e));
        let what = called(feature);
        if feature.kind == "gate" && feature.opens.is_none() {
            diag.problem(Code::Missing, feature.at, format!("no event opens {what}"))
                .hint("write `opens = \"…\"`, or make it a palisade");
        }
        if let Some(name) = &feature.name
            && written.iter().any(|f| f.name.as_ref().is_some_and(|n| n.value == name.value))
        {
            let message = format!("the name {} is used twice", quote(&name.value));
            diag.problem(Code::Duplicate, name.at, message);
        }
        let Some(shape) = &feature.shape else {
            continue;
        };
        let corners = layout::corners(shape);
        corners_all += corners.len();
        let built = FeatureSpec {
            name: feature.name.as_ref().map_or(feature.kind.to_owned(), |n| n.value.clone()),
            corners,
            sight: feature.sight,
            cover: feature.cover,
            going: feature.going,
            breaks_off: feature.breaks_off,
            opened_by,
        };
        if let Err(flaw) = built.polygon((file.board.width, file.board.height)) {
            diag.problem(Code::Shape, feature.at, format!("the shape of {what} {flaw}"))
                .spot(built.corners.first().copied().unwrap_or_default())
                .hint("corners must go round once, without crossing the outline")
                .hint(format!(
                    "there may be {} of them, two more counted for each side on the border of the board",
                    Polygon::MAX_CORNERS
                ));
            continue;
        }
        if let Some(out) = built.corners.iter().find(|c| !on_board(file, **c)) {
            off_board(diag, file, &format!("a corner of {what}"), *out, feature.at);
        }
        features.push(built);
        written.push(feature);
    }
    let last = written.last().map_or(file.at, |f| f.at);
    let before = diag.count();
    reader::amount(diag, corners_all, last, &limits::CORNERS_ALL);
    let barring = features.iter().filter(|f| f.going == Going::Barred);
    let corners_bar = barring.map(|f| f.corners.len()).sum();
    reader::amount(diag, corners_bar, last, &limits::CORNERS_BAR);
    if diag.count() > before {
        return features;
    }
    touching(diag, &features, &written);
    features
}

/// Notes features that merely touch: rounding would decide whether figures see or walk through the seam.
fn touching(diag: &mut Diagnostics, features: &[FeatureSpec], written: &[&FeatureFile]) {
    let shapes: Vec<_> = features.iter().map(|of| Polygon::new(&of.corners).ok()).collect();
    let touch = |i: usize, j: usize| merely_touch(shapes[i].as_ref()?, shapes[j].as_ref()?);
    for (i, a) in features.iter().enumerate() {
        for (j, b) in features.iter().enumerate().skip(i + 1) {
            let both_bar = a.going == Going::Barred && b.going == Going::Barred;
            let both_block = a.sight != SightEffect::Clear && b.sight != SightEffect::Clear;
            if (both_bar || both_block)
                && let Some(spot) = touch(i, j)
            {
                let line = diag.sources.line_column(written[i].at).0;
                let (one, other) = (called(written[j]), called(written[i]));
                let message = format!("{one} merely touches {other} of line {line}");
                let problem = diag.problem(Code::Touch, written[j].at, message);
                problem.spot(spot).hint("leave a gap, or let them overlap");
            }
        }
    }
}

/// Notes places that no figure can reach.
pub(super) fn places(diag: &mut Diagnostics, file: &ScenarioFile, features: &[FeatureSpec]) {
    for place in &file.board.places {
        let what = format!("the place {}", quote(&place.name.value));
        if !on_board(file, place.at.value) {
            off_board(diag, file, &what, place.at.value, place.at.at);
        } else if let Some(feature) = barring(features, place.at.value) {
            let message = format!("{what} lies inside the {}, where nobody can go", feature.name);
            diag.problem(Code::InBarred, place.at.at, message)
                .spot(place.at.value)
                .hint("put its centre where a figure can stand");
        }
    }
}

pub(super) fn barring(features: &[FeatureSpec], p: Point) -> Option<&FeatureSpec> {
    let is_there = |of: &FeatureSpec| Polygon::new(&of.corners).is_ok_and(|it| reaches(&it, p));
    features.iter().find(|of| of.going == Going::Barred && is_there(of))
}
