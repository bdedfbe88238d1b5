//! `melee.svg`: what comes of bouts of melee, for each pair of dice that met, beside the exact chances.

use super::FEWEST;
use super::bars::BarValue;
use super::grammar::{At, Axis, Chart, Key, Mark, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::style::Look;
use crate::number::{NO_BREAK, counted, percent_digits, percent_places, with_commas};
use crate::words;
use crate::{MeleeRow, Report};

/// More pairs of dice than this are left to the table.
const MOST_KINDS: usize = 5;
/// What all of them are called.
const ALL: &str = "all bouts";
/// Height of a row.
const ROW: f64 = 30.0;

/// Bouts with the same dice, or all of them.
struct BoutKind {
    dice: String,
    bouts: u64,
    /// How often each result came of it; none where it cannot.
    shares: Vec<Option<BarValue>>,
}

/// What may come of a bout.
struct Outcome {
    name: String,
    in_table: &'static str,
    look: Look,
}

/// Draws how bouts fell out: all of them, then the kinds that were fought most. A panel for each result; on a phone a panel for
/// each kind.
pub fn melee(report: &Report) -> Chart {
    // Every kind of bout has one row of each result.
    let mut all: Vec<&MeleeRow> =
        report.melee.iter().filter(|row| row.result == "nothing" && row.bouts >= FEWEST).collect();
    all.sort_by_key(|row| std::cmp::Reverse(row.bouts));
    let shown = &all[..all.len().min(MOST_KINDS)];
    let outcomes = outcomes(report);
    let mut kinds = vec![all_dice(report, &outcomes)];
    kinds.extend(shown.iter().map(|row| kind(report, row, &outcomes)));
    let title = words::melee_title(report);
    let description = format!("Bar chart of bouts of melee: {title}.");
    let mut subtitle = format!(
        "How bouts end, by the dice of {} and {}; in the rest {}.",
        report.sides[0],
        report.sides[1],
        words::NOBODY
    );
    if shown.iter().any(|row| row.first_advantage || row.second_advantage) {
        subtitle.push_str(" *: an advantage counted in.");
    }
    if shown.iter().any(|row| row.first_die.is_none() || row.second_die.is_none()) {
        subtitle.push_str(" Unopposed: nobody rolls against this figure.");
    }
    let has_more = shown.iter().map(|row| row.bouts).sum::<u64>() < kinds[0].bouts;
    let is_exact = words::exact_of_bouts(report, outcomes[0].in_table).is_some();
    subtitle.push_str(match (is_exact, has_more) {
        _ if shown.is_empty() => "",
        (true, true) => {
            " All bouts, rarer dice among them: by the exact chances, so without whiskers."
        }
        (true, false) => " All bouts: by the exact chances, so without whiskers.",
        (false, true) => " All bouts: rarer dice among them.",
        (false, false) => "",
    });
    let hidden = match all.len() - shown.len() {
        0 => String::new(),
        1 => String::from(" 1 more pair of dice is in melee.csv."),
        more => format!(" {more} more pairs of dice are in melee.csv."),
    };
    let mut labels = Labels::of_run(report, title, &subtitle, description).and(&hidden);
    let mut keys = vec![Key::new("exact", Look::LAW, Shape::Point)];
    if shown.is_empty() {
        labels.subtitle = format!("{subtitle} No dice met in {FEWEST} bouts or more.");
        keys.clear();
    }
    let chart = Chart {
        labels,
        y: Axis::of("", ValueFormat::Percent, None),
        is_lying: true,
        keys,
        ..Chart::default()
    };
    // All numbers are read beside one another, and have as many places as the least certain of them.
    let intervals = kinds.iter().flat_map(|kind| kind.shares.iter().flatten());
    let places = intervals.map(|share| percent_places(share.interval)).min().unwrap_or(1);
    let by_kind = kinds.iter().map(|kind| {
        let shares = outcomes.iter().zip(&kind.shares);
        let possible: Vec<_> = shares.filter_map(|(of, share)| Some((of, (*share)?))).collect();
        let names = possible.iter().map(|(of, _)| of.name.clone());
        let shares = possible.iter().map(|(of, share)| (Some(*share), of.look));
        Panel {
            x: Some(rows(names)),
            marks: marks(shares, places),
            ..Panel::new(&kind.dice, counted(kind.bouts, "bout"))
        }
    });
    let phone = Chart { panels: by_kind.collect(), ..chart.clone() };
    let by_outcome = outcomes.iter().enumerate().map(|(k, of)| Panel {
        title: of.name.clone(),
        look: Some(of.look),
        marks: marks(kinds.iter().map(|kind| (kind.shares[k], of.look)), places),
        ..Panel::default()
    });
    let name = |kind: &BoutKind| match kind.dice.as_str() {
        ALL => format!("all {}", counted(kind.bouts, "bout")),
        dice => format!("{dice} ({})", with_commas(kind.bouts)),
    };
    Chart {
        x: rows(kinds.iter().map(name)),
        panels: by_outcome.collect(),
        columns: 2,
        phone: Some(Box::new(phone)),
        ..chart
    }
}

fn outcomes(report: &Report) -> [Outcome; 4] {
    let of = |name: &str, in_table, side| {
        let name = name.to_owned();
        Outcome { name, in_table, look: Look::side(side) }
    };
    let hit = |side: usize, in_table| {
        of(&format!("{} alone hit", report.sides[side]), in_table, Some(side))
    };
    [
        hit(0, "first hits"),
        hit(1, "second hits"),
        of("both hit", "both hit", None),
        of("parried", "parry", None),
    ]
}

fn rows(names: impl Iterator<Item = String>) -> Axis {
    Axis { pitch: ROW, ..Axis::names(names) }
}

/// All bouts together, by the exact chances of the dice that met.
fn all_dice(report: &Report, outcomes: &[Outcome]) -> BoutKind {
    let share = |of: &Outcome| {
        let (count, bouts) = words::bouts(report, of.in_table);
        let exact = words::exact_of_bouts(report, of.in_table);
        let value = exact.unwrap_or(count as f64 / bouts as f64);
        value.is_finite().then_some(BarValue { value, ..BarValue::default() })
    };
    BoutKind {
        dice: String::from(ALL),
        bouts: words::bouts(report, "nothing").1,
        shares: outcomes.iter().map(share).collect(),
    }
}

fn kind(report: &Report, row: &MeleeRow, outcomes: &[Outcome]) -> BoutKind {
    let shares = outcomes.iter().map(|of| share(report, row, of.in_table)).collect();
    BoutKind { dice: dice(row), bouts: row.bouts, shares }
}

/// `d8 against d10*`, or `Horse d10, unopposed`.
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
    // What cannot come of a bout needs no bar.
    let is_possible = row.exact.is_none_or(|exact| exact > 0.0) || row.count > 0;
    is_possible.then_some(())?;
    BarValue::of(row.rate, row.interval, row.exact)
}

/// Bars in rows from the top, with their numbers behind them, in so many places.
fn marks(shares: impl Iterator<Item = (Option<BarValue>, Look)>, places: usize) -> Vec<Mark> {
    let mut marks = Vec::new();
    for (row, (share, look)) in shares.enumerate() {
        let Some(bar) = share else { continue };
        let BarValue { value, interval, exact, .. } = bar;
        let at = At::beside(row as f64, 0, 1);
        marks.push(Mark::Bar { at, from: 0.0, to: value, look });
        marks.extend(Mark::whisker(at, interval, Look::LAW));
        marks.extend(exact.map(|y| Mark::Point { at, y, radius: 2.6, look: Look::LAW }));
        marks.push(Mark::Behind {
            at,
            y: bar.top(),
            text: format!("{}{NO_BREAK}%", percent_digits(value, places)),
            more: String::new(),
            look,
            is_part: true,
        });
    }
    marks
}
