//! Times: actions as a number such as `60`, or in words `"60 actions"`, `"20 turns"` or `"12 rounds"`.

use skirmish_engine::battle::{Time, TimeUnit};

use crate::code::Code;
use crate::limits;
use crate::problem::{Diagnostics, quote};
use crate::reader;
use crate::tree::{Node, Value};

pub(super) fn read(diag: &mut Diagnostics, node: &Node, units: &[TimeUnit]) -> Option<Time> {
    let Value::Text(text) = &node.value else {
        let actions = reader::whole(diag, node, &limits::CAP)?;
        return u32::try_from(actions.value).ok().map(Time::actions);
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let is = |unit: &&TimeUnit, word: &str| word.strip_suffix('s').unwrap_or(word) == unit.name();
    let found = match words.as_slice() {
        [number] => Some((*number, &TimeUnit::Actions)),
        [number, word] => units.iter().find(|unit| is(unit, word)).map(|unit| (*number, unit)),
        _ => None,
    };
    let number = |word: &str| word.parse::<i64>().ok();
    let found = found.and_then(|(word, of)| Some((number(word)?, *of)));
    let Some((number, of)) = found else {
        let names: Vec<String> = units.iter().map(|unit| format!("{}s", unit.name())).collect();
        let message = format!("{} is not a number of {}", quote(text), names.join(" or "));
        // The hint repeats the number that was written. It leaves out turns, which only some systems have.
        let given = words.first().and_then(|word| u32::try_from(number(word)?).ok());
        let of_all = units.iter().filter(|unit| **unit != TimeUnit::Turns);
        let examples: Vec<String> = of_all
            .map(|unit| {
                let number = given.unwrap_or(example(*unit));
                format!("`\"{}\"`", Time { number, of: *unit })
            })
            .collect();
        let hint = format!("write {}", examples.join(" or "));
        return diag.problem(Code::WrongType, node.at, message).hint(hint).none();
    };
    let number = reader::within(diag, number, node.at, &limits::CAP)?;
    Some(Time { number: u32::try_from(number).ok()?, of })
}

/// Returns a plausible number of a unit, for hints.
const fn example(unit: TimeUnit) -> u32 {
    match unit {
        TimeUnit::Actions => 60,
        TimeUnit::Turns => 20,
        TimeUnit::Rounds => 12,
    }
}
