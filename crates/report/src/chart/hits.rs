//! `hits.svg`: the chance to hit by distance and condition of the target, exact as a staircase, simulated as dots.

use super::bars::hues;
use super::grammar::{Axis, Chart, Key, Mark, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::style::Look;
use crate::comparison::Value;
use crate::number::{bounds, counted};
use crate::once::{grouped, unique};
use crate::words::{self, CONFIDENCE, capital};
use crate::{HitRow, Report};

const MOST_CURVES: usize = 5;
/// Rows with fewer shots get no dot, whose whisker would span half the panel, unless all rows have few. The exact chance is
/// still right: all shots of a row need the same number, and `agreement` tests the row however few they are.
const FEWEST_SHOTS: u64 = 50;
/// Conditions of a target, in the order of panels.
const EASIEST_FIRST: [&str; 4] = ["unmoving", "moving", "screened", "protected"];

/// Shots that differ only by distance and condition of the target.
struct Curve<'a> {
    name: String,
    side: usize,
    rows: Vec<&'a HitRow>,
    shots: u64,
}

/// Draws how often shots hit, by distance and condition of the target.
pub fn hits(report: &Report) -> Chart {
    let many = report.hit_curves.iter().any(|row| row.shots >= FEWEST_SHOTS);
    let least = if many { FEWEST_SHOTS } else { 1 };
    let is_told = |row: &HitRow| row.shots >= least && row.distance.is_finite();
    let all = curves(report);
    let told = all.iter().filter(|curve| curve.rows.iter().any(|row| is_told(row)));
    let mut shown: Vec<&Curve<'_>> = told.take(MOST_CURVES).collect();
    shown.sort_by_key(|curve| curve.side);
    // The first curve of each side has the side's colour.
    let hues = hues(shown.iter().map(|curve| curve.side), report.sides.len());
    let looks = hues.into_iter().map(|hue| Look { width: 1.8, ..Look::hue(hue) });
    let shown: Vec<(&Curve<'_>, Look)> = shown.into_iter().zip(looks).collect();
    let rows = || shown.iter().flat_map(|(curve, _)| &curve.rows).filter(|row| is_told(row));
    let mut targets = unique(rows().map(|row| row.target.as_str()));
    targets.sort_by_key(|target| {
        EASIEST_FIRST.iter().position(|known| known == target).unwrap_or(EASIEST_FIRST.len())
    });
    let farthest = rows().map(|row| row.distance).fold(1.0, f64::max);
    let panels = targets.iter().map(|target| panel(&shown, target, farthest, &is_told));
    let panels: Vec<Panel> = panels.collect();
    let reach = panels.iter().flat_map(|panel| &panel.marks).flat_map(Mark::reach);
    let highest = bounds(reach.map(|at| at.1)).1.clamp(0.05, 1.0);
    let fired = report.hit_curves.iter().filter(|row| row.shots > 0).count();
    let left_out = match fired > rows().count() {
        true => " Rarer shots are in hit-curves.csv.",
        false => "",
    };
    let unit = match report.length_unit.as_str() {
        "" => String::new(),
        unit => format!(" ({unit})"),
    };
    Chart {
        labels: Labels {
            title: words::fire_title(report),
            subtitle: format!(
                "Chance of one shot to hit. Lines: exact. Dots: shots of the games, with {CONFIDENCE} intervals; one in 20 misses its line by luck.{left_out}"
            ),
            caption: words::provenance(report),
            ..Labels::default()
        },
        x: Axis::of(format!("Distance{unit}"), ValueFormat::Plain, Some((0.0, farthest))),
        y: Axis::of("", ValueFormat::Percent, Some((0.0, highest))),
        keys: shown.iter().map(|(it, look)| Key::new(&it.name, *look, Shape::Curve)).collect(),
        panels,
        // Avoids a gap at the end of the last row.
        columns: if targets.len().is_multiple_of(3) { 3 } else { 2 },
        nothing: String::from("Nobody fired."),
        ..Chart::default()
    }
}

/// Returns the kinds of shots, the most frequent first.
fn curves<'r>(report: &'r Report) -> Vec<Curve<'r>> {
    let several = unique(report.hit_curves.iter().map(|row| &row.weapon)).len() > 1;
    let of_name = grouped(report.hit_curves.iter().map(|row| {
        let weapon = if several { format!("{}, ", row.weapon) } else { String::new() };
        let wounded = if row.wounded { " wounded" } else { "" };
        let fire = words::fire(&row.fire);
        (format!("{}, {weapon}{fire} {}{wounded}", row.side, row.dice), row)
    }));
    let curve = |(name, rows): (String, Vec<&'r HitRow>)| Curve {
        name,
        side: report.side_index(&rows[0].side).unwrap_or(report.sides.len()),
        shots: rows.iter().map(|row| row.shots).sum(),
        rows,
    };
    let mut curves: Vec<Curve<'_>> = of_name.into_iter().map(curve).collect();
    // The sort is stable, so equals keep the order of the rows.
    curves.sort_by_key(|curve| std::cmp::Reverse(curve.shots));
    curves
}

fn panel(
    shown: &[(&Curve<'_>, Look)],
    target: &str,
    farthest: f64,
    is_told: &impl Fn(&HitRow) -> bool,
) -> Panel {
    let here = shown.iter().map(|(curve, look)| {
        let is_here = |row: &&HitRow| row.target == target && row.distance <= farthest;
        let mut rows: Vec<&HitRow> = curve.rows.iter().copied().filter(is_here).collect();
        rows.sort_by(|one, other| one.distance.total_cmp(&other.distance));
        (rows, *look)
    });
    let here: Vec<_> = here.filter(|(rows, _)| rows.iter().any(|row| is_told(row))).collect();
    let shots: u64 = here.iter().flat_map(|(rows, _)| rows).map(|row| row.shots).sum();
    let panel = Panel::new(capital(target), counted(shots, "shot"));
    let parts = here.len() as f64 + 1.0;
    here.iter().zip(1..).fold(panel, |panel, ((rows, look), place)| {
        let exact: Vec<_> =
            rows.iter().filter_map(|row| Some((row.distance, row.exact?))).collect();
        let nearer = std::iter::once(0.0).chain(rows.iter().map(|row| row.distance));
        let dots = rows.iter().zip(nearer).filter(|(row, _)| is_told(row));
        // Dots are spread over the interval before their mark, since several may have the same chance.
        let dot = |(row, from): (&&HitRow, f64)| {
            let x = from + (row.distance - from) * f64::from(place) / parts;
            Some((x, Value { value: row.rate?, interval: row.interval }))
        };
        let dots: Vec<(f64, Value)> = dots.filter_map(dot).collect();
        panel.line(&exact, true, *look, "").dots(&dots, *look)
    })
}
