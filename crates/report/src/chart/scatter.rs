//! Dots over a region where one would like them to be.

use super::grammar::{Axis, Chart, Mark, Panel};
use super::labels::ValueFormat;
use super::lines::Callout;
use super::style::Look;
use crate::comparison::{Value, plain};
use crate::number::{bounds, defined, percents};
use crate::report::Interval;

/// A range beyond both ends of every axis.
const EVERYWHERE: (f64, f64) = (-1e300, 1e300);
/// The colour of what is wanted, by its number: none that a dot has.
const WANTED: usize = 5;
/// Dots that are no further apart than this part of either axis hide each other, and are drawn as one with their number.
const HIDDEN: f64 = 0.012;

/// Of more dots than this only those in ink have whiskers, and none a number: the others would be hidden by them.
pub(crate) const CROWD: usize = 20;

/// One panel.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct ScatterPanel {
    /// Its name; may be empty.
    pub(crate) title: String,
    /// Its axis of values.
    pub(crate) y: Axis,
    /// Where dots are wanted: from one place to another, from one value to another. An end that is not finite lies at the edge;
    /// what has no end at all is not asked for.
    pub(crate) wanted: [(f64, f64); 2],
    /// The dots.
    pub(crate) dots: Vec<Dot>,
    /// Dots to say something about.
    pub(crate) callouts: Vec<Callout>,
}

/// A dot, with a whisker along each axis on which its place has an interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Dot {
    /// Where it is along both axes.
    pub(crate) at: [Value; 2],
    /// How it looks.
    pub(crate) look: Look,
}

/// The panels of a chart as dots; those that lie in rows have their values behind them.
pub(crate) fn scatter(chart: Chart, panels: &[ScatterPanel]) -> Chart {
    let range = chart.x.range.unwrap_or_else(|| roomy(panels.iter().flat_map(|of| of.reach(0))));
    let panels = panels.iter().map(|of| panel(of, range, chart.is_lying)).collect();
    Chart { x: Axis { range: Some(range), ..chart.x }, panels, ..chart }
}

impl ScatterPanel {
    /// Along one of the axes, where its dots and their whiskers are, and where they are wanted.
    fn reach(&self, axis: usize) -> impl Iterator<Item = f64> {
        let dots = self.dots.iter().flat_map(move |dot| {
            let Value { value, interval } = dot.at[axis];
            let (low, high) = defined(interval).unwrap_or((value, value));
            [value, low, high]
        });
        let named = self.callouts.iter().map(move |callout| [callout.x, callout.y][axis]);
        let (low, high) = self.wanted[axis];
        dots.chain(named).chain([low, high])
    }
}

/// From the lowest to the highest value, with some room beyond: a dot at the very edge looks cut off.
fn roomy(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = bounds(values.filter(|value| value.is_finite()));
    let room = if low < high { (high - low) * 0.06 } else { 0.0 };
    (low - room, high + room)
}

fn panel(of: &ScatterPanel, across: (f64, f64), is_lying: bool) -> Panel {
    let mut panel = Panel::new(of.title.clone(), "");
    let [(left, right), (low, high)] = of.wanted;
    let range = roomy(of.reach(1));
    // A band for each axis on which anything is wanted: where both are as wanted, the shades meet.
    if low.is_finite() || high.is_finite() {
        panel.marks.push(band(EVERYWHERE, of.wanted[1]));
    }
    if left.is_finite() || right.is_finite() {
        panel.marks.push(band(of.wanted[0], EVERYWHERE));
    }
    panel.y = Some(Axis { range: Some(range), ..of.y.clone() });
    if is_lying {
        panel.marks.extend(in_rows(&of.dots, of.y.format));
    } else {
        let size = [across, range].map(|(low, high)| (high - low) * HIDDEN);
        panel.marks.extend(in_the_plane(&of.dots, size));
    }
    of.callouts.iter().cloned().fold(panel, Panel::callout)
}

/// A dot in each row with its whisker, and its value behind it: all with as many decimals as the least certain has.
fn in_rows(dots: &[Dot], format: ValueFormat) -> Vec<Mark> {
    let values = values(&dots.iter().map(|dot| dot.at[1]).collect::<Vec<_>>(), format);
    let marks = dots.iter().zip(values).flat_map(|(Dot { at: [row, place], look }, text)| {
        let at = row.value.into();
        let y = defined(place.interval).map_or(place.value, |(_, high)| high.max(place.value));
        // What stands in ink stands out.
        let is_part = look.hue != Look::INK.hue;
        let behind = Mark::Behind { at, y, text, more: String::new(), look: *look, is_part };
        let dot = Mark::Point { at, y: place.value, radius: 3.6, look: *look };
        Mark::whisker(at, place.interval, *look).into_iter().chain([dot, behind])
    });
    marks.collect()
}

/// Values that are read under one another.
fn values(all: &[Value], format: ValueFormat) -> Vec<String> {
    if format == ValueFormat::Percent {
        return percents(&all.iter().map(|it| (it.value, it.interval)).collect::<Vec<_>>());
    }
    let places =
        |it: &Value| plain(it.value, it.interval).split_once('.').map_or(0, |it| it.1.len());
    let places = all.iter().map(places).min().unwrap_or(0);
    all.iter().map(|it| format.show(it.value, places)).collect()
}

/// Dots with thin whiskers behind them. Of those that hide each other the last is drawn, with their number.
fn in_the_plane(dots: &[Dot], size: [f64; 2]) -> Vec<Mark> {
    let mut seen: Vec<(Dot, usize)> = Vec::new();
    for dot in dots {
        let is_hidden = |(other, _): &&mut (Dot, usize)| {
            (0..2).all(|axis| (dot.at[axis].value - other.at[axis].value).abs() <= size[axis])
        };
        match seen.iter_mut().find(is_hidden) {
            Some((other, of)) => (*other, *of) = (*dot, *of + 1),
            None => seen.push((*dot, 1)),
        }
    }
    let is_crowd = dots.len() > CROWD;
    let marks = seen.iter().flat_map(|(Dot { at: [x, y], look }, of)| {
        let thin = Look { width: 1.0, ..look.pale() };
        let is_bare = is_crowd && look.hue != Look::INK.hue;
        let whisker = |ends: Option<Interval>, turned: fn(f64, f64, f64) -> (f64, f64)| {
            let (low, high) = defined(ends).filter(|_| !is_bare)?;
            let points = vec![turned(x.value, y.value, low), turned(x.value, y.value, high)];
            Some(Mark::Line { points, look: thin, name: String::new() })
        };
        let whiskers =
            [whisker(x.interval, |_, y, end| (end, y)), whisker(y.interval, |x, _, end| (x, end))];
        let (at, y) = (x.value.into(), y.value);
        let text = format!("×{of}");
        let count = (*of > 1 && !is_crowd).then_some(Mark::Value { at, y, is_under: false, text });
        let dot = Mark::Point { at, y, radius: 3.6, look: *look };
        whiskers.into_iter().flatten().chain([dot]).chain(count)
    });
    marks.collect()
}

/// A shade. An end that is not finite is drawn at the edge, as is all that lies outside.
fn band((left, right): (f64, f64), (low, high): (f64, f64)) -> Mark {
    let ends = |x: f64| {
        let [x, low, high] = [x, low, high].map(|end| end.clamp(EVERYWHERE.0, EVERYWHERE.1));
        (x, low, high)
    };
    Mark::Ribbon { points: vec![ends(left), ends(right)], look: Look::hue(WANTED) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::tests::known;

    fn dot(x: f64, y: f64) -> Dot {
        Dot { at: [x, y].map(|value| known(value, 0.1)), look: Look::default() }
    }

    #[test]
    fn dots_in_one_place_are_one_with_their_number() {
        let marks = in_the_plane(&[dot(1.0, 1.0), dot(1.001, 1.0), dot(2.0, 1.0)], [0.01; 2]);
        let is = |of: fn(&&Mark) -> bool| marks.iter().filter(of).count();
        assert_eq!(is(|mark| matches!(mark, Mark::Point { .. })), 2);
        // A whisker each way.
        assert_eq!(is(|mark| matches!(mark, Mark::Line { .. })), 4);
        assert!(matches!(
            &marks.iter().find(|mark| matches!(mark, Mark::Value { .. })),
            Some(Mark::Value { text, .. }) if text == "×2"
        ));
    }

    #[test]
    fn values_under_one_another_have_as_many_decimals() {
        let of = [known(2.187, 0.03), known(2.4, 0.3)];
        assert_eq!(values(&of, ValueFormat::Plain), ["2.19", "2.40"]);
        let of = [known(0.023, 0.005), known(0.15, 0.02)];
        assert_eq!(values(&of, ValueFormat::Percent), ["2\u{a0}%", "15\u{a0}%"]);
    }
}
