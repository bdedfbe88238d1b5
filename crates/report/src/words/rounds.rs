//! Each side's chances to act, round by round.

use minijinja::context;
use minijinja::value::Value;
use skirmish_engine::rulebook::System;

use super::said;
use crate::number::whole_percent as percent;
use crate::{Report, RoundRow};

/// Returns what a round is, for goals and limits in rounds.
pub fn a_round(system: System) -> String {
    format!("A round is {} (HOST-5).", system.clock().meaning())
}

/// What is told of chances round by round: the first side's, in the rounds that many games come to.
pub(crate) fn rounds(report: &Report) -> Vec<&RoundRow> {
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
