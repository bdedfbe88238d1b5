//! `reloads.svg`: how often a roll loads, for each kind of who rolls, beside the exact chance.

use super::bars::{BarSeries, BarValue, bars};
use super::grammar::{Axis, Chart};
use super::labels::{Labels, ValueFormat};
use crate::number::percent;
use crate::words;
use crate::{ReloadRow, Report};

/// More kinds of rolls than this are left to the table.
const MOST_KINDS: usize = 8;
/// Bars of fewer rolls than this say nothing, unless there are no others.
const FEWEST: u64 = 100;

/// The kinds that are drawn.
fn shown(report: &Report) -> Vec<&ReloadRow> {
    let mut all = words::reloads(report);
    let usual = all.iter().take_while(|row| row.rolls >= FEWEST).count().max(1);
    all.truncate(MOST_KINDS.min(usual));
    all
}

/// Whether there is anything to compare: a single bar is said better in a sentence.
pub(crate) fn are_several(report: &Report) -> bool {
    shown(report).len() > 1
}

/// Draws how often rolls load a weapon. That the chance of the first, the second, … roll since it was fired is the same is the
/// rule; reloads.csv has them one by one.
pub fn reloads(report: &Report) -> Chart {
    let all = words::reloads(report).len();
    let mut shown = shown(report);
    let title = words::reloads_title(&shown);
    let side = |row: &&ReloadRow| report.side_index(&row.side).unwrap_or(report.sides.len());
    shown.sort_by_key(side);
    let name = |row: &ReloadRow| format!("{}, {} on d{}", row.side, words::loader(row), row.die);
    let parts = shown.iter().map(|row| {
        let rate = row.rate.map_or_else(String::new, |rate| percent(rate, row.interval));
        format!("{} at {rate}", name(row))
    });
    let parts: Vec<String> = parts.collect();
    let hidden = match all - shown.len() {
        0 => String::new(),
        1 => String::from(" 1 rarer kind of roll is in reloads.csv."),
        more => format!(" {more} rarer kinds of rolls are in reloads.csv."),
    };
    // Each bar has the colour of its side.
    let sides = report.sides.iter().enumerate();
    let sides = sides.filter(|(k, _)| shown.iter().any(|row| side(row) == *k));
    let series = sides.map(|(k, label)| {
        let bar = |row: &&ReloadRow| {
            BarValue::of(row.rate, row.interval, row.exact).filter(|_| side(row) == k)
        };
        BarSeries { hue: Some(k), ..BarSeries::new(label, shown.iter().map(bar)) }
    });
    let labels = Labels::of_run(
        report,
        title,
        "Share of rolls that load the weapon, one roll a turn. Dots: the exact chance, the same for every roll.",
        format!("Bar chart of rolls that load a weapon: {}.", parts.join("; ")),
    );
    let groups: Vec<String> = shown.iter().map(|row| name(row)).collect();
    let y = Axis::of("Rolls that load", ValueFormat::Percent, None);
    let chart = Chart { labels: labels.and(&hidden), y, is_lying: true, ..Chart::default() };
    bars(chart, &groups, &series.collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_headline_is_the_exact_chance_and_colours_are_those_of_sides() {
        let row = |(side, die, rate, exact): (&str, u8, f64, f64)| ReloadRow {
            side: side.to_owned(),
            who: "figure".to_owned(),
            die,
            rolls: 400,
            rate: Some(rate),
            interval: Some((rate - 0.02, rate + 0.02)),
            exact: Some(exact),
            ..ReloadRow::default()
        };
        let rows = [("A", 12, 0.76, 0.75), ("A", 10, 0.69, 0.7), ("B", 20, 0.24, 0.25)];
        let report = |rows: &[(&str, u8, f64, f64)]| Report {
            sides: ["A", "B"].map(str::to_owned),
            reloads: rows.iter().copied().map(row).collect(),
            ..Report::default()
        };
        let chart = reloads(&report(&rows));
        let title = |chart: &Chart| chart.labels.title.replace('\u{a0}', " ");
        assert_eq!(
            title(&chart),
            "A figure of A reloads on 75 % of its d12 rolls, on 70 % of its d10 rolls"
        );
        let keys: Vec<&str> = chart.keys.iter().map(|key| key.name.as_str()).collect();
        assert_eq!(keys, ["A", "B", "exact"]);
        // A single bar is said in the text.
        assert!(are_several(&report(&rows)) && !are_several(&report(&rows[..1])));
    }
}
