//! Whether the conditions of bots, cards and events hold, judged for a group of figures of one side.

use crate::battle::geometry::{Len, Point};
use crate::battle::{FigureId, Hold, Kinds, PlaceId, Shot};
use crate::bits::Bits;
use crate::bot::{Act, Condition, Goal, React, Test};
use crate::game::{Game, Play};
use crate::rulebook::Pace;
use crate::side::Side;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns whether all tests hold for the group. A test about figures fails for an empty group, and so does its opposite:
    /// the dead are neither seen nor unseen.
    #[inline]
    pub(crate) fn all_hold(&mut self, side: Side, group: S, tests: &[Test]) -> bool {
        tests.iter().all(|test| {
            self.holds(side, group, test.condition) == test.expected
                && (group.meets(self.state.force[side].alive) || !test.condition.is_of_figures())
        })
    }

    /// Returns the lines of one of a side's bots, of some kinds, as bits, that may hold for one of its groups and whose action
    /// may be possible: a coarse filter that looks at the side as a whole. The plain code only filters by kind.
    pub(crate) fn open_lines(&mut self, side: Side, script: usize, among: Kinds) -> u32 {
        let lines = 0..self.battle.lines(side, script).len();
        lines.fold(0, |open, k| open | u32::from(self.is_open_line(side, script, among, k)) << k)
    }

    /// Returns whether line `k` of one of a side's bots exists and passes that filter.
    pub(crate) fn is_open_line(
        &mut self,
        side: Side,
        script: usize,
        among: Kinds,
        k: usize,
    ) -> bool {
        let battle = self.battle;
        let Some(line) = battle.lines(side, script).get(k).filter(|line| line.kinds.meet(among))
        else {
            return false;
        };
        self.means_to_shoot = line.act.shoots();
        let may = battle.is_plain()
            || self.may_act(side, line.act)
                && line.own.iter().all(|test| self.may_hold(side, test))
                && line
                    .wide
                    .iter()
                    .all(|test| self.holds(side, S::EMPTY, test.condition) == test.expected);
        self.means_to_shoot = false;
        may
    }

    /// Returns which of a side's bots a group plays: that of the unit of its first leader, or else of its first figure.
    #[inline]
    pub(crate) fn script_of(&self, side: Side, body: S) -> usize {
        let scripts = &self.battle.scripts[side];
        if scripts.all().len() == 1 || body.is_empty() {
            return 0;
        }
        let leaders = body & self.state.roster[side].leaders;
        let first = if leaders.is_empty() { body.first() } else { leaders.first() };
        scripts.of_unit(self.battle.traits_of(side)[first].unit)
    }

    /// Returns those of a group whose units play the same bot as its first figure's: they shoot together.
    fn of_one_bot(&self, side: Side, group: S) -> S {
        let scripts = &self.battle.scripts[side];
        if scripts.all().len() == 1 || group.is_empty() {
            return group;
        }
        let traits = self.battle.traits_of(side);
        let script = |i: usize| scripts.of_unit(traits[i].unit);
        let first = script(group.first());
        group.filter(|i| script(i) == first)
    }

    /// Returns those of a group whose bots have them shoot (LL-12).
    pub(crate) fn who_react_shooting(&mut self, side: Side, group: S) -> S {
        let (mut rest, mut those) = (group, S::EMPTY);
        while !rest.is_empty() {
            let part = self.of_one_bot(side, rest);
            rest = rest.minus(part);
            if self.reaction_of(side, part, true) == Some(React::Shoot) {
                those |= part;
            }
        }
        those
    }

    /// Returns whether an action may be possible for some group of a side.
    pub(crate) fn may_act(&self, side: Side, act: Act) -> bool {
        match act {
            Act::Fight => !self.state.force[side].engaged.is_empty(),
            Act::Shoot(_) | Act::Cast(_) | Act::AllShoot => self.has_missiles(side),
            Act::CarryOutOrder => self.has_open_cards(side),
            Act::Escape => self.battle.spec().sides[side].exit.is_some(),
            Act::Move(Goal::Objective) => self.objective_place(side).is_some(),
            _ => true,
        }
    }

    /// Returns whether a test may hold for some group of a side.
    fn may_hold(&self, side: Side, test: &Test) -> bool {
        !test.expected
            || match test.condition {
                Condition::Engaged | Condition::CanBreakOff => {
                    !self.state.force[side].engaged.is_empty()
                }
                Condition::HasMissiles
                | Condition::EnemyInRange
                | Condition::EnemyInMediumRange => self.has_missiles(side),
                Condition::OrderCardOpen => self.has_open_cards(side),
                _ => true,
            }
    }

    fn has_missiles(&self, side: Side) -> bool {
        !self.missile_figures(side, self.state.force[side].alive).is_empty()
    }

    /// Returns whether some card of a side is not closed.
    pub(crate) fn has_open_cards(&self, side: Side) -> bool {
        let cards = self.state.roster[side].cards.len();
        (self.state.force[side].closed_cards.count_ones() as usize) < cards
    }

    /// Returns the reaction by the first fitting line of the bot that a group plays: for shooting (LL-12) or for moving
    /// (LL-11).
    pub(crate) fn reaction_of(&mut self, side: Side, group: S, shooting: bool) -> Option<React> {
        let battle = self.battle;
        for line in &battle.script(side, self.script_of(side, group)).bot.reactions {
            // Lines that only WarSpike's Retaliator uses (WS-03) are skipped, and hide no line below.
            let is_asked_for = match line.act {
                React::Shoot | React::HoldFire => shooting,
                React::Engage | React::Run | React::Stay => !shooting,
                _ => false,
            };
            if is_asked_for && self.all_hold(side, group, &line.when) {
                return Some(line.act);
            }
        }
        None
    }

    // Most lists of tests are empty or fail at once: the many branches stay out of line.
    #[inline(never)]
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
            Condition::EnemyInSight | Condition::SeenByEnemy => {
                group.iter().any(|i| self.state.sees_any(self.battle, side, i, enemies))
                    || self.some_view_foreseen(side, group)
            }
            Condition::EnemyInRange => self.some_mark(side, group, 2),
            Condition::EnemyInMediumRange => self.some_mark(side, group, 1),
            Condition::HasMissiles => !self.missile_figures(side, group).is_empty(),
            Condition::EnemyWithin(distance) => {
                group.iter().any(|i| self.is_enemy_within(side, i, distance))
            }
            Condition::EnemyWithinOf(distance, place) => {
                !self.state.those_within(self.battle, !side, (place, distance), enemies).is_empty()
            }
            Condition::Within(distance, place) => {
                !self.state.those_within(self.battle, side, (place, distance), group).is_empty()
            }
            // Only enemies that can be charged: not in another match, not lying low (SOW-1, WS-02).
            Condition::EnemyWithinCharge => {
                let open = self.in_the_open(!side);
                self.some_charge(side, group, open)
            }
            Condition::EnemyWithinChargeNearObjective => {
                let threats = self.threats(side) & self.in_the_open(!side);
                !threats.is_empty() && self.some_charge(side, group, threats)
            }
            Condition::ObjectiveThreatened => !self.threats(side).is_empty(),
            Condition::ObjectiveInReach => self
                .objective_place(side)
                .is_some_and(|place| !self.who_get_to(side, group, place).is_empty()),
            Condition::HoldsObjective => self
                .objective_place(side)
                .is_some_and(|place| self.holds_place(side, self.hold_of(side, place))),
            // A foothold is enough: by the time the enemy has all that it needs, it may be too late.
            Condition::EnemyHoldsObjective => self.objective_place(side).is_some_and(|place| {
                self.holds_place(!side, Hold { figures: 1, ..self.hold_of(!side, place) })
            }),
            Condition::Holds(place) => self.holds_place(side, self.hold_of(side, place)),
            Condition::OrderCardOpen => (0..self.battle.spec().sides[side].cards.len())
                .any(|card| self.is_open(side, card) && self.on_card(side, card).meets(group)),
            Condition::HasLeader => group.meets(self.state.roster[side].leaders),
            Condition::Stragglers => self.has_stragglers(side, group),
            Condition::Outnumbered => self.is_outnumbered(side, group, enemies),
            Condition::InCover => !self.state.in_cover(self.battle, side, group).is_empty(),
            Condition::ChanceAtLeast(of, percent) => {
                self.chance_of(side, group, of).is_at_least(percent)
            }
            Condition::ChanceAtMost(of, percent) => {
                self.chance_of(side, group, of).is_at_most(percent)
            }
            Condition::ThereFirst(place) => place
                .or(self.objective_place(side))
                .is_some_and(|place| self.is_there_first(side, group, place)),
            Condition::CountersAtLeast(count) => {
                self.tempo.counters_against(side) >= u32::from(count)
            }
            Condition::StreakAtLeast(count) => self.tempo.streak_of(side) >= count,
            Condition::EnemyStreakAtLeast(count) => self.tempo.streak_of(!side) >= count,
            Condition::ActionsAtLeast(count) => self.tempo.played() >= count,
            Condition::RoundsAtLeast(count) => self.tempo.rounds >= count,
            Condition::RoundsLeftAtMost(count) => self.battle.scripts[side]
                .last_round
                .is_some_and(|last| self.tempo.rounds.saturating_add(count) >= last),
            Condition::LossesAtLeast(count) => self.state.force[side].losses >= u32::from(count),
            Condition::EnemyLossesAtLeast(count) => {
                self.state.force[!side].losses >= u32::from(count)
            }
            Condition::FiguresAtLeast(count) => group.count() >= u32::from(count),
            Condition::IsOf(unit) => {
                let (traits, first) = (self.battle.traits_of(side), self.battle.first_unit(side));
                group.iter().any(|i| traits[i].unit.0 + first == unit.0)
            }
            Condition::Been(place) => {
                let asked = self.battle.scripts[side].been.iter().position(|of| *of == place);
                asked.is_some_and(|k| self.state.been[side][k].meets(group))
            }
            Condition::AllWithin(distance, place) => {
                self.state.those_within(self.battle, side, (place, distance), group) == group
            }
            Condition::FriendWithinCharge => {
                let friends = self.state.force[side].alive.minus(group);
                self.some_charge(side, friends, enemies)
            }
            Condition::FriendNearer => self.is_friend_nearer(side, group, enemies),
            Condition::EnemyCouldCharge => self.some_charge(!side, enemies, group),
            Condition::Unloaded => !self.able_to_reload(side, group).is_empty(),
            Condition::InLine => {
                group.iter().any(|i| self.battle.traits_of(side)[i].rank.is_some())
            }
            Condition::Wounded => group.meets(self.state.force[side].wounded),
            Condition::Charged => group.meets(self.declared[side].charged),
            Condition::ShotAt => group.meets(self.declared[side].shot_at),
            Condition::ActsLast => {
                group.iter().any(|i| self.battle.traits_of(side)[i].nature.is_last())
            }
            Condition::CanCast => !self.casters(side, group).is_empty(),
            Condition::OnHold => self.is_on_hold(side, group),
            Condition::Happened(event) => self.state.happened >> event.0 & 1 == 1,
        }
    }

    /// Returns those of a group whose weapon takes segments: a spell (AD-04).
    pub(crate) fn casters(&self, side: Side, group: S) -> S {
        let traits = self.battle.traits_of(side);
        self.missile_figures(side, group).filter(|i| traits[i].handling.segments > 0)
    }

    fn is_on_hold(&self, side: Side, group: S) -> bool {
        let traits = self.battle.traits_of(side);
        let units = &self.battle.spec().sides[side].units;
        group.iter().any(|i| units[usize::from(traits[i].unit.0)].on_hold)
    }

    /// Returns whether a figure of a group could shoot, within a range band, at an enemy, at one that is passing (LL-12), or at
    /// one about to pass (WS-03).
    fn some_mark(&mut self, side: Side, group: S, band: usize) -> bool {
        let enemies = self.state.force[!side].alive;
        self.missile_figures(side, group)
            .iter()
            .any(|i| self.mark(FigureId::new(side, i), enemies, band, Shot::Aimed).is_some())
            || self.some_mark_passing(side, group, band)
            || self.some_mark_foreseen(side, group, band)
    }

    /// Returns whether an enemy stands within a distance of a figure.
    fn is_enemy_within(&mut self, side: Side, i: usize, distance: Len) -> bool {
        let at = self.state.force[side].at[i];
        let enemies = self.state.force[!side].alive;
        !self.state.within(!side, at, distance, enemies).is_empty()
    }

    /// Returns whether a friend outside the group is nearer to an enemy than every figure of the group.
    fn is_friend_nearer(&self, side: Side, group: S, enemies: S) -> bool {
        let force = &self.state.force[side];
        let off = |i: usize| self.state.nearest(!side, force.at[i], enemies).map(|found| found.1);
        let own = group.iter().filter_map(off).min();
        own.is_some_and(|own| {
            force.alive.minus(group).iter().filter_map(off).any(|friend| friend < own)
        })
    }

    /// Returns whether there are more enemies within twice a full move of the group than there are figures in it.
    fn is_outnumbered(&mut self, side: Side, group: S, enemies: S) -> bool {
        let count = group.count();
        if enemies.count() <= count {
            return false;
        }
        let mut near = S::EMPTY;
        for i in group.iter() {
            let reach = 2 * self.battle.traits_of(side)[i].rate;
            let at = self.state.force[side].at[i];
            near |= self.state.within(!side, at, reach, enemies.minus(near));
            if near.count() > count {
                return true;
            }
        }
        false
    }

    /// Returns whether a figure of the group that is free to move gets into contact with one of these enemies in one move.
    pub(crate) fn some_charge(&mut self, side: Side, group: S, enemies: S) -> bool {
        let movement = &self.battle.spec().rules.movement;
        let contact = movement.base + movement.contact_gap;
        let free = group.minus(self.state.force[side].engaged);
        for i in free.iter() {
            let at = self.state.force[side].at[i];
            let reach = self.allowance(FigureId::new(side, i), Pace::Fast) + contact;
            for j in self.state.within(!side, at, reach, enemies).iter() {
                if self.reaches(FigureId::new(side, i), j) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the enemies that could reach the side's objective in one move.
    pub(crate) fn threats(&mut self, side: Side) -> S {
        let enemies = self.state.force[!side].alive;
        let Some(place) = self.objective_place(side) else {
            return S::EMPTY;
        };
        self.who_get_to(!side, enemies, place)
    }

    pub(crate) fn objective_place(&self, side: Side) -> Option<PlaceId> {
        self.battle.spec().sides[side].objective
    }

    /// Returns the centre and radius of the side's objective.
    pub(crate) fn objective(&self, side: Side) -> Option<(Point, Len)> {
        let place = self.battle.spec().place(self.objective_place(side)?);
        Some((place.at, place.radius))
    }

    pub(crate) fn centre(&self, place: PlaceId) -> Point {
        self.battle.spec().place(place).at
    }

    /// Returns the living figures of a side at a place.
    pub(crate) fn those_at(&mut self, side: Side, place: PlaceId) -> S {
        let radius = self.battle.spec().place(place).radius;
        let alive = self.state.force[side].alive;
        self.state.those_within(self.battle, side, (place, radius), alive)
    }

    /// Returns whether a side has a figure at a place and the enemy has none.
    pub(crate) fn is_held(&mut self, side: Side, place: PlaceId) -> bool {
        self.holds_place(side, Hold::of(place, 1))
    }

    /// Returns what a side needs to hold a place by its goals; if none says, one figure and no enemy.
    fn hold_of(&self, side: Side, place: PlaceId) -> Hold {
        self.battle.spec().hold_of(side, place).unwrap_or(Hold::of(place, 1))
    }

    fn has_stragglers(&self, side: Side, group: S) -> bool {
        let others = self.state.force[side].alive.minus(group);
        let mut units = self.state.roster[side].units.iter();
        units.any(|unit| unit.meets(group) && unit.meets(others))
    }
}
