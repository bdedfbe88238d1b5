//! The place to try candidates: the enemy's players, and games that no run plays.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use skirmish_engine::battle::{Battle, BattleError, Player};
use skirmish_engine::bot::Bot;
use skirmish_engine::side::{BySide, Side};
pub use skirmish_simulator::Gain;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::{RunError, WON, Workers, scores_watched};
use thiserror::Error;

/// The first game of a search, far beyond those of any run.
pub const FIRST_GAME: u64 = 1 << 40;

/// Why a search has no result.
#[derive(Debug, Error)]
pub enum SearchError {
    /// A game could not be played.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A player does not fit the battle.
    #[error("{0}")]
    Battle(BattleError),
    /// The linear program of a table has no solution, since a value is not finite.
    #[error("the table of players cannot be solved: {0}")]
    Table(String),
}

impl SearchError {
    /// Returns whether play was stopped.
    pub const fn is_stop(&self) -> bool {
        matches!(self, Self::Run(RunError::Stopped { .. }))
    }
}

impl From<BattleError> for SearchError {
    fn from(error: BattleError) -> Self {
        Self::Battle(error)
    }
}

/// One side's candidates against the enemy's players.
#[derive(Debug)]
pub struct Arena<'a> {
    battle: &'a Battle,
    side: Side,
    enemies: Vec<Player>,
    seed: u64,
    workers: &'a Workers,
    next: u64,
    played: u64,
    differs: bool,
    watch: Watch<'a>,
}

#[derive(Clone, Copy)]
struct Watch<'a>(&'a (dyn Fn(u64) + Sync));

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Watch")
    }
}

impl<'a> Arena<'a> {
    /// Creates an arena for a side. It meets the given enemies, or the battle's own bot if there are none.
    pub fn new(
        battle: &'a Battle,
        side: Side,
        enemies: Vec<Player>,
        seed: u64,
        workers: &'a Workers,
    ) -> Self {
        let watch = Watch(&|_| ());
        let (next, played, differs) = (FIRST_GAME, 0, false);
        Self { battle, side, enemies, seed, workers, next, played, differs, watch }
    }

    /// Returns this arena with a callback for the number of games played, called now and then from any thread.
    #[must_use]
    pub fn watched(self, watch: &'a (dyn Fn(u64) + Sync)) -> Self {
        Self { watch: Watch(watch), ..self }
    }

    /// Returns the number of games played so far.
    pub const fn played(&self) -> u64 {
        self.played
    }

    /// Returns whether any two bots have ended a game differently on the same dice.
    pub const fn differs(&self) -> bool {
        self.differs
    }

    /// Takes the next games that nothing has played yet.
    pub fn fresh(&mut self, games: u64) -> Range<u64> {
        let from = self.next;
        self.next += games;
        from..self.next
    }

    pub(crate) fn skip(&mut self, games: u64) {
        self.next += games;
    }

    /// Counts games of an earlier part of the search, and whether bots differed in them.
    pub(crate) fn count(&mut self, games: u64, differs: bool) {
        self.played += games;
        self.differs |= differs;
    }

    /// Plays the same games with each bot and returns the points of each game.
    ///
    /// # Errors
    /// If a bot has too many lines, a game panics, or play is stopped.
    pub fn points(&mut self, bots: &[Bot], games: Range<u64>) -> Result<Vec<Vec<u8>>, SearchError> {
        let played = bots.len() as u64 * (games.end - games.start);
        let battles = bots.iter().map(|bot| self.at(bot));
        let battles = battles.collect::<Result<Vec<_>, _>>()?;
        let (before, Watch(told)) = (self.played, self.watch);
        let watch = |played| told(before + played);
        let points = scores_watched(&battles, self.side, self.seed, games, self.workers, &watch)?;
        self.differs |= points.windows(2).any(|two| two[0] != two[1]);
        self.played += played;
        Ok(points)
    }

    fn at(&self, bot: &Bot) -> Result<Battle, BattleError> {
        let own = [Player { bot: bot.clone(), weight: 1 }];
        let mut players = BySide([&self.enemies[..]; 2]);
        players[self.side] = &own;
        self.battle.with_players(players)
    }
}

/// The points of a bot over some games: 1 for a win, one half for a draw, stored in units of `WON`.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Score {
    /// The number of games.
    pub games: u64,
    /// The sum of their points.
    pub points: u64,
    /// The sum of the squares of their points.
    pub squares: u64,
}

impl Score {
    /// Returns the score of the points of single games.
    pub fn of(points: &[u8]) -> Self {
        let mut score = Self::default();
        score.add(points);
        score
    }

    /// Adds the points of more games.
    pub fn add(&mut self, points: &[u8]) {
        self.games += points.len() as u64;
        self.points += points.iter().map(|p| u64::from(*p)).sum::<u64>();
        self.squares += points.iter().map(|p| u64::from(*p) * u64::from(*p)).sum::<u64>();
    }

    pub(crate) const fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.points += other.points;
        self.squares += other.squares;
    }

    /// Returns the share of points; one half without games.
    pub fn mean(&self) -> f64 {
        if self.games == 0 {
            0.5
        } else {
            self.points as f64 / (self.games * u64::from(WON)) as f64
        }
    }

    /// Returns the standard error, as if one more game had been won and one more lost, so that it is never 0.
    pub fn error(&self) -> f64 {
        let games = self.games as f64 + 2.0;
        let won = f64::from(WON);
        let mean = (self.points as f64 + won) / games;
        let squares = (self.squares as f64 + won * won) / games;
        ((squares - mean * mean).max(0.0) / games).sqrt() / won
    }

    /// Returns the interval of the share by the normal law.
    pub fn interval(&self, confidence: Confidence) -> (f64, f64) {
        let (low, high) = confidence.around(self.mean(), self.error());
        (low.max(0.0), high.min(1.0))
    }
}
