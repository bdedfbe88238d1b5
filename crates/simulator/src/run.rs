//! Many games in parallel, the same numbers on any number of threads.
//!
//! Threads take chunks of 64 games in the order of game numbers and count them in tallies of their own, which are added
//! up at the end. Whoever sees the cancel flag takes no further chunk but finishes the one it has, so what was played is
//! always games 0 to some n, and its tally is that of a run of n games.

use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::Outcome;
use skirmish_engine::side::Side;

use crate::driver::Driver;
use crate::in_order::{GameRecord, InOrder, Records};
use crate::pairs;
use crate::plan::{PairReason, PairReport, Pairs, Plan, RunError};
use crate::recorder::Recorder;
use crate::streams::Streams;
use crate::tally::{Tally, Unit};

/// Games in a chunk; even, so that no pair is split.
pub const CHUNK: u64 = 64;

/// Threads to play on, made once and used for any number of runs.
#[derive(Debug)]
pub struct Workers {
    pool: rayon::ThreadPool,
}

impl Workers {
    /// So many threads, or for 0 as many as the machine has processors.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn new(threads: usize) -> Result<Self, RunError> {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map(|pool| Self { pool })
            .map_err(|error| RunError::Threads(error.to_string()))
    }

    /// Does the same on every thread and gathers what comes of it.
    pub(crate) fn on_each<T: Send>(&self, work: impl Fn() -> T + Sync) -> Vec<T> {
        self.pool.broadcast(|_| work())
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }
}

/// What may be listened to and stopped while games are played. Nothing here changes a result, except where it ends.
#[derive(Default)]
pub struct Control<'a> {
    /// Called now and then, from any thread, with the number of games played.
    pub progress: Option<&'a (dyn Fn(u64) + Sync)>,
    /// When set, no further chunk is begun.
    pub cancel: Option<&'a AtomicBool>,
    /// Gets a record of each game, in the order of game numbers.
    pub records: Option<Records<'a>>,
}

impl std::fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Control")
            .field("progress", &self.progress.is_some())
            .field("cancel", &self.cancel)
            .field("records", &self.records.is_some())
            .finish()
    }
}

/// The result of a run: a function of the battle, the seed and the number of games played.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// What was counted.
    pub tally: Tally,
    /// Whether games were played in pairs.
    pub pairs: PairReport,
    /// Games played, always from the beginning of the range that was asked for.
    pub games: u64,
    /// Whether the cancel flag ended the run early.
    pub cancelled: bool,
}

impl Run {
    /// Adds the games that follow, of the same session.
    pub fn add(&mut self, more: &Self) {
        let merged = self.tally.merge(&more.tally);
        debug_assert!(merged.is_ok(), "all of one session, so of one kind");
        self.games += more.games;
        self.cancelled |= more.cancelled;
    }

    /// What pairs were worth in this run, measured as in [`PairReport::pilot_gain`].
    #[must_use]
    pub fn pair_gain(&self) -> Option<f64> {
        pairs::gain(&self.tally)
    }
}

/// A battle, the seed of its dice, and the decision on pairs: any game of it can be played, again and again.
#[derive(Debug, Clone, Copy)]
pub struct Session<'d, D> {
    driver: &'d D,
    seed: u64,
    pilot: bool,
    pairs: PairReport,
}

impl<'d, D: Driver> Session<'d, D> {
    /// Settles whether to play in pairs, by a pilot if need be. The decision depends on the battle alone: not on the
    /// seed, nor on the number of games.
    ///
    /// # Errors
    /// If pairs are asked for where the scenario says who starts, or if a game of the pilot panics.
    pub fn new(
        driver: &'d D,
        seed: u64,
        pairs: Pairs,
        workers: &Workers,
    ) -> Result<Self, RunError> {
        let settled = |on, reason, pilot_gain| PairReport { on, reason, pilot_gain };
        let pairs = match (pairs, driver.starts_by_lot()) {
            (Pairs::On, false) => return Err(RunError::StarterIsFixed),
            (Pairs::On, true) => settled(true, PairReason::Asked, None),
            (Pairs::Off, _) => settled(false, PairReason::Asked, None),
            (Pairs::Auto, false) => settled(false, PairReason::StarterIsFixed, None),
            (Pairs::Auto, true) => {
                let games = 0..2 * pairs::PILOT_PAIRS;
                let run = Self::pilot(driver).play(workers, games, Control::default())?;
                let gain = run.pair_gain();
                if gain.is_some_and(|gain| gain >= pairs::LEAST_GAIN) {
                    settled(true, PairReason::PilotFoundGain, gain)
                } else {
                    settled(false, PairReason::PilotFoundNone, gain)
                }
            }
        };
        Ok(Self { driver, seed, pilot: false, pairs })
    }

    /// The session of the pilot, of which [`RunError::Panicked`] may name a game to be replayed.
    #[must_use]
    pub const fn pilot(driver: &'d D) -> Self {
        Self {
            driver,
            seed: 0,
            pilot: true,
            pairs: PairReport { on: true, reason: PairReason::Asked, pilot_gain: None },
        }
    }

    /// Whether games are played in pairs, and why.
    #[must_use]
    pub const fn pairs(&self) -> PairReport {
        self.pairs
    }

    /// What is played independently of one another.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        if self.pairs.on { Unit::Pair } else { Unit::Game }
    }

    /// A tally of no games.
    #[must_use]
    pub fn empty_tally(&self) -> Tally {
        Tally::new(self.unit(), self.driver.seize_dice())
            .counting(self.driver.command(), self.driver.fighting())
    }

    fn streams(&self) -> Streams {
        if self.pilot { Streams::pilot() } else { Streams::new(self.seed) }
    }

    /// Puts the dice at the beginning of a game and says who starts; `None` for by lot.
    #[inline]
    fn deal(&self, streams: &mut Streams, game: u64) -> Option<Side> {
        if self.pairs.on {
            streams.start(game / 2);
            Some(if game.is_multiple_of(2) { Side::A } else { Side::B })
        } else {
            streams.start(game);
            None
        }
    }

    /// Plays one game of the session again, watched by the observer. A game that panics does so here, too.
    pub fn replay<O: Observer>(&self, game: u64, observer: &mut O) -> Outcome {
        let mut streams = self.streams();
        let first = self.deal(&mut streams, game);
        let mut table = self.driver.table();
        let mut watch = |scene: &Scene<'_>, event: &Event| observer.event(scene, event);
        self.driver.play_watched(&mut table, first, &mut streams, &mut watch)
    }

    /// The dice of a game and who starts it, for a replay by other means.
    #[must_use]
    pub fn dealt(&self, game: u64) -> (Streams, Option<Side>) {
        let mut streams = self.streams();
        let first = self.deal(&mut streams, game);
        (streams, first)
    }

    /// Plays the games with these numbers. Tallies of neighbouring ranges, merged, are the tally of the whole.
    ///
    /// # Errors
    /// If the range splits a pair, or if a game panics: the error names the first that does.
    pub fn play(
        &self,
        workers: &Workers,
        games: Range<u64>,
        control: Control<'_>,
    ) -> Result<Run, RunError> {
        let per_unit = self.unit().games();
        let whole = games.start.is_multiple_of(per_unit) && games.end.is_multiple_of(per_unit);
        if !whole || games.end < games.start {
            return Err(RunError::SplitPair { from: games.start, to: games.end });
        }
        let total = games.end - games.start;
        let shared = Shared {
            chunks: total.div_ceil(CHUNK),
            next_chunk: AtomicU64::new(0),
            played: AtomicU64::new(0),
            // A thousand calls a run at most.
            report_every: (total / 1000).max(1),
            failed: AtomicBool::new(false),
            failure: Mutex::new(None),
            progress: control.progress,
            cancel: control.cancel,
            records: control.records.map(|take| InOrder::new(16 * workers.threads(), take)),
            games,
        };
        let tallies = workers.pool.broadcast(|_| self.work(&shared));
        if let Some((game, message)) =
            shared.failure.into_inner().unwrap_or_else(PoisonError::into_inner)
        {
            return Err(RunError::Panicked { game, seed: self.seed, pilot: self.pilot, message });
        }
        let mut tally = self.empty_tally();
        for more in &tallies {
            // All of one session, so of one kind.
            let merged = tally.merge(more);
            debug_assert!(merged.is_ok());
        }
        Ok(Run { games: tally.games(), cancelled: tally.games() < total, tally, pairs: self.pairs })
    }

    /// What one thread does: chunk after chunk, as long as there are any.
    fn work(&self, shared: &Shared<'_>) -> Tally {
        let mut recorder = Recorder::new(self.empty_tally());
        // Made at the first chunk: a thread that gets none needs none.
        let mut seat = None;
        while let Some(chunk) = shared.claim() {
            let mut records = match &shared.records {
                None => None,
                Some(in_order) => match in_order.begin(chunk) {
                    None => break,
                    some => some,
                },
            };
            let first = shared.games.start + chunk * CHUNK;
            let last = shared.games.end.min(first + CHUNK);
            let mut game = first;
            // The seat and the recorder may be in disorder after a panic; neither is used again.
            let played = catch_unwind(AssertUnwindSafe(|| {
                let (table, streams) =
                    seat.get_or_insert_with(|| (self.driver.table(), self.streams()));
                while game < last {
                    let starter = self.deal(streams, game);
                    let outcome = self.driver.play_counted(table, starter, streams, &mut recorder);
                    recorder.end_game(&outcome, streams.rolled());
                    if let Some(records) = &mut records {
                        let dice = streams.rolled().iter().map(|dice| u64::from(*dice)).sum();
                        records.push(GameRecord { game, outcome, dice });
                    }
                    game += 1;
                }
            }));
            if let Err(panic) = played {
                shared.fail(game, &*panic);
                break;
            }
            if let (Some(in_order), Some(records)) = (&shared.records, records) {
                in_order.finish(chunk, records);
            }
            shared.report(last - first);
        }
        recorder.into_tally()
    }
}

/// What the threads of one run share.
struct Shared<'a> {
    games: Range<u64>,
    chunks: u64,
    next_chunk: AtomicU64,
    played: AtomicU64,
    report_every: u64,
    failed: AtomicBool,
    /// The first game that panicked, and what it said.
    failure: Mutex<Option<(u64, String)>>,
    progress: Option<&'a (dyn Fn(u64) + Sync)>,
    cancel: Option<&'a AtomicBool>,
    records: Option<InOrder<'a>>,
}

impl Shared<'_> {
    /// The next chunk. Chunks are given out in order and every one given out is finished, so what was played is a
    /// beginning of the range, and the first game that panics is always found.
    fn claim(&self) -> Option<u64> {
        let cancelled = self.cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
        if cancelled || self.failed.load(Ordering::Relaxed) {
            return None;
        }
        let chunk = self.next_chunk.fetch_add(1, Ordering::Relaxed);
        (chunk < self.chunks).then_some(chunk)
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

    fn fail(&self, game: u64, panic: &(dyn Any + Send)) {
        let message = panic
            .downcast_ref::<&str>()
            .map(ToString::to_string)
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "no message".into());
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if failure.as_ref().is_none_or(|(first, _)| game < *first) {
            *failure = Some((game, message));
        }
        drop(failure);
        self.failed.store(true, Ordering::Relaxed);
        if let Some(records) = &self.records {
            records.abandon();
        }
    }
}

/// Plays a plan from its first game to its last.
///
/// # Errors
/// If pairs are asked for where the scenario says who starts, or if a game panics.
pub fn run<D: Driver>(
    driver: &D,
    plan: &Plan,
    workers: &Workers,
    control: Control<'_>,
) -> Result<Run, RunError> {
    let session = Session::new(driver, plan.seed, plan.pairs, workers)?;
    let per_unit = session.unit().games();
    let games = plan.games.checked_next_multiple_of(per_unit).unwrap_or(u64::MAX - 1);
    session.play(workers, 0..games, control)
}
