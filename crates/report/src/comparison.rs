//! Variants side by side: every measure with its interval, and what changes from the first to each of the others.

use std::fmt::Write as _;

use serde::Serialize;

use crate::chart::{self, Axis, BarChart, BarSeries, BarValue, Labels, ValueFormat};
use crate::number::{
    NO_BREAK, as_interval, as_maybe_exact, as_share, defined, exact, fixed, percent_digits,
    percent_places, share,
};
use crate::report::Interval;
use crate::safe::safe_text;
use crate::{OutputFile, ReportError, table};

/// Adjusted p-values up to this are told as changes.
const ALPHA: f64 = 0.05;

/// Several variants of a battle, played on the same dice.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Comparison {
    /// What is compared, as a headline.
    pub title: String,
    /// The variants, the one first that the others are measured against.
    pub variants: Vec<Variant>,
    /// Games played under each.
    pub games: u64,
    /// Seed of all dice.
    pub seed: u64,
    /// How often an interval holds the true value.
    pub confidence: f64,
    /// Version of the program.
    pub version: String,
    /// The command that gives the same numbers.
    pub command: String,
    /// One row for each measure and side.
    pub rows: Vec<MeasureRow>,
    /// What to know about the numbers: methods with their sources.
    pub notes: Vec<String>,
}

/// One variant.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Variant {
    /// Its name in tables and charts.
    pub label: String,
    /// SHA-256 of the scenario.
    pub scenario_sha256: String,
    /// SHA-256 of the rulebook as it was in force.
    pub rulebook_sha256: String,
}

/// One measure of one side.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct MeasureRow {
    /// Its name, such as `win-rate`.
    pub measure: String,
    /// Its definition.
    pub about: String,
    /// The side; empty for a measure of the whole game.
    pub side: String,
    /// Whether it is a share, to be read in percent.
    pub is_share: bool,
    /// For each variant; `None` where it never came to be measured.
    pub values: Vec<Option<Value>>,
    /// For each variant but the first, the change from the first.
    pub changes: Vec<Option<ChangeValue>>,
}

/// A measured value.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Value {
    /// The value.
    #[serde(serialize_with = "as_share")]
    pub value: f64,
    /// Its interval.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
}

/// A change from the first variant to another.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct ChangeValue {
    /// The other less the first.
    #[serde(serialize_with = "as_share")]
    pub value: f64,
    /// Its interval.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// Two-sided p-value.
    #[serde(serialize_with = "as_maybe_exact")]
    pub p_value: Option<f64>,
    /// The same, adjusted for all measures of the comparison.
    #[serde(serialize_with = "as_maybe_exact")]
    pub adjusted_p_value: Option<f64>,
    /// How many times as many games with dice of their own would have told as much.
    #[serde(serialize_with = "as_maybe_exact")]
    pub gain: Option<f64>,
}

impl ChangeValue {
    /// Whether the change is beyond what chance explains, over all measures together.
    #[must_use]
    pub fn is_real(&self) -> bool {
        self.adjusted_p_value.is_some_and(|p| p <= ALPHA)
    }

    /// A word for the verdict.
    fn verdict(&self) -> &'static str {
        if self.is_real() {
            if self.value > 0.0 { "higher" } else { "lower" }
        } else if self.value == 0.0 && self.interval.is_some_and(|(low, high)| low == high) {
            "the same"
        } else {
            "not told apart"
        }
    }
}

fn quoted_value(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    let half = defined(interval).map_or(0.0, |(low, high)| (high - low) / 2.0);
    if is_share {
        let places = percent_places(interval);
        let digits = percent_digits(value, places);
        return if interval.is_some() {
            format!(
                "{digits} ± {}{NO_BREAK}%",
                fixed(half * 100.0, places.max(1))
            )
        } else {
            format!("{digits}{NO_BREAK}%")
        };
    }
    let places = places_of(half);
    let number = format!("{value:.places$}");
    if interval.is_some() {
        format!("{number} ± {half:.places$}")
    } else {
        number
    }
}

pub(crate) fn signed_value(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    let (scale, unit) = if is_share {
        (100.0, "\u{a0}%")
    } else {
        (1.0, "")
    };
    let half = defined(interval).map_or(0.0, |(low, high)| (high - low) / 2.0) * scale;
    let places = places_of(half);
    let value = value * scale;
    let sign = if value < 0.0 { "−" } else { "+" };
    let number = if value == 0.0 {
        "0".to_owned()
    } else {
        format!("{sign}{:.places$}", value.abs())
    };
    if half > 0.0 {
        format!("{number} ± {half:.places$}{unit}")
    } else {
        format!("{number}{unit}")
    }
}

/// Decimal places that a half width supports.
fn places_of(half: f64) -> usize {
    match half {
        h if h >= 5.0 => 0,
        h if h >= 0.5 => 1,
        h if h >= 0.05 || h <= 0.0 => 2,
        _ => 3,
    }
}

pub(crate) fn p_text(p: Option<f64>) -> String {
    match p {
        None => String::new(),
        Some(p) if p < 0.0001 => "< 0.0001".to_owned(),
        Some(p) => format!("{p:.4}"),
    }
}

fn name_of(row: &MeasureRow) -> String {
    let side = safe_text(&row.side);
    if side.is_empty() {
        row.measure.clone()
    } else {
        format!("{}, {side}", row.measure)
    }
}

/// The comparison as an answer to read.
#[must_use]
pub fn text(comparison: &Comparison) -> String {
    let mut text = format!("{}\n\n", safe_text(&comparison.title));
    for (k, variant) in comparison.variants.iter().enumerate() {
        let _ = writeln!(text, "  {}  {}", letter(k), safe_text(&variant.label));
    }
    let _ = writeln!(
        text,
        "\n{} games under each, on the same dice (seed {}).\n",
        crate::number::grouped(comparison.games),
        comparison.seed
    );
    for k in 1..comparison.variants.len() {
        text += &verdict(comparison, k);
    }
    text.push('\n');
    let two = comparison.variants.len() == 2;
    let mut head = vec![String::new()];
    head.extend((0..comparison.variants.len()).map(|k| letter(k).to_string()));
    if two {
        head.extend(["change", "p, adjusted", "pairing", "verdict"].map(str::to_owned));
    }
    let mut rows = crate::text::table(&head.iter().map(String::as_str).collect::<Vec<_>>());
    for row in &comparison.rows {
        if row.values.iter().all(Option::is_none) {
            continue;
        }
        let mut cells = vec![name_of(row)];
        for (k, value) in row.values.iter().enumerate() {
            let mut cell = value.map_or(String::new(), |v| {
                quoted_value(v.value, v.interval, row.is_share)
            });
            let change = k.checked_sub(1).and_then(|k| row.changes.get(k));
            if !two && change.is_some_and(|c| c.is_some_and(|c| c.is_real())) {
                cell.push('*');
            }
            cells.push(cell);
        }
        if two && let Some(Some(change)) = row.changes.first() {
            cells.push(signed_value(change.value, change.interval, row.is_share));
            cells.push(p_text(change.adjusted_p_value));
            cells.push(change.gain.map_or(String::new(), |g| format!("{g:.1}x")));
            cells.push(change.verdict().to_owned());
        }
        rows.add_row(cells);
    }
    let _ = writeln!(text, "{rows}");
    if !two {
        let _ = writeln!(
            text,
            "\n* differs from {} by more than chance explains (5 % over all measures, Holm)",
            letter(0)
        );
    }
    text.push_str("\nWhat is measured\n");
    let mut told: Vec<&str> = Vec::new();
    for row in &comparison.rows {
        if !told.contains(&row.measure.as_str()) {
            told.push(&row.measure);
            let _ = writeln!(text, "  {}: {}", row.measure, row.about);
        }
    }
    text.push_str("\nNotes\n");
    for note in &comparison.notes {
        let _ = writeln!(text, "  {note}");
    }
    text
}

fn letter(k: usize) -> char {
    (b'A' + (k % 26) as u8) as char
}

/// The verdict on one variant against the first, in words.
fn verdict(comparison: &Comparison, k: usize) -> String {
    let (first, other) = (letter(0), letter(k));
    let mut real: Vec<(&MeasureRow, ChangeValue)> = comparison
        .rows
        .iter()
        .filter_map(|row| Some((row, row.changes.get(k - 1).copied()??)))
        .filter(|(_, change)| change.is_real())
        .collect();
    if real.is_empty() {
        let nothing = comparison
            .rows
            .iter()
            .filter_map(|row| row.changes.get(k - 1).copied()?)
            .all(|change| change.verdict() == "the same");
        return if nothing {
            format!("{other} is exactly the same as {first} in every game.\n")
        } else {
            format!(
                "No measure tells {other} from {first} at this number of games (5 % error over all measures together).\n"
            )
        };
    }
    // The surest first.
    real.sort_by(|one, two| {
        let p = |change: &ChangeValue| change.p_value.unwrap_or(1.0);
        p(&one.1).total_cmp(&p(&two.1))
    });
    let told: Vec<String> = real
        .iter()
        .take(4)
        .map(|(row, change)| {
            format!(
                "{} {}",
                name_of(row),
                signed_value(change.value, change.interval, row.is_share)
            )
        })
        .collect();
    let more = real.len().saturating_sub(told.len());
    let rest = if more > 0 {
        format!(", and {more} more")
    } else {
        String::new()
    };
    format!("{other} differs from {first}: {}{rest}.\n", told.join("; "))
}

/// `comparison.csv`: a row for each measure, side and variant.
///
/// # Errors
/// [`ReportError`] if the writer fails; it writes to memory, so it does not.
pub fn csv(comparison: &Comparison) -> Result<Vec<u8>, ReportError> {
    let ends = |interval: Option<Interval>| {
        defined(interval).map_or_else(Default::default, |(low, high)| [share(low), share(high)])
    };
    let rows = comparison.rows.iter().flat_map(|row| {
        comparison
            .variants
            .iter()
            .enumerate()
            .map(move |(k, variant)| {
                let value = row.values.get(k).copied().flatten();
                let change = k.checked_sub(1).and_then(|k| row.changes.get(k).copied()?);
                let [low, high] = ends(value.and_then(|v| v.interval));
                let [change_low, change_high] = ends(change.and_then(|c| c.interval));
                let number = |value: Option<f64>| value.map(exact).unwrap_or_default();
                [
                    variant.label.clone(),
                    row.measure.clone(),
                    row.side.clone(),
                    value.map_or(String::new(), |v| share(v.value)),
                    low,
                    high,
                    change.map_or(String::new(), |c| share(c.value)),
                    change_low,
                    change_high,
                    number(change.and_then(|c| c.p_value)),
                    number(change.and_then(|c| c.adjusted_p_value)),
                    number(change.and_then(|c| c.gain)),
                ]
            })
    });
    table::rows(
        [
            "variant",
            "measure",
            "side",
            "value",
            "ci_low",
            "ci_high",
            "change",
            "change_low",
            "change_high",
            "p_value",
            "adjusted_p_value",
            "pairing_gain",
        ],
        rows,
    )
}

/// One chart for each family of measures: a group of bars for each variant, a bar for each side.
struct Family {
    file: &'static str,
    measure: &'static str,
    title: &'static str,
    axis: &'static str,
}

const FAMILIES: &[Family] = &[
    Family {
        file: "win-rate.svg",
        measure: "win-rate",
        title: "Who wins",
        axis: "games won",
    },
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
        file: "losses.svg",
        measure: "losses",
        title: "What it costs",
        axis: "figures lost a game",
    },
];

/// All files of a comparison: JSON, CSV, and a chart for each family of measures that was measured.
///
/// # Errors
/// [`ReportError`] if a writer fails; they write to memory, so they do not.
pub fn files(comparison: &Comparison) -> Result<Vec<OutputFile>, ReportError> {
    let mut files = vec![
        OutputFile {
            name: "comparison.json",
            bytes: crate::json::of(comparison)?,
        },
        OutputFile {
            name: "comparison.csv",
            bytes: csv(comparison)?,
        },
    ];
    for family in FAMILIES {
        let rows: Vec<&MeasureRow> = comparison
            .rows
            .iter()
            .filter(|row| row.measure == family.measure)
            .collect();
        if rows
            .iter()
            .any(|row| row.values.iter().any(Option::is_some))
        {
            files.push(OutputFile {
                name: family.file,
                bytes: bars(comparison, family, &rows).into_bytes(),
            });
        }
    }
    Ok(files)
}

fn bars(comparison: &Comparison, family: &Family, rows: &[&MeasureRow]) -> String {
    let is_share = rows.iter().any(|row| row.is_share);
    let about = rows.first().map_or("", |row| &row.about);
    let bar = |value: &Option<Value>| {
        value.map(|v| BarValue {
            value: v.value,
            interval: v.interval,
            exact: None,
        })
    };
    let format = if is_share {
        ValueFormat::Percent
    } else {
        ValueFormat::Plain
    };
    chart::bars(&BarChart {
        labels: Labels {
            title: format!("{}: {}", family.title, comparison.title),
            subtitle: format!(
                "Measured: {about}. Whiskers: {:.0} % intervals.",
                comparison.confidence * 100.0
            ),
            caption: format!(
                "skirmish {}, {} games under each variant on the same dice, seed {}. {}",
                comparison.version,
                crate::number::grouped(comparison.games),
                comparison.seed,
                comparison.command
            ),
            description: String::new(),
        },
        y: Axis {
            name: family.axis.to_owned(),
            format,
            range: None,
        },
        groups: comparison
            .variants
            .iter()
            .map(|v| v.label.clone())
            .collect(),
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
