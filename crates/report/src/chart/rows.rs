//! Rows from top to bottom: each has bars or dots with an interval, and behind them a number in words.

use super::grammar::{At, Axis, Band, Mark, Panel};
use super::style::Look;
use crate::number::{NO_BREAK, defined, percent_digits, percent_ends, percent_places_beside};
use crate::report::Interval;

/// Height of a part's row relative to others, and the gap between the last part and the next row.
const PART: f64 = 0.78;
const BETWEEN: f64 = 0.3;

#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) is_part: bool,
    /// Bars from one value to another, those behind first.
    pub(crate) bars: Vec<([f64; 2], Look)>,
    /// Dots; two are joined.
    pub(crate) dots: Vec<(f64, Look)>,
    /// Interval of the last dot.
    pub(crate) interval: Option<Interval>,
    /// Text behind the marks, and more in grey.
    pub(crate) text: String,
    pub(crate) more: String,
    pub(crate) look: Look,
    pub(crate) is_strong: bool,
    /// A game that counts here, and whether there is a page of it.
    pub(crate) game: Option<(u64, bool)>,
}

impl Row {
    /// Returns a row with a share and its interval as text, with at most so many decimal places.
    pub(crate) fn share(name: String, share: f64, interval: Option<Interval>, most: usize) -> Self {
        let ends = defined(interval);
        let places = ends.map_or(1, percent_places_beside).min(most);
        Self {
            name,
            text: format!("{}{NO_BREAK}%", percent_digits(share, places)),
            more: ends.map_or_else(String::new, |ends| percent_ends(ends, places)),
            interval,
            is_strong: true,
            ..Self::default()
        }
    }

    fn marks(&self, at: At) -> Vec<Mark> {
        let x = at.x;
        let bars = self.bars.iter().filter(|([from, to], _)| from.is_finite() && to.is_finite());
        let bar = |&([from, to], look): &([f64; 2], Look)| Mark::Bar { at, from, to, look };
        let mut marks: Vec<Mark> = bars.clone().map(bar).collect();
        if let [(from, look), (to, _)] = self.dots[..] {
            let look = Look { width: 4.0, ..look };
            marks.push(Mark::Line { points: vec![(x, from), (x, to)], look, name: String::new() });
        }
        let dot = |&(y, look): &(f64, Look)| Mark::Point { at, y, radius: 4.6, look };
        marks.extend(self.dots.iter().map(dot));
        let look = self.dots.last().map_or(Look::LAW, |dot| dot.1);
        marks.extend(Mark::whisker(at, self.interval, look));
        let ends = bars.flat_map(|(ends, _)| *ends).chain(self.dots.iter().map(|dot| dot.0));
        let ends = ends.chain(defined(self.interval).map(|(_, high)| high));
        marks.push(Mark::Behind {
            at,
            y: ends.reduce(f64::max).unwrap_or(0.0),
            text: self.text.clone(),
            more: self.more.clone(),
            look: self.look,
            is_part: !self.is_strong,
        });
        marks
    }
}

/// Returns a panel of rows with the axis of their names. Rows are `pitch` high, those of parts less.
pub(crate) fn rows(pitch: f64, rows: &[Row]) -> (Axis, Panel) {
    let (mut bands, mut marks): (Vec<Band>, _) = (Vec::new(), Vec::new());
    let mut games = Vec::new();
    let mut top = -0.5;
    for row in rows {
        if !row.is_part && bands.last().is_some_and(|before| before.is_part) {
            top += BETWEEN;
        }
        let high = if row.is_part { PART } else { 1.0 };
        let at = top + high / 2.0;
        top += high;
        bands.push(Band { at, name: row.name.clone(), is_part: row.is_part });
        // A part is half as thick as a whole.
        let at = At { x: at, of: if row.is_part { 2 } else { 1 }, shift: 0.0 };
        marks.extend(row.marks(at));
        games.extend(row.game.map(|(game, is_kept)| (at, game, is_kept)));
    }
    let axis = Axis { pitch, range: Some((-0.5, top)), ..Axis::bands(bands) };
    (axis, Panel { marks, games, ..Panel::default() })
}
