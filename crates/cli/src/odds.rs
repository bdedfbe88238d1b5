//! `skirmish odds`: turns arguments into questions, and answers into text. `skirmish_odds` works out the exact chances.

mod blows;
pub(crate) mod host;
mod order;
mod rounds;
mod seizing;
mod skills;
mod steps;
mod turn;
mod warspike;

use serde::Serialize;
use serde_json::Value as Json;
use skirmish_engine::rulebook::Rulebook;
use skirmish_odds::answer::{Record, Value};
use skirmish_odds::{Answer, Solved};
use skirmish_report::table::{Cell, Column, Kind, Schema, Table, fraction_heads};

use crate::args::{self, OddsQuestion, TableFormat};
use crate::files;
use crate::output;
use crate::status::{Failure, Result};

pub(crate) fn odds(args: &args::Odds) -> Result {
    match &args.question {
        OddsQuestion::Seize(args) => seizing::seize(args),
        OddsQuestion::Streak(args) => seizing::streak(args),
        OddsQuestion::Hit(args) => skills::hit(args),
        OddsQuestion::Reload(args) => skills::reload(args),
        OddsQuestion::Melee(args) => skills::melee(args),
        OddsQuestion::Activation(args) => skills::activation(args),
        OddsQuestion::Crossing(args) => rounds::crossing(args),
        OddsQuestion::Order(args) => order::order(args),
        OddsQuestion::Strikes(args) => rounds::strikes(args),
        OddsQuestion::Blows(args) => blows::blows(args),
        OddsQuestion::Surprise(args) => rounds::surprise(args),
        OddsQuestion::Instigator(args) => warspike::instigator(args),
        OddsQuestion::Techniques(args) => warspike::techniques(args),
        OddsQuestion::Stacked(args) => warspike::stacked(args),
        OddsQuestion::Attack(args) => steps::attack(args),
        OddsQuestion::Duel(args) => steps::duel(args),
    }
}

pub(crate) fn rulebook(args: &args::Rules) -> Result<Rulebook> {
    Ok(files::rules(&args.rules, &args.set)?.rulebook)
}

/// What a text is about: one answer or a table of them, and facts that the JSON does not have.
#[derive(Serialize)]
struct Facts<'a> {
    is_table: bool,
    a: &'a Answer,
    all: &'a [Answer],
    #[serde(flatten)]
    more: &'a Json,
}

/// Prints one answer or a table of answers. CSV has the same rows for both; text comes from the question's template.
fn print<S: Solved>(
    question: &str,
    (format, is_table): (TableFormat, bool),
    solved: &[S],
    more: &Json,
) -> Result {
    let all: Vec<Answer> = solved.iter().map(Solved::answer).collect();
    let Some(a) = all.first() else { return Ok(()) };
    match format {
        TableFormat::Json if is_table => print_json(&all),
        TableFormat::Json => print_json(a),
        TableFormat::Csv => print_csv(&all),
        TableFormat::Text => {
            let facts = Facts { is_table, a, all: &all, more };
            output::print_text(&skirmish_report::Answer::of_chances(question, &facts).text(false))
        }
    }
}

fn print_json(value: &impl Serialize) -> Result {
    let text = serde_json::to_string_pretty(value).map_err(Failure::bug)?;
    output::print(&format!("{text}\n"))
}

/// Answers as a table; their rows name the columns.
const ANSWERS: Schema = Schema { file: "answers", about: "A row for each result.", columns: &[] };

/// Returns whether a column holds fractions, or would if any were defined.
fn is_exact(answers: &[Answer], k: usize) -> bool {
    let name = answers[0].names()[k];
    let mut values = answers.iter().flat_map(Answer::rows).filter_map(|row| row.values().nth(k));
    name == "exact" || name.ends_with("_exact") || values.any(|it| matches!(it, Value::Exact(_)))
}

fn print_csv(answers: &[Answer]) -> Result {
    let names = answers[0].names();
    let (mut columns, mut places) = (Vec::new(), Vec::new());
    for (k, name) in names.iter().enumerate() {
        let kind = if is_exact(answers, k) { Kind::Fraction } else { Kind::Text };
        // A column given as counted rolls is not repeated as a fraction.
        let is_counted = fraction_heads(name).iter().all(|part| names.contains(&part.as_str()));
        if kind == Kind::Text || !is_counted {
            columns.push(Column { kind, ..Column::named(*name, "") });
            places.push(k);
        }
    }
    let cells = |row: &Record| {
        let values: Vec<_> = row.values().collect();
        places.iter().map(|k| Cell::Text(values[*k].to_string())).collect()
    };
    let table = Table::new(&ANSWERS, answers.iter().flat_map(Answer::rows).map(cells));
    let bytes = table.after(columns).csv().map_err(Failure::bug)?;
    output::print(&String::from_utf8_lossy(&bytes))
}
