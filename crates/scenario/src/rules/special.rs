//! Parameters that take more than a declared row: weapons, order of action by troop type, sticks and tactical factors.

use skirmish_engine::battle::geometry::Len;
use skirmish_engine::rulebook::{
    Factor, FactorCondition, Fighting, MOST_MARKS, Missile, Stick, Weapon,
};

use super::ParameterKind;
use super::draft::MissileRange;
use super::goes::Goes;
use super::read::RuleReader;
use super::tables::{FACTOR, NATURE, WEAPON};
use crate::code::Code;
use crate::describe::Form;
use crate::keys::Keys;
use crate::limits;
use crate::path;
use crate::problem::quote;
use crate::reader;
use crate::source::{At, SourceKind};
use crate::tree::{Entry, Node, Value};

impl RuleReader<'_> {
    pub(super) fn weapons(&mut self, node: &Node) {
        let round = self.draft.rules.segments.round;
        for (name, node) in self.members(node, &limits::WEAPONS) {
            let Some(keys) = Keys::open(self.diag, node, &WEAPON) else {
                continue;
            };
            let prefix = path::join(["weapon", &name]);
            self.shoots = self.shoots(&keys);
            let missile = self.shoots.then(Missile::default);
            let mut weapon = Weapon { name, missile, ranks: 1, ..Weapon::default() };
            self.fields(&keys, &prefix, &mut |_, goes, value| {
                if let Goes::Weapon(set) = goes {
                    set(&mut weapon, value);
                }
            });
            if let Some(node) = keys.get("segments")
                && weapon.handling.segments > round
            {
                let message = format!("`{prefix}.segments` is more than `segments.round`, {round}");
                // Of the two, a shipped value is not at fault.
                let is_shipped = self.diag.kind(node.at) == SourceKind::ShippedRulebook;
                let round = self.rules.tree.get("segments").and_then(|table| table.get("round"));
                let at = round.filter(|_| is_shipped).map_or(node.at, |round| round.at);
                self.diag
                    .problem(Code::Order, at, message)
                    .hint("what takes longer than a round never happens");
            }
            if self.scope.fighting == Fighting::PetiteGuerre {
                weapon.stick = keys.get("stick").and_then(|node| self.stick(node, &prefix));
            }
            self.draft.rules.weapons.push(weapon);
        }
    }

    /// Returns whether a weapon shoots, and notes incomplete missile values.
    fn shoots(&mut self, keys: &Keys<'_>) -> bool {
        match self.scope.fighting {
            Fighting::Host | Fighting::Techniques => {
                self.is_missile(keys, &["range", "to-hit", "mobility"])
            }
            Fighting::Steps(_) => self.is_missile(keys, &["range", "mobility"]),
            Fighting::Osric => self.has_range(keys, self.draft.missile_range),
            Fighting::PetiteGuerre => false,
        }
    }

    /// Returns whether a weapon has the keys of a missile: three by the host rules, two by steps.
    fn is_missile(&mut self, keys: &Keys<'_>, needs: &[&str]) -> bool {
        let Some(first) = needs.iter().find_map(|key| keys.get(key)) else {
            return false;
        };
        let missing = needs.iter().filter(|key| keys.get(key).is_none());
        let missing: Vec<String> = missing.map(|key| format!("`{key}`")).collect();
        if !missing.is_empty() {
            let message = format!("a weapon that shoots needs {} also", missing.join(" and "));
            self.diag
                .problem(Code::Missing, first.at, message)
                .hint("leave out `range`, `to-hit` and `mobility` if it does not shoot");
        }
        missing.is_empty()
    }

    /// Returns whether a weapon has a range, and so shoots by hit points. Notes other missile values without a range.
    fn has_range(&mut self, keys: &Keys<'_>, reading: MissileRange) -> bool {
        let (key, such_as) = match reading {
            MissileRange::Original => ("range", "`range = { short = 5, medium = 10, long = 15 }`"),
            MissileRange::Steps => ("range-step", "`range-step = 5`"),
        };
        if keys.get(key).is_some() {
            return true;
        }
        let of_missiles = ["range", "range-step", "to-hit", "mobility", "shot-damage"];
        let mut written = of_missiles.iter().filter_map(|other| Some((other, keys.get(other)?.at)));
        let own = written.find(|(_, at)| self.diag.kind(*at) == SourceKind::OwnRulebook);
        if let Some((other, at)) = own
            && !keys.is_meant(key)
        {
            let message =
                format!("a weapon that shoots needs `{key}`, and this one has `{other}` only");
            let problem = self.diag.problem(Code::Missing, at, message);
            problem.hint(format!("add {such_as}; or leave out `{other}` if it does not shoot"));
        }
        false
    }

    /// Reads the effects of troop types on the order of action (AD-01). A type without a row has none.
    pub(super) fn natures(&mut self, node: &Node) {
        // A rulebook without troop types has a problem of its own.
        if self.draft.rules.troops.is_empty() && !self.diag.is_clean() {
            return;
        }
        for (name, node) in self.members(node, &limits::TROOPS) {
            let Some(keys) = Keys::open(self.diag, node, &NATURE) else {
                continue;
            };
            let troops = &self.draft.rules.troops;
            let Some(k) = troops.iter().position(|troop| troop.name == name) else {
                // Shipped rows for troop types that the user's profiles leave out need no note.
                if self.scope.fighting.is_by_steps()
                    && self.diag.kind(node.at) == SourceKind::ShippedRulebook
                {
                    continue;
                }
                let known = troops.iter().map(|troop| &troop.name);
                self.diag.unknown(Code::UnknownTroops, node.at, "troop type", &name, known);
                continue;
            };
            self.fields(&keys, &path::join(["troops", &name]), &mut |draft, goes, value| {
                if let Goes::Troop(set) = goes {
                    set(&mut draft.rules.troops[k], value);
                }
            });
        }
    }

    /// Reads the stick of a weapon, with distances as keys. Any order is fine, since a rulebook may add to another's stick.
    fn stick(&mut self, node: &Node, prefix: &str) -> Option<Stick> {
        if !node.is_table() {
            let wanted = "a table of distances and what is needed there";
            return reader::wrong_type(self.diag, node, wanted).none();
        }
        let entries = node.entries();
        reader::amount(self.diag, entries.len(), node.at, &limits::MARKS);
        let mut marks: Vec<(Len, i32)> = Vec::new();
        for entry in entries.iter().take(MOST_MARKS) {
            let Some(far) = self.mark(entry) else {
                continue;
            };
            if marks.iter().any(|mark| mark.0 == far) {
                let message = format!("the distance {} is listed twice", quote(&entry.key));
                self.diag.problem(Code::Duplicate, entry.at, message);
                continue;
            }
            let path = format!("{prefix}.stick.{}", path::join([entry.key.as_str()]));
            let needed = self.value(&entry.node, &path, &Form::Whole(&limits::TO_HIT));
            marks.push((far, needed.map_or(0, Into::into)));
        }
        marks.sort_unstable();
        if !marks.is_sorted_by_key(|mark| mark.1) {
            let changed = |e: &&Entry| self.diag.kind(e.node.at) != SourceKind::ShippedRulebook;
            let at = entries.iter().rfind(changed).map_or(node.at, |e| e.node.at);
            let message = format!("the numbers of `{prefix}.stick` do not ascend");
            self.diag
                .problem(Code::Order, at, message)
                .hint("a target further off must not need less");
        }
        Stick::new(&marks)
    }

    fn mark(&mut self, entry: &Entry) -> Option<Len> {
        let Ok(far) = entry.key.parse::<f64>() else {
            let message = format!("{} is not a distance", quote(&entry.key));
            let hint = "the keys of a stick are distances: `40 = 11`";
            return self.diag.problem(Code::WrongType, entry.at, message).hint(hint).none();
        };
        reader::length_within(self.diag, far, entry.at, &entry.key, &limits::RANGE)
    }

    /// Reads the table of tactical factors: conditions with values, or named rows of conditions.
    pub(super) fn factors(&mut self, node: &Node) {
        if !node.is_table() {
            reader::wrong_type(self.diag, node, "a table (tactical factors)");
            return;
        }
        let entries = node.entries();
        reader::amount(self.diag, entries.len(), node.at, &limits::FACTORS);
        for entry in entries.iter().take(limits::FACTORS.most as usize) {
            let at = path::join(["seize", "factor", &entry.key]);
            let factor = match &entry.node.value {
                Value::Text(text) if text == "off" => {
                    self.note(
                        &at,
                        &entry.node,
                        "off".to_owned(),
                        ParameterKind::Factor(limits::FACTOR),
                    );
                    None
                }
                Value::Table(_) => {
                    reader::check_name(self.diag, &entry.key, entry.at, "a factor");
                    self.named_factor(&entry.key, &at, &entry.node)
                }
                Value::Text(_) => {
                    let wanted = "a whole number, \"off\" or a table with `when` and `value`";
                    reader::wrong_type(self.diag, &entry.node, wanted);
                    None
                }
                _ => {
                    let condition = self.condition(&entry.key, entry.at);
                    let when = condition.map(|condition| vec![condition]);
                    self.factor(&entry.key, &at, &entry.node, when)
                }
            };
            self.draft.rules.seize.factors.extend(factor);
        }
    }

    /// Reads a factor with its value, if its conditions are known.
    fn factor(
        &mut self,
        name: &str,
        at: &str,
        value: &Node,
        when: Option<Vec<FactorCondition>>,
    ) -> Option<Factor> {
        let number = reader::whole(self.diag, value, &limits::FACTOR)?.value;
        let when = when?;
        self.note(at, value, number.to_string(), ParameterKind::Factor(limits::FACTOR));
        Some(Factor { name: name.to_owned(), when, value: i32::try_from(number).unwrap_or(0) })
    }

    fn named_factor(&mut self, name: &str, at: &str, node: &Node) -> Option<Factor> {
        let keys = Keys::open(self.diag, node, &FACTOR)?;
        let mut when = Vec::new();
        let words = keys.get("when").map_or_else(Vec::new, |node| {
            reader::texts(self.diag, node, "a condition", &limits::FACTOR_CONDITIONS)
        });
        for word in words {
            let Some(condition) = self.condition(&word.value, word.at) else {
                continue;
            };
            if when.contains(&condition) {
                let message = format!("the condition {} is listed twice", quote(&word.value));
                self.diag.problem(Code::Duplicate, word.at, message);
            }
            when.push(condition);
        }
        self.factor(name, at, keys.get("value")?, Some(when))
    }

    fn condition(&mut self, word: &str, at: At) -> Option<FactorCondition> {
        let found = FactorCondition::ALL.into_iter().find(|c| c.name() == word);
        if found.is_none() {
            let message = format!("there is no condition {} for factors", quote(word));
            self.diag
                .problem(Code::Factor, at, message)
                .suggest(word, FactorCondition::WORDS)
                .hint("a row of your own needs `{ when = [\"…\"], value = … }`");
        }
        found
    }
}
