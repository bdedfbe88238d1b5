//! `steps.svg`: what each step of fighting came to for either side, and whether the exact chances of its rolls predict that.

use super::bars::{BarChart, BarSeries, BarValue, bars};
use super::grammar::{Axis, Chart, Mark};
use super::labels::{Labels, ValueFormat};
use crate::number::{defined, percent};
use crate::safe::safe_text;
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
        // What lies where it should needs no mark of its own.
        let exact = row.expected.filter(|_| !is_as_exact(row));
        BarValue::of(row.rate, row.interval, exact)
    };
    let of_side = |side: &&String| told.iter().any(|row| row.side == **side);
    let series = report.sides.iter().filter(of_side).map(|side| BarSeries {
        label: side.clone(),
        values: groups.iter().map(|group| value(side, group)).collect(),
    });
    let drawn: Vec<String> = groups.iter().map(name).collect();
    let title =
        between_sides(report, &groups, &drawn, value).unwrap_or_else(|| words::steps_title(report));
    let known = told.iter().filter(|row| row.expected.is_some() && defined(row.interval).is_some());
    let agree = known.clone().filter(|row| is_as_exact(row)).count();
    let agree = match known.count() {
        0 => String::new(),
        all if all == agree => " All hold the exact chances of the same rolls.".to_owned(),
        all => format!(
            " {agree} of {all} hold the exact chances of the same rolls, as one in 20 need not; a dot shows those that do not."
        ),
    };
    let description = format!("Bar chart of steps of fighting: {title}.");
    let labels = Labels::of_run(
        report,
        title,
        "How often each step passes, or comes to what is named, by the side that attacks, whoever rolls, or whose nerve it is.",
        description,
    );
    let mut chart = bars(&BarChart {
        labels: labels.and(&agree).and(&left_out),
        y: Axis::of("Share of rolls", ValueFormat::Percent, None),
        series: series.collect(),
        groups: drawn,
        is_lying: true,
        ..BarChart::default()
    });
    // What only one side does stands where its name is.
    let sides_at = |at: f64| {
        groups
            .get(at as usize)
            .map(|group| report.sides.iter().filter(|side| value(side, group).is_some()).count())
    };
    for mark in chart.panels.iter_mut().flat_map(|panel| &mut panel.marks) {
        match mark {
            Mark::Bar { at, .. }
            | Mark::Whisker { at, .. }
            | Mark::Point { at, .. }
            | Mark::Value { at, .. }
                if sides_at(at.x) == Some(1) =>
            {
                at.shift = 0.0;
            }
            _ => {}
        }
    }
    chart
}

/// Whether the exact chances of the rolls lie in the interval of what they came to.
fn is_as_exact(row: &StepTotal) -> bool {
    let ends = row.expected.zip(defined(row.interval));
    ends.is_some_and(|(exact, (low, high))| low <= exact && exact <= high)
}

/// The step at which the sides are furthest apart, beyond their intervals, and what it comes to for each of them.
fn between_sides(
    report: &Report,
    groups: &[&StepTotal],
    names: &[String],
    value: impl Fn(&String, &StepTotal) -> Option<BarValue>,
) -> Option<String> {
    let [a, b] = &report.sides;
    let apart = |k: usize| {
        let (one, other) = (value(a, groups[k])?, value(b, groups[k])?);
        let ((low, high), (from, to)) = (defined(one.interval)?, defined(other.interval)?);
        let gap = (from - high).max(low - to);
        (gap > 0.0).then_some((gap, k, [one, other]))
    };
    let widest = (0..groups.len()).filter_map(apart).max_by(|one, two| one.0.total_cmp(&two.0));
    widest.map(|(_, k, values)| {
        let [one, other] = values.map(|bar| percent(bar.value, bar.interval));
        let [a, b] = [a, b].map(|side| words::clip(&safe_text(side), 30));
        let step = words::capital(&names[k].replace(": ", ", "));
        // A save is rolled by those who are attacked: whose it is must not be mistaken.
        match groups[k].chain.as_str() {
            "shoot" | "strike" => format!("{step}: {one} if {a} attack, {other} if {b} do"),
            _ => format!("{step}: {one} for {a}, {other} for {b}"),
        }
    })
}
