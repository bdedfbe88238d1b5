//! A page in Markdown, such as the summary of a workflow.

use std::fmt::Write as _;

use super::{Check, UNASKED};
use crate::cells;
use crate::table::Table;

/// A table with a row for each finding, and for each scenario of which nothing was asked.
#[must_use]
pub fn markdown(check: &Check) -> String {
    let mut table = Table::of_words(["verdict", "where", "measure", "what was found"]);
    for finding in &check.findings {
        table.push(cells![
            finding.verdict.word(),
            format!("{}:{}", finding.file, finding.line),
            finding.subject(),
            finding.message(),
        ]);
    }
    for file in &check.unasked {
        table.push(cells!["not checked", file, "", UNASKED]);
    }
    let mut text = format!("### skirmish check: {}\n\n{}", check.totals(), table.markdown());
    let _ = writeln!(text, "\n{} Seed {}.", check.trust(), check.seed);
    text
}
