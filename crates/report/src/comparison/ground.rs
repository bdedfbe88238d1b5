//! The flank question in one picture: who gets to his ground, how, and what becomes of who does not.

use super::charts::{caption, ever, groups, series, under, warning};
use super::{Comparison, HOLM_MAY_NOT, MeasureRow, NOT_TOLD_APART, Variant};
use crate::chart::{self, Chart, Labels, Overview, OverviewPanel, ValueFormat};
use crate::number::{NO_BREAK, percents};
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
    let name = |variant: &Variant| match under(&clip(&variant.name(), 40)).as_str() {
        "as it is" => "as the battle stands".to_owned(),
        under => under.to_owned(),
    };
    // Where it happens most and least often, of variants that are told apart.
    let are_two = comparison.variants.len() == 2;
    let find = |row: &MeasureRow, does: &str, are_named: bool| {
        let side = side(row);
        let highest = comparison.highest(row);
        let of_all = comparison.variants.iter().zip(&row.values);
        let least = of_all.filter_map(|(variant, value)| Some((variant, (*value)?)));
        let least = least.min_by(|one, other| one.1.value.total_cmp(&other.1.value));
        match (highest.as_slice(), least) {
            ([], _) => (false, format!("{side} never {does}")),
            // Two in their order, and named once.
            ([_], _) if are_two => {
                let values = row.values.iter().flatten().map(|of| (of.value, of.interval));
                let shares = percents(&values.collect::<Vec<_>>());
                let told = match (&shares[..], &comparison.variants[..]) {
                    ([one, other], [a, b]) if are_named => {
                        format!("{one} of games {}, {other} {}", name(a), name(b))
                    }
                    _ => shares.join(" against "),
                };
                (false, format!("{side} {does} in {told}"))
            }
            ([(most, value)], Some((least, other))) => {
                let shares = percents(&[*value, other].map(|of| (of.value, of.interval)));
                let happens = row.values.iter().flatten().filter(|of| of.value > 0.0).count();
                let low = match (other.value == 0.0, happens) {
                    (true, 1) => "never under others".to_owned(),
                    (true, _) => format!("never {}", name(least)),
                    _ => format!("{} {}", shares[1], name(least)),
                };
                (false, format!("{side} {does} in {} of games {}, {low}", shares[0], name(most)))
            }
            (few, _) if few.len() <= 3 && few.len() < comparison.variants.len() => {
                let few: Vec<String> = few.iter().map(|of| clip(&of.0.name(), 40)).collect();
                let few = listed(&few, "or");
                (true, format!("{side} {does} most often under {few} ({NOT_TOLD_APART})"))
            }
            _ => (true, format!("{OPEN}{side} {does}")),
        }
    };
    // A title has room for two findings, clear ones first: of a race of both runners, else whether the one gets there, whether before
    // the enemy acts, and what else becomes of him.
    const FIRST: &str = "run through before the enemy acts";
    const AT_ALL: &str = "get through";
    let mut asked: Vec<(&MeasureRow, &str)> = match (&through[..], &at_all[..]) {
        ([one, other, ..], _) if through.iter().any(ever) => vec![(one, FIRST), (other, "do so")],
        ([_, _, ..], [one, other, ..]) => vec![(one, AT_ALL), (other, "do so")],
        _ => {
            let rows = [
                (at_all.first(), AT_ALL),
                (through.first(), FIRST),
                (stopped.first(), "are stopped alive"),
                (destroyed.first(), "are destroyed"),
            ];
            rows.into_iter().filter_map(|(row, does)| Some((*row?, does))).collect()
        }
    };
    if at_all.len() < 2 {
        asked.sort_by_key(|(row, does)| find(row, does, true).0);
    }
    asked.truncate(2);
    let found = asked.into_iter().enumerate();
    let found: Vec<(bool, String)> =
        found.map(|(k, (row, does))| find(row, does, k == 0 || !are_two)).collect();
    let panels = [
        (&at_all, AT_ALL, "Get through"),
        (&through, FIRST, "… before the enemy acts"),
        (&stopped, "are stopped alive", "Stopped alive"),
        (&destroyed, "are destroyed", "Destroyed"),
    ];
    let place = |row: &MeasureRow| comparison.sides.iter().position(|side| *side == row.side);
    let drawn = panels.iter().flat_map(|(rows, does, _)| {
        rows.iter().copied().filter(ever).map(move |row| (format!("{} {does}", row.side), row))
    });
    let drawn: Vec<(String, &MeasureRow)> = drawn.collect();
    if drawn.is_empty() {
        return None;
    }
    let is_open = found.iter().any(|(is_open, _)| *is_open);
    let own = format!("{} ", side(through[0]));
    let title: Vec<String> = found.into_iter().map(|(_, found)| found).collect();
    let title = match &title[..] {
        // The side is named once.
        [one, other] => {
            match other.strip_prefix(&own).or(other.strip_prefix(&format!("{OPEN}{own}"))) {
                Some(does) if one.starts_with(OPEN) => format!("{one} or {does}"),
                Some(does) if other.starts_with(&own) => format!("{one}; they {does}"),
                // Of a race.
                None if one.starts_with(OPEN) && other.starts_with(OPEN) => one.replacen(
                    own.trim_end(),
                    &comparison.sides.each_ref().map(|of| clip(&safe_text(of), 30)).join(" or "),
                    1,
                ),
                _ => title.join("; "),
            }
        }
        _ => title.concat(),
    };
    let not_apart = if is_open { format!(" {}", HOLM_MAY_NOT) } else { String::new() };
    let of_panel = |(rows, _, title): (&Vec<&MeasureRow>, &str, &str)| OverviewPanel {
        title: title.to_owned(),
        format: ValueFormat::Percent,
        series: rows
            .iter()
            .copied()
            .filter(ever)
            .map(|row| (place(row), series(row, String::new())))
            .collect(),
        range: Some((0.0, 1.0)),
        ..OverviewPanel::default()
    };
    Some(chart::overview(&Overview {
        labels: Labels {
            title: capital(&title),
            subtitle: format!(
                "{}. Through: won by holding a place or leaving the table; won otherwise is the rest.{} Whiskers: \
                 {:.0}{NO_BREAK}% intervals.{not_apart}",
                comparison.title,
                if stopped.is_empty() {
                    ""
                } else {
                    " Stopped or destroyed: not won, with somebody left or nobody."
                },
                comparison.confidence * 100.0
            ),
            caption: caption(comparison),
            warning: warning(
                comparison,
                drawn
                    .into_iter()
                    .map(|(does, row)| (format!("how often {}", safe_text(&does)), row)),
            ),
            ..Labels::default()
        },
        rows: groups(comparison),
        sides: comparison.sides.to_vec(),
        panels: panels.into_iter().map(of_panel).filter(|panel| !panel.series.is_empty()).collect(),
        note: String::new(),
    }))
}
