//! Which files in a folder of results the program made. It replaces no others.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use crate::files;
use crate::output::{self, shown};
use crate::outputs;
use crate::status::{Failure, Result};

/// Name and first line of their list.
const LIST: &str = ".skirmish";
const HEAD: &str = "# Files that skirmish has made";

/// Bytes to read of a file to recognize it.
const MOST_READ: u64 = 1 << 20;

/// Returns the files that may be replaced: those in the list that are still plain files or, without a list, those that begin
/// like the program's own.
fn made(folder: &Path) -> Result<BTreeSet<String>> {
    let list = folder.join(LIST);
    let Ok(there) = list.symlink_metadata() else {
        let is_made = |name: &String| outputs::is_result(name) && is_ours(&folder.join(name));
        return Ok(names(folder).filter(is_made).collect());
    };
    // Only a plain file is opened: a link would lead elsewhere, and a pipe would block.
    let bytes = if there.is_file() { read(&list)? } else { Vec::new() };
    let text = String::from_utf8_lossy(&bytes);
    if !text.starts_with(HEAD) {
        return Err(not_ours(&list));
    }
    let is_file =
        |name: &&str| folder.join(name).symlink_metadata().map_or(true, |there| there.is_file());
    let listed = text.lines().filter(|line| !line.starts_with('#')).filter(is_file);
    Ok(listed.map(str::to_owned).collect())
}

fn read(file: &Path) -> Result<Vec<u8>> {
    files::read(file, MOST_READ)
        .map_err(|error| Failure::io(format!("cannot read `{}`", shown(file)), error))
}

fn names(folder: &Path) -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok())
}

/// Returns whether a plain file begins like one that the program reads, draws or makes again.
pub(crate) fn is_ours(file: &Path) -> bool {
    if !file.symlink_metadata().is_ok_and(|there| there.is_file()) {
        return false;
    }
    let Ok(bytes) = files::read(file, MOST_READ) else { return false };
    let text = String::from_utf8_lossy(&bytes);
    let plain = |c: &char| !c.is_whitespace();
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("json") => {
            let begun: String = text.chars().filter(plain).take(FORMAT.len()).collect();
            begun == FORMAT || text.contains("\"title\": \"skirmish: ")
        }
        Some("html") => {
            text.split_once("</title>").is_some_and(|(head, _)| head.contains(" – skirmish "))
        }
        Some("svg") => text.lines().next().is_some_and(|first| {
            first.starts_with("<svg ") && first.contains(" font-family=\"Inter, ")
        }),
        _ => false,
    }
}

/// How the program's JSON begins, without spaces.
const FORMAT: &str = r#"{"format":"skirmish-"#;

pub(crate) fn is_free(file: &Path) -> Result {
    match file.symlink_metadata().is_ok() && !is_ours(file) {
        true => Err(not_ours(file)),
        false => Ok(()),
    }
}

/// Writes a file, unless one that is not the program's is there.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> Result {
    is_free(file)?;
    output::write_file(file, bytes)
}

/// Fails if the command may write to a name that a file of the user's has, before anything is played.
pub(crate) fn may_be_written_to(folder: &Path, command: &str) -> Result {
    let made = made(folder)?;
    let strange = |name: &String| outputs::may_leave(command, name) && !made.contains(name);
    match names(folder).filter(strange).min() {
        None => Ok(()),
        Some(name) => Err(not_ours(&folder.join(name))),
    }
}

pub(crate) fn not_ours(file: &Path) -> Failure {
    let error = io::Error::new(io::ErrorKind::AlreadyExists, NOT_OURS);
    Failure::Io(format!("cannot write `{}`", shown(file)), error, vec![REMEDY.to_owned()])
}

const NOT_OURS: &str = "skirmish has not made it";

const REMEDY: &str = "name another folder with --out, or move that file elsewhere";

/// Returns whether the program made a file of this name in the folder.
pub(crate) fn has_made(folder: &Path, name: &str) -> Result<bool> {
    Ok(made(folder)?.contains(name))
}

/// Lists files before they are made. Fails if one would replace a file that is not the program's.
pub(crate) fn claim<'n>(folder: &Path, names: impl Iterator<Item = &'n str>) -> Result {
    let mut listed = made(folder)?;
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
    output::write_file(&list, format!("{HEAD} in this folder, and may replace\n{lines}").as_bytes())
}
