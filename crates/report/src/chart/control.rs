//! `control.svg`: how much of their time units are out of control, and what the tests say by which they get there.

use super::FEWEST;
use super::bars::{BarSeries, BarValue, bars};
use super::grammar::{Axis, Chart};
use super::labels::{Labels, ValueFormat};
use crate::once::unique;
use crate::words;
use crate::{ControlRow, Report};

/// The measures, each with its words.
const MEASURES: [(&str, &str); 7] = [
    (ControlRow::MISSED, "turns missed"),
    (ControlRow::OUT_OF_CONTROL, "turns missed out of control"),
    (ControlRow::IN_ROUT, "turns missed in rout"),
    (ControlRow::GAMES_WITH_ROUT, "games with a rout"),
    ("activation test: in control", "tests: in control"),
    ("activation test: out of control", "tests: still out of control"),
    ("activation test: routed", "tests: routed"),
];

/// Draws the turns that units missed, and how their tests fell out beside the exact chances. What never happened has no row.
pub fn control(report: &Report) -> Chart {
    let missed: Vec<&ControlRow> = words::turns_missed(report).collect();
    let labels = Labels::of_run(
        report,
        words::control_title(report),
        "Share of turns that units miss, of games in which one routs, and of tests at the start of a turn, by what comes of them.",
    );
    let sides = unique(missed.iter().map(|row| row.side.as_str()));
    let of = |side: &str, measure: &str| {
        let is_it = |row: &&ControlRow| row.side == side && row.measure == measure;
        let rows = || report.control.iter().filter(is_it);
        // All dice together, where there are several.
        let row = rows().find(|row| row.die.is_none()).or_else(|| rows().next());
        row.filter(|row| row.cases >= FEWEST)
    };
    let happened = |(measure, _): &&(&str, &str)| {
        sides.iter().filter_map(|side| of(side, measure)).any(|row| row.count > 0)
    };
    let shown: Vec<_> = MEASURES.iter().filter(happened).collect();
    let series = sides.iter().map(|side| {
        let bar = |(measure, _): &&(&str, &str)| {
            let row = of(side, measure)?;
            BarValue::of(row.rate, row.interval, row.exact)
        };
        let values = shown.iter().map(bar);
        BarSeries { hue: report.side_index(side), ..BarSeries::new(*side, values) }
    });
    let groups: Vec<String> = shown.iter().map(|(_, words)| (*words).to_owned()).collect();
    let y = Axis::of("", ValueFormat::Percent, None);
    let chart = Chart { labels, y, is_lying: true, ..Chart::default() };
    bars(chart, &groups, &series.collect::<Vec<_>>())
}
