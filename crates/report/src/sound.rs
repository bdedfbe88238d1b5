//! Checks a summary beyond its types before anything is drawn, since anybody may have changed the file.

use std::collections::BTreeSet;

use serde::de::Error as _;
use serde_json::{Error, Number, Value};

use crate::Report;
use crate::comparison::Comparison;
use crate::sweep::{Parameter, Point, Sweep};

/// Upper limit of all counts, so that their sums fit into 64 bits.
const MOST: u64 = 1 << 50;

/// Upper limit of lengths on the table.
const MOST_LENGTH: f64 = 1e6;

/// A message about an inconsistent study.
type Flaw = Option<&'static str>;

/// Returns the message of the first condition that holds.
fn first<const N: usize>(flaws: [(bool, &'static str); N]) -> Flaw {
    flaws.into_iter().find_map(|(is_so, flaw)| is_so.then_some(flaw))
}

pub(crate) fn run(report: &Report) -> Flaw {
    let is_length = |length: f64| length > 0.0 && length <= MOST_LENGTH;
    let table = report.table.as_ref();
    first([
        (report.provenance.games == 0 || report.outcomes.is_empty(), "it has no games"),
        (
            table.is_some_and(|table| !is_length(table.size.0) || !is_length(table.size.1)),
            "its table has no size",
        ),
        (
            report.heat.as_ref().is_some_and(|heat| !is_length(heat.edge)),
            "its squares have no size",
        ),
    ])
}

pub(crate) fn comparison(of: &Comparison) -> Flaw {
    let all = of.variants.len();
    let mut rows = of.rows.iter();
    let mut names = of.rows.iter().map(|row| &row.measure).chain(&of.asked);
    first([
        (all == 0, "it has no variants"),
        (
            rows.any(|row| row.values.len() != all || row.changes.len() + 1 != all),
            "a measure lacks values or changes of variants",
        ),
        (!names.all(|name| is_name(name)), "a measure has no name"),
    ])
}

pub(crate) fn sweep(of: &Sweep) -> Flaw {
    let cells = of.measures.len();
    let slopes = of.trend.as_ref().map_or(cells, |trend| trend.slopes.len());
    let has_twins = |of: &Parameter| {
        let values: BTreeSet<_> = of.values.iter().collect();
        values.len() != of.values.len()
    };
    first([
        (of.parameters.iter().any(has_twins), "a value stands there twice"),
        (!has_every_point(of), "its points are not those of its values"),
        (of.points.iter().any(|of| of.cells.len() != cells), "a point lacks measures"),
        (slopes != cells, "a measure lacks its trend"),
        (!of.measures.iter().all(|of| is_name(&of.measure)), "a measure has no name"),
    ])
}

/// Returns whether there is a point for every combination of values, the last parameter changing fastest.
fn has_every_point(sweep: &Sweep) -> bool {
    let lengths = sweep.parameters.iter().map(|of| of.values.len());
    let count = lengths.fold(1, usize::saturating_mul);
    let is_in_place = |(k, point): (usize, &Point)| {
        let mut rest = k;
        let mut expected: Vec<&String> = Vec::new();
        for of in sweep.parameters.iter().rev() {
            expected.push(&of.values[rest % of.values.len()]);
            rest /= of.values.len();
        }
        point.values.iter().eq(expected.into_iter().rev())
    };
    !sweep.parameters.is_empty()
        && sweep.points.len() == count
        && sweep.points.iter().enumerate().all(is_in_place)
}

/// Returns whether a measure's name can be part of a file name.
fn is_name(measure: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_ ".contains(c);
    (1..=60).contains(&measure.len()) && measure.chars().all(is_plain)
}

/// Checks that every whole number of a JSON text can be a count; a seed may be any number.
///
/// # Errors
/// If it is not JSON or a count is too large.
pub(crate) fn counts(json: &[u8]) -> Result<(), Error> {
    fn too_large(value: &Value) -> Option<&Number> {
        match value {
            Value::Number(number) => {
                let size = number.as_u64().or_else(|| Some(number.as_i64()?.unsigned_abs()));
                size.is_some_and(|size| size > MOST).then_some(number)
            }
            Value::Array(list) => list.iter().find_map(too_large),
            Value::Object(keys) => {
                keys.iter().filter(|(key, _)| *key != "seed").find_map(|(_, of)| too_large(of))
            }
            _ => None,
        }
    }
    match too_large(&serde_json::from_slice(json)?) {
        Some(number) => Err(Error::custom(format!("{number} is more than can be counted"))),
        None => Ok(()),
    }
}
