//! Needs of steps and values of effects: numbers, dice, attributes and tables over two values (FT-02, FT-03).

use skirmish_engine::rulebook::*;

use super::{AttributeUse, reader_says_name};
use crate::code::Code;
use crate::describe::Form;
use crate::keys::Keys;
use crate::limits;
use crate::path;
use crate::problem::quote;
use crate::reader;
use crate::rules::read::RuleReader;
use crate::rules::tables::LOOK_UP;
use crate::source::At;
use crate::tree::{Node, Value as Leaf};

impl RuleReader<'_> {
    /// Reads a number or an attribute; the roller's, unless it names a party.
    pub(super) fn step_value(&mut self, node: &Node, path: &str) -> Option<Value> {
        let Leaf::Text(text) = &node.value else {
            let number = self.value(node, path, &Form::Whole(&limits::STEP_NUMBER))?;
            return Some(Value::Number(number.into()));
        };
        let Some((party, attribute)) = self.attribute_named(text) else {
            let (whose, name) = text.split_once('.').unwrap_or(("", text));
            let known = &self.draft.rules.steps.attributes;
            if !whose.is_empty() && known.iter().any(|known| known == name) {
                let message = format!("nobody is called {} here", quote(whose));
                let hint = format!("`enemy.{name}` is that of the other, `own.{name}` his own");
                return self.diag.problem(Code::Fighting, node.at, message).hint(hint).none();
            }
            let message = format!("no profile has an attribute {}", quote(name));
            let note = self.diag.problem(Code::Fighting, node.at, message);
            return match reader::number_alone(text, true) {
                Some(hint) => note.hint(hint).none(),
                None => note.suggest(name, known).none(),
            };
        };
        let by = self.names.asks.clone();
        self.names.asked.push(AttributeUse { by, attribute, is_needed: true, is_compared: false });
        Some(Value::Of(party, attribute))
    }

    /// Returns an attribute by name; the roller's, unless it names a party.
    pub(super) fn attribute_named(&self, text: &str) -> Option<(Party, Attribute)> {
        let by = self.names.by;
        let (party, name) = match text.split_once('.') {
            Some(("attacker", name)) => (Party::Attacker, name),
            Some(("target", name)) => (Party::Target, name),
            Some(("enemy", name)) => (by.other(), name),
            Some(("own", name)) => (by, name),
            _ => (by, text),
        };
        let attributes = &self.draft.rules.steps.attributes;
        let k = attributes.iter().position(|attribute| attribute == name)?;
        Some((party, Attribute(k as u8)))
    }

    /// Reads a number, an attribute (which may be dice) or dice.
    pub(super) fn value_or_dice(&mut self, node: &Node, path: &str) -> Option<Value> {
        if !matches!(&node.value, Leaf::Text(text) if !reader_says_name(text)) {
            return self.step_value(node, path);
        }
        let amount = self.attribute(node, path)?;
        let number = amount.dice.is_none().then_some(Value::Number(amount.plus));
        Some(number.unwrap_or(Value::Dice(amount)))
    }

    /// Reads a value to compare or add, without dice.
    pub(super) fn plain_value(&mut self, node: &Node, path: &str) -> Option<Value> {
        let value = self.step_value(node, path)?;
        let is_plain = match value {
            Value::Of(_, attribute) => self.check_plain(node.at, attribute),
            Value::Number(_) | Value::Dice(_) => true,
        };
        is_plain.then_some(value)
    }

    /// Notes an attribute that is dice for some troop type or weapon.
    pub(super) fn check_plain(&mut self, at: At, attribute: Attribute) -> bool {
        let k = usize::from(attribute.0);
        let rules = &self.draft.rules;
        let is_dice = |amount: Option<Amount>| amount.is_some_and(|a| a.dice.is_some());
        let of_troops = rules
            .troops
            .iter()
            .map(|troops| (&troops.name, is_dice(troops.profile.get(k).copied().flatten())));
        let of_weapons = rules.weapons.iter().map(|weapon| {
            let change = weapon.profile.get(k).copied().flatten();
            (
                &weapon.name,
                matches!(change, Some(AttributeChange::Is(amount)) if amount.dice.is_some()),
            )
        });
        let Some((whose, _)) = of_troops.chain(of_weapons).find(|(_, is_dice)| *is_dice) else {
            return true;
        };
        let message = format!(
            "the attribute {} of {} is dice, but a number is needed here",
            quote(&rules.steps.attributes[k]),
            quote(whose)
        );
        let remedy = "dice may say how many wounds or attacks there are, and what a row adds";
        self.complain(at, message, remedy);
        false
    }

    /// Reads two values, of the attacker and of the target.
    pub(super) fn two_values(&mut self, node: &Node, path: &str, by: [Party; 2]) -> [Value; 2] {
        let zero = [Value::Number(0); 2];
        let Leaf::List(members) = &node.value else {
            reader::wrong_type(self.diag, node, "a list of two, such as `[\"fight\", \"fight\"]`");
            return zero;
        };
        if members.len() != 2 {
            let message = format!("`{path}` has {} values, but needs two", members.len());
            self.complain(node.at, message, "the attacker's, and the target's");
            return zero;
        }
        let own = self.names.by;
        let values = std::array::from_fn(|k| {
            self.names.by = by[k];
            let path = format!("{path}.{}", k + 1);
            self.plain_value(&members[k], &path).unwrap_or(Value::Number(0))
        });
        self.names.by = own;
        values
    }

    pub(super) fn look_up(&mut self, name: &str, node: &Node) -> LookUp {
        let prefix = path::join(["table", name]);
        let mut table = LookUp {
            name: name.to_owned(),
            by: [Value::Number(0); 2],
            first: [0; 2],
            rows: vec![vec![0]],
        };
        let Some(keys) = Keys::open(self.diag, node, &LOOK_UP) else { return table };
        if let Some(node) = keys.get("by") {
            self.asks(Party::Attacker, format!("the table `{name}`"));
            table.by = self.two_values(node, &format!("{prefix}.by"), [Party::Attacker; 2]);
        }
        let whole = Form::Whole(&limits::STEP_NUMBER);
        if let Some(node) = keys.get("first") {
            let members = reader::list(self.diag, node, &limits::TWO);
            for (k, member) in members.iter().enumerate() {
                let path = format!("{prefix}.first.{}", k + 1);
                table.first[k] = self.value(member, &path, &whole).map_or(0, Into::into);
            }
        }
        let Some(node) = keys.get("rows") else { return table };
        let rows: Vec<(At, Vec<i32>)> = reader::list(self.diag, node, &limits::TABLE_ROWS)
            .iter()
            .enumerate()
            .map(|(r, row)| {
                let cells = reader::list(self.diag, row, &limits::TABLE_ROWS);
                let cells = cells.iter().enumerate().map(|(c, cell)| {
                    self.value(cell, &format!("{prefix}.rows.{}.{}", r + 1, c + 1), &whole)
                        .map_or(0, Into::into)
                });
                (row.at, cells.collect())
            })
            .collect();
        let width = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
        if let Some((at, row)) = rows.iter().find(|(_, row)| row.len() < width) {
            let message = format!(
                "the table {} has a hole: this row has {} numbers, another {width}",
                quote(name),
                row.len()
            );
            self.complain(*at, message, "all rows need the same length");
        } else if width > 0 {
            table.rows = rows.into_iter().map(|(_, row)| row).collect();
        }
        table
    }
}
