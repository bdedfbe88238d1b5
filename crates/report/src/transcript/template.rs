//! The template of transcripts, `templates/transcript.txt`, and the facts that fill it.

use std::sync::LazyLock;

use minijinja::value::Value;
use minijinja::{Error, UndefinedBehavior, context};
use skirmish_engine::battle::{Edge, FigureId, UnitId};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{
    Cause, ControlResult, ControlTest, FigureSet, FireKind, Hindrance, Lot, MeleeKind, MoveKind,
    Opening, Parts, Pressure, Qualifies, ReactionKind, Vantage,
};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{
    Advantage, Amount, ChainKind, Effect, EffectRow, NerveResult, Ties,
};
use skirmish_engine::side::{BySide, Side};

use super::names::Names;
use super::page;
use crate::answer::{Templates, environment, rendered};
use crate::number::{NO_BREAK, counted};

/// The sections of the file by name, each after the shared part.
static SECTIONS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    let mut parts = include_str!("../../templates/transcript.txt").split("\n# ");
    let shared = parts.next().unwrap_or_default();
    let sections = parts.filter_map(|part| part.split_once('\n'));
    sections.map(|(name, body)| (name, format!("{shared}\n{body}"))).collect()
});

static TEMPLATES: Templates = LazyLock::new(|| {
    let mut templates = environment()?;
    templates.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    templates.add_filter("counted", |number: u64, noun: &str| counted(number, noun));
    templates.add_filter("listed", |all: Vec<String>| page::list(&all));
    templates.add_filter("ordinal", page::ordinal);
    templates.add_filter("signed", |number: i64| format!("{number:+}"));
    let on_one_line = |number: i64, end| format!("{number}{NO_BREAK}or{NO_BREAK}{end}");
    templates.add_filter("or_more", move |number: i64| on_one_line(number, "more"));
    templates.add_filter("or_less", move |number: i64| on_one_line(number, "less"));
    templates.add_filter("does", |who: Value, verb: &str| -> Result<String, Error> {
        Ok(does(&who.get_attr("name")?.to_string(), who.get_attr("count")? > Value::from(1), verb))
    });
    // Rules that do not apply are left out.
    templates.add_filter("cited", |rules: Vec<Value>| {
        let rules: Vec<&str> = rules.iter().filter_map(Value::as_str).collect();
        format!("[{}]", rules.join(", "))
    });
    for (name, section) in &*SECTIONS {
        templates.add_template(name, section)?;
    }
    Ok(templates)
});

pub(super) fn filled(section: &str, facts: Value) -> String {
    // Only a faulty section fails, whatever the facts are.
    let filled = rendered(&TEMPLATES, section, facts)
        .unwrap_or_else(|error| format!("- {section}: {error:#}"));
    filled.trim_matches('\n').to_owned()
}

/// Turns a plural predicate into a sentence: `run away` becomes `Bran runs away` or `Bran and 3 of Gate run away`.
fn does(who: &str, are_several: bool, several_do: &str) -> String {
    let end = several_do.find(|c: char| !c.is_alphabetic()).unwrap_or(several_do.len());
    match several_do.split_at(end) {
        _ if are_several => format!("{who} {several_do}"),
        ("are", rest) => format!("{who} is{rest}"),
        (verb, rest) => format!("{who} {verb}s{rest}"),
    }
}

/// Collects facts from variables of the same name and from `name = value`.
macro_rules! facts {
    (@ $names:expr, $fact:ident) => { $crate::transcript::template::Fact::fact(&$fact, $names) };
    (@ $names:expr, $fact:ident, $value:expr) => {
        $crate::transcript::template::Fact::fact(&$value, $names)
    };
    ($names:expr; $($fact:ident $(= $value:expr)?),* $(,)?) => {
        minijinja::context! { $($fact => facts!(@ $names, $fact $(, $value)?)),* }
    };
}

/// A value for a template: figures, sides and units by name, rules and kinds by their own names.
pub(super) trait Fact {
    fn fact(&self, names: &Names) -> Value;
}

macro_rules! plain {
    ($($of:ty),*) => { $(impl Fact for $of {
        fn fact(&self, _names: &Names) -> Value {
            Value::from(self.clone())
        }
    })* };
}
plain!(bool, u8, u16, u32, u64, usize, i32, String, &str, Value);

macro_rules! named {
    ($($kind:ty),*) => { $(impl Fact for $kind {
        fn fact(&self, _names: &Names) -> Value {
            Value::from(format!("{self:?}"))
        }
    })* };
}
named!(
    Advantage,
    Cause,
    ChainKind,
    ControlResult,
    ControlTest,
    Edge,
    Effect,
    FireKind,
    Hindrance,
    Lot,
    MeleeKind,
    MoveKind,
    NerveResult,
    Opening,
    Pressure,
    Qualifies,
    ReactionKind,
    Ties,
    Vantage
);

impl Fact for FigureId {
    fn fact(&self, names: &Names) -> Value {
        names.figure(*self).into()
    }
}

impl Fact for Side {
    fn fact(&self, names: &Names) -> Value {
        names.side(*self).into()
    }
}

impl Fact for (Side, UnitId) {
    fn fact(&self, names: &Names) -> Value {
        names.unit(self.0, self.1).into()
    }
}

impl Fact for (Side, FigureSet) {
    fn fact(&self, names: &Names) -> Value {
        context! { name => names.who(self.0, self.1), count => self.1.count_ones() }
    }
}

macro_rules! shown {
    ($($of:ty),*) => { $(impl Fact for $of {
        fn fact(&self, _names: &Names) -> Value {
            self.to_string().into()
        }
    })* };
}
shown!(Amount, Dice, Rule);

impl Fact for Parts {
    fn fact(&self, _names: &Names) -> Value {
        self.iter()
            .map(|(part, adds)| Value::from(vec![part.name().into(), Value::from(adds)]))
            .collect()
    }
}

impl Fact for EffectRow {
    fn fact(&self, names: &Names) -> Value {
        [self.push_back, self.retreat, self.kill].fact(names)
    }
}

impl<T: Fact> Fact for Option<T> {
    fn fact(&self, names: &Names) -> Value {
        self.as_ref().map_or(Value::from(()), |of| of.fact(names))
    }
}

impl<T: Fact> Fact for BySide<T> {
    fn fact(&self, names: &Names) -> Value {
        self.0.fact(names)
    }
}

impl<T: Fact, const N: usize> Fact for [T; N] {
    fn fact(&self, names: &Names) -> Value {
        self.iter().map(|of| of.fact(names)).collect()
    }
}

impl<T: Fact> Fact for Vec<T> {
    fn fact(&self, names: &Names) -> Value {
        self.iter().map(|of| of.fact(names)).collect()
    }
}
