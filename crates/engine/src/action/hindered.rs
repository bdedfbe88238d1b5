//! Why a figure does not do what it was told to. Reported in one event for all with the same reason, and worked out only for an
//! observer that wants reasons.

use crate::battle::FigureId;
use crate::bits::Bits;
use crate::event::{ActionKind, Event, Hindrance, Observer};
use crate::game::{Game, Play};
use crate::side::Side;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Reports figures that do not do what they were told to.
    pub(crate) fn tell_hindered(
        &mut self,
        side: Side,
        figures: S,
        action: ActionKind,
        why: impl Fn(&Self, FigureId) -> Hindrance,
    ) {
        if !self.observer.wants_reasons() {
            return;
        }
        let mut left = figures;
        while !left.is_empty() {
            let reason = why(self, FigureId::new(side, left.first()));
            let same = left.filter(|i| why(self, FigureId::new(side, i)) == reason);
            left = left.minus(same);
            self.tell(|| Event::ComesToNothing {
                side,
                figures: same.widen(),
                action,
                why: reason,
            });
        }
    }

    /// Reports a figure that does not do what it was told to, for a known reason.
    pub(crate) fn tell_nothing(&mut self, figure: FigureId, action: ActionKind, why: Hindrance) {
        let only = S::bit(figure.index());
        self.tell_hindered(figure.side(), only, action, |_, _| why);
    }

    /// Reports that a fight comes to nothing because one of the two has fallen in the round or been driven off. The first is of
    /// the active side. If one joined as a second figure, only that one fights.
    pub(super) fn tell_left_alone(&mut self, [own, enemy]: [FigureId; 2], second: Option<Side>) {
        for (figure, other) in [(own, enemy), (enemy, own)] {
            let fights = second.is_none_or(|side| side == figure.side());
            let why = match (self.state.is_alive(figure), self.state.is_alive(other)) {
                (false, _) => Hindrance::Gone,
                (true, false) => Hindrance::TargetGone,
                (true, true) => Hindrance::NoContact,
            };
            // For the other side, it is enough that its figures are seen to fall.
            if fights && (figure == own || why != Hindrance::Gone) {
                self.tell_nothing(figure, ActionKind::Fight, why);
            }
        }
    }

    /// Reports movers that stay where they are, if moves of both sides happen at the same time. Elsewhere an action that moves
    /// figures consists only of its moves, which show which figures stayed.
    pub(super) fn tell_stayed(&mut self, side: Side, movers: S, moved: S) {
        if self.battle.spec().rules.system.answers() {
            let stayed = movers.minus(moved) & self.state.force[side].alive;
            self.tell_hindered(side, stayed, ActionKind::Move, Self::no_move);
        }
    }

    /// Returns why a figure does not shoot at any of these enemies.
    pub(crate) fn no_shot(&self, figure: FigureId, targets: S, action: ActionKind) -> Hindrance {
        let (side, i) = (figure.side(), figure.index());
        let force = &self.state.force[side];
        let in_melee = force.engaged.minus(self.state.roster[side].spells);
        let targets = targets & self.state.force[!side].alive;
        // A weapon loaded in the same turn is fired in haste or not at all (PG-09, PG-10).
        let is_hasty = force.hasty.has(i) && action != ActionKind::ShootInHaste;
        let Some(missile) = &self.battle.traits(figure).missile else {
            return Hindrance::Unloaded;
        };
        let at = self.state.at(figure);
        let near = self.state.within(!side, at, missile.range[2], targets);
        if !force.alive.has(i) {
            Hindrance::Gone
        } else if in_melee.has(i) {
            Hindrance::InMelee
        } else if force.unloaded.has(i) || is_hasty {
            Hindrance::Unloaded
        } else if force.hurried.has(i) {
            Hindrance::HasRun
        } else if targets.is_empty() {
            Hindrance::TargetGone
        } else if !near.is_empty() {
            let terrain = self.state.terrain(self.battle);
            let sees = |j: usize| terrain.sees(at, self.state.force[!side].at[j]);
            if near.iter().any(sees) { Hindrance::Hopeless } else { Hindrance::OutOfSight }
        } else {
            Hindrance::OutOfRange
        }
    }

    /// Returns why a figure strikes at no enemy.
    pub(crate) fn no_blow(&self, figure: FigureId) -> Hindrance {
        if !self.state.is_alive(figure) { Hindrance::Gone } else { Hindrance::NoContact }
    }

    /// Returns why a figure does not move.
    pub(crate) fn no_move(&self, figure: FigureId) -> Hindrance {
        let force = &self.state.force[figure.side()];
        if !self.state.is_alive(figure) {
            Hindrance::Gone
        } else if force.withdrawn.has(figure.index()) {
            Hindrance::Withdrawn
        } else if force.pinned.has(figure.index()) {
            Hindrance::Pinned
        } else if force.engaged.has(figure.index()) {
            Hindrance::Met
        } else {
            Hindrance::Stuck
        }
    }
}
