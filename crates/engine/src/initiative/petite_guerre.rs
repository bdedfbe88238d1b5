//! Petite guerre: the sides take turns, and in a turn every unit acts that is not under pressure (PG-04). A unit that has
//! suffered fire casualties or has been charged does nothing until it passes a test on its C die.

use super::Initiative;
use crate::action::Choice;
use crate::battle::Kinds;
use crate::battle::{FigureId, UnitId};
use crate::bits::Bits;
use crate::bot::Act;
use crate::chance::Purpose;
use crate::dice::Dice;
use crate::event::{ActionKind, ControlResult, ControlTest, Ending, Event, Pressure};
use crate::game::{Game, Play};
use crate::rule::Rule;
use crate::rulebook::{Clock, HalfStrengthTest, Pace};
use crate::side::Side;

/// The system: which side's turn it is, and which figures may still act in it.
pub(crate) struct PetiteGuerre<S> {
    /// The side whose turn it is; `None` before the first.
    turn: Option<Side>,
    /// The turn is under way.
    open: bool,
    /// Figures that have not acted in it yet: one action for each (PG-09).
    pending: S,
    /// Units that have not acted in it yet.
    unused: u128,
    /// Figures that have just reloaded and may fire in haste at once (PG-10).
    reloaded: S,
}

impl<S: Bits> PetiteGuerre<S> {
    pub(crate) const fn new() -> Self {
        Self { turn: None, open: false, pending: S::EMPTY, unused: 0, reloaded: S::EMPTY }
    }
}

impl<S: Bits> Initiative<S> for PetiteGuerre<S> {
    fn step(&mut self, game: &mut Game<'_, S, impl Play>) -> Option<Ending> {
        let side = match self.turn {
            None => game.tempo.holder,
            Some(side) if self.open => side,
            Some(side) => !side,
        };
        if !self.open {
            self.begin(game, side);
            if let Some(ending) = game.ending() {
                return Some(ending);
            }
        }
        let Some(choice) = self.next(game, side) else {
            self.open = false;
            let force = &game.state.force[side];
            let in_control = game.units_in_play(side) & !(force.shaken | force.routed);
            game.units_let_pass(side, self.unused & in_control);
            game.tempo.end_turn(Clock::Pairs);
            game.fight_turn(side);
            game.settle_control();
            game.settle_events();
            return game.ending();
        };
        game.take_over(side);
        let units = game.units_of(side, choice.actors) & self.unused;
        self.unused &= !units;
        game.uses_chances(side, units.count_ones());
        game.act(side, &choice, None);
        game.tempo.acted(false);
        self.pending = self.pending.minus(choice.actors) & game.state.force[side].alive;
        if choice.kind == ActionKind::ToMe {
            // The caller stands still (LL-15).
            let caller = choice.target.map_or(S::EMPTY, |caller| S::bit(caller.index()));
            self.pending = self.pending.minus(caller);
        }
        if choice.kind == ActionKind::Volley {
            // The ranks that fire in this turn are settled: loaded ones that do not fire hold their fire (PG-11).
            let unit = game.battle.traits_of(side)[choice.actors.first()].unit;
            let rest = game.members(side, unit);
            let loaded = rest.minus(game.state.force[side].unloaded);
            self.pending = self.pending.minus(loaded);
        }
        if choice.kind == ActionKind::Reload {
            self.reloaded = choice.actors & game.state.force[side].hasty;
        }
        game.settle_control();
        game.settle_events();
        game.ending()
    }
}

impl<S: Bits> PetiteGuerre<S> {
    /// Begins a turn: units out of control are tested, those in rout run (PG-04, PG-06).
    fn begin(&mut self, game: &mut Game<'_, S, impl Play>, side: Side) {
        self.turn = Some(side);
        self.open = true;
        self.reloaded = S::EMPTY;
        game.begin_turn(side);
        let mut active = S::EMPTY;
        for unit in 0..game.battle.spec().sides[side].units.len() {
            let force = &game.state.force[side];
            if force.strength[unit] == 0 {
                continue;
            }
            let bit = 1 << unit;
            let id = UnitId(unit as u8);
            if force.routed & bit != 0 {
                game.run_off(side, id);
            } else if force.shaken & bit == 0
                || game.control_test(side, id, ControlTest::Activation) == ControlResult::InControl
            {
                active |= game.members(side, id);
            }
        }
        self.pending = active;
        self.unused = game.units_of(side, active.minus(game.state.force[side].engaged));
    }

    /// Returns what the side does next, if anything is left in this turn.
    fn next(&mut self, game: &mut Game<'_, S, impl Play>, side: Side) -> Option<Choice<S>> {
        let reloaded = std::mem::replace(&mut self.reloaded, S::EMPTY);
        if !reloaded.is_empty()
            && let Some(choice) = game.decide_in_haste(side, reloaded)
        {
            return Some(choice);
        }
        loop {
            // A figure in contact fights in the round at the end of the turn (PG-13).
            self.pending &= game.state.force[side].alive;
            let free = self.pending.minus(game.state.force[side].engaged);
            if free.is_empty() {
                return None;
            }
            // A unit put out of control in its own turn does no more in it.
            let force = &game.state.force[side];
            let groups = game.by_unit(side, free, !(force.shaken | force.routed));
            let (group, choice) = game.decide_among(side, &groups, Kinds::ANY)?;
            let actors = choice.actors & self.pending;
            let splits = choice.kind.is_move() && splits_line(game, side, actors);
            if choice.kind != ActionKind::Stand && !actors.is_empty() && !splits {
                return Some(Choice { actors, ..choice });
            }
            // A group that stands has had its turn.
            self.pending = self.pending.minus(group);
        }
    }
}

/// Returns whether a move would take some of a line away from others of it that have fired or reloaded: a line moves as one
/// (PG-11).
fn splits_line<S: Bits>(game: &Game<'_, S, impl Play>, side: Side, movers: S) -> bool {
    let engaged = game.state.force[side].engaged;
    let mut line = game.in_line(side, movers);
    while !line.is_empty() {
        let unit = game.battle.traits_of(side)[line.first()].unit;
        let whole = game.members(side, unit);
        if !whole.minus(movers | engaged).is_empty() {
            return true;
        }
        line = line.minus(whole);
    }
    false
}

impl<S: Bits, P: Play> Game<'_, S, P> {
    /// Returns whether units have to be kept in control (PG-04, PG-05).
    #[inline]
    fn has_control(&self) -> bool {
        self.battle.spec().rules.system.has_pressure()
    }

    /// Puts the figure's unit under pressure: from this moment it is out of control (PG-04).
    pub(crate) fn press(&mut self, figure: FigureId, pressure: Pressure) {
        let (side, unit) = (figure.side(), self.battle.traits(figure).unit);
        let bit = 1 << unit.0;
        if !self.has_control() || self.state.force[side].shaken & bit != 0 {
            return;
        }
        self.state.force[side].shaken |= bit;
        self.state.version += 1;
        self.tell(|| Event::LosesControl { side, unit, pressure });
    }

    /// Takes reaction tests that have fallen due (PG-05): units charged in flank or rear, and units below half strength.
    fn settle_control(&mut self) {
        for side in self.both() {
            let force = &mut self.state.force[side];
            let thinned = std::mem::take(&mut force.thinned);
            let outflanked = std::mem::take(&mut force.outflanked);
            if thinned | outflanked == 0 {
                continue;
            }
            for unit in 0..self.battle.spec().sides[side].units.len() {
                let id = UnitId(unit as u8);
                if outflanked >> unit & 1 == 1 {
                    self.react_to_crisis(side, id, ControlTest::FlankOrRear);
                }
                // A figure that left by its exit, as it should, is not lost.
                let away = self.away_of(side, id).count();
                let force = &self.state.force[side];
                let below = 2 * (force.strength[unit] + away) < self.battle.strength(side, id);
                if thinned >> unit & 1 == 0 || !below {
                    continue;
                }
                let again = force.halved >> unit & 1 == 1;
                self.state.force[side].halved |= 1 << unit;
                let reading = self.battle.spec().rules.control.half_strength_test;
                if !again || reading == HalfStrengthTest::EachLoss {
                    self.react_to_crisis(side, id, ControlTest::HalfStrength);
                }
            }
        }
    }

    fn react_to_crisis(&mut self, side: Side, unit: UnitId, test: ControlTest) {
        let force = &self.state.force[side];
        if force.strength[unit.0 as usize] > 0 && force.routed >> unit.0 & 1 == 0 {
            self.control_test(side, unit, test);
        }
    }

    /// Tests a unit on its C die, and applies the result (PG-04, PG-05).
    fn control_test(&mut self, side: Side, unit: UnitId, test: ControlTest) -> ControlResult {
        let die = self.battle.command_die(side, unit);
        let (purpose, rule) = match test {
            ControlTest::Activation => (Purpose::Initiative, Rule::pg(4)),
            ControlTest::HalfStrength | ControlTest::FlankOrRear => (Purpose::Morale, Rule::pg(5)),
        };
        let rolled = self.roll(purpose, rule, Dice::one(die));
        let control = &self.battle.spec().rules.control;
        let result = if rolled >= control.in_control {
            ControlResult::InControl
        } else if rolled >= control.out_of_control {
            ControlResult::OutOfControl
        } else {
            ControlResult::Routed
        };
        self.tell(|| Event::ControlTest { side, unit, test, die, rolled, result });
        self.state.version += 1;
        let force = &mut self.state.force[side];
        match (result, test) {
            (ControlResult::InControl, ControlTest::Activation) => force.shaken &= !(1 << unit.0),
            // In a reaction test it means no change.
            (ControlResult::InControl, _) => {}
            (ControlResult::OutOfControl, _) => force.shaken |= 1 << unit.0,
            (ControlResult::Routed, _) => {
                force.shaken |= 1 << unit.0;
                force.routed |= 1 << unit.0;
                let figures = self.members(side, unit);
                self.state.force[side].running |= figures;
                self.tell(|| Event::Routs { side, unit, figures: figures.widen() });
                self.run_off(side, unit);
            }
        }
        result
    }

    /// Runs a routing unit at fast speed, away from the enemy, and off the table if it gets to the edge (PG-04, PG-06).
    fn run_off(&mut self, side: Side, unit: UnitId) {
        let enemies = self.state.force[!side].alive;
        for &(_, figure) in self.in_order_away(side, self.members(side, unit), enemies).iter() {
            let (i, at) = (figure.index(), self.state.at(figure));
            let allowance = self.rate_when_driven(figure, Pace::Fast);
            let Some((j, _)) = self.state.nearest(!side, at, enemies) else {
                continue;
            };
            let from = self.state.force[!side].at[j];
            // A figure at the edge already has nowhere to run: it is off.
            if !self.is_on_border(at) && self.rout(figure, from, allowance) {
                self.state.force[side].moved |= S::bit(i);
            }
            self.state.refresh_contacts(self.battle, side, i);
            if self.is_on_border(self.state.at(figure)) {
                self.rout_off(figure);
            }
        }
    }

    /// Returns the decision of figures that have just reloaded: whether a line has them fire in haste (PG-10).
    fn decide_in_haste(&mut self, side: Side, group: S) -> Option<Choice<S>> {
        let battle = self.battle;
        let hasty = self.state.force[side].hasty;
        for line in &battle.script(side, self.script_of(side, group)).bot.lines {
            if !matches!(line.act, Act::ShootInHaste(_)) {
                continue;
            }
            // For its conditions, too, they count as ready to shoot.
            self.state.force[side].hasty = hasty.minus(group);
            let holds = self.all_hold(side, group, &line.when);
            self.state.force[side].hasty = hasty;
            if holds && let Some((_, choice)) = self.plan(side, group, line.act) {
                return Some(choice);
            }
        }
        None
    }
}
