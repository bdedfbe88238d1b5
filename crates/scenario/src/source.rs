//! Texts that a scenario is made of, and places in them.

use sha2::{Digest, Sha256};

/// What kind of text a value was read from; overrides know by it whom to name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SourceKind {
    /// The scenario.
    Scenario,
    /// A rulebook that comes with the program.
    ShippedRulebook,
    /// A designer's own rulebook.
    OwnRulebook,
    /// A file of bots.
    Bots,
    /// The bots that come with the program.
    ShippedBots,
    /// A `--set` of the command line.
    CommandLine,
}

/// One text.
#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) kind: SourceKind,
}

/// A stretch of one of the texts, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct At {
    pub(crate) source: u16,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// A value, and where it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) at: At,
}

impl<T> Spanned<T> {
    pub(crate) const fn new(value: T, at: At) -> Self {
        Self { value, at }
    }
}

/// All texts that have been read, in the order of reading.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sources {
    all: Vec<Source>,
}

impl Sources {
    /// Adds a text and returns its number. More than 65,535 texts cannot happen: chains of files are limited, and so
    /// are overrides.
    pub(crate) fn add(&mut self, name: &str, text: String, kind: SourceKind) -> u16 {
        self.all.push(Source { name: name.to_owned(), text, kind });
        u16::try_from(self.all.len() - 1).unwrap_or(u16::MAX)
    }

    pub(crate) fn get(&self, number: u16) -> &Source {
        &self.all[usize::from(number).min(self.all.len() - 1)]
    }

    pub(crate) fn kind(&self, at: At) -> SourceKind {
        self.get(at.source).kind
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Source> {
        self.all.iter()
    }

    /// Line and column, both from 1, columns in characters.
    pub(crate) fn line_column(&self, at: At) -> (usize, usize) {
        let text = &self.get(at.source).text;
        let mut start = (at.start as usize).min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &text[..start];
        let line = before.matches('\n').count() + 1;
        let column = before[before.rfind('\n').map_or(0, |i| i + 1)..].chars().count() + 1;
        (line, column)
    }
}

/// The SHA-256 of some bytes, in hexadecimal, as `sha256sum` prints it.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::with_capacity(64), |mut hex, b| {
        for nibble in [b >> 4, b & 15] {
            hex.push(char::from_digit(u32::from(nibble), 16).unwrap_or('0'));
        }
        hex
    })
}
