//! Units out of control (petite guerre, PG-04).
//!
//! With chances c to come under control, o to stay out of it and f to rout, it ends at test n in
//! control with chance c o^(n-1) and in rout with f o^(n-1): geometric, and split in the ratio c : f
//! however long it takes. The thresholds are not in the source.

use skirmish_engine::dice::Dice;

use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;
use crate::wait::Wait;

/// The test of a unit out of control at the start of its player's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ControlTest {
    /// Its C dice.
    pub dice: Dice,
    /// The least roll that brings it under control again.
    pub in_control: i64,
    /// The least roll that leaves it out of control; below it is routed.
    pub out_of_control: i64,
}

/// What a test of control says.
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
    /// The law of one test.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
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

    /// The law of the number of tests until the unit is in control or routed: geometric. Each but
    /// the last stands for a turn missed. How it ends is independent of how long it takes.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
    pub fn tests(&self) -> Result<Wait, OddsError> {
        Wait::fixed(&self.law()?.chance_that(Control::is_settled))
    }

    /// The chance that it is routed in the end: routed / (routed + in control).
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
