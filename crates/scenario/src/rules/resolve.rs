//! Finds rulebooks by name or path and lays them over those they extend. Tables missing for the initiative system and the way
//! of fighting come from shipped rulebooks.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use skirmish_engine::rulebook::{Fighting, System};

use super::rows;
use super::scope::{self, Owner, Scope};
use super::{OriginRow, SHIPPED, origin};
use crate::code::Code;
use crate::limits;
use crate::load::Files;
use crate::parse;
use crate::path;
use crate::problem::{Diagnostics, Dropped, quote};
use crate::reader;
use crate::source::{self, At};
use crate::tree::{Entry, Node, Value};
use crate::what::{self, Asked, What};

/// A rulebook as a tree, before overrides.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    pub(crate) tree: Node,
    /// The shipped tree beneath it, if there is one.
    pub(crate) base: Option<Node>,
    pub(crate) origins: Vec<OriginRow>,
    /// The scope by its own words, without values set from outside.
    pub(crate) own: Scope,
}

pub(crate) fn resolve(
    diag: &mut Diagnostics,
    files: &dyn Files,
    called: &str,
    at: At,
) -> Option<Rules> {
    let mut rules = follow(diag, files, called, at, &mut Vec::new())?;
    if let Value::Table(entries) = &mut rules.tree.value {
        entries.retain(|e| !["origin", "extends", "drop"].contains(&e.key.as_str()));
    }
    rules.own = Scope::of(&rules.tree);
    Some(rules)
}

/// Reads a rulebook and what it extends. `above` has the names that led here.
fn follow(
    diag: &mut Diagnostics,
    files: &dyn Files,
    called: &str,
    at: At,
    above: &mut Vec<String>,
) -> Option<Rules> {
    if above.len() as i64 >= limits::CHAIN.most {
        let message = format!("more than {} rulebooks extend one another", limits::CHAIN.most);
        return diag.problem(Code::Extends, at, message).hint(limits::CHAIN.why).none();
    }
    if let Some(number) = number_of(called) {
        let (tree, origins) = shipped(diag, number).clone();
        above.push(called.to_owned());
        let rules = over_what_it_extends(diag, files, tree, origins, above)?;
        return Some(Rules { base: Some(rules.tree.clone()), ..rules });
    }
    if !called.ends_with(".toml") {
        let message = format!("there is no rulebook {}", quote(called));
        let (file, from) = (format!("{called}.toml"), diag.sources.file(at));
        let note = diag.problem(Code::UnknownRulebook, at, message);
        if files.read(&file, from.as_deref()).is_ok() {
            return note.hint(format!("did you mean the file {}?", quote(&file))).none();
        }
        if crate::library::scenario(called).is_some() {
            return note.hint("that is a battle; `rules` in its file names its rulebook").none();
        }
        return note
            .suggest(called, SHIPPED.iter().map(|s| s.0))
            .hint("a rulebook of your own is named by its file, such as `my-rules.toml`")
            .none();
    }
    let from = diag.sources.file(at);
    let (name, bytes) = match files.read(called, from.as_deref()) {
        Ok(file) => file,
        Err(why) => {
            let message = format!("the rulebook {} cannot be read: {why}", quote(called));
            return diag.problem(Code::File, at, message).none();
        }
    };
    if let Some(first) = above.iter().position(|other| is_same_file(other, &name)) {
        let round: Vec<String> = above[first..].iter().map(|name| quote(name)).collect();
        let message = match &round[..] {
            [one, others @ ..] if !others.is_empty() => {
                let others = others.join(", which extends ");
                format!("{one} extends {others}, which extends {one}: a circle")
            }
            _ => format!("the rulebook {} extends itself", quote(called)),
        };
        return diag.problem(Code::Extends, at, message).hint(NO_CIRCLE).none();
    }
    above.push(name.clone());
    let rulebook = Asked { what: What::Rulebook, called, at: Some(at) };
    let tree = what::read(diag, files, (&name, &bytes), rulebook)?;
    if let Some(node) = tree.get("name")
        && let Value::Text(own) = &node.value
        && SHIPPED.iter().any(|(shipped, _)| shipped == own)
    {
        let remedy = "as one does that comes with the program: give it a name of its own";
        diag.note(node.at, &format!("the rulebook calls itself {}, {remedy}", quote(own)));
    }
    let origins = origin::rows(diag, &tree);
    origin::note_idle(diag, &tree, &origins);
    over_what_it_extends(diag, files, tree, origins, above)
}

const NO_CIRCLE: &str =
    "extend a rulebook that does not lead back here, such as `lloyd`, or leave `extends` out";

/// Returns whether two paths lead to the same file, with `..` resolved.
fn is_same_file(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|path| {
        Path::new(path).components().fold(PathBuf::new(), |mut plain, part| {
            let is_inside = matches!(plain.components().next_back(), Some(Component::Normal(_)));
            if part == Component::ParentDir && is_inside {
                plain.pop();
            } else if part != Component::CurDir {
                plain.push(part);
            }
            plain
        })
    });
    one == other
}

fn number_of(called: &str) -> Option<usize> {
    SHIPPED.iter().position(|(name, _)| *name == called)
}

/// Returns the tree of a shipped rulebook, parsed once.
fn shipped(diag: &mut Diagnostics, number: usize) -> &'static (Node, Vec<OriginRow>) {
    static BOOKS: [OnceLock<(Node, Vec<OriginRow>)>; SHIPPED.len()] =
        [const { OnceLock::new() }; SHIPPED.len()];
    let source = source::of_shipped_rulebook(number);
    diag.sources.add_shipped(source);
    BOOKS[number].get_or_init(|| {
        parse::shipped(source, |diag, tree| {
            let origins = origin::rows(diag, &tree);
            (tree, origins)
        })
    })
}

fn over_what_it_extends(
    diag: &mut Diagnostics,
    files: &dyn Files,
    tree: Node,
    mut origins: Vec<OriginRow>,
    above: &mut Vec<String>,
) -> Option<Rules> {
    let Some(extends) = tree.get("extends") else {
        let tree = with_what_it_is_for(tree, false, false);
        return Some(Rules { own: Scope::of(&tree), tree, base: None, origins });
    };
    let extends = reader::text(diag, extends, "the name or path of a rulebook")?;
    let mut below = follow(diag, files, &extends.value, extends.at, above)?;
    below.drop_what(diag, &tree);
    // A rulebook that changes who is next has a turn of its own and inherits none.
    let is_another = next_of(&tree).is_some_and(|next| next_of(&below.tree) != Some(next));
    let scope = Scope::of(&below.tree);
    let has_turn = scope.has(Owner::Table) && !is_another;
    let tree = with_what_it_is_for(tree, has_turn, scope.fighting.is_by_steps());
    if is_another {
        below.drop_turn();
    }
    if let Some(word) = tree.get("system") {
        below.changes_system(word);
    }
    if let Some(word) = tree.get("fighting") {
        below.changes_fighting(word);
    }
    below.tree.overlay(tree);
    origins.extend(below.origins);
    Some(Rules { origins, ..below })
}

const STEP_TABLES: &[&str] =
    &["profile", "strike", "shoot", "nerve", "step", "table", "effect", "gear"];

/// Removes what is at a path. If `by` is given, later complaints point there.
fn remove(tree: &mut Node, path: &[String], by: Option<At>) {
    let (Value::Table(entries), Some((key, rest))) = (&mut tree.value, path.split_first()) else {
        return;
    };
    let Some(k) = entries.iter().position(|entry| entry.key == *key) else { return };
    if rest.is_empty() {
        entries.remove(k);
        tree.at = by.unwrap_or(tree.at);
    } else {
        remove(&mut entries[k].node, rest, by);
    }
}

fn names_in(node: &Node, names: &mut Vec<String>) {
    match &node.value {
        Value::Text(word) => names.push(word.clone()),
        Value::List(list) => list.iter().for_each(|node| names_in(node, names)),
        _ => {}
    }
    for entry in node.entries() {
        names.push(entry.key.clone());
        names_in(&entry.node, names);
    }
}

fn next_of(tree: &Node) -> Option<&str> {
    match &tree.get("turn")?.get("next")?.value {
        Value::Text(word) => Some(word),
        _ => None,
    }
}

/// Adds the system or fighting that a rulebook implies by its own turn or steps, unless it only changes those below.
fn with_what_it_is_for(tree: Node, has_turn_below: bool, has_steps_below: bool) -> Node {
    let tree = said(tree, "turn", "system", scope::OWN_TURN, has_turn_below);
    said(tree, "step", "fighting", scope::OWN_STEPS, has_steps_below)
}

fn said(mut tree: Node, table: &str, key: &str, own: &str, is_below: bool) -> Node {
    if tree.get(key).is_none()
        && !is_below
        && let Value::Table(entries) = &mut tree.value
        && let Some(turn) = entries.iter().find(|entry| entry.key == table)
    {
        let word = Node { value: Value::Text(own.to_owned()), at: turn.at };
        entries.push(Entry { key: key.to_owned(), at: turn.at, node: word });
    }
    tree
}

impl Rules {
    /// Drops the turn of the tables so far if another system is named, so that two are never mixed.
    pub(super) fn changes_system(&mut self, word: &Node) {
        let is_same = |tree: &Node| match (&word.value, tree.get("system").map(|now| &now.value)) {
            (Value::Text(word), Some(Value::Text(now))) => word == now,
            _ => false,
        };
        if !is_same(&self.tree) {
            self.drop_turn();
        }
    }

    /// Removes the tables or rows that a rulebook drops from the one it extends.
    fn drop_what(&mut self, diag: &mut Diagnostics, tree: &Node) {
        let Some(node) = tree.get("drop") else { return };
        for path in reader::texts(diag, node, "a path, such as `weapon.bow`", &limits::DROPPED) {
            let parts = path::split(&path.value).unwrap_or_default();
            let there = path::get(&self.tree, &parts);
            if let Some((node, last)) = there.zip(parts.last()) {
                let mut names = vec![last.clone()];
                names_in(node, &mut names);
                diag.dropped.push(Dropped { path: parts.clone(), names, at: path.at });
            } else if diag.drop_of(&parts).is_none() {
                let leaves = path::leaves(&self.tree);
                let parts = leaves.iter().filter_map(|(path, _)| path::split(path));
                let above = |parts: Vec<String>| {
                    (1..=parts.len()).map(move |k| path::join(&parts[..k])).collect::<Vec<_>>()
                };
                let known: BTreeSet<String> = parts.flat_map(above).collect();
                let message = format!("there is nothing to drop at {}", quote(&path.value));
                diag.problem(Code::UnknownPath, path.at, message)
                    .meant(&path.value, &known)
                    .hint("a path of the rulebook that is extended: a whole table, such as `skill`, or a row, such as `weapon.bow`");
            }
            for tree in [Some(&mut self.tree), self.base.as_mut()].into_iter().flatten() {
                remove(tree, &parts, Some(path.at));
            }
        }
    }

    fn drop_turn(&mut self) {
        self.drop_tables(&["turn"]);
    }

    /// Drops the steps of the tables so far if another way of fighting is named.
    pub(super) fn changes_fighting(&mut self, word: &Node) {
        let now = Scope::of(&self.tree).fighting;
        if now.is_by_steps() && !matches!(&word.value, Value::Text(word) if word == now.name()) {
            self.drop_tables(STEP_TABLES);
            // What weapons bring to those steps goes with them.
            for tree in [Some(&mut self.tree), self.base.as_mut()].into_iter().flatten() {
                let weapons = tree.get("weapon").map(Node::entries).unwrap_or_default();
                let names: Vec<String> = weapons.iter().map(|entry| entry.key.clone()).collect();
                for (name, part) in
                    names.iter().flat_map(|name| [(name, "profile"), (name, "adds")])
                {
                    remove(tree, &["weapon", name, part].map(str::to_owned), None);
                }
            }
        }
    }

    fn drop_tables(&mut self, keys: &[&str]) {
        for tree in [Some(&mut self.tree), self.base.as_mut()].into_iter().flatten() {
            if let Value::Table(entries) = &mut tree.value {
                entries.retain(|entry| !keys.contains(&entry.key.as_str()));
            }
        }
    }

    /// Fills in tables from shipped rulebooks for the initiative system and the way of fighting; existing values stay.
    pub(super) fn underlay(&mut self, diag: &mut Diagnostics) {
        let scope = Scope::of(&self.tree);
        let troops = rows::troop_names(&self.tree);
        let of_system = scope.system.name();
        let of_fighting = scope::has_it_all(scope.fighting);
        let one_more = (of_fighting != of_system).then_some(of_fighting);
        for called in [of_system].into_iter().chain(one_more) {
            let Some(number) = number_of(called) else { continue };
            // A rulebook that was read is complete here, unless its turn was dropped.
            let is_here = diag.sources.has(source::of_shipped_rulebook(number));
            let lacks_turn = scope.has(Owner::Table) && self.tree.get("turn").is_none();
            if is_here && !(lacks_turn && called == of_system) {
                continue;
            }
            let (below, origins) = shipped(diag, number);
            // Fighting tables for other troop types only are of no use.
            let is_of_ours = |name: &String| troops.contains(name);
            let knows_ours = rows::troop_names(below).iter().any(is_of_ours);
            let brought = Brought {
                system: (called == of_system).then_some(scope.system),
                fighting: (called == of_fighting && knows_ours).then_some(scope.fighting),
                troops: &troops,
            };
            self.origins.extend_from_slice(origins);
            brought.fill(&mut self.tree, below, &mut Vec::new());
            if let Some(base) = &mut self.base {
                brought.fill(base, below, &mut Vec::new());
            }
        }
    }
}

/// What a shipped rulebook adds: values of an initiative system, of a way of fighting, or of both.
struct Brought<'t> {
    system: Option<System>,
    fighting: Option<Fighting>,
    troops: &'t [String],
}

impl Brought<'_> {
    fn has(&self, owner: Owner, path: &[&str]) -> bool {
        match owner {
            Owner::System(system) => self.system == Some(system),
            Owner::Table => self.system.is_some_and(|system| system.turn().is_some()),
            // If a weapon or troop type lacks a value that several ways of fighting share, it has none: a sword has no range,
            // and a troop type without a full move uses the general one. So one without strides uses full moves.
            Owner::Fighting(of) => {
                let of_one = matches!(path, ["weapon", ..] | ["move", "troop", ..]);
                let is_stride = matches!(
                    path,
                    ["options", "stride"] | ["move", "stature" | "strides" | "yard"]
                );
                let is_shared = of.len() > 1 && (of_one || is_stride);
                !is_shared && self.fighting.is_some_and(|fighting| scope::is_one_of(of, fighting))
            }
        }
    }

    /// Returns whether the rulebook has the troop type or weapon of a path. Columns of initiative systems and of ranks are left
    /// to the rulebook that names the rows.
    fn is_there(&self, owner: Option<Owner>, path: &[&str], is_weapon: bool) -> bool {
        let is_named = |name: &str| self.troops.iter().any(|troop| troop == name);
        match path {
            ["weapon", _] => is_weapon,
            ["troops", name] => is_named(name),
            [column @ .., name] if rows::is_of_troops(column) => is_named(name),
            column if rows::is_of_troops(column) => {
                !matches!(owner, Some(Owner::System(_) | Owner::Table))
            }
            column => !rows::is_of_ranks(column),
        }
    }

    fn fill<'b>(&self, table: &mut Node, below: &'b Node, path: &mut Vec<&'b str>) {
        let Value::Table(entries) = &mut table.value else { return };
        for entry in below.entries() {
            path.push(&entry.key);
            let found = entries.iter().position(|e| e.key == entry.key);
            // Factors are rows, not fields: they come all together or not at all.
            let is_inner = entry.node.is_table() && path[..] != ["seize", "factor"];
            let owner = scope::owner(path.iter().copied());
            let is_brought = owner.map_or(is_inner, |owner| self.has(owner, path));
            match found {
                _ if !is_brought || !self.is_there(owner, path, found.is_some()) => {}
                Some(k) if is_inner => self.fill(&mut entries[k].node, &entry.node, path),
                Some(_) => {}
                None if is_inner => {
                    let mut node = Node::table(entry.node.at, Vec::new());
                    self.fill(&mut node, &entry.node, path);
                    if !node.entries().is_empty() {
                        entries.push(Entry { node, ..entry.clone() });
                    }
                }
                None => entries.push(entry.clone()),
            }
            path.pop();
        }
    }
}
