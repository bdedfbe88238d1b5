//! Which files in a folder of results the program has made: no others are replaced.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use skirmish_report::PAGE;

use crate::files;
use crate::output::{self, shown};
use crate::outputs;
use crate::report::SUMMARIES;
use crate::shards::plan;
use crate::status::{Done, Failure};
use crate::unfinished::UNFINISHED;

/// The list of them.
const LIST: &str = ".skirmish";

const HEAD: &str = "# Files that skirmish has made in this folder, and may replace\n";

/// Enough of a file to see whose it is.
const MOST_READ: u64 = 1 << 20;

/// The files in a folder that may be replaced.
fn made(folder: &Path) -> BTreeSet<String> {
    match files::read(&folder.join(LIST), MOST_READ) {
        Ok(bytes) => {
            let text = String::from_utf8_lossy(&bytes);
            text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
        }
        // Before there was a list.
        Err(_) if is_of_program(folder) => {
            names(folder).filter(|name| outputs::is_result(name)).collect()
        }
        Err(_) => BTreeSet::new(),
    }
}

fn names(folder: &Path) -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}

/// Whether a folder without a list holds what some version of the program has left.
fn is_of_program(folder: &Path) -> bool {
    let is_page = files::read(&folder.join(PAGE), MOST_READ)
        .is_ok_and(|page| String::from_utf8_lossy(&page).contains("– skirmish "));
    let kept = SUMMARIES.into_iter().chain([UNFINISHED, plan::NAME]);
    is_page || kept.into_iter().any(|name| is_ours(&folder.join(name)))
}

/// Whether a JSON file says that it is one of the program's.
pub(crate) fn is_ours(file: &Path) -> bool {
    let Ok(begun) = files::read(file, 100) else { return false };
    let plain = begun.into_iter().filter(|byte| !byte.is_ascii_whitespace());
    plain.collect::<Vec<u8>>().starts_with(br#"{"format":"skirmish-"#)
}

/// Refuses a folder in which a file of somebody else's has a name that this command may give to one, before anything is played.
pub(crate) fn may_be_written_to(folder: &Path, command: &str) -> Done {
    let made = made(folder);
    let strange = |name: &String| outputs::may_leave(command, name) && !made.contains(name);
    match names(folder).filter(strange).min() {
        None => Ok(()),
        Some(name) => Err(not_ours(&folder.join(name))),
    }
}

/// A file is not replaced that the program has not made.
pub(crate) fn not_ours(file: &Path) -> Failure {
    let error = io::Error::new(io::ErrorKind::AlreadyExists, NOT_OURS);
    Failure::Io(format!("cannot write `{}`", shown(file)), error, vec![REMEDY.to_owned()])
}

const NOT_OURS: &str = "skirmish has not made it";

const REMEDY: &str = "name another folder with --out, or move that file elsewhere";

/// Whether the program has made a file of this name in a folder.
pub(crate) fn has_made(folder: &Path, name: &str) -> bool {
    made(folder).contains(name)
}

/// Lists files before they are made, unless one would take the place of somebody else's.
pub(crate) fn claim<'n>(folder: &Path, names: impl Iterator<Item = &'n str>) -> Done {
    let mut listed = made(folder);
    let before = listed.len();
    for name in names {
        let is_new = listed.insert(name.to_owned());
        if is_new && folder.join(name).symlink_metadata().is_ok() {
            return Err(not_ours(&folder.join(name)));
        }
    }
    let list = folder.join(LIST);
    if listed.len() == before && list.exists() {
        return Ok(());
    }
    let lines: String = listed.iter().map(|name| format!("{name}\n")).collect();
    output::write_file(&list, format!("{HEAD}{lines}").as_bytes())
}
