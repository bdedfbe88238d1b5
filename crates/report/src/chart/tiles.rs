//! Heat maps: grids of values as coloured tiles, each with its number.

use super::grammar::{Axis, Chart, Mark, Panel};
use super::labels::ValueFormat;
use super::measure::widest;
use super::style::{LINE, SMALL, Shades, Sheet};
use crate::number::{NO_BREAK, bounds, exact_digits, leaves_out, percent_digits};
use crate::report::Interval;

/// Rows and columns beyond these are left out, and said to be.
const MOST_ROWS: usize = 60;
const MOST_COLUMNS: usize = 80;
/// Exact percentages in no more columns than these have room for halves, on a phone, too.
const MOST_EXACT: usize = 4;
/// Rows that may be as high as names of two lines are.
const MOST_TWO_LINES: usize = 30;
/// How far shares on either side of the middle differ from it at least where their colour is fullest, and in steps of what: so
/// that the ends of the scale are round.
const LEAST_REACH: f64 = 0.2;
const REACH_STEP: f64 = 0.05;
/// How far other values differ from the lowest at least, as a part of it, where their colour is fullest.
const LEAST_SPREAD: f64 = 0.25;
/// Height of a tile from which on it has room for a name over its number.
const NAMEABLE: f64 = 40.0;

/// One cell.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct HeatCell {
    /// Its value.
    pub value: f64,
    /// Interval of the value, if it was estimated.
    pub interval: Option<Interval>,
    /// Whether it is told apart from the middle, where that is known better than by its interval.
    pub is_clear: Option<bool>,
    /// A name over the number, if there is room for it.
    pub name: &'static str,
}

/// Draws a grid of values as coloured cells on a chart that has its words, and at its axes what rows and columns are
/// ([`Chart::named`]). Given are the names of the rows, from the top, and of the columns, from the left; the cells of each row,
/// of which a missing one is drawn blank; the value in the middle, where colours turn, such as 0.5 for an even game, or `None`
/// for values that only grow; and how values read. A value whose interval holds the one in the middle is not printed in bold,
/// the others are; so are all where there is nothing to be told apart from. In cells, percent are written without their sign.
pub fn heat_map(
    chart: Chart,
    [names, heads]: &[Vec<String>; 2],
    grid: &[Vec<Option<HeatCell>>],
    (middle, format): (Option<f64>, ValueFormat),
) -> Chart {
    let (rows, columns) = (names.len().min(MOST_ROWS), heads.len().min(MOST_COLUMNS));
    let all = grid.iter().flatten().flatten();
    let cells: Vec<&HeatCell> = all.filter(|cell| cell.value.is_finite()).collect();
    let places = cells.iter().map(|cell| places(format, cell.value)).max().unwrap_or(0);
    // With a half among them, all have a place.
    let has_halves = cells.iter().any(|cell| exact_digits(cell.value).contains('.'));
    // Names that a phone breaks into two lines want room for them, unless there are very many.
    let is_long = widest(&names[..rows], SMALL, false) > Sheet::NARROW.names;
    let least = if is_long && rows <= MOST_TWO_LINES { 2.0 * LINE + 2.0 } else { 22.0 };
    let pitch = (520.0 / rows.max(1) as f64).min(700.0 / columns.max(1) as f64).clamp(least, 50.0);
    let has_names = pitch >= NAMEABLE;
    let tile = |(row, column): (usize, usize)| {
        let cell = grid.get(row).and_then(|cells| cells.get(column)).copied().flatten();
        let cell = cell.filter(|cell| cell.value.is_finite());
        let is_beyond = middle.zip(cell).map(|(at, cell)| leaves_out(cell.interval, at));
        let is_clear = cell.and_then(|cell| cell.is_clear).or(is_beyond);
        let show = |cell: HeatCell| match (format, cell.interval) {
            (ValueFormat::Percent, None) if columns <= MOST_EXACT => {
                percent_digits(cell.value, usize::from(has_halves))
            }
            (format, _) => format.show(cell.value, places),
        };
        let text = cell.map_or_else(String::new, show);
        Mark::Tile {
            at: column as f64,
            y: row as f64,
            value: cell.map(|cell| cell.value),
            name: cell.filter(|_| has_names).map_or("", |cell| cell.name).to_owned(),
            text: text.trim_end_matches(['%', NO_BREAK]).to_owned(),
            is_bold: middle.is_none() || is_clear == Some(true),
        }
    };
    let tiles = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let marks = if cells.is_empty() { Vec::new() } else { tiles.map(tile).collect() };
    let left_out = names.len() + heads.len() - rows - columns;
    let note = match left_out {
        _ if marks.is_empty() => String::new(),
        0 => String::new(),
        more => format!("{more} more rows and columns are not drawn"),
    };
    // A few columns need not be as narrow as many.
    let most_wide = (480.0 / columns.max(1) as f64).clamp(92.0, 150.0);
    let axis = |names: &[String], name, pitch| Axis { name, pitch, ..Axis::names(names) };
    // A few points off the middle are no reason for the fullest colour.
    let least = match (middle, format) {
        (Some(at), ValueFormat::Percent | ValueFormat::Points) => {
            let far = cells.iter().map(|cell| (cell.value - at).abs()).fold(LEAST_REACH, f64::max);
            let reach = (far / REACH_STEP - 1e-9).ceil() * REACH_STEP;
            vec![at - reach, at + reach]
        }
        // Shares that only grow do so from nothing.
        (None, ValueFormat::Percent) => vec![0.0],
        // Nor are a few hundredths of what is measured.
        (None, _) => {
            let low = cells.iter().map(|cell| cell.value).fold(f64::INFINITY, f64::min);
            vec![low + LEAST_SPREAD * low.abs()].into_iter().filter(|end| end.is_finite()).collect()
        }
        _ => Vec::new(),
    };
    let shades = Shades::new(bounds(cells.iter().map(|cell| cell.value).chain(least)), middle);
    Chart {
        x: axis(&heads[..columns], chart.x.name, most_wide),
        y: axis(&names[..rows], chart.y.name, pitch),
        panels: vec![Panel { marks, ..Panel::default() }],
        shades: Some((shades, Some(format))),
        note,
        ..chart
    }
}

/// Places after the point that a cell needs.
fn places(format: ValueFormat, value: f64) -> usize {
    match format {
        ValueFormat::Percent | ValueFormat::Points => 0,
        _ if value.fract() == 0.0 || value.abs() >= 100.0 => 0,
        _ if value.abs() >= 10.0 => 1,
        _ => 2,
    }
}
