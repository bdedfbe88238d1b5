//! Reads the program's CSV tables by column names.

use std::collections::BTreeMap;

use crate::common::Place;

pub(crate) type Row = BTreeMap<String, String>;

pub(crate) fn rows(text: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.deserialize().map(|row| with_fractions(row.expect("it has all columns")));
    rows.collect()
}

/// Joins the two columns of a fraction, if there is no column of its name: `1/5`, or `3` for a whole number.
fn with_fractions(mut row: Row) -> Row {
    let of = |column: &String| Some(column.strip_suffix("_numerator")?.to_owned());
    for name in row.keys().filter_map(of).collect::<Vec<_>>() {
        let [above, below] =
            ["numerator", "denominator"].map(|part| &row[&format!("{name}_{part}")]);
        let fraction = if below == "1" { above.clone() } else { format!("{above}/{below}") };
        row.entry(name).or_insert(fraction);
    }
    row
}

pub(crate) fn table(place: &Place, name: &str) -> Vec<Row> {
    rows(&place.read(name))
}

#[track_caller]
pub(crate) fn row<'a>(rows: &'a [Row], cells: &[(&str, &str)]) -> &'a Row {
    let is_it = |row: &&Row| cells.iter().all(|(key, value)| row[*key] == *value);
    let found: Vec<_> = rows.iter().filter(is_it).collect();
    assert_eq!(found.len(), 1, "{cells:?}");
    found[0]
}

#[track_caller]
pub(crate) fn number(row: &Row, column: &str) -> f64 {
    let cell = &row[column];
    cell.parse().unwrap_or_else(|_| panic!("no number in {column}: `{cell}`"))
}
