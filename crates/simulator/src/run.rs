//! The parameters of a run, and its errors.

use thiserror::Error;

/// Whether games are played in pairs: the same dice twice, with the other side starting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pairs {
    /// If the start is by lot and a pilot shows that pairs narrow the interval of the win rate.
    #[default]
    Auto,
    /// Always; an error if the starting side is fixed.
    On,
    /// Never.
    Off,
}

/// A run; with the battle, this determines its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunSpec {
    /// The seed of all dice.
    pub seed: u64,
    /// The number of games. With pairs an odd number is rounded up.
    pub games: u64,
    /// Pairs or single games.
    pub pairs: Pairs,
}

/// Why a run has no result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RunError {
    /// Pairs were asked for, but the scenario or the system's dice decide which side starts.
    #[error(
        "pairs swap who starts, but here no lot says who does: the scenario or the dice of the system do"
    )]
    StarterIsFixed,
    /// The operating system gave no threads.
    #[error("no threads to play on: {0}")]
    Threads(String),
    /// A range of games that splits a pair or ends before it begins.
    #[error("games {from} to {to} are no whole number of pairs")]
    SplitPair {
        /// The first game.
        from: u64,
        /// The game after the last.
        to: u64,
    },
    /// Play was stopped before there was a result.
    #[error("stopped{}", if *.pilot { " in the pilot of pairs" } else { "" })]
    Stopped {
        /// Whether the pilot was stopped.
        pilot: bool,
    },
    /// A game panicked: a bug in the engine. It is the first such game of the run.
    #[error("game {game} of seed {seed}{}{} panicked: {message} (this is a bug in the engine)",
        if *.pilot { ", in the pilot of pairs," } else { "" },
        match .variant { 0 => String::new(), k => format!(", under variant {}", k + 1) })]
    Panicked {
        /// Its number, for a replay.
        game: u64,
        /// The seed of the run; 0 in the pilot.
        seed: u64,
        /// The index of its variant.
        variant: usize,
        /// Whether it was a game of the pilot, which has dice of its own.
        pilot: bool,
        /// The message of the panic.
        message: String,
    },
}

/// Whether a run is played in pairs, why, and the gain.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairReport {
    /// Whether games are played in pairs.
    pub on: bool,
    /// The reason.
    pub reason: PairReason,
    /// The pilot's ratio of the win rate's variance from independent games to that from as many games in pairs; above 1 pairs
    /// help. `None` without a pilot, or if its games all went the same way.
    pub pilot_gain: Option<f64>,
}

/// Why games are played in pairs or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairReason {
    /// As asked.
    Asked,
    /// The starting side is fixed, so there is nothing to swap.
    StarterIsFixed,
    /// The pilot showed that pairs narrow the interval of the win rate.
    PilotFoundGain,
    /// The pilot did not show that.
    PilotFoundNone,
    /// There was no time for a pilot.
    NoTime,
}
