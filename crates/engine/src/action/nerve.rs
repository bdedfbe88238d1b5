//! Morale in percent (ADC-5).

use crate::battle::{FigureId, UnitId};
use crate::bits::Bits;
use crate::chance::{Chance, Purpose};
use crate::event::{Event, MoveKind, Observer, Odds, Weight};
use crate::game::Game;
use crate::rule::Rule;
use crate::rulebook::NerveResult;
use crate::side::Side;

impl<S: Bits, C: Chance, O: Observer> Game<'_, S, C, O> {
    /// A figure has fallen: its unit checks its morale when it has lost a quarter of its figures, and again when it has lost
    /// half. So there are no more than two checks a battle.
    pub(super) fn check_nerve(&mut self, fallen: FigureId) {
        let (side, unit) = (fallen.side(), self.battle.traits(fallen).unit);
        let u = usize::from(unit.0);
        let (at_start, left) =
            (self.battle.strength(side, unit), self.state.force[side].strength[u]);
        let lost = quarters(at_start, left).min(2);
        let nerves = &mut self.state.force[side].nerves[u];
        if lost <= *nerves {
            return;
        }
        *nerves = lost;
        let traits = self.battle.traits_of(side);
        let alive = self.state.force[side].alive.iter();
        let shaken = alive
            .filter(|i| traits[*i].unit == unit && !traits[*i].body.fearless)
            .fold(S::EMPTY, |set, i| set | S::bit(i));
        if shaken.is_empty() {
            return;
        }
        let rules = &self.battle.spec().rules.osric.nerve;
        // The steadiest of them speaks for all.
        let hit_dice = shaken.iter().map(|i| traits[i].body.hit_dice()).max();
        let hit_dice = hit_dice.unwrap_or(0);
        let allowed = rules.base + rules.per_die * hit_dice;
        let weights = [self.weight_on(side, u), self.weight_on_side(!side)];
        let [own, enemy] = weights.map(|weight| weight.sum(rules));
        let modifier = own - enemy;
        let rolled = self.roll(Purpose::Morale, Rule::adc(5), rules.dice);
        let result = rules.result(allowed, rolled + modifier);
        self.tell(|| Event::NerveCheck {
            side,
            unit,
            allowed,
            hit_dice,
            modifier,
            weights,
            rolled,
            result,
        });
        match result {
            NerveResult::Holds => {}
            NerveResult::Withdraws => self.withdraw(side, shaken),
            NerveResult::Flees | NerveResult::Surrenders => self.give_up(side, unit, shaken),
        }
    }

    /// What weighs on a unit.
    fn weight_on(&self, side: Side, unit: usize) -> Weight {
        let leaderless = self.state.force[side].leaderless;
        self.losses_weigh(side, leaderless >> unit & 1 == 1)
    }

    /// What weighs on a side, with a leader down if any of its units has lost him.
    fn weight_on_side(&self, side: Side) -> Weight {
        self.losses_weigh(side, self.state.force[side].leaderless != 0)
    }

    fn losses_weigh(&self, side: Side, leader_down: bool) -> Weight {
        let (own, enemy) = (&self.state.force[side], &self.state.force[!side]);
        let at_start = own.at.len() as u32;
        let (count, enemies) = (own.alive.count(), enemy.alive.count());
        let odds = if enemies >= 2 * count {
            Odds::TwoToOne
        } else if enemies > count {
            Odds::Outnumbered
        } else {
            Odds::Even
        };
        Weight {
            lost: own.losses,
            quarters: quarters(at_start, at_start - own.losses.min(at_start)),
            odds,
            leader_down,
        }
    }

    /// A fighting withdrawal: a full move back from the nearest enemy.
    fn withdraw(&mut self, side: Side, figures: S) {
        self.state.force[side].withdrawn |= figures;
        for i in figures.iter() {
            let at = self.state.force[side].at[i];
            let enemies = self.state.force[!side].alive;
            if let Some((j, _)) = self.state.nearest(!side, at, enemies) {
                let from = self.state.force[!side].at[j];
                let rate = self.battle.traits_of(side)[i].rate;
                self.flee(FigureId::new(side, i), from, rate, MoveKind::Retreat);
                self.state.meet(self.battle, side, i);
            }
        }
    }

    /// In flight or in surrender, they are out of the battle.
    fn give_up(&mut self, side: Side, unit: UnitId, figures: S) {
        for i in figures.iter() {
            self.lose(FigureId::new(side, i));
        }
        self.tell(|| Event::UnitLeaves { side, unit, figures: figures.widen() });
    }
}

/// How many quarters of a number are gone.
const fn quarters(at_start: u32, left: u32) -> u8 {
    (4 * (at_start - left) / if at_start == 0 { 1 } else { at_start }) as u8
}
