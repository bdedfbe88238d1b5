//! The file in which a long command keeps what it has done, so that it can be stopped and taken up again.

use std::cell::Cell;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::output;
use crate::status::Failure;

/// The name of the file.
pub(crate) const UNFINISHED: &str = "unfinished.json";

/// Named in the file, so that another layout is refused.
const FORMAT: &str = "skirmish-study/6";

/// What is known by a code only.
pub(crate) const BATTLE: &str = "the battle";
pub(crate) const RULEBOOK: &str = "the rulebook";

/// What was begun: name and value of everything that its numbers depend on.
pub(crate) type Identity = Vec<(String, String)>;

/// The file, and what it must be of to be taken up.
pub(crate) struct Unfinished {
    path: PathBuf,
    study: Identity,
    /// Whether what is in it is of this study; it may have been left by another.
    is_ours: Cell<bool>,
}

#[derive(Serialize)]
struct Keeps<'a, T> {
    format: &'a str,
    study: &'a Identity,
    sums: &'a T,
}

#[derive(Deserialize)]
struct Kept<T> {
    format: String,
    study: Identity,
    sums: T,
}

impl Unfinished {
    pub(crate) fn new(folder: &Path, study: Identity) -> Self {
        Self { path: folder.join(UNFINISHED), study, is_ours: Cell::new(false) }
    }

    /// Reads what an earlier call has kept, if there is anything.
    pub(crate) fn take_up<T: DeserializeOwned>(&self) -> Result<Option<T>, Failure> {
        let bytes = match std::fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                let what = format!("cannot read `{}`", self.path.display());
                return Err(Failure::io(what, error));
            }
        };
        let Ok(kept) = serde_json::from_slice::<Kept<T>>(&bytes) else {
            return Err(self.refusal("it is damaged, or was not written by skirmish"));
        };
        if kept.format != FORMAT {
            return Err(self.refusal("another version of skirmish wrote it"));
        }
        let now = &self.study;
        if let Some((name, now)) = now.iter().find(|pair| !kept.study.contains(pair)) {
            let before = kept.study.iter().find(|(other, _)| other == name);
            let [before, now] = [before.map_or("", |(_, value)| value), now]
                .map(|value| if value.is_empty() { "nothing" } else { value });
            // These are told apart by codes that say nothing to anybody.
            return Err(self.refusal(&match name.as_str() {
                BATTLE => {
                    "it is of another battle, or the battle has been changed since".to_owned()
                }
                RULEBOOK => "the rulebook is another, or has been changed since".to_owned(),
                name => format!("{name} was {before}, but is now {now}"),
            }));
        }
        if kept.study.len() != now.len() {
            return Err(self.refusal("it is of another study"));
        }
        self.is_ours.set(true);
        Ok(Some(kept.sums))
    }

    /// Keeps how far one is.
    pub(crate) fn keep<T: Serialize>(&self, sums: &T) -> Result<(), Failure> {
        let keeps = Keeps { format: FORMAT, study: &self.study, sums };
        let bytes = serde_json::to_vec(&keeps)
            .map_err(|error| Failure::Bug(error.to_string(), Vec::new()))?;
        output::write_file(&self.path, &bytes)?;
        self.is_ours.set(true);
        Ok(())
    }

    /// Whether anything is kept of this study.
    pub(crate) fn is_there(&self) -> bool {
        self.is_ours.get()
    }

    pub(crate) fn refusal(&self, why: &str) -> Failure {
        self.cannot_go_on(why, "leave out --resume to begin anew; that overwrites the file")
    }

    /// There is nothing to be taken up.
    pub(crate) fn is_missing(&self) -> Failure {
        let hint =
            "leave out --resume to begin; or name the folder of the interrupted call with --out";
        self.cannot_go_on("there is no such file", hint)
    }

    fn cannot_go_on(&self, why: &str, hint: &str) -> Failure {
        let what = format!("cannot go on with `{}`: {why}", self.path.display());
        Failure::Usage(what, vec![hint.to_owned()])
    }

    /// What is said of an interrupt: what was done, and how to go on.
    pub(crate) fn told(&self, done: &str) -> String {
        format!(
            "{done}; what was done is kept in `{}`; give the same command with --resume to go on",
            self.path.display()
        )
    }

    /// It is done: nothing is left to be taken up.
    pub(crate) fn done(&self) -> Result<(), Failure> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Failure::io(format!("cannot remove `{}`", self.path.display()), error))
            }
            _ => Ok(()),
        }
    }
}
