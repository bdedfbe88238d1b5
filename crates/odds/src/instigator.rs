//! WarSpike: which side instigates (WS-01), and how a chain of technique tests ends (WSC-6).
//!
//! Let the sides pass with chances `a` and `b`, whether they are asked first or second. A toss then makes the first side the
//! Instigator with `(1 - a) / 2 + b (1 - a) / 2 = (1 - a)(1 + b) / 2`, and neither side with `a b`. In that case a turn is
//! struck off the game, so that a game of `T` turns is drawn unplayed with `(a b)^T`.
//!
//! In the chain the attacker's opening lands without a roll; then the defender tests with chance
//! `d`, the attacker with chance `a`, and so on, and the first to fail falls. It is the defender
//! with `(1 - d)(1 + d a + (d a)² + …) = (1 - d) / (1 - a d)`.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::TechniqueTest;
use skirmish_engine::side::{BySide, Side};

use crate::answer::{Answer, Record, Solved, Value, chance, counted, maybe, result};
use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;
use crate::wait::Wait;
use crate::ways::Ways;

/// The Instigator of a game of this many turns, by tosses (WS-01).
#[derive(Debug, Clone)]
pub struct Instigating {
    /// The chances of each side to pass.
    pub passes: [Ratio; 2],
    /// Turns of the game.
    pub turns: u32,
    /// One toss.
    pub toss: Toss,
    /// The law of the turns struck off.
    pub struck_off: Pmf<u64>,
    /// Whether each number of turns struck off gets a row.
    pub lists_turns: bool,
}

impl Instigating {
    /// Returns a game of this many turns between sides that pass with these chances.
    pub fn new(passes: [Ratio; 2], turns: u32, lists_turns: bool) -> Result<Self, OddsError> {
        let toss = Toss::new(BySide(passes.clone()))?;
        let struck_off = toss.struck_off(turns.into())?;
        Ok(Self { passes, turns, toss, struck_off, lists_turns })
    }

    /// Returns the chances that one toss makes the one side the Instigator, the other, or neither.
    pub fn once(&self) -> [Ratio; 3] {
        let [one, other] = Side::BOTH.map(|side| self.toss.instigates(side).clone());
        [one, other, self.toss.strikes_off().clone()]
    }

    /// Returns the chances that the one side is the first Instigator of the game, the other, or neither, as the game is drawn
    /// unplayed.
    pub fn first(&self) -> [Ratio; 3] {
        let turns = self.turns.into();
        let [one, other] = Side::BOTH.map(|side| self.toss.first(side, turns));
        [one, other, self.toss.drawn(turns)]
    }
}

impl Solved for Instigating {
    fn answer(&self) -> Answer {
        let three = |chances: [Ratio; 3]| {
            let named = ["one", "other", "nobody"].into_iter().zip(&chances);
            named.fold(Record::new(), |all, (who, exact)| all.with(who, chance(exact)))
        };
        let struck_off = || self.struck_off.iter().map(|(turns, exact)| (*turns, exact));
        let [one, other] = &self.passes;
        let told = Record::new()
            .with("one_passes", chance(one))
            .with("other_passes", chance(other))
            .with("turns", self.turns)
            .with("toss", three(self.once()))
            .with("first", three(self.first()))
            .with("mean_struck_off", self.toss.mean_struck_off().map(Value::Decimal))
            .list("struck_off", struck_off().map(|turns| counted("turns", turns)));
        let case = Record::new().with("one_passes", one).with("other_passes", other);
        let case = case.with("turns", self.turns);
        let mut rows = Vec::new();
        for (what, chances, nobody) in
            [("toss", self.once(), "nobody"), ("first instigator", self.first(), "drawn unplayed")]
        {
            let results = ["one", "other", nobody].into_iter().zip(chances);
            rows.extend(results.map(|(who, exact)| result(what, who, &exact)));
        }
        if self.lists_turns {
            rows.extend(
                struck_off().map(|(turns, exact)| result("turns struck off", turns, &exact)),
            );
        }
        Answer::of_rows(told, &case, rows)
    }
}

/// Tosses for the Instigator, between sides that pass with fixed chances (WS-01).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toss {
    instigates: BySide<Ratio>,
    strikes_off: Ratio,
}

impl Toss {
    /// Returns tosses between sides that pass with these chances.
    pub fn new(passes: BySide<Ratio>) -> Result<Self, OddsError> {
        let [a, b] = [passes[Side::A].as_chance()?, passes[Side::B].as_chance()?];
        let half = Ratio::new(1, 2)?;
        let of = |own: &Ratio, other: &Ratio| (Ratio::ONE - own) * (Ratio::ONE + other) * &half;
        Ok(Self { instigates: BySide([of(a, b), of(b, a)]), strikes_off: a * b })
    }

    /// Returns the chance that one toss makes a side the Instigator.
    pub fn instigates(&self, side: Side) -> &Ratio {
        &self.instigates[side]
    }

    /// Returns the chance that one toss makes either side the Instigator.
    pub fn commits(&self) -> Ratio {
        Ratio::ONE - &self.strikes_off
    }

    /// Returns the chance that both pass and a turn is struck off.
    pub const fn strikes_off(&self) -> &Ratio {
        &self.strikes_off
    }

    /// Returns the mean number of turns struck off if they never ran out; `None` if both always pass.
    pub fn mean_struck_off(&self) -> Option<Ratio> {
        self.strikes_off.checked_div(&self.commits())
    }

    /// Returns the law of the turns struck off in a game of this many turns.
    ///
    /// # Errors
    /// None in fact: the chances add up to 1.
    pub fn struck_off(&self, turns: u64) -> Result<Pmf<u64>, OddsError> {
        let commits = self.commits();
        let played = (0..turns).map(|n| (n, self.drawn(n) * &commits));
        Pmf::from_chances(played.chain([(turns, self.drawn(turns))]))
    }

    /// Returns the chance that a game of this many turns is drawn unplayed.
    pub fn drawn(&self, turns: u64) -> Ratio {
        self.strikes_off.pow(turns)
    }

    /// Returns the chance that a side is the first Instigator of a game of this many turns.
    pub fn first(&self, side: Side, turns: u64) -> Ratio {
        let played = Ratio::ONE - self.drawn(turns);
        match self.instigates(side).checked_div(&self.commits()) {
            Some(share) => share * played,
            None => Ratio::ZERO,
        }
    }
}

/// Returns the chance to pass a technique test, whose dice (a d10, in duels a d100) are rolled against an attribute (WSC-4,
/// WSC-12).
pub fn passes(test: TechniqueTest, dice: Dice, attribute: i32) -> Result<Ratio, OddsError> {
    let fails_from = match test {
        TechniqueTest::AtOrUnder => i64::from(attribute) + 1,
        TechniqueTest::Under => i64::from(attribute),
    };
    Ok(Ratio::ONE - Ways::of(&[dice])?.chance(fails_from))
}

/// A chain of technique tests (WSC-6).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Techniques {
    attacker: Ratio,
    defender: Ratio,
}

impl Techniques {
    /// Returns a chain from the chances of attacker and defender to pass a test.
    pub fn new(attacker: Ratio, defender: Ratio) -> Result<Self, OddsError> {
        attacker.as_chance()?;
        defender.as_chance()?;
        Ok(Self { attacker, defender })
    }

    /// Returns the chance that the defender falls; `None` if neither can fail.
    pub fn defender_falls(&self) -> Option<Ratio> {
        (Ratio::ONE - &self.defender).checked_div(&self.breaks())
    }

    /// Returns the chance that the attacker falls; `None` if neither can fail.
    pub fn attacker_falls(&self) -> Option<Ratio> {
        (&self.defender * &(Ratio::ONE - &self.attacker)).checked_div(&self.breaks())
    }

    /// Returns the mean number of tests, the failed one included; `None` if neither can fail.
    pub fn mean_tests(&self) -> Option<Ratio> {
        (Ratio::ONE + &self.defender).checked_div(&self.breaks())
    }

    /// Returns the law of the number of tests, which is the number of increments too.
    pub fn tests(&self) -> Result<Wait, OddsError> {
        let fails = [&self.defender, &self.attacker].map(|passes| Ratio::ONE - passes);
        Wait::new(&[], &fails)
    }

    /// Returns the chances of attacker and defender to pass a test.
    pub const fn pass(&self) -> [&Ratio; 2] {
        [&self.attacker, &self.defender]
    }

    /// Returns the chance that one of two tests in a row fails.
    fn breaks(&self) -> Ratio {
        Ratio::ONE - &self.attacker * &self.defender
    }
}

/// A chain of technique tests between two figures, and how many numbers of tests are listed (WSC-6).
#[derive(Debug, Clone)]
pub struct Duel {
    /// The attributes of attacker and defender, if their chances came from these.
    pub attributes: [Option<i32>; 2],
    /// The chain.
    pub chain: Techniques,
    /// The law of the number of tests.
    pub law: Wait,
    /// The highest number of tests listed.
    pub tests: u64,
}

impl Solved for Duel {
    fn answer(&self) -> Answer {
        let [attacker, defender] = self.chain.pass();
        let falls = [self.chain.defender_falls(), self.chain.attacker_falls()];
        let mean = self.chain.mean_tests();
        let tests = (1..=self.tests).map(|n| counted("tests", (n, self.law.chance(n))));
        let told = Record::new()
            .with("attacker_attribute", self.attributes[0])
            .with("defender_attribute", self.attributes[1])
            .with("attacker", chance(attacker))
            .with("defender", chance(defender))
            .with("defender_falls", maybe(falls[0].as_ref()))
            .with("attacker_falls", maybe(falls[1].as_ref()))
            .mean(mean.as_ref())
            .list("tests", tests);
        let case = Record::new()
            .with("attacker", self.attributes[0])
            .with("defender", self.attributes[1])
            .with("attacker_passes", attacker)
            .with("defender_passes", defender);
        let results = ["defender falls", "attacker falls", "mean tests"].into_iter();
        let results = results.zip([&falls[0], &falls[1], &mean]);
        let rows = results.map(|(what, exact)| Record::new().with("result", what).chance(exact));
        Answer::of_rows(told, &case, rows)
    }
}
