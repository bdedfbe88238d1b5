//! Values as they are written in a file.

use crate::path;
use crate::rules::{Parameter, ParameterKind, walk};

/// A text in quotation marks.
pub fn text(text: &str) -> String {
    // Of the ways to write a text of one line, that which knows no escapes is for what has quotation marks and no others.
    toml::Value::from(text).to_string()
}

/// Parameters as tables of a rulebook, each table under its heading. Members of lists are left out, since a list is written as
/// a whole.
pub fn tables(parameters: &[Parameter]) -> String {
    let mut tables: Vec<(String, String)> = Vec::new();
    for parameter in parameters {
        let Some(parts) = path::split(&parameter.path) else { continue };
        let Some((key, table)) = parts.split_last() else { continue };
        if walk(&parts).1.is_none() {
            continue;
        }
        let table = path::heading(table);
        let line = format!("{} = {}\n", path::heading([key.as_str()]), value(parameter));
        match tables.iter_mut().find(|(other, _)| *other == table) {
            Some((_, lines)) => lines.push_str(&line),
            None => tables.push((table, line)),
        }
    }
    // What stands under no heading comes first in a rulebook.
    tables.sort_by_key(|(table, _)| !table.is_empty());
    let written = tables.iter().map(|(table, lines)| match table.as_str() {
        "" => lines.clone(),
        table => format!("[{table}]\n{lines}"),
    });
    written.collect::<Vec<_>>().join("\n")
}

/// The value of a parameter: words and dice in quotation marks.
fn value(parameter: &Parameter) -> String {
    let is_bare = match parameter.kind {
        ParameterKind::Whole(_) | ParameterKind::Length(_) | ParameterKind::Flag => true,
        ParameterKind::Dice | ParameterKind::Die | ParameterKind::Words(_) => false,
        ParameterKind::Factor(_) | ParameterKind::Amount | ParameterKind::Routines(_) => {
            parameter.value.parse::<i64>().is_ok()
        }
    };
    if is_bare { parameter.value.clone() } else { text(&parameter.value) }
}
