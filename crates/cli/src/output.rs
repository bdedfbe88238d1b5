//! Writing: to stdout, and to files by way of a temporary name, so that there is never half a file.

use std::io::{self, Write};
use std::path::Path;

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

/// Makes a folder, with those above it.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let file = folder.ancestors().find(|path| path.is_file());
        let what = format!("cannot make folder `{}`", folder.display());
        let what = match file {
            Some(file) => format!("{what}: `{}` is a file", file.display()),
            None => what,
        };
        let remedy = "name another folder with --out".to_owned();
        Failure::Io(what, error, vec![remedy])
    })
}

/// Writes a file in one go: first under another name, then renamed.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let write = || -> io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(".skirmish-").tempfile_in(folder)?;
        file.write_all(bytes)?;
        set_usual_permissions(file.as_file())?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|error| Failure::io(format!("cannot write `{}`", path.display()), error))
}

/// A temporary file is for its owner only; results are for everybody.
#[cfg(unix)]
fn set_usual_permissions(file: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_usual_permissions(_: &std::fs::File) -> io::Result<()> {
    Ok(())
}
