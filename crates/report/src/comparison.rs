//! Variants side by side: every measure with its interval, and what changes from the first to each of the others.

mod charts;
mod ground;
mod overview;
mod quoted;
mod text;

use quoted::signed;
pub(crate) use quoted::{alone, places_alone, plain, quoted_value, signed_number, signed_value};
pub use text::text;

use serde::{Deserialize, Serialize};

use crate::json;
use crate::number::{NO_BREAK, as_interval, as_maybe_exact, as_share, defined, grouped};
use crate::panel::{self, Panel};
use crate::solved::VariantRow;
use crate::study::Confirmed;
use crate::table::Kind::{Exact, Interval, Number, Share, Text, Whole};
use crate::table::{Column, Schema, Table};
use crate::{
    Findings, OutputFile, ReportError, StreakMean, StreakRow, Words, cells, safe_text, words,
};

/// Below this share of draws half of all games is as good as even, and what one side does not win the other does.
pub(crate) const FEW_DRAWS: f64 = 0.05;

/// Adjusted p-values up to this are told as changes.
const ALPHA: f64 = 0.05;

/// Several variants of a battle, played on the same dice.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
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
    /// Rounds after which games were stopped under each variant alike, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// The file that was played, the first of two.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub file: String,
    /// The command that gives the same numbers.
    pub command: String,
    /// Names of the two sides.
    pub sides: [String; 2],
    /// Bots that stand by, or never act.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub doubts: Vec<String>,
    /// One row for each measure and side.
    pub rows: Vec<MeasureRow>,
    /// How long streaks are under each variant, which is named as the system; the last length has all longer ones.
    pub streaks: Vec<StreakRow>,
    /// The same in one number for each variant and side.
    pub streak_means: Vec<StreakMean>,
    /// The variants that the headline picked, played again, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub confirmed: Vec<Confirmed>,
    /// Whether the changes hold for other bots, when asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panel: Option<Panel>,
    /// Measures that were asked for by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
    /// Ways of fighting are compared, rather than who acts when.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_of_fighting: bool,
    /// What each variant is worth between players that were searched for, when asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solved: Vec<VariantRow>,
    /// Where the players of each variant come from and what it is worth between them, where they were named.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// From where to where the first side was to win between these players, as far as was searched, where that is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<Option<crate::Interval>>,
    /// What to know about the numbers: methods with their sources.
    pub notes: Vec<String>,
}

/// One variant.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Variant {
    /// Its name in tables.
    pub label: String,
    /// What it changes, each a path and a value, where that is its name: people know parameters by other words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<(String, String)>,
    /// SHA-256 of the scenario.
    pub scenario_sha256: String,
    /// SHA-256 of the rulebook as it was in force.
    pub rulebook_sha256: String,
    /// Games in which anything at all went differently from the first variant, where that was counted; none of the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changed_games: Option<u64>,
}

impl Variant {
    /// What people call it, made harmless.
    #[must_use]
    pub fn name(&self) -> String {
        if self.changes.is_empty() {
            return safe_text(&self.label);
        }
        let told =
            self.changes.iter().map(|(path, to)| format!("{} ={NO_BREAK}{to}", words::human(path)));
        safe_text(&told.collect::<Vec<_>>().join("; "))
    }
}

/// One measure of one side.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
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
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Value {
    /// The value.
    #[serde(serialize_with = "as_share")]
    pub value: f64,
    /// Its interval.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<crate::Interval>,
}

/// A change from the first variant to another.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ChangeValue {
    /// The other less the first.
    #[serde(serialize_with = "as_share")]
    pub value: f64,
    /// Its interval.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<crate::Interval>,
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
    /// What it is with other bots, if any have played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<Others>,
}

/// A change over all pairs of bots of a panel, those of the battle among them.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Others {
    /// The least.
    #[serde(serialize_with = "as_share")]
    pub least: f64,
    /// The greatest.
    #[serde(serialize_with = "as_share")]
    pub greatest: f64,
    /// Whether some pair but that of the battle tells a change, over all measures and pairs together.
    pub is_told: bool,
    /// Whether every pair tells one.
    #[serde(default)]
    pub is_told_by_all: bool,
    /// Whether some pair tells that it is higher.
    #[serde(default)]
    pub is_higher: bool,
    /// Whether some pair tells that it is lower.
    #[serde(default)]
    pub is_lower: bool,
}

/// A change with the luck of the dice taken out, by control variates.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct ChangeLessLuck {
    /// The other less the first.
    #[serde(serialize_with = "as_share")]
    pub value: f64,
    /// Its interval.
    #[serde(serialize_with = "as_interval")]
    pub interval: Option<crate::Interval>,
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

    /// Whether some pair of bots tells that it is higher, and whether some tells that it is lower.
    fn told(&self) -> [bool; 2] {
        let own = self.is_real();
        let others = self.others.map_or([false; 2], |others| [others.is_higher, others.is_lower]);
        [own && self.value > 0.0 || others[0], own && self.value < 0.0 || others[1]]
    }

    /// Whether the players decide it: with some it is clearly higher, with others clearly lower.
    #[must_use]
    pub fn depends_on_who_plays(&self) -> bool {
        self.told() == [true, true]
    }

    /// What only other bots have to say of it, in the words of the verdict.
    fn caveat(&self) -> Option<&'static str> {
        let is_of_others = !self.is_real() && self.told() != [false; 2];
        (is_of_others || self.depends_on_who_plays()).then(|| self.verdict())
    }

    /// A word for the verdict.
    fn verdict(&self) -> &'static str {
        match (self.told(), self.is_real()) {
            ([true, true], _) => DEPENDS,
            ([true, false], true) => "higher",
            ([false, true], true) => "lower",
            ([true, false], false) => "higher with other bots",
            ([false, true], false) => "lower with other bots",
            _ if self.value == 0.0 && self.interval.is_some_and(|(low, high)| low == high) => {
                "the same"
            }
            _ if self.p_value.is_none() => "too few games",
            _ => NOT_TOLD_APART,
        }
    }

    /// The same in a table.
    fn brief(&self) -> &'static str {
        match (self.told(), self.is_real()) {
            ([true, true], _) => "depends",
            ([true, _] | [_, true], false) => "others",
            _ => self.verdict(),
        }
    }

    /// Whether the test over all measures leaves open what the interval by itself would have settled.
    pub(crate) fn is_open_by_holm(&self) -> bool {
        let leaves_out_none = |(low, high)| low > 0.0 || high < 0.0;
        self.verdict() == NOT_TOLD_APART && defined(self.interval).is_some_and(leaves_out_none)
    }
}

/// The verdict on a change that goes one way with some players, and the other way with others.
const DEPENDS: &str = "depends on who plays";

/// The verdict on a change that chance may explain.
const NOT_TOLD_APART: &str = "no clear difference";

/// Why intervals may stand apart where the verdict is that there is no clear difference.
const HOLM_MAY_NOT: &str = "All measures are tested together, with an error of 5\u{a0}% in all, so there may be no clear \
                            difference even where intervals do not meet.";

/// `comparison.csv`.
pub const COMPARISON: Schema = Schema {
    file: "comparison.csv",
    about: "Every measure under every variant: a row for each measure, side and variant.",
    columns: &[
        Column::new("variant", Text, "Name of the variant."),
        Column::new("measure", Text, "Name of the measure, such as `win-rate`."),
        Column::new("side", Text, "The side; empty for a measure of the whole game."),
        Column::new("value", Number, "Its value; a share is a fraction of one."),
        Column::new("interval", Interval("ci_low", "ci_high"), "Interval of the value."),
        Column::new(
            "change",
            Number,
            "The value less that of the first variant; empty of the first.",
        ),
        Column::new("change", Interval("change_low", "change_high"), "Interval of the change."),
        Column::new("p_value", Exact, "Two-sided p-value of the change."),
        Column::new(
            "adjusted_p_value",
            Exact,
            "The same, adjusted for all measures of the comparison.",
        ),
        Column::new(
            "pairing_gain",
            Exact,
            "How many times as many games with dice of their own would have shown as much.",
        ),
        Column::new(
            "less_luck_change",
            Number,
            "The change with the luck of the dice taken out, of how games end and where there are enough games to tell.",
        ),
        Column::new(
            "less_luck_change",
            Interval("less_luck_change_low", "less_luck_change_high"),
            "Interval of that.",
        ),
        Column::new(
            "less_luck_gain",
            Number,
            "How many times as many games would have shown it as well with the luck left in.",
        ),
    ],
};

/// `streak-lengths.csv`.
pub const STREAK_LENGTHS: Schema = Schema {
    file: "streak-lengths.csv",
    about: "How long streaks are under each variant: a row for each variant, side and length, the last for all longer ones.",
    columns: &[
        Column::new("variant", Text, "Name of the variant."),
        Column::new("side", Text, "Side that held the initiative."),
        Column::new("least_actions", Whole, "Length in actions, or the least of the last row."),
        Column::new(
            "most_actions",
            Whole,
            "The same length; empty in the last row, which has no most.",
        ),
        Column::new("count", Whole, "Number of such streaks."),
        Column::new("share", Share, "Share of the side's streaks."),
        Column::new("interval", Interval("ci_low", "ci_high"), "Interval of the share."),
    ],
};

/// A row for each measure, side and variant.
fn measures(comparison: &Comparison) -> Table {
    let rows = comparison.rows.iter().flat_map(|row| {
        comparison.variants.iter().enumerate().map(move |(k, variant)| {
            let value = row.values.get(k).copied().flatten();
            let change = k.checked_sub(1).and_then(|k| row.changes.get(k).copied()?);
            let less = change.and_then(|c| c.less_luck);
            cells![
                &variant.label,
                &row.measure,
                &row.side,
                value.map(|v| v.value),
                value.and_then(|v| v.interval),
                change.map(|c| c.value),
                change.and_then(|c| c.interval),
                change.and_then(|c| c.p_value),
                change.and_then(|c| c.adjusted_p_value),
                change.and_then(|c| c.gain),
                less.map(|l| l.value),
                less.and_then(|l| l.interval),
                less.map(|l| l.gain),
            ]
        })
    });
    Table::new(&COMPARISON, rows)
}

/// A row for each variant, side and length; the last length of a side has all longer ones.
fn streak_lengths(comparison: &Comparison) -> Table {
    let last = comparison.streaks.iter().map(|row| row.length).max();
    let rows = comparison.streaks.iter().map(|row| {
        let most = (Some(row.length) != last).then_some(row.length);
        cells![&row.system, &row.side, row.length, most, row.count, row.share, row.interval]
    });
    Table::new(&STREAK_LENGTHS, rows)
}

impl Comparison {
    /// Of more than two variants, those under which the first side wins least and most often: what a headline picks.
    #[must_use]
    pub fn ends(&self) -> Option<[usize; 2]> {
        let row = self.measured("win-rate").next()?;
        let share = |k: &usize| row.values.get(*k).copied().flatten().map(|value| value.value);
        let by_share = |one: &usize, other: &usize| {
            share(one).unwrap_or_default().total_cmp(&share(other).unwrap_or_default())
        };
        let known = || (0..self.variants.len()).filter(|k| share(k).is_some());
        let ends = [known().min_by(by_share)?, known().max_by(by_share)?];
        (known().count() > 2).then_some(ends)
    }

    /// Everything that a comparison leaves.
    ///
    /// # Errors
    /// [`ReportError`] if a writer fails; they write to memory, so they do not.
    pub fn findings(&self) -> Result<Findings, ReportError> {
        let panel = self.panel.as_ref().map(panel::table);
        let solved = (!self.solved.is_empty()).then(|| Table::of(&self.solved));
        let tables = [Some(measures(self)), Some(streak_lengths(self)), panel, solved];
        let charts = charts::all(self).into_iter().map(|(name, chart)| (name.into(), chart));
        Ok(Findings {
            summary: Some(OutputFile::new("comparison.json", json::of(json::COMPARISON, self)?)),
            tables: tables.into_iter().flatten().collect(),
            charts: charts.collect(),
            words: self.words(),
            ..Findings::default()
        })
    }

    fn words(&self) -> Words {
        let rows = self.rows.iter().map(|row| (row.measure.clone(), row.about.clone()));
        let games = [("Games", format!("{} under each", grouped(self.games)))];
        let seed =
            [("Seed", self.seed.to_string()), ("Program", format!("skirmish {}", self.version))];
        let variants = self.variants.iter().map(|variant| {
            let Variant { label, scenario_sha256, rulebook_sha256, .. } = variant;
            ("SHA-256", format!("{label}: scenario {scenario_sha256}, rulebook {rulebook_sha256}"))
        });
        let players = self.players.iter().map(|told| ("Players", told.clone()));
        Words {
            command: "compare",
            title: self.title.clone(),
            answer: panel::below(text(self), self.panel.as_ref()).text(false),
            doubts: self.doubts.clone(),
            definitions: rows.collect(),
            methods: self.notes.clone(),
            origins: players.chain(games).chain(seed).chain(variants).collect(),
            again: self.command.clone(),
            ..Words::default()
        }
    }

    /// Whether no game went otherwise under any variant, whoever of those that were asked for played.
    fn changes_nothing(&self) -> bool {
        let mut changes = self.rows.iter().flat_map(|row| row.changes.iter().flatten());
        let with_other_bots = |change: &ChangeValue| {
            change.others.is_some_and(|others| others.least != 0.0 || others.greatest != 0.0)
        };
        (1..self.variants.len()).all(|k| text::is_unchanged(self, k))
            && !changes.any(with_other_bots)
    }

    /// Rows of a measure that came to be measured.
    fn measured<'c>(&'c self, measure: &'c str) -> impl Iterator<Item = &'c MeasureRow> {
        let rows = self.rows.iter();
        rows.filter(move |row| row.measure == measure && row.values.iter().any(Option::is_some))
    }

    /// Whether a longer search for players may make up for the difference from the first variant: as far as was searched, both may
    /// be worth as much.
    fn may_be_moved(&self, k: usize) -> bool {
        let range = |k: usize| self.ranges.get(k).copied().flatten();
        range(0).zip(range(k)).is_some_and(|(one, other)| one.0 <= other.1 && other.0 <= one.1)
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
        // Against the first variant there is a test, on the same dice, of all of them together; of two others one must pass it, and
        // their intervals must not meet.
        let is_real =
            |k: usize| row.changes.get(k - 1).is_some_and(|c| c.is_some_and(|c| c.is_real()));
        let is_apart = |(k, _, value): &&(usize, &Variant, Value)| {
            if best == 0 || *k == 0 {
                return is_real(best.max(*k));
            }
            let ends = defined(most.interval).zip(defined(value.interval));
            (is_real(best) || is_real(*k)) && ends.is_some_and(|((low, _), (_, high))| high < low)
        };
        let others = measured.iter().skip(1).filter(|other| !is_apart(other));
        std::iter::once(&measured[0])
            .chain(others)
            .map(|(_, variant, value)| (*variant, *value))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(value: f64, p: f64, [is_higher, is_lower]: [bool; 2]) -> ChangeValue {
        ChangeValue {
            value,
            p_value: Some(p),
            adjusted_p_value: Some(p),
            others: Some(Others {
                least: -0.1,
                greatest: 0.1,
                is_told: is_higher || is_lower,
                is_told_by_all: false,
                is_higher,
                is_lower,
            }),
            ..ChangeValue::default()
        }
    }

    #[test]
    fn a_change_depends_on_who_plays_if_it_clearly_goes_both_ways() {
        for (value, p, others, verdict, brief) in [
            (0.1, 0.001, [true, true], "depends on who plays", "depends"),
            (0.1, 0.001, [false, true], "depends on who plays", "depends"),
            (0.0, 0.9, [true, true], "depends on who plays", "depends"),
            // Some pair came out on the other side of nothing, and is not told apart from it.
            (0.1, 0.001, [true, false], "higher", "higher"),
            (-0.1, 0.001, [false, true], "lower", "lower"),
            (0.1, 0.9, [true, false], "higher with other bots", "others"),
            (0.1, 0.9, [false, true], "lower with other bots", "others"),
            (0.1, 0.9, [false, false], NOT_TOLD_APART, NOT_TOLD_APART),
        ] {
            let change = change(value, p, others);
            assert_eq!((change.verdict(), change.brief()), (verdict, brief), "{change:?}");
        }
    }
}
