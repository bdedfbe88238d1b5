//! What systems in which sides take turns have in common: units that have yet to act, and the streak of each side.

use super::warspike::Formed;
use crate::action::Choice;
use crate::battle::{Kinds, MAX_FIGURES, UnitId};
use crate::bits::Bits;
use crate::event::{Event, MeleeKind};
use crate::game::{Game, Play};
use crate::list::List;
use crate::rulebook::Fighting;
use crate::side::Side;

/// Units of a side that have their turn, as bits.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Pending {
    /// Units that have yet to act.
    pub(super) units: u128,
    /// Units that have been asked and stand.
    idle: u128,
}

impl Pending {
    /// Returns these units, none of which has been asked.
    pub(super) const fn of(units: u128) -> Self {
        Self { units, idle: 0 }
    }

    /// Notes that units act.
    pub(super) const fn act(&mut self, units: u128) {
        self.units &= !units;
    }

    /// Notes that units have been asked and stand.
    pub(super) const fn stand(&mut self, units: u128) {
        self.act(units);
        self.idle |= units;
    }

    /// Returns the units that have not acted, asked or not.
    pub(super) const fn unused(&self) -> u128 {
        self.units | self.idle
    }
}

/// Some figures of a side, unit by unit.
pub(super) type Groups<S> = List<S, MAX_FIGURES>;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns the figures of a unit on the table.
    pub(crate) fn members(&self, side: Side, unit: UnitId) -> S {
        let traits = self.battle.traits_of(side);
        self.state.force[side].alive.filter(|i| traits[i].unit == unit)
    }

    /// Returns the figures of these units on the table.
    pub(crate) fn members_of(&self, side: Side, units: u128) -> S {
        let traits = self.battle.traits_of(side);
        self.state.force[side].alive.filter(|i| units >> traits[i].unit.0 & 1 == 1)
    }

    /// Returns these figures of a side, unit by unit; only of some units.
    pub(super) fn by_unit(&self, side: Side, among: S, units: u128) -> Groups<S> {
        let mut groups = Groups::default();
        let mut rest = among & self.state.force[side].alive;
        while !rest.is_empty() {
            let unit = self.battle.traits_of(side)[rest.first()].unit;
            let group = self.members(side, unit) & rest;
            rest = rest.minus(group);
            if units >> unit.0 & 1 == 1 {
                groups.push(group);
            }
        }
        groups
    }

    /// Returns the units of a side that have figures on the table, as bits.
    pub(super) fn units_in_play(&self, side: Side) -> u128 {
        let strength = &self.state.force[side].strength;
        let in_play = |(unit, left): (usize, &u32)| u128::from(*left > 0) << unit;
        strength.iter().enumerate().map(in_play).sum()
    }

    /// Begins a chance, if rounds are counted in chances.
    #[inline]
    pub(super) fn begin_chance(&mut self) {
        if self.tempo.due == 0 {
            let units = Side::BOTH.map(|side| self.units_in_play(side).count_ones());
            self.tempo.begin_chance(units.iter().sum());
        }
    }

    /// Returns the next unit of these that does something, and what it does. Units that stand before it have had their turn
    /// too.
    pub(super) fn next_unit(
        &mut self,
        side: Side,
        pending: &mut Pending,
        among: Kinds,
    ) -> Option<(UnitId, Choice<S>)> {
        let (units, choice) = self.next_block(side, pending, among, &Formed::default())?;
        Some((UnitId(units.trailing_zeros() as u8), choice))
    }

    /// Lets the units that have not acted pass up their turn, when none has anything left to do.
    pub(super) fn let_pass(&mut self, side: Side, pending: &Pending) {
        let units = pending.unused() & self.units_in_play(side);
        self.units_let_pass(side, units);
        if units != 0 {
            self.tell(|| Event::Idle { side, units });
        }
    }

    /// Begins the turn of a side. It counts as played when it is over.
    pub(super) fn begin_turn(&mut self, side: Side) {
        self.judge_turn(side);
        self.state.force[side].begin_turn();
        self.state.version += 1;
        let turn = self.tempo.turns + 1;
        self.tell(|| Event::TurnBegins { side, turn });
    }

    /// Fights the round of melee of a side's turn with all figures in contact (PG-13).
    pub(super) fn fight_turn(&mut self, side: Side) {
        let [own, enemy] = [side, !side].map(|side| self.state.force[side].engaged);
        // For figures that came into contact in this turn, it is the round on contact (LLC-4).
        let new = self.state.force[side].fresh & own;
        self.melee_round(side, own, enemy, new, MeleeKind::Turn);
        if self.battle.spec().rules.fighting == Fighting::Host {
            self.state.force[side].fresh = S::EMPTY;
        }
    }

    /// Lets the side whose turn it is make an action: if the other side made the last one, that side's streak is over. A turn
    /// without any action ends no streak.
    pub(super) fn take_over(&mut self, side: Side) {
        if self.tempo.holder == side {
            return;
        }
        let streak = self.tempo.pass_to(side);
        for side in Side::BOTH {
            let force = &mut self.state.force[side];
            force.losses_before = force.losses;
        }
        self.tell(|| Event::Passes { to: side, streak });
    }
}
