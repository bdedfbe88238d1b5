//! Plants one key in every table: a misspelled one, and each known one under rules that don't use it. Each must be read,
//! refused at its line, or noted with its line.

use std::collections::BTreeMap;

use super::RULEBOOK;
use super::scope::{Scope, owner};
use crate::describe::{Form, TableDoc};
use crate::load::load_rules;
use crate::problem::Problem;

fn sample(form: &Form) -> String {
    match *form {
        Form::Text(_) | Form::Name(_) | Form::Phrase(..) => "\"x\"".to_owned(),
        Form::Whole(limit) | Form::Length(limit) => limit.least.max(1).to_string(),
        Form::Number(_) | Form::Any => "1".to_owned(),
        Form::Routines(_) => "2".to_owned(),
        Form::Flag => "true".to_owned(),
        Form::Point => "[1, 1]".to_owned(),
        Form::Words(words) => format!("\"{}\"", words[words.len() - 1]),
        Form::Dice | Form::Die | Form::Amount(_) => "\"d6\"".to_owned(),
        Form::List(form) => format!("[{}]", sample(form)),
        Form::Either(forms) => sample(&forms[0]),
        Form::Table(_) | Form::Named(_) => "{}".to_owned(),
    }
}

/// Collects every key below a table with its path and a value, and one misspelled key for each table.
fn keys(doc: &TableDoc, path: &str, found: &mut Vec<(String, String)>) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    found.push((below("zzz"), "1".to_owned()));
    for field in doc.fields {
        of_form(&field.form, &below(field.key), found);
    }
}

fn of_form(form: &Form, path: &str, found: &mut Vec<(String, String)>) {
    let name = if path == "weapon" { "sword" } else { "average" };
    match *form {
        Form::Table(doc) => keys(doc, path, found),
        Form::Named(form) => of_form(form, &format!("{path}.{name}"), found),
        _ => {
            found.push((path.to_owned(), sample(form)));
            if let Form::Either(forms) = form {
                let tables =
                    forms.iter().filter(|form| matches!(form, Form::Table(_) | Form::Named(_)));
                tables.for_each(|form| of_form(form, path, found));
            }
        }
    }
}

/// Returns what went unreported about a key on the last line of a rulebook, if that is wrong.
fn silence(extends: &str, path: &str, value: &str) -> Option<String> {
    let file = format!("name = \"mine\"\nextends = \"{extends}\"\n{path} = {value}\n");
    let files = BTreeMap::from([("mine.toml".to_owned(), file.into_bytes())]);
    let rules = match load_rules("mine.toml", &[], &files) {
        Ok(rules) => rules,
        Err(problems) => {
            let is_here = |it: &Problem| it.file == "mine.toml" && it.line == 3;
            return (!problems.list().iter().any(is_here)).then(|| problems.to_string());
        }
    };
    let book = &rules.rulebook;
    let scope = Scope { system: book.system, fighting: book.fighting };
    let is_told = rules.notes.iter().any(|note| note.contains("(line 3 of `mine.toml`)"));
    let is_number = rules.parameters.iter().any(|it| it.is_below(path));
    let is_name = ["name", "about", "drop", "seize.leadership.average"].contains(&path)
        || value.starts_with(['"', '[']) && owner(path.split('.')).is_some_and(|it| scope.has(it));
    (!is_told && !is_number && !is_name).then(|| format!("{:?}", rules.notes))
}

#[test]
fn no_key_of_a_rulebook_passes_in_silence() {
    let mut found = Vec::new();
    keys(&RULEBOOK, "", &mut found);
    let mut silent = Vec::new();
    for extends in ["petite-guerre", "adnd", "turnover", "hit-wound-save"] {
        let of = |(path, value): &(String, String)| {
            Some(format!("{extends}: {path} = {value}: {}", silence(extends, path, value)?))
        };
        silent.extend(found.iter().filter_map(of));
    }
    assert!(silent.is_empty(), "{} of {}:\n{}", silent.len(), found.len(), silent.join("\n"));
}
