//! `steps.svg`: what each step of fighting came to, beside what the exact chances of its rolls predict.

use super::bars::{BarChart, BarSeries, BarValue, bars};
use super::grammar::{Axis, Chart};
use super::labels::{Labels, ValueFormat};
use crate::words;
use crate::{Report, StepTotal};

/// More steps than this are left to the table.
const MOST_ROWS: usize = 24;

/// Draws the steps, those of a chain under one another, a bar for each side.
#[must_use]
pub fn steps(report: &Report) -> Chart {
    let told = words::steps(report);
    let several = words::several_systems(told.iter().map(|row| row.system.as_str()));
    let is_same = |one: &StepTotal, row: &StepTotal| {
        (&one.system, &one.chain, &one.step, &one.result)
            == (&row.system, &row.chain, &row.step, &row.result)
    };
    let mut groups: Vec<&StepTotal> = Vec::new();
    for row in &told {
        if groups.iter().all(|group| !is_same(group, row)) {
            groups.push(row);
        }
    }
    let left_out = match groups.len().saturating_sub(MOST_ROWS) {
        0 => String::new(),
        more => format!(" {more} more are in steps.csv."),
    };
    groups.truncate(MOST_ROWS);
    let name = |row: &&StepTotal| {
        let system = if several { format!("{}: ", row.system) } else { String::new() };
        format!("{system}{}", words::step(row))
    };
    let value = |side: &String, group: &StepTotal| {
        let row = told.iter().find(|row| row.side == *side && is_same(group, row))?;
        BarValue::of(row.rate, row.interval, row.expected)
    };
    let of_side = |side: &&String| told.iter().any(|row| row.side == **side);
    let series = report.sides.iter().filter(of_side).map(|side| BarSeries {
        label: side.clone(),
        values: groups.iter().map(|group| value(side, group)).collect(),
    });
    let title = words::steps_title(report);
    let description = format!("Bar chart of steps of fighting: {title}.");
    let labels = Labels::of_run(
        report,
        title,
        "Share of the rolls of each step that come to this; the mark is what the exact chances of these rolls predict.",
        description,
    );
    bars(&BarChart {
        labels: labels.and(&left_out),
        y: Axis::of("Share of rolls", ValueFormat::Percent, None),
        series: series.collect(),
        groups: groups.iter().map(name).collect(),
        is_lying: true,
        ..BarChart::default()
    })
}
