//! What is handed over, and what the units do with it.

use super::{Phase, TableTurn, each};
use crate::action::Choice;
use crate::battle::{Kinds, UnitId};
use crate::bits::Bits;
use crate::chance::{Chance, Purpose, RollSite};
use crate::event::{ActionKind, Event};
use crate::game::{Game, Play};
use crate::rulebook::{Actions, HandsOver, Mobility, Next, Times, UnitTest};
use crate::side::Side;

/// What has been handed over and not yet used.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Hand {
    /// The units that may be picked.
    pub(super) units: u128,
    /// Activations left, and those for units whose leader is on the table.
    pub(super) left: u16,
    pub(super) leaders: u8,
    /// A card has named the unit.
    pub(super) is_named: bool,
    /// The unit that acts, and how many actions it has after this one.
    pub(super) unit: u8,
    pub(super) more: u8,
}

impl Hand {
    pub(super) const fn is_empty(&self) -> bool {
        self.left == 0 && self.leaders == 0 && self.more == 0
    }
}

impl TableTurn<'_> {
    /// Returns the next action of the side; `None` if nothing is left of what has been handed over to it.
    pub(super) fn next_action<S: Bits>(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
    ) -> Option<Choice<S>> {
        let side = self.side;
        loop {
            match self.phase {
                Phase::Round | Phase::Next => return None,
                Phase::MoveOn { unit, may_charge } => {
                    self.phase = Phase::Act;
                    let lines =
                        if may_charge { Kinds::MOVES.or(Kinds::CHARGES) } else { Kinds::MOVES };
                    if let Some((_, choice)) = self.picked(game, 1 << unit, lines) {
                        game.keeps_clear = !may_charge;
                        return Some(choice);
                    }
                }
                Phase::Late => {
                    let (unit, choice) = self.picked(game, self.unshot, Kinds::SHOTS)?;
                    self.unshot &= !(1 << unit);
                    return Some(choice);
                }
                Phase::Act if self.hand.more > 0 => {
                    self.hand.more -= 1;
                    let unit = self.hand.unit;
                    let found = self.picked(game, 1 << unit, Kinds::ANY);
                    match found.filter(|(_, choice)| choice.kind != ActionKind::Stand) {
                        Some((_, choice)) => return Some(self.does(game, unit, choice)),
                        None => self.hand.more = 0,
                    }
                }
                Phase::Act if self.hand.is_empty() => return None,
                Phase::Act => match self.pick(game) {
                    Some((unit, choice)) => {
                        self.spend(game, unit);
                        game.state.force[side].on_watch &= !(1 << unit);
                        let acted = &mut self.acted[side][usize::from(unit)];
                        *acted = acted.saturating_add(1);
                        if self.is_able(game, unit) {
                            game.uses_chances(side, 1);
                            return Some(self.does(game, unit, choice));
                        }
                    }
                    None if self.turn.has_whole_turns() => {
                        let idle = self.let_turn_pass(game);
                        match self.turn.hands_over {
                            HandsOver::Side => game.units_let_pass(side, idle),
                            _ => game.lets_chances_pass(side, self.chances_in_hand(game)),
                        }
                        if idle != 0 {
                            game.tell(|| Event::Idle { side, units: idle });
                            game.watch(side, idle);
                        }
                        if !self.turn.late_shots {
                            return None;
                        }
                        self.phase = Phase::Late;
                    }
                    None => self.let_chance_pass(game),
                },
            }
        }
    }

    /// Returns what a side does with one of these units by one of its lines of some kinds, and with which unit.
    fn picked<S: Bits>(
        &self,
        game: &mut Game<'_, S, impl Play>,
        units: u128,
        among: Kinds,
    ) -> Option<(u8, Choice<S>)> {
        let side = self.side;
        let groups = game.by_unit(side, game.state.force[side].alive, units);
        let (group, choice) = game.decide_among(side, &groups, among)?;
        Some((game.battle.traits_of(side)[group.first()].unit.0, choice))
    }

    /// Returns the unit that acts, and what it does. In whole turns of a side, units that stand have had theirs; otherwise they
    /// may act later.
    fn pick<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) -> Option<(u8, Choice<S>)> {
        let side = self.side;
        let is_for_all = self.turn.hands_over == HandsOver::Side;
        let asked = game.battle.asked(side, &game.tempo);
        let now = Some((game.state.version, asked));
        let may_rest = matches!(self.turn.next, Next::Sides | Next::Bag) && !is_for_all;
        if may_rest && self.idle[side] == now {
            return None;
        }
        let mut units = self.may_act(game);
        while is_for_all || units != 0 {
            let Some((unit, choice)) = self.picked(game, units, Kinds::ANY) else { break };
            if choice.kind != ActionKind::Stand {
                return Some((unit, choice));
            }
            units &= !(1 << unit);
            if is_for_all {
                self.pending[side].stand(1 << unit);
            }
        }
        let is_steady = game.battle.is_steady(side) && !game.chance.thinks(side);
        if may_rest && is_steady && self.hand.left > 0 {
            self.idle[side] = now;
        }
        None
    }

    /// Returns the units that may act on what is left.
    fn may_act<S: Bits>(&self, game: &Game<'_, S, impl Play>) -> u128 {
        let units = self.hand.units & self.pending[self.side].units;
        if self.hand.left == 0 { units & game.led_units(self.side) } else { units }
    }

    /// Uses an activation for a unit.
    fn spend<S: Bits>(&mut self, game: &Game<'_, S, impl Play>, unit: u8) {
        let side = self.side;
        if self.turn.times != Times::Again {
            self.pending[side].act(1 << unit);
        }
        if self.hand.leaders > 0 && game.led_units(side) >> unit & 1 == 1 {
            self.hand.leaders -= 1;
        } else if self.turn.hands_over != HandsOver::Side {
            self.hand.left -= 1;
        }
    }

    /// Returns what a unit does. If it shoots it may move after that, if the turn allows it.
    fn does<S: Bits>(
        &mut self,
        game: &Game<'_, S, impl Play>,
        unit: u8,
        choice: Choice<S>,
    ) -> Choice<S> {
        if choice.kind.is_shooting() {
            self.unshot &= !(1 << unit);
            if self.turn.actions == Actions::ShootAndMove {
                let traits = game.battle.traits_of(self.side);
                let is_javelin =
                    |i: usize| traits[i].missile.is_some_and(|m| m.mobility == Mobility::Full);
                let may_charge = choice.actors.iter().all(is_javelin);
                self.phase = Phase::MoveOn { unit, may_charge };
            }
        }
        choice
    }

    /// Passes up a chance that no unit can use: the first that could have acted has had it. If a card named it, that has been
    /// reported already.
    fn let_chance_pass<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) {
        let side = self.side;
        let Some(unit) = each(self.may_act(game)).next() else {
            self.hand.left = 0;
            return;
        };
        self.spend(game, unit);
        game.units_let_pass(side, 1 << unit);
        if !self.hand.is_named {
            game.tell(|| Event::Idle { side, units: 1 << unit });
        }
        game.watch(side, 1 << unit);
    }

    /// Returns whether a unit passes its test, if there is one (TN-07). It has as many actions as rolls that succeed.
    fn is_able<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>, unit: u8) -> bool {
        let Some(test) = &self.turn.test else { return true };
        let (passed, ends) = self.test(game, test, unit);
        if ends {
            (self.hand.left, self.hand.leaders) = (0, 0);
        }
        (self.hand.unit, self.hand.more) = (unit, passed.saturating_sub(1));
        passed > 0
    }

    /// Lets the units that have not acted in the turn of their side pass it up. If a test may pass the turn on they are tested
    /// first, as it does not depend on what they would do.
    fn let_turn_pass<S: Bits>(&mut self, game: &mut Game<'_, S, impl Play>) -> u128 {
        let side = self.side;
        let mut units = self.pending[side].unused() & game.units_in_play(side);
        if self.hand.left == 0 {
            // What is left is for units with leaders.
            units &= game.led_units(side);
        }
        let units = each(units).filter(|unit| self.acted[side][usize::from(*unit)] == 0);
        let units = units.fold(0, |set, unit| set | 1 << unit);
        let test = self.turn.test.as_ref().filter(|test| test.failures > 0);
        let Some(test) = test.filter(|_| self.turn.hands_over == HandsOver::Side) else {
            return units;
        };
        let mut idle = 0;
        for unit in each(units) {
            let (passed, ends) = self.test(game, test, unit);
            if passed > 0 {
                idle |= 1 << unit;
            }
            if ends {
                break;
            }
        }
        idle
    }

    /// Tests a unit: returns how many rolls succeed, and whether enough fail to pass the turn on.
    #[cold]
    fn test<S: Bits>(
        &mut self,
        game: &mut Game<'_, S, impl Play>,
        test: &UnitTest,
        unit: u8,
    ) -> (u8, bool) {
        let (side, id) = (self.side, UnitId(unit));
        game.state.force[side].on_watch &= !(1 << unit);
        let [_, adds, _] = game.battle.unit_numbers(side, id);
        // An activation under way is counted already.
        let times = self.acted[side][usize::from(unit)].saturating_sub(1);
        if self.turn.hands_over == HandsOver::Side {
            self.handed += 1;
        }
        let needed = test.needs - adds + test.harder * i32::from(times);
        let site = RollSite { purpose: Purpose::Initiative, rule: self.turn.rule };
        let mut rolled = [0; 3];
        for roll in rolled.iter_mut().take(test.tries.into()) {
            *roll = game.chance.roll(site, test.dice);
        }
        let tries = rolled.iter().take(test.tries.into());
        let passed = tries.filter(|roll| **roll >= needed).count() as u8;
        let ends = test.failures > 0 && test.tries - passed >= test.failures;
        game.tell(|| Event::UnitTested { side, unit: id, rolled, needed, passed, ends });
        (passed, ends)
    }
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns the units of a side whose leader is on the table.
    pub(super) fn led_units(&self, side: Side) -> u128 {
        let units = self.battle.spec().sides[side].units.iter().enumerate();
        let led = units.filter(|(_, unit)| unit.leader.is_some());
        let led = led.fold(0, |set, (k, _)| set | 1u128 << k);
        led & self.units_in_play(side) & !self.state.force[side].leaderless
    }

    /// Returns whether a side's bot passes a chance that it need not use (TN-01).
    pub(super) fn passes_chance(&mut self, side: Side) -> bool {
        let percent = self.battle.spec().sides[side].bot.pass_percent;
        let site = RollSite { purpose: Purpose::bot(side), rule: crate::rule::Rule::tn(1) };
        percent > 0 && self.chance.die(site, 100) <= percent
    }
}
