//! Tables of a rulebook as its author would print them, a number in each cell: the profile, troop types by attributes (FT-01), and
//! tables over two values (FT-03).

use super::{Number, Sensitivity};
use crate::words::parts;

/// The table of troop types by attributes.
const PROFILE: &str = "profile";

/// One table.
pub(super) struct Grid<'s> {
    /// `profile`, or `table.wound`.
    pub(super) title: String,
    /// The names of its columns.
    pub(super) columns: Vec<String>,
    /// Its rows: a name, and the numbers, none where there is none.
    pub(super) rows: Vec<(String, Vec<Option<&'s Number>>)>,
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
pub(super) fn grids(study: &Sensitivity) -> Vec<Grid<'_>> {
    let mut grids: Vec<Grid<'_>> = Vec::new();
    for number in &study.numbers {
        let Some([title, row, column]) = place(&number.path) else { continue };
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
        grid.name_by_value(study);
    }
    grids
}

impl Grid<'_> {
    /// Whether its rows and columns are values and no names.
    pub(super) fn is_by_values(&self) -> bool {
        self.title != PROFILE
    }

    /// Rows and columns of a table over two values are called by these, as far as it is known where they begin.
    fn name_by_value(&mut self, study: &Sensitivity) {
        let first = |axis: usize| {
            let path = format!("{}.first.{axis}", self.title);
            let number = study.numbers.iter().find(|number| number.path == path)?;
            number.value.parse::<i64>().ok()
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

#[cfg(test)]
mod tests {
    use super::super::layout::layout;
    use super::super::tests::{step, study};
    use super::super::{StepEffect, text};
    use super::*;
    use crate::chart::Effect;

    fn number(path: &str, change: f64) -> (&str, Vec<StepEffect>) {
        (path, vec![step(1, change, 0.001)])
    }

    #[test]
    fn ft_1_a_profile_is_laid_out_as_its_author_would_print_it() {
        let study = study(vec![
            number("profile.brute.fight", 0.1),
            number("profile.brute.save", 0.2),
            number("profile.scout.save", -0.3),
            number("seize.base.brute", 0.1),
        ]);
        let grids = grids(&study);
        assert_eq!(grids.len(), 1);
        assert_eq!(grids[0].columns, ["fight", "save"]);
        let rows: Vec<(&str, Vec<bool>)> = grids[0]
            .rows
            .iter()
            .map(|(name, cells)| (name.as_str(), cells.iter().map(Option::is_some).collect()))
            .collect();
        assert_eq!(rows, [("brute", vec![true, true]), ("scout", vec![false, true])]);
        let tables = layout(&study).tables;
        let table = tables.iter().find(|table| table.title == PROFILE).expect("it is drawn");
        assert_eq!(table.rows[1].1[0].1, Effect::Absent, "scouts stand under `save`");
        let told = text(&study).text(false);
        assert!(
            told.contains("profile: each number, and what one step up changes, in points"),
            "{told}"
        );
        assert!(
            told.lines().any(|line| line.trim_start().starts_with("scout") && line.contains("−30")),
            "{told}"
        );
    }

    #[test]
    fn ft_3_a_table_is_told_by_the_values_that_it_begins_with() {
        let mut study = study(vec![
            number("table.wound.first.1", 0.0),
            number("table.wound.first.2", 0.0),
            number("table.wound.rows.1.1", 0.1),
            number("table.wound.rows.1.2", 0.1),
        ]);
        study.numbers[0].value = "3".to_owned();
        study.numbers[1].value = "5".to_owned();
        let grids = grids(&study);
        assert_eq!(
            (grids[0].rows[0].0.as_str(), &grids[0].columns[..]),
            ("3", &["5".to_owned(), "6".to_owned()][..])
        );
    }
}
