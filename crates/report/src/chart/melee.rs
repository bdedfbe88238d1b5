//! `melee.svg`: what comes of bouts of melee, for each pair of dice that met, beside the exact chances.

use super::bars::{BarChart, BarSeries, BarValue, bars};
use super::grammar::{Axis, Chart};
use super::labels::{Labels, ValueFormat};
use crate::number::counted;
use crate::words;
use crate::{MeleeRow, Report};

/// More pairs of dice than this would make bars too thin.
const MOST_KINDS: usize = 5;
/// Bars of fewer bouts than this say nothing.
const FEWEST: u64 = 30;

/// Draws how bouts fell out, the kinds that were fought most first.
#[must_use]
pub fn melee(report: &Report) -> Chart {
    // Every kind of bout has one row of each result.
    let mut all: Vec<&MeleeRow> =
        report.melee.iter().filter(|row| row.result == "nothing" && row.bouts >= FEWEST).collect();
    all.sort_by_key(|row| std::cmp::Reverse(row.bouts));
    let shown = &all[..all.len().min(MOST_KINDS)];
    let hidden = match all.len() - shown.len() {
        0 => String::new(),
        more => format!(" {} more in melee.csv.", counted(more as u64, "kind")),
    };
    let results = [
        ("first hits", format!("{} hit", report.sides[0])),
        ("second hits", format!("{} hit", report.sides[1])),
        ("both hit", String::from("both hit")),
        ("parry", String::from("parry")),
    ];
    let title = words::melee_title(report);
    let description = format!("Bar chart of bouts of melee: {title}.");
    let subtitle = format!(
        "Results of bouts by the dice of {} and {}; in all others nobody hits. Second: nobody rolls against him.",
        report.sides[0], report.sides[1]
    );
    let series = |label, result| BarSeries {
        label,
        values: shown.iter().map(|of| value(report, of, result)).collect(),
    };
    let labels = Labels::of_run(report, title, &subtitle, description);
    bars(&BarChart {
        labels: labels.and(&hidden),
        y: Axis::of("Share of bouts", ValueFormat::Percent, None),
        groups: shown.iter().map(|row| name(row)).collect(),
        series: results.map(|(result, label)| series(label, result)).into(),
        ..BarChart::default()
    })
}

/// `d8 against d10, 1,204 bouts`.
fn name(row: &MeleeRow) -> String {
    let die = |die: u8, advantage: bool| {
        let helped = if advantage { " (advantage)" } else { "" };
        format!("d{die}{helped}")
    };
    let one = row.first_die.map(|faces| die(faces, row.first_advantage));
    let other = row.second_die.map(|faces| die(faces, row.second_advantage));
    let dice = match (one, other) {
        (Some(one), Some(other)) => format!("{one} against {other}"),
        (Some(one), None) => format!("second of {} on {one}", row.first),
        (None, Some(other)) => format!("second of {} on {other}", row.second),
        (None, None) => String::from("nobody rolls"),
    };
    format!("{dice}, {}", counted(row.bouts, "bout"))
}

fn value(report: &Report, of: &MeleeRow, result: &str) -> Option<BarValue> {
    let dice =
        |row: &MeleeRow| (row.first_die, row.first_advantage, row.second_die, row.second_advantage);
    let is_it = |row: &&MeleeRow| row.system == of.system && dice(row) == dice(of);
    let row = report.melee.iter().filter(is_it).find(|row| row.result == result)?;
    // What cannot come of a bout needs no bar.
    let is_possible = row.exact.is_none_or(|exact| exact > 0.0) || row.count > 0;
    is_possible.then_some(())?;
    BarValue::of(row.rate, row.interval, row.exact)
}
