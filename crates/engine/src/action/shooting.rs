//! Shooting (HOST-2; LL-07, LL-12 to LL-14).

use super::march::{Look, March, spot, turn_to};
use super::marks::Firing;
use super::steps::Toll;
use crate::battle::geometry::Point;
use crate::battle::{FigureId, MAX_FIGURES, Shot};
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::event::{ActionKind, Cause, Event, MoveKind, Observer};
use crate::game::{Game, Play};
use crate::list::List;
use crate::rule::Rule;
use crate::rulebook::{AimReading, Effect, Fighting, Pace};
use crate::side::Side;

/// A shot declared before any die is rolled.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Aim {
    pub(super) shooter: FigureId,
    pub(super) target: FigureId,
    /// Where the target is, or was on its way, when it is shot at.
    pub(super) at: Point,
}

/// The shots of one action or reaction.
#[derive(Default)]
pub(super) struct Volley {
    aims: List<Aim, MAX_FIGURES>,
}

impl Volley {
    /// Declares a shot at a figure of the other side.
    pub(super) fn declare(&mut self, shooter: FigureId, target: usize, at: Point) {
        if !self.aims.is_full() {
            self.aims.push(Aim { shooter, target: FigureId::new(!shooter.side(), target), at });
        }
    }

    /// Returns how many shots have been declared at a target.
    pub(super) fn shots_at(&self, target: usize) -> u32 {
        self.aims().iter().filter(|aim| aim.target.index() == target).count() as u32
    }

    /// Returns the shot that was declared last.
    fn last(&self) -> Option<Aim> {
        self.aims().last().copied()
    }

    pub(super) fn aims(&self) -> &[Aim] {
        &self.aims
    }

    pub(super) fn shooters<S: Bits>(&self) -> S {
        S::of(self.aims().iter().map(|aim| aim.shooter.index()))
    }
}

/// The result of a shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Upshot {
    /// The effect has been rolled.
    Effect(Effect),
    /// A hit whose harm is rolled when it takes effect (PG-08, ADC-2).
    Hit,
    /// What a chain of steps has done to the shooter and to the target (FT-02).
    Tolls([Toll; 2]),
}

/// Which of the twelve directions a figure sidesteps to for a line of fire, direction 0 being ahead: 30, 60 and 90 degrees off,
/// on either hand.
const ASIDE: [usize; 6] = [1, 11, 2, 10, 3, 9];

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns the figures of the set with a missile weapon ready to shoot and not in melee: loaded (PG-07), before this turn
    /// (PG-09), and not after a fast move (PG-06). A spell may be cast in melee too (AD-07).
    pub(crate) fn missile_figures(&self, side: Side, among: S) -> S {
        let force = &self.state.force[side];
        let empty = force.unloaded | force.hasty | force.hurried;
        let roster = &self.state.roster[side];
        let armed = among & roster.missiles & force.alive;
        armed.minus(force.engaged.minus(roster.spells) | empty)
    }

    /// Returns a short move after which a figure can shoot at one of these enemies if it cannot from where it stands (LL-01,
    /// LL-14). It halts clear of contact.
    pub(crate) fn pre_move(&self, figure: FigureId, targets: S) -> Option<March> {
        let (side, traits) = (figure.side(), self.battle.traits(figure));
        let missile = traits.missile.as_ref()?;
        let allowance = traits.shooting_move();
        if allowance == 0
            || self.is_pinned(figure)
            || !self.battle.spec().rules.system.moves_to_shoot()
        {
            return None;
        }
        let at = self.state.at(figure);
        let (j, distance2) = self.state.nearest(!side, at, targets)?;
        let far = i64::from(allowance + missile.range[2]);
        if distance2 > far * far {
            return None;
        }
        let terrain = self.state.terrain(self.battle);
        let enemy = self.state.force[!side].at[j];
        let clear = self.clear_of_contact();
        if terrain.is_passable(at, enemy) {
            let mut guide = crate::battle::Path::from(at);
            guide.push(enemy);
            let march = self.march(figure, &guide, allowance, clear, S::EMPTY);
            let march =
                march.filter(|march| self.could_shoot(figure, march.path.end(), targets, 2));
            if march.is_some() || terrain.sees(at, enemy) {
                return march;
            }
        }
        // Round the corner that hides the enemy: tries the shorter sidestep first.
        let look = Look::along(turn_to(at, enemy), self.frame(side));
        [allowance / 2, allowance].into_iter().find_map(|step| {
            let spots = ASIDE.into_iter().map(|which| spot(at, step, look, which));
            spots
                .filter(|p| self.could_shoot(figure, *p, targets, 2))
                .filter(|p| terrain.is_standable(*p) && terrain.is_passable(at, *p))
                .find_map(|p| self.straight_to(figure, p, allowance, clear))
        })
    }

    /// Returns whether a figure could shoot from a point at one of these enemies within a range band, and hit.
    fn could_shoot(&self, figure: FigureId, from: Point, targets: S, band: usize) -> bool {
        let enemy = !figure.side();
        let terrain = self.state.terrain(self.battle);
        self.battle.traits(figure).missile.as_ref().is_some_and(|missile| {
            let near = self.state.within(enemy, from, missile.range[band], targets);
            near.iter().any(|j| {
                let at = self.state.force[enemy].at[j];
                let target = FigureId::new(enemy, j);
                let firing = Firing { by: figure, from, target, at, shot: Shot::Aimed };
                terrain.sees(from, at) && self.could_hit(&firing)
            })
        })
    }

    /// Returns whether a figure can shoot at one of these enemies within medium range, if need be after a few steps (LL-03,
    /// LL-14).
    pub(crate) fn shoots_within_medium(&mut self, figure: FigureId, targets: S) -> bool {
        self.mark(figure, targets, 1, Shot::Aimed).is_some()
            || self.mark(figure, targets, 2, Shot::Aimed).is_none()
                && self
                    .pre_move(figure, targets)
                    .is_some_and(|march| self.could_shoot(figure, march.path.end(), targets, 1))
    }

    /// Shoots with a group at a group; figures that have to may move a little first (LL-01, LL-14).
    pub(super) fn shoot(&mut self, side: Side, actors: S, targets: S) {
        let mut moved = S::EMPTY;
        for i in actors.iter() {
            let figure = FigureId::new(side, i);
            let alive = targets & self.state.force[!side].alive;
            if self.mark(figure, alive, 2, Shot::Aimed).is_none()
                && let Some(march) = self.pre_move(figure, alive)
            {
                let allowance = self.battle.traits(figure).shooting_move();
                self.go(figure, &march, allowance, MoveKind::Action);
                moved |= S::bit(i);
            }
        }
        if !moved.is_empty() {
            self.has_moved(side, moved, Pace::Normal);
            self.react_to_moves(side, moved, None);
            for i in (moved & self.state.force[side].alive).iter() {
                self.state.refresh_contacts(self.battle, side, i);
            }
        }
        self.shoot_at(side, actors, targets, ActionKind::Shoot, moved);
    }

    /// Shoots at a group in haste with figures that have just reloaded (PG-10).
    pub(super) fn shoot_in_haste(&mut self, side: Side, actors: S, targets: S) {
        self.shoot_at(side, actors, targets, ActionKind::ShootInHaste, S::EMPTY);
    }

    /// Shoots once with every missile figure of the side, at any target (LL-13).
    pub(super) fn all_shoot(&mut self, side: Side, actors: S) {
        let enemies = self.state.force[!side].alive;
        self.shoot_at(side, actors, enemies, ActionKind::AllShoot, S::EMPTY);
    }

    /// Shoots with figures, each at a target of its own among these enemies: one after another, so that each sees which have
    /// fallen, or all declared before any die (HOST-2). The groups shot at may reply (LL-12).
    fn shoot_at(&mut self, side: Side, actors: S, targets: S, action: ActionKind, moved: S) {
        let targets = targets & self.state.force[!side].alive;
        let in_haste = action == ActionKind::ShootInHaste;
        let shot = if in_haste { Shot::Haste } else { Shot::Aimed };
        let able = if in_haste { actors } else { self.missile_figures(side, actors) };
        let mut volley = Volley::default();
        let mut shot_at = S::EMPTY;
        let in_turn = self.battle.spec().rules.aim == AimReading::InTurn;
        for i in able.iter() {
            let standing = targets & self.state.force[!side].alive;
            let figure = FigureId::new(side, i);
            // With steps, a shot may harm the shooter and make its unit run.
            if !self.state.is_alive(figure) {
                continue;
            }
            let mark = if in_turn {
                self.mark(figure, standing, 2, shot)
            } else {
                self.mark_after(figure, standing, shot, |j| volley.shots_at(j))
            };
            let Some(j) = mark else { continue };
            volley.declare(figure, j, self.state.force[!side].at[j]);
            if self.battle.spec().rules.system.reacts_by_shooting() && !shot_at.has(j) {
                shot_at |= self.state.body_of(self.battle, !side, j);
            }
            if in_turn && let Some(aim) = volley.last() {
                self.shoots(aim, shot, moved);
            }
        }
        self.tell_idle(side, actors, &volley, targets, action);
        if !in_turn {
            for aim in volley.aims() {
                self.shoots(*aim, shot, moved);
            }
        }
        // An action at one group counts as shooting at all of it.
        let shot_at = if action == ActionKind::AllShoot { shot_at } else { shot_at | targets };
        self.react_to_shots(side, volley.shooters(), shot_at);
    }

    /// Reports figures that should shoot at these enemies but do not.
    pub(super) fn tell_idle(
        &mut self,
        side: Side,
        actors: S,
        volley: &Volley,
        targets: S,
        action: ActionKind,
    ) {
        if self.observer.wants_reasons() {
            let idle = actors.minus(volley.shooters());
            self.tell_hindered(side, idle, action, |game, figure| {
                game.no_shot(figure, targets, action)
            });
        }
    }

    /// Carries out one declared shot.
    fn shoots(&mut self, aim: Aim, shot: Shot, moved: S) {
        let Aim { shooter, target, at } = aim;
        // With steps, a shot may harm the shooter and make its unit run.
        if !self.state.is_alive(shooter) {
            return;
        }
        let firing = self.firing(shooter, target, at, shot);
        self.turn_to(shooter, firing.from, at);
        let effect = self.shot(&firing, moved.has(shooter.index()));
        self.suffer(target, self.state.at(shooter), effect, Cause::Shot);
    }

    /// Resolves one shot, `moved` if the shooter has moved for it: the roll to hit, and the harm or the roll for the effect.
    pub(super) fn shot(&mut self, firing: &Firing, moved: bool) -> Effect {
        let upshot = self.roll_shot(firing, moved);
        self.lands(firing.by, firing.target, upshot)
    }

    /// Applies the result of a shot, except for a rolled effect, which is returned.
    pub(super) fn lands(&mut self, shooter: FigureId, target: FigureId, upshot: Upshot) -> Effect {
        match upshot {
            Upshot::Effect(effect) => return effect,
            Upshot::Hit => self.do_harm(shooter, target),
            Upshot::Tolls(tolls) => return self.shot_lands([shooter, target], tolls),
        }
        Effect::None
    }

    /// Makes the rolls of a shot that come before it takes effect.
    pub(super) fn roll_shot(&mut self, firing: &Firing, moved: bool) -> Upshot {
        let hit = match self.battle.spec().rules.fighting {
            Fighting::PetiteGuerre => self.fire_at(firing),
            Fighting::Osric => self.shoots_at(firing),
            Fighting::Steps(_) => {
                let attempt = self.attempt_by_shot(firing, moved);
                return Upshot::Tolls(self.attack_by_steps(&attempt));
            }
            Fighting::Host | Fighting::Techniques => {
                return Upshot::Effect(self.host_shot(firing, moved));
            }
        };
        if hit { Upshot::Hit } else { Upshot::Effect(Effect::None) }
    }

    /// Rolls and applies the harm of a hit. A target that has fallen meanwhile takes none.
    pub(super) fn do_harm(&mut self, shooter: FigureId, target: FigureId) {
        if !self.state.can_be_hit(target) {
            return;
        }
        if self.battle.spec().rules.fighting.has_hit_points() {
            self.harm(shooter, target, Cause::Shot);
        } else {
            self.strike(target, Cause::Shot);
        }
    }

    /// Resolves a shot by the host rules: the roll to hit and the roll for the effect (HOST-2).
    fn host_shot(&mut self, firing: &Firing, moved: bool) -> Effect {
        let Firing { by: shooter, target, shot, .. } = *firing;
        let rules = &self.battle.spec().rules.shooting;
        let Some(missile) = self.battle.traits(shooter).missile.as_ref() else {
            return Effect::None;
        };
        let (band, parts) = self.aim(firing, missile);
        let reactive = shot.is_reactive();
        let rule = if reactive { Rule::ll(12) } else { Rule::host(2) };
        let modifier = parts.sum();
        let needed = missile.needed(band, &parts);
        let rolled = self.roll(Purpose::Shooting, rule, rules.dice);
        let hit = rolled >= needed;
        self.state.activations += 1;
        self.tell(|| Event::Shoots {
            shooter,
            target,
            band: band as u8,
            modifier,
            parts,
            needed,
            rolled,
            hit,
            reactive,
            moved,
        });
        // A shot at a target that has fallen meanwhile is lost: targets are declared before any die.
        if !hit || !self.state.can_be_hit(target) {
            return Effect::None;
        }
        let rolled = self.roll(Purpose::Shooting, Rule::host(2), rules.effect_dice);
        let effect = rules.effect_on(self.battle.traits(target).quality).effect(rolled);
        self.tell(|| Event::Hit { figure: target, rolled, effect });
        effect
    }
}
