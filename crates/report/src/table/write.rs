//! Writes tables in each format.

use std::collections::BTreeSet;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width, presets};
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use unicode_width::UnicodeWidthStr;

use super::{Cell, Column, Kind, Table};
use crate::number::{defined, exact, percent_beside, percent_range, share, with_commas};
use crate::{Interval, ReportError, safe_text};

/// A column for the page: its name, its meaning, and whether it holds words.
pub(crate) type ShownHead = (String, String, bool);
/// A cell for the page: its text, and its number to sort by, if it has one.
pub(crate) type ShownCell = (String, Option<f64>);

impl Table {
    /// Returns the table as CSV with a head. Text cells that spreadsheets would take for formulas or dates are guarded.
    ///
    /// # Errors
    /// [`ReportError::Csv`] if the writer fails, which does not happen in memory.
    pub fn csv(&self) -> Result<Vec<u8>, ReportError> {
        let failed = |source| ReportError::Csv { table: self.file, source };
        let mut writer = csv::Writer::from_writer(Vec::new());
        for record in self.records() {
            writer.write_record(&record).map_err(failed)?;
        }
        writer.into_inner().map_err(|error| failed(error.into_error().into()))
    }

    /// Returns the table for a terminal: words flush left, numbers flush right, shares in percent with the places that their
    /// intervals support.
    pub fn text(&self) -> String {
        let columns = self.flat();
        aligned(&self.lines(), |k| columns.get(k).is_some_and(|of| of.column.is_words()))
    }

    /// Returns the columns of text and CSV, those of records one by one.
    fn flat(&self) -> Vec<Flat<'_>> {
        let mut flat = Vec::new();
        lay_flat(&self.columns, ("", &[]), &mut flat);
        flat
    }

    fn lines(&self) -> Vec<Vec<String>> {
        let columns = self.flat();
        let head = columns.iter().map(|of| format!("{}{}", of.before, of.column.head())).collect();
        let row = |row: &Vec<Cell>| {
            let cells: Vec<_> = columns.iter().filter_map(|of| Some((of, of.cell(row)?))).collect();
            // A cell in another record is no neighbour.
            let record = |of: &Flat<'_>| of.place[..of.place.len() - 1].to_vec();
            let line = cells.iter().enumerate().map(|(k, (of, cell))| {
                let is_near = |(other, _): &&(&Flat<'_>, &Cell)| record(other) == record(of);
                let before = k.checked_sub(1).and_then(|k| cells.get(k)).filter(is_near);
                let after = cells.get(k + 1).filter(is_near);
                let before = before.map(|(of, _)| of.column.kind);
                of.column.read(cell, before, after.and_then(|(_, cell)| cell.interval()))
            });
            line.collect()
        };
        std::iter::once(head).chain(self.rows.iter().map(row)).collect()
    }

    pub(crate) fn for_page(&self) -> (Vec<ShownHead>, Vec<Vec<ShownCell>>) {
        let columns = self.flat();
        let mut lines = self.lines().into_iter();
        let heads = lines.next().unwrap_or_default().into_iter().zip(&columns);
        let heads = heads.map(|(name, of)| {
            let name = safe_text(&name).replace('_', " ");
            (name, safe_text(of.column.about.trim()), of.column.is_words())
        });
        let rows = lines.zip(&self.rows).map(|(line, row)| {
            let numbers = columns.iter().filter_map(|of| Some(of.cell(row)?.number()));
            line.into_iter().zip(numbers).collect()
        });
        (heads.collect(), rows.collect())
    }

    fn records(&self) -> impl Iterator<Item = Vec<String>> {
        let columns = self.flat();
        let head = columns.iter().flat_map(|Flat { before, column, .. }| match column.kind {
            Kind::Interval(low, high) => vec![format!("{before}{low}"), format!("{before}{high}")],
            Kind::Fraction => fraction_heads(&format!("{before}{}", column.head())).into(),
            _ => vec![format!("{before}{}", column.head())],
        });
        let head = head.collect();
        let row = move |row: &Vec<Cell>| {
            let cells = columns.iter().filter_map(|of| Some(of.column.written(of.cell(row)?)));
            cells.flatten().collect()
        };
        std::iter::once(head).chain(self.rows.iter().map(row))
    }
}

/// A column of text and CSV; columns of a record are prefixed with its name.
struct Flat<'t> {
    before: String,
    column: &'t Column,
    /// Its index, after those of the records around it.
    place: Vec<usize>,
}

/// Collects the flat columns at a place, with a prefix for their names.
fn lay_flat<'t>(columns: &'t [Column], (before, at): (&str, &[usize]), flat: &mut Vec<Flat<'t>>) {
    for (k, column) in columns.iter().enumerate().filter(|(_, column)| !column.is_in_json_alone) {
        let place = [at, &[k]].concat();
        match column.kind {
            Kind::Record(parts) => {
                lay_flat(parts, (&format!("{before}{}_", column.name), &place), flat);
            }
            Kind::Shared(parts) => lay_flat(parts, (before, &place), flat),
            _ => flat.push(Flat { before: before.to_owned(), column, place }),
        }
    }
}

impl Flat<'_> {
    fn cell<'r>(&self, row: &'r [Cell]) -> Option<&'r Cell> {
        let [first, within @ ..] = &self.place[..] else { return None };
        Some(within.iter().fold(row.get(*first)?, |cell, k| cell.part(*k)))
    }
}

impl Column {
    const fn is_words(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::YesNo)
    }

    /// Returns the cell for CSV: a string for each name of the column.
    fn written(&self, cell: &Cell) -> Vec<String> {
        vec![match (self.kind, cell) {
            (Kind::Interval(..), cell) => {
                let ends = cell.interval().map(|(low, high)| [low, high].map(share));
                return ends.unwrap_or_default().into();
            }
            (Kind::Fraction, cell) => {
                let (numerator, denominator) = match cell {
                    Cell::Text(text) if !text.is_empty() => {
                        text.split_once('/').unwrap_or((text, "1"))
                    }
                    _ => ("", ""),
                };
                return [numerator, denominator].map(guarded).into();
            }
            (_, Cell::Text(text)) => guarded(text),
            (_, Cell::Whole(number)) => number.to_string(),
            (Kind::Exact, Cell::Number(number)) => exact(*number),
            (_, Cell::Number(number)) => share(*number),
            (_, Cell::Flag(is)) => if *is { "yes" } else { "no" }.to_owned(),
            (_, Cell::Empty | Cell::Interval(_) | Cell::Record(_)) => String::new(),
        }]
    }

    /// Returns the cell as text, given the kind of the cell before it and the interval after it.
    fn read(&self, cell: &Cell, before: Option<Kind>, after: Option<Interval>) -> String {
        let is_share = |kind: Kind| matches!(kind, Kind::Share | Kind::Rate | Kind::Exact);
        match (self.kind, cell) {
            (Kind::Interval(..), cell) => match cell.interval() {
                None => String::new(),
                Some(ends) if before.is_some_and(is_share) => percent_range(ends),
                Some((low, high)) => format!("{low:.2} to {high:.2}"),
            },
            (kind, Cell::Number(number)) if is_share(kind) && number.is_finite() => {
                percent_beside(*number, after)
            }
            (_, Cell::Text(text)) => safe_text(text),
            (_, Cell::Whole(number)) => {
                let sign = if *number < 0 { "−" } else { "" };
                let digits = u64::try_from(number.unsigned_abs())
                    .map_or_else(|_| number.to_string(), with_commas);
                format!("{sign}{digits}")
            }
            (_, cell) => self.written(cell).concat(),
        }
    }
}

impl Cell {
    /// Returns the number to sort by; for an interval its lower end.
    fn number(&self) -> Option<f64> {
        let number = match self {
            Self::Whole(number) => Some(*number as f64),
            Self::Number(number) => Some(*number),
            cell => cell.interval().map(|(low, _)| low),
        };
        number.filter(|number| number.is_finite())
    }

    fn interval(&self) -> Option<Interval> {
        match self {
            Self::Interval(interval) => defined(Some(*interval)),
            _ => None,
        }
    }

    /// Returns a cell of a record; all are empty in an empty one.
    fn part(&self, k: usize) -> &Self {
        match self {
            Self::Record(cells) => cells.get(k).unwrap_or(&Self::Empty),
            _ => &Self::Empty,
        }
    }
}

/// Returns the names of the two columns of a fraction in CSV.
pub fn fraction_heads(name: &str) -> [String; 2] {
    ["numerator", "denominator"].map(|part| format!("{name}_{part}"))
}

/// Guards a text that a spreadsheet would take for a formula or a date.
fn guarded(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
    if !is_number && (text.starts_with(['=', '+', '-', '@', '\t', '\r']) || is_date(text)) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// Returns whether a spreadsheet in any locale may take a text for a date or a time: numbers between slashes, hyphens, dots or
/// colons, or numbers and a month, such as `1/2`, `3-4`, `1.2.3`, `10:30`, `2-Mar` or `SEPT2`.
fn is_date(text: &str) -> bool {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let is_digit = |c: char| c.is_ascii_digit();
    let is_month = |word: &str| {
        let word = word.to_ascii_lowercase();
        word.is_ascii() && word.len() >= 3 && MONTHS.iter().any(|month| word.starts_with(month))
    };
    let parts = || text.split(|c: char| "/-.:, ".contains(c)).filter(|part| !part.is_empty());
    let words = || parts().map(|part| part.trim_matches(is_digit)).filter(|word| !word.is_empty());
    text.contains(is_digit)
        && words().all(is_month)
        && (words().next().is_some() || text.contains(['/', '-', '.', ':']))
}

/// Returns the terminal columns that a text takes; letters of some scripts take two.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// Greatest width of printed text.
pub(crate) const COLUMNS: usize = 80;
/// Least width of columns of words, and of the first column.
const NARROWEST: usize = 16;
const NARROWEST_FIRST: usize = 28;
/// Spaces before each column.
const GAP: usize = 2;
/// Most characters of a cell, as for texts in files. `comfy_table` counts them in 16 bits.
const MOST_IN_CELL: usize = 4000;

/// Aligns lines of cells as columns with two spaces between them, those named by `is_left` flush left, the others right. Lines
/// wider than 80 columns have their words wrapped. If the numbers alone are too wide, the columns are split into blocks below
/// each other, each starting with the first column, or as many as it takes to tell the lines apart.
pub fn aligned(lines: &[Vec<String>], is_left: impl Fn(usize) -> bool) -> String {
    let cut: Vec<Vec<String>>;
    let lines = match lines.iter().flatten().any(|cell| cell.len() > MOST_IN_CELL) {
        true => {
            let cut_short = |cell: &String| cell.chars().take(MOST_IN_CELL).collect();
            cut = lines.iter().map(|line| line.iter().map(cut_short).collect()).collect();
            &cut
        }
        false => lines,
    };
    let count = lines.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |k: usize| {
        let cells = lines.iter().filter_map(|line| line.get(k));
        GAP + cells.map(|cell| width(cell)).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(wide).collect();
    // Heads of numbers are wrapped if necessary.
    let numbers = |k: usize| {
        let cells = lines.iter().skip(1).filter_map(|line| line.get(k)).map(String::as_str);
        let head = lines.first().and_then(|line| line.get(k)).into_iter();
        let cells = cells.chain(head.flat_map(|head| head.split(' ')));
        GAP + cells.map(width).max().unwrap_or(0)
    };
    let least = |k: &usize| match is_left(*k) {
        true if *k == 0 => widths[0].min(GAP + NARROWEST_FIRST),
        true => widths[*k].min(GAP + NARROWEST),
        false => numbers(*k),
    };
    let least: Vec<usize> = (0..count).map(|k| least(&k)).collect();
    let widths = Widths { whole: widths, least };
    let is_told_by = |named: &usize| {
        let names = lines.iter().map(|line| line.iter().take(*named).collect::<Vec<_>>());
        names.collect::<BTreeSet<_>>().len() == lines.len()
    };
    let room = |named: &usize| {
        let (first, others) = widths.least.split_at(*named);
        first.iter().sum::<usize>() + others.iter().max().unwrap_or(&0) <= COLUMNS
    };
    let named = (1..count).find(is_told_by).filter(room).unwrap_or(1);
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    for k in 0..count {
        match blocks.last_mut() {
            Some(block) if sum(&widths.least, block) + widths.least[k] <= COLUMNS => {
                block.push(k);
            }
            None => blocks.push(vec![k]),
            Some(_) => blocks.push((0..named).chain([k]).collect()),
        }
    }
    let blocks = blocks.iter().map(|block| columns(lines, block, &widths, &is_left));
    blocks.collect::<Vec<_>>().join("\n")
}

/// Widths of columns with the spaces before them: in full, and with everything wrapped that can be.
struct Widths {
    whole: Vec<usize>,
    least: Vec<usize>,
}

fn sum(widths: &[usize], shown: &[usize]) -> usize {
    shown.iter().map(|k| widths[*k]).sum()
}

/// Lays out some columns, wrapping words where they are too wide, first in the heads of numbers.
fn columns(
    lines: &[Vec<String>],
    shown: &[usize],
    widths: &Widths,
    is_left: &impl Fn(usize) -> bool,
) -> String {
    let mut wide = widths.whole.clone();
    let is_too_wide = |wide: &[usize]| sum(wide, shown) > COLUMNS;
    if is_too_wide(&wide) {
        let numbers = shown.iter().filter(|k| !is_left(**k));
        numbers.for_each(|k| wide[*k] = widths.least[*k]);
    }
    let mut table = comfy_table::Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    for line in lines {
        table.add_row(shown.iter().map(|k| line.get(*k).map_or("", String::as_str)));
    }
    if sum(&widths.whole, shown) > COLUMNS {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(COLUMNS as u16);
    }
    for (k, column) in shown.iter().zip(table.column_iter_mut()) {
        column.set_padding((GAP as u16, 0));
        if *k == 0 {
            let least = if is_too_wide(&wide) { widths.least[0] } else { wide[0] } as u16;
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(least)));
        }
        if !is_left(*k) {
            column.set_cell_alignment(CellAlignment::Right);
            column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(wide[*k] as u16)));
        }
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Escapes text for a cell of Markdown, so that it adds no columns, tags, code, links or emphasis.
pub(crate) fn markdown_cell(text: &str) -> String {
    let mut cell = String::new();
    for c in safe_text(text).chars() {
        match c {
            '<' => cell.push_str("&lt;"),
            '&' => cell.push_str("&amp;"),
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '!' | '~' | '@' => {
                cell.push('\\');
                cell.push(c);
            }
            c => cell.push(c),
        }
    }
    cell
}

impl Serialize for Table {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows.iter().map(|row| Object(&self.columns, row)))
    }
}

/// A row as an object, keyed by column names.
pub(super) struct Object<'a>(pub(super) &'a [Column], pub(super) &'a [Cell]);

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        for (column, cell) in self.0.iter().zip(self.1) {
            object.serialize_entry(&column.name, &Value(column.kind, cell))?;
        }
        object.end()
    }
}

struct Value<'a>(Kind, &'a Cell);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Rounded as in CSV, so that what is read back is the same.
        let rounded = |number: f64, written: fn(f64) -> String| written(number).parse::<f64>().ok();
        match (self.0, self.1) {
            (Kind::Record(columns) | Kind::Shared(columns), Cell::Record(cells)) => {
                Object(columns, cells).serialize(serializer)
            }
            (Kind::Rows(columns), Cell::Record(rows)) => {
                serializer.collect_seq(rows.iter().map(|row| Value(Kind::Record(columns), row)))
            }
            (Kind::List, Cell::Record(texts)) => {
                serializer.collect_seq(texts.iter().map(|text| Value(Kind::Text, text)))
            }
            (_, Cell::Empty | Cell::Record(_)) => serializer.serialize_none(),
            (_, Cell::Text(text)) => serializer.serialize_str(text),
            (_, Cell::Whole(number)) => number.serialize(serializer),
            (_, Cell::Flag(is)) => is.serialize(serializer),
            (Kind::Rate | Kind::Exact, Cell::Number(number)) => {
                rounded(*number, exact).serialize(serializer)
            }
            (_, Cell::Number(number)) => rounded(*number, share).serialize(serializer),
            (_, Cell::Interval(_)) => {
                let ends = self.1.interval();
                ends.map(|(low, high)| [low, high].map(|end| rounded(end, share)))
                    .serialize(serializer)
            }
        }
    }
}
