//! How troops move under petite guerre: paces and what follows from haste (PG-06), lines that move as one (PG-11), which way a
//! unit faces, and runs off the table in rout.

use super::march::{March, STRAIGHT, SlowGoing};
use crate::battle::geometry::{Len, Point, UNIT};
use crate::battle::{Edge, FigureId, Path, UNREACHABLE};
use crate::bits::Bits;
use crate::event::{MoveKind, Pressure};
use crate::game::{Game, Play};
use crate::list::List;
use crate::rulebook::Pace;
use crate::side::Side;

/// Returns how far ahead of a figure at a point with this facing another point lies, and how far to a side.
pub(super) fn off_front(facing: Point, at: Point, point: Point) -> (i64, i64) {
    let [fx, fy, dx, dy] = [facing.x, facing.y, point.x - at.x, point.y - at.y].map(i64::from);
    (dx * fx + dy * fy, (dx * fy - dy * fx).abs())
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns how far a figure may move at a pace; the wounded move slowly (PG-06, PG-08).
    #[inline]
    pub(crate) fn allowance(&self, figure: FigureId, pace: Pace) -> Len {
        if self.is_pinned(figure) { 0 } else { self.rate_when_driven(figure, pace) }
    }

    /// Returns how far a figure may move at a pace if it is driven: being pinned does not hold it (FT-09).
    pub(crate) fn rate_when_driven(&self, figure: FigureId, pace: Pace) -> Len {
        let pace = if self.is_wounded(figure) { Pace::Slow } else { pace };
        self.battle.traits(figure).rate_at(pace)
    }

    /// Returns how slow ground counts for a figure with this allowance: with paces, so that over such ground alone it goes as
    /// far as at slow pace (PG-06); not at all for the sure-footed (PG-02).
    #[inline]
    pub(crate) fn slow_going(&self, figure: FigureId, allowance: Len) -> SlowGoing {
        let movement = &self.battle.spec().rules.movement;
        if movement.paces.is_none() {
            return SlowGoing::times(movement.slow_factor);
        }
        let traits = self.battle.traits(figure);
        if traits.skills.sure_footed {
            return SlowGoing::times(1);
        }
        let (slow, fast) = (traits.rate_at(Pace::Slow), traits.rate_at(Pace::Fast));
        SlowGoing {
            counts: i64::from(allowance.min(fast).max(slow).max(1)),
            of: i64::from(slow.max(1)),
        }
    }

    /// Returns whether any rule asks how a figure moved last, or which way it faces.
    #[inline]
    fn is_drilled(&self) -> bool {
        let rules = &self.battle.spec().rules;
        rules.system.has_turns() || rules.fighting.has_skill_dice()
    }

    /// Begins an action: without turns, each action of a side counts as one, and figures that moved in its last one are no
    /// longer moving targets (PG-07).
    pub(super) fn begin_action(&mut self, side: Side) {
        if !self.battle.spec().rules.system.has_turns() {
            let force = &mut self.state.force[side];
            force.moved = S::EMPTY;
            force.recover = force.pinned;
        }
    }

    /// Ends an action, without turns: the next turn has come for figures that ran (PG-06) or reloaded (PG-09) in it, and
    /// figures pinned when it began recover (FT-09).
    pub(super) fn end_action(&mut self, side: Side) {
        if self.battle.spec().rules.system.has_turns() {
            return;
        }
        let force = &mut self.state.force[side];
        if (force.ran | force.hurried | force.hasty | force.recover).is_empty() {
            return;
        }
        force.recover();
        force.hurried = force.ran;
        force.ran = S::EMPTY;
        force.hasty = S::EMPTY;
        self.state.version += 1;
    }

    /// Notes that figures have moved at a pace in their side's action: they are moving targets now (PG-07), the hurried neither
    /// fire nor reload in the next turn (PG-06), and they face the way they went.
    pub(super) fn has_moved(&mut self, side: Side, moved: S, pace: Pace) {
        if moved.is_empty() || !self.is_drilled() {
            return;
        }
        let force = &mut self.state.force[side];
        force.moved |= moved;
        // The wounded move slowly, whatever they intend.
        if pace == Pace::Fast && self.battle.spec().rules.movement.paces.is_some() {
            force.ran |= moved.minus(force.wounded);
        }
        for i in moved.iter() {
            let way = self.state.paths[i];
            let leg = way.leg(way.count().saturating_sub(1));
            let (from, to) = (leg.from, self.state.force[side].at[i]);
            self.turn_to(FigureId::new(side, i), from, to);
        }
    }

    /// Turns a figure's facing along the line between two points.
    pub(super) fn turn_to(&mut self, figure: FigureId, from: Point, to: Point) {
        if from != to && self.is_drilled() {
            self.state.force[figure.side()].facing[figure.index()] =
                Point::new(to.x - from.x, to.y - from.y);
        }
    }

    /// Returns whether a point lies outside the front of a figure's unit, seen from that figure: more than 45 degrees off the
    /// facing of most of the unit (PG-05, PG-14).
    pub(super) fn is_beside_front(&self, figure: FigureId, point: Point) -> bool {
        let (side, at) = (figure.side(), self.state.at(figure));
        let unit = self.members(side, self.battle.traits(figure).unit);
        let beside = unit.filter(|i| {
            let (ahead, aside) = off_front(self.state.force[side].facing[i], at, point);
            ahead < aside
        });
        2 * beside.count() > unit.count()
    }

    /// Puts the unit of a charged figure under pressure (PG-04), and notes its test if it is charged in flank or rear (PG-05).
    /// What counts is where the charge comes from, not on which side there was room.
    pub(super) fn is_charged(&mut self, figure: FigureId, by: FigureId) {
        let (from, at) = (self.state.at(by), self.state.at(figure));
        self.turn_to(by, from, at);
        if !self.battle.spec().rules.system.has_pressure() {
            return;
        }
        // Round an obstacle, the charge comes from the corner that gives a straight run at the target; or, if it fights across
        // a barricade, at that.
        let way = self.state.paths[by.index()].points();
        let terrain = self.state.terrain(self.battle);
        let straight = way.iter().find(|p| terrain.is_passable(**p, at));
        let from = straight.or(way.iter().rev().nth(1));
        // The front of a figure that mans a parapet is beyond it.
        let is_manned = !self.state.force[figure.side()].came.has(figure.index())
            && terrain.is_across_barricade(self.state.at(by), at);
        if !is_manned && from.is_some_and(|from| self.is_beside_front(figure, *from)) {
            let unit = self.battle.traits(figure).unit.0;
            self.state.force[figure.side()].outflanked |= 1 << unit;
        }
        self.press(figure, Pressure::Charge);
    }

    /// Returns the figures of a set that stand in a line.
    pub(crate) fn in_line(&self, side: Side, among: S) -> S {
        let traits = self.battle.traits_of(side);
        among.filter(|i| traits[i].rank.is_some())
    }

    /// Moves a line as one: each figure by what takes its middle to the place, so that the ranks stay as they are (PG-11).
    /// Returns those that moved.
    pub(super) fn advance_line(
        &mut self,
        side: Side,
        movers: S,
        to: Point,
        pace: Pace,
        mut go: impl FnMut(&mut Self, FigureId, &March, Len) -> bool,
    ) -> S {
        let keep_off = self.keep_off();
        let middle = self.middle(side, movers);
        let order = self.in_order(side, movers, |game, who| game.state.at(who).distance2(to));
        let mut moved = S::EMPTY;
        for &(_, figure) in order.iter() {
            let at = self.state.at(figure);
            let goal = self.beside_middle(middle, at, to);
            let path = self.path(side, at, goal);
            let rate = self.allowance(figure, pace);
            let march = self.march(figure, &path, rate, keep_off, S::EMPTY);
            if let Some(march) = march.filter(|march| self.may_end(figure, march.path.end())) {
                moved |= S::bit(figure.index());
                if go(self, figure, &march, rate) {
                    break;
                }
            }
        }
        moved
    }

    /// Returns where a figure of a line that moves to a point goes.
    pub(super) fn goal_in_line(&self, side: Side, line: S, at: Point, to: Point) -> Point {
        self.beside_middle(self.middle(side, line), at, to)
    }

    /// Returns the point that lies to `to` as `at` does to the middle, kept on the board.
    fn beside_middle(&self, middle: Point, at: Point, to: Point) -> Point {
        let terrain = self.state.terrain(self.battle);
        terrain.clamp(Point::new(at.x + to.x - middle.x, at.y + to.y - middle.y))
    }

    /// Returns the middle of some figures, rounded towards the first of them.
    pub(super) fn middle(&self, side: Side, figures: S) -> Point {
        let count = figures.count().max(1) as Len;
        let places = &self.state.force[side].at;
        let first = if figures.is_empty() { Point::default() } else { places[figures.first()] };
        let (mut x, mut y) = (0, 0);
        for i in figures.iter() {
            (x, y) = (x + places[i].x - first.x, y + places[i].y - first.y);
        }
        Point::new(first.x + x / count, first.y + y / count)
    }

    /// Runs a routing figure straight away from a point (PG-06). If that is barred, it goes round to the edge with the shortest
    /// way, or to another if that gets it nowhere, or else to a side, as in a retreat. Returns whether it gets anywhere.
    pub(crate) fn rout(&mut self, figure: FigureId, from: Point, allowance: Len) -> bool {
        let (side, at) = (figure.side(), self.state.at(figure));
        let terrain = self.state.terrain(self.battle);
        // Its way ends where it leaves the board.
        let to = terrain.up_to_edge(at, self.point_back(figure, from, STRAIGHT, allowance));
        let stop = terrain.up_to_bar(at, to);
        let mut straight = Path::from(at);
        straight.push(stop);
        let march = self.march_back(figure, &straight, allowance);
        let is_at_bar = stop == at || march.is_some_and(|march| march.path.end() == stop);
        let mut march = march.filter(|march| self.gets_on(march));
        if is_at_bar && stop != to || march.is_none() {
            // A figure held up by others before it gets there turns where it stands.
            let (turn, begun) = if is_at_bar { (stop, straight) } else { (at, Path::from(at)) };
            let goals = self.edges_by_way(side, turn);
            let round = goals.iter().find_map(|(_, to)| {
                let there = self.path(side, turn, *to);
                let way = there.points().iter().fold(begun, |mut way, p| {
                    way.push(*p);
                    way
                });
                let round = self.march_back(figure, &way, allowance)?;
                // Only a cornered figure runs past the enemy.
                let is_away = round.path.end().distance2(from) > at.distance2(from);
                (self.gets_on(&round) && (is_away || march.is_none())).then_some(round)
            });
            march = round.or(march).or_else(|| self.retreat(figure, from, allowance));
        } else if let Some(short) = march.filter(|march| 2 * march.cost < allowance && !is_at_bar) {
            // A figure held up by others before half its allowance turns aside, as in a retreat (LLC-6).
            let aside = self.retreat(figure, from, allowance);
            march = aside.filter(|aside| aside.cost > short.cost).or(Some(short));
        }
        let Some(march) = march else { return false };
        self.go(figure, &march, allowance, MoveKind::Rout);
        true
    }

    /// Returns whether a routing figure gets on by a march: a hair at a time along an obstacle, it would run for ever.
    fn gets_on(&self, march: &March) -> bool {
        let least = i64::from(UNIT / 4);
        let [at, to] = [march.path.points()[0], march.path.end()];
        to.distance2(at) >= least * least || self.is_on_border(to)
    }

    /// Returns, for each edge that can be reached from a point, the spot on it with the shortest way, the nearest first:
    /// straight ahead of the point, or of a corner on the way.
    fn edges_by_way(&mut self, side: Side, at: Point) -> List<((Len, Point), Point), 4> {
        let (frame, terrain) = (self.frame(side), self.state.terrain(self.battle));
        let corners = terrain.routes_of(side).corners();
        let mut goals = List::default();
        for edge in [Edge::Left, Edge::Right, Edge::Bottom, Edge::Top] {
            let mut best: Option<((Len, Point), Point)> = None;
            for (k, from) in std::iter::once(&at).chain(corners).enumerate() {
                let to = self.edge_point(*from, edge);
                if !terrain.is_standable(to) || !terrain.is_passable(*from, to) {
                    continue;
                }
                let there = if k == 0 { 0 } else { self.way_from(side, at, *from) };
                let key = (there + from.distance(to), frame.tell(to));
                if there < UNREACHABLE && best.is_none_or(|(least, _)| key < least) {
                    best = Some((key, to));
                }
            }
            if let Some(goal) = best {
                goals.push(goal);
            }
        }
        goals.sort_unstable();
        goals
    }

    /// Returns whether a point lies on the border of the board.
    pub(crate) fn is_on_border(&self, p: Point) -> bool {
        [Edge::Left, Edge::Right, Edge::Bottom, Edge::Top]
            .into_iter()
            .any(|edge| self.is_at_edge(p, edge))
    }
}
