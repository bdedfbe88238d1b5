//! Curves with ribbons in one plot, named at their ends.

use super::grammar::{Chart, Mark, Panel, is_sound};
use super::style::Look;
use crate::comparison::Value;
use crate::number::defined;

/// One curve.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LineSeries {
    /// Its name; empty for a curve of the whole game, which stands alone.
    pub label: String,
    /// Values by their places on the lying axis, in the order of these. What is not finite is left out, and exact values have no
    /// interval, which is drawn as a ribbon.
    pub points: Vec<(f64, Value)>,
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
        let at: Vec<(f64, f64)> = points.iter().map(|(x, of)| (*x, of.value)).collect();
        panel.marks.extend(intervals(points, look));
        panel = panel.curve(&at, false, look, label);
    }
    Chart { panels: vec![panel], columns: 1, ..chart }
}

/// Returns ribbons over consecutive points with intervals; a single such point gets a whisker.
fn intervals(points: &[(f64, Value)], look: Look) -> Vec<Mark> {
    let ends = |&(x, of): &(f64, Value)| {
        let (low, high) = defined(of.interval).filter(|_| is_sound(&(x, of.value)))?;
        Some((x, low, high))
    };
    let runs = points.split(|point| ends(point).is_none());
    let mark = |run: &[(f64, Value)]| match run {
        [] => None,
        [(x, of)] => Mark::whisker((*x).into(), of.interval, look),
        run => Some(Mark::Ribbon { points: run.iter().filter_map(ends).collect(), look }),
    };
    runs.filter_map(mark).collect()
}
