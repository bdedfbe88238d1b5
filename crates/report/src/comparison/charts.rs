//! The charts of a comparison: all variants in one chart, and lengths of streaks.

use std::borrow::Cow;

use skirmish_scenario::measure_head;

use super::dumbbell::dumbbell;
use super::overview::overview;
use super::{Comparison, MeasureRow, NOT_TOLD_APART, Value, Variant, answer};
use crate::Report;
use crate::chart::{self, Chart, Labels};
use crate::comparison::{FEW_DRAWS, places_alone, plain};
use crate::number::{half, percent, percents};
use crate::once::grouped;
use crate::report::{Initiative, Provenance};
use crate::safe::safe_text;
use crate::text::framed;
use crate::words::{capital, short_side};

/// Most variants in a chart of streaks.
const CROWD: usize = 6;

/// Measure of streaks without chances to react.
const STREAK: &str = "streak-without-reactions";

/// The measures that two variants are compared by.
pub(super) const MAIN: [&str; 17] = [
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

pub(super) fn all(comparison: &Comparison) -> Vec<(Cow<'static, str>, Chart)> {
    let many = comparison.variants.len();
    let all = if many == 2 { dumbbell(comparison) } else { overview(comparison) };
    let mut charts = vec![("overview.svg".into(), all)];
    if !comparison.changes_nothing() && many <= CROWD && !comparison.streaks.is_empty() {
        charts.push(("streaks.svg".into(), streaks(comparison)));
    }
    charts
}

/// Returns whether a measure is above 0 under any variant.
pub(super) fn ever(row: &&MeasureRow) -> bool {
    row.values.iter().flatten().any(|value| value.value != 0.0)
}

/// Returns the variants, sorted by a measure, highest first; in their own order without one.
pub(super) fn highest_first(comparison: &Comparison, row: Option<&MeasureRow>) -> Vec<usize> {
    let value = |k: usize| row.and_then(|row| row.values[k]).map_or(0.0, |it| it.value);
    let mut order: Vec<usize> = (0..comparison.variants.len()).collect();
    order.sort_by(|one, other| value(*other).total_cmp(&value(*one)));
    order
}

/// Draws lengths of streaks under each variant, side by side, in a panel for each side.
fn streaks(comparison: &Comparison) -> Chart {
    // Variants take the place of a report's systems, by their display names.
    let (mut streaks, mut streak_means) =
        (comparison.streaks.clone(), comparison.streak_means.clone());
    let of_streaks = streaks.iter_mut().map(|row| &mut row.system);
    for system in of_streaks.chain(streak_means.iter_mut().map(|row| &mut row.system)) {
        if let Some(variant) = comparison.variants.iter().find(|it| it.label == *system) {
            *system = variant.name();
        }
    }
    let report = Report {
        provenance: Provenance {
            scenario_title: comparison.title.clone(),
            games: comparison.played.games,
            ..Provenance::default()
        },
        // What all systems share is that a streak is chances in a row; if initiative is seized, every action is a chance.
        initiative: Initiative::Turns,
        sides: comparison.sides.clone(),
        streaks,
        streak_means,
        ..Report::default()
    };
    let chart = chart::streaks(&report);
    let means: Vec<&MeasureRow> = comparison.measured(STREAK).collect();
    let title = match means.is_empty() {
        true => chart.labels.title,
        false => capital(&found(comparison, &measure_head(STREAK), &means)),
    };
    let labels = Labels {
        title,
        subtitle: format!("{}. {}", comparison.title, chart.labels.subtitle),
        caption: comparison.played.caption("under each variant"),
        warning: warning(comparison, means),
    };
    Chart { labels, ..chart }
}

pub(super) fn groups(comparison: &Comparison) -> Vec<String> {
    comparison.variants.iter().map(Variant::name).collect()
}

/// Returns a warning about changes that depend on the bots: for which sides, and under which variants if there are several.
pub(super) fn warning<'c>(
    comparison: &'c Comparison,
    rows: impl IntoIterator<Item = &'c MeasureRow>,
) -> String {
    /// Most variants to name.
    const FEW: usize = 3;
    let all = comparison.variants.len();
    let caveats = rows.into_iter().flat_map(|row| {
        let changes = (1..).zip(&row.changes);
        let told = changes.filter_map(|(k, change)| Some((change.as_ref()?.caveat()?, k)));
        grouped(told).into_iter().map(|told| (told, safe_text(&row.side)))
    });
    let parts = grouped(caveats).into_iter().map(|((verdict, variants), sides)| {
        let under = match variants.len() {
            _ if all <= 2 => String::new(),
            1..=FEW => variants
                .iter()
                .map(|k| comparison.variants[*k].short())
                .collect::<Vec<_>>()
                .join(", "),
            many => format!("{many} of {} others", all - 1),
        };
        framed("", &sides.join(" and "), ": ") + verdict.word() + &framed(" under ", &under, "")
    });
    framed("", &capital(&parts.collect::<Vec<_>>().join("; ")), ".")
}

/// Returns the finding about a measure: values under both variants, or the extremes, of the first side that clearly differs.
pub(super) fn found(comparison: &Comparison, question: &str, rows: &[&MeasureRow]) -> String {
    let clear = rows.iter().find_map(|row| Some((row, clear_ends(comparison, row)?)));
    match (clear, rows.first()) {
        (Some((row, [one, under_one, other, under_other])), _) => {
            let side = short_side(&row.side);
            let side = framed(" ", &side, "");
            format!("{question}:{side} {one} {under_one}, {other} {under_other}")
        }
        (None, Some(row)) => nothing_found(comparison, question, row),
        (None, None) => question.to_owned(),
    }
}

/// Returns whether what one side does not have the other has.
pub(super) fn is_shared_out(rows: &[&MeasureRow]) -> bool {
    let [one, other] = rows else { return false };
    let mut values = one.values.iter().flatten().zip(other.values.iter().flatten());
    ["win-rate", "share-of-chances"].contains(&one.measure.as_str())
        && values.all(|(one, other)| one.value + other.value > 1.0 - FEW_DRAWS)
}

/// Returns the values of a row under two variants, or its extremes, with the variants' names, if they clearly differ.
pub(super) fn clear_ends(comparison: &Comparison, row: &MeasureRow) -> Option<[String; 4]> {
    let mut measured = row.measured();
    if measured.len() > 2 {
        measured = row.falling();
    }
    let [(first, one), .., (last, other)] = measured[..] else { return None };
    let least = if one.value < other.value { first } else { last };
    let (shown_one, shown_other) = shown(row.is_share, one, other);
    let under = |k: usize| comparison.variants[k].under();
    row.is_below(least).then(|| [shown_one, under(first), shown_other, under(last)])
}

/// Returns the finding about a measure without clear differences; for a win rate with its values under the first two variants.
pub(super) fn nothing_found(comparison: &Comparison, question: &str, row: &MeasureRow) -> String {
    let side = short_side(&row.side);
    let won = match row.values[..] {
        [Some(one), Some(other), ..] if row.measure == "win-rate" => Some(shown(true, one, other)),
        _ => None,
    };
    let is_idle = (1..comparison.variants.len()).all(|k| answer::is_unchanged(comparison, k));
    let whose = comparison.panel.as_ref().map_or("", |_| " with the battle's own bots");
    match (is_idle, won) {
        (true, Some((won, _))) => format!("no game changed{whose}: {side} still win {won}"),
        (true, _) => format!("no game changed{whose}: {question}"),
        (false, Some((one, other))) if comparison.variants.len() == 2 => {
            let [first, second] = [0, 1].map(|k| comparison.variants[k].under());
            format!("{NOT_TOLD_APART}: {side} win {one} {first}, {other} {second}")
        }
        (false, _) => format!("{NOT_TOLD_APART}: {question}"),
    }
}

/// Returns two values for reading side by side, both with the places of the less certain one if they differ in these.
pub(super) fn shown(is_share: bool, one: Value, other: Value) -> (String, String) {
    let one_by_one = [one, other].map(|Value { value, interval }| match is_share {
        true => percent(value, interval),
        false => plain(value, interval),
    });
    let together = match is_share {
        true => percents(&[one, other].map(|it| (it.value, it.interval))),
        false => {
            let places = [one, other].map(|it| places_alone(half(it.interval)));
            let places = places[0].min(places[1]);
            [one, other].map(|it| format!("{:.places$}", it.value)).to_vec()
        }
    };
    // Below 1 %, whole percentages say nothing.
    let is_little = |of: Value| is_share && 0.0 < of.value && of.value < 0.01;
    match &together[..] {
        [first, last] if first != last && !is_little(one) && !is_little(other) => {
            (first.clone(), last.clone())
        }
        _ => one_by_one.into(),
    }
}
