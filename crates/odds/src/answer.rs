//! Answers: the question, what the number is made of, and every chance that follows.
//!
//! Each law gives its answer once, as an [`Answer`]: a record of named values in order, and the same as rows, one for each
//! result. The code that prints it chooses between braces and commas, and knows no law.

use std::fmt;

use serde::ser::{Serialize, SerializeMap, Serializer};
use skirmish_engine::dice::Dice;

use crate::Natural;
use crate::pmf::Pmf;
use crate::ratio::Ratio;

/// One value of an answer.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Undefined, or not asked: `null`, or an empty cell; never 0.
    Undefined,
    /// `true` or `false`; `yes` or `no` in a cell.
    Flag(bool),
    /// A whole number.
    Whole(i128),
    /// A number that is not a chance, such as a distance.
    Number(f64),
    /// Words.
    Text(String),
    /// An exact fraction, such as `7/20`.
    Exact(Ratio),
    /// An exact fraction as a decimal number; a cell has up to twelve places.
    Decimal(Ratio),
    /// Several values.
    List(Vec<Value>),
    /// Values with names of their own.
    Record(Record),
}

/// Named values in order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record(Vec<(&'static str, Value)>);

/// The format of an answer as JSON, with the version of its layout.
const FORMAT: &str = "skirmish-odds/1";

/// An answer: all its values, and the rows of it that make a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    told: Record,
    names: Vec<&'static str>,
    rows: Vec<Record>,
}

/// A question with its law worked out.
pub trait Solved {
    /// Returns the question and the results.
    fn answer(&self) -> Answer;
}

impl Answer {
    /// Returns an answer of one row: the case and its result.
    pub fn new(told: Record, row: Record) -> Self {
        Self { told, names: row.names().collect(), rows: vec![row] }
    }

    /// Returns an answer of several rows, each of which begins with the same case.
    pub fn of_rows(told: Record, case: &Record, rows: impl IntoIterator<Item = Record>) -> Self {
        let rows: Vec<Record> = rows.into_iter().map(|row| case.clone().and(row)).collect();
        let names = rows.first().unwrap_or(case).names().collect();
        Self { told, names, rows }
    }

    /// Returns the same answer, with the column names of this row even if it has no rows.
    #[must_use]
    pub fn with_names_of(self, row: &Record) -> Self {
        Self { names: row.names().collect(), ..self }
    }

    /// Returns the column names of its rows, which are the same for all answers of one law.
    pub fn names(&self) -> &[&'static str] {
        &self.names
    }

    /// Returns its rows.
    pub fn rows(&self) -> &[Record] {
        &self.rows
    }
}

impl Record {
    /// Returns a record without values.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.0.push((name, value.into()));
        self
    }

    /// Returns the values with these names, in this order.
    #[must_use]
    pub fn pick<const N: usize>(&self, names: [&str; N]) -> Self {
        let named = |name| self.0.iter().find(|(known, _)| *known == name).cloned();
        Self(names.into_iter().filter_map(named).collect())
    }

    /// Adds a list of records.
    #[must_use]
    pub fn list(self, name: &'static str, records: impl IntoIterator<Item = Self>) -> Self {
        self.with(name, records.into_iter().collect::<Vec<_>>())
    }

    /// Adds the values of another record after its own.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// Adds a chance as `exact` and `probability`; both are undefined for what never happens.
    #[must_use]
    pub fn chance<'a>(self, chance: impl Into<Option<&'a Ratio>>) -> Self {
        let chance = chance.into();
        self.with("exact", chance).with("probability", chance.cloned().map(Value::Decimal))
    }

    /// Adds counted rolls as `ways` and `of`, then their chance.
    #[must_use]
    pub fn rolls(self, rolls: &Rolls) -> Self {
        let counts = self.with("ways", rolls.ways.to_string()).with("of", rolls.of.to_string());
        counts.chance(&rolls.chance())
    }

    /// Adds a mean as `mean` and `mean_exact`; both are undefined for what may last for ever.
    #[must_use]
    pub fn mean(self, mean: Option<&Ratio>) -> Self {
        self.with("mean", mean.cloned().map(Value::Decimal)).with("mean_exact", mean)
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|(name, _)| *name)
    }

    /// Returns the values.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.0.iter().map(|(_, value)| value)
    }
}

/// Returns a record of a chance alone.
pub fn chance(chance: &Ratio) -> Record {
    Record::new().chance(chance)
}

/// Returns a record of a chance alone, if it is defined.
pub fn maybe(defined: Option<&Ratio>) -> Option<Record> {
    defined.map(chance)
}

/// Returns a row for one of the numbers that a law counts: turns, tests, rounds.
pub fn counted(name: &'static str, (number, chance): (u64, Ratio)) -> Record {
    Record::new().with(name, number).chance(&chance)
}

/// Returns a row of one of several laws: its name, a result, and the chance of that.
pub fn result<'a>(
    what: &str,
    result: impl ToString,
    chance: impl Into<Option<&'a Ratio>>,
) -> Record {
    Record::new().with("what", what).with("result", result.to_string()).chance(chance)
}

/// A chance as in printed tables: the number of rolls out of all equally likely ones, not in lowest terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rolls {
    ways: Natural,
    of: Natural,
}

impl Rolls {
    /// Returns, of all rolls that a law counts, those with matching outcomes.
    pub fn that<T: Ord>(law: &Pmf<T>, is_such: impl Fn(&T) -> bool) -> Self {
        let such = law.weights().filter(|(outcome, _)| is_such(outcome));
        let ways = such.fold(Natural::ZERO, |sum, (_, weight)| &sum + weight);
        Self { ways, of: law.total().clone() }
    }

    /// Returns every outcome of a law with its rolls.
    pub fn each<T: Ord>(law: &Pmf<T>) -> impl Iterator<Item = (&T, Self)> {
        law.weights().map(move |(outcome, ways)| {
            (outcome, Self { ways: ways.clone(), of: law.total().clone() })
        })
    }

    /// Returns the chance of such a roll.
    pub fn chance(&self) -> Ratio {
        Ratio::of(&self.ways, &self.of)
    }
}

impl fmt::Display for Rolls {
    /// `20/36`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.ways, self.of)
    }
}

impl From<&Rolls> for Value {
    fn from(rolls: &Rolls) -> Self {
        Self::Record(Record::new().rolls(rolls))
    }
}

impl fmt::Display for Value {
    /// Writes it as a cell of a table.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undefined => Ok(()),
            Self::Flag(true) => f.write_str("yes"),
            Self::Flag(false) => f.write_str("no"),
            Self::Whole(number) => write!(f, "{number}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => f.write_str(text),
            Self::Exact(ratio) => write!(f, "{ratio}"),
            Self::Decimal(ratio) => write!(f, "{}", ratio.decimal(12)),
            Self::List(values) => values.iter().try_for_each(|value| write!(f, "{value} ")),
            Self::Record(record) => record.values().try_for_each(|value| write!(f, "{value} ")),
        }
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Undefined => to.serialize_none(),
            Self::Flag(flag) => flag.serialize(to),
            Self::Whole(number) => number.serialize(to),
            Self::Number(number) => number.serialize(to),
            Self::Text(text) => text.serialize(to),
            Self::Exact(ratio) => ratio.serialize(to),
            Self::Decimal(ratio) => ratio.to_f64().serialize(to),
            Self::List(values) => values.serialize(to),
            Self::Record(record) => record.serialize(to),
        }
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl Serialize for Answer {
    /// Writes the values; the rows would repeat them.
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(1 + self.told.0.len()))?;
        map.serialize_entry("format", FORMAT)?;
        for (name, value) in &self.told.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

macro_rules! values {
    ($($type:ty: $value:ident => $made:expr),* $(,)?) => {$(
        impl From<$type> for Value {
            fn from($value: $type) -> Self {
                $made
            }
        }
    )*};
}

values! {
    bool: flag => Self::Flag(flag),
    u8: number => Self::Whole(number.into()),
    u16: number => Self::Whole(number.into()),
    u32: number => Self::Whole(number.into()),
    i32: number => Self::Whole(number.into()),
    i64: number => Self::Whole(number.into()),
    i128: number => Self::Whole(number),
    u64: number => Self::Whole(number.into()),
    usize: number => Self::Whole(number as i128),
    f64: number => Self::Number(number),
    &str: text => Self::Text(text.to_owned()),
    &String: text => Self::Text(text.clone()),
    String: text => Self::Text(text),
    Dice: dice => Self::Text(dice.to_string()),
    Ratio: ratio => Self::Exact(ratio),
    &Ratio: ratio => Self::Exact(ratio.clone()),
    Record: record => Self::Record(record),
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Undefined, Into::into)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Self>, const N: usize> From<[T; N]> for Value {
    fn from(values: [T; N]) -> Self {
        Self::List(values.map(Into::into).into())
    }
}
