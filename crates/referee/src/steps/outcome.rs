//! Effects of attacks: wounds, figures falling of them, and effects on whole units (FT-06, FT-08).

use super::{Pending, rolls, tables};
use crate::known::*;

/// Returns the dice for an effect's wounds, if dice decide them.
pub(super) fn dice(scene: &Scene<'_>, effect: u8, pair: [FigureId; 2]) -> Option<Amount> {
    let effect = tables(scene).effects.get(usize::from(effect))?;
    amount_of(scene, effect.wounds, pair).filter(|amount| amount.dice.is_some())
}

/// Returns an effect's wounds, unless they go by the margin.
fn amount_of(scene: &Scene<'_>, wounds: Wounds, pair: [FigureId; 2]) -> Option<Amount> {
    Some(match wounds {
        Wounds::Amount(amount) => amount,
        Wounds::Of(party, attribute) => rolls::amount(scene, Value::Of(party, attribute), pair),
        Wounds::Margin { .. } => return None,
    })
}

/// Returns what an effect does, by the attack's margin.
pub(super) fn owed(
    scene: &Scene<'_>,
    chain: ChainKind,
    effect: u8,
    pair: [FigureId; 2],
    margin: i32,
) -> Pending {
    let effect = &tables(scene).effects[usize::from(effect)];
    let wounds = match effect.wounds {
        Wounds::Margin { less } => [margin - rolls::amount(scene, less, pair).plus; 2],
        wounds => amount_of(scene, wounds, pair).map_or([0; 2], |all| [all.min(), all.max()]),
    };
    Pending {
        on: if effect.on == Party::Attacker { pair[0] } else { pair[1] },
        pair,
        cause: if chain == ChainKind::Shoot { Cause::Shot } else { Cause::Melee },
        wounds: wounds.map(|count| count.max(0)),
        does: effect.does,
        unit: effect.unit,
        dice: None,
    }
}

impl Audit<'_> {
    /// Checks that wounds come from attacks that have been rolled, and are taken off those left.
    pub(super) fn wounded(&mut self) {
        told!(self: Event::Wounded { figure, by, wounds, left, cause });
        let here = is_in(self.books.alive, figure) || self.is_across(figure);
        let books = &mut self.books.steps;
        // In melee both strike before either suffers; each shot takes effect by itself.
        let attacks: Vec<Vec<[FigureId; 2]>> = match cause {
            Cause::Melee => vec![vec![[by, figure], [figure, by]]],
            Cause::Shot => vec![vec![[by, figure]], vec![[figure, by]]],
        };
        let mut right = [0; 2];
        let mut known = false;
        for pairs in attacks {
            let is_of = |owed: &Pending| {
                owed.on == figure && owed.cause == cause && pairs.contains(&owed.pair)
            };
            let of: Vec<&mut Pending> = books.owed.iter_mut().filter(|owed| is_of(owed)).collect();
            let sum = of
                .iter()
                .fold([0; 2], |sum, owed| [sum[0] + owed.wounds[0], sum[1] + owed.wounds[1]]);
            if sum[1] > 0 && (sum[0]..=sum[1]).contains(&wounds) {
                of.into_iter().for_each(|owed| owed.wounds = [0; 2]);
                known = true;
                break;
            }
            right = if sum[1] > 0 { sum } else { right };
        }
        let life = &mut self.books.life;
        let before = life.of(figure).replace(left);
        if left > 0 {
            books.wounded.put(figure);
        } else {
            life.falls = Some(figure);
        }
        let [least, most] = right;
        must!(self: known && wounds > 0 => ft(6),
            "{figure:?} takes {wounds} wounds of {by:?}, and {least} to {most} are due");
        must!(self: before == Some(left + wounds) => ft(6), "{before:?} less {wounds} are {left}");
        must!(self: here => ft(6), "{figure:?} is gone and is wounded");
    }

    /// Checks that a figure with no wound left falls at once, and no other figure does, unless an effect kills it or leaves it
    /// no room.
    pub(super) fn check_falls(&mut self) {
        if matches!(self.event, Event::LosesControl { .. }) {
            return;
        }
        let (falls, cornered) = (self.books.life.falls.take(), self.books.steps.cornered.take());
        let dead = match *self.event {
            Event::Dies { figure, .. } => Some(figure),
            _ => None,
        };
        must!(self: falls.is_none() || falls == dead => ft(6),
            "{falls:?} has no wound left and stands");
        let Some(dead) = dead else { return };
        let owed = self.books.steps.owed.iter();
        let killed = owed.clone().any(|owed| owed.on == dead && owed.does == Effect::Kill);
        let why = falls == Some(dead) || cornered == Some(dead) || killed;
        must!(self: why => ft(6), "{dead:?} falls with wounds left");
        self.has_fallen(dead);
    }

    /// Notes whether a unit that has lost a figure must test its nerve by the rulebook (FT-08).
    fn has_fallen(&mut self, dead: FigureId) {
        let steps = &self.rules.steps;
        let (side, unit) = self.scene.unit_of(dead);
        let u = usize::from(unit.0);
        let all = members(self.scene, side, 1 << unit.0);
        let stand = all & self.scene.alive[side] & !super::bit(dead);
        let (total, gone) = (all.count_ones(), all.count_ones() - stand.count_ones());
        let lost = u8::from(4 * gone >= total) + u8::from(2 * gone >= total);
        let books = &mut self.books.steps;
        let before = &mut books.lost[side];
        if before.len() <= u {
            before.resize(u + 1, 0);
        }
        let before = std::mem::replace(&mut before[u], lost);
        let tested = steps.tested;
        let led = self.scene.spec().sides[side].units[u].leader == Some(dead.index());
        let is_tested = tested.each_loss
            || tested.quarter && before == 0 && lost > 0
            || tested.half && before < 2 && lost == 2
            || tested.leader && led;
        if is_tested && stand != 0 && !steps.chain(ChainKind::Nerve).steps.is_empty() {
            books.tests = Some((side, unit));
        }
    }

    /// Checks that tests of nerve and units leaving come at once, and only when due.
    pub(super) fn check_units(&mut self) {
        let books = &mut self.books.steps;
        let (tests, routs) = (books.tests, books.routs.take());
        if tests.is_some() {
            let goes_on = match *self.event {
                Event::StepRolled { chain, .. } => chain == ChainKind::Nerve,
                any!(Dies MoraleFalls UnitLeaves) => true,
                _ => false,
            };
            // Without morale it leaves before its nerve is tested.
            let leaves = matches!(*self.event, Event::UnitLeaves { side, unit, .. } if tests == Some((side, unit)));
            if leaves || !goes_on {
                books.tests = None;
            }
            must!(self: goes_on => ft(8), "{tests:?} does not test its nerve");
        }
        let leaves = match *self.event {
            Event::UnitLeaves { side, unit, .. } => Some((side, unit)),
            _ => None,
        };
        must!(self: routs.is_none() || routs == leaves => ft(8), "{routs:?} is routed and stays");
        if let Some((side, unit)) = leaves.filter(|_| routs.is_none()) {
            let spent = self.books.morale.leaves == Some((side, unit));
            let owed = self.books.steps.owed.iter();
            let routed = owed.clone().any(|owed| {
                let of = self.scene.traits(owed.on).unit;
                owed.unit == UnitEffect::Routs && owed.on.side() == side && of == unit
            });
            must!(self: spent || routed => ft(8),
                "{unit:?} of {side:?} leaves the table and is not routed");
        }
        // An attack's effect on a unit: it may go back from now on.
        if let Event::Moves { figure, .. } = *self.event
            && self.withdraws(figure)
        {
            self.books.steps.withdraws = Some(self.scene.unit_of(figure));
        }
    }

    /// Returns whether the unit of a figure has to go back, because of an attack or a failed test of nerve.
    pub(crate) fn withdraws(&self, figure: FigureId) -> bool {
        let unit_of = |figure: FigureId| self.scene.unit_of(figure);
        let steps = &self.books.steps;
        let is_driven = |owed: &Pending| {
            owed.unit == UnitEffect::Withdraws && unit_of(owed.on) == unit_of(figure)
        };
        steps.withdraws == Some(unit_of(figure)) || steps.owed.iter().any(is_driven)
    }

    /// Checks that a test of nerve is that of a unit that must take one, and that its steadiest figure rolls for it.
    pub(super) fn nerve_begins(&mut self, speaker: FigureId, other: FigureId) {
        let tests = self.books.steps.tests.take();
        let (side, unit) = self.scene.unit_of(speaker);
        must!(self: speaker == other && tests == Some((side, unit)) => ft(8),
            "{speaker:?} and {other:?} test their nerve, and due is {tests:?}");
        let steps = &self.rules.steps;
        let [only] = steps.chain(ChainKind::Nerve).steps[..] else { return };
        let step = &steps.steps[usize::from(only)];
        // A reroll is worth more than a number that is easier to pass.
        if !step.rerolls.is_empty() {
            return;
        }
        if !matches!(step.test, Test::AtLeast(_) | Test::AtMost(_)) {
            return;
        }
        let own = rolls::passing(self.scene, step, speaker);
        let friends = members(self.scene, side, 1 << unit.0) & self.scene.alive[side];
        let better = each(friends)
            .map(|i| FigureId::new(side, i))
            .find(|friend| rolls::passing(self.scene, step, *friend) > own);
        must!(self: better.is_none() => ft(8),
            "{speaker:?} speaks for his unit, and {better:?} is steadier");
    }

    pub(super) fn unit_suffers(&mut self, speaker: FigureId, does: UnitEffect) {
        let unit: (Side, _) = self.scene.unit_of(speaker);
        let books = &mut self.books.steps;
        match does {
            UnitEffect::None => {}
            UnitEffect::Withdraws => books.withdraws = Some(unit),
            UnitEffect::Routs => books.routs = Some(unit),
        }
    }
}
