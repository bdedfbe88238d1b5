//! Two variants in one chart: every important measure from its value under the first to that under the second.

use minijinja::context;

use super::charts::{groups, shown, warning};
use super::{Comparison, FEW_DRAWS, MeasureRow, Value, answer};
use crate::answer::chart_words;
use crate::chart::{Axis, Chart, Key, Labels, Look, Panel, Row, Shape, ValueFormat, rows};
use crate::once::unique;
use crate::words::{before_value, capital};

/// The measures that two variants are held against each other by.
const MAIN: [&str; 17] = [
    "win-rate",
    "through",
    "run-through",
    "stopped-alive",
    "destroyed",
    "streak",
    "unanswered",
    "drought",
    "share-of-chances",
    "seize-rate",
    "walkover",
    "first-mover-win-rate",
    "losses",
    "never-active",
    "actions",
    "dice",
    "decisions",
];

const MOST: usize = 10;
const ROW: f64 = 27.0;

/// A measure under both variants.
struct Dumbbell {
    row: Row,
    is_share: bool,
    /// Index of its side.
    side: Option<usize>,
    /// Whether the variants clearly differ, and the size of the effect.
    is_clear: bool,
    effect: f64,
}

/// Draws a dumbbell for each measure, the greatest effect first.
pub(super) fn dumbbell(comparison: &Comparison) -> Chart {
    let is_told = |row: &&MeasureRow| {
        let is_main = MAIN.contains(&row.measure.as_str());
        (is_main || comparison.asked.contains(&row.measure))
            && row.values.iter().flatten().any(|value| value.value != 0.0)
            && !is_rest(comparison, row)
            && !answer::is_again(comparison, row)
    };
    let told = comparison.rows.iter().filter(is_told);
    let mut told: Vec<Dumbbell> = told.filter_map(|row| of_row(comparison, row)).collect();
    told.sort_by(|one, other| other.effect.total_cmp(&one.effect));
    told.sort_by_key(|row| !row.is_clear);
    let of = |is_share: bool| told.iter().filter(move |row| row.is_share == is_share).take(MOST);
    let shown: Vec<&Dumbbell> = of(true).chain(of(false)).collect();
    let facts = context! {
        has_open => shown.iter().any(|row| !row.is_clear),
        searched => comparison.ranges.iter().any(Option::is_some),
        left_out => told.len() - shown.len(),
        ..answer::facts(comparison)
    };
    let [title, subtitle, note] = chart_words("dumbbell", facts);
    let labels = Labels {
        title,
        subtitle,
        caption: comparison.played.caption("under each variant"),
        warning: warning(comparison.measured("win-rate")),
    };
    let names = groups(comparison);
    let sides = unique(shown.iter().filter(|row| row.is_clear).map(|row| row.side));
    let key = |(k, name): (usize, &String)| Key {
        name: name.clone(),
        looks: sides.iter().map(|side| looks(*side, true)[k]).collect(),
        shape: Shape::Area,
    };
    let keys = names.iter().enumerate().filter(|_| !sides.is_empty()).map(key);
    let of_means = format!("Means, against {} as 100\u{a0}%", names[0]);
    let panel = |(title, is_share): (String, bool)| {
        let (x, panel) = rows(ROW, &of(is_share).map(|it| it.row.clone()).collect::<Vec<_>>());
        let y = Axis::of("", ValueFormat::Percent, None);
        (!x.bands.is_empty()).then_some(Panel { title, x: Some(x), y: Some(y), ..panel })
    };
    Chart {
        labels,
        keys: keys.collect(),
        panels: [("Shares".to_owned(), true), (of_means, false)]
            .into_iter()
            .filter_map(panel)
            .collect(),
        is_lying: true,
        note,
        ..Chart::default()
    }
}

/// Returns the looks of both ends: ink for measures of the whole game, grey for unclear differences.
fn looks(side: Option<usize>, is_clear: bool) -> [Look; 2] {
    let look = match (is_clear, side) {
        (false, _) => Look::side(None),
        (true, None) => Look { marker: 2, ..Look::INK },
        (true, Some(side)) => Look::hue(side),
    };
    [look.pale(), look]
}

/// Returns whether a row of the second side is only the complement of the first side's.
fn is_rest(comparison: &Comparison, row: &MeasureRow) -> bool {
    let both: Vec<&MeasureRow> = comparison.measured(&row.measure).collect();
    let [one, other] = both[..] else { return false };
    let mut values = one.values.iter().flatten().zip(other.values.iter().flatten());
    ["win-rate", "share-of-chances"].contains(&row.measure.as_str())
        && other.side == row.side
        && values.all(|(one, other)| one.value + other.value > 1.0 - FEW_DRAWS)
}

/// Returns a row; means are relative to the first. `None` if the measure is missing under one variant or the first mean is 0.
fn of_row(comparison: &Comparison, row: &MeasureRow) -> Option<Dumbbell> {
    let [one, other] = row.values[..] else { return None };
    let (one, other): (Value, Value) = (one?, other?);
    let change = row.changes.first().copied().flatten().unwrap_or_default();
    let unit = if row.is_share { 1.0 } else { 1.0 / one.value };
    unit.is_finite().then_some(())?;
    let (from, to) = shown(row.is_share, one, other);
    let side = comparison.sides.iter().position(|side| *side == row.side);
    let [first, second] = looks(side, change.is_real());
    // Shares stay between 0 and 1.
    let most = if row.is_share { 1.0 } else { f64::INFINITY };
    let end = |by: f64| (one.value + by).clamp(0.0, most) * unit;
    Some(Dumbbell {
        row: Row {
            name: capital(&before_value(&row.measure, &row.side)),
            dots: vec![(one.value * unit, first), (other.value * unit, second)],
            interval: change.interval.map(|(low, high)| (end(low), end(high))),
            text: format!("{from} → {to}"),
            look: second,
            ..Row::default()
        },
        is_share: row.is_share,
        side,
        is_clear: change.is_real(),
        effect: match row.is_share {
            true => (other.value - one.value).abs(),
            false => (other.value / one.value).ln().abs(),
        },
    })
}
