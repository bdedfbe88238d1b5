//! `hits.svg`: the chance that a shot hits against the distance, a panel for each condition of the target: exact as a
//! staircase over the marks of the stick, simulated as dots with their intervals.

use super::grammar::{Axis, Chart, Key, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::lines::LinePoint;
use super::style::Look;
use crate::number::counted;
use crate::words;
use crate::{HitRow, Report};

/// Curves of more kinds of shots than this would hide one another.
const MOST_CURVES: usize = 5;
/// Dots of fewer shots than this say nothing, with whiskers over half the panel.
const FEWEST_SHOTS: u64 = 50;
/// More conditions than the rules know are left to the table.
const MOST_PANELS: usize = 6;
/// Conditions of a target in the order of panels.
const EASIEST_FIRST: [&str; 4] = ["unmoving", "moving", "screened", "protected"];

/// Shots that differ by distance and condition of the target only.
struct Curve<'a> {
    name: String,
    rows: Vec<&'a HitRow>,
    shots: u64,
}

/// Draws how often shots hit, by distance and condition of the target.
#[must_use]
pub fn hits(report: &Report) -> Chart {
    let all = curves(report);
    let shown = &all[..all.len().min(MOST_CURVES)];
    let mut targets: Vec<&str> = Vec::new();
    for row in shown.iter().flat_map(|curve| &curve.rows) {
        if row.shots > 0 && !targets.contains(&row.target.as_str()) {
            targets.push(&row.target);
        }
    }
    // The easiest first, whatever was shot at most; what the rules do not know comes last.
    targets.sort_by_key(|target| {
        EASIEST_FIRST.iter().position(|known| known == target).unwrap_or(MOST_PANELS)
    });
    targets.truncate(MOST_PANELS);
    let distance = match report.length_unit.as_str() {
        "" => String::from("Distance"),
        unit => format!("Distance ({unit})"),
    };
    let drawn = || shown.iter().flat_map(|curve| &curve.rows);
    let farthest = drawn().map(|row| row.distance).filter(|at| at.is_finite()).fold(1.0, f64::max);
    let highest = drawn()
        .flat_map(|row| [row.exact, row.rate.filter(|_| row.shots >= FEWEST_SHOTS)])
        .flatten()
        .filter(|value| value.is_finite())
        .fold(0.05, f64::max);
    let key = |(k, curve): (usize, &Curve<'_>)| Key::new(&curve.name, Look::hue(k), Shape::Curve);
    Chart {
        labels: labels(report, &all, shown.len()),
        x: Axis::of(distance, ValueFormat::Plain, Some((0.0, farthest))),
        y: Axis::of("", ValueFormat::Percent, Some((0.0, highest.min(1.0)))),
        keys: shown.iter().enumerate().map(key).collect(),
        panels: targets.iter().map(|target| panel(shown, target)).collect(),
        columns: 2,
        nothing: String::from("Nobody fired."),
        ..Chart::default()
    }
}

/// The kinds of shots, those that were fired most first.
fn curves(report: &Report) -> Vec<Curve<'_>> {
    let rows = || report.hit_curves.iter();
    let several_systems = words::several_systems(rows().map(|row| row.system.as_str()));
    let first_weapon = rows().next().map(|row| &row.weapon);
    let several_weapons = rows().any(|row| Some(&row.weapon) != first_weapon);
    let mut curves: Vec<Curve<'_>> = Vec::new();
    for row in rows() {
        let mut name = words::group_name(&row.system, &row.side, several_systems);
        if several_weapons {
            name += &format!(", {}", row.weapon);
        }
        name += &format!(", {} {}", words::fire(&row.fire), row.dice);
        if row.wounded {
            name += " wounded";
        }
        match curves.iter_mut().find(|curve| curve.name == name) {
            Some(curve) => {
                curve.rows.push(row);
                curve.shots += row.shots;
            }
            None => curves.push(Curve { name, rows: vec![row], shots: row.shots }),
        }
    }
    // The sort is stable, so that equals keep the order of the rows.
    curves.sort_by_key(|curve| std::cmp::Reverse(curve.shots));
    curves
}

fn labels(report: &Report, all: &[Curve<'_>], shown: usize) -> Labels {
    let left_out = match all.len() - shown {
        0 => String::new(),
        1 => String::from(" One more kind of shots is in hit-curves.csv."),
        more => format!(" {more} rarer kinds of shots are in hit-curves.csv."),
    };
    let parts: Vec<String> = all[..shown]
        .iter()
        .map(|curve| {
            let hits: u64 = curve.rows.iter().map(|row| row.hits).sum();
            format!("{}: {} in {}", curve.name, counted(hits, "hit"), counted(curve.shots, "shot"))
        })
        .collect();
    Labels {
        title: words::fire_title(report),
        subtitle: format!(
            "Chance that one shot hits, by distance and condition of the target. Lines are exact, dots with {} intervals \
             are simulated.{left_out}",
            words::confidence(report)
        ),
        caption: words::provenance(report),
        description: format!(
            "Chance to hit against distance, exact and simulated, a panel for each condition of the target. {}.",
            parts.join("; ")
        ),
        ..Labels::default()
    }
}

/// Shots at targets in one condition: the exact chances as staircases over the marks, and what was simulated.
fn panel(shown: &[Curve<'_>], target: &str) -> Panel {
    let of_target = |curve: &Curve<'_>| -> Vec<HitRow> {
        let rows = curve.rows.iter().filter(|row| row.target == target);
        let mut rows: Vec<HitRow> =
            rows.filter(|row| row.distance.is_finite()).map(|row| (*row).clone()).collect();
        rows.sort_by(|one, other| one.distance.total_cmp(&other.distance));
        rows
    };
    let shots: u64 = shown.iter().flat_map(of_target).map(|row| row.shots).sum();
    let panel = Panel::new(format!("{target} target"), counted(shots, "shot"));
    shown.iter().enumerate().fold(panel, |panel, (index, curve)| {
        let rows = of_target(curve);
        let exact = rows.iter().filter_map(|row| Some((row.distance, row.exact?)));
        let nearer = std::iter::once(0.0).chain(rows.iter().map(|row| row.distance));
        let dots = rows.iter().zip(nearer).filter(|(row, _)| row.shots >= FEWEST_SHOTS);
        // Beside one another within the reach of the mark, since several curves may have the same chance.
        let part = (index as f64 + 1.0) / (shown.len() as f64 + 1.0);
        let dot = |(row, from): (&HitRow, f64)| {
            let x = from + (row.distance - from) * part;
            Some(LinePoint { x, y: row.rate?, interval: row.interval })
        };
        let dots: Vec<LinePoint> = dots.filter_map(dot).collect();
        let look = Look { width: 1.8, ..Look::hue(index) };
        panel.line(&exact.collect::<Vec<_>>(), true, look, "").dots(&dots, look)
    })
}
