//! The grammar of charts: marks on scales in panels. A kind of chart only says what is mapped to what.

use super::labels::{Labels, ValueFormat};
use super::lines::LinePoint;
use super::style::{Look, Shades};
use crate::number::{bounds, defined};
use crate::report::Interval;

/// A chart: words, and marks on scales in panels.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Chart {
    /// The words round it.
    pub labels: Labels,
    /// The axis of what values belong to: places, groups, parameters. Panels share it unless they have their own.
    pub x: Axis,
    /// The axis of values. Panels share it unless they have their own.
    pub y: Axis,
    /// Whether values lie across and what they belong to stands at the left, from the top.
    pub is_lying: bool,
    /// What looks stand for; none if marks bear their names.
    pub keys: Vec<Key>,
    /// The panels, row by row. A single one is large.
    pub panels: Vec<Panel>,
    /// Panels beside each other; 0 is 1.
    pub columns: usize,
    /// Most width of names at the left of rows, where panels want the room; 0 is the usual one.
    pub names: f64,
    /// From values of tiles to colours, shown as a bar if there is a format for it.
    pub shades: Option<(Shades, Option<ValueFormat>)>,
    /// What to say under the plots, such as what is left out.
    pub note: String,
    /// What to say where there is no mark at all; empty for the usual words.
    pub nothing: String,
}

impl Chart {
    /// An empty one whose axes say what rows and columns are; either may be empty.
    pub fn named(rows: impl Into<String>, columns: impl Into<String>) -> Self {
        let [x, y] = [columns.into(), rows.into()].map(|name| Axis { name, ..Axis::default() });
        Self { x, y, ..Self::default() }
    }

    /// This chart with a ring round a point of its first panel, and words over it.
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

/// What an axis shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Axis {
    /// Name with unit.
    pub name: String,
    /// How its values read.
    pub format: ValueFormat,
    /// Lowest and highest value; chosen from the marks when `None`.
    pub range: Option<(f64, f64)>,
    /// Places with names, one apart, instead of round numbers.
    pub bands: Vec<Band>,
    /// Pixels from one place to the next: the height of rows, the most for columns. 0 takes the room there is.
    pub pitch: f64,
}

/// A place with a name.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Band {
    /// Where it is.
    pub at: f64,
    /// What it is called.
    pub name: String,
    /// Whether it is a part of the place before it, and stands back.
    pub is_part: bool,
}

impl Axis {
    /// An axis of these values.
    pub fn of(name: impl Into<String>, format: ValueFormat, range: Option<(f64, f64)>) -> Self {
        Self { name: name.into(), format, range, ..Self::default() }
    }

    /// An axis of names at 0, 1, 2 and so on.
    pub fn names<T: Into<String>>(names: impl IntoIterator<Item = T>) -> Self {
        let band = |(k, name): (usize, T)| Band { at: k as f64, name: name.into(), is_part: false };
        Self::bands(names.into_iter().enumerate().map(band).collect())
    }

    /// An axis of these places, with half a place before and behind.
    pub fn bands(bands: Vec<Band>) -> Self {
        let (low, high) = bounds(bands.iter().map(|band| band.at));
        Self { bands, range: Some((low - 0.5, high + 0.5)), ..Self::default() }
    }
}

/// What a look stands for.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// Its name.
    pub name: String,
    /// How the marks look; several stand side by side.
    pub looks: Vec<Look>,
    /// What is drawn beside the name.
    pub shape: Shape,
}

/// What the entry of a legend shows.
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
    /// An entry for one look.
    pub fn new(name: impl Into<String>, look: Look, shape: Shape) -> Self {
        Self { name: name.into(), looks: vec![look], shape }
    }
}

/// One plot, and what stands over it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Panel {
    pub(crate) title: String,
    /// Whose colour the name has; ink if nobody's.
    pub(crate) look: Option<Look>,
    /// More after the name.
    pub(crate) note: String,
    /// Axes of its own.
    pub(crate) x: Option<Axis>,
    pub(crate) y: Option<Axis>,
    /// Height of its plot; 0 is the usual one.
    pub(crate) height: f64,
    pub(crate) marks: Vec<Mark>,
}

/// Markers on one curve of a panel.
const MOST_MARKERS: usize = 24;

impl Panel {
    /// An empty plot with a name and more about it, both of which may be empty.
    pub fn new(title: impl Into<String>, note: impl Into<String>) -> Self {
        Self { title: title.into(), note: note.into(), ..Self::default() }
    }

    /// Adds a line through points in the order of their places, with a name at its end or none. If it is stepped, each value
    /// holds from the point before, the first from 0, as those of marks on a stick do.
    #[must_use]
    pub fn line(mut self, points: &[(f64, f64)], is_stepped: bool, look: Look, name: &str) -> Self {
        let points: Vec<(f64, f64)> = points.iter().copied().filter(is_sound).collect();
        let points = if is_stepped { stairs(&points) } else { points };
        self.marks.push(Mark::Line { points, look, name: name.to_owned() });
        self
    }

    /// Adds a line like [`line`](Self::line), with some markers on it that tell colours apart.
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
    pub fn dots(mut self, dots: &[LinePoint], look: Look) -> Self {
        for dot in dots.iter().filter(|dot| is_sound(&(dot.x, dot.y))) {
            let at = dot.x.into();
            self.marks.extend(Mark::whisker(at, dot.interval, look));
            self.marks.push(Mark::Point { at, y: dot.y, radius: 3.6, look });
        }
        self
    }

    /// Adds a dashed line at a place, with a word over it.
    #[must_use]
    pub fn rule(mut self, x: f64, text: impl Into<String>) -> Self {
        self.marks.push(Mark::Rule { x, text: text.into(), look: Look::INK });
        self
    }

    /// Stresses a value to tell others from, such as an even game, if there is one.
    #[must_use]
    pub(crate) fn level(mut self, level: Option<f64>) -> Self {
        self.marks.extend(level.map(|y| Mark::Level { y, is_dashed: true }));
        self
    }

    /// Shades values from one to another between two places, as wanted.
    #[must_use]
    pub(crate) fn shaded(mut self, places: (f64, f64), (low, high): (f64, f64)) -> Self {
        let points = vec![(places.0, low, high), (places.1, low, high)];
        self.marks.push(Mark::Ribbon { points, look: Look::WANTED });
        self
    }
}

/// Whether a point can be drawn.
pub(crate) fn is_sound(point: &(f64, f64)) -> bool {
    point.0.is_finite() && point.1.is_finite()
}

/// A place along the first axis.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct At {
    /// The value there.
    pub(crate) x: f64,
    /// How many bars share the place, which makes them so thick; 0 where there are none.
    pub(crate) of: usize,
    /// Shift from the middle of the place, in bars.
    pub(crate) shift: f64,
}

impl At {
    /// The place of one of several bars side by side.
    pub(crate) fn beside(x: f64, index: usize, of: usize) -> Self {
        Self { x, of, shift: index as f64 - (of as f64 - 1.0) / 2.0 }
    }

    /// Whether it is a place on the same bar: whiskers and dots stand beside one another on it.
    pub(crate) fn is_on(&self, bar: Self) -> bool {
        (self.x, self.of) == (bar.x, bar.of) && (self.shift - bar.shift).abs() < 0.5
    }
}

impl From<f64> for At {
    fn from(x: f64) -> Self {
        Self { x, ..Self::default() }
    }
}

/// What is drawn. All values are those of the axes; what is no number is not drawn, what lies outside is drawn at the edge.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Mark {
    /// A cell of a grid with its number, which is bold if it is told apart from the middle, and a name if it has one. Without a
    /// value it is blank.
    Tile { at: f64, y: f64, value: Option<f64>, name: String, text: String, is_bold: bool },
    /// A band between low and high values along the first axis.
    Ribbon { points: Vec<(f64, f64, f64)>, look: Look },
    /// A bar from one value to another.
    Bar { at: At, from: f64, to: f64, look: Look },
    /// A stressed value, dashed if it is more than a line of the grid.
    Level { y: f64, is_dashed: bool },
    /// A dashed line at a place, with a word over it.
    Rule { x: f64, text: String, look: Look },
    /// A line through points, with a name at its end.
    Line { points: Vec<(f64, f64)>, look: Look, name: String },
    /// An interval with caps.
    Whisker { at: At, ends: (f64, f64), look: Look },
    /// A marker of this radius in pixels.
    Point { at: At, y: f64, radius: f64, look: Look },
    /// A number over or under a mark. None is written if one does not fit its bar.
    Value { at: At, y: f64, is_under: bool, text: String },
    /// A number behind a mark, with more about it in grey.
    Behind { at: At, y: f64, text: String, more: String, look: Look, is_part: bool },
}

impl Mark {
    /// A whisker, if there is an interval.
    pub(crate) fn whisker(at: At, interval: Option<Interval>, look: Look) -> Option<Self> {
        defined(interval).map(|ends| Self::Whisker { at, ends, look })
    }

    /// The places and values that the axes must hold.
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

    /// The order in which marks are drawn, whatever order they are listed in.
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

/// The corners of a staircase through points: each holds its value from the one before, and the first from nothing.
fn stairs(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let befores = std::iter::once(0.0).chain(points.iter().map(|point| point.0));
    befores.zip(points).flat_map(|(before, &(x, y))| [(before, y), (x, y)]).collect()
}
