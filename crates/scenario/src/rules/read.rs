//! From a rulebook's tree to the engine's tables, row by row of the declaration, listing every parameter on the way.

use std::collections::BTreeSet;

use skirmish_engine::rulebook::{Attribute, Rulebook, Surprise, SurpriseReading};

use super::draft::{Draft, Stride};
use super::goes::{Goes, Parsed};
use super::origin::{Origin, OriginRow};
use super::resolve::Rules;
use super::scope::{self, Owner, Scope};
use super::steps::Names;
use super::tables::{OPTIONS, RULEBOOK};
use super::written::{Written, written};
use super::{Parameter, ParameterKind, SHIPPED, rows};
use crate::code::Code;
use crate::describe::{Field, Form, TableDoc};
use crate::keys::{Keys, mend};
use crate::path;
use crate::problem::{Diagnostics, quote};
use crate::reader;
use crate::source::{At, SourceKind};
use crate::tree::Node;

#[derive(Debug, Clone)]
pub(crate) struct Reading {
    pub(crate) rulebook: Rulebook,
    pub(crate) about: String,
    pub(crate) parameters: Vec<Parameter>,
    /// What the user wrote for this battle, or to no effect.
    pub(crate) written: Vec<Written>,
}

/// Reads a rulebook. What can't be read is noted and replaced by something harmless, so that reading goes on.
pub(crate) fn read(diag: &mut Diagnostics, mut rules: Rules) -> Option<Reading> {
    mend(diag, &mut rules.tree, &RULEBOOK);
    let rules = &rules;
    let keys = Keys::open(diag, &rules.tree, &RULEBOOK)?;
    // A rulebook that extends none may lack a great deal.
    if rules.base.is_none()
        && let Some(missing) = diag.noted(Code::Missing, rules.tree.at, RULEBOOK.name)
    {
        missing.hints.insert(
            0,
            "to change some of another rulebook, say which: `extends = \"lloyd\"`; the rest is then taken from there"
                .to_owned(),
        );
        return None;
    }
    let scope = Scope::of(&rules.tree);
    let draft = Draft::new(scope);
    let mut reader = RuleReader {
        diag,
        rules,
        scope,
        draft,
        parameters: Vec::new(),
        read: BTreeSet::new(),
        missing: Vec::new(),
        shoots: false,
        unit_numbers: Vec::new(),
        names: Names::default(),
    };
    reader.rulebook(&keys);
    let name = keys.name(reader.diag, "name").map_or(String::new(), |name| name.value);
    let about = keys.text(reader.diag, "about").map_or(String::new(), |text| text.value);
    let (parameters, read) = (reader.parameters, reader.read);
    let rulebook = Rulebook { name, ..reader.draft.finish() };
    let written = written(diag, rules, scope, (&read, &parameters), &rulebook);
    Some(Reading { about, parameters, written, rulebook })
}

pub(crate) struct RuleReader<'d> {
    pub(super) diag: &'d mut Diagnostics,
    pub(super) rules: &'d Rules,
    pub(super) scope: Scope,
    pub(super) draft: Draft,
    pub(super) parameters: Vec<Parameter>,
    pub(super) read: BTreeSet<At>,
    missing: Vec<String>,
    pub(super) shoots: bool,
    /// Attributes that the turn uses: the place, and what needs them.
    pub(super) unit_numbers: Vec<(At, String, Attribute)>,
    pub(super) names: Names,
}

/// The reading and listing order where it differs from the declaration: for each table, keys that come first and keys that come
/// last. A rulebook's hash depends on it.
pub(super) const ORDER: &[(&str, &[&str], &[&str])] = &[
    (
        "a rulebook",
        &["troops", "turn", "warspike", "segments", "move", "fire", "shooting", "combat", "melee"],
        &["control", "hand-to-hand", "techniques", "points", "weapon"],
    ),
    ("`options`", &[], &["stride"]),
    ("`hand-to-hand`", &[], &["hit"]),
    ("`techniques`", &[], &["dice"]),
    ("`move`", &["stature", "strides", "yard"], &[]),
    ("`segments`", &[], &["surprise-dice"]),
    ("`combat`", &[], &["dice", "cover-distance", "morale"]),
    (
        "a weapon",
        &["shots", "speed-factor", "segments", "length", "set-damage", "charge-damage"],
        &["mobility", "damage", "shot-damage", "reach", "ranks", "supports"],
    ),
];

fn in_order(doc: &TableDoc) -> Vec<&'static Field> {
    let mut fields: Vec<&Field> = doc.fields.iter().collect();
    if let Some((_, first, last)) = ORDER.iter().find(|(name, ..)| *name == doc.name) {
        let place = |keys: &[&str], key| keys.iter().position(|other| *other == key);
        fields.sort_by_cached_key(|field| {
            (
                place(first, field.key).unwrap_or(first.len()),
                place(last, field.key).map_or(0, |k| k + 1),
            )
        });
    }
    fields
}

type Put<'p> = &'p mut dyn FnMut(&mut Draft, Goes, Parsed);

fn put_rules(draft: &mut Draft, goes: Goes, value: Parsed) {
    if let Goes::Rules(set) = goes {
        set(draft, value);
    }
}

impl RuleReader<'_> {
    /// Reads what others depend on first: system, fighting, seizing and ranks; then options; then troop types.
    fn rulebook(&mut self, keys: &Keys<'_>) {
        for key in ["seize", "control", "points"] {
            self.needed(keys, key, "");
        }
        self.needed_columns();
        let is_early = |key| ["system", "fighting", "seize", "options"].contains(&key);
        for field in in_order(&RULEBOOK).into_iter().filter(|field| is_early(field.key)) {
            if field.key == "options" {
                self.draft.rules.ranks = self.ranks();
                keys.get("options").inspect(|node| self.foreign_options(node));
            }
            self.field(keys, field, "", &mut put_rules);
        }
        self.draft.rules.troops = self.troops();
        for field in in_order(&RULEBOOK).into_iter().filter(|field| !is_early(field.key)) {
            self.field(keys, field, "", &mut put_rules);
        }
        self.steps(keys);
        self.check(keys);
    }

    /// Notes missing columns of the table of troop types.
    fn needed_columns(&mut self) {
        let tree = &self.rules.tree;
        let of_rulebook = Keys::of(tree, &RULEBOOK);
        for column in rows::TROOPS {
            match column.split_once('.') {
                None => drop(self.needed(&of_rulebook, column, "")),
                // A misspelled table is not missing as well.
                Some((table, _)) if of_rulebook.is_meant(table) => {}
                Some((table, key)) => {
                    let Some(Form::Table(doc)) = RULEBOOK.field(table).map(|f| f.form) else {
                        continue;
                    };
                    let nothing = Node::table(tree.at, Vec::new());
                    let node = tree.get(table).unwrap_or(&nothing);
                    self.needed(&Keys::of(node, doc), key, table);
                }
            }
        }
    }

    pub(super) fn fields(&mut self, keys: &Keys<'_>, prefix: &str, put: Put<'_>) {
        for field in in_order(keys.doc()) {
            self.field(keys, field, prefix, &mut *put);
        }
    }

    /// Reads the value of a key, if the rulebook uses it and the choice it depends on is made.
    fn field(&mut self, keys: &Keys<'_>, field: &'static Field, prefix: &str, put: Put<'_>) {
        let found = keys.get(field.key);
        let is_chosen = field.choice.is_none_or(|choice| (choice.is_made)(self, found));
        if !is_chosen || field.owner.is_some_and(|owner| !self.scope.has(owner)) {
            return;
        }
        let Some(node) = self.needed(keys, field.key, prefix) else { return };
        let path = joined(prefix, field.key);
        match (field.goes, &field.form) {
            (Goes::By(read), _) => read(self, node),
            (Goes::Nowhere, Form::Table(doc)) => {
                if let Some(keys) = Keys::open(self.diag, node, doc) {
                    self.fields(&keys, &path, put);
                }
            }
            (Goes::Nowhere | Goes::Troops(_) | Goes::Ranks(_), _) => {}
            (goes, form) => {
                if let Some(value) = self.value(node, &path, form) {
                    put(&mut self.draft, goes, value);
                }
            }
        }
    }

    /// Reads a single value and lists it as a parameter; or the numbers of a table of three, or of two such tables.
    pub(super) fn value(&mut self, node: &Node, path: &str, form: &Form) -> Option<Parsed> {
        let diag = &mut *self.diag;
        let (value, shown, kind) = match *form {
            Form::Whole(limit) => {
                let number = reader::whole(diag, node, limit)?.value;
                let value = Parsed::Number(i32::try_from(number).unwrap_or(0));
                (value, number.to_string(), ParameterKind::Whole(*limit))
            }
            Form::Length(limit) => {
                let length = reader::length(diag, node, limit)?.value;
                (Parsed::Number(length), reader::show_len(length), ParameterKind::Length(*limit))
            }
            Form::Dice => {
                let dice = reader::dice(diag, node)?.value;
                (Parsed::Dice(dice), dice.to_string(), ParameterKind::Dice)
            }
            Form::Die => {
                let dice = reader::dice(diag, node)?.value;
                if dice.count > 1 {
                    let message = format!("`{path}` is {dice}, but one die is rolled");
                    diag.problem(Code::Dice, node.at, message);
                }
                (Parsed::Dice(dice), dice.to_string(), ParameterKind::Die)
            }
            Form::Flag => {
                let flag = reader::flag(diag, node)?.value;
                (Parsed::Flag(flag), flag.to_string(), ParameterKind::Flag)
            }
            Form::Amount(limit) => {
                let amount = reader::amount_of_dice(diag, node, limit)?;
                (Parsed::Amount(amount), amount.to_string(), ParameterKind::Amount)
            }
            Form::Routines(limit) => {
                let routines = reader::routines(diag, node, limit)?.value;
                let (odd, even) = (u16::from(routines.odd), u16::from(routines.even));
                let shown = if odd == even { odd.to_string() } else { format!("{}/2", odd + even) };
                (Parsed::Routines(routines), shown, ParameterKind::Routines(*limit))
            }
            Form::Words(words) => {
                let numbered: Vec<_> = words.iter().zip(0..).map(|(word, k)| (*word, k)).collect();
                let word = reader::word(diag, node, &format!("`{path}`"), &numbered)?.value;
                (Parsed::Word(word), node.show(), ParameterKind::Words(words.to_vec()))
            }
            Form::Table(doc) => {
                let keys = Keys::open(diag, node, doc)?;
                return Some(match doc.fields[0].form {
                    Form::Table(_) => Parsed::TwiceThree([0, 1].map(|k| {
                        let part = self.part(&keys, path, k);
                        part.map_or([0; 3], Into::into)
                    })),
                    _ => Parsed::Three(self.three(&keys, path)),
                });
            }
            _ => return None,
        };
        self.note(path, node, shown, kind);
        Some(value)
    }

    fn part(&mut self, keys: &Keys<'_>, path: &str, k: usize) -> Option<Parsed> {
        let field = &keys.doc().fields[k];
        self.value(keys.get(field.key)?, &joined(path, field.key), &field.form)
    }

    /// Reads the numbers of a table; bad ones are noted and count as 0.
    fn three(&mut self, keys: &Keys<'_>, path: &str) -> [i32; 3] {
        let three = [0, 1, 2].map(|k| self.part(keys, path, k).map_or(0, Into::into));
        let doc = keys.doc();
        let is_read =
            !matches!(doc.fields[0].form, Form::Length(_)) || three.iter().all(|n| *n > 0);
        if let Some(ascending) = doc.ascending
            && is_read
            && !three.is_sorted_by(|a, b| a < b || a == b && !ascending.strictly)
        {
            // Blames the first number that is not above the one before; or the one before, if only that is the user's.
            let is_less = |k: &usize| {
                three[k - 1] > three[*k] || three[k - 1] == three[*k] && ascending.strictly
            };
            let place = |k: usize| Some(keys.get(doc.fields[k].key)?.at);
            let pair = (1..3).find(is_less).into_iter().flat_map(|k| [k, k - 1]).filter_map(place);
            let is_own = |at: &At| self.diag.kind(*at) != SourceKind::ShippedRulebook;
            let at = pair.into_iter().find(is_own).unwrap_or(self.changed(keys));
            let number =
                |field: &Field| Some(format!("{} {}", field.key, keys.get(field.key)?.show()));
            let numbers: Vec<String> = doc.fields.iter().filter_map(number).collect();
            let message =
                format!("{}: {}", ascending.message.replace("{}", path), numbers.join(", "));
            self.diag.problem(Code::Order, at, message).hint(ascending.hint);
        }
        three
    }

    /// Notes numbers of several rows that don't fit together.
    fn check(&mut self, keys: &Keys<'_>) {
        let rules = &self.draft.rules;
        let is_in_use = |key| self.scope.uses([key]);
        let table = |key| keys.get(key).filter(|node| node.is_table() && is_in_use(key));
        if let Some(node) = table("control")
            && rules.control.in_control < rules.control.out_of_control
        {
            let at = self.changed(&Keys::of(node, keys.doc()));
            self.diag
                .problem(Code::Order, at, "the numbers of `control` are not in order")
                .hint("out-of-control must not be more than in-control");
        }
        if let Some(node) = table("segments").and_then(|node| node.get("surprised-on")) {
            can_surprise(self.diag, node.at, rules.segments.surprise.on, &rules.segments.surprise);
        }
        self.strides(keys);
        self.check_turn(keys);
    }

    /// Notes what is missing to move by strides (WSC-2).
    fn strides(&mut self, keys: &Keys<'_>) {
        let Some(Form::Table(doc)) = RULEBOOK.field("move").map(|field| field.form) else { return };
        let table = keys.get("move").filter(|node| node.is_table());
        let (Some(node), Stride::Stature) = (table, self.draft.stride) else { return };
        let table = Keys::of(node, doc);
        let lacking: Vec<_> = ["stature", "strides", "yard"]
            .into_iter()
            .filter(|key| table.get(key).is_none() && !table.is_meant(key))
            .map(|key| format!("`move.{key}`"))
            .collect();
        if !lacking.is_empty() {
            let at = keys.get("options").and_then(|table| table.get("stride"));
            let at = at.map_or(self.rules.tree.at, |node| node.at);
            let message =
                format!("a rulebook with `stride = \"stature\"` needs {}", lacking.join(", "));
            self.diag
                .problem(Code::Missing, at, message)
                .hint("the rulebook `warspike` has them: `rules = \"warspike\"`, or `--set rules=warspike`");
        }
    }

    /// Notes an option that is not in use. It may be inherited, or belong to the rulebook's own system while another is played.
    fn foreign_options(&mut self, node: &Node) {
        let of = |key: &str| scope::owner(["options", key]);
        for entry in node.entries() {
            if let Some(owner) = of(&entry.key)
                && !self.scope.has(owner)
                && !self.rules.own.has(owner)
                && self.diag.kind(entry.node.at) != SourceKind::ShippedRulebook
            {
                let message =
                    format!("the option {} goes with {}", quote(&entry.key), owner.says());
                let scope = self.scope;
                let in_use = OPTIONS.fields.iter().map(|f| f.key);
                let in_use = in_use.filter(|key| of(key).is_none_or(|owner| scope.has(owner)));
                self.diag.problem(Code::OutOfUse, entry.at, message).suggest(&entry.key, in_use);
            }
        }
    }

    /// Returns where the user last changed a table; a shipped rulebook is not at fault.
    pub(super) fn changed(&self, keys: &Keys<'_>) -> At {
        let changed = |at: &At| self.diag.kind(*at) != SourceKind::ShippedRulebook;
        keys.places().filter(changed).last().unwrap_or(keys.at())
    }

    /// Returns whether surprise is in play (ADC-9).
    pub(super) fn has_surprise(&self) -> bool {
        self.draft.rules.segments.surprise.reading != SurpriseReading::None
    }

    pub(super) fn is_set_outside(&self, node: &Node) -> bool {
        self.diag.kind(node.at) == SourceKind::CommandLine
    }

    /// Returns the value of a key, or notes that it is missing although the rulebook's system or fighting needs it.
    fn needed<'t>(&mut self, keys: &Keys<'t>, key: &str, prefix: &str) -> Option<&'t Node> {
        let found = keys.get(key);
        if found.is_some() || keys.is_meant(key) {
            return found;
        }
        let path = joined(prefix, key);
        let parts = path::split(&path)?;
        let row = keys.doc().field(key)?;
        let owner = scope::owner(&parts)?;
        if !row.is_needed || !self.scope.has(owner) || self.missing.contains(&path) {
            return None;
        }
        // The cause is the word for system or fighting, or a weapon of the user's own.
        let tree = &self.rules.tree;
        let of_weapon = parts.len() > 2;
        let own = of_weapon.then(|| self.changed(keys));
        let own = own.filter(|at| self.diag.kind(*at) != SourceKind::ShippedRulebook);
        let own = own.or(self.diag.drop_of(&parts));
        let at = own.unwrap_or_else(|| tree.get(owner.key()).map_or(tree.at, |n| n.at));
        let needs = format!("a rulebook with {} needs ", owner.says_in(self.scope));
        // One problem for everything that a word asks for, without the keys of tables that are missing as a whole.
        if let Some(before) = self.diag.noted(Code::Missing, at, &needs) {
            if of_weapon && own.is_none() {
                return None;
            }
            before.message += &format!(", `{path}`");
            before.hints.retain(|hint| !hint.starts_with('`'));
            self.missing.push(path);
            return None;
        }
        // What belongs to an initiative system is added automatically.
        let is_of_fighting = matches!(owner, Owner::Fighting(_));
        let elsewhere = (is_of_fighting && own.is_none()).then(|| self.has_it_all(at));
        let problem = self.diag.problem(Code::Missing, at, format!("{needs}`{path}`"));
        let problem = problem.hint(format!("`{path}`: {}", row.about));
        if let Some(elsewhere) = elsewhere {
            problem.hint(elsewhere);
        }
        self.missing.push(path);
        None
    }

    /// Returns a hint that names a shipped rulebook with everything the fighting needs. A battle can't switch to it.
    fn has_it_all(&self, at: At) -> String {
        let shipped = scope::has_it_all(self.scope.fighting);
        let is_own = SHIPPED.iter().all(|(name, _)| *name != shipped);
        let name = if is_own { "hit-wound-save" } else { shipped };
        if self.diag.kind(at) == SourceKind::OwnRulebook {
            let system = self.scope.system.name();
            return format!(
                "`extends = \"{name}\"` has all that it needs, with `system = \"{system}\"` to keep the initiative"
            );
        }
        match is_own {
            true => format!(
                "a rulebook says what these are: `skirmish new rulebook mine --from {name}`"
            ),
            false => format!(
                "the rulebook `{name}` has them for its own troop types: `skirmish list parameters --rules {name}`"
            ),
        }
    }

    pub(super) fn note(&mut self, path: &str, node: &Node, value: String, kind: ParameterKind) {
        self.read.insert(node.at);
        let parts = path::split(path).unwrap_or_default();
        let base = self.rules.base.as_ref().and_then(|b| path::get(b, &parts));
        let says = |at: u16| OriginRow::find(&self.rules.origins, at, &parts);
        let own_row = says(node.at.source);
        let base_row = base.and_then(|b| match b.at.source == node.at.source {
            true => own_row,
            false => says(b.at.source),
        });
        let base_origin = base_row.map_or(Origin::Assumed, |r| r.origin);
        let origin = match self.diag.kind(node.at) {
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
            at: node.at,
            told_apart: None,
        });
    }
}

fn joined(prefix: &str, key: &str) -> String {
    if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") }
}

/// Returns the shipped value as a file would have it; for a row of conditions, its value.
fn base_show(base: &Node) -> String {
    base.get("value").unwrap_or(base).show()
}

/// Notes a surprise total that the dice can't show (ADC-9).
pub(crate) fn can_surprise(diag: &mut Diagnostics, at: At, on: u8, rules: &Surprise) {
    let most = rules.dice.max();
    if rules.reading != SurpriseReading::None && i32::from(on) > most {
        let message = format!("{on} is more than surprise can roll: its dice are {}", rules.dice);
        diag.problem(Code::OutOfRange, at, message).hint(format!(
            "{most} surprises whatever is rolled; `segments.surprise-dice` has other dice"
        ));
    }
}
