//! One attempt to seize the initiative (LL-03).

use skirmish_engine::dice::Dice;

use crate::error::OddsError;
use crate::ratio::Ratio;
use crate::ways::Ways;

/// A seize roll: dice + factors >= base.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seize {
    /// The dice rolled; Lloyd's d20 unless a rule set uses others.
    pub dice: Dice,
    /// The nominee's base initiative: the lower, the better the troops.
    pub base: i32,
    /// The sum of the nominee's leadership and of all tactical factors.
    pub factors: i32,
}

impl Seize {
    /// Returns the number that the dice must reach.
    ///
    /// At most the lowest total of the dice if no roll can fail, and above their highest if none can succeed (LL-04).
    pub fn needed(&self) -> i64 {
        i64::from(self.base) - i64::from(self.factors)
    }

    /// Returns the chance of success: for a d20, clamp(21 - base + factors, 0, 20) / 20.
    pub fn chance(&self) -> Result<Ratio, OddsError> {
        Ok(Ways::of(&[self.dice])?.chance(self.needed()))
    }
}
