//! What a line of a script has a group shoot at (LL-13, PG-08 to PG-11), and reloading.

use super::{Ranked, by_most};
use crate::action::Choice;
use crate::battle::{FigureId, MAX_FIGURES, Shot};
use crate::bits::Bits;
use crate::bot::Pick;
use crate::event::ActionKind;
use crate::game::{Game, Play};
use crate::rulebook::MOST_RANKS;
use crate::side::Side;

impl<S: Bits, P: Play> Game<'_, S, P> {
    pub(super) fn plan_shot(&mut self, side: Side, body: S, pick: Pick) -> Option<Ranked<S>> {
        self.plan_volley(side, body, pick, u8::MAX)
            .or_else(|| self.plan_aimed(side, body, pick, Shot::Aimed))
    }

    fn plan_aimed(&mut self, side: Side, body: S, pick: Pick, shot: Shot) -> Option<Ranked<S>> {
        let able = self.able_to_aim(side, body);
        if able.is_empty() {
            return None;
        }
        let enemies = self.in_the_open(!side);
        let mut marks = S::EMPTY;
        let mut mark_of = [None; MAX_FIGURES];
        for i in able.iter() {
            if let Some(j) = self.mark(FigureId::new(side, i), enemies, 2, shot) {
                marks |= S::bit(j);
                mark_of[i] = Some(j as u8);
            }
        }
        if matches!(pick, Pick::Likeliest | Pick::MostDangerous) && !marks.is_empty() {
            // Not just the nearest of each, but all that a figure could hit. Enemies out of all ranges are skipped.
            let near = able.iter().fold(S::EMPTY, |near, i| {
                let missile = self.battle.traits_of(side)[i].missile.as_ref();
                let far = missile.map_or(0, |missile| missile.range[2]);
                let at = self.state.force[side].at[i];
                near | self.state.within(!side, at, far, enemies.minus(near))
            });
            marks = near.filter(|j| {
                let target = FigureId::new(!side, j);
                able.iter().any(|i| self.can_hit(FigureId::new(side, i), target))
            });
        }
        if marks.is_empty() {
            // None can from where it stands; perhaps one can after a few steps (LL-14).
            for i in able.iter() {
                if self.pre_move(FigureId::new(side, i), enemies).is_some() {
                    let at = self.state.force[side].at[i];
                    marks |=
                        self.state.nearest(!side, at, enemies).map_or(S::EMPTY, |(j, _)| S::bit(j));
                    break;
                }
            }
        }
        let marks = self.rather_in_the_fight(!side, marks);
        let target = self.pick(side, able, pick, marks)?;
        let targets = self.state.body_of(self.battle, !side, target);
        let actors = able.filter(|i| {
            let figure = FigureId::new(side, i);
            // A figure with its target among them need not look again.
            mark_of[i].is_some_and(|j| targets.has(j.into()))
                || self.mark(figure, targets, 2, shot).is_some()
                || self.pre_move(figure, targets).is_some()
        });
        let target = FigureId::new(!side, target);
        by_most(Choice::at(ActionKind::Shoot, actors, target, targets))
    }

    /// Returns, of some equally good targets, those whose group has enough of them for half of the shooters, or else as many as
    /// any group has: eight archers do not spend their shots on one slinger with a band beside it (HOST-2).
    pub(super) fn enough_for(&mut self, shooters: u32, side: Side, marks: S) -> S {
        if marks.count() < 2 {
            return marks;
        }
        let enough = shooters.div_ceil(2);
        let (mut left, mut most, mut best) = (marks, 0, S::EMPTY);
        while !left.is_empty() {
            let body = left & self.state.body_of(self.battle, side, left.first());
            let count = body.count().min(enough);
            if count > most {
                (most, best) = (count, S::EMPTY);
            }
            if count == most {
                best |= body;
            }
            left = left.minus(body);
        }
        best
    }

    /// Returns the loaded ranks of a line that fire, from the first: whole ranks, and at most `most` of them (PG-11). Figures
    /// of a rank without a missile weapon do not keep the others from it. Without petite guerre's dice there are no volleys:
    /// figures in line shoot like all others.
    pub(super) fn plan_volley(
        &mut self,
        side: Side,
        body: S,
        pick: Pick,
        most: u8,
    ) -> Option<Ranked<S>> {
        if !self.battle.spec().rules.fighting.has_skill_dice() {
            return None;
        }
        let line = self.in_line(side, body);
        let ready = self.missile_figures(side, line);
        if ready.is_empty() {
            return None;
        }
        let traits = self.battle.traits_of(side);
        let unit = traits[ready.first()].unit;
        let whole = self.members(side, unit) & self.state.roster[side].missiles;
        let mut actors = S::EMPTY;
        let mut ranks = 0;
        for rank in 0..MOST_RANKS {
            let of_rank = whole.filter(|i| traits[i].rank == Some(rank));
            if ranks == most {
                break;
            }
            if !of_rank.is_empty() && of_rank.minus(ready).is_empty() {
                actors |= of_rank;
                ranks += 1;
            }
        }
        let enemies = self.in_the_open(!side);
        let marks = self.volley_marks(side, actors, enemies);
        let target = self.pick(side, actors, pick, marks)?;
        let targets = self.state.body_of(self.battle, !side, target);
        let target = FigureId::new(!side, target);
        by_most(Choice::at(ActionKind::Volley, actors, target, targets))
    }

    /// Plans that figures that have reloaded in this turn fire at once, with the worse die (PG-10).
    pub(super) fn plan_haste(&mut self, side: Side, body: S, pick: Pick) -> Option<Ranked<S>> {
        let force = &mut self.state.force[side];
        let (hasty, group) = (force.hasty, body & force.hasty);
        // They count as ready while their targets are worked out.
        force.hasty = hasty.minus(group);
        let plan = self.plan_aimed(side, group, pick, Shot::Haste);
        self.state.force[side].hasty = hasty;
        let (score, choice) = plan?;
        let kind = ActionKind::ShootInHaste;
        Some((score, Choice { kind, ..choice }))
    }

    /// Plans that figures with an empty weapon reload (PG-09, PG-12).
    pub(super) fn plan_reload(&self, side: Side, body: S) -> Option<Ranked<S>> {
        by_most(Choice::by(ActionKind::Reload, self.able_to_reload(side, body)))
    }

    pub(super) fn plan_all_shoot(&mut self, side: Side) -> Option<Ranked<S>> {
        let enemies = self.state.force[!side].alive;
        let able = self.able_to_aim(side, self.state.force[side].alive);
        let actors =
            able.filter(|i| self.mark(FigureId::new(side, i), enemies, 2, Shot::Aimed).is_some());
        (!actors.is_empty()).then(|| (0, Choice::by(ActionKind::AllShoot, actors)))
    }

    /// Plans that figures that can shoot at some of these enemies from where they stand do so: that engages them, too (LL-05
    /// b).
    pub(super) fn plan_shot_at(&mut self, side: Side, group: S, targets: S) -> Option<Ranked<S>> {
        let able = self.able_to_aim(side, group);
        let who = |game: &mut Self, targets: S| {
            able.filter(|i| game.mark(FigureId::new(side, i), targets, 2, Shot::Aimed).is_some())
        };
        let shooters = who(self, targets);
        if shooters.is_empty() {
            return None;
        }
        let marks = shooters
            .iter()
            .filter_map(|i| self.mark(FigureId::new(side, i), targets, 2, Shot::Aimed));
        let marks = S::of(marks);
        let marks = self.rather_in_the_fight(!side, marks);
        let target = self.pick(side, shooters, Pick::Nearest, marks)?;
        let targets = targets & self.state.body_of(self.battle, !side, target);
        let actors = who(self, targets);
        let target = FigureId::new(!side, target);
        by_most(Choice::at(ActionKind::Shoot, actors, target, targets))
    }
}
