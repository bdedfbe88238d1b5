//! Text for the terminal: lists, line breaks, definitions and notes. All names go through [`safe_text`].

use crate::once::grouped;
use crate::table::{COLUMNS, width};
use crate::{safe_text, words};

pub use crate::report::answer::summary;

/// Returns `one, another and a third`; a single name alone, and nothing for no names.
pub fn listed(names: &[impl AsRef<str>], last: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [first @ .., end] if !first.is_empty() => format!("{} {last} {end}", first.join(", ")),
        few => few.concat(),
    }
}

/// Surrounds a text with two others; an empty text stays empty.
pub(crate) fn framed(before: &str, text: &str, after: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{before}{text}{after}") }
}

/// Lists the definitions of measures, each measure once.
pub(crate) fn definitions<'m>(measures: impl Iterator<Item = (&'m str, &'m str)>) -> String {
    let told = grouped(measures).into_iter().map(|(measure, abouts)| {
        let name = words::measured(measure, "");
        let of = if name.replace(' ', "-") == measure { "" } else { &format!(" ({measure})") };
        below("  ", &format!("{name}{of}: {}", abouts[0]))
    });
    framed("What is measured\n", &told.collect::<String>(), "")
}

pub(crate) fn notes(notes: &[String]) -> String {
    let lines: String = notes.iter().map(|note| below("  ", &safe_text(note))).collect();
    framed("Methods and sources\n", &lines, "")
}

/// Wraps a sentence with a hanging indent of twice `indent`.
pub(crate) fn below(indent: &str, text: &str) -> String {
    hanging([indent, &indent.repeat(2)], text)
}

/// Wraps a sentence with one prefix for its first line and one for the others.
pub fn hanging([first, rest]: [&str; 2], text: &str) -> String {
    let lines = wrapped(text, [COLUMNS - first.len().max(rest.len()); 2]);
    let lines = lines.lines().enumerate();
    lines.map(|(k, line)| format!("{}{line}\n", if k == 0 { first } else { rest })).collect()
}

/// Breaks sentences at spaces to fit a terminal of the usual width, ending with a newline.
pub fn sentences(text: &str) -> String {
    wrapped(text, [COLUMNS; 2])
}

/// Wraps lines that are too wide, with the rest below the last column of a list or indented by two. Keeps commands whole,
/// because users copy them.
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
        // In a list, text begins after two spaces or more.
        let begun = line.trim_start();
        let column = begun.find("  ").map(|end| {
            let rest = begun[end..].trim_start();
            indent + begun[..begun.len() - rest.len()].chars().count()
        });
        let hang = column.filter(|column| *column <= FURTHEST).unwrap_or(indent + 2);
        // Keeps the space after a word of two letters.
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

/// Breaks a text into lines no wider than `columns`, the first, and `others`.
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
