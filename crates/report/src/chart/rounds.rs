//! `rounds.svg`: each side's chances to act, round by round.

use super::grammar::{Axis, Chart};
use super::labels::{Labels, ValueFormat};
use super::lines::{LineSeries, lines};
use crate::comparison::Value;
use crate::number::defined;
use crate::words::{self, CONFIDENCE};
use crate::{Report, RoundRow};

const EVEN: f64 = 0.5;

/// Draws the first side's share of the chances; the rest is the other's.
pub fn rounds(report: &Report) -> Chart {
    let rows = words::rounds(report);
    let point = |row: &&RoundRow| {
        (f64::from(row.round), Value { value: row.share, interval: row.interval })
    };
    let side = rows.first().map_or("", |row| row.side.as_str());
    let other = report.sides.iter().find(|other| other.as_str() != side);
    let other = other.map_or_else(String::new, |other| format!("; the rest is that of {other}"));
    let ends = rows.iter().map(|row| defined(row.interval).unwrap_or((row.share, row.share)));
    // An even share is what the others compare with.
    let (low, high) = ends.fold((EVEN, EVEN), |(low, high), it| (low.min(it.0), high.max(it.1)));
    let tenth = |share: f64, end: fn(f64) -> f64| end(share * 10.0) / 10.0;
    let range = (tenth(low, f64::floor), tenth(high, f64::ceil));
    let all = report.rounds.iter().filter(|row| row.side == side).count();
    let late = match all > rows.len() {
        true => "Late rounds, which few games reach, are left out. ",
        false => "",
    };
    let last = rows.iter().map(|row| row.round).max().unwrap_or(1).max(2);
    let labels = Labels {
        title: words::rounds_title(report),
        subtitle: format!(
            "Of all chances to act or react, used or passed, the share of {side}{other}. {late}Band: {CONFIDENCE} intervals."
        ),
        caption: words::provenance(report),
        ..Labels::default()
    };
    let x = Axis::of("Round", ValueFormat::Count, Some((1.0, last.into())));
    let y = Axis::of("Share of the chances to act", ValueFormat::Percent, Some(range));
    let series = LineSeries { label: side.to_owned(), points: rows.iter().map(point).collect() };
    lines(Chart { labels, x, y, ..Chart::default() }, &[series], 0, Some(EVEN))
}
