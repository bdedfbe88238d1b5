//! `control.svg`: how much of their time units are out of control, and what the tests say by which they get there.
//!
//! A panel for each kind of share: turns, games and tests must not be held against one another.

use super::FEWEST;
use super::bars::{BarSeries, BarValue, bars};
use super::grammar::{Axis, Chart, Panel};
use super::labels::{Labels, ValueFormat};
use crate::number::with_commas;
use crate::once::unique;
use crate::words::{self, percent_with_range};
use crate::{ControlRow, Report};

/// The name of a panel, of whose cases it shows shares, with the words for each measure in the table.
const PARTS: [(&str, &[(&str, &str)]); 3] = [
    (
        "Turns missed",
        &[
            (ControlRow::MISSED, "in all"),
            (ControlRow::OUT_OF_CONTROL, "out of control"),
            (ControlRow::IN_ROUT, "in rout"),
        ],
    ),
    ("Games", &[(ControlRow::GAMES_WITH_ROUT, "with a rout")]),
    (
        "Tests for control",
        &[
            ("activation test: in control", "in control"),
            ("activation test: out of control", "still out of control"),
            ("activation test: routed", "routed"),
        ],
    ),
];

/// Draws the turns that units missed, and how their tests fell out beside the exact chances.
pub fn control(report: &Report) -> Chart {
    let missed: Vec<&ControlRow> = words::turns_missed(report).collect();
    let parts: Vec<String> = missed
        .iter()
        .filter_map(|row| {
            let share = percent_with_range(row.rate?, row.interval);
            Some(format!("units of {} miss {share} of their turns", row.side))
        })
        .collect();
    let labels = Labels::of_run(
        report,
        words::control_title(report),
        "Share of turns that units miss, of games in which one routs, and of tests at the start of a turn, by what comes of them.",
        format!("Bar chart of control over units: {}.", parts.join("; ")),
    );
    let parts = PARTS.iter().filter_map(|(of, measures)| part(report, &missed, of, measures));
    let parts: Vec<Chart> = parts.collect();
    // Exact chances are known of tests only.
    let keys = parts.iter().map(|part| &part.keys).max_by_key(|keys| keys.len());
    Chart {
        labels,
        y: Axis::of("", ValueFormat::Percent, None),
        is_lying: true,
        keys: keys.cloned().unwrap_or_default(),
        panels: parts.into_iter().flat_map(|part| part.panels).collect(),
        ..Chart::default()
    }
}

/// The panel of some measures, a row for each, a bar for each side. None if nothing of it ever happened.
fn part(
    report: &Report,
    missed: &[&ControlRow],
    of: &str,
    measures: &[(&str, &str)],
) -> Option<Chart> {
    let sides = unique(missed.iter().map(|row| row.side.as_str()));
    let found =
        |side: &str, measure: &str| find(report, side, measure).filter(|row| row.cases >= FEWEST);
    let happened = |(measure, _): &&(&str, &str)| {
        sides.iter().filter_map(|side| found(side, measure)).any(|row| row.count > 0)
    };
    let rows: Vec<&(&str, &str)> = measures.iter().filter(happened).collect();
    let (first, _) = rows.first()?;
    let value = |side: &str, measure: &str| {
        let row = found(side, measure)?;
        BarValue::of(row.rate, row.interval, row.exact)
    };
    let series = sides.iter().map(|side| BarSeries {
        hue: report.side_index(side),
        ..BarSeries::new(*side, rows.iter().map(|(measure, _)| value(side, measure)))
    });
    let groups: Vec<String> = rows.iter().map(|(_, words)| (*words).to_owned()).collect();
    let y = Axis::of("", ValueFormat::Percent, None);
    let chart = Chart { y, is_lying: true, ..Chart::default() };
    let chart = bars(chart, &groups, &series.collect::<Vec<_>>());
    let notes = cases(sides.iter().filter_map(|side| find(report, side, first)));
    let panel = |panel| Panel {
        title: of.to_owned(),
        notes: notes.clone(),
        x: Some(chart.x.clone()),
        ..panel
    };
    Some(Chart { panels: chart.panels.into_iter().map(panel).collect(), ..chart })
}

/// What shares are of, in fewer and fewer words: once, where it is the same for all.
fn cases<'a>(rows: impl Iterator<Item = &'a ControlRow>) -> Vec<String> {
    let rows: Vec<&ControlRow> = rows.collect();
    let numbers: Vec<String> = rows.iter().map(|row| with_commas(row.cases)).collect();
    if numbers.windows(2).all(|two| two[0] == two[1]) && rows.len() > 1 {
        return vec![format!("of {}", numbers[0])];
    }
    let named = rows.iter().zip(&numbers).map(|(row, number)| format!("{number} ({})", row.side));
    vec![
        format!("of {}", named.collect::<Vec<_>>().join(", ")),
        format!("of {}", numbers.join(" and ")),
    ]
}

/// The row of a measure: that of all dice together, where there are several.
fn find<'a>(report: &'a Report, side: &str, measure: &str) -> Option<&'a ControlRow> {
    let is_it = |row: &&ControlRow| row.side == side && row.measure == measure;
    let rows = || report.control.iter().filter(is_it);
    rows().find(|row| row.die.is_none()).or_else(|| rows().next())
}
