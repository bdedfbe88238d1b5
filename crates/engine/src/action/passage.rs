//! Passages that enemies fill (HOST-1): a figure without room at the enemies in one goes by the shortest free way.

use super::march::{Look, ROUND, meets, spot, turn_to};
use super::round::HAIR;
use crate::battle::geometry::{Len, Point, Span};
use crate::battle::{FigureId, Leg, Path};
use crate::bits::Bits;
use crate::game::{Game, Play};
use crate::list::List;
use crate::rulebook::Pace;
use crate::side::Side;

/// How many obstacles are looked at beside the enemies that fill a passage.
const MOST_BARS: usize = 16;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns the way of a mover; if it leads through a passage that enemies fill, the shortest that does not, if there is
    /// one. A way that meets the same enemies from elsewhere does not count.
    pub(super) fn past_filled_passages(&self, figure: FigureId, path: Path) -> Path {
        let routes = self.state.terrain(self.battle).routes_of(figure.side());
        if routes.is_empty() {
            return path;
        }
        let none = S::EMPTY;
        let held = path.legs().fold(none, |held, leg| held | self.who_fill(figure, &leg, none));
        if held.is_empty() {
            return path;
        }
        let terrain = self.state.terrain(self.battle);
        let is_filled = |leg: &Leg| !self.who_fill(figure, leg, held).is_empty();
        routes.free_way(terrain, path.points()[0], path.end(), is_filled).unwrap_or(path)
    }

    /// Returns the enemies, if any, that fill a passage on a leg so that there is no room to fight the one it meets; or
    /// `given`, if the one it meets is among those.
    fn who_fill(&self, figure: FigureId, leg: &Leg, given: S) -> S {
        let (enemy, keep_off) = (!figure.side(), self.keep_off() + HAIR);
        let force = &self.state.force[enemy];
        let beside = Span::of(&[leg.from, leg.to]).wider(keep_off);
        let near = self.state.in_box(enemy, &beside, force.alive);
        if near.is_empty() {
            return S::EMPTY;
        }
        let line = leg.line();
        let mut met =
            near.iter().filter(|j| meets(&line, force.at[*j], leg.length, keep_off) < leg.length);
        let row = met.find_map(|j| {
            if given.has(j) {
                return Some(given);
            }
            let row = self.row_across(enemy, j, keep_off)?;
            (!self.has_room_at(figure, leg.from, j)).then_some(row)
        });
        row.unwrap_or(S::EMPTY)
    }

    /// Returns the enemies that together fill a passage, so that no figure gets past on either side: enemy `j` and those next
    /// to it, within that distance of two obstacles, one across from the other. `None` if they do not.
    fn row_across(&self, side: Side, j: usize, keep_off: Len) -> Option<S> {
        let force = &self.state.force[side];
        let terrain = self.state.terrain(self.battle);
        let (mut row, mut new) = (S::bit(j), S::bit(j));
        let mut bars: List<(usize, Point), MOST_BARS> = List::default();
        let mut is_across = false;
        while !new.is_empty() {
            let k = new.first();
            new &= !S::bit(k);
            let at = force.at[k];
            for (bar, foot) in terrain.bars_near(at, keep_off) {
                let to = Point::new(foot.x - at.x, foot.y - at.y);
                is_across |= bars.iter().any(|(other, of)| {
                    *other != bar
                        && i64::from(to.x) * i64::from(of.x) + i64::from(to.y) * i64::from(of.y) < 0
                });
                if !bars.is_full() {
                    bars.push((bar, to));
                }
            }
            // The shortest way hugs a corner, and so meets the enemy next to it.
            if bars.is_empty() {
                return None;
            }
            let next = self.state.within(side, at, 2 * keep_off - 1, force.alive.minus(row));
            let next = next.filter(|l| terrain.is_passable(at, force.at[l]));
            (row, new) = (row | next, new | next);
        }
        is_across.then_some(row)
    }

    /// Returns whether a figure from a point finds room at an enemy, on that side of the passage or round it; a figure that
    /// keeps clear looks for none.
    fn has_room_at(&self, figure: FigureId, from: Point, j: usize) -> bool {
        self.keep_off() <= self.battle.spec().rules.movement.base
            && self.is_room_round(figure, j, |spot| self.gets_round_to(figure, from, j, spot))
    }

    /// Returns whether a spot by an enemy can be reached from a point: straight, or round the enemy if no other stands in the
    /// way.
    fn gets_round_to(&self, figure: FigureId, from: Point, j: usize, spot: Point) -> bool {
        let enemy = self.state.force[!figure.side()].at[j];
        let hand = self.frame(figure.side()).hand;
        let Some(last) = self.last_before(spot, enemy, from, hand) else { return false };
        let (_, foes) = self.neighbours(figure, last, 0);
        last == from || self.is_clear_of((S::EMPTY, foes), figure, last)
    }

    /// Returns whether an enemy has a free side that will do, base to base with it: straight ahead and on round it, or next to
    /// a figure that fights it.
    fn is_room_round(&self, figure: FigureId, j: usize, will_do: impl Fn(Point) -> bool) -> bool {
        let (side, terrain) = (figure.side(), self.state.terrain(self.battle));
        let force = &self.state.force[!side];
        let enemy = force.at[j];
        let touching = (self.battle.spec().rules.movement.base + 2).min(self.across_at());
        let neighbours = self.neighbours(figure, enemy, touching);
        let frame = self.frame(side);
        let beside = force.contacts[j];
        let next_to =
            beside.iter().map(|i| Look::along(turn_to(enemy, self.state.force[side].at[i]), frame));
        std::iter::once(Look::straight(frame)).chain(next_to).any(|look| {
            (0..ROUND.len()).map(|which| spot(enemy, touching, look, which)).any(|spot| {
                self.is_clear_of(neighbours, figure, spot)
                    && will_do(spot)
                    && terrain.is_standable(spot)
                    && terrain.lets_fight(spot, enemy)
            })
        })
    }

    /// Returns whether a charge brings no figure of a group into contact, though some are near enough, because friends leave no
    /// room at any of the targets.
    pub(crate) fn finds_no_room(&mut self, side: Side, actors: S, targets: S) -> bool {
        let force = &self.state.force[!side];
        let targets = targets & force.alive;
        let system = &self.battle.spec().rules.system;
        let is_foreseen = !system.answers() && !system.has_segments();
        if actors.is_empty()
            || targets.is_empty()
            || !targets.minus(force.engaged).is_empty()
            || !is_foreseen
        {
            return false;
        }
        let off = self.across_at();
        let terrain = self.state.terrain(self.battle);
        let may_have_room = |j: usize| {
            terrain.is_by_barricade(force.at[j], off)
                || actors.iter().any(|i| {
                    let (who, from) = (FigureId::new(side, i), self.state.force[side].at[i]);
                    self.is_room_round(who, j, |spot| self.gets_round_to(who, from, j, spot))
                })
        };
        if targets.iter().any(may_have_room) {
            return false;
        }
        let is_near = |i: usize| {
            let figure = FigureId::new(side, i);
            let reach = self.allowance(figure, Pace::Fast) + off;
            !self.state.within(!side, self.state.at(figure), reach, targets).is_empty()
        };
        actors.iter().any(is_near)
            && !actors.iter().any(|i| self.charges_home(FigureId::new(side, i), targets))
    }
}
