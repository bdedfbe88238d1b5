//! Which side instigates first: by a bare toss (WS-01), or by situation without one (WSC-9). The toss knows no battle: the game
//! plays on this very code, and so does the exact walk over every outcome.

use crate::bits::Bits;
use crate::chance::{Chance, Purpose, RollSite};
use crate::dice::Dice;
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::side::{BySide, Side};

/// Tosses the coin. Returns the winner.
pub fn toss<C: Chance + ?Sized>(chance: &mut C) -> Side {
    let site = RollSite { purpose: Purpose::SetUp, rule: Rule::ws(1) };
    if chance.die(site, 2) == 1 { Side::A } else { Side::B }
}

/// Offers the turn: the winner of a toss may become the Instigator or pass; then the loser may. Returns the side that commits,
/// if any.
pub fn offer(winner: Side, mut passes: impl FnMut(Side) -> bool) -> Option<Side> {
    [winner, !winner].into_iter().find(|side| !passes(*side))
}

/// Returns whether a side passes this time, if it does so in `percent` of cases.
pub fn passes<C: Chance + ?Sized>(chance: &mut C, side: Side, percent: u8) -> bool {
    let site = RollSite { purpose: Purpose::bot(side), rule: Rule::ws(1) };
    match percent {
        0 => false,
        1..100 => chance.roll(site, Dice::one(100)) <= i32::from(percent),
        _ => true,
    }
}

/// Returns the side that lies in ambush; or the side opposed to one in a defended position, on hold orders or holding its
/// objective. `None` if that is true of both sides or of neither.
pub(super) fn by_situation<S: Bits>(
    game: &mut Game<'_, S, impl Play>,
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

/// Returns the side for which something is true, if it is for just one.
fn only_one(of: BySide<bool>) -> Option<Side> {
    match of.0 {
        [true, false] => Some(Side::A),
        [false, true] => Some(Side::B),
        _ => None,
    }
}
