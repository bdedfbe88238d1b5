//! `skirmish odds`: exact chances from the tables of a rulebook.

mod activation;
mod arms;
mod blows;
pub(crate) mod columns;
mod crossing;
mod hit;
mod instigator;
mod melee;
mod nominee;
mod order;
mod reload;
mod round;
mod seize;
mod stacked;
mod streak;
mod strikes;
mod surprise;
mod techniques;

use serde::Serialize;
use skirmish_engine::rulebook::Rulebook;
use skirmish_report::table;
use skirmish_scenario::load_rules;

use crate::args::{self, Question, TableFormat};
use crate::files::Disk;
use crate::output;
use crate::status::Failure;

pub(crate) fn odds(args: &args::Odds) -> Result<(), Failure> {
    match &args.question {
        Question::Seize(args) => seize::seize(args),
        Question::Streak(args) => streak::streak(args),
        Question::Hit(args) => hit::hit(args),
        Question::Reload(args) => reload::reload(args),
        Question::Melee(args) => melee::melee(args),
        Question::Activation(args) => activation::activation(args),
        Question::Crossing(args) => crossing::crossing(args),
        Question::Order(args) => order::order(args),
        Question::Strikes(args) => strikes::strikes(args),
        Question::Blows(args) => blows::blows(args),
        Question::Surprise(args) => surprise::surprise(args),
        Question::Instigator(args) => instigator::instigator(args),
        Question::Techniques(args) => techniques::techniques(args),
        Question::Stacked(args) => stacked::stacked(args),
    }
}

fn rulebook(args: &args::Rules) -> Result<Rulebook, Failure> {
    Ok(load_rules(&args.rules, &args.set, &Disk)?.rulebook)
}

/// Prints the answer to a question, or those of a whole table of questions, as the table is asked for or not. CSV has the
/// same rows for both.
fn print_answers<A: Serialize, const N: usize>(
    format: TableFormat,
    is_table: bool,
    answers: &[A],
    (head, rows): ([&str; N], impl Iterator<Item = [String; N]>),
    table: impl FnOnce() -> Result<String, Failure>,
    text: impl FnOnce(&A) -> String,
) -> Result<(), Failure> {
    match format {
        TableFormat::Json if is_table => print_json(&answers),
        TableFormat::Json => print_json(&answers[0]),
        TableFormat::Csv => print_csv(head, rows),
        TableFormat::Text if is_table => output::print(&table()?),
        TableFormat::Text => output::print(&text(&answers[0])),
    }
}

pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::Bug(error.to_string(), Vec::new()))?;
    output::print(&format!("{text}\n"))
}

fn print_csv<const N: usize>(
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<(), Failure> {
    let bytes =
        table::rows(head, rows).map_err(|error| Failure::Bug(error.to_string(), Vec::new()))?;
    output::print(&String::from_utf8_lossy(&bytes))
}
