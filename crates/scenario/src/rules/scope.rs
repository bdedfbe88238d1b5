//! Which parts of a rulebook are in use: that hangs on its initiative system and on its way of fighting. A rulebook may
//! have tables for several of them, and needs those of its own only.

use skirmish_engine::rulebook::{Fighting, System};

use crate::tree::{Node, Value};

/// The initiative systems by their words.
pub(super) const SYSTEMS: &[(&str, System)] = &{
    let mut words = [("", System::Lloyd); System::ALL.len()];
    let mut i = 0;
    while i < words.len() {
        words[i] = (System::ALL[i].name(), System::ALL[i]);
        i += 1;
    }
    words
};

/// What a rulebook is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Scope {
    pub(crate) system: System,
    pub(crate) fighting: Fighting,
}

/// What a part of a rulebook belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    System(System),
    Fighting(Fighting),
}

impl Owner {
    /// The key of the rulebook that calls for the part.
    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::System(_) => "system",
            Self::Fighting(_) => "fighting",
        }
    }

    /// What a rulebook says to have the part in use.
    pub(super) fn says(self) -> String {
        let word = match self {
            Self::System(system) => system.name(),
            Self::Fighting(fighting) => word(fighting),
        };
        format!("`{} = \"{word}\"`", self.key())
    }
}

fn word(fighting: Fighting) -> &'static str {
    let of = |(_, other): &&(&str, Fighting)| *other == fighting;
    Fighting::ALL.iter().find(of).map_or("", |(word, _)| word)
}

const LLOYD: Owner = Owner::System(System::Lloyd);
const TURNS: Owner = Owner::System(System::PetiteGuerre);
const HOST: Owner = Owner::Fighting(Fighting::Host);
const DICE: Owner = Owner::Fighting(Fighting::PetiteGuerre);

/// The parts that not every rulebook has use for; `*` stands for any name.
const PARTS: &[(&str, Owner)] = &[
    ("seize", LLOYD),
    ("options.seize-roll", LLOYD),
    ("options.sight-move", LLOYD),
    ("options.counters", LLOYD),
    ("options.reactive-movement", LLOYD),
    ("options.reactive-shooting", LLOYD),
    ("options.reactive-shots-per-inch", LLOYD),
    ("options.contact-round", LLOYD),
    ("options.duels", LLOYD),
    ("control", TURNS),
    ("options.half-strength-test", TURNS),
    ("skill.command", TURNS),
    ("quality", HOST),
    ("move.foot", HOST),
    ("move.mounted", HOST),
    ("move.slow-factor", HOST),
    ("shooting", HOST),
    ("melee", HOST),
    ("morale", HOST),
    ("weapon.*.range", HOST),
    ("weapon.*.to-hit", HOST),
    ("weapon.*.mobility", HOST),
    ("weapon.*.reach", HOST),
    ("weapon.*.ranks", HOST),
    ("weapon.*.supports", HOST),
    ("options.volley-reload", DICE),
    ("options.volley-hits", DICE),
    ("options.second-figure", DICE),
    ("skill.aimed-fire", DICE),
    ("skill.melee", DICE),
    ("skill.rough-ground", DICE),
    ("move.infantry", DICE),
    ("move.cavalry", DICE),
    ("fire", DICE),
    ("hand-to-hand", DICE),
    ("points", DICE),
    ("weapon.*.stick", DICE),
];

/// What a path belongs to; `None` for what every rulebook has.
pub(super) fn owner<'p>(path: impl Iterator<Item = &'p str> + Clone) -> Option<Owner> {
    let begins = |pattern: &str| {
        let mut path = path.clone();
        pattern
            .split('.')
            .all(|part| path.next().is_some_and(|p| part == "*" || part == p))
    };
    PARTS
        .iter()
        .find(|(pattern, _)| begins(pattern))
        .map(|(_, owner)| *owner)
}

impl Scope {
    /// What a rulebook says that it is for; words that are none are noted when it is read.
    pub(super) fn of(tree: &Node) -> Self {
        fn said<T: Copy>(tree: &Node, key: &str, words: &[(&str, T)]) -> Option<T> {
            let Value::Text(text) = &tree.get(key)?.value else {
                return None;
            };
            words.iter().find(|w| w.0 == text).map(|w| w.1)
        }
        Self {
            system: said(tree, "system", SYSTEMS).unwrap_or(System::Lloyd),
            fighting: said(tree, "fighting", Fighting::ALL).unwrap_or_default(),
        }
    }

    pub(super) fn has(self, owner: Owner) -> bool {
        match owner {
            Owner::System(system) => system == self.system,
            Owner::Fighting(fighting) => fighting == self.fighting,
        }
    }

    /// Whether the rulebook has use for what stands at a path.
    pub(super) fn uses<'p>(self, path: impl Iterator<Item = &'p str> + Clone) -> bool {
        owner(path).is_none_or(|owner| self.has(owner))
    }
}
