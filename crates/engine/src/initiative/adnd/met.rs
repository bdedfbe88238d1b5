//! Charges that come home, and how they are met (AD-09, ADC-7).

use super::Adnd;
use super::exchange::Exchange;
use crate::action::attack::{Attack, Blow};
use crate::battle::FigureId;
use crate::bits::Bits;
use crate::chance::Chance;
use crate::event::{ActionKind, Event, Observer};
use crate::game::Game;
use crate::rulebook::{ChargeMet, Handling};

/// When a weapon strikes in a charge: one that is set first, and then the longest.
const fn rank(handling: &Handling, set: bool) -> i32 {
    if set { i32::MIN } else { -handling.length }
}

impl<S: Bits> Adnd<S> {
    /// A charger has arrived and strikes; whom he strikes at may strike back (ADC-7).
    pub(super) fn charge_home<C: Chance, O: Observer>(
        &mut self,
        game: &mut Game<'_, S, C, O>,
        figure: FigureId,
        exchange: &mut Exchange,
        taken: &mut S,
    ) {
        let segment = self.segment;
        let Some(mut attack) = game.aim_blow(figure, *taken, true) else {
            game.tell_nothing(figure, ActionKind::Fight, game.no_blow(figure));
            return;
        };
        game.tell(|| Event::ChargeStrikes { figure, segment });
        *taken |= S::bit(attack.target.index());
        self.struck[figure.side()] |= S::bit(figure.index());
        let handling = game.battle.traits(figure).handling;
        if game.battle.spec().rules.segments.charge_met == ChargeMet::Unanswered {
            exchange.push(attack, handling.speed_factor);
            return;
        }
        let answer = self.answer(game, attack.target, figure);
        if answer.is_some_and(|blow| blow.charges) {
            attack = attack.at_a_charger();
        }
        exchange.push_ranked(attack, rank(&handling, false));
        if let Some(blow) = answer {
            let own = game.battle.traits(attack.target).handling;
            let back = Attack::strike(attack.target, figure, blow);
            exchange.push_ranked(back, rank(&own, blow.set));
        }
    }

    /// The blow with which somebody meets a charge: once in a round, and only who has nothing else to do in it, charges or
    /// closes himself, or has set his weapon; nobody who is surprised (ADC-9).
    fn answer<C: Chance, O: Observer>(
        &mut self,
        game: &mut Game<'_, S, C, O>,
        figure: FigureId,
        charger: FigureId,
    ) -> Option<Blow> {
        let (side, i) = (figure.side(), figure.index());
        if self.struck[side].has(i) || self.surprised[side].has(i) {
            return None;
        }
        let mut declared = self.declared[..self.count].iter_mut();
        let own = declared.find(|action| action.side == side && action.choice.actors.has(i));
        let mut blow = Blow { exposed: true, ..Blow::PLAIN };
        match own.map(|action| (action.choice.kind, action)) {
            None => {}
            Some((ActionKind::Set, _)) => blow.set = true,
            Some((ActionKind::Charge, action)) => {
                blow.charges = action.charging.has(i);
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
