//! Sets parameters of a rulebook by path, from `[set]` of a scenario or the command line.

use skirmish_engine::rulebook::FactorCondition;

use super::resolve::Rules;
use super::scope::{self, Scope, roots};
use crate::code::Code;
use crate::describe::Form;
use crate::path;
use crate::problem::{Diagnostics, quote};
use crate::source::{At, SourceKind};
use crate::tree::{Entry, Node, Value};

/// A value for a path, and where it was written.
#[derive(Debug, Clone)]
pub(crate) struct Setting {
    pub(crate) path: Vec<String>,
    pub(crate) at: At,
    pub(crate) node: Node,
}

/// Sets parameters in order and notes unknown paths. System and fighting are settled first, since the rest depends on them.
pub(crate) fn apply(diag: &mut Diagnostics, rules: &mut Rules, settings: Vec<Setting>) {
    let is_scope = |set: &Setting| matches!(set.path.as_slice(), [key] if key == "system" || key == "fighting");
    let (scopes, rest): (Vec<_>, Vec<_>) = settings.into_iter().partition(is_scope);
    let of_scenario = |diag: &Diagnostics, at: At| diag.kind(at) != SourceKind::CommandLine;
    let mut written = rules.own;
    for set in scopes {
        let is_written = of_scenario(diag, set.at);
        if set.path == ["system"] {
            rules.changes_system(&set.node);
        } else {
            rules.changes_fighting(&set.node);
        }
        path::set(&mut rules.tree, &set.path, set.at, set.node);
        if is_written {
            written = Scope::of(&rules.tree);
        }
    }
    rules.underlay(diag);
    let scope = Scope::of(&rules.tree);
    for set in rest {
        let owner = scope::owner(&set.path);
        let is_idle = owner.is_some_and(|owner| !scope.has(owner) && written.has(owner));
        // A scenario's values for its own system mean nothing under another, but are no mistake.
        if !(is_idle && of_scenario(diag, set.at)) {
            one(diag, &mut rules.tree, scope, &set.path, set.at, set.node);
        }
    }
}

fn one(
    diag: &mut Diagnostics,
    tree: &mut Node,
    scope: Scope,
    parts: &[String],
    at: At,
    node: Node,
) {
    if let Some(owner) = scope::owner(parts)
        && !scope.has(owner)
    {
        let message = format!("no such parameter in this rulebook: {}", shown(parts));
        diag.problem(Code::OutOfUse, at, message).hint(format!("it goes with {}", owner.says()));
        return;
    }
    let is_factor = parts.len() == 3 && parts[0] == "seize" && parts[1] == "factor";
    if is_factor && set_factor(tree, parts, at, &node) {
        return;
    }
    if path::get(tree, parts).is_none() && set_left_out(tree, parts, at, &node) {
        return;
    }
    match path::get_mut(tree, parts) {
        Some(old) if !old.is_table() => *old = node,
        Some(table) => {
            let message = format!("{} is a table, not a parameter", shown(parts));
            let first = path::leaves(table).into_iter().next();
            let example =
                first.map_or(String::new(), |(leaf, _)| format!("{}.{leaf}", path::join(parts)));
            diag.problem(Code::UnknownPath, at, message)
                .hint(format!("set one of its values, such as `{example}`"));
        }
        None => unknown(diag, tree, scope, parts, at, is_factor),
    }
}

/// Sets an optional value of moves, a weapon, a troop type or the turn that was left out.
fn set_left_out(tree: &mut Node, parts: &[String], at: At, node: &Node) -> bool {
    let names: Vec<&str> = parts.iter().map(String::as_str).collect();
    let new_tables = match names[..] {
        ["options" | "move" | "turn", _] | ["weapon", _, _] => 0..0,
        ["turn", _, _] => 1..2,
        // An unknown troop type is noted when its table is read.
        ["move", "troop", _] => 2..3,
        ["troops", _, _] => 1..3,
        _ => return false,
    };
    if matches!(scope::walk(names).1, None | Some(Form::Table(_) | Form::Named(_))) {
        return false;
    }
    for depth in new_tables {
        if path::get(tree, &parts[..depth]).is_none() {
            path::set(tree, &parts[..depth], at, Node::table(at, Vec::new()));
        }
    }
    path::set(tree, parts, at, node.clone())
}

fn shown(parts: &[String]) -> String {
    quote(&path::join(parts))
}

fn unknown(
    diag: &mut Diagnostics,
    tree: &Node,
    scope: Scope,
    parts: &[String],
    at: At,
    is_factor: bool,
) {
    let wanted = path::join(parts);
    let leaves = path::leaves(tree);
    let mut known: Vec<String> = leaves.into_iter().map(|(leaf, _)| leaf).collect();
    known.retain(|leaf| scope.uses(leaf.split('.')));
    if is_factor {
        known.extend(FactorCondition::ALL.iter().map(|c| format!("seize.factor.{}", c.name())));
        known.sort();
        known.dedup();
    }
    let message = format!("no such parameter: {}", quote(&wanted));
    // If nothing is near, suggests neighbors in the same table instead of everything.
    let table = parts[..parts.len().saturating_sub(1)].join(".");
    let inside = known.iter().filter_map(|k| k.strip_prefix(&table)?.strip_prefix('.'));
    let mut near_by: Vec<String> = inside
        .map(|rest| match rest.split_once('.') {
            Some((deeper, _)) => format!("{table}.{deeper}.…"),
            None => format!("{table}.{rest}"),
        })
        .collect();
    near_by.dedup();
    let all: Vec<&str> = known.iter().map(String::as_str).collect();
    let note = diag.problem(Code::UnknownPath, at, message);
    if let [table, key] = parts
        && let Some(now) = crate::keys::renamed(&quote(table), key)
    {
        note.hint(now);
        return;
    }
    // The same path with a table left out: `seize.average` for `seize.base.average`.
    let is_same = |path: &&&str| {
        let mut given = parts.iter().map(String::as_str).peekable();
        for key in path.split('.') {
            given.next_if_eq(&key);
        }
        given.peek().is_none()
    };
    let same: Vec<&str> = all.iter().filter(is_same).copied().collect();
    let note = if let [path] = same[..] {
        note.hint(format!("did you mean {}?", quote(path)))
    } else if !crate::problem::near(&wanted, &all).is_empty() {
        note.suggest(&wanted, all)
    } else if near_by.is_empty() {
        note.hint(format!("parameters begin with {}", roots().collect::<Vec<_>>().join(", ")))
    } else {
        note.suggest(&wanted, &near_by)
    };
    if parts.len() >= 2 && matches!(parts[0].as_str(), "weapon" | "quality" | "skill")
        || parts.starts_with(&["seize".to_owned(), "base".to_owned()])
    {
        note.hint("new troop types and weapons belong in a rulebook of your own with `extends`");
    }
}

/// Sets a factor, which may be new, changed or switched off.
fn set_factor(tree: &mut Node, parts: &[String], at: At, node: &Node) -> bool {
    let name = &parts[2];
    if node.is_table() {
        return path::set(tree, parts, at, node.clone());
    }
    if let Some(Node { value: Value::Table(row), .. }) = path::get_mut(tree, parts)
        && matches!(node.value, Value::Integer(_))
    {
        // A named row keeps its conditions.
        row.retain(|e| e.key != "value");
        row.push(Entry { key: "value".to_owned(), at, node: node.clone() });
        return true;
    }
    let known = FactorCondition::ALL.iter().any(|c| c.name() == name.as_str());
    if known || path::get(tree, parts).is_some() {
        return path::set(tree, parts, at, node.clone());
    }
    false
}
