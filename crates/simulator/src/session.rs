//! Plays games under all variants on all threads, with the same numbers on any number of threads.
//!
//! Every variant plays game n on the dice of (seed, n), with one stream for each purpose, so a change to one table leaves the
//! other dice unchanged. A run has one variant; a study plays a few games under each variant before the next few.

use std::ops::Range;

use skirmish_engine::event::Observer;
use skirmish_engine::game::Outcome;
use skirmish_engine::side::Side;

use crate::additive::Additive;
use crate::brake::Brake;
use crate::counts::Counts;
use crate::driver::Driver;
use crate::pairs;
use crate::recorder::Recorder;
use crate::run::{PairReason, PairReport, Pairs, RunError, RunSpec};
use crate::streams::Streams;
use crate::study::Study;
use crate::tally::{Tally, Unit};
use crate::workers::{Chunk, Progress, VariantGame, Workers, in_chunks};

/// Games of a variant in a row before the next variant's turn.
const FEW: u64 = 16;

/// The result of a run, which depends on the battle, the seed and the number of games played.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// The counts.
    pub tally: Tally,
    /// Whether games were played in pairs.
    pub pairs: PairReport,
    /// The number of games played, always from the beginning of the range.
    pub games: u64,
    /// Whether it was stopped early.
    pub cancelled: bool,
}

impl Run {
    /// Returns the gain from pairs in this run, as in [`PairReport::pilot_gain`].
    pub fn pair_gain(&self) -> Option<f64> {
        pairs::gain(&self.tally)
    }
}

/// What to count of each variant, beyond the measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Detail {
    /// The tables of seizes, streaks, events, command and fighting.
    pub tables: bool,
    /// The number of games in which anything differs from the first variant.
    pub changes: bool,
    /// The luck of seize rolls by what each nominee needed, as tables and changes require. Otherwise it is by the least that
    /// any figure could need, and if that is missed no figure is nominated: games are faster, and their luck says less.
    pub nominees: bool,
    /// A record of each game.
    pub records: bool,
}

/// One game, for lists of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameRecord {
    /// The index of its variant; 0 is the battle itself.
    pub variant: usize,
    /// Its number in the run.
    pub game: u64,
    /// Its outcome.
    pub outcome: Outcome,
    /// The number of dice rolled.
    pub dice: u64,
}

/// A battle, the seed of its dice and the decision on pairs; any of its games can be played again.
#[derive(Debug)]
pub struct Session<'d, D> {
    driver: &'d D,
    seed: u64,
    pilot: bool,
    pairs: PairReport,
    brake: Option<&'static Brake>,
}

impl<D> Clone for Session<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for Session<'_, D> {}

impl<'d, D: Driver> Session<'d, D> {
    /// Creates a session and decides on pairs, if needed by a pilot, whose result depends on the battle alone.
    ///
    /// # Errors
    /// If pairs are asked for and the starting side is fixed, or if the pilot panics or is stopped.
    pub fn new(
        driver: &'d D,
        seed: u64,
        pairs: Pairs,
        workers: &Workers,
    ) -> Result<Self, RunError> {
        Self::beside(driver, [], seed, pairs, workers)
    }

    /// Does the same for a battle with variants. Pairs need a start by lot under each of them; whether they help is decided by
    /// the pilot of the battle itself, so that its games are those of a run.
    ///
    /// # Errors
    /// As for [`Self::new`], if the starting side is fixed under any of them.
    pub fn beside<'v>(
        driver: &'d D,
        variants: impl IntoIterator<Item = &'v D>,
        seed: u64,
        pairs: Pairs,
        workers: &Workers,
    ) -> Result<Self, RunError>
    where
        D: 'v,
    {
        let settled = |on, reason, pilot_gain| PairReport { on, reason, pilot_gain };
        let by_lot = driver.starts_by_lot() && variants.into_iter().all(Driver::starts_by_lot);
        let pairs = match (pairs, by_lot) {
            (Pairs::On, false) => return Err(RunError::StarterIsFixed),
            (Pairs::On, true) => settled(true, PairReason::Asked, None),
            (Pairs::Off, _) => settled(false, PairReason::Asked, None),
            (Pairs::Auto, false) => settled(false, PairReason::StarterIsFixed, None),
            (Pairs::Auto, true) => {
                let games = 0..2 * pairs::PILOT_PAIRS;
                let pilot = Self { brake: workers.brake(), ..Self::pilot(driver) };
                let run = pilot.play(workers, games, None)?;
                if run.cancelled {
                    return Err(RunError::Stopped { pilot: true });
                }
                let gain = run.pair_gain();
                if gain.is_some_and(|gain| gain >= pairs::LEAST_GAIN) {
                    settled(true, PairReason::PilotFoundGain, gain)
                } else {
                    settled(false, PairReason::PilotFoundNone, gain)
                }
            }
        };
        Ok(Self { driver, seed, pilot: false, pairs, brake: workers.brake() })
    }

    /// Creates a session of single games without a pilot, if there is no time for one.
    pub const fn unpiloted(driver: &'d D, seed: u64, workers: &Workers) -> Self {
        let pairs = PairReport { on: false, reason: PairReason::NoTime, pilot_gain: None };
        Self { driver, seed, pilot: false, pairs, brake: workers.brake() }
    }

    /// Returns the session of the pilot, to replay a game that [`RunError::Panicked`] names.
    pub const fn pilot(driver: &'d D) -> Self {
        Self {
            driver,
            seed: 0,
            pilot: true,
            pairs: PairReport { on: true, reason: PairReason::Asked, pilot_gain: None },
            brake: None,
        }
    }

    /// Returns whether games are played in pairs, and why.
    pub const fn pairs(&self) -> PairReport {
        self.pairs
    }

    /// Returns the unit of independent play.
    pub const fn unit(&self) -> Unit {
        if self.pairs.on { Unit::Pair } else { Unit::Game }
    }

    /// Returns the number of games actually played for a requested number, since pairs are not split.
    pub fn whole(&self, games: u64) -> u64 {
        games.checked_next_multiple_of(self.unit().games()).unwrap_or(u64::MAX - 1)
    }

    /// Returns the battle.
    pub const fn driver(&self) -> &'d D {
        self.driver
    }

    /// Returns the same session for another battle, with the same dice and pairs.
    pub const fn at<'v>(&self, driver: &'v D) -> Session<'v, D> {
        Session { driver, seed: self.seed, pilot: self.pilot, pairs: self.pairs, brake: self.brake }
    }

    /// Returns the same session, which no brake stops.
    pub const fn unbraked(self) -> Self {
        Self { brake: None, ..self }
    }

    fn streams(&self) -> Streams {
        let streams = if self.pilot { Streams::pilot() } else { Streams::new(self.seed) };
        streams.stopped_by(self.brake)
    }

    /// Sets the dice to the beginning of a game and returns the starting side; `None` for by lot.
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

    /// Plays a game of the session again for an observer. A game that panics does so here, too.
    pub fn replay<O: Observer>(&self, game: u64, observer: &mut O) -> Outcome {
        let (mut streams, first) = self.dealt(game);
        self.driver.play_watched(&mut self.driver.workspace(), first, &mut streams, observer)
    }

    /// Returns the dice of a game and its starting side, to replay it by other means.
    pub fn dealt(&self, game: u64) -> (Streams, Option<Side>) {
        let mut streams = self.streams();
        let first = self.deal(&mut streams, game);
        (streams, first)
    }

    /// Plays the games with these numbers. Tallies of adjacent ranges merge into the tally of the whole.
    ///
    /// # Errors
    /// If the range splits a pair, or if a game panics: the error names the first that does.
    pub fn play(
        &self,
        workers: &Workers,
        games: Range<u64>,
        progress: Progress<'_>,
    ) -> Result<Run, RunError> {
        let total = games.end.saturating_sub(games.start);
        let detail = Detail { tables: true, ..Detail::default() };
        let tally = self.study(&[], detail, workers, games, progress)?.base;
        let games = tally.games();
        Ok(Run { games, cancelled: games < total, tally, pairs: self.pairs })
    }

    /// Plays the games with these numbers under the battle and each variant.
    ///
    /// # Errors
    /// If the range splits a pair, or if a game panics: the error names the first that does.
    pub fn study(
        &self,
        variants: &[&D],
        detail: Detail,
        workers: &Workers,
        games: Range<u64>,
        progress: Progress<'_>,
    ) -> Result<Study, RunError> {
        let start = || Bench::new(self, variants, detail);
        let mut study = Study::of(self, variants, detail);
        for bench in self.counted(workers, games, progress, start, Bench::play)? {
            study.merge(&bench.into_study());
        }
        study.records.sort_unstable_by_key(|record| (record.game, record.variant));
        Ok(study)
    }

    /// Plays the games with these numbers with an observer for each thread, and returns the observers. Both games of a pair
    /// follow each other on one thread; otherwise a thread gets any games.
    ///
    /// # Errors
    /// If the range splits a pair, or if a game panics: the error names the first that does.
    pub(crate) fn watched<O: Observer + Send>(
        &self,
        workers: &Workers,
        games: Range<u64>,
        progress: Progress<'_>,
        observer: impl Fn() -> O + Sync,
    ) -> Result<Vec<O>, RunError> {
        let start = || (self.driver.workspace(), observer());
        let play = |(workspace, observer): &mut (D::Workspace, O), chunk: &mut Chunk| {
            for game in chunk.games.clone() {
                chunk.place.game = game;
                let (mut streams, first) = self.dealt(game);
                self.driver.play_watched(workspace, first, &mut streams, observer);
            }
        };
        let played = self.counted(workers, games, progress, start, play)?;
        Ok(played.into_iter().map(|(_, observer)| observer).collect())
    }

    /// Counts games on all threads, each with its own worker from the start function.
    ///
    /// # Errors
    /// If the range splits a pair, or if a game panics: the error names the first that does.
    pub(crate) fn counted<W: Send>(
        &self,
        workers: &Workers,
        games: Range<u64>,
        progress: Progress<'_>,
        start: impl Fn() -> W + Sync,
        play: impl Fn(&mut W, &mut Chunk) + Sync,
    ) -> Result<Vec<W>, RunError> {
        let Range { start: from, end: to } = games;
        let per_unit = self.unit().games();
        if from > to || !from.is_multiple_of(per_unit) || !to.is_multiple_of(per_unit) {
            return Err(RunError::SplitPair { from, to });
        }
        in_chunks(games, workers, progress, start, play).map_err(|(place, message)| {
            let VariantGame { game, variant } = place;
            RunError::Panicked { game, seed: self.seed, variant, pilot: self.pilot, message }
        })
    }
}

/// Plays and counts the games of one variant on one thread.
pub(crate) struct VariantWorker<'d, D: Driver> {
    session: Session<'d, D>,
    workspace: D::Workspace,
    pub(crate) streams: Streams,
    recorder: Recorder,
}

impl<'d, D: Driver> VariantWorker<'d, D> {
    pub(crate) fn new(session: Session<'d, D>, detail: Detail) -> Self {
        let (driver, unit) = (session.driver, session.unit());
        let mut recorder = if detail.tables {
            Recorder::of(driver, unit)
        } else {
            Recorder::of_measures(driver, unit)
        };
        recorder.wants_nominees |= detail.changes || detail.nominees;
        Self { workspace: driver.workspace(), streams: session.streams(), recorder, session }
    }

    /// Plays a game, and counts the unit with its last game.
    #[inline]
    pub(crate) fn play(&mut self, game: u64) -> Outcome {
        let first = self.session.deal(&mut self.streams, game);
        self.play_dealt(game, first)
    }

    pub(crate) fn play_dealt(&mut self, game: u64, first: Option<Side>) -> Outcome {
        let Self { session, workspace, streams, recorder } = self;
        let outcome = session.driver.play_counted(workspace, first, streams, recorder);
        recorder.end_game(game / session.unit().games(), &outcome, streams.rolled());
        outcome
    }

    fn play_recorded(&mut self, place: VariantGame, records: &mut Vec<GameRecord>) {
        let outcome = self.play(place.game);
        let dice = self.streams.rolled().iter().map(|dice| u64::from(*dice)).sum();
        records.push(GameRecord { variant: place.variant, game: place.game, outcome, dice });
    }

    /// Returns the counts of the last complete unit.
    pub(crate) const fn last_unit(&self) -> &Counts {
        self.recorder.last_unit()
    }

    pub(crate) fn into_tally(self) -> Tally {
        self.recorder.into_tally()
    }
}

/// The workers of one thread: one for each variant, the battle itself first.
struct Bench<'d, D: Driver> {
    detail: Detail,
    base: VariantWorker<'d, D>,
    variants: Vec<VariantWorker<'d, D>>,
    units: Vec<Counts>,
    study: Study,
}

impl<'d, D: Driver> Bench<'d, D> {
    fn new(session: &Session<'d, D>, variants: &[&'d D], detail: Detail) -> Self {
        let seat = |driver| VariantWorker::new(session.at(driver), detail);
        Self {
            detail,
            base: seat(session.driver),
            variants: variants.iter().map(|driver| seat(driver)).collect(),
            units: Vec::with_capacity(FEW as usize),
            study: Study::of(session, variants, detail),
        }
    }

    fn play(&mut self, chunk: &mut Chunk) {
        let end = chunk.games.end;
        for from in chunk.games.clone().step_by(FEW as usize) {
            let few = from..end.min(from + FEW);
            self.play_base(few.clone(), chunk);
            for k in 0..self.variants.len() {
                self.play_variant(k, few.clone(), chunk);
            }
        }
    }

    fn play_base(&mut self, games: Range<u64>, chunk: &mut Chunk) {
        let seat = &mut self.base;
        let per_unit = seat.session.unit().games();
        self.units.clear();
        if self.detail.changes {
            seat.recorder.log.write();
        }
        for game in games {
            chunk.place = VariantGame { game, variant: 0 };
            match self.detail.records {
                true => seat.play_recorded(chunk.place, &mut self.study.records),
                false => drop(seat.play(game)),
            }
            if self.detail.changes {
                seat.recorder.log.end_game();
            }
            if (game + 1).is_multiple_of(per_unit) && !self.variants.is_empty() {
                self.units.push(*seat.last_unit());
            }
        }
    }

    fn play_variant(&mut self, k: usize, games: Range<u64>, chunk: &mut Chunk) {
        let seat = &mut self.variants[k];
        let per_unit = seat.session.unit().games();
        let Study { variants, records, .. } = &mut self.study;
        let difference = &mut variants[k].difference;
        let from = games.start;
        std::mem::swap(&mut seat.recorder.log, &mut self.base.recorder.log);
        for game in games {
            chunk.place = VariantGame { game, variant: k + 1 };
            let place = (game - from) as usize;
            if self.detail.changes {
                seat.recorder.log.compare(place);
            }
            match self.detail.records {
                true => seat.play_recorded(chunk.place, records),
                false => drop(seat.play(game)),
            }
            if self.detail.changes {
                difference.changed += u64::from(!seat.recorder.log.was_same());
            }
            if (game + 1).is_multiple_of(per_unit) {
                difference.add(&self.units[place / per_unit as usize], seat.last_unit());
            }
        }
        std::mem::swap(&mut seat.recorder.log, &mut self.base.recorder.log);
    }

    fn into_study(self) -> Study {
        let mut study = self.study;
        study.base = self.base.into_tally();
        for (variant, seat) in study.variants.iter_mut().zip(self.variants) {
            variant.tally = seat.into_tally();
        }
        study
    }
}

/// Plays a run from its first game to its last.
///
/// # Errors
/// If pairs are asked for and the starting side is fixed, or if a game panics.
pub fn run<D: Driver>(
    driver: &D,
    spec: &RunSpec,
    workers: &Workers,
    progress: Progress<'_>,
) -> Result<Run, RunError> {
    let session = Session::new(driver, spec.seed, spec.pairs, workers)?;
    session.play(workers, 0..session.whole(spec.games), progress)
}
