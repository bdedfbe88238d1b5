//! Giving ground (LLC-6): figures pushed back or retreating, the friends behind them that give way, and what happens to those
//! without room.

use super::march::{MARGIN, March, SLACK, STRAIGHT, Turn, meets};
use crate::battle::geometry::{Len, Point};
use crate::battle::{FigureId, MAX_FIGURES, Path};
use crate::bits::Bits;
use crate::event::{Cause, Event, MoveKind, Pressure};
use crate::game::{Game, Play};
use crate::list::List;
use crate::rulebook::{Effect, NoRoom};
use crate::side::Side;

/// Directions of a retreat relative to straight back; the first with room is taken: straight, by 30 degrees to the hand of the
/// side's frame or else to the other, by 60, straight aside.
const BACK: [Turn; 7] =
    [STRAIGHT, (886, 512), (886, -512), (512, 886), (512, -886), (0, 1024), (0, -1024)];

/// The same for going round figures ahead, without straight aside.
pub(super) const ASIDE: [Turn; 4] = [BACK[1], BACK[2], BACK[3], BACK[4]];

/// Parts of the step in which friends give way, so that they go no further than they must.
const PARTS: Len = 8;

/// Figures of a side in order, and where each is moved to.
pub(super) type Queue = List<(u8, Point), MAX_FIGURES>;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Applies the effect of a hit or a lost fight on the spot (LLC-6). Returns the final effect.
    pub(super) fn suffer(
        &mut self,
        figure: FigureId,
        from: Point,
        effect: Effect,
        cause: Cause,
    ) -> Effect {
        if !self.state.can_be_hit(figure) || effect == Effect::None {
            return effect;
        }
        let effect = self.give_ground(figure, from, effect, cause);
        if effect != Effect::Kill && self.state.is_alive(figure) {
            self.state.refresh_contacts(self.battle, figure.side(), figure.index());
        }
        effect
    }

    /// Pushes a figure back by one base, makes it retreat by two full moves, straight from a point, or kills it. Without room
    /// it suffers the next worse effect, and so on, unless the options say otherwise. Returns the final effect.
    pub(super) fn give_ground(
        &mut self,
        figure: FigureId,
        from: Point,
        mut effect: Effect,
        cause: Cause,
    ) -> Effect {
        loop {
            let is_back = match effect {
                Effect::None => return effect,
                // A figure off the table is not thrown back onto it (AD-08).
                Effect::Pin | Effect::PushBack | Effect::Retreat
                    if !self.state.is_alive(figure) =>
                {
                    return effect;
                }
                Effect::Pin => {
                    self.pin(figure);
                    return effect;
                }
                Effect::PushBack => self.is_pushed_back(figure, from),
                Effect::Retreat => self.retreats(figure, from),
                Effect::Kill => {
                    if cause == Cause::Shot && !self.is_own_shot {
                        self.press(figure, Pressure::Fire);
                    }
                    self.kill(figure, cause);
                    return effect;
                }
            };
            if is_back {
                return effect;
            }
            effect = if effect == Effect::PushBack { Effect::Retreat } else { Effect::Kill };
            self.tell(|| Event::NoRoom { figure, effect });
        }
    }

    /// Retreats two full moves straight back, or else as far off to a side as it takes to find room for half of that; it leaves
    /// over its exit. Returns whether there is any room.
    fn retreats(&mut self, figure: FigureId, from: Point) -> bool {
        let allowance = 2 * self.battle.traits(figure).rate;
        let march = self.retreat(figure, from, allowance);
        let is_back = self.goes_back(figure, march, allowance, MoveKind::Retreat);
        if is_back && march.is_some() {
            self.runs_out(figure);
        }
        is_back
    }

    /// Returns the way straight back, or else to a side, where there is room.
    pub(super) fn retreat(&self, figure: FigureId, from: Point, allowance: Len) -> Option<March> {
        self.way_with_room(figure, from, &BACK, [allowance; 2])
    }

    /// Returns whether a runner at a point is off the table by its exit (LL-05 d).
    fn is_out(&self, figure: FigureId, at: Point) -> bool {
        let exit = self.battle.spec().sides[figure.side()].exit;
        exit.is_some_and(|exit| self.is_at_edge(at, exit))
    }

    /// Lets a runner that gets to its exit leave the table.
    pub(super) fn runs_out(&mut self, figure: FigureId) {
        if self.is_out(figure, self.state.at(figure)) {
            self.escape(figure);
        }
    }

    /// Returns the first of these directions relative to straight back that lets a figure get half of `within` far, or to its
    /// exit; or else the best of them. `march` says how it goes a way, if it does and that is better than the best so far.
    fn way_back(
        &self,
        (figure, from): (FigureId, Point),
        turns: &[Turn],
        within: Len,
        march: impl Fn(&Path, Option<&March>) -> Option<March>,
    ) -> Option<March> {
        let mut best: Option<March> = None;
        for turn in turns {
            let path = self.way_along(figure, from, *turn, within);
            if let Some(march) = march(&path, best.as_ref()) {
                best = Some(march);
                if 2 * march.cost >= within || self.is_out(figure, march.path.end()) {
                    break;
                }
            }
        }
        best
    }

    /// Returns the way back, at no more than this cost, that has room and gets plainly further than those before.
    fn way_with_room(
        &self,
        figure: FigureId,
        from: Point,
        turns: &[Turn],
        [within, cost]: [Len; 2],
    ) -> Option<March> {
        self.way_back((figure, from), turns, within, |path, best| {
            let further = best.map_or(0, |best| best.way) + self.least_room();
            // A figure still in contact, with another enemy or half a base straight aside, has not got away.
            let is_away = |march: &March| {
                march.way >= further && self.is_clear_of_contact(figure, march.path.end())
            };
            self.march_out(figure, path, cost).filter(is_away)
        })
    }

    /// Returns the figures of a side about to run from these enemies, in the order in which they go: those further from the
    /// nearest enemy go before those whose way leads past them (LL-11, PG-06).
    pub(crate) fn in_order_away(
        &mut self,
        side: Side,
        figures: S,
        enemies: S,
    ) -> List<(i64, FigureId), MAX_FIGURES> {
        self.in_order(side, figures, |game, who| {
            let nearest = game.state.nearest(!side, game.state.at(who), enemies);
            nearest.map_or(i64::MIN, |(_, distance2)| -distance2)
        })
    }

    /// Moves a figure away from a point as far as it gets, clear of other enemies: straight, and on along what bars its way; or
    /// to a side, as in a retreat, if straight back gets it less than half its allowance. At its exit it leaves. Leaves its
    /// contacts to the caller.
    pub(crate) fn flee(
        &mut self,
        figure: FigureId,
        from: Point,
        allowance: Len,
        why: MoveKind,
    ) -> bool {
        let march = self.way_back((figure, from), &BACK, allowance, |path, best| {
            let march = self.march_back(figure, path, allowance)?;
            let is_better = best.is_none_or(|best| march.cost > best.cost);
            (is_better || self.is_out(figure, march.path.end())).then_some(march)
        });
        let Some(march) = march else { return false };
        self.go(figure, &march, allowance, why);
        self.runs_out(figure);
        true
    }

    /// Returns the march of a figure that gives ground. If the enemies upon it leave it no room by that, it gets past them,
    /// even base to base, if it ends clear of all: no figure falls between enemies with open ground behind it.
    fn march_out(&self, figure: FigureId, path: &Path, allowance: Len) -> Option<March> {
        let march = self.march_back(figure, path, allowance);
        if march.as_ref().is_some_and(|march| march.way >= self.least_room()) {
            return march;
        }
        let enemy = !figure.side();
        let clear = self.clear_of_contact();
        let enemies = self.state.force[enemy].alive;
        // Looks at the first leg only: further along what bars its way it may turn elsewhere.
        let at = self.state.at(figure);
        let to = path.legs().next().map_or(at, |leg| leg.to);
        let upon = self.state.within(enemy, at, clear, enemies);
        let is_ahead = |j: usize| {
            let his = self.state.force[enemy].at[j];
            let along = |p: Len, q: Len, at: Len| i64::from(p - at) * i64::from(q - at);
            along(his.x, to.x, at.x) + along(his.y, to.y, at.y) > 0
        };
        if !upon.iter().any(is_ahead) {
            return march;
        }
        // It keeps off from the other enemies on the way.
        let others = enemies.minus(upon);
        let mut far = 0;
        for leg in path.legs() {
            let line = leg.line();
            let at = |j: usize| self.state.force[enemy].at[j];
            let runs = others.iter().map(|j| meets(&line, at(j), leg.length, clear));
            let run = runs.fold(leg.length, Len::min);
            far += run;
            if run < leg.length {
                break;
            }
        }
        let past = self.battle.spec().rules.movement.base - SLACK;
        let out = self.march(figure, &path.up_to(far), allowance, past, S::EMPTY);
        out.filter(|march| self.is_clear_of_contact(figure, march.path.end())).or(march)
    }

    /// Returns whether no enemy would be upon a figure at a point.
    fn is_clear_of_contact(&self, figure: FigureId, at: Point) -> bool {
        let enemy = !figure.side();
        let contact = self.clear_of_contact() - SLACK;
        self.state.within(enemy, at, contact, self.state.force[enemy].alive).is_empty()
    }

    /// Pushes a figure one base straight back. Without room there, friends in the way are moved back with it, or else it goes
    /// back to a side, if the options say so. Returns whether there is room.
    fn is_pushed_back(&mut self, figure: FigureId, from: Point) -> bool {
        let base = self.battle.spec().rules.movement.base;
        let path = self.way_along(figure, from, STRAIGHT, base);
        // It is thrown, not walking: slow ground does not hold it.
        let any = Len::MAX / 4;
        let mut march = self.march_out(figure, &path, any);
        let is_hindered = march.as_ref().is_none_or(|march| march.way + MARGIN < path.length());
        let gives_way = self.battle.spec().rules.options.no_room == NoRoom::GiveWay;
        if is_hindered && gives_way && path.length() >= self.least_room() {
            let (at, to) = (self.state.at(figure), path.end());
            let step = Point::new(to.x - at.x, to.y - at.y);
            if self.has_way_back(figure, to, false)
                && let Some(crowd) = self.those_behind((figure, to), step)
            {
                self.move_back(figure, to, MoveKind::PushBack);
                self.give_way(figure.side(), &crowd);
                return true;
            }
        }
        if gives_way && march.as_ref().is_none_or(|march| march.way < self.least_room()) {
            march = self.way_with_room(figure, from, &BACK[1..], [base, any]);
        }
        let march = march.map(|march| March { cost: march.way, ..march });
        self.goes_back(figure, march, base, MoveKind::PushBack)
    }

    /// Returns the way back up to whatever bars it, or the edge of the board; on along that as far as it also leads away; and
    /// on back from there if nothing bars that any more.
    fn way_along(&self, figure: FigureId, from: Point, turn: Turn, allowance: Len) -> Path {
        let terrain = self.state.terrain(self.battle);
        let at = self.state.at(figure);
        let to = self.point_back(figure, from, turn, allowance);
        let stop = terrain.up_to_bar(at, to);
        let end = terrain.slide(stop, to, self.frame(figure.side()));
        let mut path = Path::from(at);
        path.push(stop);
        let along = |p: Len, q: Len, at: Len, from: Len| i64::from(q - p) * i64::from(at - from);
        let away = along(stop.x, end.x, at.x, from.x) + along(stop.y, end.y, at.y, from.y);
        // It keeps a hair off what it goes along, which may be a hair towards the enemy.
        let slack = i64::from(SLACK) * i64::from(at.distance(from));
        if away + slack >= 0 && stop.distance(end) > SLACK {
            path.push(end);
            let left = allowance - path.length();
            let far = at.distance(to);
            if left > SLACK && far > 0 {
                let on = |end: Len, at: Len, to: Len| {
                    end + (i64::from(to - at) * i64::from(left) / i64::from(far)) as Len
                };
                let on = Point::new(on(end.x, at.x, to.x), on(end.y, at.y, to.y));
                let on = terrain.up_to_bar(end, on);
                if end.distance(on) > SLACK {
                    path.push(on);
                }
            }
        }
        path
    }

    /// Returns the least room: going back less than half a base is none, as the figure would still be in contact.
    fn least_room(&self) -> Len {
        self.battle.spec().rules.movement.base / 2
    }

    fn goes_back(
        &mut self,
        figure: FigureId,
        march: Option<March>,
        allowance: Len,
        why: MoveKind,
    ) -> bool {
        let stays = self.battle.spec().rules.options.no_room == NoRoom::Nothing;
        match march {
            Some(march) if stays || march.way >= self.least_room() => {
                self.go(figure, &march, allowance, why);
                true
            }
            _ => stays,
        }
    }

    /// Returns how far a figure gets on the way to where it should halt, and the friends that give way to it there: all that
    /// would be clear of it a base further back along its way. They go that far, or no further than they must if something bars
    /// that.
    pub(super) fn march_among(&self, figure: FigureId, way: &Path) -> Option<(March, Queue)> {
        let side = figure.side();
        let base = self.battle.spec().rules.movement.base;
        let touching = base - SLACK;
        let mut giving = self.state.force[side].alive.minus(S::bit(figure.index()));
        loop {
            // Friends that do not give way are in its way.
            let march = self.march(figure, way, Len::MAX / 4, base, giving)?;
            let (to, back) = (march.path.end(), march.path.point_at((march.way - base).max(0)));
            let step = Point::new(back.x - to.x, back.y - to.y);
            let upon = self.state.within(side, to, touching, giving);
            let stay = upon.filter(|k| {
                let at = self.state.force[side].at[k];
                let clear = Point::new(at.x + step.x, at.y + step.y);
                clear.distance(to) < touching
            });
            if stay.is_empty() {
                return Some((march, self.those_behind((figure, to), step)?));
            }
            giving = giving.minus(stay);
        }
    }

    /// Returns the friends to be moved back, in order, when a figure comes to stand at a point, each because one before it
    /// would come to stand on its base. Each moves as little of a step as it takes, so that a gap between two absorbs it; if
    /// that does not do, all move by the whole step. `None` if one of them cannot: an enemy is upon it, or something bars its
    /// way.
    fn those_behind(&self, at: (FigureId, Point), step: Point) -> Option<Queue> {
        self.those_behind_by(at, step, PARTS).or_else(|| self.those_behind_by(at, step, 1))
    }

    fn those_behind_by(
        &self,
        (figure, at): (FigureId, Point),
        step: Point,
        parts: Len,
    ) -> Option<Queue> {
        let side = figure.side();
        let touching = self.battle.spec().rules.movement.base - SLACK;
        let mut others = self.state.force[side].alive.minus(S::bit(figure.index()));
        let mut queue = Queue::new((0, at));
        let mut next = 0;
        let mut to = at;
        loop {
            let met = self.state.within(side, to, touching, others);
            others &= !met;
            for k in met.iter() {
                queue.push((k as u8, at));
            }
            if next == queue.len() {
                return Some(queue);
            }
            let friend = FigureId::new(side, queue[next].0.into());
            let from = self.state.at(friend);
            // By the whole step, all keep their distances.
            let is_clear = |p: Point| {
                let moved = queue[..next].iter().map(|(_, to)| *to);
                parts == 1 || moved.chain([at]).all(|other| other.distance(p) >= touching)
            };
            to = (1..=parts)
                .map(|k| Point::new(from.x + step.x * k / parts, from.y + step.y * k / parts))
                .find(|p| is_clear(*p))?;
            if !self.has_way_back(friend, to, true) {
                return None;
            }
            queue[next].1 = to;
            next += 1;
        }
    }

    /// Moves friends back.
    pub(super) fn give_way(&mut self, side: Side, crowd: &Queue) {
        for &(k, to) in crowd.iter() {
            self.move_back(FigureId::new(side, k.into()), to, MoveKind::GiveWay);
            self.state.refresh_contacts(self.battle, side, k.into());
        }
    }

    /// Returns whether a figure can be moved straight to a point, clear of enemies other than those it leaves; and, if it is a
    /// friend of the one pushed back, has no enemy upon it.
    fn has_way_back(&self, figure: FigureId, to: Point, is_friend: bool) -> bool {
        let at = self.state.at(figure);
        let terrain = self.state.terrain(self.battle);
        let enemy: Side = !figure.side();
        let enemies = self.state.force[enemy].alive;
        let clear = self.clear_of_contact();
        let base = i64::from(self.battle.spec().rules.movement.base - SLACK);
        let leaves = |j: usize| {
            let his = self.state.force[enemy].at[j];
            his.distance2(to) > his.distance2(at).max(base * base)
        };
        terrain.is_standable(to)
            && terrain.is_passable(at, to)
            && (!is_friend || self.state.within(enemy, at, clear, enemies).is_empty())
            && self.state.within(enemy, to, clear, enemies).iter().all(leaves)
    }

    fn move_back(&mut self, figure: FigureId, to: Point, why: MoveKind) {
        let mut path = Path::from(self.state.at(figure));
        path.push(to);
        let way = path.length();
        self.go(figure, &March { path, way, cost: way }, way, why);
    }
}
