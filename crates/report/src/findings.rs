//! What a study leaves: a summary, tables, charts, and a page with all of them.

use std::borrow::Cow;

use crate::chart::{Chart, Drawing};
use crate::json;
use crate::page;
use crate::table::Table;
use crate::{ReportError, WatchRow};

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutputFile {
    /// Name, without a folder.
    pub name: Cow<'static, str>,
    /// Content.
    pub bytes: Vec<u8>,
}

impl OutputFile {
    /// Returns a file with this name.
    pub fn new(name: impl Into<Cow<'static, str>>, bytes: Vec<u8>) -> Self {
        Self { name: name.into(), bytes }
    }
}

/// File name of the page that every study leaves.
pub const PAGE: &str = "report.html";

/// Returns the name of the page of a game.
pub fn game_page(game: u64) -> String {
    format!("game-{game}.html")
}

/// The findings of a study, ready to be written in any form.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    /// Everything as JSON, if the study has such a file. It is the first of all files.
    pub summary: Option<OutputFile>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The charts with their file names, the most important first.
    pub charts: Vec<(Cow<'static, str>, Chart)>,
    /// Games worth a look, and whether there is a page of each; and the sides whose figures are lost.
    pub watch: Vec<(WatchRow, bool)>,
    /// Names of the sides.
    pub sides: [String; 2],
    /// Files for the program to read, such as players.
    pub others: Vec<OutputFile>,
    /// The texts about them.
    pub words: Words,
}

/// The texts of a study. None is trusted, since they hold names from files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Words {
    /// The command that played it, such as `run`.
    pub command: &'static str,
    /// Title of the study.
    pub title: String,
    /// The answer in one sentence; empty if the answer opens with it.
    pub verdict: String,
    /// The answer, as a terminal shows it.
    pub answer: String,
    /// What had to be assumed.
    pub assumptions: Vec<String>,
    /// Values that the rules do not give, each with its path.
    pub assumed: Vec<String>,
    /// Measures with their definitions.
    pub definitions: Vec<(String, String)>,
    /// Methods and their sources.
    pub methods: Vec<String>,
    /// Provenance, as pairs of key and value.
    pub origins: Vec<(&'static str, String)>,
    /// The command that replays a game, but for its number.
    pub replay: String,
    /// The command that produces the findings again.
    pub again: String,
}

impl Findings {
    /// Returns all files: the summary, the page, tables, charts and others.
    ///
    /// # Errors
    /// [`ReportError`] if a writer fails, which does not happen in memory.
    pub fn files(self, drawing: &Drawing) -> Result<Vec<OutputFile>, ReportError> {
        // Drawn from the summary as written, so that drawing it again gives the same.
        let kept = self.summary.as_ref().and_then(|file| json::read(&file.bytes).ok());
        let drawn = kept.as_ref().unwrap_or(&self).drawn(drawing)?;
        let [page, charts @ ..] = &drawn[..] else { return Ok(Vec::new()) };
        let tables = self.tables.iter().map(Table::output).collect::<Result<Vec<_>, _>>()?;
        let first = self.summary.into_iter().chain([page.clone()]);
        Ok(first.chain(tables).chain(charts.iter().cloned()).chain(self.others).collect())
    }

    /// Returns the page and the charts. The page has both layouts and both themes, whatever is asked for.
    ///
    /// # Errors
    /// As for [`files`](Self::files).
    pub fn drawn(&self, drawing: &Drawing) -> Result<Vec<OutputFile>, ReportError> {
        let shown = &self.worded(drawing);
        // Drawn once: the page has each chart as its own file usually has it.
        let usual: Vec<String> = shown.charts.iter().map(|(_, chart)| chart.svg()).collect();
        let mut files = vec![OutputFile::new(PAGE, page::html(shown, &usual)?.into_bytes())];
        for ((name, chart), usual) in shown.charts.iter().zip(usual) {
            files.extend(drawing.files_of(name, chart, Some(usual))?);
        }
        Ok(files)
    }

    /// Returns these findings with the user's own title and labels.
    fn worded(&self, drawing: &Drawing) -> Self {
        let mut worded = self.clone();
        worded.words.title = drawing.title.clone().unwrap_or(worded.words.title);
        // A table as it is set up has a title of its own.
        let first = worded.charts.iter().position(|(_, chart)| chart.boards.is_empty());
        let charts = worded.charts.into_iter().enumerate();
        let charts =
            charts.map(|(k, (name, chart))| (name, drawing.worded(chart, Some(k) == first)));
        Self { charts: charts.collect(), ..worded }
    }
}
