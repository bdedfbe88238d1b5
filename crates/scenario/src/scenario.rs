//! A checked, playable scenario: every name resolved, every number with its origin.

use skirmish_engine::battle::BattleSpec;
use skirmish_engine::side::{BySide, Side};

use crate::file::{Expectation, Tuning, Unit};
use crate::path;
use crate::rules::{Origin, Parameter, Written};
use crate::source::sha256;

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
    /// Every parameter of the rulebook, in order.
    pub parameters: Vec<Parameter>,
    /// What the user wrote for the rules, for this battle or to no effect.
    pub written: Vec<Written>,
    /// Lines of the bots that the rules in play skip, a sentence each.
    pub skipped: Vec<String>,
    /// Every value of the scenario with its path, as played.
    pub values: Vec<(String, String)>,
    /// Where each value was written, to be appended to a sentence.
    pub places: Vec<String>,
    /// What must stay true of the battle.
    pub expectations: Vec<Expectation>,
    /// What may be tuned.
    pub tuning: Tuning,
    /// SHA-256 of the scenario's bytes.
    pub scenario_sha256: String,
    /// SHA-256 of the rulebook as it is in force: a line `path=value` for each parameter.
    pub rulebook_sha256: String,
    /// Every text that was read, including shipped ones and values set from outside.
    pub inputs: Vec<Input>,
}

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
    /// Returns the names of the sides.
    pub fn side_names(&self) -> BySide<&str> {
        BySide::from_fn(|side| self.spec.sides[side].name.as_str())
    }

    /// Returns the side with this name.
    pub fn side(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.spec.sides[*side].name == name)
    }

    /// Returns the rulebook's parameter at a path.
    pub fn parameter(&self, path: &str) -> Option<&Parameter> {
        let path = plain(path)?;
        self.parameters.iter().find(|p| p.path == path)
    }

    /// Returns the value at a path of the rulebook or the scenario. Members of lists go by number or name.
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

    fn value(&self, path: &str) -> Option<&str> {
        let found = self.values.iter().find(|value| value.0 == path);
        found.map(|value| value.1.as_str())
    }

    /// Returns the number of a list member by its name; `None` if there is no such list or member.
    fn member(&self, list: &[String], name: &str) -> Option<String> {
        let key = |number: &str, key| {
            let parts = list.iter().map(String::as_str);
            path::join(parts.chain([number, key]))
        };
        (1..)
            .map(|number: usize| number.to_string())
            .map_while(|number| {
                let called = self.value(&key(&number, "name"));
                let prefix = key(&number, "");
                let is_there = || self.values.iter().any(|(path, _)| path.starts_with(&prefix));
                (called.is_some() || is_there()).then_some((number, called))
            })
            .find(|(_, called)| *called == Some(name))
            .map(|(number, _)| number)
    }

    /// Returns a hash of the battle as played, players included: of all values but the title and what it shows.
    pub fn battle_code(&self) -> String {
        let is_played = |path: &str| !["title", "shows"].contains(&path);
        let values = self.values.iter().filter(|(path, _)| is_played(path));
        let values: String = values.map(|(path, value)| format!("{path}={value}\n")).collect();
        let bots = Side::BOTH.map(|side| self.spec.sides[side].bots().collect::<Vec<_>>());
        sha256(format!("{values}{bots:?}").as_bytes())
    }

    /// Returns a hash of the rules that the battle uses; troop types and weapons that no figure has are left out.
    pub fn rules_in_use_code(&self) -> String {
        let figures = || self.spec.sides.0.iter().flat_map(|side| &side.figures);
        let mut rules = self.spec.rules.clone();
        let mut place = 0..;
        rules.troops.retain(|_| place.next().is_some_and(|k| figures().any(|it| it.troops == k)));
        let mut place = 0..;
        rules.weapons.retain(|_| place.next().is_some_and(|k| figures().any(|it| it.weapon == k)));
        sha256(format!("{rules:?}").as_bytes())
    }

    /// Returns the parameters whose values are our guesses, not a source's.
    pub fn assumed(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters.iter().filter(|p| p.origin == Origin::Assumed && p.path != "system")
    }
}
