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
use crate::{Findings, OutputFile, Report, ReportError};

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
    of(Report::FORMAT, &Summary { report, agreement: compare(report) })
}

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

/// The studies: what the file of each says of itself, so that a reader can refuse a layout that it does not know; its name; and
/// what it always has. Keys may be added to a layout, and a reader knows of some that may be missing, but without these there is
/// nothing to draw.
macro_rules! studies {
    ($($study:ty: $format:literal in $file:literal with $keys:expr;)+) => {
        $(impl $study {
            const FORMAT: &str = $format;

            /// Everything that it leaves. The players of a search are the last.
            ///
            /// # Errors
            /// [`ReportError`] if a writer fails; they write to memory, so they do not.
            pub fn findings(&self) -> Result<Findings, ReportError> {
                let summary = OutputFile::new($file, Sound::summary(self, Self::FORMAT)?);
                Ok(Findings { summary: Some(summary), ..self.shown() })
            }

            /// The same as it is written: with numbers as rounded as in the file, so that a text made of it says what charts say
            /// that are drawn from the file. What is not written is lost.
            #[must_use]
            pub fn as_written(&self) -> Self {
                let read = serde_json::to_vec(self);
                let read = read.and_then(|bytes| serde_json::from_slice(&bytes));
                read.unwrap_or_else(|_| self.clone())
            }
        })+

        fn shown(format: &str, summary: &[u8]) -> Result<Findings, Unreadable> {
            Ok(match format {
                $($format => study::<$study>(summary, &$keys)?.shown(),)+
                other => return Err(Unreadable::Unknown(crate::safe_text(other))),
            })
        }
    };
}

studies! {
    Report: "skirmish-report/1" in "summary.json" with ["sides", "provenance", "outcomes"];
    Comparison: "skirmish-comparison/1" in "comparison.json"
        with ["games", "command", "sides", "variants", "rows"];
    Sweep: "skirmish-sweep/1" in "summary.json"
        with ["games", "command", "parameters", "measures", "points"];
    Sensitivity: "skirmish-sensitivity/1" in "summary.json" with ["games", "command", "measure"];
    Exploit: "skirmish-exploit/2" in "summary.json"
        with ["games", "command", "side", "enemy", "climb"];
    Solution: "skirmish-solution/2" in "summary.json"
        with ["games", "command", "sides", "value", "players"];
    Tune: "skirmish-tune/1" in "summary.json" with ["games", "command", "targets"];
}

/// A study that has all of these keys.
fn study<T: DeserializeOwned + Sound>(
    summary: &[u8],
    keys: &[&'static str],
) -> Result<T, Unreadable> {
    let has: BTreeMap<String, IgnoredAny> = serde_json::from_slice(summary)?;
    if let Some(key) = keys.iter().find(|key| !has.contains_key(**key)) {
        return Err(serde_json::Error::missing_field(key).into());
    }
    let study: T = serde_json::from_slice(summary)?;
    match study.flaw() {
        Some(flaw) => Err(serde_json::Error::custom(flaw).into()),
        None => Ok(study),
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
    let Head { format } = serde_json::from_slice(summary)?;
    let format = format.ok_or(Unreadable::Unnamed)?;
    is_sound(summary)?;
    shown(&format, summary)
}
