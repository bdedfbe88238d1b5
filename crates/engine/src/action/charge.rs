//! Charges (LL-01, LL-05 a, LL-09): each figure of a group goes for an enemy that has no opponent yet, to a free spot base to
//! base with it. The whole group passes obstacles on one side.

use super::march::{Look, MARGIN, March, Near, turn_to};
use crate::battle::geometry::{Len, Point, root};
use crate::battle::{FigureId, Path, UNREACHABLE};
use crate::bits::Bits;
use crate::event::MoveKind;
use crate::game::{Game, Play};
use crate::list::List;
use crate::rulebook::Pace;
use crate::side::Side;

/// The ways of those of a group that have already set out: figures without a straight way take these.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Ways {
    /// The way of the foremost figure.
    pub(super) lead: Option<Path>,
    /// The way of the first figure that could not join the foremost's way anywhere.
    round: Option<Path>,
    /// Whether the last figure that asked goes a way of its own instead of the foremost's.
    pub(super) is_own: bool,
}

/// State shared by the figures that charge together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Charge<S> {
    /// The targets.
    targets: S,
    /// Other enemies: blockers that may be attacked when in the way of the targets.
    others: S,
    /// Of all these, enemies with an opponent, and those with more than one.
    opposed: S,
    multiply_opposed: S,
    pub(super) ways: Ways,
}

/// How a figure charges.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rush {
    pub(super) march: March,
    /// The whole way to where it wants to get.
    path: Path,
    /// The enemy that it reaches, if any.
    pub(super) met: Option<usize>,
}

/// Where a charge takes the first figure of a group.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Advance {
    pub(crate) end: Point,
    pub(crate) cost: Len,
    /// It gets into contact.
    pub(crate) is_home: bool,
}

/// Where a charge against some enemies takes the first figure of a group; remembered as long as the table stays unchanged.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Foreseen<S> {
    version: u64,
    targets: S,
    found: Option<Advance>,
}

/// How many enemies of a kind a charger tries to reach: if there is no room at these, there is most likely none beyond.
const MOST_TRIES: usize = 3;

/// To how many enemies a charger without a straight way looks for a route.
const MOST_ROUND: usize = 2;

/// A bit above every square of a way.
const LAST: u32 = 62;

/// How often the leg on which a figure joins another's way is halved.
const JOINING: u32 = 4;

/// Enemies to which a charger has looked for a route, and where each leads.
#[derive(Debug, Default)]
struct Sought {
    goals: List<(usize, Point), MOST_ROUND>,
}

impl Sought {
    /// Returns where the route to an enemy leads, if one has been looked for.
    fn goal(&self, j: usize) -> Option<Point> {
        self.goals.iter().find(|(of, _)| *of == j).map(|(_, goal)| *goal)
    }
}

/// Returns the corner of the shortest way from a point to a spot by an enemy, keeping the spot's distance from the enemy, if
/// the enemy itself is in the straight way. The corner is where two tangents of the circle round the enemy meet: the one
/// through the point and the one at the spot. `hand` decides between two that are equally short.
pub(super) fn corner_round(enemy: Point, from: Point, spot: Point, hand: Len) -> Option<Point> {
    let [ax, ay, sx, sy] =
        [from.x - enemy.x, from.y - enemy.y, spot.x - enemy.x, spot.y - enemy.y].map(i64::from);
    let (along, aside) = (ax * sx + ay * sy, ax * sy - ay * sx);
    let off2 = sx * sx + sy * sy;
    if along >= off2 {
        return None;
    }
    let off = i64::from(root(off2));
    let tangent = i64::from(root((ax * ax + ay * ay - off2).max(0)));
    // How far the corner is from the spot, square to how the spot lies from the enemy.
    let run = (off2 - along) / (aside.abs() / off + tangent).max(1);
    let hand = if aside == 0 { i64::from(hand) } else { -aside.signum() };
    let part = |v: i64| (v * run * hand / off) as Len;
    Some(Point::new(spot.x - part(sy), spot.y + part(sx)))
}

impl<S: Bits> Charge<S> {
    /// Counts one more opponent of an enemy.
    pub(super) fn add_opponent(&mut self, j: usize) {
        let bit = S::bit(j);
        self.multiply_opposed |= self.opposed & bit;
        self.opposed |= bit;
    }

    /// Returns the enemies in order of preference: without opponent, with one, with more.
    fn by_preference(&self, among: S) -> [S; 3] {
        let Self { opposed, multiply_opposed, .. } = *self;
        [among.minus(opposed), among & opposed.minus(multiply_opposed), among & multiply_opposed]
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Charges enemies with a group; `first` goes first.
    pub(super) fn charge(&mut self, side: Side, movers: S, targets: S, first: Option<u8>) {
        let charge = self.charge_of(side, targets);
        let moved = self.close_in(side, movers, charge, first, MoveKind::Action);
        self.tell_stayed(side, movers, moved);
        self.has_moved(side, moved, Pace::Fast);
        self.after_moves(side, moved, Some(moved));
    }

    /// Moves figures at the targets, into contact if they can reach it, the foremost first (but `first`, if any, before all).
    /// Returns those that moved.
    pub(super) fn close_in(
        &mut self,
        side: Side,
        movers: S,
        mut charge: Charge<S>,
        first: Option<u8>,
        why: MoveKind,
    ) -> S {
        let mut moved = S::EMPTY;
        if charge.targets.is_empty() {
            return moved;
        }
        let order = self.in_order(side, movers, |game, figure| {
            let i = figure.index();
            if first == Some(i as u8) {
                return -1;
            }
            // A figure whose loss wins the game for the enemy goes last.
            let last = i64::from(game.battle.traits(figure).matters) << LAST;
            let nearest = game.state.nearest_of(game.battle, side, i, charge.targets);
            nearest.map_or(i64::MAX, |(j, _)| {
                let at = game.state.at(figure);
                let to = game.goal_against(figure, at, game.state.force[!side].at[j]);
                game.way2(side, at, to) | last
            })
        });
        for &(_, figure) in order.iter() {
            let rate = self.allowance(figure, Pace::Fast);
            let rush = self.rush(figure, &mut charge, rate);
            // A reacting figure engages an enemy or stays (LL-11).
            let rush = rush.filter(|r| why != MoveKind::ReactEngage || r.met.is_some());
            if let Some(rush) = rush {
                if let Some(j) = rush.met {
                    charge.add_opponent(j);
                }
                charge.ways.lead.get_or_insert(rush.path);
                self.go(figure, &rush.march, rate, why);
                if why == MoveKind::Action {
                    self.goes_for_enemies(figure);
                }
                moved |= S::bit(figure.index());
            }
        }
        moved
    }

    /// Returns a charge that has not started yet. It goes at one group (LL-01), but a figure kept from it by other enemies
    /// attacks those: troops that can get into melee must (LL-05 a).
    pub(super) fn charge_of(&self, side: Side, targets: S) -> Charge<S> {
        let system = &self.battle.spec().rules.system;
        // Declared for one target and no other (WS-03, AD-01).
        let others = match system.answers() || system.has_segments() {
            true => S::EMPTY,
            false => self.in_the_open(!side).minus(targets),
        };
        self.plan_for(side, targets, others)
    }

    /// Returns a charge that has not started yet; `others` may be attacked by figures that cannot reach the targets.
    pub(super) fn plan_for(&self, side: Side, targets: S, others: S) -> Charge<S> {
        let enemy = &self.state.force[!side];
        let (targets, others) = (targets & enemy.alive, others & enemy.alive);
        let opposed = (targets | others) & enemy.engaged;
        let multiply_opposed = opposed.filter(|j| enemy.contacts[j].count() > 1);
        Charge { targets, others, opposed, multiply_opposed, ways: Ways::default() }
    }

    /// Returns where a figure that charges at the head of its group gets to, if anywhere.
    pub(crate) fn lead_charge(&mut self, figure: FigureId, targets: S) -> Option<Advance> {
        let (side, i) = (figure.side(), figure.index());
        let version = self.state.version;
        let [last, before] = self.state.charges[side][i];
        let holds = |known: &Foreseen<S>| known.version == version && known.targets == targets;
        if let Some(known) = [last, before].iter().find(|known| holds(known)) {
            return known.found;
        }
        let mut charge = self.charge_of(side, targets);
        let rate = self.allowance(figure, Pace::Fast);
        let found = self.rush(figure, &mut charge, rate).map(|rush| Advance {
            end: rush.march.path.end(),
            cost: rush.march.cost,
            is_home: rush.met.is_some(),
        });
        self.state.charges[side][i] = [Foreseen { version, targets, found }, last];
        found
    }

    /// Returns whether a figure at the head of its group would get into contact with one of these enemies.
    pub(crate) fn charges_home(&mut self, figure: FigureId, targets: S) -> bool {
        let movement = &self.battle.spec().rules.movement;
        let reach = self.allowance(figure, Pace::Fast) + movement.base + movement.contact_gap;
        let near = self.state.within(!figure.side(), self.state.at(figure), reach, targets);
        !near.is_empty() && self.lead_charge(figure, targets).is_some_and(|found| found.is_home)
    }

    /// Returns how the next figure of a charging group goes to an enemy within reach, or as near as it gets.
    pub(super) fn rush(
        &mut self,
        figure: FigureId,
        charge: &mut Charge<S>,
        rate: Len,
    ) -> Option<Rush> {
        let (side, i) = (figure.side(), figure.index());
        let at = self.state.at(figure);
        let (nearest, _) = self.state.nearest_of(self.battle, side, i, charge.targets)?;
        let movement = &self.battle.spec().rules.movement;
        let mut sought = Sought::default();
        if let Some(rush) = self.meet_some(figure, charge.targets, charge, rate, &mut sought) {
            return Some(rush);
        }
        let to = self.nearest_goal(figure, charge.targets, nearest, &sought);
        let path = self.follow(side, at, to, &mut charge.ways);
        let march = self.march(figure, &path, rate, movement.base, S::EMPTY);
        let is_short = |march: Option<&March>| {
            march.is_none_or(|march| march.cost + movement.base < rate.min(path.length()))
        };
        // A figure blocked only by friends neither queues behind them in the open nor attacks bystanders (LL-01).
        let own = self.state.force[side].alive;
        let end = march.map_or(at, |march| march.path.end());
        let others = own.minus(S::bit(i));
        let by_own = is_short(march.as_ref())
            && !self.state.within(side, end, 2 * movement.base, others).is_empty();
        let free = by_own.then(|| self.march(figure, &path, rate, movement.base, own)).flatten();
        let is_behind_own = by_own && !is_short(free.as_ref());
        let way = if is_behind_own { path.up_to(rate) } else { path };
        let march = self.near_the_end(figure, &way, march, rate);
        let march = self.aside(figure, &path, march, rate);
        // Something keeps it from going its full rate: blockers, if there are any ahead.
        let is_kept = !is_behind_own && is_short(march.as_ref());
        // Never turns back for a blocker behind: blockers ahead are nearer to the target than it is.
        let places = &self.state.force[!side].at;
        let meant = places[nearest];
        let apart = at.distance2(meant);
        let is_before = |j: usize| places[j].distance2(meant) < apart;
        let mut in_the_way = if is_kept { charge.others.filter(is_before) } else { S::EMPTY };
        // Only the group of the nearest blocker counts.
        let stop = free.or(march).map_or(at, |march| march.path.end());
        if let Some((j, _)) = self.state.nearest(!side, stop, in_the_way) {
            in_the_way &= self.state.body_of(self.battle, !side, j);
        }
        if !in_the_way.is_empty()
            && let Some(rush) = self.meet_some(figure, in_the_way, charge, rate, &mut sought)
        {
            return Some(rush);
        }
        let march = march?;
        let met = self.state.touched(self.battle, !side, march.path.end(), charge.targets);
        Some(Rush { march, path, met: met.iter().next() })
    }

    /// Returns the way into contact with one of some enemies within reach: by preference, then the nearest.
    fn meet_some(
        &mut self,
        figure: FigureId,
        among: S,
        charge: &mut Charge<S>,
        rate: Len,
        sought: &mut Sought,
    ) -> Option<Rush> {
        let (side, at) = (figure.side(), self.state.at(figure));
        let movement = &self.battle.spec().rules.movement;
        let reach = rate + movement.base + movement.contact_gap;
        let [free, once, multiply_opposed] = charge.by_preference(among);
        // Does not run past an enemy fought by a single friend while there is room at that one.
        let mut behind = S::EMPTY;
        for kind in 0..4 {
            let enemies = [free, once, behind, multiply_opposed][kind];
            let mut left = self.state.within(!side, at, reach, enemies);
            for _ in 0..MOST_TRIES {
                let Some((j, _)) = self.state.nearest(!side, at, left) else { break };
                left &= !S::bit(j);
                if kind == 0 && !once.is_empty() && self.would_pass(figure, j, once) {
                    behind |= S::bit(j);
                    continue;
                }
                let rush = self.meet_one(figure, j, charge, rate, sought);
                if rush.is_some() {
                    return rush;
                }
            }
        }
        None
    }

    /// Returns whether one of `before` stands on the figure's straight way to an enemy: within contact of the line, and nearer
    /// by a base or more.
    fn would_pass(&self, figure: FigureId, j: usize, before: S) -> bool {
        let places = &self.state.force[!figure.side()].at;
        let at = self.state.at(figure);
        let far = i64::from(at.distance(places[j]));
        let off = |k: usize| [places[k].x - at.x, places[k].y - at.y].map(i64::from);
        let [x, y] = off(j);
        let base = i64::from(self.battle.spec().rules.movement.base);
        let near = i64::from(self.across_at());
        before.iter().any(|k| {
            let [dx, dy] = off(k);
            let along = dx * x + dy * y;
            along > 0 && along <= far * (far - base) && (dx * y - dy * x).abs() <= near * far
        })
    }

    /// Returns the way into contact with one enemy, if it is within reach.
    fn meet_one(
        &mut self,
        figure: FigureId,
        j: usize,
        charge: &mut Charge<S>,
        rate: Len,
        sought: &mut Sought,
    ) -> Option<Rush> {
        let (side, base) = (figure.side(), self.battle.spec().rules.movement.base);
        let at = self.state.at(figure);
        let enemy = self.state.force[!side].at[j];
        let terrain = self.state.terrain(self.battle);
        let mut straight = Path::from(at);
        straight.push(enemy);
        let path = if terrain.is_passable(at, enemy) {
            straight
        } else {
            if terrain.is_across_barricade(at, enemy)
                && let Some(march) = self.open_side(figure, &straight, enemy, rate)
            {
                return Some(Rush { march, path: march.path, met: Some(j) });
            }
            if sought.goals.is_full() {
                return None;
            }
            let goal = self.goal_against(figure, at, enemy);
            sought.goals.push((j, goal));
            let path = self.follow(side, at, goal, &mut charge.ways);
            if path.end() != goal || path.length() > rate + base {
                return None;
            }
            path
        };
        // Halting before the enemy can be touched will not do.
        let least = (path.length() - self.across_at() - MARGIN).max(0);
        let least = if path.end() == enemy { least } else { 0 };
        let direct = self.march_beyond(figure, &path, (least, rate), base, S::EMPTY);
        let meets = |march: &March| self.touches(side, march.path.end(), S::bit(j));
        let march = match direct.filter(meets) {
            Some(march) => march,
            // A figure is in the way: goes round to another side of the enemy.
            None => self.open_side(figure, &path, enemy, rate)?,
        };
        Some(Rush { march, path, met: Some(j) })
    }

    /// Returns where to go if all of these enemies are further than a move: of those nearest in a straight line, to the one
    /// with the shortest way.
    fn nearest_goal(
        &mut self,
        figure: FigureId,
        targets: S,
        nearest: usize,
        sought: &Sought,
    ) -> Point {
        let (side, at) = (figure.side(), self.state.at(figure));
        let enemy = self.state.force[!side].at[nearest];
        let terrain = self.state.terrain(self.battle);
        if !terrain.has_barricades() || terrain.is_passable(at, enemy) {
            return enemy;
        }
        let off = self.across_at() + terrain.routes().rounding() + 2;
        let (mut least, mut best, mut left) = (UNREACHABLE, None, targets);
        for _ in 0..MOST_TRIES {
            let Some((j, _)) = self.state.nearest(!side, at, left) else { break };
            left &= !S::bit(j);
            let enemy = self.state.force[!side].at[j];
            // No way can be shorter than the one to the enemy's near side.
            if at.distance(enemy) - off >= least && terrain.routes().lead(terrain, at, enemy) {
                continue;
            }
            let goal = sought.goal(j).unwrap_or_else(|| self.goal_against(figure, at, enemy));
            best.get_or_insert(goal);
            if let Some(way) = self.way_within(side, at, goal, least) {
                (least, best) = (way, Some(goal));
            }
        }
        best.unwrap_or(enemy)
    }

    /// Returns where to go from a point to fight an enemy (LL-09). That is the enemy itself; or, if the way there is shorter
    /// than the way round into contact, a free spot across a barricade from it, or else a spot to wait behind a friend; or the
    /// barricade if there is no way at all.
    pub(super) fn goal_against(&mut self, figure: FigureId, at: Point, enemy: Point) -> Point {
        let side = figure.side();
        let terrain = self.state.terrain(self.battle);
        if !terrain.has_barricades() || terrain.is_passable(at, enemy) {
            return enemy;
        }
        let off = self.across_at();
        if !terrain.is_by_barricade(enemy, off) {
            return if terrain.routes().lead(terrain, at, enemy) {
                enemy
            } else {
                self.foot_before(side, at, enemy)
            };
        }
        let neighbours = self.neighbours(figure, enemy, off);
        // The way round is worked out only when it matters, and only to see whether it is short enough.
        let (mut best, mut goal, mut round) = (UNREACHABLE - off, None, None);
        let mut taken = None;
        let is_across = |spot| terrain.is_across_barricade(spot, enemy);
        let look = Look::straight(self.frame(side));
        for spot in Near::that(enemy, (off, look), at, best, is_across).iter() {
            if at.distance(spot) >= best {
                break;
            }
            if !terrain.is_standable(spot) {
                continue;
            }
            if !self.is_clear_of(neighbours, figure, spot) {
                taken = taken.or(Some(spot));
                continue;
            }
            if round.is_none() && !terrain.is_passable(at, spot) {
                let way = self.way_from(side, at, enemy);
                (best, round) = (way - off, Some(way));
            }
            if let Some(way) = self.way_within(side, at, spot, best) {
                (best, goal) = (way, Some(spot));
            }
        }
        if let (None, Some(spot)) = (goal, taken) {
            let way = round.unwrap_or_else(|| self.way_from(side, at, enemy));
            if self.way_within(side, at, spot, way - off).is_some() {
                return spot;
            }
            round = Some(way);
        }
        let leads = match (round, goal) {
            (Some(_), Some(spot)) => return spot,
            (None, Some(spot)) if self.way_within(side, at, enemy, best + off + 1).is_none() => {
                return spot;
            }
            (None, Some(_)) => true,
            (Some(way), None) => way < UNREACHABLE,
            (None, None) => terrain.routes().lead(terrain, at, enemy),
        };
        if leads { enemy } else { self.foot_before(side, at, enemy) }
    }

    /// Returns the point of a barricade that gives the shortest way to an enemy to which no route leads.
    fn foot_before(&mut self, side: Side, at: Point, enemy: Point) -> Point {
        let frame = self.frame(side);
        let (mut best, mut goal) = (UNREACHABLE - self.across_at(), None);
        let terrain = self.state.terrain(self.battle);
        for foot in terrain.feet_of_barricades(enemy) {
            let whole = self.way_from(side, at, foot).saturating_add(foot.distance(enemy));
            let is_first = |other| frame.tell(foot) < frame.tell(other);
            if whole < best || whole == best && goal.is_some_and(is_first) {
                (best, goal) = (whole, Some(foot));
            }
        }
        goal.unwrap_or(enemy)
    }

    /// Returns the distance for fighting across a barricade: as far as contact reaches, since something lies between.
    pub(super) fn across_at(&self) -> Len {
        let movement = &self.battle.spec().rules.movement;
        movement.base + movement.contact_gap
    }

    /// Returns whether a figure at a point is in contact with one of these enemies.
    pub(crate) fn touches(&self, side: Side, at: Point, targets: S) -> bool {
        let met = self.state.touched(self.battle, !side, at, targets);
        !met.is_empty()
    }

    /// Returns a march that ends base to base with an enemy, on its nearest side that is free and within reach, at the end of a
    /// way to it.
    pub(super) fn open_side(
        &mut self,
        figure: FigureId,
        path: &Path,
        enemy: Point,
        rate: Len,
    ) -> Option<March> {
        let base = self.battle.spec().rules.movement.base;
        // A corner at the enemy itself gives access to only one side of it.
        let mut legs = path.count().checked_sub(1)?;
        while legs > 0 && path.points()[legs].distance(enemy) <= base {
            legs -= 1;
        }
        let at = path.points()[legs];
        let gone: Len = path.legs().take(legs).map(|leg| leg.length).sum();
        let rate_left = rate - gone;
        let distance = at.distance(enemy);
        if distance > rate_left + self.across_at() || distance <= base {
            return None;
        }
        let terrain = self.state.terrain(self.battle);
        let frame = self.frame(figure.side());
        // Base to base plus a hair, so that rounding leaves them clear, if that is still contact.
        let touching = ((base + 2).min(self.across_at()), false);
        let across = terrain.is_across_barricade(at, enemy).then(|| (self.across_at(), true));
        for (off, is_across) in [Some(touching), across].into_iter().flatten() {
            let neighbours = self.neighbours(figure, enemy, off);
            // With a very long contact distance, rounding may put a spot beyond it.
            let far2 = i64::from(off) * i64::from(off);
            // Filters out taken sides before sorting.
            let will_do = |slot: Point| {
                self.is_clear_of(neighbours, figure, slot)
                    && (!is_across
                        || slot.distance2(enemy) <= far2
                            && terrain.is_across_barricade(slot, enemy))
            };
            // Lines up base to base with a friend already there, so that six find room.
            let (side, own) = (figure.side(), S::bit(figure.index()));
            let beside = if is_across { S::EMPTY } else { self.state.force[side].alive.minus(own) };
            let there = self.state.within(side, enemy, self.across_at(), beside);
            let next_to = self.state.nearest(side, at, there);
            let look = next_to.map_or(Look::straight(frame), |(k, _)| {
                Look::along(turn_to(enemy, self.state.force[side].at[k]), frame)
            });
            for slot in Near::that(enemy, (off, look), at, rate_left, will_do).iter() {
                // The cheapest checks come first.
                if !is_across && !terrain.lets_fight(slot, enemy) || !terrain.is_standable(slot) {
                    continue;
                }
                // Going round the enemy brings no spot across a barricade nearer.
                let last = if is_across {
                    terrain.is_passable(at, slot).then_some(at)
                } else {
                    self.last_before(slot, enemy, at, frame.hand)
                };
                let Some(last) = last else {
                    continue;
                };
                let march = if legs == 0 && last == at {
                    self.straight_to(figure, slot, rate, base)
                } else {
                    let mut way = path.through(legs, last);
                    way.push(slot);
                    if way.end() != slot {
                        continue;
                    }
                    self.all_the_way(figure, &way, rate, base)
                };
                if march.is_some() {
                    return march;
                }
            }
        }
        None
    }

    /// Returns the last point before `spot` on the shortest way to it that keeps the spot's distance from an enemy: the start
    /// or a corner; `None` if that way is barred.
    pub(super) fn last_before(
        &self,
        spot: Point,
        enemy: Point,
        from: Point,
        hand: Len,
    ) -> Option<Point> {
        let terrain = self.state.terrain(self.battle);
        let corner = corner_round(enemy, from, spot, hand);
        let last = corner.unwrap_or(from);
        let is_open = terrain.is_passable(last, spot)
            && corner.is_none_or(|c| terrain.clamp(c) == c && terrain.is_passable(from, c));
        is_open.then_some(last)
    }

    /// Returns the way of a figure of a group to a point: straight, or round an obstacle on the foremost's side, so that no
    /// group passes a house on both sides in one action (LL-01).
    pub(crate) fn follow(&mut self, side: Side, at: Point, to: Point, ways: &mut Ways) -> Path {
        let terrain = self.state.terrain(self.battle);
        let mut path = Path::from(at);
        ways.is_own = ways.lead.is_none();
        if terrain.is_passable(at, to) {
            path.push(to);
            return path;
        }
        ways.is_own = true;
        let Some(lead) = ways.lead else {
            return self.path(side, at, to);
        };
        // A destination in sight may be reached on either side (LL-01: the tree stump). A barricade, which can be fought
        // across, is no stump, nor is a gap beside it.
        let is_stump = || !terrain.is_across_barricade(at, to) && !terrain.is_across_seals(at, to);
        if terrain.sees(at, to) && is_stump() {
            return self.path(side, at, to);
        }
        for (which, way) in [Some(lead), ways.round].into_iter().flatten().enumerate() {
            let corners = way.points();
            if let Some(k) = (0..corners.len()).rfind(|k| terrain.is_passable(at, corners[*k])) {
                ways.is_own = which > 0;
                if k < way.count() {
                    // Joins further along the leg than the corner if it can.
                    let leg = way.leg(k);
                    let (mut open, mut shut) = (0, leg.length);
                    for _ in 0..JOINING {
                        let run = (open + shut) / 2;
                        let is_open = terrain.is_passable(at, leg.at(run))
                            && terrain.is_passable(leg.at(run), leg.to);
                        *(if is_open { &mut open } else { &mut shut }) = run;
                    }
                    if open > 0 {
                        path.push(leg.at(open));
                        return path.joining(&corners[k + 1..], terrain, to);
                    }
                }
                return path.joining(&corners[k..], terrain, to);
            }
        }
        // Cannot join that way anywhere: starts where the foremost did.
        let corners = lead.points();
        let there = self.path(side, at, corners[0]);
        let terrain = self.state.terrain(self.battle);
        let mut path = path.joining(&there.points()[1..], terrain, to);
        if path.end() == corners[0] {
            path = path.joining(&corners[1..], terrain, to);
        }
        ways.round.get_or_insert(path);
        path
    }
}
