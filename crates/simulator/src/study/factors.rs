//! Counts in how many games each row of the factor table mattered.

use std::ops::Range;

use skirmish_engine::battle::Battle;
use skirmish_engine::event::{Event, Observer, Scene};

use crate::additive::{Additive, additive};
use crate::run::RunError;
use crate::session::Session;
use crate::workers::{Progress, Workers};

/// The number of games in which each row of the factor table counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactorCounts {
    games: u64,
    /// Games in which it counted, row by row.
    pub rows: Vec<u64>,
}

additive!(FactorCounts { games, rows });

impl FactorCounts {
    /// Returns the counts of no games.
    pub fn of(battle: &Battle) -> Self {
        Self { games: 0, rows: vec![0; battle.spec().rules.seize.factors.len()] }
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.games
    }
}

struct Rows {
    counts: FactorCounts,
    has_counted: Vec<bool>,
}

impl Observer for Rows {
    fn event(&mut self, _: &Scene<'_>, event: &Event) {
        match *event {
            Event::Factor { row, .. } => {
                if let Some(has_counted) = self.has_counted.get_mut(usize::from(row)) {
                    *has_counted = true;
                }
            }
            Event::Ends { .. } => {
                self.counts.games += 1;
                for (count, has_counted) in self.counts.rows.iter_mut().zip(&mut self.has_counted) {
                    *count += u64::from(std::mem::take(has_counted));
                }
            }
            _ => {}
        }
    }
}

/// Counts in how many games of a session each row of the factor table counted for a nomination (LL-03).
///
/// # Errors
/// If a game panics, or a pair is split.
pub fn factor_counts(
    session: &Session<'_, Battle>,
    workers: &Workers,
    games: Range<u64>,
    progress: Progress<'_>,
) -> Result<FactorCounts, RunError> {
    let mut counts = FactorCounts::of(session.driver());
    let rows = || Rows { counts: counts.clone(), has_counted: vec![false; counts.rows.len()] };
    for of_thread in session.watched(workers, games, progress, rows)? {
        counts.merge(&of_thread.counts);
    }
    Ok(counts)
}
