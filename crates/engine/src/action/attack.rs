//! One attack by one figure: a shot, or a blow at a target that only defends itself. What a host round of melee settles for
//! both at once, two blows settle one after the other, with the same chance of harm for each.

use crate::battle::geometry::Point;
use crate::battle::{FigureId, Shot};
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::event::{ActionKind, Cause, Event, Hindrance, MoveKind, Parts};
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::rulebook::{AimReading, Effect, Fighting};

/// An attack that has been aimed but not yet rolled.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attack {
    pub(crate) by: FigureId,
    pub(crate) target: FigureId,
    kind: AttackKind,
}

#[derive(Debug, Clone, Copy)]
enum AttackKind {
    /// At where the target is when it is aimed at; `moved` if the shooter has taken a step for it (LL-14).
    Shot {
        at: Point,
        moved: bool,
    },
    Blow(Blow),
}

/// What makes a blow more than a plain one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Blow {
    /// The striker charges: it has just come into contact (LLC-4, ADC-4).
    pub(crate) charges: bool,
    /// The target charges, and is exposed by that (ADC-4).
    pub(crate) exposed: bool,
    /// The striker's weapon is set against the charge (ADC-7).
    pub(crate) set: bool,
    /// The target runs from melee (ADC-8).
    pub(crate) free: bool,
}

impl Blow {
    /// A plain blow.
    pub(crate) const PLAIN: Self = Self { charges: false, exposed: false, set: false, free: false };
}

impl Attack {
    pub(crate) const NONE: Self = Self {
        by: FigureId::new(crate::side::Side::A, 0),
        target: FigureId::new(crate::side::Side::B, 0),
        kind: AttackKind::Blow(Blow::PLAIN),
    };

    pub(crate) const fn strike(by: FigureId, target: FigureId, blow: Blow) -> Self {
        Self { by, target, kind: AttackKind::Blow(blow) }
    }

    /// Turns this into an attack at a charger.
    pub(crate) const fn at_a_charger(mut self) -> Self {
        if let AttackKind::Blow(blow) = &mut self.kind {
            blow.exposed = true;
        }
        self
    }

    pub(crate) const fn is_blow(&self) -> bool {
        matches!(self.kind, AttackKind::Blow(_))
    }

    /// Returns whether it is a shot at the given target.
    pub(crate) fn is_shot_at(&self, target: FigureId) -> bool {
        !self.is_blow() && self.target == target
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Aims the shot of a figure at one of these enemies, given how many shots have been declared at each; if `may_step`, after
    /// the few steps that its weapon allows (LL-14).
    pub(crate) fn aim_shot(
        &mut self,
        shooter: FigureId,
        targets: S,
        may_step: bool,
        declared: impl Fn(FigureId) -> u32,
    ) -> Option<Attack> {
        let (side, i) = (shooter.side(), shooter.index());
        let targets = targets & self.state.force[!side].alive;
        if self.missile_figures(side, S::bit(i)).is_empty() {
            return None;
        }
        let aim = |game: &mut Self| match game.battle.spec().rules.aim {
            AimReading::InTurn => game.mark(shooter, targets, 2, Shot::Aimed),
            AimReading::Declared => {
                let declared = |j| declared(FigureId::new(!side, j));
                game.mark_after(shooter, targets, Shot::Aimed, declared)
            }
        };
        let mut mark = aim(self);
        let mut moved = false;
        if mark.is_none()
            && may_step
            && let Some(march) = self.pre_move(shooter, targets)
        {
            let allowance = self.battle.traits(shooter).shooting_move();
            self.go(shooter, &march, allowance, MoveKind::Action);
            self.state.force[side].moved |= S::bit(i);
            self.state.refresh_contacts(self.battle, side, i);
            moved = true;
            mark = aim(self);
        }
        let target = FigureId::new(!side, mark?);
        Some(Attack {
            by: shooter,
            target,
            kind: AttackKind::Shot { at: self.state.at(target), moved },
        })
    }

    /// Aims the blow of a figure at an enemy in contact: if possible one not in `taken`, which friends have taken on.
    pub(crate) fn aim_blow(&self, striker: FigureId, taken: S, arrives: bool) -> Option<Attack> {
        let (side, i) = (striker.side(), striker.index());
        let contacts = self.state.force[side].contacts[i];
        if contacts.is_empty() {
            return None;
        }
        let open = contacts.minus(taken);
        let of = if open.is_empty() { contacts } else { open };
        let blow = Blow { charges: arrives, ..Blow::PLAIN };
        let target = FigureId::new(!side, of.first());
        Some(Attack::strike(striker, target, blow))
    }

    /// Returns whether a blow still finds its target.
    pub(crate) fn still_meets(&self, attack: &Attack) -> bool {
        let contacts = self.state.force[attack.by.side()].contacts[attack.by.index()];
        contacts.has(attack.target.index())
    }

    /// Rolls an attack and applies it. An attack at a target that has fallen meanwhile is lost. Returns whether it has hurt its
    /// target.
    pub(crate) fn attack(&mut self, attack: &Attack) -> bool {
        let Attack { by, target, kind } = *attack;
        let before = self.health(target);
        match kind {
            AttackKind::Shot { at, moved } => {
                let firing = self.firing(by, target, at, Shot::Aimed);
                // A shooter wounded by a simultaneous shot may no longer be able to hit (PG-08).
                if !self.could_hit(&firing) {
                    self.tell_nothing(by, ActionKind::Shoot, Hindrance::Hopeless);
                    return false;
                }
                let effect = self.shot(&firing, moved);
                let harmed = effect != Effect::None && self.state.is_alive(target);
                self.suffer(target, self.state.at(by), effect, Cause::Shot);
                harmed || before != self.health(target)
            }
            AttackKind::Blow(_) if !self.state.can_be_hit(target) => {
                self.tell_nothing(by, ActionKind::Fight, Hindrance::TargetGone);
                false
            }
            AttackKind::Blow(blow) => self.blow(by, target, &blow) || before != self.health(target),
        }
    }

    /// Returns whether a figure is alive, whether it is wounded, and its hit points: what a hit changes without showing as an
    /// effect.
    fn health(&self, figure: FigureId) -> (bool, bool, i32) {
        let points = self.state.force[figure.side()].points[figure.index()];
        (self.state.is_alive(figure), self.is_wounded(figure), points)
    }

    /// Rolls a blow, which can only harm the target: the target's own blows come separately. Returns whether the target is
    /// thrown back or worse.
    fn blow(&mut self, striker: FigureId, target: FigureId, blow: &Blow) -> bool {
        match self.battle.spec().rules.fighting {
            Fighting::Host => {
                return self.host_blow(striker, target, blow.charges || blow.exposed);
            }
            // As by a second figure, against which the target does not roll (PG-13).
            Fighting::PetiteGuerre => self.clash(striker, target, Some(striker.side())),
            Fighting::Techniques => self.opening(striker, target, blow.charges),
            Fighting::Osric => self.single_blow(striker, target, blow),
            Fighting::Steps(_) => return self.step_blow(striker, target, blow),
        }
        false
    }

    /// Rolls a blow as in a round of melee: both roll (HOST-3).
    fn host_blow(&mut self, striker: FigureId, target: FigureId, arrives: bool) -> bool {
        let melee = &self.battle.spec().rules.melee;
        let (dice, row) = (melee.dice, melee.effect);
        let mut rolled = [0; 2];
        let mut total = [0; 2];
        let mut parts = [Parts::NONE; 2];
        for (k, (figure, enemy)) in [(striker, target), (target, striker)].into_iter().enumerate() {
            let support = self.rear_support(figure.side(), figure.index());
            parts[k] = self.melee_parts(figure, enemy, support, arrives);
            rolled[k] = self.roll(Purpose::Melee, Rule::host(3), dice);
            total[k] = self.melee_total(figure, rolled[k], &parts[k]);
        }
        let margin = total[0] - total[1];
        let effect = if margin > 0 { row.effect(margin) } else { Effect::None };
        self.state.activations += 1;
        self.tell(|| Event::Strikes { striker, target, rolled, total, parts, effect });
        self.suffer(target, self.state.at(striker), effect, Cause::Melee);
        effect != Effect::None
    }
}
