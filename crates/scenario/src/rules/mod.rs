//! Rulebooks: shipped ones, the user's own that extend them, and the origin of each value.

mod draft;
mod goes;
mod origin;
#[cfg(test)]
mod planted;
mod read;
mod resolve;
mod rows;
mod scope;
mod set;
mod special;
mod steps;
mod tables;
mod turn;
mod uses;
mod written;

use crate::limits::Limit;

pub use origin::Origin;
pub use scope::{has_it_all as rulebook_of, roots, systems};
pub use tables::RULEBOOK;
pub use uses::idle;

pub(crate) use goes::{Choice, Goes};
pub(crate) use origin::OriginRow;
pub(crate) use read::{can_surprise, read};
pub(crate) use resolve::resolve;
pub(crate) use scope::{Owner, SYSTEMS, along, walk, walk_from};
pub(crate) use set::{Setting, apply};
pub(crate) use uses::{IS_SURPRISED, Use, acts};
pub use written::Written;

pub(crate) use written::does_nothing;

use crate::source::At;

/// The shipped rulebooks, by name.
pub const SHIPPED: &[(&str, &str)] = &[
    ("lloyd", include_str!("../../rulebooks/lloyd.toml")),
    ("petite-guerre", include_str!("../../rulebooks/petite-guerre.toml")),
    ("alternate", include_str!("../../rulebooks/alternate.toml")),
    ("cards", include_str!("../../rulebooks/cards.toml")),
    ("lloyd-d10", include_str!("../../rulebooks/lloyd-d10.toml")),
    ("warspike", include_str!("../../rulebooks/warspike.toml")),
    ("spheres-of-war", include_str!("../../rulebooks/spheres-of-war.toml")),
    ("adnd", include_str!("../../rulebooks/adnd.toml")),
    ("osric", include_str!("../../rulebooks/osric.toml")),
    ("unit-by-unit", include_str!("../../rulebooks/unit-by-unit.toml")),
    ("dice-bag", include_str!("../../rulebooks/dice-bag.toml")),
    ("unit-deck", include_str!("../../rulebooks/unit-deck.toml")),
    ("command-dice", include_str!("../../rulebooks/command-dice.toml")),
    ("orders", include_str!("../../rulebooks/orders.toml")),
    ("countdown", include_str!("../../rulebooks/countdown.toml")),
    ("turnover", include_str!("../../rulebooks/turnover.toml")),
    ("overwatch", include_str!("../../rulebooks/overwatch.toml")),
    ("hit-wound-save", include_str!("../../rulebooks/hit-wound-save.toml")),
    ("opposed", include_str!("../../rulebooks/opposed.toml")),
    ("quality-and-defence", include_str!("../../rulebooks/quality-and-defence.toml")),
    ("roll-under", include_str!("../../rulebooks/roll-under.toml")),
    ("combat-results", include_str!("../../rulebooks/combat-results.toml")),
];

/// A number, word or die of a rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its path, such as `seize.base.average`.
    pub path: String,
    /// Its value, as a file would have it.
    pub value: String,
    /// Where the value comes from.
    pub origin: Origin,
    /// The shipped rulebook's value, if another replaces it.
    pub base_value: Option<String>,
    /// The origin of the shipped value.
    pub base_origin: Option<Origin>,
    /// Its rule, such as `LL-03`; empty if the rulebook gives none.
    pub rule: String,
    /// A note about its source.
    pub note: String,
    /// The kind of values that it takes.
    pub kind: ParameterKind,
    pub(crate) at: At,
    /// For a number compared with dice, the least and the greatest that make a difference; values beyond play like these.
    pub told_apart: Option<[i32; 2]>,
}

impl Parameter {
    /// Returns whether it is at or below a path.
    pub fn is_below(&self, path: &str) -> bool {
        crate::path::is_below(&self.path, path)
    }
}

/// The kind of values that a parameter takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParameterKind {
    /// A whole number within a limit.
    Whole(Limit),
    /// A whole number within a limit, or `off`.
    Factor(Limit),
    /// A length within a limit.
    Length(Limit),
    /// Dice.
    Dice,
    /// One die.
    Die,
    /// Dice with an optional bonus, or a number.
    Amount,
    /// A rate per round: a whole number within a limit, or halves.
    Routines(Limit),
    /// One of some words.
    Words(Vec<&'static str>),
    /// True or false.
    Flag,
}

impl std::fmt::Display for ParameterKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(limit) => write!(f, "{}", limit.range()),
            Self::Factor(limit) => write!(f, "{}, or off", limit.range()),
            Self::Length(limit) => write!(f, "{}", limit.range()),
            Self::Dice => f.write_str("dice such as d20 or 2d10"),
            Self::Die => f.write_str("one die such as d20"),
            Self::Amount => f.write_str("dice with a number added, such as d4+3, or a number"),
            Self::Routines(limit) => write!(f, "{}, or halves such as 3/2", limit.range()),
            Self::Words(words) => f.write_str(&words.join(" or ")),
            Self::Flag => f.write_str("true or false"),
        }
    }
}
