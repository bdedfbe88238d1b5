//! The table of tactical factors: a condition and its value, or a named row of conditions.

use skirmish_engine::rulebook::{Factor, FactorCondition};

use super::docs;
use super::read::{Kind, RuleReader};
use crate::code::Code;
use crate::limits;
use crate::path;
use crate::problem::quote;
use crate::reader::{self, Keys};
use crate::tree::{Node, Value};

impl RuleReader<'_> {
    pub(super) fn factors(&mut self, node: &Node) -> Vec<Factor> {
        if !node.is_table() {
            reader::wrong_type(self.desk, node, "a table (tactical factors)");
            return Vec::new();
        }
        let entries = node.entries();
        reader::amount(self.desk, entries.len(), node.at, &limits::FACTORS);
        let mut factors = Vec::new();
        for entry in entries.iter().take(limits::FACTORS.most as usize) {
            let at = path::join(["seize", "factor", &entry.key]);
            let kind = Kind::Factor(limits::FACTOR);
            match &entry.node.value {
                Value::Text(text) if text == "off" => {
                    self.note(&at, &entry.node, "off".to_owned(), kind);
                }
                Value::Table(_) => {
                    reader::check_name(self.desk, &entry.key, entry.at, "a factor");
                    factors.extend(self.named_row(&entry.key, &at, &entry.node));
                }
                Value::Text(_) => reader::wrong_type(
                    self.desk,
                    &entry.node,
                    "a whole number, \"off\" or a table with `when` and `value`",
                ),
                _ => {
                    let condition = self.condition(&entry.key, entry.at);
                    let value = reader::whole(self.desk, &entry.node, &limits::FACTOR);
                    if let (Some(condition), Some(value)) = (condition, value) {
                        self.note(&at, &entry.node, value.value.to_string(), kind);
                        factors.push(Factor {
                            name: entry.key.clone(),
                            when: vec![condition],
                            value: i32::try_from(value.value).unwrap_or(0),
                        });
                    }
                }
            }
        }
        factors
    }

    fn named_row(&mut self, name: &str, at: &str, node: &Node) -> Option<Factor> {
        let keys = Keys::open(self.desk, node, &docs::FACTOR)?;
        let mut when = Vec::new();
        if let Some(list) = keys.get("when") {
            let members = match &list.value {
                Value::Text(_) => std::slice::from_ref(list),
                _ => reader::list(self.desk, list, &limits::FACTOR_CONDITIONS),
            };
            for member in members {
                if let Some(word) = reader::text(self.desk, member, "a condition")
                    && let Some(condition) = self.condition(&word.value, word.at)
                {
                    if when.contains(&condition) {
                        let message = format!("the condition {} stands twice", quote(&word.value));
                        self.desk.problem(Code::Duplicate, word.at, message);
                    }
                    when.push(condition);
                }
            }
        }
        let value_node = keys.get("value")?;
        let value = reader::whole(self.desk, value_node, &limits::FACTOR)?.value;
        let kind = Kind::Factor(limits::FACTOR);
        self.note(at, value_node, value.to_string(), kind);
        Some(Factor { name: name.to_owned(), when, value: i32::try_from(value).unwrap_or(0) })
    }

    fn condition(&mut self, word: &str, at: crate::source::At) -> Option<FactorCondition> {
        let found = FactorCondition::ALL.into_iter().find(|c| c.name() == word);
        if found.is_none() {
            let message = format!("there is no condition {} for factors", quote(word));
            self.desk
                .problem(Code::Factor, at, message)
                .suggest(word, FactorCondition::ALL.iter().map(|c| c.name()))
                .hint("a row of your own needs `{ when = [\"…\"], value = … }`");
        }
        found
    }
}
