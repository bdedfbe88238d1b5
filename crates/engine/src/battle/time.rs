//! How long a game lasts: in actions, in turns, or in rounds, which are the same stretch of time under every system.

use std::fmt;

use crate::words::words;

words! {
    /// What time is counted in.
    TimeUnit {
        Actions "action" = "Actions played.",
        Turns "turn" = "Turns of either side, in systems with turns.",
        Rounds "round" = "Rounds: in one every unit in play could have acted once (see [`crate::rulebook::Clock`]).",
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
