//! Heat maps: grids of values as coloured tiles with numbers.

use super::grammar::{Axis, Chart, Mark, Panel};
use super::labels::ValueFormat;
use super::measure::widest;
use super::style::{LINE, SMALL, Shades, Sheet};
use crate::comparison::Value;
use crate::number::{NO_BREAK, bounds, exact_digits, leaves_out, percent_digits};

/// Most rows and columns; the chart says how many it leaves out.
const MOST_ROWS: usize = 60;
const MOST_COLUMNS: usize = 80;
/// Most columns in which exact percentages have room for halves, even on a phone.
const MOST_EXACT: usize = 4;
/// Most rows that are high enough for names of two lines.
const MOST_TWO_LINES: usize = 30;
/// Least distance of shares from the middle at full colour, and the step that it is rounded up to.
const LEAST_REACH: f64 = 0.2;
const REACH_STEP: f64 = 0.05;
/// Least range of other values, relative to the lowest.
const LEAST_SPREAD: f64 = 0.25;
/// Adds a grid of coloured cells to a chart that has labels and the names of rows and columns ([`Chart::named`]).
///
/// `names` run from the top, `heads` from the left; missing cells are blank. Colours turn at `middle`, such as 0.5 for an even
/// game, or only grow if it is `None`. Numbers are bold unless their interval includes the middle; percentages lack their sign.
pub fn heat_map(
    chart: Chart,
    [names, heads]: &[Vec<String>; 2],
    grid: &[Vec<Option<Value>>],
    (middle, format): (Option<f64>, ValueFormat),
) -> Chart {
    let (rows, columns) = (names.len().min(MOST_ROWS), heads.len().min(MOST_COLUMNS));
    let all = grid.iter().flatten().flatten();
    let cells: Vec<&Value> = all.filter(|cell| cell.value.is_finite()).collect();
    let places = cells.iter().map(|cell| places(format, cell.value)).max().unwrap_or(0);
    // If one has a half, all have a decimal.
    let has_halves = cells.iter().any(|cell| exact_digits(cell.value).contains('.'));
    // Names that wrap on a phone need higher rows, unless there are very many.
    let is_long = widest(&names[..rows], SMALL, false) > Sheet::NARROW.names;
    let least = if is_long && rows <= MOST_TWO_LINES { 2.0 * LINE + 2.0 } else { 22.0 };
    let pitch = (520.0 / rows.max(1) as f64).min(700.0 / columns.max(1) as f64).clamp(least, 50.0);
    let tile = |(row, column): (usize, usize)| {
        let cell = grid.get(row).and_then(|cells| cells.get(column)).copied().flatten();
        let cell = cell.filter(|cell| cell.value.is_finite());
        let is_clear = |at: f64| cell.is_some_and(|cell| leaves_out(cell.interval, at));
        let show = |cell: Value| match (format, cell.interval) {
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
            text: text.trim_end_matches(['%', NO_BREAK]).to_owned(),
            is_bold: middle.is_none_or(is_clear),
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
    // A few columns may be wider than many.
    let most_wide = (480.0 / columns.max(1) as f64).clamp(92.0, 150.0);
    let axis = |names: &[String], name, pitch| Axis { name, pitch, ..Axis::names(names) };
    // A few points off the middle do not get full colour.
    let least = match (middle, format) {
        (Some(at), ValueFormat::Percent | ValueFormat::Points) => {
            let far = cells.iter().map(|cell| (cell.value - at).abs()).fold(LEAST_REACH, f64::max);
            let reach = (far / REACH_STEP - 1e-9).ceil() * REACH_STEP;
            vec![at - reach, at + reach]
        }
        // Shares that only grow start at zero.
        (None, ValueFormat::Percent) => vec![0.0],
        // Small differences of other values do not get full colour either.
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

/// Returns the decimal places that a cell needs.
fn places(format: ValueFormat, value: f64) -> usize {
    match format {
        ValueFormat::Percent | ValueFormat::Points => 0,
        _ if value.fract() == 0.0 || value.abs() >= 100.0 => 0,
        _ if value.abs() >= 10.0 => 1,
        _ => 2,
    }
}
