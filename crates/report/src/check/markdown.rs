//! A page in Markdown, such as the summary of a workflow.

use std::fmt::Write as _;

use super::{Check, UNASKED};
use crate::safe_text;

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

/// Text that stays text within a cell: no column of its own, no tag, no code, link or emphasis.
fn cell(text: &str) -> String {
    let mut cell = String::new();
    for c in safe_text(text).chars() {
        match c {
            '<' => cell.push_str("&lt;"),
            '&' => cell.push_str("&amp;"),
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '!' | '~' | '@' => {
                cell.push('\\');
                cell.push(c);
            }
            c => cell.push(c),
        }
    }
    cell
}
