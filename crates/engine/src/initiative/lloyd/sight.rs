//! Moves into and out of the enemy's sight as first actions (LL-05 c).

use crate::action::{Choice, Ways, pace};
use crate::battle::FigureId;
use crate::battle::geometry::Point;
use crate::bits::Bits;
use crate::game::{Game, Play};
use crate::rulebook::SightMove;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Whether a move of his body to a point takes a figure into or out of the enemy's sight, to some purpose, and not merely
    /// back where it came from when it last did so (LL-05 c).
    pub(super) fn changes_sight(
        &mut self,
        figure: FigureId,
        choice: &Choice<S>,
        to: Point,
    ) -> bool {
        let (side, i) = (figure.side(), figure.index());
        let enemies = self.state.force[!side].alive;
        let at = self.state.at(figure);
        let reading = self.battle.spec().rules.options.sight_move;
        let before = self.state.sees_any(self.battle, side, i, enemies);
        if before && reading == SightMove::IntoOnly {
            return false;
        }
        let Some(end) = self.ends_at(figure, choice, to) else { return false };
        if let Some(origin) = self.state.force[side].lurked_from[i]
            && end.distance2(origin) < at.distance2(origin)
        {
            return false;
        }
        let terrain = self.state.terrain(self.battle);
        let after = enemies.iter().any(|j| terrain.sees(end, self.state.force[!side].at[j]));
        before != after && self.has_purpose(side, at, end)
    }

    /// Where a figure gets when its body moves to a point, those who go with it out of its way: not where it would get by
    /// itself, for the foremost goes there and the others keep their places behind him, or go to where he gets (LL-01).
    fn ends_at(&mut self, figure: FigureId, choice: &Choice<S>, to: Point) -> Option<Point> {
        let (side, i) = (figure.side(), figure.index());
        let pace = pace(choice.kind);
        let at = self.state.at(figure);
        let line = self.in_line(side, choice.actors);
        let path = if line.has(i) {
            let goal = self.goal_in_line(side, line, at, to);
            self.path(side, at, goal)
        } else {
            match self.foremost(side, choice.actors.minus(line), to).filter(|first| *first != i) {
                None => self.path(side, at, to),
                Some(first) => {
                    let first = FigureId::new(side, first);
                    let (path, rate) =
                        (self.path(side, self.state.at(first), to), self.allowance(first, pace));
                    // He goes before all others, and so just as far as he is going to.
                    let march = self.march(first, &path, rate, self.keep_off(), S::EMPTY);
                    let lead = self.beside(first, &path, march, rate)?.path;
                    let place = self.place_behind(at, (lead.points()[0], lead.end()), to);
                    self.follow(side, at, place, &mut Ways::after(lead))
                }
            }
        };
        let march = self.march_at_head(figure, choice, &path, self.allowance(figure, pace))?;
        Some(march.path.end())
    }
}
