//! What a long command keeps in its folder, so that it can be stopped and continued.
//!
//! Games are kept as sums of whole numbers by purpose. These add up in any order to the same bits, so a shard keeps its own
//! part of them, and merging is continuing from what all shards kept.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::mem;
use std::ops::Range;
use std::path::Path;
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

/// The interval of writing, and the most that a power failure can lose.
const EVERY: Duration = Duration::from_secs(1);

/// Writing waits at least this many times as long as it took.
const SPARING: u32 = 25;

/// What was done so far, by purpose.
pub(crate) type KeptSums = BTreeMap<String, Box<RawValue>>;

/// The purpose of the command's own games, which come before all others.
const GAMES: &str = "games";

/// The key of the facts about a shard.
pub(crate) const SHARD: &str = "shard";

/// The key of the bytes kept of the list of games.
const LISTED: &str = game_list::NAME;

/// The number of first games by which another engine is recognized.
const FIRST: u64 = 64;

/// Sums over games that can be kept.
pub(crate) trait Keepable: Additive + Clone {
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

/// Keeps a command's games in a file while it runs.
pub(crate) struct Keeper {
    file: Unfinished,
    /// The shard, if only one is played.
    shard: Option<Played>,
    /// All shards, if their sums are used.
    merged: Option<&'static Merged>,
    sums: KeptSums,
    written: Instant,
    /// How long to wait before the next writing.
    wait: Duration,
    /// The number of games that the command is about.
    goal: u64,
    /// Whether any games were cut short.
    is_short: bool,
    /// The list of games once opened, or why it could not be written.
    listed: Option<Result<GameFile>>,
    /// Whether the user was told that nothing can be kept.
    is_lost: bool,
    /// Whether the end of a shard goes unreported.
    is_quiet: bool,
}

impl Keeper {
    /// Returns the keeper of a command in the folder of its results, with what an earlier call kept, if wanted.
    pub(crate) fn new(results: &Results, study: Identity, output: &args::Output) -> Result<Self> {
        let args::Playing { shard, quiet, .. } = &output.playing;
        let merged = shards::merged();
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
        Ok(Self { shard: shard.map(Played::of), merged, is_quiet: *quiet, ..keeper })
    }

    /// Returns the keeper of a search for players. Fails if it must continue and there is nothing kept.
    pub(crate) fn of_search(results: &Results, study: Identity, kept: args::Kept) -> Result<Self> {
        Self::of(Unfinished::new(results.folder(), UNFINISHED, study), kept, true)
    }

    /// Returns the keeper of a command without results, in a folder made only when something is kept.
    pub(crate) fn aside(folder: &Path, study: Identity, kept: args::Kept) -> Result<Self> {
        Self::of(Unfinished::new(folder, UNFINISHED, study).aside(), kept, false)
    }

    /// Returns a keeper with the content of its file. Fails if that is not the program's.
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

    /// Reads what an earlier call kept, which must be of the same question, or removes it if asked.
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

    fn folder(&self) -> &Path {
        self.file.path().parent().unwrap_or(Path::new("."))
    }

    /// Returns those of the command's games that have been played.
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

    /// Checks by the first games that no other engine played what is continued.
    fn find_engine_out(&mut self, workload: &Workload<'_>) -> Result {
        let first = workload.play(0..FIRST)?;
        workload.bar.reset();
        if first.games() < FIRST {
            return Err(Failure::Interrupted("nothing had been played yet".to_owned()));
        }
        let engine = sha256(format!("{:?}", packed(&first)).as_bytes());
        if let Some(merged) = self.merged {
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

    /// Sets the number of games that the command is about. Returns how many of them are played here.
    pub(crate) fn aim(&mut self, goal: u64) -> u64 {
        self.goal = goal;
        let here = self.share(0..goal);
        here.end - here.start
    }

    /// Returns those of these games that are played here.
    fn share(&self, games: Range<u64>) -> Range<u64> {
        self.shard.as_ref().map_or(games.clone(), |played| played.shard.share(games))
    }

    pub(crate) const fn goal(&self) -> u64 {
        self.goal
    }

    /// Plays the command's games on to this many, and lists them if asked.
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
                // A length beyond any file: an incomplete list is not continued.
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

    /// Finishes the list of games and adds it to the files written. Failures are reported after the answer.
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

    /// Plays games for another purpose, or as many as there were before an interruption.
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

    /// Plays games of a battle and its variants for another purpose, or as many as there were before an interruption.
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

    /// Returns what was played before for this purpose, here or by shards, or nothing.
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

    /// Returns what was kept before for a purpose other than sums.
    pub(crate) fn kept<T: DeserializeOwned>(&self, purpose: &str) -> Result<Option<T>> {
        let read = |row: &RawValue| serde_json::from_str(row.get()).map_err(|_| self.is_damaged());
        self.sums.get(purpose).map(|row| read(row)).transpose()
    }

    pub(crate) fn is_damaged(&self) -> Failure {
        self.file.refusal("what it holds is damaged")
    }

    /// Plays on within some games, or this shard's share, in parts kept one by one. Stops early if a part comes back short.
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
            // There is nothing to continue without games, but earlier results are kept.
            match played.games() > 0 {
                true => self.keep(purpose, &packed(played), is_short)?,
                false if is_short && !self.sums.is_empty() => self.write_down()?,
                false => {}
            }
            Ok(!is_short)
        })
    }

    /// Keeps the progress for a purpose, on disk after a while or at once.
    pub(crate) fn keep<T: Serialize>(&mut self, purpose: &str, sums: &T, at_once: bool) -> Result {
        let row = to_raw_value(sums).map_err(Failure::bug)?;
        self.sums.insert(purpose.to_owned(), row);
        match at_once || self.written.elapsed() >= self.wait {
            true => self.write_down(),
            false => Ok(()),
        }
    }

    /// Writes what is kept. A full disk or missing folder does not stop play, but another command at work in the folder does.
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

    /// Returns whether only a share of the games is played here, so that nothing can be reported.
    pub(crate) const fn is_part(&self) -> bool {
        self.shard.is_some()
    }

    /// Ends a shard; its file stays, to be merged.
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

    pub(crate) fn is_there(&self) -> bool {
        self.file.is_there()
    }

    /// Returns the message of an interruption: what was played, and how to continue.
    pub(crate) fn told(&self, played: &str) -> String {
        self.file.told(played)
    }

    /// Returns the failure of an interruption with what was played and, if anything is kept, how to continue.
    pub(crate) fn interrupted(&self, played: &str) -> Failure {
        Failure::Interrupted(match self.is_there() {
            true => self.told(played),
            false => played.to_owned(),
        })
    }

    /// Ends a command that reports results even when interrupted. Returns the message of the interruption, if any.
    pub(crate) fn end(&self, interrupted: Option<String>) -> Result<Option<String>> {
        match interrupted {
            Some(played) if self.file.is_there() => Ok(Some(self.told(&played))),
            None => self.done().map(|()| None),
            some => Ok(some),
        }
    }

    pub(crate) fn done(&self) -> Result {
        self.file.done()
    }
}

fn packed(sums: &impl Additive) -> Vec<i128> {
    let mut row = Vec::new();
    sums.pack(&mut row);
    row
}
