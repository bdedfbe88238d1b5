//! `melee.svg`: how often one side alone hits in bouts of melee, overall and by pair of dice, beside the exact chances.

use super::FEWEST;
use super::bars::{BarValue, of_sides};
use super::grammar::Chart;
use super::labels::Labels;
use crate::number::with_commas;
use crate::words;
use crate::{MeleeRow, Report};

const MOST_KINDS: usize = 5;
/// Results in which one side alone hits, the first and the second.
const ALONE: [&str; 2] = ["first hits", "second hits"];

/// Draws all bouts together, then the most frequent kinds.
pub fn melee(report: &Report) -> Chart {
    // Every kind of bout has one row for each result.
    let mut all: Vec<&MeleeRow> =
        report.melee.iter().filter(|row| row.result == "nothing" && row.bouts >= FEWEST).collect();
    all.sort_by_key(|row| std::cmp::Reverse(row.bouts));
    let shown = &all[..all.len().min(MOST_KINDS)];
    let title = words::melee_title(report);
    let mut subtitle =
        String::from("Bouts in which one side alone hits; in the rest both or neither do.");
    if shown.iter().any(|row| row.first_advantage || row.second_advantage) {
        subtitle.push_str(" *: an advantage counted in.");
    }
    if shown.iter().any(|row| row.first_die.is_none() || row.second_die.is_none()) {
        subtitle.push_str(" Unopposed: nobody rolls against this figure.");
    }
    if words::exact_of_bouts(report, ALONE[0]).is_some() {
        subtitle.push_str(" All bouts: by the exact chances.");
    }
    let hidden = match all.len() - shown.len() {
        0 => String::new(),
        1 => String::from(" 1 more pair of dice is in melee.csv."),
        more => format!(" {more} more pairs of dice are in melee.csv."),
    };
    let bouts = with_commas(words::bouts(report, "nothing").1);
    let kinds =
        shown.iter().map(|of| (Some(*of), format!("{} ({})", dice(of), with_commas(of.bouts))));
    let groups: Vec<_> =
        [(None, format!("all bouts ({bouts})"))].into_iter().chain(kinds).collect();
    let labels = Labels::of_run(report, title, &subtitle).and(&hidden);
    of_sides(report, (labels, ""), &groups, |side, of| {
        let result = ALONE[report.side_index(side)?];
        of.map_or_else(|| Some(of_all(report, result)), |of| share(report, of, result))
    })
}

/// Returns the bar of all bouts together, with the exact chances of their dice if known.
fn of_all(report: &Report, result: &str) -> BarValue {
    let (count, bouts) = words::bouts(report, result);
    let exact = words::exact_of_bouts(report, result);
    BarValue { value: exact.unwrap_or(count as f64 / bouts as f64), ..BarValue::default() }
}

/// Returns `d8 against d10*` or `Horse d10, unopposed`.
fn dice(row: &MeleeRow) -> String {
    let die = |die: u8, advantage: bool| format!("d{die}{}", if advantage { "*" } else { "" });
    let one = row.first_die.map(|faces| die(faces, row.first_advantage));
    let other = row.second_die.map(|faces| die(faces, row.second_advantage));
    match (one, other) {
        (Some(one), Some(other)) => format!("{one} against {other}"),
        (Some(one), None) => format!("{} {one}, unopposed", row.first),
        (None, Some(other)) => format!("{} {other}, unopposed", row.second),
        (None, None) => String::from("nobody rolls"),
    }
}

fn share(report: &Report, of: &MeleeRow, result: &str) -> Option<BarValue> {
    let dice =
        |row: &MeleeRow| (row.first_die, row.first_advantage, row.second_die, row.second_advantage);
    let is_it = |row: &&MeleeRow| dice(row) == dice(of);
    let row = report.melee.iter().filter(is_it).find(|row| row.result == result)?;
    // Impossible results need no bar.
    let is_possible = row.exact.is_none_or(|exact| exact > 0.0) || row.count > 0;
    is_possible.then_some(())?;
    BarValue::of(row.rate, row.interval, row.exact)
}
