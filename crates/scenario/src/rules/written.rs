//! What the user wrote for the rules in a rulebook, a battle or on the command line, and which of it nothing reads. Shipped
//! rulebooks have tables for many cases and need no notes.

use std::collections::BTreeSet;

use skirmish_engine::rulebook::Rulebook;

use super::Parameter;
use super::resolve::Rules;
use super::scope::{Scope, along};
use super::uses::idle_by_rules;
use crate::path;
use crate::problem::{Diagnostics, quote};
use crate::source::{At, SourceKind};

/// A value that the user has written.
#[derive(Debug, Clone)]
pub struct Written {
    pub(crate) path: String,
    pub(crate) value: String,
    /// Where it was written, to be appended.
    pub(crate) place: String,
    /// Whether a battle or the command line sets it, for this battle only.
    pub(crate) is_set: bool,
    why: Option<String>,
    /// The value that it plays like, since dice can't tell them apart.
    alike: Option<i32>,
    /// How many more of its table are unused for the same reason.
    more: usize,
}

impl Written {
    /// Returns a note on it that holds in any battle, if there is one.
    pub(crate) fn by_rules(&self) -> Option<String> {
        let what = || quote(&format!("{} = {}", self.path, self.value)) + &self.place;
        let alike = |of: i32| format!("{} plays as {of}: no dice tell it from that", what());
        self.why.as_ref().map(|why| self.idle(why)).or_else(|| self.alike.map(alike))
    }

    pub(crate) fn idle(&self, why: &str) -> String {
        let (what, place) = (quote(&format!("{} = {}", self.path, self.value)), &self.place);
        let more = match self.more {
            0 => String::new(),
            more => format!(", like {more} more of its table"),
        };
        format!("{what}{place} is accepted, but does nothing here{more}: {why}")
    }

    /// Returns whether another value is of the same table and unused for the same reason.
    fn is_like(&self, other: &Self) -> bool {
        let table = |path: &str| path.rsplit_once('.').map(|(table, _)| table.to_owned());
        let are_of_files = !self.is_set && !other.is_set;
        are_of_files
            && self.why.is_some()
            && self.why == other.why
            && table(&self.path) == table(&other.path)
    }
}

pub(crate) fn does_nothing(what: &str, why: &str) -> String {
    format!("{what} is accepted, but does nothing here: {why}")
}

/// Returns the value that another plays like, if dice can't tell them apart. 99 means never and is left alone.
fn plays_as(parameter: &Parameter) -> Option<i32> {
    let [least, most] = parameter.told_apart?;
    let value: i32 = parameter.value.parse().ok()?;
    let end = value.max(least).min(most);
    (end != value && value != 99).then_some(end)
}

/// Returns what the user has written. `read` has the places of the values that were read.
pub(super) fn written(
    diag: &Diagnostics,
    rules: &Rules,
    scope: Scope,
    (read, parameters): (&BTreeSet<At>, &[Parameter]),
    rulebook: &Rulebook,
) -> Vec<Written> {
    let leaves = path::leaves(&rules.tree).into_iter();
    let own = leaves.filter(|(_, node)| diag.kind(node.at) != SourceKind::ShippedRulebook);
    let written = own
        .map(|(path, node)| {
            let is_set = diag.kind(node.at) != SourceKind::OwnRulebook;
            let parts = path::split(&path).unwrap_or_default();
            let rows = along(&parts);
            let owner = rows.iter().find_map(|row| row.owner).filter(|owner| !scope.has(*owner));
            // A battle's values for its own rules are no mistake if other rules come from outside.
            let is_own = is_set || scope == rules.own;
            let why = match owner {
                _ if read.contains(&node.at) => {
                    let idle = || idle_by_rules(rulebook, &parts).map(str::to_owned);
                    (!is_set && is_own).then(idle).flatten()
                }
                Some(owner) => (is_set || !rules.own.has(owner))
                    .then(|| format!("it goes with {}", owner.says())),
                None => {
                    let choice = rows.iter().find_map(|row| row.choice).filter(|_| is_own);
                    choice.map(|choice| choice.why.to_owned())
                }
            };
            let parameter = parameters.iter().find(|it| it.path == path && it.told_apart.is_some());
            let alike = parameter.and_then(plays_as);
            Written {
                value: node.show(),
                place: diag.place(node.at),
                is_set,
                why,
                alike,
                more: 0,
                path,
            }
        })
        .filter(|written| written.is_set || written.by_rules().is_some());
    let mut all: Vec<Written> = Vec::new();
    for one in written {
        match all.last_mut().filter(|last| last.is_like(&one)) {
            Some(last) => last.more += 1,
            None => all.push(one),
        }
    }
    all
}
