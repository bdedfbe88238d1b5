//! Duels (LL-16): two leaders who have nobody but one another in contact fight one in each round; who falls or retreats has
//! lost it.

use crate::battle::FigureId;
use crate::bits::Bits;
use crate::chance::Chance;
use crate::event::{Event, Observer};
use crate::game::Game;
use crate::rulebook::{Duels, Effect, System};
use crate::side::Side;

/// Those who have more than one enemy in contact as a round begins.
pub(super) struct Crowd<S>([S; 2]);

impl<S: Bits> Crowd<S> {
    /// Whether each of two in contact has nobody but the other.
    pub(super) fn leaves_alone(&self, pair: [FigureId; 2]) -> bool {
        pair.iter().all(|figure| !self.0[figure.side() as usize].has(figure.index()))
    }
}

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// Who is in contact with several, before anybody falls: two alone with one another, not two who are left, fight a
    /// duel.
    pub(super) fn crowd(&self) -> Crowd<S> {
        let mut crowd = [S::EMPTY; 2];
        for of in Side::BOTH {
            let force = &self.state.force[of];
            for i in force.engaged.iter() {
                if force.contacts[i].count() > 1 {
                    crowd[of as usize] |= S::bit(i);
                }
            }
        }
        Crowd(crowd)
    }

    /// Two alone with one another have fought, and one of them or both may have fallen by it.
    pub(super) fn note_fall(&mut self, [a, b]: [FigureId; 2], fallen: [bool; 2]) {
        match fallen {
            [false, true] => self.note_duel(a, b, Effect::Kill),
            [true, false] => self.note_duel(b, a, Effect::Kill),
            _ => {}
        }
    }

    /// Two alone with one another have fought, and one has beaten the other. If that is a duel, its roll is due after
    /// those of the duels that were decided before it.
    pub(super) fn note_duel(&mut self, winner: FigureId, loser: FigureId, effect: Effect) {
        let leaders = self.battle.traits(winner).leads && self.battle.traits(loser).leads;
        let is_duel = leaders && effect >= Effect::Retreat;
        // It is about the initiative, and so part of Lloyd's system.
        let rules = &self.battle.spec().rules;
        // Whoever loses again before his side has rolled has lost one duel.
        let is_new = self.state.duels.iter().all(|(_, other)| *other != loser);
        if is_duel
            && is_new
            && rules.system == System::Lloyd
            && rules.options.duels == Duels::Leaders
        {
            self.state.duels.push((winner, loser));
            self.tell(|| Event::Duel { winner, loser });
        }
    }

    /// Winner and loser of the duel whose roll is due next.
    pub(crate) fn next_duel(&mut self) -> Option<(FigureId, FigureId)> {
        let duels = &mut self.state.duels;
        (!duels.is_empty()).then(|| duels.remove(0))
    }
}
