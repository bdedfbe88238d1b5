//! A sweep as an answer to read.

use std::fmt::Write as _;

use super::{Point, Sweep};
use crate::comparison::{Value, plain, quoted_value, signed_number};
use crate::number::{counted, defined, too_few};
use crate::report::Interval;
use crate::safe::safe_text;
use crate::study::Measured;
use crate::table::{Cell, Table};
use crate::text::{definitions, notes};

/// The sweep as an answer to read.
#[must_use]
pub fn text(sweep: &Sweep) -> String {
    let mut text = format!("{}\n\n{}", safe_text(&sweep.title), sweep.played.told_players(true));
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
        counted(sweep.played.games, "game"),
        sweep.played.seed,
        too_few(sweep.played.games)
    );
    text += &findings(sweep);
    text.push('\n');
    let mut head: Vec<String> = sweep.parameters.iter().map(|p| safe_text(&p.path)).collect();
    head.extend(sweep.measures.iter().map(Measured::name));
    let mut table = Table::of_words(head);
    for point in &sweep.points {
        let parameters = sweep.parameters.iter().zip(&point.values);
        let mut cells: Vec<Cell> = parameters.map(|(p, value)| p.shown(value).into()).collect();
        for (measured, cell) in sweep.measures.iter().zip(&point.cells) {
            let mut words = cell
                .value
                .map_or(String::new(), |v| quoted_value(v.value, v.interval, measured.is_share));
            if cell.change.is_some_and(|change| change.is_real()) {
                words.push('*');
            }
            cells.push(words.into());
        }
        table.push(cells);
    }
    text += &table.text();
    text.push_str(
        "\n* differs from the battle as it stands by more than chance explains (5 % over the whole table, Holm)\n",
    );
    text
}

/// What stands below it: definitions, and methods with their sources.
#[must_use]
pub fn remarks(sweep: &Sweep) -> String {
    let measures = sweep.measures.iter();
    definitions(measures.map(|m| (m.measure.as_str(), m.about.as_str())))
        + &notes(&sweep.played.notes)
}

/// What the sweep has found, in sentences.
fn findings(sweep: &Sweep) -> String {
    if sweep.points.iter().all(|point| point.changed_games == 0) {
        return format!(
            "No game changed at any point, in {}: {} no difference here.\n",
            counted(sweep.played.games, "game"),
            if sweep.parameters.len() == 1 { "this number makes" } else { "these numbers make" }
        );
    }
    let mut text = String::new();
    if let (Some(trend), [parameter]) = (&sweep.trend, sweep.parameters.as_slice()) {
        let path = safe_text(&parameter.path);
        let is_open =
            |slope: &Option<Value>| slope.is_some_and(|it| defined(it.interval).is_none());
        if trend.slopes.iter().all(is_open) {
            text.push_str("More games are needed to say how steep anything is, and where the battle is even.\n");
        }
        for (k, (measured, slope)) in sweep.measures.iter().zip(&trend.slopes).enumerate() {
            match slope {
                None => text += &from_least_to_most(sweep, k, ", on no straight line"),
                Some(slope) if defined(slope.interval).is_some() => {
                    text += &steepness(&path, measured, *slope);
                }
                Some(_) => {}
            }
        }
        // Without an interval, which a few games do not have, the place is nothing to go by.
        if let Some((even, interval)) = trend.even_place() {
            let place = with_range(even, interval);
            let _ = writeln!(text, "The battle is even at {path} = {place}.");
        }
        return text;
    }
    (0..sweep.measures.len()).for_each(|k| text += &from_least_to_most(sweep, k, ""));
    text
}

/// Where a measure is lowest and where it is highest, in a sentence; nothing if it never came to be measured.
fn from_least_to_most(sweep: &Sweep, k: usize, how: &str) -> String {
    let measured = &sweep.measures[k];
    let values = sweep.points.iter().filter_map(|point| {
        // Picked for being the lowest or the highest, a point needs limits that hold for all of them.
        let value = point.cells.get(k)?.together?;
        Some((point, value))
    });
    let by_value =
        |one: &(&Point, Value), two: &(&Point, Value)| one.1.value.total_cmp(&two.1.value);
    let (Some(least), Some(most)) = (values.clone().min_by(by_value), values.max_by(by_value))
    else {
        return String::new();
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
    let apart =
        if is_apart { how } else { "; the intervals meet, so that no two points are told apart" };
    format!("{}: from {} to {}{apart}.\n", measured.name(), show(least), show(most))
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
    format!("{}: {amount}{unit} for each 1 more of {path}.\n", measured.name())
}

/// A number with the places that its interval supports: `20.4 (19.2 to 21.6)`.
pub(super) fn with_range(value: f64, (low, high): Interval) -> String {
    let [value, low, high] = [value, low, high].map(|value| plain(value, Some((low, high))));
    format!("{value} ({low} to {high})")
}
