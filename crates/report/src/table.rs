//! Tables: columns declared once and written as CSV, JSON and text.
//!
//! A [`Column`] has a name, a [`Kind`] and a meaning; the kind says how each format writes a [`Cell`]. A [`Schema`] declares a
//! whole table: its file, what a row is, its columns. If other code reads the rows as values, the [`rows!`](crate::rows) macro
//! declares struct and columns together; else [`Table::new`] takes a schema, and [`cells!`](crate::cells) makes rows.
//!
//! Undefined is empty in every format (`null` in JSON), never 0. Names come from files that people share, and spreadsheets run
//! cells that begin like a formula and convert others to dates. So in CSV a *text* cell gets an apostrophe in front if it
//! begins with `=`, `+`, `-`, `@`, a tab or a carriage return, or reads like a date, unless it is a plain number.

mod row;
mod write;

use std::borrow::Cow;

pub use row::{Row, serialize};
pub(crate) use write::{COLUMNS, ShownCell, markdown_cell, width};
pub use write::{aligned, fraction_heads};

use crate::{Interval, OutputFile, ReportError};

/// What the cells of a column hold, which decides how each format writes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Words.
    Text,
    /// A whole number.
    Whole,
    /// A share or another estimate between 0 and 1: six decimal places.
    Share,
    /// Like [`Kind::Share`], but with twelve places in JSON, since programs compute with it.
    Rate,
    /// An estimate on a scale of its own, such as a mean: six decimal places.
    Number,
    /// An exact chance or a p-value as a decimal: twelve places.
    Exact,
    /// An exact fraction such as `36/80`. In CSV two columns of whole numbers, because spreadsheets read fractions as dates.
    Fraction,
    /// `yes` or `no`; `true` or `false` in JSON.
    YesNo,
    /// An interval: a pair in JSON, two columns with these names in CSV; six decimal places.
    Interval(&'static str, &'static str),
    /// A record: an object in JSON; in CSV its columns, prefixed with this column's name.
    Record(&'static [Column]),
    /// The same, but without the prefix in CSV.
    Shared(&'static [Column]),
    /// A list of records or nulls: an array in JSON; not in tables.
    Rows(&'static [Column]),
    /// A list of texts: an array in JSON; not in tables.
    List,
}

impl Kind {
    /// Returns the name of the kind in the reference.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Whole => "whole number",
            Self::Share | Self::Rate => "share",
            Self::Number => "number",
            Self::Exact => "number with 12 places",
            Self::Fraction => "exact fraction",
            Self::YesNo => "yes or no",
            Self::Interval(..) => "interval",
            Self::Record(_) | Self::Shared(_) => "record",
            Self::Rows(_) => "list of records",
            Self::List => "list of texts",
        }
    }
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Key in JSON and usual name in CSV; with its unit where that is not obvious.
    pub name: Cow<'static, str>,
    /// Name in CSV, if it differs.
    pub head: Option<&'static str>,
    /// What its cells hold.
    pub kind: Kind,
    /// Meaning, in a sentence.
    pub about: Cow<'static, str>,
    /// Whether only JSON has the column.
    pub is_in_json_alone: bool,
}

impl Column {
    /// Returns a column that every format has.
    pub const fn new(name: &'static str, kind: Kind, about: &'static str) -> Self {
        let (name, about) = (Cow::Borrowed(name), Cow::Borrowed(about));
        Self { name, head: None, kind, about, is_in_json_alone: false }
    }

    /// Returns a text column whose name depends on the question.
    pub fn named(name: impl Into<Cow<'static, str>>, about: impl Into<Cow<'static, str>>) -> Self {
        let (name, about) = (name.into(), about.into());
        Self { name, head: None, kind: Kind::Text, about, is_in_json_alone: false }
    }

    /// Returns the column of a varied parameter.
    pub fn value_at_point(path: &str) -> Self {
        Self::named(path.to_owned(), "Its value at the point.")
    }

    /// Returns the column for JSON alone.
    #[must_use]
    pub const fn in_json(mut self) -> Self {
        self.is_in_json_alone = true;
        self
    }

    /// Returns the column under another name in CSV.
    #[must_use]
    pub const fn headed(mut self, head: &'static str) -> Self {
        self.head = Some(head);
        self
    }

    /// Returns the name in CSV.
    pub fn head(&self) -> &str {
        self.head.unwrap_or(&self.name)
    }
}

/// A value in a table; the [`Kind`] of its column says how it is written.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing: undefined, unknown, or not asked.
    Empty,
    /// Words or an exact fraction.
    Text(String),
    /// A whole number.
    Whole(i128),
    /// Any number; written as empty unless finite.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// Both ends of an interval; written as empty unless both are finite.
    Interval(Interval),
    /// The cells of a [`Kind::Record`] or [`Kind::Shared`], or the items of [`Kind::Rows`] or [`Kind::List`].
    Record(Vec<Cell>),
}

/// Converts types to cells.
macro_rules! cell_from {
    ($($type:ty),* => |$value:ident| $cell:expr) => {
        $(impl From<$type> for Cell {
            fn from($value: $type) -> Self {
                $cell
            }
        })*
    };
}
cell_from!(&str, &String => |text| Self::Text(text.into()));
cell_from!(String => |text| Self::Text(text));
cell_from!(i8, i32, i64, u8, u32, u64 => |number| Self::Whole(number.into()));
cell_from!(i128 => |number| Self::Whole(number));
cell_from!(usize => |number| Self::Whole(number as i128));
cell_from!(f64 => |number| Self::Number(number));
cell_from!(bool => |flag| Self::Flag(flag));
cell_from!(Interval => |interval| Self::Interval(interval));

impl<T: Into<Self>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Cell {
    fn from(rows: Vec<T>) -> Self {
        Self::Record(rows.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Self>, const N: usize> From<[T; N]> for Cell {
    fn from(items: [T; N]) -> Self {
        Vec::from(items).into()
    }
}

/// Returns a row of cells from any values that convert to [`Cell`]: `cells![name, 3_u64, Some(0.5), interval]`.
#[macro_export]
macro_rules! cells {
    ($($value:expr),* $(,)?) => { vec![$($crate::table::Cell::from($value)),*] };
}

/// Declares a table whose rows are not values: its schema, and a function that returns the cells of a row. Each column has a
/// name, a kind, a meaning and an expression for its cell, or is a shared [`Column`] with an expression.
#[macro_export]
macro_rules! schema {
    (
        $(#[$doc:meta])* $schema:ident in $file:literal, $about:literal;
        fn $row:ident($($given:ident: $type:ty),* $(,)?) {
            $($name:literal: $kind:ident $(($($of:expr),*))?, $meaning:literal => $cell:expr),* $(,)?
        }
    ) => {
        $crate::schema! {
            $(#[$doc])* $schema in $file, $about;
            fn $row($($given: $type),*) {
                $($crate::table::Column::new(
                    $name,
                    $crate::table::Kind::$kind $(($($of),*))?,
                    $meaning,
                ) => $cell),*
            }
        }
    };
    (
        $(#[$doc:meta])* $schema:ident in $file:literal, $about:literal;
        fn $row:ident($($given:ident: $type:ty),* $(,)?) { $($column:expr => $cell:expr),* $(,)? }
    ) => {
        $(#[$doc])*
        pub const $schema: $crate::table::Schema =
            $crate::table::Schema { file: $file, about: $about, columns: &[$($column),*] };

        fn $row($($given: $type),*) -> Vec<$crate::table::Cell> {
            $crate::cells![$($cell),*]
        }
    };
}

/// The declaration of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schema {
    /// Name of its file, such as `streaks.csv`.
    pub file: &'static str,
    /// What a row is, and when the file exists.
    pub about: &'static str,
    /// Its columns. A table may have more columns in front, whose names depend on the question.
    pub columns: &'static [Column],
}

/// A table: columns, and rows with a cell for each column.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    file: &'static str,
    about: &'static str,
    columns: Cow<'static, [Column]>,
    rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Returns a table of this schema; each row has a cell for each column.
    pub fn new(schema: &Schema, rows: impl IntoIterator<Item = Vec<Cell>>) -> Self {
        let columns = Cow::Borrowed(schema.columns);
        Self { file: schema.file, about: schema.about, columns, rows: rows.into_iter().collect() }
    }

    /// Returns a table of rows of a declared struct.
    pub fn of<R: Row>(rows: &[R]) -> Self {
        Self::new(R::SCHEMA, rows.iter().map(Row::cells))
    }

    /// Returns a table for reading, without a file, with these heads. Text in a number column is flush right.
    pub fn headed<H: Into<String>>(columns: impl IntoIterator<Item = (H, Kind)>) -> Self {
        let column = |(head, kind): (H, Kind)| Column { kind, ..Column::named(head.into(), "") };
        Self {
            file: "",
            about: "",
            columns: columns.into_iter().map(column).collect(),
            rows: Vec::new(),
        }
    }

    /// Returns a table of words for reading, the first column flush left and the others flush right.
    pub fn of_words<H: Into<String>>(heads: impl IntoIterator<Item = H>) -> Self {
        let kinds = std::iter::once(Kind::Text).chain(std::iter::repeat(Kind::Number));
        Self::headed(heads.into_iter().zip(kinds))
    }

    /// Adds a row, with cells for all columns or for the first of them.
    pub fn push(&mut self, row: Vec<Cell>) {
        self.rows.push(row);
    }

    /// Returns the table with more columns in front, whose cells the rows must already have.
    #[must_use]
    pub fn after(mut self, columns: impl IntoIterator<Item = Column>) -> Self {
        self.columns = columns.into_iter().chain(self.columns.into_owned()).collect();
        self
    }

    /// Returns the table as [text](Self::text), or nothing if it has no rows.
    pub(crate) fn told(&self) -> String {
        if self.rows.is_empty() { String::new() } else { self.text() }
    }

    pub(crate) const fn file(&self) -> &'static str {
        self.file
    }

    pub(crate) const fn about(&self) -> &'static str {
        self.about
    }

    /// Returns the table as CSV, in the file that the schema names.
    ///
    /// # Errors
    /// [`ReportError::Csv`] if the writer fails, which does not happen in memory.
    pub fn output(&self) -> Result<OutputFile, ReportError> {
        Ok(OutputFile::new(self.file, self.csv()?))
    }
}
