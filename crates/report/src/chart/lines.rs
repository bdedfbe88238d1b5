//! Curves with ribbons: on one plot with their names at their ends, or each on a small plot of its own.

use super::grammar::{Axis, Chart, Mark, Panel, is_sound, stairs};
use super::labels::{Labels, ValueFormat};
use super::style::Look;
use crate::number::defined;
use crate::report::Interval;

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
    /// Places to stress, with a word over each, where curves share a plot.
    pub rules: Vec<(f64, String)>,
    /// Points to say something about, where curves share a plot.
    pub callouts: Vec<Callout>,
}

/// One curve.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LineSeries {
    /// Its name; empty for a curve of the whole game, which belongs to no side and stands alone.
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

impl LineSeries {
    fn points(&self) -> Vec<LinePoint> {
        self.points.iter().filter(|at| is_sound(&(at.x, at.y))).copied().collect()
    }

    fn line(&self, look: Look, name: &str) -> Mark {
        let points: Vec<(f64, f64)> = self.points().iter().map(|at| (at.x, at.y)).collect();
        let points = if self.stepped { stairs(&points, None) } else { points };
        Mark::Line { points, look, name: name.to_owned() }
    }

    /// The intervals of the points; broken where a point has none, and a whisker where a point with one stands alone.
    fn intervals(&self, look: Look) -> Vec<Mark> {
        let points = self.points();
        let ends =
            |point: &LinePoint| defined(point.interval).map(|(low, high)| (point.x, low, high));
        let runs = points.split(|point| ends(point).is_none());
        let mark = |run: &[LinePoint]| match run {
            [] => None,
            [one] => Mark::whisker(one.x.into(), one.interval, look),
            run => {
                let edge = |end: fn((f64, f64, f64)) -> f64| {
                    let edge: Vec<_> = run.iter().filter_map(ends).map(|p| (p.0, end(p))).collect();
                    if self.stepped { stairs(&edge, None) } else { edge }
                };
                let (low, high) = (edge(|point| point.1), edge(|point| point.2));
                let points = low.into_iter().zip(high).map(|(low, high)| (low.0, low.1, high.1));
                Some(Mark::Ribbon { points: points.collect(), look })
            }
        };
        runs.filter_map(mark).collect()
    }
}

impl LineChart {
    fn chart(&self, panels: Vec<Panel>, columns: usize) -> Chart {
        let (labels, x, y) = (self.labels.clone(), self.x.clone(), self.y.clone());
        Chart { labels, x, y, panels, columns, ..Chart::default() }
    }

    fn level(&self) -> Option<Mark> {
        self.stressed.map(|y| Mark::Level { y, is_dashed: false })
    }
}

/// Draws curves with their intervals as ribbons and their names at their ends.
#[must_use]
pub fn lines(chart: &LineChart) -> Chart {
    let mut marks: Vec<Mark> = chart.level().into_iter().collect();
    // What belongs to nobody must not look like the first side's.
    let is_of_nobody = matches!(&chart.series[..], [only] if only.label.is_empty());
    for (index, series) in chart.series.iter().enumerate() {
        let look = if is_of_nobody { Look::side(None) } else { Look::hue(index) };
        let points = series.points();
        marks.extend(series.intervals(look));
        marks.push(series.line(look, &series.label));
        if points.len() <= MOST_MARKERS {
            let point =
                |at: &LinePoint| Mark::Point { at: at.x.into(), y: at.y, radius: 3.2, look };
            marks.extend(points.iter().map(point));
        }
    }
    let rule =
        |(x, text): &(f64, String)| Mark::Rule { x: *x, text: text.clone(), look: Look::INK };
    marks.extend(chart.rules.iter().map(rule));
    marks.extend(chart.callouts.iter().cloned().map(Mark::from));
    chart.chart(vec![Panel { marks, ..Panel::default() }], 1)
}

impl From<Callout> for Mark {
    fn from(Callout { x, y, text }: Callout) -> Self {
        Self::Callout { x, y, text }
    }
}

/// Draws a small chart for each curve, all on the same scales, with the other curves in grey behind.
#[must_use]
pub fn multiples(chart: &LineChart) -> Chart {
    let look = Look::hue(0);
    let panel = |(index, series): (usize, &LineSeries)| {
        let others = chart.series.iter().enumerate().filter(|(other, _)| *other != index);
        let mut marks: Vec<Mark> = chart.level().into_iter().collect();
        marks.extend(others.map(|(_, other)| other.line(Look::OTHERS, "")));
        marks.extend(series.intervals(look));
        marks.push(series.line(look, ""));
        if let Some(last) = series.points().last() {
            let (at, y, text) = (last.x.into(), last.y, end_value(chart.y.format, last.y));
            marks.push(Mark::Point { at, y, radius: 3.4, look });
            let more = String::new();
            marks.push(Mark::Behind { at, y, text, more, look, is_part: false });
        }
        Panel { title: series.label.clone(), marks, ..Panel::default() }
    };
    chart.chart(chart.series.iter().enumerate().map(panel).collect(), 3)
}

fn end_value(format: ValueFormat, value: f64) -> String {
    let places = match format {
        ValueFormat::Percent => 0,
        _ if value.abs() >= 100.0 || value.fract() == 0.0 => 0,
        _ => 1,
    };
    format.show(value, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_to_no_side_has_no_colour_of_one() {
        let look = |label: &str| {
            let point = |x: f64| LinePoint { x, y: x, interval: None };
            let label = label.to_owned();
            let series = LineSeries { label, points: [0.0, 1.0].map(point).into(), stepped: false };
            let chart = lines(&LineChart { series: vec![series], ..LineChart::default() });
            let mut marks = chart.panels.into_iter().flat_map(|panel| panel.marks);
            marks.find_map(|mark| match mark {
                Mark::Line { look, .. } => Some(look),
                _ => None,
            })
        };
        assert_eq!([look(""), look("Raiders")], [Some(Look::side(None)), Some(Look::hue(0))]);
    }
}
