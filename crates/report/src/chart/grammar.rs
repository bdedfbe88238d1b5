//! The grammar of charts: marks on scales in panels. Each kind of chart only maps data to marks.

use super::board::Board;
use super::labels::{Labels, ValueFormat};
use super::style::{Look, Shades};
use crate::comparison::Value;
use crate::number::{bounds, defined};
use crate::report::Interval;

/// A chart: labels, and marks on scales in panels.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Chart {
    /// Texts around the plot.
    pub labels: Labels,
    /// Axis of places, groups or parameters. Panels without their own share it.
    pub x: Axis,
    /// Axis of values. Panels without their own share it.
    pub y: Axis,
    /// Whether the chart is horizontal: values run across, names stand at the left from the top.
    pub is_lying: bool,
    /// Entries of the legend; empty if marks have their names beside them.
    pub keys: Vec<Key>,
    /// Tables, in place of panels.
    pub boards: Vec<Board>,
    /// The panels, row by row. A single panel is large.
    pub panels: Vec<Panel>,
    /// Panels beside each other; 0 means 1.
    pub columns: usize,
    /// Greatest width of row names, if panels need the space; 0 means the usual width.
    pub names: f64,
    /// Colours of tiles by value, shown as a colour bar if there is a format for it.
    pub shades: Option<(Shades, Option<ValueFormat>)>,
    /// Note below the plots, such as what is left out.
    pub note: String,
    /// Text for a chart without marks; empty for the usual text.
    pub nothing: String,
}

impl Chart {
    /// Returns an empty chart with names of its rows and columns, either of which may be empty.
    pub fn named(rows: impl Into<String>, columns: impl Into<String>) -> Self {
        let [x, y] = [columns.into(), rows.into()].map(|name| Axis { name, ..Axis::default() });
        Self { x, y, ..Self::default() }
    }

    /// Circles a point of the first panel, with text above it.
    #[must_use]
    pub fn remarking(mut self, (x, y): (f64, f64), text: impl Into<String>) -> Self {
        if let Some(panel) = self.panels.first_mut() {
            let at = x.into();
            panel.marks.insert(0, Mark::Point { at, y, radius: 5.4, look: Look::INK });
            panel.marks.push(Mark::Value { at, y, is_under: false, text: text.into() });
        }
        self
    }
}

/// An axis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Axis {
    /// Name with unit.
    pub name: String,
    /// Format of its values.
    pub format: ValueFormat,
    /// Lowest and highest value; `None` takes them from the marks.
    pub range: Option<(f64, f64)>,
    /// Named places, one apart, in place of round numbers.
    pub bands: Vec<Band>,
    /// Pixels between places: the height of rows, or the most for columns. 0 uses the space available.
    pub pitch: f64,
}

/// A named place on an axis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Band {
    /// Its position.
    pub at: f64,
    /// Its name.
    pub name: String,
    /// Whether it is a part of the place before it, and muted.
    pub is_part: bool,
}

impl Axis {
    /// Returns an axis of values.
    pub fn of(name: impl Into<String>, format: ValueFormat, range: Option<(f64, f64)>) -> Self {
        Self { name: name.into(), format, range, ..Self::default() }
    }

    /// Returns an axis of names at 0, 1, 2 and so on.
    pub fn names<T: Into<String>>(names: impl IntoIterator<Item = T>) -> Self {
        let band = |(k, name): (usize, T)| Band { at: k as f64, name: name.into(), is_part: false };
        Self::bands(names.into_iter().enumerate().map(band).collect())
    }

    /// Returns an axis of these places, with half a place at each end.
    pub fn bands(bands: Vec<Band>) -> Self {
        let (low, high) = bounds(bands.iter().map(|band| band.at));
        Self { bands, range: Some((low - 0.5, high + 0.5)), ..Self::default() }
    }
}

/// An entry of the legend.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// Its name.
    pub name: String,
    /// Looks of its marks, side by side.
    pub looks: Vec<Look>,
    /// Symbol beside the name.
    pub shape: Shape,
}

/// The symbol of a legend entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Squares.
    Area,
    /// A marker.
    Point,
    /// A line.
    Line,
    /// A line with a marker.
    Curve,
}

impl Key {
    /// Returns an entry for one look.
    pub fn new(name: impl Into<String>, look: Look, shape: Shape) -> Self {
        Self { name: name.into(), looks: vec![look], shape }
    }
}

/// A plot with its heading.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Panel {
    pub(crate) title: String,
    /// Look that colours the title; ink if `None`.
    pub(crate) look: Option<Look>,
    /// Text after the title.
    pub(crate) note: String,
    /// Axes of its own.
    pub(crate) x: Option<Axis>,
    pub(crate) y: Option<Axis>,
    pub(crate) marks: Vec<Mark>,
    /// A game that counts in the bar at a place, and whether there is a page of it.
    pub(crate) games: Vec<(At, u64, bool)>,
}

const MOST_MARKERS: usize = 24;

impl Panel {
    /// Returns an empty plot with a title and a note, both of which may be empty.
    pub fn new(title: impl Into<String>, note: impl Into<String>) -> Self {
        Self { title: title.into(), note: note.into(), ..Self::default() }
    }

    /// Adds a line through points, given in order, with a name at its end unless that is empty. In a stepped line each value
    /// holds from the previous point on, the first from 0, like the marks of a stick.
    #[must_use]
    pub fn line(mut self, points: &[(f64, f64)], is_stepped: bool, look: Look, name: &str) -> Self {
        let points: Vec<(f64, f64)> = points.iter().copied().filter(is_sound).collect();
        let points = if is_stepped { stairs(&points) } else { points };
        self.marks.push(Mark::Line { points, look, name: name.to_owned() });
        self
    }

    /// Adds a line like [`line`](Self::line), with a few markers to help tell colours apart.
    #[must_use]
    pub fn curve(self, points: &[(f64, f64)], is_stepped: bool, look: Look, name: &str) -> Self {
        let every = points.len().div_ceil(MOST_MARKERS).max(1);
        let mut panel = self.line(points, is_stepped, look, name);
        let marker = |&(x, y): &(f64, f64)| Mark::Point { at: x.into(), y, radius: 3.0, look };
        let shown = points.iter().filter(|point| is_sound(point));
        panel.marks.extend(shown.step_by(every).map(marker));
        panel
    }

    /// Adds simulated values with their intervals.
    #[must_use]
    pub fn dots(mut self, dots: &[(f64, Value)], look: Look) -> Self {
        for (x, of) in dots.iter().filter(|(x, of)| is_sound(&(*x, of.value))) {
            let at = (*x).into();
            self.marks.extend(Mark::whisker(at, of.interval, look));
            self.marks.push(Mark::Point { at, y: of.value, radius: 3.6, look });
        }
        self
    }

    /// Adds a dashed line at a place, with a word above it.
    #[must_use]
    pub fn rule(mut self, x: f64, text: impl Into<String>) -> Self {
        self.marks.push(Mark::Rule { x, text: text.into(), look: Look::INK });
        self
    }

    /// Returns a game that counts in a bar, and whether there is a page of it.
    pub(crate) fn game(&self, mark: &Mark) -> Option<(u64, bool)> {
        let Mark::Bar { at, .. } = mark else { return None };
        let found = self.games.iter().find(|(of, ..)| of.is_on(*at));
        found.map(|(_, game, is_kept)| (*game, *is_kept))
    }

    /// Marks a value to compare with, such as an even game, if there is one.
    #[must_use]
    pub(crate) fn level(mut self, level: Option<f64>) -> Self {
        self.marks.extend(level.map(|y| Mark::Level { y, is_dashed: true }));
        self
    }

    /// Shades a target range of values between two places.
    #[must_use]
    pub(crate) fn shaded(mut self, places: (f64, f64), (low, high): (f64, f64)) -> Self {
        let points = vec![(places.0, low, high), (places.1, low, high)];
        self.marks.push(Mark::Ribbon { points, look: Look::WANTED });
        self
    }
}

/// Returns whether both coordinates are finite.
pub(crate) fn is_sound(point: &(f64, f64)) -> bool {
    point.0.is_finite() && point.1.is_finite()
}

/// A place on the first axis.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct At {
    pub(crate) x: f64,
    /// Number of bars at the place, which sets their thickness; 0 without bars.
    pub(crate) of: usize,
    /// Offset from the middle of the place, in bars.
    pub(crate) shift: f64,
}

impl At {
    /// Returns the place of one of several bars side by side.
    pub(crate) fn beside(x: f64, index: usize, of: usize) -> Self {
        Self { x, of, shift: index as f64 - (of as f64 - 1.0) / 2.0 }
    }

    /// Returns whether the place is on the same bar, where whiskers and dots stand side by side.
    pub(crate) fn is_on(&self, bar: Self) -> bool {
        (self.x, self.of) == (bar.x, bar.of) && (self.shift - bar.shift).abs() < 0.5
    }
}

impl From<f64> for At {
    fn from(x: f64) -> Self {
        Self { x, ..Self::default() }
    }
}

/// A mark, in values of the axes. Values that are not numbers are not drawn; those outside are drawn at the edge.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Mark {
    /// A cell of a grid with its number, which is bold if it is told apart from the middle. Without a value it is blank.
    Tile { at: f64, y: f64, value: Option<f64>, text: String, is_bold: bool },
    /// A band between low and high values.
    Ribbon { points: Vec<(f64, f64, f64)>, look: Look },
    /// A bar from one value to another.
    Bar { at: At, from: f64, to: f64, look: Look },
    /// A value to compare with, dashed if it is more than a grid line.
    Level { y: f64, is_dashed: bool },
    /// A dashed line at a place, with a word above it.
    Rule { x: f64, text: String, look: Look },
    /// A line through points, with a name at its end.
    Line { points: Vec<(f64, f64)>, look: Look, name: String },
    /// An interval with caps.
    Whisker { at: At, ends: (f64, f64), look: Look },
    /// A marker with this radius in pixels.
    Point { at: At, y: f64, radius: f64, look: Look },
    /// A number above or below a mark. If one does not fit its bar, none is written.
    Value { at: At, y: f64, is_under: bool, text: String },
    /// A number behind a mark, with more text in grey.
    Behind { at: At, y: f64, text: String, more: String, look: Look, is_part: bool },
}

impl Mark {
    pub(crate) fn whisker(at: At, interval: Option<Interval>, look: Look) -> Option<Self> {
        defined(interval).map(|ends| Self::Whisker { at, ends, look })
    }

    /// Returns the places and values that the axes must include.
    pub(crate) fn reach(&self) -> Vec<(f64, f64)> {
        let all: Vec<(f64, f64)> = match self {
            Self::Tile { at, y, .. } => vec![(*at, *y)],
            Self::Ribbon { points, .. } => {
                points.iter().flat_map(|&(x, low, high)| [(x, low), (x, high)]).collect()
            }
            Self::Bar { at, from, to, .. } => vec![(at.x, *from), (at.x, *to)],
            Self::Line { points, .. } => points.clone(),
            Self::Whisker { at, ends, .. } => vec![(at.x, ends.0), (at.x, ends.1)],
            Self::Point { at, y, .. } => vec![(at.x, *y)],
            _ => Vec::new(),
        };
        all.into_iter().filter(is_sound).collect()
    }

    /// Returns the layer that the mark is drawn in; higher ones are drawn later.
    pub(crate) fn layer(&self) -> u8 {
        match self {
            Self::Tile { .. } | Self::Ribbon { .. } | Self::Bar { .. } => 1,
            Self::Level { .. } | Self::Rule { .. } => 2,
            Self::Line { .. } => 3,
            Self::Whisker { .. } => 4,
            Self::Point { .. } => 5,
            Self::Value { .. } | Self::Behind { .. } => 6,
        }
    }
}

/// Returns the corners of a staircase through points: each value holds from the previous point on, the first from 0.
fn stairs(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let befores = std::iter::once(0.0).chain(points.iter().map(|point| point.0));
    befores.zip(points).flat_map(|(before, &(x, y))| [(before, y), (x, y)]).collect()
}
