//! A sweep: the battle over a range or grid of values, with every measure at each point and its trend.

mod answer;
mod charts;
mod places;

pub use answer::text;

use serde::{Deserialize, Serialize};

use crate::comparison::{ChangeValue, FEW_DRAWS, Value};
use crate::panel::{self, Panel};
use crate::schema;
use crate::study::{Measured, Played};
use crate::table::{self, Column, Row as _, Table};
use crate::{Findings, LessLuck, Words};

/// A battle measured over a range or grid of values.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Sweep {
    /// Title of the battle.
    pub title: String,
    /// What is varied.
    pub parameters: Vec<Parameter>,
    /// What is measured.
    pub measures: Vec<Measured>,
    /// Every combination of values; the last parameter changes fastest.
    pub points: Vec<Point>,
    /// Trend over the points, if one parameter was varied and its values are numbers.
    pub trend: Option<Trend>,
    /// Results with other bots, if asked for.
    pub panel: Option<Panel>,
    /// The games played at each point.
    #[serde(flatten)]
    pub played: Played,
}

impl Sweep {
    /// Returns whether a measure is the second side's win rate and mirrors the first's, since hardly any game is drawn.
    pub fn is_the_rest(&self, k: usize) -> bool {
        let is_win_rate = |k: &usize| self.measures[*k].measure == "win-rate";
        let first = k.checked_sub(1).filter(|first| is_win_rate(first) && is_win_rate(&k));
        let value = |point: &Point, k: usize| Some(point.cells.get(k)?.value?.value);
        let left = |point: &Point| Some(1.0 - value(point, first?)? - value(point, k)?);
        first.is_some() && self.points.iter().filter_map(left).all(|left| left < FEW_DRAWS)
    }

    /// Returns the first side's lead in win rate at each point; `None` if it was not measured everywhere.
    fn leads(&self) -> Option<Vec<f64>> {
        let lead = |point: &Point| {
            let [one, other] = self.wins(point, |cell| cell.value)?;
            Some(one.value - other.value)
        };
        self.points.iter().map(lead).collect()
    }

    /// Returns the win rates of both sides at a point.
    fn wins(&self, point: &Point, of: fn(&PointMeasure) -> Option<Value>) -> Option<[Value; 2]> {
        let measures = self.measures.iter().zip(&point.cells);
        let mut wins = measures.filter(|(measured, _)| measured.measure == "win-rate");
        Some([of(wins.next()?.1)?, of(wins.next()?.1)?])
    }

    /// Returns the points of a grid in rows; `None` where the battle could not be played.
    fn grid(&self, rows: &Parameter, columns: &Parameter) -> Vec<Vec<Option<usize>>> {
        let at = |row: &String, column: &String| {
            self.points.iter().position(|point| point.values == [row.as_str(), column])
        };
        let row = |row| columns.values.iter().map(|column| at(row, column)).collect();
        rows.values.iter().map(row).collect()
    }

    /// Returns the point at which the battle is closest to even, if that was measured.
    fn closest(&self) -> Option<usize> {
        let leads = self.leads()?;
        let by_lead =
            |one: &usize, other: &usize| leads[*one].abs().total_cmp(&leads[*other].abs());
        (0..leads.len()).min_by(by_lead)
    }
}

impl Parameter {
    /// Returns the values as numbers, if all of them are.
    pub fn numbers(&self) -> Option<Vec<f64>> {
        let numbers = self.values.iter().map(|value| number(value));
        numbers.collect()
    }

    /// Returns the indices of the values in rising order, if they are numbers.
    fn order(&self) -> Option<Vec<usize>> {
        let numbers = self.numbers()?;
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_by(|one, other| numbers[*one].total_cmp(&numbers[*other]));
        Some(order)
    }

    /// Returns a value as shown in tables and beside charts.
    fn shown(&self, value: &str) -> String {
        if self.now.as_deref() == Some(value) { format!("{value} (now)") } else { value.to_owned() }
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

crate::rows! {
    /// A parameter that is varied.
    pub struct Parameter {
        /// Its path.
        pub path: String => Text,
        /// Its value as the battle stands; empty if it is not set.
        pub now: Option<String> => Text,
        /// The values that it takes.
        pub values: Vec<String> => List,
    }

    /// What the points say together.
    pub struct Trend {
        /// For each measure, how much it changes for 1 more of the parameter; empty if the points lie on no line.
        pub slopes: Vec<Option<Value>> => Rows(Value::SCHEMA.columns),
        /// The value at which both sides win equally often, if there is just one.
        pub even: Option<Value> => Record(Value::SCHEMA.columns),
    }

    /// One point.
    pub struct Point {
        /// The value of each parameter.
        pub values: Vec<String> => List [in_json],
        /// Whether this is the battle as it stands.
        pub is_base: bool => YesNo [in_json],
        /// SHA-256 of the rulebook at this point.
        pub rulebook_sha256: String => Text [in_json],
        /// Games in which anything at all went differently from the battle as it stands, or was told with another number.
        pub changed_games: u64 => Whole,
        /// Each measure.
        pub cells: Vec<PointMeasure> => Rows(PointMeasure::SCHEMA.columns) [in_json],
    }

    /// A measure at a point.
    pub struct PointMeasure {
        /// Its value; empty if it never came to be measured.
        pub value: Option<Value> => Shared(Value::SCHEMA.columns),
        /// The value with an interval that holds for all points together, and so for one that is picked for being the
        /// highest or the lowest.
        pub together: Option<Value> => Record(Value::SCHEMA.columns),
        /// The change from the battle as it stands, with an interval that holds for all points together.
        pub change_together: Option<Value> => Record(Value::SCHEMA.columns) [in_json],
        /// How its interval was made; empty without one.
        pub method: String => Text,
        /// The value adjusted for lucky rolls, where it is how games end, with an interval that holds for all points together.
        pub less_luck: Option<LessLuck> => Record(LessLuck::SCHEMA.columns),
        /// The change from the battle as it stands.
        pub change: Option<ChangeValue> => Shared(ChangeValue::SCHEMA.columns),
    }
}

impl Sweep {
    /// Returns the findings without their summary.
    pub(crate) fn shown(&self) -> Findings {
        let measures = self.measures.iter();
        let panel = self
            .panel
            .as_ref()
            .and_then(|it| panel::chart(it, self.played.caption("at each point")));
        Findings {
            tables: std::iter::once(table(self))
                .chain(self.panel.as_ref().map(panel::table))
                .collect(),
            charts: charts::all(self).into_iter().chain(panel).collect(),
            words: Words {
                definitions: measures.map(|m| (m.measure.clone(), m.about.clone())).collect(),
                ..self.played.words("sweep", &self.title, &text(self))
            },
            ..Findings::default()
        }
    }
}

schema! {
    /// `sweep.csv`.
    SWEEP in "sweep.csv", "Every measure at every point: a row for each point, measure and side. Before the columns below \
        stands one for each parameter that is varied, under its path, with its value at the point.";
    fn row(games: u64, point: &Point, measured: &Measured, cell: &PointMeasure) {
        "measured": Shared(Measured::SCHEMA.columns), "What is measured." => measured.clone(),
        "games": Whole, "Games played at the point." => games,
        "cell": Shared(PointMeasure::SCHEMA.columns), "The measure at the point." => cell.clone(),
        "point": Shared(Point::SCHEMA.columns), "The point." => point.clone(),
    }
}

fn table(sweep: &Sweep) -> Table {
    let rows = sweep.points.iter().flat_map(|point| {
        sweep.measures.iter().zip(&point.cells).map(move |(measured, cell)| {
            let values = point.values.iter().map(table::Cell::from);
            values.chain(row(sweep.played.games, point, measured, cell)).collect()
        })
    });
    let varied = sweep.parameters.iter().map(|parameter| Column::value_at_point(&parameter.path));
    Table::new(&SWEEP, rows).after(varied)
}
