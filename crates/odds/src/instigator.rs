//! WarSpike: who instigates (WS-01), and how a chain of technique tests ends (WSC-6).
//!
//! Let the sides pass with chances `a` and `b`, whether they are asked first or second. A toss then
//! makes the first side the Instigator with `(1 - a) / 2 + b (1 - a) / 2 = (1 - a)(1 + b) / 2`, and
//! nobody with `a b`. Each toss that does strikes a turn off the game, so that a game of `T` turns
//! is drawn unplayed with `(a b)^T`.
//!
//! In the chain the attacker's opening lands without a roll; then the defender tests with chance
//! `d`, the attacker with chance `a`, and so on, and the first to fail falls. It is the defender
//! with `(1 - d)(1 + d a + (d a)² + …) = (1 - d) / (1 - a d)`.

use skirmish_engine::dice::Dice;
use skirmish_engine::side::{BySide, Side};

use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;
use crate::wait::Wait;
use crate::ways::Ways;

/// Tosses for who instigates, between sides that pass with fixed chances (WS-01).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toss {
    instigates: BySide<Ratio>,
    strikes_off: Ratio,
}

impl Toss {
    /// Sides that pass with these chances.
    ///
    /// # Errors
    /// [`OddsError::NotAChance`].
    pub fn new(passes: BySide<Ratio>) -> Result<Self, OddsError> {
        let [a, b] = [passes[Side::A].as_chance()?, passes[Side::B].as_chance()?];
        let half = Ratio::new(1, 2)?;
        let of = |own: &Ratio, other: &Ratio| (Ratio::ONE - own) * (Ratio::ONE + other) * &half;
        Ok(Self { instigates: BySide([of(a, b), of(b, a)]), strikes_off: a * b })
    }

    /// The chance that one toss makes a side the Instigator.
    #[must_use]
    pub fn instigates(&self, side: Side) -> &Ratio {
        &self.instigates[side]
    }

    /// The chance that one toss makes anyone the Instigator.
    #[must_use]
    pub fn commits(&self) -> Ratio {
        Ratio::ONE - &self.strikes_off
    }

    /// The chance that both pass and a turn is struck off.
    #[must_use]
    pub const fn strikes_off(&self) -> &Ratio {
        &self.strikes_off
    }

    /// The mean number of turns struck off if they never ran out; `None` if both always pass.
    #[must_use]
    pub fn mean_struck_off(&self) -> Option<Ratio> {
        self.strikes_off.checked_div(&self.commits())
    }

    /// The law of the turns struck off in a game of so many.
    ///
    /// # Errors
    /// None in fact: the chances add up to 1.
    pub fn struck_off(&self, turns: u64) -> Result<Pmf<u64>, OddsError> {
        let commits = self.commits();
        let played = (0..turns).map(|n| (n, self.drawn(n) * &commits));
        Pmf::from_chances(played.chain([(turns, self.drawn(turns))]))
    }

    /// The chance that a game of so many turns is drawn unplayed.
    #[must_use]
    pub fn drawn(&self, turns: u64) -> Ratio {
        self.strikes_off.pow(turns)
    }

    /// The chance that a side is the first Instigator of a game of so many turns.
    #[must_use]
    pub fn first(&self, side: Side, turns: u64) -> Ratio {
        let played = Ratio::ONE - self.drawn(turns);
        match self.instigates(side).checked_div(&self.commits()) {
            Some(share) => share * played,
            None => Ratio::ZERO,
        }
    }
}

/// How a technique test is read, whose dice (a d10, in duels a d100) are rolled against an attribute (WSC-4, WSC-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TechniqueTest {
    /// At or under it succeeds (2012).
    AtOrUnder,
    /// Under it succeeds (2009).
    Under,
}

impl TechniqueTest {
    /// The chance of a test with an attribute.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
    pub fn chance(self, dice: Dice, attribute: i32) -> Result<Ratio, OddsError> {
        let fails_from = match self {
            Self::AtOrUnder => i64::from(attribute) + 1,
            Self::Under => i64::from(attribute),
        };
        Ok(Ratio::ONE - Ways::of(&[dice])?.chance(fails_from))
    }
}

/// A chain of technique tests (WSC-6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Techniques {
    attacker: Ratio,
    defender: Ratio,
}

impl Techniques {
    /// The chances with which attacker and defender pass a test.
    ///
    /// # Errors
    /// [`OddsError::NotAChance`].
    pub fn new(attacker: Ratio, defender: Ratio) -> Result<Self, OddsError> {
        attacker.as_chance()?;
        defender.as_chance()?;
        Ok(Self { attacker, defender })
    }

    /// The chance that the defender falls; `None` if neither can fail.
    #[must_use]
    pub fn defender_falls(&self) -> Option<Ratio> {
        (Ratio::ONE - &self.defender).checked_div(&self.breaks())
    }

    /// The chance that the attacker falls; `None` if neither can fail.
    #[must_use]
    pub fn attacker_falls(&self) -> Option<Ratio> {
        (&self.defender * &(Ratio::ONE - &self.attacker)).checked_div(&self.breaks())
    }

    /// The mean number of tests, the failed one included; `None` if neither can fail.
    #[must_use]
    pub fn mean_tests(&self) -> Option<Ratio> {
        (Ratio::ONE + &self.defender).checked_div(&self.breaks())
    }

    /// The law of the number of tests, which is the number of increments too.
    ///
    /// # Errors
    /// [`OddsError::LawTooLong`].
    pub fn tests(&self) -> Result<Wait, OddsError> {
        let fails = [&self.defender, &self.attacker].map(|passes| Ratio::ONE - passes);
        Wait::new(&[], &fails)
    }

    /// The chance that one of two tests in a row fails.
    fn breaks(&self) -> Ratio {
        Ratio::ONE - &self.attacker * &self.defender
    }
}
