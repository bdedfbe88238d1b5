//! Which table of the rules a number stands in, and in which row and column of it.

mod grid;

pub(crate) use grid::{Grid, grids};

use crate::chart::{Effect, EffectTable};

/// A number of a rulebook, as tables show it.
pub(crate) trait Entry {
    /// Its path.
    fn path(&self) -> &str;
    /// Its value.
    fn value(&self) -> &str;
    /// What is shown of it.
    fn effect(&self) -> Effect;
}

/// The parts of a path, which stand between its points; a part with points in it stands in quotation marks, which are kept.
pub(crate) fn parts(path: &str) -> Vec<&str> {
    let mut quoted = false;
    path.split(move |c| {
        quoted ^= c == '"';
        c == '.' && !quoted
    })
    .collect()
}

/// A row of a table while it is put together: the table, the row, and its cells.
struct Line {
    table: String,
    row: String,
    cells: Vec<(String, Effect)>,
}

/// Every number in the table that it stands in. Where members of a table have tables of their own as well as numbers, as
/// weapons do, each is a row; so are tables with the same columns below one name.
pub(crate) fn layout<N: Entry>(all: &[N]) -> Vec<EffectTable> {
    let split: Vec<Vec<&str>> = all.iter().map(|number| parts(number.path())).collect();
    // Whether a member of a table holds both numbers and tables.
    let is_mixed = |of: &[&str]| {
        let members = split.iter().filter(|path| path.len() > 2 && path[0] == of[0]);
        let depths: Vec<usize> = members.map(Vec::len).collect();
        depths.iter().any(|depth| *depth != depths[0])
    };
    let grids = grids(all);
    let is_in_grid = |number: &N| {
        let cells = grids.iter().flat_map(|grid| &grid.rows).flat_map(|row| &row.1);
        cells.flatten().any(|other| std::ptr::eq(*other, number))
    };
    let mut lines: Vec<Line> = Vec::new();
    for (number, path) in all.iter().zip(&split) {
        if is_in_grid(number) {
            continue;
        }
        let effect = number.effect();
        let before = if path.len() > 2 && is_mixed(path) { 2 } else { path.len() - 1 };
        let (above, name) = path.split_at(before);
        let (row, table) = match above {
            [table @ .., row] if !table.is_empty() => ((*row).to_owned(), table.join(".")),
            above => (String::new(), above.join(".")),
        };
        let cell = (name.join(" "), effect);
        match lines.iter_mut().find(|line| line.table == table && line.row == row) {
            Some(line) => line.cells.push(cell),
            None => lines.push(Line { table, row, cells: vec![cell] }),
        }
    }
    let mut tables: Vec<EffectTable> = Vec::new();
    for (k, line) in lines.iter().enumerate() {
        let full = |line: &Line| {
            let names = [line.table.as_str(), line.row.as_str()];
            names.into_iter().filter(|name| !name.is_empty()).collect::<Vec<_>>().join(".")
        };
        let columns = |line: &Line| line.cells.iter().map(|c| c.0.clone()).collect::<Vec<_>>();
        let is_one_of_many = !line.row.is_empty()
            && lines.iter().enumerate().any(|(j, other)| {
                let is_alike = is_mixed(&[line.table.as_str()]) || columns(other) == columns(line);
                j != k && other.table == line.table && !other.row.is_empty() && is_alike
            });
        let (title, row) = if is_one_of_many {
            (line.table.clone(), line.row.clone())
        } else {
            (full(line), String::new())
        };
        let row = (row, line.cells.clone());
        match tables.iter_mut().find(|table| table.title == title) {
            Some(table) => table.rows.push(row),
            None => tables.push(EffectTable { title, rows: vec![row] }),
        }
    }
    tables.extend(grids.iter().map(of_grid));
    tables
}

/// A table with its columns under each other.
fn of_grid<N: Entry>(grid: &Grid<'_, N>) -> EffectTable {
    let row = |(name, numbers): &(String, Vec<Option<&N>>)| {
        let cells = grid.columns.iter().zip(numbers).map(|(column, number)| match number {
            None => (String::new(), Effect::Absent),
            Some(number) => (column.clone(), number.effect()),
        });
        (name.clone(), cells.collect())
    };
    EffectTable { title: grid.title.clone(), rows: grid.rows.iter().map(row).collect() }
}
