//! A battle over a range of values, or a grid of them: what every measure is at each point, and what changes along the way.

mod charts;
mod text;

pub use text::{remarks, text};

use serde::Serialize;

use crate::comparison::{ChangeValue, Value};
use crate::number::{defined, exact, share};
use crate::report::Interval;
use crate::study::{Measured, Played};
use crate::table::{self, ends};
use crate::{OutputFile, ReportError};

/// A sweep.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Sweep {
    /// Title of the battle.
    pub title: String,
    /// What is varied.
    pub parameters: Vec<Parameter>,
    /// What is measured.
    pub measures: Vec<Measured>,
    /// Every combination of values, the last parameter changing fastest.
    pub points: Vec<Point>,
    /// What the points say together, if one parameter was varied and its values are numbers.
    pub trend: Option<Trend>,
    /// The games that were played at each point.
    #[serde(flatten)]
    pub played: Played,
}

/// A parameter that is varied.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Parameter {
    /// Its path.
    pub path: String,
    /// Its value as the battle stands; `None` if it is not set.
    pub now: Option<String>,
    /// The values that it takes.
    pub values: Vec<String>,
}

impl Parameter {
    /// The values as numbers, if all of them are.
    #[must_use]
    pub fn numbers(&self) -> Option<Vec<f64>> {
        let numbers = self.values.iter().map(|value| number(value));
        numbers.collect()
    }

    /// How a value reads in a table or beside a chart.
    fn shown(&self, value: &str) -> String {
        if self.now.as_deref() == Some(value) { format!("{value} (now)") } else { value.to_owned() }
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// One point.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Point {
    /// The value of each parameter.
    pub values: Vec<String>,
    /// Whether this is the battle as it stands.
    pub is_base: bool,
    /// SHA-256 of the rulebook at this point.
    pub rulebook_sha256: String,
    /// Games in which anything at all went differently from the battle as it stands, or was told with another number.
    pub changed_games: u64,
    /// Each measure.
    pub cells: Vec<Cell>,
}

/// A measure at a point.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Cell {
    /// Its value; `None` if it never came to be measured.
    pub value: Option<Value>,
    /// How its interval was made; empty without one.
    pub method: String,
    /// The change from the battle as it stands.
    pub change: Option<ChangeValue>,
}

/// What the points say together.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Trend {
    /// For each measure, how much it changes for 1 more of the parameter.
    pub slopes: Vec<Option<Value>>,
    /// The value at which both sides win equally often, if there is just one.
    pub even: Option<Value>,
}

impl Trend {
    /// Where the battle is even, if that is known with an interval.
    fn even_place(&self) -> Option<(f64, Interval)> {
        let even = self.even?;
        Some((even.value, defined(even.interval)?))
    }
}

/// All files of a sweep, `summary.json` first: JSON, CSV, and charts for one parameter or two.
///
/// # Errors
/// [`ReportError`] if a writer fails; they write to memory, so they do not.
pub fn files(sweep: &Sweep) -> Result<Vec<OutputFile>, ReportError> {
    let mut files = vec![
        OutputFile::new("summary.json", crate::json::of(sweep)?),
        OutputFile::new("sweep.csv", csv(sweep)?),
    ];
    files.extend(charts::all(sweep));
    Ok(files)
}

/// `sweep.csv`: a row for each point, measure and side.
///
/// # Errors
/// [`ReportError`] if the writer fails; it writes to memory, so it does not.
pub fn csv(sweep: &Sweep) -> Result<Vec<u8>, ReportError> {
    let mut head: Vec<String> = sweep.parameters.iter().map(|p| p.path.clone()).collect();
    head.extend(
        [
            "measure",
            "side",
            "value",
            "ci_low",
            "ci_high",
            "games",
            "method",
            "change",
            "change_low",
            "change_high",
            "p_value",
            "adjusted_p_value",
            "changed_games",
        ]
        .map(str::to_owned),
    );
    let mut rows = Vec::new();
    for point in &sweep.points {
        for (measured, cell) in sweep.measures.iter().zip(&point.cells) {
            let [low, high] = ends(cell.value.and_then(|v| v.interval));
            let [change_low, change_high] = ends(cell.change.and_then(|c| c.interval));
            let p = |p: Option<f64>| p.map(exact).unwrap_or_default();
            let mut row = point.values.clone();
            row.extend([
                measured.measure.clone(),
                measured.side.clone(),
                cell.value.map_or(String::new(), |v| share(v.value)),
                low,
                high,
                sweep.played.games.to_string(),
                cell.method.clone(),
                cell.change.map_or(String::new(), |c| share(c.value)),
                change_low,
                change_high,
                p(cell.change.and_then(|c| c.p_value)),
                p(cell.change.and_then(|c| c.adjusted_p_value)),
                point.changed_games.to_string(),
            ]);
            rows.push(row);
        }
    }
    table::ragged(&head, &rows)
}
