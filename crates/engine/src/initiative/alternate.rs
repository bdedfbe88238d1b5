//! I-go-you-go (BL-01): the side to move activates each of its units once, in the order its bot likes; then the other.

use super::Initiative;
use super::turns::Pending;
use crate::battle::Kinds;
use crate::bits::Bits;
use crate::chance::Chance;
use crate::event::{Ending, Observer};
use crate::game::Game;
use crate::side::Side;

/// The system: whose turn it is, and whose units have yet to be activated in it.
pub(crate) struct Alternate {
    turn: Option<Side>,
    open: bool,
    /// Units that have yet to be activated.
    pending: Pending,
}

impl Alternate {
    pub(crate) const fn new() -> Self {
        Self { turn: None, open: false, pending: Pending::of(0) }
    }
}

impl<S: Bits> Initiative<S> for Alternate {
    fn step<C: Chance, O: Observer>(&mut self, game: &mut Game<'_, S, C, O>) -> Option<Ending> {
        let side = match self.turn {
            None => game.tempo.holder,
            Some(side) if self.open => side,
            Some(side) => !side,
        };
        if !self.open {
            self.turn = Some(side);
            self.open = true;
            game.begin_turn(side);
            self.pending = Pending::of(game.units_in_play(side));
        }
        let Some((_, choice)) = game.next_unit(side, &mut self.pending, Kinds::ANY) else {
            game.let_pass(side, &self.pending);
            self.open = false;
            game.tempo.turns += 1;
            return game.ending();
        };
        game.take_over(side);
        game.act(side, &choice, None);
        game.tempo.acted(false);
        game.settle_events();
        game.ending()
    }
}
