//! Scores for searches: the points of single games, and nothing else.

use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use skirmish_engine::battle::Battle;
use skirmish_engine::event::Ending;
use skirmish_engine::side::Side;

use crate::brake::catch_stop;
use crate::run::{Pairs, RunError};
use crate::session::{Detail, Session, VariantWorker};
use crate::workers::{CHUNK, Workers, said};

/// Points for a win; a draw or a game stopped at the cap gives half, a loss nothing.
pub const WON: u8 = 2;

/// Plays these games of a seed in each battle, all on the same dice, and returns a side's points by battle and game.
///
/// # Errors
/// If play is stopped, or a game panics: the error names the first that does.
pub fn scores(
    battles: &[Battle],
    side: Side,
    seed: u64,
    games: Range<u64>,
    workers: &Workers,
) -> Result<Vec<Vec<u8>>, RunError> {
    scores_watched(battles, side, seed, games, workers, &|_| ())
}

/// Does the same as [`scores`], and reports the number of games played now and then, from any thread.
///
/// # Errors
/// As for [`scores`].
pub fn scores_watched(
    battles: &[Battle],
    side: Side,
    seed: u64,
    games: Range<u64>,
    workers: &Workers,
    watch: &(dyn Fn(u64) + Sync),
) -> Result<Vec<Vec<u8>>, RunError> {
    let count = games.end.saturating_sub(games.start);
    let chunks: Vec<(usize, Range<u64>)> = (0..count.div_ceil(CHUNK))
        .map(|chunk| games.start + chunk * CHUNK)
        .flat_map(|from| {
            let few = from..games.end.min(from + CHUNK);
            (0..battles.len()).map(move |k| (k, few.clone()))
        })
        .collect();
    let played = AtomicU64::new(0);
    let play = |(k, games): &(usize, Range<u64>)| {
        if workers.are_stopped() {
            return Err(RunError::Stopped { pilot: false });
        }
        let points = points_of(&battles[*k], side, (seed, workers), games.clone(), *k)?;
        let few = points.len() as u64;
        watch(played.fetch_add(few, Ordering::Relaxed) + few);
        Ok(points)
    };
    let played: Vec<_> = workers.install(|| chunks.par_iter().map(play).collect());
    let mut points = vec![Vec::with_capacity(count as usize); battles.len()];
    for ((k, _), played) in chunks.iter().zip(played) {
        points[*k].extend(played?);
    }
    Ok(points)
}

fn points_of(
    battle: &Battle,
    side: Side,
    (seed, workers): (u64, &Workers),
    games: Range<u64>,
    variant: usize,
) -> Result<Vec<u8>, RunError> {
    let mut seat =
        VariantWorker::new(Session::new(battle, seed, Pairs::Off, workers)?, Detail::default());
    let mut points = Vec::with_capacity(games.clone().count());
    for number in games {
        let one = catch_unwind(AssertUnwindSafe(|| catch_stop(|| seat.play(number))));
        let outcome = one.map_err(|panic: Box<dyn Any + Send>| RunError::Panicked {
            game: number,
            seed,
            variant,
            pilot: false,
            message: said(&*panic),
        })?;
        let outcome = outcome.ok_or(RunError::Stopped { pilot: false })?;
        points.push(score(outcome.ending, side));
    }
    Ok(points)
}

/// Returns a side's points for an ending.
pub fn score(ending: Ending, side: Side) -> u8 {
    match ending.winner() {
        Some(winner) if winner == side => WON,
        Some(_) => 0,
        None => WON / 2,
    }
}
