//! Values as a file would have them.

use crate::path;
use crate::rules::{Parameter, ParameterKind, walk};

/// Returns a text in quotation marks.
pub fn text(text: &str) -> String {
    // This picks a literal string only if the text has double quotes and no single ones.
    toml::Value::from(text).to_string()
}

/// Returns parameters as tables of a rulebook, leaving out members of lists, since a list is written whole.
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
    tables.sort_by_key(|(table, _)| !table.is_empty());
    let written = tables.iter().map(|(table, lines)| match table.as_str() {
        "" => lines.clone(),
        table => format!("[{table}]\n{lines}"),
    });
    written.collect::<Vec<_>>().join("\n")
}

/// Returns the value of a parameter, words and dice in quotation marks.
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
