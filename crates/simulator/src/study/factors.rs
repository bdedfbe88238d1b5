//! Which rows of the factor table counted in a game at all.

use std::ops::Range;

use skirmish_engine::battle::Battle;
use skirmish_engine::event::Event;

use crate::additive::{Additive, additive};
use crate::driver::Driver;
use crate::plan::RunError;
use crate::session::Session;
use crate::workers::{Control, Workers};

/// In how many games each row of the factor table counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactorCounts {
    games: u64,
    /// Games in which it counted, row by row.
    pub rows: Vec<u64>,
}

additive!(FactorCounts { games, rows });

impl FactorCounts {
    /// Of no games.
    #[must_use]
    pub fn of(battle: &Battle) -> Self {
        Self { games: 0, rows: vec![0; battle.spec().rules.seize.factors.len()] }
    }

    /// Games looked through.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }
}

/// In how many games of a session each row of the factor table counted for a nomination (LL-03).
///
/// # Errors
/// If a game panics, or a pair is split.
pub fn factor_counts(
    session: &Session<'_, Battle>,
    workers: &Workers,
    games: Range<u64>,
    control: Control<'_>,
) -> Result<FactorCounts, RunError> {
    let battle = session.driver();
    let start = || (battle.table(), FactorCounts::of(battle));
    let counted = session.counted(workers, games, control, start, |(table, counts), chunk| {
        for game in chunk.games.clone() {
            chunk.place.game = game;
            let mut has_counted = vec![false; counts.rows.len()];
            let (mut streams, first) = session.dealt(game);
            battle.play_watched(table, first, &mut streams, &mut |_, event| {
                if let Event::Factor { row, .. } = *event
                    && let Some(has_counted) = has_counted.get_mut(usize::from(row))
                {
                    *has_counted = true;
                }
            });
            counts.games += 1;
            for (count, has_counted) in counts.rows.iter_mut().zip(has_counted) {
                *count += u64::from(has_counted);
            }
        }
    });
    let mut counts = FactorCounts::of(battle);
    for (_, more) in counted? {
        counts.merge(&more);
    }
    Ok(counts)
}
