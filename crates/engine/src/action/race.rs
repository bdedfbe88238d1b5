//! Two units that move at the same time (WS-04): increment by increment, each at its own rate, so that the figure nearer in
//! time is there first, and figures that run for the same place meet there (WSC-8).

use super::charge::Ways;
use super::march::{MARGIN, March, SLACK, SlowGoing};
use super::matched::Reaction;
use super::{Choice, pace};
use crate::battle::geometry::{Len, Point};
use crate::battle::{FigureId, Leg, MAX_FIGURES, Path};
use crate::bits::Bits;
use crate::event::{ActionKind, MoveKind, ReactionKind};
use crate::game::{Game, Play};
use crate::rulebook::Pace;
use crate::side::{BySide, Side};

/// What a figure runs for.
#[derive(Debug, Clone, Copy, Default)]
enum Aim<S> {
    /// A place.
    Place(Point),
    /// An enemy.
    Enemy(usize),
    /// No enemy is left to run at.
    #[default]
    Nobody,
    /// Away from the nearest of these enemies.
    Away(S),
}

impl<S> Aim<S> {
    /// Returns an enemy by its number in [`Aims`].
    fn at(enemy: u8) -> Self {
        if enemy == NONE { Self::Nobody } else { Self::Enemy(enemy.into()) }
    }
}

/// A figure that runs.
#[derive(Debug, Clone, Copy, Default)]
struct Runner<S> {
    figure: FigureId,
    aim: Aim<S>,
    /// How far it may go.
    rate: Len,
    /// Enemies that it could meet.
    near: S,
    /// It has met an enemy.
    halted: bool,
}

impl<S> Runner<S> {
    const fn is_for_a_place(&self) -> bool {
        matches!(self.aim, Aim::Place(_))
    }
}

/// Room in the workspace for runners, and for the moves that they make.
#[derive(Debug, Clone)]
pub(crate) struct RaceRoom<S> {
    runners: Vec<Runner<S>>,
    made: Vec<Made>,
}

impl<S> RaceRoom<S> {
    pub(crate) fn with_room() -> Self {
        let (runners, made) =
            (Vec::with_capacity(2 * MAX_FIGURES), Vec::with_capacity(2 * MAX_FIGURES));
        Self { runners, made }
    }
}

/// Where every figure is at a moment of the race.
type Places = BySide<[Point; MAX_FIGURES]>;

/// Runners, and where every figure is now and in the next increment.
struct Race<S> {
    runners: Vec<Runner<S>>,
    now: Places,
    next: Places,
    /// The ways of each side: figures pass obstacles on the foremost's side (LL-01).
    ways: BySide<Ways>,
    /// The side whose straight ways are all barred though it may only go straight: it comes up to what bars it (WS-03).
    straight: Option<Side>,
}

/// For each figure of a side the enemy that it runs at, or `NONE`.
type Aims = [u8; MAX_FIGURES];
const NONE: u8 = MAX_FIGURES as u8;
const NOBODY: Aims = [NONE; MAX_FIGURES];

/// How many passes look for crossing ways.
const MOST_PASSES: usize = 4;

/// A move that has been made but not yet reported.
#[derive(Debug, Clone, Copy, Default)]
struct Made {
    figure: FigureId,
    from: Point,
    way: Len,
    cost: Len,
    allowance: Len,
    why: MoveKind,
}

impl<S: Bits> Race<S> {
    fn now(&self, figure: FigureId) -> Point {
        self.now[figure.side()][figure.index()]
    }

    fn next(&self, figure: FigureId) -> Point {
        self.next[figure.side()][figure.index()]
    }

    /// Returns the runners of a side.
    fn those_of(&self, side: Side) -> S {
        let of_side = self.runners.iter().filter(|r| r.figure.side() == side);
        S::of(of_side.map(|r| r.figure.index()))
    }

    /// Returns the figure of the set nearest to a point, as they stand now.
    fn nearest(&self, side: Side, p: Point, among: S) -> Option<Point> {
        let places = among.iter().map(|j| self.now[side][j]);
        places.min_by_key(|at| at.distance2(p))
    }

    /// Returns the first meeting, in this increment, of a figure that still runs with an enemy: the run at which it happens and
    /// the total length, both along the way of the two relative to each other, and who meets.
    fn first_meeting(&self, base: Len) -> Option<(Len, Len, usize, FigureId)> {
        let near = base + MARGIN;
        let mut first: Option<(Len, Len, usize, FigureId)> = None;
        for (k, runner) in self.runners.iter().enumerate() {
            if runner.halted {
                continue;
            }
            for j in runner.near.iter() {
                let enemy = FigureId::new(!runner.figure.side(), j);
                let apart = |p: Point, q: Point| Point::new(p.x - q.x, p.y - q.y);
                let before = apart(self.now(runner.figure), self.now(enemy));
                let after = apart(self.next(runner.figure), self.next(enemy));
                // Most pairs stay clear of each other, which either axis shows.
                let clear = |p: Len, q: Len| p.min(q) > near || p.max(q) < -near;
                if clear(before.x, after.x) || clear(before.y, after.y) {
                    continue;
                }
                let leg = Leg::new(before, after);
                let line = leg.line();
                let Some(beside) = line.passes(Point::default(), leg.length, base) else {
                    continue;
                };
                // Those already that near can only part.
                if beside.along <= 0 {
                    continue;
                }
                let run = (beside.along - line.half(beside, base)).max(0);
                let sooner = |(other, whole, ..): (Len, Len, usize, FigureId)| {
                    i64::from(run) * i64::from(whole) < i64::from(other) * i64::from(leg.length)
                };
                if run < leg.length && first.is_none_or(sooner) {
                    first = Some((run, leg.length, k, enemy));
                }
            }
        }
        first
    }

    /// Pairs runners that have met at the same place, where all fight at once though none chose to engage (WS-04): each goes
    /// for an enemy that no friend goes for, the closest pairs first; figures left over go for the nearest enemy.
    fn pair_closest(&mut self, side: Side) {
        let mut open = BySide::from_fn(|side| self.those_of(side));
        let all = open;
        let mut aims = BySide([NOBODY; 2]);
        while !open[Side::A].is_empty() && !open[Side::B].is_empty() {
            let apart = |(i, j): &(usize, usize)| self.now[side][*i].distance2(self.now[!side][*j]);
            let pairs = open[side].iter().flat_map(|i| open[!side].iter().map(move |j| (i, j)));
            let Some((i, j)) = pairs.min_by_key(apart) else { break };
            (aims[side][i], aims[!side][j]) = (j as u8, i as u8);
            open[side] &= !S::bit(i);
            open[!side] &= !S::bit(j);
        }
        for of in Side::BOTH {
            for i in open[of].iter() {
                let at = self.now[of][i];
                let nearest = all[!of].iter().min_by_key(|j| self.now[!of][*j].distance2(at));
                aims[of][i] = nearest.map_or(NONE, |j| j as u8);
            }
        }
        for runner in &mut self.runners {
            runner.aim = Aim::at(aims[runner.figure.side()][runner.figure.index()]);
        }
    }

    /// Halts two that have met: each of them that runs stops where it is at that moment.
    fn halt(&mut self, run: Len, whole: Len, k: usize, enemy: FigureId) {
        let figure = self.runners[k].figure;
        for runner in self.runners.iter_mut() {
            if !runner.halted && (runner.figure == figure || runner.figure == enemy) {
                runner.halted = true;
                let (side, i) = (runner.figure.side(), runner.figure.index());
                let (now, next) = (self.now[side][i], self.next[side][i]);
                let part = |from: Len, to: Len| {
                    from + (i64::from(to - from) * i64::from(run) / i64::from(whole)) as Len
                };
                self.next[side][i] = Point::new(part(now.x, next.x), part(now.y, next.y));
            }
        }
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Makes the action's moves, if any, and the reaction's at the same time. Returns those that moved, of the active unit and
    /// of the reacting one.
    pub(super) fn race(
        &mut self,
        side: Side,
        active: S,
        choice: &Choice<S>,
        reaction: &Reaction<S>,
    ) -> (S, S) {
        let mut race = self.line_up(side, active, choice, reaction);
        let base = self.battle.spec().rules.movement.base;
        let increments = Len::from(self.battle.spec().rules.warspike.increments);
        let mut falls_to = reaction.kind == ReactionKind::HeadOff;
        for k in 0..increments {
            race.next = race.now;
            for r in 0..race.runners.len() {
                let runner = race.runners[r];
                if !runner.halted {
                    let budget = runner.rate * (k + 1) / increments - runner.rate * k / increments;
                    let figure = runner.figure;
                    race.next[figure.side()][figure.index()] =
                        self.race_on(&mut race, &runner, budget);
                }
            }
            let mut is_met = false;
            while let Some((run, whole, r, enemy)) = race.first_meeting(base) {
                race.halt(run, whole, r, enemy);
                is_met |= race.runners.iter().any(|runner| runner.figure == enemy);
            }
            race.now = race.next;
            if falls_to && is_met {
                race.pair_closest(side);
                falls_to = false;
            }
        }
        let moved = self.arrive(side, choice, reaction, &race);
        self.state.race.runners = race.runners;
        moved
    }

    /// Decides what each figure runs for.
    fn line_up(
        &mut self,
        side: Side,
        active: S,
        choice: &Choice<S>,
        reaction: &Reaction<S>,
    ) -> Race<S> {
        let places = BySide::from_fn(|side| {
            let mut places = [Point::default(); MAX_FIGURES];
            let at = &self.state.force[side].at;
            places[..at.len()].copy_from_slice(at);
            places
        });
        let mut race = Race {
            runners: std::mem::take(&mut self.state.race.runners),
            now: places,
            next: places,
            ways: BySide([Ways::default(); 2]),
            straight: None,
        };
        race.runners.clear();
        let base = self.battle.spec().rules.movement.base;
        let fastest = self.battle.fastest[side] + self.battle.fastest[!side];
        let mut enter = |game: &Self, figure: FigureId, aim: Aim<S>, rate: Len| {
            let enemy = figure.side();
            let enemies = game.state.force[!enemy].alive;
            let near = game.state.within(!enemy, game.state.at(figure), fastest + base, enemies);
            race.runners.push(Runner { figure, aim, rate, near, halted: false });
        };
        let (mut own, mut theirs) = (NOBODY, NOBODY);
        if choice.kind.is_move() {
            let pace = pace(choice.kind);
            let line = self.in_line(side, choice.actors);
            let to = choice.to.unwrap_or_default();
            let lead = self.lead_to(side, choice.actors, to, pace);
            if choice.kind == ActionKind::Charge {
                self.pair_off(side, choice.actors, choice.targets, &mut own);
            }
            for i in choice.actors.iter() {
                let figure = FigureId::new(side, i);
                let aim = if choice.kind == ActionKind::Charge {
                    Aim::at(own[i])
                } else if line.has(i) {
                    Aim::Place(self.goal_in_line(side, line, self.state.at(figure), to))
                } else {
                    Aim::Place(self.place_behind(self.state.at(figure), lead, to))
                };
                enter(self, figure, aim, self.allowance(figure, pace));
            }
        }
        let goal = reaction.to.map(|to| (self.lead_to(!side, reaction.actors, to, Pace::Fast), to));
        if reaction.kind != ReactionKind::Away && goal.is_none() {
            // A figure that is run at runs at its attacker; the others go for the enemies left over.
            for i in choice.actors.iter().filter(|i| own[*i] != NONE) {
                theirs[usize::from(own[i])] = i as u8;
            }
            self.pair_off(!side, reaction.actors, active, &mut theirs);
        }
        for j in reaction.actors.iter() {
            let figure = FigureId::new(!side, j);
            let aim = match (reaction.kind, goal) {
                (ReactionKind::Away, _) => Aim::Away(active),
                (_, Some((lead, to))) => {
                    Aim::Place(self.place_behind(self.state.at(figure), lead, to))
                }
                _ => Aim::at(theirs[j]),
            };
            enter(self, figure, aim, self.allowance(figure, Pace::Fast));
        }
        if reaction.kind == ReactionKind::Towards && self.all_barred(!side, reaction.actors, active)
        {
            race.straight = Some(!side);
        }
        for of in Side::BOTH {
            race.ways[of].lead = self.way_of_foremost(&race, of);
        }
        race
    }

    /// Gives each figure of a side that runs at enemies, and has none yet, one to run at: an enemy that no figure runs at, if
    /// one is in reach of both, or else the nearest.
    fn pair_off(&mut self, side: Side, movers: S, targets: S, aims: &mut Aims) {
        let targets = targets & self.state.force[!side].alive;
        let mut taken = targets & self.state.force[!side].engaged;
        for i in movers.iter().filter(|i| aims[*i] != NONE) {
            taken |= S::bit(aims[i].into());
        }
        let movers = movers.filter(|i| aims[i] == NONE);
        let base = self.battle.spec().rules.movement.base;
        let theirs = self.battle.fastest[!side];
        let order = self.in_order(side, movers, |game, who| {
            let nearest = game.state.nearest_of(game.battle, side, who.index(), targets);
            nearest.map_or(i64::MAX, |(_, distance2)| distance2)
        });
        for &(_, figure) in order.iter() {
            let (i, at) = (figure.index(), self.state.at(figure));
            let reach = self.allowance(figure, Pace::Fast) + theirs + base;
            let open = self.state.within(!side, at, reach, targets.minus(taken));
            let found = match self.state.nearest(!side, at, open) {
                Some(found) => Some(found),
                None => self.state.nearest_of(self.battle, side, i, targets),
            };
            if let Some((j, _)) = found {
                aims[i] = j as u8;
                taken |= S::bit(j);
            }
        }
        self.uncross(side, movers.filter(|i| aims[i] != NONE), aims);
    }

    /// Swaps the enemies of two figures whose ways cross, so that all keep their places in the line.
    fn uncross(&self, side: Side, movers: S, aims: &mut Aims) {
        let (own, theirs) = (&self.state.force[side].at, &self.state.force[!side].at);
        let way2 = |i: usize, j: u8| own[i].distance2(theirs[usize::from(j)]);
        for _ in 0..MOST_PASSES {
            let mut is_changed = false;
            for i in movers.iter() {
                for k in movers.iter().take_while(|k| *k < i) {
                    let (j, l) = (aims[i], aims[k]);
                    if way2(i, l) + way2(k, j) < way2(i, j) + way2(k, l) {
                        (aims[i], aims[k]) = (l, j);
                        is_changed = true;
                    }
                }
            }
            if !is_changed {
                break;
            }
        }
    }

    /// Returns whether the straight way of every figure to every one of these enemies is barred.
    pub(crate) fn all_barred(&self, side: Side, figures: S, enemies: S) -> bool {
        let terrain = self.state.terrain(self.battle);
        let (own, theirs) = (&self.state.force[side].at, &self.state.force[!side].at);
        let open = |i: usize| enemies.iter().any(|j| terrain.is_passable(own[i], theirs[j]));
        !terrain.routes().is_empty() && !figures.iter().any(open)
    }

    /// Returns the way of the foremost runner of a side that has a goal.
    fn way_of_foremost(&mut self, race: &Race<S>, side: Side) -> Option<Path> {
        if self.state.terrain(self.battle).routes().is_empty() || race.straight == Some(side) {
            return None;
        }
        let mut foremost: Option<(i64, Point, Point)> = None;
        for runner in race.runners.iter().filter(|r| r.figure.side() == side) {
            let to = match runner.aim {
                Aim::Place(to) => to,
                Aim::Enemy(j) => race.now[!side][j],
                Aim::Nobody | Aim::Away(_) => continue,
            };
            let at = race.now(runner.figure);
            let to = match runner.aim {
                Aim::Enemy(_) => self.goal_against(runner.figure, at, to),
                _ => to,
            };
            let way2 = self.way2(side, at, to);
            if foremost.is_none_or(|(least, ..)| way2 < least) {
                foremost = Some((way2, at, to));
            }
        }
        foremost.map(|(_, at, to)| self.path(side, at, to))
    }

    /// Returns where the leading figure starts towards a place, and how far it gets: the others go there too (LL-01).
    fn lead_to(&mut self, side: Side, movers: S, to: Point, pace: Pace) -> (Point, Point) {
        let Some(i) = self.foremost(side, movers, to, pace) else {
            return (to, to);
        };
        let (figure, at) = (FigureId::new(side, i), self.state.force[side].at[i]);
        let allowance = self.allowance(figure, pace);
        let going = self.slow_going(figure, allowance);
        (at, self.along(side, (at, to), &mut Ways::default(), allowance, going))
    }

    /// Returns where a figure gets to on its way from one point to another, given how slow ground counts.
    fn along(
        &mut self,
        side: Side,
        (from, to): (Point, Point),
        ways: &mut Ways,
        allowance: Len,
        going: SlowGoing,
    ) -> Point {
        let path = self.follow(side, from, to, ways);
        let mut left = allowance;
        for leg in path.legs() {
            let run = self.affordable(&leg, left, going);
            if run < leg.length {
                return leg.at(run);
            }
            left -= self.cost(&leg, run, going);
        }
        path.end()
    }

    /// Returns where a runner is after an increment, if it meets no enemy.
    fn race_on(&mut self, race: &mut Race<S>, runner: &Runner<S>, budget: Len) -> Point {
        let at = race.now(runner.figure);
        let enemy = !runner.figure.side();
        let going = self.slow_going(runner.figure, runner.rate);
        let ways = &mut race.ways[runner.figure.side()];
        match runner.aim {
            Aim::Place(to) => self.along(!enemy, (at, to), ways, budget, going),
            Aim::Enemy(j) => {
                let to = race.now[enemy][j];
                let to = if race.straight == Some(!enemy) {
                    self.state.terrain(self.battle).up_to_bar(at, to)
                } else {
                    self.goal_against(runner.figure, at, to)
                };
                self.along(!enemy, (at, to), ways, budget, going)
            }
            Aim::Nobody => at,
            Aim::Away(targets) => {
                let Some(from) = race.nearest(enemy, at, targets) else {
                    return at;
                };
                let terrain = self.state.terrain(self.battle);
                let to = from.toward(at, from.distance(at) + budget, from.distance(at));
                let to = terrain.clamp(to);
                let free = terrain.is_passable(at, to) && terrain.is_standable(to);
                if free { to } else { at }
            }
        }
    }

    /// Moves every figure to where the race has brought it, by the shortest way: the foremost first, and the active side before
    /// the other. Returns those that moved, of that side and of the other.
    fn arrive(
        &mut self,
        side: Side,
        choice: &Choice<S>,
        reaction: &Reaction<S>,
        race: &Race<S>,
    ) -> (S, S) {
        let mut made = std::mem::take(&mut self.state.race.made);
        made.clear();
        let mut moved = BySide([S::EMPTY; 2]);
        for of in [side, !side] {
            let (why, pace) = match (of == side, reaction.kind) {
                (true, _) => (MoveKind::Action, pace(choice.kind)),
                (false, ReactionKind::Towards | ReactionKind::HeadOff) => {
                    (MoveKind::ReactEngage, Pace::Fast)
                }
                (false, _) => (MoveKind::ReactRun, Pace::Fast),
            };
            // Figures of the side that comes second are about to make room.
            let arrived = if of == side { S::EMPTY } else { race.those_of(side) };
            let order =
                self.in_order(of, race.those_of(of), |game, who| game.precedence(race, who));
            for &(_, figure) in order.iter() {
                let (i, from) = (figure.index(), self.state.at(figure));
                let allowance = self.allowance(figure, pace);
                let march = self.march_past(figure, race, arrived, allowance);
                let (to, way, cost, last) = match march {
                    Some(march) => {
                        self.state.paths[i] = march.path;
                        let points = march.path.points();
                        let last = points[points.len() - 2];
                        (march.path.end(), march.way, march.cost, last)
                    }
                    None => {
                        // Another figure may have taken its place.
                        let Some(to) = self.room_near(figure, from, allowance) else {
                            for made in &mut made {
                                self.halt_before(race, made, figure);
                            }
                            continue;
                        };
                        (to, from.distance(to), from.distance(to), from)
                    }
                };
                if to == from {
                    continue;
                }
                self.state.put(figure, to);
                match why {
                    MoveKind::Action if choice.kind == ActionKind::Charge => {
                        self.goes_for_enemies(figure)
                    }
                    _ => self.goes_elsewhere(figure),
                }
                self.state.activations += 1;
                self.has_run(figure, last, pace);
                moved[of] |= S::bit(i);
                made.push(Made { figure, from, way, cost, allowance, why });
            }
        }
        for made in &mut made {
            self.round_friends(race, made);
            let Made { figure, from, way, cost, allowance, why } = *made;
            if self.state.at(figure) == from {
                moved[figure.side()] &= !S::bit(figure.index());
                continue;
            }
            self.tell_move(figure, from, (way, cost), allowance, why);
        }
        self.state.race.made = made;
        (moved[side], moved[!side])
    }

    /// Returns the march to where the race has brought a figure. The enemy it met is settled, so enemy runners are not in its way
    /// unless they have arrived where it would stand.
    fn march_past(
        &mut self,
        figure: FigureId,
        race: &Race<S>,
        arrived: S,
        allowance: Len,
    ) -> Option<March> {
        let base = self.battle.spec().rules.movement.base;
        let enemy = !figure.side();
        let (at, to) = (self.state.at(figure), race.now(figure));
        let path = if race.straight == Some(figure.side()) {
            let mut path = Path::from(at);
            path.push(self.state.terrain(self.battle).up_to_bar(at, to));
            path
        } else {
            self.follow(figure.side(), at, to, &mut { race.ways[figure.side()] })
        };
        let others = race.those_of(enemy);
        let alive = self.state.force[enemy].alive;
        self.state.force[enemy].alive = alive.minus(others);
        let mut march = self.march(figure, &path, allowance, base, S::EMPTY);
        if race.runners.iter().any(|r| r.figure == figure && !r.halted && r.is_for_a_place()) {
            march = self.beside(figure, &path, march, (allowance, false));
        }
        self.state.force[enemy].alive = alive;
        let end = march.as_ref()?.path.end();
        if self.state.within(enemy, end, base - SLACK, arrived).is_empty() {
            march
        } else {
            self.march(figure, &path, allowance, base, S::EMPTY)
        }
    }

    /// Halts a figure before the enemy whose place it took, if that enemy then finds no way out.
    fn halt_before(&mut self, race: &Race<S>, made: &mut Made, enemy: FigureId) {
        let (figure, from) = (made.figure, made.from);
        let base = self.battle.spec().rules.movement.base;
        let place = self.state.at(enemy);
        if figure.side() == enemy.side() || self.state.at(figure).distance(place) >= base - SLACK {
            return;
        }
        self.state.put(figure, from);
        let mut ways = race.ways[figure.side()];
        let path = self.follow(figure.side(), from, race.now(figure), &mut ways);
        let (path, way, cost) = match self.march(figure, &path, made.allowance, base, S::EMPTY) {
            Some(march) => (march.path, march.way, march.cost),
            None => {
                let mut path = Path::from(from);
                path.push(self.room_near(figure, from, made.allowance).unwrap_or(from));
                (path, path.length(), path.length())
            }
        };
        self.state.put(figure, path.end());
        self.state.paths[figure.index()] = path;
        (made.way, made.cost) = (way, cost);
    }

    /// Returns the sort key for the order of moving in a unit: nearest to what it runs for first, or furthest from what it runs
    /// from.
    fn precedence(&self, race: &Race<S>, figure: FigureId) -> i64 {
        let at = self.state.at(figure);
        let runner = race.runners.iter().find(|r| r.figure == figure);
        match runner.map(|runner| runner.aim) {
            Some(Aim::Place(to)) => at.distance2(to),
            Some(Aim::Enemy(j)) => at.distance2(self.state.force[!figure.side()].at[j]),
            Some(Aim::Away(targets)) => {
                let nearest = self.state.nearest(!figure.side(), at, targets);
                nearest.map_or(0, |(_, distance2)| -distance2)
            }
            Some(Aim::Nobody) | None => 0,
        }
    }

    /// Takes a figure that ran at an enemy and found a friend in its way round to another side of the enemy, with what it has
    /// left.
    fn round_friends(&mut self, race: &Race<S>, made: &mut Made) {
        let figure = made.figure;
        let (side, at) = (figure.side(), self.state.at(figure));
        let runner = race.runners.iter().find(|r| r.figure == figure);
        let Some(Aim::Enemy(j)) = runner.map(|runner| runner.aim) else { return };
        let enemies = self.state.force[!side].alive;
        if self.touches(side, at, enemies) {
            return;
        }
        let mut path = Path::from(at);
        let enemy = self.state.force[!side].at[j];
        path.push(enemy);
        if let Some(march) = self.open_side(figure, &path, enemy, made.allowance - made.cost) {
            let to = march.path.end();
            self.state.put(figure, to);
            self.looks_along(figure, &march.path);
            self.state.paths[figure.index()].push(to);
            made.way += march.way;
            made.cost += march.cost;
        }
    }
}
