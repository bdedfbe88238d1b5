//! Units out of control (petite guerre, PG-04).
//!
//! With chances c to come under control, o to stay out of it and f to rout, a unit ends at test n in control with chance c
//! o^(n-1) and in rout with f o^(n-1): geometric, and split in the ratio c : f however long it takes. The thresholds are not in
//! the source.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook;

use crate::answer::{Answer, Record, Solved, chance, maybe};
use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;
use crate::wait::Wait;

/// The test of a unit out of control at the start of its player's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ControlTest {
    /// Its C dice.
    pub dice: Dice,
    /// The least roll that brings it back under control.
    pub in_control: i64,
    /// The least roll that leaves it out of control; below it is routed.
    pub out_of_control: i64,
}

/// The result of a test of control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Control {
    /// It runs, for good.
    Routed,
    /// It misses the turn, and tests again in the next.
    OutOfControl,
    /// It acts this turn.
    InControl,
}

impl ControlTest {
    /// Returns the test by the thresholds of a rulebook.
    pub fn new(dice: Dice, control: &rulebook::Control) -> Self {
        let [in_control, out_of_control] =
            [control.in_control, control.out_of_control].map(i64::from);
        Self { dice, in_control, out_of_control }
    }

    /// Returns the law of one test.
    pub fn law(&self) -> Result<Pmf<Control>, OddsError> {
        Ok(Pmf::of_dice(self.dice)?.map(|roll| {
            if *roll >= self.in_control {
                Control::InControl
            } else if *roll >= self.out_of_control {
                Control::OutOfControl
            } else {
                Control::Routed
            }
        }))
    }

    /// Returns the law of the number of tests until the unit is in control or routed: geometric. Each test but the last means a
    /// turn missed. How it ends is independent of how long it takes.
    pub fn tests(&self) -> Result<Wait, OddsError> {
        Wait::fixed(&self.law()?.chance_that(Control::is_settled))
    }

    /// Returns the chance that it is routed in the end: routed / (routed + in control).
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`]; [`OddsError::NoOutcome`] if it stays out of control for ever.
    pub fn routed_in_the_end(&self) -> Result<Ratio, OddsError> {
        let end = self.law()?.given(Control::is_settled)?;
        Ok(end.chance(&Control::Routed))
    }
}

impl Control {
    fn is_settled(&self) -> bool {
        *self != Self::OutOfControl
    }
}

/// A unit out of control, and its prospects (PG-04).
#[derive(Debug, Clone)]
pub struct Activation {
    /// Its troop type, if one was named.
    pub troops: Option<String>,
    /// Its test.
    pub test: ControlTest,
    /// The law of one test.
    pub once: Pmf<Control>,
    /// The law of the number of tests, the deciding one included; each but the last means a turn missed.
    pub tests: Wait,
    /// The chance that it is routed in the end; `None` if it stays out of control for ever.
    pub routed_in_the_end: Option<Ratio>,
    /// Number of turns listed.
    pub turns: u64,
}

impl Activation {
    /// Solves the prospects of a unit with this test.
    pub fn of(troops: Option<&str>, test: ControlTest, turns: u64) -> Result<Self, OddsError> {
        let tests = test.tests()?;
        let is_settled = tests.never().is_zero();
        Ok(Self {
            troops: troops.map(str::to_owned),
            once: test.law()?,
            routed_in_the_end: is_settled.then(|| test.routed_in_the_end()).transpose()?,
            test,
            tests,
            turns,
        })
    }

    /// Returns the chances that it is in control, still out of it, or routed after this many turns. How it ends is independent
    /// of how long it takes.
    pub fn after(&self, turn: u64) -> [Ratio; 3] {
        let ended = self.tests.cdf(turn);
        let routed = self.routed_in_the_end.as_ref().map_or(Ratio::ZERO, |share| &ended * share);
        [&ended - &routed, self.tests.survival(turn), routed]
    }
}

impl Solved for Activation {
    /// Rows for the end, whenever it comes, have no turn.
    fn answer(&self) -> Answer {
        let once = |result| chance(&self.once.chance(&result));
        let turn = |turn: u64| {
            let [in_control, out_of_control, routed] = self.after(turn);
            let row = Record::new().with("turn", turn).with("in_control", in_control);
            row.with("routed", routed).with("out_of_control", out_of_control)
        };
        let told = Record::new()
            .with("troops", self.troops.as_ref())
            .with("dice", self.test.dice)
            .with("needed", self.test.in_control)
            .with("needed_to_stay", self.test.out_of_control)
            .with("in_control", once(Control::InControl))
            .with("out_of_control", once(Control::OutOfControl))
            .with("routed", once(Control::Routed))
            .mean(self.tests.mean().as_ref())
            .with("never", self.tests.never())
            .with("routed_in_the_end", maybe(self.routed_in_the_end.as_ref()))
            .list("turns", (1..=self.turns).map(turn));
        let case = told.pick(["troops", "dice"]);
        let row = |turn: Option<u64>, state: &str, exact: &Ratio| {
            Record::new().with("after_turn", turn).with("state", state).chance(exact)
        };
        let states = ["in control", "out of control", "routed"];
        let turns = (1..=self.turns).flat_map(|turn| {
            let chances = states.into_iter().zip(self.after(turn));
            chances.map(move |(state, exact)| row(Some(turn), state, &exact))
        });
        let end = self.routed_in_the_end.iter().flat_map(|routed| {
            let in_control = Ratio::ONE - routed;
            [row(None, states[0], &in_control), row(None, states[2], routed)]
        });
        Answer::of_rows(told, &case, turns.chain(end))
    }
}
