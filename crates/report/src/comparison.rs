//! A comparison of variants: every measure with its interval, and its changes from the first variant to the others.

mod answer;
mod charts;
mod dumbbell;
mod overview;
mod quoted;

pub use answer::text;
pub(crate) use quoted::{
    amount, places_alone, plain, quoted_at, quoted_value, signed, signed_number, signed_value,
};

use serde::{Deserialize, Serialize};

use crate::number::leaves_out;
use crate::panel::{self, Panel};
use crate::schema;
use crate::study::Played;
use crate::table::{Row as _, Table};
use crate::{Findings, StreakMean, StreakRow, Words, safe_text, words};

/// Below this share of draws, half of all games counts as even, and what one side does not win the other does.
pub(crate) const FEW_DRAWS: f64 = 0.05;

/// Changes count as real up to this adjusted p-value.
const ALPHA: f64 = 0.05;

/// Several variants of a battle, played on the same dice.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Comparison {
    /// What is compared, as a headline.
    pub title: String,
    /// The variants. The first is the one that the others are compared with.
    pub variants: Vec<Variant>,
    /// The games played under each variant; the files are those of the first.
    #[serde(flatten)]
    pub played: Played,
    /// Names of the two sides.
    pub sides: [String; 2],
    /// Warnings about bots that stand idle or never act.
    pub doubts: Vec<String>,
    /// One row for each measure and side.
    pub rows: Vec<MeasureRow>,
    /// Lengths of streaks under each variant, which is named as the system; the last length includes all longer ones.
    pub streaks: Vec<StreakRow>,
    /// Mean length of streaks, by variant and side.
    pub streak_means: Vec<StreakMean>,
    /// Results with other bots, if asked for.
    pub panel: Option<Panel>,
    /// Measures asked for by name.
    pub asked: Vec<String>,
    /// Where the players of each variant come from and what the battle is worth between them, if they were named.
    pub players: Vec<String>,
    /// The bots of both sides under each variant, if all variants replace the battle's own.
    pub bots: Vec<[String; 2]>,
    /// Range of the first side's win rate between the searched players of each variant, if known.
    pub ranges: Vec<Option<crate::Interval>>,
}

/// One variant.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Variant {
    /// Name in tables.
    pub label: String,
    /// Changes as pairs of path and value, if the variant is named after them; they are shown in words.
    pub changes: Vec<(String, String)>,
    /// SHA-256 of the scenario.
    pub scenario_sha256: String,
    /// SHA-256 of the rulebook in force.
    pub rulebook_sha256: String,
    /// Games that went differently from the first variant in any way, if counted; `None` for the first.
    pub changed_games: Option<u64>,
}

/// Separates a parameter from its value in the name of a variant.
const EQUALS: &str = " =\u{a0}";

impl Variant {
    /// Returns the display name, made safe.
    pub fn name(&self) -> String {
        if self.changes.is_empty() {
            return safe_text(&self.label);
        }
        let told =
            self.changes.iter().map(|(path, to)| format!("{}{EQUALS}{to}", words::human(path)));
        safe_text(&told.collect::<Vec<_>>().join("; "))
    }
}

crate::rows! {
    /// One measure of one side.
    pub struct MeasureRow {
        /// Name of the measure, such as `win-rate`.
        pub measure: String => Text,
        /// The side; empty for a measure of the whole game.
        pub side: String => Text,
        /// What the value counts, such as `figures a game`; of a share, of what.
        pub unit: String => Text,
        /// Its definition.
        pub about: String => Text [in_json],
        /// Whether it is a share, to be read in percent.
        pub is_share: bool => YesNo [in_json],
        /// For each variant; empty where it never came to be measured.
        pub values: Vec<Option<Value>> => Rows(Value::SCHEMA.columns) [in_json],
        /// For each variant but the first, the change from the first.
        pub changes: Vec<Option<ChangeValue>> => Rows(ChangeValue::SCHEMA.columns) [in_json],
    }

    /// A measured value.
    #[derive(Copy)]
    pub struct Value {
        /// Its value; a share is a fraction of one.
        pub value: f64 => Number,
        /// Interval of the value.
        pub interval: Option<crate::Interval> => Interval("ci_low", "ci_high"),
    }

    /// A change from the battle as it stands, or from the first variant, to another.
    #[derive(Copy)]
    pub struct ChangeValue {
        /// The value less that of the battle as it stands, or of the first variant.
        pub value: f64 => Number as "change",
        /// Interval of the change.
        pub interval: Option<crate::Interval> => Interval("change_low", "change_high") as "change_interval",
        /// Two-sided p-value of the change.
        pub p_value: Option<f64> => Exact,
        /// The same, adjusted for all changes that are asked for together.
        pub adjusted_p_value: Option<f64> => Exact,
        /// How many times as many games with dice of their own would have shown as much.
        pub gain: Option<f64> => Number as "pairing_gain",
        /// The change adjusted for lucky rolls: of how games end, where there are enough games to tell.
        pub less_luck: Option<ChangeLessLuck> => Shared(ChangeLessLuck::SCHEMA.columns),
        /// What it is with other bots, of `compare` and if any have played.
        pub others: Option<Others> => Record(Others::SCHEMA.columns) [in_json],
    }

    /// A change adjusted for lucky rolls, by control variates.
    #[derive(Copy)]
    pub struct ChangeLessLuck {
        /// The change adjusted for lucky rolls: of how games end, where there are enough games to tell.
        pub value: f64 => Number as "less_luck_change",
        /// Interval of that.
        pub interval: Option<crate::Interval> => Interval("less_luck_change_low", "less_luck_change_high") as "less_luck_interval",
        /// How many times as many games would have shown it as well unadjusted.
        pub gain: f64 => Number as "less_luck_gain",
    }

    /// A change over all pairs of bots of a panel, those of the battle among them.
    #[derive(Copy)]
    pub struct Others {
        /// The least.
        pub least: f64 => Number,
        /// The greatest.
        pub greatest: f64 => Number,
        /// Whether some pair tells that it is higher.
        pub is_higher: bool => YesNo,
        /// Whether some pair tells that it is lower.
        pub is_lower: bool => YesNo,
    }
}

impl ChangeValue {
    /// Returns the change to show and judge: the one counted in the games, like the values beside it.
    pub(crate) const fn best(&self) -> Value {
        Value { value: self.value, interval: self.interval }
    }

    /// Returns whether the interval alone would settle the change, but the test over all changes together does not.
    fn is_open(&self) -> bool {
        !self.is_real() && leaves_out(self.interval, 0.0)
    }

    /// Returns how many changes are tested together, if that alone leaves one of those shown open.
    pub(crate) fn tested_together<'c>(
        all: impl Iterator<Item = &'c Self>,
        mut shown: impl Iterator<Item = &'c Self>,
    ) -> Option<usize> {
        let tested = all.filter(|change| change.p_value.is_some()).count();
        shown.any(Self::is_open).then_some(tested)
    }

    /// Returns whether the change is more than chance explains, over all measures together.
    pub fn is_real(&self) -> bool {
        self.adjusted_p_value.is_some_and(|p| p <= ALPHA)
    }

    /// Returns whether any pair of bots shows it higher, and whether any shows it lower.
    fn told(&self) -> [bool; 2] {
        let own = self.is_real();
        let others = self.others.map_or([false; 2], |others| [others.is_higher, others.is_lower]);
        [own && self.value > 0.0 || others[0], own && self.value < 0.0 || others[1]]
    }

    /// Returns whether the change is clearly higher with some players and clearly lower with others.
    pub fn depends_on_who_plays(&self) -> bool {
        self.told() == [true, true]
    }

    /// Returns the verdict, if it rests on other bots.
    fn caveat(&self) -> Option<&'static str> {
        let is_of_others = !self.is_real() && self.told() != [false; 2];
        (is_of_others || self.depends_on_who_plays()).then(|| self.verdict())
    }

    /// How it came out, in words.
    fn verdict(&self) -> &'static str {
        match (self.told(), self.is_real()) {
            ([true, true], _) => "depends on who plays",
            ([true, false], true) => "higher",
            ([false, true], true) => "lower",
            ([true, false], false) => "higher with other bots",
            ([false, true], false) => "lower with other bots",
            _ if self.may_be_chance() => NOT_TOLD_APART,
            _ if self.is_same() => "the same",
            _ => "too few games",
        }
    }

    fn is_same(&self) -> bool {
        self.value == 0.0 && self.interval.is_some_and(|(low, high)| low == high)
    }

    /// Returns whether chance may explain it, and no other bots say otherwise.
    fn may_be_chance(&self) -> bool {
        !self.is_real() && self.told() == [false; 2] && !self.is_same() && self.p_value.is_some()
    }
}

/// Words for a change that chance may explain.
pub const NOT_TOLD_APART: &str = "no clear difference";

schema! {
    /// `comparison.csv`.
    COMPARISON in "comparison.csv", "Every measure under every variant: a row for each measure, side and variant.";
    fn measure_row(
        variant: &Variant,
        row: &MeasureRow,
        value: Option<Value>,
        change: Option<ChangeValue>,
    ) {
        "variant": Text, "Name of the variant." => &variant.label,
        "row": Shared(MeasureRow::SCHEMA.columns), "The measure." => row.clone(),
        "value": Shared(Value::SCHEMA.columns), "Its value." => value,
        "changes": Shared(ChangeValue::SCHEMA.columns), "What changes from the first variant." => change,
    }
}

fn measures(comparison: &Comparison) -> Table {
    let rows = comparison.rows.iter().flat_map(|row| {
        comparison.variants.iter().enumerate().map(move |(k, variant)| {
            let value = row.values.get(k).copied().flatten();
            let change = k.checked_sub(1).and_then(|k| row.changes.get(k).copied()?);
            measure_row(variant, row, value, change)
        })
    });
    Table::new(&COMPARISON, rows)
}

impl Comparison {
    /// Returns the findings without their summary.
    pub(crate) fn shown(&self) -> Findings {
        let panel = self.panel.as_ref().map(panel::table);
        let tables = [Some(measures(self)), Some(Table::of(&self.streaks)), panel];
        Findings {
            tables: tables.into_iter().flatten().collect(),
            charts: charts::all(self),
            words: self.words(),
            ..Findings::default()
        }
    }

    fn words(&self) -> Words {
        let rows = self.rows.iter().map(|row| (row.measure.clone(), row.about.clone()));
        let variants = self.variants.iter().map(|variant| {
            let Variant { label, scenario_sha256, rulebook_sha256, .. } = variant;
            ("SHA-256", format!("{label}: scenario {scenario_sha256}, rulebook {rulebook_sha256}"))
        });
        let bots = self.bots.iter().map(|bots| bots.join(" and "));
        let players = self.players.iter().cloned().chain(bots).map(|told| ("Players", told));
        let words = self.played.words("compare", &self.title, &text(self));
        let games = words.origins.into_iter().filter(|(what, _)| !what.contains("SHA-256"));
        let origins = players.chain(games).chain(variants).collect();
        Words { definitions: rows.collect(), origins, ..words }
    }

    /// Returns whether every game went the same under all variants, with all bots asked for.
    fn changes_nothing(&self) -> bool {
        let mut changes = self.rows.iter().flat_map(|row| row.changes.iter().flatten());
        let with_other_bots = |change: &ChangeValue| {
            change.others.is_some_and(|others| others.least != 0.0 || others.greatest != 0.0)
        };
        (1..self.variants.len()).all(|k| answer::is_unchanged(self, k))
            && !changes.any(with_other_bots)
    }

    /// Returns the rows of a measure that could be measured.
    fn measured<'c>(&'c self, measure: &'c str) -> impl Iterator<Item = &'c MeasureRow> {
        let rows = self.rows.iter();
        rows.filter(move |row| row.measure == measure && row.values.iter().any(Option::is_some))
    }

    /// Returns whether a longer search for players might remove the difference, since the known ranges of both variants
    /// overlap.
    fn may_be_moved(&self, k: usize) -> bool {
        let range = |k: usize| self.ranges.get(k).copied().flatten();
        range(0).zip(range(k)).is_some_and(|(one, other)| one.0 <= other.1 && other.0 <= one.1)
    }
}
