//! `hits.svg`: the chance that a shot hits against the distance, a panel for each condition of the target: exact as a
//! staircase over the marks of the stick, simulated as dots with their intervals.

use super::bars::hues;
use super::grammar::{Axis, Chart, Key, Mark, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::lines::LinePoint;
use super::style::Look;
use crate::number::{bounds, counted, exact_if_held, percent, with_commas};
use crate::once::{grouped, unique};
use crate::safe::safe_text;
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
    /// Its name in a sentence: `aimed shots (d8+d10) by Raiders`.
    shots_of: String,
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
        let shots = words::shots(&row.fire);
        let shots_of = format!("{shots} ({weapon}{dice}) by {}", row.side);
        (name, (shots_of, row))
    }));
    let curve = |(name, of): (String, Vec<(String, &'r HitRow)>)| {
        let (shots_of, rows): (Vec<String>, Vec<&HitRow>) = of.into_iter().unzip();
        Curve {
            name,
            shots_of: shots_of[0].clone(),
            side: report.side_index(&rows[0].side).unwrap_or(report.sides.len()),
            shots: rows.iter().map(|row| row.shots).sum(),
            rows,
            look: Look::default(),
        }
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

/// The exact chance, or what was seen if that leaves it out.
fn told_chance(row: &HitRow) -> String {
    let rate = row.rate.filter(|rate| rate.is_finite());
    let seen = row.interval.filter(|_| rate.is_some());
    exact_if_held(row.exact, seen)
        .unwrap_or_else(|| percent(rate.unwrap_or(f64::NAN), row.interval))
}

/// Who fires most, and where: of the kind of shots at targets in one condition that were fired most, from how far off most of
/// these were, and how fire falls off from there (or, where there is nothing farther, comes to that). With a sentence on how many
/// shots these are. Shots of other kinds, or at other targets, are not held against it: that would say more of the targets than
/// of the shots.
fn title(
    report: &Report,
    shown: &[Curve<'_>],
    is_told: impl Fn(&HitRow) -> bool,
) -> Option<(String, String)> {
    let of_targets = shown.iter().flat_map(|curve| {
        let is_known = |row: &HitRow| row.exact.or(row.rate).is_some();
        let of = curve.rows.iter().copied().filter(|row| is_told(row) && is_known(row));
        let mut rows: Vec<&HitRow> = of.collect();
        rows.sort_by(|one, other| {
            one.target.cmp(&other.target).then(one.distance.total_cmp(&other.distance))
        });
        let of_target = rows.chunk_by(|one, other| one.target == other.target);
        let of_target = of_target.map(|of| (fired(curve, &of[0].target), curve, of.to_vec()));
        of_target.collect::<Vec<_>>()
    });
    let (shots, most, rows) = of_targets.max_by_key(|(shots, ..)| *shots)?;
    // Of as many shots the nearer.
    let usual = *rows.iter().rev().max_by_key(|row| row.shots)?;
    let (near, far) = (rows[0], rows[rows.len() - 1]);
    let other = if usual.distance < far.distance { far } else { near };
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
    let at = format!("{} {}", stretch(usual), report.length_unit);
    let at = at.trim_end();
    let told = format!(
        "{} hit {} targets {} of the time at {at}",
        capital(&words::clip(&safe_text(&most.shots_of), 60)),
        safe_text(&usual.target),
        told_chance(usual)
    );
    let told = match usual.distance == other.distance {
        true => told,
        false => format!("{told}, {} at {}", told_chance(other), stretch(other)),
    };
    let all: u64 = report.hit_curves.iter().map(|row| row.shots).sum();
    let of_kind = (shots < all)
        .then(|| format!("the commonest kind, {} of {}", with_commas(shots), counted(all, "shot")));
    let there = (usual.shots < shots).then(|| format!("{} at {at}", with_commas(usual.shots)));
    let of = match (of_kind, there) {
        (None, None) => String::new(),
        (Some(of_kind), None) => format!(" Headline: {of_kind}."),
        (None, Some(there)) => format!(" Of {} {there}.", counted(shots, "shot")),
        (Some(of_kind), Some(there)) => format!(" Headline: {of_kind}, {there}."),
    };
    Some((told, of))
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
    let (title, most) =
        title(report, shown, is_told).unwrap_or_else(|| (words::fire_title(report), String::new()));
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
            "Chance of one shot to hit. Lines: exact. Dots: shots of the games, with {CONFIDENCE} intervals; one in 20 misses its line by luck.{most}{left_out}"
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
        assert!(
            told.contains(
                "Headline: the commonest kind, 1,003 of 1,503 shots, 900 at up to 5 paces."
            ),
            "{told}"
        );
        let told = labels(&[near, far]).subtitle;
        assert!(!told.contains("Only in") && !told.contains("Headline"), "{told}");
        assert!(told.ends_with("Of 1,000 shots 900 at up to 5 paces."), "{told}");
        assert!(!labels(&[near]).subtitle.contains("shots 900"));
    }

    #[test]
    fn the_headline_is_where_most_shots_are_fired() {
        let row = |(distance, exact, shots): (f64, f64, u64)| HitRow {
            side: "Foot".to_owned(),
            fire: "volley".to_owned(),
            dice: "d20".to_owned(),
            target: "moving".to_owned(),
            distance,
            exact: Some(exact),
            rate: Some(exact + 0.035),
            interval: Some((exact - 0.01, exact + 0.07)),
            shots,
            ..HitRow::default()
        };
        let drawn = |rows: Vec<HitRow>| {
            hits(&Report {
                sides: ["Foot", "Horse"].map(str::to_owned),
                length_unit: "paces".to_owned(),
                hit_curves: rows,
                ..Report::default()
            })
        };
        let title = |rows| drawn(rows).labels.title.replace('\u{a0}', " ");
        let all = [(5.0, 0.8, 600), (10.0, 0.7, 12_563), (20.0, 0.6, 59), (30.0, 0.5, 7)].map(row);
        let told = "Shots in volleys (d20) by Foot hit moving targets";
        assert_eq!(
            title(all.to_vec()),
            format!("{told} 70 % of the time at 5 to 10 paces, 60 % at 10 to 20")
        );
        assert_eq!(
            title(all[..2].to_vec()),
            format!("{told} 70 % of the time at 5 to 10 paces, 80 % at up to 5")
        );
        // What the interval leaves out is not said to be so.
        let mut off = all.clone();
        off[1].interval = Some((0.72, 0.75));
        off[2].exact = None;
        assert_eq!(
            title(off.to_vec()),
            format!("{told} 73 % of the time at 5 to 10 paces, 63 % at 10 to 20")
        );
        // Headline and panel count the same shots, those among them that are not drawn.
        let chart = drawn(all.to_vec());
        assert!(
            chart.labels.subtitle.contains("Of 13,229 shots 12,563 at 5 to 10 paces."),
            "{}",
            chart.labels.subtitle
        );
        assert_eq!(chart.panels[0].notes, ["13,229 shots"]);
    }
}
