//! What is done in readiness: the specials of WarSpike (WS-02), lying low and preparing for the next reaction; and spears
//! that are set against a charge (ADC-7).

use super::Choice;
use crate::battle::{FigureId, UnitId};
use crate::bits::Bits;
use crate::chance::Chance;
use crate::decide::Plan;
use crate::event::{ActionKind, Event, Observer};
use crate::game::Game;
use crate::rulebook::{ChargeMet, System};
use crate::side::Side;

/// Units of a side, by their places, that a special tells on.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Specials {
    /// Those that lie low: nobody can aim at them.
    pub(super) low: u128,
    /// Those that have prepared for their next reaction.
    prepared: u128,
    /// Those that are making it.
    ready: u128,
}

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// Figures of a side that can be aimed at.
    #[inline]
    pub(crate) fn in_the_open(&self, side: Side) -> S {
        let alive = self.state.force[side].alive;
        let low = self.specials[side].low;
        if low == 0 {
            return alive;
        }
        let traits = self.battle.traits_of(side);
        let hidden = alive.iter().filter(|i| low >> traits[*i].unit.0 & 1 == 1);
        alive.minus(hidden.fold(S::EMPTY, |set, i| set | S::bit(i)))
    }

    /// What a figure adds to its rolls in the reaction that its unit has prepared for.
    #[inline]
    pub(super) fn edge(&self, figure: FigureId) -> i32 {
        let ready = self.specials[figure.side()].ready;
        if ready >> self.battle.traits(figure).unit.0 & 1 == 1 {
            self.battle.spec().rules.warspike.prepared
        } else {
            0
        }
    }

    /// A unit lies low, unless it does already, is in contact, or has an enemy so near that he would find it.
    pub(crate) fn plan_to_lie_low(&self, side: Side, unit: S) -> Option<Plan<S>> {
        self.plan_special(side, unit, ActionKind::LieLow)
            .filter(|_| !unit.meets(self.state.force[side].engaged) && !self.is_found(side, unit))
    }

    /// A unit prepares, unless it has.
    pub(crate) fn plan_to_prepare(&self, side: Side, unit: S) -> Option<Plan<S>> {
        self.plan_special(side, unit, ActionKind::Prepare)
    }

    /// Those out of melee whose weapons can be set against a charge set them (ADC-7).
    pub(crate) fn plan_to_set(&self, side: Side, body: S) -> Option<Plan<S>> {
        let rules = &self.battle.spec().rules;
        if rules.system != System::Adnd || rules.segments.charge_met == ChargeMet::Unanswered {
            return None;
        }
        let traits = self.battle.traits_of(side);
        let out = body.minus(self.state.force[side].engaged);
        let able = out.iter().filter(|i| traits[*i].handling.set_damage > 0);
        let actors = able.fold(S::EMPTY, |set, i| set | S::bit(i));
        let choice = Choice {
            kind: ActionKind::Set,
            actors,
            ..Choice::STAND
        };
        (!actors.is_empty()).then(|| (-i64::from(actors.count()), choice))
    }

    fn plan_special(&self, side: Side, unit: S, kind: ActionKind) -> Option<Plan<S>> {
        let specials = &self.specials[side];
        let has_done = match kind {
            ActionKind::LieLow => specials.low,
            _ => specials.prepared,
        };
        let done = unit.is_empty() || has_done & self.units_of(side, unit) != 0;
        if done || self.battle.spec().rules.system != System::WarSpike {
            return None;
        }
        let choice = Choice {
            kind,
            actors: unit,
            ..Choice::STAND
        };
        Some((0, choice))
    }

    /// The units that figures of a side are of, by their places.
    pub(super) fn units_of(&self, side: Side, figures: S) -> u128 {
        let traits = self.battle.traits_of(side);
        figures.iter().fold(0, |set, i| set | 1 << traits[i].unit.0)
    }

    fn is_found(&self, side: Side, unit: S) -> bool {
        let near = self.battle.spec().rules.warspike.found;
        let (own, enemies) = (&self.state.force[side], self.state.force[!side].alive);
        unit.iter().any(|i| {
            !self
                .state
                .within(!side, own.at[i], near, enemies)
                .is_empty()
        })
    }

    pub(super) fn lie_low(&mut self, side: Side, unit: S) {
        self.specials[side].low |= self.units_of(side, unit);
        self.state.version += 1;
    }

    pub(super) fn prepare(&mut self, side: Side, unit: S) {
        self.specials[side].prepared |= self.units_of(side, unit);
        self.state.version += 1;
    }

    /// Whether a unit has prepared for its next reaction.
    pub(super) fn is_prepared(&self, side: Side, unit: UnitId) -> bool {
        self.specials[side].prepared >> unit.0 & 1 == 1
    }

    /// A unit makes the reaction that it has prepared for, if it has.
    pub(super) fn begin_reaction(&mut self, side: Side, unit: UnitId) {
        let specials = &mut self.specials[side];
        specials.ready = specials.prepared & 1 << unit.0;
        specials.prepared &= !specials.ready;
        self.state.version += 1;
    }

    pub(super) fn end_reaction(&mut self, side: Side) {
        self.specials[side].ready = 0;
    }

    /// A unit that lay low is found, because it does something.
    pub(crate) fn rise(&mut self, side: Side, unit: UnitId) {
        if self.specials[side].low >> unit.0 & 1 == 1 {
            self.specials[side].low &= !(1 << unit.0);
            self.state.version += 1;
            self.tell(|| Event::Found { side, unit });
        }
    }

    /// Units that lie low and have an enemy near are found.
    pub(crate) fn find_hidden(&mut self) {
        for side in Side::BOTH {
            let mut low = self.specials[side].low;
            while low != 0 {
                let unit = UnitId(low.trailing_zeros() as u8);
                low &= low - 1;
                if self.is_found(side, self.members(side, unit)) {
                    self.rise(side, unit);
                }
            }
        }
    }

    /// Whether a side lies in ambush: a unit of it lies low and sees an enemy (WSC-9).
    pub(crate) fn lies_in_ambush(&self, side: Side) -> bool {
        let (own, enemy) = (&self.state.force[side], &self.state.force[!side]);
        let terrain = self.state.terrain(self.battle);
        let hidden = own.alive.minus(self.in_the_open(side));
        hidden.iter().any(|i| {
            let mut enemies = enemy.alive.iter();
            enemies.any(|j| terrain.sees(own.at[i], enemy.at[j]))
        })
    }
}
