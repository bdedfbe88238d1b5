//! Commands spread over machines: `--shard` plays a share of the games, and `merge` continues from all shards as one machine
//! would from its own games.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use skirmish_report::counted;

use crate::args::{self, Args, Shard, shown};
use crate::files;
use crate::identity::Identity;
use crate::output;
use crate::status::{Failure, Result, why};
use crate::study::kept::{KeptSums, SHARD};
use crate::unfinished::Kept;

/// A shard, a hash of the first games, which reveals another engine, and whether its share has been played.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Played {
    #[serde(flatten)]
    pub(crate) shard: Shard,
    pub(crate) engine: String,
    pub(crate) is_done: bool,
}

impl Played {
    pub(crate) const fn of(shard: Shard) -> Self {
        Self { shard, engine: String::new(), is_done: false }
    }
}

pub(crate) fn file(shard: Shard) -> String {
    format!("shard-{}.json", shard.number)
}

pub(crate) fn is_shard(name: &str) -> bool {
    let number = name.strip_prefix("shard-").and_then(|name| name.strip_suffix(".json"));
    number.is_some_and(|number| number.parse::<u32>().is_ok())
}

#[derive(Debug)]
pub(crate) struct Merged {
    study: Identity,
    engine: String,
    pub(crate) parts: Vec<Part>,
}

static MERGED: OnceLock<Merged> = OnceLock::new();

/// Returns the shards that this command puts together, if it does.
pub(crate) fn merged() -> Option<&'static Merged> {
    MERGED.get()
}

/// What one shard has kept. It is read again when needed, as many shards would not fit in memory.
#[derive(Debug)]
pub(crate) struct Part {
    path: PathBuf,
    played: Played,
    study: Identity,
    command: Vec<String>,
}

impl Part {
    /// Reads a shard. The error is why it is none.
    fn read(path: &Path) -> Result<Self, String> {
        let (kept, sums) = Self::held(path).map_err(|error| why(&error))?;
        let played = sums.get(SHARD).and_then(|row| serde_json::from_str(row.get()).ok());
        let played = played.filter(|played: &Played| played.shard.is_sound());
        let played = played.ok_or("it is no shard")?;
        let Kept { study, command, .. } = kept;
        Ok(Self { path: path.to_owned(), played, study, command })
    }

    fn held(path: &Path) -> io::Result<(Kept, KeptSums)> {
        let kept = Kept::read(path)?.ok_or(ErrorKind::NotFound)?;
        let sums = kept.sums()?;
        Ok((kept, sums))
    }

    pub(crate) fn sums(&self) -> Result<KeptSums> {
        let held = Self::held(&self.path);
        held.map(|(_, sums)| sums).map_err(|error| self.refusal(&why(&error)))
    }

    pub(crate) fn refusal(&self, why: &str) -> Failure {
        let what = format!("cannot merge `{}`: {why}", output::shown(&self.path));
        Failure::hinted(what, format!("play it again: {}", again(&self.command, self.played.shard)))
    }

    /// Returns why it cannot be merged with another, if it cannot.
    fn differs(&self, first: &Self) -> Option<String> {
        let (ours, other) = (&self.played, &first.played);
        if self.command != first.command {
            return Some(format!("it is of: skirmish {}", shown(&self.command)));
        }
        if let Some(why) = self.study.differs(&first.study) {
            return Some(why.to_owned());
        }
        if ours.shard.of != other.shard.of {
            return Some(format!("it is shard {}, and not one of {}", ours.shard, other.shard.of));
        }
        if ours.engine != other.engine {
            return Some("another engine played it".to_owned());
        }
        (!ours.is_done).then(|| "it is not done".to_owned())
    }
}

impl Merged {
    /// Fails if anything the numbers depend on has changed since the shards were played.
    pub(crate) fn are_of(&self, study: &Identity) -> Result {
        let refused = |why| {
            let remedy = "restore what has changed, or play the shards again with --fresh";
            Err(Failure::hinted(format!("cannot merge the shards: {why}"), remedy))
        };
        study.differs(&self.study).map_or(Ok(()), refused)
    }

    /// Fails if the first games differ from those of the shards.
    pub(crate) fn are_played_by(&self, engine: &str) -> Result {
        match self.engine == engine {
            true => Ok(()),
            false => Err(Failure::hinted(
                "cannot merge the shards: this engine does not play as the one that played them did: the first games come out \
                 differently",
                "use the same program, or play the shards again with --fresh",
            )),
        }
    }
}

fn again(command: &[String], shard: Shard) -> String {
    format!("skirmish {} --shard {shard}", shown(command))
}

pub(crate) fn merge(args: args::Merge) -> Result {
    let args::Merge { folders, out, fresh, playing, drawing } = args;
    let merged = together(&folders)?;
    let merged = MERGED.get_or_init(|| merged);
    files::named_by_others(&folders);
    let Part { path, played, command: words, .. } = &merged.parts[0];
    let no_command = |why: &str| {
        let why = why.lines().next().unwrap_or_default().trim_start_matches("error: ");
        let path = output::shown(path);
        Failure::usage(format!("cannot merge `{path}`: its command cannot be split: {why}"))
    };
    // Options that a shard may not have are refused here too.
    let words = words.iter().cloned().chain(["--shard".to_owned(), played.shard.to_string()]);
    let mut command = Args::of(words).map_err(|error| no_command(&error.to_string()))?.command;
    let Some(output) = command.output() else { return Err(no_command("it plays nothing")) };
    let out = out.or_else(|| folders.into_iter().next());
    let playing = args::Playing { shard: None, ..playing };
    *output = args::Output { playing, out, kept: args::Kept { resume: false, fresh }, drawing };
    crate::dispatch(command)
}

/// Most files and commands to list, and most numbers.
const MOST: usize = 6;
const MANY: usize = 24;

/// Returns the shards in these folders, if they are all of one command. Fails with those missing and what is wrong with others.
fn together(folders: &[PathBuf]) -> Result<Merged> {
    let (mut parts, mut bad) = (Vec::<Part>::new(), Vec::new());
    for path in found(folders)? {
        match Part::read(&path) {
            Ok(part) => parts.push(part),
            Err(why) => bad.push((path, why)),
        }
    }
    // A shard that is done determines what the others must be.
    parts.sort_by_key(|part| (!part.played.is_done, part.played.shard.number));
    let Some(first) = parts.first() else { return Err(refused(&bad, None, Vec::new())) };
    let mut seen = BTreeMap::<u32, &Path>::new();
    for part in &parts {
        let twice = seen.get(&part.played.shard.number);
        let twice = twice.map(|other| format!("`{}` is the same shard", output::shown(other)));
        match part.differs(first).or(twice) {
            Some(why) => bad.push((part.path.clone(), why)),
            None => drop(seen.insert(part.played.shard.number, &part.path)),
        }
    }
    let of = first.played.shard.of;
    let missing: Vec<u32> = (1..=of).filter(|number| !seen.contains_key(number)).collect();
    if missing.is_empty() && bad.is_empty() {
        let (study, engine) = (first.study.clone(), first.played.engine.clone());
        return Ok(Merged { study, engine, parts });
    }
    let of_missing = missing.iter().take(MOST);
    let hints = of_missing.map(|&number| again(&first.command, Shard { number, of })).collect();
    let missing = (!missing.is_empty()).then(|| {
        let (shards, be) = (counted(of, "shard"), if missing.len() == 1 { "is" } else { "are" });
        let named: Vec<String> = missing.iter().take(MANY).map(u32::to_string).collect();
        let more = if missing.len() > MANY { ", …" } else { "" };
        format!("{} of {shards} {be} missing: {}{more}", missing.len(), named.join(", "))
    });
    Err(refused(&bad, missing, hints))
}

fn found(folders: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(folder).map_err(|error| {
            let what = format!("cannot read folder `{}`", output::shown(folder));
            Failure::Io(what, error, vec![PLAY.to_owned()])
        })?;
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        found.extend(names.filter(|name| is_shard(name)).map(|name| folder.join(name)));
    }
    found.sort();
    found.dedup();
    match found.is_empty() {
        true => Err(Failure::hinted("cannot merge: no shard lies there", PLAY)),
        false => Ok(found),
    }
}

const PLAY: &str =
    "name the folders (--out) in which `--shard K/N` of a command has left shard-K.json";

/// Returns what is wrong with files and which shards are missing, with the commands to play these.
fn refused(bad: &[(PathBuf, String)], missing: Option<String>, mut hints: Vec<String>) -> Failure {
    let files = bad.iter().take(MOST);
    let files = files.map(|(path, why)| format!("`{}`: {why}", output::shown(path)));
    let more =
        bad.len().checked_sub(MOST + 1).map(|more| format!("{} more cannot be used", more + 1));
    let told: Vec<String> = missing.into_iter().chain(files).chain(more).collect();
    if !bad.is_empty() {
        hints.push(
            "move what does not belong to these shards elsewhere, or play it again with --fresh"
                .to_owned(),
        );
    }
    Failure::Usage(format!("cannot merge: {}", told.join("; ")), hints)
}
