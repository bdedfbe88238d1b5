//! The charts of a comparison: all variants in one chart, and lengths of streaks.

use std::borrow::Cow;

use super::dumbbell::dumbbell;
use super::overview::overview;
use super::{ChangeValue, Comparison, MeasureRow, Value, Variant};
use crate::Report;
use crate::chart::{self, Chart, Labels};
use crate::comparison::{places_alone, plain};
use crate::number::{half, percent, percents};
use crate::once::{grouped, unique};
use crate::report::{Initiative, Provenance};
use crate::safe::safe_text;
use crate::text::framed;
use crate::words::capital;

/// Most variants in a chart of streaks.
const CROWD: usize = 6;

pub(super) fn all(comparison: &Comparison) -> Vec<(Cow<'static, str>, Chart)> {
    let many = comparison.variants.len();
    let all = if many == 2 { dumbbell(comparison) } else { overview(comparison) };
    let mut charts = vec![("overview.svg".into(), all)];
    if !comparison.changes_nothing() && many <= CROWD && !comparison.streaks.is_empty() {
        charts.push(("streaks.svg".into(), streaks(comparison)));
    }
    charts
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
    let labels = Labels {
        subtitle: format!("{}. {}", comparison.title, chart.labels.subtitle),
        caption: comparison.played.caption("under each variant"),
        ..chart.labels
    };
    Chart { labels, ..chart }
}

pub(super) fn groups(comparison: &Comparison) -> Vec<String> {
    comparison.variants.iter().map(Variant::name).collect()
}

/// What other bots have to say of the changes in a chart, and of which sides.
pub(super) fn warning<'c>(rows: impl IntoIterator<Item = &'c MeasureRow>) -> String {
    let caveats = rows.into_iter().flat_map(|row| {
        let told = row.changes.iter().flatten().filter_map(ChangeValue::caveat);
        told.map(|verdict| (verdict, safe_text(&row.side)))
    });
    let parts = grouped(caveats)
        .into_iter()
        .map(|(verdict, sides)| framed("", &unique(sides).join(" and "), ": ") + verdict);
    framed("", &capital(&parts.collect::<Vec<_>>().join("; ")), ".")
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
