//! Moves into and out of the enemy's sight as first actions (LL-05 c).

use crate::action::{Choice, March, Ways, pace};
use crate::battle::geometry::Point;
use crate::battle::{FigureId, Path};
use crate::bits::Bits;
use crate::game::{Game, Play};
use crate::rulebook::{Pace, SightMove};
use crate::side::Side;

/// Who of a body goes first to a point, and his way there once that has been asked for. Each of the body asks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lead<S> {
    /// When the table was last like this, and of whom it is true.
    when: Option<(u64, Side, S, Point, Pace, bool)>,
    first: Option<usize>,
    /// And where it would end if none of his own stood there.
    way: Option<Option<(Path, Point)>>,
}

impl<S> Default for Lead<S> {
    fn default() -> Self {
        Self { when: None, first: None, way: None }
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Whether a move of his body to a point takes a figure into or out of the enemy's sight, to some purpose, and not merely
    /// back where it came from when it last did so (LL-05 c). `march` is how it goes, where that has been worked out.
    pub(super) fn changes_sight(
        &mut self,
        figure: FigureId,
        choice: &Choice<S>,
        to: Point,
        march: Option<Option<March>>,
    ) -> bool {
        let (side, i) = (figure.side(), figure.index());
        let enemies = self.state.force[!side].alive;
        let at = self.state.at(figure);
        let reading = self.battle.spec().rules.options.sight_move;
        let before = self.state.sees_any(self.battle, side, i, enemies);
        if before && reading == SightMove::IntoOnly {
            return false;
        }
        let march = march.unwrap_or_else(|| self.goes_with_body(figure, choice, to));
        let Some(end) = march.map(|march| march.path.end()) else { return false };
        if let Some(origin) = self.state.force[side].lurked_from[i]
            && end.distance2(origin) < at.distance2(origin)
        {
            return false;
        }
        let terrain = self.state.terrain(self.battle);
        let after = enemies.iter().any(|j| terrain.sees(end, self.state.force[!side].at[j]));
        before != after && self.has_purpose(side, at, end)
    }

    /// How a figure goes when its body moves to a point, those who go with it out of its way: not as it would by itself, for the
    /// foremost goes there and the others keep their places behind him, or go to where he gets (LL-01).
    pub(super) fn goes_with_body(
        &mut self,
        figure: FigureId,
        choice: &Choice<S>,
        to: Point,
    ) -> Option<March> {
        let (side, i) = (figure.side(), figure.index());
        let (at, rate) = (self.state.at(figure), self.allowance(figure, pace(choice.kind)));
        let line = self.in_line(side, choice.actors);
        let path = if line.has(i) {
            let goal = self.goal_in_line(side, line, at, to);
            self.path(side, at, goal)
        } else {
            let first = self.first_of(side, choice.actors.minus(line), to, pace(choice.kind));
            match first.filter(|first| *first != i) {
                None => self.path(side, at, to),
                Some(first) => {
                    let (lead, end) =
                        self.way_of_first(FigureId::new(side, first), to, pace(choice.kind))?;
                    let place = self.place_behind(at, (lead.points()[0], end), to);
                    self.follow(side, at, place, &mut Ways::after(lead))
                }
            }
        };
        self.march_at_head(figure, choice, &path, rate)
    }

    /// Who of a body goes first to a point, as long as the table stays as it is.
    fn first_of(&mut self, side: Side, movers: S, to: Point, pace: Pace) -> Option<usize> {
        let when = (self.state.version, side, movers, to, pace, self.keeps_clear);
        if self.state.lead.when != Some(when) || self.battle.is_plain() {
            let first = self.foremost(side, movers, to, pace);
            self.state.lead = Lead { when: Some(when), first, way: None };
        }
        self.state.lead.first
    }

    /// The way of him who goes first, and has just been asked for.
    fn way_of_first(&mut self, first: FigureId, to: Point, pace: Pace) -> Option<(Path, Point)> {
        if let Some(way) = self.state.lead.way {
            return way;
        }
        let rate = self.allowance(first, pace);
        let path = self.path(first.side(), self.state.at(first), to);
        // He goes before all others, and so just as far as he is going to.
        let march = self.march(first, &path, rate, self.keep_off(), S::EMPTY);
        let march = self.beside(first, &path, march, rate);
        let way = march.map(|m| (m.path, self.end_unhindered(first, &path, &m, rate)));
        self.state.lead.way = Some(way);
        way
    }
}
