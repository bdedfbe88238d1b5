//! Writes to stdout, and to files through a temporary name, so that no file is ever half written.

mod place;

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anstyle::Style;
use skirmish_report::safe_lines;
use skirmish_report::text::narrow;
use tempfile::NamedTempFile;

use crate::status::{Failure, Result};
use place::Place;

/// Prints a text to stdout so that a build server takes no line of it for a command.
pub(crate) fn print(text: &str) -> Result {
    print_commands(&safe_lines(text))
}

/// Prints a text to stdout that may contain commands for a build server.
pub(crate) fn print_commands(text: &str) -> Result {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(|error| Failure::io("cannot write to stdout", error))
}

/// Returns whether colours are wanted and shown by this stream.
pub(crate) fn takes_color(stream: &impl IsTerminal) -> bool {
    stream.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|set| set.is_empty())
}

/// Prints a text for people, wrapped to the width of a terminal.
pub(crate) fn print_text(text: &str) -> Result {
    print(&narrow(text))
}

/// Prints an answer, with a bold first line on a terminal.
pub(crate) fn print_answer(text: &str) -> Result {
    let text = narrow(text);
    match text.split_once('\n').filter(|_| takes_color(&io::stdout())) {
        Some((first, rest)) => {
            let bold = Style::new().bold();
            print(&format!("{bold}{first}{bold:#}\n{rest}"))
        }
        None => print(&text),
    }
}

/// Prints a text to stderr like [`print()`]. Errors are ignored, as there is nowhere left to report them.
pub(crate) fn print_aside(text: &str) {
    print_commands_aside(&safe_lines(text));
}

pub(crate) fn print_commands_aside(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Prints a note to stderr about something that is no error.
pub(crate) fn note(text: &str) {
    print_sentence(&format!("note: {text}\n"));
}

/// Prints sentences to stderr, wrapped on a terminal, which would break words, and else in whole lines.
pub(crate) fn print_sentence(text: &str) {
    match io::stderr().is_terminal() {
        true => print_aside(&narrow(text)),
        false => print_aside(text),
    }
}

pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string()
}

pub(crate) fn make_folder(folder: &Path) -> Result {
    std::fs::create_dir_all(folder).map_err(|error| {
        let file = folder.ancestors().find(|path| path.is_file());
        let what = format!("cannot make folder `{}`", shown(folder));
        let what = match file {
            Some(file) => format!("{what}: `{}` is a file", shown(file)),
            None => what,
        };
        let remedy = "name another folder with --out".to_owned();
        Failure::Io(what, error, vec![remedy])
    })
}

/// Writes a file under another name, then renames it. A pipe or device is written to directly.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result {
    write(path, bytes, |file, place| file.persist(place).map_err(Into::into))
}

/// Writes a file as [`write_file`] does, and waits until it is on the disk: a full network disk fails only then.
pub(crate) fn write_through(path: &Path, bytes: &[u8]) -> Result {
    write(path, bytes, |file, place| {
        file.as_file().sync_all()?;
        file.persist(place).map_err(Into::into)
    })
}

pub(crate) fn rename(part: &Path, path: &Path) -> Result {
    let renamed = Place::of(path).and_then(|place| match place {
        Place::File(place) => std::fs::rename(part, place),
        Place::Stream(_) => Err(io::Error::other("it is a pipe or a device, not a file")),
    });
    renamed.map_err(|error| cannot_write(path, error))
}

pub(crate) fn remove(path: &Path) -> Result {
    match std::fs::remove_file(path) {
        Err(error)
            if ![io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) =>
        {
            Err(Failure::io(format!("cannot remove `{}`", shown(path)), error))
        }
        _ => Ok(()),
    }
}

/// Prefix of the names of unfinished files.
const TEMPORARY: &str = ".skirmish-";

fn write(
    path: &Path,
    bytes: &[u8],
    finish: impl FnOnce(NamedTempFile, &Path) -> io::Result<File>,
) -> Result {
    let written = Place::of(path).and_then(|place| match place {
        Place::File(place) => finish(temporary(&place, bytes)?, &place).map(drop),
        Place::Stream(stream) => stream.write(bytes),
    });
    written.map_err(|error| cannot_write(path, error))
}

pub(crate) fn cannot_write(path: &Path, error: io::Error) -> Failure {
    Failure::io(format!("cannot write `{}`", shown(path)), error)
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a temporary file beside its final place.
fn temporary(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder_of(path))?;
    file.write_all(bytes)?;
    set_usual_permissions(file.as_file())?;
    Ok(file)
}

/// Returns whether a path is written to directly: a device, a pipe, or a descriptor of this program.
pub(crate) fn is_stream(path: &Path) -> bool {
    matches!(Place::of(path), Ok(Place::Stream(_)))
}

/// Checks that a file can be placed there, before any game is played.
pub(crate) fn has_folder(path: &Path) -> Result {
    let place = Place::of(path).map_err(|error| cannot_write(path, error))?;
    let Place::File(place) = place else { return Ok(()) };
    let folder = folder_of(&place);
    match folder.is_dir() {
        true => Ok(()),
        false => {
            Err(Failure::hinted(format!("there is no folder `{}`", shown(folder)), "make it first"))
        }
    }
}

/// Writes a file for the user. An existing one stays, unless `force` is set.
pub(crate) fn write_own(path: &Path, bytes: &[u8], force: bool) -> Result {
    let file = shown(path);
    let refused = |message: String, hint: String| Err(Failure::hinted(message, hint));
    if path.is_dir() {
        let inside = format!("name a file, such as `{}`", shown(&path.join("my.toml")));
        return refused(format!("`{file}` is a folder"), inside);
    }
    has_folder(path)?;
    if force {
        return write_file(path, bytes);
    }
    match write(path, bytes, |file, place| file.persist_noclobber(place).map_err(Into::into)) {
        Err(Failure::Io(_, error, _)) if error.kind() == io::ErrorKind::AlreadyExists => {
            let hint = "choose another name, or overwrite it with --force".to_owned();
            refused(format!("the file `{file}` already exists"), hint)
        }
        written => written,
    }
}

/// Removes what a killed command left behind. Only for a command that is alone in the folder.
pub(crate) fn tidy(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in
        entries.filter(|e| e.file_name().as_encoded_bytes().starts_with(TEMPORARY.as_bytes()))
    {
        let _ = std::fs::remove_file(entry.path());
    }
}

/// Temporary files are private; results are readable by all.
#[cfg(unix)]
fn set_usual_permissions(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_usual_permissions(_: &File) -> io::Result<()> {
    Ok(())
}
