//! All files of a run at once, so that callers need not know which tables and charts there are.

use crate::{Report, ReportError, chart, json, table};

/// One file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputFile {
    /// Name without a folder.
    pub name: &'static str,
    /// Content.
    pub bytes: Vec<u8>,
}

/// Every file of a run, in a fixed order. `games.csv` is there only if the report holds games; a chart only if there is
/// something to draw; the other tables always, if need be with nothing but their head, so that scripts find them.
///
/// # Errors
/// [`ReportError`] if a writer fails; they write to memory, so they do not.
pub fn bundle(report: &Report) -> Result<Vec<OutputFile>, ReportError> {
    let mut files = vec![
        OutputFile {
            name: "summary.json",
            bytes: json::summary(report)?,
        },
        OutputFile {
            name: "outcomes.csv",
            bytes: table::outcomes(report)?,
        },
        OutputFile {
            name: "streaks.csv",
            bytes: table::streaks(report)?,
        },
        OutputFile {
            name: "seize.csv",
            bytes: table::seizes(report)?,
        },
        OutputFile {
            name: "events.csv",
            bytes: table::events(report)?,
        },
        OutputFile {
            name: "parameters.csv",
            bytes: table::parameters(report)?,
        },
    ];
    if !report.games.is_empty() {
        files.push(OutputFile {
            name: "games.csv",
            bytes: table::games(report)?,
        });
    }
    let charts = [
        (
            "outcomes.svg",
            !report.outcomes.is_empty(),
            chart::outcomes as fn(&Report) -> String,
        ),
        ("streaks.svg", !report.streaks.is_empty(), chart::streaks),
        ("seize.svg", !report.seizes.is_empty(), chart::seizes),
    ];
    for (name, has_data, draw) in charts {
        if has_data {
            files.push(OutputFile {
                name,
                bytes: draw(report).into_bytes(),
            });
        }
    }
    Ok(files)
}
