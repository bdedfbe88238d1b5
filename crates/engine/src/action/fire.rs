//! Fire by the dice of petite guerre: aimed and in haste (PG-07, PG-10), reloading (PG-09, PG-12), and what a hit does
//! (PG-08).

use super::marks::Firing;
use crate::battle::geometry::{Len, Point};
use crate::battle::{Cover, FigureId, Shot};
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::dice::Dice;
use crate::event::{ActionKind, Cause, Event, FireKind, Hindrance, Pressure, TargetCondition};
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::rulebook::{VolleyReload, step_down};
use crate::side::Side;

/// What is needed to hit, and why.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) condition: TargetCondition,
    pub(super) distance: Len,
    pub(super) needed: i32,
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    pub(super) fn is_wounded(&self, figure: FigureId) -> bool {
        self.state.force[figure.side()].wounded.has(figure.index())
    }

    /// Returns the figures of the set that may shoot one by one. With skill dice, figures in line fire in volleys or not at all
    /// (PG-07, PG-11).
    pub(crate) fn able_to_aim(&self, side: Side, among: S) -> S {
        let able = self.missile_figures(side, among);
        if self.battle.spec().rules.fighting.has_skill_dice() {
            able.minus(self.in_line(side, able))
        } else {
            able
        }
    }

    /// Returns what it takes to hit (PG-07), harder in reaction (LL-12); `None` beyond the reach of the weapon.
    #[inline]
    pub(super) fn threshold(&self, firing: &Firing) -> Option<Mark> {
        let Firing { by, from, target, at, shot } = *firing;
        let condition = self.condition(from, target, at);
        let needed = self.by_stick(by, from.distance2(at), condition)?
            + self.battle.spec().rules.fire.in_reaction(shot.is_reactive());
        Some(Mark { condition, distance: from.distance(at), needed })
    }

    /// Returns the number needed by the range stick of a figure's weapon at a distance (squared); `None` beyond its last mark
    /// (PG-07).
    pub(super) fn by_stick(
        &self,
        shooter: FigureId,
        distance2: i64,
        condition: TargetCondition,
    ) -> Option<i32> {
        let stick = self.battle.traits(shooter).stick.as_ref()?;
        let unmoving = stick.needed(stick.mark(distance2)?);
        Some(unmoving + self.battle.spec().rules.fire.adds(condition) - self.edge(shooter))
    }

    /// Returns the condition of a target at a point; of two, only the harder counts (PG-07).
    pub(super) fn condition(&self, from: Point, target: FigureId, at: Point) -> TargetCondition {
        let near = self.battle.spec().rules.fire.cover_distance;
        self.condition_in(self.state.terrain(self.battle).cover(from, at, near), target)
    }

    /// Returns the condition of a target in some cover; of two, only the harder counts (PG-07).
    pub(super) fn condition_in(&self, cover: Cover, target: FigureId) -> TargetCondition {
        let fire = &self.battle.spec().rules.fire;
        let mut condition = (0, TargetCondition::Unmoving);
        if self.state.force[target.side()].moved.has(target.index()) {
            condition = (fire.moving, TargetCondition::Moving);
        }
        let cover = match cover {
            Cover::None => (0, TargetCondition::Unmoving),
            Cover::Screen => (fire.screened, TargetCondition::Screened),
            Cover::Protect => (fire.protected, TargetCondition::Protected),
        };
        if cover.1 != TargetCondition::Unmoving && cover.0 >= condition.0 {
            condition = cover;
        }
        condition.1
    }

    /// Fires a shot of one figure at one target (PG-07, PG-10). Returns whether it hits.
    pub(super) fn fire_at(&mut self, firing: &Firing) -> bool {
        let Some(mark) = self.threshold(firing) else {
            self.tell_nothing(firing.by, ActionKind::Shoot, Hindrance::OutOfRange);
            return false;
        };
        self.discharge(firing.by, firing.target, mark, firing.shot) >= mark.needed
    }

    /// Rolls a shot. The weapon is empty afterwards.
    pub(super) fn discharge(
        &mut self,
        shooter: FigureId,
        target: FigureId,
        mark: Mark,
        shot: Shot,
    ) -> i32 {
        let (rule, fire) = match shot {
            Shot::Aimed | Shot::Reaction => (Rule::pg(7), FireKind::Aimed),
            Shot::Haste => (Rule::pg(10), FireKind::Haste),
            Shot::Volley => (Rule::pg(11), FireKind::Volley),
        };
        let dice = self.dice_of(shooter, shot);
        let mut rolled = 0;
        for die in dice.into_iter().filter(|die| *die > 0) {
            rolled += self.roll(Purpose::Shooting, rule, Dice::one(die));
        }
        let hit = rolled >= mark.needed;
        let prepared = self.edge(shooter);
        self.state.activations += 1;
        let force = &mut self.state.force[shooter.side()];
        force.unloaded |= S::bit(shooter.index());
        force.hasty = force.hasty.minus(S::bit(shooter.index()));
        self.state.version += 1;
        self.tell(|| Event::Fires {
            shooter,
            target,
            fire,
            condition: mark.condition,
            distance: mark.distance,
            dice,
            needed: mark.needed,
            prepared,
            rolled,
            hit,
            reactive: shot.is_reactive(),
        });
        rolled
    }

    /// Applies a hit: a wound or death, and a second wound kills (PG-08).
    pub(super) fn strike(&mut self, figure: FigureId, cause: Cause) {
        let rules = &self.battle.spec().rules.fire;
        let (dice, least) = (rules.effect_dice, rules.kills);
        let purpose = match cause {
            Cause::Shot => Purpose::Shooting,
            Cause::Melee => Purpose::Melee,
        };
        let rolled = self.roll(purpose, Rule::pg(8), dice);
        let again = self.is_wounded(figure);
        let kills = rolled >= least || again;
        self.tell(|| Event::Struck { figure, rolled, again, kills, cause });
        if cause == Cause::Shot {
            self.press(figure, Pressure::Fire);
        }
        if kills {
            self.kill(figure, cause);
        } else {
            self.state.force[figure.side()].wounded |= S::bit(figure.index());
            // The wounded are slow, so its cached reach is out of date.
            self.state.views[figure.side()].has_moved(figure.index());
            self.state.version += 1;
        }
    }

    /// Reloads a group: in open order each figure rolls its AF die (PG-09); in line each rank rolls one die, or a platoon that
    /// has fired together one for all (PG-12).
    pub(super) fn reload(&mut self, side: Side, actors: S) {
        let traits = self.battle.traits_of(side);
        let mut in_line = self.in_line(side, actors);
        let rules = &self.battle.spec().rules.fire;
        for i in actors.minus(in_line).iter() {
            let figure = FigureId::new(side, i);
            let skill = traits[i].skills.aimed;
            let die = if self.is_wounded(figure) { step_down(skill) } else { skill };
            let needed = rules.reload;
            let rolled = self.roll(Purpose::Shooting, Rule::pg(9), Dice::one(die));
            let loaded = rolled >= needed;
            if loaded {
                self.load(side, S::bit(i));
                self.state.force[side].hasty |= S::bit(i);
            }
            self.state.activations += 1;
            self.tell(|| Event::Reloads { figure, die, needed, rolled, loaded });
        }
        while !in_line.is_empty() {
            let (unit, rank) = (traits[in_line.first()].unit, traits[in_line.first()].rank);
            // A platoon rolls once for all only if all of it fired together.
            let by_platoon = rules.volley_reload == VolleyReload::Platoon
                && self.state.force[side].together >> unit.0 & 1 == 1;
            let rank = if by_platoon { None } else { rank };
            let is_mate =
                |i: usize| traits[i].unit == unit && (rank.is_none() || traits[i].rank == rank);
            let figures = in_line.filter(is_mate);
            in_line = in_line.minus(figures);
            let die = rules.volley_reload_die;
            let needed = if by_platoon { rules.platoon_reload } else { rules.rank_reload };
            let rolled = self.roll(Purpose::Shooting, Rule::pg(12), Dice::one(die));
            let loaded = rolled >= needed;
            if loaded {
                self.load(side, figures);
            }
            self.state.activations += figures.count();
            self.tell(|| Event::RankReloads {
                side,
                unit,
                rank,
                figures: figures.widen(),
                die,
                needed,
                rolled,
                loaded,
            });
        }
    }

    fn load(&mut self, side: Side, figures: S) {
        let force = &mut self.state.force[side];
        force.unloaded = force.unloaded.minus(figures);
        self.state.version += 1;
    }

    /// Returns the figures of a group that can reload: weapon empty, not in melee, and not after a fast move (PG-06, PG-09).
    pub(crate) fn able_to_reload(&self, side: Side, group: S) -> S {
        let force = &self.state.force[side];
        (group & force.alive & force.unloaded).minus(force.engaged | force.hurried)
    }
}
