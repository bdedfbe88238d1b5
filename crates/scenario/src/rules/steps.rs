//! Fighting by steps (FT-01 to FT-10): profiles, chains and effects, read when troop types and weapons are known, and what
//! they must agree on. Each complaint has the place of the key, and a remedy.

mod checks;
mod profiles;

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::*;

use super::Kind;
use super::read::RuleReader;
use super::tables::{
    LOOK_UP, NATURAL_SKIPS, SHOOT, STEP, STEP_AGAIN, STEP_EFFECT, STEP_NERVE, STEP_ROW, STRIKE,
};
use crate::code::Code;
use crate::describe::{Form, TableDoc};
use crate::keys::Keys;
use crate::limits;
use crate::path;
use crate::problem::quote;
use crate::reader;
use crate::source::{At, Spanned};
use crate::tree::{Node, Value as Leaf};

/// The attribute that says how many wounds bring a figure down.
const WOUNDS: &str = "wounds";

/// The words for the two that an attack is between.
const PARTIES: &[(&str, Party)] = &[("attacker", Party::Attacker), ("target", Party::Target)];

/// Who asks for a value: whose an attribute is unless it says so, and what wants it, in words.
#[derive(Clone, Copy)]
struct Asker<'a> {
    by: Party,
    what: &'a str,
}

impl<'a> Asker<'a> {
    const fn attacker(what: &'a str) -> Self {
        Self { by: Party::Attacker, what }
    }
}

/// Somebody asks for an attribute.
struct Asked {
    by: String,
    attribute: Attribute,
    /// Whoever lacks it is told so; who lacks one that is a condition has none of it.
    is_needed: bool,
}

/// What is read, and what is known by name.
struct Names {
    steps: Vec<String>,
    effects: Vec<String>,
    tables: Vec<String>,
    /// Effects and steps that something leads to.
    used: Vec<String>,
    asked: Vec<Asked>,
    /// Attributes that some weapon or gear gives.
    of_arms: Vec<bool>,
}

/// Conditions and attributes, and what stands under them, with its path.
type Under<'t> = (Vec<StepCondition>, Vec<(Party, Attribute)>, &'t Node, String);

/// The names of a table's members.
fn names(node: Option<&Node>) -> Vec<String> {
    let entries = node.filter(|node| node.is_table()).map_or(&[][..], Node::entries);
    entries.iter().map(|entry| entry.key.clone()).collect()
}

impl RuleReader<'_> {
    /// Reads all of fighting by steps.
    pub(super) fn steps(&mut self, keys: &Keys<'_>) {
        if !self.scope.fighting.is_by_steps() {
            return;
        }
        let of_arms = self.profiles(keys);
        let mut names = Names {
            steps: names(keys.get("step")),
            effects: names(keys.get("effect")),
            tables: names(keys.get("table")),
            used: Vec::new(),
            asked: Vec::new(),
            of_arms,
        };
        let mut steps = std::mem::take(&mut self.draft.rules.steps);
        self.draft.rules.steps.attributes.clone_from(&steps.attributes);
        for (name, node) in self.parts(keys, "table", &limits::STEPS) {
            let table = self.look_up(&mut names, &name, node);
            steps.tables.push(table);
        }
        for (name, node) in self.parts(keys, "effect", &limits::STEP_EFFECTS) {
            let effect = self.step_effect(&mut names, &name, node);
            steps.effects.push(effect);
        }
        for (name, node) in self.parts(keys, "step", &limits::STEPS) {
            let step = self.step(&mut names, &name, node);
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
            steps.chains[kind as usize] = self.chain(&mut names, kind, &keys, &steps);
            match kind {
                ChainKind::Shoot => {
                    if let Some(near) = keys.get("cover-distance").and_then(|node| {
                        self.value(node, "shoot.cover-distance", &Form::Length(&limits::DISTANCE))
                    }) {
                        steps.cover_distance = near.into();
                    }
                }
                ChainKind::Strike => {
                    if let Some(most) = keys.get("most-helpers").and_then(|node| {
                        self.value(node, "strike.most-helpers", &Form::Whole(&limits::HELPERS))
                    }) {
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
        self.check_used(keys, &names);
        self.check_conditions(keys, &steps);
        self.check_skips(keys, &steps);
        self.check_attributes(keys, &steps, &names);
        self.check_asked(keys, &steps, &names);
        if self.diag.is_clean() {
            self.check_sure(keys, &steps);
        }
        self.draft.rules.steps = steps;
    }

    /// The members of a table of the rulebook.
    fn parts<'t>(
        &mut self,
        keys: &Keys<'t>,
        key: &str,
        limit: &limits::Limit,
    ) -> Vec<(String, &'t Node)> {
        keys.get(key).map_or_else(Vec::new, |node| self.members(node, limit))
    }

    fn complain(&mut self, at: At, message: impl Into<String>, remedy: impl Into<String>) {
        self.diag.problem(Code::Fighting, at, message.into()).hint(remedy.into());
    }

    /// One of a reading's words behind a key.
    fn word_of<T: Copy>(
        &mut self,
        keys: &Keys<'_>,
        key: &str,
        of: &str,
        words: &[(&str, T)],
    ) -> Option<T> {
        let node = keys.get(key)?;
        let found = keys.word(self.diag, key, &format!("`{key}`"), words)?.value;
        // What is on the list of parameters lives as long as the program.
        let listed = match keys.doc().field(key)?.form {
            Form::Words(words) => words.to_vec(),
            Form::Either([Form::Words(words), ..]) => words.to_vec(),
            _ => Vec::new(),
        };
        self.note(&format!("{of}.{key}"), node, node.show(), Kind::Words(listed));
        Some(found)
    }

    /// A number, or an attribute: of who rolls, unless it says whose.
    fn step_value(
        &mut self,
        names: &mut Names,
        node: &Node,
        path: &str,
        asker: Asker<'_>,
    ) -> Option<Value> {
        let Leaf::Text(text) = &node.value else {
            let number = self.value(node, path, &Form::Whole(&limits::STEP_NUMBER))?;
            return Some(Value::Number(number.into()));
        };
        let Some((party, attribute)) = self.attribute_named(text, asker.by) else {
            let name = text.rsplit_once('.').map_or(text.as_str(), |(_, name)| name);
            let message = format!("no profile has an attribute {}", quote(name));
            let known: Vec<String> = self.draft.rules.steps.attributes.clone();
            self.diag
                .problem(Code::Fighting, node.at, message)
                .suggest(name, known.iter().map(String::as_str));
            return None;
        };
        names.asked.push(Asked { by: asker.what.to_owned(), attribute, is_needed: true });
        Some(Value::Of(party, attribute))
    }

    /// An attribute by its name: of who rolls, unless it says whose.
    fn attribute_named(&self, text: &str, by: Party) -> Option<(Party, Attribute)> {
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

    /// A number, an attribute, which may be dice, or dice.
    fn value_or_dice(
        &mut self,
        names: &mut Names,
        node: &Node,
        path: &str,
        asker: Asker<'_>,
    ) -> Option<Value> {
        if !matches!(&node.value, Leaf::Text(text) if !reader_says_name(text)) {
            return self.step_value(names, node, path, asker);
        }
        let amount = self.attribute(node, path)?;
        let number = amount.dice.is_none().then_some(Value::Number(amount.plus));
        Some(number.unwrap_or(Value::Dice(amount)))
    }

    /// A value that is compared or added: no dice.
    fn plain_value(
        &mut self,
        names: &mut Names,
        node: &Node,
        path: &str,
        asker: Asker<'_>,
    ) -> Option<Value> {
        let value = self.step_value(names, node, path, asker)?;
        let is_plain = match value {
            Value::Of(_, attribute) => self.check_plain(node.at, attribute),
            Value::Number(_) | Value::Dice(_) => true,
        };
        is_plain.then_some(value)
    }

    /// Complains of an attribute that is dice for somebody.
    fn check_plain(&mut self, at: At, attribute: Attribute) -> bool {
        let k = usize::from(attribute.0);
        let rules = &self.draft.rules;
        let is_dice = |amount: Option<Amount>| amount.is_some_and(|a| a.dice.is_some());
        let of_troops = rules
            .troops
            .iter()
            .map(|troops| (&troops.name, is_dice(troops.profile.get(k).copied().flatten())));
        let of_weapons = rules.weapons.iter().map(|weapon| {
            let change = weapon.profile.get(k).copied().flatten();
            (&weapon.name, matches!(change, Some(Change::Is(amount)) if amount.dice.is_some()))
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

    /// Two values, of the attacker and of the target.
    fn two_values(
        &mut self,
        names: &mut Names,
        node: &Node,
        path: &str,
        asks: &str,
        by: [Party; 2],
    ) -> [Value; 2] {
        let zero = [Value::Number(0); 2];
        let Leaf::List(members) = &node.value else {
            reader::wrong_type(self.diag, node, "a list of two, such as `[\"fight\", \"fight\"]`");
            return zero;
        };
        if members.len() != 2 {
            self.complain(
                node.at,
                format!("`{path}` has {} values, but needs two", members.len()),
                "the attacker's, and the target's",
            );
            return zero;
        }
        std::array::from_fn(|k| {
            let path = format!("{path}.{}", k + 1);
            let asker = Asker { by: by[k], what: asks };
            self.plain_value(names, &members[k], &path, asker).unwrap_or(Value::Number(0))
        })
    }

    fn look_up(&mut self, names: &mut Names, name: &str, node: &Node) -> LookUp {
        let prefix = path::join(["table", name]);
        let mut table = LookUp {
            name: name.to_owned(),
            by: [Value::Number(0); 2],
            first: [0; 2],
            rows: vec![vec![0]],
        };
        let Some(keys) = Keys::open(self.diag, node, &LOOK_UP) else { return table };
        if let Some(node) = keys.get("by") {
            let asks = format!("the table `{name}`");
            table.by =
                self.two_values(names, node, &format!("{prefix}.by"), &asks, [Party::Attacker; 2]);
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

    fn step_effect(&mut self, names: &mut Names, name: &str, node: &Node) -> StepEffect {
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
        effect.on = self.word_of(&keys, "on", &prefix, PARTIES).unwrap_or(Party::Target);
        effect.does = self.word_of(&keys, "does", &prefix, DOES).unwrap_or(Effect::None);
        effect.unit = self.word_of(&keys, "unit", &prefix, UnitEffect::ALL).unwrap_or_default();
        let asks = format!("the effect `{name}`");
        let less = keys.get("less");
        let is_margin = keys
            .get("wounds")
            .is_some_and(|node| matches!(&node.value, Leaf::Text(text) if text == "margin"));
        if let Some(node) = less.filter(|_| !is_margin) {
            self.complain(
                node.at,
                "`less` means nothing here: the wounds are not by the margin",
                "say `wounds = \"margin\"`, or leave it out",
            );
        }
        match keys.get("wounds") {
            None => {}
            Some(_) if is_margin => {
                let less = less.and_then(|node| {
                    self.plain_value(names, node, &format!("{prefix}.less"), Asker::attacker(&asks))
                });
                effect.wounds = Wounds::Margin { less: less.unwrap_or(Value::Number(0)) };
            }
            Some(node) => {
                let is_name = matches!(&node.value, Leaf::Text(text) if reader_says_name(text));
                let path = format!("{prefix}.wounds");
                if is_name {
                    if let Some(Value::Of(party, attribute)) =
                        self.step_value(names, node, &path, Asker::attacker(&asks))
                    {
                        effect.wounds = Wounds::Of(party, attribute);
                    }
                } else if let Some(value) = self.attribute(node, &path) {
                    effect.wounds = Wounds::Amount(value);
                }
            }
        }
        effect
    }

    /// The place of an effect by its name.
    fn effect_named(&mut self, names: &mut Names, node: &Node) -> Option<u8> {
        let text = reader::text(self.diag, node, "the name of an effect")?.value;
        names.used.push(format!("effect.{text}"));
        let found = names.effects.iter().position(|name| *name == text);
        if found.is_none() {
            self.diag
                .problem(Code::Fighting, node.at, format!("there is no effect {}", quote(&text)))
                .suggest(&text, names.effects.iter().map(String::as_str))
                .hint(format!(
                    "write a table `[effect.{text}]` that says what it does, such as `wounds = 1`"
                ));
        }
        found.map(|k| k as u8)
    }

    fn step(&mut self, names: &mut Names, name: &str, node: &Node) -> Step {
        let prefix = path::join(["step", name]);
        let asks = format!("the step `{name}`");
        let mut step = Step {
            name: name.to_owned(),
            dice: Dice::one(6),
            by: Party::Attacker,
            test: Test::AtLeast(Needs::Value(Value::Number(0))),
            rows: Vec::new(),
            lowest: Natural::Counts,
            highest: Natural::Counts,
            skips: [None; 2],
            rerolls: Vec::new(),
            stops: false,
            effects: Vec::new(),
            fails: None,
        };
        let Some(keys) = Keys::open(self.diag, node, &STEP) else { return step };
        if let Some(dice) = keys
            .get("dice")
            .and_then(|node| self.value(node, &format!("{prefix}.dice"), &Form::Dice))
        {
            step.dice = dice.into();
        }
        step.by = self.word_of(&keys, "by", &prefix, PARTIES).unwrap_or(Party::Attacker);
        let asker = Asker { by: step.by, what: &asks };
        (step.lowest, step.skips[0]) = self.natural(names, &keys, "lowest", &prefix);
        (step.highest, step.skips[1]) = self.natural(names, &keys, "highest", &prefix);
        match keys.get("rerolls") {
            Some(node) if node.is_table() => {
                let path = format!("{prefix}.rerolls");
                for (name, node) in self.members(node, &limits::STEP_ROWS) {
                    let again = self.again(names, &path, &name, node, asker);
                    step.rerolls.extend(again);
                }
            }
            Some(_) => {
                let what = self.word_of(&keys, "rerolls", &prefix, Reroll::ALL);
                let what = what.filter(|what| *what != Reroll::Nothing);
                step.rerolls.extend(what.map(|what| Again {
                    name: StepCondition::Always.name().to_owned(),
                    when: vec![StepCondition::Always],
                    has: Vec::new(),
                    what,
                }));
            }
            None => {}
        }
        if let Some(node) = keys.get("stops") {
            step.stops =
                self.value(node, &format!("{prefix}.stops"), &Form::Flag).is_some_and(Into::into);
        }
        let kind = keys.one_of(self.diag);
        for (key, with) in [("ties", "opposed"), ("columns", "ratio"), ("results", "ratio")] {
            if let Some(node) = keys.get(key).filter(|_| kind.is_some_and(|kind| kind != with)) {
                self.complain(
                    node.at,
                    format!("`{key}` means nothing here"),
                    format!("it goes with `{with}`"),
                );
            }
        }
        if let Some(node) = keys.get("effect").filter(|_| kind == Some("ratio")) {
            self.complain(
                node.at,
                "`effect` means nothing here: the results of a ratio name effects",
                "leave it out",
            );
        }
        for key in ["lowest", "highest", "rerolls", "stops"] {
            let is_roll = matches!(kind, None | Some("at-least" | "at-most"));
            if let Some(node) = keys.get(key).filter(|_| !is_roll) {
                self.complain(
                    node.at,
                    format!("`{key}` means nothing here"),
                    "it goes with `at-least` or `at-most`",
                );
            }
        }
        let both = [Party::Attacker, Party::Target];
        match kind {
            Some(kind @ ("at-least" | "at-most")) => {
                let needs = keys
                    .get(kind)
                    .and_then(|node| self.needs(names, node, &format!("{prefix}.{kind}"), asker));
                let needs = needs.unwrap_or(Needs::Value(Value::Number(0)));
                step.test =
                    if kind == "at-least" { Test::AtLeast(needs) } else { Test::AtMost(needs) };
            }
            Some(kind @ "opposed") => {
                let adds = keys.get(kind).map_or([Value::Number(0); 2], |node| {
                    self.two_values(names, node, &format!("{prefix}.{kind}"), &asks, both)
                });
                let ties = self.word_of(&keys, "ties", &prefix, Ties::ALL).unwrap_or_default();
                step.test = Test::Opposed { adds, ties };
            }
            Some(kind @ "ratio") => {
                let strength = keys.get(kind).map_or([Value::Number(1); 2], |node| {
                    self.two_values(names, node, &format!("{prefix}.{kind}"), &asks, both)
                });
                step.test = self.ratio(names, &keys, strength, step.dice);
            }
            _ => {}
        }
        if let Some(node) = keys.get("rows") {
            step.rows = self.step_rows(names, &format!("{prefix}.rows"), node, asker);
        }
        match keys.get("effect") {
            Some(node) if node.is_table() => {
                for entry in node.entries() {
                    let Ok(by) = entry.key.parse::<i32>() else {
                        self.complain(entry.at, format!("{} is not a number", quote(&entry.key)), "the keys say by how much the attack comes through: `{ 0 = \"hurt\", 5 = \"dead\" }`");
                        continue;
                    };
                    let effect = self.effect_named(names, &entry.node);
                    step.effects.push((by, effect.unwrap_or(0)));
                }
                step.effects.sort_unstable();
            }
            Some(node) => {
                // That there is none is said once.
                let effect = self.effect_named(names, node);
                step.effects.push((i32::MIN, effect.unwrap_or(0)));
            }
            None => {}
        }
        step.fails = keys.get("fails").and_then(|node| self.effect_named(names, node));
        step
    }

    /// What a step is read against.
    fn needs(
        &mut self,
        names: &mut Names,
        node: &Node,
        path: &str,
        asker: Asker<'_>,
    ) -> Option<Needs> {
        match &node.value {
            Leaf::Text(text) if text == "to-hit" => Some(Needs::ToHit),
            Leaf::Text(text) if names.tables.contains(text) => {
                names.used.push(format!("table.{text}"));
                let k = names.tables.iter().position(|name| name == text)?;
                Some(Needs::Table(k as u8))
            }
            Leaf::Table(_) => {
                let mut marks = Vec::new();
                for entry in node.entries() {
                    let Ok(far) = entry.key.parse::<f64>() else {
                        self.complain(
                            entry.at,
                            format!("{} is not a distance", quote(&entry.key)),
                            "the keys are distances: `{ 8 = 4, 16 = 5 }`",
                        );
                        continue;
                    };
                    let far = reader::length_within(
                        self.diag,
                        far,
                        entry.at,
                        &entry.key,
                        &limits::RANGE,
                    )?;
                    let path = format!("{path}.{}", path::join([entry.key.as_str()]));
                    let needed = self.value(&entry.node, &path, &Form::Whole(&limits::STEP_NUMBER));
                    marks.push((far, needed.map_or(0, Into::into)));
                }
                marks.sort_unstable();
                if marks.is_empty() {
                    self.complain(
                        node.at,
                        "a table of distances without any",
                        "such as `{ 8 = 4, 16 = 5 }`",
                    );
                    return None;
                }
                Some(Needs::Distance(marks))
            }
            _ => self.plain_value(names, node, path, asker).map(Needs::Value),
        }
    }

    fn ratio(
        &mut self,
        names: &mut Names,
        keys: &Keys<'_>,
        strength: [Value; 2],
        dice: Dice,
    ) -> Test {
        let mut columns: Vec<[i32; 2]> = Vec::new();
        let Some(node) = keys.get("columns") else {
            self.complain(
                keys.at(),
                "a ratio needs `columns`",
                "such as `columns = [\"1:2\", \"1:1\", \"2:1\"]`",
            );
            return Test::Ratio { strength, columns: vec![[1, 1]], results: vec![vec![None]] };
        };
        for member in reader::list(self.diag, node, &limits::TABLE_ROWS) {
            let text = reader::text(self.diag, member, "a ratio, such as \"2:1\"")
                .map(|t| t.value)
                .unwrap_or_default();
            let parts = text
                .split_once(':')
                .and_then(|(a, b)| Some([a.trim().parse().ok()?, b.trim().parse().ok()?]));
            match parts.filter(|[a, b]: &[i32; 2]| (1..100).contains(a) && (1..100).contains(b)) {
                Some(column) => columns.push(column),
                None => self.complain(
                    member.at,
                    format!("{} is not a ratio", quote(&text)),
                    "such as \"2:1\"",
                ),
            }
        }
        if !columns.is_sorted_by(|a, b| a[0] * b[1] < b[0] * a[1]) {
            self.complain(
                node.at,
                "the ratios are not in order",
                "the weakest comes first: \"1:2\", \"1:1\", \"2:1\"",
            );
        }
        let mut results: Vec<Vec<Option<u8>>> = Vec::new();
        let Some(of_results) = keys.get("results") else {
            self.complain(keys.at(), "a ratio needs `results`", "a list for each column: the effect of each total, the lowest first; \"-\" is nothing");
            return Test::Ratio { strength, columns: vec![[1, 1]], results: vec![vec![None]] };
        };
        let totals = (dice.max() - dice.min() + 1) as usize;
        for column in reader::list(self.diag, of_results, &limits::TABLE_ROWS) {
            let cells = reader::list(self.diag, column, &limits::TABLE_ROWS);
            if cells.len() != totals {
                let message = format!(
                    "this column has {} results, and {dice} shows {totals} totals",
                    cells.len()
                );
                self.complain(
                    column.at,
                    message,
                    "write one for each, the lowest first; \"-\" is nothing",
                );
            }
            let effects = cells.iter().map(|cell| match &cell.value {
                Leaf::Text(text) if text == "-" => None,
                _ => self.effect_named(names, cell),
            });
            results.push(effects.collect());
        }
        if results.len() != columns.len() {
            let message = format!(
                "there are {} columns of results, and {} ratios",
                results.len(),
                columns.len()
            );
            self.complain(of_results.at, message, "write a list for each ratio");
            return Test::Ratio { strength, columns: vec![[1, 1]], results: vec![vec![None]] };
        }
        Test::Ratio { strength, columns, results }
    }

    /// What the lowest or the highest total does of itself, and which step it skips.
    fn natural(
        &mut self,
        names: &Names,
        keys: &Keys<'_>,
        key: &str,
        prefix: &str,
    ) -> (Natural, Option<u8>) {
        let Some(node) = keys.get(key).filter(|node| node.is_table()) else {
            return (self.word_of(keys, key, prefix, Natural::ALL).unwrap_or_default(), None);
        };
        let of = Keys::open(self.diag, node, &NATURAL_SKIPS);
        let named = of.as_ref().and_then(|keys| keys.get("skips"));
        let named = named.and_then(|node| reader::text(self.diag, node, "the name of a step"));
        let Some(named) = named else { return (Natural::Succeeds, None) };
        (Natural::Succeeds, self.step_named(names, &named))
    }

    /// The place of a step by its name.
    fn step_named(&mut self, names: &Names, word: &Spanned<String>) -> Option<u8> {
        let found = names.steps.iter().position(|name| *name == word.value);
        if found.is_none() {
            self.diag
                .problem(
                    Code::Fighting,
                    word.at,
                    format!("there is no step {}", quote(&word.value)),
                )
                .suggest(&word.value, names.steps.iter().map(String::as_str))
                .hint(format!("write a table `[step.{}]` with its `dice`", word.value));
        }
        found.map(|k| k as u8)
    }

    /// What is rolled once more where conditions hold.
    fn again(
        &mut self,
        names: &mut Names,
        path: &str,
        name: &str,
        node: &Node,
        asker: Asker<'_>,
    ) -> Option<Again> {
        let (when, has, node, path) =
            self.under(names, (path, name), node, (&STEP_AGAIN, "what"), asker)?;
        let what = reader::word(self.diag, node, "what is rolled once more", Reroll::ALL)?.value;
        let listed = Reroll::ALL.iter().map(|(word, _)| *word).collect();
        self.note(&path, node, node.show(), Kind::Words(listed));
        Some(Again { name: name.to_owned(), when, has, what })
    }

    /// Something that is named by its condition, or says `when` in a table and itself behind another key: its conditions and
    /// attributes, itself, and its path.
    fn under<'t>(
        &mut self,
        names: &mut Names,
        (path, name): (&str, &str),
        node: &'t Node,
        (doc, key): (&'static TableDoc, &str),
        asker: Asker<'_>,
    ) -> Option<Under<'t>> {
        let path = format!("{path}.{}", path::join([name]));
        let (words, node, path) = if node.is_table() {
            let keys = Keys::open(self.diag, node, doc)?;
            let limit = &limits::FACTOR_CONDITIONS;
            let words = reader::texts(self.diag, keys.get("when")?, "a condition", limit);
            (words, keys.get(key)?, format!("{path}.{key}"))
        } else {
            (vec![Spanned::new(name.to_owned(), node.at)], node, path)
        };
        let (when, has) = self.step_when(names, &words, asker);
        Some((when, has, node, path))
    }

    fn step_rows(
        &mut self,
        names: &mut Names,
        path: &str,
        node: &Node,
        asker: Asker<'_>,
    ) -> Vec<Row> {
        let rows = self.members(node, &limits::STEP_ROWS);
        rows.into_iter()
            .filter_map(|(name, node)| self.step_row(names, path, &name, node, asker))
            .collect()
    }

    fn step_row(
        &mut self,
        names: &mut Names,
        path: &str,
        name: &str,
        node: &Node,
        asker: Asker<'_>,
    ) -> Option<Row> {
        let (when, has, node, path) =
            self.under(names, (path, name), node, (&STEP_ROW, "adds"), asker)?;
        let adds = self.value_or_dice(names, node, &path, asker)?;
        let is_known = !when.is_empty() || !has.is_empty();
        is_known.then(|| Row { name: name.to_owned(), when, has, adds })
    }

    /// Conditions, and attributes of which there must be 1 or more: of who rolls, unless they say whose.
    fn step_when(
        &mut self,
        names: &mut Names,
        words: &[Spanned<String>],
        asker: Asker<'_>,
    ) -> (Vec<StepCondition>, Vec<(Party, Attribute)>) {
        let is_condition =
            |word: &&Spanned<String>| StepCondition::ALL.iter().any(|c| c.name() == word.value);
        let mut conditions = Vec::new();
        let mut has = Vec::new();
        for word in words {
            let attribute =
                self.attribute_named(&word.value, asker.by).filter(|_| !is_condition(&word));
            let Some((party, attribute)) = attribute else {
                conditions.push(word.clone());
                continue;
            };
            names.asked.push(Asked { by: asker.what.to_owned(), attribute, is_needed: false });
            if self.check_plain(word.at, attribute) {
                has.push((party, attribute));
            }
        }
        (self.step_conditions(&conditions), has)
    }

    /// Conditions, each of which may stand once.
    fn step_conditions(&mut self, words: &[Spanned<String>]) -> Vec<StepCondition> {
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

    fn step_condition(&mut self, word: &Spanned<String>) -> Option<StepCondition> {
        let found = StepCondition::ALL.iter().copied().find(|c| c.name() == word.value);
        if found.is_none() {
            let all: Vec<String> = StepCondition::ALL.iter().map(|c| c.name().to_owned()).collect();
            let attributes = self.draft.rules.steps.attributes.clone();
            self.diag
                .problem(Code::Fighting, word.at, format!("there is no condition {} for steps", quote(&word.value)))
                .suggest(&word.value, all.iter().chain(&attributes).map(String::as_str))
                .hint(format!("a row is named by its condition, or is `{{ when = [\"…\"], adds = … }}`; there are {}, and the attributes of profiles", list(&all)));
        }
        found
    }

    fn chain(
        &mut self,
        names: &mut Names,
        kind: ChainKind,
        keys: &Keys<'_>,
        steps: &Steps,
    ) -> Chain {
        let of = kind.name();
        let mut chain = Chain::default();
        for word in keys.texts(self.diag, "steps", &limits::CHAIN_STEPS) {
            let Some(k) = self.step_named(names, &word) else { continue };
            names.used.push(format!("step.{}", word.value));
            if chain.steps.contains(&k) {
                let message =
                    format!("the chain goes in a circle: {} comes twice", quote(&word.value));
                self.complain(
                    word.at,
                    message,
                    "each step comes once; give a second roll of the same kind a name of its own",
                );
                continue;
            }
            chain.steps.push(k);
        }
        if kind != ChainKind::Nerve {
            let asks = format!("`{of}.attacks`");
            chain.attacks = keys.get("attacks").and_then(|node| {
                self.value_or_dice(names, node, &format!("{of}.attacks"), Asker::attacker(&asks))
            });
            if let Some(node) = keys.get("extra") {
                let path = format!("{of}.extra");
                chain.extra =
                    self.step_rows(names, &path, node, Asker::attacker(&format!("`{path}`")));
            }
            if let Some(node) = keys.get("halved") {
                let words =
                    reader::texts(self.diag, node, "a condition", &limits::FACTOR_CONDITIONS);
                chain.halved = self.step_conditions(&words);
            }
        }
        let node = keys.get("steps").map_or(keys.at(), |node| node.at);
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
            self.complain(
                node,
                message,
                match kind {
                    ChainKind::Nerve => {
                        "say `fails = \"…\"`, the name of an effect, in one of its steps"
                    }
                    _ => "say `effect = \"…\"`, the name of an effect, in that step",
                },
            );
        }
        for k in &chain.steps {
            let step = &steps.steps[usize::from(*k)];
            let is_two = matches!(step.test, Test::Opposed { .. } | Test::Ratio { .. });
            if kind == ChainKind::Nerve && is_two {
                self.complain(
                    node,
                    format!(
                        "the step {} is between two, and nerve is tested by one",
                        quote(&step.name)
                    ),
                    "say `at-least` or `at-most`",
                );
            }
            let by_range = matches!(&step.test, Test::AtLeast(n) | Test::AtMost(n) if matches!(n, Needs::ToHit | Needs::Distance(_)));
            if kind != ChainKind::Shoot && by_range {
                self.complain(
                    node,
                    format!("the step {} goes by distance, and a blow has none", quote(&step.name)),
                    "write a step of its own for it",
                );
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
                        .problem(Code::Fighting, word.at, format!("nerve is not tested on {}", quote(other)))
                        .suggest(other, WHEN)
                        .hint("it is tested on `each-loss`, `quarter-lost`, `half-lost` or `leader-lost`");
                }
            }
        }
        tested
    }
}

/// Whether a text is a name rather than a number or dice.
fn reader_says_name(text: &str) -> bool {
    let text = text.trim();
    let is_dice = text.split_once(['d', 'D']).is_some_and(|(count, sides)| {
        let digits = |s: &str| s.chars().all(|c| c.is_ascii_digit());
        digits(count) && sides.starts_with(|c: char| c.is_ascii_digit())
    });
    !is_dice && text.parse::<i64>().is_err()
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
