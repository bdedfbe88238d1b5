//! When to look at incoming numbers, and how sure to be at each look.
//!
//! Repeated looks find something in the end, even where nothing is. So looks are planned before the first game, at numbers of
//! games that don't depend on results, and share the error evenly: O. J. Dunn, Multiple comparisons among means, J. Amer.
//! Statist. Assoc. 56 (1961) 52-64 (Bonferroni). However looks depend on one another, and whatever made play stop, the interval
//! of the last look then misses the true value no more often than stated.

use super::power::games_needed;
use crate::estimate::Confidence;

const FIRST: u64 = 1_000;

/// Games at the last look of an open-ended plan: a thousand, doubled twenty times.
const LAST: u64 = FIRST << 20;

/// Numbers of games to look at, each twice the one before, and the confidence of each interval.
#[derive(Debug, Clone, PartialEq)]
pub struct Looks {
    games: Vec<u64>,
    confidence: Confidence,
}

impl Looks {
    /// Plans looks up to a cap; `tails` is the chance that any of `questions` is answered wrongly at any look.
    pub fn up_to(cap: u64, tails: f64, questions: usize) -> Self {
        Self::doubling(FIRST, cap, tails, questions)
    }

    /// Plans looks up to a cap, with the first at `first` games or more unless the cap is less.
    pub fn doubling(first: u64, cap: u64, tails: f64, questions: usize) -> Self {
        let mut games = vec![cap];
        while games.last().is_some_and(|last| last / 2 >= first) {
            games.push(games[games.len() - 1] / 2);
        }
        games.reverse();
        Self::shared(games, tails, questions)
    }

    /// Plans looks until an interval has this half width. `deviation`, if known, is the greatest standard deviation of a game;
    /// it sets the last look, when the interval is narrow enough in any case.
    pub fn until_narrow(half_width: f64, deviation: Option<f64>, tails: f64) -> Self {
        let mut games = vec![FIRST];
        loop {
            let looks = Self::shared(games.clone(), tails, 1);
            let last = games[games.len() - 1];
            let needed = deviation.map(|of| games_needed(of, half_width, looks.confidence));
            if last >= LAST || needed.is_some_and(|needed| last as f64 >= needed) {
                return looks;
            }
            games.push(last * 2);
        }
    }

    fn shared(games: Vec<u64>, tails: f64, questions: usize) -> Self {
        let share = tails / (games.len() * questions.max(1)) as f64;
        let confidence = Confidence::new(1.0 - share).unwrap_or(Confidence::P95);
        Self { games, confidence }
    }

    /// Returns the numbers of games, ascending.
    pub fn games(&self) -> &[u64] {
        &self.games
    }

    /// Returns the confidence of each interval at each look.
    pub const fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// Returns the first look after so many games.
    pub fn after(&self, played: u64) -> Option<u64> {
        self.games.iter().copied().find(|look| *look > played)
    }
}
