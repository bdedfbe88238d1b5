//! The tactical factors of a nomination (LL-03), judged for the nominated figure and what it intends to do (LL-06).

use super::nominate::Intention;
use crate::action::Choice;
use crate::battle::FigureId;
use crate::bits::Bits;
use crate::bot::{Act, Condition, Goal};
use crate::event::{ActionKind, Observer};
use crate::game::{Game, Play};
use crate::rulebook::{Factor, FactorCondition, Pace};
use crate::side::Side;

/// The most that the factors could come to.
#[derive(Default)]
pub(super) struct Mosts {
    /// The most for an action that reaches nothing.
    by_itself: i32,
    in_reach: i32,
    /// The most for an action by an order card as well, if any is open.
    ordered: i32,
}

impl Mosts {
    /// Returns the most for any action at all.
    pub(super) const fn of_any(&self) -> i32 {
        self.ordered
    }

    /// Returns the most if nothing is intended.
    pub(super) const fn by_itself(&self) -> i32 {
        self.by_itself
    }

    /// Returns the most for what a line of a bot does.
    pub(super) const fn under(&self, act: Act) -> i32 {
        match act {
            Act::CarryOutOrder | Act::Anything => self.ordered,
            Act::Move(Goal::Objective | Goal::Place(_))
            | Act::Run(Goal::Objective | Goal::Place(_))
            | Act::Charge(_)
            | Act::Close(_)
            | Act::Shoot(_)
            | Act::Cast(_)
            | Act::Volley(_)
            | Act::ShootInHaste(_)
            | Act::Escape => self.in_reach,
            Act::Stand
            | Act::Move(Goal::Leader)
            | Act::Run(Goal::Leader)
            | Act::Reload
            | Act::LieLow
            | Act::Prepare
            | Act::Set
            | Act::AllShoot
            | Act::Fight
            | Act::ToMe
            | Act::Rejoin
            | Act::FallBack
            | Act::Hide
            | Act::Appear => self.by_itself,
        }
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns how often a row counts for a figure and its intended action; 0 if it does not.
    fn times(&mut self, row: &Factor, figure: FigureId, choice: &Choice<S>) -> u32 {
        let mut times = 1;
        for condition in &row.when {
            times *= match condition {
                // 0 while the initiative is the side's own, which it may have to roll for after a duel (LL-07, LL-16).
                FactorCondition::EnemyShots => self.tempo.counters_against(!figure.side()),
                FactorCondition::EnemyStreak => self.tempo.streak_of(!figure.side()),
                FactorCondition::LossesThisInitiative => self.losses_this_initiative(figure.side()),
                _ => u32::from(self.counts(*condition, figure, choice)),
            };
            if times == 0 {
                return 0;
            }
        }
        times
    }

    fn losses_this_initiative(&self, side: Side) -> u32 {
        let force = &self.state.force[side];
        force.losses - force.losses_before
    }

    /// Returns the sum of the factors for a figure and its intended action.
    pub(super) fn factors(&mut self, figure: FigureId, choice: &Choice<S>) -> i32 {
        let battle = self.battle;
        let rows = &battle.spec().rules.seize.factors;
        rows.iter().map(|row| row.value * self.times(row, figure, choice) as i32).sum()
    }

    /// Returns the sum of the factors for a figure with the intention that suits it best, after this many counters and actions
    /// of the enemy's initiative: rows that depend on an intention count if they help and it could have that, and never if they
    /// hinder.
    fn factors_at_best(&mut self, figure: FigureId, [counters, streak]: [u32; 2]) -> i32 {
        let rows = &self.battle.spec().rules.seize.factors;
        let mut sum = 0;
        for row in rows {
            let helps = row.value > 0;
            let mut times = 1;
            for condition in &row.when {
                times *= match condition {
                    FactorCondition::EnemyShots => counters,
                    FactorCondition::EnemyStreak => streak,
                    FactorCondition::LossesThisInitiative => {
                        self.losses_this_initiative(figure.side())
                    }
                    FactorCondition::InReach => u32::from(helps && self.could_reach(figure)),
                    FactorCondition::OrderCard => u32::from(helps && self.has_order(figure)),
                    FactorCondition::DestinationOutOfSight => u32::from(helps),
                    _ => u32::from(self.counts(*condition, figure, &Choice::default())),
                };
            }
            sum += row.value * times as i32;
        }
        sum
    }

    /// Returns the least number that any figure of a side needs to seize (LL-03), with this many counters and actions.
    pub(crate) fn least_to_seize(&mut self, side: Side, after: [u32; 2]) -> Option<i32> {
        let mosts = self.most_factors_after(side, after);
        let mut best: Option<i32> = None;
        for i in self.state.force[side].alive.iter() {
            let figure = FigureId::new(side, i);
            let traits = self.battle.traits(figure);
            let own = traits.base - traits.leadership;
            let may_be_better = |most: i32| best.is_none_or(|least| own - most < least);
            // Skips a figure that would be no better even with every factor.
            let most = mosts.of_any();
            if may_be_better(most)
                && (most > mosts.in_reach
                    || may_be_better(mosts.by_itself)
                    || self.is_near_enough(figure))
            {
                let needed = own - self.factors_at_best(figure, after);
                best = Some(best.map_or(needed, |least| least.min(needed)));
            }
        }
        best
    }

    /// Returns whether a figure is near enough to an enemy or to the objective to be in reach by anything, in a straight line.
    fn is_near_enough(&mut self, figure: FigureId) -> bool {
        let (side, at) = (figure.side(), self.state.at(figure));
        let [walk, fast] = [Pace::Normal, Pace::Fast].map(|pace| self.allowance(figure, pace));
        if self.objective(side).is_some_and(|(to, radius)| at.distance(to) <= walk + radius) {
            return true;
        }
        let traits = self.battle.traits(figure);
        let shoots = traits.missile.as_ref().map_or(0, |m| m.range[1] + traits.shooting_move());
        let movement = &self.battle.spec().rules.movement;
        let reach = i64::from(shoots.max(fast + movement.base + movement.contact_gap));
        let nearest = self.state.nearest_enemy(self.battle, side, figure.index());
        nearest.is_some_and(|(_, distance2)| distance2 <= reach * reach)
    }

    /// Returns whether a figure could be in reach by some intention: a charge, a shot, or its way to the objective.
    fn could_reach(&mut self, figure: FigureId) -> bool {
        if !self.is_near_enough(figure) {
            return false;
        }
        let (side, bit) = (figure.side(), S::bit(figure.index()));
        let enemies = self.state.force[!side].alive;
        self.objective_place(side).is_some_and(|place| self.gets_to(figure, place))
            || self.some_charge(side, bit, enemies)
            || !self.missile_figures(side, bit).is_empty()
                && self.shoots_within_medium(figure, enemies)
    }

    /// Returns whether an order card that names a figure can be carried out now. Conditions on chances are left out: they would
    /// depend on each other without end.
    fn has_order(&mut self, figure: FigureId) -> bool {
        let (side, battle) = (figure.side(), self.battle);
        battle.spec().sides[side].cards.iter().enumerate().any(|(card, of)| {
            let group = self.on_card(side, card);
            self.state.force[side].closed_cards >> card & 1 == 0
                && group.has(figure.index())
                && of.when.iter().all(|test| {
                    matches!(
                        test.condition,
                        Condition::ChanceAtLeast(..)
                            | Condition::ChanceAtMost(..)
                            | Condition::OrderCardOpen
                    ) || self.all_hold(side, group, std::slice::from_ref(test))
                })
        })
    }

    /// Returns the most that the factors could come to now, without looking at the figures.
    pub(super) fn most_factors(&self, side: Side) -> Mosts {
        self.most_factors_after(side, [self.tempo.counters, self.tempo.streak])
    }

    /// Returns the most that the factors could come to with this many counters and actions, without looking at the figures.
    fn most_factors_after(&self, side: Side, [counters, streak]: [u32; 2]) -> Mosts {
        let mut mosts = Mosts::default();
        let ordered = self.has_open_cards(side);
        for row in &self.battle.spec().rules.seize.factors {
            if row.value <= 0 {
                continue;
            }
            let (mut most, mut reaches, mut needs_order) = (row.value, false, false);
            for condition in &row.when {
                most *= match condition {
                    FactorCondition::EnemyShots => counters,
                    FactorCondition::EnemyStreak => streak,
                    FactorCondition::LossesThisInitiative => self.losses_this_initiative(side),
                    _ => 1,
                } as i32;
                reaches |= *condition == FactorCondition::InReach;
                needs_order |= *condition == FactorCondition::OrderCard;
            }
            if !needs_order {
                mosts.in_reach += most;
                mosts.by_itself += if reaches { 0 } else { most };
            }
            if ordered || !needs_order {
                mosts.ordered += most;
            }
        }
        mosts
    }

    /// Returns the most that the factors could come to for figures that would carry out an action.
    pub(super) fn most_factors_under(&self, side: Side, choice: &Choice<S>, mosts: &Mosts) -> i32 {
        // An order may be another one for another figure, so nothing is known of its reach (LL-08).
        if choice.card.is_some() {
            mosts.ordered
        } else if self.may_be_in_reach(side, choice) {
            mosts.in_reach
        } else {
            mosts.by_itself
        }
    }

    /// Returns whether any figure taking part could be in reach, by straight-line distances.
    fn may_be_in_reach(&self, side: Side, choice: &Choice<S>) -> bool {
        let movement = &self.battle.spec().rules.movement;
        let extra = match (choice.kind, choice.place) {
            (ActionKind::Charge, _) => movement.base + movement.contact_gap,
            (ActionKind::Move | ActionKind::Run, Some(place)) => {
                self.battle.spec().place(place).radius
            }
            (ActionKind::Escape, _) => 0,
            (ActionKind::Shoot | ActionKind::Volley | ActionKind::ShootInHaste, _) => return true,
            _ => return false,
        };
        let far = i64::from(self.battle.fastest[side] + extra);
        choice.nearest2 <= far * far
    }

    /// Reports each row that counts.
    pub(super) fn tell_factors(&mut self, side: Side, intention: &Intention<S>) {
        if !self.observer.wants_reasons() {
            return;
        }
        let battle = self.battle;
        let figure = FigureId::new(side, intention.nominee);
        for (k, row) in battle.spec().rules.seize.factors.iter().enumerate() {
            let times = self.times(row, figure, &intention.choice);
            if times > 0 {
                let adds = row.value * times as i32;
                self.tell(|| crate::event::Event::Factor { row: k as u8, times, adds });
            }
        }
    }

    fn counts(&mut self, condition: FactorCondition, figure: FigureId, choice: &Choice<S>) -> bool {
        let (side, i) = (figure.side(), figure.index());
        let at = self.state.at(figure);
        let enemies = self.state.force[!side].alive;
        match condition {
            FactorCondition::InReach => self.is_in_reach(figure, choice),
            FactorCondition::DestinationOutOfSight => self.is_destination_hidden(figure, choice),
            FactorCondition::Engaged => self.state.held(self.battle, side, S::bit(i)).has(i),
            FactorCondition::OrderCard => choice.card.is_some(),
            FactorCondition::IsLeader => self.battle.traits(figure).leads,
            FactorCondition::LeaderLost => {
                let unit = self.battle.traits(figure).unit;
                self.state.force[side].leaderless >> unit.0 & 1 == 1
            }
            FactorCondition::Alone => self.state.linked_to(self.battle, side, i).is_empty(),
            FactorCondition::Outnumbered => self.state.force[side].alive.count() < enemies.count(),
            FactorCondition::BelowHalf => {
                let unit = self.battle.traits(figure).unit;
                let left = self.state.force[side].strength[unit.0 as usize] as usize;
                let all = self.battle.traits_of(side).iter().filter(|t| t.unit == unit).count();
                2 * left < all
            }
            FactorCondition::InCover => self.state.in_cover(self.battle, side, S::bit(i)).has(i),
            FactorCondition::SeenByEnemy => self.state.sees_any(self.battle, side, i, enemies),
            FactorCondition::EnemyNear => {
                let reaction = self.battle.spec().rules.movement.reaction;
                !self.state.within(!side, at, reaction, enemies).is_empty()
            }
            FactorCondition::Mounted => self.battle.traits(figure).mounted,
            FactorCondition::FirstInitiative => self.tempo.passes == 0,
            FactorCondition::EnemyHoldsObjective => {
                self.objective_place(side).is_some_and(|place| self.is_held(!side, place))
            }
            // Counted ones are dealt with above.
            FactorCondition::EnemyShots
            | FactorCondition::EnemyStreak
            | FactorCondition::LossesThisInitiative => false,
        }
    }

    /// Returns whether a figure can engage in melee or reach the objective in one move, or shoots within medium range: one row
    /// (LL-03).
    fn is_in_reach(&mut self, figure: FigureId, choice: &Choice<S>) -> bool {
        let side = figure.side();
        match choice.kind {
            ActionKind::Charge => self.charges_home(figure, choice.targets),
            ActionKind::Shoot | ActionKind::Volley | ActionKind::ShootInHaste => {
                let alive = choice.targets & self.state.force[!side].alive;
                self.shoots_within_medium(figure, alive)
            }
            // A place that a figure is sent to is the objective of the move; any other point is not.
            ActionKind::Move => choice.place.is_some_and(|place| self.gets_to(figure, place)),
            ActionKind::Run => choice.place.is_some_and(|place| {
                let place = self.battle.spec().place(place);
                self.can_reach_place(figure, place.at, place.radius, Pace::Fast)
            }),
            ActionKind::Escape => {
                choice.to.is_some_and(|to| self.can_reach_place(figure, to, 0, Pace::Fast))
            }
            ActionKind::Stand
            | ActionKind::AllShoot
            | ActionKind::Fight
            | ActionKind::ToMe
            | ActionKind::Reload
            | ActionKind::LieLow
            | ActionKind::Prepare
            | ActionKind::Set
            | ActionKind::Hide
            | ActionKind::Appear => false,
        }
    }

    fn is_destination_hidden(&mut self, figure: FigureId, choice: &Choice<S>) -> bool {
        match (choice.kind, choice.target, choice.to) {
            (ActionKind::Charge, Some(target), _) => !self.state.sees(self.battle, figure, target),
            (ActionKind::Fight | ActionKind::Shoot, _, _) => false,
            (_, _, Some(to)) => !self.state.terrain(self.battle).sees(self.state.at(figure), to),
            _ => false,
        }
    }
}
