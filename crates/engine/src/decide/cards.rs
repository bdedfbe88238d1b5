//! Order cards and how they are carried out (LL-08).

use super::Ranked;
use crate::action::Choice;
use crate::battle::{FigureId, Task};
use crate::bits::Bits;
use crate::bot::Pick;
use crate::event::{ActionKind, Event};
use crate::game::{Game, Play};
use crate::side::Side;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns the first order that figures of a group can carry out, among the cards that name one of `named`.
    pub(crate) fn plan_order(&mut self, side: Side, body: S, named: S) -> Option<Ranked<S>> {
        for card in 0..self.battle.spec().sides[side].cards.len() {
            let group = self.on_card(side, card) & body;
            if group.meets(named)
                && self.is_open(side, card)
                && let Some((score, choice)) = self.plan_card(side, card, group)
            {
                return Some((score, Choice { card: Some(card as u8), ..choice }));
            }
        }
        None
    }

    /// Returns what figures on a card do to carry it out: go to the place, or go for the enemy (LL-08).
    pub(super) fn plan_card(&mut self, side: Side, card: usize, group: S) -> Option<Ranked<S>> {
        let targets = match self.battle.spec().sides[side].cards[card].task {
            Task::Occupy(place) => return self.plan_to_place(side, group, place),
            Task::Kill(figure) => S::bit(figure.index()),
            Task::Destroy(unit) => self.state.roster[!side].units[unit.0 as usize],
        };
        let targets = targets & self.in_the_open(!side);
        let force = &self.state.force[side];
        let fighting = group.filter(|i| force.contacts[i].meets(targets));
        // If all figures in contact fight at the end of the turn (PG-13, LLC-3), the others close in meanwhile.
        if !fighting.is_empty() && !self.battle.spec().rules.system.fights_by_turn() {
            let target = self.pick(side, fighting, Pick::Nearest, targets)?;
            let target = FigureId::new(!side, target);
            return Some((0, Choice::at(ActionKind::Fight, fighting, target, targets)));
        }
        if self.battle.spec().rules.system.is_seized()
            && let Some(plan) = self.plan_shot_at(side, group, targets)
        {
            return Some(plan);
        }
        let force = &self.state.force[side];
        let actors = self.free(side, group).minus(force.engaged);
        // A unit may stand in several groups: an action has one target group (LL-01).
        self.plan_charge_at(side, actors, Pick::Nearest, targets, targets)
    }

    /// Returns the figures that a card names (LL-08).
    pub(crate) fn on_card(&self, side: Side, card: usize) -> S {
        self.state.roster[side].cards[card] & self.state.force[side].alive
    }

    /// Returns whether a card can be carried out now: not closed, and its condition holds (LL-08).
    pub(crate) fn is_open(&mut self, side: Side, card: usize) -> bool {
        if self.state.force[side].closed_cards >> card & 1 == 1 {
            return false;
        }
        let group = self.on_card(side, card);
        let battle = self.battle;
        self.all_hold(side, group, &battle.spec().sides[side].cards[card].when)
    }

    /// Closes a card if its task is carried out, or no figure on it is left (LL-08).
    pub(crate) fn settle_card(&mut self, side: Side, card: usize) {
        if self.state.force[side].closed_cards >> card & 1 == 1 {
            return;
        }
        let group = self.on_card(side, card);
        // A task that can no longer be done, since the enemy fled or got away, is void.
        let (done, is_void) = match self.battle.spec().sides[side].cards[card].task {
            Task::Occupy(place) => (self.those_at(side, place).meets(group), false),
            Task::Kill(figure) => {
                let is_dead = self.state.force[!side].dead.has(figure.index());
                (is_dead, !is_dead && !self.state.is_alive(figure))
            }
            Task::Destroy(unit) => {
                let is_destroyed = self.is_destroyed(!side, unit);
                let stands = self.state.force[!side].strength[usize::from(unit.0)] > 0;
                (is_destroyed, !is_destroyed && !stands)
            }
        };
        // A place may be reached before the card's condition holds; then the order is still to come.
        let done = done && self.is_open(side, card);
        if done || is_void || group.is_empty() {
            self.state.force[side].closed_cards |= 1 << card;
            self.state.version += 1;
            self.tell(|| Event::CardCloses { side, card: card as u8, done });
        }
    }
}
