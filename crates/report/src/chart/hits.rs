//! `hits.svg`: the chance that a shot hits against the distance, a panel for each condition of the target: exact as a
//! staircase over the marks of the stick, simulated as dots with their intervals.

use super::bars::hues;
use super::grammar::{Axis, Chart, Key, Mark, Panel, Shape, bounds};
use super::labels::{Labels, ValueFormat};
use super::lines::LinePoint;
use super::style::Look;
use crate::number::{counted, exact_percent, grouped};
use crate::safe::safe_text;
use crate::words::{self, capital};
use crate::{HitRow, Report};

/// Curves of more kinds of shots than this would hide one another.
const MOST_CURVES: usize = 5;
/// Dots of fewer shots than this say nothing, with whiskers over half the panel. Unless there are no others, no room is kept
/// for them. Nothing is hidden by that: all shots of a row need the same number, so that the exact chance is that of each of them,
/// and the row is tested in `agreement` however few they are. With other seeds and more games rows that lay off come in.
const FEWEST_SHOTS: u64 = 50;
/// More conditions than the rules know are left to the table.
const MOST_PANELS: usize = 6;
/// Conditions of a target in the order of panels.
const EASIEST_FIRST: [&str; 4] = ["unmoving", "moving", "screened", "protected"];

/// Shots that differ by distance and condition of the target only.
#[derive(Clone)]
struct Curve<'a> {
    name: String,
    /// The same in a sentence: `aimed shots (d8+d10) by Raiders`.
    shots_of: String,
    side: usize,
    rows: Vec<&'a HitRow>,
    shots: u64,
    look: Look,
}

/// Draws how often shots hit, by distance and condition of the target.
#[must_use]
pub fn hits(report: &Report) -> Chart {
    let many = report.hit_curves.iter().any(|row| row.shots >= FEWEST_SHOTS);
    let least = if many { FEWEST_SHOTS } else { 1 };
    let is_told = |row: &HitRow| row.shots >= least && row.distance.is_finite();
    let all = curves(report);
    let told = all.iter().filter(|curve| curve.rows.iter().any(|row| is_told(row)));
    let shown = coloured(told.take(MOST_CURVES), report.sides.len());
    let mut targets: Vec<&str> = Vec::new();
    for row in shown.iter().flat_map(|curve| &curve.rows).filter(|row| is_told(row)) {
        if !targets.contains(&row.target.as_str()) {
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
    let rows = || shown.iter().flat_map(|curve| &curve.rows).filter(|row| is_told(row));
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
fn curves(report: &Report) -> Vec<Curve<'_>> {
    let rows = || report.hit_curves.iter();
    let several_systems = words::several_systems(rows().map(|row| row.system.as_str()));
    let first_weapon = rows().next().map(|row| &row.weapon);
    let several_weapons = rows().any(|row| Some(&row.weapon) != first_weapon);
    let mut curves: Vec<Curve<'_>> = Vec::new();
    for row in rows() {
        let group = words::group_name(&row.system, &row.side, several_systems);
        let weapon = if several_weapons { format!("{}, ", row.weapon) } else { String::new() };
        let wounded = if row.wounded { " wounded" } else { "" };
        let dice = format!("{}{wounded}", row.dice);
        let name = format!("{group}, {weapon}{} {dice}", words::fire(&row.fire));
        match curves.iter_mut().find(|curve| curve.name == name) {
            Some(curve) => {
                curve.rows.push(row);
                curve.shots += row.shots;
            }
            None => curves.push(Curve {
                name,
                shots_of: format!("{} ({weapon}{dice}) by {group}", words::shots(&row.fire)),
                side: report.side_index(&row.side).unwrap_or(report.sides.len()),
                rows: vec![row],
                shots: row.shots,
                look: Look::default(),
            }),
        }
    }
    // The sort is stable, so that equals keep the order of the rows.
    curves.sort_by_key(|curve| std::cmp::Reverse(curve.shots));
    curves
}

/// How fire falls off with distance: of the kind of shots at targets in one condition that were fired most, and how many these
/// are. Shots of other kinds, or at other targets, are not held against it: that would say more of the targets than of the shots.
fn title(
    report: &Report,
    shown: &[Curve<'_>],
    is_told: impl Fn(&HitRow) -> bool,
) -> Option<(String, u64)> {
    let chance = |row: &HitRow| row.exact.or(row.rate);
    let of_targets = shown.iter().flat_map(|curve| {
        let of = curve.rows.iter().copied().filter(|row| is_told(row) && chance(row).is_some());
        let mut rows: Vec<&HitRow> = of.collect();
        rows.sort_by(|one, other| {
            one.target.cmp(&other.target).then(one.distance.total_cmp(&other.distance))
        });
        let of_target = rows.chunk_by(|one, other| one.target == other.target);
        let of_target = of_target.map(|of| {
            (of.iter().map(|row| row.shots).sum::<u64>(), curve, of[0], of[of.len() - 1])
        });
        of_target.collect::<Vec<_>>()
    });
    let (shots, most, near, far) = of_targets.max_by_key(|(shots, ..)| *shots)?;
    let hit = |row: &HitRow| exact_percent(chance(row).unwrap_or_default());
    // A row stands for all distances from the mark before it on.
    let stretch = |row: &HitRow| {
        let is_before =
            |other: &&&HitRow| other.target == row.target && other.distance < row.distance;
        let before = most.rows.iter().filter(is_before).map(|other| other.distance);
        match before.fold(0.0, f64::max) {
            0.0 => format!("up to {}", row.distance),
            before => format!("{before} to {}", row.distance),
        }
    };
    let told = format!(
        "{} hit {} targets {} of the time at {} {}",
        capital(&words::clip(&safe_text(&most.shots_of), 60)),
        safe_text(&near.target),
        hit(near),
        stretch(near),
        report.length_unit
    );
    let told = told.trim_end();
    let told = match near.distance < far.distance {
        true => format!("{told}, {} at {}", hit(far), stretch(far)),
        false => told.to_owned(),
    };
    Some((told, shots))
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
    let left_out = match left.is_empty() {
        true => String::new(),
        false => format!(" Only in hit-curves.csv: {}.", left.join(", and ")),
    };
    let all = rows().map(|row| row.shots).sum();
    let (title, most) = match title(report, shown, is_told) {
        Some((title, shots)) if shots < all => {
            let of = format!("{} of {}", grouped(shots), counted(all, "shot"));
            (title, format!(" Headline: the commonest kind, {of}."))
        }
        Some((title, _)) => (title, String::new()),
        None => (words::fire_title(report), String::new()),
    };
    let parts: Vec<String> = shown
        .iter()
        .map(|curve| {
            let hits: u64 = curve.rows.iter().map(|row| row.hits).sum();
            format!("{}: {} in {}", curve.name, counted(hits, "hit"), counted(curve.shots, "shot"))
        })
        .collect();
    Labels {
        title,
        subtitle: format!(
            "Chance of one shot to hit. Lines: exact. Dots: shots of the games, with {} intervals.{most}{left_out}",
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
    let curves = shown.iter().map(|curve| (curve.look, of_target(curve)));
    let curves: Vec<_> = curves.filter(|(_, rows)| rows.iter().any(is_told)).collect();
    let shots: u64 = curves.iter().flat_map(|(_, rows)| rows).map(|row| row.shots).sum();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shots_at_unlike_targets_are_not_held_against_each_other() {
        let row = |(side, target, distance, exact, shots): (&str, &str, f64, f64, u64)| HitRow {
            side: side.to_owned(),
            weapon: "musket".to_owned(),
            fire: "aimed".to_owned(),
            dice: "d8+d6".to_owned(),
            target: target.to_owned(),
            distance,
            exact: Some(exact),
            rate: Some(exact),
            shots,
            ..HitRow::default()
        };
        let labels = |rows: &[(&str, &str, f64, f64, u64)]| {
            let report = Report {
                sides: ["A", "B"].map(str::to_owned),
                length_unit: "paces".to_owned(),
                hit_curves: rows.iter().copied().map(row).collect(),
                ..Report::default()
            };
            hits(&report).labels
        };
        let title = |rows: &[_]| labels(rows).title.replace('\u{a0}', " ");
        let far = ("A", "moving", 60.0, 0.21, 100);
        let near = ("A", "moving", 5.0, 0.9, 900);
        let other = ("B", "unmoving", 5.0, 0.97, 500);
        assert_eq!(
            title(&[near, far, other]),
            "Aimed shots (d8+d6) by A hit moving targets 90 % of the time at up to 5 paces, 21 % at 5 to 60"
        );
        assert_eq!(
            title(&[near, other]),
            "Aimed shots (d8+d6) by A hit moving targets 90 % of the time at up to 5 paces"
        );
        // A mark that nobody shot at is one, too, but not that of targets in another condition.
        let (unused, of_others) = (("A", "moving", 50.0, 0.3, 0), ("A", "unmoving", 55.0, 0.4, 60));
        assert!(title(&[near, unused, far, of_others]).ends_with(", 21 % at 50 to 60"));
        // What is too rare to be drawn is not told.
        let rare = ("A", "moving", 80.0, 0.01, 3);
        assert!(!title(&[near, far, rare]).contains("80"));
        // What was shot at over a longer distance, but hardly ever, is not what most shots came to.
        let (seldom, seldom_far) =
            (("A", "screened", 5.0, 0.7, 60), ("A", "screened", 80.0, 0.1, 60));
        assert!(title(&[seldom, seldom_far, near, far]).contains("moving targets"));
        let usual = ("B", "unmoving", 10.0, 0.95, 2_000);
        assert!(title(&[near, far, seldom, usual]).contains(" by B hit "));
        // The reader is told of how many shots the headline is, and what is left out.
        let told = labels(&[near, far, other, rare]).subtitle;
        assert!(told.ends_with(" Only in hit-curves.csv: dots of under 50 shots."), "{told}");
        assert!(told.contains("Headline: the commonest kind, 1,000 of 1,503 shots."), "{told}");
        let told = labels(&[near, far]).subtitle;
        assert!(!told.contains("Only in") && !told.contains("Headline"), "{told}");
    }
}
