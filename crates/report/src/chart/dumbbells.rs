//! Dumbbells: what each of some measures is under one variant and under another, from dot to dot.

use super::grammar::{Axis, Chart, Key, Mark, Panel, Shape};
use super::labels::ValueFormat;
use super::style::Look;
use crate::number::defined;
use crate::once::unique;
use crate::report::Interval;

/// Height of a row.
const ROW: f64 = 27.0;

/// A measure under two variants.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Dumbbell {
    /// What is measured.
    pub(crate) name: String,
    /// The side that it is of, by its number.
    pub(crate) side: Option<usize>,
    /// Its values, and the interval of the second.
    pub(crate) ends: [f64; 2],
    pub(crate) interval: Option<Interval>,
    /// The values in words.
    pub(crate) text: String,
    /// Whether they clearly differ.
    pub(crate) is_clear: bool,
}

/// Draws panels of dumbbells, each with its title, on a chart that has its words; the two variants have these names.
pub(crate) fn dumbbells(
    chart: Chart,
    names: [String; 2],
    panels: Vec<(String, Vec<Dumbbell>)>,
) -> Chart {
    let clear = panels.iter().flat_map(|(_, rows)| rows).filter(|row| row.is_clear);
    let sides = unique(clear.map(|row| row.side));
    let keys = names.into_iter().enumerate().map(|(k, name)| {
        let looks = sides.iter().map(|side| look(*side, true)[k]);
        Key { name, looks: looks.collect(), shape: Shape::Area }
    });
    let panel = |(title, rows): (String, Vec<Dumbbell>)| Panel {
        x: Some(Axis { pitch: ROW, ..Axis::names(rows.iter().map(|row| row.name.clone())) }),
        y: Some(Axis::of("", ValueFormat::Percent, None)),
        marks: rows.iter().enumerate().flat_map(|(k, row)| marks(k as f64, row)).collect(),
        ..Panel::new(title, "")
    };
    Chart {
        keys: if sides.is_empty() { Vec::new() } else { keys.collect() },
        panels: panels.into_iter().filter(|(_, rows)| !rows.is_empty()).map(panel).collect(),
        is_lying: true,
        ..chart
    }
}

/// How both ends look: those of the whole game in ink, what is not clear in grey.
fn look(side: Option<usize>, is_clear: bool) -> [Look; 2] {
    let look = side.map_or(Look { marker: 2, ..Look::INK }, Look::hue);
    let grey = Look::side(None);
    if is_clear { [look.pale(), look] } else { [grey.pale(), grey] }
}

fn marks(row: f64, of: &Dumbbell) -> Vec<Mark> {
    let [first, second] = look(of.side, of.is_clear);
    let [from, to] = of.ends;
    let points = vec![(row, from), (row, to)];
    let bar = Mark::Line { points, look: Look { width: 4.0, ..first }, name: String::new() };
    let dot = |y, look| Mark::Point { at: row.into(), y, radius: 4.6, look };
    let high = defined(of.interval).map_or(to, |(_, high)| high);
    let behind = Mark::Behind {
        at: row.into(),
        y: from.max(to).max(high),
        text: of.text.clone(),
        more: String::new(),
        look: second,
        is_part: true,
    };
    let whisker = Mark::whisker(row.into(), of.interval, second);
    [bar, dot(from, first), dot(to, second), behind].into_iter().chain(whisker).collect()
}
