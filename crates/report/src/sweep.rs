//! A battle over a range of values, or a grid of them: what every measure is at each point, and what changes along the way.

use std::fmt::Write as _;

use serde::Serialize;

use crate::chart::{
    self, Axis, BarChart, BarSeries, BarValue, Callout, HeatCell, HeatMap, Labels, LineChart,
    LinePoint, LineSeries, ValueFormat,
};
use crate::comparison::{ChangeValue, Value, quoted_value, signed_number};
use crate::number::{counted, defined, exact, share, too_few};
use crate::report::Interval;
use crate::safe::safe_text;
use crate::words::capital;
use crate::{ReportError, table};

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
    /// Games played at each point.
    pub games: u64,
    /// Seed of all dice.
    pub seed: u64,
    /// How often an interval holds the true value.
    pub confidence: f64,
    /// Version of the program.
    pub version: String,
    /// SHA-256 of the scenario.
    pub scenario_sha256: String,
    /// SHA-256 of the rulebook as it stands, before anything is varied.
    pub rulebook_sha256: String,
    /// The command that gives the same numbers.
    pub command: String,
    /// What to know about the numbers: methods with their sources.
    pub notes: Vec<String>,
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
        if self.now.as_deref() == Some(value) {
            format!("{value} (now)")
        } else {
            value.to_owned()
        }
    }
}

fn number(text: &str) -> Option<f64> {
    text.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// A measure of one side, or of the game.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Measured {
    /// Its name, such as `win-rate`.
    pub measure: String,
    /// Its definition.
    pub about: String,
    /// The side; empty for a measure of the whole game.
    pub side: String,
    /// Whether it is a share, to be read in percent.
    pub is_share: bool,
}

impl Measured {
    pub(crate) fn name(&self) -> String {
        let side = safe_text(&self.side);
        if side.is_empty() {
            self.measure.clone()
        } else {
            format!("{}, {side}", self.measure)
        }
    }

    const fn format(&self) -> ValueFormat {
        if self.is_share {
            ValueFormat::Percent
        } else {
            ValueFormat::Plain
        }
    }
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
pub fn files(sweep: &Sweep) -> Result<Vec<(String, Vec<u8>)>, ReportError> {
    let mut files = vec![
        ("summary.json".to_owned(), crate::json::of(sweep)?),
        ("sweep.csv".to_owned(), csv(sweep)?),
    ];
    files.extend(charts(sweep).map(|(name, svg)| (name, svg.into_bytes())));
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
    let ends = |interval: Option<Interval>| {
        defined(interval).map_or_else(Default::default, |(low, high)| [share(low), share(high)])
    };
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
                sweep.games.to_string(),
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

/// The sweep as an answer to read.
#[must_use]
pub fn text(sweep: &Sweep) -> String {
    let mut text = format!("{}\n\n", safe_text(&sweep.title));
    for parameter in &sweep.parameters {
        let now = parameter.now.as_deref().unwrap_or("not set");
        let _ = writeln!(
            text,
            "  {} from {} to {}, now {}",
            safe_text(&parameter.path),
            safe_text(parameter.values.first().map_or("", String::as_str)),
            safe_text(parameter.values.last().map_or("", String::as_str)),
            safe_text(now)
        );
    }
    let points = sweep.points.len();
    let _ = writeln!(
        text,
        "\n{}, {} at each, on the same dice (seed {}).{}\n",
        counted(points as u64, "point"),
        counted(sweep.games, "game"),
        sweep.seed,
        too_few(sweep.games)
    );
    text += &findings(sweep);
    text.push('\n');
    let mut head: Vec<String> = sweep
        .parameters
        .iter()
        .map(|p| safe_text(&p.path))
        .collect();
    head.extend(sweep.measures.iter().map(Measured::name));
    let mut rows = crate::text::table(&head.iter().map(String::as_str).collect::<Vec<_>>());
    for point in &sweep.points {
        let mut cells: Vec<String> = sweep
            .parameters
            .iter()
            .zip(&point.values)
            .map(|(parameter, value)| safe_text(&parameter.shown(value)))
            .collect();
        for (measured, cell) in sweep.measures.iter().zip(&point.cells) {
            let mut words = cell.value.map_or(String::new(), |v| {
                quoted_value(v.value, v.interval, measured.is_share)
            });
            if cell.change.is_some_and(|change| change.is_real()) {
                words.push('*');
            }
            cells.push(words);
        }
        rows.add_row(cells);
    }
    let _ = writeln!(text, "{rows}");
    text.push_str(
        "\n* differs from the battle as it stands by more than chance explains (5 % over the whole table, Holm)\n",
    );
    text.push_str("\nWhat is measured\n");
    let mut told: Vec<&str> = Vec::new();
    for measured in &sweep.measures {
        if !told.contains(&measured.measure.as_str()) {
            told.push(&measured.measure);
            let _ = writeln!(text, "  {}: {}", measured.measure, measured.about);
        }
    }
    text.push_str("\nNotes\n");
    for note in &sweep.notes {
        let _ = writeln!(text, "  {note}");
    }
    text
}

/// What the sweep has found, in sentences.
fn findings(sweep: &Sweep) -> String {
    if sweep.points.iter().all(|point| point.changed_games == 0) {
        return format!(
            "No game changed at any point, in {}: nothing asked for {} here.\n",
            counted(sweep.games, "game"),
            if sweep.parameters.len() == 1 {
                "this number"
            } else {
                "these numbers"
            }
        );
    }
    let mut text = String::new();
    if let (Some(trend), [parameter]) = (&sweep.trend, sweep.parameters.as_slice()) {
        let path = safe_text(&parameter.path);
        if trend
            .slopes
            .iter()
            .flatten()
            .all(|slope| defined(slope.interval).is_none())
        {
            text.push_str("More games are needed to say how steep anything is, and where the battle is even.\n");
        }
        for (measured, slope) in sweep.measures.iter().zip(&trend.slopes) {
            if let Some(slope) = slope.filter(|slope| defined(slope.interval).is_some()) {
                text += &steepness(&path, measured, slope);
            }
        }
        // Without an interval, which a few games do not have, the place is nothing to go by.
        if let Some((even, (low, high))) = trend.even_place() {
            let show = |value| plain(value, Some((low, high)));
            let _ = writeln!(
                text,
                "The battle is even at {path} = {} ({} to {}).",
                show(even),
                show(low),
                show(high)
            );
        }
        return text;
    }
    for (k, measured) in sweep.measures.iter().enumerate() {
        let values = sweep.points.iter().filter_map(|point| {
            let value = point.cells.get(k)?.value?;
            Some((point, value))
        });
        let by_value =
            |one: &(&Point, Value), two: &(&Point, Value)| one.1.value.total_cmp(&two.1.value);
        let (Some(least), Some(most)) = (values.clone().min_by(by_value), values.max_by(by_value))
        else {
            continue;
        };
        let show = |(point, value): (&Point, Value)| {
            format!(
                "{} at {}",
                quoted_value(value.value, value.interval, measured.is_share),
                safe_text(&point.values.join(", "))
            )
        };
        let is_apart = match (defined(least.1.interval), defined(most.1.interval)) {
            (Some((_, high)), Some((low, _))) => high < low,
            _ => false,
        };
        let apart = if is_apart {
            ""
        } else {
            "; the intervals meet, so that no two points are told apart"
        };
        let _ = writeln!(
            text,
            "{}: from {} to {}{apart}.",
            measured.name(),
            show(least),
            show(most)
        );
    }
    text
}

/// How much a measure changes for each step, in a sentence.
fn steepness(path: &str, measured: &Measured, slope: Value) -> String {
    let unit = if measured.is_share { " points" } else { "" };
    let amount = signed_number(slope.value, slope.interval, measured.is_share);
    let is_open = defined(slope.interval).is_none_or(|(low, high)| low <= 0.0 && high >= 0.0);
    if is_open {
        return format!(
            "{}: no slope to be told from none ({amount}{unit} for each 1 more of {path}).\n",
            measured.name()
        );
    }
    let (whom, of) = if measured.side.is_empty() {
        ("the game".to_owned(), measured.measure.replace('-', " "))
    } else {
        (
            safe_text(&measured.side),
            measured.measure.replace('-', " "),
        )
    };
    let verb = if slope.value < 0.0 { "costs" } else { "gives" };
    let amount = amount.trim_start_matches(['+', '−']);
    let of_unit = if measured.is_share {
        "points of "
    } else {
        "of "
    };
    format!("Each 1 more of {path} {verb} {whom} {amount} {of_unit}{of}.\n")
}

/// A number with the places that its interval supports.
fn plain(value: f64, interval: Option<Interval>) -> String {
    let half = defined(interval).map_or(0.0, |(low, high)| (high - low) / 2.0);
    let places = crate::comparison::places_of(half);
    format!("{value:.places$}")
}

/// The charts with the names of their files.
fn charts(sweep: &Sweep) -> impl Iterator<Item = (String, String)> + '_ {
    let mut charts = Vec::new();
    let mut drawn: Vec<&str> = Vec::new();
    for (k, measured) in sweep.measures.iter().enumerate() {
        let is_there = |k: usize| sweep.points.iter().any(|p| p.cells[k].value.is_some());
        match sweep.parameters.as_slice() {
            [one] if !drawn.contains(&measured.measure.as_str()) => {
                drawn.push(&measured.measure);
                let series: Vec<usize> = (k..sweep.measures.len())
                    .filter(|k| sweep.measures[*k].measure == measured.measure && is_there(*k))
                    .collect();
                let svg = one.numbers().map_or_else(
                    || bars(sweep, one, k, &series),
                    |x| lines(sweep, one, &x, k, &series),
                );
                charts.push((format!("{}.svg", measured.measure), svg));
            }
            [rows, columns] if is_there(k) => {
                // Names of sides may hold anything, so they are numbered in names of files.
                let number = drawn
                    .iter()
                    .filter(|name| **name == measured.measure)
                    .count()
                    + 1;
                drawn.push(&measured.measure);
                let suffix = if measured.side.is_empty() {
                    String::new()
                } else {
                    format!("-side-{number}")
                };
                let svg = heat(sweep, rows, columns, k);
                charts.push((format!("{}{suffix}.svg", measured.measure), svg));
            }
            _ => {}
        }
    }
    charts.into_iter()
}

fn labels(sweep: &Sweep, title: String, measured: &Measured) -> Labels {
    Labels {
        title,
        subtitle: format!(
            "{}. Measured: {}. {:.0} % intervals.",
            sweep.title,
            measured.about,
            sweep.confidence * 100.0
        ),
        caption: format!(
            "skirmish {}, {} at each point on the same dice, seed {}. {}",
            sweep.version,
            counted(sweep.games, "game"),
            sweep.seed,
            sweep.command
        ),
        description: String::new(),
    }
}

/// What a chart of one parameter says above it.
fn headline(sweep: &Sweep, parameter: &Parameter, measured: &Measured) -> String {
    let even = sweep.trend.as_ref().and_then(Trend::even_place);
    match even {
        Some((even, interval)) if measured.measure == "win-rate" => format!(
            "The battle is even at {} = {}",
            parameter.path,
            plain(even, Some(interval))
        ),
        _ => format!(
            "{} by {}",
            capital(&measured.measure.replace('-', " ")),
            parameter.path
        ),
    }
}

fn series_name(measured: &Measured) -> String {
    if measured.side.is_empty() {
        measured.measure.replace('-', " ")
    } else {
        measured.side.clone()
    }
}

fn lines(sweep: &Sweep, parameter: &Parameter, x: &[f64], k: usize, series: &[usize]) -> String {
    let measured = &sweep.measures[k];
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|one, two| x[*one].total_cmp(&x[*two]));
    let point = |at: usize, k: usize| {
        let value = sweep.points.get(at)?.cells.get(k)?.value?;
        Some(LinePoint {
            x: x[at],
            y: value.value,
            interval: value.interval,
        })
    };
    let base = order
        .iter()
        .find(|at| sweep.points.get(**at).is_some_and(|p| p.is_base));
    let callouts = base
        .and_then(|at| point(*at, *series.first()?))
        .map(|at| Callout {
            x: at.x,
            y: at.y,
            text: format!("now: {}", parameter.now.as_deref().unwrap_or("not set")),
        });
    chart::lines(&LineChart {
        labels: labels(sweep, headline(sweep, parameter, measured), measured),
        x: Axis {
            name: parameter.path.clone(),
            ..Axis::default()
        },
        y: Axis {
            name: measured.measure.replace('-', " "),
            format: measured.format(),
            range: None,
        },
        series: series
            .iter()
            .map(|k| LineSeries {
                label: series_name(&sweep.measures[*k]),
                points: order.iter().filter_map(|at| point(*at, *k)).collect(),
                stepped: false,
            })
            .collect(),
        stressed: (measured.measure == "win-rate").then_some(0.5),
        callouts: callouts.into_iter().collect(),
    })
}

fn bars(sweep: &Sweep, parameter: &Parameter, k: usize, series: &[usize]) -> String {
    let measured = &sweep.measures[k];
    chart::bars(&BarChart {
        labels: labels(sweep, headline(sweep, parameter, measured), measured),
        y: Axis {
            name: measured.measure.replace('-', " "),
            format: measured.format(),
            range: None,
        },
        groups: parameter
            .values
            .iter()
            .map(|value| parameter.shown(value))
            .collect(),
        series: series
            .iter()
            .map(|k| BarSeries {
                label: series_name(&sweep.measures[*k]),
                values: sweep
                    .points
                    .iter()
                    .map(|point| {
                        point.cells[*k].value.map(|v| BarValue {
                            value: v.value,
                            interval: v.interval,
                            exact: None,
                        })
                    })
                    .collect(),
            })
            .collect(),
        baseline: 0.0,
    })
}

fn heat(sweep: &Sweep, rows: &Parameter, columns: &Parameter, k: usize) -> String {
    let measured = &sweep.measures[k];
    let title = format!(
        "{} by {} and {}",
        capital(&measured.name()),
        rows.path,
        columns.path
    );
    let cell = |point: &Point| {
        point.cells[k].value.map(|v| HeatCell {
            value: v.value,
            interval: v.interval,
        })
    };
    let middle = (measured.measure == "win-rate").then_some(0.5);
    let mut labels = labels(sweep, title, measured);
    if middle.is_some() {
        labels
            .subtitle
            .push_str(" Bold: told apart from an even battle.");
    }
    chart::heat_map(&HeatMap {
        labels,
        row_name: rows.path.clone(),
        column_name: columns.path.clone(),
        rows: rows.values.iter().map(|value| rows.shown(value)).collect(),
        columns: columns
            .values
            .iter()
            .map(|value| columns.shown(value))
            .collect(),
        cells: sweep
            .points
            .chunks(columns.values.len().max(1))
            .map(|row| row.iter().map(cell).collect())
            .collect(),
        middle,
        format: measured.format(),
    })
}
