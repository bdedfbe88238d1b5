//! How long a game lasts: in actions, in turns, or in rounds, which are the same stretch of time under every system.

use std::fmt;

/// What time is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeUnit {
    /// Actions played.
    Actions,
    /// Turns of either side, in systems with turns.
    Turns,
    /// Rounds: in one every unit in play could have acted once (see [`crate::rulebook::Clock`]).
    Rounds,
}

impl TimeUnit {
    /// Every unit.
    pub const ALL: [Self; 3] = [Self::Actions, Self::Turns, Self::Rounds];

    /// One of it, as files and reports have it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Actions => "action",
            Self::Turns => "turn",
            Self::Rounds => "round",
        }
    }
}

/// A stretch of a game, such as `60 actions`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Time {
    /// How many.
    pub number: u32,
    /// Of what.
    pub of: TimeUnit,
}

impl Time {
    /// So many actions.
    #[must_use]
    pub const fn actions(number: u32) -> Self {
        Self { number, of: TimeUnit::Actions }
    }

    /// So many turns of either side.
    #[must_use]
    pub const fn turns(number: u32) -> Self {
        Self { number, of: TimeUnit::Turns }
    }

    /// So many rounds.
    #[must_use]
    pub const fn rounds(number: u32) -> Self {
        Self { number, of: TimeUnit::Rounds }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, of } = *self;
        write!(f, "{number} {}{}", of.name(), if number == 1 { "" } else { "s" })
    }
}
