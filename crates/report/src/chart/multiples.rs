//! Small multiples: one small line chart for each case, all on the same scales, the other cases in grey behind.

use super::axes::{TICK_ROOM, bottom_name, bottom_ticks, grid};
use super::canvas::{Canvas, Rect, Stroke};
use super::card::{MARGIN, NORMAL, SMALL, WIDTH, bold, card, empty_card, start};
use super::labels::{Labels, ValueFormat};
use super::lines::{Axis, LineSeries, bounds, curve, ribbon, sound};
use super::measure::{shorten, widest};
use super::palette::{Color, INK, hue};
use super::scale::{Scale, nice, tick_labels, ticks};
use crate::number::defined;

const PLOT_HEIGHT: f64 = 130.0;
const HEAD: f64 = 30.0;
const GAP: f64 = 18.0;
const COLUMN_GAP: f64 = 22.0;
/// Panels beyond this are left out, and said to be.
const MOST_PANELS: usize = 30;
/// Light enough to stay behind the curve, dark enough to be seen.
const OTHERS: Color = Color(0xc9, 0xce, 0xd6);

/// A panel for each curve.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Multiples {
    /// The words round it.
    pub labels: Labels,
    /// The lying axis, the same in all panels.
    pub x: Axis,
    /// The upright axis, the same in all panels.
    pub y: Axis,
    /// One panel each, named by its label.
    pub panels: Vec<LineSeries>,
    /// A level to stress, such as 0.5 for an even game.
    pub stressed: Option<f64>,
}

/// Draws one small line chart for each curve.
#[must_use]
pub fn multiples(chart: &Multiples) -> String {
    let shown = &chart.panels[..chart.panels.len().min(MOST_PANELS)];
    let left_out = chart.panels.len() - shown.len();
    let curves: Vec<_> = shown.iter().map(|panel| sound(&panel.points)).collect();
    let all = || curves.iter().flatten();
    if all().next().is_none() {
        return empty_card(&chart.labels, "There is nothing to draw.");
    }
    let x_range = chart.x.range.unwrap_or_else(|| bounds(all().map(|point| point.x)));
    let y_range = nice(
        chart.y.range.unwrap_or_else(|| {
            bounds(all().flat_map(|point| {
                let (low, high) = defined(point.interval).unwrap_or((point.y, point.y));
                [point.y, low, high]
            }))
        }),
        4,
    );
    let columns = shown.len().min(3);
    let rows = shown.len().div_ceil(columns);
    let y_ticks = ticks(y_range, 4);
    let left_room =
        widest(tick_labels(&y_ticks, chart.y.format).iter().map(String::as_str), SMALL, false)
            + 9.0;
    let values: Vec<String> = curves
        .iter()
        .map(|points| {
            points.last().map(|point| end_value(chart.y.format, point.y)).unwrap_or_default()
        })
        .collect();
    // The end values stand behind the plots, where no curve can run through them.
    let right_room = widest(values.iter().map(String::as_str), SMALL, true) + 8.0;
    let panel_width = (WIDTH - 2.0 * MARGIN - (columns - 1) as f64 * COLUMN_GAP) / columns as f64;
    let panel_height = HEAD + PLOT_HEIGHT + TICK_ROOM;
    let note = if left_out > 0 { 20.0 } else { 0.0 };
    let height = rows as f64 * (panel_height + GAP) + 6.0 + note;
    card(&chart.labels, height, |canvas, body| {
        for (index, panel) in shown.iter().enumerate() {
            let (row, column) = (index / columns, index % columns);
            let left = body.left + column as f64 * (panel_width + COLUMN_GAP);
            let top = body.top + row as f64 * (panel_height + GAP);
            let plot = Rect {
                left: left + left_room,
                top: top + HEAD,
                width: panel_width - left_room - right_room,
                height: PLOT_HEIGHT,
            };
            let x = Scale::new(x_range, (plot.left, plot.right()));
            let y = Scale::new(y_range, (plot.bottom(), plot.top));
            let name = shorten(&panel.label, NORMAL, true, panel_width);
            canvas.text((left, top + 8.0), &name, bold(start(NORMAL, INK)));
            grid(canvas, plot, &y, &y_ticks, chart.y.format, chart.stressed);
            behind(canvas, &curves, index, (&x, &y));
            ribbon(canvas, 0, &curves[index], panel.stepped, (&x, &y));
            curve(canvas, 0, &curves[index], panel.stepped, (&x, &y));
            if let Some(last) = curves[index].last() {
                let at = (x.clamped(last.x), y.clamped(last.y));
                canvas.disc(at, 3.4, hue(0).area);
                canvas.text(
                    (plot.right() + 8.0, at.1),
                    &values[index],
                    bold(start(SMALL, hue(0).text)),
                );
            }
            let x_ticks = ticks(x_range, if columns == 3 { 4 } else { 6 });
            let places: Vec<(f64, String)> = x_ticks
                .iter()
                .map(|tick| x.at(*tick))
                .zip(tick_labels(&x_ticks, chart.x.format))
                .collect();
            bottom_ticks(canvas, plot, &places);
            if index + columns >= shown.len() {
                bottom_name(canvas, plot, &shorten(&chart.x.name, SMALL, false, panel_width));
            }
        }
        if left_out > 0 {
            let text = format!("{left_out} more panels are not drawn");
            canvas.text((body.left, body.bottom() - 4.0), &text, start(SMALL, INK));
        }
    })
}

fn behind(
    canvas: &mut Canvas<'_>,
    curves: &[Vec<super::lines::LinePoint>],
    this: usize,
    (x, y): (&Scale, &Scale),
) {
    for (index, points) in curves.iter().enumerate() {
        if index != this && points.len() > 1 {
            let path: Vec<(f64, f64)> =
                points.iter().map(|point| (x.clamped(point.x), y.clamped(point.y))).collect();
            canvas.path(&path, Stroke { width: 1.2, color: OTHERS });
        }
    }
}

fn end_value(format: ValueFormat, value: f64) -> String {
    let places = match format {
        ValueFormat::Percent => 0,
        _ if value.abs() >= 100.0 || value.fract() == 0.0 => 0,
        _ => 1,
    };
    format.show(value, places)
}
