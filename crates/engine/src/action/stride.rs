//! Moves made bit by bit, because others act meanwhile (AD-04, AD-09): a figure goes on towards where its action takes it, with
//! the allowance due by now.

use super::Choice;
use super::charge::Ways;
use super::march::{Look, March, Near, Turn, turn_to};
use crate::battle::geometry::{Len, Point};
use crate::battle::{FigureId, Leg, MAX_FIGURES, Path};
use crate::bits::Bits;
use crate::event::{ActionKind, MoveKind};
use crate::game::{Game, Play};
use crate::rulebook::Pace;

/// Fifteen degrees: directions aside of a way are turned by half the angle between them, so that there are as many on either
/// side.
const ASIDE: Turn = (989, 265);

/// Stands for no enemy as an aim.
const NOBODY: usize = MAX_FIGURES;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns how far a figure may move in a round (AD-09): a full move, or several in a charge.
    pub(crate) fn round_allowance(&self, figure: FigureId, kind: ActionKind, charges: bool) -> Len {
        let pace = match kind {
            ActionKind::Run | ActionKind::Escape => Pace::Fast,
            _ => Pace::Normal,
        };
        let full = self.allowance(figure, pace);
        if charges { full.saturating_mul(self.battle.spec().rules.segments.charge) } else { full }
    }

    /// Returns the next bit of a figure's way in an action. `action` is the action's number in the round, `due` the allowance
    /// due by now, `left` what is left of it in the whole round. `None` if it gets nowhere.
    pub(crate) fn stride(
        &mut self,
        figure: FigureId,
        choice: &Choice<S>,
        action: usize,
        due: Len,
        left: Len,
    ) -> Option<March> {
        let at = self.state.at(figure);
        let base = self.battle.spec().rules.movement.base;
        let mut ways = self.state.ways[action];
        if choice.kind != ActionKind::Charge {
            let exit = self.battle.spec().sides[figure.side()].exit;
            let to = match exit.filter(|_| choice.kind == ActionKind::Escape) {
                Some(exit) => self.way_out(at, exit, choice.to?),
                None => choice.to?,
            };
            let path = self.follow(figure.side(), at, to, &mut ways);
            let march = self.march(figure, &path, due, base, S::EMPTY);
            ways.lead.get_or_insert(path);
            self.state.ways[action] = ways;
            if is_free(&path, march.as_ref(), due) {
                return march;
            }
            // A friend stands where it wants to go: goes to a free spot beside it if it can get there in this round.
            let whole = self.march(figure, &path, left, base, S::EMPTY);
            let escapes = choice.kind == ActionKind::Escape;
            let whole = self.beside(figure, &path, whole, (left, escapes));
            let way = whole.map_or(path, |whole| whole.path);
            return self.past_friends(figure, &way, due);
        }
        let (side, i) = (figure.side(), figure.index());
        let targets = choice.targets & self.state.force[!side].alive;
        let j = self.aim_in_round(figure, targets, left)?;
        let to = self.goal_against(figure, at, self.state.force[!side].at[j]);
        let path = self.follow(side, at, to, &mut ways);
        ways.lead.get_or_insert(path);
        self.state.ways[action] = ways;
        let march = self.march(figure, &path, due, base, S::EMPTY);
        if is_free(&path, march.as_ref(), due)
            || march.is_some_and(|march| self.touches(side, march.path.end(), targets))
        {
            return march;
        }
        // A friend stands in the way: goes round to another side of the enemy, or to another enemy.
        let mut charge = self.plan_for(side, targets, S::EMPTY);
        charge.ways = ways;
        let rush = self.rush(figure, &mut charge, left);
        if let Some(j) = rush.as_ref().and_then(|rush| rush.met) {
            self.state.aims[side][i] = j as u8;
        }
        let way = rush.map_or(path, |rush| rush.march.path);
        self.past_friends(figure, &way, due)
    }

    /// Returns the next bit of a figure's way; or, if `due` is not enough to pass a friend in the way, one aside that brings it
    /// nearer, if there is any (AD-05).
    fn past_friends(&self, figure: FigureId, way: &Path, due: Len) -> Option<March> {
        let base = self.battle.spec().rules.movement.base;
        let march = self.march(figure, way, due, base, S::EMPTY);
        if way.count() == 0 || is_free(way, march.as_ref(), due) {
            return march;
        }
        let Leg { from: at, to, .. } = way.leg(0);
        let end = march.as_ref().map_or(at, |march| march.path.end());
        let look = Look::along(turn_to(at, to), self.frame(figure.side())).turned(ASIDE);
        let terrain = self.state.terrain(self.battle);
        for run in [due, due / 2] {
            let near = self.neighbours(figure, at, run);
            let will_do = |p| {
                self.is_clear_of(near, figure, p)
                    && terrain.is_standable(p)
                    && terrain.is_passable(at, p)
                    && terrain.is_passable(p, to)
            };
            for spot in Near::that(at, (run, look), to, end.distance(to) - 1, will_do).iter() {
                let found = self.straight_to(figure, spot, due, base);
                if found.is_some() {
                    return found;
                }
            }
        }
        march
    }

    /// Returns the enemy that a figure goes for in this round: if in reach, one that no friend has gone for.
    fn aim_in_round(&mut self, figure: FigureId, targets: S, left: Len) -> Option<usize> {
        let (side, i) = (figure.side(), figure.index());
        let last = usize::from(self.state.aims[side][i]);
        if last < NOBODY && targets.has(last) {
            return Some(last);
        }
        let mut open = targets.minus(self.state.force[!side].engaged);
        for friend in self.state.force[side].alive.iter() {
            let j = usize::from(self.state.aims[side][friend]);
            if j < NOBODY {
                open &= !S::bit(j);
            }
        }
        let at = self.state.at(figure);
        let reach = left + self.battle.spec().rules.movement.base;
        let open = self.state.within(!side, at, reach, open);
        let (j, _) = match self.state.nearest(!side, at, open) {
            Some(found) => found,
            None => self.state.nearest_of(self.battle, side, i, targets)?,
        };
        self.state.aims[side][i] = j as u8;
        Some(j)
    }

    /// Begins a round of moves with this many actions: no figure goes for an enemy yet.
    pub(crate) fn forget_aims(&mut self, actions: usize) {
        for aims in &mut self.state.aims.0 {
            aims.fill(NOBODY as u8);
        }
        self.state.ways[..actions].fill(Ways::default());
    }

    /// Puts a figure at the end of a bit of its way without reporting it; the stretch so far began at `from` and is `way` long.
    pub(crate) fn step(
        &mut self,
        figure: FigureId,
        kind: ActionKind,
        march: &March,
        from: Point,
        way: Len,
    ) {
        self.state.put(figure, march.path.end());
        match kind {
            ActionKind::Charge => self.goes_for_enemies(figure),
            _ => self.goes_elsewhere(figure),
        }
        self.looks_along_stretch(figure, &march.path, from, way);
        let bit = S::bit(figure.index());
        self.state.force[figure.side()].moved |= bit;
    }

    /// Reports a stretch of a figure's way that is over, or looked at.
    pub(crate) fn tell_stretch(
        &mut self,
        figure: FigureId,
        from: Point,
        way: Len,
        cost: Len,
        allowance: Len,
    ) {
        self.turn_to(figure, from, self.state.at(figure));
        self.tell_move(figure, from, (way, cost), allowance, MoveKind::Action);
    }

    /// Updates the contacts of a figure that has moved. Returns the enemies that it has newly met.
    pub(crate) fn meet_enemies(&mut self, figure: FigureId) -> S {
        let (side, i) = (figure.side(), figure.index());
        let before = self.state.force[side].contacts[i];
        self.state.refresh_contacts(self.battle, side, i);
        let fresh = self.state.force[side].contacts[i].minus(before);
        if !fresh.is_empty() {
            self.comes_to(figure, fresh);
        }
        fresh
    }
}

/// Returns whether a march went as far as its allowance, or its path, let it.
fn is_free(path: &Path, march: Option<&March>, due: Len) -> bool {
    let Some(march) = march else { return false };
    march.path.end() == path.end() || march.cost + 1 >= due
}
