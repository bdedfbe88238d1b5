//! Sensitivity: which numbers of the rules matter, which never do, how they interact, and where the luck comes from.

mod answer;
mod charts;

pub use answer::text;

use serde::{Deserialize, Serialize};

use crate::comparison::{ChangeValue, Value};
use crate::panel::{self, Panel};
use crate::schema;
use crate::study::{Measured, Played};
use crate::table::{Row as _, Table};
use crate::{Findings, Words};

/// Most rows in the table of the summary and in the chart of effects.
const TOP: usize = 14;

/// A study of the numbers of the rules.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Sensitivity {
    /// Title of the battle.
    pub title: String,
    /// What is measured.
    pub measure: Measured,
    /// Its value in the battle as it stands; `None` if it could not be measured.
    pub value: Option<Value>,
    /// The second pass, if the numbers that looked largest were played again with new dice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closer: Option<Closer>,
    /// Every number of the rules that can take a step, in the rulebook's order; empty if only luck was asked for.
    pub numbers: Vec<Number>,
    /// How the most important numbers interact, if asked for.
    pub interplay: Option<Interplay>,
    /// Where the luck comes from.
    pub luck: Option<Luck>,
    /// Results of the greatest steps with other bots, if any played.
    pub panel: Option<Panel>,
    /// The games played with each step.
    #[serde(flatten)]
    pub played: Played,
}

/// A second pass: games on new dice with those numbers that looked largest, of which it tells these games alone.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Closer {
    /// Its games with each step.
    pub games: u64,
    /// Paths of its numbers.
    pub numbers: Vec<String>,
}

crate::rows! {
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
        pub steps: Vec<StepEffect> => Rows(StepEffect::SCHEMA.columns) [in_json],
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

    /// How parameters act together.
    pub struct Interplay {
        /// The parameters, and each two of them.
        pub rows: Vec<InterplayRow> => Rows(InterplayRow::SCHEMA.columns),
        /// How much the measure varies over all combinations: its variance.
        pub variance: Option<Value> => Record(Value::SCHEMA.columns),
        /// Combinations played.
        pub points: usize => Whole,
    }

    /// How the most important numbers act together: a row for each and for each two of them, with shares of the variance of the
    /// measure over all combinations of their values, which may come out below 0 by chance. There only with `--interactions`.
    pub struct InterplayRow in "interactions.csv" {
        /// Path of a number.
        pub path: String => Text,
        /// Path of another, for what the two do together; else empty.
        pub other_path: String => Text,
        /// The values that it took; of two none.
        pub values: Vec<String> => List [in_json],
        /// Share that it explains alone, or that the two explain together only.
        pub first: Option<Value> => Record(Value::SCHEMA.columns),
        /// Share that it has a part in; empty of two.
        pub total: Option<Value> => Record(Value::SCHEMA.columns),
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
        pub first: Option<Value> => Record(Value::SCHEMA.columns),
        /// Share that these dice play a part in.
        pub total: Option<Value> => Record(Value::SCHEMA.columns),
    }
}

schema! {
    /// `sensitivity.csv`.
    SENSITIVITY in "sensitivity.csv", "What a step of each number of the rules does: a row for each number and step.";
    fn step_row(study: &Sensitivity, number: &Number, step: &StepEffect) {
        "number": Shared(Number::SCHEMA.columns), "The number." => number.clone(),
        "step": Shared(StepEffect::SCHEMA.columns), "The step." => step.clone(),
        "measured": Shared(Measured::SCHEMA.columns), "What is measured." => study.measure.clone(),
        "games": Whole, "Games played with the step." => study.games(number),
        "dead": YesNo, "Whether no game changed, whichever way the number was moved." => number.is_dead(),
    }
}

impl Number {
    /// Returns whether no game changed, whichever way the number was moved.
    pub fn is_dead(&self) -> bool {
        let mut tried = self.steps.iter().filter(|step| step.refused.is_empty()).peekable();
        tried.peek().is_some() && tried.all(|step| step.changed_games == Some(0))
    }

    /// Returns whether any step changes the measure by more than chance explains.
    pub fn is_real(&self) -> bool {
        self.steps.iter().any(|step| step.change.is_some_and(|c| c.is_real()))
    }

    fn greatest(&self) -> Option<usize> {
        let changes = self.steps.iter().enumerate();
        let changes = changes.filter_map(|(k, step)| Some((k, step.change?.value.abs())));
        changes.max_by(|one, two| one.1.total_cmp(&two.1)).map(|(k, _)| k)
    }

    fn toward(&self, direction: i8) -> Option<&StepEffect> {
        self.steps.iter().find(|step| step.direction == direction)
    }

    /// Returns the steps to show: down and up, or for words, which have no order, the one with the greatest effect.
    fn shown(&self) -> [Option<&StepEffect>; 2] {
        match [self.toward(-1), self.toward(1)] {
            [None, None] => [None, self.greatest().map(|k| &self.steps[k])],
            pair => pair,
        }
    }
}

impl Sensitivity {
    fn is_closer(&self, number: &Number) -> bool {
        self.closer.as_ref().is_some_and(|closer| closer.numbers.contains(&number.path))
    }

    /// Returns the games that the changes of a number are from.
    fn games(&self, number: &Number) -> u64 {
        let closer = self.closer.as_ref().filter(|_| self.is_closer(number));
        closer.map_or(self.played.games, |closer| closer.games)
    }

    /// Returns the greatest step of each number that changed a game, as indices of number and step: the greatest of all first,
    /// after a second pass that of its numbers.
    pub fn greatest_steps(&self) -> Vec<(usize, usize)> {
        let mut greatest = greatest_steps(&self.numbers);
        greatest.sort_by_key(|(number, _)| !self.is_closer(&self.numbers[*number]));
        greatest
    }

    /// Returns the findings without their summary.
    pub(crate) fn shown(&self) -> Findings {
        let tornado = charts::tornado(self).map(|chart| ("tornado.svg".into(), chart));
        let luck = self.luck.as_ref().and_then(|luck| charts::luck(self, luck));
        let luck = luck.map(|chart| ("luck.svg".into(), chart));
        let panel = self
            .panel
            .as_ref()
            .and_then(|it| panel::chart(it, self.played.caption("with each step")));
        let charts = [tornado, luck, panel].into_iter().flatten().collect();
        let steps = self.numbers.iter().flat_map(|of| of.steps.iter().map(move |step| (of, step)));
        let steps = steps.map(|(number, step)| step_row(self, number, step));
        let steps = (!self.numbers.is_empty()).then(|| Table::new(&SENSITIVITY, steps));
        let interplay = self.interplay.as_ref().map(|interplay| Table::of(&interplay.rows));
        let luck = self.luck.as_ref().map(|luck| {
            let (source, first) = ("together".to_owned(), luck.together);
            let together = LuckSource { source, first, ..LuckSource::default() };
            Table::of(&[luck.sources.as_slice(), &[together]].concat())
        });
        let panel = self.panel.as_ref().map(panel::table);
        let measure = &self.measure;
        Findings {
            tables: [steps, interplay, luck, panel].into_iter().flatten().collect(),
            charts,
            words: Words {
                definitions: vec![(measure.measure.clone(), measure.about.clone())],
                ..self.played.words("sensitivity", &self.title, &text(self))
            },
            ..Findings::default()
        }
    }
}

/// Returns how many numbers clearly move the measure, had no clear effect, changed no game, changed games but were never
/// measured, or could not be moved. They add up to all numbers.
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

/// Returns the numbers that changed a game, the greatest effect first.
fn ranked(study: &Sensitivity) -> Vec<(&Number, ChangeValue)> {
    let greatest = study.greatest_steps().into_iter().map(|(number, step)| {
        let number = &study.numbers[number];
        Some((number, number.steps[step].change?))
    });
    greatest.flatten().collect()
}

/// Returns the greatest step of each number that changed a game, the greatest of all first, as indices of number and step.
fn greatest_steps(numbers: &[Number]) -> Vec<(usize, usize)> {
    let size = |of: &Number, step: usize| of.steps[step].change.map_or(0.0, |it| it.value.abs());
    let alive = numbers.iter().enumerate().filter(|(_, number)| !number.is_dead());
    let mut greatest: Vec<(usize, usize)> =
        alive.filter_map(|(k, number)| Some((k, number.greatest()?))).collect();
    greatest
        .sort_by(|one, two| size(&numbers[two.0], two.1).total_cmp(&size(&numbers[one.0], one.1)));
    greatest
}
