//! Declarations of file tables, one row for each key. A row drives checks, limits, messages and the reference; in a rulebook it
//! also says what the parameter belongs to, when it matters and where its value goes.

use std::fmt;

use crate::limits::Limit;
use crate::rules::{Choice, Goes, Owner, Use};

/// A table of the format.
#[derive(Debug, Clone, Copy)]
pub struct TableDoc {
    /// Its name in messages, such as `a body`.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its keys.
    pub fields: &'static [Field],
    /// Keys, exactly one required; empty if all may be there.
    pub one_of: &'static [&'static str],
    /// A key that can replace all of those.
    pub or_else: Option<&'static str>,
    pub(crate) ascending: Option<Ascending>,
}

impl TableDoc {
    pub(crate) const fn ascending(mut self, ascending: Ascending) -> Self {
        self.ascending = Some(ascending);
        self
    }

    pub(crate) const fn one_of(mut self, keys: &'static [&'static str]) -> Self {
        self.one_of = keys;
        self
    }

    /// Allows this key in place of all the keys of [`Self::one_of`].
    pub(crate) const fn or_else(mut self, key: &'static str) -> Self {
        self.or_else = Some(key);
        self
    }

    pub(crate) fn field(&self, key: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.key == key)
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Ascending {
    pub(crate) strictly: bool,
    /// The message; `{}` stands for the path of the table.
    pub(crate) message: &'static str,
    pub(crate) hint: &'static str,
}

/// A key of a table.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The key.
    pub key: &'static str,
    /// Whether the key is required.
    pub required: bool,
    /// The form of its values.
    pub form: Form,
    /// What it means, and its default.
    pub about: &'static str,
    /// A readable name for it or its contents: `{1}` is the path's second part, `{2}` the third.
    pub(crate) called: Option<&'static str>,
    /// Its owner; `None` if every file may have it.
    pub(crate) owner: Option<Owner>,
    /// Whether rulebooks for this owner need it.
    pub(crate) is_needed: bool,
    pub(crate) choice: Option<Choice>,
    /// What a battle must have for it to matter; the first that is missing is named. `None` if the table around it decides.
    pub(crate) uses: Option<&'static [Use]>,
    pub(crate) goes: Goes,
}

/// The form of a value.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// Text, and what it says.
    Text(&'static str),
    /// A name, and of what.
    Name(&'static str),
    /// A whole number.
    Whole(&'static Limit),
    /// A length, fractions allowed.
    Length(&'static Limit),
    /// Any number, and what it says.
    Number(&'static str),
    /// True or false.
    Flag,
    /// Two numbers.
    Point,
    /// One of these words.
    Words(&'static [&'static str]),
    /// A phrase of the bots' vocabulary, what it says, and its lists.
    Phrase(&'static str, &'static [&'static str]),
    /// Dice.
    Dice,
    /// One die.
    Die,
    /// Dice with an optional bonus, or a number.
    Amount(&'static Limit),
    /// A rate per round: a whole number, or halves as text.
    Routines(&'static Limit),
    /// A table.
    Table(&'static TableDoc),
    /// A table whose keys are names.
    Named(&'static Form),
    /// A list of values of this form.
    List(&'static Form),
    /// Any of several forms.
    Either(&'static [Form]),
    /// Any value, as `[set]` gives to a path.
    Any,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(_) => f.write_str("text"),
            Self::Name(_) => f.write_str("a name"),
            Self::Whole(limit) => write!(f, "a whole number, {}", limit.range()),
            Self::Length(limit) => write!(f, "a length, {}", limit.range()),
            Self::Number(_) => f.write_str("a number"),
            Self::Flag => f.write_str("true or false"),
            Self::Point => f.write_str("a point [x, y]"),
            Self::Words([]) => f.write_str("a word"),
            Self::Words(words) => f.write_str(&words.join(" | ")),
            Self::Phrase(..) => f.write_str("a phrase, see `explain bots`"),
            Self::Dice | Self::Die => f.write_str("dice such as d20 or 2d10"),
            Self::Amount(limit) => write!(f, "text, or a whole number, {}", limit.range()),
            Self::Routines(limit) => write!(f, "a whole number, {}, or text", limit.range()),
            Self::Table(doc) => f.write_str(doc.name),
            Self::Named(inner) => write!(f, "names, each with {inner}"),
            Self::List(inner) => write!(f, "a list of {inner}"),
            Self::Either(forms) => {
                let forms: Vec<String> = forms.iter().map(ToString::to_string).collect();
                f.write_str(&forms.join(", or "))
            }
            Self::Any => f.write_str("a value"),
        }
    }
}

impl Field {
    const fn new(key: &'static str, form: Form, about: &'static str) -> Self {
        Self {
            key,
            required: false,
            form,
            about,
            called: None,
            owner: None,
            is_needed: false,
            choice: None,
            uses: None,
            goes: Goes::Nowhere,
        }
    }

    pub(crate) const fn of(mut self, owner: Owner) -> Self {
        self.owner = Some(owner);
        self
    }

    pub(crate) const fn only(mut self, choice: Choice) -> Self {
        self.choice = Some(choice);
        self
    }

    pub(crate) const fn when(mut self, uses: &'static [Use]) -> Self {
        self.uses = Some(uses);
        self
    }

    pub(crate) const fn called(mut self, name: &'static str) -> Self {
        self.called = Some(name);
        self
    }

    pub(crate) const fn goes(mut self, goes: Goes) -> Self {
        self.goes = goes;
        self
    }
}

pub(crate) const fn need(key: &'static str, form: Form, about: &'static str) -> Field {
    Field { required: true, ..Field::new(key, form, about) }
}

pub(crate) const fn may(key: &'static str, form: Form, about: &'static str) -> Field {
    Field::new(key, form, about)
}

/// Returns a row for a key that a rulebook needs if it is for the key's owner.
pub(crate) const fn must(key: &'static str, form: Form, about: &'static str) -> Field {
    Field { is_needed: true, ..Field::new(key, form, about) }
}

/// Returns a row for a key that is required in its table and, as for [`must`], in a rulebook that lacks the table.
pub(crate) const fn always(key: &'static str, form: Form, about: &'static str) -> Field {
    Field { required: true, ..must(key, form, about) }
}

/// Declares a table: its name, what it is, and rows of the form `need "key" FORM, "meaning" => WHERE-IT-GOES, of OWNER, only
/// CHOICE, when USES, called NAME;`.
macro_rules! table {
    ($name:literal, $about:literal; $($need:ident $key:literal $form:expr, $meaning:literal
        $(=> $goes:expr)? $(, of $owner:expr)? $(, only $choice:expr)? $(, when $uses:expr)?
        $(, called $called:literal)?;)+) => {
        $crate::describe::TableDoc {
            name: $name,
            about: $about,
            fields: &[$($crate::describe::$need($key, $form, $meaning)
                $(.goes($goes))? $(.of($owner))? $(.only($choice))? $(.when($uses))?
                $(.called($called))?),+],
            one_of: &[],
            or_else: None,
            ascending: None,
        }
    };
}
pub(crate) use table;

/// The form of one of the words in a list of words with values.
macro_rules! words_of {
    ($all:expr) => {
        $crate::describe::Form::Words(const { &$crate::describe::words::<{ $all.len() }, _>($all) })
    };
}
pub(crate) use words_of;

pub(crate) const fn words<const N: usize, T>(all: &[(&'static str, T)]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut i = 0;
    while i < N {
        words[i] = all[i].0;
        i += 1;
    }
    words
}
