//! What is to be played, and what can go wrong.

use thiserror::Error;

/// Whether games are played in pairs: the same dice twice, with the other side starting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pairs {
    /// If it is by lot who starts, and a pilot shows that pairs narrow the interval of the win rate.
    #[default]
    Auto,
    /// Always; an error if the scenario says who starts.
    On,
    /// Never.
    Off,
}

/// A run: with the battle, this is all that its result depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunSpec {
    /// Seed of all dice.
    pub seed: u64,
    /// Games. With pairs an odd number is rounded up, since half a pair says nothing about pairs.
    pub games: u64,
    /// Pairs or single games.
    pub pairs: Pairs,
}

/// Why a run has no result.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RunError {
    /// Pairs were asked for where the scenario says who starts, or the system rolls or draws for it.
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
        /// First game.
        from: u64,
        /// Game after the last.
        to: u64,
    },
    /// Play was stopped before there was anything to tell.
    #[error("stopped{}", if *.pilot { " in the pilot of pairs" } else { "" })]
    Stopped {
        /// Whether it was the pilot.
        pilot: bool,
    },
    /// A game could not be played to its end: a bug in the engine. It is the first such game of the run.
    #[error("game {game} of seed {seed}{}{} panicked: {message} (this is a bug in the engine)",
        if *.pilot { ", in the pilot of pairs," } else { "" },
        match .variant { 0 => String::new(), k => format!(", under variant {}", k + 1) })]
    Panicked {
        /// Its number, for a replay.
        game: u64,
        /// Seed of the run; 0 in the pilot.
        seed: u64,
        /// Under which of the variants played side by side, from 0.
        variant: usize,
        /// Whether it was a game of the pilot, which has dice of its own.
        pilot: bool,
        /// What the engine said.
        message: String,
    },
}

/// Whether a run is played in pairs, why, and what they are worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairReport {
    /// Whether games are played in pairs.
    pub on: bool,
    /// Why.
    pub reason: PairReason,
    /// What the pilot measured: variance of the win rate from independent games, over that from as many games in
    /// pairs. Above 1 pairs help. `None` without a pilot or if the pilot had but one outcome.
    pub pilot_gain: Option<f64>,
}

/// Why games are played in pairs or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PairReason {
    /// As asked.
    Asked,
    /// The scenario says who starts, so there is nothing to swap.
    StarterIsFixed,
    /// The pilot showed that they narrow the interval of the win rate.
    PilotFoundGain,
    /// The pilot did not show it.
    PilotFoundNone,
    /// There was no time for a pilot.
    NoTime,
}
