//! Phrases made from a report, for charts and text: names and shared wording here, findings in the files of this folder.

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

/// Returns a side's name, made safe and clipped so that a headline can hold two.
pub(crate) fn short_side(side: &str) -> String {
    clip(&safe_text(side), 30)
}

/// Cuts a text to at most so many characters, ending with an ellipsis if cut.
pub(crate) fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// Returns a measure with its side, if any, as the head of a column: `figures lost, Raiders`.
pub(crate) fn of_side(measure: &str, side: &str) -> String {
    let name = measured(measure, "");
    match safe_text(side).as_str() {
        "" => name,
        side => format!("{name}, {side}"),
    }
}

/// Returns a measure as a label before its value: `Raiders win`, or as [`of_side`].
pub(crate) fn before_value(measure: &str, side: &str) -> String {
    match measure {
        "win-rate" => format!("{} win", safe_text(side)),
        measure => of_side(measure, side),
    }
}

/// Returns a measure of a side or of the game for a sentence: `win rate of Raiders`.
pub(crate) fn measured(measure: &str, side: &str) -> String {
    skirmish_scenario::measured(measure, &safe_text(side))
}

/// Returns a parameter's name in words, made safe because paths may hold names from files. A long path without a name of its
/// own is returned as it is, since its parts in a row say little.
pub(crate) fn human(path: &str) -> String {
    let told = skirmish_scenario::human(path);
    let parts = skirmish_scenario::path_parts(path).unwrap_or_default();
    let is_named = parts.len() < 3 || told != parts.join(" ").replace('-', " ");
    safe_text(if is_named { &told } else { path })
}

/// Capitalizes the first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + characters.as_str()
    })
}

/// Confidence of all intervals.
pub(crate) const CONFIDENCE: &str = "95\u{a0}%";

/// Most set values to list below a chart.
const MOST_SET: usize = 3;

/// Returns the provenance of the numbers as a line of small print.
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

/// Returns the words of a chart from its section of the template.
fn said(chart: &str, facts: Value) -> String {
    filled("headlines.txt", context! { chart, ..facts }).trim_matches('\n').to_owned()
}

/// Returns a finding about one or two sides, told once if both read the same.
fn finding(chart: &str, found: &[(&str, String)]) -> String {
    let of = |side: &str, value: &String| context! { side, value };
    let (first, second) = match found {
        [(side, value)] => (Some(of(&short_side(side), value)), None),
        [(_, value), (_, another)] if value == another => (Some(of("both sides", value)), None),
        [(side, value), (other, another)] => {
            (Some(of(&short_side(side), value)), Some(of(&short_side(other), another)))
        }
        _ => (None, None),
    };
    let said = said(chart, context! { first, second });
    if said.starts_with("both") { capital(&said) } else { said }
}

fn rate(rate: Option<f64>, interval: Option<Interval>) -> String {
    percent(rate.unwrap_or(f64::NAN), interval)
}
