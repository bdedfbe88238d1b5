//! What figures and sides are worth in points (PG-03). It plays no part in a battle.

use super::{BattleSpec, FigureSpec};
use crate::side::Side;

impl BattleSpec {
    /// What a figure is worth (PG-03): the points of its troop type or, of a leader, so many times those of one of his
    /// subordinates. Of several types of these the commonest counts, and of equally common ones the dearest; a leader
    /// without any counts as one of his own.
    ///
    /// # Panics
    /// If the side has no such figure.
    #[must_use]
    pub fn worth(&self, side: Side, figure: usize) -> i64 {
        let figures = &self.sides[side].figures;
        let points = |of: &FigureSpec| {
            let skills = &self.rules.troops[of.troops].skills;
            i64::from(self.rules.points.of(skills, of.mounted))
        };
        let of = &figures[figure];
        let Some(rank) = of.rank else {
            return points(of);
        };
        let led = figures.iter().filter(|other| other.unit == of.unit && other.rank.is_none());
        let led: Vec<i64> = led.map(points).collect();
        let commonest =
            led.iter().max_by_key(|worth| (led.iter().filter(|w| w == worth).count(), **worth));
        i64::from(self.rules.ranks[rank].worth) * commonest.copied().unwrap_or_else(|| points(of))
    }

    /// What all figures of a side are worth at the start (PG-03).
    #[must_use]
    pub fn side_worth(&self, side: Side) -> i64 {
        let figures = 0..self.sides[side].figures.len();
        figures.map(|figure| self.worth(side, figure)).sum()
    }
}
