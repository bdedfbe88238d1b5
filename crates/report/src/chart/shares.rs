//! Lying bars of shares with their numbers behind them: a bar for each whole, and thinner ones for its parts below it.

use super::grammar::{At, Axis, Band, Chart, Mark, Panel};
use super::labels::{Labels, ValueFormat};
use super::style::Look;
use crate::number::{NO_BREAK, defined, percent_digits, percent_ends, percent_places_beside};
use crate::report::Interval;

/// Height of a row; those of parts are closer.
const ROW: f64 = 34.0;
const PART: f64 = 0.78;
/// Between the last part of a whole and the next whole.
const BETWEEN: f64 = 0.3;

/// A share.
pub(crate) struct ShareRow {
    pub(crate) name: String,
    /// Whether it is a part of the row above.
    pub(crate) is_part: bool,
    pub(crate) share: f64,
    pub(crate) interval: Option<Interval>,
    pub(crate) look: Look,
}

/// Draws shares with their intervals, in at most so many decimal places of a percentage. On a phone the ends of the intervals
/// are not written, which leaves room for bars.
pub(crate) fn shares(labels: Labels, rows: &[ShareRow], places: usize) -> Chart {
    let phone = Box::new(drawn(labels.clone(), rows, places, false));
    Chart { phone: Some(phone), ..drawn(labels, rows, places, true) }
}

fn drawn(labels: Labels, rows: &[ShareRow], most: usize, has_ends: bool) -> Chart {
    let (mut bands, mut marks) = (Vec::new(), Vec::new());
    let mut top = -0.5;
    for row in rows {
        let ShareRow { name, is_part, interval, .. } = row;
        let high = if *is_part { PART } else { 1.0 };
        if !is_part && bands.last().is_some_and(|before: &Band| before.is_part) {
            top += BETWEEN;
        }
        let at = top + high / 2.0;
        top += high;
        bands.push(Band { at, name: name.clone(), is_part: *is_part });
        // A part is half as thick as a whole.
        let at = At { x: at, of: if *is_part { 2 } else { 1 }, shift: 0.0 };
        let look = if *is_part { row.look.pale() } else { row.look };
        let share = if row.share.is_finite() { row.share } else { 0.0 };
        marks.push(Mark::Bar { at, from: 0.0, to: share, look });
        marks.extend(Mark::whisker(at, *interval, Look::LAW));
        let ends = defined(*interval);
        let places = ends.map_or(1, percent_places_beside).min(most);
        let range = ends.filter(|_| has_ends).map(|ends| percent_ends(ends, places));
        marks.push(Mark::Behind {
            at,
            y: ends.map_or(share, |(_, high)| share.max(high)),
            text: format!("{}{NO_BREAK}%", percent_digits(row.share, places)),
            more: range.unwrap_or_default(),
            look,
            is_part: *is_part,
        });
    }
    Chart {
        labels,
        x: Axis { pitch: ROW, range: Some((-0.5, top)), ..Axis::bands(bands) },
        y: Axis::of("", ValueFormat::Percent, None),
        is_lying: true,
        panels: vec![Panel { marks, ..Panel::default() }],
        ..Chart::default()
    }
}
