//! Stacked tests (WSC-5): the attacker rolls one die, which is read against two attributes.
//!
//! Let `m` and `a` be the chances that Mentality and Action pass. As it is one die, both pass with `min(m, a)`, one alone with
//! the difference, and neither with `1 - max(m, a)`. Let the defender pass a technique test with `d`. A skilled attack is the
//! chain of WSC-6. In a wild attack the defender falls with `1 - d`, else the attacker does; in a half-hearted one the defender
//! falls with `1 - d`, else neither does.

use skirmish_engine::dice::Dice;
use skirmish_engine::event::Opening;
use skirmish_engine::rulebook::TechniqueTest;

use crate::answer::{Answer, Record, Solved, chance, maybe};
use crate::error::OddsError;
use crate::instigator::{Techniques, passes};
use crate::ratio::Ratio;

/// One attack by a stacked test, and its result (WSC-5).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stacked {
    attributes: [i32; 2],
    attacks: [Ratio; 4],
    defender: Ratio,
    chain: Techniques,
}

impl Stacked {
    /// Returns an attack with this Mentality and Action. The chances are those of attacker and defender to pass a technique
    /// test.
    pub fn new(
        dice: Dice,
        test: TechniqueTest,
        attributes: [i32; 2],
        [attacker, defender]: [Ratio; 2],
    ) -> Result<Self, OddsError> {
        let mentality = passes(test, dice, attributes[0])?;
        let action = passes(test, dice, attributes[1])?;
        let both = mentality.clone().min(action.clone());
        let neither = Ratio::ONE - mentality.clone().max(action.clone());
        let attacks = [both.clone(), mentality - &both, action - &both, neither];
        Ok(Self {
            attributes,
            attacks,
            defender: defender.clone(),
            chain: Techniques::new(attacker, defender)?,
        })
    }

    /// Returns the attacker's Mentality and Action.
    pub const fn attributes(&self) -> [i32; 2] {
        self.attributes
    }

    /// Returns the chances of attacker and defender to pass a technique test.
    pub const fn pass(&self) -> [&Ratio; 2] {
        self.chain.pass()
    }

    /// Returns the chance of a kind of attack.
    pub const fn attack(&self, opening: Opening) -> &Ratio {
        let [skilled, wild, half_hearted, none] = &self.attacks;
        match opening {
            Opening::Skilled => skilled,
            Opening::Wild => wild,
            Opening::HalfHearted => half_hearted,
            Opening::CoversUp => none,
        }
    }

    /// Returns the chance that the defender falls; `None` if the chain may go on for ever.
    pub fn defender_falls(&self) -> Option<Ratio> {
        let [_, wild, half_hearted, _] = &self.attacks;
        let once = (wild + half_hearted) * (Ratio::ONE - &self.defender);
        Some(self.of_chain(self.chain.defender_falls())? + once)
    }

    /// Returns the chance that the attacker falls; `None` if the chain may go on for ever.
    pub fn attacker_falls(&self) -> Option<Ratio> {
        let once = self.attack(Opening::Wild) * &self.defender;
        Some(self.of_chain(self.chain.attacker_falls())? + once)
    }

    /// Returns the chance that both stand; `None` if the chain may go on for ever.
    pub fn nobody_falls(&self) -> Option<Ratio> {
        Some(Ratio::ONE - self.defender_falls()? - self.attacker_falls()?)
    }

    /// Returns the chance that the defender falls first, if the same attack is repeated until one of the two falls; `None` if
    /// it may go on for ever.
    pub fn defender_falls_at_last(&self) -> Option<Ratio> {
        let defender = self.defender_falls()?;
        defender.checked_div(&(&defender + &self.attacker_falls()?))
    }

    /// Returns the mean number of technique tests, not counting the roll for the attack; `None` if the chain may go on for
    /// ever.
    pub fn mean_tests(&self) -> Option<Ratio> {
        let [_, wild, half_hearted, _] = &self.attacks;
        Some(self.of_chain(self.chain.mean_tests())? + wild + half_hearted)
    }

    /// Returns the skilled attack's share of a result of the chain; 0 if there is no skilled attack.
    fn of_chain(&self, whole: Option<Ratio>) -> Option<Ratio> {
        let skilled = self.attack(Opening::Skilled);
        if skilled.is_zero() {
            return Some(Ratio::ZERO);
        }
        Some(skilled * &whole?)
    }
}

impl Solved for Stacked {
    fn answer(&self) -> Answer {
        let [mentality, action] = self.attributes;
        let [attacker, defender] = self.pass();
        let attributes = Record::new().with("mentality", mentality).with("action", action);
        let attacks = Opening::ALL.map(|opening| (opening.name(), self.attack(opening)));
        let results = [
            ("defender_falls", "defender falls", self.defender_falls()),
            ("attacker_falls", "attacker falls", self.attacker_falls()),
            ("nobody_falls", "nobody falls", self.nobody_falls()),
            ("defender_falls_at_last", "defender falls at last", self.defender_falls_at_last()),
        ];
        let mean = self.mean_tests();
        let told = attributes
            .clone()
            .with("attacker", chance(attacker))
            .with("defender", chance(defender))
            .with(
                "attacks",
                attacks.map(|(kind, exact)| Record::new().with("attack", kind).chance(exact)),
            );
        let told = results
            .iter()
            .fold(told, |told, (name, _, exact)| told.with(name, maybe(exact.as_ref())));
        let case = attributes.with("attacker_passes", attacker).with("defender_passes", defender);
        let attacks = attacks.iter().map(|(kind, exact)| (*kind, Some(*exact)));
        let results = results.iter().map(|(_, words, exact)| (*words, exact.as_ref()));
        let rows = attacks.chain(results).chain([("mean tests", mean.as_ref())]);
        let rows = rows.map(|(what, exact)| Record::new().with("result", what).chance(exact));
        Answer::of_rows(told.mean(mean.as_ref()), &case, rows)
    }
}
