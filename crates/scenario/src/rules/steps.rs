//! Fighting by steps (FT-01 to FT-10): reads profiles, chains and effects once troop types and weapons are known, and checks
//! that they fit together. Each problem has the key's place and a remedy.

mod checks;
mod effects;
mod profiles;
mod rows;
mod step;
mod sure;
mod values;

use skirmish_engine::rulebook::*;

use super::ParameterKind;
use super::goes::Parsed;
use super::read::RuleReader;
use super::tables::{SHOOT, STEP_NERVE, STRIKE};
use crate::code::Code;
use crate::describe::Form;
use crate::keys::Keys;
use crate::limits;
use crate::problem::quote;
use crate::reader;
use crate::source::At;
use crate::tree::Node;

/// The attribute for the wounds that bring a figure down.
const WOUNDS: &str = "wounds";

/// A use of an attribute.
struct AttributeUse {
    by: String,
    attribute: Attribute,
    /// Whether it is a problem to lack it; an attribute in a condition may be missing and counts as none.
    is_needed: bool,
    /// Whether it is only compared with dice there.
    is_compared: bool,
}

/// Names in fighting by steps, and their uses.
#[derive(Default)]
pub(super) struct Names {
    steps: Vec<String>,
    effects: Vec<String>,
    tables: Vec<String>,
    used: Vec<String>,
    asked: Vec<AttributeUse>,
    /// Attributes that some weapon or gear gives.
    of_arms: Vec<bool>,
    /// The party of an attribute that names none.
    by: Party,
    /// What uses the values that are read now, in words.
    asks: String,
}

/// Conditions and attributes, what they govern, and its path.
type Under<'t> = (Vec<StepCondition>, Vec<(Party, Attribute)>, &'t Node, String);

fn names(node: Option<&Node>) -> Vec<String> {
    let entries = node.filter(|node| node.is_table()).map_or(&[][..], Node::entries);
    entries.iter().map(|entry| entry.key.clone()).collect()
}

/// Returns the names of the attributes, those of profiles first.
pub(super) fn attribute_names(tree: &Node) -> Vec<String> {
    let rows = |key: &str| tree.get(key).map_or(&[][..], Node::entries).iter().map(|row| &row.node);
    let of_weapons = rows("weapon").flat_map(|weapon| [weapon.get("profile"), weapon.get("adds")]);
    let mut names: Vec<String> = Vec::new();
    for entry in rows("profile").chain(of_weapons.flatten()).flat_map(Node::entries) {
        if !names.contains(&entry.key) {
            names.push(entry.key.clone());
        }
    }
    names
}

impl RuleReader<'_> {
    pub(super) fn steps(&mut self, keys: &Keys<'_>) {
        if !self.scope.fighting.is_by_steps() {
            return;
        }
        let of_arms = self.profiles(keys);
        self.names = Names {
            steps: names(keys.get("step")),
            effects: names(keys.get("effect")),
            tables: names(keys.get("table")),
            of_arms,
            ..Names::default()
        };
        for (at, by, attribute) in std::mem::take(&mut self.unit_numbers) {
            self.check_plain(at, attribute);
            let is_compared = false;
            self.names.asked.push(AttributeUse { by, attribute, is_needed: true, is_compared });
        }
        let mut steps = std::mem::take(&mut self.draft.rules.steps);
        self.draft.rules.steps.attributes.clone_from(&steps.attributes);
        for (name, node) in self.parts(keys, "table", &limits::STEPS) {
            let table = self.look_up(&name, node);
            steps.tables.push(table);
        }
        for (name, node) in self.parts(keys, "effect", &limits::STEP_EFFECTS) {
            let effect = self.step_effect(&name, node);
            steps.effects.push(effect);
        }
        for (name, node) in self.parts(keys, "step", &limits::STEPS) {
            let step = self.step(&name, node);
            steps.steps.push(step);
        }
        steps.cover_distance = skirmish_engine::battle::geometry::UNIT;
        steps.most_helpers = 2;
        for (kind, doc) in [
            (ChainKind::Shoot, &SHOOT),
            (ChainKind::Strike, &STRIKE),
            (ChainKind::Nerve, &STEP_NERVE),
        ] {
            let Some(keys) =
                keys.get(kind.name()).and_then(|node| Keys::open(self.diag, node, doc))
            else {
                continue;
            };
            steps.chains[kind as usize] = self.chain(kind, &keys, &steps);
            match kind {
                ChainKind::Shoot => {
                    if let Some(near) = self.keyed(&keys, "cover-distance", "shoot") {
                        steps.cover_distance = near.into();
                    }
                }
                ChainKind::Strike => {
                    if let Some(most) = self.keyed(&keys, "most-helpers", "strike") {
                        steps.most_helpers = most.into();
                    }
                    steps.melee =
                        self.word_of(&keys, "who", "strike", StepMelee::ALL).unwrap_or_default();
                    self.check_contest(&steps, &keys);
                }
                ChainKind::Nerve => {
                    steps.tested = self.tested(&keys);
                    self.check_nerve(&steps, &keys);
                }
            }
        }
        let names = std::mem::take(&mut self.names);
        self.check_used(keys, &names);
        self.check_conditions(keys, &steps);
        self.check_skips(keys, &steps);
        self.check_attributes(keys, &steps, &names);
        self.check_asked(keys, &steps, &names);
        if self.diag.is_clean() {
            self.check_sure(keys, &steps, &names);
        }
        self.draft.rules.steps = steps;
    }

    fn parts<'t>(
        &mut self,
        keys: &Keys<'t>,
        key: &str,
        limit: &limits::Limit,
    ) -> Vec<(String, &'t Node)> {
        keys.get(key).map_or_else(Vec::new, |node| self.members(node, limit))
    }

    /// Sets what uses the values that are read next.
    fn asks(&mut self, by: Party, what: String) {
        (self.names.by, self.names.asks) = (by, what);
    }

    fn complain(&mut self, at: At, message: impl Into<String>, remedy: impl Into<String>) {
        self.diag.problem(Code::Fighting, at, message.into()).hint(remedy);
    }

    fn complain_of(
        &mut self,
        keys: &Keys<'_>,
        key: &str,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        if let Some(node) = keys.get(key) {
            self.complain(node.at, message, remedy);
        }
    }

    /// Reads the value of a key in its declared form.
    fn keyed(&mut self, keys: &Keys<'_>, key: &str, of: &str) -> Option<Parsed> {
        let form = keys.doc().field(key)?.form;
        self.value(keys.get(key)?, &format!("{of}.{key}"), &form)
    }

    /// Reads one of a reading's words behind a key.
    fn word_of<T: Copy>(
        &mut self,
        keys: &Keys<'_>,
        key: &str,
        of: &str,
        words: &[(&str, T)],
    ) -> Option<T> {
        let node = keys.get(key)?;
        let found = keys.word(self.diag, key, &format!("`{key}`"), words)?.value;
        // Listed parameters need words with a static lifetime.
        let listed = match keys.doc().field(key)?.form {
            Form::Words(words) => words.to_vec(),
            Form::Either([Form::Words(words), ..]) => words.to_vec(),
            _ => Vec::new(),
        };
        self.note(&format!("{of}.{key}"), node, node.show(), ParameterKind::Words(listed));
        Some(found)
    }

    fn chain(&mut self, kind: ChainKind, keys: &Keys<'_>, steps: &Steps) -> Chain {
        let of = kind.name();
        let mut chain = Chain::default();
        for word in keys.texts(self.diag, "steps", &limits::CHAIN_STEPS) {
            let Some(k) = self.step_named(&word) else { continue };
            self.names.used.push(format!("step.{}", word.value));
            if chain.steps.contains(&k) {
                let message =
                    format!("the chain goes in a circle: {} comes twice", quote(&word.value));
                let remedy =
                    "each step comes once; give a second roll of the same kind a name of its own";
                self.complain(word.at, message, remedy);
                continue;
            }
            chain.steps.push(k);
        }
        if kind != ChainKind::Nerve {
            chain.attacks = keys.get("attacks").and_then(|node| {
                let path = format!("{of}.attacks");
                self.asks(Party::Attacker, format!("`{path}`"));
                self.value_or_dice(node, &path)
            });
            if let Some(node) = keys.get("extra") {
                let path = format!("{of}.extra");
                self.asks(Party::Attacker, format!("`{path}`"));
                chain.extra = self.step_rows(&path, node);
            }
            if let Some(node) = keys.get("halved") {
                let words =
                    reader::texts(self.diag, node, "a condition", &limits::FACTOR_CONDITIONS);
                chain.halved = self.step_conditions(&words);
            }
        }
        let at = keys.place(&["steps"]);
        let ends = |k: &u8| {
            let step = &steps.steps[usize::from(*k)];
            let has_results = matches!(&step.test, Test::Ratio { results, .. } if results.iter().flatten().any(Option::is_some));
            !step.effects.is_empty() || has_results
        };
        let fails = |k: &u8| steps.steps[usize::from(*k)].fails.is_some();
        if let Some(last) = chain.steps.last()
            && !ends(last)
            && !(chain.steps.iter().any(fails) && kind == ChainKind::Nerve)
        {
            let name = &steps.steps[usize::from(*last)].name;
            let message = format!(
                "the chain `{of}` ends nowhere: its last step {} has no effect",
                quote(name)
            );
            let remedy = match kind {
                ChainKind::Nerve => {
                    "say `fails = \"…\"`, the name of an effect, in one of its steps"
                }
                _ => "say `effect = \"…\"`, the name of an effect, in that step",
            };
            self.complain(at, message, remedy);
        }
        for k in &chain.steps {
            let step = &steps.steps[usize::from(*k)];
            let is_two = matches!(step.test, Test::Opposed { .. } | Test::Ratio { .. });
            if kind == ChainKind::Nerve && is_two {
                let message = format!(
                    "the step {} is between two, and nerve is tested by one",
                    quote(&step.name)
                );
                self.complain(at, message, "say `at-least` or `at-most`");
            }
            let by_range = matches!(&step.test, Test::AtLeast(n) | Test::AtMost(n) if matches!(n, Needs::ToHit | Needs::Distance(_)));
            if kind != ChainKind::Shoot && by_range {
                let message =
                    format!("the step {} goes by distance, and a blow has none", quote(&step.name));
                self.complain(at, message, "write a step of its own for it");
            }
        }
        chain
    }

    fn tested(&mut self, keys: &Keys<'_>) -> Tested {
        let mut tested = Tested::default();
        const WHEN: [&str; 4] = ["each-loss", "quarter-lost", "half-lost", "leader-lost"];
        for word in keys.texts(self.diag, "when", &limits::FACTOR_CONDITIONS) {
            match word.value.as_str() {
                "each-loss" => tested.each_loss = true,
                "quarter-lost" => tested.quarter = true,
                "half-lost" => tested.half = true,
                "leader-lost" => tested.leader = true,
                other => {
                    self.diag
                        .problem(
                            Code::Fighting,
                            word.at,
                            format!("nerve is not tested on {}", quote(other)),
                        )
                        .suggest(other, WHEN);
                }
            }
        }
        tested
    }
}

/// Returns whether a text is a name rather than a number or dice.
fn reader_says_name(text: &str) -> bool {
    let text = text.trim();
    let is_dice = text.split_once(['d', 'D']).is_some_and(|(count, sides)| {
        let digits = |s: &str| s.chars().all(|c| c.is_ascii_digit());
        digits(count) && sides.starts_with(|c: char| c.is_ascii_digit())
    });
    !is_dice && text.parse::<i64>().is_err()
}

fn list(names: &[impl std::fmt::Display]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
