//! Places that a battle defines but nothing uses.

use crate::file::ScenarioFile;
use crate::problem::{Diagnostics, quote};

/// Notes the first unused place, and how many more there are.
pub(crate) fn note(diag: &mut Diagnostics, file: &ScenarioFile) {
    let is_unused = |name: &str| {
        let texts = diag.sources.iter().map(|source| times(&source.text, name));
        texts.sum::<usize>() < 2
    };
    let places = file.board.places.iter().map(|place| &place.name);
    let unused: Vec<_> = places.filter(|name| is_unused(&name.value)).collect();
    let Some(first) = unused.first() else { return };
    let more = match unused.len() {
        1 => String::new(),
        all => format!(", nor for {} more", all - 1),
    };
    let place = quote(&first.value);
    diag.note(first.at, &format!("nothing in the battle asks for the place {place}{more}"));
}

/// Counts how often a name occurs in a text as a whole word.
fn times(text: &str, name: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || "-_".contains(c);
    let is_word = |start: usize| {
        let (before, after) = (&text[..start], &text[start + name.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    };
    text.match_indices(name).filter(|(start, _)| is_word(*start)).count()
}
