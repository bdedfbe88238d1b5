//! `outcomes.svg`: how the games ended, a bar for each outcome and a thinner one for each reason.

use super::grammar::{At, Axis, Band, Chart, Mark, Panel};
use super::labels::{Labels, ValueFormat};
use super::style::Look;
use crate::number::{counted, defined, percent, percent_range};
use crate::words;
use crate::{OutcomeRow, Report};

/// More rows than this are left to the table.
const MOST_ROWS: usize = 24;
/// Height of a row; those of parts are closer.
const ROW: f64 = 34.0;
const PART: f64 = 0.78;

/// Draws how the games ended: the share of each outcome with its interval.
#[must_use]
pub fn outcomes(report: &Report) -> Chart {
    let shown = &report.outcomes[..report.outcomes.len().min(MOST_ROWS)];
    let (mut bands, mut marks) = (Vec::new(), Vec::new());
    let mut top = -0.5;
    for row in shown {
        let is_part = words::is_part(report, row);
        let high = if is_part { PART } else { 1.0 };
        let at = top + high / 2.0;
        top += high;
        bands.push(Band { at, name: name(row, is_part), is_part });
        // A part is half as thick as a whole.
        let at = At { x: at, of: if is_part { 2 } else { 1 }, shift: 0.0 };
        let look = Look::side(report.side_index(&row.side));
        let look = if is_part { look.pale() } else { look };
        let share = if row.share.is_finite() { row.share } else { 0.0 };
        marks.push(Mark::Bar { at, from: 0.0, to: share, look });
        marks.extend(Mark::whisker(at, row.interval, Look::LAW));
        marks.push(Mark::Behind {
            at,
            y: defined(row.interval).map_or(share, |(_, high)| share.max(high)),
            text: percent(row.share, row.interval),
            more: defined(row.interval).map(percent_range).unwrap_or_default(),
            look,
            is_part,
        });
    }
    let left_out = report.outcomes.len() - shown.len();
    Chart {
        labels: Labels::of_run(
            report,
            words::outcomes_title(report),
            &format!("How {} ended.", counted(report.provenance.games, "game")),
            describe(report),
        ),
        x: Axis { pitch: ROW, range: Some((-0.5, top)), ..Axis::bands(bands) },
        y: Axis::of("", ValueFormat::Percent, None),
        is_lying: true,
        panels: vec![Panel { marks, ..Panel::default() }],
        note: match left_out {
            0 => String::new(),
            more => format!("and {more} more in outcomes.csv"),
        },
        nothing: String::from("No game was played."),
        ..Chart::default()
    }
}

fn name(row: &OutcomeRow, is_part: bool) -> String {
    match (is_part, row.reason.is_empty()) {
        (true, _) => row.reason.clone(),
        (false, true) => row.outcome.clone(),
        (false, false) => format!("{} ({})", row.outcome, row.reason),
    }
}

fn describe(report: &Report) -> String {
    let parts: Vec<String> = words::wholes(report)
        .map(|row| {
            format!("{} {}", row.outcome, words::percent_with_range(row.share, row.interval))
        })
        .collect();
    format!(
        "Bar chart of how {} ended: {}.",
        counted(report.provenance.games, "game"),
        parts.join("; ")
    )
}
