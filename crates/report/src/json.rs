//! `summary.json`: a whole study with where it comes from, in the order in which the types declare it; and read again.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error as _, IgnoredAny};
use serde::{Deserialize, Serialize};

use crate::agreement::{Agreement, compare};
use crate::comparison::Comparison;
use crate::exploit::Exploit;
use crate::sensitivity::Sensitivity;
use crate::solved::Solution;
use crate::sound::{self, Sound};
use crate::sweep::Sweep;
use crate::tune::Tune;
use crate::{Findings, Report, ReportError};

/// What each file says of itself, so that a reader can refuse a layout it does not know.
const RUN: &str = "skirmish-report/1";
pub(crate) const COMPARISON: &str = "skirmish-comparison/1";
pub(crate) const SWEEP: &str = "skirmish-sweep/1";
pub(crate) const SENSITIVITY: &str = "skirmish-sensitivity/1";
pub(crate) const EXPLOIT: &str = "skirmish-exploit/2";
pub(crate) const SOLUTION: &str = "skirmish-solution/2";
pub(crate) const TUNE: &str = "skirmish-tune/1";

/// What a file is, and the version of its layout: it stands first in each, so that a reader can refuse one he does not know.
#[derive(Serialize)]
struct File<'v, T> {
    format: &'static str,
    #[serde(flatten)]
    value: &'v T,
}

#[derive(Serialize)]
struct Summary<'a> {
    #[serde(flatten)]
    report: &'a Report,
    agreement: Agreement,
}

/// A value as indented JSON of this format that ends with a line end.
///
/// # Errors
/// [`ReportError::Json`] if the writer fails; it writes to memory, so it does not.
pub fn of<T: Serialize>(format: &'static str, value: &T) -> Result<Vec<u8>, ReportError> {
    indented(&File { format, value })
}

/// A value as indented JSON that ends with a line end, of what stands in no file of its own.
pub(crate) fn indented<T: Serialize>(value: &T) -> Result<Vec<u8>, ReportError> {
    let mut bytes = serde_json::to_vec_pretty(value)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The report as indented JSON that ends with a line end. The comparison of exact and simulated shares is added to it.
/// Numbers that are not finite become `null`.
///
/// # Errors
/// [`ReportError::Json`] if the writer fails; it writes to memory, so it does not.
pub fn summary(report: &Report) -> Result<Vec<u8>, ReportError> {
    of(RUN, &Summary { report, agreement: compare(report) })
}

/// A study that is written to a file. For each it is compiled here, optimized, and not where it is asked for.
pub trait Written: Sized {
    /// The same as it is written: with numbers as rounded as in the file, so that a text made of it says what charts say
    /// that are drawn from the file. What is not written is lost.
    fn as_written(&self) -> Self;
}

macro_rules! written {
    ($($study:ty),+) => {$(
        impl Written for $study {
            fn as_written(&self) -> Self {
                let read = serde_json::to_vec(self);
                let read = read.and_then(|bytes| serde_json::from_slice(&bytes));
                read.unwrap_or_else(|_| self.clone())
            }
        }
    )+};
}

written!(Report, Comparison, Sweep, Sensitivity, Exploit, Solution, Tune);

/// Why a summary cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// It is no JSON, or does not hold what it says.
    #[error("it is damaged, or somebody has changed it: {0}")]
    Damaged(#[from] serde_json::Error),
    /// It does not say what it is.
    #[error("it has no `format`, like those of older versions")]
    Unnamed,
    /// It is of another version.
    #[error("its format is `{0}`, which this version does not know")]
    Unknown(String),
}

/// The file that was played for a summary; `None` of one that does not say so, like those of older versions.
pub fn file(summary: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Head {
        file: Option<String>,
        provenance: Option<Box<Self>>,
    }
    let head: Head = serde_json::from_slice(summary).ok()?;
    head.file.or_else(|| head.provenance?.file)
}

/// What a study found, read from the summary that it left.
///
/// # Errors
/// [`Unreadable`] if it is not one, or one of another version.
pub fn read(summary: &[u8]) -> Result<Findings, Unreadable> {
    read_if(summary, sound::counts)
}

/// The same of a summary that this program has just written.
///
/// # Errors
/// As for [`read`], though there should be none.
pub(crate) fn read_own(summary: &[u8]) -> Result<Findings, Unreadable> {
    read_if(summary, |_| Ok(()))
}

/// Whether there is what a file of a format always has: keys may be added to a layout, and a reader knows of some that may be
/// missing, but without these there is nothing to draw.
fn has_what_it_must(summary: &[u8], format: &str) -> Result<(), serde_json::Error> {
    let must: &[&str] = match format {
        RUN => &["sides", "provenance", "outcomes"],
        COMPARISON => &["games", "command", "sides", "variants", "rows"],
        SWEEP => &["games", "command", "parameters", "measures", "points"],
        SENSITIVITY => &["games", "command", "measure"],
        EXPLOIT => &["games", "command", "side", "enemy", "climb"],
        SOLUTION => &["games", "command", "sides", "value", "players"],
        TUNE => &["games", "command", "targets"],
        _ => &[],
    };
    let keys: BTreeMap<String, IgnoredAny> = serde_json::from_slice(summary)?;
    match must.iter().find(|key| !keys.contains_key(**key)) {
        Some(key) => Err(serde_json::Error::missing_field(key)),
        None => Ok(()),
    }
}

fn read_if(
    summary: &[u8],
    is_sound: impl FnOnce(&[u8]) -> Result<(), serde_json::Error>,
) -> Result<Findings, Unreadable> {
    #[derive(Deserialize)]
    struct Head {
        format: Option<String>,
    }
    fn study<T: DeserializeOwned + Sound>(summary: &[u8]) -> Result<T, Unreadable> {
        let study: T = serde_json::from_slice(summary)?;
        match study.flaw() {
            Some(flaw) => Err(Unreadable::Damaged(serde_json::Error::custom(flaw))),
            None => Ok(study),
        }
    }
    let Head { format } = serde_json::from_slice(summary)?;
    let format = format.ok_or(Unreadable::Unnamed)?;
    is_sound(summary)?;
    has_what_it_must(summary, &format)?;
    Ok(match format.as_str() {
        RUN => study::<Report>(summary)?.shown(),
        COMPARISON => study::<Comparison>(summary)?.shown(),
        SWEEP => study::<Sweep>(summary)?.shown(),
        SENSITIVITY => study::<Sensitivity>(summary)?.shown(),
        EXPLOIT => study::<Exploit>(summary)?.shown(),
        SOLUTION => study::<Solution>(summary)?.shown(),
        TUNE => study::<Tune>(summary)?.shown(),
        other => return Err(Unreadable::Unknown(crate::safe_text(other))),
    })
}
