//! Nominees: the figure that tries to seize the initiative, and its factors (LL-03, LL-07).

use skirmish_engine::rulebook::{FactorCondition, Rulebook};

use crate::answer::{Answer, Record, Solved, Value, counted};
use crate::error::OddsError;
use crate::ratio::Ratio;
use crate::seize::Seize;
use crate::streak::{Shooting, Streak};
use crate::wait::Wait;

/// A tactical factor that counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// The row of the table.
    pub factor: String,
    /// How often it counts.
    pub times: u32,
    /// What it adds in total.
    pub adds: i32,
}

/// A nominee in terms of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nominee {
    /// Its troop type.
    pub troops: String,
    /// Its rank, if it leads.
    pub leader: Option<String>,
    /// The base initiative of its troops.
    pub base: i32,
    /// What its rank adds.
    pub leadership: i32,
    /// The tactical factors that count.
    pub factors: Vec<Counted>,
}

/// An attempt to seize the initiative (LL-03).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The nominee.
    pub nominee: Nominee,
    /// Its roll.
    pub roll: Seize,
    /// The chance of success.
    pub chance: Ratio,
}

/// How long the initiative is held against a nominee (LL-03, LL-07).
#[derive(Debug, Clone)]
pub struct Held {
    /// The nominee that tries to seize it after every action.
    pub nominee: Nominee,
    /// The streak with its dice.
    pub streak: Streak,
    /// Which actions are shooting actions, in a word.
    pub shooting: String,
    /// The law of its length.
    pub law: Wait,
    /// The lengths that are listed, each with its chance.
    pub lengths: Vec<(u64, Ratio)>,
    /// The chance of a greater length.
    pub longer: Ratio,
    /// The length reached with an even chance; `None` if it may last for ever.
    pub median: Option<u64>,
}

impl Nominee {
    /// Returns every nominee of a table: all troops, without a leader and with each rank.
    pub fn all(rules: &Rulebook, factors: &[Counted]) -> impl Iterator<Item = Self> {
        let ranks = || rules.ranks.iter().map(|rank| (Some(rank.name.clone()), rank.bonus));
        rules.troops.iter().flat_map(move |troops| {
            std::iter::once((None, 0)).chain(ranks()).map(|(leader, leadership)| Self {
                troops: troops.name.clone(),
                leader,
                base: troops.base,
                leadership,
                factors: factors.to_vec(),
            })
        })
    }

    fn adds(&self) -> i32 {
        self.leadership + self.factors.iter().map(|factor| factor.adds).sum::<i32>()
    }

    /// Returns its attempt by the dice of a rulebook.
    pub fn attempt(self, rules: &Rulebook) -> Result<Attempt, OddsError> {
        let roll = Seize { dice: rules.seize.dice, base: self.base, factors: self.adds() };
        Ok(Attempt { chance: roll.chance()?, roll, nominee: self })
    }

    /// Returns how long the initiative is held against it, with this many lengths listed if it may be held for ever. Counters
    /// and actions add up by themselves as the streak goes on; every row of the table that counts them does.
    pub fn holds_off(
        self,
        rules: &Rulebook,
        (shooting, pattern): (&str, Shooting),
        lengths: u64,
    ) -> Result<Held, OddsError> {
        let counters = rules.options.counters;
        let per = |condition: FactorCondition| {
            let rows = rules.seize.factors.iter().filter(|row| row.when == [condition]);
            rows.map(|row| row.value).sum::<i32>()
        };
        let streak = Streak {
            dice: rules.seize.dice,
            base: self.base,
            factors: self.adds(),
            per_counter: per(FactorCondition::EnemyShots),
            per_action: per(FactorCondition::EnemyStreak),
            shooting: pattern,
            counters,
        };
        let law = streak.law()?;
        let listed = law.longest().map_or(lengths, |longest| longest.min(1000));
        Ok(Held {
            nominee: self,
            streak,
            shooting: shooting.to_owned(),
            lengths: law.terms().take_while(|(length, _)| *length <= listed).collect(),
            longer: law.survival(listed),
            median: law.median()?,
            law,
        })
    }

    fn record(&self) -> Record {
        let counted = |counted: &Counted| {
            let row = Record::new().with("factor", &counted.factor).with("times", counted.times);
            row.with("adds", counted.adds)
        };
        Record::new()
            .with("troops", &self.troops)
            .with("leader", self.leader.as_ref())
            .with("base", self.base)
            .with("leadership", self.leadership)
            .list("factors", self.factors.iter().map(counted))
    }
}

impl Solved for Attempt {
    fn answer(&self) -> Answer {
        let rolled = self.nominee.record().with("dice", self.roll.dice);
        let told = rolled.with("needed", self.roll.needed()).chance(&self.chance);
        let row = told.pick(["troops", "leader", "dice", "needed", "exact", "probability"]);
        Answer::new(told, row)
    }
}

impl Held {
    /// Returns how long a shooting counter counts, in a word.
    pub fn counters(&self) -> &'static str {
        self.streak.counters.name()
    }
}

impl Solved for Held {
    fn answer(&self) -> Answer {
        let lengths = self.lengths.iter().cloned().map(|length| counted("length", length));
        let of = self.nominee.record();
        let told = of
            .pick(["troops", "leader"])
            .with("dice", self.streak.dice)
            .and(of.pick(["base", "leadership", "factors"]))
            .with("shooting", &self.shooting)
            .with("counters", self.counters())
            .list("pmf", lengths.clone())
            .with("longer", &self.longer)
            .with("never", self.law.never())
            .mean(self.law.mean().as_ref())
            .with("variance", self.law.variance().map(Value::Decimal))
            .with("median", self.median)
            .with("longest", self.law.longest());
        let case = told.pick(["troops", "leader", "shooting", "counters"]);
        // A streak that can never be ended has no length at all.
        let none = case.clone().and(counted("length", (0, Ratio::ZERO)));
        Answer::of_rows(told, &case, lengths).with_names_of(&none)
    }
}
