//! `hits.svg`: the chance that a shot hits against the distance, a panel for each condition of the target: exact as a
//! staircase over the marks of the stick, simulated as dots with their intervals.

use super::axes::{NAME_ROOM, TICK_ROOM, bottom_name, bottom_ticks, grid};
use super::canvas::{Canvas, Rect, Stroke};
use super::card::{
    Key, MARGIN, NORMAL, SMALL, WIDTH, bold, card, empty_card, legend, legend_height, start,
};
use super::labels::{Labels, ValueFormat};
use super::marks::{marker, whisker};
use super::measure::width;
use super::palette::{INK, MUTED, hue};
use super::scale::{Scale, nice, ticks};
use crate::number::{counted, defined};
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
const PANEL_HEAD: f64 = 28.0;
const PANEL_GAP: f64 = 20.0;
const COLUMN_GAP: f64 = 26.0;
const TICK_LABELS: f64 = 44.0;

/// Shots that differ by distance and condition of the target only.
struct Curve<'a> {
    name: String,
    rows: Vec<&'a HitRow>,
    shots: u64,
}

/// Draws how often shots hit, by distance and condition of the target.
#[must_use]
pub fn hits(report: &Report) -> String {
    let all = curves(report);
    let shown = &all[..all.len().min(MOST_CURVES)];
    let labels = labels(report, &all, shown.len());
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
    if targets.is_empty() {
        return empty_card(&labels, "Nobody fired.");
    }
    let drawn = || shown.iter().flat_map(|curve| &curve.rows);
    let farthest = drawn().map(|row| row.distance).fold(1.0, f64::max);
    let highest = drawn()
        .flat_map(|row| [row.exact, row.rate.filter(|_| row.shots >= FEWEST_SHOTS)])
        .flatten()
        .filter(|value| value.is_finite())
        .fold(0.05, f64::max);
    let domain = nice((0.0, highest.min(1.0)), 5);
    let columns = targets.len().min(2);
    let rows = targets.len().div_ceil(columns);
    let plot_height = if columns == 2 { 170.0 } else { 250.0 };
    let panel_height = PANEL_HEAD + plot_height + TICK_ROOM;
    let distance = match report.length_unit.as_str() {
        "" => String::from("Distance"),
        unit => format!("Distance ({unit})"),
    };
    let keys = keys(shown);
    let key_height = legend_height(&keys, WIDTH - 2.0 * MARGIN) + 8.0;
    let height = key_height + rows as f64 * (panel_height + PANEL_GAP) - PANEL_GAP + NAME_ROOM;
    card(&labels, height, |canvas, body| {
        legend(canvas, &keys, (body.left, body.top), body.width);
        let panel_width = (body.width - (columns - 1) as f64 * COLUMN_GAP) / columns as f64;
        for (index, target) in targets.iter().enumerate() {
            let (row, column) = (index / columns, index % columns);
            let left = body.left + column as f64 * (panel_width + COLUMN_GAP);
            let top = body.top + key_height + row as f64 * (panel_height + PANEL_GAP);
            let plot = Rect {
                left: left + TICK_LABELS,
                top: top + PANEL_HEAD,
                width: panel_width - TICK_LABELS,
                height: plot_height,
            };
            heading(canvas, shown, target, (left, top + 9.0));
            let x = Scale::new((0.0, farthest), (plot.left, plot.right()));
            let y = Scale::new(domain, (plot.bottom(), plot.top));
            let marks = ticks(domain, 5);
            grid(canvas, plot, &y, &marks, ValueFormat::Percent, Some(0.0));
            draw(canvas, shown, target, (&x, &y));
            let places = |tick: f64| (x.at(tick), ValueFormat::Plain.show(tick, 0));
            let ticks = ticks((0.0, farthest), 6);
            let ticks: Vec<(f64, String)> = ticks.into_iter().map(places).collect();
            bottom_ticks(canvas, plot, &ticks);
            if index + columns >= targets.len() {
                bottom_name(canvas, plot, &distance);
            }
        }
    })
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
    }
}

fn keys<'a>(shown: &'a [Curve<'_>]) -> Vec<Key<'a>> {
    let key = |(index, curve): (usize, &'a Curve<'_>)| {
        Key::new(&curve.name, move |canvas: &mut Canvas<'_>, (x, y)| {
            let stroke = Stroke { width: 1.8, color: hue(index).area };
            canvas.line((x - 8.0, y), (x + 8.0, y), stroke);
            marker(canvas, index, (x, y), 4.2, hue(index).area);
        })
    };
    shown.iter().enumerate().map(key).collect()
}

/// The condition, and how many shots the panel is about.
fn heading(canvas: &mut Canvas<'_>, shown: &[Curve<'_>], target: &str, (left, y): (f64, f64)) {
    let shots: u64 = shown
        .iter()
        .flat_map(|curve| &curve.rows)
        .filter(|row| row.target == target)
        .map(|row| row.shots)
        .sum();
    let name = format!("{target} target");
    canvas.text((left, y), &name, bold(start(NORMAL, INK)));
    let text = counted(shots, "shot");
    let at = left + width(&name, NORMAL, true) + 10.0;
    canvas.text((at, y), &text, start(SMALL, MUTED));
}

fn draw(canvas: &mut Canvas<'_>, shown: &[Curve<'_>], target: &str, (x, y): (&Scale, &Scale)) {
    let rows_of = |curve: &Curve<'_>| -> Vec<(f64, HitRow)> {
        let mut rows: Vec<HitRow> = curve
            .rows
            .iter()
            .filter(|row| row.target == target && row.distance.is_finite())
            .map(|row| (*row).clone())
            .collect();
        rows.sort_by(|one, other| one.distance.total_cmp(&other.distance));
        let nearer = std::iter::once(0.0).chain(rows.iter().map(|row| row.distance));
        nearer.zip(rows.clone()).collect()
    };
    for (index, curve) in shown.iter().enumerate() {
        let stairs: Vec<(f64, f64)> = rows_of(curve)
            .iter()
            .filter_map(|(from, row)| {
                let level = y.clamped(row.exact.filter(|exact| exact.is_finite())?);
                Some([(x.clamped(*from), level), (x.clamped(row.distance), level)])
            })
            .flatten()
            .collect();
        let stroke = Stroke { width: 1.8, color: hue(index).area };
        canvas.path(&stairs, stroke);
    }
    for (index, curve) in shown.iter().enumerate() {
        for (from, row) in rows_of(curve) {
            let Some(rate) = row.rate.filter(|rate| rate.is_finite()) else {
                continue;
            };
            if row.shots < FEWEST_SHOTS {
                continue;
            }
            // Beside one another within the reach of the mark, since several curves may have the same chance.
            let part = (index as f64 + 1.0) / (shown.len() as f64 + 1.0);
            let at = x.clamped(from + (row.distance - from) * part);
            if let Some((low, high)) = defined(row.interval) {
                let ends = (y.clamped(low), y.clamped(high));
                whisker(canvas, at, ends, 2.5, hue(index).text);
            }
            marker(canvas, index, (at, y.clamped(rate)), 3.6, hue(index).area);
        }
    }
}
