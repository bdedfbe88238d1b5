//! The program's tables (CSV), by the names of their columns.

use std::collections::BTreeMap;

use crate::common::Place;

/// A row of a table: what stands in which column.
pub(crate) type Row = BTreeMap<String, String>;

/// The rows of a table.
pub(crate) fn rows(text: &str) -> Vec<Row> {
    csv::Reader::from_reader(text.as_bytes())
        .deserialize()
        .map(|row| row.expect("each row has all columns"))
        .collect()
}

/// The rows of a file.
pub(crate) fn table(place: &Place, name: &str) -> Vec<Row> {
    rows(&place.read(name))
}

/// The only row with these cells.
#[track_caller]
pub(crate) fn row<'a>(rows: &'a [Row], cells: &[(&str, &str)]) -> &'a Row {
    let is_it = |row: &&Row| cells.iter().all(|(key, value)| row[*key] == *value);
    let found: Vec<_> = rows.iter().filter(is_it).collect();
    assert_eq!(found.len(), 1, "{cells:?}");
    found[0]
}

/// The number in a column.
#[track_caller]
pub(crate) fn number(row: &Row, column: &str) -> f64 {
    let cell = &row[column];
    cell.parse().unwrap_or_else(|_| panic!("no number in {column}: `{cell}`"))
}
