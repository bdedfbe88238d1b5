//! Shooting during the other side's actions, where a table defines the turn (TN-08): the unit is on watch, sees the action or
//! is shot at, has not interrupted before, and has passed its test.

use crate::known::*;
use crate::order::number_of;

/// What is known of units that may interrupt.
#[derive(Debug, Clone, Default)]
pub(crate) struct Interrupting {
    /// Units on watch, and those that have interrupted.
    watch: BySide<u128>,
    answered: BySide<u128>,
    /// Units that have passed up their chance, with nothing happening since.
    idle: BySide<u128>,
    /// Units that are being tested, and those that have passed.
    tested: u128,
    passed: u128,
}

impl Audit<'_> {
    pub(crate) fn check_interrupts(&mut self, turn: &Turn) {
        let Some(interrupts) = turn.interrupts else { return };
        let now = &mut self.books.interrupting;
        let idle = std::mem::take(&mut now.idle);
        if !matches!(self.event, Event::WatchTest { .. } | Event::ReactsShooting { .. }) {
            (now.tested, now.passed) = (0, 0);
        }
        match *self.event {
            Event::Idle { side, units } => now.idle[side] = units,
            // There is no event when a unit named by a card passes up its chance.
            Event::CardDrawn { side, unit } => now.idle[side] = 1 << unit.0,
            Event::Watches { side, units } => {
                let new = units & !now.watch[side];
                now.watch[side] |= units;
                let armed = each(self.scene.alive[side])
                    .filter(|i| self.scene.traits_of(side)[*i].missile.is_some());
                let armed = units_of(self.scene, side, armed.fold(0, |set, i| set | 1 << i));
                let fits = new == units && units & !idle[side] == 0 && units & !armed == 0;
                let may = interrupts.who == Interrupter::Overwatch;
                must!(self: fits && may && units != 0 => turn.rule,
                    "{units:b} of {side:?} go on watch; {:b} have passed", idle[side]);
            }
            Event::UnitTested { side, unit, .. } => now.watch[side] &= !(1 << unit.0),
            Event::Acts { side, figures, .. } => {
                now.watch[side] &= !units_of(self.scene, side, figures);
                if interrupts.times == HowOften::Always {
                    now.answered[!side] = 0;
                }
            }
            Event::TurnBegins { side, .. } => now.answered[!side] = 0,
            Event::RoundBegins { .. } | Event::Shuffles { .. } => now.answered = BySide::default(),
            Event::WatchTest { side, unit, rolled, needed, passes } => {
                let again = now.tested >> unit.0 & 1 == 1;
                now.tested |= 1 << unit.0;
                now.passed |= u128::from(passes) << unit.0;
                let right = interrupts.needs - number_of(self.scene, interrupts.adds, side, unit);
                let fits = interrupts.dice.is_some_and(|dice| can_show(dice, rolled));
                let fits = fits && needed == right && passes == (rolled >= right);
                must!(self: fits && !again && side != self.books.holder => turn.rule,
                    "{unit:?} of {side:?} rolls {rolled}, {needed} needed; {right} is right");
            }
            Event::ReactsShooting { side, figures, reply } => {
                self.interrupts(turn, &interrupts, (side, figures, reply));
            }
            _ => {}
        }
    }

    fn interrupts(
        &mut self,
        turn: &Turn,
        interrupts: &Interrupts,
        (side, figures, reply): (Side, FigureSet, bool),
    ) {
        let units = units_of(self.scene, side, figures);
        let now = &mut self.books.interrupting;
        let (watch, answered) = (now.watch[side], now.answered[side]);
        let passed = std::mem::take(&mut now.passed);
        now.answered[side] |= units;
        if interrupts.times == HowOften::Once {
            now.watch[side] &= !units;
        }
        let goes = match interrupts.to {
            Interrupted::Both => true,
            Interrupted::Moves => !reply,
            Interrupted::Shots => reply,
        };
        let may = match interrupts.who {
            Interrupter::Overwatch => units & !watch == 0,
            // Sight and targets are checked shot by shot.
            Interrupter::Sees => true,
            Interrupter::Attacked => reply,
        };
        let once = units & answered == 0;
        let able = interrupts.dice.is_none() || units & !passed == 0;
        must!(self: goes && may && once && able => turn.rule,
            "{units:b} of {side:?} interrupt; on watch {watch:b}, before {answered:b}, passed {passed:b}");
    }
}
