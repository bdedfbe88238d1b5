//! The board as written.

use skirmish_engine::battle::geometry::{Point, UNIT};

use super::{docs, features};
use crate::file::{BoardFile, PlaceFile, Unit};
use crate::keys::Keys;
use crate::limits;
use crate::problem::Diagnostics;
use crate::reader;
use crate::source::{At, Spanned};
use crate::tree::Node;

const USUAL_RADIUS: i32 = 2 * UNIT;

pub(super) fn read(diag: &mut Diagnostics, node: Option<&Node>, at: At) -> BoardFile {
    let mut board = BoardFile {
        width: limits::BOARD.most as i32 * UNIT,
        height: limits::BOARD.most as i32 * UNIT,
        unit: Unit::Inch,
        features: Vec::new(),
        places: Vec::new(),
    };
    let Some(keys) = node.and_then(|n| Keys::open(diag, n, &docs::BOARD)) else {
        return board;
    };
    if let Some(size) = keys.get("size").and_then(|n| reader::pair(diag, n, &limits::BOARD)) {
        (board.width, board.height) = size.value;
    }
    let units = [("in", Unit::Inch), ("cm", Unit::Centimeter)];
    board.unit = keys.word(diag, "unit", "the unit", &units).map_or(board.unit, |u| u.value);
    board.features = keys.list(diag, "features", &limits::FEATURES, features::read);
    if let Some(places) = keys.get("places") {
        for (name, node) in reader::named(diag, places, "a place", &limits::PLACES) {
            board.places.push(place(diag, name, node, at));
        }
    }
    board
}

/// A badly described place is kept so that its name stays known.
fn place(diag: &mut Diagnostics, name: Spanned<String>, node: &Node, at: At) -> PlaceFile {
    let keys = Keys::open(diag, node, &docs::PLACE);
    let centre = keys.and_then(|keys| keys.point(diag, "at"));
    let radius = keys.and_then(|keys| keys.length(diag, "radius"));
    PlaceFile {
        name,
        at: centre.unwrap_or(Spanned::new(Point::default(), at)),
        radius: radius.unwrap_or(USUAL_RADIUS),
    }
}
