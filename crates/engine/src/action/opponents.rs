//! With whom a match is fought (WS-04): one unit acts, one reacts, and nobody else has a part in it.

use crate::bits::Bits;
use crate::chance::Chance;
use crate::event::Observer;
use crate::game::Game;
use crate::rulebook::System;
use crate::side::Side;

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// Whether units fight in matches of one with one, apart from all others.
    pub(super) fn is_in_isolation(&self) -> bool {
        self.battle.spec().rules.system == System::WarSpike
    }

    /// Of figures of a side and enemies in contact with them, those who fight one another. In a match that is with one
    /// unit: the one that reacts, if they are in contact with it; else the one attacked; else the one that most of them are
    /// in contact with, of equals the first.
    pub(super) fn of_the_match(&self, side: Side, figures: S, met: S) -> (S, S) {
        if !self.is_in_isolation() {
            return (figures, met);
        }
        let contacts = &self.state.force[side].contacts;
        let those_at = |enemy: S| {
            let at = figures.iter().filter(|i| contacts[*i].meets(enemy));
            at.fold(S::EMPTY, |set, i| set | S::bit(i))
        };
        let blocks = &self.blocks[!side];
        let mut left = self.units_of(!side, met);
        let meant = self.meant.map(|units| blocks.with(units));
        let meant = meant.into_iter().find(|units| units & left != 0);
        let mut best = (0, S::EMPTY);
        while left != 0 {
            let units = blocks.with(left & left.wrapping_neg());
            left &= !units;
            let enemy = met & self.members_of(!side, units);
            let is_meant = meant.is_some_and(|meant| units & meant != 0);
            let most = if is_meant { u32::MAX } else { those_at(enemy).count() };
            if most > best.0 {
                best = (most, enemy);
            }
        }
        (those_at(best.1), best.1)
    }
}
