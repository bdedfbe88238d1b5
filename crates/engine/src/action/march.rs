//! How far one figure gets on its way (HOST-1): its allowance, slow ground, enemies it meets, and room to stand.

use crate::battle::geometry::{Len, Point, Runs, root};
use crate::battle::{FigureId, Leg, Path};
use crate::bits::Bits;
use crate::chance::Chance;
use crate::event::{Event, MoveKind, Observer};
use crate::game::Game;
use crate::side::Side;

/// Bases may overlap by this much, so that rounding never parts those who touch.
const SLACK: Len = 6;

/// Most times one looks for room further back before one stays where one is.
const TRIES: usize = 24;

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
        let base = self.battle.spec().rules.movement.base;
        let own = self.state.force[side].alive.minus(S::bit(i) | ghosts);
        for _ in 0..TRIES {
            let end = leg.at(run);
            let crowd = self.state.within(side, end, base - SLACK, own);
            let foes = self.state.within(!side, end, base - SLACK, enemies);
            let blocker = if !crowd.is_empty() {
                self.state.force[side].at[crowd.first()]
            } else if !foes.is_empty() {
                self.state.force[!side].at[foes.first()]
            } else {
                return self.finish(&path.through(k, end));
            };
            run = clear_run(&leg, blocker, base).min(run - 1);
            while run < 0 {
                if k == 0 {
                    return None;
                }
                k -= 1;
                leg = path.leg(k);
                run = leg.length;
            }
        }
        None
    }

    fn finish(&self, path: &Path) -> Option<March> {
        let way = path.length();
        let cost = path.legs().map(|leg| self.cost(&leg, leg.length)).sum();
        (path.end() != path.points()[0]).then_some(March {
            path: *path,
            way,
            cost,
        })
    }

    /// How much of a leg an allowance pays for.
    pub(crate) fn affordable(&self, leg: &Leg, allowance: Len) -> Len {
        let terrain = self.state.terrain(self.battle);
        if !terrain.has_slow_ground() {
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
        if !terrain.has_slow_ground() {
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
        let radius2 = i64::from(keep_off) * i64::from(keep_off);
        let mut stop = i64::from(run);
        for j in near.iter() {
            let (along, aside2) = leg.foot(self.state.force[enemy].at[j]);
            if along > 0 && along <= stop + i64::from(keep_off) && aside2 < radius2 {
                let half = i64::from(root(radius2 - aside2));
                stop = stop.min((along - half).max(0));
            }
        }
        stop as Len
    }

    /// Puts a figure at the end of its march and remembers the way.
    pub(crate) fn go(&mut self, figure: FigureId, march: &March, allowance: Len, why: MoveKind) {
        let from = self.state.at(figure);
        let to = march.path.end();
        self.state.put(figure, to);
        self.state.paths[figure.index()] = march.path;
        self.state.activations += 1;
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

    /// The free point nearest to one where a figure should stand but another one does by now.
    pub(crate) fn room_near(&self, figure: FigureId, at: Point) -> Point {
        let base = self.battle.spec().rules.movement.base;
        let terrain = self.state.terrain(self.battle);
        let (side, own) = (figure.side(), S::bit(figure.index()));
        let is_free = |p: Point| {
            let friends = self.state.force[side].alive.minus(own);
            terrain.is_standable(p)
                && terrain.is_passable(at, p)
                && self.state.within(side, p, base - SLACK, friends).is_empty()
                && self
                    .state
                    .within(!side, p, base - SLACK, self.state.force[!side].alive)
                    .is_empty()
        };
        if is_free(at) {
            return at;
        }
        let rings = (1..=RINGS).flat_map(|ring| round(at, ring * base / 2));
        rings.into_iter().find(|p| is_free(*p)).unwrap_or(at)
    }

    /// Moves a figure straight away from a point, as far as it gets; it halts before whatever bars its
    /// way, and clear of other enemies. Its contacts
    /// are brought up to date at once.
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
        let movement = &self.battle.spec().rules.movement;
        let clear = movement.base + movement.contact_gap + 2;
        let Some(march) = self.march(figure, &path, allowance, clear, S::EMPTY) else {
            return false;
        };
        self.go(figure, &march, allowance, why);
        self.state.meet(self.battle, figure.side(), figure.index());
        true
    }
}

/// How far along a leg one stands clear of a base, coming back from further on.
fn clear_run(leg: &Leg, blocker: Point, base: Len) -> Len {
    let (along, aside2) = leg.foot(blocker);
    let half = i64::from(root((i64::from(base) * i64::from(base) - aside2).max(0)));
    (along - half).clamp(-1, i64::from(leg.length)) as Len
}
