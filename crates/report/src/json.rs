//! `summary.json`: writes a whole study with its provenance, in the order in which the types declare it, and reads it.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error as _, IgnoredAny};
use serde::{Deserialize, Serialize};

use crate::agreement::{Agreement, compare};
use crate::comparison::Comparison;
use crate::exploit::Exploit;
use crate::sensitivity::Sensitivity;
use crate::solved::Solution;
use crate::sound;
use crate::sweep::Sweep;
use crate::tune::Tune;
use crate::{Findings, OutputFile, Report, ReportError};

/// Adds the format and its version in front, so that a reader can refuse what it does not know.
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

/// Returns a value as indented JSON with its format, ending with a newline.
///
/// # Errors
/// [`ReportError::Json`] if the writer fails, which does not happen in memory.
pub fn of<T: Serialize>(format: &'static str, value: &T) -> Result<Vec<u8>, ReportError> {
    let mut bytes = serde_json::to_vec_pretty(&File { format, value })?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Writes a run with its comparison of exact and simulated shares. Numbers that are not finite become `null`.
fn run(format: &'static str, report: &Report) -> Result<Vec<u8>, ReportError> {
    of(format, &Summary { report, agreement: compare(report) })
}

/// A study that is written to a file. Implemented here, so that it is compiled once and optimized.
pub trait Written: Sized {
    /// Returns the study with numbers rounded as in its file, so that text and charts agree with it. What is not written is
    /// lost.
    fn as_written(&self) -> Self;

    /// Returns the findings of the study.
    ///
    /// # Errors
    /// [`ReportError`] if a writer fails, which does not happen in memory.
    fn findings(&self) -> Result<Findings, ReportError>;
}

/// For each study: format, file name, how to write it, the keys without which it cannot be drawn, and a check for flaws.
macro_rules! written {
    ($($study:ty, $format:literal, $file:literal, $write:expr, $must:expr, $flaw:expr;)+) => {
        $(impl Written for $study {
            fn as_written(&self) -> Self {
                let read = serde_json::to_vec(self);
                let read = read.and_then(|bytes| serde_json::from_slice(&bytes));
                read.unwrap_or_else(|_| self.clone())
            }

            fn findings(&self) -> Result<Findings, ReportError> {
                let summary = Some(OutputFile::new($file, $write($format, self)?));
                Ok(Findings { summary, ..self.shown() })
            }
        })+

        /// Returns the findings in a file of this format.
        fn of_format(format: &str, summary: &[u8]) -> Result<Findings, Unreadable> {
            match format {
                $($format => Ok(study::<$study>(summary, &$must, $flaw)?.shown()),)+
                other => Err(Unreadable::Unknown(crate::safe_text(other))),
            }
        }
    };
}

written! {
    Report, "skirmish-report/1", "summary.json", run, ["sides", "provenance", "outcomes"], sound::run;
    Comparison, "skirmish-comparison/1", "comparison.json", of,
        ["games", "command", "sides", "variants", "rows"], sound::comparison;
    Sweep, "skirmish-sweep/1", "summary.json", of,
        ["games", "command", "parameters", "measures", "points"], sound::sweep;
    Sensitivity, "skirmish-sensitivity/1", "summary.json", of, ["games", "command", "measure"], |_| None;
    Exploit, "skirmish-exploit/2", "summary.json", of,
        ["games", "command", "side", "enemy", "climb"], |_| None;
    Solution, "skirmish-solution/2", "summary.json", of,
        ["games", "command", "sides", "value", "players"], |_| None;
    Tune, "skirmish-tune/1", "summary.json", of, ["games", "command", "targets"], |_| None;
}

/// Why a summary cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// It is not JSON, or not of the form that it claims.
    #[error("it is damaged, or somebody has changed it: {0}")]
    Damaged(#[from] serde_json::Error),
    /// It does not name its format.
    #[error("it has no `format`, like those of older versions")]
    Unnamed,
    /// Its format is unknown, such as that of another version.
    #[error("its format is `{0}`, which this version does not know")]
    Unknown(String),
}

/// Returns the file that was played for a summary; `None` if the summary does not name it, as in older versions.
pub fn file(summary: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Head {
        file: Option<String>,
        provenance: Option<Box<Self>>,
    }
    let head: Head = serde_json::from_slice(summary).ok()?;
    let file = head.file.or_else(|| head.provenance?.file);
    file.filter(|file| !file.is_empty())
}

/// Reads the findings from the summary of a study.
///
/// # Errors
/// [`Unreadable`] if it is no summary, or one of another version.
pub fn read(summary: &[u8]) -> Result<Findings, Unreadable> {
    #[derive(Deserialize)]
    struct Head {
        format: Option<String>,
    }
    let Head { format } = serde_json::from_slice(summary)?;
    let format = format.ok_or(Unreadable::Unnamed)?;
    sound::counts(summary)?;
    of_format(&format, summary)
}

/// Reads a study that has all required keys and is consistent.
fn study<T: DeserializeOwned>(
    summary: &[u8],
    must: &[&'static str],
    flaw: fn(&T) -> Option<&'static str>,
) -> Result<T, Unreadable> {
    let keys: BTreeMap<String, IgnoredAny> = serde_json::from_slice(summary)?;
    if let Some(key) = must.iter().find(|key| !keys.contains_key(**key)) {
        return Err(Unreadable::Damaged(serde_json::Error::missing_field(key)));
    }
    let study: T = serde_json::from_slice(summary)?;
    match flaw(&study) {
        Some(flaw) => Err(Unreadable::Damaged(serde_json::Error::custom(flaw))),
        None => Ok(study),
    }
}
