//! Single parameters of a rulebook: each is read, put on the list with its origin, and replaced by something harmless if
//! it cannot be read.

use skirmish_engine::battle::geometry::Len;
use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{Routines, SKILL_DICE};

use super::Parameter;
use super::docs;
use super::origin::{Origin, OriginRow};
use super::read::{Kind, RuleReader};
use super::scope::{self, Owner};
use crate::code::Code;
use crate::describe::TableDoc;
use crate::limits::{self, Limit};
use crate::path;
use crate::reader::{self, Keys};
use crate::source::{At, SourceKind};
use crate::tree::Node;

/// The dice that skills are measured in, by their words.
const SKILLS: &[(&str, u8)] = &[("d4", 4), ("d6", 6), ("d8", 8), ("d10", 10), ("d12", 12)];

impl RuleReader<'_> {
    /// Where a table was changed last, as the shipped rulebook has no such mistakes.
    pub(super) fn changed(&self, keys: &Keys<'_>) -> At {
        let changed = |at: &At| self.desk.kind(*at) != SourceKind::ShippedRulebook;
        keys.places().filter(changed).last().unwrap_or(keys.at())
    }

    pub(super) fn open<'t>(
        &mut self,
        keys: &Keys<'t>,
        key: &str,
        doc: &'static TableDoc,
    ) -> Option<Keys<'t>> {
        keys.get(key).and_then(|n| Keys::open(self.desk, n, doc))
    }

    /// What stands behind a key of a table, if it is in use; noted if it is not there.
    pub(super) fn needed<'t>(
        &mut self,
        keys: Option<&Keys<'t>>,
        doc: &'static TableDoc,
        prefix: &str,
        key: &str,
    ) -> Option<&'t Node> {
        let path = match prefix {
            "" => key.to_owned(),
            _ => format!("{prefix}.{key}"),
        };
        let parts = path::split(&path)?;
        let owner = scope::owner(parts.iter().map(String::as_str))?;
        if !self.scope.has(owner) {
            return None;
        }
        let found = keys.and_then(|k| k.get(key));
        if found.is_none() && !keys.is_some_and(|k| k.is_meant(key)) {
            // It is missing because the rulebook says what it is for, or from a weapon of a designer's own.
            let tree = &self.rules.tree;
            let of_weapon = keys.filter(|_| parts.len() > 2);
            let own = of_weapon.map(|k| self.changed(k));
            let own = own.filter(|at| self.desk.kind(*at) != SourceKind::ShippedRulebook);
            let at = own.unwrap_or_else(|| tree.get(owner.key()).map_or(tree.at, |n| n.at));
            let needs = format!("a rulebook with {} needs ", owner.says_in(self.scope));
            // All that one word of the rulebook asks for is one problem; where whole tables are missing nobody asks for what
            // goes with them.
            if let Some(before) = self.desk.noted(Code::Missing, at, &needs) {
                if of_weapon.is_some() && own.is_none() {
                    return found;
                }
                before.message += &format!(", `{path}`");
                before.hints.retain(|hint| !hint.starts_with('`'));
                return found;
            }
            let message = format!("{needs}`{path}`");
            let about = doc.fields.iter().find(|f| f.key == key);
            // What belongs to an initiative system comes by itself.
            let is_of_fighting = matches!(owner, Owner::Fighting(_));
            let elsewhere = (is_of_fighting && own.is_none()).then(|| {
                let shipped = scope::has_it_all(self.scope.fighting);
                let system = self.scope.system.name();
                let [rules, system] = match self.desk.kind(at) {
                    SourceKind::CommandLine => [
                        format!("--set rules={shipped}"),
                        format!("--set system={system}"),
                    ],
                    SourceKind::OwnRulebook => [
                        format!("extends = \"{shipped}\""),
                        format!("system = \"{system}\""),
                    ],
                    _ => [
                        format!("rules = \"{shipped}\""),
                        format!("system = \"{system}\""),
                    ],
                };
                format!(
                    "the rulebook `{shipped}` has all that it needs for its own troop types: `{rules}`, with `{system}` to keep the initiative"
                )
            });
            let problem = self.desk.problem(Code::Missing, at, message);
            let problem = problem.hint(format!("`{path}`: {}", about.map_or("", |f| f.about)));
            if let Some(elsewhere) = elsewhere {
                problem.hint(elsewhere);
            }
        }
        found
    }

    /// A table of the rulebook, if it is in use; noted if it is not there.
    pub(super) fn table<'t>(
        &mut self,
        keys: &Keys<'t>,
        key: &str,
        doc: &'static TableDoc,
    ) -> Option<Keys<'t>> {
        self.needed(Some(keys), &docs::RULEBOOK, "", key)
            .and_then(|n| Keys::open(self.desk, n, doc))
    }

    /// The members of a table whose keys are names.
    pub(super) fn members<'t>(&mut self, node: &'t Node, limit: &Limit) -> Vec<(String, &'t Node)> {
        if !node.is_table() {
            reader::wrong_type(self.desk, node, &format!("a table ({})", limit.name));
            return Vec::new();
        }
        let entries = node.entries();
        reader::amount(self.desk, entries.len(), node.at, limit);
        for entry in entries {
            let of = "one of the rulebook's rows";
            reader::check_name(self.desk, &entry.key, entry.at, of);
        }
        entries.iter().take(limit.most as usize).map(|e| (e.key.clone(), &e.node)).collect()
    }

    pub(super) fn whole(
        &mut self,
        keys: Option<&Keys<'_>>,
        prefix: &str,
        key: &str,
        limit: &Limit,
    ) -> i32 {
        keys.and_then(|k| k.get(key))
            .map_or(0, |node| self.leaf_whole(&format!("{prefix}.{key}"), node, limit))
    }

    pub(super) fn or(
        &mut self,
        keys: Option<&Keys<'_>>,
        prefix: &str,
        key: &str,
        limit: &Limit,
        or: i32,
    ) -> i32 {
        match keys.and_then(|k| k.get(key)) {
            Some(node) => self.leaf_whole(&format!("{prefix}.{key}"), node, limit),
            None => or,
        }
    }

    pub(super) fn leaf_whole(&mut self, path: &str, node: &Node, limit: &Limit) -> i32 {
        let value = reader::whole(self.desk, node, limit).map_or(0, |n| n.value);
        self.note(path, node, value.to_string(), Kind::Whole(*limit));
        i32::try_from(value).unwrap_or(0)
    }

    pub(super) fn length(
        &mut self,
        keys: Option<&Keys<'_>>,
        prefix: &str,
        key: &str,
        limit: &Limit,
    ) -> Len {
        keys.and_then(|k| k.get(key))
            .map_or(0, |node| self.leaf_length(&format!("{prefix}.{key}"), node, limit))
    }

    pub(super) fn leaf_length(&mut self, path: &str, node: &Node, limit: &Limit) -> Len {
        let value = reader::length(self.desk, node, limit).map_or(0, |n| n.value);
        self.note(path, node, reader::show_len(value), Kind::Length(*limit));
        value
    }

    pub(super) fn dice(&mut self, keys: Option<&Keys<'_>>, prefix: &str, key: &str) -> Dice {
        let Some(node) = keys.and_then(|k| k.get(key)) else {
            return Dice::one(20);
        };
        let value = reader::dice(self.desk, node).map_or(Dice::one(20), |n| n.value);
        self.note(&format!("{prefix}.{key}"), node, value.to_string(), Kind::Dice);
        value
    }

    /// The faces of one die.
    pub(super) fn die(&mut self, keys: Option<&Keys<'_>>, prefix: &str, key: &str) -> u8 {
        let Some(node) = keys.and_then(|k| k.get(key)) else {
            return 20;
        };
        let path = format!("{prefix}.{key}");
        let dice = reader::dice(self.desk, node).map_or(Dice::one(20), |n| n.value);
        if dice.count > 1 {
            let message = format!("`{path}` is {dice}, but one die is rolled");
            self.desk.problem(Code::Dice, node.at, message);
        }
        self.note(&path, node, dice.to_string(), Kind::Die);
        dice.sides
    }

    pub(super) fn flag(&mut self, keys: Option<&Keys<'_>>, prefix: &str, key: &str) -> bool {
        let Some(node) = keys.and_then(|k| k.get(key)) else {
            return false;
        };
        let value = reader::flag(self.desk, node).is_some_and(|n| n.value);
        self.note(&format!("{prefix}.{key}"), node, value.to_string(), Kind::Flag);
        value
    }

    /// How often in a round.
    pub(super) fn routines(&mut self, keys: &Keys<'_>, prefix: &str, key: &str) -> Routines {
        let Some(node) = keys.get(key) else {
            return Routines::default();
        };
        let limit = &limits::ROUTINES;
        let value =
            reader::routines(self.desk, node, limit).map_or(Routines::default(), |n| n.value);
        let shown = if value.odd == value.even {
            value.odd.to_string()
        } else {
            format!("{}/2", u16::from(value.odd) + u16::from(value.even))
        };
        self.note(&format!("{prefix}.{key}"), node, shown, Kind::Routines(*limit));
        value
    }

    pub(super) fn words<T: Copy>(
        &mut self,
        keys: Option<&Keys<'_>>,
        prefix: &str,
        key: &str,
        all: &'static [(&'static str, T)],
    ) -> Option<T> {
        let node = keys.and_then(|k| k.get(key))?;
        self.leaf_words(&format!("{prefix}.{key}"), node, all)
    }

    pub(super) fn leaf_words<T: Copy>(
        &mut self,
        path: &str,
        node: &Node,
        all: &'static [(&'static str, T)],
    ) -> Option<T> {
        let value = reader::word(self.desk, node, &format!("`{path}`"), all)?;
        let words = all.iter().map(|w| w.0).collect();
        self.note(path, node, node.show(), Kind::Words(words));
        Some(value.value)
    }

    /// The faces of a die of a skill (PG-02).
    pub(super) fn skill(&mut self, path: &str, node: &Node) -> u8 {
        self.leaf_words(path, node, SKILLS).unwrap_or(SKILL_DICE[0])
    }

    /// Puts a parameter on the list.
    pub(super) fn note(&mut self, path: &str, node: &Node, value: String, kind: Kind) {
        let parts = path::split(path).unwrap_or_default();
        let base = self.rules.base.as_ref().and_then(|b| path::get(b, &parts));
        let says = |at: u16| OriginRow::find(&self.rules.origins, at, &parts);
        let base_row = base.and_then(|b| says(b.at.source));
        let own_row = says(node.at.source);
        let base_origin = base_row.map_or(Origin::Assumed, |r| r.origin);
        let origin = match self.desk.kind(node.at) {
            SourceKind::CommandLine => Origin::CommandLine,
            SourceKind::Scenario => Origin::Scenario,
            SourceKind::ShippedRulebook => own_row.map_or(Origin::Assumed, |r| r.origin),
            SourceKind::OwnRulebook | SourceKind::Bots | SourceKind::ShippedBots => {
                own_row.map_or(Origin::Rulebook, |r| r.origin)
            }
        };
        let overridden = base.is_some_and(|b| b.at.source != node.at.source);
        let row = own_row.or(base_row);
        self.parameters.push(Parameter {
            path: path.to_owned(),
            value,
            origin,
            base_value: overridden.then(|| base.map_or(String::new(), base_show)),
            base_origin: overridden.then_some(base_origin),
            rule: row.map_or(String::new(), |r| r.rule.clone()),
            note: row.map_or(String::new(), |r| r.note.clone()),
            kind,
        });
    }
}

/// The value of the shipped rulebook as it would be written; of a row of conditions, its value.
fn base_show(base: &Node) -> String {
    base.get("value").unwrap_or(base).show()
}
