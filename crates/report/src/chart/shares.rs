//! Lying bars of shares with their numbers behind them: a bar for each whole, and thinner ones for its parts below it.

use super::grammar::{At, Axis, Band, Chart, Mark, Panel};
use super::labels::{Labels, ValueFormat};
use super::style::Look;
use crate::number::{NO_BREAK, defined, percent_digits, percent_ends, percent_places_beside};
use crate::report::Interval;

/// Height of a row; those of parts are closer.
const ROW: f64 = 34.0;
const PART: f64 = 0.78;
/// Room between the last part of a whole and the next whole.
const BETWEEN: f64 = 0.3;
/// How far two lines behind a bar stand from its middle, in thicknesses of a whole.
const LINES: f64 = 0.28;

/// A share.
pub(crate) struct ShareRow {
    pub(crate) name: String,
    /// Whether it is a part of the row above.
    pub(crate) is_part: bool,
    pub(crate) share: f64,
    /// What of it is by itself; the rest is paler.
    pub(crate) alone: Option<f64>,
    pub(crate) interval: Option<Interval>,
    pub(crate) look: Look,
}

/// Draws shares with their intervals, in at most so many decimal places of a percentage. On a phone the ends of the intervals
/// stand under the shares, which leaves room for bars.
pub(crate) fn shares(labels: Labels, rows: &[ShareRow], places: usize) -> Chart {
    let phone = Box::new(drawn(labels.clone(), rows, places, true));
    Chart { phone: Some(phone), ..drawn(labels, rows, places, false) }
}

fn drawn(labels: Labels, rows: &[ShareRow], most: usize, is_phone: bool) -> Chart {
    let (mut bands, mut marks) = (Vec::new(), Vec::new());
    let mut top = -0.5;
    for row in rows {
        let ShareRow { name, is_part, interval, .. } = row;
        let high = if *is_part && !is_phone { PART } else { 1.0 };
        if !is_part && bands.last().is_some_and(|before: &Band| before.is_part) {
            top += BETWEEN;
        }
        let at = top + high / 2.0;
        top += high;
        bands.push(Band { at, name: name.clone(), is_part: *is_part });
        // A part is half as thick as a whole.
        let at = At { x: at, of: if *is_part { 2 } else { 1 }, shift: 0.0 };
        let is_pale = *is_part || row.alone.is_some();
        let look = if is_pale { row.look.pale() } else { row.look };
        let share = if row.share.is_finite() { row.share } else { 0.0 };
        marks.push(Mark::Bar { at, from: 0.0, to: share, look });
        let alone = row.alone.map(|to| Mark::Bar { at, from: 0.0, to, look: row.look });
        marks.extend(alone);
        marks.extend(Mark::whisker(at, *interval, Look::LAW));
        let ends = defined(*interval);
        let places = ends.map_or(1, percent_places_beside).min(most);
        let text = format!("{}{NO_BREAK}%", percent_digits(row.share, places));
        let range = ends.map_or_else(String::new, |ends| percent_ends(ends, places));
        let of_alone =
            row.alone.map(|it| format!("{}{NO_BREAK}% alone", percent_digits(it, places)));
        let range = [range].into_iter().chain(of_alone).collect::<Vec<_>>().join("; ");
        let y = ends.map_or(share, |(_, high)| share.max(high));
        let behind = |by: f64, text, more, look, is_part| {
            let at = At { shift: by * at.of as f64, ..at };
            Mark::Behind { at, y, text, more, look, is_part }
        };
        if is_phone && !range.is_empty() {
            marks.push(behind(-LINES, text, String::new(), look, *is_part));
            marks.push(behind(LINES, range, String::new(), Look::side(None), true));
        } else {
            marks.push(behind(0.0, text, range, look, *is_part));
        }
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
