//! The file in which a long command keeps what it has done, so that it can be stopped and taken up again.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::output;
use crate::status::Failure;

/// The name of the file.
pub(crate) const UNFINISHED: &str = "unfinished.json";

/// Named in the file, so that another layout is refused.
const FORMAT: &str = "skirmish-study/4";

/// What was begun: name and value of everything that its numbers depend on.
pub(crate) type Identity = Vec<(String, String)>;

/// The file, and what it must be of to be taken up.
pub(crate) struct Unfinished {
    path: PathBuf,
    study: Identity,
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
        Self { path: folder.join(UNFINISHED), study }
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
            return Err(self.refusal("it is damaged, or no such file"));
        };
        if kept.format != FORMAT {
            return Err(self.refusal("it has another layout"));
        }
        let value = |study: &Identity, name: &str| {
            let found = study.iter().find(|(other, _)| other == name);
            found.map_or_else(|| "nothing".to_owned(), |(_, value)| value.clone())
        };
        let now = &self.study;
        if let Some((name, now)) = now.iter().find(|pair| !kept.study.contains(pair)) {
            let before = value(&kept.study, name);
            return Err(self.refusal(&format!("{name} was {before}, but is now {now}")));
        }
        if kept.study.len() != now.len() {
            return Err(self.refusal("it is of another study"));
        }
        Ok(Some(kept.sums))
    }

    /// Keeps how far one is.
    pub(crate) fn keep<T: Serialize>(&self, sums: &T) -> Result<(), Failure> {
        let keeps = Keeps { format: FORMAT, study: &self.study, sums };
        let bytes = serde_json::to_vec(&keeps)
            .map_err(|error| Failure::Bug(error.to_string(), Vec::new()))?;
        output::write_file(&self.path, &bytes)
    }

    pub(crate) fn refusal(&self, why: &str) -> Failure {
        Failure::Usage(
            format!("cannot go on with `{}`: {why}", self.path.display()),
            vec!["leave out --resume to begin anew; what is kept there will be lost".to_owned()],
        )
    }

    /// What is said of an interrupt: what was done, and how to go on.
    pub(crate) fn told(&self, done: &str) -> String {
        format!(
            "{done}; what there is so far is kept in `{}`: give the same command with --resume to go on",
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
