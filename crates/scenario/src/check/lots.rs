//! The lots in a bag or deck: not too many, and something for every unit (TN-02, TN-03).

use skirmish_engine::battle::BattleSpec;
use skirmish_engine::rulebook::Next;
use skirmish_engine::side::Side;

use crate::code::Code;
use crate::file::SideFile;
use crate::limits;
use crate::problem::{Diagnostics, quote};
use crate::reader;
use crate::source::At;

pub(super) fn lots(diag: &mut Diagnostics, spec: &BattleSpec, sides: [&SideFile; 2], at: At) {
    let Some(turn) = spec.rules.system.turn() else { return };
    let units: usize = spec.sides.0.iter().map(|side| side.units.len()).sum();
    let led = |side: Side| spec.sides[side].units.iter().filter(|u| u.leader.is_some()).count();
    let leaders: usize = Side::BOTH.map(led).iter().sum();
    let own = match turn.next {
        Next::Bag => units * usize::from(turn.tokens),
        Next::Deck => units * usize::from(turn.cards) + leaders * usize::from(turn.leader_cards),
        Next::Sides | Next::Count => return,
    };
    let all =
        own + [turn.blanks, turn.jokers, turn.end_cards].map(usize::from).iter().sum::<usize>();
    // One lot for each unit is always allowed, even if both sides are full.
    if all != units {
        reader::amount(diag, all, at, &limits::LOTS);
    }
    for (side, file) in Side::BOTH.into_iter().zip(sides) {
        if turn.next == Next::Deck && turn.cards == 0 && led(side) == 0 {
            for body in &file.bodies {
                let message = format!(
                    "{} never acts: the deck has no card for it, and its side no leader",
                    quote(&body.name.value)
                );
                diag.problem(Code::Turn, body.name.at, message)
                    .hint("give one of them a `leader`, or say `turn.cards = 1`");
            }
        }
    }
}
