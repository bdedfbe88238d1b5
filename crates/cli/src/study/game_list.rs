//! `games.csv`, a row for each game: it grows on disk while games are played, under another name until all are there.

use std::fs::{File, OpenOptions, rename};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use skirmish_report::table::{Cell, Column};
use skirmish_scenario::Scenario;
use skirmish_simulator::GameRecord;

use crate::assemble;
use crate::made;
use crate::output::{self, cannot_write};
use crate::status::{Failure, Result};

/// Its name, and that while it grows.
pub(crate) const NAME: &str = "games.csv";
const PART: &str = "games.csv.part";
pub(crate) const NAMES: [&str; 2] = [NAME, PART];

/// How games are listed.
pub(crate) struct GameList<'a> {
    /// What stands before the columns that every list has.
    pub(crate) columns: Vec<Column>,
    /// Of each variant its scenario, and what stands in these columns; no game is listed of one that has none.
    pub(crate) variants: Vec<Option<(&'a Scenario, Vec<Cell>)>>,
}

impl GameList<'_> {
    /// The head, and these games below it.
    fn csv(&self, records: &[GameRecord]) -> Result<Vec<u8>> {
        let table = assemble::games(records, self.columns.clone(), &self.variants);
        table.csv().map_err(Failure::bug)
    }
}

/// The file while it grows.
pub(crate) struct GameFile {
    part: PathBuf,
    file: File,
    /// The length of the head, and of all that was written.
    head: usize,
    bytes: u64,
}

impl GameFile {
    /// A file in a folder: a new one, or the one of which an earlier call has kept so many bytes; `None` if that is not there
    /// any more. What was written after these bytes belongs to games that are played again.
    pub(crate) fn open(
        folder: &Path,
        list: &GameList<'_>,
        kept: Option<u64>,
    ) -> Result<Option<Self>> {
        let (part, whole) = (folder.join(PART), folder.join(NAME));
        let head = list.csv(&[])?;
        let open = || -> io::Result<_> {
            let Some(kept) = kept else {
                let mut file = File::create(&part)?;
                file.write_all(&head)?;
                return Ok(Some((file, head.len() as u64)));
            };
            // An interrupted call has told what it had.
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

    /// Adds games. Returns the bytes that were written so far.
    pub(crate) fn add(&mut self, list: &GameList<'_>, records: &[GameRecord]) -> Result<u64> {
        let rows = &list.csv(records)?[self.head..];
        self.file.write_all(rows).map_err(|error| cannot_write(&self.part, error))?;
        self.bytes += rows.len() as u64;
        Ok(self.bytes)
    }

    /// Waits until all is on the disk.
    pub(crate) fn sync(&self) -> Result {
        self.file.sync_data().map_err(|error| cannot_write(&self.part, error))
    }

    /// Gives the file its name: no game comes after these for now.
    pub(crate) fn finish(self) -> Result {
        self.sync()?;
        output::rename(&self.part, &self.part.with_file_name(NAME))
    }
}

/// Removes what an earlier call has left, and nothing of anybody else.
pub(crate) fn discard(folder: &Path) -> Result {
    match made::has_made(folder, PART)? {
        true => output::remove(&folder.join(PART)),
        false => Ok(()),
    }
}
