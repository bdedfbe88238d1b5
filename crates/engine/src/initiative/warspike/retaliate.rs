//! How a bot answers an action (WS-03): with one unit, one reaction, and only at the active unit.

use super::WarSpike;
use crate::action::{Choice, Reaction, pace};
use crate::battle::geometry::Point;
use crate::battle::{FigureId, Shot};
use crate::bits::Bits;
use crate::bot::React;
use crate::event::{ActionKind, ReactionKind};
use crate::game::{Game, Play};
use crate::initiative::turns::Groups;
use crate::rulebook::{HoldMoves, HoldReacts, ReactingUnit, ReactionMove};
use crate::side::Side;

/// An action that may be answered.
#[derive(Debug, Clone, Copy)]
struct Challenge<S> {
    /// Figures of the active unit.
    active: S,
    /// What it does.
    choice: Choice<S>,
    /// Enemies that it is about to run into, if it is a move without a target and that matters.
    meets: S,
    /// Figures that stay where they are, whatever the reaction: units on hold (WS-08).
    rooted: S,
}

impl WarSpike {
    /// Returns the figures that a move without a target is about to run into. Worked out only where it decides which units may
    /// react: if only the attacked may, or if some are on hold.
    pub(super) fn meets<S: Bits>(
        &self,
        game: &mut Game<'_, S, impl Play>,
        choice: &Choice<S>,
        among: u128,
    ) -> S {
        let reading = game.battle.spec().rules.warspike.reacting_unit;
        let some_on_hold = among & self.on_hold[!self.instigator] != 0;
        if some_on_hold || among != 0 && reading == ReactingUnit::Targeted {
            game.about_to_meet(self.instigator, choice)
        } else {
            S::EMPTY
        }
    }

    /// Returns the Retaliator's reaction to an action by one of these units, if it has one (WS-03). A move is an attack on
    /// figures that it runs into. Units on hold react to attacks, and do not move (WS-08).
    pub(super) fn answer<S: Bits>(
        &self,
        game: &mut Game<'_, S, impl Play>,
        active: S,
        choice: &Choice<S>,
        meets: S,
        among: u128,
    ) -> Option<Reaction<S>> {
        let rules = &game.battle.spec().rules.warspike;
        let passive = !self.instigator;
        let (blocks, on_hold) = (game.blocks[passive], self.on_hold[passive]);
        let attacked = game.aimed_at(self.instigator, choice) | game.units_of(passive, meets);
        let mut units = among;
        if attacked == 0 && rules.hold_reacts == HoldReacts::ToAttacks {
            units &= !on_hold;
        }
        if attacked != 0 && rules.reacting_unit == ReactingUnit::Targeted {
            units &= blocks.with(attacked);
        }
        let groups = game.by_block(passive, units, &blocks);
        let rooted = match rules.hold_moves {
            HoldMoves::None => game.members_of(passive, on_hold),
            HoldMoves::InReaction => S::EMPTY,
        };
        let challenge = Challenge { active, choice: *choice, meets, rooted };
        game.foreseen = game.foreseen_way(self.instigator, choice);
        let reaction = game.answer(passive, &groups, &challenge);
        game.foreseen = None;
        if units != 0 {
            game.may_have_reacted(passive, reaction.is_some());
        }
        reaction
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns the units that an action is aimed at, as bits; none if it attacks none.
    fn aimed_at(&self, side: Side, choice: &Choice<S>) -> u128 {
        let traits = self.battle.traits_of(!side);
        match (choice.kind, choice.target) {
            (ActionKind::Fight, _) => {
                let met = self.state.met_by(side, choice.actors);
                self.units_of(!side, met & self.in_the_match(!side))
            }
            (_, Some(target)) => 1 << traits[target.index()].unit.0,
            (_, None) => 0,
        }
    }

    /// Returns the enemies that a move without a target is about to run into: it is an attack on them.
    fn about_to_meet(&mut self, side: Side, choice: &Choice<S>) -> S {
        match (choice.to, choice.target) {
            (Some(to), None) if choice.kind.is_move() => self.runs_into(
                side,
                choice.actors,
                to,
                (pace(choice.kind), choice.kind == ActionKind::Escape),
            ),
            _ => S::EMPTY,
        }
    }

    /// Returns the reaction of the Retaliator's bot with one of these units: by its first line of reactions that holds for one
    /// of them and is possible for it; for the unit it suits best. A unit that a line keeps in place does not react, and one
    /// that a line has hold its fire does not shoot.
    fn answer(
        &mut self,
        side: Side,
        groups: &Groups<S>,
        challenge: &Challenge<S>,
    ) -> Option<Reaction<S>> {
        let battle = self.battle;
        let (mut staying, mut holding_fire) = (S::EMPTY, S::EMPTY);
        for k in 0..battle.scripts[side].most_reactions {
            let mut best: Option<(i64, Reaction<S>)> = None;
            for &group in groups.iter() {
                let script = battle.script(side, self.script_of(side, group));
                let Some(line) = script.bot.reactions.get(k) else { continue };
                if group.meets(staying) || !self.all_hold(side, group, &line.when) {
                    continue;
                }
                match line.act {
                    React::Stay => staying |= group,
                    React::HoldFire => holding_fire |= group,
                    React::Shoot if group.meets(holding_fire) => {}
                    react => {
                        if let Some(plan) = self.plan_reaction(side, group, react, challenge)
                            && best.as_ref().is_none_or(|(least, _)| plan.0 < *least)
                        {
                            best = Some(plan);
                        }
                    }
                }
            }
            if let Some((_, reaction)) = best {
                return Some(reaction);
            }
        }
        None
    }

    /// Returns the reaction of a unit by a line, if possible, and how much it suits it; less is better.
    fn plan_reaction(
        &mut self,
        side: Side,
        group: S,
        react: React,
        challenge: &Challenge<S>,
    ) -> Option<(i64, Reaction<S>)> {
        let reading = self.battle.spec().rules.warspike.reaction_move;
        let reaction = |kind, actors, to| Reaction { kind, actors, to };
        match react {
            React::Shoot => {
                let actors = self.who_can_answer_with_shots(side, group, challenge);
                let score = -i64::from(actors.count());
                (score < 0).then_some((score, reaction(ReactionKind::Shoot, actors, None)))
            }
            React::Engage => {
                let force = &self.state.force[side];
                let in_contact = group.filter(|i| force.contacts[i].meets(challenge.active));
                if !in_contact.is_empty() {
                    return Some((0, reaction(ReactionKind::Fight, in_contact, None)));
                }
                if let Some((runners, distance2)) = self.runners(side, group, challenge)
                    && self.get_nearer(side, runners, challenge.active)
                {
                    return Some((distance2, reaction(ReactionKind::Towards, runners, None)));
                }
                let awaiting = self.who_await(side, group & challenge.rooted, challenge);
                (!awaiting.is_empty()).then_some((0, reaction(ReactionKind::Fight, awaiting, None)))
            }
            React::HeadOff if reading >= ReactionMove::Intercept => {
                let to = challenge.choice.to?;
                let (runners, _) = self.runners(side, group, challenge)?;
                let (_, distance2) = self.state.nearest(side, to, runners)?;
                Some((distance2, reaction(ReactionKind::HeadOff, runners, Some(to))))
            }
            React::Run if reading == ReactionMove::Free => {
                let (runners, distance2) = self.runners(side, group, challenge)?;
                Some((distance2, reaction(ReactionKind::Away, runners, None)))
            }
            React::TakeCover if reading == ReactionMove::Free => {
                let (runners, distance2) = self.runners(side, group, challenge)?;
                let to = self.nearest_cover(side, runners, challenge.active)?;
                Some((distance2, reaction(ReactionKind::TakeCover, runners, Some(to))))
            }
            React::Rejoin if reading == ReactionMove::Free => {
                let (runners, distance2) = self.runners(side, group, challenge)?;
                let at = self.state.force[side].at[runners.first()];
                let friends = self.state.force[side].alive.minus(group);
                let (friend, _) = self.state.nearest(side, at, friends)?;
                let to = Some(self.state.force[side].at[friend]);
                Some((distance2, reaction(ReactionKind::Rejoin, runners, to)))
            }
            React::LieLow => {
                let (_, choice) = self.plan_to_lie_low(side, group)?;
                Some((0, reaction(ReactionKind::LieLow, choice.actors, None)))
            }
            React::Prepare => {
                let (_, choice) = self.plan_to_prepare(side, group)?;
                Some((0, reaction(ReactionKind::Prepare, choice.actors, None)))
            }
            // Not allowed by the reading; or dealt with by the caller.
            _ => None,
        }
    }

    /// Returns the figures of a unit that are free to run, if one of it sees the active unit (WSC-8), and how near they are to
    /// it (squared).
    fn runners(&self, side: Side, group: S, challenge: &Challenge<S>) -> Option<(S, i64)> {
        let (own, enemy) = (&self.state.force[side], &self.state.force[!side]);
        let terrain = self.state.terrain(self.battle);
        let sees = |i: usize| {
            let mut active = challenge.active.iter();
            active.any(|j| terrain.sees(own.at[i], enemy.at[j]))
        };
        if !group.iter().any(sees) {
            return None;
        }
        let runners = group.minus(own.engaged | challenge.rooted);
        let nearest = |i: usize| self.state.nearest(!side, own.at[i], challenge.active);
        let distance2 = runners.iter().filter_map(|i| nearest(i).map(|(_, d)| d));
        distance2.min().map(|distance2| (runners, distance2))
    }

    /// Returns whether some runners get nearer to enemies by running straight at them: one that has come up to what bars its
    /// way has arrived (WS-03).
    fn get_nearer(&self, side: Side, runners: S, enemies: S) -> bool {
        let terrain = self.state.terrain(self.battle);
        let own = &self.state.force[side].at;
        let base = self.battle.spec().rules.movement.base;
        let gets_on = |i: usize| {
            let nearest = self.state.nearest(!side, own[i], enemies);
            nearest.is_some_and(|(j, _)| {
                let to = self.state.force[!side].at[j];
                terrain.up_to_bar(own[i], to).distance(own[i]) >= base / 2
            })
        };
        !self.all_barred(side, runners, enemies) || runners.iter().any(gets_on)
    }

    /// Returns the figures of a unit on hold that an enemy is coming at, and that fight where they stand (WS-08).
    fn who_await(&mut self, side: Side, among: S, challenge: &Challenge<S>) -> S {
        let choice = &challenge.choice;
        if choice.kind != ActionKind::Charge {
            return among & challenge.meets;
        }
        (among & choice.targets).filter(|j| {
            let mut chargers = choice.actors.iter();
            chargers.any(|i| self.reaches(FigureId::new(!side, i), j))
        })
    }

    /// Returns the figures of a unit that will see a figure of the active unit within range: where it stands, or on its way.
    fn who_can_answer_with_shots(&mut self, side: Side, group: S, challenge: &Challenge<S>) -> S {
        // A hidden figure is found by acting.
        let active = match challenge.choice.kind {
            ActionKind::LieLow => challenge.active & self.in_the_open(!side),
            _ => challenge.active,
        };
        self.missile_figures(side, group).filter(|i| {
            self.mark(FigureId::new(side, i), active, 2, Shot::Aimed).is_some()
                || self.some_mark_foreseen(side, S::bit(i), 2)
        })
    }

    /// Returns the cover nearest to a unit: a place beside something that screens or protects, or out of the active unit's
    /// sight.
    fn nearest_cover(&self, side: Side, runners: S, active: S) -> Option<Point> {
        let terrain = self.state.terrain(self.battle);
        let near = self.battle.spec().rules.shooting.cover_distance;
        let at = self.state.force[side].at[runners.first()];
        let enemy = &self.state.force[!side];
        let covers = self.battle.lurking[side].iter().filter(|point| {
            terrain.is_standable(**point)
                && (terrain.is_by_cover(**point, near)
                    || !active.iter().any(|j| terrain.sees(**point, enemy.at[j])))
        });
        covers.copied().min_by_key(|point| point.distance2(at))
    }
}
