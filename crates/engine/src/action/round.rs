//! Going round enemies that bar the way to a place (HOST-1): a figure they stop short passes clear of them on the nearer side
//! and comes back on its course.

use super::charge::corner_round;
use super::march::{MARGIN, March};
use crate::battle::geometry::{Len, Point, Span};
use crate::battle::{FigureId, Leg, Path};
use crate::bits::Bits;
use crate::game::{Game, Play};

/// The gap by which bases pass each other, rounding allowed for.
pub(super) const HAIR: Len = 4;

/// Returns where a point lies relative to a leg of some length: how far along it, and how far to its left.
fn lies(leg: &Leg, p: Point) -> (Len, Len) {
    let [dx, dy, x, y] =
        [leg.to.x - leg.from.x, leg.to.y - leg.from.y, p.x - leg.from.x, p.y - leg.from.y]
            .map(i64::from);
    let length = i64::from(leg.length);
    (((dx * x + dy * y) / length) as Len, ((dx * y - dy * x) / length) as Len)
}

/// Returns the inverse of [`lies`]: the point that lies there relative to a leg.
fn beside(leg: &Leg, (along, aside): (Len, Len)) -> Point {
    let [dx, dy, along, aside] =
        [leg.to.x - leg.from.x, leg.to.y - leg.from.y, along, aside].map(i64::from);
    let length = i64::from(leg.length);
    let part = |v: i64| (v / length) as Len;
    Point::new(
        leg.from.x + part(dx * along - dy * aside),
        leg.from.y + part(dy * along + dx * aside),
    )
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns the march round the enemies that stop a figure short, if it brings the figure nearer by half a base. An enemy
    /// that it has come right up to is passed only by a swerve of at most a base, unless the figure escapes (LL-05 d); none
    /// swerves by more than its move.
    pub(super) fn round_enemies(
        &self,
        figure: FigureId,
        path: &Path,
        march: Option<&March>,
        (rate, escapes): (Len, bool),
    ) -> Option<March> {
        let enemy = !figure.side();
        let base = self.battle.spec().rules.movement.base;
        let (mut k, mut run, gone, cost) = march.map_or((0, 0, 0, 0), |march| {
            let last = march.path.count() - 1;
            (last, march.path.leg(last).length, march.way, march.cost)
        });
        if run >= path.leg(k).length && k + 1 < path.count() {
            (k, run) = (k + 1, 0);
        }
        let leg = path.leg(k);
        let (keep_off, clear) = (self.keep_off(), self.clear_of_contact() + HAIR);
        let far = (run + rate - cost + keep_off).min(leg.length);
        if far <= 0 {
            return None;
        }
        let force = &self.state.force[enemy];
        let ahead = Span::of(&[leg.at(run), leg.at(far)]);
        let before = self.state.in_box(enemy, &ahead.wider(keep_off + MARGIN), force.alive);
        let stops = |j: usize| {
            let (along, aside) = lies(&leg, force.at[j]);
            (along > run && along < far + keep_off && aside.abs() < keep_off).then_some(along)
        };
        let first = before.iter().filter_map(stops).min()?;
        let end = march.map_or(leg.from, |march| march.path.end());
        let known = force.alive.minus(self.state.force[figure.side()].contacts[figure.index()]);
        let met = self.state.within(enemy, end, clear + MARGIN, known);
        let most = if escapes || met.is_empty() { rate } else { base };
        // Enemies without a gap to pass between count as one row with the first, on both sides of it.
        let wide = most.max(4 * base) + clear;
        let mut near = self.state.in_box(enemy, &ahead.wider(wide), force.alive);
        let (mut row, mut barred) = (S::EMPTY, (0, 0));
        loop {
            let joins = near.filter(|j| {
                let (along, aside) = lies(&leg, force.at[j]);
                along > run
                    && along < first + 3 * base
                    && aside.abs() <= most + clear
                    && aside - clear < barred.1
                    && aside + clear > barred.0
            });
            if joins.is_empty() {
                break;
            }
            for j in joins.iter() {
                let (_, aside) = lies(&leg, force.at[j]);
                barred = (barred.0.min(aside - clear), barred.1.max(aside + clear));
            }
            row |= joins;
            near = near.minus(joins);
        }
        let (right, left) = (-barred.0, barred.1);
        let hand = match left.cmp(&right) {
            std::cmp::Ordering::Less => 1,
            std::cmp::Ordering::Equal => self.frame(figure.side()).hand,
            std::cmp::Ordering::Greater => -1,
        };
        let least = path.length() - gone - base / 2;
        [hand, -hand].into_iter().find_map(|hand| {
            let off = if hand > 0 { left } else { right };
            let way = (off <= most).then(|| self.way_past(figure, path, k, row, hand * off))??;
            let march = self.march(figure, &way, rate, keep_off, S::EMPTY)?;
            (way.length() - march.way <= least).then_some(march)
        })
    }

    /// Returns the shortest path whose leg `k` passes all of these enemies clear by swerving `off` to a side, if nothing else
    /// bars it.
    fn way_past(&self, figure: FigureId, path: &Path, k: usize, row: S, off: Len) -> Option<Path> {
        let enemies = &self.state.force[!figure.side()].at;
        let leg = path.leg(k);
        let hand = off.signum();
        let widest = row.iter().max_by_key(|j| {
            let (along, aside) = lies(&leg, enemies[*j]);
            (aside * hand, -along)
        })?;
        let last = row.iter().max_by_key(|j| lies(&leg, enemies[*j]).0)?;
        let corner = |j: usize, from: Point| {
            let spot = beside(&leg, (lies(&leg, enemies[j]).0, off));
            corner_round(enemies[j], from, spot, hand).unwrap_or(spot)
        };
        let corners = [corner(widest, leg.from), corner(last, leg.to)];
        let terrain = self.state.terrain(self.battle);
        let on_board = corners.iter().all(|p| terrain.clamp(*p) == *p);
        let [aside, back] = corners;
        let is_open = on_board
            && terrain.is_passable(leg.from, aside)
            && terrain.is_passable(aside, back)
            && terrain.is_passable(back, leg.to);
        if !is_open {
            return None;
        }
        let mut way = path.through(k, aside);
        for p in std::iter::once(&back).chain(&path.points()[k + 1..]) {
            way.push(*p);
        }
        Some(way)
    }
}
