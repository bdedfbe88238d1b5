//! One picture of a comparison: a row for each variant, a panel beside the other for each measure, on one list of names.

use super::grammar::{At, Axis, Chart, Key, Mark, Panel, Shape};
use super::labels::{Labels, ValueFormat};
use super::style::Look;
use super::{BarSeries, BarValue};
use crate::number::defined;

/// Height of a row, and radius of a marker.
const ROW: f64 = 26.0;
const RADIUS: f64 = 4.2;

/// Measures side by side.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Overview {
    /// The words round it.
    pub labels: Labels,
    /// Names of the variants, from the top.
    pub rows: Vec<String>,
    /// What the colours stand for, in their order.
    pub sides: Vec<String>,
    /// The measures, from the left.
    pub panels: Vec<OverviewPanel>,
}

/// A measure.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OverviewPanel {
    /// Its name with its unit.
    pub title: String,
    /// How its values read.
    pub format: ValueFormat,
    /// The values, by the place of their side among the sides; `None` for nobody's.
    pub series: Vec<(Option<usize>, BarSeries)>,
    /// A value to tell others from, such as an even game.
    pub level: Option<f64>,
}

/// Draws a marker with its interval for each value.
#[must_use]
pub fn overview(overview: &Overview) -> Chart {
    let panel = |of: &OverviewPanel| {
        let mut marks: Vec<Mark> = Vec::new();
        for (k, (side, series)) in of.series.iter().enumerate() {
            for (row, value) in series.values.iter().enumerate() {
                let Some(BarValue { value, interval, .. }) = *value else { continue };
                let (at, look) = (At::beside(row as f64, k, of.series.len()), Look::side(*side));
                let ends = defined(interval).filter(|_| value.is_finite());
                // Caps that just peep out from under a marker look like something else.
                marks.extend(ends.map(|ends| Mark::Whisker { at, ends, look, has_caps: false }));
                marks.push(Mark::Point { at, y: value, radius: RADIUS, look });
            }
        }
        marks.extend(of.level.map(|y| Mark::Level { y, is_dashed: true }));
        let values = of.series.iter().flat_map(|(_, series)| series.values.iter().flatten());
        let most =
            values.map(|bar| bar.interval.map_or(bar.value, |(_, high)| high.max(bar.value)));
        // From nothing on, so that rows can be compared by their lengths.
        let whole = match of.format {
            ValueFormat::Percent => Some((0.0, 1.0)),
            _ => most.reduce(f64::max).map(|most| (0.0, most)),
        };
        Panel { y: Some(Axis::of("", of.format, whole)), marks, ..Panel::new(of.title.clone(), "") }
    };
    let used = |k: usize| {
        let mut all = overview.panels.iter().flat_map(|panel| &panel.series);
        all.any(|(side, _)| *side == Some(k))
    };
    let sides = overview.sides.iter().enumerate().filter(|(k, _)| used(*k));
    Chart {
        labels: overview.labels.clone(),
        x: Axis { pitch: ROW, ..Axis::names(&overview.rows) },
        is_lying: true,
        keys: sides.map(|(k, name)| Key::new(name, Look::hue(k), Shape::Point)).collect(),
        columns: overview.panels.len(),
        panels: overview.panels.iter().map(panel).collect(),
        ..Chart::default()
    }
}
