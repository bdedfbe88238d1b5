//! `games.csv`, a row for each game. It grows on disk during play under another name, until complete.

use std::fs::{File, OpenOptions, rename};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use skirmish_scenario::Scenario;
use skirmish_simulator::GameRecord;

use crate::assemble;
use crate::made;
use crate::output::{self, cannot_write};
use crate::status::{Failure, Result};

/// Its names, finished and unfinished.
pub(crate) const NAME: &str = "games.csv";
const PART: &str = "games.csv.part";
pub(crate) const NAMES: [&str; 2] = [NAME, PART];

/// The head, and these games below it.
fn csv(scenario: &Scenario, records: &[GameRecord]) -> Result<Vec<u8>> {
    assemble::games(scenario, records).csv().map_err(Failure::bug)
}

pub(crate) struct GameFile {
    part: PathBuf,
    file: File,
    /// The length of the header, and of all that was written.
    head: usize,
    bytes: u64,
}

impl GameFile {
    /// Opens a new file, or one of which an earlier call kept this many bytes; `None` if that is gone. What follows these bytes
    /// is of games that will be played again, and is cut off.
    pub(crate) fn open(
        folder: &Path,
        scenario: &Scenario,
        kept: Option<u64>,
    ) -> Result<Option<Self>> {
        let (part, whole) = (folder.join(PART), folder.join(NAME));
        let head = csv(scenario, &[])?;
        let open = || -> io::Result<_> {
            let Some(kept) = kept else {
                let mut file = File::create(&part)?;
                file.write_all(&head)?;
                return Ok(Some((file, head.len() as u64)));
            };
            // An interrupted call gave the file its final name.
            if !part.exists() && whole.is_file() {
                rename(&whole, &part)?;
            }
            let mut file = OpenOptions::new().read(true).write(true).open(&part)?;
            let mut found = vec![0; head.len()];
            file.read_exact(&mut found)?;
            if found != head || file.metadata()?.len() < kept {
                return Ok(None);
            }
            file.set_len(kept)?;
            file.seek(SeekFrom::End(0))?;
            Ok(Some((file, kept)))
        };
        let opened = match open() {
            Err(error)
                if kept.is_some()
                    && [io::ErrorKind::NotFound, io::ErrorKind::UnexpectedEof]
                        .contains(&error.kind()) =>
            {
                None
            }
            opened => opened.map_err(|error| cannot_write(&part, error))?,
        };
        let head = head.len();
        Ok(opened.map(|(file, bytes)| Self { part, file, head, bytes }))
    }

    /// Adds games. Returns the bytes written so far.
    pub(crate) fn add(&mut self, scenario: &Scenario, records: &[GameRecord]) -> Result<u64> {
        let rows = &csv(scenario, records)?[self.head..];
        self.file.write_all(rows).map_err(|error| cannot_write(&self.part, error))?;
        self.bytes += rows.len() as u64;
        Ok(self.bytes)
    }

    pub(crate) fn sync(&self) -> Result {
        self.file.sync_data().map_err(|error| cannot_write(&self.part, error))
    }

    /// Gives the file its final name, as no games follow for now.
    pub(crate) fn finish(self) -> Result {
        self.sync()?;
        output::rename(&self.part, &self.part.with_file_name(NAME))
    }
}

/// Removes what an earlier call left, but no file of the user's.
pub(crate) fn discard(folder: &Path) -> Result {
    match made::has_made(folder, PART)? {
        true => output::remove(&folder.join(PART)),
        false => Ok(()),
    }
}
