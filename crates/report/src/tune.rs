//! The cheapest edit of a rulebook that makes battles come out as wanted.

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

/// A measure with its target range.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct TargetRow {
    /// The battle.
    pub scenario: String,
    /// Description of the players.
    pub players: String,
    /// The measure and its side.
    #[serde(flatten)]
    pub measured: Measured,
    /// Lower limit wanted.
    pub least: Option<f64>,
    /// Upper limit wanted.
    pub most: Option<f64>,
    /// Most by which a printed edit may miss the target.
    pub slack: f64,
    /// Value under the present rulebook.
    pub now: Option<Value>,
}

/// A number that an edit changes.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Changed {
    /// Its path.
    pub path: String,
    /// Its name in words.
    pub name: String,
    /// Present value.
    pub now: String,
    /// Value in the edit.
    pub then: String,
}

impl Changed {
    /// Returns the changes as one text: `seize roll of average troops 19 → 18; …`.
    pub fn listed(changes: &[Self]) -> String {
        let one = |it: &Self| format!("{} {}", it.name, step(&it.now, &it.then));
        changes.iter().map(one).collect::<Vec<_>>().join("; ")
    }
}

/// A measure, not among the targets, that an edit moves, with its values before and after.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Moved {
    /// The battle.
    pub scenario: String,
    /// Its players.
    pub players: String,
    /// The measure.
    #[serde(flatten)]
    pub row: MeasureRow,
}

/// An edit that met all targets in a race, with its results on fresh dice.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Certified {
    /// Its changes.
    pub changes: Vec<Changed>,
    /// Cost of the cells that it changes.
    pub cells: u32,
    /// Total number of steps.
    pub steps: u32,
    /// Value of each target on fresh dice, with intervals that hold for all together.
    pub values: Vec<Option<Value>>,
    /// Chance of games as far inside from an edit that misses a target by more than its slack, adjusted for all edits
    /// certified.
    #[serde(serialize_with = "as_exact")]
    pub adjusted_p_value: f64,
    /// Whether that chance is small enough to print the edit.
    pub is_certain: bool,
    /// The other measures that it moves most.
    pub moved: Vec<Moved>,
    /// Shares that each side of a target wins when a short search plays the enemy, and when one plays the side; a draw counts
    /// one half. `None` for targets that are not win rates.
    pub answered: Vec<Option<[Value; 2]>>,
}

/// The edit to bet on where play was stopped before one was certified.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Guess {
    /// Its changes.
    pub changes: Vec<Changed>,
    /// Value of each target so far.
    pub values: Vec<Option<Value>>,
    /// Whether only its test on fresh dice is missing.
    pub is_accepted: bool,
    /// Games with it; 0 if its values are only expected from numbers moved one by one.
    pub games: u64,
}

/// Edits of one cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Level {
    /// Cost of the changed cells.
    pub cells: u32,
    /// Total number of steps.
    pub steps: u32,
    /// Edits of this cost that the model did not rule out.
    pub possible: u64,
    /// Edits played against the targets; 0 if the search did not get to this level.
    pub raced: u64,
}

/// How the search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// All targets are met without an edit.
    NothingToDo,
    /// An edit was found.
    Found,
    /// No edit considered meets all targets.
    #[default]
    NoneFits,
    /// Fresh dice rejected promising edits so often that the search gave up.
    GivenUp,
    /// Play was stopped before the answer was known.
    Stopped,
}

/// A search for the cheapest edit.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Tune {
    /// The rulebook to edit.
    pub rulebook: String,
    /// Titles of the battles.
    pub titles: Vec<String>,
    /// How the search ended.
    pub ending: Ending,
    /// The targets.
    pub targets: Vec<TargetRow>,
    /// Certified edits, the best first.
    pub certified: Vec<Certified>,
    /// The edit to bet on, if play was stopped.
    pub guess: Option<Guess>,
    /// About how many more minutes it takes to be sure, and with answers to the edit, if play was stopped.
    pub minutes: Option<[u64; 2]>,
    /// Error rate of the statements.
    pub error: f64,
    /// Games of each battle, at most: with each step, for each edit in a race, for each certification.
    pub effort: [u64; 3],
    /// Edits played only to show what prevents a solution.
    pub surveyed: u64,
    /// Fresh games behind each target's value.
    pub fresh: Vec<u64>,
    /// Seed of the certifying dice.
    pub fresh_seed: u64,
    /// Most cells that an edit may change.
    pub most_cells: usize,
    /// Whether edits may also change the order of values in a table.
    pub any_order: bool,
    /// Whether cells differ in cost, so that the cost of an edit is not the number of its cells.
    pub is_weighed: bool,
    /// Cells that may be changed.
    pub cells: Vec<CellRow>,
    /// Edits by cost.
    pub levels: Vec<Level>,
    /// Edits played.
    pub tried: Vec<TriedRow>,
    /// The games, and what it takes to reproduce them.
    #[serde(flatten)]
    pub played: Played,
}

impl TargetRow {
    /// Returns the name of the measure, with battle and players if there are several.
    pub(crate) fn name(&self, tune: &Tune) -> String {
        tune.named(self.measured.name(), &self.scenario, &self.players)
    }
}

impl Tune {
    /// Adds battle and players to a name if there are several.
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

    fn best(&self) -> Option<&Certified> {
        self.certified.iter().find(|edit| edit.is_certain)
    }

    /// Returns the findings without their summary.
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
