//! `summary.json`: a whole study with where it comes from, in the order in which the types declare it; and read again.

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
    let mut bytes = serde_json::to_vec_pretty(&File { format, value })?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// A run, to which the comparison of exact and simulated shares is added. Numbers that are not finite become `null`.
fn run(format: &'static str, report: &Report) -> Result<Vec<u8>, ReportError> {
    of(format, &Summary { report, agreement: compare(report) })
}

/// A study that is written to a file. For each it is compiled here, optimized, and not where it is asked for.
pub trait Written: Sized {
    /// The same as it is written: with numbers as rounded as in the file, so that a text made of it says what charts say
    /// that are drawn from the file. What is not written is lost.
    fn as_written(&self) -> Self;

    /// Everything that the study leaves.
    ///
    /// # Errors
    /// [`ReportError`] if a writer fails; they write to memory, so they do not.
    fn findings(&self) -> Result<Findings, ReportError>;
}

/// Of each study the format of its file, which a reader refuses that does not know it; the name of the file; how it is written;
/// keys without which there is nothing to draw: others may be added to a layout, or missing; and what does not hold together.
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

        /// What is drawn from a file of this format.
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
    #[derive(Deserialize)]
    struct Head {
        format: Option<String>,
    }
    let Head { format } = serde_json::from_slice(summary)?;
    let format = format.ok_or(Unreadable::Unnamed)?;
    sound::counts(summary)?;
    of_format(&format, summary)
}

/// A study, if the file has these keys and they hold together.
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
