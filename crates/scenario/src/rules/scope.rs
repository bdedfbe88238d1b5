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
    /// Any of these.
    Fighting(&'static [Fighting]),
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
            Self::Fighting(of) => of.first().map_or("", |fighting| word(*fighting)),
        };
        format!("`{} = \"{word}\"`", self.key())
    }

    /// What this rulebook says to have the part in use.
    pub(super) fn says_in(self, scope: Scope) -> String {
        match self {
            Self::Fighting(of) if of.contains(&scope.fighting) => {
                format!("`{} = \"{}\"`", self.key(), word(scope.fighting))
            }
            _ => self.says(),
        }
    }
}

/// The shipped rulebook that has every table of a way of fighting.
pub(super) const fn has_it_all(fighting: Fighting) -> &'static str {
    match fighting {
        Fighting::Host => "lloyd",
        Fighting::PetiteGuerre => "petite-guerre",
        Fighting::Techniques => "warspike",
        Fighting::Osric => "adnd",
    }
}

fn word(fighting: Fighting) -> &'static str {
    let of = |(_, other): &&(&str, Fighting)| *other == fighting;
    Fighting::ALL.iter().find(of).map_or("", |(word, _)| word)
}

const LLOYD: Owner = Owner::System(System::Lloyd);
const TURNS: Owner = Owner::System(System::PetiteGuerre);
const CARDS: Owner = Owner::System(System::Cards);
const D10: Owner = Owner::System(System::LloydD10);
const WARSPIKE: Owner = Owner::System(System::WarSpike);
pub(super) const ADND: Owner = Owner::System(System::Adnd);
const HOST: Owner = Owner::Fighting(&[Fighting::Host]);
const DICE: Owner = Owner::Fighting(&[Fighting::PetiteGuerre]);
const TESTS: Owner = Owner::Fighting(&[Fighting::Techniques]);
const ARMOUR: Owner = Owner::Fighting(&[Fighting::Osric]);
/// Shots and morale are the same under both.
const HOST_SHOTS: Owner = Owner::Fighting(&[Fighting::Host, Fighting::Techniques]);
/// Moves and ranges are the same under all that have no paces and sticks.
const INCHES: Owner = Owner::Fighting(&[Fighting::Host, Fighting::Techniques, Fighting::Osric]);

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
    ("options.end-card", CARDS),
    ("turn", D10),
    ("warspike", WARSPIKE),
    ("options.first-instigator", WARSPIKE),
    ("options.matching", WARSPIKE),
    ("options.blocks", WARSPIKE),
    ("options.reacting-unit", WARSPIKE),
    ("options.reaction-move", WARSPIKE),
    ("options.hold-reacts", WARSPIKE),
    ("options.hold-moves", WARSPIKE),
    ("options.advantage", WARSPIKE),
    ("segments", ADND),
    ("options.declaration", ADND),
    ("options.routines", ADND),
    ("options.timed-loser", ADND),
    ("options.reaction-needs-light-load", ADND),
    ("options.segment", ADND),
    ("options.charge-met", ADND),
    ("options.surprise", ADND),
    ("troops", ADND),
    ("weapon.*.speed-factor", ADND),
    ("weapon.*.shots", ADND),
    ("weapon.*.segments", ADND),
    ("weapon.*.length", ADND),
    ("weapon.*.set-damage", ADND),
    ("weapon.*.charge-damage", ADND),
    ("quality", HOST_SHOTS),
    ("move.foot", INCHES),
    ("move.mounted", INCHES),
    ("move.slow-factor", INCHES),
    ("move.troop", INCHES),
    ("move.stature", INCHES),
    ("move.strides", INCHES),
    ("move.yard", INCHES),
    ("options.stride", INCHES),
    ("shooting", HOST_SHOTS),
    ("melee", HOST),
    ("morale", HOST_SHOTS),
    ("weapon.*.range", INCHES),
    ("weapon.*.to-hit", HOST_SHOTS),
    ("weapon.*.mobility", INCHES),
    ("weapon.*.reach", HOST),
    ("weapon.*.ranks", HOST),
    ("weapon.*.supports", HOST),
    ("combat", ARMOUR),
    ("options.missile-range", ARMOUR),
    ("weapon.*.range-step", ARMOUR),
    ("weapon.*.damage", ARMOUR),
    ("weapon.*.shot-damage", ARMOUR),
    ("techniques", TESTS),
    ("options.technique-test", TESTS),
    ("options.technique-melee", TESTS),
    ("options.technique-attack", TESTS),
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
        pattern.split('.').all(|part| path.next().is_some_and(|p| part == "*" || part == p))
    };
    PARTS.iter().find(|(pattern, _)| begins(pattern)).map(|(_, owner)| *owner)
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
            Owner::Fighting(of) => of.contains(&self.fighting),
        }
    }

    /// Whether the rulebook has use for what stands at a path.
    pub(super) fn uses<'p>(self, path: impl Iterator<Item = &'p str> + Clone) -> bool {
        owner(path).is_none_or(|owner| self.has(owner))
    }
}
