//! Rounds of melee (LL-09 to LL-11; HOST-3, LLC-4, LLC-6).

use crate::battle::{FigureId, MAX_FIGURES};
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::event::{ActionKind, Cause, Event, Hindrance, MeleeKind, Part, Parts};
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::rulebook::{Duels, Effect, Fighting};
use crate::side::Side;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Fights a round of these figures of a side with all enemies they are in contact with (LL-09); in a match, with those of
    /// one unit (WS-04).
    pub(crate) fn fight(&mut self, side: Side, fighters: S, why: MeleeKind) {
        let idle = fighters.minus(self.state.force[side].engaged);
        self.tell_hindered(side, idle, ActionKind::Fight, Self::no_blow);
        let fighters = fighters & self.state.force[side].engaged;
        let open = self.in_the_match(!side);
        let met = self.state.met_by(side, fighters) & open;
        let (own, enemy) = self.of_the_match(side, fighters, met);
        let others = fighters.minus(own);
        self.tell_hindered(side, others, ActionKind::Fight, |_, _| Hindrance::OtherMatch);
        let new = if why == MeleeKind::Contact { own } else { S::EMPTY };
        self.melee_round(side, own, enemy, new, why);
    }

    /// Makes every figure in contact fight (LL-10).
    pub(crate) fn everyone_fights(&mut self, side: Side) {
        let (own, enemy) = (self.state.force[side].engaged, self.state.force[!side].engaged);
        self.melee_round(side, own, enemy, S::EMPTY, MeleeKind::Everyone);
    }

    /// Returns all figures on both sides in one melee with these: joined by contact (LL-11).
    pub(super) fn melee_of(&self, side: Side, figures: S) -> (S, S) {
        let (own, enemy) = (&self.state.force[side], &self.state.force[!side]);
        let mut ours = figures & own.engaged;
        let mut theirs = S::EMPTY;
        loop {
            let met = ours.iter().fold(S::EMPTY, |set, i| set | own.contacts[i]);
            let back = met.iter().fold(ours, |set, j| set | enemy.contacts[j]);
            if met == theirs && back == ours {
                return (ours, theirs);
            }
            (ours, theirs) = (back, met);
        }
    }

    /// Fights a round between figures in contact, by the rulebook's way of fighting. `new` are those that have just come into
    /// contact.
    pub(crate) fn melee_round(&mut self, side: Side, own: S, enemy: S, new: S, why: MeleeKind) {
        match self.battle.spec().rules.fighting {
            Fighting::Host => self.host_round(side, own, enemy, new, why),
            Fighting::PetiteGuerre => self.clash_round(side, own, enemy, why),
            Fighting::Techniques => self.chain_round(side, own, enemy, why),
            Fighting::Osric => self.blow_round(side, own, enemy, why),
            Fighting::Steps(_) => self.step_round(side, own, enemy, why),
        }
    }

    /// Fights a round by the host rules: all pairs are settled before a die is rolled. Reach counts for figures in `new` and
    /// for their opponents (LLC-4).
    fn host_round(&mut self, side: Side, own: S, enemy: S, new: S, why: MeleeKind) {
        let bouts = self.bouts_of_pairs(side, own, enemy);
        if bouts.is_empty() {
            return;
        }
        let crowd = self.crowd();
        self.tell(|| Event::MeleeRound { why });
        self.state.activations += own.count() + enemy.count();
        let mut helps = [[0; 2]; MAX_FIGURES];
        for (pair, helps) in bouts.pairs().zip(&mut helps) {
            let helpers = bouts.helpers(pair, |_, _| true);
            let rear = pair.map(|who| self.rear_support(who.side(), who.index()));
            *helps = [helpers[0] + rear[0], helpers[1] + rear[1]];
        }
        let holder = self.tempo.holder;
        let pairs = bouts.iter().take_while(|(.., second)| second.is_none());
        for ((a, b, _), helps) in pairs.zip(helps) {
            // A unit that leaves the table in mid-round takes its fighters with it.
            if !self.state.is_alive(a) || !self.state.is_alive(b) {
                self.tell_left_alone([a, b], None);
                continue;
            }
            let closes = new.has(a.index());
            let parts = [
                self.melee_parts(a, b, helps[0], closes),
                self.melee_parts(b, a, helps[1], closes),
            ];
            let melee = &self.battle.spec().rules.melee;
            let (dice, row) = (melee.dice, melee.effect);
            let rolled_a = self.roll(Purpose::Melee, Rule::host(3), dice);
            let rolled_b = self.roll(Purpose::Melee, Rule::host(3), dice);
            let total_a = self.melee_total(a, rolled_a, &parts[0]);
            let total_b = self.melee_total(b, rolled_b, &parts[1]);
            let effect = row.effect((total_a - total_b).abs());
            // Reports name the figure of the side with the initiative first.
            self.tell(|| {
                if side == holder {
                    Event::Fights { a, b, rolled_a, rolled_b, total_a, total_b, parts, effect }
                } else {
                    Event::Fights {
                        a: b,
                        b: a,
                        rolled_a: rolled_b,
                        rolled_b: rolled_a,
                        total_a: total_b,
                        total_b: total_a,
                        parts: [parts[1], parts[0]],
                        effect,
                    }
                }
            });
            if effect == Effect::None {
                continue;
            }
            let (winner, loser) = if total_a > total_b { (a, b) } else { (b, a) };
            let from = self.state.at(winner);
            let suffered = self.suffer(loser, from, effect, Cause::Melee);
            if crowd.leaves_alone([a, b]) {
                self.note_duel(winner, loser, suffered);
            }
        }
    }

    /// Returns a fighter's roll, its quality, and what helps it.
    pub(crate) fn melee_total(&self, figure: FigureId, rolled: i32, parts: &Parts) -> i32 {
        rolled + i32::from(self.battle.traits(figure).quality) + parts.sum()
    }

    /// Returns what a fighter adds to its roll and its quality against an enemy.
    pub(crate) fn melee_parts(
        &self,
        figure: FigureId,
        enemy: FigureId,
        helpers: i32,
        closes: bool,
    ) -> Parts {
        let melee = &self.battle.spec().rules.melee;
        let (own, other) = (self.battle.traits(figure), self.battle.traits(enemy));
        let mut parts = Parts::NONE;
        let helped = melee.support * helpers.min(melee.support_most);
        parts.add(Part::Support, helped);
        parts.add(Part::Prepared, self.edge(figure));
        if closes {
            let longer = (own.reach - other.reach).max(0);
            parts.add(Part::Reach, melee.reach * longer);
        }
        // The barricade helps the figure that was there first, not the one that came up to it.
        let terrain = self.state.terrain(self.battle);
        let came = self.state.force[figure.side()].came.has(figure.index());
        if melee.barricade != 0
            && !came
            && terrain.is_across_barricade(self.state.at(figure), self.state.at(enemy))
        {
            parts.add(Part::Barricade, melee.barricade);
        }
        parts
    }

    /// Counts the support of friends that reach past a fighter from behind: spears and javelins from the second rank, pikes
    /// from the third too (LLC-4).
    pub(super) fn rear_support(&self, side: Side, i: usize) -> i32 {
        let movement = &self.battle.spec().rules.movement;
        let force = &self.state.force[side];
        let traits = self.battle.traits_of(side);
        let step = movement.base + movement.contact_gap;
        let mut rear = force.alive.minus(force.engaged | S::bit(i));
        if self.is_in_isolation() {
            rear &= self.as_one(side, S::bit(i));
        }
        let second = self.state.within(side, force.at[i], step, rear);
        let mut support = 0;
        let mut third = S::EMPTY;
        for k in second.iter() {
            support += i32::from(traits[k].ranks >= 2 || traits[k].supports);
            third |= self.state.within(side, force.at[k], step, rear);
        }
        for k in third.minus(second).iter() {
            support += i32::from(traits[k].ranks >= 3);
        }
        support
    }
}

/// Figures with more than one enemy in contact as a round begins.
pub(super) struct Crowd<S>([S; 2]);

impl<S: Bits> Crowd<S> {
    /// Returns whether each of two figures in contact has no opponent but the other.
    pub(super) fn leaves_alone(&self, pair: [FigureId; 2]) -> bool {
        pair.iter().all(|figure| !self.0[figure.side() as usize].has(figure.index()))
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Notes the figures in contact with several enemies, before any falls. Only two that are alone with each other at the
    /// start fight a duel, not two left over; nor two leaders on either side of a barricade, from which both break off at will
    /// (LL-16).
    pub(super) fn crowd(&self) -> Crowd<S> {
        let mut crowd = [S::EMPTY; 2];
        for of in Side::BOTH {
            let force = &self.state.force[of];
            crowd[of as usize] = force.engaged.filter(|i| force.contacts[i].count() > 1);
        }
        let terrain = self.state.terrain(self.battle);
        if terrain.has_barricades() && self.battle.spec().rules.system.is_seized() {
            let [own, theirs] = [Side::A, Side::B].map(|of| &self.state.force[of]);
            let leaders = |i: &usize| self.battle.traits_of(Side::A)[*i].leads;
            let is_across = |i: &usize| {
                let mut met = own.contacts[*i].iter();
                met.any(|j| terrain.is_across_barricade(own.at[*i], theirs.at[j]))
            };
            crowd[Side::A as usize] |= S::of(own.engaged.iter().filter(leaders).filter(is_across));
        }
        Crowd(crowd)
    }

    /// Notes that two figures alone with each other have fought; one or both may have fallen by it.
    pub(super) fn note_fall(&mut self, [a, b]: [FigureId; 2], fallen: [bool; 2]) {
        match fallen {
            [false, true] => self.note_duel(a, b, Effect::Kill),
            [true, false] => self.note_duel(b, a, Effect::Kill),
            _ => {}
        }
    }

    /// Notes that one of two figures alone with each other has beaten the other. If that is a duel, its roll is due after those
    /// of duels decided before.
    pub(super) fn note_duel(&mut self, winner: FigureId, loser: FigureId, effect: Effect) {
        let leaders = self.battle.traits(winner).leads && self.battle.traits(loser).leads;
        let is_duel = leaders && effect >= Effect::Retreat;
        // Duels are about the initiative, and so part of Lloyd's system.
        let rules = &self.battle.spec().rules;
        // A leader that loses again before its side has rolled has lost only one duel.
        let is_new = self.state.duels.iter().all(|(_, other)| *other != loser);
        if is_duel && is_new && rules.system.is_seized() && rules.options.duels == Duels::Leaders {
            self.state.duels.push((winner, loser));
            self.tell(|| Event::Duel { winner, loser });
        }
    }

    /// Returns winner and loser of the duel whose roll is due next.
    pub(crate) fn next_duel(&mut self) -> Option<(FigureId, FigureId)> {
        let duels = &mut self.state.duels;
        (!duels.is_empty()).then(|| duels.remove(0))
    }
}
