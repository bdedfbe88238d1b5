//! When to look at numbers that are still coming in, and how sure to be at each look.
//!
//! Looking again and again until something shows finds something in the end, even where nothing is. So looks are planned
//! before the first game, at numbers of games that depend on nothing that is played, and the error is shared out evenly
//! over all of them: O. J. Dunn, Multiple comparisons among means, J. Amer. Statist. Assoc. 56 (1961) 52-64 (Bonferroni).
//! However the looks depend on one another, and whatever made us stop, the interval of the last look then misses its value
//! no more often than was said.

use super::power::games_needed;
use crate::estimate::Confidence;

/// Games at the first look.
const FIRST: u64 = 1_000;

/// Games at the last look of a plan that has no end of its own: a thousand, doubled twenty times.
const LAST: u64 = FIRST << 20;

/// Numbers of games after which to look, each twice the one before, and the confidence of an interval at each.
#[derive(Debug, Clone, PartialEq)]
pub struct Looks {
    games: Vec<u64>,
    confidence: Confidence,
}

impl Looks {
    /// Looks up to a cap, which is the last of them; `tails` is how often any of `questions` may be answered wrongly at
    /// any look.
    pub fn up_to(cap: u64, tails: f64, questions: usize) -> Self {
        Self::doubling(FIRST, cap, tails, questions)
    }

    /// Looks up to a cap, with a first look at no fewer games than these, unless the cap is less.
    pub fn doubling(first: u64, cap: u64, tails: f64, questions: usize) -> Self {
        let mut games = vec![cap];
        while games.last().is_some_and(|last| last / 2 >= first) {
            games.push(games[games.len() - 1] / 2);
        }
        games.reverse();
        Self::shared(games, tails, questions)
    }

    /// Looks until an interval is as narrow as this. `deviation` is the greatest standard deviation that a game may have,
    /// if there is one: it says when to look for the last time, since the interval is narrow enough then, whatever comes.
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

    /// Numbers of games, growing.
    pub fn games(&self) -> &[u64] {
        &self.games
    }

    /// The confidence of each interval at each look.
    pub const fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// The first look after so many games.
    pub fn after(&self, played: u64) -> Option<u64> {
        self.games.iter().copied().find(|look| *look > played)
    }
}
