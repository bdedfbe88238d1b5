//! Which rows of the factor table counted in a game at all.

use std::ops::Range;

use skirmish_engine::battle::Battle;
use skirmish_engine::event::Event;

use crate::additive::Additive;
use crate::driver::Driver;
use crate::plan::RunError;
use crate::session::Session;
use crate::workers::{Control, Workers, in_chunks};

/// In how many games of a session each row of the factor table counted for a nomination (LL-03).
///
/// # Errors
/// If a game panics, or a pair is split.
pub fn factor_counts(
    session: &Session<'_, Battle>,
    workers: &Workers,
    games: Range<u64>,
    control: Control<'_>,
) -> Result<Vec<u64>, RunError> {
    session.whole_units(&games)?;
    let battle = session.driver();
    let rows = battle.spec().rules.seize.factors.len();
    let start = || (battle.table(), vec![0; rows]);
    let counted = in_chunks(games, workers, control, start, |(table, counts), chunk| {
        for game in chunk.games.clone() {
            chunk.place.game = game;
            let mut has_counted = vec![false; rows];
            let (mut streams, first) = session.dealt(game);
            battle.play_watched(table, first, &mut streams, &mut |_, event| {
                if let Event::Factor { row, .. } = *event
                    && let Some(has_counted) = has_counted.get_mut(usize::from(row))
                {
                    *has_counted = true;
                }
            });
            for (count, has_counted) in counts.iter_mut().zip(has_counted) {
                *count += u64::from(has_counted);
            }
        }
    });
    let mut counts = vec![0; rows];
    for (_, more) in counted.map_err(|panicked| session.panicked(panicked))? {
        counts.merge(&more);
    }
    Ok(counts)
}
