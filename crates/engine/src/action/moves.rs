//! Actions that move: a group to a place (LL-01), an escape (LL-05 d), stragglers to their leader (LL-15).

use super::Choice;
use super::charge::Ways;
use super::ground::ASIDE;
use super::march::{Look, March, Near, STRAIGHT, Turn, round};
use crate::battle::geometry::{Len, Point};
use crate::battle::{Edge, FigureId, Leg, MAX_FIGURES, Path, UNREACHABLE};
use crate::bits::Bits;
use crate::event::MoveKind;
use crate::game::{Game, Play};
use crate::list::List;
use crate::rulebook::Pace;
use crate::side::Side;

/// How many figures behind the leading one are asked whether they get further.
const NEXT: usize = 3;

/// Straight, and turned by half the angle between two of the twelve points round another.
const HALFWAY: [Turn; 2] = [STRAIGHT, (989, 265)];

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns figures of a side by ascending key, equal keys by index.
    pub(super) fn in_order(
        &mut self,
        side: Side,
        figures: S,
        mut key: impl FnMut(&mut Self, FigureId) -> i64,
    ) -> List<(i64, FigureId), MAX_FIGURES> {
        let mut order = List::default();
        for i in figures.iter() {
            let figure = FigureId::new(side, i);
            order.push((key(self, figure), figure));
        }
        order.sort_unstable();
        order
    }

    /// Moves a group to a place (LL-01).
    pub(super) fn move_body(&mut self, side: Side, movers: S, to: Point, pace: Pace) {
        let moved = self.move_to(side, movers, to, pace);
        self.tell_stayed(side, movers, moved);
        self.has_moved(side, moved, pace);
        self.after_moves(side, moved, Some(moved));
    }

    /// Moves the leading figure of a group as far as it gets towards a place, the rest with it as best they can (LL-01).
    /// Returns those that moved.
    pub(super) fn move_to(&mut self, side: Side, movers: S, to: Point, pace: Pace) -> S {
        self.goes_to(side, movers, to, pace, Self::goes_in_body)
    }

    /// Moves like [`Self::move_to`], but calls `go` for each figure: in play it moves; to find out where it would end up it is
    /// only stood there for a moment. `go` returns `true` if the remaining figures do not matter.
    pub(crate) fn goes_to(
        &mut self,
        side: Side,
        movers: S,
        to: Point,
        pace: Pace,
        mut go: impl FnMut(&mut Self, FigureId, &March, Len) -> bool,
    ) -> S {
        let line = self.in_line(side, movers);
        let mut moved = S::EMPTY;
        if !line.is_empty() {
            moved |= self.advance_line(side, line, to, pace, &mut go);
        }
        moved | self.advance(side, movers.minus(line), (to, None), pace, go)
    }

    /// Moves one figure of a group along its way.
    pub(super) fn goes_in_body(&mut self, figure: FigureId, march: &March, rate: Len) -> bool {
        self.go(figure, march, rate, MoveKind::Action);
        false
    }

    /// Moves the leading figure of a group towards an edge, the rest with it as best they can. Figures that reach the edge, or
    /// stand there already, leave the table once those that saw them go have shot (LL-05 d, LL-12).
    pub(super) fn escape_body(&mut self, side: Side, movers: S, to: Point) {
        let exit = self.battle.spec().sides[side].exit;
        let moved = self.advance(side, movers, (to, exit), Pace::Fast, Self::goes_in_body);
        self.has_moved(side, moved, Pace::Fast);
        self.react_to_moves(side, moved, exit);
        self.leave_by_exit(side, movers, exit);
        let here = self.state.force[side].alive;
        self.tell_stayed(side, movers & here, moved);
        self.after_moves(side, moved & here, None);
    }

    /// Takes runners that have got to their exit off the table (LL-05 d).
    pub(super) fn leave_by_exit(&mut self, side: Side, runners: S, exit: Option<Edge>) {
        if exit.is_none() {
            return;
        }
        for i in (runners & self.state.force[side].alive).iter() {
            self.runs_out(FigureId::new(side, i));
        }
    }

    /// Moves figures towards a point. The leading figure goes as far as it can, which sets the destination. The others follow:
    /// each to its own place in the block while the leader marches on, and to the point itself once the leader is there. Each
    /// goes straight to an exit. Where an enemy stops the leading figure, the others go on as if it had not. A figure that
    /// cannot see its goal takes the foremost's way, so that no group passes a house on both sides in one action. Where friends
    /// bar the end of the way, a figure takes a free spot beside it. Figures that reach their exit are about to be gone and bar
    /// no way. Returns those that moved.
    pub(super) fn advance(
        &mut self,
        side: Side,
        movers: S,
        (to, exit): (Point, Option<Edge>),
        pace: Pace,
        mut go: impl FnMut(&mut Self, FigureId, &March, Len) -> bool,
    ) -> S {
        let keep_off = self.keep_off();
        let least = self.battle.spec().rules.movement.base / 2;
        let radius = if exit.is_none() { self.radius_about(to) } else { 0 };
        let mut moved = S::EMPTY;
        let mut order = self.in_order_to(side, movers, (to, exit), pace);
        let mut ways = Ways::default();
        let mut led = None;
        let mut ghosts = S::EMPTY;
        let (mut next, mut has_leader) = (0, false);
        while next < order.len() {
            let figure = order[next].1;
            let rate = self.allowance(figure, pace);
            let at = self.state.at(figure);
            let goal = match exit {
                Some(exit) => self.way_out(at, exit, to),
                None => led.map_or(to, |led| self.place_behind(at, led, to)),
            };
            let mut path = self.follow(side, at, goal, &mut ways);
            // Does not leave the foremost's way for another (LL-01).
            if ways.is_own {
                let way = self.past_filled_passages(figure, path);
                if !has_leader && exit.is_none() && way.points() != path.points() {
                    has_leader = self.lets_lead_by_free_way(&mut order, to, pace);
                    if has_leader {
                        continue;
                    }
                }
                path = way;
            }
            let march = self.march(figure, &path, rate, keep_off, ghosts);
            let march = self.beside(figure, &path, march, (rate, exit.is_some()));
            // A figure stopped by enemies does not lead if another gets further.
            let stop = match ways.lead {
                Some(_) => None,
                None => self.stopped_at(figure, &path, march.as_ref(), rate),
            };
            if !has_leader {
                has_leader = true;
                if let Some(end) = stop
                    && let Some(k) = self.who_gets_further(&order, end, (to, exit), pace)
                {
                    order[..=k].rotate_right(1);
                    continue;
                }
            }
            next += 1;
            let march = self.within_place(figure, (to, radius), march, rate);
            if let Some(march) = march.filter(|march| self.may_end(figure, march.path.end())) {
                if exit.is_some_and(|exit| self.is_at_edge(march.path.end(), exit)) {
                    ghosts |= S::bit(figure.index());
                }
                if ways.lead.is_none() {
                    // The enemy before the leading figure is in the way of no other.
                    let end = match stop {
                        Some(_) => path.point_at(rate),
                        None => self.end_unhindered(figure, &path, &march, rate),
                    };
                    // A figure held up on the spot does not lead.
                    if end == path.end() || at.distance(end) >= least {
                        ways.lead = Some(march.path);
                        led = Some((at, end));
                    }
                }
                moved |= S::bit(figure.index());
                if go(self, figure, &march, rate) {
                    break;
                }
            }
        }
        moved
    }

    /// Returns where a march ends if enemies stop it short of its goal with half a base or more of the move left.
    fn stopped_at(
        &self,
        figure: FigureId,
        path: &Path,
        march: Option<&March>,
        rate: Len,
    ) -> Option<Point> {
        let least = self.battle.spec().rules.movement.base / 2;
        let is_short = |march: Option<&March>| {
            march.is_none_or(|it| it.path.end() != path.end() && it.cost + least <= rate)
        };
        if path.count() == 0 || rate < least || !is_short(march) {
            return None;
        }
        // Friends only take up room.
        let own = self.state.force[figure.side()].alive;
        let free = self.march(figure, path, rate, self.keep_off(), own);
        is_short(free.as_ref()).then(|| march.map_or(path.points()[0], |march| march.path.end()))
    }

    /// Returns, of the next few figures that move to a point or an edge, the first that no enemy stops and that gets further
    /// than the one that should lead, which is stopped at `stop`. Slower figures do not count.
    fn who_gets_further(
        &mut self,
        order: &[(i64, FigureId)],
        stop: Point,
        (to, exit): (Point, Option<Edge>),
        pace: Pace,
    ) -> Option<usize> {
        let side = order[0].1.side();
        let left = self.way2(side, stop, to);
        let greatest = self.allowance(order[0].1, pace);
        let mut first = None;
        for k in (1..order.len()).take(NEXT) {
            let figure = order[k].1;
            let (at, rate) = (self.state.at(figure), self.allowance(figure, pace));
            if rate < greatest {
                continue;
            }
            let goal = exit.map_or(to, |exit| self.way_out(at, exit, to));
            let path = self.path(side, at, goal);
            let way = self.past_filled_passages(figure, path);
            let march = self.march(figure, &way, rate, self.keep_off(), S::EMPTY);
            let is_diverted = way.points() != path.points();
            let gets_further = march
                .as_ref()
                .is_some_and(|march| is_diverted || self.way2(side, march.path.end(), to) < left)
                && self.stopped_at(figure, &way, march.as_ref(), rate).is_none();
            if gets_further && first.is_none_or(|(least, _)| way.length() < least) {
                first = Some((way.length(), k));
            }
            // They are sorted by length of way, filled passages left aside.
            if first.is_some() && !is_diverted {
                break;
            }
        }
        first.map(|(_, k)| k)
    }

    /// Makes another figure lead a move to a point if enemies fill the passage on the way of the one that should: the figure
    /// with the shortest way past such passages. Slower figures do not count. Returns whether another figure leads.
    fn lets_lead_by_free_way(
        &mut self,
        order: &mut [(i64, FigureId)],
        to: Point,
        pace: Pace,
    ) -> bool {
        let greatest = self.allowance(order[0].1, pace);
        let mut first = (Len::MAX, 0);
        for (k, &(_, figure)) in order.iter().enumerate() {
            if self.allowance(figure, pace) == greatest {
                let path = self.path(figure.side(), self.state.at(figure), to);
                first = first.min((self.past_filled_passages(figure, path).length(), k));
            }
        }
        order[..=first.1].rotate_right(1);
        first.1 > 0
    }

    /// Returns where a figure leaves by an edge: straight ahead, or, if no way leads there, at the point where its group does.
    pub(super) fn way_out(&self, at: Point, exit: Edge, to: Point) -> Point {
        let terrain = self.state.terrain(self.battle);
        let ahead = self.edge_point(at, exit);
        let leads = terrain.is_passable(at, ahead)
            || terrain.is_standable(ahead) && terrain.routes().lead(terrain, at, ahead);
        if leads { ahead } else { to }
    }

    /// Returns figures that move to a place, or out by an edge, in order of moving: first the leading one, then the nearest
    /// before those behind it, whose way out they would bar (LL-05 d). The foremost of those with the greatest rate leads: the
    /// slower, which follow as far as they get and are passed, keep no others waiting (LL-01, HOST-1).
    fn in_order_to(
        &mut self,
        side: Side,
        movers: S,
        (to, exit): (Point, Option<Edge>),
        pace: Pace,
    ) -> List<(i64, FigureId), MAX_FIGURES> {
        let mut order = self.in_order(side, movers, |game, who| {
            let at = game.state.at(who);
            game.way2(side, at, exit.map_or(to, |exit| game.way_out(at, exit, to)))
        });
        let greatest = self.greatest_rate(side, movers, pace);
        let lead = order.iter().position(|(_, who)| self.allowance(*who, pace) == greatest);
        if let Some(k) = lead {
            order[..=k].rotate_right(1);
        }
        order
    }

    /// Returns the greatest rate among some figures.
    fn greatest_rate(&self, side: Side, figures: S, pace: Pace) -> Len {
        let rates = figures.iter().map(|i| self.allowance(FigureId::new(side, i), pace));
        rates.max().unwrap_or(0)
    }

    /// Returns where a march would end if no friend stood there. Friends take up room, but the group follows this point:
    /// otherwise a file whose first figures have arrived would only close up behind them, and a block would halt with its
    /// leading figure (LL-01).
    fn end_unhindered(&self, figure: FigureId, path: &Path, march: &March, rate: Len) -> Point {
        let end = march.path.end();
        if end == path.end() || end == path.point_at(rate) {
            return end;
        }
        let own = self.state.force[figure.side()].alive;
        let Some(free) = self.march(figure, path, rate, self.keep_off(), own) else { return end };
        let free = free.path.end();
        // Swerving gets past enemies that stop the straight march.
        let swerves = march.path.points()[1] != path.points()[1]
            && path.count() == 1
            && end.distance2(path.end()) < free.distance2(path.end());
        if swerves { end } else { free }
    }

    /// Returns where a figure of a group goes when the leading one moves from `start` to `end` on its way to `to`: to the same
    /// place relative to the leading figure as before, if the way there, and from both places to the leading figure, is
    /// straight. A block that marches stays a block (LL-01), and gathers at `to` once the leading figure is there.
    pub(crate) fn place_behind(&self, at: Point, (start, end): (Point, Point), to: Point) -> Point {
        let place = Point::new(end.x + at.x - start.x, end.y + at.y - start.y);
        let terrain = self.state.terrain(self.battle);
        let is_open = end != to
            && terrain.is_standable(place)
            && terrain.is_passable(at, place)
            && terrain.is_passable(at, end)
            && terrain.is_passable(place, end);
        if is_open { place } else { end }
    }

    /// Returns the enemies that the leading figure of a move to a place is about to run into, if nothing stops it. A formation
    /// in line, which moves as one, is left out.
    pub(crate) fn runs_into(
        &mut self,
        side: Side,
        movers: S,
        to: Point,
        (pace, escapes): (Pace, bool),
    ) -> S {
        let keep_off = self.keep_off();
        let movers = movers.minus(self.in_line(side, movers));
        let mut order = self.in_order_to(side, movers, (to, None), pace);
        let (mut k, mut has_leader) = (0, false);
        while k < order.len() {
            let figure = order[k].1;
            let rate = self.allowance(figure, pace);
            let path = self.path(side, self.state.at(figure), to);
            let way = self.past_filled_passages(figure, path);
            if k == 0 && !has_leader && way.points() != path.points() {
                has_leader = self.lets_lead_by_free_way(&mut order, to, pace);
                if has_leader {
                    continue;
                }
            }
            let path = way;
            let march = self.march(figure, &path, rate, keep_off, S::EMPTY);
            let march = self.beside(figure, &path, march, (rate, escapes));
            // Another figure leads then, one that no enemy stops.
            if k == 0
                && !has_leader
                && let Some(end) = self.stopped_at(figure, &path, march.as_ref(), rate)
                && self.who_gets_further(&order, end, (to, None), pace).is_some()
            {
                break;
            }
            if let Some(march) = self.within_place(figure, (to, self.radius_about(to)), march, rate)
            {
                let enemies = self.in_the_match(!side);
                return self.state.touched(self.battle, !side, march.path.end(), enemies);
            }
            k += 1;
        }
        S::EMPTY
    }

    /// Returns twelve points round another at a distance, in a side's frame.
    pub(crate) fn steps_round(&self, side: Side, at: Point, step: Len) -> [Point; 12] {
        round(at, step, self.frame(side))
    }

    /// Returns which figure of a group goes first to a place: of those with the greatest rate, the one with the shortest way.
    pub(crate) fn foremost(
        &mut self,
        side: Side,
        movers: S,
        to: Point,
        pace: Pace,
    ) -> Option<usize> {
        let greatest = self.greatest_rate(side, movers, pace);
        let fit = movers.filter(|i| self.allowance(FigureId::new(side, i), pace) == greatest);
        fit.iter().min_by_key(|i| self.way2(side, self.state.force[side].at[*i], to))
    }

    /// Returns whether a move that is no charge halts clear of the enemy. In petite guerre, closing in means charging at fast
    /// speed; other moves are made in relative safety (PG-06). The same goes for figures that must keep clear elsewhere (LLC-3,
    /// WS-06).
    #[inline]
    fn halts_clear(&self) -> bool {
        self.keeps_clear || self.battle.spec().rules.system.has_pressure()
    }

    /// Returns how far movers keep off from enemies: they halt where bases touch, or clear of contact.
    pub(crate) fn keep_off(&self) -> Len {
        if self.halts_clear() {
            self.clear_of_contact()
        } else {
            self.battle.spec().rules.movement.base
        }
    }

    /// Returns whether a figure may end its move at a point. If it keeps clear, it may not go past the end of a wall either if
    /// that puts it in contact with an enemy behind it.
    pub(super) fn may_end(&self, figure: FigureId, end: Point) -> bool {
        if !self.halts_clear() {
            return true;
        }
        let (side, i) = (figure.side(), figure.index());
        let enemies = self.state.force[!side].alive;
        let met = self.state.touched(self.battle, !side, end, enemies);
        met.minus(self.state.force[side].contacts[i]).is_empty()
    }

    /// Returns a march to a place, or off the table, as it is, or a better one: to a free spot near its destination, round the
    /// enemies that stop it short, or, where it leads nowhere, past the figures in the way (HOST-1).
    pub(crate) fn beside(
        &self,
        figure: FigureId,
        path: &Path,
        march: Option<March>,
        (rate, escapes): (Len, bool),
    ) -> Option<March> {
        let base = self.battle.spec().rules.movement.base;
        let march = self.near_the_end(figure, path, march, rate);
        let end = march.as_ref().map_or(path.points()[0], |march| march.path.end());
        let cost = march.as_ref().map_or(0, |march| march.cost);
        if path.count() == 0 || rate - cost < base / 2 || end.distance(path.end()) <= 2 * base {
            return march;
        }
        let round = self.round_enemies(figure, path, march.as_ref(), (rate, escapes));
        round.or_else(|| self.aside(figure, path, march, rate))
    }

    /// Returns a march as it is; or, where figures in the way stop it at once, one up to 60 degrees off it that brings the
    /// figure nearer (HOST-1).
    pub(super) fn aside(
        &self,
        figure: FigureId,
        path: &Path,
        march: Option<March>,
        rate: Len,
    ) -> Option<March> {
        let least = self.battle.spec().rules.movement.base / 2;
        if path.length() <= least || rate <= least || march.as_ref().is_some_and(|m| m.way >= least)
        {
            return march;
        }
        let (at, to) = (self.state.at(figure), path.points()[1]);
        let back = Point::new(2 * at.x - to.x, 2 * at.y - to.y);
        let far = at.distance(to);
        let round = ASIDE.iter().find_map(|turn| {
            let terrain = self.state.terrain(self.battle);
            let aside = terrain.up_to_bar(at, self.point_back(figure, back, *turn, rate.min(far)));
            let mut path = Path::from(at);
            path.push(aside);
            let march = self.march(figure, &path, rate, self.keep_off(), S::EMPTY);
            // A spot behind the end of a wall is no nearer.
            march.filter(|march| {
                let end = march.path.end();
                end.distance(to) + least <= far && terrain.is_passable(end, to)
            })
        });
        round.or(march)
    }

    /// Returns a march that was stopped short with some allowance left, or a better one to a free spot near its destination.
    pub(super) fn near_the_end(
        &self,
        figure: FigureId,
        path: &Path,
        march: Option<March>,
        rate: Len,
    ) -> Option<March> {
        let base = self.battle.spec().rules.movement.base;
        let (at, to) = (path.points()[0], path.end());
        let end = march.as_ref().map_or(at, |march| march.path.end());
        let left = rate - march.as_ref().map_or(0, |march| march.cost);
        let short = end.distance(to);
        // Two bases off is near enough; spots beyond a full move are not looked for.
        if short <= 2 * base || left < base || at.distance(to) > rate {
            return march;
        }
        let short = i64::from(short) * i64::from(short);
        let terrain = self.state.terrain(self.battle);
        let look = Look::straight(self.frame(figure.side()));
        for ring in 1..=3 {
            let off = ring * base + base / 16;
            let near = self.neighbours(figure, to, off);
            let will_do = |p: Point| p.distance2(to) < short && self.is_clear_of(near, figure, p);
            for spot in Near::that(to, (off, look), at, rate, will_do).iter() {
                if terrain.is_standable(spot) && terrain.is_passable(at, spot) {
                    let found = self.straight_to(figure, spot, rate, self.keep_off());
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
        march
    }

    /// Returns the radius of the place whose middle is at a point; 0 if there is none.
    pub(super) fn radius_about(&self, middle: Point) -> Len {
        let places = self.battle.spec().places.iter().filter(|place| place.at == middle);
        places.map(|place| place.radius).max().unwrap_or(0)
    }

    /// Returns a march as it is, or, where it ends outside its destination, one to a free spot inside, the nearer to the middle
    /// the better (HOST-1): a figure a hair outside does not count for its side (HOST-5).
    fn within_place(
        &self,
        figure: FigureId,
        (to, radius): (Point, Len),
        march: Option<March>,
        rate: Len,
    ) -> Option<March> {
        let at = self.state.at(figure);
        let end = march.as_ref().map_or(at, |march| march.path.end());
        if radius == 0 || end.distance(to) <= radius || at.distance(to) > rate + radius {
            return march;
        }
        let step = self.battle.spec().rules.movement.base / 2;
        // A figure that has used up its move gets no further by another way.
        if march.as_ref().is_some_and(|march| march.cost + step > rate) {
            return march;
        }
        let terrain = self.state.terrain(self.battle);
        let near = self.neighbours(figure, to, radius);
        let looks = HALFWAY.map(|turn| Look::straight(self.frame(figure.side())).turned(turn));
        // The move takes it no nearer to the middle than this.
        let first = ((at.distance(to) - rate) / step.max(1)).max(1);
        let offs = (first..=(radius + step - 1) / step.max(1)).map(|k| (k * step).min(radius - 1));
        for off in offs {
            for look in looks {
                let will_do = |p: Point| self.is_clear_of(near, figure, p);
                for spot in Near::that(to, (off, look), at, rate, will_do).iter() {
                    if terrain.is_standable(spot) && terrain.is_passable(at, spot) {
                        let found = self.straight_to(figure, spot, rate, self.keep_off());
                        if found.is_some() {
                            return found;
                        }
                    }
                }
            }
        }
        march
    }

    /// Returns the length of the shortest way from one point to another, or [`crate::battle::UNREACHABLE`].
    pub(crate) fn way(&mut self, side: Side, from: Point, to: Point) -> Len {
        let terrain = self.state.terrain(self.battle);
        if terrain.is_passable(from, to) {
            return from.distance(to);
        }
        self.state.guides[side].length(terrain, from, to, UNREACHABLE).unwrap_or(UNREACHABLE)
    }

    /// Returns the length of the shortest way from one point to another, for many ways from one point: it is the way back.
    pub(super) fn way_from(&mut self, side: Side, from: Point, to: Point) -> Len {
        self.way_within(side, from, to, UNREACHABLE).unwrap_or(UNREACHABLE)
    }

    /// Returns the length of the shortest way, for many ways from one point, if it is shorter than `most`.
    pub(super) fn way_within(
        &mut self,
        side: Side,
        from: Point,
        to: Point,
        most: Len,
    ) -> Option<Len> {
        let terrain = self.state.terrain(self.battle);
        if terrain.is_passable(from, to) {
            return Some(from.distance(to)).filter(|way| *way < most);
        }
        self.state.guides[side].length(terrain, to, from, most)
    }

    /// Returns the square of that length, for comparisons: a straight way then needs no root.
    pub(super) fn way2(&mut self, side: Side, from: Point, to: Point) -> i64 {
        if self.state.terrain(self.battle).is_passable(from, to) {
            return from.distance2(to);
        }
        let way = i64::from(self.way(side, from, to));
        way * way
    }

    /// Returns the shortest way from one point to another; it ends where it begins if there is none.
    pub(crate) fn path(&mut self, side: Side, from: Point, to: Point) -> Path {
        let terrain = self.state.terrain(self.battle);
        if terrain.is_passable(from, to) {
            let mut path = Path::from(from);
            path.push(to);
            return path;
        }
        self.state.guides[side].to(terrain, to).path(terrain, from)
    }

    /// "To me!" (LL-15): runs figures of the leader's command, and friends near them, that are clear of every enemy to the
    /// leader; none comes near an enemy on the way.
    pub(super) fn rally(&mut self, side: Side, choice: &Choice<S>) {
        let Some(to) = choice.to else { return };
        let order =
            self.in_order(side, choice.actors, |game, who| game.state.at(who).distance2(to));
        let mut moved = S::EMPTY;
        for &(_, figure) in order.iter() {
            if let Some(march) = self.march_to_rally(figure, to) {
                self.go(figure, &march, self.allowance(figure, Pace::Normal), MoveKind::Action);
                moved |= S::bit(figure.index());
            }
        }
        self.has_moved(side, moved, Pace::Normal);
        self.after_moves(side, moved, Some(moved));
    }

    /// Returns how a figure runs to a leader that calls it, if it gets anywhere.
    fn march_to_rally(&mut self, figure: FigureId, to: Point) -> Option<March> {
        let keep_off = self.battle.spec().rules.movement.reaction + 1;
        let path = self.path(figure.side(), self.state.at(figure), to);
        self.march(figure, &path, self.allowance(figure, Pace::Normal), keep_off, S::EMPTY)
    }

    /// Returns whether a leader's call (LL-15) brings any of these nearer to it, by half a base at least.
    pub(crate) fn rallies_any(&mut self, side: Side, leader: usize, called: S) -> bool {
        let (to, least) =
            (self.state.force[side].at[leader], self.battle.spec().rules.movement.base / 2);
        called.iter().any(|i| {
            let march = self.march_to_rally(FigureId::new(side, i), to);
            march.is_some_and(|march| march.way >= least)
        })
    }

    /// Returns which figures may answer a leader's call (LL-15): those of its command, and friends within group distance of
    /// them, that are further than the reaction distance from every enemy. A figure that commands all answers no call
    /// (assumed).
    pub(crate) fn may_rally(&self, side: Side, leader: usize) -> S {
        let traits = self.battle.traits_of(side);
        let movement = &self.battle.spec().rules.movement;
        let force = &self.state.force[side];
        let others = force.alive.minus(S::bit(leader));
        let command =
            others.filter(|i| traits[leader].commands_all || traits[i].unit == traits[leader].unit);
        let is_near =
            |i: usize| !self.state.within(side, force.at[i], movement.group, command).is_empty();
        let called = command | others.minus(command).filter(is_near);
        // A figure in contact stays there, however far contact reaches.
        let enemies = self.state.force[!side].alive;
        let reach = movement.reaction;
        called.minus(force.engaged).filter(|i| {
            !traits[i].commands_all
                && self.state.within(!side, force.at[i], reach, enemies).is_empty()
        })
    }

    pub(crate) fn is_at_edge(&self, p: Point, edge: Edge) -> bool {
        let spec = self.battle.spec();
        match edge {
            Edge::Left => p.x <= 0,
            Edge::Right => p.x >= spec.width,
            Edge::Bottom => p.y <= 0,
            Edge::Top => p.y >= spec.height,
        }
    }

    /// Returns whether a figure gets into contact with an enemy in one move, ignoring other figures (LL-03).
    pub(crate) fn can_reach_enemy(&mut self, figure: FigureId, enemy: Point) -> bool {
        let rate = self.allowance(figure, Pace::Fast);
        let movement = &self.battle.spec().rules.movement;
        let contact = movement.base + movement.contact_gap;
        let reach = rate + contact;
        let at = self.state.at(figure);
        at.distance2(enemy) <= i64::from(reach) * i64::from(reach)
            && (self.walks(figure, enemy, contact, rate)
                || self.reaches_across(figure.side(), at, enemy, rate))
    }

    /// Returns whether a full move takes a figure to where it can fight an enemy across a barricade.
    fn reaches_across(&mut self, side: Side, at: Point, enemy: Point, rate: Len) -> bool {
        let terrain = self.state.terrain(self.battle);
        let touching = self.battle.spec().rules.movement.base + 2;
        let across = self.across_at();
        terrain.is_by_barricade(enemy, across)
            && [touching, across].into_iter().any(|off| {
                round(enemy, off, self.frame(side)).into_iter().any(|slot| {
                    terrain.is_across_barricade(slot, enemy)
                        && at.distance(slot) <= rate
                        && terrain.is_standable(slot)
                        && self.way_from(side, at, slot) <= rate
                })
            })
    }

    /// Returns whether a figure gets to a place in one move at a pace, ignoring other figures (LL-03, PG-06).
    pub(crate) fn can_reach_place(
        &mut self,
        figure: FigureId,
        at: Point,
        radius: Len,
        pace: Pace,
    ) -> bool {
        let rate = self.allowance(figure, pace);
        let from = self.state.at(figure);
        let far = i64::from(rate + radius);
        from.distance2(at) <= far * far && self.walks(figure, at, radius, rate)
    }

    /// Returns what it costs a figure to come within `short` of a point, ignoring other figures; `None` if there is no way.
    pub(crate) fn way_to(&mut self, figure: FigureId, to: Point, short: Len) -> Option<i64> {
        let from = self.state.at(figure);
        let path = self.path(figure.side(), from, to);
        if path.end() != to {
            return None;
        }
        let going = self.slow_going(figure, self.allowance(figure, Pace::Fast));
        let (mut cost, mut left) = (0, path.length() - short);
        for leg in path.legs() {
            cost += i64::from(self.cost(&leg, leg.length.min(left.max(0)), going));
            left -= leg.length;
        }
        Some(cost)
    }

    /// Returns whether an allowance takes a figure to within `short` of a point.
    pub(crate) fn walks(
        &mut self,
        figure: FigureId,
        to: Point,
        short: Len,
        allowance: Len,
    ) -> bool {
        let from = self.state.at(figure);
        let going = self.slow_going(figure, allowance);
        let terrain = self.state.terrain(self.battle);
        let direct = Leg::new(from, to);
        let is_plain = terrain.is_passable(from, to) && !terrain.is_slow_on(&direct);
        if is_plain || direct.length - short > allowance {
            return direct.length - short <= allowance;
        }
        let path = self.path(figure.side(), from, to);
        if path.end() != to {
            return from == to;
        }
        let total = path.length();
        let (mut left, mut gone) = (allowance, 0);
        for leg in path.legs() {
            left -= self.cost(&leg, leg.length.min((total - short - gone).max(0)), going);
            gone += leg.length;
        }
        left >= 0
    }
}
