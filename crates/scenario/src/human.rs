//! Readable names of parameters, for charts and sentences.

use crate::describe::{Field, Form};
use crate::read::SCENARIO;
use crate::rules::RULEBOOK;

/// Troop qualities that need a noun: `excellent troops`, but `a brute`.
const QUALITIES: [&str; 7] =
    ["sub-human", "rubbish", "poor", "average", "good", "excellent", "demigod"];

/// Returns the readable name of a path: `seize.base.average` is the seize roll of average troops. It comes from the innermost
/// declared row whose `called` has a place for the last part, or else from the path itself. It has no comma, so it can stand in
/// a sentence.
pub fn human(path: &str) -> String {
    let parts = crate::path::split(path).unwrap_or_else(|| vec![path.to_owned()]);
    let path: Vec<&str> = parts.iter().map(String::as_str).collect();
    let called = match path[..] {
        // Names that one row cannot give.
        ["profile", troops, _] if QUALITIES.contains(&troops) => Some("{2} of {1} troops"),
        ["table", _, "first", "1"] => Some("first row of the {1} table"),
        ["table", _, "first", "2"] => Some("first column of the {1} table"),
        ["step", _, "rows", _, "adds"] => Some("{1} modifier {3}"),
        _ => rows(&path).into_iter().rev().find_map(|(at, row)| {
            let places = row.called?.split(['{', '}']).filter_map(|it| it.parse().ok());
            (places.fold(at, usize::max) + 1 == path.len()).then_some(row.called?)
        }),
    };
    // Lloyd writes sub-human.
    let plain = |part: &&str| part.replace('-', " ").replace("sub human", "sub-human");
    let words: Vec<String> = path.iter().map(plain).collect();
    let Some(called) = called else { return words.join(" ") };
    let word = |place: &str| words.get(place.parse::<usize>().ok()?).cloned();
    called.split(['{', '}']).map(|it| word(it).unwrap_or_else(|| it.to_owned())).collect()
}

fn rows(path: &[&str]) -> Vec<(usize, &'static Field)> {
    let is_of_rules = path.first().is_some_and(|key| RULEBOOK.field(key).is_some());
    let mut form = Form::Table(if is_of_rules { &RULEBOOK } else { &SCENARIO });
    let mut rows = Vec::new();
    for (at, part) in path.iter().enumerate() {
        form = match form {
            Form::Table(doc) => match doc.field(part) {
                Some(row) => {
                    rows.push((at, row));
                    row.form
                }
                None => break,
            },
            Form::Named(inner) | Form::List(inner) => *inner,
            _ => break,
        };
    }
    rows
}
