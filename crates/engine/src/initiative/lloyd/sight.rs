//! Moves into and out of the enemy's sight as first actions (LL-05 c).

use crate::action::{Choice, pace};
use crate::battle::geometry::{Len, Point};
use crate::battle::{FigureId, MAX_FIGURES};
use crate::bits::Bits;
use crate::game::{Game, Play};
use crate::rulebook::{Pace, SightMove};
use crate::side::Side;

/// What identifies a move of a group to a point.
type Asked<S> = (Side, S, Point, Pace, bool);

/// Where a move of a group takes each of its figures, and what that costs. Cached because each of the group asks.
#[derive(Debug, Clone)]
pub(crate) struct Outlook<S> {
    /// What was asked about last, and the version of the table then.
    of: Option<(u64, Asked<S>)>,
    known: S,
    ends: Vec<(Point, Len)>,
    /// All of them have gone; otherwise only those ahead of the one asked about.
    is_whole: bool,
    /// The figures moved for it, and from where.
    from: Vec<(FigureId, Point)>,
}

impl<S: Bits> Outlook<S> {
    pub(crate) fn with_room() -> Self {
        Self {
            of: None,
            known: S::EMPTY,
            ends: vec![(Point::default(), 0); MAX_FIGURES],
            is_whole: false,
            from: Vec::with_capacity(MAX_FIGURES),
        }
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns whether a move of its group to a point takes a figure into or out of the enemy's sight, with a purpose, and not
    /// merely back where it came from when it last did so (LL-05 c). `alone` is where it would get by itself: a move that
    /// changes nothing there is not made for the sake of sight, whatever the others make of it.
    pub(super) fn changes_sight(
        &mut self,
        figure: FigureId,
        choice: &Choice<S>,
        to: Point,
        alone: Option<Point>,
    ) -> bool {
        let (side, i) = (figure.side(), figure.index());
        let enemies = self.state.force[!side].alive;
        let at = self.state.at(figure);
        let reading = self.battle.spec().rules.options.sight_move;
        let before = self.state.sees_any(self.battle, side, i, enemies);
        if before && reading == SightMove::IntoOnly {
            return false;
        }
        if alone.is_some_and(|end| self.is_seen_at(side, end, enemies) == before) {
            return false;
        }
        let Some((end, _)) = self.goes_with_body(figure, choice, to) else { return false };
        if let Some(origin) = self.state.force[side].lurked_from[i]
            && end.distance2(origin) < at.distance2(origin)
        {
            return false;
        }
        before != self.is_seen_at(side, end, enemies) && self.has_purpose(side, at, end)
    }

    /// Returns whether a figure of a side at a point is seen by any of these enemies.
    fn is_seen_at(&self, side: Side, at: Point, enemies: S) -> bool {
        let terrain = self.state.terrain(self.battle);
        enemies.iter().any(|j| terrain.sees(at, self.state.force[!side].at[j]))
    }

    /// Returns where a figure gets when its group moves to a point, and what that costs it; `None` if it stays. That differs
    /// from moving alone: one figure leads, the others keep their places behind it, and those that go first are in the way
    /// (LL-01). So all of them go, and are put back where they stood.
    pub(super) fn goes_with_body(
        &mut self,
        figure: FigureId,
        choice: &Choice<S>,
        to: Point,
    ) -> Option<(Point, Len)> {
        let side = figure.side();
        let asked = (side, choice.actors, to, pace(choice.kind), self.keeps_clear);
        let of = Some((self.state.version, asked));
        let is_new = self.state.outlook.of != of || self.battle.is_plain();
        let outlook = &mut self.state.outlook;
        if is_new || !outlook.is_whole && !outlook.known.has(figure.index()) {
            // The first figure asked about is usually the only one, and those behind it do not matter to it.
            outlook.of = of;
            outlook.known = S::EMPTY;
            let mut is_answered = false;
            self.goes_to(side, choice.actors, to, pace(choice.kind), |game, who, march, _| {
                if is_answered {
                    return true;
                }
                let (from, end) = (game.state.at(who), march.path.end());
                game.state.outlook.from.push((who, from));
                let outlook = &mut game.state.outlook;
                outlook.known |= S::bit(who.index());
                outlook.ends[who.index()] = (end, march.cost);
                game.state.stand(who, end);
                is_answered = is_new && who == figure;
                is_answered
            });
            self.state.outlook.is_whole = !is_answered;
            while let Some((who, from)) = self.state.outlook.from.pop() {
                self.state.stand(who, from);
            }
        }
        let Outlook { known, ends, .. } = &self.state.outlook;
        known.has(figure.index()).then(|| ends[figure.index()])
    }
}
