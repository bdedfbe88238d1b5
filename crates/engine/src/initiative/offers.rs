//! Chances to act: which side may choose, whether it does anything, and whether it could.

use crate::bits::Bits;
use crate::event::{Chances, Observer};
use crate::game::{Game, Play};
use crate::side::Side;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Reports that this many units of a side use their chance, or the side does where it acts as a whole.
    #[inline]
    pub(crate) fn uses_chances(&mut self, side: Side, count: u32) {
        self.tell_chances(side, count, true, true);
    }

    /// Reports that these units of a side let their chance pass.
    #[inline]
    pub(super) fn units_let_pass(&mut self, side: Side, units: u128) {
        if units != 0 && self.observer.wants_chances() {
            let able = units & self.able_units(side);
            self.tell_chances(side, able.count_ones(), false, true);
            self.tell_chances(side, (units & !able).count_ones(), false, false);
        }
    }

    /// Reports that the side lets this many chances pass that do not belong to certain units.
    pub(crate) fn lets_chances_pass(&mut self, side: Side, count: u32) {
        if self.observer.wants_chances() {
            let able = self.able_units(side) != 0;
            self.tell_chances(side, count, false, able);
        }
    }

    /// Reports that the side is asked for a reaction, and reacts or does not.
    #[inline]
    pub(crate) fn may_have_reacted(&mut self, side: Side, used: bool) {
        if self.observer.wants_chances() {
            let rounds = self.tempo.rounds;
            let it = Chances { side, count: 1, is_reaction: true, used, able: true, rounds };
            self.observer.chances(&it);
        }
    }

    #[inline]
    fn tell_chances(&mut self, side: Side, count: u32, used: bool, able: bool) {
        if count > 0 && self.observer.wants_chances() {
            let rounds = self.tempo.rounds;
            self.observer.chances(&Chances { side, count, is_reaction: false, used, able, rounds });
        }
    }

    /// Returns the units of a side that could do something: with a figure free to move, or in a melee that is fought by an
    /// action.
    fn able_units(&self, side: Side) -> u128 {
        let force = &self.state.force[side];
        let able = match self.battle.spec().rules.system.fights_by_turn() {
            true => force.alive.minus(force.engaged),
            false => force.alive,
        };
        self.units_of(side, able)
    }
}
