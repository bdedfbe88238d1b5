//! The scope of a rulebook, its initiative system and way of fighting, which decides which tables are in use.

use skirmish_engine::rulebook::{Fighting, System, Turn};

use super::tables::RULEBOOK;
use crate::describe::{Field, Form, TableDoc};
use crate::tree::{Node, Value};

/// Returns a system that is a table, named after its shipped rulebook or as a user's own turn.
const fn table(name: &'static str) -> (&'static str, System) {
    (name, System::Table(Turn::named(name)))
}

pub(super) const OWN_TURN: &str = "turn";

/// The initiative systems by their words.
pub(crate) const SYSTEMS: &[(&str, System)] = &[
    ("lloyd", System::Lloyd),
    ("petite-guerre", System::PetiteGuerre),
    table("alternate"),
    table("cards"),
    table("lloyd-d10"),
    ("adnd", System::Adnd),
    ("warspike", System::WarSpike),
    table("unit-by-unit"),
    table("dice-bag"),
    table("unit-deck"),
    table("command-dice"),
    table("orders"),
    table("countdown"),
    table("turnover"),
    table("overwatch"),
    table(OWN_TURN),
];

/// Returns the systems that can be played with any rulebook: all but a user's own turn.
pub fn systems() -> impl Iterator<Item = &'static str> {
    SYSTEMS.iter().map(|(word, _)| *word).filter(|word| *word != OWN_TURN)
}

pub(super) const OWN_STEPS: &str = "steps";

/// The ways of fighting by their words: the engine's, and a user's own steps.
pub(crate) const FIGHTINGS: &[(&str, Fighting)] = &{
    let mut all = [(OWN_STEPS, Fighting::Steps(OWN_STEPS)); Fighting::ALL.len() + 1];
    let mut k = 0;
    while k < Fighting::ALL.len() {
        all[k] = Fighting::ALL[k];
        k += 1;
    }
    all
};

/// Returns whether a way of fighting is one of these; all fighting by steps counts as the same.
pub(super) fn is_one_of(of: &[Fighting], fighting: Fighting) -> bool {
    of.iter().any(|one| *one == fighting || one.is_by_steps() && fighting.is_by_steps())
}

/// The initiative system and way of fighting of a rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scope {
    pub(crate) system: System,
    pub(crate) fighting: Fighting,
}

/// What a part of a rulebook belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    System(System),
    Table,
    /// Any of these ways of fighting.
    Fighting(&'static [Fighting]),
}

impl Owner {
    /// Returns the rulebook's key that calls for the part.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::System(_) | Self::Table => "system",
            Self::Fighting(_) => "fighting",
        }
    }

    /// Returns the setting that brings the part into use.
    pub(super) fn says(self) -> String {
        let word = match self {
            Self::System(system) => system.name(),
            Self::Table => "unit-by-unit",
            Self::Fighting(of) => of.first().map_or("", |fighting| fighting.name()),
        };
        format!("`{} = \"{word}\"`", self.key())
    }

    /// Returns the setting of this rulebook that brings the part into use.
    pub(super) fn says_in(self, scope: Scope) -> String {
        match self {
            Self::Fighting(of) if is_one_of(of, scope.fighting) => {
                format!("`{} = \"{}\"`", self.key(), scope.fighting.name())
            }
            Self::Table if scope.has(self) => format!("`system = \"{}\"`", scope.system.name()),
            _ => self.says(),
        }
    }
}

/// Returns the shipped rulebook with every table of a way of fighting.
pub const fn has_it_all(fighting: Fighting) -> &'static str {
    match fighting {
        Fighting::Host => "lloyd",
        Fighting::PetiteGuerre => "petite-guerre",
        Fighting::Techniques => "warspike",
        Fighting::Osric => "adnd",
        Fighting::Steps(name) => name,
    }
}

pub(super) const LLOYD: Owner = Owner::System(System::Lloyd);
pub(super) const TURNS: Owner = Owner::System(System::PetiteGuerre);
pub(super) const TABLE: Owner = Owner::Table;
pub(super) const WARSPIKE: Owner = Owner::System(System::WarSpike);
pub(super) const ADND: Owner = Owner::System(System::Adnd);
pub(super) const HOST: Owner = Owner::Fighting(&[Fighting::Host]);
pub(super) const DICE: Owner = Owner::Fighting(&[Fighting::PetiteGuerre]);
pub(super) const TESTS: Owner = Owner::Fighting(&[Fighting::Techniques]);
pub(super) const ARMOUR: Owner = Owner::Fighting(&[Fighting::Osric]);
/// Shots and morale are the same under both.
pub(super) const HOST_SHOTS: Owner = Owner::Fighting(&[Fighting::Host, Fighting::Techniques]);
/// Moves and ranges where there are no paces and sticks.
pub(super) const INCHES: Owner = Owner::Fighting(&[
    Fighting::Host,
    Fighting::Techniques,
    Fighting::Osric,
    Fighting::Steps(OWN_STEPS),
]);
pub(super) const STEPS: Owner = Owner::Fighting(&[Fighting::Steps(OWN_STEPS)]);
/// Reach and helpers, in the host rules and by steps.
pub(super) const ARMS: Owner = Owner::Fighting(&[Fighting::Host, Fighting::Steps(OWN_STEPS)]);
/// Numbers to hit by range.
pub(super) const BY_NUMBERS: Owner =
    Owner::Fighting(&[Fighting::Host, Fighting::Techniques, Fighting::Steps(OWN_STEPS)]);

/// Returns the declared rows along a path, from the rulebook's table down, and the form at its end if all of it is known.
pub(crate) fn walk(
    path: impl IntoIterator<Item: AsRef<str>>,
) -> (Vec<&'static Field>, Option<Form>) {
    walk_from(&RULEBOOK, path)
}

/// Returns the same, starting from any table.
pub(crate) fn walk_from(
    doc: &'static TableDoc,
    path: impl IntoIterator<Item: AsRef<str>>,
) -> (Vec<&'static Field>, Option<Form>) {
    let mut rows = Vec::new();
    let mut form = Form::Table(doc);
    for part in path {
        form = match form {
            Form::Table(doc) => match doc.field(part.as_ref()) {
                Some(field) => {
                    rows.push(field);
                    field.form
                }
                None => return (rows, None),
            },
            Form::Named(inner) => *inner,
            _ => return (rows, None),
        };
    }
    (rows, Some(form))
}

pub(crate) fn along(path: impl IntoIterator<Item: AsRef<str>>) -> Vec<&'static Field> {
    walk(path).0
}

/// Returns what a path belongs to; `None` for what every rulebook has.
pub(super) fn owner(path: impl IntoIterator<Item: AsRef<str>>) -> Option<Owner> {
    along(path).iter().find_map(|field| field.owner)
}

/// Returns the first parts of paths that belong to the rulebook, not to the scenario or to the rulebook's file.
pub fn roots() -> impl Iterator<Item = &'static str> {
    let of_file = ["name", "about", "extends", "drop", "origin"];
    RULEBOOK.fields.iter().map(|field| field.key).filter(move |key| !of_file.contains(key))
}

impl Scope {
    /// Reads the scope from a tree, ignoring unknown words; they are noted when the rulebook is read.
    pub(super) fn of(tree: &Node) -> Self {
        fn word<T: Copy>(tree: &Node, key: &str, words: &[(&str, T)]) -> Option<T> {
            let Value::Text(text) = &tree.get(key)?.value else {
                return None;
            };
            words.iter().find(|w| w.0 == text).map(|w| w.1)
        }
        Self {
            system: word(tree, "system", SYSTEMS).unwrap_or(System::Lloyd),
            fighting: word(tree, "fighting", FIGHTINGS).unwrap_or_default(),
        }
    }

    pub(super) fn has(self, owner: Owner) -> bool {
        match owner {
            Owner::System(system) => system == self.system,
            Owner::Table => self.system.turn().is_some(),
            Owner::Fighting(of) => is_one_of(of, self.fighting),
        }
    }

    pub(super) fn uses(self, path: impl IntoIterator<Item: AsRef<str>>) -> bool {
        owner(path).is_none_or(|owner| self.has(owner))
    }
}
