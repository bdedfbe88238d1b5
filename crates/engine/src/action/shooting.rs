//! Shooting (HOST-2; LL-07, LL-12 to LL-14).

use super::march::March;
use crate::battle::geometry::Point;
use crate::battle::{Cover, FigureId, MAX_FIGURES};
use crate::bits::Bits;
use crate::chance::{Chance, Purpose};
use crate::event::{ActionKind, Cause, Event, FireKind, MoveKind, Observer, Part, Parts};
use crate::game::Game;
use crate::rule::Rule;
use crate::rulebook::{Effect, Fighting, Missile, Pace};
use crate::side::Side;

/// A shot declared before any die is rolled.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aim {
    pub(super) shooter: u8,
    pub(super) target: u8,
    /// Where the target is, or was on its way, when it is shot at.
    pub(super) at: Point,
}

/// The shots of one action or reaction.
pub(super) struct Volley {
    aims: [Aim; MAX_FIGURES],
    count: usize,
}

impl Volley {
    pub(super) const fn new() -> Self {
        Self { aims: [Aim { shooter: 0, target: 0, at: Point::new(0, 0) }; MAX_FIGURES], count: 0 }
    }

    pub(super) fn declare(&mut self, shooter: usize, target: usize, at: Point) {
        if self.count < MAX_FIGURES {
            self.aims[self.count] = Aim { shooter: shooter as u8, target: target as u8, at };
            self.count += 1;
        }
    }

    pub(super) fn aims(&self) -> &[Aim] {
        &self.aims[..self.count]
    }

    pub(super) fn shooters<S: Bits>(&self) -> S {
        S::of(self.aims().iter().map(|aim| aim.shooter.into()))
    }

    pub(super) fn targets<S: Bits>(&self) -> S {
        S::of(self.aims().iter().map(|aim| aim.target.into()))
    }
}

/// What comes of a shot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Upshot {
    /// The effect has been rolled.
    Effect(Effect),
    /// A hit, whose harm is rolled when it is done (PG-08, ADC-2).
    Hit,
}

/// The range band of a distance (squared): 0 short, 1 medium, 2 long; `None` beyond.
pub(super) fn band(missile: &Missile, distance2: i64) -> Option<usize> {
    missile.range.iter().position(|far| distance2 <= i64::from(*far) * i64::from(*far))
}

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// Those of the set who have a missile weapon ready to shoot and are not in melee: loaded (PG-07), before this turn
    /// (PG-09), and not after a fast move (PG-06). A spell may be cast in melee too (AD-07).
    pub(crate) fn missile_figures(&self, side: Side, among: S) -> S {
        let force = &self.state.force[side];
        let empty = force.unloaded | force.hasty | force.hurried;
        let roster = &self.state.roster[side];
        let armed = among & roster.missiles & force.alive;
        armed.minus(force.engaged.minus(roster.spells) | empty)
    }

    /// The nearest of these enemies whom a figure can shoot at from where it stands, within a range band. The nearest is
    /// the host rules' target priority (HOST-2).
    #[inline]
    pub(crate) fn mark(&mut self, figure: FigureId, targets: S, band: usize) -> Option<usize> {
        let (side, i) = (figure.side(), figure.index());
        let missile = self.battle.traits(figure).missile.as_ref()?;
        let far = i64::from(missile.range[band]);
        // The nearest of all whom he sees is the nearest of these too, if he is among them.
        let (j, distance2) = self.state.nearest_seen(self.battle, side, i, missile.range[2])?;
        if targets.has(j) {
            return (distance2 <= far * far).then_some(j);
        }
        self.state
            .nearest_seen_of(self.battle, side, i, missile.range[band], targets)
            .map(|(j, _)| j)
    }

    /// A short move after which a figure, that cannot do so from where it stands, can shoot at one of these enemies
    /// (LL-01, LL-14). It halts clear of contact.
    pub(crate) fn pre_move(&self, figure: FigureId, targets: S) -> Option<March> {
        let (side, traits) = (figure.side(), self.battle.traits(figure));
        let missile = traits.missile.as_ref()?;
        let allowance = traits.shooting_move();
        if allowance == 0 || !self.battle.spec().rules.system.moves_to_shoot() {
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
        let mut guide = crate::battle::Path::from(at);
        if terrain.is_passable(at, enemy) {
            guide.push(enemy);
        } else {
            return None;
        }
        let clear = self.clear_of_contact();
        let march = self.march(figure, &guide, allowance, clear, S::EMPTY)?;
        self.could_shoot(figure, march.path.end(), targets, 2).then_some(march)
    }

    /// Whether a figure could shoot from a point at one of these enemies within a range band.
    fn could_shoot(&self, figure: FigureId, from: Point, targets: S, band: usize) -> bool {
        let enemy = !figure.side();
        let terrain = self.state.terrain(self.battle);
        self.battle.traits(figure).missile.as_ref().is_some_and(|missile| {
            let near = self.state.within(enemy, from, missile.range[band], targets);
            near.iter().any(|j| terrain.sees(from, self.state.force[enemy].at[j]))
        })
    }

    /// Whether a figure shoots at one of these enemies within medium range, be it after a few steps (LL-03, LL-14).
    pub(crate) fn shoots_within_medium(&mut self, figure: FigureId, targets: S) -> bool {
        self.mark(figure, targets, 1).is_some()
            || self.mark(figure, targets, 2).is_none()
                && self
                    .pre_move(figure, targets)
                    .is_some_and(|march| self.could_shoot(figure, march.path.end(), targets, 1))
    }

    /// A body shoots at a body; those who must may move a little first (LL-01, LL-14).
    pub(super) fn shoot(&mut self, side: Side, actors: S, targets: S) {
        if self.battle.spec().rules.fighting == Fighting::PetiteGuerre {
            let targets = targets & self.state.force[!side].alive;
            self.take_aim(side, actors, targets, FireKind::Aimed);
            return;
        }
        let mut moved = S::EMPTY;
        for i in actors.iter() {
            let figure = FigureId::new(side, i);
            let alive = targets & self.state.force[!side].alive;
            if self.mark(figure, alive, 2).is_none()
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
                self.state.meet(self.battle, side, i);
            }
        }
        let mut volley = Volley::new();
        let targets = targets & self.state.force[!side].alive;
        for i in self.missile_figures(side, actors).iter() {
            if let Some(j) = self.mark(FigureId::new(side, i), targets, 2) {
                volley.declare(i, j, self.state.force[!side].at[j]);
            }
        }
        self.tell_idle(side, actors, &volley, targets, ActionKind::Shoot);
        self.resolve(side, &volley, moved);
        self.react_to_shots(side, volley.shooters(), targets);
    }

    /// Every missile figure of the side shoots once, at any target (LL-13).
    pub(super) fn all_shoot(&mut self, side: Side, actors: S) {
        if self.battle.spec().rules.fighting == Fighting::PetiteGuerre {
            let targets = self.state.force[!side].alive;
            self.take_aim(side, actors, targets, FireKind::Aimed);
            return;
        }
        let mut volley = Volley::new();
        let enemies = self.state.force[!side].alive;
        for i in self.missile_figures(side, actors).iter() {
            if let Some(j) = self.mark(FigureId::new(side, i), enemies, 2) {
                volley.declare(i, j, self.state.force[!side].at[j]);
            }
        }
        let mut shot_at = S::EMPTY;
        for j in volley.targets::<S>().iter() {
            shot_at |= self.state.body_of(self.battle, !side, j);
        }
        self.tell_idle(side, actors, &volley, enemies, ActionKind::AllShoot);
        self.resolve(side, &volley, S::EMPTY);
        self.react_to_shots(side, volley.shooters(), shot_at);
    }

    /// Tells who was to shoot at these enemies and does not.
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

    fn resolve(&mut self, side: Side, volley: &Volley, moved: S) {
        for aim in volley.aims() {
            let shooter = FigureId::new(side, aim.shooter as usize);
            let target = FigureId::new(!side, aim.target as usize);
            self.turn_to(shooter, self.state.at(shooter), aim.at);
            let effect = self.shot(shooter, target, aim.at, false, moved.has(shooter.index()));
            self.suffer(target, self.state.at(shooter), effect, Cause::Shot);
        }
    }

    /// One shot at a target that is, or was on its way, at a point: the roll to hit, and the harm or the roll for the effect.
    pub(super) fn shot(
        &mut self,
        shooter: FigureId,
        target: FigureId,
        at: Point,
        reactive: bool,
        moved: bool,
    ) -> Effect {
        match self.roll_shot(shooter, target, at, FireKind::Aimed, reactive, moved) {
            Upshot::Effect(effect) => effect,
            Upshot::Hit => {
                self.do_harm(shooter, target);
                Effect::None
            }
        }
    }

    /// The rolls of a shot that come before it does anything.
    pub(super) fn roll_shot(
        &mut self,
        shooter: FigureId,
        target: FigureId,
        at: Point,
        fire: FireKind,
        reactive: bool,
        moved: bool,
    ) -> Upshot {
        let hit = match self.battle.spec().rules.fighting {
            Fighting::PetiteGuerre => self.fire_at(shooter, target, at, fire, reactive),
            Fighting::Osric => self.shoots_at(shooter, target, at, reactive),
            Fighting::Host | Fighting::Techniques => {
                return Upshot::Effect(self.host_shot(shooter, target, at, reactive, moved));
            }
        };
        if hit { Upshot::Hit } else { Upshot::Effect(Effect::None) }
    }

    /// Does what a hit does that has not been rolled yet. One who has fallen meanwhile takes no harm.
    pub(super) fn do_harm(&mut self, shooter: FigureId, target: FigureId) {
        if !self.state.can_be_hit(target) {
            return;
        }
        if self.battle.spec().rules.fighting == Fighting::Osric {
            self.harm(shooter, target, Cause::Shot);
        } else {
            self.strike(target, Cause::Shot);
        }
    }

    /// A shot by the host rules: the roll to hit and the roll for the effect (HOST-2).
    fn host_shot(
        &mut self,
        shooter: FigureId,
        target: FigureId,
        at: Point,
        reactive: bool,
        moved: bool,
    ) -> Effect {
        let rules = &self.battle.spec().rules.shooting;
        let from = self.state.at(shooter);
        let Some(missile) = self.battle.traits(shooter).missile.as_ref() else {
            return Effect::None;
        };
        let band = band(missile, from.distance2(at)).unwrap_or(2);
        let terrain = self.state.terrain(self.battle);
        let mut parts = Parts::NONE;
        match terrain.cover(from, at, rules.cover_distance) {
            Cover::None => {}
            Cover::Screen => parts.add(Part::Screened, rules.screened),
            Cover::Protect => parts.add(Part::Protected, rules.protected),
        }
        let rule = if reactive { Rule::ll(12) } else { Rule::host(2) };
        if reactive {
            parts.add(Part::InReaction, rules.reactive);
        }
        parts.add(Part::Prepared, self.edge(shooter));
        let modifier = parts.sum();
        let needed = missile.to_hit[band] - modifier;
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
        // A shot at one who has fallen meanwhile is lost: targets are declared before any die.
        if !hit || !self.state.can_be_hit(target) {
            return Effect::None;
        }
        let rolled = self.roll(Purpose::Shooting, Rule::host(2), rules.effect_dice);
        let quality = self.battle.traits(target).quality.clamp(1, 3);
        let effect = rules.effect[quality as usize - 1].effect(rolled);
        self.tell(|| Event::Hit { figure: target, rolled, effect });
        effect
    }
}
