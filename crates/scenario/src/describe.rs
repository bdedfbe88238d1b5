//! How the tables of a file are described: one description drives the check for unknown keys, the messages and, later,
//! the schema and the reference.

use crate::limits::Limit;

/// A table of the format.
#[derive(Debug, Clone, Copy)]
pub struct TableDoc {
    /// What it is called in messages, such as `a body`.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its keys.
    pub fields: &'static [Field],
}

/// A key of a table.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The key.
    pub key: &'static str,
    /// Whether it must be there.
    pub required: bool,
    /// What may stand there.
    pub form: Form,
    /// What it means, and what holds without it.
    pub about: &'static str,
}

/// What may stand behind a key.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// Text.
    Text,
    /// A name.
    Name,
    /// A whole number.
    Whole(&'static Limit),
    /// A length, fractions allowed.
    Length(&'static Limit),
    /// Any number.
    Number,
    /// True or false.
    Flag,
    /// Two numbers.
    Point,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A phrase of the bots' vocabulary.
    Phrase,
    /// Dice.
    Dice,
    /// A table.
    Table(&'static TableDoc),
    /// A table whose keys are names.
    Named(&'static Form),
    /// A list.
    List(&'static Form),
    /// Any of several.
    Either(&'static [Form]),
    /// Any value: what `[set]` gives to a path.
    Any,
}

/// A key that must be there.
pub(crate) const fn need(key: &'static str, form: Form, about: &'static str) -> Field {
    Field { key, required: true, form, about }
}

/// A key that may be left out.
pub(crate) const fn may(key: &'static str, form: Form, about: &'static str) -> Field {
    Field { key, required: false, form, about }
}
