//! What must be the same for a command to continue: program, command, and contents of files.

use serde::{Deserialize, Serialize};
use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_scenario::{Scenario, sha256};

use crate::args::typed;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    version: String,
    /// The words of the command that affect what is played.
    asked: Vec<String>,
    /// Hashes of each battle, of the rules it uses, and of its players.
    battles: Vec<[String; 3]>,
    /// A hash of the questions in files, if they matter.
    questions: String,
}

impl Identity {
    /// Returns the identity of the current command with these battles.
    pub(crate) fn of<'b>(battles: impl IntoIterator<Item = (&'b Scenario, &'b Battle)>) -> Self {
        let code = |(scenario, battle): (&Scenario, &Battle)| {
            let players = Side::BOTH.map(|side| battle.players(side));
            let players = sha256(format!("{players:?}").as_bytes());
            [scenario.battle_code(), scenario.rules_in_use_code(), players]
        };
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            asked: typed().asked(),
            battles: battles.into_iter().map(code).collect(),
            questions: String::new(),
        }
    }

    pub(crate) fn asking(self, questions: &str) -> Self {
        Self { questions: sha256(questions.as_bytes()), ..self }
    }

    /// Returns the reason why this differs from what was begun, if it does.
    pub(crate) fn differs(&self, before: &Self) -> Option<&'static str> {
        let codes =
            |of: &Self, k: usize| of.battles.iter().map(|it| it[k].clone()).collect::<Vec<_>>();
        let has_changed = |k: usize| codes(self, k) != codes(before, k);
        match self {
            _ if self.version != before.version => Some("another version of skirmish began it"),
            _ if self.asked != before.asked => Some("it belongs to another command"),
            _ if has_changed(0) => Some("the battle has changed since"),
            _ if has_changed(1) => Some("the rulebook has changed since"),
            _ if has_changed(2) => Some("the players have changed since"),
            _ if self.questions != before.questions => Some("what is asked has changed since"),
            _ => None,
        }
    }
}
