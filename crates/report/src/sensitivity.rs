//! Which numbers of the rules matter, which never do, how they act together, and where the luck comes from.

mod answer;
mod charts;
mod tables;

pub use answer::text;
pub use tables::{INTERACTIONS, SENSITIVITY};

use serde::{Deserialize, Serialize};

use crate::comparison::{ChangeValue, Value};
use crate::number::are_apart;
use crate::panel::{self, Panel, below};
use crate::study::{Confirmed, Measured, Played};
use crate::table::{Column, Kind, Table};
use crate::{Findings, Words};

/// Numbers that are named in the answer.
const NAMED: usize = 3;

/// Rows of the table in the summary, and of the chart of the greatest effects.
const TOP: usize = 14;

/// A study of the numbers of the rules.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Sensitivity {
    /// Title of the battle.
    pub title: String,
    /// What is measured.
    pub measure: Measured,
    /// Its value as the battle stands; `None` if it never came to be measured.
    pub value: Option<Value>,
    /// Every number of the rules that can take a step, in the order of the rulebook; empty if only luck was asked for.
    pub numbers: Vec<Number>,
    /// Whether those that matter most do so with other players, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<OtherPlayers>,
    /// How the most important act together, if asked for.
    pub interplay: Option<Interplay>,
    /// Where the luck comes from.
    pub luck: Option<Luck>,
    /// The steps that the answer names, taken again, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub confirmed: Vec<Confirmed>,
    /// Whether the greatest steps do as much with other bots, when asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub panel: Option<Panel>,
    /// The games that were played with each step.
    #[serde(flatten)]
    pub played: Played,
}

crate::rows! {
    /// What the greatest steps do with the battle's own bots and with other players.
    pub struct OtherRow in "other-players.csv" {
        /// Path of the number.
        pub path: String => Text,
        /// The value that the step leads to.
        pub step: String => Text,
        /// The change with the battle's own bots.
        pub own: f64 => Number,
        /// Its interval.
        pub own_interval: Option<crate::Interval> => Interval("own_ci_low", "own_ci_high"),
        /// The change with the other players.
        pub others: f64 => Number,
        /// Its interval.
        pub others_interval: Option<crate::Interval> => Interval("others_ci_low", "others_ci_high"),
    }

    /// One number of the rules, or one word.
    pub struct Number {
        /// Path of the number.
        pub path: String => Text,
        /// The rule that it belongs to; may be empty.
        pub rule: String => Text,
        /// Its value.
        pub value: String => Text as "now",
        /// Of a row of the factor table, in how many games it counted for a nomination; else empty.
        pub counted_games: Option<u64> => Whole,
        /// Its steps, down first.
        pub steps: Vec<StepEffect> => Rows(StepEffect::SCHEMA.columns) [InJson],
    }

    /// What a step does.
    pub struct StepEffect {
        /// The value that the step leads to.
        pub value: String => Text as "step_to",
        /// 1 for up, -1 for down, 0 where there is no order.
        pub direction: i8 => Whole,
        /// The change of the measure; empty if it was not measured.
        pub change: Option<ChangeValue> => Shared(ChangeValue::SCHEMA.columns),
        /// Games in which anything at all went differently, or was told with another number; empty if the step was refused.
        pub changed_games: Option<u64> => Whole,
        /// Why the battle cannot be played with the step; empty if it can.
        pub refused: String => Text,
    }

    /// The steps of a study, taken with other players.
    pub struct OtherPlayers {
        /// Who plays each side, in words.
        pub who: [String; 2] => List,
        /// The measure with them, as the battle stands.
        pub value: Option<Value> => Record(Value::SCHEMA.columns),
        /// The steps that do most with the battle's own bots.
        pub rows: Vec<OtherRow> => Rows(OtherRow::SCHEMA.columns),
    }

    /// How parameters act together.
    pub struct Interplay {
        /// The parameters.
        pub parameters: Vec<InterplayRow> => Rows(InterplayRow::SCHEMA.columns),
        /// For each two of them, what they do together beyond what each does alone.
        pub pairs: Vec<InterplayPair> => Rows(InterplayPair::SCHEMA.columns),
        /// How much the measure varies over all combinations: its variance.
        pub variance: Option<Value> => Record(Value::SCHEMA.columns),
        /// Combinations played.
        pub points: usize => Whole,
    }

    /// One parameter among others.
    pub struct InterplayRow {
        /// Its path.
        pub path: String => Text,
        /// The values that it took.
        pub values: Vec<String> => List,
        /// Share of the variance that it explains alone.
        pub first: Option<Value> => Record(Value::SCHEMA.columns),
        /// Share that it has a part in.
        pub total: Option<Value> => Record(Value::SCHEMA.columns),
    }

    /// Two parameters.
    pub struct InterplayPair {
        /// Their paths.
        pub paths: [String; 2] => List,
        /// Share of the variance that they explain together only.
        pub share: Option<Value> => Record(Value::SCHEMA.columns),
    }

    /// Where the luck comes from.
    pub struct Luck {
        /// Games that it was read from.
        pub games: u64 => Whole,
        /// Games from which on there are shares, if the measure varies at all.
        pub least: u64 => Whole,
        /// The sources of dice.
        pub sources: Vec<LuckSource> => Rows(LuckSource::SCHEMA.columns),
        /// Share of the variance that no source explains alone.
        pub together: Option<Value> => Record(Value::SCHEMA.columns),
    }

    /// Where the luck comes from: a row for each kind of dice, with shares of the variance of the measure over games, and a last one
    /// for what no kind explains alone.
    pub struct LuckSource in "luck.csv" {
        /// What the dice are for, or `together`.
        pub source: String => Text,
        /// Dice rolled for it a game.
        pub dice: Option<f64> => Number as "dice_per_game",
        /// Share that these dice decide whatever the others show; empty if the measure does not vary.
        pub first: Option<Value> => Shared(ALONE),
        /// Share that these dice play a part in.
        pub total: Option<Value> => Shared(IN_ALL),
    }
}

/// Columns of a share.
macro_rules! share {
    ($name:literal, $low:literal, $high:literal, $about:literal) => {
        &[
            Column::new("value", Kind::Share, $about).headed($name),
            Column::new("interval", Kind::Interval($low, $high), "Interval of that.")
                .headed(concat!($name, "_interval")),
        ]
    };
}
const ALONE: &[Column] = share!(
    "alone",
    "alone_low",
    "alone_high",
    "Share that these dice decide whatever the others show."
);
const IN_ALL: &[Column] =
    share!("in_all", "in_all_low", "in_all_high", "Share that these dice play a part in.");

impl OtherRow {
    /// Whether the players decide what the step does: the intervals of both changes do not meet.
    pub fn depends_on_who_plays(&self) -> bool {
        are_apart(self.own_interval, self.others_interval)
    }
}

impl Number {
    /// Whether no game changed, whichever way it was moved.
    pub fn is_dead(&self) -> bool {
        let mut tried = self.steps.iter().filter(|step| step.refused.is_empty()).peekable();
        tried.peek().is_some() && tried.all(|step| step.changed_games == Some(0))
    }

    /// Whether any of its steps changes the measure by more than chance explains.
    pub fn is_real(&self) -> bool {
        self.steps.iter().any(|step| step.change.is_some_and(|c| c.is_real()))
    }

    /// The place of the step with the greatest effect.
    fn greatest(&self) -> Option<usize> {
        let changes = self.steps.iter().enumerate();
        let changes = changes.filter_map(|(k, step)| Some((k, step.change?.value.abs())));
        changes.max_by(|one, two| one.1.total_cmp(&two.1)).map(|(k, _)| k)
    }

    fn toward(&self, direction: i8) -> Option<&StepEffect> {
        self.steps.iter().find(|step| step.direction == direction)
    }

    /// The steps that are shown: down and up; of words, which have neither, the one with the greatest effect.
    fn shown(&self) -> [Option<&StepEffect>; 2] {
        match [self.toward(-1), self.toward(1)] {
            [None, None] => [None, self.greatest().map(|k| &self.steps[k])],
            pair => pair,
        }
    }
}

impl Sensitivity {
    /// The steps that the answer names: the greatest of those that clearly move the measure, as [`greatest_steps`].
    pub fn named(&self) -> Vec<(usize, usize)> {
        let mut named = greatest_steps(&self.numbers);
        named.retain(|(number, _)| self.numbers[*number].is_real());
        named.truncate(NAMED);
        named
    }

    /// What was found, without its summary.
    pub(crate) fn shown(&self) -> Findings {
        let has_numbers = !self.numbers.is_empty();
        let mut charts = Vec::new();
        if has_numbers {
            charts.extend(charts::tornado(self).map(|chart| ("tornado.svg".into(), chart)));
        }
        let luck = self.luck.as_ref().and_then(|luck| charts::luck(self, luck));
        charts.extend(luck.map(|chart| ("luck.svg".into(), chart)));
        charts
            .extend(self.panel.as_ref().and_then(|it| self.played.chart_of(it, "with each step")));
        let steps = has_numbers.then(|| tables::steps(self));
        let others = self.others.as_ref().map(|others| Table::of(&others.rows));
        let interplay = self.interplay.as_ref().map(tables::interplay);
        let luck = self.luck.as_ref().map(tables::luck);
        let panel = self.panel.as_ref().map(panel::table);
        let measure = &self.measure;
        Findings {
            tables: [steps, others, interplay, luck, panel].into_iter().flatten().collect(),
            charts,
            words: Words {
                definitions: vec![(measure.measure.clone(), measure.about.clone())],
                ..self.played.words(
                    "sensitivity",
                    &self.title,
                    &below(text(self), self.panel.as_ref()),
                )
            },
            ..Findings::default()
        }
    }
}

/// How many numbers clearly move the measure, had no clear effect, changed no game, changed games in which it was never measured,
/// and could not be moved; all of them together are all numbers.
fn counts(study: &Sensitivity) -> [usize; 5] {
    let ranked = ranked(study);
    let real = ranked.iter().filter(|(number, _)| number.is_real()).count();
    let dead = study.numbers.iter().filter(|number| number.is_dead()).count();
    let has_played =
        |number: &&Number| number.steps.iter().any(|step| step.changed_games > Some(0));
    let unknown = study.numbers.iter().filter(|number| number.greatest().is_none());
    let unknown = unknown.filter(has_played).count();
    let untried = study.numbers.len().saturating_sub(ranked.len() + dead + unknown);
    [real, ranked.len() - real, dead, unknown, untried]
}

/// Numbers that took part, the greatest effect first.
fn ranked(study: &Sensitivity) -> Vec<(&Number, ChangeValue)> {
    let greatest = greatest_steps(&study.numbers).into_iter().map(|(number, step)| {
        let number = &study.numbers[number];
        Some((number, number.steps[step].change?))
    });
    greatest.flatten().collect()
}

/// The greatest step of each number that took part, the greatest of all first: the place of the number, and that of the step.
pub fn greatest_steps(numbers: &[Number]) -> Vec<(usize, usize)> {
    let size = |of: &Number, step: usize| of.steps[step].change.map_or(0.0, |it| it.value.abs());
    let alive = numbers.iter().enumerate().filter(|(_, number)| !number.is_dead());
    let mut greatest: Vec<(usize, usize)> =
        alive.filter_map(|(k, number)| Some((k, number.greatest()?))).collect();
    greatest
        .sort_by(|one, two| size(&numbers[two.0], two.1).total_cmp(&size(&numbers[one.0], one.1)));
    greatest
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(super) fn step(direction: i8, value: f64, adjusted: f64) -> StepEffect {
        StepEffect {
            value: direction.to_string(),
            direction,
            changed_games: Some(9),
            change: Some(ChangeValue {
                value,
                interval: Some((value - 0.02, value + 0.02)),
                p_value: Some(adjusted),
                adjusted_p_value: Some(adjusted),
                gain: None,
                less_luck: None,
                others: None,
            }),
            ..StepEffect::default()
        }
    }

    pub(super) fn study(numbers: Vec<(&str, Vec<StepEffect>)>) -> Sensitivity {
        Sensitivity {
            measure: Measured {
                measure: "win-rate".to_owned(),
                is_share: true,
                ..Measured::default()
            },
            numbers: numbers
                .into_iter()
                .map(|(path, steps)| Number { path: path.to_owned(), steps, ..Number::default() })
                .collect(),
            played: Played { games: 1, ..Played::default() },
            ..Sensitivity::default()
        }
    }
}
