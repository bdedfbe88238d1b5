//! The flank question in one picture: who gets to his ground, how, and what becomes of who does not.

use super::charts::{caption, clearness, ever, groups, series, under, warning};
use super::{Comparison, HOLM_MAY_NOT, MeasureRow, NOT_TOLD_APART};
use crate::chart::{self, Axis, BarChart, BarSeries, Chart, Labels, ValueFormat};
use crate::number::{NO_BREAK, percent};
use crate::safe::safe_text;
use crate::text::listed;
use crate::words::{capital, clip};

/// The flank question: does a side run through to its ground before the enemy acts, does it get there at all, or is it
/// stopped?
pub(super) fn ground(comparison: &Comparison) -> Option<Chart> {
    let through: Vec<&MeasureRow> = comparison.measured("run-through").collect();
    let at_all: Vec<&MeasureRow> = comparison.measured("through").collect();
    let of_one = |measure| -> Vec<&MeasureRow> {
        match at_all.len() {
            1 => comparison.measured(measure).collect(),
            // Of a race nobody is the hunter; and there is no room for eight bars.
            _ => Vec::new(),
        }
    };
    let (stopped, destroyed) = (of_one("stopped-alive"), of_one("destroyed"));
    if through.is_empty() {
        return None;
    }
    const OPEN: &str = "no clear difference in how often ";
    let side = |row: &MeasureRow| clip(&safe_text(&row.side), 30);
    let find = |row: &MeasureRow, does: &str| {
        let side = side(row);
        let highest = comparison.highest(row);
        let names: Vec<String> =
            highest.iter().map(|(variant, _)| clip(&variant.name(), 40)).collect();
        match (highest.as_slice(), names.as_slice()) {
            ([], _) => (false, format!("{side} never {does}")),
            ([(_, value)], [name]) => {
                let share = percent(value.value, value.interval);
                let under = match under(name).as_str() {
                    "as it is" => "as the battle stands".to_owned(),
                    under => under.to_owned(),
                };
                let often =
                    if comparison.variants.len() == 2 { "more often" } else { "most often" };
                (false, format!("{side} {does} {often} {under} ({share})"))
            }
            (_, few) if few.len() <= 3 && few.len() < comparison.variants.len() => {
                let few = listed(few, "or");
                (true, format!("{side} {does} most often under {few} ({NOT_TOLD_APART})"))
            }
            _ => (true, format!("{OPEN}{side} {does}")),
        }
    };
    // A title has room for two findings: of a race both runners, else what was asked and what else changes most clearly of the
    // one, a clear one first.
    let run = find(through[0], "run through before the enemy acts");
    let mut found = match through.get(1) {
        Some(row) => vec![run, find(row, "do so")],
        None => {
            let others = [
                (of_one("through"), "get through"),
                (stopped.clone(), "are stopped alive"),
                (destroyed.clone(), "are destroyed"),
            ];
            let mut others: Vec<(&MeasureRow, &str)> = others
                .into_iter()
                .filter_map(|(rows, does)| Some((*rows.first()?, does)))
                .collect();
            others.sort_by(|(one, _), (two, _)| clearness(two).total_cmp(&clearness(one)));
            let others = others.iter().map(|(row, does)| find(row, does));
            let mut found: Vec<(bool, String)> =
                std::iter::once(run).chain(others.take(1)).collect();
            found.sort_by_key(|(is_open, _)| *is_open);
            found
        }
    };
    found.truncate(2);
    let bars = [
        (&through, " run through before the enemy acts"),
        (&at_all, " get through"),
        (&stopped, " are stopped alive"),
        (&destroyed, " are destroyed"),
    ];
    let drawn = bars.into_iter().flat_map(|(rows, does)| {
        let drawn = rows.iter().copied().filter(ever);
        drawn.map(move |row| (format!("{}{does}", safe_text(&row.side)), row))
    });
    let bars: Vec<BarSeries> = drawn.clone().map(|(name, row)| series(row, name)).collect();
    if bars.is_empty() {
        return None;
    }
    let is_open = found.iter().any(|(is_open, _)| *is_open);
    let title: Vec<String> = found.into_iter().map(|(_, found)| found).collect();
    let title = match &title[..] {
        [one, other] => match other.strip_prefix(&format!("{OPEN}{}", side(through[0]))) {
            Some(does) if one.starts_with(OPEN) => format!("{one} or{does}"),
            _ => title.join("; "),
        },
        _ => title.concat(),
    };
    let not_apart = if is_open { format!(" {}", HOLM_MAY_NOT) } else { String::new() };
    // What becomes of one side has not the colours of two.
    let hues = match at_all.len() {
        1 => (2..6).collect(),
        _ => Vec::new(),
    };
    Some(chart::bars(&BarChart {
        labels: Labels {
            title: capital(&title),
            subtitle: format!(
                "{}. Through: won by holding a place or leaving the table; won otherwise is the rest. Stopped or destroyed: \
                 not won, with somebody left or nobody. Whiskers: {:.0}{NO_BREAK}% intervals.{not_apart}",
                comparison.title,
                comparison.confidence * 100.0
            ),
            caption: caption(comparison),
            warning: warning(
                comparison,
                drawn.map(|(does, row)| (format!("how often {does}"), row)),
            ),
            ..Labels::default()
        },
        y: Axis::of("games", ValueFormat::Percent, None),
        groups: groups(comparison),
        series: bars,
        is_lying: true,
        hues,
        ..BarChart::default()
    }))
}
