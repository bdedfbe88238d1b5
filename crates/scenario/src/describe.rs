//! How the tables of a file are described: one row for each key. The row drives the check for unknown and missing keys, the
//! reading with its limit, the messages and the reference; for a rulebook it says also what the parameter belongs to, when it
//! can matter, and where its value goes.

use std::fmt;

use crate::limits::Limit;
use crate::rules::{Choice, Goes, Owner, Use};

/// A table of the format.
#[derive(Debug, Clone, Copy)]
pub struct TableDoc {
    /// What it is called in messages, such as `a body`.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its keys.
    pub fields: &'static [Field],
    /// Keys of which it must have exactly one; none if it may have all.
    pub one_of: &'static [&'static str],
    /// A key that can stand in the place of all those.
    pub or_else: Option<&'static str>,
    /// Whether its numbers must ascend from key to key.
    pub(crate) ascending: Option<Ascending>,
}

impl TableDoc {
    /// Its numbers must ascend from key to key.
    pub(crate) const fn ascending(mut self, ascending: Ascending) -> Self {
        self.ascending = Some(ascending);
        self
    }

    /// It must have exactly one of these keys.
    pub(crate) const fn one_of(mut self, keys: &'static [&'static str]) -> Self {
        self.one_of = keys;
        self
    }

    /// Or, if it has none of the keys of [`Self::one_of`], it must have this one.
    pub(crate) const fn or_else(mut self, key: &'static str) -> Self {
        self.or_else = Some(key);
        self
    }

    /// The row of a key.
    pub(crate) fn field(&self, key: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.key == key)
    }
}

/// How the numbers of a table must ascend, and what is said if they do not.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ascending {
    /// Whether two may not be equal.
    pub(crate) strictly: bool,
    /// What is wrong; `{}` stands for the path of the table.
    pub(crate) message: &'static str,
    pub(crate) hint: &'static str,
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
    /// What people call it, or what is in it, if they do not say its path: `{1}` is the part of that after the first, `{2}` the
    /// next.
    pub(crate) called: Option<&'static str>,
    /// What it belongs to; `None` if every file may have it.
    pub(crate) owner: Option<Owner>,
    /// Whether a rulebook must have it that is for what it belongs to.
    pub(crate) is_needed: bool,
    /// The choice elsewhere that it hangs on, if it does.
    pub(crate) choice: Option<Choice>,
    /// What a battle must have for it to matter, the first that it lacks being named; `None` if that is as with the table
    /// around it.
    pub(crate) uses: Option<&'static [Use]>,
    /// Where its value goes.
    pub(crate) goes: Goes,
}

/// What may stand behind a key.
#[derive(Debug, Clone, Copy)]
pub enum Form {
    /// Text, and what it says.
    Text(&'static str),
    /// A name, and whose.
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
    /// A phrase of the bots' vocabulary, what it says, and the lists that it is from.
    Phrase(&'static str, &'static [&'static str]),
    /// Dice.
    Dice,
    /// One die.
    Die,
    /// Dice with a number added, or a number.
    Amount(&'static Limit),
    /// How often in a round: a whole number, or halves in text.
    Routines(&'static Limit),
    /// A table.
    Table(&'static TableDoc),
    /// A table whose keys are names.
    Named(&'static Form),
    /// A list, and how many it may have.
    List(&'static Form),
    /// Any of several.
    Either(&'static [Form]),
    /// Any value: what `[set]` gives to a path.
    Any,
}

/// In words, as pages and lists have it.
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

    /// Only rulebooks that are for this have it.
    pub(crate) const fn of(mut self, owner: Owner) -> Self {
        self.owner = Some(owner);
        self
    }

    /// It is read only where this has been chosen.
    pub(crate) const fn only(mut self, choice: Choice) -> Self {
        self.choice = Some(choice);
        self
    }

    /// It matters only in battles that have these.
    pub(crate) const fn when(mut self, uses: &'static [Use]) -> Self {
        self.uses = Some(uses);
        self
    }

    /// People call it so.
    pub(crate) const fn called(mut self, name: &'static str) -> Self {
        self.called = Some(name);
        self
    }

    /// Its value goes there.
    pub(crate) const fn goes(mut self, goes: Goes) -> Self {
        self.goes = goes;
        self
    }
}

/// A key that must be there.
pub(crate) const fn need(key: &'static str, form: Form, about: &'static str) -> Field {
    Field { required: true, ..Field::new(key, form, about) }
}

/// A key that may be left out.
pub(crate) const fn may(key: &'static str, form: Form, about: &'static str) -> Field {
    Field::new(key, form, about)
}

/// A key that a rulebook must have if it is for what the key belongs to.
pub(crate) const fn must(key: &'static str, form: Form, about: &'static str) -> Field {
    Field { is_needed: true, ..Field::new(key, form, about) }
}

/// A key that must be there, in the table and, as [`must`] has it, in a rulebook that lacks the table.
pub(crate) const fn always(key: &'static str, form: Form, about: &'static str) -> Field {
    Field { required: true, ..must(key, form, about) }
}

/// A table: its name, what it is, and a row for each key, of the form
/// `need "key" FORM, "meaning" => WHERE-IT-GOES, of OWNER, only CHOICE, when USES, called NAME;`.
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

/// One of the words of a list of values with their words.
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
