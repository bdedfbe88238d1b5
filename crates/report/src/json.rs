//! `summary.json`: the whole report with its provenance, in the order in which the types declare it.

use serde::Serialize;

use crate::agreement::{Agreement, compare};
use crate::{Report, ReportError};

/// Named in the file, so that a reader can refuse a layout it does not know.
const FORMAT: &str = "skirmish-report/1";

#[derive(Serialize)]
struct Summary<'a> {
    format: &'static str,
    #[serde(flatten)]
    report: &'a Report,
    agreement: Agreement,
}

/// A value as indented JSON that ends with a line end.
pub(crate) fn of<T: Serialize>(value: &T) -> Result<Vec<u8>, ReportError> {
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
    of(&Summary { format: FORMAT, report, agreement: compare(report) })
}
