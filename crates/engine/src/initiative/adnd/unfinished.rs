//! What was declared and does not happen, as far as it is not an attack: moves that nobody sets off on, and spells that are
//! not over with the round.

use super::{Adnd, Declared};
use crate::bits::Bits;
use crate::chance::Chance;
use crate::event::{Hindrance, Observer};
use crate::game::Game;

impl<S: Bits> Adnd<S> {
    /// Tells who of a move that is over has not moved at all: in a move that has not begun those who have fallen, too.
    pub(super) fn tell_stayed<C: Chance, O: Observer>(
        &self,
        game: &mut Game<'_, S, C, O>,
        action: &Declared<S>,
    ) {
        let side = action.side;
        let still = |i: &usize| self.gone[side][*i].spent == 0;
        let declared = match action.begun {
            true => action.choice.actors,
            false => action.who,
        };
        let stayed = declared.iter().filter(still);
        let stayed = stayed.fold(S::EMPTY, |set, i| set | S::bit(i));
        game.tell_hindered(side, stayed, action.choice.kind, Game::no_move);
    }

    /// Tells of spells that outlast the round, or the surprise segment, that is over (ADC-6, ADC-9).
    pub(super) fn tell_unfinished<C: Chance, O: Observer>(&self, game: &mut Game<'_, S, C, O>) {
        for action in self.actions() {
            if action.over == 0 && action.outlasts(self.segments) {
                let casters = action.choice.actors & game.state.force[action.side].alive;
                game.tell_hindered(action.side, casters, action.choice.kind, |_, _| {
                    Hindrance::RoundOver
                });
            }
        }
    }
}
