//! `outcomes.svg`: how the games ended, a bar for each outcome and a thinner one for each reason.

use super::grammar::{Chart, Mark};
use super::labels::Labels;
use super::shares::{ShareRow, shares};
use super::style::Look;
use crate::number::counted;
use crate::words;
use crate::{OutcomeRow, Report};

/// More rows than this are left to the table.
const MOST_ROWS: usize = 24;
/// Draws how the games ended: the share of each outcome with its interval. What never came up is only named.
pub fn outcomes(report: &Report) -> Chart {
    let (came_up, never): (Vec<&OutcomeRow>, Vec<&OutcomeRow>) =
        report.outcomes.iter().partition(|row| row.games > 0 || row.share > 0.0);
    let row = |row: &&OutcomeRow| ShareRow {
        name: words::outcome(report, row),
        is_part: words::is_part(report, row),
        share: words::estimate(row).0,
        alone: None,
        interval: words::estimate(row).1,
        look: Look::side(report.side_index(&row.side)),
    };
    let shown = came_up.iter().take(MOST_ROWS);
    let rows: Vec<ShareRow> = shown.clone().map(row).collect();
    let never = never.iter().filter(|row| !words::is_part(report, row));
    let never: Vec<String> = never.map(|row| words::outcome(report, row)).collect();
    let labels = Labels::of_run(
        report,
        words::outcomes_title(report),
        &format!("How {} ended.", counted(report.provenance.games, "game")),
        describe(report),
    );
    let mut chart = shares(labels, &rows, usize::MAX);
    let phone = chart.phone.iter_mut().flat_map(|phone| &mut phone.panels);
    for panel in chart.panels.iter_mut().chain(phone) {
        panel.marks.push(Mark::Level { y: 0.5, is_dashed: true });
    }
    Chart {
        note: match came_up.len() - shown.len() {
            0 if never.is_empty() || rows.is_empty() => String::new(),
            0 => format!("Never: {}", never.join(", ")),
            more => format!("and {more} more in outcomes.csv"),
        },
        nothing: String::from("No game was played."),
        ..chart
    }
}

fn describe(report: &Report) -> String {
    let parts: Vec<String> = words::wholes(report)
        .map(|row| {
            let (share, interval) = words::estimate(row);
            format!("{} {}", row.outcome, words::percent_with_range(share, interval))
        })
        .collect();
    format!(
        "Bar chart of how {} ended: {}.",
        counted(report.provenance.games, "game"),
        parts.join("; ")
    )
}
