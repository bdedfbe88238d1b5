//! Tables of strings, until `odds` and `curves` declare theirs.

use super::write::guarded;
use crate::ReportError;

/// A table of text cells for other commands; cells that a spreadsheet would take for formulas are guarded.
///
/// # Errors
/// [`ReportError::Csv`] if the writer fails; it writes to memory, so it does not.
pub fn rows<const N: usize>(
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<Vec<u8>, ReportError> {
    let failed = |source| ReportError::Csv { table: "table", source };
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(head).map_err(failed)?;
    for row in rows {
        writer.write_record(row.map(|text| guarded(&text))).map_err(failed)?;
    }
    writer.into_inner().map_err(|error| failed(error.into_error().into()))
}
