//! Each side's chances to act, round by round.

use minijinja::context;
use minijinja::value::Value;
use skirmish_engine::rulebook::System;

use super::said;
use crate::number::{defined, whole_percent as percent};
use crate::report::Interval;
use crate::{Report, RoundRow};

/// Returns what a round is, for goals and limits in rounds.
pub fn a_round(system: System) -> String {
    format!("A round is {} (HOST-5).", system.clock().meaning())
}

/// Returns the first side's chances in the rounds that many games reach.
pub(crate) fn early_rounds(report: &Report) -> Vec<&RoundRow> {
    let first = report.sides.first();
    let rows = report.rounds.iter().filter(|row| Some(&row.side) == first);
    let rows: Vec<&RoundRow> = rows.collect();
    let most = rows.iter().map(|row| row.chances).max().unwrap_or(0);
    let is_late = |row: &&RoundRow| row.chances < most.div_ceil(LATE_ROUND);
    // The last row includes all later rounds, so it may have more chances than the row before.
    let busiest = rows.iter().position(|row| row.chances == most).unwrap_or(0);
    let late = rows.iter().skip(busiest).position(is_late);
    let end = late.map_or(rows.len(), |late| busiest + late);
    rows[..end].iter().copied().filter(|row| !is_late(row)).collect()
}

/// Returns the first side's chances in the rounds that many games reach and in which its share is well known.
pub(crate) fn rounds(report: &Report) -> Vec<&RoundRow> {
    let mut rows = early_rounds(report);
    let is_sharp = |row: &&RoundRow| ends(row).1 - ends(row).0 <= 2.0 * SHARP;
    let known = rows.iter().rposition(is_sharp).map_or(rows.len().min(1), |last| last + 1);
    rows.truncate(known);
    rows
}

/// A round with fewer than one in this many of the busiest round's chances is late; few games reach it.
const LATE_ROUND: u64 = 50;

/// Returns the finding: a side's share of the chances in the first round and in the last one told.
pub(crate) fn rounds_title(report: &Report) -> String {
    let mut told = rounds(report);
    if let [_, between @ .., _] = &told[..] {
        told.drain(1..=between.len());
    }
    let side = told.first().map_or("", |row| row.side.as_str());
    let one = |row: &&RoundRow| context! { share => percent(row.share), round => row.round };
    said("rounds", context! { side, shares => told.iter().map(one).collect::<Value>() })
}

fn ends(row: &RoundRow) -> Interval {
    defined(row.interval).unwrap_or((row.share, row.share))
}

/// Half-width up to which a share is well known; late rounds, which few games reach, are noisy.
const SHARP: f64 = 0.03;
