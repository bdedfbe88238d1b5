//! Sentences worked out from a report, shared by the charts and the summary in text: names and how findings are put together;
//! what is found is in the files of this folder.

mod fighting;
mod initiative;
mod rounds;
mod winner;

use minijinja::context;
use minijinja::value::Value;

use crate::answer::filled;
use crate::number::percent;
use crate::report::Interval;
use crate::{Report, safe_text};

pub(crate) use fighting::*;
pub(crate) use initiative::*;
pub use rounds::a_round;
pub(crate) use rounds::*;
pub(crate) use winner::*;

/// A name cut to a length that leaves a headline readable. Tables and descriptions carry the whole name.
fn short(name: &str) -> String {
    clip(name, 32)
}

/// The name of a side, made harmless and cut to a length that two of them have room for in a headline.
pub(crate) fn short_side(side: &str) -> String {
    clip(&safe_text(side), 30)
}

/// A text cut to at most so many characters, with an ellipsis if something is missing.
pub(crate) fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// A measure of a side, or of the whole game, at the head of a column: `figures lost, Raiders`.
pub(crate) fn of_side(measure: &str, side: &str) -> String {
    let name = measured(measure, "");
    match safe_text(side).as_str() {
        "" => name,
        side => format!("{name}, {side}"),
    }
}

/// A measure as it is called in front of its value: `Raiders win`, or as [`of_side`].
pub(crate) fn before_value(measure: &str, side: &str) -> String {
    match measure {
        "win-rate" => format!("{} win", safe_text(side)),
        measure => of_side(measure, side),
    }
}

/// A measure of a side, or of the whole game, in a sentence: `win rate of Raiders`.
pub(crate) fn measured(measure: &str, side: &str) -> String {
    skirmish_scenario::measured(measure, &safe_text(side))
}

/// What people call a parameter, made harmless: its path may hold names from files. A long one without a name of its own is
/// called by its path, whose parts say little in a row.
pub(crate) fn human(path: &str) -> String {
    let told = skirmish_scenario::human(path);
    let parts = skirmish_scenario::path_parts(path).unwrap_or_default();
    let is_named = parts.len() < 3 || told != parts.join(" ").replace('-', " ");
    safe_text(if is_named { &told } else { path })
}

/// The text with its first letter in upper case.
pub(crate) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + characters.as_str()
    })
}

/// How often an interval holds the true value, whatever it is of.
pub(crate) const CONFIDENCE: &str = "95\u{a0}%";

/// So many values that were set are told below a chart.
const MOST_SET: usize = 3;

/// Where the numbers come from, in one line of small print.
pub(crate) fn provenance(report: &Report) -> String {
    let from = &report.provenance;
    let rules = if from.rulebook.is_empty() { String::new() } else { from.rules() };
    let facts = context! {
        title => from.scenario_title.clone(),
        rules,
        games => from.games,
        seed => from.seed,
        version => from.program_version.clone(),
        engine => from.engine_version.clone(),
        hash => from.scenario_sha256.chars().take(12).collect::<String>(),
        set => from.set.iter().take(MOST_SET).cloned().collect::<Vec<_>>(),
        more => from.set.len().saturating_sub(MOST_SET),
    };
    said("provenance", facts)
}

/// The words of a chart, by its name in their template.
fn said(chart: &str, facts: Value) -> String {
    filled("headlines.txt", context! { chart, ..facts }).trim_matches('\n').to_owned()
}

/// What is found of one side, or of both, once where it reads the same; of more only what was asked.
fn finding(chart: &str, found: &[(&str, String)]) -> String {
    let of = |side: &str, value: &String| context! { side, value };
    let (first, second) = match found {
        [(side, value)] => (Some(of(&short(side), value)), None),
        [(_, value), (_, another)] if value == another => (Some(of("both sides", value)), None),
        [(side, value), (other, another)] => {
            (Some(of(&short(side), value)), Some(of(&short(other), another)))
        }
        _ => (None, None),
    };
    let said = said(chart, context! { first, second });
    if said.starts_with("both") { capital(&said) } else { said }
}

fn rate(rate: Option<f64>, interval: Option<Interval>) -> String {
    percent(rate.unwrap_or(f64::NAN), interval)
}
