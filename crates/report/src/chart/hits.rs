//! `hits.svg`: the chance that a shot hits against the distance, a panel for each condition of the target: exact as a
//! staircase over the marks of the stick, simulated as dots with their intervals.

use super::bars::hues;
use super::grammar::{Axis, Chart, Key, Mark, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::lines::LinePoint;
use super::style::Look;
use crate::number::{bounds, counted};
use crate::once::{grouped, unique};
use crate::text::framed;
use crate::words::{self, CONFIDENCE, capital};
use crate::{HitRow, Report};

/// Curves of more kinds of shots than this would hide one another.
const MOST_CURVES: usize = 5;
/// Dots of fewer shots than this say nothing, with whiskers over half the panel. Unless there are no others, no room is kept
/// for them. Nothing is hidden by that: all shots of a row need the same number, so that the exact chance is that of each of them,
/// and the row is tested in `agreement` however few they are. With other seeds and more games rows that lay off come in.
const FEWEST_SHOTS: u64 = 50;
/// Conditions of a target in the order of panels.
const EASIEST_FIRST: [&str; 4] = ["unmoving", "moving", "screened", "protected"];

/// Shots that differ by distance and condition of the target only.
#[derive(Clone)]
struct Curve<'a> {
    name: String,
    side: usize,
    rows: Vec<&'a HitRow>,
    shots: u64,
    look: Look,
}

/// Draws how often shots hit, by distance and condition of the target.
pub fn hits(report: &Report) -> Chart {
    let many = report.hit_curves.iter().any(|row| row.shots >= FEWEST_SHOTS);
    let least = if many { FEWEST_SHOTS } else { 1 };
    let is_told = |row: &HitRow| row.shots >= least && row.distance.is_finite();
    let all = curves(report);
    let told = all.iter().filter(|curve| curve.rows.iter().any(|row| is_told(row)));
    let shown = coloured(told.take(MOST_CURVES), report.sides.len());
    let rows = || shown.iter().flat_map(|curve| &curve.rows).filter(|row| is_told(row));
    let mut targets = unique(rows().map(|row| row.target.as_str()));
    // The easiest first, whatever was shot at most; what the rules do not know comes last.
    targets.sort_by_key(|target| {
        EASIEST_FIRST.iter().position(|known| known == target).unwrap_or(EASIEST_FIRST.len())
    });
    let distance = match report.length_unit.as_str() {
        "" => String::from("Distance"),
        unit => format!("Distance ({unit})"),
    };
    let farthest = rows().map(|row| row.distance).fold(1.0, f64::max);
    let panels = targets.iter().map(|target| panel(&shown, target, farthest, &is_told));
    let panels: Vec<Panel> = panels.collect();
    let reach = panels.iter().flat_map(|panel| &panel.marks).flat_map(Mark::reach);
    let highest = bounds(reach.map(|at| at.1)).1.clamp(0.05, 1.0);
    let key = |curve: &Curve<'_>| Key::new(&curve.name, curve.look, Shape::Curve);
    Chart {
        labels: labels(report, &shown, is_told, all.iter().filter(|curve| curve.shots > 0).count()),
        x: Axis::of(distance, ValueFormat::Plain, Some((0.0, farthest))),
        y: Axis::of("", ValueFormat::Percent, Some((0.0, highest))),
        keys: shown.iter().map(key).collect(),
        panels,
        // No hole where a last panel would be.
        columns: if targets.len().is_multiple_of(3) { 3 } else { 2 },
        nothing: String::from("Nobody fired."),
        ..Chart::default()
    }
}

/// The curves by side, the first of each in the colour of its side.
fn coloured<'a>(curves: impl Iterator<Item = &'a Curve<'a>>, sides: usize) -> Vec<Curve<'a>> {
    let mut curves: Vec<Curve<'_>> = curves.cloned().collect();
    curves.sort_by_key(|curve| curve.side);
    let hues = hues(curves.iter().map(|curve| curve.side), sides);
    for (curve, hue) in curves.iter_mut().zip(hues) {
        curve.look = Look { width: 1.8, ..Look::hue(hue) };
    }
    curves
}

/// The kinds of shots, those that were fired most first.
fn curves<'r>(report: &'r Report) -> Vec<Curve<'r>> {
    let rows = || report.hit_curves.iter();
    let first_weapon = rows().next().map(|row| &row.weapon);
    let several_weapons = rows().any(|row| Some(&row.weapon) != first_weapon);
    let of_name = grouped(rows().map(|row| {
        let weapon = if several_weapons { format!("{}, ", row.weapon) } else { String::new() };
        let wounded = if row.wounded { " wounded" } else { "" };
        let dice = format!("{}{wounded}", row.dice);
        let name = format!("{}, {weapon}{} {dice}", row.side, words::fire(&row.fire));
        (name, row)
    }));
    let curve = |(name, rows): (String, Vec<&'r HitRow>)| Curve {
        name,
        side: report.side_index(&rows[0].side).unwrap_or(report.sides.len()),
        shots: rows.iter().map(|row| row.shots).sum(),
        rows,
        look: Look::default(),
    };
    let mut curves: Vec<Curve<'_>> = of_name.into_iter().map(curve).collect();
    // The sort is stable, so that equals keep the order of the rows.
    curves.sort_by_key(|curve| std::cmp::Reverse(curve.shots));
    curves
}

/// All shots of a curve at targets in one condition, the rare ones among them that are not drawn.
fn fired(curve: &Curve<'_>, target: &str) -> u64 {
    curve.rows.iter().filter(|row| row.target == target).map(|row| row.shots).sum()
}

fn labels(
    report: &Report,
    shown: &[Curve<'_>],
    is_told: impl Fn(&HitRow) -> bool + Copy,
    fired: usize,
) -> Labels {
    let rows = || report.hit_curves.iter();
    let rare = rows().any(|row| row.shots > 0 && !is_told(row));
    let rare = rare.then(|| format!("dots of under {FEWEST_SHOTS} shots"));
    let kinds = match fired - shown.len() {
        0 => None,
        1 => Some(String::from("one rarer kind of shot")),
        more => Some(format!("{more} rarer kinds of shots")),
    };
    let left: Vec<String> = rare.into_iter().chain(kinds).collect();
    let left_out = framed(" Only in hit-curves.csv: ", &left.join(", and "), ".");
    let parts: Vec<String> = shown
        .iter()
        .map(|curve| {
            let hits: u64 = curve.rows.iter().map(|row| row.hits).sum();
            format!("{}: {} in {}", curve.name, counted(hits, "hit"), counted(curve.shots, "shot"))
        })
        .collect();
    Labels {
        title: words::fire_title(report),
        subtitle: format!(
            "Chance of one shot to hit. Lines: exact. Dots: shots of the games, with {CONFIDENCE} intervals; one in 20 misses its line by luck.{left_out}"
        ),
        caption: words::provenance(report),
        description: format!(
            "Chance to hit against distance, exact and simulated, a panel for each condition of the target. {}.",
            parts.join("; ")
        ),
        ..Labels::default()
    }
}

/// Shots at targets in one condition: the exact chances as staircases over the marks, and what was simulated of them.
fn panel(
    shown: &[Curve<'_>],
    target: &str,
    farthest: f64,
    is_told: &impl Fn(&HitRow) -> bool,
) -> Panel {
    let of_target = |curve: &Curve<'_>| -> Vec<HitRow> {
        let is_here = |row: &&&HitRow| row.target == target && row.distance <= farthest;
        let rows = curve.rows.iter().filter(is_here);
        let mut rows: Vec<HitRow> = rows.map(|row| (*row).clone()).collect();
        rows.sort_by(|one, other| one.distance.total_cmp(&other.distance));
        rows
    };
    let here = shown.iter().map(|curve| (curve, of_target(curve)));
    let here: Vec<_> = here.filter(|(_, rows)| rows.iter().any(is_told)).collect();
    let shots: u64 = here.iter().map(|(curve, _)| fired(curve, target)).sum();
    let curves: Vec<_> = here.into_iter().map(|(curve, rows)| (curve.look, rows)).collect();
    let panel = Panel::new(capital(target), counted(shots, "shot"));
    curves.iter().enumerate().fold(panel, |panel, (index, (look, rows))| {
        let exact = rows.iter().filter_map(|row| Some((row.distance, row.exact?)));
        let nearer = std::iter::once(0.0).chain(rows.iter().map(|row| row.distance));
        // In the middle of the reach of its mark; several beside one another, since they may have the same chance.
        let dot = |(row, from): (&HitRow, f64)| {
            let is_beside = |rows: &[HitRow]| {
                rows.iter().any(|other| other.distance == row.distance && is_told(other))
            };
            let beside = |curves: &[(Look, Vec<HitRow>)]| {
                curves.iter().filter(|(_, rows)| is_beside(rows)).count() as f64
            };
            let part = (beside(&curves[..index]) + 1.0) / (beside(&curves) + 1.0);
            let x = from + (row.distance - from) * part;
            Some(LinePoint { x, y: row.rate?, interval: row.interval })
        };
        let dots = rows.iter().zip(nearer).filter(|(row, _)| is_told(row));
        let dots: Vec<LinePoint> = dots.filter_map(dot).collect();
        panel.line(&exact.collect::<Vec<_>>(), true, *look, "").dots(&dots, *look)
    })
}
