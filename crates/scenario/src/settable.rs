//! The paths that `--set` and `sweep` accept in a battle, with their values, forms and meanings.

use toml::de::DeValue;

use crate::describe::{Field, Form, TableDoc};
use crate::load::{Files, Override, load, set_scenario};
use crate::parse;
use crate::path;
use crate::problem::{Diagnostics, Problems};
use crate::read::SCENARIO;
use crate::rules::along;
use crate::source::SourceKind;
use crate::tree::{Node, Value};
use crate::written;

/// A path that can be set.
#[derive(Debug, Clone)]
pub struct Settable {
    /// The path.
    pub path: String,
    /// Its value, as `--set` takes it; `None` if the file leaves it out.
    pub value: Option<String>,
    /// The form of its values.
    pub form: Form,
    /// What it means.
    pub about: &'static str,
}

/// Returns every path that can be set in a battle and its rulebook.
///
/// # Errors
/// Every problem of the files.
pub fn settable(
    bytes: &[u8],
    name: &str,
    overrides: &[Override],
    files: &dyn Files,
) -> Result<Vec<Settable>, Problems> {
    let scenario = load(bytes, name, overrides, files)?;
    // Reading without problems has been tested by `load`, so it works again.
    let mut diag = Diagnostics::default();
    let mut found = Vec::new();
    if let Some(mut tree) = parse::document(&mut diag, name, bytes, SourceKind::Scenario) {
        set_scenario(&mut diag, &mut tree, overrides);
        table(&tree, &SCENARIO, &mut Vec::new(), &mut found);
    }
    // A missing key may mean nothing under these rules or beside other keys, so each is tried.
    let can_be = |it: &Settable, value: String| {
        let set = overrides.iter().cloned().chain([Override { path: it.path.clone(), value }]);
        load(bytes, name, &set.collect::<Vec<_>>(), files).is_ok()
    };
    found.retain(|it| {
        it.value.is_some() || candidates(&it.form).into_iter().any(|value| can_be(it, value))
    });
    for parameter in &scenario.parameters {
        let Some(parts) = path::split(&parameter.path) else { continue };
        let rows = along(&parts);
        let Some(row) = rows.last() else { continue };
        found.push(Settable {
            path: parameter.path.clone(),
            value: Some(parameter.value.clone()),
            form: single(&row.form),
            about: row.about,
        });
    }
    Ok(found)
}

/// Returns values to try for a missing key.
fn candidates(form: &Form) -> Vec<String> {
    match form {
        Form::Whole(limit) | Form::Length(limit) => {
            [limit.least, limit.most].map(|number| number.to_string()).to_vec()
        }
        Form::Flag => vec!["false".to_owned(), "true".to_owned()],
        Form::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        Form::Either(forms) => forms.iter().flat_map(candidates).collect(),
        _ => vec!["captain".to_owned()],
    }
}

const fn single(form: &Form) -> Form {
    let mut form = *form;
    while let Form::Named(inner) = form {
        form = *inner;
    }
    form
}

/// Collects the keys of a table, including missing ones that can stand alone.
fn table(node: &Node, doc: &'static TableDoc, at: &mut Vec<String>, found: &mut Vec<Settable>) {
    for field in doc.fields.iter().filter(|field| field.key != "set") {
        at.push(field.key.to_owned());
        match node.get(field.key) {
            Some(node) => below(node, &field.form, field.about, at, found),
            None if is_plain(field) && !is_of_others(doc, field.key) => {
                found.push(of(at, None, &field.form, field.about));
            }
            None => {}
        }
        at.pop();
    }
}

/// Returns whether a value can be set by itself, without naming something else.
fn is_plain(field: &Field) -> bool {
    fn is_so(form: &Form) -> bool {
        match form {
            Form::Whole(_) | Form::Length(_) | Form::Flag | Form::Words(_) => true,
            Form::Either(forms) => forms.iter().any(is_so),
            _ => false,
        }
    }
    is_so(&field.form) || field.key == "bot" && matches!(field.form, Form::Text(_))
}

/// Returns whether a missing key depends on other keys or excludes them.
fn is_of_others(doc: &TableDoc, key: &str) -> bool {
    doc.one_of.contains(&key)
        || doc.or_else.is_some()
        || ["ranks", "thick", "with", "contested"].contains(&key)
}

fn below(
    node: &Node,
    form: &'static Form,
    about: &'static str,
    at: &mut Vec<String>,
    found: &mut Vec<Settable>,
) {
    match (&node.value, form) {
        (_, Form::Either(forms)) => {
            let fits = |form: &&Form| match (&node.value, form) {
                (Value::Table(_), form) => matches!(form, Form::Table(_) | Form::Named(_)),
                (Value::List(list), form) if list.iter().any(Node::is_table) => {
                    matches!(form, Form::List(Form::Table(_)))
                }
                _ => false,
            };
            match forms.iter().find(fits) {
                Some(inner) => below(node, inner, about, at, found),
                None => found.push(of(at, Some(node), form, about)),
            }
        }
        (Value::Table(_), Form::Table(doc)) => table(node, doc, at, found),
        (Value::Table(entries), Form::Named(inner)) => {
            for entry in entries {
                at.push(entry.key.clone());
                below(&entry.node, inner, about, at, found);
                at.pop();
            }
        }
        (Value::List(list), Form::List(inner)) if list.iter().any(Node::is_table) => {
            for (k, member) in list.iter().enumerate() {
                at.push((k + 1).to_string());
                below(member, inner, about, at, found);
                at.pop();
            }
        }
        _ => found.push(of(at, Some(node), form, about)),
    }
}

fn of(at: &[String], node: Option<&Node>, form: &Form, about: &'static str) -> Settable {
    Settable { path: path::join(at), value: node.map(value), form: *form, about }
}

/// Returns a value as `--set` takes it. Text is quoted in lists, and where it would be read as something else.
fn value(node: &Node) -> String {
    match &node.value {
        Value::Text(words) if DeValue::parse(words).is_err() && !words.contains('\n') => {
            words.clone()
        }
        Value::Text(words) => written::text(words),
        Value::List(list) => {
            let members: Vec<String> = list.iter().map(member).collect();
            format!("[{}]", members.join(", "))
        }
        _ => node.show(),
    }
}

fn member(node: &Node) -> String {
    match &node.value {
        Value::Text(words) => written::text(words),
        _ => value(node),
    }
}
