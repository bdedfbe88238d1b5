//! Dots over a region where one would like them to be.

use super::grammar::{Axis, Chart, Key, Mark, Panel};
use super::labels::Labels;
use super::lines::{Callout, LinePoint};
use super::style::Look;

/// Panels of dots.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scatter {
    /// The words round them.
    pub labels: Labels,
    /// The axis that the panels share.
    pub x: Axis,
    /// What looks stand for.
    pub keys: Vec<Key>,
    /// The panels, row by row.
    pub panels: Vec<ScatterPanel>,
}

/// One panel.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ScatterPanel {
    /// Its name; may be empty.
    pub title: String,
    /// More after the name, in as many words as there may be room for, the most first.
    pub notes: Vec<String>,
    /// Its axis of values.
    pub y: Axis,
    /// Where dots are wanted: from one place to another, from one value to another. An end that is not finite lies at the edge.
    pub wanted: [(f64, f64); 2],
    /// The dots, with whiskers where they have intervals.
    pub dots: Vec<(LinePoint, Look)>,
    /// Dots to say something about.
    pub callouts: Vec<Callout>,
}

/// Draws dots.
#[must_use]
pub fn scatter(chart: &Scatter) -> Chart {
    Chart {
        labels: chart.labels.clone(),
        x: chart.x.clone(),
        keys: chart.keys.clone(),
        panels: chart.panels.iter().map(panel).collect(),
        columns: chart.panels.len().min(2),
        ..Chart::default()
    }
}

fn panel(of: &ScatterPanel) -> Panel {
    let mut panel = Panel { title: of.title.clone(), notes: of.notes.clone(), ..Panel::default() };
    let ends = |(low, high): (f64, f64), values: &mut dyn Iterator<Item = f64>| {
        let (least, most) = super::grammar::bounds(values);
        let end = |end: f64, otherwise: f64| if end.is_finite() { end } else { otherwise };
        (end(low, least.min(high)), end(high, most.max(low)))
    };
    let (left, right) = ends(of.wanted[0], &mut of.dots.iter().map(|dot| dot.0.x));
    let (low, high) = ends(of.wanted[1], &mut of.dots.iter().map(|dot| dot.0.y));
    panel.marks.push(Mark::Ribbon {
        points: vec![(left, low, high), (right, low, high)],
        look: Look::hue(0),
    });
    panel.y = Some(of.y.clone());
    let panel = of.dots.iter().fold(panel, |panel, (dot, look)| panel.dots(&[*dot], *look));
    of.callouts.iter().cloned().fold(panel, Panel::callout)
}
