//! Tables of a rulebook as its author would print them, a number in each cell: the profile, troop types by attributes (FT-01),
//! and tables over two values (FT-03).

use super::{Entry, parts};

/// The table of troop types by attributes.
const PROFILE: &str = "profile";

/// One table.
pub(crate) struct Grid<'n, N> {
    /// `profile`, or `table.wound`.
    pub(crate) title: String,
    /// The names of its columns.
    pub(crate) columns: Vec<String>,
    /// Its rows: a name, and the numbers, none where there is none.
    pub(crate) rows: Vec<(String, Vec<Option<&'n N>>)>,
}

/// In which table a path lies, in which row and in which column.
fn place(path: &str) -> Option<[String; 3]> {
    match parts(path)[..] {
        [PROFILE, troops, attribute] => Some([PROFILE, troops, attribute].map(str::to_owned)),
        ["table", table, "rows", row, column] => {
            Some([format!("table.{table}"), row.to_owned(), column.to_owned()])
        }
        _ => None,
    }
}

/// Every such table of which there are at least two numbers.
pub(crate) fn grids<N: Entry>(all: &[N]) -> Vec<Grid<'_, N>> {
    let mut grids: Vec<Grid<'_, N>> = Vec::new();
    for number in all {
        let Some([title, row, column]) = place(number.path()) else { continue };
        let k = grids.iter().position(|grid| grid.title == title).unwrap_or_else(|| {
            grids.push(Grid { title, columns: Vec::new(), rows: Vec::new() });
            grids.len() - 1
        });
        let grid = &mut grids[k];
        let across = grid.columns.iter().position(|name| *name == column).unwrap_or_else(|| {
            grid.columns.push(column);
            grid.columns.len() - 1
        });
        let down = grid.rows.iter().position(|(name, _)| *name == row).unwrap_or_else(|| {
            grid.rows.push((row, Vec::new()));
            grid.rows.len() - 1
        });
        let cells = &mut grid.rows[down].1;
        cells.resize(cells.len().max(across + 1), None);
        cells[across] = Some(number);
    }
    grids.retain(|grid| grid.rows.iter().flat_map(|row| &row.1).flatten().count() > 1);
    for grid in &mut grids {
        let wide = grid.columns.len();
        grid.rows.iter_mut().for_each(|row| row.1.resize(wide, None));
        grid.name_by_value(all);
    }
    grids
}

impl<N: Entry> Grid<'_, N> {
    /// Rows and columns of a table over two values are called by these, as far as it is known where they begin.
    fn name_by_value(&mut self, all: &[N]) {
        let first = |axis: usize| {
            let path = format!("{}.first.{axis}", self.title);
            let number = all.iter().find(|number| number.path() == path)?;
            number.value().parse::<i64>().ok()
        };
        let named = |first: i64, name: &mut String| {
            if let Ok(place) = name.parse::<i64>() {
                *name = (first + place - 1).to_string();
            }
        };
        let (row, column) = (first(1), first(2));
        if let Some(first) = row {
            self.rows.iter_mut().for_each(|(name, _)| named(first, name));
        }
        if let Some(first) = column {
            self.columns.iter_mut().for_each(|name| named(first, name));
        }
    }
}
