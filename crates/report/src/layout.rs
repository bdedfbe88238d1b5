//! Which table of the rules a number stands in, and in which row and column of it.

mod grid;

pub(crate) use grid::{Grid, grids};

use crate::chart::{NamedNumber, RuleTable};
use crate::once::grouped;
use crate::tune::Printed;

/// A number of a rulebook, as tables show it.
pub(crate) trait Entry {
    /// Its path.
    fn path(&self) -> &str;
    /// Its value.
    fn value(&self) -> &str;
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

/// Every number in the table that it stands in. Where members of a table have tables of their own as well as numbers, as
/// weapons do, each is a row; so are tables with the same columns below one name.
pub(crate) fn layout(all: &[Printed]) -> Vec<RuleTable> {
    let split: Vec<Vec<&str>> = all.iter().map(|number| parts(number.path())).collect();
    // Whether a member of a table holds both numbers and tables.
    let is_mixed = |of: &[&str]| {
        let members = split.iter().filter(|path| path.len() > 2 && path[0] == of[0]);
        let depths: Vec<usize> = members.map(Vec::len).collect();
        depths.iter().any(|depth| *depth != depths[0])
    };
    let grids = grids(all);
    let is_in_grid = |number: &Printed| {
        let cells = grids.iter().flat_map(|grid| &grid.rows).flat_map(|row| &row.1);
        cells.flatten().any(|other| std::ptr::eq(*other, number))
    };
    let rows = all.iter().zip(&split).filter(|(number, _)| !is_in_grid(number));
    let rows = grouped(rows.map(|(number, path)| {
        let before = if path.len() > 2 && is_mixed(path) { 2 } else { path.len() - 1 };
        let (above, name) = path.split_at(before);
        let (table, row) = match above {
            [table @ .., row] if !table.is_empty() => (table.join("."), (*row).to_owned()),
            above => (above.join("."), String::new()),
        };
        ((table, row), (name.join(" "), Some(number.shown())))
    }));
    let columns = |cells: &[NamedNumber]| -> Vec<String> {
        cells.iter().map(|(name, _)| name.clone()).collect()
    };
    let tables = grouped(rows.iter().map(|((table, row), cells)| {
        let is_one_of_many = !row.is_empty()
            && rows.iter().any(|((of, other), others)| {
                let is_alike = is_mixed(&[table.as_str()]) || columns(others) == columns(cells);
                other != row && of == table && !other.is_empty() && is_alike
            });
        match is_one_of_many {
            true => (table.clone(), (row.clone(), cells.clone())),
            false => {
                let names = [table.as_str(), row].into_iter().filter(|name| !name.is_empty());
                (names.collect::<Vec<_>>().join("."), (String::new(), cells.clone()))
            }
        }
    }));
    let tables = tables.into_iter().map(|(title, rows)| RuleTable { title, rows });
    tables.chain(grids.iter().map(of_grid)).collect()
}

/// A table with its columns under each other.
fn of_grid(grid: &Grid<'_, Printed>) -> RuleTable {
    let row = |(name, numbers): &(String, Vec<Option<&Printed>>)| {
        let cells = grid.columns.iter().zip(numbers).map(|(column, number)| match number {
            None => (String::new(), None),
            Some(number) => (column.clone(), Some(number.shown())),
        });
        (name.clone(), cells.collect())
    };
    RuleTable { title: grid.title.clone(), rows: grid.rows.iter().map(row).collect() }
}
