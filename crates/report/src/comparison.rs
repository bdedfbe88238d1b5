//! Variants side by side: every measure with its interval, and what changes from the first to each of the others.

mod charts;
mod text;

pub(crate) use text::{p_text, places_of, quoted_value, signed_number, signed_value};
pub use text::{remarks, text};

use serde::Serialize;

use crate::number::{as_interval, as_maybe_exact, as_share, defined, exact, share};
use crate::panel::{self, Panel};
use crate::report::{Interval, StreakMean, StreakRow};
use crate::table::{self, ends};
use crate::{OutputFile, ReportError};

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
    /// Names of the two sides.
    pub sides: [String; 2],
    /// One row for each measure and side.
    pub rows: Vec<MeasureRow>,
    /// How long streaks are under each variant, which is named as the system; the last length has all longer ones.
    pub streaks: Vec<StreakRow>,
    /// The same in one number for each variant and side.
    pub streak_means: Vec<StreakMean>,
    /// Whether the changes hold for other bots, when asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panel: Option<Panel>,
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
    /// The change with the luck of the dice taken out, of how games end and where there are games enough to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub less_luck: Option<ChangeLessLuck>,
}

/// A change with the luck of the dice taken out, by control variates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ChangeLessLuck {
    /// The other less the first.
    #[serde(serialize_with = "as_share")]
    pub value: f64,
    /// Its interval.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<Interval>,
    /// How many times as many games would have told it as well with the luck left in.
    #[serde(serialize_with = "as_share")]
    pub gain: f64,
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
        } else if self.p_value.is_none() {
            "too few games"
        } else {
            NOT_TOLD_APART
        }
    }

    /// Whether the test over all measures leaves open what the interval by itself would have settled.
    fn is_open_by_holm(&self) -> bool {
        let leaves_out_none = |(low, high)| low > 0.0 || high < 0.0;
        self.verdict() == NOT_TOLD_APART && defined(self.interval).is_some_and(leaves_out_none)
    }
}

/// The verdict on a change that chance may explain.
const NOT_TOLD_APART: &str = "not told apart";

/// Why intervals may stand apart where the verdict is that nothing is told apart.
const HOLM_MAY_NOT: &str = "Not told apart: all measures are tested together, with an error of 5 % in all (Holm), so that \
                            a change may stay open though intervals do not meet.";

/// `comparison.csv`: a row for each measure, side and variant.
///
/// # Errors
/// [`ReportError`] if the writer fails; it writes to memory, so it does not.
pub fn csv(comparison: &Comparison) -> Result<Vec<u8>, ReportError> {
    let rows = comparison.rows.iter().flat_map(|row| {
        comparison.variants.iter().enumerate().map(move |(k, variant)| {
            let value = row.values.get(k).copied().flatten();
            let change = k.checked_sub(1).and_then(|k| row.changes.get(k).copied()?);
            let [low, high] = ends(value.and_then(|v| v.interval));
            let [change_low, change_high] = ends(change.and_then(|c| c.interval));
            let less = change.and_then(|c| c.less_luck);
            let [least, most] = ends(less.and_then(|l| l.interval));
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
                less.map_or(String::new(), |l| share(l.value)),
                least,
                most,
                less.map_or(String::new(), |l| share(l.gain)),
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
            "less_luck_change",
            "less_luck_change_low",
            "less_luck_change_high",
            "less_luck_gain",
        ],
        rows,
    )
}

/// `streaks.csv`: a row for each variant, side and length; the last length of a side has all longer ones.
fn streaks_csv(comparison: &Comparison) -> Result<Vec<u8>, ReportError> {
    let last = comparison.streaks.iter().map(|row| row.length).max();
    let rows = comparison.streaks.iter().map(|row| {
        let [low, high] = ends(row.interval);
        let most = (Some(row.length) != last).then(|| row.length.to_string());
        [
            row.system.clone(),
            row.side.clone(),
            row.length.to_string(),
            most.unwrap_or_default(),
            row.count.to_string(),
            share(row.share),
            low,
            high,
        ]
    });
    table::rows(
        ["variant", "side", "least_actions", "most_actions", "count", "share", "ci_low", "ci_high"],
        rows,
    )
}

/// All files of a comparison: JSON, CSV, and a chart for each family of measures that was measured.
///
/// # Errors
/// [`ReportError`] if a writer fails; they write to memory, so they do not.
pub fn files(comparison: &Comparison) -> Result<Vec<OutputFile>, ReportError> {
    let mut files = vec![
        OutputFile::new("comparison.json", crate::json::of(comparison)?),
        OutputFile::new("comparison.csv", csv(comparison)?),
        OutputFile::new("streaks.csv", streaks_csv(comparison)?),
    ];
    files.extend(charts::all(comparison));
    if let Some(panel) = &comparison.panel {
        files.push(panel::file(panel)?);
    }
    Ok(files)
}

impl Comparison {
    /// Rows of a measure that came to be measured.
    fn measured<'c>(&'c self, measure: &'c str) -> impl Iterator<Item = &'c MeasureRow> {
        let rows = self.rows.iter();
        rows.filter(move |row| row.measure == measure && row.values.iter().any(Option::is_some))
    }

    /// Where a row is highest: the highest variant first, with every other that is not told apart from it. Empty if the row
    /// is 0 under all.
    fn highest<'c>(&'c self, row: &'c MeasureRow) -> Vec<(&'c Variant, Value)> {
        let values = self.variants.iter().zip(&row.values).enumerate();
        let mut measured: Vec<(usize, &Variant, Value)> =
            values.filter_map(|(k, (variant, value))| Some((k, variant, (*value)?))).collect();
        measured.sort_by(|one, two| two.2.value.total_cmp(&one.2.value));
        let Some((best, _, most)) = measured.first().copied().filter(|m| m.2.value > 0.0) else {
            return Vec::new();
        };
        // Against the first variant there is a test, on the same dice; of others the intervals must not meet.
        let is_real =
            |k: usize| row.changes.get(k - 1).is_some_and(|c| c.is_some_and(|c| c.is_real()));
        let is_apart = |(k, _, value): &&(usize, &Variant, Value)| {
            if best == 0 || *k == 0 {
                return is_real(best.max(*k));
            }
            let ends = defined(most.interval).zip(defined(value.interval));
            ends.is_some_and(|((low, _), (_, high))| high < low)
        };
        let others = measured.iter().skip(1).filter(|other| !is_apart(other));
        std::iter::once(&measured[0])
            .chain(others)
            .map(|(_, variant, value)| (*variant, *value))
            .collect()
    }
}
