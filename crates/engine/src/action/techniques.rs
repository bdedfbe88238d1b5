//! Close combat by technique tests: chains of tests (WSC-4, WSC-6), and attacks by stacked tests (WSC-5).

use crate::battle::FigureId;
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::event::{ActionKind, Cause, Event, MeleeKind, MoveKind, Opening};
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::rulebook::{Effect, TechniqueAttack, TechniqueMelee};
use crate::side::Side;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Fights a round between figures in contact. Figures of `side` open; so does a second figure, against the survivor of the
    /// chains before.
    pub(super) fn chain_round(&mut self, side: Side, own: S, enemy: S, why: MeleeKind) {
        let mut bouts = self.bouts(side, own, enemy, None);
        if bouts.is_empty() {
            return;
        }
        self.tell(|| Event::MeleeRound { why });
        if self.run_from_charges(side, own, enemy) {
            bouts = self.bouts(side, own, enemy, None);
            let idle = own.minus(bouts.own());
            self.tell_hindered(side, idle, ActionKind::Fight, Self::no_blow);
        }
        // Before any figure falls: counts two alone with each other from the start, not two left over (LL-16).
        let crowd = self.crowd();
        for (a, b, second) in bouts.iter() {
            if !self.state.is_alive(a) || !self.state.is_alive(b) {
                self.tell_left_alone([a, b], second);
                continue;
            }
            self.state.activations += 2;
            let (opener, other) = if second == Some(!side) { (b, a) } else { (a, b) };
            let lost =
                match (self.attack_of(opener, other), self.battle.spec().rules.techniques.melee) {
                    (Opening::CoversUp, _) => None,
                    (Opening::Skilled, TechniqueMelee::Chain) => self.chain(opener, other),
                    (Opening::Skilled, TechniqueMelee::Together) => self.trade(opener, other),
                    (opening, _) => self.once(opener, other, opening),
                };
            if let Some((winner, loser)) = lost
                && crowd.leaves_alone([a, b])
            {
                self.note_duel(winner, loser, Effect::Kill);
            }
        }
    }

    /// Tests in turn until one fails. Returns winner and loser.
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

    /// Tests both at once until one or both fail; the fall of one does not spare the other its test. Returns winner and loser
    /// if one is left standing.
    fn trade(&mut self, opener: FigureId, other: FigureId) -> Option<(FigureId, FigureId)> {
        for step in 1..=self.battle.spec().rules.techniques.most_tests {
            let holds = [self.technique(other, opener, step), self.technique(opener, other, step)];
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

    /// Fights a blow by itself: only the opening. A counter is a blow of the other's own.
    pub(super) fn opening(&mut self, striker: FigureId, target: FigureId, charges: bool) {
        self.state.activations += 1;
        if charges && self.run_from(target, striker) {
            return;
        }
        let opening = self.attack_of(striker, target);
        if opening != Opening::CoversUp {
            self.once(striker, target, opening);
        }
    }

    /// Fights an opening with no follow-up. If a wild one is countered, the counter lands (WSC-5). Returns winner and loser.
    fn once(
        &mut self,
        opener: FigureId,
        other: FigureId,
        opening: Opening,
    ) -> Option<(FigureId, FigureId)> {
        let (winner, loser) = if !self.technique(other, opener, 1) {
            (opener, other)
        } else if opening == Opening::Wild {
            (other, opener)
        } else {
            return None;
        };
        // In a round of segments it may have fallen at the same moment (AD-08).
        if self.state.can_be_hit(loser) {
            self.kill(loser, Cause::Melee);
        }
        Some((winner, loser))
    }

    /// Rolls one technique test (WSC-4). Returns whether it is passed.
    fn technique(&mut self, figure: FigureId, against: FigureId, step: u16) -> bool {
        let rules = &self.battle.spec().rules.techniques;
        let attribute = self.battle.traits(figure).technique + self.edge(figure);
        let needed = rules.passes_up_to(attribute);
        let rolled = self.roll(Purpose::Melee, Rule::wsc(6), rules.dice);
        let passes = rolled <= needed;
        self.tell(|| Event::Technique { figure, against, step, needed, rolled, passes });
        passes
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns what kind of attack a figure makes. If the rules have plain openings it is a skilled one, without a roll
    /// (WSC-6).
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

    /// Ends the cover of these figures, as they do something.
    pub(super) fn cover_no_more(&mut self, side: Side, figures: S) {
        let force = &mut self.state.force[side];
        force.covers = force.covers.minus(figures);
        force.charged = force.charged.minus(figures);
    }

    /// Notes that an enemy has come into contact with a figure that covers up.
    pub(super) fn is_charged_in_cover(&mut self, figure: FigureId, by: FigureId) {
        let (i, by) = (figure.index(), by.index());
        let force = &mut self.state.force[figure.side()];
        if force.covers.has(i) {
            if !force.charged.has(i) {
                force.chargers[i] = S::EMPTY;
            }
            force.charged |= S::bit(i);
            force.chargers[i] |= S::bit(by);
            force.last_charger[i] = by as u8;
        }
    }

    /// Runs figures that cover up and have been charged, before blows are struck in a round. Returns whether any ran.
    pub(super) fn run_from_charges(&mut self, side: Side, own: S, enemy: S) -> bool {
        let mut any = false;
        for (of, among) in [(side, own), (!side, enemy)] {
            let charged = self.state.force[of].charged & among & self.state.force[of].alive;
            for i in charged.iter() {
                let force = &self.state.force[of];
                let contacts = force.contacts[i];
                let last = usize::from(force.last_charger[i]);
                // If that charger has fallen or been thrown back, runs from another charger, or else from any enemy in contact.
                let by = contacts.has(last).then_some(last);
                let by = by.or_else(|| (contacts & force.chargers[i]).iter().next());
                let by = by.or_else(|| contacts.iter().next());
                if let Some(by) = by {
                    self.state.force[of].charged &= !S::bit(i);
                    let gets_away = self.run_from(FigureId::new(of, i), FigureId::new(!of, by));
                    // It may have left enemies other than that one.
                    any |= gets_away || self.state.force[of].contacts[i] != contacts;
                }
            }
        }
        any
    }

    /// Runs a figure that covers up from a charging enemy, as far as in a retreat (LLC-6). Returns whether it gets away from
    /// it.
    pub(super) fn run_from(&mut self, figure: FigureId, by: FigureId) -> bool {
        let (side, i) = (figure.side(), figure.index());
        if !self.state.force[side].covers.has(i) || !self.state.is_alive(figure) {
            return false;
        }
        self.tell(|| Event::RunsFrom { figure, by });
        let from = self.state.at(by);
        let allowance = 2 * self.battle.traits(figure).rate;
        self.flee(figure, from, allowance, MoveKind::Retreat);
        self.state.refresh_contacts(self.battle, side, i);
        !self.state.force[side].contacts[i].has(by.index())
    }
}
