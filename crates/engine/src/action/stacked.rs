//! Stacked tests (WSC-5): whoever attacks rolls one die that is read against two attributes. Whoever passes neither covers
//! up, and runs if he is charged.

use crate::battle::FigureId;
use crate::bits::Bits;
use crate::chance::{Chance, Purpose};
use crate::event::{Cause, Event, Observer, Opening};
use crate::game::Game;
use crate::rule::Rule;
use crate::rulebook::{Effect, TechniqueAttack};
use crate::side::Side;

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// What kind of attack somebody makes. Where openings land of themselves it is a skilled one, without a roll (WSC-6).
    pub(super) fn attack_of(&mut self, figure: FigureId, against: FigureId) -> Opening {
        let rules = &self.battle.spec().rules.techniques;
        if rules.attack == TechniqueAttack::Opening {
            return Opening::Skilled;
        }
        let (stack, edge) = (self.battle.traits(figure).stack, self.edge(figure));
        let needed = [stack.mentality, stack.action].map(|n| rules.passes_up_to(n + edge));
        let rolled = self.roll(Purpose::Melee, Rule::wsc(5), rules.dice);
        let opening = Opening::of(needed, rolled);
        self.tell(|| Event::Opens { figure, against, needed, rolled, opening });
        let (side, bit) = (figure.side(), S::bit(figure.index()));
        if opening == Opening::CoversUp {
            self.state.force[side].covers |= bit;
        } else {
            self.cover_no_more(side, bit);
        }
        opening
    }

    /// These do something: whoever of them covered up does so no more.
    pub(super) fn cover_no_more(&mut self, side: Side, figures: S) {
        let force = &mut self.state.force[side];
        force.covers = force.covers.minus(figures);
        force.charged = force.charged.minus(figures);
    }

    /// An enemy has come into contact with a figure.
    pub(super) fn is_charged_in_cover(&mut self, figure: FigureId, by: FigureId) {
        let force = &mut self.state.force[figure.side()];
        if force.covers.has(figure.index()) {
            force.charged |= S::bit(figure.index());
            force.chargers[figure.index()] = by.index() as u8;
        }
    }

    /// Of those in a round, whoever covers up and has been charged runs before a blow is struck. Says whether somebody did.
    pub(super) fn run_from_charges(&mut self, side: Side, own: S, enemy: S) -> bool {
        let mut any = false;
        for (of, among) in [(side, own), (!side, enemy)] {
            let charged = self.state.force[of].charged & among & self.state.force[of].alive;
            for i in charged.iter() {
                let contacts = self.state.force[of].contacts[i];
                let charger = usize::from(self.state.force[of].chargers[i]);
                // If that one has been thrown back meanwhile, he runs from whoever else fights him.
                let by = contacts.has(charger).then_some(charger);
                let by = by.or_else(|| contacts.iter().next());
                if let Some(by) = by {
                    self.state.force[of].charged &= !S::bit(i);
                    any |= self.run_from(FigureId::new(of, i), FigureId::new(!of, by));
                }
            }
        }
        any
    }

    /// Whoever covers up runs from an enemy who charges him: as far as one who retreats (LLC-6). Says whether he gets away
    /// from him.
    pub(super) fn run_from(&mut self, figure: FigureId, by: FigureId) -> bool {
        let (side, i) = (figure.side(), figure.index());
        if !self.state.force[side].covers.has(i) {
            return false;
        }
        self.tell(|| Event::RunsFrom { figure, by });
        let from = self.state.at(by);
        self.suffer(figure, from, Effect::Retreat, Cause::Melee);
        !self.state.force[side].contacts[i].has(by.index())
    }
}
