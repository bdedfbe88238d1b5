//! How far one figure gets on its way (HOST-1): its allowance, slow ground, enemies it meets, and room to stand.

use crate::battle::geometry::{Len, Point, Runs, Span};
use crate::battle::{FigureId, Frame, Leg, Line, Path};
use crate::bits::Bits;
use crate::event::{Event, MoveKind};
use crate::game::{Game, Play};
use crate::list::List;
use crate::side::Side;

/// Bases may overlap by this much, so that rounding never parts figures that touch.
pub(super) const SLACK: Len = 6;

/// No two bases may overlap by more than this, however run and point are rounded.
const OVERLAP: Len = SLACK + 2;

/// No rounding brings a figure further off than a radius and this within the radius.
pub(super) const MARGIN: Len = 16;

/// An angle, as cosine and sine in 1/1024, rounded down.
pub(super) type Turn = (Len, Len);

/// No angle: straight on.
pub(super) const STRAIGHT: Turn = (1024, 0);

/// Returns the direction from a point to another, as the angle by which it is turned from that of the first axis.
pub(super) fn turn_to(from: Point, to: Point) -> Turn {
    let length = from.distance(to).max(1);
    ((to.x - from.x) * 1024 / length, (to.y - from.y) * 1024 / length)
}

/// How many half bases round about a figure looks for room as a last resort.
const RINGS: Len = 40;

/// Those of the twelve points round a centre that are within a length of a third point, the nearest first.
pub(super) struct Near {
    centre: Point,
    distance: Len,
    look: Look,
    /// The square of each distance, with the index of the point in the last four bits.
    keys: List<i64, { ROUND.len() }>,
}

impl Near {
    /// Keeps the points that will do.
    pub(super) fn that(
        centre: Point,
        (distance, look): (Len, Look),
        from: Point,
        most: Len,
        will_do: impl Fn(Point) -> bool,
    ) -> Self {
        let mut keys = List::default();
        // Lengths are rounded down.
        let limit = i64::from(most + 1) * i64::from(most + 1);
        for which in 0..ROUND.len() {
            let spot = spot(centre, distance, look, which);
            let distance2 = spot.distance2(from);
            if distance2 < limit && will_do(spot) {
                keys.push(distance2 << 4 | which as i64);
            }
        }
        keys.sort_unstable();
        Self { centre, distance, look, keys }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        let keys = self.keys.iter();
        keys.map(|key| spot(self.centre, self.distance, self.look, (key & 15) as usize))
    }
}

/// Twelve directions in 1/1024.
pub(super) const ROUND: [(Len, Len); 12] = [
    (1024, 0),
    (887, 512),
    (512, 887),
    (0, 1024),
    (-512, 887),
    (-887, 512),
    (-1024, 0),
    (-887, -512),
    (-512, -887),
    (0, -1024),
    (512, -887),
    (887, -512),
];

/// Where the first of twelve points round another lies, and on which hand the next, so that ties are broken alike however the
/// battle lies: along a side's frame, or turned from it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    turn: Turn,
    hand: Len,
}

impl Look {
    /// Returns the direction along a side's frame.
    pub(super) const fn straight(frame: Frame) -> Self {
        Self { turn: frame.straight(), hand: frame.hand }
    }

    /// Returns the direction along an angle.
    pub(super) const fn along(turn: Turn, frame: Frame) -> Self {
        Self { turn, hand: frame.hand }
    }

    /// Returns the direction turned further by an angle.
    pub(super) const fn turned(self, (ahead, aside): Turn) -> Self {
        let (x, y) = self.turn;
        let aside = aside * self.hand;
        Self {
            turn: ((x * ahead - y * aside) / 1024, (y * ahead + x * aside) / 1024),
            hand: self.hand,
        }
    }
}

/// Returns one of twelve points round another at a distance.
#[inline]
pub(super) const fn spot(centre: Point, distance: Len, look: Look, which: usize) -> Point {
    let (x, y) = ROUND[which];
    let ((ahead, aside), y) = (look.turn, y * look.hand);
    let (x, y) = ((x * ahead - y * aside) / 1024, (x * aside + y * ahead) / 1024);
    Point::new(centre.x + x * distance / 1024, centre.y + y * distance / 1024)
}

/// Returns twelve points round another at a distance.
pub(super) fn round(centre: Point, distance: Len, frame: Frame) -> [Point; 12] {
    std::array::from_fn(|which| spot(centre, distance, Look::straight(frame), which))
}

/// A way as it is actually gone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct March {
    pub(crate) path: Path,
    /// Its length.
    pub(crate) way: Len,
    /// What it costs, slow ground counted.
    pub(crate) cost: Len,
}

/// Returns from which run (exclusive) up to which a figure at a point blocks a line with its base. `run` is the furthest run.
#[inline]
fn stretch_barred(line: &Line, at: Point, run: Len, base: Len) -> Option<(Len, Len)> {
    let beside = line.passes(at, run, base - SLACK)?;
    // A mover coming back from further on halts where bases touch; one that stands a hair nearer may stay.
    let half = line.half(beside, base);
    Some((beside.along - half, beside.along + half - SLACK))
}

/// Returns the run to fall back to from a halt on a line if a figure at a point blocks it; `end` is the point of the halt.
#[inline]
pub(super) fn back_from(
    line: &Line,
    at: Point,
    run: Len,
    base: Len,
    (halt, end): (Len, Point),
) -> Option<Len> {
    let stretch = stretch_barred(line, at, run, base);
    if let Some((from, _)) = stretch.filter(|(from, to)| halt > *from && halt <= *to) {
        return Some(from);
    }
    // Run and point are both rounded, which together may bring it a hair too near.
    let least = i64::from(base - OVERLAP);
    (halt > 0 && at.distance2(end) < least * least).then(|| halt - 1)
}

/// Returns the run at which a line comes within `keep_off` of an enemy, or `run` if that is less. A figure that starts that
/// near may only go away.
#[inline]
pub(super) fn meets(line: &Line, enemy: Point, run: Len, keep_off: Len) -> Len {
    match line.passes(enemy, run, keep_off) {
        Some(beside) if beside.along > 0 => {
            run.min((beside.along - line.half(beside, keep_off)).max(0))
        }
        _ => run,
    }
}

/// How slow ground counts: each `of` lengths of it count as `counts`, which is no less. A fraction of a length counts as a
/// whole one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SlowGoing {
    pub(crate) counts: i64,
    pub(crate) of: i64,
}

impl SlowGoing {
    /// Returns slow ground of which each length counts as `counts`.
    pub(crate) fn times(counts: i32) -> Self {
        Self { counts: i64::from(counts), of: 1 }
    }

    /// Returns how much of a leg an allowance pays for, slow ground counted.
    fn affordable(self, leg: &Leg, slow: Option<&Runs>, allowance: Len) -> Len {
        let Some(slow) = slow else {
            return leg.length.min(allowance);
        };
        // In fractions of a length, so that nothing is rounded on the way.
        let (mut at, mut left) = (0, i64::from(allowance) * self.of);
        for &(from, to) in slow.as_slice() {
            let plain = i64::from(from - at) * self.of;
            if plain >= left {
                return at + self.lengths(left);
            }
            left -= plain;
            let toil = i64::from(to - from) * self.counts;
            if toil >= left {
                return from + (left / self.counts) as Len;
            }
            left -= toil;
            at = to;
        }
        leg.length.min(at + self.lengths(left))
    }

    /// Returns what the first `run` of a leg costs, slow ground counted.
    fn cost(self, slow: Option<&Runs>, run: Len) -> Len {
        let Some(slow) = slow else {
            return run;
        };
        let over: Len =
            slow.as_slice().iter().map(|(from, to)| ((*to).min(run) - from).max(0)).sum();
        run + self.lengths(i64::from(over) * (self.counts - self.of) + self.of - 1)
    }

    /// Returns how many whole lengths are in `parts`.
    #[inline]
    fn lengths(self, parts: i64) -> Len {
        // Usually one part is one length, which saves the division.
        if self.of == 1 { parts as Len } else { (parts / self.of) as Len }
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns how far a figure gets along a path with an allowance. It halts `keep_off` from any enemy it would come nearer to
    /// (a base's diameter means contact), and then as far back as it needs to stand clear of every base but those of `ghosts`
    /// (friends about to leave the table). `None` if it gets nowhere.
    ///
    /// Looks only at figures close by. [`Self::march_plainly`] is the obvious version.
    pub(crate) fn march(
        &self,
        figure: FigureId,
        path: &Path,
        allowance: Len,
        keep_off: Len,
        ghosts: S,
    ) -> Option<March> {
        self.march_beyond(figure, path, (0, allowance), keep_off, ghosts)
    }

    /// Same as [`Self::march`], but may give up a march on a single leg that would end before the run `least`.
    pub(super) fn march_beyond(
        &self,
        figure: FigureId,
        path: &Path,
        (least, allowance): (Len, Len),
        keep_off: Len,
        ghosts: S,
    ) -> Option<March> {
        if self.battle.is_plain() {
            return self.march_plainly(figure, path, allowance, keep_off, ghosts);
        }
        if path.count() == 0 {
            return None;
        }
        let least = if path.count() == 1 { least } else { 0 };
        let (side, i) = (figure.side(), figure.index());
        let terrain = self.state.terrain(self.battle);
        let going = self.slow_going(figure, allowance);
        let mut spent = 0;
        let mut k = 0;
        let mut leg = path.leg(0);
        let mut line = leg.line();
        // Slow ground never takes a figure further than firm ground.
        let mut slow = terrain.slow_runs_within(&leg, allowance);
        let mut run;
        loop {
            let left = going.affordable(&leg, slow.as_ref(), allowance - spent);
            run = self.first_meeting(&leg, &line, left, keep_off, !side);
            if run < leg.length || k + 1 == path.count() {
                break;
            }
            spent += going.cost(slow.as_ref(), run);
            k += 1;
            leg = path.leg(k);
            line = leg.line();
            slow = terrain.slow_runs_within(&leg, allowance - spent);
        }
        // Room to stand: falls back along the way until no base is in the way.
        let own = self.state.force[side].alive.minus(S::bit(i) | ghosts);
        loop {
            if let Some((room, end)) = self.room_on(&leg, &line, (least, run), side, own) {
                if terrain.is_standable(end) {
                    let path = path.halted(k, end, room);
                    return (path.end() != path.points()[0]).then(|| March {
                        path,
                        way: path.length(),
                        cost: spent + going.cost(slow.as_ref(), room),
                    });
                }
                // Beside a slanting wall a point may be rounded into it; a step further back will not be.
                run = room - 1;
                if run >= least {
                    continue;
                }
            }
            if k == 0 {
                return None;
            }
            k -= 1;
            leg = path.leg(k);
            line = leg.line();
            slow = terrain.slow_runs(&leg);
            spent -= going.cost(slow.as_ref(), leg.length);
            run = leg.length;
        }
    }

    /// Returns the march straight to a spot where a figure can stand, if it gets there, `keep_off` from any enemy on the way.
    pub(super) fn straight_to(
        &self,
        figure: FigureId,
        spot: Point,
        rate: Len,
        keep_off: Len,
    ) -> Option<March> {
        let mut path = Path::from(self.state.at(figure));
        path.push(spot);
        self.all_the_way(figure, &path, rate, keep_off)
    }

    /// Returns the march along a way to a spot where a figure can stand, if it gets there. Nothing may cut it short; the
    /// cheapest checks come first.
    pub(super) fn all_the_way(
        &self,
        figure: FigureId,
        path: &Path,
        rate: Len,
        keep_off: Len,
    ) -> Option<March> {
        let Some(last) = path.count().checked_sub(1).filter(|_| !self.battle.is_plain()) else {
            let march = self.march(figure, path, rate, keep_off, S::EMPTY);
            return march.filter(|march| march.path.end() == path.end());
        };
        let way = path.length();
        if way > rate {
            return None;
        }
        let side = figure.side();
        for (k, leg) in path.legs().enumerate() {
            let line = leg.line();
            if self.first_meeting(&leg, &line, leg.length, keep_off, !side) < leg.length {
                return None;
            }
            if k == last {
                let own = self.state.force[side].alive.minus(S::bit(figure.index()));
                self.room_on(&leg, &line, (leg.length, leg.length), side, own)?;
            }
        }
        let going = self.slow_going(figure, rate);
        let mut cost = 0;
        for leg in path.legs() {
            let slow = self.state.terrain(self.battle).slow_runs(&leg);
            if going.affordable(&leg, slow.as_ref(), rate - cost) < leg.length {
                return None;
            }
            cost += going.cost(slow.as_ref(), leg.length);
        }
        Some(March { path: *path, way, cost })
    }

    /// Returns the furthest run on a leg, between `least` and `run`, at which a figure stands clear of these friends and of
    /// every enemy; and the point there.
    fn room_on(
        &self,
        leg: &Leg,
        line: &Line,
        (least, run): (Len, Len),
        side: Side,
        own: S,
    ) -> Option<(Len, Point)> {
        let base = self.battle.spec().rules.movement.base;
        let near = base + MARGIN;
        let near2 = i64::from(near) * i64::from(near);
        if run < least {
            return None;
        }
        let end = leg.at(run);
        let start = match least {
            0 => leg.from,
            _ if least == run => end,
            _ => leg.at(least),
        };
        let gone = Span::of(&[start, end]).wider(near);
        let beside = [
            (side, self.state.in_box(side, &gone, own)),
            (!side, self.state.in_box(!side, &gone, self.state.force[!side].alive)),
        ];
        let mut halt = run;
        while halt >= least {
            let end = leg.at(halt);
            let back_to = |(of, set): (Side, S)| {
                let at = &self.state.force[of].at;
                set.iter()
                    .filter(|j| at[*j].distance2(end) <= near2)
                    .find_map(|j| back_from(line, at[j], run, base, (halt, end)))
            };
            match beside.into_iter().find_map(back_to) {
                Some(back) => halt = back,
                None => return Some((halt, end)),
            }
        }
        None
    }

    /// Returns how much of a leg an allowance pays for.
    pub(crate) fn affordable(&self, leg: &Leg, allowance: Len, going: SlowGoing) -> Len {
        let slow = self.state.terrain(self.battle).slow_runs(leg);
        going.affordable(leg, slow.as_ref(), allowance)
    }

    /// Returns what the first `run` of a leg costs.
    pub(crate) fn cost(&self, leg: &Leg, run: Len, going: SlowGoing) -> Len {
        let slow = self.state.terrain(self.battle).slow_runs(leg);
        going.cost(slow.as_ref(), run)
    }

    /// Returns the run at which a leg first comes within `keep_off` of an enemy, or `run` if it does not.
    fn first_meeting(&self, leg: &Leg, line: &Line, run: Len, keep_off: Len, enemy: Side) -> Len {
        let gone = Span::of(&[leg.from, leg.at(run)]).wider(keep_off + MARGIN);
        let near = self.state.in_box(enemy, &gone, self.state.force[enemy].alive);
        let force = &self.state.force[enemy];
        near.iter().fold(run, |stop, j| {
            // An enemy this far ahead is not met sooner.
            if line.is_before(force.at[j], stop + keep_off) {
                stop
            } else {
                stop.min(meets(line, force.at[j], run, keep_off))
            }
        })
    }

    /// Returns how far to keep from enemies not meant to be met: out of contact, rounding allowed for.
    pub(super) fn clear_of_contact(&self) -> Len {
        let movement = &self.battle.spec().rules.movement;
        movement.base + movement.contact_gap + SLACK
    }

    /// Puts a figure at the end of its march; the way of an action is remembered for the enemies that saw it (LL-12).
    pub(crate) fn go(&mut self, figure: FigureId, march: &March, allowance: Len, why: MoveKind) {
        let from = self.state.at(figure);
        let to = march.path.end();
        self.state.put(figure, to);
        if matches!(why, MoveKind::Action | MoveKind::ReactEngage | MoveKind::ReactRun) {
            self.state.activations += 1;
        }
        if why == MoveKind::Action {
            self.state.paths[figure.index()] = march.path;
        }
        match why {
            // Straight back, facing the enemy.
            MoveKind::PushBack | MoveKind::Retreat | MoveKind::GiveWay => {
                self.looks(figure, to, from);
            }
            _ => {
                // A figure that engages in reaction goes for an enemy.
                if why != MoveKind::ReactEngage {
                    self.goes_elsewhere(figure);
                }
                self.looks_along(figure, &march.path);
            }
        }
        self.tell_move(figure, from, (march.way, march.cost), allowance, why);
    }

    /// Reports a move to where the figure stands now: how long it was, what it cost, and out of what allowance.
    pub(super) fn tell_move(
        &mut self,
        figure: FigureId,
        from: Point,
        (way, cost): (Len, Len),
        allowance: Len,
        why: MoveKind,
    ) {
        let to = self.state.at(figure);
        self.tell(|| Event::Moves { figure, from, to, way, cost, allowance, why });
    }

    /// Returns whether a figure can stand at a point and get there straight from another.
    pub(super) fn is_free(&self, figure: FigureId, from: Point, p: Point) -> bool {
        let terrain = self.state.terrain(self.battle);
        self.is_clear_of(self.neighbours(figure, p, 0), figure, p)
            && terrain.is_standable(p)
            && terrain.is_passable(from, p)
    }

    /// Returns whether a point is clear of all of these friends and foes that may be in a figure's way.
    #[inline]
    pub(super) fn is_clear_of(&self, (friends, foes): (S, S), figure: FigureId, p: Point) -> bool {
        let apart = i64::from(self.battle.spec().rules.movement.base - SLACK);
        let is_clear = |of: Side, set: S| {
            let at = &self.state.force[of].at;
            set.iter().all(|j| at[j].distance2(p) > apart * apart)
        };
        is_clear(figure.side(), friends) && is_clear(!figure.side(), foes)
    }

    /// Returns the figures that may be in the way of one that is to stand within a distance of a point: friends, and enemies.
    pub(super) fn neighbours(&self, figure: FigureId, p: Point, distance: Len) -> (S, S) {
        let side = figure.side();
        // Rounding is less than the slack of bases.
        let near = distance + self.battle.spec().rules.movement.base;
        let friends = self.state.force[side].alive.minus(S::bit(figure.index()));
        (
            self.state.within(side, p, near, friends),
            self.state.within(!side, p, near, self.state.force[!side].alive),
        )
    }

    /// Returns the free point nearest to one where a figure should stand, in case another stands there by now; at most `most`
    /// away.
    pub(crate) fn room_near(&self, figure: FigureId, at: Point, most: Len) -> Option<Point> {
        let step = self.battle.spec().rules.movement.base / 2;
        let frame = self.frame(figure.side());
        let is_free = |p: &Point| self.is_free(figure, at, *p);
        let rings =
            (1..=RINGS.min(most / step.max(1))).flat_map(|ring| round(at, ring * step, frame));
        std::iter::once(at).chain(rings).find(is_free)
    }

    /// Returns the march of a figure along its way back; it keeps clear of enemies.
    pub(super) fn march_back(
        &self,
        figure: FigureId,
        path: &Path,
        allowance: Len,
    ) -> Option<March> {
        self.march(figure, path, allowance, self.clear_of_contact(), S::EMPTY)
    }

    /// Returns how a side breaks ties.
    #[inline]
    pub(super) fn frame(&self, side: Side) -> Frame {
        self.battle.frames[side]
    }

    /// Returns where the way away from a point leads, straight or turned aside by an angle, towards the hand of the side's
    /// frame; it may be off the board.
    pub(super) fn point_back(
        &self,
        figure: FigureId,
        from: Point,
        (ahead, aside): Turn,
        allowance: Len,
    ) -> Point {
        let at = self.state.at(figure);
        let frame = self.frame(figure.side());
        let mut distance = from.distance(at);
        let mut away = Point::new(at.x - from.x, at.y - from.y);
        if distance == 0 {
            let (x, y) = frame.straight();
            (distance, away) = (1024, Point::new(x, y));
        }
        let [x, y, ahead, aside] = [away.x, away.y, ahead, aside * frame.hand].map(i64::from);
        let scale = |v: i64| (v * i64::from(allowance) / (1024 * i64::from(distance))) as Len;
        Point::new(at.x + scale(x * ahead - y * aside), at.y + scale(x * aside + y * ahead))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bases in the way of all kinds of legs: no halt overlaps one by more than rounding allows.
    #[test]
    fn host_1_nobody_halts_on_anothers_base() {
        let base = 256;
        let from = Point::new(5_000, 5_000);
        for (dx, dy) in (0..40).map(|k: Len| (k * 47 % 901 - 450, k * 83 % 907 - 450)) {
            let to = Point::new(from.x + dx, from.y + dy);
            let length = from.distance(to);
            let (leg, half) = (Leg { from, to, length }, length / 2);
            let line = leg.line();
            for (x, y) in (0..400).map(|k: Len| (k * 37 % 521 - 260, k * 61 % 523 - 260)) {
                let middle = leg.at(half);
                let other = Point::new(middle.x + x, middle.y + y);
                for run in 1..=length {
                    let halts = std::iter::successors(Some(run), |&halt| {
                        back_from(&line, other, run, base, (halt, leg.at(halt)))
                            .filter(|to| *to > 0)
                    });
                    let halt = halts.last().unwrap_or(run);
                    if back_from(&line, other, run, base, (halt, leg.at(halt))).is_some() {
                        continue; // There is no room on this leg.
                    }
                    let apart = leg.at(halt).distance(other);
                    assert!(apart >= base - OVERLAP, "{leg:?} to {halt}, {other:?}: {apart}");
                }
            }
        }
    }
}
