//! Effects of attacks (FT-06).

use skirmish_engine::rulebook::*;

use super::reader_says_name;
use crate::code::Code;
use crate::keys::Keys;
use crate::path;
use crate::reader;
use crate::rules::read::RuleReader;
use crate::rules::tables::STEP_EFFECT;
use crate::tree::{Node, Value as Leaf};

impl RuleReader<'_> {
    pub(super) fn step_effect(&mut self, name: &str, node: &Node) -> StepEffect {
        let prefix = path::join(["effect", name]);
        let mut effect = StepEffect {
            name: name.to_owned(),
            on: Party::Target,
            wounds: Wounds::Amount(Amount::fixed(0)),
            does: Effect::None,
            unit: UnitEffect::None,
        };
        let Some(keys) = Keys::open(self.diag, node, &STEP_EFFECT) else { return effect };
        const DOES: &[(&str, Effect)] = &[
            ("pin", Effect::Pin),
            ("push-back", Effect::PushBack),
            ("retreat", Effect::Retreat),
            ("kill", Effect::Kill),
        ];
        effect.on = self.word_of(&keys, "on", &prefix, Party::ALL).unwrap_or(Party::Target);
        effect.does = self.word_of(&keys, "does", &prefix, DOES).unwrap_or(Effect::None);
        effect.unit = self.word_of(&keys, "unit", &prefix, UnitEffect::ALL).unwrap_or_default();
        self.asks(Party::Attacker, format!("the effect `{name}`"));
        let less = keys.get("less");
        let is_margin = keys
            .get("wounds")
            .is_some_and(|node| matches!(&node.value, Leaf::Text(text) if text == "margin"));
        if let Some(node) = less.filter(|_| !is_margin) {
            let message = "`less` means nothing here: the wounds are not by the margin";
            let remedy = "say `wounds = \"margin\"`, or leave it out";
            self.complain(node.at, message, remedy);
        }
        match keys.get("wounds") {
            None => {}
            Some(_) if is_margin => {
                let less = less.and_then(|node| self.plain_value(node, &format!("{prefix}.less")));
                effect.wounds = Wounds::Margin { less: less.unwrap_or(Value::Number(0)) };
            }
            Some(node) => {
                let is_name = matches!(&node.value, Leaf::Text(text) if reader_says_name(text));
                let path = format!("{prefix}.wounds");
                if is_name {
                    if let Some(Value::Of(party, attribute)) = self.step_value(node, &path) {
                        effect.wounds = Wounds::Of(party, attribute);
                    }
                } else if let Some(value) = self.attribute(node, &path) {
                    effect.wounds = Wounds::Amount(value);
                }
            }
        }
        effect
    }

    pub(super) fn effect_named(&mut self, node: &Node) -> Option<u8> {
        let text = reader::text(self.diag, node, "the name of an effect")?.value;
        self.names.used.push(format!("effect.{text}"));
        match self.diag.find(Code::Fighting, node.at, "effect", &text, &self.names.effects) {
            Ok(found) => Some(found as u8),
            Err(note) => note
                .hint(format!(
                    "write a table `[effect.{text}]` that says what it does, such as `wounds = 1`"
                ))
                .none(),
        }
    }
}
