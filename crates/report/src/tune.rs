//! The cheapest edit of a rulebook after which battles are as their author wants them.

mod answer;
mod charts;
mod tried;

pub use answer::text;

use serde::{Deserialize, Serialize};

use crate::comparison::{MeasureRow, Value};
use crate::number::{as_exact, step};
use crate::study::{Measured, Played};
use crate::table::Table;
use crate::{Findings, Words};

crate::rows! {
    /// Edits that were played, the cheapest first: a row for each target of each.
    pub struct TriedRow in "tune.csv" {
        /// The edit: each cell with its value now and then; empty for the table as it stands.
        pub edit: String => Text,
        /// What changing its cells costs: how many they are, unless they have weights.
        pub cells: u32 => Whole,
        /// Steps in all.
        pub steps: u32 => Whole,
        /// Number of the target, from 1, as the summary lists them.
        pub target: u64 => Whole,
        /// What is measured.
        pub measure: String => Text,
        /// What the value counts, such as `figures a game`; of a share, of what.
        pub unit: String => Text,
        /// Of which side; empty for a measure of the whole game.
        pub side: String => Text,
        /// The battle.
        pub scenario: String => Text,
        /// Who plays it.
        pub players: String => Text,
        /// Its value.
        pub value: Option<f64> => Number,
        /// An interval that holds over all looks and targets of this edit together.
        pub interval: Option<crate::Interval> => Interval("ci_low", "ci_high"),
        /// Games of each battle.
        pub games: u64 => Whole,
        /// Of the edit, not of this target alone: `meets` if all are met, `misses` if one is surely missed, `open` if neither is
        /// known, `refused` if all were met and fresh dice did not bear that out, `aside` if it was played only to tell what stands
        /// in the way, and no further than it took. Of edits that fresh dice have seen value, interval and games are of these.
        pub verdict: String => Text,
    }

    /// Numbers that might be changed, and whether that does anything.
    pub struct CellRow in "cells.csv" {
        /// Its path.
        pub path: String => Text,
        /// What people call it.
        pub name: String => Text,
        /// Its value now.
        pub value: String => Text,
        /// The least value that it might be given; empty where there is none.
        pub down: String => Text,
        /// Games that went differently with it, of those that it took to see what it does, of all battles.
        pub down_changed: u64 => Whole,
        /// The greatest value that it might be given; empty where there is none.
        pub up: String => Text,
        /// Games that went differently with it.
        pub up_changed: u64 => Whole,
    }
}

/// Where a measure is wanted.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TargetRow {
    /// The battle.
    pub scenario: String,
    /// Who plays it, in words.
    pub players: String,
    /// What is measured, and of whom.
    #[serde(flatten)]
    pub measured: Measured,
    /// Least value wanted.
    pub least: Option<f64>,
    /// Greatest value wanted.
    pub most: Option<f64>,
    /// By how much a printed edit may miss it, for all that is promised.
    pub slack: f64,
    /// Its value as the table stands.
    pub now: Option<Value>,
}

/// A number that an edit changes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Changed {
    /// Its path.
    pub path: String,
    /// What people call it.
    pub name: String,
    /// Its value now.
    pub now: String,
    /// Its value in the edit.
    pub then: String,
}

impl Changed {
    /// Changes as tables of edits have them: `seize roll of average troops 19 → 18; …`.
    pub fn listed(changes: &[Self]) -> String {
        let one = |it: &Self| format!("{} {}", it.name, step(&it.now, &it.then));
        changes.iter().map(one).collect::<Vec<_>>().join("; ")
    }
}

/// A measure that an edit moves, beside the targets: its values as the table stands and with the edit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Moved {
    /// The battle.
    pub scenario: String,
    /// Who plays it.
    pub players: String,
    /// What is measured.
    #[serde(flatten)]
    pub row: MeasureRow,
}

/// An edit that met all targets in a race, and how it did on fresh dice.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Certified {
    /// What it changes.
    pub changes: Vec<Changed>,
    /// What changing its cells costs.
    pub cells: u32,
    /// Steps in all.
    pub steps: u32,
    /// Each target's value on fresh dice, with intervals that hold for all of them together.
    pub values: Vec<Option<Value>>,
    /// How often games as far inside as these would come of an edit that misses a target by more than its slack, over all that
    /// were certified together.
    #[serde(serialize_with = "as_exact")]
    pub adjusted_p_value: f64,
    /// Whether that is rare enough to print it.
    pub is_certain: bool,
    /// What else it moves most.
    pub moved: Vec<Moved>,
    /// What each side of a target wins, a draw as one half, when a short search answers it for the enemy, and when one answers
    /// the enemy for it; `None` for targets that are no win rates.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answered: Vec<Option<[Value; 2]>>,
}

/// Edits of one cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Level {
    /// What changing cells costs.
    pub cells: u32,
    /// Steps in all.
    pub steps: u32,
    /// Edits of this cost that the model did not rule out.
    pub possible: u64,
    /// How many of them were played against the targets; none of a level that was not come to.
    pub raced: u64,
}

/// How it came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// All targets are met as it is.
    NothingToDo,
    /// There is an edit.
    Found,
    /// None of those listed meets all targets.
    #[default]
    NoneFits,
    /// Edits that seemed to fit were refused by fresh dice so often that it was given up.
    GivenUp,
    /// Play was stopped before it was known.
    Stopped,
}

/// A search for the cheapest edit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Tune {
    /// The rulebook that is edited.
    pub rulebook: String,
    /// Titles of the battles.
    pub titles: Vec<String>,
    /// How it came out.
    pub ending: Ending,
    /// What is wanted.
    pub targets: Vec<TargetRow>,
    /// Edits that were certified, the best first.
    pub certified: Vec<Certified>,
    /// How often what is told may be wrong.
    pub error: f64,
    /// Games of each battle: most with each step, of each edit in a race, and of each that is certified.
    pub effort: [u64; 3],
    /// Edits that were played only to tell what stands in the way.
    pub surveyed: u64,
    /// Fresh games that each target's value rests on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fresh: Vec<u64>,
    /// Seed of the dice that certified.
    pub fresh_seed: u64,
    /// Cells that an edit might change at most.
    pub most_cells: usize,
    /// Whether edits were tried, too, that change the order of the values of a table.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub any_order: bool,
    /// Whether some cells cost more than others, so that what an edit costs is not how many it changes.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_weighed: bool,
    /// What might be changed.
    pub cells: Vec<CellRow>,
    /// Edits by cost.
    pub levels: Vec<Level>,
    /// Edits that were played.
    pub tried: Vec<TriedRow>,
    /// The games, and what it takes to play them again.
    #[serde(flatten)]
    pub played: Played,
}

impl TargetRow {
    /// What is measured, of whom, and in which battle if there are several.
    pub(crate) fn name(&self, tune: &Tune) -> String {
        tune.named(self.measured.name(), &self.scenario, &self.players)
    }
}

impl Tune {
    /// The name of a measure, with battle and players if there are several.
    fn named(&self, mut name: String, scenario: &str, players: &str) -> String {
        let first = &self.targets[0];
        let is_several =
            |of: fn(&TargetRow) -> &String| self.targets.iter().any(|it| of(it) != of(first));
        if is_several(|target| &target.scenario) {
            name = format!("{name}, {scenario}");
        }
        if is_several(|target| &target.players) {
            name = format!("{name}, {players}");
        }
        name
    }

    /// The edit that is printed.
    fn best(&self) -> Option<&Certified> {
        self.certified.iter().find(|edit| edit.is_certain)
    }

    /// What was found, without its summary.
    pub(crate) fn shown(&self) -> Findings {
        let title = match self.titles.as_slice() {
            [one] => one.clone(),
            titles => titles.join(", "),
        };
        let measures = self
            .targets
            .iter()
            .map(|TargetRow { measured, .. }| (measured.measure.clone(), measured.about.clone()));
        Findings {
            tables: vec![Table::of(&self.tried), Table::of(&self.cells)],
            charts: charts::all(self),
            words: Words {
                definitions: measures.collect(),
                ..self.played.words("tune", &title, &text(self))
            },
            ..Findings::default()
        }
    }
}
