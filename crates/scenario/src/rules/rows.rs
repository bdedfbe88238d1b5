//! Columns for troop types and ranks, spread over several tables. Those in use must have the same rows.

use skirmish_engine::rulebook::{LeaderRank, TroopType};

use super::goes::{Column, Goes};
use super::read::RuleReader;
use super::scope::{Scope, along};
use crate::code::Code;
use crate::describe::{Field, Form};
use crate::limits::{self, Limit};
use crate::path;
use crate::problem::{near, quote};
use crate::reader;
use crate::source::SourceKind;
use crate::tree::Node;

/// Columns of troop types in reading order. The first in use names the rows; those with values for some rows only come last.
pub(super) const TROOPS: &[&str] = &[
    "seize.base",
    "skill.command",
    "quality",
    "profile",
    "skill.aimed-fire",
    "skill.melee",
    "techniques.attribute",
    "techniques.mentality",
    "techniques.action",
    "combat.level",
    "combat.armour-class",
    "combat.hit-points",
    "combat.nerve",
    "skill.rough-ground",
    "move.troop",
    "turn.count",
];

const PROFILE: &str = "profile";

const RANKS: &[&str] = &["seize.leadership", "points.leader"];

fn is_path_of(columns: &[&str], path: &[&str]) -> bool {
    columns.iter().any(|column| column.split('.').eq(path.iter().copied()))
}

pub(super) fn is_of_troops(path: &[&str]) -> bool {
    is_path_of(TROOPS, path)
}

pub(super) fn is_of_ranks(path: &[&str]) -> bool {
    is_path_of(RANKS, path)
}

/// Returns the troop types of a rulebook: the rows of its longest column, in use or not.
pub(super) fn troop_names(tree: &Node) -> Vec<String> {
    if Scope::of(tree).fighting.is_by_steps()
        && let Some(profiles) = tree.get(PROFILE)
    {
        return profiles.entries().iter().map(|entry| entry.key.clone()).collect();
    }
    let columns = TROOPS.iter().filter_map(|column| path::get(tree, &parts(column)));
    let rows = columns.map(Node::entries).max_by_key(|rows| rows.len());
    let names = rows.into_iter().flatten();
    names.map(|entry| entry.key.clone()).collect()
}

fn parts(column: &str) -> Vec<String> {
    column.split('.').map(str::to_owned).collect()
}

/// A declared column: its path, what it is, and the form of its values.
struct Declared<T> {
    path: &'static str,
    column: Column<T>,
    form: &'static Form,
}

impl<T> Declared<T> {
    fn of(path: &'static str, column: impl Fn(Goes) -> Option<Column<T>>) -> Option<Self> {
        let row: &Field = along(path.split('.')).pop()?;
        let Form::Named(form) = row.form else { return None };
        Some(Self { path, column: column(row.goes)?, form })
    }

    fn add(&self, name: &str) -> String {
        format!("add `{name} = {}` under `[{}]`", self.column.such_as, self.path)
    }

    fn path_of(&self, name: &str) -> String {
        path::join(self.path.split('.').chain([name]))
    }
}

impl RuleReader<'_> {
    pub(super) fn troops(&mut self) -> Vec<TroopType> {
        let columns = TROOPS.iter().filter_map(|path| {
            Declared::of(path, |goes| match goes {
                Goes::Troops(column) => Some(column),
                _ => None,
            })
        });
        self.rows(columns.collect(), "troop type", &limits::TROOPS, |name| TroopType {
            name,
            quality: 1,
            ..TroopType::default()
        })
    }

    pub(super) fn ranks(&mut self) -> Vec<LeaderRank> {
        let rank = |name| LeaderRank { name, bonus: 0, worth: 1 };
        let columns = RANKS.iter().filter_map(|path| {
            Declared::of(path, |goes| match goes {
                Goes::Ranks(column) => Some(column),
                _ => None,
            })
        });
        let rows = self.rows(columns.collect(), "rank", &limits::RANKS, rank);
        if RANKS.iter().any(|column| self.scope.uses(column.split('.'))) {
            return rows;
        }
        // Leaders may have ranks even where leadership counts for nothing.
        let named = path::get(&self.rules.tree, &parts("seize.leadership"));
        let named = named.map_or(&[][..], Node::entries).iter().take(limits::RANKS.most as usize);
        self.read.extend(named.clone().map(|entry| entry.node.at));
        named.map(|entry| rank(entry.key.clone())).collect()
    }

    fn rows<T>(
        &mut self,
        columns: Vec<Declared<T>>,
        kind: &str,
        limit: &Limit,
        new: impl Fn(String) -> T,
    ) -> Vec<T> {
        let rules = self.rules;
        let mut names: Vec<String> = Vec::new();
        let mut rows: Vec<T> = Vec::new();
        let mut first: Option<&Declared<T>> = None;
        let mut used: Vec<_> =
            columns.iter().filter(|c| self.scope.uses(c.path.split('.'))).collect();
        // A user's profiles name the troop types, whatever the rulebook beneath has (FT-01).
        used.sort_by_key(|column| column.path != PROFILE);
        let is_by_profile = used.first().is_some_and(|column| column.path == PROFILE);
        for column in used {
            // A missing column has been noted.
            let Some(node) = path::get(&rules.tree, &parts(column.path)) else {
                continue;
            };
            let entries = self.members(node, limit);
            let is_first = first.is_none();
            let first = *first.get_or_insert(column);
            for name in names.iter().filter(|_| column.column.in_every_row) {
                if entries.iter().all(|entry| entry.0 != *name) {
                    let what = column.column.what;
                    let message = format!("the {kind} {} has no {what}", quote(name));
                    let at = [parts(first.path), vec![name.clone()]].concat();
                    let at = path::get(&rules.tree, &at).map_or(node.at, |n| n.at);
                    let problem = self.diag.problem(Code::Quality, at, message);
                    let known: Vec<&str> = entries.iter().map(|entry| entry.0.as_str()).collect();
                    problem.meant(name, known).hint(column.add(name));
                }
            }
            for (name, node) in entries {
                if is_first {
                    rows.push(new(name.clone()));
                    names.push(name.clone());
                }
                if let Some(k) = names.iter().position(|row| *row == name) {
                    if let Some(value) = self.value(node, &column.path_of(&name), column.form) {
                        (column.column.set)(&mut rows[k], value);
                    }
                    continue;
                }
                if is_by_profile && self.diag.kind(node.at) == SourceKind::ShippedRulebook {
                    continue;
                }
                let known = names.iter().map(String::as_str);
                if !column.column.in_every_row {
                    self.diag.unknown(Code::UnknownTroops, node.at, kind, &name, known);
                    continue;
                }
                let message = format!(
                    "{} is in `{}`, but not in `{}`",
                    quote(&name),
                    column.path,
                    first.path
                );
                let problem = self.diag.problem(Code::Quality, node.at, message);
                if near(&name, &known.clone().collect::<Vec<_>>()).is_empty() {
                    problem.hint(first.add(&name));
                } else {
                    problem.suggest(&name, known);
                }
            }
        }
        rows
    }

    pub(super) fn members<'t>(&mut self, node: &'t Node, limit: &Limit) -> Vec<(String, &'t Node)> {
        let members = reader::named(self.diag, node, "one of the rulebook's rows", limit);
        members.into_iter().map(|(name, node)| (name.value, node)).collect()
    }
}
