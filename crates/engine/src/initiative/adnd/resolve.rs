//! Carrying out actions: those with the same place in the order of action on one segment all at once (AD-01, AD-08), except
//! that the faster weapon strikes first (AD-10).

use super::exchange::{Aimed, Exchange};
use super::order::OrderPlace;
use super::timing::Method;
use super::{Adnd, Declared, MOST_ACTIONS};
use crate::action::attack::Attack;
use crate::battle::FigureId;
use crate::bits::Bits;
use crate::event::{ActionKind, Event, Hindrance, Observer};
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::rulebook::{ExtraStrikes, SameSegment, Segments};
use crate::side::{BySide, Side};

impl<S: Bits> Adnd<S> {
    /// Returns the routine of an action that comes next.
    fn turn(action: &Declared<S>) -> u8 {
        if action.is_move() { 0 } else { action.over }
    }

    /// Returns whether what comes next of an action is simultaneous with everything else that completes on the current segment:
    /// what takes time, and what a method has put on that segment. Anything else keeps the raw order (AD-04.1, AD-08).
    fn is_joint(&self, action: &Declared<S>, rules: &Segments) -> bool {
        if rules.same_segment == SameSegment::Initiative || self.segment == 0 {
            return false;
        }
        let waited = || action.moments[usize::from(action.over)].method.is_some();
        action.afoot || self.is_due(action) && (action.is_timed() || waited())
    }

    /// Joins everything that completes on the segment at the best place that any of it has (AD-08).
    pub(super) fn join(&mut self, game: &Game<'_, S, impl Play>) {
        let rules = &game.battle.spec().rules.segments;
        if rules.same_segment == SameSegment::Initiative {
            return;
        }
        let joint = self.actions().filter(|action| self.is_joint(action, rules));
        self.joint = joint.map(|action| self.place(action, Self::turn(action), rules)).min();
    }

    /// Returns the place at which an action comes next.
    pub(super) fn comes_at(&self, action: &Declared<S>, rules: &Segments) -> OrderPlace {
        match self.joint {
            Some(joint) if self.is_joint(action, rules) => joint,
            _ => self.place(action, Self::turn(action), rules),
        }
    }

    fn is_due(&self, action: &Declared<S>) -> bool {
        self.due(action).is_some_and(|segment| segment <= self.segment)
    }

    /// Returns the best place in the order of action among actions due by now, or that have yet to go on in the segment.
    pub(super) fn next_place(&self, game: &Game<'_, S, impl Play>) -> Option<OrderPlace> {
        let rules = &game.battle.spec().rules.segments;
        let next = self.actions().filter(|action| action.afoot || self.is_due(action));
        next.map(|action| self.comes_at(action, rules)).min()
    }

    /// Plays a place in the order of action on the current segment, all at once: attackers aim, movers go on, and only then
    /// dice are rolled, so that neither stops the other (AD-08). Returns whether anything has been carried out or has
    /// completed.
    pub(super) fn play(&mut self, game: &mut Game<'_, S, impl Play>, place: OrderPlace) -> bool {
        let goes_on = |action: &Declared<S>| self.is_afoot_at(game, action, place);
        if !self.actions().any(goes_on) {
            return self.resolve(game, place);
        }
        self.aim_ahead(game, place);
        let before = BySide::from_fn(|side| game.state.force[side].alive);
        self.move_on(game, place);
        let someone_left = self.let_across(game, before);
        let completes = self.moves_end(game);
        // A figure that the movers have met has arrived as well, and comes first if it has the initiative.
        while let Some(first) = self.next_place(game).filter(|first| *first < place) {
            self.resolve(game, first);
            if !someone_left {
                return true;
            }
        }
        let acts = self.resolve(game, place);
        for side in Side::BOTH {
            game.state.force[side].across = S::EMPTY;
        }
        completes || acts
    }

    /// Lets figures that have left the table simultaneously with an attack on them still be hit (AD-08). Returns whether there
    /// are any.
    fn let_across(&self, game: &mut Game<'_, S, impl Play>, before: BySide<S>) -> bool {
        let mut any = false;
        for (_, attack) in self.aimed.iter() {
            let (side, bit) = (attack.target.side(), S::bit(attack.target.index()));
            let force = &mut game.state.force[side];
            let gone = (bit & before[side]).minus(force.alive);
            force.across |= gone;
            any |= !gone.is_empty();
        }
        any
    }

    /// Carries out everything due at a place, all of it aimed before any of it is rolled. Returns whether there is anything.
    fn resolve(&mut self, game: &mut Game<'_, S, impl Play>, place: OrderPlace) -> bool {
        let rules = &game.battle.spec().rules.segments;
        let mut due = std::mem::take(&mut self.due);
        due.clear();
        let mut figures = BySide([0; 2]);
        for (k, action) in self.actions().enumerate() {
            if self.is_due(action) && self.comes_at(action, rules) == place {
                due.push(k as u16);
                figures[action.side] |= self.actors(game, action).widen();
            }
        }
        if !due.is_empty() {
            self.resolve_those(game, &due, figures);
        }
        let any = !due.is_empty();
        self.due = due;
        any
    }

    /// Carries out what is due, by these figures.
    fn resolve_those(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
        due: &[u16],
        figures: BySide<u128>,
    ) {
        let rules = &game.battle.spec().rules.segments;
        if self.joint.is_some() {
            for k in due.iter() {
                let action = &self.declared[usize::from(*k)];
                let place = self.place(action, Self::turn(action), rules);
                self.declared[usize::from(*k)].came = Some(place);
            }
        }
        self.tell_ways(game);
        if figures[Side::A] != 0 && figures[Side::B] != 0 {
            let segment = self.segment;
            let by_speed = self.differ_in_speed(due);
            game.tell(|| Event::Simultaneous { figures, segment, by_speed });
        }
        let mut exchange = Exchange { attacks: std::mem::take(&mut self.attacks) };
        exchange.attacks.clear();
        let mut taken = BySide([S::EMPTY; 2]);
        for (k, attack) in self.aimed.iter() {
            if self.declared[usize::from(*k)].aimed {
                taken[attack.by.side()] |= on_whom(attack);
            }
        }
        for k in due.iter() {
            let ties = self.has_tied(usize::from(*k), due);
            self.aim(game, usize::from(*k), &mut exchange, &mut taken, ties);
        }
        let once = rules.extra_strikes == ExtraStrikes::Once;
        exchange.pair_off(|by, target| {
            let had = once && self.favoured[by.side()].has(by.index());
            !had && (self.joint.is_none() || self.came_at(by) == self.came_at(target))
        });
        self.exchange(game, &mut exchange);
        self.attacks = exchange.attacks;
        for k in due.iter() {
            let kind = self.declared[usize::from(*k)].choice.kind;
            if matches!(kind, ActionKind::Volley | ActionKind::ShootInHaste) {
                let action = self.declared[usize::from(*k)];
                let enemy = !action.side;
                // With skill dice a hit wounds or kills (PG-08).
                let force = &game.state.force[enemy];
                let (wounded, dead) = (force.wounded, force.dead);
                game.carry_out(action.side, &action.choice);
                let force = &game.state.force[enemy];
                let hit = force.wounded.minus(wounded) | force.dead.minus(dead);
                for j in hit.iter() {
                    self.is_hit(game, FigureId::new(enemy, j), false);
                }
            }
        }
    }

    /// Returns whether an action due ties for initiative with one of the other side: actions together on a segment need not.
    fn has_tied(&self, k: usize, due: &[u16]) -> bool {
        if self.joint.is_none() {
            return true;
        }
        let own = &self.declared[k];
        let mut others = due.iter().map(|k| &self.declared[usize::from(*k)]);
        others.any(|other| other.side != own.side && other.came == own.came)
    }

    /// Returns a figure's place in the order of action when part of its action last came.
    fn came_at(&self, figure: FigureId) -> Option<OrderPlace> {
        let (side, i) = (figure.side(), figure.index());
        let own = self.actions().find(|action| action.side == side && action.who.has(i));
        own.and_then(|action| action.came)
    }

    /// Returns whether actions due on different sides have weapons of different speed (AD-10).
    fn differ_in_speed(&self, due: &[u16]) -> bool {
        let mut factors = BySide([[None::<u8>; 2]; 2]);
        for k in due.iter().filter(|k| self.has_tied(usize::from(**k), due)) {
            let action = &self.declared[usize::from(*k)];
            if let Some(factor) = action.speed_factor {
                let [least, most] = &mut factors[action.side];
                *least = Some(least.map_or(factor, |least| least.min(factor)));
                *most = Some(most.map_or(factor, |most| most.max(factor)));
            }
        }
        match (factors[Side::A], factors[Side::B]) {
            ([Some(least), Some(most)], [Some(other), Some(others)]) => {
                least != others || most != other
            }
            _ => false,
        }
    }

    /// Returns the figures of an action that can carry out what is due.
    fn actors(&self, game: &Game<'_, S, impl Play>, action: &Declared<S>) -> S {
        let actors = if action.is_move() { action.arrived } else { action.choice.actors };
        actors & game.state.force[action.side].alive
    }

    /// Aims what is due of an action, and counts it as done.
    fn aim(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
        k: usize,
        exchange: &mut Exchange,
        taken: &mut BySide<S>,
        ties: bool,
    ) {
        let action = self.declared[k];
        let (side, segment) = (action.side, self.segment);
        let actors = self.actors(game, &action);
        if action.is_move() {
            self.declared[k].arrived = S::EMPTY;
            for i in actors.iter() {
                self.charge_home(game, FigureId::new(side, i), exchange, &mut taken[side], ties);
            }
            return;
        }
        self.declared[k].over += 1;
        self.declared[k].aimed = false;
        self.declared[k].choice.actors = actors;
        let (kind, fallen) = (action.choice.kind, action.choice.actors.minus(actors));
        game.tell_hindered(side, fallen, kind, |_, _| Hindrance::Gone);
        if actors.is_empty() {
            return;
        }
        self.announce(game, k);
        let moment = action.moments[usize::from(action.over)];
        let rule = if action.takes > 0 {
            Rule::ad(5)
        } else {
            moment.method.map_or(Rule::ad(4), Method::rule)
        };
        game.tell(|| Event::Completes {
            side,
            action: action.choice.kind,
            figures: actors.widen(),
            routine: action.over + 1,
            segment,
            rule,
        });
        if action.choice.kind == ActionKind::Reload {
            game.carry_out(side, &self.declared[k].choice);
            return;
        }
        // Only weapons that tie are compared (AD-10).
        let factor = action.speed_factor.filter(|_| ties);
        if action.aimed {
            for (of, attack) in self.aimed.iter() {
                if usize::from(*of) == k && actors.has(attack.by.index()) {
                    let (attack, shots) = (*attack, action.shots);
                    // A figure still in contact with its target strikes like any other: not if it is thrown off by an earlier
                    // blow.
                    let ahead = !attack.is_blow() || !game.still_meets(&attack);
                    exchange.add(Aimed { attack, factor, shots, ahead, ..Aimed::NONE });
                }
            }
            // A figure that an enemy comes to on this segment strikes at that enemy on it.
            if kind == ActionKind::Fight {
                for i in actors.iter() {
                    let figure = FigureId::new(side, i);
                    let is_aimed =
                        self.aimed.iter().any(|(of, it)| usize::from(*of) == k && it.by == figure);
                    if !is_aimed && let Some(attack) = game.aim_blow(figure, taken[side], false) {
                        taken[side] |= on_whom(&attack);
                        exchange.add(Aimed { attack, factor, ..Aimed::NONE });
                        self.at_nobody[side][i] = None;
                    }
                }
            }
            for i in actors.iter().filter(|_| is_attack(kind)) {
                if let Some(why) = self.at_nobody[side][i] {
                    game.tell_nothing(FigureId::new(side, i), kind, why);
                }
            }
            return;
        }
        let mut idle = S::EMPTY;
        for i in actors.iter() {
            let figure = FigureId::new(side, i);
            let declared = |target| exchange.shots_at(target);
            if let Some(attack) = self.aim_of(game, &action, figure, taken[side], declared) {
                taken[side] |= on_whom(&attack);
                exchange.add(Aimed { attack, factor, shots: action.shots, ..Aimed::NONE });
            } else {
                idle |= S::bit(i);
            }
        }
        if is_attack(kind) {
            game.tell_hindered(side, idle, kind, |game, figure| at_nobody(game, &action, figure));
        }
    }

    /// Returns the attack of one figure in a routine of its action. In surprise, no steps are taken for a shot (ADC-9).
    fn aim_of(
        &self,
        game: &mut Game<'_, S, impl Play>,
        action: &Declared<S>,
        figure: FigureId,
        taken: S,
        declared: impl Fn(FigureId) -> u32,
    ) -> Option<Attack> {
        match action.choice.kind {
            ActionKind::Fight => game.aim_blow(figure, taken, false),
            ActionKind::Shoot => {
                let may_step = action.over == 0 && action.takes == 0 && !self.is_surprise();
                game.aim_shot(figure, action.choice.targets, may_step, declared)
            }
            _ => None,
        }
    }

    /// Aims what is due at a place before the movers with the same place go on (AD-08).
    fn aim_ahead(&mut self, game: &mut Game<'_, S, impl Play>, place: OrderPlace) {
        let rules = &game.battle.spec().rules.segments;
        let mut taken = BySide([S::EMPTY; 2]);
        self.aimed.clear();
        for k in 0..self.declared.len() {
            let action = &self.declared[k];
            let is_next = self.is_due(action) && !action.is_move();
            if !is_next || self.comes_at(action, rules) != place {
                continue;
            }
            let action = *action;
            let actors = self.actors(game, &action);
            if actors.is_empty() {
                continue;
            }
            self.declared[k].choice.actors = actors;
            self.declared[k].aimed = true;
            self.announce(game, k);
            for i in actors.iter() {
                let figure = FigureId::new(action.side, i);
                let declared = |target| {
                    let shots = self.aimed.iter().filter(|(_, a)| a.is_shot_at(target));
                    shots.map(|(k, _)| u32::from(self.declared[usize::from(*k)].shots)).sum()
                };
                let attack = self.aim_of(game, &action, figure, taken[action.side], declared);
                if game.observer.wants_reasons() && is_attack(action.choice.kind) {
                    self.at_nobody[action.side][i] =
                        attack.is_none().then(|| at_nobody(game, &action, figure));
                }
                if let Some(attack) = attack
                    && self.aimed.len() < MOST_ACTIONS
                {
                    taken[action.side] |= on_whom(&attack);
                    self.aimed.push((k as u16, attack));
                }
            }
        }
    }
}

/// Returns whether each figure taking part aims for itself.
const fn is_attack(kind: ActionKind) -> bool {
    matches!(kind, ActionKind::Fight | ActionKind::Shoot)
}

/// Returns why a figure finds no target.
fn at_nobody<S: Bits>(
    game: &Game<'_, S, impl Play>,
    action: &Declared<S>,
    figure: FigureId,
) -> Hindrance {
    match action.choice.kind {
        ActionKind::Shoot => game.no_shot(figure, action.choice.targets, ActionKind::Shoot),
        _ => game.no_blow(figure),
    }
}

/// Returns the target that a blow takes on: other blows go to other targets (AD-02).
fn on_whom<S: Bits>(attack: &Attack) -> S {
    match attack.is_blow() {
        true => S::bit(attack.target.index()),
        false => S::EMPTY,
    }
}

impl<S: Bits> Adnd<S> {
    /// Reports movers that have not moved at all by the end of their move; if the move never began, also those that have
    /// fallen.
    pub(super) fn tell_stayed(&self, game: &mut Game<'_, S, impl Play>, action: &Declared<S>) {
        let side = action.side;
        let declared = match action.begun {
            true => action.choice.actors,
            false => action.who,
        };
        let stayed = declared.filter(|i| self.gone[side][i].spent == 0);
        let (thrown, halted) = (self.thrown[side], self.halted[side]);
        game.tell_hindered(side, stayed, action.choice.kind, |game, figure| {
            match game.no_move(figure) {
                Hindrance::Stuck if thrown.has(figure.index()) => Hindrance::ThrownBack,
                Hindrance::Stuck if halted.has(figure.index()) => Hindrance::Halted,
                why => why,
            }
        });
    }

    /// Reports spells that outlast the round or surprise segment now over (ADC-6, ADC-9).
    pub(super) fn tell_unfinished(&self, game: &mut Game<'_, S, impl Play>) {
        for action in self.actions() {
            if action.over == 0 && action.outlasts(self.segments) {
                let casters = action.choice.actors & game.state.force[action.side].alive;
                game.tell_hindered(action.side, casters, action.choice.kind, |_, _| {
                    Hindrance::RoundOver
                });
            }
        }
    }
}
