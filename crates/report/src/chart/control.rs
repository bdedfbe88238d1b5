//! `control.svg`: how much of their time units are out of control, and what the tests say by which they get there.

use super::bars::{BarChart, BarSeries, BarValue, bars};
use super::grammar::{Axis, Chart};
use super::labels::{Labels, ValueFormat};
use crate::words::{self, group_name, percent_with_range};
use crate::{ControlRow, Report};

/// What the bars show, by the measure in the table.
const GROUPS: [(&str, &str); 6] = [
    (ControlRow::OUT_OF_CONTROL, "turns missed out of control"),
    (ControlRow::IN_ROUT, "turns missed in rout"),
    (ControlRow::GAMES_WITH_ROUT, "games with a rout"),
    ("activation test: in control", "test: in control"),
    ("activation test: out of control", "test: still out of control"),
    ("activation test: routed", "test: routed"),
];

/// Draws the turns that units missed, and how their tests fell out beside the exact chances.
#[must_use]
pub fn control(report: &Report) -> Chart {
    let missed: Vec<&ControlRow> = words::turns_missed(report).collect();
    let several = words::several_systems(missed.iter().map(|row| row.system.as_str()));
    let name = |row: &ControlRow| group_name(&row.system, &row.side, several);
    let parts: Vec<String> = missed
        .iter()
        .filter_map(|row| {
            let share = percent_with_range(row.rate?, row.interval);
            Some(format!("units of {} miss {share} of their turns", name(row)))
        })
        .collect();
    let series = missed.iter().map(|of| BarSeries {
        label: name(of),
        values: GROUPS.map(|(measure, _)| value(report, of, measure)).to_vec(),
    });
    bars(&BarChart {
        labels: Labels::of_run(
            report,
            words::control_title(report),
            "Missed turns as a share of all turns of a side's units, games with a rout as a share of all games, results of \
             tests as a share of the tests made at the start of a turn.",
            format!("Bar chart of control over units: {}.", parts.join("; ")),
        ),
        y: Axis::of("Share", ValueFormat::Percent, None),
        groups: GROUPS.map(|(_, words)| words.to_owned()).to_vec(),
        series: series.collect(),
        ..BarChart::default()
    })
}

/// The bar of a measure: that of all dice together, where there are several.
fn value(report: &Report, of: &ControlRow, measure: &str) -> Option<BarValue> {
    let same = |row: &&ControlRow| {
        (&row.system, &row.side, row.measure.as_str()) == (&of.system, &of.side, measure)
    };
    let rows = || report.control.iter().filter(same);
    let row = rows().find(|row| row.die.is_none()).or_else(|| rows().next())?;
    BarValue::of(row.rate, row.interval, row.exact)
}
