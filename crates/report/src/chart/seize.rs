//! `seize.svg`: the chance to seize against the number needed on the die, and how often each number was needed.

use super::axes::{NAME_ROOM, TICK_ROOM, bottom_name, bottom_ticks, grid, top_name};
use super::canvas::{Canvas, Rect, Stroke};
use super::card::{
    Key, MARGIN, NORMAL, SMALL, WIDTH, bold, card, empty_card, legend, legend_height, middle, start,
};
use super::labels::{Labels, ValueFormat};
use super::marks::{marker, whisker};
use super::measure::width;
use super::palette::{AXIS, GRID, INK, MUTED, PALE, side_hue};
use super::scale::{Scale, nice, ticks, whole_ticks};
use crate::number::{compact, counted, defined, percent};
use crate::words::{self, group_name};
use crate::{Report, SeizeRow};

/// More systems than this are left to the table.
const MOST_PANELS: usize = 8;
const CURVE: f64 = 210.0;
const STRIP: f64 = 64.0;
const STRIP_GAP: f64 = 34.0;
const LEFT: f64 = 48.0;
const PANEL_NAME: f64 = 24.0;
const PANEL_GAP: f64 = 44.0;
const EXACT: Stroke = Stroke { width: 1.6, color: INK };

/// All rows of one initiative system, and the span of numbers needed.
struct Panel<'a> {
    system: &'a str,
    rows: Vec<&'a SeizeRow>,
    span: (i32, i32),
}

/// Draws simulated and exact chances to seize for every number needed, and the number of attempts.
#[must_use]
pub fn seizes(report: &Report) -> String {
    let all = panels(report);
    let labels = labels(report, all.len());
    let shown = &all[..all.len().min(MOST_PANELS)];
    if shown.is_empty() {
        return empty_card(&labels, "Nobody attempted to seize the initiative.");
    }
    let keys = keys(report, shown);
    let key_height = legend_height(&keys, WIDTH - 2.0 * MARGIN) + 12.0;
    let name_height = if shown.len() > 1 { PANEL_NAME } else { 0.0 };
    let panel_height = name_height + NAME_ROOM + CURVE + TICK_ROOM + STRIP_GAP + STRIP + TICK_ROOM;
    let height =
        key_height + shown.len() as f64 * (panel_height + PANEL_GAP) - PANEL_GAP + NAME_ROOM;
    card(&labels, height, |canvas, body| {
        legend(canvas, &keys, (body.left, body.top), body.width);
        for (index, panel) in shown.iter().enumerate() {
            let top = body.top + key_height + index as f64 * (panel_height + PANEL_GAP);
            if shown.len() > 1 {
                canvas.text((body.left, top + 10.0), panel.system, bold(start(NORMAL, INK)));
            }
            let plot = Rect {
                left: body.left + LEFT,
                top: top + name_height + NAME_ROOM,
                width: body.width - LEFT,
                height: CURVE,
            };
            let strip = Rect { top: plot.bottom() + TICK_ROOM + STRIP_GAP, height: STRIP, ..plot };
            let scale = Scale::new(
                (f64::from(panel.span.0) - 0.6, f64::from(panel.span.1) + 0.6),
                (plot.left, plot.right()),
            );
            impossible(canvas, panel, plot, strip, &scale);
            curve(canvas, report, panel, plot, &scale);
            counts(canvas, report, panel, strip, &scale);
        }
    })
}

fn panels(report: &Report) -> Vec<Panel<'_>> {
    let mut panels: Vec<Panel<'_>> = Vec::new();
    for row in &report.seizes {
        match panels.iter_mut().find(|panel| panel.system == row.system) {
            Some(panel) => {
                panel.rows.push(row);
                panel.span = (panel.span.0.min(row.needed), panel.span.1.max(row.needed));
            }
            None => panels.push(Panel {
                system: &row.system,
                rows: vec![row],
                span: (row.needed, row.needed),
            }),
        }
    }
    panels
}

fn labels(report: &Report, systems: usize) -> Labels {
    let totals = words::seize_totals(report);
    let several = systems > 1;
    let parts: Vec<String> = totals
        .iter()
        .map(|total| {
            let rate =
                total.rate.map_or(String::from("no rate"), |rate| percent(rate, total.interval));
            let name = group_name(&total.system, &total.side, several);
            format!("{name} {rate} of {}", counted(total.attempts, "attempt"))
        })
        .collect();
    let more = if systems > MOST_PANELS { " More systems are in seize.csv." } else { "" };
    Labels {
        title: words::seizes_title(report),
        subtitle: format!(
            "Chance that one attempt succeeds, by the number needed on the die. Whiskers: {} intervals.{more}",
            words::confidence(report)
        ),
        caption: words::provenance(report),
        description: format!(
            "Chance to seize the initiative against the number needed on the die, exact and simulated. {}.",
            parts.join("; ")
        ),
    }
}

/// Sides in the report's order, then rows of no known side as one more series.
fn series(report: &Report, row: &SeizeRow) -> usize {
    report.side_index(&row.side).unwrap_or(report.sides.len())
}

fn keys<'a>(report: &'a Report, panels: &[Panel<'_>]) -> Vec<Key<'a>> {
    let mut keys = Vec::new();
    let rows = || panels.iter().flat_map(|panel| &panel.rows);
    for index in 0..=report.sides.len() {
        if rows().any(|row| series(report, row) == index) {
            let name = report.sides.get(index).cloned().unwrap_or_else(|| String::from("other"));
            keys.push(Key::new(&format!("{name}, simulated"), move |canvas, at| {
                marker(canvas, index, at, 5.0, hue_of(report, index).area);
            }));
        }
    }
    if rows().any(|row| row.exact.is_some()) {
        keys.push(Key::new("exact", |canvas, (x, y)| {
            let (left, right, high, low) = (x - 8.0, x + 8.0, y - 3.0, y + 3.0);
            canvas.path(&[(left, high), (x, high), (x, low), (right, low)], EXACT);
        }));
    }
    keys
}

fn hue_of(report: &Report, index: usize) -> super::palette::Hue {
    side_hue((index < report.sides.len()).then_some(index))
}

/// Shades the numbers that no roll can reach.
fn impossible(canvas: &mut Canvas<'_>, panel: &Panel<'_>, plot: Rect, strip: Rect, scale: &Scale) {
    let first = panel.rows.iter().filter(|row| row.exact == Some(0.0)).map(|row| row.needed).min();
    let possible = panel.rows.iter().filter(|row| row.exact.is_some_and(|exact| exact > 0.0));
    // Systems where zero is not simply "above the die" are left unshaded.
    let Some(first) = first.filter(|first| possible.clone().all(|row| row.needed < *first)) else {
        return;
    };
    let left = scale.clamped(f64::from(first) - 0.5);
    for area in [plot, strip] {
        canvas.fill(Rect { left, width: area.right() - left, ..area }, PALE, 1.0);
    }
    let text = "out of reach";
    if plot.right() - left > width(text, SMALL, false) + 8.0 {
        let x = (left + plot.right()) / 2.0;
        canvas.text((x, plot.top + 12.0), text, middle(SMALL, MUTED));
    }
}

/// Where a series stands beside the number it needed.
fn offset(index: usize, count: usize) -> f64 {
    if count < 2 { 0.0 } else { (index as f64 - (count - 1) as f64 / 2.0) * 0.34 }
}

fn present(report: &Report, panel: &Panel<'_>) -> Vec<usize> {
    (0..=report.sides.len())
        .filter(|index| panel.rows.iter().any(|row| series(report, row) == *index))
        .collect()
}

fn curve(canvas: &mut Canvas<'_>, report: &Report, panel: &Panel<'_>, plot: Rect, x: &Scale) {
    let highest = panel
        .rows
        .iter()
        .flat_map(|row| [row.exact, row.rate, defined(row.interval).map(|(_, high)| high)])
        .flatten()
        .filter(|value| value.is_finite())
        .fold(0.0, f64::max);
    let domain = nice((0.0, highest.clamp(0.01, 1.0)), 5);
    let y = Scale::new(domain, (plot.bottom(), plot.top));
    grid(canvas, plot, &y, &ticks(domain, 5), ValueFormat::Percent, Some(0.0));
    top_name(canvas, plot.left - LEFT, plot, "Chance to seize");
    staircases(canvas, panel, x, &y);
    let present = present(report, panel);
    for (place, index) in present.iter().enumerate() {
        let hue = hue_of(report, *index);
        for row in panel.rows.iter().filter(|row| series(report, row) == *index) {
            let Some(rate) = row.rate.filter(|rate| rate.is_finite()) else {
                continue;
            };
            let at = x.at(f64::from(row.needed) + offset(place, present.len()));
            if let Some((low, high)) = defined(row.interval) {
                whisker(canvas, at, (y.clamped(low), y.clamped(high)), 3.0, hue.text);
            }
            marker(canvas, *index, (at, y.clamped(rate)), 4.2, hue.area);
        }
    }
    bottom_ticks(canvas, plot, &numbers(panel, x));
}

/// The exact chance as a tread over each number, with risers between neighbours. Where the sides' chances differ for the
/// same number, each has its own tread.
fn staircases(canvas: &mut Canvas<'_>, panel: &Panel<'_>, x: &Scale, y: &Scale) {
    let mut treads: Vec<(i32, f64)> = panel
        .rows
        .iter()
        .filter_map(|row| Some((row.needed, row.exact.filter(|exact| exact.is_finite())?)))
        .collect();
    treads.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    treads.dedup();
    for (needed, exact) in &treads {
        let (left, right) = (f64::from(*needed) - 0.5, f64::from(*needed) + 0.5);
        let level = y.clamped(*exact);
        canvas.line((x.at(left), level), (x.at(right), level), EXACT);
    }
    for pair in treads.windows(2) {
        if pair[1].0 - pair[0].0 == 1 {
            let at = x.at(f64::from(pair[0].0) + 0.5);
            canvas.line((at, y.clamped(pair[0].1)), (at, y.clamped(pair[1].1)), EXACT);
        }
    }
}

/// Ticks at the numbers needed.
fn numbers(panel: &Panel<'_>, x: &Scale) -> Vec<(f64, String)> {
    whole_ticks((f64::from(panel.span.0) - 0.4, f64::from(panel.span.1) + 0.4), 26)
        .into_iter()
        .map(|tick| (x.at(tick), ValueFormat::Plain.show(tick, 0)))
        .collect()
}

/// How often each number was needed.
fn counts(canvas: &mut Canvas<'_>, report: &Report, panel: &Panel<'_>, strip: Rect, x: &Scale) {
    top_name(canvas, strip.left - LEFT, Rect { top: strip.top - 6.0, ..strip }, "Attempts");
    let most = panel.rows.iter().map(|row| row.attempts).max().unwrap_or(0);
    let y = Scale::new((0.0, most.max(1) as f64), (strip.bottom(), strip.top));
    let cell = x.at(1.0) - x.at(0.0);
    let present = present(report, panel);
    let thick = (cell * 0.8 / present.len().max(1) as f64).min(26.0);
    canvas.line(
        (strip.left, strip.top),
        (strip.right(), strip.top),
        Stroke { width: 1.0, color: GRID },
    );
    for (place, index) in present.iter().enumerate() {
        for row in panel.rows.iter().filter(|row| series(report, row) == *index) {
            let middle_x = x.at(f64::from(row.needed))
                + (place as f64 - (present.len() - 1) as f64 / 2.0) * (thick + 1.0);
            let top = y.at(row.attempts as f64);
            // A few attempts among millions still leave a trace.
            let top = if row.attempts > 0 { top.min(strip.bottom() - 1.0) } else { top };
            let area = Rect {
                left: middle_x - thick / 2.0,
                top,
                width: thick,
                height: strip.bottom() - top,
            };
            canvas.fill(area, hue_of(report, *index).area, 1.0);
        }
    }
    canvas.line(
        (strip.left, strip.bottom()),
        (strip.right(), strip.bottom()),
        Stroke { width: 1.2, color: AXIS },
    );
    canvas.text((strip.left - 9.0, strip.top), &compact(most), super::card::end(SMALL, MUTED));
    canvas.text((strip.left - 9.0, strip.bottom()), "0", super::card::end(SMALL, MUTED));
    bottom_ticks(canvas, strip, &numbers(panel, x));
    bottom_name(canvas, strip, "Number needed on the die");
}
