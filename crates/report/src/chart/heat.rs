//! A grid of values as coloured cells, each with its number.
//!
//! With a middle, such as an even game, colours diverge from white to orange below and purple above, over a range that is
//! the same on both sides; a value whose interval holds the middle is printed in grey, the others in bold.

use super::canvas::{Canvas, Rect};
use super::card::{NORMAL, SMALL, bold, card, empty_card, end, middle, start};
use super::labels::{Labels, ValueFormat};
use super::measure::{shorten, widest, width, wrap};
use super::palette::{Color, INK, MUTED, PALE, WHITE, blend, ink_on};
use super::scale::{Scale, ticks};
use crate::number::defined;
use crate::report::Interval;

const GAP: f64 = 2.0;
const CELL_HEIGHT: (f64, f64) = (22.0, 46.0);
const CELL_WIDTH: (f64, f64) = (6.0, 92.0);
const MOST_LABEL: f64 = 150.0;
const LABEL_LINE: f64 = 15.0;
const BAR_ROOM: f64 = 74.0;
const NAME: f64 = 22.0;
/// Colour steps of the bar.
const BAR_STEPS: usize = 48;
/// Rows and columns beyond these are left out, and said to be.
const MOST_ROWS: usize = 60;
const MOST_COLUMNS: usize = 80;

const BELOW: [Color; 4] = [
    Color(0xf7, 0xf7, 0xf7),
    Color(0xfd, 0xdf, 0xb5),
    Color(0xe8, 0x94, 0x2c),
    Color(0xb3, 0x58, 0x06),
];
const ABOVE: [Color; 4] = [
    Color(0xf7, 0xf7, 0xf7),
    Color(0xd3, 0xcf, 0xe6),
    Color(0x86, 0x78, 0xb4),
    Color(0x54, 0x27, 0x88),
];

/// A grid of values.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HeatMap {
    /// The words round it.
    pub labels: Labels,
    /// What the rows are; may be empty.
    pub row_name: String,
    /// What the columns are; may be empty.
    pub column_name: String,
    /// Name of each row, from the top.
    pub rows: Vec<String>,
    /// Name of each column, from the left.
    pub columns: Vec<String>,
    /// The cells of each row. A missing cell is drawn blank.
    pub cells: Vec<Vec<Option<HeatCell>>>,
    /// The value where colours turn, such as 0.5 for an even game; `None` for values that only grow.
    pub middle: Option<f64>,
    /// How values read; in cells, percent are written without their sign.
    pub format: ValueFormat,
}

/// One cell.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct HeatCell {
    /// Its value.
    pub value: f64,
    /// Interval of the value, if it was estimated.
    pub interval: Option<Interval>,
}

/// From values to colours.
#[derive(Clone, Copy)]
pub(super) struct Shades {
    low: f64,
    high: f64,
    middle: Option<f64>,
}

impl Shades {
    pub(super) fn new(values: impl Iterator<Item = f64>, middle: Option<f64>) -> Self {
        let (low, high) = super::lines::bounds(values);
        let Some(center) = middle.filter(|value| value.is_finite()) else {
            // All-equal values get a range of their own, so that the bar has two ends.
            let high = if high > low { high } else { low + low.abs().max(1.0) };
            return Self { low, high, middle: None };
        };
        let reach = (high - center).abs().max((center - low).abs());
        let reach = if reach > 0.0 { reach } else { center.abs().max(1.0) * 0.1 };
        Self { low: center - reach, high: center + reach, middle: Some(center) }
    }

    pub(super) fn color(self, value: f64) -> Color {
        let part = ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        match self.middle {
            Some(_) if part < 0.5 => along(&BELOW, 1.0 - 2.0 * part),
            Some(_) => along(&ABOVE, 2.0 * part - 1.0),
            None => along(&ABOVE, part),
        }
    }
}

fn along(stops: &[Color; 4], part: f64) -> Color {
    let at = part.clamp(0.0, 1.0) * 3.0;
    let from = (at.floor() as usize).min(2);
    blend(stops[from], stops[from + 1], at - from as f64)
}

/// Draws a grid of values as coloured cells.
#[must_use]
pub fn heat_map(map: &HeatMap) -> String {
    let cells = || {
        map.cells
            .iter()
            .flatten()
            .flatten()
            .map(|cell| cell.value)
            .filter(|value| value.is_finite())
    };
    if cells().next().is_none() || map.rows.is_empty() || map.columns.is_empty() {
        return empty_card(&map.labels, "There is nothing to draw.");
    }
    let shades = Shades::new(cells(), map.middle);
    let (row_count, column_count) =
        (map.rows.len().min(MOST_ROWS), map.columns.len().min(MOST_COLUMNS));
    let left_out = map.rows.len() + map.columns.len() - row_count - column_count;
    let row_names: Vec<Vec<String>> =
        map.rows[..row_count].iter().map(|name| wrap(name, SMALL, false, MOST_LABEL, 2)).collect();
    let label_width = widest(row_names.iter().flatten().map(String::as_str), SMALL, false);
    let room = super::card::WIDTH - 2.0 * super::card::MARGIN - label_width - 12.0 - BAR_ROOM;
    let cell_width = (room / column_count as f64).clamp(CELL_WIDTH.0, CELL_WIDTH.1);
    let cell_height =
        (520.0 / row_count as f64).min(cell_width * 1.1).clamp(CELL_HEIGHT.0, CELL_HEIGHT.1);
    let columns = column_names(&map.columns[..column_count], cell_width);
    let head = columns.names.iter().map(|(_, lines)| lines.len()).max().unwrap_or(0) as f64
        * LABEL_LINE
        + 8.0;
    let name_height =
        if map.column_name.is_empty() && map.row_name.is_empty() { 0.0 } else { NAME };
    let note = if left_out > 0 { 22.0 } else { 0.0 };
    let grid_height = row_count as f64 * cell_height;
    card(&map.labels, name_height + head + grid_height + note, |canvas, body| {
        let grid = Rect {
            left: body.left + label_width + 12.0,
            top: body.top + name_height + head,
            width: column_count as f64 * cell_width,
            height: grid_height,
        };
        if name_height > 0.0 {
            axis_names(canvas, map, body, grid);
        }
        for (column, lines) in &columns.names {
            let x = grid.left + (*column as f64 + 0.5) * cell_width;
            for (row, line) in lines.iter().rev().enumerate() {
                canvas.text(
                    (x, grid.top - 12.0 - row as f64 * LABEL_LINE),
                    line,
                    middle(columns.size, INK),
                );
            }
        }
        for (row, lines) in row_names.iter().enumerate() {
            let y = grid.top + (row as f64 + 0.5) * cell_height;
            // Two lines do not fit into the lowest rows.
            let lines = if cell_height < 2.0 * LABEL_LINE {
                &lines[..lines.len().min(1)]
            } else {
                &lines[..]
            };
            for (index, line) in lines.iter().enumerate() {
                let offset = (index as f64 - (lines.len() as f64 - 1.0) / 2.0) * LABEL_LINE;
                canvas.text((grid.left - 10.0, y + offset), line, end(SMALL, INK));
            }
        }
        draw_cells(canvas, map, shades, grid, (cell_width, cell_height));
        color_bar(canvas, map, shades, grid);
        if left_out > 0 {
            let text = format!("{left_out} more rows and columns are not drawn");
            canvas.text((grid.left, grid.bottom() + 12.0), &text, start(SMALL, MUTED));
        }
    })
}

/// What rows and columns are, with arrows that say which is which.
fn axis_names(canvas: &mut Canvas<'_>, map: &HeatMap, body: Rect, grid: Rect) {
    let y = body.top + 8.0;
    let half = body.width / 2.0 - 10.0;
    let mut left = body.left;
    if !map.row_name.is_empty() {
        let text = shorten(&map.row_name, SMALL, false, half - 20.0) + " ↓";
        canvas.text((left, y), &text, start(SMALL, MUTED));
        left += width(&text, SMALL, false) + 20.0;
    }
    if !map.column_name.is_empty() {
        let text = shorten(&map.column_name, SMALL, false, half - 20.0) + " →";
        canvas.text((left.max(grid.left), y), &text, start(SMALL, MUTED));
    }
}

/// The names over the columns.
struct ColumnNames {
    size: f64,
    /// Position of the column, and its name in lines.
    names: Vec<(usize, Vec<String>)>,
}

/// Names of columns in lines that fit over their cells: a little smaller if that saves a word from being broken, and
/// where cells are narrow, only every second or tenth.
fn column_names(names: &[String], cell_width: f64) -> ColumnNames {
    let word =
        |size: f64| widest(names.iter().flat_map(|name| name.split_whitespace()), size, false);
    let room = cell_width - 2.0;
    let size = if word(SMALL) <= room { SMALL } else { SMALL - 1.5 };
    let every = ((word(size).min(64.0) + 2.0) / cell_width).ceil().max(1.0) as usize;
    let room = cell_width * every as f64 - 2.0;
    let wrapped = |(index, name): (usize, &String)| (index, wrap(name, size, false, room, 3));
    ColumnNames { size, names: names.iter().enumerate().step_by(every).map(wrapped).collect() }
}

fn draw_cells(
    canvas: &mut Canvas<'_>,
    map: &HeatMap,
    shades: Shades,
    grid: Rect,
    (wide, high): (f64, f64),
) {
    let row_count = (grid.height / high).round() as usize;
    let column_count = (grid.width / wide).round() as usize;
    let places = map
        .cells
        .iter()
        .flatten()
        .flatten()
        .map(|cell| places_of(map.format, cell))
        .max()
        .unwrap_or(0);
    let all = || map.cells.iter().flatten().flatten();
    let texts = all().map(|cell| cell_text(map.format, cell.value, places));
    let is_written =
        texts.map(|text| width(&text, NORMAL, true)).fold(0.0, f64::max) < wide - GAP - 2.0;
    for row in 0..row_count {
        for column in 0..column_count {
            let cell = map.cells.get(row).and_then(|cells| cells.get(column)).copied().flatten();
            let area = Rect {
                left: grid.left + column as f64 * wide,
                top: grid.top + row as f64 * high,
                width: wide - GAP.min(wide * 0.2),
                height: high - GAP,
            };
            let Some(cell) = cell.filter(|cell| cell.value.is_finite()) else {
                canvas.fill(area, PALE, 1.0);
                continue;
            };
            let color = shades.color(cell.value);
            canvas.fill(area, color, 1.0);
            if is_written {
                let is_open = shades
                    .middle
                    .zip(defined(cell.interval))
                    .is_some_and(|(middle, (low, high))| (low..=high).contains(&middle));
                // Near the middle all cells are light, so grey reads on each of them.
                let look = if is_open && ink_on(color) != WHITE {
                    middle(NORMAL, MUTED)
                } else {
                    bold(middle(NORMAL, ink_on(color)))
                };
                let at = (area.left + area.width / 2.0, area.top + area.height / 2.0);
                canvas.text(at, &cell_text(map.format, cell.value, places), look);
            }
        }
    }
}

/// Places after the point that a cell needs.
fn places_of(format: ValueFormat, cell: &HeatCell) -> usize {
    match format {
        ValueFormat::Percent => 0,
        _ if cell.value.fract() == 0.0 => 0,
        _ if cell.value.abs() >= 100.0 => 0,
        _ if cell.value.abs() >= 10.0 => 1,
        _ => 2,
    }
}

fn cell_text(format: ValueFormat, value: f64, places: usize) -> String {
    let text = format.show(value, places);
    text.trim_end_matches(['%', crate::number::NO_BREAK]).to_owned()
}

fn color_bar(canvas: &mut Canvas<'_>, map: &HeatMap, shades: Shades, grid: Rect) {
    let left = grid.right() + 18.0;
    let height = grid.height.min(320.0);
    let scale = Scale::new((shades.low, shades.high), (grid.top + height, grid.top));
    for index in 0..BAR_STEPS {
        let passed = index as f64 / BAR_STEPS as f64;
        let part = 1.0 - passed - 0.5 / BAR_STEPS as f64;
        let color = shades.color(shades.low + part * (shades.high - shades.low));
        // Each step reaches down to the end, under the next ones: steps that only touch show white seams.
        let top = grid.top + passed * height;
        let area = Rect { left, top, width: 14.0, height: grid.top + height - top };
        canvas.fill(area, color, 1.0);
    }
    let marks = ticks((shades.low, shades.high), if height < 100.0 { 2 } else { 5 });
    for (mark, label) in marks.iter().zip(super::scale::tick_labels(&marks, map.format)) {
        canvas.text((left + 20.0, scale.at(*mark)), &label, start(SMALL, MUTED));
    }
}
