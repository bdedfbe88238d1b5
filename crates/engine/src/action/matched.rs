//! A match (WS-04): the action of one unit and the reaction of another, resolved together and in isolation from the rest.

use super::marks::Firing;
use super::shooting::{Aim, Upshot, Volley};
use super::{Choice, pace};
use crate::battle::geometry::Point;
use crate::battle::{FigureId, Path, Shot};
use crate::bits::Bits;
use crate::event::{ActionKind, Cause, Event, Hindrance, MeleeKind, MoveKind, ReactionKind};
use crate::game::{Game, Play};
use crate::rulebook::{AimReading, Effect, Pace};
use crate::side::Side;

/// How a unit or a block of the Retaliator answers an action (WS-03).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reaction<S> {
    /// What it does.
    pub(crate) kind: ReactionKind,
    /// Figures that take part; of a block, those of the units with a part in it (WSC-10).
    pub(crate) actors: S,
    /// Where they go, if to a place.
    pub(crate) to: Option<Point>,
}

/// What a shot does, before it takes effect.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Blow {
    by: FigureId,
    from: Point,
    target: FigureId,
    upshot: Upshot,
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Carries out the action of a unit, and the reaction to it if there is one.
    pub(crate) fn play_match(
        &mut self,
        side: Side,
        active: S,
        choice: &Choice<S>,
        reaction: Option<&Reaction<S>>,
    ) {
        self.announce(side, choice, None);
        let reacting = reaction.map_or(S::EMPTY, |reaction| reaction.actors);
        let attacked = choice.target.filter(|target| target.side() != side);
        let attacked = attacked.map_or(S::EMPTY, |target| S::bit(target.index()));
        self.meant = [reacting, attacked].map(|figures| self.units_of(!side, figures));
        let Some(reaction) = reaction else {
            self.carry_out(side, choice);
            return;
        };
        let passive = !side;
        let units = self.units_of(passive, reaction.actors);
        let prepared = self.is_prepared(passive, units);
        self.tell(|| Event::Reacts {
            side: passive,
            units,
            figures: reaction.actors.widen(),
            reaction: reaction.kind,
            destination: reaction.to,
            prepared,
        });
        if reaction.kind != ReactionKind::LieLow {
            self.rise(passive, units);
        }
        self.begin_reaction(passive, units);
        self.cover_no_more(passive, reaction.actors);
        self.resolve_together(side, active, choice, reaction);
        self.end_reaction(passive);
    }

    /// Resolves both sides' actions together: both move at the same time; then both shoot, and all shots are rolled before one
    /// takes effect; then figures brought into contact by the action or the reaction fight a round. A figure shot at on its way
    /// is hit before it gets there.
    fn resolve_together(
        &mut self,
        side: Side,
        active: S,
        choice: &Choice<S>,
        reaction: &Reaction<S>,
    ) {
        // Leaving a melee to move costs free blows here too (ADC-8).
        let mut choice = *choice;
        if choice.kind.is_move() {
            choice.actors = self.free_blows(side, choice.actors, S::EMPTY);
        }
        let choice = &choice;
        let passive = !side;
        // Settled before the moves: a figure run into while shooting still shoots.
        let (shoots, shot) = match choice.kind {
            ActionKind::ShootInHaste => (choice.actors, Shot::Haste),
            _ => (self.missile_figures(side, choice.actors), Shot::Aimed),
        };
        let replies = self.missile_figures(passive, reaction.actors);
        let (moved, answered) = if reaction.kind.is_move() {
            self.race(side, active, choice, reaction)
        } else {
            (self.move_alone(side, choice), S::EMPTY)
        };
        if choice.kind.is_move() && choice.kind != ActionKind::Escape {
            self.tell_stayed(side, choice.actors, moved);
        }
        if reaction.kind.is_move() {
            // Figures that stand there already have nowhere to go.
            let there = reaction.to.map_or(S::EMPTY, |to| {
                self.state.within(passive, to, self.radius_about(to), reaction.actors)
            });
            self.tell_stayed(passive, reaction.actors.minus(there), answered);
        }
        let volley = match choice.kind {
            ActionKind::Shoot | ActionKind::ShootInHaste => {
                let volley = self.aims(side, shoots, choice.targets, answered, shot);
                let targets = choice.targets & self.in_the_open(passive);
                self.tell_idle(side, choice.actors, &volley, targets, choice.kind);
                volley
            }
            _ => Volley::default(),
        };
        let reply = match reaction.kind {
            ReactionKind::Shoot => {
                let reply = self.aims(passive, replies, active, moved, Shot::Aimed);
                self.tell_idle(passive, reaction.actors, &reply, active, ActionKind::Shoot);
                reply
            }
            _ => Volley::default(),
        };
        if matches!(choice.kind, ActionKind::Reload | ActionKind::LieLow | ActionKind::Prepare) {
            self.carry_out(side, choice);
        }
        let mut blows = std::mem::take(&mut self.state.blows);
        blows.clear();
        if choice.kind == ActionKind::Volley {
            self.roll_volley(side, choice.actors, choice.targets);
        }
        self.roll_shots(side, &volley, (choice.targets, answered), shot, &mut blows);
        self.roll_shots(passive, &reply, (active, moved), Shot::Aimed, &mut blows);
        if (moved | answered).is_empty() {
            self.fight_out(side, active, choice, reaction, (moved, answered));
            self.strike_home(side, choice, &blows);
        } else {
            self.strike_home(side, choice, &blows);
            let exit = self.battle.spec().sides[side].exit;
            if choice.kind == ActionKind::Escape && exit.is_some() {
                self.leave_by_exit(side, choice.actors, exit);
                self.tell_stayed(side, choice.actors, moved);
            }
            self.fight_out(side, active, choice, reaction, (moved, answered));
        }
        self.state.blows = blows;
        let left = reaction.actors & self.state.force[passive].alive;
        match reaction.kind {
            // A unit that has been run into no longer lies low.
            ReactionKind::LieLow if self.plan_to_lie_low(passive, left).is_some() => {
                self.lie_low(passive, left);
            }
            ReactionKind::LieLow => {
                self.tell_hindered(passive, reaction.actors, ActionKind::LieLow, |game, figure| {
                    match game.state.is_alive(figure) {
                        true => Hindrance::Found,
                        false => Hindrance::Gone,
                    }
                });
            }
            ReactionKind::Prepare => self.prepare(passive, left),
            _ => {}
        }
    }

    /// Carries out the move of an action, without its consequences. Returns those that moved.
    fn move_alone(&mut self, side: Side, choice: &Choice<S>) -> S {
        let pace = pace(choice.kind);
        let to = choice.to.unwrap_or_default();
        let moved = match choice.kind {
            ActionKind::Charge => {
                let charge = self.charge_of(side, choice.targets);
                self.close_in(side, choice.actors, charge, None, MoveKind::Action)
            }
            ActionKind::Escape => {
                let exit = self.battle.spec().sides[side].exit;
                self.advance(side, choice.actors, (to, exit), pace, Self::goes_in_body)
            }
            kind if kind.is_move() => self.move_to(side, choice.actors, to, pace),
            _ => S::EMPTY,
        };
        self.has_moved(side, moved, pace);
        moved
    }

    /// Returns the aims of the shooters: each at the nearest of these enemies; or, where all declare beforehand, with the
    /// others' declarations taken into account (see [`Self::mark_after`]).
    fn aims(&mut self, side: Side, shooters: S, targets: S, moved: S, shot: Shot) -> Volley {
        let mut volley = Volley::default();
        let is_declared = self.battle.spec().rules.aim == AimReading::Declared;
        for i in shooters.iter() {
            let declared = is_declared.then_some(&volley);
            let shooter = FigureId::new(side, i);
            if let Some((j, at)) = self.aim_of(shooter, targets, moved, shot, declared) {
                volley.declare(shooter, j, at);
            }
        }
        volley
    }

    /// Returns the enemy of these that a figure aims at: the nearest, except that figures out of the fight come last. It aims
    /// at a mover where that came nearest to it in its sight.
    fn aim_of(
        &mut self,
        shooter: FigureId,
        targets: S,
        moved: S,
        shot: Shot,
        declared: Option<&Volley>,
    ) -> Option<(usize, Point)> {
        let enemy = !shooter.side();
        let targets = targets & self.in_the_open(enemy);
        let fit = self.rather_in_the_fight(enemy, targets);
        let found = self.best_aim(shooter, fit, moved, shot, declared);
        found.or_else(|| self.best_aim(shooter, targets.minus(fit), moved, shot, declared))
    }

    fn best_aim(
        &mut self,
        shooter: FigureId,
        targets: S,
        moved: S,
        shot: Shot,
        declared: Option<&Volley>,
    ) -> Option<(usize, Point)> {
        let enemy = !shooter.side();
        let from = self.state.at(shooter);
        let standing = targets.minus(moved);
        let standing = match declared {
            Some(volley) => self.mark_after(shooter, standing, shot, |j| volley.shots_at(j)),
            None => self.mark(shooter, standing, 2, shot),
        };
        let key = |game: &Self, j: usize, at: Point| {
            let firing = Firing { by: shooter, from, target: FigureId::new(enemy, j), at, shot };
            let needed = match declared {
                Some(volley) => game.needed_after(&firing, volley.shots_at(j)),
                None => game.could_hit(&firing).then_some(0),
            };
            needed.map(|needed| (needed, at.distance2(from)))
        };
        let mut best = standing.and_then(|j| {
            let at = self.state.force[enemy].at[j];
            key(self, j, at).map(|key| (key, j, at))
        });
        for j in (targets & moved).iter() {
            if let Some((_, at)) = self.sees_on_way(shooter, &self.state.paths[j], 2)
                && let Some(key) = key(self, j, at)
                && best.is_none_or(|(least, ..)| key < least)
            {
                best = Some((key, j, at));
            }
        }
        best.map(|(_, j, at)| (j, at))
    }

    /// Returns where a mover comes nearest to a shooter within its sight and a range band; and how near that is (squared).
    pub(crate) fn sees_on_way(
        &self,
        shooter: FigureId,
        way: &Path,
        band: usize,
    ) -> Option<(i64, Point)> {
        let far = i64::from(self.battle.traits(shooter).missile?.range[band]);
        let from = self.state.at(shooter);
        let at = way.point_at(self.in_view(way, from).nearest?);
        let distance2 = at.distance2(from);
        (distance2 <= far * far).then_some((distance2, at))
    }

    /// Returns whether some of a group will see the figure about to move, on the way that it is seen to be going.
    pub(crate) fn some_view_foreseen(&self, side: Side, group: S) -> bool {
        let at = &self.state.force[side].at;
        let sees = |way: Path, i: usize| self.in_view(&way, at[i]).nearest.is_some();
        self.foreseen.is_some_and(|way| group.iter().any(|i| sees(way, i)))
    }

    /// Returns whether some of a group will have it within a range band of their missiles.
    pub(crate) fn some_mark_foreseen(&self, side: Side, group: S, band: usize) -> bool {
        self.foreseen.is_some_and(|way| {
            let mut shooters = self.missile_figures(side, group).iter();
            shooters.any(|i| {
                let shooter = FigureId::new(side, i);
                self.sees_on_way(shooter, &way, band).is_some()
            })
        })
    }

    /// Returns the way that the foremost mover of an action is seen to be going, if nothing stops it.
    pub(crate) fn foreseen_way(&mut self, side: Side, choice: &Choice<S>) -> Option<Path> {
        if !choice.kind.is_move() {
            return None;
        }
        let to = choice.to.or_else(|| choice.target.map(|target| self.state.at(target)))?;
        let (i, _) = self.state.nearest(side, to, choice.actors)?;
        let allowance = self.allowance(FigureId::new(side, i), pace(choice.kind));
        let path = self.path(side, self.state.force[side].at[i], to);
        Some(path.up_to(allowance))
    }

    /// Rolls the shots of a side. Their results are kept for later: neither side's losses take dice from the other. With shots
    /// in turn, a shooter sees which targets earlier rolls have doomed, and aims at another (HOST-2).
    fn roll_shots(
        &mut self,
        side: Side,
        volley: &Volley,
        (targets, moved): (S, S),
        shot: Shot,
        blows: &mut Vec<Blow>,
    ) {
        let in_turn = self.battle.spec().rules.aim == AimReading::InTurn;
        let mut hit = S::EMPTY;
        for &Aim { shooter, target, mut at } in volley.aims() {
            let mut j = target.index();
            if in_turn && self.state.force[!side].doomed.has(j) {
                (j, at) = self.aim_of(shooter, targets, moved, shot, None).unwrap_or((j, at));
            }
            let firing = self.firing(shooter, FigureId::new(!side, j), at, shot);
            let Firing { from, target, .. } = firing;
            self.turn_to(shooter, from, at);
            let upshot = self.roll_shot(&firing, false);
            blows.push(Blow { by: shooter, from, target, upshot });
            let bit = S::bit(j);
            let is_doomed = match upshot {
                Upshot::Effect(effect) => effect == Effect::Kill,
                // All pending wounds count.
                Upshot::Tolls([_, toll]) => {
                    let due = blows.iter().filter(|blow| blow.target == target);
                    let wounds: i32 = due
                        .map(|blow| match blow.upshot {
                            Upshot::Tolls([_, toll]) => toll.wounds,
                            _ => 0,
                        })
                        .sum();
                    let left = self.state.force[!side].points[j];
                    toll.does == Effect::Kill || wounds >= left
                }
                // A second wound kills (PG-08); the damage of a hit has yet to be rolled (ADC-2).
                Upshot::Hit => {
                    let again = hit.has(j) || self.is_wounded(target);
                    hit |= bit;
                    again && self.battle.spec().rules.fighting.has_skill_dice()
                }
            };
            if is_doomed {
                self.state.force[!side].doomed |= bit;
            }
        }
    }

    /// Applies the shots of both sides and the action's volley.
    fn strike_home(&mut self, side: Side, choice: &Choice<S>, blows: &[Blow]) {
        if choice.kind == ActionKind::Volley {
            self.place_hits(side);
        }
        for side in Side::BOTH {
            self.state.force[side].doomed = S::EMPTY;
        }
        // A figure killed by one shot is not driven back by another (WS-04).
        for kills in [true, false] {
            for blow in blows.iter() {
                match blow.upshot {
                    Upshot::Effect(effect) if kills == (effect == Effect::Kill) => {
                        self.suffer(blow.target, blow.from, effect, Cause::Shot);
                    }
                    Upshot::Tolls(tolls) => self.shots_land([blow.by, blow.target], tolls, kills),
                    Upshot::Hit if !kills => self.do_harm(blow.by, blow.target),
                    _ => {}
                }
            }
        }
    }

    /// Fights one round of figures that the action or the reaction has brought into contact, or that were and fight.
    fn fight_out(
        &mut self,
        side: Side,
        active: S,
        choice: &Choice<S>,
        reaction: &Reaction<S>,
        (moved, answered): (S, S),
    ) {
        let passive = !side;
        let newly = self.make_contact(side, moved);
        let met = self.make_contact(passive, answered);
        // If two run at each other, both have come (ADC-4).
        if matches!(reaction.kind, ReactionKind::Towards | ReactionKind::HeadOff) {
            let force = &mut self.state.force[passive];
            for j in answered.iter().filter(|j| force.contacts[*j].meets(newly)) {
                force.fresh |= S::bit(j);
            }
        }
        let open = self.in_the_match(passive);
        let force = &self.state.force;
        let mut own = newly;
        if choice.kind == ActionKind::Fight {
            own |= choice.actors & force[side].engaged;
        }
        let mut enemy = self.state.met_by(side, own) & open;
        if choice.kind == ActionKind::Fight {
            let idle = choice.actors.minus(own);
            self.tell_hindered(side, idle, ActionKind::Fight, Self::no_blow);
        }
        // The reaction is at the active unit only.
        let force = &self.state.force;
        let mut fresh = newly;
        let mut idle = S::EMPTY;
        let fights = if reaction.kind == ReactionKind::Fight { reaction.actors } else { S::EMPTY };
        for j in (met | fights).iter() {
            let opponents = force[passive].contacts[j] & active;
            if opponents.is_empty() {
                idle |= S::bit(j);
            } else {
                own |= opponents;
                enemy |= S::bit(j);
            }
            if met.has(j) {
                fresh |= opponents;
            }
        }
        self.tell_hindered(passive, idle & fights, ActionKind::Fight, Self::no_blow);
        let (all, all_enemies) = (own, enemy);
        let (own, enemy) = self.of_the_match(side, own, enemy);
        let fresh = fresh & own;
        let was_to_fight = match choice.kind {
            ActionKind::Fight => choice.actors,
            _ => S::EMPTY,
        };
        for (side, others) in
            [(side, was_to_fight & all.minus(own)), (passive, fights & all_enemies.minus(enemy))]
        {
            self.tell_hindered(side, others, ActionKind::Fight, |_, _| Hindrance::OtherMatch);
        }
        let why = if !fresh.is_empty() {
            MeleeKind::Contact
        } else if choice.kind == ActionKind::Fight {
            MeleeKind::Action
        } else {
            MeleeKind::Reaction
        };
        if !own.is_empty() && !self.battle.spec().rules.system.fights_by_turn() {
            // A side that neither fights nor comes is attacked, and opens nothing (WSC-6).
            if (newly & own).is_empty() && choice.kind != ActionKind::Fight {
                self.melee_round(passive, enemy, own, met & enemy, why);
            } else {
                self.melee_round(side, own, enemy, fresh, why);
            }
        }
    }

    /// Counts a figure's run for its side's next turn, and faces its unit that way (PG-06, PG-07).
    pub(super) fn has_run(&mut self, figure: FigureId, from: Point, pace: Pace) {
        let bit = S::bit(figure.index());
        let has_paces = self.battle.spec().rules.movement.paces.is_some();
        let force = &mut self.state.force[figure.side()];
        force.moved |= bit;
        if pace == Pace::Fast && has_paces {
            force.ran |= bit;
        }
        let to = self.state.at(figure);
        self.turn_to(figure, from, to);
        self.looks(figure, from, to);
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns whether units fight in matches of one against one, apart from all others.
    pub(super) fn is_in_isolation(&self) -> bool {
        self.battle.spec().rules.system.answers()
    }

    /// Returns, of figures of a side and the enemies in contact with them, those that fight each other. In a match that is with
    /// one unit: the reacting one, if in contact with them; else the one attacked; else the one that most of them are in
    /// contact with, of equals the first.
    pub(super) fn of_the_match(&self, side: Side, figures: S, met: S) -> (S, S) {
        if !self.is_in_isolation() {
            return (figures, met);
        }
        let contacts = &self.state.force[side].contacts;
        let those_at = |enemy: S| figures.filter(|i| contacts[i].meets(enemy));
        let blocks = &self.blocks[!side];
        let mut left = self.units_of(!side, met);
        let meant = self.meant.map(|units| blocks.with(units));
        let meant = meant.into_iter().find(|units| units & left != 0);
        let mut best = (0, S::EMPTY);
        while left != 0 {
            let units = blocks.with(left & left.wrapping_neg());
            left &= !units;
            let enemy = met & self.members_of(!side, units);
            let is_meant = meant.is_some_and(|meant| units & meant != 0);
            let most = if is_meant { u32::MAX } else { those_at(enemy).count() };
            if most > best.0 {
                best = (most, enemy);
            }
        }
        (those_at(best.1), best.1)
    }
}
