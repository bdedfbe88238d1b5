//! How far one figure gets on its way (HOST-1): its allowance, slow ground, enemies it meets, and room to stand.

use crate::battle::geometry::{Len, Point, Runs};
use crate::battle::{FigureId, Leg, Path};
use crate::bits::Bits;
use crate::chance::Chance;
use crate::event::{Event, MoveKind, Observer};
use crate::game::Game;
use crate::side::Side;

/// Bases may overlap by this much, so that rounding never parts those who touch.
const SLACK: Len = 6;

/// Most figures that can stand in the way on one leg: no more bases fit into a strip two bases wide and two full moves
/// long.
const MOST_STRETCHES: usize = 64;

/// How many half bases round about one looks for room in the last resort.
const RINGS: Len = 40;

/// Twelve points round another at a distance.
pub(super) fn round(centre: Point, distance: Len) -> [Point; 12] {
    // Twelve directions in 1/1024.
    const ROUND: [(Len, Len); 12] = [
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
    ROUND.map(|(x, y)| {
        Point::new(
            centre.x + x * distance / 1024,
            centre.y + y * distance / 1024,
        )
    })
}

/// A way as it is really gone.
#[derive(Debug, Clone, Copy)]
pub(crate) struct March {
    pub(crate) path: Path,
    /// Its length.
    pub(crate) way: Len,
    /// What it costs, slow ground counted.
    pub(crate) cost: Len,
}

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// How far a figure gets along a path with an allowance. It halts `keep_off` from any enemy it would come nearer to
    /// (its base's diameter is contact), and then as far back as it needs to stand clear of every base but those of
    /// `ghosts` (friends about to leave the table). `None` if it gets nowhere.
    pub(crate) fn march(
        &self,
        figure: FigureId,
        path: &Path,
        allowance: Len,
        keep_off: Len,
        ghosts: S,
    ) -> Option<March> {
        if path.count() == 0 {
            return None;
        }
        let (side, i) = (figure.side(), figure.index());
        let enemies = self.state.force[!side].alive;
        let far = allowance.saturating_add(keep_off + 1);
        let near = self.state.within(!side, path.points()[0], far, enemies);
        let mut left = allowance;
        let mut k = 0;
        let mut leg = path.leg(0);
        let mut run;
        loop {
            run = self.first_meeting(&leg, self.affordable(&leg, left), keep_off, !side, near);
            if run < leg.length || k + 1 == path.count() {
                break;
            }
            left -= self.cost(&leg, run);
            k += 1;
            leg = path.leg(k);
        }
        // Room to stand: back along the way, until no base is in the way.
        let own = self.state.force[side].alive.minus(S::bit(i) | ghosts);
        let terrain = self.state.terrain(self.battle);
        loop {
            if let Some(room) = self.room_on(&leg, run, side, own) {
                let end = leg.at(room);
                if terrain.is_standable(end) {
                    return self.finish(path, k, room);
                }
                // Beside a slanting wall a point may be rounded into it; a step back there is one that is not.
                run = room - 1;
                if run >= 0 {
                    continue;
                }
            }
            if k == 0 {
                return None;
            }
            k -= 1;
            leg = path.leg(k);
            run = leg.length;
        }
    }

    /// The furthest run on a leg, not beyond the given one, at which one stands clear of these friends and of every enemy.
    fn room_on(&self, leg: &Leg, run: Len, side: Side, own: S) -> Option<Len> {
        let base = self.battle.spec().rules.movement.base;
        let line = leg.line();
        let mut stretches = [(0, 0); MOST_STRETCHES];
        let mut count = 0;
        let foes = self.state.force[!side].alive;
        let foes = self
            .state
            .within(!side, leg.from, run.saturating_add(base), foes);
        for (of, set) in [(side, own), (!side, foes)] {
            let force = &self.state.force[of];
            for j in set.iter() {
                let Some(beside) = line.passes(force.at[j], run, base - SLACK) else {
                    continue;
                };
                // One who comes back from further on halts where the bases touch; one who stands a hair nearer may stay.
                let half = line.half(beside, base);
                let stretch = (beside.along - half, beside.along + half - SLACK);
                if stretch.0 < run && stretch.1 >= 0 && count < MOST_STRETCHES {
                    stretches[count] = stretch;
                    count += 1;
                }
            }
        }
        let mut run = run;
        let stretches = &stretches[..count];
        while let Some((from, _)) = stretches
            .iter()
            .find(|(from, to)| run > *from && run <= *to)
        {
            run = *from;
            if run < 0 {
                return None;
            }
        }
        Some(run)
    }

    /// The march that ends at a run on the leg `k` of a path. What it costs is reckoned on the path's own legs, on which
    /// the allowance was reckoned too, so that rounding never makes it dearer.
    fn finish(&self, path: &Path, k: usize, run: Len) -> Option<March> {
        let whole = |leg: Leg| self.cost(&leg, leg.length);
        let leg = path.leg(k);
        let cost = path.legs().take(k).map(whole).sum::<Len>() + self.cost(&leg, run);
        let path = path.through(k, leg.at(run));
        (path.end() != path.points()[0]).then_some(March {
            path,
            way: path.length(),
            cost,
        })
    }

    /// How much of a leg an allowance pays for.
    pub(crate) fn affordable(&self, leg: &Leg, allowance: Len) -> Len {
        let terrain = self.state.terrain(self.battle);
        if !terrain.is_slow_on(leg) {
            return leg.length.min(allowance);
        }
        let factor = self.battle.spec().rules.movement.slow_factor;
        let mut slow = Runs::default();
        terrain.slow_runs(leg, &mut slow);
        let (mut at, mut left) = (0, allowance);
        for &(from, to) in slow.as_slice() {
            if from - at >= left {
                return at + left;
            }
            left -= from - at;
            if (to - from) * factor >= left {
                return from + left / factor;
            }
            left -= (to - from) * factor;
            at = to;
        }
        leg.length.min(at + left)
    }

    /// What the first `run` of a leg costs.
    pub(crate) fn cost(&self, leg: &Leg, run: Len) -> Len {
        let terrain = self.state.terrain(self.battle);
        if !terrain.is_slow_on(leg) {
            return run;
        }
        let factor = self.battle.spec().rules.movement.slow_factor;
        let mut slow = Runs::default();
        terrain.slow_runs(leg, &mut slow);
        let over: Len = slow
            .as_slice()
            .iter()
            .map(|(from, to)| ((*to).min(run) - from).max(0))
            .sum();
        run + over * (factor - 1)
    }

    /// The run at which a leg first comes within `keep_off` of one of these enemies, or `run` if it does not. One who
    /// starts that near already may only go away.
    fn first_meeting(&self, leg: &Leg, run: Len, keep_off: Len, enemy: Side, near: S) -> Len {
        let mut stop = run;
        if near.is_empty() {
            return stop;
        }
        let line = leg.line();
        for j in near.iter() {
            if let Some(beside) = line.passes(self.state.force[enemy].at[j], run, keep_off)
                && beside.along > 0
            {
                stop = stop.min((beside.along - line.half(beside, keep_off)).max(0));
            }
        }
        stop
    }

    /// How far off one keeps from enemies whom one does not mean to meet: out of contact, rounding allowed for.
    pub(super) fn clear_of_contact(&self) -> Len {
        let movement = &self.battle.spec().rules.movement;
        movement.base + movement.contact_gap + SLACK
    }

    /// Puts a figure at the end of its march; the way of an action is remembered for those who saw it (LL-12).
    pub(crate) fn go(&mut self, figure: FigureId, march: &March, allowance: Len, why: MoveKind) {
        let from = self.state.at(figure);
        let to = march.path.end();
        self.state.put(figure, to);
        if matches!(
            why,
            MoveKind::Action | MoveKind::ReactEngage | MoveKind::ReactRun
        ) {
            self.state.activations += 1;
        }
        if why == MoveKind::Action {
            self.state.paths[figure.index()] = march.path;
        }
        self.tell(|| Event::Moves {
            figure,
            from,
            to,
            way: march.way,
            cost: march.cost,
            allowance,
            why,
        });
    }

    /// Whether a figure can stand at a point and get there straight from another.
    pub(super) fn is_free(&self, figure: FigureId, from: Point, p: Point) -> bool {
        let base = self.battle.spec().rules.movement.base;
        let terrain = self.state.terrain(self.battle);
        let side = figure.side();
        let friends = self.state.force[side].alive.minus(S::bit(figure.index()));
        let foes = self.state.force[!side].alive;
        self.state.within(side, p, base - SLACK, friends).is_empty()
            && self.state.within(!side, p, base - SLACK, foes).is_empty()
            && terrain.is_standable(p)
            && terrain.is_passable(from, p)
    }

    /// The free point nearest to one where a figure should stand but another one does by now.
    pub(crate) fn room_near(&self, figure: FigureId, at: Point) -> Point {
        let base = self.battle.spec().rules.movement.base;
        let is_free = |p: Point| self.is_free(figure, at, p);
        if is_free(at) {
            return at;
        }
        let rings = (1..=RINGS).flat_map(|ring| round(at, ring * base / 2));
        rings.into_iter().find(|p| is_free(*p)).unwrap_or(at)
    }

    /// Moves a figure straight away from a point, as far as it gets; it halts before whatever bars its
    /// way, and clear of other enemies. Its contacts are the caller's business.
    pub(crate) fn flee(
        &mut self,
        figure: FigureId,
        from: Point,
        allowance: Len,
        why: MoveKind,
    ) -> bool {
        let at = self.state.at(figure);
        let terrain = self.state.terrain(self.battle);
        let mut distance = from.distance(at);
        let mut away = Point::new(at.x - from.x, at.y - from.y);
        if distance == 0 {
            (distance, away) = (
                1,
                Point::new(0, if figure.side() == Side::A { -1 } else { 1 }),
            );
        }
        let scale = |v: Len| (i64::from(v) * i64::from(allowance) / i64::from(distance)) as Len;
        let mut to = terrain.clamp(Point::new(at.x + scale(away.x), at.y + scale(away.y)));
        let length = at.distance(to);
        if !terrain.is_passable(at, to) {
            let (mut free, mut barred) = (0, length);
            while barred - free > 1 {
                let middle = (free + barred) / 2;
                if terrain.is_passable(at, at.toward(to, middle, length)) {
                    free = middle;
                } else {
                    barred = middle;
                }
            }
            to = at.toward(to, free, length);
        }
        let mut path = Path::from(at);
        path.push(to);
        // Nobody flees into the arms of another enemy.
        let clear = self.clear_of_contact();
        let Some(march) = self.march(figure, &path, allowance, clear, S::EMPTY) else {
            return false;
        };
        self.go(figure, &march, allowance, why);
        true
    }
}
