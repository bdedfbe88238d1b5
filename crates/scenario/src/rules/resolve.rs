//! Finding a rulebook by name or path, and laying those that extend others over what they extend. What a rulebook lacks of
//! its initiative system lies beneath: the shipped rulebook of that system has it.

use super::rows;
use super::scope::{self, Owner, Scope};
use super::{OriginRow, SHIPPED, origin};
use crate::code::Code;
use crate::limits;
use crate::load::Files;
use crate::parse;
use crate::problem::{Desk, quote};
use crate::reader;
use crate::source::{At, Source, SourceKind};
use crate::tree::{Entry, Node, Value};

/// A rulebook as a tree, before overrides.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    pub(crate) tree: Node,
    /// The shipped tree beneath it, if there is one.
    pub(crate) base: Option<Node>,
    pub(crate) origins: Vec<OriginRow>,
    /// What the rulebook is for by its own words, whatever is set from outside.
    pub(crate) own: Scope,
}

/// Finds and reads the rulebook that is called so.
pub(crate) fn resolve(desk: &mut Desk, files: &dyn Files, called: &str, at: At) -> Option<Rules> {
    let mut rules = follow(desk, files, called, at, 0)?;
    if let Value::Table(entries) = &mut rules.tree.value {
        entries.retain(|e| e.key != "origin" && e.key != "extends");
    }
    rules.own = Scope::of(&rules.tree);
    Some(rules)
}

fn follow(desk: &mut Desk, files: &dyn Files, called: &str, at: At, depth: i64) -> Option<Rules> {
    if depth >= limits::CHAIN.most {
        desk.problem(
            Code::Extends,
            at,
            format!(
                "more than {} rulebooks extend one another",
                limits::CHAIN.most
            ),
        )
        .hint(limits::CHAIN.why);
        return None;
    }
    if let Some((tree, origins)) = shipped(desk, called) {
        let rules = over_what_it_extends(desk, files, tree, origins, depth)?;
        return Some(Rules {
            base: Some(rules.tree.clone()),
            ..rules
        });
    }
    if !called.ends_with(".toml") {
        desk.problem(
            Code::UnknownRulebook,
            at,
            format!("there is no rulebook {}", quote(called)),
        )
        .suggest(called, SHIPPED.iter().map(|s| s.0))
        .hint("a rulebook of your own is named by its file, such as `my-rules.toml`");
        return None;
    }
    let from = desk.sources.get(at.source).name.clone();
    let (name, bytes) = match files.read(called, &from) {
        Ok(file) => file,
        Err(why) => {
            desk.problem(
                Code::File,
                at,
                format!("the rulebook {} cannot be read: {why}", quote(called)),
            );
            return None;
        }
    };
    let tree = parse::document(desk, &name, &bytes, SourceKind::OwnRulebook)?;
    let origins = origin::rows(desk, &tree);
    over_what_it_extends(desk, files, tree, origins, depth)
}

/// The rulebook that comes with the program under this name, as it was written.
fn shipped(desk: &mut Desk, called: &str) -> Option<(Node, Vec<OriginRow>)> {
    let (name, text) = SHIPPED.iter().find(|(name, _)| *name == called)?;
    let name = source_name(name);
    let tree = parse::document(desk, &name, text.as_bytes(), SourceKind::ShippedRulebook)?;
    let origins = origin::rows(desk, &tree);
    Some((tree, origins))
}

fn source_name(shipped: &str) -> String {
    format!("rulebook {shipped}")
}

fn over_what_it_extends(
    desk: &mut Desk,
    files: &dyn Files,
    tree: Node,
    mut origins: Vec<OriginRow>,
    depth: i64,
) -> Option<Rules> {
    let Some(extends) = tree.get("extends") else {
        return Some(Rules {
            own: Scope::of(&tree),
            tree,
            base: None,
            origins,
        });
    };
    let extends = reader::text(desk, extends, "the name or path of a rulebook")?;
    let mut below = follow(desk, files, &extends.value, extends.at, depth + 1)?;
    below.tree.overlay(tree);
    origins.extend(below.origins);
    Some(Rules { origins, ..below })
}

impl Rules {
    /// Lays what the shipped rulebook of the initiative system in use says of that system beneath this one; what stands
    /// here already stays.
    pub(super) fn underlay(&mut self, desk: &mut Desk) {
        let scope = Scope::of(&self.tree);
        let name = source_name(scope.system.name());
        let is_it = |s: &Source| s.kind == SourceKind::ShippedRulebook && s.name == name;
        // Then everything that it has is here already.
        if desk.sources.iter().any(is_it) {
            return;
        }
        let Some((below, origins)) = shipped(desk, scope.system.name()) else {
            return;
        };
        self.origins.extend(origins);
        let brought = Brought {
            owner: Owner::System(scope.system),
            troops: rows::troop_names(&self.tree, scope),
        };
        brought.fill(&mut self.tree, &below, &mut Vec::new());
        if let Some(base) = &mut self.base {
            brought.fill(base, &below, &mut Vec::new());
        }
    }
}

/// What a shipped rulebook brings to another.
struct Brought {
    owner: Owner,
    troops: Vec<String>,
}

impl Brought {
    /// Adds what a table lacks. The columns of troop types and ranks are left to the rulebook that names these, and what
    /// is said of a single weapon or troop type comes only where there is one.
    fn fill<'b>(&self, table: &mut Node, below: &'b Node, path: &mut Vec<&'b str>) {
        let Value::Table(entries) = &mut table.value else {
            return;
        };
        for entry in below.entries() {
            path.push(&entry.key);
            let found = entries.iter().position(|e| e.key == entry.key);
            // Factors are rows, not fields: they come all together or not at all.
            let is_inner = entry.node.is_table() && path[..] != ["seize", "factor"];
            let is_brought = match scope::owner(path.iter().copied()) {
                Some(owner) => owner == self.owner && !rows::is_column(path),
                None => is_inner,
            };
            let is_there = match path[..] {
                ["weapon", _] => found.is_some(),
                ["troops", name] => self.troops.iter().any(|troop| troop == name),
                _ => true,
            };
            match found {
                _ if !is_brought || !is_there => {}
                Some(k) if is_inner => self.fill(&mut entries[k].node, &entry.node, path),
                Some(_) => {}
                None if is_inner => {
                    let mut node = Node::table(entry.node.at, Vec::new());
                    self.fill(&mut node, &entry.node, path);
                    if !node.entries().is_empty() {
                        entries.push(Entry {
                            node,
                            ..entry.clone()
                        });
                    }
                }
                None => entries.push(entry.clone()),
            }
            path.pop();
        }
    }
}
