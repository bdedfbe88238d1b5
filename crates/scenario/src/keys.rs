//! Tables with declared keys: notes missing and unknown keys, and reads each key as its row says.

use skirmish_engine::battle::geometry::{Len, Point};

use crate::code::Code;
use crate::describe::{Form, TableDoc};
use crate::limits::{self, Limit};
use crate::problem::{Diagnostics, near, quote};
use crate::reader::{
    flag, length, list, name, number, point, text, texts, whole, word, wrong_type,
};
use crate::source::{At, Spanned};
use crate::tree::{Entry, Node, Value};

/// Keys that were removed or are often guessed, by table, with a hint.
const RENAMED: &[(&str, &str, &str)] = &[
    (
        "`options`",
        "end-card",
        "`options.end-card = \"one\"` is `turn.end-cards = 1` now, and \"none\" is 0",
    ),
    ("a bot", "name", "a bot is called like its file; `about` says what it does"),
];

pub(crate) fn renamed(table: &str, key: &str) -> Option<&'static str> {
    RENAMED.iter().find(|row| (row.0, row.1) == (table, key)).map(|row| row.2)
}

fn is_unknown(diag: &mut Diagnostics, doc: &TableDoc, entry: &Entry) {
    let message = format!("{} has no key {}", doc.name, quote(&entry.key));
    let problem = diag.problem(Code::UnknownKey, entry.at, message);
    match renamed(doc.name, &entry.key) {
        Some(now) => problem.hint(now),
        None => problem.suggest(&entry.key, doc.fields.iter().map(|f| f.key)),
    };
}

/// Notes tables with misspelled names and moves their contents to the right place, so that they are read as well.
pub(crate) fn mend(diag: &mut Diagnostics, node: &mut Node, doc: &TableDoc) {
    let Value::Table(entries) = &mut node.value else { return };
    let fields: Vec<&str> = doc.fields.iter().map(|field| field.key).collect();
    let meant = |entry: &Entry| {
        let is_unknown = entry.node.is_table() && doc.field(&entry.key).is_none();
        // Looking for a similar name is slow, and every table comes through here.
        match is_unknown.then(|| near(&entry.key, &fields))?[..] {
            [key] => Some(key),
            _ => None,
        }
    };
    let is_misspelled = |entry: &mut Entry| meant(entry).is_some();
    let misspelled: Vec<Entry> = entries.extract_if(.., is_misspelled).collect();
    for entry in misspelled {
        is_unknown(diag, doc, &entry);
        if let Some(key) = meant(&entry) {
            node.overlay(Node::table(node.at, vec![Entry { key: key.to_owned(), ..entry }]));
        }
    }
    let Value::Table(entries) = &mut node.value else { return };
    for entry in entries {
        if let Some(Form::Table(doc)) = doc.field(&entry.key).map(|field| field.form) {
            mend(diag, &mut entry.node, doc);
        }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Keys<'t> {
    node: &'t Node,
    doc: &'static TableDoc,
}

impl<'t> Keys<'t> {
    /// Opens a table and notes unknown keys and missing required ones.
    pub(crate) fn open(
        diag: &mut Diagnostics,
        node: &'t Node,
        doc: &'static TableDoc,
    ) -> Option<Self> {
        if !node.is_table() {
            return wrong_type(diag, node, &format!("a table ({})", doc.about)).none();
        }
        for entry in node.entries() {
            if doc.field(&entry.key).is_none() {
                is_unknown(diag, doc, entry);
            }
        }
        let keys = Self { node, doc };
        // One problem for all missing keys, since they are mended in one place.
        let missing: Vec<_> = doc
            .fields
            .iter()
            .filter(|f| f.required && keys.get(f.key).is_none() && !keys.is_meant(f.key))
            .collect();
        if !missing.is_empty() {
            let names: Vec<String> = missing.iter().map(|f| format!("`{}`", f.key)).collect();
            let message = format!("{} has no {}", doc.name, names.join(" and no "));
            let problem = diag.problem(Code::Missing, node.at, message);
            missing.iter().fold(problem, |problem, field| {
                problem.hint(format!("`{}`: {}", field.key, field.about))
            });
        }
        Some(keys)
    }

    pub(crate) const fn of(node: &'t Node, doc: &'static TableDoc) -> Self {
        Self { node, doc }
    }

    pub(crate) const fn doc(&self) -> &'static TableDoc {
        self.doc
    }

    pub(crate) fn get(&self, key: &str) -> Option<&'t Node> {
        debug_assert!(
            self.doc.fields.iter().any(|f| f.key == key),
            "{key} is not described for {}",
            self.doc.name
        );
        self.node.get(key)
    }

    /// Returns whether an unknown key is this one misspelled; then it does not count as missing.
    pub(crate) fn is_meant(&self, key: &str) -> bool {
        let fields: Vec<&str> = self.doc.fields.iter().map(|f| f.key).collect();
        self.node
            .entries()
            .iter()
            .filter(|e| !fields.contains(&e.key.as_str()))
            .any(|e| near(&e.key, &fields).contains(&key))
    }

    pub(crate) fn places(&self) -> impl Iterator<Item = At> {
        self.node.entries().iter().map(|e| e.node.at)
    }

    pub(crate) const fn at(&self) -> At {
        self.node.at
    }

    /// Returns where the value at a path was written, or else where the table was.
    pub(crate) fn place(&self, path: &[&str]) -> At {
        self.place_of(path).unwrap_or(self.at())
    }

    pub(crate) fn place_of(&self, path: &[&str]) -> Option<At> {
        Some(path.iter().try_fold(self.node, |node, key| node.get(key))?.at)
    }

    /// Returns what a key's row expects, such as `a body` or `the name of a side`.
    fn wanted(&self, key: &str) -> &'static str {
        const fn of(form: &Form) -> &'static str {
            match *form {
                Form::Text(wanted)
                | Form::Name(wanted)
                | Form::Number(wanted)
                | Form::Phrase(wanted, _) => wanted,
                Form::List(form) => of(form),
                Form::Either(forms) => of(&forms[0]),
                _ => "text",
            }
        }
        self.doc.field(key).map_or("text", |field| of(&field.form))
    }

    fn limit(&self, key: &str) -> &'static Limit {
        fn of(form: &Form) -> Option<&'static Limit> {
            match *form {
                Form::Whole(limit) | Form::Length(limit) => Some(limit),
                Form::Either(forms) => forms.iter().find_map(of),
                _ => None,
            }
        }
        self.doc.field(key).and_then(|field| of(&field.form)).unwrap_or(&limits::COUNT)
    }

    pub(crate) fn text(&self, diag: &mut Diagnostics, key: &str) -> Option<Spanned<String>> {
        text(diag, self.get(key)?, self.wanted(key))
    }

    pub(crate) fn texts(
        &self,
        diag: &mut Diagnostics,
        key: &str,
        limit: &Limit,
    ) -> Vec<Spanned<String>> {
        let found = self.get(key).map(|node| texts(diag, node, self.wanted(key), limit));
        found.unwrap_or_default()
    }

    pub(crate) fn name(&self, diag: &mut Diagnostics, key: &str) -> Option<Spanned<String>> {
        name(diag, self.get(key)?, self.wanted(key))
    }

    /// Reads a name behind a key; an empty name if there is none.
    pub(crate) fn name_or_none(&self, diag: &mut Diagnostics, key: &str) -> Spanned<String> {
        self.name(diag, key).unwrap_or_else(|| Spanned::new(String::new(), self.node.at))
    }

    pub(crate) fn whole<T: TryFrom<i64>>(
        &self,
        diag: &mut Diagnostics,
        key: &str,
    ) -> Option<Spanned<T>> {
        let number = whole(diag, self.get(key)?, self.limit(key))?;
        Some(Spanned::new(T::try_from(number.value).ok()?, number.at))
    }

    pub(crate) fn length(&self, diag: &mut Diagnostics, key: &str) -> Option<Len> {
        length(diag, self.get(key)?, self.limit(key)).map(|length| length.value)
    }

    pub(crate) fn number(&self, diag: &mut Diagnostics, key: &str) -> Option<f64> {
        number(diag, self.get(key)?, self.wanted(key))
    }

    pub(crate) fn flag(&self, diag: &mut Diagnostics, key: &str) -> Option<Spanned<bool>> {
        flag(diag, self.get(key)?)
    }

    pub(crate) fn point(&self, diag: &mut Diagnostics, key: &str) -> Option<Spanned<Point>> {
        point(diag, self.get(key)?)
    }

    pub(crate) fn word<T: Copy>(
        &self,
        diag: &mut Diagnostics,
        key: &str,
        what: &str,
        words: &[(&str, T)],
    ) -> Option<Spanned<T>> {
        word(diag, self.get(key)?, what, words)
    }

    /// Reads the members of a list behind a key, leaving out bad ones.
    pub(crate) fn list<T>(
        &self,
        diag: &mut Diagnostics,
        key: &str,
        limit: &Limit,
        read: impl Fn(&mut Diagnostics, &'t Node) -> Option<T>,
    ) -> Vec<T> {
        let is_of_tables = || {
            let form = self.doc.field(key).map(|field| &field.form);
            matches!(form, Some(Form::List(Form::Table(_))))
        };
        let members = match self.get(key) {
            None => &[],
            // Its contents are checked all the same.
            Some(node) if node.is_table() && is_of_tables() => {
                wrong_type(diag, node, &format!("a list ({})", limit.name))
                    .hint("write its name in double brackets, `[[…]]`: each such table is one of the list");
                std::slice::from_ref(node)
            }
            Some(node) => list(diag, node, limit),
        };
        members.iter().filter_map(|member| read(diag, member)).collect()
    }

    /// Reads a list of points behind a key; `None` if one of them is bad.
    pub(crate) fn points(
        &self,
        diag: &mut Diagnostics,
        key: &str,
        limit: &Limit,
    ) -> Option<Vec<Spanned<Point>>> {
        let points: Vec<_> =
            list(diag, self.get(key)?, limit).iter().map(|node| point(diag, node)).collect();
        points.into_iter().collect()
    }

    /// Notes keys that mean nothing beside another.
    pub(crate) fn only(&self, diag: &mut Diagnostics, others: &[&str], with: &str) {
        for (key, node) in others.iter().filter_map(|key| Some((key, self.get(key)?))) {
            let message = format!("`{key}` means nothing beside `{with}`");
            diag.problem(Code::Choice, node.at, message);
        }
    }

    /// Returns the first written key of those where exactly one is required; notes if there is not exactly one.
    pub(crate) fn one_of(&self, diag: &mut Diagnostics) -> Option<&'static str> {
        let keys = self.doc.one_of;
        let is_there = |key: &&str| self.get(key).is_some();
        if let Some(key) = self.doc.or_else.filter(is_there)
            && !keys.iter().any(is_there)
        {
            return Some(key);
        }
        let found: Vec<&'static str> =
            keys.iter().copied().filter(|k| self.get(k).is_some()).collect();
        if found.len() != 1 {
            let names: Vec<String> = keys.iter().map(|k| format!("`{k}`")).collect();
            let message = if found.is_empty() {
                format!("{} needs one of {}", self.doc.name, names.join(", "))
            } else {
                format!("{} can have only one of {}", self.doc.name, names.join(", "))
            };
            let at = found.get(1).and_then(|k| self.get(k)).map_or(self.node.at, |n| n.at);
            diag.problem(Code::Choice, at, message);
        }
        found.first().copied()
    }
}
