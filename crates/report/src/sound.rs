//! What must hold of a summary beyond its types before anything is drawn from it: anybody may have changed the file.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::Error as _;
use serde_json::{Error, Number, Value};

use crate::comparison::Comparison;
use crate::exploit::Exploit;
use crate::sensitivity::Sensitivity;
use crate::solved::Solution;
use crate::sweep::{Parameter, Point, Sweep};
use crate::tune::Tune;
use crate::{Report, ReportError, json};

/// No count of anything is greater: sums of counts fit into 64 bits.
const MOST: u64 = 1 << 50;

/// A study, as written and as read.
pub(crate) trait Sound: Serialize + Sized {
    /// Its file.
    fn summary(&self, format: &'static str) -> Result<Vec<u8>, ReportError> {
        json::of(format, self)
    }

    /// What does not hold together in it, if anything.
    fn flaw(&self) -> Option<&'static str> {
        None
    }
}

impl Sound for Sensitivity {}
impl Sound for Exploit {}
impl Sound for Solution {}
impl Sound for Tune {}

impl Sound for Report {
    fn summary(&self, _format: &'static str) -> Result<Vec<u8>, ReportError> {
        json::summary(self)
    }

    fn flaw(&self) -> Option<&'static str> {
        let is_empty = self.provenance.games == 0 || self.outcomes.is_empty();
        is_empty.then_some("it has no games")
    }
}

impl Sound for Comparison {
    fn flaw(&self) -> Option<&'static str> {
        let variants = self.variants.len();
        let is_whole = self
            .rows
            .iter()
            .all(|row| row.values.len() == variants && row.changes.len() + 1 == variants);
        let mut names = self.rows.iter().map(|row| &row.measure).chain(&self.asked);
        match () {
            () if variants == 0 => Some("it has no variants"),
            () if !is_whole => Some("a measure lacks values or changes of variants"),
            () if !names.all(|name| is_name(name)) => Some("a measure has no name"),
            () => None,
        }
    }
}

impl Sound for Sweep {
    fn flaw(&self) -> Option<&'static str> {
        let cells = self.measures.len();
        let slopes = self.trend.as_ref().map_or(cells, |trend| trend.slopes.len());
        let are_several = |of: &Parameter| {
            let values: BTreeSet<_> = of.values.iter().collect();
            values.len() == of.values.len()
        };
        match () {
            () if !self.parameters.iter().all(are_several) => Some("a value stands there twice"),
            () if !self.has_every_point() => Some("its points are not those of its values"),
            () if self.points.iter().any(|of| of.cells.len() != cells) => {
                Some("a point lacks measures")
            }
            () if slopes != cells => Some("a measure lacks its trend"),
            () if !self.measures.iter().all(|of| is_name(&of.measure)) => {
                Some("a measure has no name")
            }
            () => None,
        }
    }
}

impl Sweep {
    /// Whether there is a point for every combination of values, the last parameter changing fastest.
    fn has_every_point(&self) -> bool {
        let lengths = self.parameters.iter().map(|of| of.values.len());
        let count = lengths.fold(1, usize::saturating_mul);
        let is_in_place = |(k, point): (usize, &Point)| {
            let mut rest = k;
            let mut expected: Vec<&String> = Vec::new();
            for of in self.parameters.iter().rev() {
                expected.push(&of.values[rest % of.values.len()]);
                rest /= of.values.len();
            }
            point.values.iter().eq(expected.into_iter().rev())
        };
        !self.parameters.is_empty()
            && self.points.len() == count
            && self.points.iter().enumerate().all(is_in_place)
    }
}

/// Whether a file can be called so.
fn is_name(measure: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_ ".contains(c);
    (1..=60).contains(&measure.len()) && measure.chars().all(is_plain)
}

/// Checks that every whole number of a JSON text can be a count; a seed may be any.
///
/// # Errors
/// If it is no JSON, or one is too large.
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

#[cfg(test)]
mod tests {
    use super::{counts, is_name};

    #[test]
    fn counts_are_checked_wherever_they_stand() {
        let most = super::MOST;
        let sound = format!(r#"{{"a": [{most}, -3, 1e308, null, "x"], "seed": {}}}"#, u64::MAX);
        assert!(counts(sound.as_bytes()).is_ok());
        for wrong in [format!("[[{}]]", most + 1), format!(r#"{{"a": -{}}}"#, most + 1)] {
            assert!(counts(wrong.as_bytes()).is_err(), "{wrong}");
        }
        assert!(counts(b"[1] 2").is_err());
    }

    #[test]
    fn names_of_files_lead_nowhere() {
        assert!(is_name("win-rate") && is_name("first blood"));
        assert!(["", "..", "a/b", "a\\b", "\u{1b}"].iter().all(|name| !is_name(name)));
    }
}
