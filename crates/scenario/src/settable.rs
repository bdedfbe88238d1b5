//! What can be set in a battle: every path that `--set` and `sweep` take, with its value, what may stand there and its meaning.

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
    /// What stands there, as `--set` takes it; `None` if the file leaves it out.
    pub value: Option<String>,
    /// What may stand there.
    pub form: Form,
    /// What it means.
    pub about: &'static str,
}

/// Every path of a battle and of the rulebook that it is played by.
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
    // What has been read without a problem is read so again.
    let mut diag = Diagnostics::default();
    let mut found = Vec::new();
    if let Some(mut tree) = parse::document(&mut diag, name, bytes, SourceKind::Scenario) {
        set_scenario(&mut diag, &mut tree, overrides);
        table(&tree, &SCENARIO, &mut Vec::new(), &mut found);
    }
    // What is left out may mean nothing under these rules, or beside what is there: whether it can be set is tried.
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

/// Values that may stand where nothing does.
fn candidates(form: &Form) -> Vec<String> {
    match form {
        Form::Whole(limit) | Form::Length(limit) => {
            [limit.least, limit.most].map(|number| number.to_string()).to_vec()
        }
        Form::Flag => vec!["false".to_owned(), "true".to_owned()],
        Form::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        Form::Either(forms) => forms.iter().flat_map(candidates).collect(),
        // A bot.
        _ => vec!["captain".to_owned()],
    }
}

/// What one of a column, or one that may be a table as well, may be.
const fn single(form: &Form) -> Form {
    let mut form = *form;
    while let Form::Named(inner) = form {
        form = *inner;
    }
    form
}

/// The keys of a table, those among them that are left out and can stand by themselves.
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

/// Whether a value can stand there by itself: what names something else is left to who has it.
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

/// Whether a key that is left out means something only beside others that are there, or excludes them.
fn is_of_others(doc: &TableDoc, key: &str) -> bool {
    doc.one_of.contains(&key)
        || doc.or_else.is_some()
        || ["ranks", "thick", "with", "contested"].contains(&key)
}

/// What stands behind a key.
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

/// A value as `--set` takes it: a text that would be read as something else, and one in a list, stands in quotation marks.
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
