//! What the questions about rounds of segments share (AD-01 to AD-10).

use serde::Serialize;
use skirmish_engine::rulebook::{Rulebook, Segments, System};
use skirmish_odds::{Natural, Pmf, Ratio};
use skirmish_scenario::load_rules;

use super::columns::Chance;
use crate::args::{RoundRules, TurnRules};
use crate::files::Disk;
use crate::status::Failure;

/// The rulebook of a question about rounds or turns; without a name, that of the system.
pub(super) fn rulebook(args: &TurnRules, system: System) -> Result<Rulebook, Failure> {
    let name = args.rules.as_deref().unwrap_or(system.name());
    Ok(load_rules(name, &args.set, &Disk)?.rulebook)
}

/// The round of segments in that rulebook, with the dice of the command line.
pub(super) fn segments(args: &RoundRules) -> Result<Segments, Failure> {
    let rules = rulebook(&args.book, System::Adnd)?.segments;
    Ok(in_force(args, rules))
}

/// The same round with the dice of the command line.
pub(super) fn in_force(args: &RoundRules, rules: Segments) -> Segments {
    Segments { dice: args.dice.unwrap_or(rules.dice), ..rules }
}

/// A chance as the printed tables have it: so many of all rolls.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Rolls {
    ways: String,
    of: String,
    #[serde(flatten)]
    pub(super) chance: Chance,
}

impl Rolls {
    /// Of all rolls that a law counts, those with such outcomes.
    pub(super) fn that<T: Ord>(law: &Pmf<T>, is_such: impl Fn(&T) -> bool) -> Self {
        let such = law.weights().filter(|(outcome, _)| is_such(outcome));
        let ways = such.fold(Natural::ZERO, |sum, (_, weight)| &sum + weight);
        Self {
            ways: ways.to_string(),
            of: law.total().to_string(),
            chance: law.chance_that(|outcome| is_such(outcome)).into(),
        }
    }

    /// `20/36`, not cut down.
    pub(super) fn ratio(&self) -> String {
        format!("{}/{}", self.ways, self.of)
    }

    pub(super) const fn exact(&self) -> &Ratio {
        &self.chance.exact
    }

    pub(super) fn percent(&self, places: u32) -> String {
        self.exact().percent(places).to_string()
    }

    /// A row of a table of text.
    pub(super) fn row(&self, what: impl Into<String>) -> Vec<String> {
        vec![what.into(), self.ratio(), self.percent(3)]
    }

    /// The cells of a CSV row: ways, of, exact, probability.
    pub(super) fn cells(&self) -> [String; 4] {
        let [exact, probability] = super::columns::cells(self.exact());
        [self.ways.clone(), self.of.clone(), exact, probability]
    }
}

/// Rules, and what is assumed where the source is silent, at the foot of an answer.
pub(super) fn foot(lines: &[&str]) -> String {
    let mut text = "\n".to_owned();
    for line in lines {
        text.push_str(&crate::page::wrapped(line, 0));
        text.push('\n');
    }
    text
}
