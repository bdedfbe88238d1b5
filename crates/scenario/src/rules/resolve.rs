//! Finding a rulebook by name or path, and laying those that extend others over what they extend.

use super::{OriginRow, SHIPPED, origin};
use crate::code::Code;
use crate::limits;
use crate::load::Files;
use crate::parse;
use crate::problem::{Desk, quote};
use crate::reader;
use crate::source::{At, SourceKind};
use crate::tree::{Node, Value};

/// A rulebook as a tree, before overrides.
#[derive(Debug, Clone)]
pub(crate) struct Rules {
    pub(crate) tree: Node,
    /// The shipped tree beneath it, if there is one.
    pub(crate) base: Option<Node>,
    pub(crate) origins: Vec<OriginRow>,
}

/// Finds and reads the rulebook that is called so.
pub(crate) fn resolve(desk: &mut Desk, files: &dyn Files, called: &str, at: At) -> Option<Rules> {
    let mut rules = follow(desk, files, called, at, 0)?;
    if let Value::Table(entries) = &mut rules.tree.value {
        entries.retain(|e| e.key != "origin" && e.key != "extends");
    }
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
    if let Some((name, text)) = SHIPPED.iter().find(|(name, _)| *name == called) {
        let name = format!("rulebook {name}");
        let tree = parse::document(desk, &name, text.as_bytes(), SourceKind::ShippedRulebook)?;
        let origins = origin::rows(desk, &tree);
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

fn over_what_it_extends(
    desk: &mut Desk,
    files: &dyn Files,
    tree: Node,
    mut origins: Vec<OriginRow>,
    depth: i64,
) -> Option<Rules> {
    let Some(extends) = tree.get("extends") else {
        return Some(Rules {
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
