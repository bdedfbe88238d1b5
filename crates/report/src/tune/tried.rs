//! Edits that were played: how far off each is, and which targets conflict.

use super::{Certified, Changed, TargetRow, TriedRow, Tune};
use crate::comparison::Value;
use crate::number::{NO_BREAK, defined, share};
use crate::safe::safe_text;

/// Returns an edit as it would be written on the printed table.
pub(super) fn in_words(edit: &Certified) -> String {
    safe_text(&Changed::listed(&edit.changes))
}

/// Returns the number of edits played, if each surely misses a target.
pub(super) fn all_miss(tune: &Tune) -> Option<usize> {
    let edits = by_edit(tune).into_iter().filter(|rows| !rows[0].edit.is_empty());
    let verdicts: Vec<&str> = edits.map(|rows| rows[0].verdict.as_str()).collect();
    let all = verdicts.len();
    (all > 0 && verdicts.into_iter().all(|verdict| verdict == "misses")).then_some(all)
}

impl TargetRow {
    /// Returns whether the interval of a value extends beyond the target range.
    pub(super) fn is_met_only_just(&self, value: Option<Value>) -> bool {
        let ends = value.and_then(|value| defined(value.interval));
        ends.is_some_and(|(low, high)| {
            self.least.is_some_and(|least| low < least) || self.most.is_some_and(|most| high > most)
        })
    }

    pub(super) fn is_met(&self, value: Option<Value>) -> bool {
        value.is_some_and(|it| {
            self.least.is_none_or(|least| it.value >= least)
                && self.most.is_none_or(|most| it.value <= most)
        })
    }

    /// Returns how far a value is outside the target range, in widths of that range.
    fn shortfall(&self, value: f64) -> f64 {
        let below = self.least.map_or(0.0, |least| least - value);
        let above = self.most.map_or(0.0, |most| value - most);
        let width = match (self.least, self.most) {
            (Some(least), Some(most)) if most > least => most - least,
            (Some(one), _) | (_, Some(one)) => one.abs().max(self.slack),
            _ => 1.0,
        };
        below.max(above).max(0.0) / width
    }

    /// Returns the target range: `45 to 55 %`, `at least 2.5`.
    pub(super) fn wanted(&self) -> String {
        let (scale, unit) = match self.measured.is_share {
            true => (100.0, format!("{NO_BREAK}%")),
            false => (1.0, String::new()),
        };
        let show = |value: f64| share(value * scale);
        match (self.least, self.most) {
            (Some(least), Some(most)) => format!("{} to {}{unit}", show(least), show(most)),
            (Some(least), None) => format!("at least {}{unit}", show(least)),
            (None, Some(most)) => format!("at most {}{unit}", show(most)),
            (None, None) => String::new(),
        }
    }
}

/// Returns the edits played, each as its rows by target.
pub(super) fn by_edit(tune: &Tune) -> Vec<&[TriedRow]> {
    tune.tried.chunks(tune.targets.len().max(1)).collect()
}

/// An edit is closer if it is less far outside by at least this much, in widths of the target range.
const CLOSER: f64 = 0.1;

/// Returns how far the worst target of an edit is outside.
pub(super) fn outside(tune: &Tune, rows: &[TriedRow]) -> f64 {
    let short = rows
        .iter()
        .zip(&tune.targets)
        .map(|(row, target)| row.value.map_or(f64::INFINITY, |value| target.shortfall(value)));
    short.fold(0.0, f64::max)
}

/// Returns the closest edit and how far its worst target is outside.
fn closest(tune: &Tune) -> Option<(&[TriedRow], f64)> {
    let edits = by_edit(tune).into_iter().map(|rows| (rows, outside(tune, rows)));
    edits.filter(|(_, worst)| worst.is_finite()).min_by(|one, two| one.1.total_cmp(&two.1))
}

/// Returns the closest edit, if it is clearly closer than the present table.
pub(super) fn closer(tune: &Tune) -> Option<(&[TriedRow], f64)> {
    let now = outside(tune, by_edit(tune).first()?);
    closest(tune).filter(|(_, worst)| now - worst >= CLOSER)
}

/// Of two conflicting targets, one stays at least this far outside, in widths of its range.
const FIGHT: f64 = 0.1;

/// Returns the two targets in greatest conflict: each was met, but no edit comes close to meeting both.
pub(super) fn rivals(tune: &Tune) -> Option<(usize, usize)> {
    let edits = by_edit(tune);
    let short = |rows: &[TriedRow], k: usize| {
        rows[k].value.map_or(f64::INFINITY, |value| tune.targets[k].shortfall(value))
    };
    let least = |of: &dyn Fn(&[TriedRow]) -> f64| {
        edits.iter().map(|rows| of(rows)).fold(f64::INFINITY, f64::min)
    };
    let count = tune.targets.len();
    let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |two| (one, two)));
    pairs
        .filter(|&(one, two)| [one, two].iter().all(|k| least(&|rows| short(rows, *k)) <= 0.0))
        .map(|(one, two)| ((one, two), least(&|rows| short(rows, one).max(short(rows, two)))))
        .filter(|(_, apart)| *apart > FIGHT && apart.is_finite())
        .max_by(|one, two| one.1.total_cmp(&two.1))
        .map(|(pair, _)| pair)
}
