//! What a command that plays many games keeps in its folder, so that it can be stopped, or be cut off, and taken up again.
//!
//! Games are kept as sums of whole numbers, by what they are played for. These add up, in any order, to the same bits: so a
//! shard keeps its own part of them, and to merge shards is to take up what they have kept.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::mem;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use skirmish_report::{OutputFile, counted, safe_text};
use skirmish_scenario::sha256;
use skirmish_simulator::study::{FactorCounts, LuckSums, Study};
use skirmish_simulator::{Additive, Workers};

use super::game_list::{self, GameFile};
use crate::args;
use crate::identity::Identity;
use crate::made;
use crate::output;
use crate::playing::{Workload, in_stretches};
use crate::results::Results;
use crate::shards::{self, Merged, Played};
use crate::status::{Failure, Result, why};
use crate::unfinished::{UNFINISHED, Unfinished};

/// The time after which what was played is kept: so much is lost at most if the power fails.
const EVERY: Duration = Duration::from_secs(1);

/// Times as long as it took to keep it, if that is more.
const SPARING: u32 = 25;

/// What was done so far, by what it was done for.
pub(crate) type KeptSums = BTreeMap<String, Box<RawValue>>;

/// The games that a command is about, which come before all others.
const GAMES: &str = "games";

/// What is known of a shard.
pub(crate) const SHARD: &str = "shard";

/// How much of the list of these games is kept, in bytes.
const LISTED: &str = game_list::NAME;

/// So many of the first games tell whether another engine computes as this one.
const FIRST: u64 = 64;

/// Sums over games that can be kept.
pub(crate) trait Keepable: Additive + Clone {
    /// Games played so far.
    fn games(&self) -> u64;
}

macro_rules! keepable {
    ($($sums:ty),+) => {$(
        impl Keepable for $sums {
            fn games(&self) -> u64 {
                self.games()
            }
        }
    )+};
}

keepable!(Study, LuckSums, FactorCounts);

/// The file that a command keeps its games in while it is under way.
pub(crate) struct Keeper {
    file: Unfinished,
    /// What is known of the shard, if only one is played here.
    shard: Option<Played>,
    /// What was played of all shards, if their sums are taken up.
    merged: Option<Rc<Merged>>,
    sums: KeptSums,
    /// When the file was written last.
    written: Instant,
    /// How long to wait until it is written again.
    wait: Duration,
    /// How many games the command is about.
    goal: u64,
    /// Whether anything has not been played as far as it was to be.
    is_short: bool,
    /// The list of games, once it has been opened; or why it could not be written.
    listed: Option<Result<GameFile>>,
    /// Whether it has been said that nothing can be kept.
    is_lost: bool,
    /// Whether the end of a share is not told.
    is_quiet: bool,
}

impl Keeper {
    /// The keeper of a command in the folder of the results, with what an earlier call has kept, if that is wanted.
    pub(crate) fn new(results: &Results, study: Identity, output: &args::Output) -> Result<Self> {
        let args::Playing { shard, merged, quiet, .. } = &output.playing;
        if let Some(merged) = merged {
            merged.are_of(&study)?;
        }
        let name = shard.map_or(UNFINISHED.to_owned(), shards::file);
        let file = Unfinished::new(results.folder(), &name, study);
        let keeper = Self::of(file, output.kept, false)?;
        let before = keeper.kept::<Played>(SHARD)?.map(|played| played.shard);
        if before != *shard && !keeper.sums.is_empty() {
            let why = before.map_or("it is no shard".to_owned(), |it| format!("it is shard {it}"));
            return Err(keeper.file.refusal(&why));
        }
        Ok(Self {
            shard: shard.map(Played::of),
            merged: merged.clone(),
            is_quiet: *quiet,
            ..keeper
        })
    }

    /// The keeper of a command which looks for players: if it is told to take something up, there must be something.
    pub(crate) fn of_search(results: &Results, study: Identity, kept: args::Kept) -> Result<Self> {
        Self::of(Unfinished::new(results.folder(), UNFINISHED, study), kept, true)
    }

    /// The keeper of a command without results, in a folder which is made only if it takes long.
    pub(crate) fn aside(folder: &Path, study: Identity, kept: args::Kept) -> Result<Self> {
        Self::of(Unfinished::new(folder, UNFINISHED, study).aside(), kept, false)
    }

    /// A keeper with what is in its file, where nobody else's is.
    fn of(file: Unfinished, kept: args::Kept, must: bool) -> Result<Self> {
        file.is_free()?;
        let mut keeper = Self {
            file,
            shard: None,
            merged: None,
            sums: KeptSums::new(),
            written: Instant::now(),
            wait: EVERY,
            goal: 0,
            is_short: false,
            listed: None,
            is_lost: false,
            is_quiet: false,
        };
        keeper.take_up(kept, must)?;
        Ok(keeper)
    }

    /// Reads what an earlier call has kept, which must be of the same question; or removes it, if that is wanted.
    fn take_up(&mut self, asked: args::Kept, must: bool) -> Result {
        if asked.fresh {
            self.file.discard()?;
            return game_list::discard(self.folder());
        }
        match self.file.take_up()? {
            Some(sums) => {
                self.sums = sums;
                if !asked.resume {
                    let path = output::shown(self.file.path());
                    output::note(&safe_text(&format!(
                        "going on from what an earlier call has kept in `{path}`; --fresh starts afresh"
                    )));
                }
            }
            None if asked.resume && must => return Err(self.file.is_missing()),
            None if asked.resume => output::note("nothing was kept in the folder: starting afresh"),
            None => {}
        }
        Ok(())
    }

    /// The folder of the file.
    fn folder(&self) -> &Path {
        self.file.path().parent().unwrap_or(Path::new("."))
    }

    /// The games that the command is about, as far as they have been played.
    pub(crate) fn begin(&mut self, workload: &Workload<'_>) -> Result<Study> {
        if self.is_part() || self.merged.is_some() {
            self.find_engine_out(workload)?;
        }
        let study = self.played(&workload.purpose(GAMES), workload.nothing())?;
        self.goal = study.games();
        if let Some(list) = workload.list {
            let kept = self.kept(&workload.purpose(LISTED))?;
            made::claim(self.folder(), game_list::NAMES.into_iter())?;
            let file = GameFile::open(self.folder(), list, kept)?;
            let damaged = || self.file.refusal("the list of games beside it is damaged");
            self.listed = Some(Ok(file.ok_or_else(damaged)?));
        }
        Ok(study)
    }

    /// Finds out by the first games whether another engine has played what is taken up.
    fn find_engine_out(&mut self, workload: &Workload<'_>) -> Result {
        let first = workload.play(0..FIRST)?;
        workload.bar.reset();
        if first.games() < FIRST {
            return Err(Failure::Interrupted("nothing had been played yet".to_owned()));
        }
        let engine = sha256(format!("{:?}", packed(&first)).as_bytes());
        if let Some(merged) = &self.merged {
            merged.are_played_by(&engine)?;
        }
        let Some(shard) = self.shard.take() else { return Ok(()) };
        let shard = Played { engine, ..shard };
        if self.kept::<Played>(SHARD)?.is_some_and(|before| before.engine != shard.engine) {
            return Err(self.file.refusal("another engine has begun it"));
        }
        self.keep(SHARD, &shard, false)?;
        self.shard = Some(shard);
        Ok(())
    }

    /// Notes that the command is about so many games. Returns how many of them are to be played here.
    pub(crate) fn aim(&mut self, goal: u64) -> u64 {
        self.goal = goal;
        let here = self.share(0..goal);
        here.end - here.start
    }

    /// Those of these games that are played here.
    fn share(&self, games: Range<u64>) -> Range<u64> {
        self.shard.as_ref().map_or(games.clone(), |played| played.shard.share(games))
    }

    /// How many games the command is about.
    pub(crate) const fn goal(&self) -> u64 {
        self.goal
    }

    /// Plays the games that the command is about on to so many, and lists them, if that is asked for.
    pub(crate) fn play_on(
        &mut self,
        study: &mut Study,
        workload: &Workload<'_>,
        goal: u64,
    ) -> Result {
        let purpose = workload.purpose(GAMES);
        self.stretch(&purpose, study, 0..goal, workload.workers, |keeper, games| {
            let mut part = workload.play(games)?;
            let records = mem::take(&mut part.records);
            if let Some((list, Ok(file))) = workload.list.zip(keeper.listed.as_mut()) {
                let added = file.add(list, &records);
                // Longer than any file: a list that lacks games is not gone on with.
                let bytes = *added.as_ref().unwrap_or(&u64::MAX);
                let bytes = to_raw_value(&bytes).map_err(Failure::bug)?;
                keeper.sums.insert(workload.purpose(LISTED), bytes);
                if let Err(failure) = added {
                    keeper.listed = Some(Err(failure));
                }
            }
            Ok(part)
        })
    }

    /// Finishes the list of games, if there is one; it is one more of the files that were written. What could not be written
    /// of it is told after the answer.
    pub(crate) fn finish_list(&mut self, files: &mut Vec<OutputFile>, results: &Results) {
        let Some(listed) = self.listed.take() else { return };
        if results.keeps_older() {
            return;
        }
        match listed.and_then(GameFile::finish) {
            Ok(()) => files.push(OutputFile::new(game_list::NAME, Vec::new())),
            Err(failure) => results.tell_later(failure),
        }
    }

    /// Games for another purpose, or as many of them as were played before it was interrupted.
    pub(crate) fn play<S: Keepable>(
        &mut self,
        purpose: &str,
        nothing: S,
        games: Range<u64>,
        workers: &Workers,
        mut play: impl FnMut(Range<u64>) -> Result<S>,
    ) -> Result<S> {
        let mut played = self.played(purpose, nothing)?;
        self.stretch(purpose, &mut played, games, workers, |_, games| play(games))?;
        Ok(played)
    }

    /// Games of a battle and its variants for another purpose, or as many of them as were played before it was interrupted.
    pub(crate) fn play_workload(
        &mut self,
        purpose: &str,
        workload: &Workload<'_>,
        games: Range<u64>,
    ) -> Result<Study> {
        let purpose = workload.purpose(purpose);
        self.play(&purpose, workload.nothing(), games, workload.workers, |games| {
            workload.play(games)
        })
    }

    /// What was played before for this purpose, here or by shards, or else nothing.
    fn played<S: Keepable>(&self, purpose: &str, nothing: S) -> Result<S> {
        let read = |row: &RawValue| {
            let row: Vec<i128> = serde_json::from_str(row.get()).ok()?;
            let (mut played, mut row) = (nothing.clone(), row.into_iter());
            played.unpack(&mut row)?;
            row.next().is_none().then_some(played)
        };
        let mut played = nothing.clone();
        for part in self.merged.iter().flat_map(|merged| &merged.parts) {
            if let Some(row) = part.sums()?.get(purpose) {
                played.merge(&read(row).ok_or_else(|| part.refusal("its sums are damaged"))?);
            }
        }
        match self.sums.get(purpose) {
            Some(row) if played.games() == 0 => read(row).ok_or_else(|| self.is_damaged()),
            _ => Ok(played),
        }
    }

    /// What was kept before for a purpose, if it is no sum.
    pub(crate) fn kept<T: DeserializeOwned>(&self, purpose: &str) -> Result<Option<T>> {
        let read = |row: &RawValue| serde_json::from_str(row.get()).map_err(|_| self.is_damaged());
        self.sums.get(purpose).map(|row| read(row)).transpose()
    }

    pub(crate) fn is_damaged(&self) -> Failure {
        self.file.refusal("what it holds is damaged")
    }

    /// Plays on within some games, or the share of them that is to be played here, in parts that are kept one after the
    /// other; stops early if a part comes back short.
    fn stretch<S: Keepable>(
        &mut self,
        purpose: &str,
        played: &mut S,
        games: Range<u64>,
        workers: &Workers,
        mut play: impl FnMut(&mut Self, Range<u64>) -> Result<S>,
    ) -> Result {
        let games = self.share(games);
        let (start, before) = (games.start, games.start + played.games());
        in_stretches(before..games.end, workers, |games| {
            let end = games.end;
            played.merge(&play(self, games)?);
            let is_short = start + played.games() < end;
            self.is_short |= is_short;
            // Of what has not begun there is nothing to go on with, but what came before it is kept.
            match played.games() > 0 {
                true => self.keep(purpose, &packed(played), is_short)?,
                false if is_short && !self.sums.is_empty() => self.write_down()?,
                false => {}
            }
            Ok(!is_short)
        })
    }

    /// Keeps how far one is for a purpose; on disk after a while, or at once.
    pub(crate) fn keep<T: Serialize>(&mut self, purpose: &str, sums: &T, at_once: bool) -> Result {
        let row = to_raw_value(sums).map_err(Failure::bug)?;
        self.sums.insert(purpose.to_owned(), row);
        match at_once || self.written.elapsed() >= self.wait {
            true => self.write_down(),
            false => Ok(()),
        }
    }

    /// Writes down what is kept. If that cannot be done, by a full disk or a folder that has gone, play goes on: there is an
    /// answer all the same. Whoever else is at work in the folder ends it.
    fn write_down(&mut self) -> Result {
        let began = Instant::now();
        let synced = match &self.listed {
            Some(Ok(file)) => file.sync(),
            _ => Ok(()),
        };
        match synced.and_then(|()| self.file.keep(&self.sums)) {
            Err(Failure::Io(what, error, _)) if error.kind() != ErrorKind::ResourceBusy => {
                if !mem::replace(&mut self.is_lost, true) {
                    let why = why(&error);
                    output::note(&safe_text(&format!(
                        "{what}: {why}; playing on, and an interruption may lose what was played"
                    )));
                }
            }
            kept => kept?,
        }
        self.written = Instant::now();
        self.wait = EVERY.max(began.elapsed() * SPARING);
        Ok(())
    }

    /// Whether only a share of the games is played here, so that there is nothing to tell of them.
    pub(crate) const fn is_part(&self) -> bool {
        self.shard.is_some()
    }

    /// The end of a command of which only a share is played here: its file stays, to be merged.
    pub(crate) fn end_part(&mut self) -> Result {
        let Some(mut shard) = self.shard.clone() else { return Ok(()) };
        if self.is_short {
            return Err(self.interrupted(&format!("shard {} is not done", shard.shard)));
        }
        shard.is_done = true;
        self.sums.insert(SHARD.to_owned(), to_raw_value(&shard).map_err(Failure::bug)?);
        self.file.keep(&self.sums)?;
        let Range { start, end } = self.share(0..self.goal);
        let (games, path) = (counted(end - start, "game"), output::shown(self.file.path()));
        match self.is_quiet {
            true => Ok(()),
            false => output::print(&format!("Shard {} is played, {games}: {path}\n", shard.shard)),
        }
    }

    /// Whether anything is kept of this study.
    pub(crate) fn is_there(&self) -> bool {
        self.file.is_there()
    }

    /// What is said of an interrupt: what was played, and how to go on.
    pub(crate) fn told(&self, played: &str) -> String {
        self.file.told(played)
    }

    /// An interrupt, told with what was played and, if anything is kept, how to go on.
    pub(crate) fn interrupted(&self, played: &str) -> Failure {
        Failure::Interrupted(match self.is_there() {
            true => self.told(played),
            false => played.to_owned(),
        })
    }

    /// What a command that tells what it has, also when it is interrupted, says of an interrupt; without one it is done.
    pub(crate) fn end(&self, interrupted: Option<String>) -> Result<Option<String>> {
        match interrupted {
            Some(played) if self.file.is_there() => Ok(Some(self.told(&played))),
            None => self.done().map(|()| None),
            some => Ok(some),
        }
    }

    /// The study is done: nothing is left to be taken up.
    pub(crate) fn done(&self) -> Result {
        self.file.done()
    }
}

/// Sums as a row of whole numbers.
fn packed(sums: &impl Additive) -> Vec<i128> {
    let mut row = Vec::new();
    sums.pack(&mut row);
    row
}
