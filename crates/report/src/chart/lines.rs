//! Curves with ribbons in one plot, named at their ends.

use super::grammar::{Chart, Mark, Panel, is_sound};
use super::style::Look;
use crate::number::defined;
use crate::report::Interval;

/// One curve.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LineSeries {
    /// Its name; empty for a curve of the whole game, which stands alone.
    pub label: String,
    /// Points in the order of their `x`.
    pub points: Vec<LinePoint>,
}

/// One point of a curve, left out unless finite.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LinePoint {
    /// Position on the horizontal axis.
    pub x: f64,
    /// Value.
    pub y: f64,
    /// Interval of the value, drawn as a ribbon; `None` for exact values.
    pub interval: Option<Interval>,
}

/// Draws curves on a chart with labels and axes, their intervals as ribbons and their names at their ends. Up to four are easy
/// to read. The curves have colours from `first_hue` on; the first two colours are those of the sides, and after six they
/// repeat with dashes. A value may be marked, such as 0.5 for an even game.
pub fn lines(chart: Chart, all: &[LineSeries], first_hue: usize, stressed: Option<f64>) -> Chart {
    let level = stressed.map(|y| Mark::Level { y, is_dashed: false });
    let mut panel = Panel { marks: level.into_iter().collect(), ..Panel::default() };
    // A curve of no side must not look like the first side's.
    let is_of_nobody = matches!(all, [only] if only.label.is_empty());
    for (index, LineSeries { label, points }) in all.iter().enumerate() {
        let look = if is_of_nobody { Look::side(None) } else { Look::hue(first_hue + index) };
        let at: Vec<(f64, f64)> = points.iter().map(|at| (at.x, at.y)).collect();
        panel.marks.extend(intervals(points, look));
        panel = panel.curve(&at, false, look, label);
    }
    Chart { panels: vec![panel], columns: 1, ..chart }
}

/// Returns ribbons over consecutive points with intervals; a single such point gets a whisker.
fn intervals(points: &[LinePoint], look: Look) -> Vec<Mark> {
    let ends = |at: &LinePoint| {
        let (low, high) = defined(at.interval).filter(|_| is_sound(&(at.x, at.y)))?;
        Some((at.x, low, high))
    };
    let runs = points.split(|point| ends(point).is_none());
    let mark = |run: &[LinePoint]| match run {
        [] => None,
        [one] => Mark::whisker(one.x.into(), one.interval, look),
        run => Some(Mark::Ribbon { points: run.iter().filter_map(ends).collect(), look }),
    };
    runs.filter_map(mark).collect()
}
