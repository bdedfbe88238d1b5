//! Chunks of games on all threads.
//!
//! Threads take chunks in the order of game numbers and count them in sums of their own, which are added at the end. Once the
//! brake is pulled, a thread takes no further chunk but finishes its own, so what was played is always a beginning of the
//! range, with the sums of a run that long. Long games make short chunks, so that little is left to finish; sums are the same
//! for any chunks. If a thread can't finish its chunk in time, nothing of the range counts, since no sum can be taken back and
//! a beginning must have no gaps.

use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::brake::{Brake, catch_stop};
use crate::run::RunError;

/// The most games in a chunk; even, so that no pair is split.
pub const CHUNK: u64 = 64;

/// The fewest games in a chunk except the last; even as well.
const LEAST_CHUNK: u64 = 2;

/// A chunk that took less than this is followed by a larger one; one that took much more by a smaller one.
const QUICK: Duration = Duration::from_millis(20);

/// Threads to play on, made once for any number of runs.
#[derive(Debug)]
pub struct Workers {
    pool: rayon::ThreadPool,
    brake: Option<&'static Brake>,
}

impl Workers {
    /// Creates this many threads; 0 means one for each processor.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn new(threads: usize) -> Result<Self, RunError> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map(|pool| Self { pool, brake: None })
            .map_err(|error| RunError::Threads(error.to_string()))
    }

    /// Returns the same threads, stopped by a brake.
    #[must_use]
    pub fn stopped_by(self, brake: &'static Brake) -> Self {
        Self { brake: Some(brake), ..self }
    }

    /// Returns the brake.
    pub const fn brake(&self) -> Option<&'static Brake> {
        self.brake
    }

    /// Returns whether no more games may begin.
    pub fn are_stopped(&self) -> bool {
        self.brake.is_some_and(Brake::stops)
    }

    /// Returns the number of threads.
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Returns the results of `work` for each number, in order, computed on these threads.
    pub fn each<R: Send>(
        &self,
        numbers: Range<u64>,
        work: impl Fn(u64) -> R + Sync + Send,
    ) -> Vec<R> {
        self.install(|| numbers.into_par_iter().map(work).collect())
    }

    pub(crate) fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.pool.install(work)
    }
}

/// A callback during play, called now and then from any thread with the number of games played.
pub type Progress<'a> = Option<&'a (dyn Fn(u64) + Sync)>;

/// A game under one of several variants, ordered by game and then by variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct VariantGame {
    pub(crate) game: u64,
    pub(crate) variant: usize,
}

pub(crate) type Panicked = (VariantGame, String);

pub(crate) struct Chunk {
    pub(crate) games: Range<u64>,
    /// The current game, kept up to date so that one that panics can be named.
    pub(crate) place: VariantGame,
}

/// Plays chunk after chunk on all threads; `start` makes a thread's state. Returns no result if a game is broken off.
pub(crate) fn in_chunks<W: Send>(
    games: Range<u64>,
    workers: &Workers,
    progress: Progress<'_>,
    start: impl Fn() -> W + Sync,
    play: impl Fn(&mut W, &mut Chunk) + Sync,
) -> Result<Vec<W>, Panicked> {
    let total = games.end.saturating_sub(games.start);
    let shared = Shared {
        next: Mutex::new(games.start),
        played: AtomicU64::new(0),
        report_every: (total / 1000).max(1),
        failed: AtomicBool::new(false),
        is_broken_off: AtomicBool::new(false),
        failure: Mutex::new(None),
        progress,
        workers,
        games,
    };
    let counted = workers.pool.broadcast(|_| shared.work(&start, &play));
    match shared.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(failure) => Err(failure),
        None if shared.is_broken_off.into_inner() => Ok(Vec::new()),
        None => Ok(counted.into_iter().flatten().collect()),
    }
}

struct Shared<'a> {
    games: Range<u64>,
    next: Mutex<u64>,
    played: AtomicU64,
    report_every: u64,
    /// Whether to stop, since there will be no result.
    failed: AtomicBool,
    is_broken_off: AtomicBool,
    failure: Mutex<Option<Panicked>>,
    progress: Progress<'a>,
    workers: &'a Workers,
}

impl Shared<'_> {
    fn work<W>(
        &self,
        start: &(impl Fn() -> W + Sync),
        play: &(impl Fn(&mut W, &mut Chunk) + Sync),
    ) -> Option<W> {
        let (mut counted, mut size) = (None, LEAST_CHUNK);
        while let Some(games) = self.claim(size) {
            let place = VariantGame { game: games.start, variant: 0 };
            let mut chunk = Chunk { games: games.clone(), place };
            let began = Instant::now();
            // Counts may be inconsistent after a panic; they are not used again.
            let played = catch_unwind(AssertUnwindSafe(|| {
                catch_stop(|| play(counted.get_or_insert_with(start), &mut chunk))
            }));
            match played {
                Ok(Some(())) => {}
                Ok(None) => {
                    self.is_broken_off.store(true, Ordering::Relaxed);
                    self.failed.store(true, Ordering::Relaxed);
                    break;
                }
                Err(panic) => {
                    self.fail(chunk.place, &*panic);
                    break;
                }
            }
            let report = || self.report(games.end - games.start);
            if let Err(panic) = catch_unwind(AssertUnwindSafe(report)) {
                // The callback panicked, so no thread needs to play on.
                self.failed.store(true, Ordering::Relaxed);
                resume_unwind(panic);
            }
            size = next_size(size, began.elapsed());
        }
        counted
    }

    /// Returns the next chunk. Chunks are given out in order and each is finished, so what was played is a beginning of the
    /// range, and the first chunk with a panic is always found.
    fn claim(&self, size: u64) -> Option<Range<u64>> {
        if self.workers.are_stopped() || self.failed.load(Ordering::Relaxed) {
            return None;
        }
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let from = *next;
        *next = self.games.end.min(from + size);
        (from < *next).then_some(from..*next)
    }

    fn report(&self, games: u64) {
        let before = self.played.fetch_add(games, Ordering::Relaxed);
        let played = before + games;
        if let Some(progress) = self.progress
            && (before / self.report_every != played / self.report_every)
        {
            progress(played);
        }
    }

    fn fail(&self, place: VariantGame, panic: &(dyn Any + Send)) {
        let message = said(panic);
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if failure.as_ref().is_none_or(|(first, _)| place < *first) {
            *failure = Some((place, message));
        }
        self.failed.store(true, Ordering::Relaxed);
    }
}

fn next_size(size: u64, took: Duration) -> u64 {
    if took < QUICK {
        (2 * size).min(CHUNK)
    } else if took > 4 * QUICK {
        (size / 2).max(LEAST_CHUNK)
    } else {
        size
    }
}

pub(crate) fn said(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<&str>()
        .map(ToString::to_string)
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_of_long_games_are_short() {
        let of_games = |game: Duration| {
            let mut size = LEAST_CHUNK;
            for _ in 0..10 {
                size = next_size(size, game * size as u32);
            }
            size
        };
        assert_eq!(of_games(Duration::from_micros(100)), CHUNK);
        assert_eq!(of_games(Duration::from_millis(5)), 4);
        assert_eq!(of_games(Duration::from_secs(10)), LEAST_CHUNK);
    }
}
