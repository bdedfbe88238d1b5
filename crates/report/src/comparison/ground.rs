//! The flank question in one picture: who gets to his ground, how, and what becomes of who does not.

use super::charts::{caption, ever, groups, series, warning};
use super::{Comparison, HOLM_MAY_NOT, MeasureRow, NOT_TOLD_APART, Value};
use crate::chart::{self, BarSeries, Chart, Labels, Overview, OverviewPanel, ValueFormat};
use crate::number::percents;
use crate::safe::safe_text;
use crate::text::listed;
use crate::words::{CONFIDENCE, capital, short_side};

/// What is told where nothing else is found.
const OPEN: &str = "no clear difference in how often ";

/// What is found of a row.
struct SideFinding<'c> {
    /// The side that it is of.
    side: &'c str,
    /// What they do, and how often.
    does: String,
    /// Whether that is not clear.
    is_open: bool,
    /// Whether nothing at all is, so that only the question is told.
    is_asked: bool,
}

impl SideFinding<'_> {
    fn told(&self) -> String {
        let open = if self.is_asked { OPEN } else { "" };
        format!("{open}{} {}", short_side(self.side), self.does)
    }
}

/// The flank question: does a side run through to its ground before the enemy acts, does it get there at all, or is it
/// stopped?
pub(super) fn ground<'c>(comparison: &'c Comparison) -> Option<Chart> {
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
    let name = |k: usize| match comparison.variants[k].under().as_str() {
        "as it is" => "as the battle stands".to_owned(),
        under => under.to_owned(),
    };
    // Where it happens most and least often, of variants that are told apart.
    let are_two = comparison.variants.len() == 2;
    let find = |row: &'c MeasureRow, does: &str, are_named: bool| {
        let by_value =
            |one: &(usize, Value), other: &(usize, Value)| one.1.value.total_cmp(&other.1.value);
        let least = row.measured().into_iter().min_by(by_value);
        let (is_open, is_asked, does) = match (&row.highest()[..], least) {
            ([], _) => (false, false, format!("never {does}")),
            // Two in their order, and named once.
            ([_], _) if are_two => {
                let values = row.values.iter().flatten().map(|of| (of.value, of.interval));
                let shares = percents(&values.collect::<Vec<_>>());
                let told = match &shares[..] {
                    [one, other] if are_named => {
                        format!("{one} of games {}, {other} {}", name(0), name(1))
                    }
                    _ => shares.join(" against "),
                };
                (false, false, format!("{does} in {told}"))
            }
            ([(most, value)], Some((least, other))) => {
                let shares = percents(&[*value, other].map(|of| (of.value, of.interval)));
                let happens = row.values.iter().flatten().filter(|of| of.value > 0.0).count();
                let low = match (other.value == 0.0, happens) {
                    (true, 1) => "never under others".to_owned(),
                    (true, _) => format!("never {}", name(least)),
                    _ => format!("{} {}", shares[1], name(least)),
                };
                let told = format!("{does} in {} of games {}, {low}", shares[0], name(*most));
                (false, false, told)
            }
            (few, _) if few.len() <= 3 && few.len() < comparison.variants.len() => {
                let few: Vec<String> =
                    few.iter().map(|(k, _)| comparison.variants[*k].short()).collect();
                let few = listed(&few, "or");
                (true, false, format!("{does} most often under {few} ({NOT_TOLD_APART})"))
            }
            _ => (true, true, does.to_owned()),
        };
        SideFinding { side: &row.side, does, is_open, is_asked }
    };
    // A title has room for two findings, clear ones first: of a race of both runners, else whether the one gets there, whether before
    // the enemy acts, and what else becomes of him.
    const FIRST: &str = "run through before the enemy acts";
    const AT_ALL: &str = "get through";
    let mut asked: Vec<(&'c MeasureRow, &str)> = match (&through[..], &at_all[..]) {
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
        asked.sort_by_key(|(row, does)| find(row, does, true).is_open);
    }
    asked.truncate(2);
    let found = asked.into_iter().enumerate();
    let found: Vec<SideFinding<'_>> =
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
    let title = match &found[..] {
        // The side is named once.
        [one, other] if one.side == other.side && one.is_asked => {
            format!("{} or {}", one.told(), other.does)
        }
        [one, other] if one.side == other.side && !other.is_asked => {
            format!("{}; they {}", one.told(), other.does)
        }
        // Of a race.
        [one, other] if one.side != other.side && one.is_asked && other.is_asked => {
            let sides = comparison.sides.each_ref().map(|side| short_side(side));
            format!("{OPEN}{} {}", sides.join(" or "), one.does)
        }
        found => found.iter().map(SideFinding::told).collect::<Vec<_>>().join("; "),
    };
    let is_open = found.iter().any(|found| found.is_open);
    let not_apart = if is_open { format!(" {}", HOLM_MAY_NOT) } else { String::new() };
    let of_panel = |(rows, _, title): (&Vec<&MeasureRow>, &str, &str)| OverviewPanel {
        title: title.to_owned(),
        format: ValueFormat::Percent,
        series: rows
            .iter()
            .copied()
            .filter(ever)
            .map(|row| BarSeries { hue: place(row), ..series(row, "") })
            .collect(),
        range: Some((0.0, 1.0)),
        ..OverviewPanel::default()
    };
    Some(chart::overview(&Overview {
        labels: Labels {
            title: capital(&title),
            subtitle: format!(
                "{}. Through: won by holding a place or leaving the table; won otherwise is the rest.{} Whiskers: \
                 {CONFIDENCE} intervals.{not_apart}",
                comparison.title,
                if stopped.is_empty() {
                    ""
                } else {
                    " Stopped or destroyed: not won, with somebody left or nobody."
                }
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
