//! All files of a run at once, so that callers need not know which tables and charts there are.

use std::borrow::Cow;

use crate::table::Table;
use crate::{Initiative, Report, ReportError, chart, json, panel};

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

/// Every file of a run, in a fixed order. `seize.csv` and `seize-after.csv` are there where the initiative is seized; `measures.csv`, `games.csv`, `rounds.csv` and
/// the tables of control, fire, reloading and melee only if the report holds such rows; a chart only if there is something to draw; the
/// other tables always, if need be with nothing but their head, so that scripts find them.
///
/// # Errors
/// [`ReportError`] if a writer fails; they write to memory, so they do not.
pub fn bundle(report: &Report) -> Result<Vec<OutputFile>, ReportError> {
    let mut files = vec![OutputFile::new("summary.json", json::summary(report)?)];
    let mut add = |is_there: bool, table: Table| -> Result<(), ReportError> {
        if is_there {
            files.push(table.output()?);
        }
        Ok(())
    };
    add(true, Table::of(&report.outcomes))?;
    add(true, Table::of(&report.streaks))?;
    add(report.initiative == Initiative::Seized, Table::of(&report.seizes))?;
    add(!report.lost_after.is_empty(), Table::of(&report.lost_after))?;
    add(!report.rounds.is_empty(), Table::of(&report.rounds))?;
    add(!report.control.is_empty(), Table::of(&report.control))?;
    add(!report.hit_curves.is_empty(), Table::of(&report.hit_curves))?;
    add(!report.wounds.is_empty(), Table::of(&report.wounds))?;
    add(!report.reloads.is_empty(), Table::of(&report.reloads))?;
    add(!report.melee.is_empty(), Table::of(&report.melee))?;
    add(true, Table::of(&report.events))?;
    add(!report.measures.is_empty(), Table::of(&report.measures))?;
    add(true, Table::of(&report.parameters))?;
    add(!report.games.is_empty(), Table::of(&report.games))?;
    let charts = [
        ("outcomes.svg", !report.outcomes.is_empty(), chart::outcomes as fn(&Report) -> String),
        ("streaks.svg", !report.streaks.is_empty(), chart::streaks),
        ("seize.svg", !report.seizes.is_empty(), chart::seizes),
        ("seize-after.svg", !report.lost_after.is_empty(), chart::lost_after),
        ("rounds.svg", !report.rounds.is_empty(), chart::rounds),
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
