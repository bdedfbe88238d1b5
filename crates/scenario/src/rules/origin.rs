//! Origins of values; reports list the assumed values that they rest on.

use super::tables::{ORIGIN, RULEBOOK};
use crate::keys::Keys;
use crate::limits;
use crate::path;
use crate::problem::{Diagnostics, quote};
use crate::reader;
use crate::source::At;
use crate::tree::Node;

/// The origin of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Origin {
    /// Printed in the source.
    Published,
    /// Follows from published numbers.
    Derived,
    /// Published elsewhere by the same author.
    Companion,
    /// Our default, where the source is silent.
    Assumed,
    /// Set by a user's own rulebook.
    Rulebook,
    /// Set by the scenario.
    Scenario,
    /// Set by `--set`.
    CommandLine,
}

impl Origin {
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

    /// Returns its word in reports.
    pub const fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// What a rulebook says about the origin of some values.
#[derive(Debug, Clone)]
pub(crate) struct OriginRow {
    /// Where it is written; it applies to values of the same text only.
    at: At,
    paths: Vec<Pattern>,
    pub(crate) origin: Origin,
    pub(crate) rule: String,
    pub(crate) note: String,
}

/// A pattern of paths, such as `weapon.*.to-hit`, that covers all paths beginning with it.
#[derive(Debug, Clone)]
struct Pattern {
    parts: Vec<Option<String>>,
    /// How specific it is: the number of its parts, those other than `*` counting more.
    definite: usize,
}

impl Pattern {
    fn of(parts: Vec<String>) -> Self {
        let parts: Vec<_> = parts.into_iter().map(|part| (part != "*").then_some(part)).collect();
        let definite = parts.iter().map(|part| if part.is_some() { 2 } else { 1 }).sum();
        Self { parts, definite }
    }

    fn path(&self) -> String {
        path::join(self.parts.iter().map(|part| part.as_deref().unwrap_or("*")))
    }

    fn means(&self, path: &[String]) -> bool {
        let mut parts = self.parts.iter().zip(path);
        self.parts.len() <= path.len()
            && parts.all(|(part, other)| part.as_ref().is_none_or(|part| part == other))
    }
}

impl OriginRow {
    /// Returns the row with the most specific match for the path; the last of several.
    pub(crate) fn find<'r>(rows: &'r [Self], source: u16, path: &[String]) -> Option<&'r Self> {
        let (mut found, mut definite) = (None, 0);
        for row in rows.iter().filter(|row| row.at.source == source) {
            for pattern in &row.paths {
                // Less specific patterns can't win, and skipping them is faster.
                if pattern.definite >= definite && pattern.means(path) {
                    (found, definite) = (Some(row), pattern.definite);
                }
            }
        }
        found
    }
}

/// Notes rows that match nothing in their own rulebook. `system` and `fighting` may be implied.
pub(super) fn note_idle(diag: &mut Diagnostics, tree: &Node, rows: &[OriginRow]) {
    let leaves = path::leaves(tree);
    let said: Vec<_> = leaves.iter().filter_map(|(path, _)| path::split(path)).collect();
    let is_idle = |pattern: &&Pattern| {
        let path = pattern.path();
        path != "system" && path != "fighting" && !said.iter().any(|path| pattern.means(path))
    };
    for row in rows {
        let idle: Vec<_> = row.paths.iter().filter(is_idle).map(|p| quote(&p.path())).collect();
        if !idle.is_empty() {
            let idle = idle.join(", ");
            let what =
                format!("a row of `[[origin]]` speaks for {idle}, of which the file says nothing");
            diag.note(row.at, &what);
        }
    }
}

pub(super) fn rows(diag: &mut Diagnostics, tree: &Node) -> Vec<OriginRow> {
    Keys::of(tree, &RULEBOOK).list(diag, "origin", &limits::KEYS, |diag, row| {
        let keys = Keys::open(diag, row, &ORIGIN)?;
        let text =
            |diag: &mut Diagnostics, key| keys.text(diag, key).map_or(String::new(), |t| t.value);
        let (rule, note) = (text(diag, "rule"), text(diag, "note"));
        let origin = keys.word(diag, "origin", "the origin", Origin::NAMED);
        let paths = keys.list(diag, "of", &limits::KEYS, |diag, path| {
            reader::text(diag, path, "a path")
                .and_then(|path| path::split(&path.value))
                .map(Pattern::of)
        });
        Some(OriginRow { at: row.at, paths, origin: origin?.value, rule, note })
    })
}
