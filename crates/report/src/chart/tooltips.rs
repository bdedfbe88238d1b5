//! Tooltips of marks, and the series they belong to.

use super::grammar::{At, Axis, Chart, Mark, Panel};
use super::labels::ValueFormat;
use super::style::Look;
use crate::Interval;
use crate::comparison::{plain, signed_number, signed_value};
use crate::number::{defined, fixed, percent, percent_beside, percent_range, with_commas};

pub(super) struct Series<'a> {
    name: &'a str,
    looks: Vec<Look>,
}

/// The names of everything in a chart.
#[derive(Clone, Copy)]
pub(super) struct Tooltips<'a> {
    pub(super) x: &'a Axis,
    pub(super) y: &'a Axis,
    pub(super) tiles: Option<ValueFormat>,
    pub(super) series: &'a [Series<'a>],
}

impl Chart {
    /// Returns the series named by the legend and at the ends of lines.
    pub(super) fn series(&self) -> Vec<Series<'_>> {
        let keys = self.keys.iter().map(|key| Series { name: &key.name, looks: key.looks.clone() });
        let mut all: Vec<Series<'_>> = keys.collect();
        for mark in self.panels.iter().flat_map(|panel| &panel.marks) {
            match mark {
                Mark::Line { look, name, .. }
                    if !name.is_empty() && all.iter().all(|of| !of.looks.contains(look)) =>
                {
                    all.push(Series { name, looks: vec![*look] });
                }
                _ => {}
            }
        }
        all
    }
}

impl Tooltips<'_> {
    /// Returns the index of the series with this look, or `None` if there is only one series.
    pub(super) fn series_of(&self, look: Look) -> Option<usize> {
        self.number_of(look).filter(|_| self.series.len() > 1)
    }

    /// Returns the index of the name for this look, or for the look that it is paled from.
    fn number_of(&self, look: Look) -> Option<usize> {
        let found = |is_it: &dyn Fn(Look) -> bool| {
            self.series.iter().position(|series| series.looks.iter().any(|of| is_it(*of)))
        };
        found(&|of| of == look).or_else(|| found(&|of| of.pale() == look))
    }

    /// Returns the series of a mark. Whiskers and numbers belong with their mark.
    pub(super) fn series(&self, panel: &Panel, mark: &Mark) -> Option<usize> {
        let look = match mark {
            Mark::Bar { look, .. }
            | Mark::Point { look, .. }
            | Mark::Line { look, .. }
            | Mark::Ribbon { look, .. }
            | Mark::Behind { look, .. } => *look,
            Mark::Whisker { at, .. } | Mark::Value { at, .. } => {
                panel.marks.iter().find_map(|of| match of {
                    Mark::Bar { at: other, look, .. } | Mark::Point { at: other, look, .. } => {
                        at.is_on(*other).then_some(*look)
                    }
                    _ => None,
                })?
            }
            _ => return None,
        };
        self.series_of(look)
    }

    /// Returns the tooltip of a bar, point or tile: series, panel, place, and value with interval.
    pub(super) fn words(&self, panel: &Panel, mark: &Mark) -> String {
        let (x, y) = (panel.x.as_ref().unwrap_or(self.x), panel.y.as_ref().unwrap_or(self.y));
        let (place, value, look) = match mark {
            Mark::Bar { at, to, look, .. } => {
                (place(x, at.x), value(y, *to, interval(panel, *at, *look)), look)
            }
            Mark::Point { at, y: height, look, .. } => {
                (place(x, at.x), value(y, *height, interval(panel, *at, *look)), look)
            }
            Mark::Tile { at, y: row, value: Some(number), text, .. } => {
                let shown = match self.tiles {
                    Some(ValueFormat::Percent) => percent(*number, None),
                    _ => text.clone(),
                };
                return said(&[place(y, *row), place(x, *at)], &shown);
            }
            _ => return String::new(),
        };
        let of = self.number_of(*look).map_or("", |number| self.series[number].name);
        let such =
            panel.game(mark).map(|(game, _)| format!(", such as game {}", with_commas(game)));
        said(&[of.to_owned(), panel.title.clone(), place], &(value + &such.unwrap_or_default()))
    }
}

fn said(of: &[String], value: &str) -> String {
    let of: Vec<&str> = of.iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
    format!("{}: {value}", of.join(", "))
}

/// Returns the name of a place; a number includes what it is.
fn place(axis: &Axis, at: f64) -> String {
    if let Some(band) = axis.bands.iter().find(|band| band.at == at) {
        let is_number = band.name.starts_with(|c: char| c.is_ascii_digit());
        return if is_number { named(axis, &band.name) } else { band.name.clone() };
    }
    if !axis.bands.is_empty() || (axis.name.is_empty() && axis.range.is_some()) {
        return String::new();
    }
    let shown = match axis.format {
        ValueFormat::Count if at >= 0.0 => return named(axis, &with_commas(at as u64)),
        ValueFormat::Percent => percent(at, None),
        _ => fixed(at * axis.format.factor(), 2),
    };
    named(axis, &shown)
}

fn named(axis: &Axis, value: &str) -> String {
    format!("{} {}", axis.name, value.trim()).trim().to_owned()
}

fn value(axis: &Axis, value: f64, interval: Option<Interval>) -> String {
    match axis.format {
        ValueFormat::Percent => {
            let range = interval.map(|ends| format!(" ({})", percent_range(ends)));
            percent_beside(value, interval) + &range.unwrap_or_default()
        }
        ValueFormat::Points => signed_value(value, interval, true),
        ValueFormat::Signed => signed_number(value, interval, false),
        ValueFormat::Count => axis.format.show(value, 0),
        ValueFormat::Plain => {
            let shown = |number: f64| plain(number, interval);
            let range = interval.map(|(low, high)| format!(" ({} to {})", shown(low), shown(high)));
            shown(value) + &range.unwrap_or_default()
        }
    }
}

/// Returns the interval drawn at a mark; exact values have none.
fn interval(panel: &Panel, at: At, look: Look) -> Option<Interval> {
    let found = panel.marks.iter().find_map(|mark| match mark {
        Mark::Whisker { at: other, ends, .. } if other.is_on(at) => Some(*ends),
        Mark::Ribbon { points, look: other } if *other == look => {
            points.iter().find(|point| point.0 == at.x).map(|&(_, low, high)| (low, high))
        }
        _ => None,
    });
    defined(found).filter(|_| look != Look::LAW)
}
