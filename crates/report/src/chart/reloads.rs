//! `reloads.svg`: how often a roll loads, by how many have been made since the weapon was fired, beside the exact chance.

use super::bars::{BarChart, BarSeries, BarValue, bars, hues};
use super::grammar::{Axis, Chart};
use super::labels::{Labels, ValueFormat};
use crate::number::percent;
use crate::words::{self, group_name};
use crate::{ReloadRow, Report};

/// Rolls since the weapon was fired that have a group of their own.
const ROLLS: u32 = 6;
/// More kinds of rolls than this would make bars too thin.
const MOST_SERIES: usize = 4;
/// Bars of fewer rolls than this say nothing.
const FEWEST: u64 = 100;

/// Draws how often a first, second, … roll since the weapon was fired loads it.
#[must_use]
pub fn reloads(report: &Report) -> Chart {
    let mut all: Vec<&ReloadRow> =
        report.reloads.iter().filter(|row| row.roll.is_none() && row.rolls > 0).collect();
    all.sort_by_key(|row| std::cmp::Reverse(row.rolls));
    let mut shown = all[..all.len().min(MOST_SERIES)].to_vec();
    let side = |row: &&ReloadRow| report.side_index(&row.side).unwrap_or(report.sides.len());
    shown.sort_by_key(side);
    let several = words::several_systems(shown.iter().map(|row| row.system.as_str()));
    let name = |row: &ReloadRow| {
        let who = group_name(&row.system, &row.side, several);
        format!("{who}, {} on d{}", words::loader(row), row.die)
    };
    let parts = shown.iter().map(|row| {
        let rate = row.rate.map_or_else(String::new, |rate| percent(rate, row.interval));
        format!("{} at {rate}", name(row))
    });
    let parts: Vec<String> = parts.collect();
    let hidden = match all.len() - shown.len() {
        0 => String::new(),
        1 => String::from(" 1 more kind of roll is in reloads.csv."),
        more => format!(" {more} more kinds of rolls are in reloads.csv."),
    };
    // No room is kept for rolls of which there are too few to say anything.
    let has_bar = |roll: &u32| shown.iter().any(|of| value(report, of, *roll).is_some());
    let last = (1..=ROLLS).rfind(has_bar).unwrap_or(1);
    let series = shown.iter().map(|of| BarSeries {
        label: name(of),
        values: (1..=last).map(|roll| value(report, of, roll)).collect(),
    });
    let labels = Labels::of_run(
        report,
        words::reloads_title(&shown),
        "Share of rolls that load the weapon: roll 1 is the first since it was fired. One roll a turn, each with the same chance.",
        format!("Bar chart of rolls that load a weapon, over all rolls: {}.", parts.join("; ")),
    );
    bars(&BarChart {
        labels: labels.and(&hidden),
        y: Axis::of("Rolls that load", ValueFormat::Percent, None),
        groups: (1..=last).map(|roll| format!("roll {roll}")).collect(),
        series: series.collect(),
        hues: hues(shown.iter().map(side), report.sides.len()),
        ..BarChart::default()
    })
}

fn value(report: &Report, of: &ReloadRow, roll: u32) -> Option<BarValue> {
    let row = report.reloads.iter().find(|row| {
        (&row.system, &row.side, &row.who, row.die) == (&of.system, &of.side, &of.who, of.die)
            && row.roll == Some(roll)
            && row.rolls >= FEWEST
    })?;
    BarValue::of(row.rate, row.interval, row.exact)
}
