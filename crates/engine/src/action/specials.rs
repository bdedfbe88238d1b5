//! What is done in readiness: the specials of WarSpike (WS-02), which are lying low and preparing for the next reaction; and
//! setting spears against a charge (ADC-7).

use super::Choice;
use crate::battle::{Battle, FigureId, UnitId};
use crate::bits::Bits;
use crate::decide::{Ranked, by_most};
use crate::event::{ActionKind, Event};
use crate::game::{Game, Play};
use crate::rulebook::ChargeMet;
use crate::side::Side;

/// Units of a side affected by a special, as bits.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Specials {
    /// Units that lie low: they cannot be aimed at.
    pub(super) low: u128,
    /// Units that have prepared for their next reaction.
    prepared: u128,
    /// Units that are making that reaction.
    ready: u128,
    /// Units with no part in the current match, in which only its own units can be aimed at (SOW-1).
    apart: u128,
}

impl Specials {
    /// Returns the specials at the start: the units that the battle hides lie low.
    pub(crate) fn at_start(battle: &Battle, side: Side) -> Self {
        let spec = battle.spec();
        let units = spec.sides[side].units.iter().enumerate();
        let hidden = units.filter(|(_, unit)| unit.hidden && spec.rules.system.answers());
        Self { low: hidden.fold(0, |set, (k, _)| set | 1 << k), ..Self::default() }
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns the figures of a side that can be aimed at.
    #[inline]
    pub(crate) fn in_the_open(&self, side: Side) -> S {
        let specials = &self.specials[side];
        self.without_units(side, specials.low | specials.apart)
    }

    /// Returns the figures of a side that enemies in contact can fight.
    #[inline]
    pub(crate) fn in_the_match(&self, side: Side) -> S {
        self.without_units(side, self.specials[side].apart)
    }

    /// Returns the figures of a group in contact with an enemy that they can fight.
    pub(crate) fn who_can_fight(&self, side: Side, body: S) -> S {
        let force = &self.state.force[side];
        let engaged = body & force.engaged;
        if self.specials[!side].apart == 0 {
            return engaged;
        }
        let open = self.in_the_match(!side);
        engaged.filter(|i| force.contacts[i].meets(open))
    }

    /// Returns the figures of a side except those of some units.
    #[inline]
    fn without_units(&self, side: Side, units: u128) -> S {
        let alive = self.state.force[side].alive;
        if units == 0 { alive } else { alive.minus(self.members_of(side, units)) }
    }

    /// Confines aiming and fighting to these figures of a side until [`Self::confine_no_more`] (SOW-1).
    pub(crate) fn confine_to(&mut self, side: Side, figures: S) {
        self.set_apart(side, !self.units_of(side, figures));
    }

    /// Lets every figure of a side be aimed at and fought again.
    pub(crate) fn confine_no_more(&mut self, side: Side) {
        self.set_apart(side, 0);
    }

    fn set_apart(&mut self, side: Side, units: u128) {
        if self.specials[side].apart != units {
            self.specials[side].apart = units;
            self.state.version += 1;
        }
    }

    /// Returns the units of a side that lie low, as bits.
    pub(crate) fn lying_low(&self, side: Side) -> u128 {
        self.specials[side].low
    }

    /// Returns what a figure adds to its rolls in the reaction that its unit has prepared for.
    #[inline]
    pub(crate) fn edge(&self, figure: FigureId) -> i32 {
        let ready = self.specials[figure.side()].ready;
        if ready >> self.battle.traits(figure).unit.0 & 1 == 1 {
            self.battle.spec().rules.warspike.prepared
        } else {
            0
        }
    }

    /// Plans that a unit or a block lies low, unless it does already, is in contact, or has an enemy near enough to find it.
    pub(crate) fn plan_to_lie_low(&self, side: Side, unit: S) -> Option<Ranked<S>> {
        self.plan_special(side, unit, ActionKind::LieLow)
            .filter(|_| !unit.meets(self.state.force[side].engaged) && !self.is_found(side, unit))
    }

    /// Plans that a unit or a block prepares, unless it has already.
    pub(crate) fn plan_to_prepare(&self, side: Side, unit: S) -> Option<Ranked<S>> {
        self.plan_special(side, unit, ActionKind::Prepare)
    }

    /// Plans that figures out of melee set weapons that can be set against a charge (ADC-7).
    pub(crate) fn plan_to_set(&self, side: Side, body: S) -> Option<Ranked<S>> {
        let rules = &self.battle.spec().rules;
        if !rules.system.has_segments() || rules.segments.charge_met == ChargeMet::Unanswered {
            return None;
        }
        let traits = self.battle.traits_of(side);
        let out = body.minus(self.state.force[side].engaged);
        let actors = out.filter(|i| traits[i].handling.set_damage > 0);
        by_most(Choice::by(ActionKind::Set, actors))
    }

    fn plan_special(&self, side: Side, unit: S, kind: ActionKind) -> Option<Ranked<S>> {
        let specials = &self.specials[side];
        let has_done = match kind {
            ActionKind::LieLow => specials.low,
            _ => specials.prepared,
        };
        let is_done = self.units_of(side, unit) & !has_done == 0;
        if is_done || !self.battle.spec().rules.system.answers() {
            return None;
        }
        Some((0, Choice::by(kind, unit)))
    }

    /// Returns the units of some figures of a side, as bits.
    pub(crate) fn units_of(&self, side: Side, figures: S) -> u128 {
        let traits = self.battle.traits_of(side);
        figures.iter().fold(0, |set, i| set | 1 << traits[i].unit.0)
    }

    /// Returns whether an enemy is near enough to find a figure of a unit; one that touches it always is.
    fn is_found(&self, side: Side, unit: S) -> bool {
        let rules = &self.battle.spec().rules;
        let contact = rules.movement.base + rules.movement.contact_gap;
        let near = rules.warspike.found.max(contact);
        let (own, enemies) = (&self.state.force[side], self.state.force[!side].alive);
        unit.iter().any(|i| !self.state.within(!side, own.at[i], near, enemies).is_empty())
    }

    pub(super) fn lie_low(&mut self, side: Side, unit: S) {
        self.specials[side].low |= self.units_of(side, unit);
        self.state.version += 1;
    }

    pub(super) fn prepare(&mut self, side: Side, unit: S) {
        self.specials[side].prepared |= self.units_of(side, unit);
        self.state.version += 1;
    }

    /// Returns whether one of these units has prepared for its next reaction.
    pub(super) fn is_prepared(&self, side: Side, units: u128) -> bool {
        self.specials[side].prepared & units != 0
    }

    /// Begins the reaction that units have prepared for, if they have.
    pub(super) fn begin_reaction(&mut self, side: Side, units: u128) {
        let specials = &mut self.specials[side];
        specials.ready = specials.prepared & units;
        specials.prepared &= !specials.ready;
        self.state.version += 1;
    }

    pub(super) fn end_reaction(&mut self, side: Side) {
        self.specials[side].ready = 0;
    }

    /// Reports that units that lie low and do something are found.
    pub(crate) fn rise(&mut self, side: Side, units: u128) {
        for unit in (self.specials[side].low & units).iter() {
            let unit = UnitId(unit as u8);
            self.specials[side].low &= !(1 << unit.0);
            self.state.version += 1;
            self.tell(|| Event::Found { side, unit });
        }
    }

    /// Reports that units that lie low with an enemy near are found.
    pub(crate) fn find_hidden(&mut self) {
        for side in self.both() {
            for unit in self.specials[side].low.iter() {
                if self.is_found(side, self.members(side, UnitId(unit as u8))) {
                    self.rise(side, 1 << unit);
                }
            }
        }
    }

    /// Returns whether a side lies in ambush: a unit of it lies low and sees an enemy (WSC-9).
    pub(crate) fn lies_in_ambush(&self, side: Side) -> bool {
        let (own, enemy) = (&self.state.force[side], &self.state.force[!side]);
        let terrain = self.state.terrain(self.battle);
        let hidden = self.members_of(side, self.specials[side].low);
        hidden.iter().any(|i| {
            let mut enemies = enemy.alive.iter();
            enemies.any(|j| terrain.sees(own.at[i], enemy.at[j]))
        })
    }
}
