//! Which way each figure looks, for blows from behind (ADC-4): as it last moved, shot or struck.

use crate::battle::geometry::Point;
use crate::battle::{FigureId, Path};
use crate::bits::Bits;
use crate::chance::Chance;
use crate::event::Observer;
use crate::game::Game;
use crate::rulebook::Fighting;
use crate::side::Side;

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// Whether a blow from behind is more than any other: by AD&D's fighting, where the system keeps facing.
    #[inline]
    fn has_fronts(&self) -> bool {
        let rules = &self.battle.spec().rules;
        rules.fighting == Fighting::Osric && rules.system.has_turns()
    }

    /// A figure looks from one point to another.
    pub(super) fn looks(&mut self, figure: FigureId, from: Point, to: Point) {
        if from != to && self.has_fronts() {
            self.state.force[figure.side()].front[figure.index()] =
                Point::new(to.x - from.x, to.y - from.y);
        }
    }

    /// A figure that has gone a way looks along the last leg of it.
    pub(super) fn looks_along(&mut self, figure: FigureId, path: &Path) {
        let leg = path.leg(path.count().saturating_sub(1));
        self.looks(figure, leg.from, path.end());
    }

    /// A figure turns to whom it strikes at.
    pub(crate) fn turns_to(&mut self, figure: FigureId, enemy: FigureId) {
        self.looks(figure, self.state.at(figure), self.state.at(enemy));
    }

    /// Whether an enemy stands behind a figure: more than 135 degrees off the way that it looks.
    pub(super) fn is_behind(&self, figure: FigureId, enemy: FigureId) -> bool {
        let front = self.state.force[figure.side()].front[figure.index()];
        let (at, from) = (self.state.at(figure), self.state.at(enemy));
        let (dx, dy) = (i64::from(at.x - from.x), i64::from(at.y - from.y));
        let (fx, fy) = (i64::from(front.x), i64::from(front.y));
        let (along, across) = (dx * fx + dy * fy, dx * fy - dy * fx);
        self.has_fronts() && along > across.abs()
    }

    /// At the start of a round whoever has all enemies in contact behind him turns to the first of them.
    pub(crate) fn turn_about(&mut self) {
        if !self.has_fronts() {
            return;
        }
        for side in Side::BOTH {
            for i in self.state.force[side].engaged.iter() {
                let figure = FigureId::new(side, i);
                let enemies = self.state.force[side].contacts[i];
                let behind = |j: usize| self.is_behind(figure, FigureId::new(!side, j));
                if enemies.iter().all(behind) {
                    self.turns_to(figure, FigureId::new(!side, enemies.first()));
                }
            }
        }
    }
}
