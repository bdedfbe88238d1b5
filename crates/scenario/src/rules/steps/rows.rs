//! Rows: what is added, and under which conditions and attributes (FT-03).

use skirmish_engine::rulebook::*;

use super::{AttributeUse, Under};
use crate::code::Code;
use crate::describe::TableDoc;
use crate::keys::Keys;
use crate::limits;
use crate::path;
use crate::problem::quote;
use crate::reader;
use crate::rules::read::RuleReader;
use crate::rules::tables::STEP_ROW;
use crate::source::Spanned;
use crate::tree::Node;

impl RuleReader<'_> {
    /// Reads an entry named by its condition, or a table with `when` and a value behind another key. Returns its conditions and
    /// attributes, the value and its path.
    pub(super) fn under<'t>(
        &mut self,
        (path, name): (&str, &Spanned<String>),
        node: &'t Node,
        (doc, key): (&'static TableDoc, &str),
    ) -> Option<Under<'t>> {
        let path = format!("{path}.{}", path::join([&name.value]));
        let (words, node, path) = if node.is_table() {
            let keys = Keys::open(self.diag, node, doc)?;
            let limit = &limits::FACTOR_CONDITIONS;
            let words = reader::texts(self.diag, keys.get("when")?, "a condition", limit);
            (words, keys.get(key)?, format!("{path}.{key}"))
        } else {
            (vec![name.clone()], node, path)
        };
        let (when, has) = self.step_when(&words);
        Some((when, has, node, path))
    }

    pub(super) fn step_rows(&mut self, path: &str, node: &Node) -> Vec<StepModifier> {
        let rows = self.rows_of(node);
        rows.into_iter().filter_map(|(name, node)| self.step_row(path, &name, node)).collect()
    }

    pub(super) fn rows_of<'t>(&mut self, node: &'t Node) -> Vec<(Spanned<String>, &'t Node)> {
        reader::named(self.diag, node, "one of the rulebook's rows", &limits::STEP_ROWS)
    }

    fn step_row(
        &mut self,
        path: &str,
        name: &Spanned<String>,
        node: &Node,
    ) -> Option<StepModifier> {
        let (when, has, node, path) = self.under((path, name), node, (&STEP_ROW, "adds"))?;
        let adds = self.value_or_dice(node, &path)?;
        let is_known = !when.is_empty() || !has.is_empty();
        is_known.then(|| StepModifier { name: name.value.clone(), when, has, adds })
    }

    /// Reads conditions, and attributes that must be 1 or more; the roller's, unless they name a party.
    pub(super) fn step_when(
        &mut self,
        words: &[Spanned<String>],
    ) -> (Vec<StepCondition>, Vec<(Party, Attribute)>) {
        let is_condition =
            |word: &&Spanned<String>| StepCondition::ALL.iter().any(|c| c.name() == word.value);
        let mut conditions = Vec::new();
        let mut has = Vec::new();
        for word in words {
            let attribute = self.attribute_named(&word.value).filter(|_| !is_condition(&word));
            let Some((party, attribute)) = attribute else {
                conditions.push(word.clone());
                continue;
            };
            let by = self.names.asks.clone();
            self.names.asked.push(AttributeUse {
                by,
                attribute,
                is_needed: false,
                is_compared: false,
            });
            if self.check_plain(word.at, attribute) {
                has.push((party, attribute));
            }
        }
        (self.step_conditions(&conditions), has)
    }

    pub(super) fn step_conditions(&mut self, words: &[Spanned<String>]) -> Vec<StepCondition> {
        let mut all = Vec::new();
        for word in words {
            let Some(condition) = self.step_condition(word) else { continue };
            if all.contains(&condition) {
                let message = format!("the condition {} is listed twice", quote(&word.value));
                self.diag.problem(Code::Duplicate, word.at, message);
            } else {
                all.push(condition);
            }
        }
        all
    }

    pub(super) fn step_condition(&mut self, word: &Spanned<String>) -> Option<StepCondition> {
        let found = StepCondition::ALL.iter().copied().find(|c| c.name() == word.value);
        if found.is_none() {
            let attributes = &self.draft.rules.steps.attributes;
            self.diag
                .problem(
                    Code::Fighting,
                    word.at,
                    format!("there is no condition {} for steps", quote(&word.value)),
                )
                .suggest(
                    &word.value,
                    StepCondition::WORDS.into_iter().chain(attributes.iter().map(String::as_str)),
                )
                .hint("a row is named by its condition, or is `{ when = [\"…\"], adds = … }`");
        }
        found
    }
}
