//! Where values come from. Every report lists the assumed ones that it rests on.

use super::tables::ORIGIN;
use crate::keys::Keys;
use crate::limits;
use crate::path;
use crate::problem::Diagnostics;
use crate::reader;
use crate::tree::Node;

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// Printed in the source.
    Published,
    /// Follows from published numbers.
    Derived,
    /// The same author published it elsewhere.
    Companion,
    /// The source is silent; a default of ours.
    Assumed,
    /// Set by a designer's own rulebook.
    Rulebook,
    /// Set by the scenario.
    Scenario,
    /// Set by `--set`.
    CommandLine,
}

impl Origin {
    /// Every origin with its word; those that a rulebook may name come first.
    const ALL: &[(&str, Self)] = &[
        ("published", Self::Published),
        ("derived", Self::Derived),
        ("companion", Self::Companion),
        ("assumed", Self::Assumed),
        ("rulebook", Self::Rulebook),
        ("scenario", Self::Scenario),
        ("command line", Self::CommandLine),
    ];
    pub(super) const NAMED: &[(&str, Self)] = Self::ALL.split_at(4).0;

    /// The word for it in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What a rulebook says about the origin of some of its values.
#[derive(Debug, Clone)]
pub(crate) struct OriginRow {
    /// The text that says so; it speaks for its own values only.
    pub(crate) source: u16,
    paths: Vec<Vec<String>>,
    pub(crate) origin: Origin,
    pub(crate) rule: String,
    pub(crate) note: String,
}

impl OriginRow {
    /// How definitely the row means the path: the number of parts that agree, those that are not `*` counting more.
    fn fits(&self, path: &[String]) -> Option<usize> {
        self.paths
            .iter()
            .filter(|p| p.len() <= path.len())
            .filter(|p| p.iter().zip(path).all(|(a, b)| a == "*" || a == b))
            .map(|p| p.iter().map(|part| if part == "*" { 1 } else { 2 }).sum())
            .max()
    }

    /// The row that means the path most definitely.
    pub(crate) fn find<'r>(rows: &'r [Self], source: u16, path: &[String]) -> Option<&'r Self> {
        rows.iter()
            .filter(|row| row.source == source)
            .filter_map(|row| row.fits(path).map(|fit| (fit, row)))
            .max_by_key(|(fit, _)| *fit)
            .map(|(_, row)| row)
    }
}

/// Takes the rows out of a rulebook's tree.
pub(super) fn rows(diag: &mut Diagnostics, tree: &Node) -> Vec<OriginRow> {
    let Some(node) = tree.get("origin") else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    for row in reader::list(diag, node, &limits::KEYS) {
        let Some(keys) = Keys::open(diag, row, &ORIGIN) else {
            continue;
        };
        let text =
            |diag: &mut Diagnostics, key| keys.text(diag, key).map_or(String::new(), |t| t.value);
        let (rule, note) = (text(diag, "rule"), text(diag, "note"));
        let origin = keys.word(diag, "origin", "the origin", Origin::NAMED);
        let paths = keys.list(diag, "of", &limits::KEYS, |diag, path| {
            reader::text(diag, path, "a path").and_then(|path| path::split(&path.value))
        });
        if let Some(origin) = origin {
            rows.push(OriginRow { source: row.at.source, paths, origin: origin.value, rule, note });
        }
    }
    rows
}
