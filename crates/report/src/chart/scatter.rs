//! Dots over a region where one would like them to be.

use super::grammar::{Axis, Chart, Key, Mark, Panel, bounds};
use super::labels::{Labels, ValueFormat};
use super::lines::{Callout, LinePoint};
use super::style::Look;
use crate::comparison::plain;
use crate::number::{defined, percent};

/// Beyond both ends of every axis.
const EVERYWHERE: (f64, f64) = (-1e300, 1e300);
/// The colour of what is wanted, by its number: none that a dot has.
const WANTED: usize = 5;

/// Panels of dots.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Scatter {
    /// The words round them.
    pub labels: Labels,
    /// The axis that the panels share.
    pub x: Axis,
    /// Whether it is a list of names at the left, from the top, with a row for each dot.
    pub is_lying: bool,
    /// What looks stand for.
    pub keys: Vec<Key>,
    /// The panels, row by row.
    pub panels: Vec<ScatterPanel>,
    /// What to say under them, such as what is left out.
    pub note: String,
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
    /// Where dots are wanted: from one place to another, from one value to another. An end that is not finite lies at the edge;
    /// what has no end at all is not asked for.
    pub wanted: [(f64, f64); 2],
    /// The dots, with whiskers where they have intervals.
    pub dots: Vec<(LinePoint, Look)>,
    /// Dots to say something about.
    pub callouts: Vec<Callout>,
}

/// Draws dots. Those that lie in rows have their values behind them.
#[must_use]
pub fn scatter(chart: &Scatter) -> Chart {
    let mut x = chart.x.clone();
    if x.range.is_none() {
        x.range = Some(roomy(chart.panels.iter().flat_map(|of| of.reach(0))));
    }
    Chart {
        labels: chart.labels.clone(),
        x,
        keys: chart.keys.clone(),
        panels: chart.panels.iter().map(|of| panel(of, chart.is_lying)).collect(),
        is_lying: chart.is_lying,
        note: chart.note.clone(),
        ..Chart::default()
    }
}

impl ScatterPanel {
    /// Along one of the axes, where its dots are and where they are wanted.
    fn reach(&self, axis: usize) -> impl Iterator<Item = f64> {
        let dots = self.dots.iter().map(|(dot, _)| [dot.x, dot.y]);
        let named = self.callouts.iter().map(|callout| [callout.x, callout.y]);
        let (low, high) = self.wanted[axis];
        dots.chain(named).map(move |at| at[axis]).chain([low, high])
    }
}

/// From the lowest to the highest value, with some room beyond: a dot at the very edge looks cut off.
fn roomy(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = bounds(values.filter(|value| value.is_finite()));
    let room = if low < high { (high - low) * 0.06 } else { 0.0 };
    (low - room, high + room)
}

fn panel(of: &ScatterPanel, is_lying: bool) -> Panel {
    let mut panel = Panel { title: of.title.clone(), notes: of.notes.clone(), ..Panel::default() };
    let [(left, right), (low, high)] = of.wanted;
    let whiskers = of.dots.iter().filter_map(|(dot, _)| defined(dot.interval));
    let range = roomy(of.reach(1).chain(whiskers.flat_map(|(low, high)| [low, high])));
    // A band for each axis on which anything is wanted: where both are as wanted, the shades meet.
    if low.is_finite() || high.is_finite() {
        panel.marks.push(band(EVERYWHERE, of.wanted[1]));
    }
    if left.is_finite() || right.is_finite() {
        panel.marks.push(band(of.wanted[0], EVERYWHERE));
    }
    panel.y = Some(Axis { range: Some(range), ..of.y.clone() });
    let mut panel = of.dots.iter().fold(panel, |panel, (dot, look)| panel.dots(&[*dot], *look));
    if is_lying {
        panel.marks.extend(of.dots.iter().map(|(dot, look)| value(of.y.format, dot, *look)));
    }
    of.callouts.iter().cloned().fold(panel, Panel::callout)
}

/// A shade. An end that is not finite is drawn at the edge, as is all that lies outside.
fn band((left, right): (f64, f64), (low, high): (f64, f64)) -> Mark {
    let ends = |x: f64| {
        let [x, low, high] = [x, low, high].map(|end| end.clamp(EVERYWHERE.0, EVERYWHERE.1));
        (x, low, high)
    };
    Mark::Ribbon { points: vec![ends(left), ends(right)], look: Look::hue(WANTED) }
}

/// The value of a dot, behind it and its whisker.
fn value(format: ValueFormat, dot: &LinePoint, look: Look) -> Mark {
    let LinePoint { x, y: value, interval } = *dot;
    let text = match format {
        ValueFormat::Percent => percent(value, interval),
        _ => plain(value, interval),
    };
    let y = defined(interval).map_or(value, |(_, high)| high.max(value));
    // What stands in ink stands out.
    let is_part = look.hue != Look::INK.hue;
    Mark::Behind { at: x.into(), y, text, more: String::new(), look, is_part }
}
