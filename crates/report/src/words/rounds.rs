//! Who has the chances, round by round.

use minijinja::context;
use minijinja::value::Value;
use skirmish_engine::rulebook::System;

use super::said;
use crate::number::{defined, whole_percent as percent};
use crate::report::Interval;
use crate::{Report, RoundRow};

/// What is counted where a goal or a cap is in rounds.
pub fn a_round(system: System) -> String {
    format!("A round is {} (HOST-5).", system.clock().meaning())
}

/// The first side's chances in the rounds that many games come to.
pub(crate) fn early_rounds(report: &Report) -> Vec<&RoundRow> {
    let first = report.sides.first();
    let rows = report.rounds.iter().filter(|row| Some(&row.side) == first);
    let rows: Vec<&RoundRow> = rows.collect();
    let most = rows.iter().map(|row| row.chances).max().unwrap_or(0);
    let is_late = |row: &&RoundRow| row.chances < most.div_ceil(LATE_ROUND);
    // The last row is of all rounds from there on, and may have more chances than those before it.
    let busiest = rows.iter().position(|row| row.chances == most).unwrap_or(0);
    let late = rows.iter().skip(busiest).position(is_late);
    let end = late.map_or(rows.len(), |late| busiest + late);
    rows[..end].iter().copied().filter(|row| !is_late(row)).collect()
}

/// What is told of chances round by round: the first side's, in the rounds that many games come to and in which it is well known.
pub(crate) fn rounds(report: &Report) -> Vec<&RoundRow> {
    let mut rows = early_rounds(report);
    let is_sharp = |row: &&RoundRow| ends(row).1 - ends(row).0 <= 2.0 * SHARP;
    let known = rows.iter().rposition(is_sharp).map_or(rows.len().min(1), |last| last + 1);
    rows.truncate(known);
    rows
}

/// A round with less than one in so many of the chances of the busiest is late: few games come to it.
const LATE_ROUND: u64 = 50;

/// A side's share of the chances in the first round and in the last that is told.
pub(crate) fn rounds_title(report: &Report) -> String {
    let mut told = rounds(report);
    if let [_, between @ .., _] = &told[..] {
        told.drain(1..=between.len());
    }
    let side = told.first().map_or("", |row| row.side.as_str());
    let one = |row: &&RoundRow| context! { share => percent(row.share), round => row.round };
    said("rounds", context! { side, shares => told.iter().map(one).collect::<Value>() })
}

/// Between which shares that of a round is.
fn ends(row: &RoundRow) -> Interval {
    defined(row.interval).unwrap_or((row.share, row.share))
}

/// Half the width of the interval of a share that is well known: in late rounds, which few games come to, it is noise.
const SHARP: f64 = 0.03;
