//! Which figures may shoot while the other side acts, where a table defines the turn (TN-08). Carried out as in LL-12.

use super::shooting::Volley;
use crate::battle::UnitId;
use crate::bits::Bits;
use crate::chance::Purpose;
use crate::event::Event;
use crate::game::{Game, Play};
use crate::rulebook::{HowOften, Interrupted, Interrupter, Interrupts};
use crate::side::Side;

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns which figures may interrupt a move, or a shot at `shot_at`.
    #[cold]
    pub(super) fn may_interrupt(
        &self,
        passive: Side,
        shot_at: S,
        interrupts: &Interrupts,
        to_move: bool,
    ) -> S {
        let goes = match interrupts.to {
            Interrupted::Both => true,
            Interrupted::Moves => to_move,
            Interrupted::Shots => !to_move,
        };
        let force = &self.state.force[passive];
        let (units, among) = match interrupts.who {
            _ if !goes => return S::EMPTY,
            Interrupter::Attacked if to_move => return S::EMPTY,
            Interrupter::Attacked => (u128::MAX, shot_at),
            Interrupter::Sees => (u128::MAX, force.alive),
            Interrupter::Overwatch => (force.on_watch, force.alive),
        };
        let traits = self.battle.traits_of(passive);
        let may = |i: &usize| (units & !force.answered) >> traits[*i].unit.0 & 1 == 1;
        self.able_to_aim(passive, S::of((among & force.alive).iter().filter(may)))
    }

    /// Returns the figures of units that pass their test, of those with a target; `None` if there is no test.
    pub(super) fn who_pass_watch_tests(&mut self, passive: Side, volley: &Volley) -> Option<S> {
        let battle = self.battle;
        let system = &battle.spec().rules.system;
        let interrupts = system.interrupts()?;
        let (dice, rule) = (interrupts.dice?, system.turn_rule()?);
        let units = self.units_of(passive, volley.shooters());
        let mut passed = 0;
        for unit in units.iter().map(|k| UnitId(k as u8)) {
            let [.., adds] = battle.unit_numbers(passive, unit);
            let needed = interrupts.needs - adds;
            let rolled = self.roll(Purpose::Initiative, rule, dice);
            let passes = rolled >= needed;
            passed |= u128::from(passes) << unit.0;
            self.tell(|| Event::WatchTest { side: passive, unit, rolled, needed, passes });
        }
        let traits = self.battle.traits_of(passive);
        let alive = self.state.force[passive].alive;
        Some(S::of(alive.iter().filter(|i| passed >> traits[*i].unit.0 & 1 == 1)))
    }

    /// Notes that units have interrupted: they may not again in this action; those that may only once are also off watch.
    pub(super) fn has_interrupted(&mut self, passive: Side, shooters: S) {
        let Some(interrupts) = self.battle.spec().rules.system.interrupts() else { return };
        let units = self.units_of(passive, shooters);
        let force = &mut self.state.force[passive];
        force.answered |= units;
        if interrupts.times == HowOften::Once {
            force.on_watch &= !units;
        }
    }

    /// Puts units that pass up their chance on watch, if the table says so and they have missiles.
    pub(crate) fn watch(&mut self, side: Side, units: u128) {
        let interrupts = self.battle.spec().rules.system.interrupts();
        if interrupts.is_none_or(|interrupts| interrupts.who != Interrupter::Overwatch) {
            return;
        }
        let force = &self.state.force[side];
        let armed = self.units_of(side, self.missile_figures(side, force.alive));
        let units = units & armed & !force.on_watch;
        if units != 0 {
            self.state.force[side].on_watch |= units;
            self.tell(|| Event::Watches { side, units });
        }
    }
}
