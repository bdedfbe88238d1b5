//! What a long study keeps in its folder, so that it can be stopped and taken up again.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use skirmish_simulator::study::Against;

use crate::output;
use crate::status::Failure;

/// Named in the file, so that another layout is refused.
const FORMAT: &str = "skirmish-study/1";

/// What a study is: name and value of everything that its numbers depend on.
pub(crate) type Identity = Vec<(String, String)>;

/// The games played so far, as sums of whole numbers.
#[derive(Serialize, Deserialize)]
struct Kept {
    format: String,
    study: Identity,
    sums: Vec<Vec<i128>>,
}

/// The file that a study keeps its games in while it is under way.
pub(crate) struct Keeper {
    path: PathBuf,
    study: Identity,
}

impl Keeper {
    pub(crate) fn new(folder: &Path, study: Identity) -> Self {
        Self {
            path: folder.join("unfinished.json"),
            study,
        }
    }

    /// Where it is kept.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What was played before; `None` if nothing is kept.
    pub(crate) fn take_up(&self) -> Result<Option<Against>, Failure> {
        let bytes = match std::fs::read(&self.path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => {
                let what = format!("cannot read `{}`", self.path.display());
                return Err(Failure::io(what, error));
            }
        };
        let anew = "leave out --resume to begin anew; what is kept there will be lost";
        let refuse = |why: String| {
            let message = format!("cannot go on with `{}`: {why}", self.path.display());
            Err(Failure::Usage(message, vec![anew.to_owned()]))
        };
        let Ok(kept) = serde_json::from_slice::<Kept>(&bytes) else {
            return refuse("it is damaged, or no such file".to_owned());
        };
        if kept.format != FORMAT {
            return refuse("it has another layout".to_owned());
        }
        let value = |study: &Identity, name: &str| {
            let found = study.iter().find(|(other, _)| other == name);
            found.map_or_else(|| "nothing".to_owned(), |(_, value)| value.clone())
        };
        let differing = self.study.iter().find(|pair| !kept.study.contains(pair));
        if let Some((name, now)) = differing {
            let before = value(&kept.study, name);
            return refuse(format!("{name} was {before}, but is now {now}"));
        }
        if kept.study.len() != self.study.len() {
            return refuse("it is of another study".to_owned());
        }
        match Against::unpack(&kept.sums) {
            Some(played) => Ok(Some(played)),
            None => refuse("its sums are damaged".to_owned()),
        }
    }

    /// Keeps what has been played.
    pub(crate) fn keep(&self, played: &Against) -> Result<(), Failure> {
        let kept = Kept {
            format: FORMAT.to_owned(),
            study: self.study.clone(),
            sums: played.pack(),
        };
        let bytes = serde_json::to_vec(&kept)
            .map_err(|error| Failure::Bug(error.to_string(), Vec::new()))?;
        output::write_file(&self.path, &bytes)
    }

    /// The study is done: nothing is left to be taken up.
    pub(crate) fn done(&self) -> Result<(), Failure> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Failure::io(
                format!("cannot remove `{}`", self.path.display()),
                error,
            )),
            _ => Ok(()),
        }
    }
}
