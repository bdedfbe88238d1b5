//! Close combat as a chain of technique tests (WSC-6): the opening lands without a roll, whoever passes his test turns it
//! into a counter, which the other must answer in the same way, and whoever fails falls.

use crate::battle::FigureId;
use crate::bits::Bits;
use crate::chance::{Chance, Purpose};
use crate::event::{Cause, Event, MeleeKind, Observer};
use crate::game::Game;
use crate::rule::Rule;
use crate::rulebook::{Effect, TechniqueMelee};
use crate::side::Side;

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// A round between figures in contact. Those of `side` open, and so does a second figure, against whoever is left of
    /// the chains before.
    pub(super) fn chain_round(&mut self, side: Side, own: S, enemy: S, why: MeleeKind) {
        let bouts = self.bouts(side, own, enemy, u32::MAX);
        if bouts.is_empty() {
            return;
        }
        let crowd = self.crowd();
        self.tell(|| Event::MeleeRound { why });
        for (a, b, second) in bouts.iter() {
            if !self.state.is_alive(a) || !self.state.is_alive(b) {
                continue;
            }
            self.state.activations += 2;
            let (opener, other) = if second == Some(!side) {
                (b, a)
            } else {
                (a, b)
            };
            let lost = match self.battle.spec().rules.techniques.melee {
                TechniqueMelee::Chain => self.chain(opener, other),
                TechniqueMelee::Together => self.trade(opener, other),
            };
            if let Some((winner, loser)) = lost
                && crowd.leaves_alone([a, b])
            {
                self.note_duel(winner, loser, Effect::Kill);
            }
        }
    }

    /// Tests in turn until one fails. Says who has beaten whom.
    fn chain(&mut self, opener: FigureId, other: FigureId) -> Option<(FigureId, FigureId)> {
        let (mut tested, mut against) = (other, opener);
        for step in 1..=self.battle.spec().rules.techniques.most_tests {
            if !self.technique(tested, against, step) {
                self.kill(tested, Cause::Melee);
                return Some((against, tested));
            }
            (tested, against) = (against, tested);
        }
        None
    }

    /// Tests of both at once until one fails, or both: neither's fall takes the test from the other. Says who has beaten
    /// whom, if one of them stands.
    fn trade(&mut self, opener: FigureId, other: FigureId) -> Option<(FigureId, FigureId)> {
        for step in 1..=self.battle.spec().rules.techniques.most_tests {
            let holds = [
                self.technique(other, opener, step),
                self.technique(opener, other, step),
            ];
            if holds == [true; 2] {
                continue;
            }
            for (held, figure) in holds.into_iter().zip([other, opener]) {
                // A unit that leaves the table may take the other with it.
                if !held && self.state.is_alive(figure) {
                    self.kill(figure, Cause::Melee);
                }
            }
            return match holds {
                [true, false] => Some((other, opener)),
                [false, true] => Some((opener, other)),
                _ => None,
            };
        }
        None
    }

    /// A blow by itself: the opening alone. A counter is the other's own blow.
    pub(super) fn opening(&mut self, striker: FigureId, target: FigureId) {
        self.state.activations += 1;
        if !self.technique(target, striker, 1) {
            self.kill(target, Cause::Melee);
        }
    }

    /// One technique test (WSC-4). Says whether it is passed.
    fn technique(&mut self, figure: FigureId, against: FigureId, step: u16) -> bool {
        let rules = &self.battle.spec().rules.techniques;
        let attribute = self.battle.traits(figure).technique + self.edge(figure);
        let needed = rules.passes_up_to(attribute);
        let rolled = self.roll(Purpose::Melee, Rule::wsc(6), rules.dice);
        let passes = rolled <= needed;
        self.tell(|| Event::Technique {
            figure,
            against,
            step,
            needed,
            rolled,
            passes,
        });
        passes
    }
}
