//! One step of a chain: dice, needs, naturals and rerolls (FT-02 to FT-05).

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::*;

use crate::code::Code;
use crate::describe::Form;
use crate::keys::Keys;
use crate::limits;
use crate::path;
use crate::problem::quote;
use crate::reader;
use crate::rules::ParameterKind;
use crate::rules::read::RuleReader;
use crate::rules::tables::{NATURAL_SKIPS, STEP, STEP_AGAIN};
use crate::source::Spanned;
use crate::tree::{Node, Value as Leaf};

impl RuleReader<'_> {
    pub(super) fn step(&mut self, name: &str, node: &Node) -> Step {
        let prefix = path::join(["step", name]);
        let mut step = Step::named(name);
        let Some(keys) = Keys::open(self.diag, node, &STEP) else { return step };
        if let Some(dice) = self.keyed(&keys, "dice", &prefix) {
            step.dice = dice.into();
        }
        step.by = self.word_of(&keys, "by", &prefix, Party::ALL).unwrap_or(Party::Attacker);
        self.asks(step.by, format!("the step `{name}`"));
        (step.lowest, step.skips[0]) = self.natural(&keys, "lowest", &prefix);
        (step.highest, step.skips[1]) = self.natural(&keys, "highest", &prefix);
        match keys.get("rerolls") {
            Some(node) if node.is_table() => {
                let path = format!("{prefix}.rerolls");
                for (name, node) in self.rows_of(node) {
                    let again = self.again(&path, &name, node);
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
        step.stops = self.keyed(&keys, "stops", &prefix).is_some_and(Into::into);
        let kind = keys.one_of(self.diag);
        for (key, with) in [("ties", "opposed"), ("columns", "ratio"), ("results", "ratio")] {
            if kind.is_some_and(|kind| kind != with) {
                let message = format!("`{key}` means nothing here");
                self.complain_of(&keys, key, message, format!("it goes with `{with}`"));
            }
        }
        if kind == Some("ratio") {
            let message = "`effect` means nothing here: the results of a ratio name effects";
            self.complain_of(&keys, "effect", message, "leave it out");
        }
        if !matches!(kind, None | Some("at-least" | "at-most")) {
            for key in ["lowest", "highest", "rerolls", "stops"] {
                let message = format!("`{key}` means nothing here");
                self.complain_of(&keys, key, message, "it goes with `at-least` or `at-most`");
            }
        }
        let both = [Party::Attacker, Party::Target];
        match kind {
            Some(kind @ ("at-least" | "at-most")) => {
                let needs =
                    keys.get(kind).and_then(|node| self.needs(node, &format!("{prefix}.{kind}")));
                let needs = needs.unwrap_or(Needs::Value(Value::Number(0)));
                step.test =
                    if kind == "at-least" { Test::AtLeast(needs) } else { Test::AtMost(needs) };
            }
            Some(kind @ "opposed") => {
                let adds = keys.get(kind).map_or([Value::Number(0); 2], |node| {
                    self.two_values(node, &format!("{prefix}.{kind}"), both)
                });
                let ties = self.word_of(&keys, "ties", &prefix, Ties::ALL).unwrap_or_default();
                step.test = Test::Opposed { adds, ties };
            }
            Some(kind @ "ratio") => {
                let strength = keys.get(kind).map_or([Value::Number(1); 2], |node| {
                    self.two_values(node, &format!("{prefix}.{kind}"), both)
                });
                step.test = self.ratio(&keys, strength, step.dice);
            }
            _ => {}
        }
        if let Some(node) = keys.get("rows") {
            step.rows = self.step_rows(&format!("{prefix}.rows"), node);
        }
        match keys.get("effect") {
            Some(node) if node.is_table() => {
                for entry in node.entries() {
                    let Ok(by) = entry.key.parse::<i32>() else {
                        self.complain(entry.at, format!("{} is not a number", quote(&entry.key)), "the keys say by how much the attack comes through: `{ 0 = \"hurt\", 5 = \"dead\" }`");
                        continue;
                    };
                    let effect = self.effect_named(&entry.node);
                    step.effects.push((by, effect.unwrap_or(0)));
                }
                step.effects.sort_unstable();
            }
            Some(node) => {
                // An unknown effect is noted once.
                let effect = self.effect_named(node);
                step.effects.push((i32::MIN, effect.unwrap_or(0)));
            }
            None => {}
        }
        step.fails = keys.get("fails").and_then(|node| self.effect_named(node));
        step
    }

    /// Reads what a step is compared with.
    pub(super) fn needs(&mut self, node: &Node, path: &str) -> Option<Needs> {
        match &node.value {
            Leaf::Text(text) if text == "to-hit" => Some(Needs::ToHit),
            Leaf::Text(text) if self.names.tables.contains(text) => {
                self.names.used.push(format!("table.{text}"));
                let k = self.names.tables.iter().position(|name| name == text)?;
                Some(Needs::Table(k as u8))
            }
            Leaf::Table(_) => {
                let mut marks = Vec::new();
                for entry in node.entries() {
                    let Ok(far) = entry.key.parse::<f64>() else {
                        let message = format!("{} is not a distance", quote(&entry.key));
                        let remedy = "the keys are distances: `{ 8 = 4, 16 = 5 }`";
                        self.complain(entry.at, message, remedy);
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
                    let message = "a table of distances without any";
                    self.complain(node.at, message, "such as `{ 8 = 4, 16 = 5 }`");
                    return None;
                }
                Some(Needs::Distance(marks))
            }
            _ => {
                let asked = self.names.asked.len();
                let value = self.plain_value(node, path)?;
                self.names.asked[asked..].iter_mut().for_each(|asked| asked.is_compared = true);
                Some(Needs::Value(value))
            }
        }
    }

    pub(super) fn ratio(&mut self, keys: &Keys<'_>, strength: [Value; 2], dice: Dice) -> Test {
        let mut columns: Vec<[i32; 2]> = Vec::new();
        let Some(node) = keys.get("columns") else {
            let remedy = "such as `columns = [\"1:2\", \"1:1\", \"2:1\"]`";
            self.complain(keys.at(), "a ratio needs `columns`", remedy);
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
            let remedy = "the weakest comes first: \"1:2\", \"1:1\", \"2:1\"";
            self.complain(node.at, "the ratios are not in order", remedy);
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
                let remedy = "write one for each, the lowest first; \"-\" is nothing";
                self.complain(column.at, message, remedy);
            }
            let effects = cells.iter().map(|cell| match &cell.value {
                Leaf::Text(text) if text == "-" => None,
                _ => self.effect_named(cell),
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

    /// Reads what the lowest or highest total does, and which step it skips.
    pub(super) fn natural(
        &mut self,
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
        (Natural::Succeeds, self.step_named(&named))
    }

    pub(super) fn step_named(&mut self, word: &Spanned<String>) -> Option<u8> {
        match self.diag.find(Code::Fighting, word.at, "step", &word.value, &self.names.steps) {
            Ok(found) => Some(found as u8),
            Err(note) => {
                note.hint(format!("write a table `[step.{}]` with its `dice`", word.value)).none()
            }
        }
    }

    /// Reads what is rerolled under some conditions.
    pub(super) fn again(
        &mut self,
        path: &str,
        name: &Spanned<String>,
        node: &Node,
    ) -> Option<Again> {
        let (when, has, node, path) = self.under((path, name), node, (&STEP_AGAIN, "what"))?;
        let what = reader::word(self.diag, node, "what is rolled once more", Reroll::ALL)?.value;
        let listed = Reroll::ALL.iter().map(|(word, _)| *word).collect();
        self.note(&path, node, node.show(), ParameterKind::Words(listed));
        Some(Again { name: name.value.clone(), when, has, what })
    }
}
