//! Writing: to stdout, and to files by way of a temporary name, so that there is never half a file.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::status::Failure;

/// Prints a text to stdout.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
        .map_err(|error| Failure::io("cannot write to stdout", error))
}

/// Prints a text to stderr. If nobody reads there, nobody is left to tell.
pub(crate) fn print_aside(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Prints a note to stderr: something to know, and nothing wrong.
pub(crate) fn note(text: &str) {
    print_aside(&format!("note: {text}\n"));
}

/// The folder that the program was called from, once it has gone to another.
static CALLED_FROM: OnceLock<PathBuf> = OnceLock::new();

/// The program goes to another folder than that which it was called from.
pub(crate) fn called_from(folder: &Path) {
    CALLED_FROM.get_or_init(|| folder.to_owned());
}

/// A file or folder as whoever called the program names it.
pub(crate) fn shown(path: &Path) -> String {
    let below = CALLED_FROM.get().and_then(|folder| path.strip_prefix(folder).ok());
    match below {
        Some(here) if here.as_os_str().is_empty() => ".".to_owned(),
        below => below.unwrap_or(path).display().to_string(),
    }
}

/// Makes a folder, with those above it.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Failure> {
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

/// Writes a file in one go: first under another name, then renamed.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write(path, bytes, |_| Ok(()))
}

/// The same, and waits until it is on the disk: one that is full far away in a network says so only then.
pub(crate) fn write_through(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write(path, bytes, File::sync_all)
}

/// The beginning of the names that files have until they are whole.
const TEMPORARY: &str = ".skirmish-";

fn write(
    path: &Path,
    bytes: &[u8],
    finish: impl Fn(&File) -> io::Result<()>,
) -> Result<(), Failure> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(folder)?;
        file.write_all(bytes)?;
        set_usual_permissions(file.as_file())?;
        finish(file.as_file())?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|error| Failure::io(format!("cannot write `{}`", shown(path)), error))
}

/// Removes what a command has left that was killed while it wrote. Only for whoever is alone in the folder.
pub(crate) fn tidy(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in
        entries.filter(|e| e.file_name().as_encoded_bytes().starts_with(TEMPORARY.as_bytes()))
    {
        // Nothing depends on it.
        let _ = std::fs::remove_file(entry.path());
    }
}

/// A temporary file is for its owner only; results are for everybody.
#[cfg(unix)]
fn set_usual_permissions(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_usual_permissions(_: &File) -> io::Result<()> {
    Ok(())
}
