//! Choosing the target of a shot (HOST-2, PG-07, ADC-1): the nearest in sight and range that some roll of the dice would hit;
//! figures out of the fight only if there are no others.

use crate::battle::geometry::Point;
use crate::battle::{Cover, FigureId, Shot};
use crate::bits::Bits;
use crate::event::{Part, Parts, TargetCondition};
use crate::game::{Game, Play};
use crate::rulebook::{Fighting, Missile, needed_to_hit, step_down};
use crate::side::Side;

/// One figure's shot at another, as it is considered or rolled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Firing {
    pub(crate) by: FigureId,
    pub(crate) from: Point,
    pub(crate) target: FigureId,
    /// Where the target is, or was on its way.
    pub(crate) at: Point,
    pub(crate) shot: Shot,
}

impl Firing {
    #[inline]
    pub(super) fn distance2(&self) -> i64 {
        self.from.distance2(self.at)
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns the nearest of these enemies that a figure can shoot at from where it stands, within a range band. Nearest first
    /// is the host rules' target priority (HOST-2); figures out of the fight come after all others.
    #[inline]
    pub(crate) fn mark(
        &mut self,
        figure: FigureId,
        targets: S,
        band: usize,
        shot: Shot,
    ) -> Option<usize> {
        let last = targets & self.state.force[!figure.side()].out_of_it();
        if last.is_empty() {
            return self.nearest_mark(figure, targets, band, shot);
        }
        self.nearest_mark(figure, targets.minus(last), band, shot)
            .or_else(|| self.nearest_mark(figure, last, band, shot))
    }

    #[inline]
    fn nearest_mark(
        &mut self,
        figure: FigureId,
        mut targets: S,
        band: usize,
        shot: Shot,
    ) -> Option<usize> {
        let (side, i) = (figure.side(), figure.index());
        let missile = self.battle.traits(figure).missile.as_ref()?;
        let reach = self.battle.reach(figure, shot);
        let range = missile.range[band].min(reach.last);
        // The nearest of all that it sees is the nearest of these too, if it is among them.
        let (j, distance2) = self.state.nearest_seen(self.battle, side, i, missile.range[2])?;
        if targets.has(j) {
            if distance2 > i64::from(range) * i64::from(range) {
                return None;
            }
            if distance2 <= reach.sure2 || self.could_hit_him(figure, j, shot) {
                return Some(j);
            }
            targets &= !S::bit(j);
        }
        loop {
            let found = self.state.nearest_seen_of(self.battle, side, i, range, targets);
            let (j, distance2) = found?;
            if distance2 <= reach.sure2 || self.could_hit_him(figure, j, shot) {
                return Some(j);
            }
            targets &= !S::bit(j);
        }
    }

    /// Returns the target of a figure that declares its shot after others have declared theirs (HOST-2, LL-12, AD-01): the
    /// easiest that some roll would hit, where each shot already declared at it makes it harder by one; of equals the nearest.
    /// Figures out of the fight come after all others.
    pub(super) fn mark_after(
        &mut self,
        figure: FigureId,
        targets: S,
        shot: Shot,
        declared: impl Fn(usize) -> u32,
    ) -> Option<usize> {
        let (enemy, from) = (!figure.side(), self.state.at(figure));
        let most = self.battle.reach(figure, shot);
        let reach = self.battle.traits(figure).missile.as_ref()?.range[2].min(most.last);
        let fit = self.rather_in_the_fight(enemy, targets);
        for those in [fit, targets.minus(fit)] {
            let mut best = None;
            for j in self.state.within(enemy, from, reach, those).iter() {
                let (target, at) = (FigureId::new(enemy, j), self.state.force[enemy].at[j]);
                let distance2 = from.distance2(at);
                let least = most.needed_at_least(distance2).saturating_add(declared(j) as i32);
                if best.is_some_and(|best| best <= (least, distance2, j)) {
                    continue;
                }
                let firing = Firing { by: figure, from, target, at, shot };
                if self.state.sees(self.battle, figure, target)
                    && let Some(needed) = self.needed_after(&firing, declared(j))
                {
                    let key = (needed, distance2, j);
                    best = Some(best.map_or(key, |least| key.min(least)));
                }
            }
            if let Some((.., j)) = best {
                return Some(j);
            }
        }
        None
    }

    /// Returns the shot of a figure from where it stands now.
    #[inline]
    pub(crate) fn firing(&self, by: FigureId, target: FigureId, at: Point, shot: Shot) -> Firing {
        Firing { by, from: self.state.at(by), target, at, shot }
    }

    /// Returns what it takes to hit, if some roll would, plus one for each shot already declared at the target: the more there
    /// are, the likelier it is down by then.
    pub(super) fn needed_after(&self, firing: &Firing, declared: u32) -> Option<i32> {
        if !self.could_hit(firing) {
            return None;
        }
        let needed = self.needed_in_a_shot(firing)?;
        // One step of the dice rolled, or 5 percent (a twentieth) where percent stand for them.
        let each = if self.battle.chains().is_some() { 5 } else { 1 };
        Some(needed + each * declared as i32)
    }

    /// Returns those of some enemies that are in the fight; all of them if none is.
    pub(crate) fn rather_in_the_fight(&self, side: Side, enemies: S) -> S {
        let fit = enemies.minus(self.state.force[side].out_of_it());
        if fit.is_empty() { enemies } else { fit }
    }

    fn could_hit_him(&self, shooter: FigureId, j: usize, shot: Shot) -> bool {
        let target = FigureId::new(!shooter.side(), j);
        self.could_hit(&self.firing(shooter, target, self.state.at(target), shot))
    }

    /// Returns whether some roll would hit.
    pub(crate) fn could_hit(&self, firing: &Firing) -> bool {
        if firing.distance2() <= self.battle.reach(firing.by, firing.shot).sure2 {
            return true;
        }
        let rules = &self.battle.spec().rules;
        if rules.fighting.has_skill_dice() {
            return self.stick_could_hit(firing);
        }
        let most = rules.hit_dice().max();
        self.needed_in_a_shot(firing).is_some_and(|needed| needed <= most)
    }

    /// Returns whether some roll by the stick of its weapon would hit (PG-07), for [`Self::could_hit`].
    fn stick_could_hit(&self, firing: &Firing) -> bool {
        let Firing { by, from, target, at, shot } = *firing;
        let fire = &self.battle.spec().rules.fire;
        let in_the_open = TargetCondition::Unmoving;
        let Some(needed) = self.by_stick(by, from.distance2(at), in_the_open) else {
            return false;
        };
        let room = self.highest_of(by, shot) - needed - fire.in_reaction(shot.is_reactive());
        let hits = |cover| fire.adds(self.condition_in(cover, target)) <= room;
        // Does not look for cover that makes no difference.
        let all = [Cover::None, Cover::Screen, Cover::Protect].map(hits);
        if all == [all[0]; 3] {
            return all[0];
        }
        hits(self.state.terrain(self.battle).cover(from, at, fire.cover_distance))
    }

    /// Returns what it takes to hit, whether the target is seen or not; `None` beyond the reach of the weapon.
    pub(crate) fn needed_in_a_shot(&self, firing: &Firing) -> Option<i32> {
        let shooter = self.battle.traits(firing.by);
        let missile = shooter.missile.as_ref()?;
        match self.battle.spec().rules.fighting {
            Fighting::Host | Fighting::Techniques => {
                let (band, parts) = self.aim(firing, missile);
                Some(missile.needed(band, &parts))
            }
            Fighting::Osric => {
                let (_, parts) = self.aim(firing, missile);
                let armour_class = self.battle.traits(firing.target).body.armour_class;
                Some(needed_to_hit(shooter.body.level, armour_class) - parts.sum())
            }
            // The chance in percent, as if a d100 had to roll that high.
            Fighting::Steps(_) => {
                missile.band(firing.distance2())?;
                Some(101 - self.step_shot_chance(firing).percent())
            }
            Fighting::PetiteGuerre => Some(self.threshold(firing)?.needed),
        }
    }

    /// Returns the highest total of a figure's dice in a shot (PG-07, PG-08).
    pub(super) fn highest_of(&self, shooter: FigureId, shot: Shot) -> i32 {
        self.dice_of(shooter, shot).into_iter().map(i32::from).sum()
    }

    /// Returns the faces of a figure's dice in a shot; each is a step smaller if it is wounded (PG-08).
    pub(crate) fn dice_of(&self, shooter: FigureId, shot: Shot) -> [u8; 2] {
        let skill = self.battle.traits(shooter).skills.aimed;
        let dice = self.battle.spec().rules.fire.dice(shot, skill);
        if !self.is_wounded(shooter) {
            return dice;
        }
        dice.map(|die| if die == 0 { 0 } else { step_down(die) })
    }

    /// Returns the range band of a shot, and its modifiers: by the host rules (HOST-2, LL-12) or by AD&D's (ADC-3).
    pub(super) fn aim(&self, firing: &Firing, missile: &Missile) -> (usize, Parts) {
        let rules = &self.battle.spec().rules;
        let near = match rules.fighting {
            Fighting::Osric => rules.osric.cover_distance,
            _ => rules.shooting.cover_distance,
        };
        let band = missile.band(firing.distance2()).unwrap_or(2);
        let cover = self.state.terrain(self.battle).cover(firing.from, firing.at, near);
        let mut parts = rules.shot_parts(band, cover, firing.shot.is_reactive());
        parts.add(Part::Prepared, self.edge(firing.by));
        (band, parts)
    }
}
