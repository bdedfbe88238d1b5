//! What a command that goes on later must be again: the same command of the same program, of files that say the same.

use serde::{Deserialize, Serialize};
use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_scenario::{Scenario, sha256};

use crate::args::typed;

/// What was begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    version: String,
    /// The words of the command that bear on what is played.
    asked: Vec<String>,
    /// Of each battle a code of itself, of its rules as far as it has a use for them, and of who plays it.
    battles: Vec<[String; 3]>,
    /// A code of what files ask of them, if that matters.
    questions: String,
}

impl Identity {
    /// The command that is carried out, of these battles.
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

    /// The same, of which files ask this.
    pub(crate) fn asking(self, questions: &str) -> Self {
        Self { questions: sha256(questions.as_bytes()), ..self }
    }

    /// Why this is not what was begun before, if it is not.
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
