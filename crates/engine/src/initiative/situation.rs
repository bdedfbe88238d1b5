//! Who instigates by situation (WSC-9), where nobody tosses or rolls for it.

use crate::bits::Bits;
use crate::chance::Chance;
use crate::event::Observer;
use crate::game::Game;
use crate::side::{BySide, Side};

/// Who lies in ambush; or who is opposed to those in a defended position, on hold
/// orders or holding their objective. `None` if that is true of both sides or of neither.
pub(super) fn by_situation<S: Bits, C: Chance, O: Observer>(
    game: &mut Game<'_, S, C, O>,
    on_hold: BySide<u128>,
) -> Option<Side> {
    let in_ambush = BySide::from_fn(|side| game.lies_in_ambush(side));
    let defends = BySide::from_fn(|side| {
        let objective = game.objective_place(side);
        game.units_in_play(side) & on_hold[side] != 0
            || objective.is_some_and(|place| game.is_held(side, place))
    });
    only_one(in_ambush).or_else(|| only_one(defends).map(|side| !side))
}

/// The side of which something is true, if it is true of one only.
fn only_one(of: BySide<bool>) -> Option<Side> {
    match of.0 {
        [true, false] => Some(Side::A),
        [false, true] => Some(Side::B),
        _ => None,
    }
}
