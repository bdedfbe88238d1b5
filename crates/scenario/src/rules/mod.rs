//! Rulebooks: shipped ones, a designer's own that extend them, and the origin of each value.

mod docs;
mod factor;
mod host;
mod leaf;
mod movement;
mod origin;
mod osric;
mod petite_guerre;
mod read;
mod resolve;
mod rows;
mod scope;
mod set;
mod systems;
mod techniques;

pub use docs::RULEBOOK;
pub use origin::Origin;
pub use read::Kind;

pub(crate) use origin::OriginRow;
pub(crate) use read::read;
pub(crate) use resolve::resolve;
pub(crate) use set::{ROOTS, Setting, apply};
pub(crate) use systems::can_surprise;

/// The rulebooks that come with the program, by name.
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
];

/// A number, word or die that a rulebook consists of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// Its path, such as `seize.base.average`.
    pub path: String,
    /// Its value, as it would be written.
    pub value: String,
    /// Where the value comes from.
    pub origin: Origin,
    /// The value that the shipped rulebook has, if another stands in its place.
    pub base_value: Option<String>,
    /// Where that comes from.
    pub base_origin: Option<Origin>,
    /// The rule that it belongs to, such as `LL-03`; empty if the rulebook does not say.
    pub rule: String,
    /// What there is to say about its source.
    pub note: String,
    /// What may stand there.
    pub kind: Kind,
}
