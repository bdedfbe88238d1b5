//! Grid lines and axes in the house style: a light horizontal grid, no frame, ticks only where they help.

use super::canvas::{Canvas, Rect, Stroke};
use super::card::{SMALL, end, middle, start};
use super::labels::ValueFormat;
use super::palette::{AXIS, GRID, INK, MUTED};
use super::scale::{Scale, tick_labels};

const HAIRLINE: Stroke = Stroke { width: 1.0, color: GRID };
const AXIS_LINE: Stroke = Stroke { width: 1.2, color: AXIS };
/// Height that tick labels under a plot take.
pub(crate) const TICK_ROOM: f64 = 24.0;
/// Height that the name of an axis takes, above or below the plot.
pub(crate) const NAME_ROOM: f64 = 22.0;

/// Horizontal grid lines with labels to the left of the plot. `stressed` is drawn darker: an even game, or nothing.
pub(crate) fn grid(
    canvas: &mut Canvas<'_>,
    plot: Rect,
    scale: &Scale,
    ticks: &[f64],
    format: ValueFormat,
    stressed: Option<f64>,
) {
    for (tick, label) in ticks.iter().zip(tick_labels(ticks, format)) {
        let y = scale.at(*tick);
        canvas.line((plot.left, y), (plot.right(), y), HAIRLINE);
        canvas.text((plot.left - 9.0, y), &label, end(SMALL, MUTED));
    }
    if let Some(value) = stressed.filter(|value| scale.holds(*value)) {
        let y = scale.at(value);
        canvas.line((plot.left, y), (plot.right(), y), AXIS_LINE);
    }
}

/// Tick marks and labels below the plot.
pub(crate) fn bottom_ticks(canvas: &mut Canvas<'_>, plot: Rect, places: &[(f64, String)]) {
    for (x, label) in places {
        canvas.line((*x, plot.bottom()), (*x, plot.bottom() + 4.0), AXIS_LINE);
        canvas.text((*x, plot.bottom() + 14.0), label, middle(SMALL, MUTED));
    }
}

/// The name of the axis below the plot, under its tick labels.
pub(crate) fn bottom_name(canvas: &mut Canvas<'_>, plot: Rect, name: &str) {
    let at = (plot.left + plot.width / 2.0, plot.bottom() + TICK_ROOM + 10.0);
    canvas.text(at, name, middle(SMALL, INK));
}

/// The name of the upright axis, lying above the plot so that nobody has to tilt the head.
pub(crate) fn top_name(canvas: &mut Canvas<'_>, left: f64, plot: Rect, name: &str) {
    canvas.text((left, plot.top - NAME_ROOM + 4.0), name, start(SMALL, INK));
}
