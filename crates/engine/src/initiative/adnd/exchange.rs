//! Simultaneous attacks: in which order they are rolled, and what they stop (AD-08, AD-10, ADC-7).

use super::timing::extra_strikes;
use super::{Adnd, MOST_ACTIONS};
use crate::action::attack::{Attack, Blow};
use crate::battle::FigureId;
use crate::bits::Bits;
use crate::event::{ActionKind, Event, Hindrance};
use crate::game::{Game, Play};
use crate::rulebook::{AimReading, ChargeMet, Handling};

/// An attack, and what decides when it comes among those at the same place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Aimed {
    pub(super) attack: Attack,
    /// The speed factor that it strikes with.
    pub(super) factor: Option<u8>,
    /// The speed factor with which its target strikes at the same time, and the extra strikes that gives (AD-10).
    pub(super) against: Option<u8>,
    pub(super) extra: u8,
    /// How many shots it consists of.
    pub(super) shots: u8,
    /// In a charge that may be met, its rank: lower comes first (ADC-7).
    pub(super) rank: Option<i32>,
    /// It is a shot, or was aimed before its target went on: it finds the target wherever that is now (AD-08).
    pub(super) ahead: bool,
    /// It can be carried out.
    pub(super) ready: bool,
}

impl Aimed {
    pub(super) const NONE: Self = Self {
        attack: Attack::NONE,
        factor: None,
        against: None,
        extra: 0,
        shots: 1,
        rank: None,
        ahead: false,
        ready: false,
    };
}

/// Attacks that happen at once.
pub(super) struct Exchange {
    pub(super) attacks: Vec<Aimed>,
}

impl Exchange {
    pub(super) fn add(&mut self, aimed: Aimed) {
        if self.attacks.len() < MOST_ACTIONS {
            self.attacks.push(aimed);
        }
    }

    /// Returns how many shots there are at a target.
    pub(super) fn shots_at(&self, target: FigureId) -> u32 {
        let shots = self.attacks.iter().filter(|a| a.attack.is_shot_at(target));
        shots.map(|aimed| u32::from(aimed.shots)).sum()
    }

    /// Returns the lowest rank greater than `above`.
    fn next_rank(&self, above: Option<i32>) -> Option<i32> {
        let ranks = self.attacks.iter().filter_map(|a| a.rank);
        ranks.filter(|rank| Some(*rank) > above).min()
    }

    /// Sets each blow with a speed factor against that of its target; `may_have` says whether a figure may have extra strikes
    /// at another.
    pub(super) fn pair_off(&mut self, may_have: impl Fn(FigureId, FigureId) -> bool) {
        for k in 0..self.attacks.len() {
            let Attack { by, target, .. } = self.attacks[k].attack;
            let his = self.attacks.iter().find(|aimed| aimed.attack.by == target);
            let against = his.and_then(|aimed| aimed.factor);
            let aimed = &mut self.attacks[k];
            aimed.against = against;
            aimed.extra = match (aimed.factor, against) {
                (Some(own), Some(other)) if may_have(by, target) => extra_strikes(own, other),
                _ => 0,
            };
        }
    }

    /// Returns the lowest speed factor greater than `above`.
    fn next_factor(&self, above: Option<u8>) -> Option<u8> {
        let factors = self.attacks.iter().filter_map(|a| a.factor);
        factors.filter(|factor| Some(*factor) > above).min()
    }
}

impl Aimed {
    /// Returns whether it still finds its target: also one that has gone on, but not one that has withdrawn from the fight
    /// meanwhile (ADC-5).
    fn still_meets<S: Bits>(&self, game: &Game<'_, S, impl Play>) -> bool {
        match self.ahead && !self.has_lost(game) {
            true => game.state.can_be_hit(self.attack.target),
            false => game.still_meets(&self.attack),
        }
    }

    /// Returns whether its target has withdrawn from it (ADC-5).
    fn has_lost<S: Bits>(&self, game: &Game<'_, S, impl Play>) -> bool {
        let target = self.attack.target;
        game.state.force[target.side()].withdrawn.has(target.index())
            && !game.still_meets(&self.attack)
    }

    fn can_strike<S: Bits>(&self, game: &Game<'_, S, impl Play>) -> bool {
        game.state.is_alive(self.attack.by) && self.still_meets(game)
    }

    /// Reports a blow that can no longer be struck.
    fn tell_lost<S: Bits>(&self, game: &mut Game<'_, S, impl Play>) {
        let Attack { by, target, .. } = self.attack;
        let why = if !game.state.is_alive(by) {
            Hindrance::Gone
        } else if game.state.is_alive(target) {
            Hindrance::NoContact
        } else {
            Hindrance::TargetGone
        };
        game.tell_nothing(by, ActionKind::Fight, why);
    }
}

impl<S: Bits> Adnd<S> {
    /// Rolls the blows of charges and of figures that meet them, by rank; equal ranks strike at once (ADC-7).
    fn exchange_of_charges(&mut self, game: &mut Game<'_, S, impl Play>, exchange: &mut Exchange) {
        let mut last = None;
        while let Some(rank) = exchange.next_rank(last) {
            last = Some(rank);
            for aimed in exchange.attacks.iter_mut() {
                aimed.ready = aimed.rank == last && aimed.can_strike(game);
                if aimed.rank == last && !aimed.ready {
                    aimed.tell_lost(game);
                }
            }
            for k in 0..exchange.attacks.len() {
                let aimed = exchange.attacks[k];
                if aimed.ready {
                    self.roll(game, &aimed.attack);
                }
            }
            self.checks_follow(game);
        }
    }

    /// Checks morale after simultaneous attacks: shaken units withdraw only now, and cannot be struck where they no longer are
    /// (ADC-5).
    fn checks_follow(&mut self, game: &mut Game<'_, S, impl Play>) {
        game.check_nerves();
        self.who_withdraws_halts(game);
    }

    /// Rolls simultaneous attacks: those of charges, then blows by ascending speed factor, then those without one. The last
    /// have tied with everything; nothing stops them (AD-10).
    pub(super) fn exchange(&mut self, game: &mut Game<'_, S, impl Play>, exchange: &mut Exchange) {
        // Strikers have turned to their targets first (ADC-4).
        for aimed in exchange.attacks.iter() {
            if aimed.rank.is_none()
                && aimed.attack.is_blow()
                && game.state.is_alive(aimed.attack.by)
            {
                game.turns_to(aimed.attack.by, aimed.attack.target);
            }
        }
        game.state.at_once = true;
        self.exchange_of_charges(game, exchange);
        let mut last = None;
        while let Some(factor) = exchange.next_factor(last) {
            last = Some(factor);
            let late = |aimed: &Aimed| {
                aimed.extra == 2 && aimed.against == Some(factor) && aimed.factor != Some(factor)
            };
            for aimed in exchange.attacks.iter_mut() {
                let comes = aimed.factor == Some(factor);
                aimed.ready = (comes || late(aimed)) && aimed.can_strike(game);
                if comes && !aimed.ready {
                    aimed.tell_lost(game);
                }
            }
            for k in 0..exchange.attacks.len() {
                let aimed = exchange.attacks[k];
                if !aimed.ready {
                    continue;
                }
                if late(&aimed) {
                    // Another may have felled it at the same time; then there is no target left.
                    if game.state.is_alive(aimed.attack.target) {
                        self.tell_extra(game, &aimed, true);
                        self.roll(game, &aimed.attack);
                    }
                    continue;
                }
                self.roll(game, &aimed.attack);
                if aimed.extra > 0 && aimed.can_strike(game) {
                    self.tell_extra(game, &aimed, false);
                    self.roll(game, &aimed.attack);
                }
            }
            self.checks_follow(game);
        }
        for k in 0..exchange.attacks.len() {
            let aimed = exchange.attacks[k];
            if aimed.factor.is_none() && aimed.rank.is_none() {
                // No strike at a target that has withdrawn meanwhile (ADC-5).
                if aimed.attack.is_blow() && aimed.has_lost(game) {
                    aimed.tell_lost(game);
                    continue;
                }
                self.roll(game, &aimed.attack);
                // Further shots of a volley are at the same target, if it still stands (AD-02.1).
                for _ in 1..aimed.shots {
                    if game.state.can_be_hit(aimed.attack.target) {
                        self.roll(game, &aimed.attack);
                    }
                }
            }
        }
        self.checks_follow(game);
        game.state.at_once = false;
    }

    /// Reports an extra strike, and counts it against those of the round (AD-10).
    fn tell_extra(&mut self, game: &mut Game<'_, S, impl Play>, aimed: &Aimed, with_slower: bool) {
        let (striker, target) = (aimed.attack.by, aimed.attack.target);
        if let (Some(own), Some(other)) = (aimed.factor, aimed.against) {
            self.favoured[striker.side()] |= S::bit(striker.index());
            game.tell(|| Event::ExtraStrike {
                striker,
                target,
                factors: [own, other],
                with_slower,
            });
        }
    }

    /// Halts figures that have withdrawn from the fight: they go nowhere else in this round (ADC-5).
    pub(super) fn who_withdraws_halts(&mut self, game: &Game<'_, S, impl Play>) {
        for action in self.declared.iter_mut() {
            action.going = action.going.minus(game.state.force[action.side].withdrawn);
        }
    }

    /// Replaces a fallen target by another of the group shot at, if aiming is in turn (HOST-2).
    fn aimed_anew(&self, game: &mut Game<'_, S, impl Play>, attack: &Attack) -> Attack {
        let (by, in_turn) = (attack.by, game.battle.spec().rules.aim == AimReading::InTurn);
        if !in_turn || attack.is_blow() || game.state.can_be_hit(attack.target) {
            return *attack;
        }
        let own = self.declared.iter().find(|action| action.is_by(by));
        let anew = own.and_then(|action| game.aim_shot(by, action.choice.targets, false, |_| 0));
        anew.unwrap_or(*attack)
    }

    /// Rolls one attack, and applies what it stops.
    fn roll(&mut self, game: &mut Game<'_, S, impl Play>, attack: &Attack) {
        let attack = &self.aimed_anew(game, attack);
        let target = attack.target;
        let before = game.state.at(target);
        let hurts = game.attack(attack);
        self.who_withdraws_halts(game);
        if !hurts {
            return;
        }
        let thrown = game.state.at(target) != before;
        self.is_hit(game, target, thrown);
    }

    /// Applies what a hit stops, in whatever way it came about: a spell is lost, and a figure thrown back goes no further.
    pub(super) fn is_hit(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
        target: FigureId,
        thrown: bool,
    ) {
        let (segment, bit) = (self.segment, S::bit(target.index()));
        if thrown {
            self.thrown[target.side()] |= bit;
        }
        for action in self.declared.iter_mut().filter(|action| action.is_by(target)) {
            if thrown {
                action.going &= !bit;
            }
            if action.takes > 0 && action.over == 0 {
                action.choice.actors &= !bit;
                let kind = action.choice.kind;
                game.tell(|| Event::Spoiled { figure: target, action: kind, segment });
            }
        }
    }
}

/// Returns when a weapon strikes in a charge: one that is set first, then the longest.
const fn rank(handling: &Handling, set: bool) -> i32 {
    if set { i32::MIN } else { -handling.length }
}

impl<S: Bits> Adnd<S> {
    /// Makes a charger that has arrived strike; its target may strike back (ADC-7). `ties` says whether it ties with an enemy
    /// for initiative.
    pub(super) fn charge_home(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
        figure: FigureId,
        exchange: &mut Exchange,
        taken: &mut S,
        ties: bool,
    ) {
        let segment = self.segment;
        let Some(mut attack) = game.aim_blow(figure, *taken, true) else {
            game.tell_nothing(figure, ActionKind::Fight, game.no_blow(figure));
            return;
        };
        // A figure met before it has moved has not charged (AD-09).
        if !self.gone[figure.side()][figure.index()].has_moved() {
            attack = Attack::strike(figure, attack.target, Blow::PLAIN);
        }
        game.tell(|| Event::ChargeStrikes { figure, segment });
        *taken |= S::bit(attack.target.index());
        self.struck[figure.side()] |= S::bit(figure.index());
        let handling = game.battle.traits(figure).handling;
        if game.battle.spec().rules.segments.charge_met == ChargeMet::Unanswered {
            let factor = handling.speed_factor.filter(|_| ties);
            exchange.add(Aimed { attack, factor, ..Aimed::NONE });
            return;
        }
        let answer = self.answer(game, attack.target, figure);
        if answer.is_some_and(|blow| blow.charges) {
            attack = attack.at_a_charger();
        }
        exchange.add(Aimed { attack, rank: Some(rank(&handling, false)), ..Aimed::NONE });
        if let Some(blow) = answer {
            let own = game.battle.traits(attack.target).handling;
            let attack = Attack::strike(attack.target, figure, blow);
            exchange.add(Aimed { attack, rank: Some(rank(&own, blow.set)), ..Aimed::NONE });
        }
    }

    /// Returns the blow with which a figure meets a charge: once per round, and only if it has nothing else to do in it,
    /// charges or closes itself, or has set its weapon; never if surprised (ADC-9).
    fn answer(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
        figure: FigureId,
        charger: FigureId,
    ) -> Option<Blow> {
        let (side, i) = (figure.side(), figure.index());
        if self.struck[side].has(i) || self.surprised[side].has(i) {
            return None;
        }
        let own = self.declared.iter_mut().find(|action| action.is_by(figure));
        let gone = &self.gone[charger.side()][charger.index()];
        let mut blow = Blow { exposed: gone.has_moved(), ..Blow::PLAIN };
        match own.map(|action| (action.choice.kind, action)) {
            None => {}
            Some((ActionKind::Set, _)) => blow.set = true,
            Some((ActionKind::Charge, action)) => {
                blow.charges = action.charging.has(i) && self.gone[side][i].has_moved();
                action.arrived = action.arrived.minus(S::bit(i));
            }
            Some(_) => return None,
        }
        self.struck[side] |= S::bit(i);
        let set = blow.set;
        let lengths = [figure, charger].map(|who| game.battle.traits(who).handling.length);
        game.tell(|| Event::MeetsCharge { figure, charger, lengths, set });
        Some(blow)
    }
}
