//! How each format writes a table.

use std::collections::BTreeSet;

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Width, presets};
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use unicode_width::UnicodeWidthStr;

use super::{Cell, Column, Kind, Table};
use crate::number::{defined, exact, percent_beside, percent_range, share, with_commas};
use crate::{Interval, ReportError, safe_text};

/// A column for the page: its name, its meaning, and whether it is of words.
pub(crate) type ShownHead = (String, String, bool);
/// A cell for the page: what is shown, and by what it is sorted if that is a number.
pub(crate) type ShownCell = (String, Option<f64>);

impl Table {
    /// As CSV, with a head. Text cells that a spreadsheet would take for formulas or dates are guarded.
    ///
    /// # Errors
    /// [`ReportError::Csv`] if the writer fails; it writes to memory, so it does not.
    pub fn csv(&self) -> Result<Vec<u8>, ReportError> {
        let failed = |source| ReportError::Csv { table: self.file, source };
        let mut writer = csv::Writer::from_writer(Vec::new());
        for record in self.records() {
            writer.write_record(&record).map_err(failed)?;
        }
        writer.into_inner().map_err(|error| failed(error.into_error().into()))
    }

    /// As columns for a terminal under a head: words flush left, numbers flush right; a share in percent, with the places
    /// that the interval beside it supports.
    pub fn text(&self) -> String {
        let columns = self.flat();
        aligned(&self.lines(), |k| columns.get(k).is_some_and(|of| of.column.is_words()))
    }

    /// The columns that are read and written to CSV, those of records one by one.
    fn flat(&self) -> Vec<Flat<'_>> {
        let mut flat = Vec::new();
        lay_flat(&self.columns, ("", &[]), &mut flat);
        flat
    }

    /// Head and rows for people to read.
    fn lines(&self) -> Vec<Vec<String>> {
        let columns = self.flat();
        let head = columns.iter().map(|of| format!("{}{}", of.before, of.column.head())).collect();
        let row = |row: &Vec<Cell>| {
            let cells: Vec<_> = columns.iter().filter_map(|of| Some((of, of.cell(row)?))).collect();
            // What stands in another record is no neighbour.
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

    /// Head and rows for the page.
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

    /// Head and rows as CSV has them.
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

/// A column that is read: of a record each of its columns is one, with the name of the record before its own.
struct Flat<'t> {
    before: String,
    column: &'t Column,
    /// Its place, within records each in that before it.
    place: Vec<usize>,
}

/// The columns that are read of these, which stand at a place and have something before their names.
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

    /// The cell as CSV has it: a string for each name of the column.
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

    /// The cell for people to read, beside one of this kind before it and an interval after it.
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
    /// The number by which it is sorted; of an interval the lower end.
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

    /// A cell of a record; of an empty one all are.
    fn part(&self, k: usize) -> &Self {
        match self {
            Self::Record(cells) => cells.get(k).unwrap_or(&Self::Empty),
            _ => &Self::Empty,
        }
    }
}

/// The two columns of a fraction in CSV.
pub fn fraction_heads(name: &str) -> [String; 2] {
    ["numerator", "denominator"].map(|part| format!("{name}_{part}"))
}

/// A text cell that no spreadsheet takes for a formula or a date.
fn guarded(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
    if !is_number && (text.starts_with(['=', '+', '-', '@', '\t', '\r']) || is_date(text)) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// Whether a spreadsheet may take a text for a date or a time, wherever it is opened: numbers between slashes, hyphens, dots or
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

/// Columns of a terminal that a text takes: a letter of some scripts is two wide.
pub(crate) fn width(text: &str) -> usize {
    UnicodeWidthStr::width(text)
}

/// The width of a terminal that nothing printed goes beyond.
pub(crate) const COLUMNS: usize = 80;
/// A column of words is not made narrower than this, and the first not than that.
const NARROWEST: usize = 16;
const NARROWEST_FIRST: usize = 28;
/// Blanks before each column.
const GAP: usize = 2;
/// Most characters of a cell: as many as a text in a file has. `comfy_table` counts them in 16 bits.
const MOST_IN_CELL: usize = 4000;

/// Lines of cells as columns, each two blanks from the one before; those that `is_left` names flush left, the others right.
/// What is wider than 80 columns has its words broken into several lines, and if its numbers alone are too wide for that
/// the columns stand below one another in blocks, each with the first column, or as many as it takes to tell the lines apart.
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
    // The head of numbers is broken where there is no room for it.
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

/// How wide columns are, with the blanks before them: whole, and with what may be broken in them broken.
struct Widths {
    whole: Vec<usize>,
    least: Vec<usize>,
}

fn sum(widths: &[usize], shown: &[usize]) -> usize {
    shown.iter().map(|k| widths[*k]).sum()
}

/// Some of the columns, with words broken where they are too wide: first those in the heads of numbers.
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

/// Text that stays text within a cell of Markdown: no column of its own, no tag, no code, link or emphasis.
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

/// A row as an object with the names of its columns.
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

/// A cell as JSON.
struct Value<'a>(Kind, &'a Cell);

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // As many places as in CSV: what is rounded is read back.
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
