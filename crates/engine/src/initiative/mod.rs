//! Initiative systems: which side acts, and for how long. Each is one file that implements the trait `Initiative`, with a
//! folder beside it if it is large. Battle, actions, bots and dice are shared.

pub mod adnd;
mod lloyd;
mod offers;
mod petite_guerre;
mod table;
mod tempo;
mod turns;
mod warspike;

pub(crate) use adnd::Adnd;
pub(crate) use lloyd::{Lloyd, Outlook, Remembered};
pub(crate) use petite_guerre::PetiteGuerre;
pub(crate) use table::TableTurn;
pub use tempo::{Roll, Tempo, seize_roll};
pub(crate) use warspike::{Formed, WarSpike};
pub use warspike::{offer, passes, toss};

use crate::bits::Bits;
use crate::chance::{Chance, Purpose, RollSite};
use crate::event::{Ending, Event};
use crate::game::{Game, Outcome, Play};
use crate::rule::Rule;
use crate::side::{BySide, Side};

/// A system that decides which side acts next.
pub(crate) trait Initiative<S> {
    /// Plays up to and including the next action with all its consequences. Returns how the game ended, if it did.
    fn step(&mut self, game: &mut Game<'_, S, impl Play>) -> Option<Ending>;
}

impl<S, I: Initiative<S>> Initiative<S> for &mut I {
    fn step(&mut self, game: &mut Game<'_, S, impl Play>) -> Option<Ending> {
        (**self).step(game)
    }
}

/// Plays a game to its end under a system.
pub(crate) fn play<S: Bits>(
    game: &mut Game<'_, S, impl Play>,
    first: Option<Side>,
    mut system: impl Initiative<S>,
) -> Outcome {
    let named = game.battle.spec().starts;
    // Rolls for which side starts even if the roles of a pair are set from outside, so that all later dice are the same.
    let by_lot = named.is_none();
    let lot = if by_lot {
        let site = RollSite { purpose: Purpose::SetUp, rule: Rule::host(6) };
        if game.chance.die(site, 2) == 1 { Side::A } else { Side::B }
    } else {
        Side::A
    };
    let started = first.or(named).unwrap_or(lot);
    game.began = started;
    game.tempo = Tempo { holder: started, ..Tempo::default() };
    game.tell(|| Event::Begins { side: started, by_lot });
    game.roll_hit_points();
    let ending = loop {
        if let Some(ending) = system.step(game) {
            break ending;
        }
    };
    let streak = game.tempo.streak;
    game.tell(|| Event::Ends { ending, streak });
    Outcome {
        ending,
        actions: game.tempo.actions,
        losses: BySide::from_fn(|side| game.state.force[side].losses),
        activations: game.state.activations,
        started,
        first_mover: game.first_mover,
        longest_streak: game.tempo.longest,
    }
}
