//! Text for the terminal: lists, lines broken to a width, definitions and notes. All names go through [`safe_text`].

use crate::once::grouped;
use crate::table::{COLUMNS, width};
use crate::{safe_text, words};

pub use crate::report::answer::summary;

/// `one, another and a third`: of one alone nothing else, and of none nothing.
pub fn listed(names: &[impl AsRef<str>], last: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [first @ .., end] if !first.is_empty() => format!("{} {last} {end}", first.join(", ")),
        few => few.concat(),
    }
}

/// A text with others before and behind it; without it they are not told, either.
pub(crate) fn framed(before: &str, text: &str, after: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{before}{text}{after}") }
}

/// What is measured, each measure once, of names and definitions.
pub(crate) fn definitions<'m>(measures: impl Iterator<Item = (&'m str, &'m str)>) -> String {
    let told = grouped(measures).into_iter().map(|(measure, abouts)| {
        let name = words::measured(measure, "");
        let of = if name.replace(' ', "-") == measure { "" } else { &format!(" ({measure})") };
        below("  ", &format!("{name}{of}: {}", abouts[0]))
    });
    framed("What is measured\n", &told.collect::<String>(), "")
}

/// What to know about the numbers: methods, and where they are from.
pub(crate) fn notes(notes: &[String]) -> String {
    let lines: String = notes.iter().map(|note| below("  ", &safe_text(note))).collect();
    framed("Methods and sources\n", &lines, "")
}

/// A sentence that hangs below its first line, twice as far in.
pub(crate) fn below(indent: &str, text: &str) -> String {
    hanging([indent, &indent.repeat(2)], text)
}

/// A sentence with what stands before its first line, and before the others.
pub fn hanging([first, rest]: [&str; 2], text: &str) -> String {
    let lines = wrapped(text, [COLUMNS - first.len().max(rest.len()); 2]);
    let lines = lines.lines().enumerate();
    lines.map(|(k, line)| format!("{}{line}\n", if k == 0 { first } else { rest })).collect()
}

/// Breaks sentences at blanks so that they fit a terminal of the usual width, and ends the line.
pub fn sentences(text: &str) -> String {
    wrapped(text, [COLUMNS; 2])
}

/// The text with every line that is too wide broken at blanks. What goes on hangs below the last column of a list, or a step
/// further in; a command is not broken, since it is copied.
pub fn narrow(text: &str) -> String {
    const FURTHEST: usize = 40;
    let mut narrow = String::new();
    for line in text.lines() {
        let is_command = line.trim_start().starts_with("skirmish ");
        if width(line) <= COLUMNS || is_command {
            narrow += line;
            narrow.push('\n');
            continue;
        }
        let indent = line.chars().take_while(|c| *c == ' ').count();
        // Where the text of a list begins, after two blanks or more.
        let begun = line.trim_start();
        let column = begun.find("  ").map(|end| {
            let rest = begun[end..].trim_start();
            indent + begun[..begun.len() - rest.len()].chars().count()
        });
        let hang = column.filter(|column| *column <= FURTHEST).unwrap_or(indent + 2);
        // A blank after a word of two letters stays where it is.
        let blank = usize::from(line.chars().nth(hang) == Some(' '));
        let head: String = line.chars().take(hang + blank).collect();
        let rest: String = line.chars().skip(hang + blank).collect();
        for (k, part) in wrapped(&rest, [COLUMNS - hang - blank; 2]).lines().enumerate() {
            match k {
                0 => narrow += &head,
                _ => narrow.extend(std::iter::repeat_n(' ', hang)),
            }
            narrow += part;
            narrow.push('\n');
        }
    }
    narrow
}

/// The text with lines no wider than so many columns, the first and the others.
pub(crate) fn wrapped(text: &str, [mut columns, others]: [usize; 2]) -> String {
    if text.is_empty() {
        return String::new();
    }
    let mut wrapped = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let wide = width(word);
        if column > 0 && column + 1 + wide > columns {
            wrapped.push('\n');
            (column, columns) = (0, others);
        } else if column > 0 {
            wrapped.push(' ');
            column += 1;
        }
        wrapped.push_str(word);
        column += wide;
    }
    wrapped + "\n"
}
