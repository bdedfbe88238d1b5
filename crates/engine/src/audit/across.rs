//! Those who leave the table at the same time as somebody acts in a round of segments: neither stops the other (AD-08).

use super::adnd::Round;
use super::moments::Place;
use super::{Auditor, ROUNDING};
use crate::battle::FigureId;
use crate::battle::geometry::Len;
use crate::event::{FigureSet, Scene};
use crate::rule::Rule;
use crate::side::BySide;

/// Somebody who has left the table by his exit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Left {
    pub(super) figure: FigureId,
    place: Place,
    /// The first segment on which he can have got there.
    from: u16,
    /// The segment of what came at the same place after he had gone.
    at: Option<u16>,
}

impl Left {
    /// Something comes: whether it ties with his leaving, or comes before what does.
    pub(super) fn ties_with(&mut self, place: Place, segment: u16) -> bool {
        if place < self.place {
            return segment >= self.from;
        }
        let before = self.at.replace(segment);
        place == self.place && self.from <= segment && before.is_none_or(|at| at == segment)
    }
}

impl Round {
    /// Whether a figure has left the table at the same place in the order of action, and on the same segment, as what has
    /// just come.
    pub(super) fn is_across(&self, figure: FigureId) -> bool {
        let gone = self.left.iter().find(|left| left.figure == figure);
        gone.is_some_and(|left| left.at.is_some())
    }
}

impl Auditor {
    /// Somebody leaves the table by his exit.
    pub(super) fn leaves(&mut self, scene: &Scene<'_>, figure: FigureId) {
        let order = scene.battle.spec().rules.segments.routines;
        let segments = self.last_segment(scene);
        let (side, i) = (figure.side(), figure.index());
        let round = &mut self.books_mut().round_of_segments;
        let of = |lengths: &BySide<Vec<Len>>| lengths[side].get(i).copied().unwrap_or(0);
        let (spent, most) = (of(&round.spent), of(&round.allowed));
        let due = |segment: u16| i64::from(most) * i64::from(segment) / i64::from(segments.max(1));
        let got_there = |segment: &u16| i64::from(spent) <= due(*segment) + i64::from(ROUNDING);
        let from = (1..=segments).find(got_there).unwrap_or(segments);
        if let Some(place) = round.deed_of(figure).map(|deed| deed.place(0, order)) {
            round.left.push(Left { figure, place, from, at: None });
        }
    }

    /// The game is over: whatever was to come at the same time as the last who left the table has come.
    pub(super) fn ties_are_settled(&mut self, scene: &Scene<'_>) {
        let rules = &scene.battle.spec().rules.segments;
        let alive = self.books_mut().alive;
        let round = &self.books_mut().round_of_segments;
        let mut open = None;
        for left in &round.left {
            let bit: FigureSet = 1 << left.figure.index();
            for deed in round.deeds.iter().filter(|deed| deed.targets & bit != 0) {
                let place = deed.place(deed.over, rules.routines);
                let ties = place == left.place && deed.side != left.figure.side();
                let able = deed.figures & alive[deed.side] & !deed.spoiled != 0;
                let begins = round.begins(deed.side, deed.figures, place, rules.segment);
                let due = match deed.moments.get(usize::from(deed.over)) {
                    Some((segment, _)) => Some(*segment),
                    None if deed.over > 0 => None,
                    None => (deed.takes > 0).then_some(begins + u16::from(deed.takes)),
                };
                if ties && able && due == Some(left.from) {
                    open = Some((deed.figures, deed.side, left.figure));
                }
            }
        }
        self.expect(open.is_none(), Rule::ad(8), || {
            format!("{open:?}: they were to act at the same time as he left the table")
        });
    }
}
