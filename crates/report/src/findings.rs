//! What a study leaves: its summary, its tables, its charts, and a page of all of them that says it in words.

use std::borrow::Cow;

use crate::ReportError;
use crate::chart::{Chart, Drawing};
use crate::json;
use crate::page;
use crate::table::Table;

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

/// The page that every study leaves.
pub const PAGE: &str = "report.html";

/// What a study found, in whatever form it is wanted.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Findings {
    /// Everything as JSON, where there is such a file; it is the first of all files.
    pub summary: Option<OutputFile>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The charts with the names of their files, the one that tells most first.
    pub charts: Vec<(Cow<'static, str>, Chart)>,
    /// Files that are for the program to read, such as players.
    pub others: Vec<OutputFile>,
    /// What is said about them.
    pub words: Words,
}

/// The words of a study. None of them is trusted: they hold names from files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Words {
    /// The command that played it, such as `run`.
    pub command: &'static str,
    /// What was studied, as a title.
    pub title: String,
    /// The answer in one sentence; empty where the answer says it in its first lines.
    pub verdict: String,
    /// The answer, as a terminal shows it.
    pub answer: String,
    /// What had to be assumed.
    pub assumptions: Vec<String>,
    /// The values on which the rules are silent, each with its path.
    pub assumed: Vec<String>,
    /// What each measure counts.
    pub definitions: Vec<(String, String)>,
    /// How the numbers were worked out: methods and their sources.
    pub methods: Vec<String>,
    /// Where they come from: what is named, and what it is.
    pub origins: Vec<(&'static str, String)>,
    /// The command that makes them again.
    pub again: String,
}

impl Findings {
    /// Every file: the summary first, then the page.
    ///
    /// # Errors
    /// [`ReportError`] if a writer fails; they write to memory, so they do not.
    pub fn files(self, drawing: &Drawing) -> Result<Vec<OutputFile>, ReportError> {
        // Drawn from what the summary says, so that whoever draws it anew gets the same.
        let kept = self.summary.as_ref().and_then(|file| json::read(&file.bytes).ok());
        let drawn = kept.as_ref().unwrap_or(&self).drawn(drawing)?;
        let [page, charts @ ..] = &drawn[..] else { return Ok(Vec::new()) };
        let tables = self.tables.iter().map(Table::output).collect::<Result<Vec<_>, _>>()?;
        let first = self.summary.into_iter().chain([page.clone()]);
        Ok(first.chain(tables).chain(charts.iter().cloned()).chain(self.others).collect())
    }

    /// The page, and the charts after it. The page has both layouts and both themes, whatever is asked for.
    ///
    /// # Errors
    /// As for [`files`](Self::files).
    pub fn drawn(&self, drawing: &Drawing) -> Result<Vec<OutputFile>, ReportError> {
        let shown = &self.worded(drawing);
        // The page has each chart as it usually looks, and so has a file of its own, as a rule.
        let usual: Vec<String> = shown.charts.iter().map(|(_, chart)| chart.svg()).collect();
        let mut files = vec![OutputFile::new(PAGE, page::html(shown, &usual)?.into_bytes())];
        for ((name, chart), usual) in shown.charts.iter().zip(usual) {
            files.extend(drawing.files_of(name, chart, Some(usual))?);
        }
        Ok(files)
    }

    /// These findings under somebody's own words.
    fn worded(&self, drawing: &Drawing) -> Self {
        let mut worded = self.clone();
        worded.words.title = drawing.title.clone().unwrap_or(worded.words.title);
        let charts = worded.charts.into_iter().enumerate();
        let charts = charts.map(|(k, (name, chart))| (name, drawing.worded(chart, k == 0)));
        Self { charts: charts.collect(), ..worded }
    }
}
