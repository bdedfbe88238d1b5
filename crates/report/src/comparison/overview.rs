//! The overview of a comparison: the most important measures under all variants.

use minijinja::context;
use skirmish_scenario::measure_head;

use super::charts::{groups, warning};
use super::{Comparison, FEW_DRAWS, MeasureRow, answer};
use crate::answer::chart_words;
use crate::chart::{Axis, BarSeries, BarValue, Chart, Labels, Panel, ValueFormat, bars};
use crate::number::HARDLY_EVER;
use crate::once::unique;

/// The measures, each with the title of its panel.
const PANELS: [(&str, &str); 7] = [
    ("win-rate", "Games won"),
    ("through", "Get through"),
    ("run-through", "… before the enemy acts"),
    ("streak-without-reactions", "Chances in a row"),
    ("losses", "Figures lost"),
    ("dice", "Dice a game"),
    ("decisions", "Decisions a game"),
];

/// Most panels side by side.
const ACROSS: usize = 4;
/// Height of rows without room for numbers, used for more than this many.
const ROW: f64 = 32.0;
const FEW_ROWS: usize = 12;

/// Draws the most important measures and those asked for, by variant, the first side's highest win rate first.
pub(super) fn overview(comparison: &Comparison) -> Chart {
    let first = &comparison.sides[0];
    let win_rate = comparison.measured("win-rate").find(|row| row.side == *first);
    let value = |k: &usize| win_rate.and_then(|row| row.values[*k]).map_or(0.0, |it| it.value);
    let mut order: Vec<usize> = (0..comparison.variants.len()).collect();
    order.sort_by(|one, other| value(other).total_cmp(&value(one)));
    let names: Vec<String> = order.iter().map(|k| groups(comparison)[*k].clone()).collect();
    let asked = comparison.asked.iter().filter(|asked| PANELS.iter().all(|(it, _)| it != asked));
    let asked = asked.map(|measure| (measure.as_str(), measure_head(measure)));
    let all = PANELS.into_iter().map(|(measure, title)| (measure, title.into())).chain(asked);
    let drawn = all.map(|(measure, title)| {
        let is_of_first = measure == "win-rate";
        let rows = comparison.measured(measure).filter(|row| !is_of_first || row.side == *first);
        (measure, title, rows.collect::<Vec<_>>())
    });
    let (told, never): (Vec<_>, Vec<_>) =
        drawn.filter(|(.., rows)| !rows.is_empty()).partition(|(.., rows)| is_seen(rows));
    // Half of all games is even only if hardly any is drawn.
    let drawn = comparison.measured("draw-rate").flat_map(|row| &row.values);
    let is_decided = drawn.flatten().all(|drawn| drawn.value < FEW_DRAWS);
    let (mut panels, mut keys, mut pitch) = (Vec::new(), Vec::new(), ROW);
    for (measure, title, rows) in &told {
        let chart = bars_of(comparison, rows, &order, &names);
        pitch = pitch.max(chart.x.pitch);
        keys.extend(chart.keys);
        let level = (*measure == "win-rate" && is_decided).then_some(0.5);
        panels.extend(chart.panels.into_iter().map(|panel| Panel {
            title: title.to_string(),
            y: Some(Axis::of("", chart.y.format, None)),
            ..panel.level(level)
        }));
    }
    let facts = context! {
        players => !comparison.players.is_empty(),
        bots => !comparison.bots.is_empty(),
        searched => comparison.ranges.iter().any(Option::is_some),
        even => is_decided && win_rate.is_some(),
        told => told.iter().map(|of| of.0.to_owned()).collect::<Vec<_>>(),
        never => never.iter().map(|(_, title, _)| title.to_string()).collect::<Vec<_>>(),
        ..answer::facts(comparison)
    };
    let [title, subtitle, note] = chart_words("overview", facts);
    Chart {
        labels: Labels {
            title,
            subtitle,
            caption: comparison.played.caption("under each variant"),
            // About the side whose win rate is drawn.
            warning: warning(win_rate),
        },
        x: Axis { pitch: if names.len() > FEW_ROWS { ROW } else { pitch }, ..Axis::names(&names) },
        is_lying: true,
        keys: unique(keys),
        // Rows with similar numbers of panels, so that none is left over.
        columns: panels.len().div_ceil(panels.len().div_ceil(ACROSS).max(1)),
        panels,
        note,
        ..Chart::default()
    }
}

fn is_seen(rows: &[&MeasureRow]) -> bool {
    rows.iter().any(|row| {
        let least = if row.is_share { HARDLY_EVER } else { 0.0 };
        row.values.iter().flatten().any(|it| it.value > least)
    })
}

fn bars_of(
    comparison: &Comparison,
    rows: &[&MeasureRow],
    order: &[usize],
    names: &[String],
) -> Chart {
    let bar = |row: &MeasureRow, k: usize| {
        let value = row.values[k]?;
        // A longer search may still move the value by more than chance.
        let range = comparison.ranges.get(k).copied().flatten();
        let range = range.filter(|_| row.measure == "win-rate");
        let interval = match (range, value.interval) {
            (Some((low, high)), Some((from, to))) => Some((low.min(from), high.max(to))),
            (range, interval) => range.or(interval),
        };
        Some(BarValue { interval, ..BarValue::from(value) })
    };
    let series = |row: &&MeasureRow| BarSeries {
        hue: comparison.sides.iter().position(|side| *side == row.side),
        ..BarSeries::new(&row.side, order.iter().map(|k| bar(row, *k)))
    };
    let is_share = rows.iter().any(|row| row.is_share);
    let format = if is_share { ValueFormat::Percent } else { ValueFormat::Plain };
    let chart = Chart { y: Axis::of("", format, None), is_lying: true, ..Chart::default() };
    bars(chart, names, &rows.iter().map(series).collect::<Vec<_>>())
}
