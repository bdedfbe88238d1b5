//! Expectations as written.

use super::docs;
use crate::code::Code;
use crate::file::Expectation;
use crate::keys::Keys;
use crate::measures;
use crate::problem::{Diagnostics, quote};
use crate::reader;
use crate::tree::{Node, Value};

pub(super) fn read(diag: &mut Diagnostics, node: &Node) -> Option<Expectation> {
    if let Some(entry) = node.entries().iter().find(|entry| measures::is_known(&entry.key)) {
        let message = format!("an expectation has no key {}: it is a measure", quote(&entry.key));
        let hint = format!(
            "write `measure = \"{}\"`, and beside it `side`, `at_most` and the like as keys of their own",
            entry.key
        );
        return diag.problem(Code::UnknownKey, entry.at, message).hint(hint).none();
    }
    let keys = Keys::open(diag, node, &docs::EXPECT)?;
    let measure = keys.name(diag, "measure");
    let side = keys.text(diag, "side");
    let event = keys.text(diag, "event");
    // Without bounds there is nothing to test, but measure and side are checked all the same.
    let (least, most) = bounds(diag, &keys).unwrap_or_default();
    let measure = measure?;
    if measures::is_share(&measure.value) {
        shares(diag, &keys, &measure.value);
    }
    Some(Expectation {
        measure: measure.value,
        measure_at: measure.at,
        side_at: side.as_ref().map_or(node.at, |side| side.at),
        side: side.map(|s| s.value),
        event: event.map(|e| e.value),
        least,
        most,
        line: diag.sources.line_column(node.at).0,
        at: node.at,
    })
}

type Bounds = (Option<f64>, Option<f64>);

/// The ways to write bounds, each with its keys; an expectation uses one.
const WAYS: [&[&str]; 3] = [&["between"], &["near", "within"], &["at_least", "at_most"]];

fn bounds(diag: &mut Diagnostics, keys: &Keys<'_>) -> Option<Bounds> {
    let is_written = |way: &&&[&str]| way.iter().any(|key| keys.get(key).is_some());
    let mut written = WAYS.iter().filter(is_written);
    let Some(way) = written.next() else {
        let message =
            "an expectation needs `between`, `near` and `within`, `at_least` or `at_most`";
        return diag.problem(Code::Expectation, keys.at(), message).none();
    };
    for other in written.flat_map(|way| way.iter()) {
        if let Some(node) = keys.get(other) {
            let message = format!("`{other}` means nothing beside `{}`", way[0]);
            diag.problem(Code::Choice, node.at, message);
        }
    }
    match way[0] {
        "between" => between(diag, keys),
        "near" => near(diag, keys),
        _ => one_sided(diag, keys),
    }
}

/// Notes numbers that can't be shares. A value near 1 may have a distance that reaches beyond it.
fn shares(diag: &mut Diagnostics, keys: &Keys<'_>, measure: &str) {
    for key in WAYS.iter().flat_map(|way| way.iter()) {
        let Some(node) = keys.get(key) else {
            continue;
        };
        let written = match &node.value {
            Value::List(list) => list.as_slice(),
            _ => std::slice::from_ref(node),
        };
        for node in written {
            let number = match node.value {
                Value::Integer(number) => number as f64,
                Value::Decimal(number) => number,
                _ => continue,
            };
            if (0.0..=1.0).contains(&number) {
                continue;
            }
            let message =
                format!("{} is a share between 0 and 1, but `{key}` says {number}", quote(measure));
            let hint = if (1.0..=100.0).contains(&number) {
                format!("if {number} % is meant, write {}", reader::share(number))
            } else {
                "write a share, such as 0.6".to_owned()
            };
            diag.problem(Code::OutOfRange, node.at, message).hint(hint);
        }
    }
}

/// Reads `between = [least, most]`.
fn between(diag: &mut Diagnostics, keys: &Keys<'_>) -> Option<Bounds> {
    let node = keys.get("between")?;
    let wanted = "two numbers, such as `[0.4, 0.6]`";
    let [least, most] = reader::two(diag, node, wanted, Some("`between` needs two numbers"))?;
    let least = reader::number(diag, least, "the least value");
    let most = reader::number(diag, most, "the greatest value");
    let (least, most) = (least?, most?);
    if least > most {
        let message = format!("nothing lies between {least} and {most}");
        let hint = "write the smaller number first";
        return diag.problem(Code::Expectation, node.at, message).hint(hint).none();
    }
    Some((Some(least), Some(most)))
}

/// Reads `near = value` and `within = distance`.
fn near(diag: &mut Diagnostics, keys: &Keys<'_>) -> Option<Bounds> {
    let (Some(_), Some(within)) = (keys.get("near"), keys.get("within")) else {
        let message = "`near` and `within` go together: a value, and how far from it is still fine";
        let hint = "such as `near = 0.5` and `within = 0.02`";
        return diag.problem(Code::Expectation, keys.at(), message).hint(hint).none();
    };
    let (value, distance) = (keys.number(diag, "near"), keys.number(diag, "within"));
    let (value, distance) = (value?, distance?);
    if distance <= 0.0 {
        let message = format!("no number of games shows a value within {distance} of another");
        let hint = "write a distance above 0, such as `within = 0.02`";
        return diag.problem(Code::Expectation, within.at, message).hint(hint).none();
    }
    // Rounded, so that messages have 0.48 for 0.5 - 0.02 and not the binary number beside it.
    let end = |value: f64| (value * 1e12).round() / 1e12;
    Some((Some(end(value - distance)), Some(end(value + distance))))
}

/// Reads `at_least`, `at_most` or both.
fn one_sided(diag: &mut Diagnostics, keys: &Keys<'_>) -> Option<Bounds> {
    let (least, most) = (keys.number(diag, "at_least"), keys.number(diag, "at_most"));
    if let (Some(l), Some(m)) = (least, most)
        && l > m
    {
        let message = format!("nothing is at least {l} and at most {m}");
        diag.problem(Code::Expectation, keys.at(), message);
    }
    Some((least, most))
}
