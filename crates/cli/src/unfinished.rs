//! The file in which a long command keeps its progress, so that it can be stopped and continued.

use std::cell::{Cell, OnceCell};
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use skirmish_scenario::sha256;

use crate::args::{shown, typed};
use crate::files;
use crate::identity::Identity;
use crate::made;
use crate::output;
use crate::results;
use crate::status::{Failure, Result, why};

pub(crate) const UNFINISHED: &str = "unfinished.json";

/// Named in the file, so that other layouts are refused.
const FORMAT: &str = "skirmish-study/13";

/// What to do about a file that cannot be continued from.
const REMEDY: &str =
    "--fresh starts afresh and removes the file; or name another folder with --out";

#[derive(Debug, Clone)]
pub(crate) struct Unfinished {
    path: PathBuf,
    study: Identity,
    /// The lock of a folder that is made and locked only when there is something to keep.
    aside: Option<Rc<OnceCell<Option<File>>>>,
    /// Whether its content is of this study, not of another.
    is_ours: Cell<bool>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Kept {
    format: String,
    pub(crate) study: Identity,
    /// The command as typed.
    pub(crate) command: Vec<String>,
    /// Covers the sums as they stand in the file, as one changed digit would change the answer.
    sha256: String,
    sums: Box<RawValue>,
}

impl Kept {
    /// Reads a file, if it exists. An unusable one is invalid data.
    pub(crate) fn read(path: &Path) -> io::Result<Option<Self>> {
        let bytes = match files::read_left(path, files::KEPT) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            bytes => bytes?,
        };
        let kept: Self = serde_json::from_slice(&bytes).map_err(|_| damaged())?;
        if kept.format != FORMAT {
            let why = "another version of skirmish wrote it";
            return Err(io::Error::new(ErrorKind::InvalidData, why));
        }
        let is_sound = sha256(kept.sums.get().as_bytes()) == kept.sha256;
        is_sound.then_some(Some(kept)).ok_or_else(damaged)
    }

    pub(crate) fn sums<T: DeserializeOwned>(&self) -> io::Result<T> {
        serde_json::from_str(self.sums.get()).map_err(|_| damaged())
    }
}

fn damaged() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "it is damaged, or was not written by skirmish")
}

impl Unfinished {
    pub(crate) fn new(folder: &Path, name: &str, study: Identity) -> Self {
        Self { path: folder.join(name), study, aside: None, is_ours: Cell::new(false) }
    }

    /// Makes its folder only when there is something to keep.
    pub(crate) fn aside(self) -> Self {
        Self { aside: Some(Rc::default()), ..self }
    }

    /// Makes and locks the folder on its first use.
    fn claim(&self) -> Result {
        if let (Some(lock), Some(folder)) = (&self.aside, self.path.parent())
            && lock.get().is_none()
        {
            output::make_folder(folder)?;
            let _ = lock.set(results::lock(folder, false)?);
        }
        Ok(())
    }

    /// Reads what an earlier call kept, if anything.
    pub(crate) fn take_up<T: DeserializeOwned>(&self) -> Result<Option<T>> {
        if self.path.exists() {
            self.claim()?;
        }
        let refused = |error: io::Error| match error.kind() {
            ErrorKind::InvalidData => self.refusal(&why(&error)),
            _ => Failure::io(format!("cannot read `{}`", output::shown(&self.path)), error),
        };
        let Some(kept) = Kept::read(&self.path).map_err(refused)? else { return Ok(None) };
        if let Some(why) = self.study.differs(&kept.study) {
            let command = format!("it is of: skirmish {}", shown(&kept.command));
            return Err(self.cannot_go_on(why, vec![command, REMEDY.to_owned()]));
        }
        let sums = kept.sums().map_err(refused)?;
        self.is_ours.set(true);
        Ok(Some(sums))
    }

    pub(crate) fn keep<T: Serialize>(&self, sums: &T) -> Result {
        let keeps = || {
            let sums = to_raw_value(sums)?;
            let sha256 = sha256(sums.get().as_bytes());
            let (study, command) = (self.study.clone(), typed().words());
            serde_json::to_vec(&Kept { format: FORMAT.to_owned(), study, command, sha256, sums })
        };
        self.claim()?;
        let bytes = keeps().map_err(Failure::bug)?;
        output::write_through(&self.path, &bytes)?;
        self.is_ours.set(true);
        Ok(())
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn is_there(&self) -> bool {
        self.is_ours.get() && self.path.is_file()
    }

    pub(crate) fn refusal(&self, why: &str) -> Failure {
        self.cannot_go_on(why, vec![REMEDY.to_owned()])
    }

    /// Returns the failure that there is nothing to continue.
    pub(crate) fn is_missing(&self) -> Failure {
        let hint =
            "leave out --resume and --tell, or name the folder of the interrupted call with --out";
        let finished =
            "there is no such file: no call was interrupted there, or it has been finished since";
        self.cannot_go_on(finished, vec![hint.to_owned()])
    }

    fn cannot_go_on(&self, why: &str, hints: Vec<String>) -> Failure {
        let what = format!("cannot go on with `{}`: {why}", output::shown(&self.path));
        Failure::Usage(what, hints)
    }

    /// Fails if a file that is not the program's is in its place.
    pub(crate) fn is_free(&self) -> Result {
        made::is_free(&self.path)
    }

    /// Removes what an earlier call kept, whatever it is of.
    pub(crate) fn discard(&self) -> Result {
        if self.path.exists() {
            self.claim()?;
        }
        self.done()
    }

    /// Returns the message of an interruption: what was done, and how to continue.
    pub(crate) fn told(&self, done: &str) -> String {
        let path = output::shown(&self.path);
        format!("{done}; what was done is kept in `{path}`; give the same command to go on")
    }

    pub(crate) fn done(&self) -> Result {
        output::remove(&self.path)
    }
}
