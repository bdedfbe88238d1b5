//! The texts that make up a scenario, and places in them.

use std::borrow::Cow;
use std::sync::{LazyLock, OnceLock};

use sha2::{Digest, Sha256};

use crate::{bots, rules};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SourceKind {
    Scenario,
    ShippedRulebook,
    /// A user's own rulebook.
    OwnRulebook,
    Bots,
    ShippedBots,
    CommandLine,
}

#[derive(Debug, Clone)]
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: Cow<'static, str>,
    pub(crate) kind: SourceKind,
    sha256: OnceLock<String>,
}

impl Source {
    const fn new(name: String, text: Cow<'static, str>, kind: SourceKind) -> Self {
        Self { name, text, kind, sha256: OnceLock::new() }
    }

    pub(crate) fn sha256(&self) -> &str {
        self.sha256.get_or_init(|| sha256(self.text.as_bytes()))
    }
}

/// The shipped texts, bots first. Their numbers never change, so results of reading them can be cached.
static SHIPPED: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let bots = Source::new("shipped bots".into(), bots::SHIPPED.into(), SourceKind::ShippedBots);
    let books = rules::SHIPPED.iter().map(|(name, text)| {
        Source::new(format!("rulebook {name}"), (*text).into(), SourceKind::ShippedRulebook)
    });
    std::iter::once(bots).chain(books).collect()
});

pub(crate) const SHIPPED_BOTS: u16 = u16::MAX;

pub(crate) const fn of_shipped_rulebook(k: usize) -> u16 {
    SHIPPED_BOTS - 1 - k as u16
}

pub(crate) fn shipped(number: u16) -> Option<&'static Source> {
    SHIPPED.get(usize::from(u16::MAX - number))
}

/// A range of bytes in one of the texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct At {
    pub(crate) source: u16,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

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

/// All texts that have been read, in reading order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Sources {
    own: Vec<Source>,
    /// Numbers of the texts that were read, own and shipped.
    read: Vec<u16>,
}

impl Sources {
    /// Adds a text and returns its number. A text that is already there keeps its number, so that its problems are told once.
    /// Numbers cannot run out, since chains of files and overrides are limited.
    pub(crate) fn add(&mut self, name: &str, text: String, kind: SourceKind) -> u16 {
        let is_it =
            |source: &Source| source.name == name && source.kind == kind && source.text == text;
        if let Some(known) = self.own.iter().position(is_it) {
            return known as u16;
        }
        let number = u16::try_from(self.own.len()).unwrap_or(u16::MAX);
        self.own.push(Source::new(name.to_owned(), text.into(), kind));
        self.read.push(number);
        number
    }

    pub(crate) fn add_shipped(&mut self, number: u16) {
        if !self.has(number) {
            self.read.push(number);
        }
    }

    /// Returns a key that sorts places in reading order.
    pub(crate) fn order(&self, at: At) -> (Option<usize>, At) {
        (self.read.iter().position(|number| *number == at.source), at)
    }

    pub(crate) fn has(&self, number: u16) -> bool {
        self.read.contains(&number)
    }

    pub(crate) fn get(&self, number: u16) -> &Source {
        let own = || &self.own[usize::from(number).min(self.own.len() - 1)];
        shipped(number).unwrap_or_else(own)
    }

    pub(crate) fn file(&self, at: At) -> Option<String> {
        let source = self.get(at.source);
        (source.kind != SourceKind::CommandLine).then(|| source.name.clone())
    }

    /// Removes a text so that none of it can be shown.
    pub(crate) fn hide(&mut self, at: At) {
        if let Some(source) = self.own.get_mut(usize::from(at.source)) {
            source.text = Cow::Borrowed("");
        }
    }

    pub(crate) fn kind(&self, at: At) -> SourceKind {
        self.get(at.source).kind
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Source> {
        self.read.iter().map(|number| self.get(*number))
    }

    /// Returns line and column, both from 1, columns in characters.
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

/// Returns the SHA-256 of some bytes in hexadecimal, as `sha256sum` prints it.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::with_capacity(64), |mut hex, b| {
        for nibble in [b >> 4, b & 15] {
            hex.push(char::from_digit(u32::from(nibble), 16).unwrap_or('0'));
        }
        hex
    })
}
