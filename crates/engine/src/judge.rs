//! Whether the conditions of bots, cards and events hold, judged for a group of figures of one side.

use crate::battle::geometry::{Len, Point};
use crate::battle::{FigureId, PlaceId};
use crate::bits::Bits;
use crate::bot::{Condition, React, Test};
use crate::chance::Chance;
use crate::event::Observer;
use crate::game::Game;
use crate::rulebook::Pace;
use crate::side::Side;

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// Whether all tests hold for the group.
    pub(crate) fn all_hold(&mut self, side: Side, group: S, tests: &[Test]) -> bool {
        tests
            .iter()
            .all(|test| self.holds(side, group, test.condition) == test.expected)
    }

    /// What a bot's first fitting line of reactions says: for shooting (LL-12) or for moving (LL-11).
    pub(crate) fn reaction_of(&mut self, side: Side, group: S, shooting: bool) -> Option<React> {
        let battle = self.battle;
        for line in &battle.spec().sides[side].bot.reactions {
            let about_shooting = matches!(line.react, React::Shoot | React::HoldFire);
            if about_shooting == shooting && self.all_hold(side, group, &line.when) {
                return Some(line.react);
            }
        }
        None
    }

    fn holds(&mut self, side: Side, group: S, condition: Condition) -> bool {
        let group = group & self.state.force[side].alive;
        let enemies = self.state.force[!side].alive;
        match condition {
            Condition::Engaged => group.meets(self.state.force[side].engaged),
            Condition::CanBreakOff => {
                group.meets(self.state.force[side].engaged)
                    && self.state.held(self.battle, side, group).is_empty()
            }
            // Sight is mutual.
            Condition::EnemyInSight | Condition::SeenByEnemy => group
                .iter()
                .any(|i| !self.state.seen_by(self.battle, side, i, enemies).is_empty()),
            Condition::EnemyInRange => self.some_mark(side, group, 2),
            Condition::EnemyInMediumRange => self.some_mark(side, group, 1),
            Condition::HasMissiles => !self.missile_figures(side, group).is_empty(),
            Condition::EnemyWithin(distance) => group.iter().any(|i| {
                let nearest = self.state.nearest_enemy(self.battle, side, i);
                let far = i64::from(distance) * i64::from(distance);
                nearest.is_some_and(|(_, distance2)| distance2 <= far)
            }),
            Condition::EnemyWithinOf(distance, place) => !self
                .state
                .within(!side, self.centre(place), distance, enemies)
                .is_empty(),
            Condition::Within(distance, place) => !self
                .state
                .within(side, self.centre(place), distance, group)
                .is_empty(),
            Condition::EnemyWithinCharge => self.some_charge(side, group, enemies),
            Condition::EnemyWithinChargeNearObjective => {
                let threats = self.threats(side);
                !threats.is_empty() && self.some_charge(side, group, threats)
            }
            Condition::ObjectiveThreatened => !self.threats(side).is_empty(),
            Condition::ObjectiveInReach => match self.objective(side) {
                Some((at, radius)) => group
                    .iter()
                    .any(|i| self.can_reach_place(FigureId::new(side, i), at, radius)),
                None => false,
            },
            Condition::HoldsObjective => self
                .objective_place(side)
                .is_some_and(|p| self.is_held(side, p)),
            Condition::EnemyHoldsObjective => self
                .objective_place(side)
                .is_some_and(|p| self.is_held(!side, p)),
            Condition::Holds(place) => self.is_held(side, place),
            Condition::OrderCardOpen => (0..self.battle.spec().sides[side].cards.len())
                .any(|card| self.is_open(side, card) && self.on_card(side, card).meets(group)),
            Condition::HasLeader => group.iter().any(|i| self.battle.traits_of(side)[i].leads),
            Condition::Stragglers => self.has_stragglers(side, group),
            Condition::Outnumbered => {
                let mut near = S::EMPTY;
                for i in group.iter() {
                    let reach = 2 * self.battle.traits_of(side)[i].rate;
                    near |= self
                        .state
                        .within(!side, self.state.force[side].at[i], reach, enemies);
                }
                near.count() > group.count()
            }
            Condition::InCover => {
                let near = self.battle.spec().rules.shooting.cover_distance;
                let terrain = self.state.terrain(self.battle);
                group
                    .iter()
                    .any(|i| terrain.is_by_cover(self.state.force[side].at[i], near))
            }
            Condition::CountersAtLeast(count) => self.tempo.counters >= u32::from(count),
            Condition::StreakAtLeast(count) => self.tempo.streak >= count,
            Condition::ActionsAtLeast(count) => self.tempo.actions >= count,
            Condition::LossesAtLeast(count) => self.state.force[side].losses >= u32::from(count),
            Condition::Unloaded => !self.able_to_reload(side, group).is_empty(),
            Condition::InLine => group
                .iter()
                .any(|i| self.battle.traits_of(side)[i].rank.is_some()),
            Condition::Wounded => group.meets(self.state.force[side].wounded),
            Condition::Happened(event) => self.state.happened >> event.0 & 1 == 1,
        }
    }

    fn some_mark(&mut self, side: Side, group: S, band: usize) -> bool {
        let enemies = self.state.force[!side].alive;
        self.missile_figures(side, group)
            .iter()
            .any(|i| self.mark(FigureId::new(side, i), enemies, band).is_some())
    }

    /// Whether one of the group who is free to move gets into contact with one of these enemies in one move.
    pub(crate) fn some_charge(&mut self, side: Side, group: S, enemies: S) -> bool {
        let movement = &self.battle.spec().rules.movement;
        let (base, gap) = (movement.base, movement.contact_gap);
        let free = group.minus(self.state.force[side].engaged);
        for i in free.iter() {
            let at = self.state.force[side].at[i];
            let reach = self.allowance(FigureId::new(side, i), Pace::Fast) + base + gap;
            let nearest = self.state.nearest_enemy(self.battle, side, i);
            let far = i64::from(reach) * i64::from(reach);
            if nearest.is_none_or(|(_, distance2)| distance2 > far) {
                continue;
            }
            for j in self.state.within(!side, at, reach, enemies).iter() {
                let enemy = self.state.force[!side].at[j];
                if self.can_reach_enemy(FigureId::new(side, i), enemy) {
                    return true;
                }
            }
        }
        false
    }

    /// Enemies who could reach the side's objective in one move.
    pub(crate) fn threats(&mut self, side: Side) -> S {
        let (version, threats) = self.state.threats[side];
        if version == self.state.version && !self.battle.is_plain() {
            return threats;
        }
        let mut threats = S::EMPTY;
        if let Some((at, radius)) = self.objective(side) {
            let far = self.battle.fastest(!side) + radius;
            for j in self
                .state
                .within(!side, at, far, self.state.force[!side].alive)
                .iter()
            {
                if self.can_reach_place(FigureId::new(!side, j), at, radius) {
                    threats |= S::bit(j);
                }
            }
        }
        self.state.threats[side] = (self.state.version, threats);
        threats
    }

    pub(crate) fn objective_place(&self, side: Side) -> Option<PlaceId> {
        self.battle.spec().sides[side].objective
    }

    /// Centre and radius of the side's objective.
    pub(crate) fn objective(&self, side: Side) -> Option<(Point, Len)> {
        let place = &self.battle.spec().places[self.objective_place(side)?.0 as usize];
        Some((place.at, place.radius))
    }

    pub(crate) fn centre(&self, place: PlaceId) -> Point {
        self.battle.spec().places[place.0 as usize].at
    }

    /// Living figures of a side at a place.
    pub(crate) fn those_at(&self, side: Side, place: PlaceId) -> S {
        let place = &self.battle.spec().places[place.0 as usize];
        self.state
            .within(side, place.at, place.radius, self.state.force[side].alive)
    }

    /// Whether a side has a figure at a place and the enemy has none.
    pub(crate) fn is_held(&self, side: Side, place: PlaceId) -> bool {
        !self.those_at(side, place).is_empty() && self.those_at(!side, place).is_empty()
    }

    fn has_stragglers(&self, side: Side, group: S) -> bool {
        let traits = self.battle.traits_of(side);
        let units = |set: S| {
            set.iter()
                .fold(0_u128, |units, i| units | 1 << traits[i].unit.0)
        };
        units(group) & units(self.state.force[side].alive.minus(group)) != 0
    }
}
