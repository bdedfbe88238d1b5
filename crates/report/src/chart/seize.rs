//! `seize.svg`: the chance to seize against the number needed, and how often each number was needed.

use super::FEWEST;
use super::bars::{BarValue, of_sides};
use super::grammar::{Axis, Chart, Key, Mark, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::style::Look;
use crate::number::{bounds, percent};
use crate::once::unique;
use crate::text::framed;
use crate::words;
use crate::{Report, SeizeRow};

/// Draws simulated and exact chances to seize for each number needed; larger dots stand for more attempts.
pub fn seizes(report: &Report) -> Chart {
    let rows: Vec<&SeizeRow> = report.seizes.iter().collect();
    let total = |side: &str| report.seize_totals.iter().find(|total| total.side == side);
    let side = |k: usize| {
        let rate = total(&report.sides[k]).and_then(|it| Some(percent(it.rate?, it.interval)));
        let rate = framed(" (", &rate.unwrap_or_default(), " of attempts)");
        Key::new(format!("{}, simulated{rate}", report.sides[k]), Look::hue(k), Shape::Point)
    };
    let exact = rows.iter().any(|row| row.exact.is_some());
    let exact = exact.then(|| Key::new("exact", Look::LAW, Shape::Line));
    Chart {
        labels: labels(report),
        keys: present(report, &rows).into_iter().map(side).chain(exact).collect(),
        panels: if rows.is_empty() { Vec::new() } else { vec![panel(report, &rows)] },
        nothing: String::from("Nobody attempted to seize the initiative."),
        ..Chart::default()
    }
}

fn labels(report: &Report) -> Labels {
    let labels = Labels::of_run(
        report,
        words::seizes_title(report),
        "Chance that one attempt succeeds, by the number needed; larger dots: more attempts.",
    );
    let rare = match report.seizes.iter().any(|row| row.attempts < FEWEST) {
        true => format!(" Numbers needed fewer than {FEWEST} times are in seize.csv."),
        false => String::new(),
    };
    labels.and(&words::most_often_needed(report)).and(&rare)
}

/// Draws how often the initiative is lost after each kind of action, beside the expected rates.
pub fn lost_after(report: &Report) -> Chart {
    let told = words::lost_after(report);
    let mut groups = unique(told.iter().map(|row| row.after.clone()));
    // The most costly action comes first.
    let most = |after: &String| {
        told.iter().filter(|row| row.after == *after).map(|row| row.rate).fold(0.0, f64::max)
    };
    groups.sort_by(|one, other| most(other).total_cmp(&most(one)));
    let labels = Labels::of_run(
        report,
        words::lost_after_title(report),
        "How many of a side's actions of each kind lost it the initiative: the enemy seized it, or it failed to keep it after \
         a duel. Dots: as many as the exact chances of the rolls predict.",
    );
    let named = |after: String| (after.clone(), words::after(&after));
    let groups: Vec<_> = groups.into_iter().map(named).collect();
    of_sides(report, (labels, "Actions that lost the initiative"), &groups, |side, after| {
        let row = told.iter().find(|row| row.side == *side && row.after == *after)?;
        BarValue::of(Some(row.rate), row.interval, row.expected)
    })
}

fn present(report: &Report, rows: &[&SeizeRow]) -> Vec<usize> {
    let is_there = |k: &usize| rows.iter().any(|row| row.side == report.sides[*k]);
    (0..report.sides.len()).filter(is_there).collect()
}

/// Returns the rows to draw: numbers rarely needed are left out, unless all are rare.
fn usual<'r>(rows: &[&'r SeizeRow]) -> Vec<&'r SeizeRow> {
    let usual: Vec<&SeizeRow> = rows.iter().filter(|row| row.attempts >= FEWEST).copied().collect();
    if usual.is_empty() { rows.to_vec() } else { usual }
}

fn panel(report: &Report, rows: &[&SeizeRow]) -> Panel {
    let rows = &usual(rows)[..];
    let (low, high) = bounds(rows.iter().map(|row| f64::from(row.needed)));
    let numbers = (low as i32..=high as i32).map(|needed| needed.to_string().replace('-', "−"));
    let mut x = Axis { name: "Number needed".to_owned(), ..Axis::names(numbers.take(200)) };
    x.bands.iter_mut().for_each(|band| band.at += low);
    x.range = Some((low - 0.6, high + 0.6));
    let sides = present(report, rows);
    let mut marks = exact(rows);
    let most = rows.iter().map(|row| row.attempts).max().unwrap_or(1).max(1);
    for row in rows {
        let of_row = |k: &usize| report.sides[*k] == row.side;
        let Some(place) = sides.iter().position(of_row) else { continue };
        let (needed, look) = (f64::from(row.needed), Look::hue(sides[place]));
        // Sides stand side by side on the tread of their number.
        let at = needed + (place as f64 - (sides.len() - 1) as f64 / 2.0) * 0.34;
        // An attempt that cannot succeed needs no dot.
        let is_possible = row.exact != Some(0.0) || row.successes > 0;
        if let Some(y) = row.rate.filter(|rate| rate.is_finite() && is_possible) {
            marks.extend(Mark::whisker(at.into(), row.interval, look));
            let part = (row.attempts as f64 / most as f64).sqrt();
            marks.push(Mark::Point { at: at.into(), y, radius: 2.2 + 4.0 * part, look });
        }
    }
    let highest = bounds(marks.iter().flat_map(Mark::reach).map(|at| at.1)).1.clamp(0.01, 1.0);
    let y = Axis::of("Chance to seize", ValueFormat::Percent, Some((0.0, highest)));
    Panel { x: Some(x), y: Some(y), marks, ..Panel::default() }
}

/// Returns the exact chance as a tread for each number, with risers; a side whose chance differs has its own tread.
fn exact(rows: &[&SeizeRow]) -> Vec<Mark> {
    let tread = |row: &&SeizeRow| Some((row.needed, row.exact.filter(|exact| exact.is_finite())?));
    let mut treads: Vec<(i32, f64)> = rows.iter().filter_map(tread).collect();
    treads.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    treads.dedup();
    let line = |points: [(f64, f64); 2]| Mark::Line {
        points: points.to_vec(),
        look: Look::LAW,
        name: String::new(),
    };
    let half = |needed: i32, by: f64| f64::from(needed) + by;
    let lying = treads.iter().map(|&(at, y)| line([(half(at, -0.5), y), (half(at, 0.5), y)]));
    let risers = treads.windows(2).filter(|pair| pair[1].0 - pair[0].0 == 1);
    let risers = risers.map(|pair| {
        let x = half(pair[0].0, 0.5);
        line([(x, pair[0].1), (x, pair[1].1)])
    });
    lying.chain(risers).collect()
}
