//! Where a line of a script takes a group: to a place, to a leader, at the enemy, out of sight or off the table.

use super::Ranked;
use crate::action::Choice;
use crate::battle::geometry::Point;
use crate::battle::{Edge, FigureId, PlaceId};
use crate::bits::Bits;
use crate::bot::{Goal, Pick};
use crate::event::ActionKind;
use crate::game::{Game, Play};
use crate::rulebook::Pace;
use crate::side::Side;

impl<S: Bits, P: Play> Game<'_, S, P> {
    pub(super) fn plan_move(&mut self, side: Side, body: S, goal: Goal) -> Option<Ranked<S>> {
        match goal {
            Goal::Objective => self.plan_to_place(side, body, self.objective_place(side)?),
            Goal::Place(place) => self.plan_to_place(side, body, place),
            Goal::Leader => {
                let force = &self.state.force[side];
                let leaders = (self.state.roster[side].leaders & force.alive).minus(body);
                let actors = self.free(side, body);
                if actors.is_empty() {
                    return None;
                }
                let (leader, distance2) =
                    self.state.nearest(side, force.at[actors.first()], leaders)?;
                let to = Some(force.at[leader]);
                Some((
                    distance2,
                    Choice { kind: ActionKind::Move, actors, to, ..Choice::default() },
                ))
            }
        }
    }

    pub(super) fn plan_to_place(
        &mut self,
        side: Side,
        body: S,
        place: PlaceId,
    ) -> Option<Ranked<S>> {
        let there = self.those_at(side, place);
        let movers = self.free(side, body).minus(there);
        let to = self.centre(place);
        let (_, distance2) = self.state.nearest(side, to, movers)?;
        let choice = Choice {
            kind: ActionKind::Move,
            actors: movers,
            to: Some(to),
            // A waypoint is no objective (LL-03).
            place: (!self.battle.spec().is_way(place)).then_some(place),
            nearest2: distance2,
            ..Choice::default()
        };
        Some((distance2, choice))
    }

    /// Plans that a group goes where the nearest enemy is farthest, of twelve points a full move off; nowhere if it is no
    /// farther there.
    pub(super) fn plan_to_fall_back(&mut self, side: Side, body: S) -> Option<Ranked<S>> {
        let actors = self.free(side, body).minus(self.state.force[side].engaged);
        let enemies = self.state.force[!side].alive;
        let off = |game: &Self, p: Point| game.state.nearest(!side, p, enemies).map(|at| at.1);
        // The figure nearest to them leads.
        let nearest = |i: &usize| off(self, self.state.force[side].at[*i]);
        let lead = actors.iter().min_by_key(nearest)?;
        let at = self.state.force[side].at[lead];
        let rate = self.battle.traits_of(side)[lead].rate;
        let now = off(self, at)?;
        let terrain = self.state.terrain(self.battle);
        let mut best: Option<(i64, Point)> = None;
        for point in self.steps_round(side, at, rate) {
            let far = off(self, point)?;
            if far > now
                && best.is_none_or(|(most, _)| far > most)
                && terrain.is_standable(point)
                && self.can_reach_place(FigureId::new(side, lead), point, 0, Pace::Normal)
            {
                best = Some((far, point));
            }
        }
        let (_, to) = best?;
        let choice = Choice { kind: ActionKind::Move, actors, to: Some(to), ..Choice::default() };
        // The group in the greatest danger goes first.
        Some((now, choice))
    }

    pub(super) fn plan_charge(&mut self, side: Side, body: S, pick: Pick) -> Option<Ranked<S>> {
        let actors = self.free(side, body).minus(self.state.force[side].engaged);
        if actors.is_empty() {
            return None;
        }
        // Does not go for enemies that are routed or already doomed while others stand.
        let open = self.in_the_open(!side);
        let among = self.rather_in_the_fight(!side, open);
        let alive = self.state.force[!side].alive;
        let (distance2, choice) = self.plan_charge_at(side, actors, pick, among, alive)?;
        if self.finds_no_room(side, actors, choice.targets) {
            return None;
        }
        // Only the nearest of all says how near any of them is.
        let nearest2 = if pick == Pick::Nearest && among == open { distance2 } else { 0 };
        Some((distance2, Choice { nearest2, ..choice }))
    }

    /// Returns a charge at the one of some enemies that a bot picks, and at those of its group that are in `meant`.
    pub(super) fn plan_charge_at(
        &mut self,
        side: Side,
        actors: S,
        pick: Pick,
        among: S,
        meant: S,
    ) -> Option<Ranked<S>> {
        if actors.is_empty() {
            return None;
        }
        let target = self.pick(side, actors, pick, among)?;
        let targets = meant & self.state.body_of(self.battle, !side, target);
        let at = self.state.force[!side].at[target];
        let (_, distance2) = self.state.nearest(side, at, actors)?;
        let target = FigureId::new(!side, target);
        Some((distance2, Choice::at(ActionKind::Charge, actors, target, targets)))
    }

    /// Plans that figures of a unit outside its fight come up to it, if a unit has one action per turn and they outnumber those
    /// in the fight: none looks on while there is room for it (WS-02, TN-01).
    pub(super) fn plan_to_come_up(
        &mut self,
        side: Side,
        body: S,
        fighting: S,
    ) -> Option<Ranked<S>> {
        let system = &self.battle.spec().rules.system;
        let others = self.free(side, body).minus(self.state.force[side].engaged);
        let least = fighting.count();
        if least == 0 || others.count() <= least || system.is_seized() || system.has_segments() {
            return None;
        }
        let alive = self.state.force[!side].alive;
        let met = self.state.met_by(side, fighting);
        let plan = self.plan_charge_at(side, others, Pick::Nearest, met, alive)?;
        let targets = plan.1.targets;
        let mut spare = others.count() - least;
        let is_enough = others.iter().all(|i| {
            spare -= u32::from(!self.charges_home(FigureId::new(side, i), targets));
            spare > 0
        });
        is_enough.then_some(plan)
    }

    /// Plans that a broken-off part goes back to where most of its unit is, if the unit stood together at the start. Only under
    /// Lloyd's system do groups act rather than units, so only there a part can have broken off.
    pub(super) fn plan_to_rejoin(&mut self, side: Side, body: S) -> Option<Ranked<S>> {
        if !self.battle.spec().rules.system.is_seized() || !self.is_part(side, body) {
            return None;
        }
        let battle = self.battle;
        let traits = battle.traits_of(side);
        let actors = self.free(side, body).minus(self.state.force[side].engaged);
        let actors = actors.filter(|i| battle.stood_together(side, traits[i].unit));
        if actors.is_empty() {
            return None;
        }
        let unit = self.members(side, traits[actors.first()].unit);
        let (mut rest, mut main) = (unit, unit & body);
        while !rest.is_empty() {
            let group = self.state.body_of(battle, side, rest.first()) & unit;
            rest = rest.minus(group);
            let is_half = group.count() == main.count();
            if group.count() > main.count() || is_half && self.is_body_of(side, unit, group) {
                main = group;
            }
        }
        let at = self.state.force[side].at[actors.first()];
        let (mate, distance2) = self.state.nearest(side, at, main.minus(body))?;
        let to = Some(self.state.force[side].at[mate]);
        let choice = Choice { kind: ActionKind::Move, actors, to, ..Choice::default() };
        Some((distance2, choice))
    }

    pub(super) fn plan_to_me(&mut self, side: Side, body: S) -> Option<Ranked<S>> {
        let mut best: Option<Ranked<S>> = None;
        for leader in (body & self.state.roster[side].leaders).iter() {
            let mut may = self.may_rally(side, leader);
            if let Some(exit) = self.battle.spec().sides[side].exit {
                // Does not call figures back from their way out (LL-05 d).
                let left = |i: usize| {
                    let at = self.state.force[side].at[i];
                    at.distance2(self.edge_point(at, exit))
                };
                may = may.filter(|i| left(i) >= left(leader));
            }
            let apart = may.minus(self.state.body_of(self.battle, side, leader));
            let at = self.state.force[side].at[leader];
            let group = self.battle.spec().rules.movement.group;
            let far = may.minus(self.state.within(side, at, group, may));
            // Only if a figure gets nearer by it: one cut off from the leader, or else one of its own group that has got far
            // away.
            let groups = [apart, far];
            let comes = groups.into_iter().find(|group| self.rallies_any(side, leader, *group));
            let actors = comes.unwrap_or(S::EMPTY);
            let score = -i64::from(actors.count());
            if score < 0 && best.as_ref().is_none_or(|(least, _)| score < *least) {
                let choice = Choice {
                    kind: ActionKind::ToMe,
                    actors,
                    target: Some(FigureId::new(side, leader)),
                    to: Some(at),
                    ..Choice::default()
                };
                best = Some((score, choice));
            }
        }
        best
    }

    /// Returns a move out of sight of every enemy, or into sight of one, to a point that brings the group nearer to its
    /// objective, its exit or an enemy (LL-05 c): behind a corner, or a few steps in any direction.
    pub(super) fn plan_lurk(&mut self, side: Side, body: S, seen: bool) -> Option<Ranked<S>> {
        let actors = self.free(side, body).minus(self.state.force[side].engaged);
        if actors.is_empty() {
            return None;
        }
        let battle = self.battle;
        let first = actors.first();
        let at = self.state.force[side].at[first];
        let rate = battle.traits_of(side)[first].rate;
        let enemies = self.state.force[!side].alive;
        let now = self.state.sees_any(battle, side, first, enemies);
        if now == seen {
            return None;
        }
        let terrain = self.state.terrain(battle);
        let mut best: Option<(i64, Point)> = None;
        let steps = [rate / 4, rate / 2, rate].map(|step| self.steps_round(side, at, step));
        for &point in battle.lurking[side].iter().chain(steps.as_flattened()) {
            let distance2 = at.distance2(point);
            if distance2 > i64::from(rate) * i64::from(rate)
                || best.is_some_and(|(least, _)| distance2 >= least)
                || !terrain.is_standable(point)
            {
                continue;
            }
            let visible =
                enemies.iter().any(|j| terrain.sees(point, self.state.force[!side].at[j]));
            if visible == seen
                && self.has_purpose(side, at, point)
                && self.can_reach_place(FigureId::new(side, first), point, 0, Pace::Normal)
            {
                best = Some((distance2, point));
            }
        }
        let (distance2, to) = best?;
        let kind = if seen { ActionKind::Appear } else { ActionKind::Hide };
        Some((distance2, Choice { kind, actors, to: Some(to), ..Choice::default() }))
    }

    /// Returns whether a move from one point to another has a purpose in the scenario: it ends nearer, by the shortest way, to
    /// an enemy, an objective or an exit (LL-05 c).
    pub(crate) fn has_purpose(&mut self, side: Side, from: Point, to: Point) -> bool {
        if let Some((at, _)) = self.objective(side)
            && self.way(side, to, at) < self.way(side, from, at)
        {
            return true;
        }
        if let Some(exit) = self.battle.spec().sides[side].exit {
            let edge = self.edge_point(from, exit);
            if self.way(side, to, edge) < self.way(side, from, edge) {
                return true;
            }
        }
        let enemies = self.state.force[!side].alive;
        let Some((j, _)) = self.state.nearest(!side, from, enemies) else {
            return false;
        };
        let enemy = self.state.force[!side].at[j];
        self.way(side, to, enemy) < self.way(side, from, enemy)
    }

    /// Returns the point of an edge straight ahead of another point.
    pub(crate) fn edge_point(&self, from: Point, edge: Edge) -> Point {
        let spec = self.battle.spec();
        match edge {
            Edge::Left => Point::new(0, from.y),
            Edge::Right => Point::new(spec.width, from.y),
            Edge::Bottom => Point::new(from.x, 0),
            Edge::Top => Point::new(from.x, spec.height),
        }
    }

    pub(super) fn plan_escape(&self, side: Side, body: S) -> Option<Ranked<S>> {
        let exit = self.battle.spec().sides[side].exit?;
        let actors = self.free(side, body);
        let force = &self.state.force[side];
        let nearest = actors.iter().min_by_key(|i| {
            let at = force.at[*i];
            at.distance2(self.edge_point(at, exit))
        })?;
        let at = force.at[nearest];
        let to = self.edge_point(at, exit);
        Some((
            at.distance2(to),
            Choice {
                kind: ActionKind::Escape,
                actors,
                to: Some(to),
                nearest2: at.distance2(to),
                ..Choice::default()
            },
        ))
    }
}
