//! A page in Markdown, such as the summary of a workflow.

use std::fmt::Write as _;

use super::{Check, UNASKED};
use crate::table::markdown_cell as cell;

/// A table with a row for each finding, and for each scenario of which nothing was asked.
#[must_use]
pub fn markdown(check: &Check) -> String {
    let mut text = format!(
        "### skirmish check: {}\n\n| verdict | where | measure | what was found |\n| --- | --- | --- | --- |\n",
        check.totals()
    );
    for finding in &check.findings {
        let _ = writeln!(
            text,
            "| {} | {}:{} | {} | {} |",
            finding.verdict.word(),
            cell(&finding.file),
            finding.line,
            cell(&finding.subject()),
            cell(&finding.message()),
        );
    }
    for file in &check.unasked {
        let _ = writeln!(text, "| not checked | {} | | {UNASKED} |", cell(file));
    }
    let _ = writeln!(
        text,
        "\nAny of these verdicts is wrong in at most {} % of such checks. Seed {}.",
        check.error_percent(),
        check.seed
    );
    text
}
