//! What players are worth to those who search for them: the points of single games, and nothing else. The engine is
//! played without a recorder.

use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use rayon::prelude::*;
use skirmish_engine::battle::Battle;
use skirmish_engine::event::{Ending, Nobody};
use skirmish_engine::game::{self, Table};
use skirmish_engine::side::Side;

use crate::plan::RunError;
use crate::streams::Streams;
use crate::workers::{CHUNK, Workers, said};

/// Points for a game won; a draw or a game stopped at the cap is worth half of it, a game lost nothing.
pub const WON: u8 = 2;

/// Plays these games of a seed at each of the battles, all on the same dice, and tells the points of a side: a list for each
/// battle, a number for each game. Threads make no difference.
///
/// # Errors
/// If a game panics: the error names the first that does.
pub fn scores(
    battles: &[Battle],
    side: Side,
    seed: u64,
    games: Range<u64>,
    workers: &Workers,
) -> Result<Vec<Vec<u8>>, RunError> {
    let count = games.end.saturating_sub(games.start);
    let chunks: Vec<(usize, Range<u64>)> = (0..count.div_ceil(CHUNK))
        .map(|chunk| games.start + chunk * CHUNK)
        .flat_map(|from| {
            let few = from..games.end.min(from + CHUNK);
            (0..battles.len()).map(move |k| (k, few.clone()))
        })
        .collect();
    let play =
        |(k, games): &(usize, Range<u64>)| points_of(&battles[*k], side, seed, games.clone(), *k);
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
    seed: u64,
    games: Range<u64>,
    variant: usize,
) -> Result<Vec<u8>, RunError> {
    let mut table = Table::new(battle);
    let mut streams = Streams::new(seed);
    let mut points = Vec::with_capacity(games.clone().count());
    for number in games {
        let one = catch_unwind(AssertUnwindSafe(|| {
            streams.start(number);
            game::play(battle, &mut table, None, &mut streams, &mut Nobody)
        }));
        let outcome = one.map_err(|panic: Box<dyn Any + Send>| RunError::Panicked {
            game: number,
            seed,
            variant,
            pilot: false,
            message: said(&*panic),
        })?;
        points.push(match outcome.ending {
            Ending::Won { side: winner, .. } if winner == side => WON,
            Ending::Won { .. } => 0,
            Ending::Draw(_) | Ending::Cap => WON / 2,
        });
    }
    Ok(points)
}
