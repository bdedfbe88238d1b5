//! Stacked tests (WSC-5): whoever attacks rolls one die that is read against two attributes.
//!
//! Let `m` and `a` be the chances that Mentality and Action pass. As it is one die, both pass with
//! `min(m, a)`, one alone with the difference, and neither with `1 - max(m, a)`. Let the defender
//! pass a technique test with `d`. A skilled attack is the chain of WSC-6. In a wild attack the
//! defender falls with `1 - d`, else the attacker does; in a half-hearted one the defender falls
//! with `1 - d`, else nobody.

use skirmish_engine::dice::Dice;
use skirmish_engine::event::Opening;

use crate::error::OddsError;
use crate::instigator::{TechniqueTest, Techniques};
use crate::ratio::Ratio;

/// One attack by a stacked test, and what comes of it (WSC-5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stacked {
    attacks: [Ratio; 4],
    defender: Ratio,
    chain: Techniques,
}

impl Stacked {
    /// An attack of somebody with this Mentality and Action. The chances are those with which attacker and defender pass a
    /// technique test.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`], [`OddsError::NotAChance`].
    pub fn new(
        dice: Dice,
        test: TechniqueTest,
        [mentality, action]: [i32; 2],
        [attacker, defender]: [Ratio; 2],
    ) -> Result<Self, OddsError> {
        let mentality = test.chance(dice, mentality)?;
        let action = test.chance(dice, action)?;
        let both = mentality.clone().min(action.clone());
        let neither = Ratio::ONE - mentality.clone().max(action.clone());
        let attacks = [both.clone(), mentality - &both, action - &both, neither];
        Ok(Self {
            attacks,
            defender: defender.clone(),
            chain: Techniques::new(attacker, defender)?,
        })
    }

    /// The chance of a kind of attack.
    #[must_use]
    pub const fn attack(&self, opening: Opening) -> &Ratio {
        let [skilled, wild, half_hearted, none] = &self.attacks;
        match opening {
            Opening::Skilled => skilled,
            Opening::Wild => wild,
            Opening::HalfHearted => half_hearted,
            Opening::CoversUp => none,
        }
    }

    /// The chance that the defender falls; `None` if the chain may go on for ever.
    #[must_use]
    pub fn defender_falls(&self) -> Option<Ratio> {
        let [_, wild, half_hearted, _] = &self.attacks;
        let once = (wild + half_hearted) * (Ratio::ONE - &self.defender);
        Some(self.of_chain(self.chain.defender_falls())? + once)
    }

    /// The chance that the attacker falls; `None` if the chain may go on for ever.
    #[must_use]
    pub fn attacker_falls(&self) -> Option<Ratio> {
        let once = self.attack(Opening::Wild) * &self.defender;
        Some(self.of_chain(self.chain.attacker_falls())? + once)
    }

    /// The chance that both stand; `None` if the chain may go on for ever.
    #[must_use]
    pub fn nobody_falls(&self) -> Option<Ratio> {
        Some(Ratio::ONE - self.defender_falls()? - self.attacker_falls()?)
    }

    /// The chance that it is the defender who falls, if the same attack is made again and again until one does; `None` if it
    /// may go on for ever.
    #[must_use]
    pub fn defender_falls_at_last(&self) -> Option<Ratio> {
        let defender = self.defender_falls()?;
        defender.checked_div(&(&defender + &self.attacker_falls()?))
    }

    /// The mean number of technique tests, the roll for the attack not counted; `None` if the chain may go on for ever.
    #[must_use]
    pub fn mean_tests(&self) -> Option<Ratio> {
        let [_, wild, half_hearted, _] = &self.attacks;
        Some(self.of_chain(self.chain.mean_tests())? + wild + half_hearted)
    }

    /// What a skilled attack has part in, which may be none.
    fn of_chain(&self, whole: Option<Ratio>) -> Option<Ratio> {
        let skilled = self.attack(Opening::Skilled);
        if skilled.is_zero() {
            return Some(Ratio::ZERO);
        }
        Some(skilled * &whole?)
    }
}
