//! Where the files of an answer go, and how it is printed.

use std::cell::{Cell, RefCell};
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use skirmish_report::chart::Drawing;
use skirmish_report::{Answer, Findings, OutputFile, PAGE, ReportError, counted, json, safe_text};

use crate::args::{self, Format, Playing};
use crate::files;
use crate::made;
use crate::output;
use crate::report::SUMMARIES;
use crate::shards;
use crate::status::{Failure, Result};
use crate::unfinished::UNFINISHED;

/// The folder of a command's files, and the format of its answer.
pub(crate) struct Results {
    folder: PathBuf,
    /// Keeps other commands from writing into the folder.
    _lock: Option<File>,
    playing: Playing,
    drawing: Drawing,
    /// Why files could not be written, reported after the answer.
    unwritten: RefCell<Option<Failure>>,
    /// Whether the folder holds an earlier command's answer, and whether that stays.
    has_older: bool,
    keeps_older: Cell<bool>,
}

impl Results {
    /// Makes the folder asked for, or the default one unless it holds results of another file. This comes before a long run, so
    /// that a folder that cannot be written to is found early.
    pub(crate) fn new(
        output: &args::Output,
        command: &str,
        (usual, file): (&str, &str),
    ) -> Result<Self> {
        let args::Output { playing, out, drawing, .. } = output;
        let Playing { quiet, shard, .. } = playing;
        let drawing = drawing.asked()?;
        let folder = match out {
            Some(out) => out.clone(),
            None => not_of_another(Path::new("skirmish-out").join(usual), file, *quiet),
        };
        output::make_folder(&folder)?;
        let lock = lock(&folder, shard.is_some())?;
        if shard.is_none() {
            made::may_be_written_to(&folder, command)?;
        }
        Ok(Self {
            has_older: SUMMARIES.iter().any(|name| folder.join(name).is_file()),
            keeps_older: Cell::default(),
            folder,
            _lock: lock,
            playing: playing.clone(),
            drawing,
            unwritten: RefCell::default(),
        })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Draws and writes findings. Failures are reported after the answer.
    pub(crate) fn write(&self, findings: Result<Findings, ReportError>) -> Result<Vec<OutputFile>> {
        let files = findings.and_then(|findings| findings.files(&self.drawing));
        let files = files.map_err(Failure::bug)?;
        self.unwritten.replace(write(&self.folder, &files).err());
        Ok(files)
    }

    /// Writes findings, but keeps an earlier answer if the command was cut short.
    pub(crate) fn write_so_far(
        &self,
        findings: Result<Findings, ReportError>,
        was_cut_short: bool,
    ) -> Result<Vec<OutputFile>> {
        self.keeps_older.set(was_cut_short && self.has_older);
        match self.keeps_older() {
            true => findings.and_then(|it| it.files(&self.drawing)).map_err(Failure::bug),
            false => self.write(findings),
        }
    }

    /// Returns whether an earlier answer stays because this command was cut short.
    pub(crate) const fn keeps_older(&self) -> bool {
        self.keeps_older.get()
    }

    /// Notes a failure to be reported after the answer.
    pub(crate) fn tell_later(&self, failure: Failure) {
        self.unwritten.borrow_mut().get_or_insert(failure);
    }

    /// Reports other files in the folder, or a failure to write.
    pub(crate) fn close(&self, files: &[OutputFile]) -> Result {
        match self.unwritten.take() {
            None if self.keeps_older() => {}
            None => self.tell_older(files),
            Some(Failure::Io(what, error, mut hints)) => {
                hints.push(
                    "the answer is all above; give the command again to have its files".to_owned(),
                );
                return Err(Failure::Io(what, error, hints));
            }
            Some(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Reports tables, charts and players in the folder that are not this command's, so that they are not taken for its own.
    /// Nothing is removed, as the user may need it.
    fn tell_older(&self, files: &[OutputFile]) {
        const MOST: usize = 12;
        let older = older(&self.folder, files);
        if older.is_empty() || self.playing.quiet {
            return;
        }
        let names = older.iter().take(MOST).map(String::as_str);
        let more = match older.len().saturating_sub(MOST) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let note = format!(
            "note: {} also holds files that this command did not write: {}{more}",
            output::shown(&self.folder),
            names.collect::<Vec<_>>().join(", "),
        );
        output::print_sentence(&format!("{}\n", safe_text(&note)));
    }

    /// Prints the answer and where its files are, or as JSON the first file.
    pub(crate) fn tell(&self, files: &[OutputFile], told: impl FnOnce() -> Answer) -> Result {
        let printed = match self.playing.format {
            Format::Text => {
                let told = told();
                let told = if self.playing.quiet { told.alone() } else { told };
                let mut answer = told.text(self.playing.explain);
                if !self.playing.quiet {
                    answer.push('\n');
                    if self.unwritten.borrow().is_none() && !self.keeps_older() {
                        answer.push_str(&self.written(files));
                    }
                    if !self.playing.explain {
                        answer.push_str("Definitions, methods and sources: on the page, or here with --explain\n");
                    }
                }
                output::print_answer(&answer)
            }
            Format::Json => output::print(&String::from_utf8_lossy(&files[0].bytes)),
        };
        self.close(files)?;
        match printed {
            // A reader such as `head` may stop early; the study is done all the same.
            Err(Failure::Closed) => Ok(()),
            printed => printed,
        }
    }

    fn written(&self, files: &[OutputFile]) -> String {
        let page = files.iter().find(|file| file.name == PAGE).or(files.first());
        let Some(page) = page else { return String::new() };
        let page = output::shown(&self.folder.join(page.name.as_ref()));
        let beside = files.len() - 1;
        format!("Page: {page} · {} beside it\n", counted(beside as u64, "file"))
    }

    /// Ends a command, with what an interrupted one had played.
    pub(crate) fn end(&self, interrupted: Option<String>) -> Result {
        interrupted.map_or(Ok(()), |played| {
            let folder = output::shown(&self.folder);
            Err(Failure::Interrupted(match self.keeps_older() {
                true => format!("{played}; the files in {folder} are of an earlier command"),
                false => format!("{played}; what was played is in {folder}"),
            }))
        })
    }
}

/// Writes as many of the files as possible, but over none that the program did not make.
pub(crate) fn write(folder: &Path, files: &[OutputFile]) -> Result {
    made::claim(folder, files.iter().map(|file| file.name.as_ref()))?;
    let write =
        |file: &OutputFile| output::write_file(&folder.join(file.name.as_ref()), &file.bytes);
    let written: Vec<Result> = files.iter().map(write).collect();
    written.into_iter().collect()
}

/// Returns whether a file of this name is a player left by a command.
pub(crate) fn is_player(name: &str) -> bool {
    name == "exploit.toml"
        || (name.starts_with("players") || name.starts_with("answer-")) && name.ends_with(".toml")
}

/// Returns this folder, or the first with a number after its name that holds no results of another file. Otherwise two battles
/// of one name would share a folder.
fn not_of_another(folder: PathBuf, file: &str, quiet: bool) -> PathBuf {
    let Some(other) = other(&folder, file) else { return folder };
    let numbered = |k: u32| PathBuf::from(format!("{}-{k}", folder.display()));
    let free = (2..).map(numbered).find(|folder| self::other(folder, file).is_none());
    let free = free.unwrap_or_else(|| folder.clone());
    if !quiet {
        let [held, goes] = [&folder, &free].map(|folder| output::shown(folder));
        let note = format!("{held} holds what was found of {other}: this goes to {goes}");
        output::note(&safe_text(&note));
    }
    free
}

/// Returns the other file whose summary is in a folder. A summary without a file, as older versions wrote, may be of this one.
fn other(folder: &Path, file: &str) -> Option<String> {
    let summary = SUMMARIES
        .iter()
        .find_map(|name| files::read_left(&folder.join(name), files::RESULTS).ok())?;
    let plain = |path: &str| path.strip_prefix("./").unwrap_or(path).to_owned();
    json::file(&summary).filter(|played| plain(played) != plain(file))
}

/// Locks a folder for this command, or for several of a kind. The system releases the lock when the program ends in any way.
/// `None` where the system has no such locks.
pub(crate) fn lock(folder: &Path, with_others: bool) -> Result<Option<File>> {
    let Ok(opened) = File::open(folder) else { return Ok(None) };
    let locked = if with_others { opened.try_lock_shared() } else { opened.try_lock() };
    match locked {
        Ok(()) => {
            if !with_others {
                output::tidy(folder);
            }
            Ok(Some(opened))
        }
        Err(TryLockError::Error(_)) => Ok(None),
        Err(TryLockError::WouldBlock) => Err(Failure::Io(
            format!("cannot write to folder `{}`", output::shown(folder)),
            io::Error::new(io::ErrorKind::ResourceBusy, "another skirmish is working in it"),
            vec!["wait until it is done, or name another folder with --out".to_owned()],
        )),
    }
}

/// Returns tables, charts and players in a folder that are not among these files. A folder that cannot be read has none.
fn older(folder: &Path, files: &[OutputFile]) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| {
            let ending = Path::new(name).extension().and_then(|ending| ending.to_str());
            // Of TOML files only players; others may be the user's own.
            matches!(
                (ending, is_player(name)),
                (Some("csv" | "json" | "svg" | "png"), _) | (Some("toml"), true)
            ) && name != UNFINISHED
                && !shards::is_shard(name)
                && files.iter().all(|file| file.name != *name)
        })
        .collect();
    names.sort();
    names
}
