//! What studies share: the measure, and the games that it was measured in.

use serde::{Deserialize, Serialize};

use crate::Answer;
use crate::answer;
use crate::chart::{Labels, ValueFormat};
use crate::findings::Words;
use crate::number::{counted, with_commas};

crate::rows! {
    /// A measure of one side, or of the game.
    pub struct Measured {
        /// Name of the measure, such as `win-rate`.
        pub measure: String => Text,
        /// The side; empty for a measure of the whole game.
        pub side: String => Text,
        /// What the value counts, such as `figures a game`; of a share, of what.
        pub unit: String => Text,
        /// Its definition.
        pub about: String => Text [in_json],
        /// Whether it is a share, to be read in percent.
        pub is_share: bool => YesNo [in_json],
    }
}

/// Text in place of a missing value.
pub(crate) const NEVER: &str = "never measured";

impl Measured {
    pub(crate) fn name(&self) -> String {
        crate::words::of_side(&self.measure, &self.side)
    }

    /// Returns the name in words: `the win rate of Raiders`, `how often Raiders get through`.
    pub(crate) fn human(&self) -> String {
        let told = crate::words::measured(&self.measure, &self.side);
        if told.starts_with("how often ") { told } else { format!("the {told}") }
    }

    pub(crate) const fn format(&self) -> ValueFormat {
        if self.is_share { ValueFormat::Percent } else { ValueFormat::Plain }
    }
}

/// The games of a study, and what it takes to reproduce them.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Played {
    /// Games played under each variant, at each point, or with each step.
    pub games: u64,
    /// Seed of all dice.
    pub seed: u64,
    /// Confidence of the intervals.
    pub confidence: f64,
    /// Version of the program.
    pub version: String,
    /// The file that was played, the first if there were several.
    pub file: String,
    /// SHA-256 of the scenario.
    pub scenario_sha256: String,
    /// SHA-256 of the rulebook before anything is varied.
    pub rulebook_sha256: String,
    /// Where the players come from, where they were named. Studies that have more of both tell these under the same keys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<String>,
    /// The bots of both sides, if they replace the battle's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bots: Option<[String; 2]>,
    /// The command that reproduces the numbers.
    pub command: String,
    /// Notes on methods and their sources.
    pub notes: Vec<String>,
}

impl Played {
    /// Returns the players, if they are not the battle's own bots.
    pub(crate) fn who(&self) -> Option<String> {
        self.players.clone().or_else(|| self.bots.as_ref().map(|bots| bots.join(" and ")))
    }

    /// Returns the notes of a command, general ones first.
    pub(crate) fn methods(&self, command: &str) -> Vec<String> {
        answer::methods(command).into_iter().chain(self.notes.iter().cloned()).collect()
    }

    /// Returns the texts that depend on the games; the caller adds the rest.
    pub(crate) fn words(&self, command: &'static str, title: &str, answer: &Answer) -> Words {
        let bots = self.bots.as_ref().map(|bots| bots.join(" and "));
        let told = self.players.clone().or(bots).map(|told| ("Players", told));
        Words {
            command,
            title: title.to_owned(),
            answer: answer.text(false),
            methods: self.methods(command),
            origins: told
                .into_iter()
                .chain([
                    ("Games", with_commas(self.games)),
                    ("Seed", self.seed.to_string()),
                    ("Program", format!("skirmish {}", self.version)),
                    ("Scenario, SHA-256", self.scenario_sha256.clone()),
                    ("Rulebook, SHA-256", self.rulebook_sha256.clone()),
                ])
                .collect(),
            again: self.command.clone(),
            ..Words::default()
        }
    }

    /// Returns the labels of a chart; `at` says what the games were played at.
    pub(crate) fn labels(&self, at: &str, title: String, subtitle: String) -> Labels {
        Labels { title, subtitle, caption: self.caption(at), ..Labels::default() }
    }

    pub(crate) fn caption(&self, at: &str) -> String {
        let Self { version, seed, command, .. } = self;
        let games = counted(self.games, "game");
        format!("skirmish {version}, {games} {at} on the same dice, seed {seed}. {command}")
    }
}
