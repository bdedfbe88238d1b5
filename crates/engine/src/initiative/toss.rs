//! The bare toss for who instigates (WS-01), without a battle round it. The game plays on this very code; so does the
//! exact walk over every outcome.

use crate::chance::{Chance, Purpose, RollSite};
use crate::dice::Dice;
use crate::rule::Rule;
use crate::side::Side;

/// Tosses the coin. Returns who wins it.
pub fn toss<C: Chance + ?Sized>(chance: &mut C) -> Side {
    let site = RollSite { purpose: Purpose::SetUp, rule: Rule::ws(1) };
    if chance.die(site, 2) == 1 { Side::A } else { Side::B }
}

/// The winner of a toss may become the Instigator or pass; then the loser may. Returns who commits, if anyone does.
pub fn offer(winner: Side, mut passes: impl FnMut(Side) -> bool) -> Option<Side> {
    [winner, !winner].into_iter().find(|side| !passes(*side))
}

/// Whether a side that passes in so many of a hundred cases does now.
pub fn passes<C: Chance + ?Sized>(chance: &mut C, side: Side, percent: u8) -> bool {
    let site = RollSite { purpose: Purpose::bot(side), rule: Rule::ws(1) };
    match percent {
        0 => false,
        1..100 => chance.roll(site, Dice::one(100)) <= i32::from(percent),
        _ => true,
    }
}
