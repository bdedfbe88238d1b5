//! Where values come from. Every report lists the assumed ones that it rests on.

use super::tables::ORIGIN;
use crate::problem::Desk;
use crate::reader::{self, Keys};
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
    /// The word for it in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::Derived => "derived",
            Self::Companion => "companion",
            Self::Assumed => "assumed",
            Self::Rulebook => "rulebook",
            Self::Scenario => "scenario",
            Self::CommandLine => "command line",
        }
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

const ORIGINS: &[(&str, Origin)] = &[
    ("published", Origin::Published),
    ("derived", Origin::Derived),
    ("companion", Origin::Companion),
    ("assumed", Origin::Assumed),
];

/// Takes the rows out of a rulebook's tree.
pub(super) fn rows(desk: &mut Desk, tree: &Node) -> Vec<OriginRow> {
    let Some(node) = tree.get("origin") else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    for row in reader::list(desk, node, &crate::limits::KEYS) {
        let Some(keys) = Keys::open(desk, row, &ORIGIN) else {
            continue;
        };
        let text = |desk: &mut Desk, key| {
            keys.get(key)
                .and_then(|n| reader::text(desk, n, "text"))
                .map_or(String::new(), |t| t.value)
        };
        let rule = text(desk, "rule");
        let note = text(desk, "note");
        let origin = keys.get("origin").and_then(|n| reader::word(desk, n, "the origin", ORIGINS));
        let mut paths = Vec::new();
        for path in keys.get("of").map_or(&[][..], |n| reader::list(desk, n, &crate::limits::KEYS))
        {
            if let Some(path) = reader::text(desk, path, "a path") {
                paths.extend(crate::path::split(&path.value));
            }
        }
        if let Some(origin) = origin {
            rows.push(OriginRow { source: row.at.source, paths, origin: origin.value, rule, note });
        }
    }
    rows
}
