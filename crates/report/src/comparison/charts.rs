//! The charts of a comparison: bars by variant for each family of measures, the flank question, and the law of streaks.

use super::{Comparison, MeasureRow, NOT_TOLD_APART, Value};
use crate::chart::{self, Axis, BarChart, BarSeries, BarValue, Labels, ValueFormat};
use crate::number::{NO_BREAK, counted, percent};
use crate::report::{Initiative, Provenance};
use crate::safe::safe_text;
use crate::words::capital;
use crate::{OutputFile, Report};

/// One chart for each family of measures: a group of bars for each variant, a bar for each side.
struct Family {
    file: &'static str,
    measure: &'static str,
    title: &'static str,
    axis: &'static str,
}

const FAMILIES: &[Family] = &[
    Family { file: "win-rate.svg", measure: "win-rate", title: "Who wins", axis: "games won" },
    Family {
        file: "mean-streak.svg",
        measure: "mean-streak",
        title: "How long a side acts before the other does",
        axis: "mean streak, actions",
    },
    Family {
        file: "unanswered.svg",
        measure: "unanswered",
        title: "How often an action goes unanswered",
        axis: "share of actions",
    },
    Family {
        file: "drought.svg",
        measure: "drought",
        title: "How long a side has to wait",
        axis: "most enemy actions in a row",
    },
    Family {
        file: "walkover.svg",
        measure: "walkover",
        title: "How often a side wins before the enemy acts at all",
        axis: "games",
    },
    Family {
        file: "first-mover.svg",
        measure: "first-mover-win-rate",
        title: "How often the side that begins wins",
        axis: "games won",
    },
    Family {
        file: "losses.svg",
        measure: "losses",
        title: "What it costs",
        axis: "figures lost a game",
    },
    Family {
        file: "idle.svg",
        measure: "idle",
        title: "How many never get to do anything",
        axis: "share of figures",
    },
    Family {
        file: "actions.svg",
        measure: "actions",
        title: "How long a game is",
        axis: "actions a game",
    },
    Family {
        file: "dice.svg",
        measure: "dice",
        title: "How many dice are rolled",
        axis: "dice a game",
    },
    Family {
        file: "decisions.svg",
        measure: "decisions",
        title: "How much the players have to decide",
        axis: "decisions a game",
    },
];

/// A chart for each family of measures that was measured, the flank question and the law of streaks.
pub(super) fn all(comparison: &Comparison) -> Vec<OutputFile> {
    let mut files = Vec::new();
    let mut push = |name, chart: String| {
        files.push(OutputFile::new(name, chart.into_bytes()));
    };
    for family in FAMILIES {
        let rows: Vec<&MeasureRow> = comparison.measured(family.measure).collect();
        if !rows.is_empty() {
            push(family.file, bars(comparison, family, &rows));
        }
    }
    if let Some(chart) = ground(comparison) {
        push("ground.svg", chart);
    }
    if !comparison.streaks.is_empty() {
        push("streaks.svg", streaks(comparison));
    }
    files
}

/// The flank question: does a side run through to its ground before the enemy acts, or does the enemy head it off?
fn ground(comparison: &Comparison) -> Option<String> {
    let through: Vec<&MeasureRow> = comparison.measured("run-through").collect();
    let headed: Vec<&MeasureRow> = comparison.measured("headed-off").collect();
    if through.is_empty() {
        return None;
    }
    let find = |row: &&MeasureRow, does: &str| {
        let side = crate::words::clip(&safe_text(&row.side), 30);
        let highest = comparison.highest(row);
        let names: Vec<String> = highest
            .iter()
            .map(|(variant, _)| crate::words::clip(&safe_text(&variant.label), 40))
            .collect();
        match (highest.as_slice(), names.as_slice()) {
            ([], _) => format!("{side} never {does}"),
            ([(_, value)], [name]) => format!(
                "{side} {does} most often under {name} ({})",
                percent(value.value, value.interval)
            ),
            (_, [first @ .., last])
                if names.len() <= 3 && names.len() < comparison.variants.len() =>
            {
                format!(
                    "{side} {does} most often under {} or {last}, which are {NOT_TOLD_APART}",
                    first.join(", ")
                )
            }
            _ => format!("{NOT_TOLD_APART}: how often {side} {does}"),
        }
    };
    // A title has room for two findings: of a race both runners, else the runner and who heads him off.
    let first = find(&through[0], "run through before the enemy acts");
    let second = match (through.get(1), headed.first()) {
        (Some(row), _) => find(row, "do so"),
        (None, Some(row)) => find(row, "head them off"),
        (None, None) => String::new(),
    };
    let series = |rows: &[&MeasureRow], does: &str| -> Vec<BarSeries> {
        rows.iter()
            .map(|row| BarSeries {
                label: format!("{} {does}", row.side),
                values: row.values.iter().map(bar).collect(),
            })
            .collect()
    };
    let mut all = series(&through, "run through before the enemy acts");
    all.extend(series(&headed, "head the enemy off"));
    let is_open = [&first, &second].iter().any(|t| t.contains(NOT_TOLD_APART));
    let not_apart = if is_open { format!(" {}", super::HOLM_MAY_NOT) } else { String::new() };
    Some(chart::bars(&BarChart {
        labels: Labels {
            title: capital(&if second.is_empty() { first } else { format!("{first}; {second}") }),
            subtitle: format!(
                "{}. Run through: games won by holding a place or leaving the table before the enemy made a single action. \
                 Headed off: games that ended without a win of the enemy, after an action or reaction of the side. \
                 Whiskers: {:.0}{NO_BREAK}% intervals.{not_apart}",
                comparison.title,
                comparison.confidence * 100.0
            ),
            caption: caption(comparison),
            description: String::new(),
        },
        y: Axis { name: "games".to_owned(), format: ValueFormat::Percent, range: None },
        groups: groups(comparison),
        series: all,
        baseline: 0.0,
    }))
}

/// The law of streaks under each variant, in panels on one scale.
fn streaks(comparison: &Comparison) -> String {
    let report = Report {
        provenance: Provenance {
            program_version: comparison.version.clone(),
            scenario_title: comparison.title.clone(),
            seed: comparison.seed,
            games: comparison.games,
            ..Provenance::default()
        },
        // Systems differ in how a streak comes about; that actions stand in a row is what they share.
        initiative: Initiative::Turns,
        sides: comparison.sides.clone(),
        confidence: comparison.confidence,
        streaks: comparison.streaks.clone(),
        streak_means: comparison.streak_means.clone(),
        ..Report::default()
    };
    chart::streaks(&report)
}

fn bar(value: &Option<Value>) -> Option<BarValue> {
    value.map(|v| BarValue { value: v.value, interval: v.interval, exact: None })
}

fn groups(comparison: &Comparison) -> Vec<String> {
    let labels = comparison.variants.iter().map(|v| v.label.clone());
    labels.collect()
}

fn caption(comparison: &Comparison) -> String {
    format!(
        "skirmish {}, {} under each variant on the same dice, seed {}. {}",
        comparison.version,
        counted(comparison.games, "game"),
        comparison.seed,
        comparison.command
    )
}

fn bars(comparison: &Comparison, family: &Family, rows: &[&MeasureRow]) -> String {
    let is_share = rows.iter().any(|row| row.is_share);
    let about = rows.first().map_or("", |row| &row.about);
    let format = if is_share { ValueFormat::Percent } else { ValueFormat::Plain };
    chart::bars(&BarChart {
        labels: Labels {
            title: format!("{}: {}", family.title, comparison.title),
            subtitle: format!(
                "Measured: {about}. Whiskers: {:.0} % intervals.",
                comparison.confidence * 100.0
            ),
            caption: caption(comparison),
            description: String::new(),
        },
        y: Axis { name: family.axis.to_owned(), format, range: None },
        groups: groups(comparison),
        series: rows
            .iter()
            .map(|row| BarSeries {
                label: row.side.clone(),
                values: row.values.iter().map(bar).collect(),
            })
            .collect(),
        baseline: 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::{ChangeValue, Variant};
    use crate::number::NO_BREAK;

    /// The title of the chart of the ground, when the Raiders run through as often as this under each variant.
    fn title(values: &[(f64, f64, f64)], adjusted: &[f64]) -> String {
        let labels = ["lloyd", "cards", "adnd"];
        let row = MeasureRow {
            measure: "run-through".to_owned(),
            side: "Raiders".to_owned(),
            is_share: true,
            values: values
                .iter()
                .map(|&(value, low, high)| Some(Value { value, interval: Some((low, high)) }))
                .collect(),
            changes: adjusted
                .iter()
                .map(|p| Some(ChangeValue { adjusted_p_value: Some(*p), ..ChangeValue::default() }))
                .collect(),
            ..MeasureRow::default()
        };
        let comparison = Comparison {
            variants: labels[..values.len()]
                .iter()
                .map(|label| Variant { label: (*label).to_owned(), ..Variant::default() })
                .collect(),
            rows: vec![row],
            ..Comparison::default()
        };
        let chart = ground(&comparison).expect("it was measured");
        let title = chart.split("<title>").nth(1).and_then(|t| t.split("</title>").next());
        title.expect("a title").replace(NO_BREAK, " ")
    }

    #[test]
    fn the_title_names_what_is_told_apart_and_nothing_else() {
        let low = (0.02, 0.01, 0.03);
        let high = (0.5, 0.47, 0.53);
        let near = (0.48, 0.45, 0.51);
        let does = "run through before the enemy acts";
        assert_eq!(
            title(&[low, high], &[0.001]),
            format!("Raiders {does} most often under cards (50 %)")
        );
        assert_eq!(
            title(&[near, high], &[0.3]),
            format!("Not told apart: how often Raiders {does}")
        );
        assert_eq!(
            title(&[low, high, near], &[0.001, 0.001]),
            format!("Raiders {does} most often under cards or adnd, which are not told apart")
        );
        // Under the same dice a change may be real though the intervals meet.
        assert_eq!(
            title(&[near, high], &[0.01]),
            format!("Raiders {does} most often under cards (50 %)")
        );
        assert_eq!(title(&[(0.0, 0.0, 0.01); 2], &[1.0]), format!("Raiders never {does}"));
    }
}
