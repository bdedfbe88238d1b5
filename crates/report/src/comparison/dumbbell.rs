//! Two variants in one picture: every measure that matters, from what it is under the first to what it is under the second.

use super::charts::{MAIN, by_side, caption, ever, found, groups, is_shared_out, shown, warning};
use super::{Comparison, MeasureRow, Value, answer};
use crate::chart::{self, Chart, Dumbbell, Labels};
use crate::words::{CONFIDENCE, before_value, capital};
use skirmish_scenario::measure_head;

/// Rows of a panel; more are in the table.
const MOST: usize = 10;

/// Draws a dumbbell for each measure, the greatest effect first.
pub(super) fn dumbbell(comparison: &Comparison) -> Chart {
    let is_told = |row: &&MeasureRow| {
        let is_main = MAIN.contains(&row.measure.as_str());
        (is_main || comparison.asked.contains(&row.measure))
            && ever(row)
            && !is_rest(comparison, row)
            && !answer::is_again(comparison, row)
    };
    let rows = comparison.rows.iter().filter(is_told);
    let told: Vec<(bool, Dumbbell)> =
        rows.filter_map(|row| Some((row.is_share, of_row(comparison, row)?))).collect();
    let [mut shares, mut means] = [true, false].map(|is_share| {
        let of = told.iter().filter(|(of_share, _)| *of_share == is_share);
        let mut of: Vec<Dumbbell> = of.map(|(_, row)| row.clone()).collect();
        let effect = |row: &Dumbbell| match is_share {
            true => (row.ends[1] - row.ends[0]).abs(),
            false => (row.ends[1] / row.ends[0]).ln().abs(),
        };
        of.sort_by(|one, other| effect(other).total_cmp(&effect(one)));
        of.sort_by_key(|row| !row.is_clear);
        of
    });
    let most = told.len();
    shares.truncate(MOST);
    means.truncate(MOST);
    let left_out = most - shares.len() - means.len();
    let has_open = shares.iter().chain(&means).any(|row| !row.is_clear);
    let won: Vec<&MeasureRow> = comparison.measured("win-rate").collect();
    let searched = match comparison.ranges.iter().any(Option::is_some) {
        true => " With these players: a longer search may find others.",
        false => "",
    };
    let labels = Labels {
        title: capital(&found(comparison, &measure_head("win-rate"), &won)),
        subtitle: format!(
            "{}. The greatest effect first.{} Whiskers: {CONFIDENCE} intervals of the change.{searched}",
            comparison.title,
            if has_open { " Grey: no clear difference." } else { "" },
        ),
        caption: caption(comparison),
        warning: warning(comparison, by_side(won)),
        ..Labels::default()
    };
    let note = match left_out {
        0 => String::new(),
        more => format!("{more} more in comparison.csv"),
    };
    let names = [0, 1].map(|k| groups(comparison)[k].clone());
    let of_means = format!("Means, against {} as 100\u{a0}%", names[0]);
    let panels = vec![("Shares".to_owned(), shares), (of_means, means)];
    chart::dumbbells(Chart { labels, note, ..Chart::default() }, names, panels)
}

/// Whether a row is what its side does not have of what the first has.
fn is_rest(comparison: &Comparison, row: &MeasureRow) -> bool {
    let both: Vec<&MeasureRow> = comparison.measured(&row.measure).collect();
    is_shared_out(&both) && both[1].side == row.side
}

/// A row; means are told as parts of the first. None if it was not measured under both, or is a part of nothing.
fn of_row(comparison: &Comparison, row: &MeasureRow) -> Option<Dumbbell> {
    let [one, other] = row.values[..] else { return None };
    let (one, other): (Value, Value) = (one?, other?);
    let change = row.changes.first().copied().flatten().unwrap_or_default();
    let unit = if row.is_share { 1.0 } else { 1.0 / one.value };
    unit.is_finite().then_some(())?;
    let (from, to) = shown(row.is_share, one, other);
    Some(Dumbbell {
        name: capital(&before_value(&row.measure, &row.side)),
        side: comparison.sides.iter().position(|side| *side == row.side),
        ends: [one.value, other.value].map(|value| value * unit),
        // No share is below nothing or above all.
        interval: change.interval.map(|(low, high)| {
            let most = if row.is_share { 1.0 } else { f64::INFINITY };
            let end = |by: f64| (one.value + by).clamp(0.0, most) * unit;
            (end(low), end(high))
        }),
        text: format!("{from} → {to}"),
        is_clear: change.is_real(),
    })
}
