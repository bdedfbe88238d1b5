//! All files of a run at once, so that callers need not know which tables and charts there are.

use std::borrow::Cow;

use crate::{Initiative, Report, ReportError, chart, json, panel, table};

/// One file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputFile {
    /// Name without a folder.
    pub name: Cow<'static, str>,
    /// Content.
    pub bytes: Vec<u8>,
}

impl OutputFile {
    /// A file of that name.
    pub fn new(name: impl Into<Cow<'static, str>>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), bytes }
    }
}

/// Every file of a run, in a fixed order. `seize.csv` is there where the initiative is seized; `games.csv` and the tables of
/// control, fire, reloading and melee only if the report holds such rows; a chart only if there is something to draw; the
/// other tables always, if need be with nothing but their head, so that scripts find them.
///
/// # Errors
/// [`ReportError`] if a writer fails; they write to memory, so they do not.
pub fn bundle(report: &Report) -> Result<Vec<OutputFile>, ReportError> {
    type Write = fn(&Report) -> Result<Vec<u8>, ReportError>;
    let is_seized = report.initiative == Initiative::Seized;
    let tables: [(&'static str, bool, Write); 12] = [
        ("summary.json", true, json::summary),
        ("outcomes.csv", true, table::outcomes),
        ("streaks.csv", true, table::streaks),
        ("seize.csv", is_seized, table::seizes),
        ("control.csv", !report.control.is_empty(), table::control),
        ("hit-curves.csv", !report.hit_curves.is_empty(), table::hit_curves),
        ("wounds.csv", !report.wounds.is_empty(), table::wounds),
        ("reloads.csv", !report.reloads.is_empty(), table::reloads),
        ("melee.csv", !report.melee.is_empty(), table::melee),
        ("events.csv", true, table::events),
        ("parameters.csv", true, table::parameters),
        ("games.csv", !report.games.is_empty(), table::games),
    ];
    let mut files = Vec::new();
    for (name, _, write) in tables.into_iter().filter(|(_, is_there, _)| *is_there) {
        files.push(OutputFile::new(name, write(report)?));
    }
    let charts = [
        ("outcomes.svg", !report.outcomes.is_empty(), chart::outcomes as fn(&Report) -> String),
        ("streaks.svg", !report.streaks.is_empty(), chart::streaks),
        ("seize.svg", !report.seizes.is_empty(), chart::seizes),
        ("control.svg", !report.control.is_empty(), chart::control),
        ("hits.svg", !report.hit_curves.is_empty(), chart::hits),
        ("reloads.svg", !report.reloads.is_empty(), chart::reloads),
        ("melee.svg", !report.melee.is_empty(), chart::melee),
    ];
    for (name, has_data, draw) in charts {
        if has_data {
            files.push(OutputFile::new(name, draw(report).into_bytes()));
        }
    }
    if let Some(panel) = &report.panel {
        files.push(panel::file(panel)?);
    }
    Ok(files)
}
