//! Attributes of troop types and weapons (FT-01), and gear (FT-10).

use skirmish_engine::rulebook::*;

use super::{WOUNDS, attribute_names};
use crate::code::Code;
use crate::describe::Form;
use crate::keys::Keys;
use crate::limits;
use crate::path;
use crate::problem::quote;
use crate::reader;
use crate::rules::read::RuleReader;
use crate::rules::tables::{GEAR, WEAPON};
use crate::tree::{Node, Value as Leaf};

impl RuleReader<'_> {
    /// Reads the attributes of troop types, weapons and gear. Returns which of them some weapon or gear gives.
    pub(super) fn profiles(&mut self, keys: &Keys<'_>) -> Vec<bool> {
        let rows = self.parts(keys, "profile", &limits::TROOPS);
        let weapons: Vec<_> = self
            .parts(keys, "weapon", &limits::WEAPONS)
            .into_iter()
            .filter(|(_, node)| node.is_table())
            .map(|(name, node)| {
                let keys = Keys::of(node, &WEAPON);
                (name, [keys.get("profile"), keys.get("adds")])
            })
            .collect();
        let mut attributes = attribute_names(&self.rules.tree);
        let mut named: Vec<&str> = Vec::new();
        let of_weapons = weapons.iter().flat_map(|(_, tables)| tables.iter().flatten().copied());
        for node in rows.iter().map(|(_, node)| *node).chain(of_weapons) {
            if !node.is_table() {
                let wanted = "a table of attributes, such as `{ skill = 4 }`";
                reader::wrong_type(self.diag, node, wanted);
                continue;
            }
            for entry in node.entries() {
                if !named.contains(&entry.key.as_str()) {
                    reader::check_name(self.diag, &entry.key, entry.at, "an attribute");
                    named.push(&entry.key);
                }
            }
        }
        if attributes.len() > MOST_ATTRIBUTES {
            let at = keys.place(&["profile"]);
            let found = attributes.len();
            let message =
                format!("there are {found} attributes, but at most {MOST_ATTRIBUTES} are allowed");
            self.complain(at, message, "a profile should fit on a card");
            attributes.truncate(MOST_ATTRIBUTES);
        }
        let place = |key: &str| attributes.iter().position(|attribute| attribute == key);
        for (name, node) in rows {
            let mut profile = vec![None; attributes.len()];
            for entry in node.entries() {
                let path = path::join(["profile", &name, &entry.key]);
                let value = self.attribute(&entry.node, &path);
                if entry.key == WOUNDS && value.is_some_and(|amount| amount.min() < 1) {
                    let message = format!("{} is down before the battle begins", quote(&name));
                    self.complain(entry.node.at, message, "give it 1 wound at least");
                }
                if let Some(k) = place(&entry.key) {
                    profile[k] = value;
                }
            }
            let mut troops = self.draft.rules.troops.iter_mut();
            if let Some(row) = troops.find(|troops| troops.name == name) {
                row.profile = profile;
            }
        }
        let mut given = vec![false; attributes.len()];
        for (name, [own, adds]) in weapons {
            let mut profile = vec![None; attributes.len()];
            for entry in own.map_or(&[][..], Node::entries) {
                let path = path::join(["weapon", &name, "profile", &entry.key]);
                let value = self.attribute(&entry.node, &path);
                if let Some(k) = place(&entry.key) {
                    (profile[k], given[k]) = (value.map(AttributeChange::Is), true);
                }
            }
            for entry in adds.map_or(&[][..], Node::entries) {
                let path = path::join(["weapon", &name, "adds", &entry.key]);
                let value = self.value(&entry.node, &path, &Form::Whole(&limits::MODIFIER));
                let Some(k) = place(&entry.key) else { continue };
                if profile[k].is_some() {
                    let message =
                        format!("the weapon {} says {} twice", quote(&name), quote(&entry.key));
                    let remedy =
                        "write it under `profile`, in place of the bearer's own, or under `adds`";
                    self.complain(entry.at, message, remedy);
                }
                (profile[k], given[k]) = (value.map(|v| AttributeChange::Adds(v.into())), true);
            }
            let mut all = self.draft.rules.weapons.iter_mut();
            if let Some(weapon) = all.find(|weapon| weapon.name == name) {
                weapon.profile = profile;
            }
        }
        let gear = self.gear(keys, &attributes);
        for (given, k) in given.iter_mut().zip(0..) {
            *given |= gear.iter().any(|gear| gear.adds[k] != 0);
        }
        let steps = &mut self.draft.rules.steps;
        steps.gear = gear;
        steps.wounds = place(WOUNDS).map(|k| Attribute(k as u8));
        steps.attributes = attributes;
        given
    }

    /// Reads gear (FT-10): what it adds to attributes.
    fn gear(&mut self, keys: &Keys<'_>, attributes: &[String]) -> Vec<Gear> {
        let mut all = Vec::new();
        for (name, node) in self.parts(keys, "gear", &limits::GEAR) {
            let Some(keys) = Keys::open(self.diag, node, &GEAR) else { continue };
            let mut gear = Gear { adds: vec![0; attributes.len()], troops: Vec::new(), name };
            let adds = keys.get("adds").filter(|node| node.is_table());
            for entry in adds.map_or(&[][..], Node::entries) {
                let path = path::join(["gear", &gear.name, "adds", &entry.key]);
                let value = self.value(&entry.node, &path, &Form::Whole(&limits::MODIFIER));
                match attributes.iter().position(|attribute| *attribute == entry.key) {
                    Some(k) => gear.adds[k] = value.map_or(0, Into::into),
                    None => {
                        let message = format!("no profile has an attribute {}", quote(&entry.key));
                        self.diag
                            .problem(Code::Fighting, entry.at, message)
                            .suggest(&entry.key, attributes)
                            .hint("gear adds to what troop types or weapons have");
                    }
                }
            }
            let known: Vec<&str> =
                self.draft.rules.troops.iter().map(|troops| troops.name.as_str()).collect();
            for word in keys.texts(self.diag, "troops", &limits::TROOPS) {
                match known.iter().position(|name| *name == word.value) {
                    Some(k) => gear.troops.push(k),
                    None => {
                        let message = format!("troop type {} is not defined", quote(&word.value));
                        self.diag
                            .problem(Code::UnknownTroops, word.at, message)
                            .suggest(&word.value, &known);
                    }
                }
            }
            all.push(gear);
        }
        all
    }

    pub(super) fn attribute(&mut self, node: &Node, path: &str) -> Option<Amount> {
        match &node.value {
            Leaf::Text(_) => {
                self.value(node, path, &Form::Amount(&limits::ATTRIBUTE_OF)).map(Into::into)
            }
            _ => {
                let number = self.value(node, path, &Form::Whole(&limits::ATTRIBUTE_OF))?;
                Some(Amount::fixed(number.into()))
            }
        }
    }
}
