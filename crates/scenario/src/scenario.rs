//! A scenario that can be played: checked, every name resolved, every number with its origin.

use skirmish_engine::battle::BattleSpec;
use skirmish_engine::side::{BySide, Side};

use crate::file::{Expectation, Tuning, Unit};
use crate::path;
use crate::rules::{Origin, Parameter, Written};

/// A checked scenario.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// The battle's title.
    pub title: String,
    /// What it shows; may be empty.
    pub shows: String,
    /// The name of the file.
    pub name: String,
    /// The unit of lengths.
    pub unit: Unit,
    /// What the engine plays.
    pub spec: BattleSpec,
    /// Every parameter of the rulebook, in its order.
    pub parameters: Vec<Parameter>,
    /// What somebody has written for the rules himself, for this battle or in vain.
    pub written: Vec<Written>,
    /// Lines of the bots that the rules in play do not know, a sentence each.
    pub skipped: Vec<String>,
    /// Every single value of the scenario with its path, as they were played.
    pub values: Vec<(String, String)>,
    /// Where each of these was written, to stand behind it.
    pub places: Vec<String>,
    /// What must stay true.
    pub expectations: Vec<Expectation>,
    /// What may be tuned.
    pub tuning: Tuning,
    /// SHA-256 of the scenario's bytes.
    pub scenario_sha256: String,
    /// SHA-256 of the rulebook as it is in force: a line `path=value` for each parameter.
    pub rulebook_sha256: String,
    /// Every text that was read, shipped ones and values set from outside among them.
    pub inputs: Vec<Input>,
}

/// A path as the lists have it, whatever stands in quotation marks.
fn plain(path: &str) -> Option<String> {
    let parts = path::split(path)?;
    Some(path::join(&parts))
}

/// A text that a scenario was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// SHA-256 of its text.
    pub sha256: String,
}

impl Scenario {
    /// The names of the sides.
    pub fn side_names(&self) -> BySide<&str> {
        BySide::from_fn(|side| self.spec.sides[side].name.as_str())
    }

    /// The side that is called so.
    pub fn side(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.spec.sides[*side].name == name)
    }

    /// The rulebook's parameter at a path.
    pub fn parameter(&self, path: &str) -> Option<&Parameter> {
        let path = plain(path)?;
        self.parameters.iter().find(|p| p.path == path)
    }

    /// The value at a path, of the rulebook or of the scenario, as it would be written. Members of lists go by their number
    /// or their name.
    pub fn get(&self, path: &str) -> Option<&str> {
        if let Some(parameter) = self.parameter(path) {
            return Some(&parameter.value);
        }
        let mut numbered: Vec<String> = Vec::new();
        for part in path::split(path)? {
            let is_number = part.parse::<usize>().is_ok();
            let member = (!is_number).then(|| self.member(&numbered, &part));
            numbered.push(member.flatten().unwrap_or(part));
        }
        self.value(&path::join(&numbered))
    }

    /// The value of the scenario at a path that names members of lists by their numbers.
    fn value(&self, path: &str) -> Option<&str> {
        let found = self.values.iter().find(|value| value.0 == path);
        found.map(|value| value.1.as_str())
    }

    /// The number of the member that is called so, of the list at a path; `None` if there is none, or no list.
    fn member(&self, list: &[String], name: &str) -> Option<String> {
        let key = |number: &str, key| {
            let parts = list.iter().map(String::as_str);
            path::join(parts.chain([number, key]))
        };
        (1..)
            .map(|number: usize| number.to_string())
            .map_while(|number| {
                let called = self.value(&key(&number, "name"));
                // A member without a name has something else.
                let prefix = key(&number, "");
                let is_there = || self.values.iter().any(|(path, _)| path.starts_with(&prefix));
                (called.is_some() || is_there()).then_some((number, called))
            })
            .find(|(_, called)| *called == Some(name))
            .map(|(number, _)| number)
    }

    /// The parameters whose values are ours and not a source's.
    pub fn assumed(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|p| p.origin == Origin::Assumed && p.path != "system")
    }
}
