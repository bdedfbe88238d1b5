//! Units in and out of control, in systems where units act under pressure (petite guerre, PG-04, PG-05).

use skirmish_engine::battle::Battle;
use skirmish_engine::event::{ControlResult, ControlTest, Event, FigureSet, Scene};
use skirmish_engine::side::{BySide, Side};

use crate::additive::additive;
use crate::die_rows::DieRows;
use crate::sums::RatioSums;
use crate::trials::Trials;

const TESTS: [ControlTest; 3] =
    [ControlTest::Activation, ControlTest::HalfStrength, ControlTest::FlankOrRear];

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CommandLayout {
    units: BySide<Vec<FigureSet>>,
    dice: DieRows,
}

impl CommandLayout {
    pub(crate) fn of(battle: &Battle) -> Option<Self> {
        if !battle.spec().rules.system.has_pressure() {
            return None;
        }
        let units = BySide::from_fn(|side| {
            let mut units = vec![0; battle.spec().sides[side].units.len()];
            for (i, traits) in battle.traits_of(side).iter().enumerate() {
                units[usize::from(traits.unit.0)] |= 1 << i;
            }
            units
        });
        let traits = Side::BOTH.into_iter().flat_map(|side| battle.traits_of(side));
        let dice = DieRows::of(traits.map(|traits| traits.skills.command));
        Some(Self { units, dice })
    }

    fn test_row(&self, side: Side, test: ControlTest, die: u8) -> usize {
        (side.index() * TESTS.len() + test as usize) * self.dice.count() + self.dice.row(die)
    }
}

/// Turns of units out of control, and results of tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    layout: CommandLayout,
    unit_turns: Trials<3>,
    tests: Trials<3>,
    tests_on: Trials<3>,
    routs: Trials<1>,
}

/// Turns of units, counted at the start of their side's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitTurns<'a> {
    /// Missed for either reason, out of control or in rout.
    pub missed: &'a RatioSums,
    /// Missed because the test failed.
    pub out_of_control: &'a RatioSums,
    /// Missed in rout, including the turn in which the unit was routed by its test.
    pub in_rout: &'a RatioSums,
}

/// Results of one kind of test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tests<'a> {
    /// The reason for the test.
    pub test: ControlTest,
    /// The faces of the die; `None` for all dice together.
    pub die: Option<u8>,
    /// In control; for a reaction test, no change.
    pub in_control: &'a RatioSums,
    /// Put or left out of control.
    pub out_of_control: &'a RatioSums,
    /// Routed.
    pub routed: &'a RatioSums,
}

impl Command {
    pub(crate) fn new(layout: CommandLayout) -> Self {
        Self {
            unit_turns: Trials::new(2),
            tests: Trials::new(2 * TESTS.len()),
            tests_on: Trials::new(2 * TESTS.len() * layout.dice.count()),
            routs: Trials::new(2),
            layout,
        }
    }

    /// Returns the turns of the side's units.
    pub fn unit_turns(&self, side: Side) -> UnitTurns<'_> {
        let [missed, out_of_control, in_rout] = self.unit_turns.row(side.index());
        UnitTurns { missed, out_of_control, in_rout }
    }

    /// Returns the tests of the side's units by kind: first for all dice together (`die` is `None`), then by die.
    pub fn tests(&self, side: Side) -> impl Iterator<Item = Tests<'_>> {
        TESTS.into_iter().flat_map(move |test| {
            let all = self.tests.row(side.index() * TESTS.len() + test as usize);
            let on = self.layout.dice.faces().map(move |die| {
                let row = self.layout.test_row(side, test, die);
                (Some(die), self.tests_on.row(row))
            });
            std::iter::once((None, all)).chain(on).filter(|(_, sums)| sums[0].y > 0).map(
                move |(die, [in_control, out_of_control, routed])| Tests {
                    test,
                    die,
                    in_control,
                    out_of_control,
                    routed,
                },
            )
        })
    }

    /// Returns games in which a unit of the side was routed, of all games.
    pub fn games_with_rout(&self, side: Side) -> &RatioSums {
        &self.routs.row(side.index())[0]
    }

    /// Counts an event, and notes which units have been routed in the game.
    #[inline]
    pub(crate) fn event(&mut self, routed: &mut BySide<u128>, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::TurnBegins { side, .. } => {
                for (unit, figures) in self.layout.units[side].iter().enumerate() {
                    if figures & scene.alive[side] != 0 {
                        let in_rout = routed[side] >> unit & 1 == 1;
                        self.unit_turns.add(side.index(), [in_rout, false, in_rout]);
                    }
                }
            }
            Event::ControlTest { side, test, die, result, .. } => {
                let results =
                    [ControlResult::InControl, ControlResult::OutOfControl, ControlResult::Routed]
                        .map(|of| result == of);
                let [in_control, out_of_control, routed] = results;
                let row = side.index() * TESTS.len() + test as usize;
                self.tests.add(row, results);
                self.tests_on.add(self.layout.test_row(side, test, die), results);
                if test == ControlTest::Activation {
                    let missed = [!in_control, out_of_control, routed];
                    self.unit_turns.add_result(side.index(), missed);
                }
            }
            Event::Routs { side, unit, .. } => routed[side] |= 1 << unit.0,
            _ => {}
        }
    }

    pub(crate) fn end_game(&mut self, routed: &BySide<u128>) {
        for (side, routed) in routed.iter() {
            self.routs.add(side.index(), [*routed != 0]);
        }
    }

    pub(crate) fn end_unit(&mut self) {
        self.unit_turns.end_unit();
        self.tests.end_unit();
        self.tests_on.end_unit();
        self.routs.end_unit();
    }
}

additive!(Command { unit_turns, tests, tests_on, routs });
