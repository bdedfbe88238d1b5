//! Phrases that several systems share: rules in brackets, numbers needed, what is added to a roll, what comes of it.

use std::fmt::Display;

use skirmish_engine::battle::FigureId;
use skirmish_engine::event::{Parts, Qualifies, Scene};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Effect, EffectRow};

use super::Transcript;
use super::names::is_among;
use crate::number::NO_BREAK;

/// Rules in brackets, such as `[LL-01, LL-05 a]`.
#[derive(Debug, Clone, Default)]
pub(super) struct Cited(Vec<String>);

impl From<Rule> for Cited {
    fn from(rule: Rule) -> Self {
        Self(vec![rule.to_string()])
    }
}

impl<const N: usize> From<[Rule; N]> for Cited {
    fn from(rules: [Rule; N]) -> Self {
        Self(rules.iter().map(Rule::to_string).collect())
    }
}

impl From<Qualifies> for Cited {
    /// The clause of LL-05 by which a first action qualifies.
    fn from(qualifies: Qualifies) -> Self {
        let letter = match qualifies {
            Qualifies::Due => return Rule::ll(5).into(),
            Qualifies::TowardEnemy => 'a',
            Qualifies::Engages => 'b',
            Qualifies::ChangesSight => 'c',
            Qualifies::Escapes => 'd',
            Qualifies::Order => 'e',
        };
        Self(vec![format!("{}{NO_BREAK}{letter}", Rule::ll(5))])
    }
}

impl Cited {
    /// One more rule, if it applies.
    pub(super) fn and_if(mut self, applies: bool, rule: Rule) -> Self {
        self.0.extend(applies.then(|| rule.to_string()));
        self
    }

    /// These rules, and more after them.
    pub(super) fn and(mut self, more: Self) -> Self {
        self.0.extend(more.0);
        self
    }

    /// The clause of LL-05 as well, in place of that rule without a clause.
    pub(super) fn and_clause(mut self, qualifies: Qualifies) -> Self {
        self.0.retain(|rule| *rule != Rule::ll(5).to_string());
        self.0.extend(Self::from(qualifies).0);
        self
    }

    pub(super) fn text(&self) -> String {
        format!("[{}]", self.0.join(", "))
    }
}

/// `4 or more`, on one line.
pub(super) fn or_more(needed: i32) -> String {
    format!("{needed}{NO_BREAK}or{NO_BREAK}more")
}

/// `4 or less`, on one line.
pub(super) fn or_less(needed: i32) -> String {
    format!("{needed}{NO_BREAK}or{NO_BREAK}less")
}

/// `, prepared +1`; nothing if it adds nothing.
pub(super) fn plus(what: impl Display, adds: i32) -> String {
    if adds == 0 { String::new() } else { format!(", {what} {adds:+}") }
}

/// `, range -2, from behind +2`: what a sum is made of, one by one.
pub(super) fn plus_parts(parts: &Parts) -> String {
    parts.iter().map(|(part, adds)| plus(part.name(), adds)).collect()
}

/// The range band of a shot.
pub(super) const fn band(band: u8) -> &'static str {
    match band {
        0 => "short range",
        1 => "medium range",
        _ => "long range",
    }
}

/// `5 back, 7 retreat, 9 dead`: the lowest number of each effect.
pub(super) fn thresholds(row: &EffectRow) -> String {
    format!("{} back, {} retreat, {} dead", row.push_back, row.retreat, row.kill)
}

/// What an effect does to somebody.
pub(super) fn effect(name: &str, effect: Effect) -> String {
    match effect {
        Effect::None => String::from("nothing comes of it"),
        Effect::Pin => format!("{name} is pinned"),
        Effect::PushBack => format!("{name} is pushed back"),
        Effect::Retreat => format!("{name} retreats"),
        Effect::Kill => format!("{name} is killed"),
    }
}

impl Transcript {
    /// Whether a shot or a blow has hit; of several at the same time, one may have brought the target down already, or driven him off.
    pub(super) fn outcome(&self, scene: &Scene<'_>, target: FigureId, hit: bool) -> &'static str {
        match hit {
            false => "miss",
            true if is_among(&scene.alive, target) || is_among(&self.across, target) => "hit",
            true => "hit, on one who is down or gone already",
        }
    }
}
