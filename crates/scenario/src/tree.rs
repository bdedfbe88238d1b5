//! TOML as a tree of values that know where they were written, and keep that place when trees are merged.

use std::fmt::Write as _;

use crate::source::At;

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) at: At,
    pub(crate) value: Value,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Text(String),
    Integer(i64),
    /// A number with a fraction; may be infinite or not a number, as TOML allows.
    Decimal(f64),
    /// An integer beyond 64 bits.
    Huge(String),
    Flag(bool),
    Date(String),
    List(Vec<Node>),
    Table(Vec<Entry>),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) at: At,
    pub(crate) node: Node,
}

impl Value {
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Integer(_) | Self::Huge(_) => "a whole number",
            Self::Decimal(_) => "a number with a fraction",
            Self::Flag(_) => "true or false",
            Self::Date(_) => "a date",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
        }
    }
}

impl Node {
    pub(crate) const fn table(at: At, entries: Vec<Entry>) -> Self {
        Self { at, value: Value::Table(entries) }
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Table(entries) => entries,
            _ => &[],
        }
    }

    pub(crate) const fn is_table(&self) -> bool {
        matches!(self.value, Value::Table(_))
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        self.entries().iter().find(|e| e.key == key).map(|e| &e.node)
    }

    pub(crate) fn show(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, to: &mut String) {
        let _ = match &self.value {
            Value::Text(text) => write!(to, "{text}"),
            Value::Integer(number) => write!(to, "{number}"),
            Value::Decimal(number) => write!(to, "{number}"),
            Value::Huge(text) | Value::Date(text) => write!(to, "{text}"),
            Value::Flag(flag) => write!(to, "{flag}"),
            Value::List(list) => {
                to.push('[');
                for (i, node) in list.iter().enumerate() {
                    if i > 0 {
                        to.push_str(", ");
                    }
                    node.write(to);
                }
                to.push(']');
                Ok(())
            }
            Value::Table(entries) => {
                to.push('{');
                for (i, entry) in entries.iter().enumerate() {
                    let _ = write!(to, "{} {} = ", if i > 0 { "," } else { "" }, entry.key);
                    entry.node.write(to);
                }
                to.push_str(" }");
                Ok(())
            }
        };
    }

    /// Lays another tree over this one: tables are merged, everything else is replaced.
    pub(crate) fn overlay(&mut self, over: Self) {
        match (&mut self.value, over.value) {
            (Value::Table(mine), Value::Table(others)) => {
                for entry in others {
                    match mine.iter_mut().find(|e| e.key == entry.key) {
                        // A plain factor and a table of conditions replace each other as a whole.
                        Some(old) if old.node.is_table() && entry.node.is_table() => {
                            old.node.overlay(entry.node);
                        }
                        Some(old) => *old = entry,
                        None => mine.push(entry),
                    }
                }
            }
            (mine, other) => {
                *mine = other;
                self.at = over.at;
            }
        }
    }
}
