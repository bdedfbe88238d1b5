//! The table of chances to hit: every level against every armour class (ADC-1).

use serde::Serialize;
use skirmish_engine::rulebook::{Amount, Osric, needed_to_hit};
use skirmish_odds::Blows;

use super::super::columns::{Chance, cells, columns, signed};
use super::super::round::foot;
use super::super::{print_csv, print_json};
use super::{added, modifiers};
use crate::args::{OddsBlows, TableFormat};
use crate::output;
use crate::status::Failure;

/// The highest level of the table; the printed ones end before it.
const MOST_LEVEL: i32 = 20;

/// The armour classes of the table, from none to the best.
const CLASSES: std::ops::RangeInclusive<i32> = -10..=10;

/// A chance to hit of the table.
#[derive(Debug, Serialize)]
struct Cell {
    level: i32,
    armour_class: i32,
    modifier: i32,
    needed: i32,
    #[serde(flatten)]
    chance: Chance,
}

/// The chances of every level against every armour class.
fn cells_of(args: &OddsBlows, rules: &Osric) -> Result<Vec<Cell>, Failure> {
    let [every, first] = modifiers(args, rules);
    let modifier = added(&every) + added(&first);
    let classes = || CLASSES.rev();
    let pairs = (0..=MOST_LEVEL).flat_map(|level| classes().map(move |class| (level, class)));
    pairs
        .map(|(level, armour_class)| {
            let damage = Amount::fixed(1);
            let law = Blows::new(rules.dice, level, armour_class, modifier, damage)?;
            Ok(Cell {
                level,
                armour_class,
                modifier,
                needed: needed_to_hit(level, armour_class) - modifier,
                chance: law.hit().clone().into(),
            })
        })
        .collect()
}

fn table_row(cell: &Cell) -> [String; 6] {
    let [exact, probability] = cells(&cell.chance.exact);
    [
        cell.level.to_string(),
        cell.armour_class.to_string(),
        cell.modifier.to_string(),
        cell.needed.to_string(),
        exact,
        probability,
    ]
}

fn grid(rules: &Osric, all: &[Cell]) -> String {
    let classes: Vec<String> = CLASSES.rev().map(|class| class.to_string()).collect();
    let mut rows = vec![std::iter::once(String::new()).chain(classes.clone()).collect()];
    for of_level in all.chunks(classes.len()) {
        let percent = |cell: &Cell| {
            let percent = cell.chance.exact.percent(0).to_string();
            percent.trim_end_matches([' ', '%']).to_owned()
        };
        let name = of_level.first().map_or(0, |cell| cell.level).to_string();
        rows.push(std::iter::once(name).chain(of_level.iter().map(percent)).collect());
    }
    let modifier = match all.first().map_or(0, |cell| cell.modifier) {
        0 => String::new(),
        adds => format!(", {} on the dice", signed(adds)),
    };
    format!(
        "Chance to hit on {}{modifier}, in percent: levels at the left, armour classes above\n\n{}{}",
        rules.dice,
        columns(&rows),
        foot(&["Rule ADC-1: 21 less level and armour class, the numbers from 20 to 25 all 20."])
    )
}

/// Prints it.
pub(super) fn print(args: &OddsBlows, rules: &Osric) -> Result<(), Failure> {
    let cells = cells_of(args, rules)?;
    match args.rules.format {
        TableFormat::Json => print_json(&cells),
        TableFormat::Csv => print_csv(
            ["level", "armour_class", "modifier", "needed", "exact", "probability"],
            cells.iter().map(table_row),
        ),
        TableFormat::Text => output::print(&grid(rules, &cells)),
    }
}
