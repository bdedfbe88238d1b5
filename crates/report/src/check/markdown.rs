//! A page in Markdown, such as the summary of a workflow.

use std::fmt::Write as _;

use super::{Changed, Check, UNASKED};
use crate::cells;
use crate::table::{Table, markdown_cell};

/// A table with a row for each finding, and for each scenario of which nothing was asked.
pub fn markdown(check: &Check) -> String {
    let mut table = Table::of_words(["verdict", "where", "measure", "what was found"]);
    for finding in check.worst_first() {
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
    for broken in &check.broken {
        let line = broken.line.map_or_else(String::new, |line| format!(":{line}"));
        let place = format!("{}{line}", broken.file);
        table.push(cells!["error", place, "", &broken.message]);
    }
    let mut text = format!("### skirmish check: {}\n\n{}", check.totals(), table.markdown());
    for Changed { file, parameters } in &check.changed {
        let told = markdown_cell(&format!("{file}: {}", parameters.join("; ")));
        let _ = writeln!(text, "\nChanged since the baseline: {told}.");
    }
    if let Some(trust) = check.trust() {
        let _ = writeln!(text, "\n{trust} Seed {}.", check.seed);
    }
    text
}
