//! A scenario that can be played: checked, every name resolved, every number with its origin.

use skirmish_engine::battle::BattleSpec;
use skirmish_engine::side::{BySide, Side};

use crate::file::{Expectation, Unit};
use crate::path;
use crate::rules::{Origin, Parameter};

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
    /// Every single value of the scenario with its path, as they were played.
    pub values: Vec<(String, String)>,
    /// What must stay true.
    pub expectations: Vec<Expectation>,
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
    Some(path::join(parts.iter().map(String::as_str)))
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
    #[must_use]
    pub fn side_names(&self) -> BySide<&str> {
        BySide::from_fn(|side| self.spec.sides[side].name.as_str())
    }

    /// The side that is called so.
    #[must_use]
    pub fn side(&self, name: &str) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.spec.sides[*side].name == name)
    }

    /// The rulebook's parameter at a path.
    #[must_use]
    pub fn parameter(&self, path: &str) -> Option<&Parameter> {
        let path = plain(path)?;
        self.parameters.iter().find(|p| p.path == path)
    }

    /// The value at a path, of the rulebook or of the scenario, as it would be written.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&str> {
        let path = plain(path)?;
        let of_scenario = || self.values.iter().find(|v| v.0 == path);
        self.parameter(&path)
            .map(|p| p.value.as_str())
            .or_else(|| of_scenario().map(|v| v.1.as_str()))
    }

    /// The parameters whose values are ours and not a source's.
    pub fn assumed(&self) -> impl Iterator<Item = &Parameter> {
        self.parameters
            .iter()
            .filter(|p| p.origin == Origin::Assumed)
    }
}
