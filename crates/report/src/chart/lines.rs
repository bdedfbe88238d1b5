//! Curves with ribbons and direct end labels.

use super::axes::{NAME_ROOM, TICK_ROOM, bottom_name, bottom_ticks, grid, top_name};
use super::canvas::{Canvas, Rect, Stroke};
use super::card::{NORMAL, SMALL, bold, card, empty_card, end, start};
use super::labels::{Labels, ValueFormat};
use super::marks::marker;
use super::measure::{spread, widest, wrap};
use super::palette::{HUE_COUNT, INK, WHITE, hue};
use super::scale::{Scale, nice, tick_labels, ticks, whole_ticks};
use crate::number::defined;
use crate::report::Interval;

const PLOT_HEIGHT: f64 = 320.0;
const MOST_LABEL: f64 = 170.0;
const LABEL_LINE: f64 = 16.0;
/// Curves with at most this many points show each one.
const MOST_MARKERS: usize = 24;

/// A chart of one or more curves.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LineChart {
    /// The words round it.
    pub labels: Labels,
    /// The lying axis.
    pub x: Axis,
    /// The upright axis.
    pub y: Axis,
    /// The curves. Up to four read well; after six the colours repeat with dashes.
    pub series: Vec<LineSeries>,
    /// A level to stress, such as 0.5 for an even game.
    pub stressed: Option<f64>,
    /// Points to say something about.
    pub callouts: Vec<Callout>,
}

/// What an axis shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Axis {
    /// Name with unit.
    pub name: String,
    /// How its values read.
    pub format: ValueFormat,
    /// Lowest and highest value; chosen from the data when `None`.
    pub range: Option<(f64, f64)>,
}

/// One curve.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LineSeries {
    /// Name, drawn at the curve's end.
    pub label: String,
    /// Points in the order of their `x`.
    pub points: Vec<LinePoint>,
    /// Whether the value holds until the next point, as chances on dice do, rather than changing evenly.
    pub stepped: bool,
}

/// One point of a curve. Points that are not finite are left out.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LinePoint {
    /// Place on the lying axis.
    pub x: f64,
    /// Value.
    pub y: f64,
    /// Interval of the value, drawn as a ribbon; `None` for exact values.
    pub interval: Option<Interval>,
}

/// A remark with a dot on the point it is about.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Callout {
    /// Place on the lying axis.
    pub x: f64,
    /// Place on the upright axis.
    pub y: f64,
    /// What to say.
    pub text: String,
}

/// Draws curves with their intervals as ribbons and their names at their ends.
#[must_use]
pub fn lines(chart: &LineChart) -> String {
    let series: Vec<Vec<LinePoint>> =
        chart.series.iter().map(|series| sound(&series.points)).collect();
    let all = || series.iter().flatten();
    if all().next().is_none() {
        return empty_card(&chart.labels, "There is nothing to draw.");
    }
    let x_range = chart.x.range.unwrap_or_else(|| bounds(all().map(|point| point.x)));
    let ends = |point: &LinePoint| {
        let (low, high) = defined(point.interval).unwrap_or((point.y, point.y));
        [point.y, low, high]
    };
    let y_range = nice(chart.y.range.unwrap_or_else(|| bounds(all().flat_map(ends))), 5);
    let names: Vec<Vec<String>> = chart
        .series
        .iter()
        .map(|series| wrap(&series.label, NORMAL, true, MOST_LABEL, 2))
        .collect();
    let room = widest(names.iter().flatten().map(String::as_str), NORMAL, true);
    let y_ticks = ticks(y_range, 5);
    let tick_room =
        widest(tick_labels(&y_ticks, chart.y.format).iter().map(String::as_str), SMALL, false);
    card(&chart.labels, NAME_ROOM + PLOT_HEIGHT + TICK_ROOM + NAME_ROOM, |canvas, body| {
        let left = body.left + tick_room + 9.0;
        let plot = Rect {
            left,
            top: body.top + NAME_ROOM,
            width: body.right() - room - 16.0 - left,
            height: PLOT_HEIGHT,
        };
        let x = Scale::new(x_range, (plot.left, plot.right()));
        let y = Scale::new(y_range, (plot.bottom(), plot.top));
        top_name(canvas, body.left, plot, &chart.y.name);
        grid(canvas, plot, &y, &y_ticks, chart.y.format, chart.stressed);
        // Between whole numbers there is nothing: the parameter, or the dice, have no such value.
        let x_ticks = if all().all(|point| point.x.fract() == 0.0) {
            whole_ticks(x_range, 8)
        } else {
            ticks(x_range, 8)
        };
        let places: Vec<(f64, String)> = x_ticks
            .iter()
            .map(|tick| x.at(*tick))
            .zip(tick_labels(&x_ticks, chart.x.format))
            .collect();
        bottom_ticks(canvas, plot, &places);
        bottom_name(canvas, plot, &chart.x.name);
        for (index, points) in series.iter().enumerate() {
            ribbon(canvas, index, points, chart.series[index].stepped, (&x, &y));
        }
        for (index, points) in series.iter().enumerate() {
            curve(canvas, index, points, chart.series[index].stepped, (&x, &y));
            if points.len() <= MOST_MARKERS {
                for point in points {
                    let at = (x.clamped(point.x), y.clamped(point.y));
                    marker(canvas, index, at, 3.2, hue(index).area);
                }
            }
        }
        end_labels(canvas, &series, &names, plot, &y);
        for callout in &chart.callouts {
            remark(canvas, callout, plot, (&x, &y), &series);
        }
    })
}

/// The points that can be drawn.
pub(super) fn sound(points: &[LinePoint]) -> Vec<LinePoint> {
    points.iter().copied().filter(|point| point.x.is_finite() && point.y.is_finite()).collect()
}

/// Lowest and highest value; upside down without any.
pub(super) fn bounds(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

/// The corners of a line through the points; a stepped one keeps its level until the next point.
fn corners(points: &[(f64, f64)], stepped: bool) -> Vec<(f64, f64)> {
    if !stepped {
        return points.to_vec();
    }
    let mut corners: Vec<(f64, f64)> = Vec::with_capacity(points.len() * 2);
    for point in points {
        if let Some(&(_, level)) = corners.last() {
            corners.push((point.0, level));
        }
        corners.push(*point);
    }
    corners
}

/// Draws the intervals of a curve as a band.
pub(super) fn ribbon(
    canvas: &mut Canvas<'_>,
    index: usize,
    points: &[LinePoint],
    stepped: bool,
    (x, y): (&Scale, &Scale),
) {
    // A ribbon is broken where a point has no interval.
    for run in points.split(|point| defined(point.interval).is_none()) {
        let edge = |pick: fn(Interval) -> f64| -> Vec<(f64, f64)> {
            let ends: Vec<(f64, f64)> = run
                .iter()
                .filter_map(|point| Some((x.clamped(point.x), y.clamped(pick(point.interval?)))))
                .collect();
            corners(&ends, stepped)
        };
        let mut outline = edge(|(_, high)| high);
        outline.extend(edge(|(low, _)| low).into_iter().rev());
        if run.len() > 1 {
            canvas.polygon(&outline, hue(index).area, 0.18);
        } else if let [high, low] = outline[..] {
            super::marks::whisker(canvas, high.0, (high.1, low.1), 4.0, hue(index).text);
        }
    }
}

/// Draws a curve without its points.
pub(super) fn curve(
    canvas: &mut Canvas<'_>,
    index: usize,
    points: &[LinePoint],
    stepped: bool,
    (x, y): (&Scale, &Scale),
) {
    let at: Vec<(f64, f64)> =
        points.iter().map(|point| (x.clamped(point.x), y.clamped(point.y))).collect();
    let stroke = Stroke { width: 2.2, color: hue(index).area };
    let path = corners(&at, stepped);
    if index < HUE_COUNT {
        canvas.path(&path, stroke);
    } else {
        for pair in path.windows(2) {
            canvas.dashes(pair[0], pair[1], stroke);
        }
    }
}

fn end_labels(
    canvas: &mut Canvas<'_>,
    series: &[Vec<LinePoint>],
    names: &[Vec<String>],
    plot: Rect,
    y: &Scale,
) {
    let present: Vec<usize> =
        (0..series.len()).filter(|index| !series[*index].is_empty()).collect();
    let ends: Vec<f64> =
        present.iter().filter_map(|index| Some(y.clamped(series[*index].last()?.y))).collect();
    let tallest = present.iter().map(|index| names[*index].len()).max().unwrap_or(1).max(1);
    let moved = spread(&ends, LABEL_LINE * tallest as f64 + 2.0, (plot.top - 4.0, plot.bottom()));
    for ((index, at), from) in present.iter().zip(moved).zip(ends) {
        let look = bold(start(NORMAL, hue(*index).text));
        let half = (names[*index].len() as f64 - 1.0) / 2.0;
        for (row, line) in names[*index].iter().enumerate() {
            canvas.text((plot.right() + 14.0, at + (row as f64 - half) * LABEL_LINE), line, look);
        }
        // A label that had to move keeps a thread to its curve.
        if (at - from).abs() > 3.0 {
            let thread = Stroke { width: 1.0, color: hue(*index).area };
            canvas.line((plot.right() + 4.0, from), (plot.right() + 12.0, at), thread);
        }
    }
}

/// Where the words of a callout may stand: above or below its point, before or behind it.
fn remark_boxes(at: (f64, f64), wide: f64, high: f64) -> [(Rect, bool); 4] {
    const STEM: f64 = 48.0;
    const GAP: f64 = 8.0;
    let place = |is_above: bool, is_before: bool| {
        let top = if is_above { at.1 - STEM - high } else { at.1 + STEM };
        let left = if is_before { at.0 - GAP - wide } else { at.0 + GAP };
        (Rect { left, top, width: wide, height: high }, is_before)
    };
    [place(true, true), place(true, false), place(false, false), place(false, true)]
}

fn remark(
    canvas: &mut Canvas<'_>,
    callout: &Callout,
    plot: Rect,
    (x, y): (&Scale, &Scale),
    series: &[Vec<LinePoint>],
) {
    if !(x.holds(callout.x) && y.holds(callout.y)) {
        return;
    }
    let at = (x.at(callout.x), y.at(callout.y));
    let lines = wrap(&callout.text, SMALL, false, 170.0, 3);
    let wide = widest(lines.iter().map(String::as_str), SMALL, false);
    let boxes = remark_boxes(at, wide, lines.len() as f64 * LABEL_LINE);
    // Wherever it hides the fewest curves; outside the plot counts as hiding everything.
    let hidden = |area: Rect| -> usize {
        let is_outside = area.left < plot.left
            || area.right() > plot.right()
            || area.top < plot.top
            || area.bottom() > plot.bottom();
        let covered = series.iter().flat_map(|points| points.windows(2)).flat_map(|pair| {
            (0..=8).map(|part| {
                let part = f64::from(part) / 8.0;
                let mix = |from: f64, to: f64| from + (to - from) * part;
                (x.clamped(mix(pair[0].x, pair[1].x)), y.clamped(mix(pair[0].y, pair[1].y)))
            })
        });
        let inside = |(px, py): &(f64, f64)| {
            (area.left - 6.0..=area.right() + 6.0).contains(px)
                && (area.top - 6.0..=area.bottom() + 6.0).contains(py)
        };
        covered.filter(inside).count() + if is_outside { 1_000_000 } else { 0 }
    };
    let Some((area, is_before)) = boxes.into_iter().min_by_key(|(area, _)| hidden(*area)) else {
        return;
    };
    let stem_end = if area.top < at.1 { area.top } else { area.bottom() };
    canvas.line((at.0, stem_end), at, Stroke { width: 1.2, color: INK });
    canvas.disc(at, 4.0, INK);
    canvas.fill(area, WHITE, 0.8);
    let edge = if is_before { area.right() } else { area.left };
    let look = if is_before { end(SMALL, INK) } else { start(SMALL, INK) };
    for (row, line) in lines.iter().enumerate() {
        canvas.text((edge, area.top + (row as f64 + 0.5) * LABEL_LINE), line, look);
    }
}
