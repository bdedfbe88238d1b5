//! Where an output goes: links are followed, files replaced as a whole, and pipes and devices written to directly.

use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};

use super::folder_of;

/// As many links as Linux follows.
const MOST_LINKS: u32 = 40;

pub(super) enum Place {
    /// A file, existing or not, at the end of all links.
    File(PathBuf),
    /// A device, a pipe, or a descriptor of this program, without content to replace.
    Stream(Stream),
}

pub(super) enum Stream {
    Stdout,
    Stderr,
    At(PathBuf),
}

impl Place {
    /// Returns where a path leads. Fails for a folder.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        let mut path = path.to_owned();
        for _ in 0..=MOST_LINKS {
            if let Some(stream) = opened(&path) {
                return Ok(Self::Stream(stream));
            }
            let there = match path.symlink_metadata() {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    return Ok(Self::File(path));
                }
                there => there?.file_type(),
            };
            if there.is_symlink() {
                path = folder_of(&path).join(std::fs::read_link(&path)?);
            } else if there.is_dir() {
                return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
            } else if there.is_file() {
                return Ok(Self::File(path));
            } else {
                return Ok(Self::Stream(Stream::At(path)));
            }
        }
        Err(io::Error::other("it is a link that leads to itself"))
    }
}

impl Stream {
    pub(super) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Stdout => all(io::stdout().lock(), bytes),
            Self::Stderr => all(io::stderr().lock(), bytes),
            // Appends, so that a file behind a descriptor keeps its content.
            Self::At(path) => all(OpenOptions::new().append(true).open(path)?, bytes),
        }
    }
}

fn all(mut to: impl io::Write, bytes: &[u8]) -> io::Result<()> {
    to.write_all(bytes)?;
    to.flush()
}

/// Returns the stream behind a name such as `/dev/fd/1`. It may lead to a file, but replacing that would abandon the stream.
fn opened(path: &Path) -> Option<Stream> {
    let folder = folder_of(path).canonicalize().ok()?;
    let is_own = ["/proc/self/fd", "/proc/thread-self/fd", "/dev/fd"]
        .iter()
        .any(|own| Path::new(own).canonicalize().is_ok_and(|own| own == folder));
    let is_of_a_process = folder.starts_with("/proc") && folder.ends_with("fd");
    match path.file_name()?.to_str() {
        Some("1") if is_own => Some(Stream::Stdout),
        Some("2") if is_own => Some(Stream::Stderr),
        _ if is_own || is_of_a_process => Some(Stream::At(path.to_owned())),
        _ => None,
    }
}
