//! How fighting by steps is told: each roll with what it needs and what adds to it, and the wounds that come of it (FT-01 to
//! FT-08).

use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::Len;
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{DiceOf, Event, Scene};
use skirmish_engine::rulebook::{
    Amount, ChainKind, LookUp, Needs, Party, Profile, Rulebook, Situation, Step, StepCondition,
    StepEffect, StepModifier, Steps, Test, Ties, Value,
};

use super::Transcript;
use super::names::is_among;
use super::phrases::{or_less, or_more, plus};
use crate::number::counted as count;
use crate::safe::safe_text;

/// The rules in a line, as far as rolls do not repeat them.
pub(super) fn in_a_line(rules: &Rulebook) -> String {
    let steps = &rules.steps;
    let chain = |kind: ChainKind| {
        let named =
            steps.chain(kind).steps.iter().map(|k| safe_text(&steps.steps[*k as usize].name));
        named.collect::<Vec<_>>().join(", ")
    };
    let of = |what: &str, kind| match chain(kind) {
        none if none.is_empty() => None,
        named => Some(format!("{what} by {named}")),
    };
    let parts = [
        of("shots", ChainKind::Shoot),
        of("blows", ChainKind::Strike),
        of("nerve", ChainKind::Nerve),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "nobody fights".into() } else { parts.join("; ") }
}

impl Transcript {
    pub(super) fn tells_steps(&mut self, scene: &Scene<'_>, event: &Event) -> bool {
        if !scene.battle.spec().rules.fighting.is_by_steps() {
            return false;
        }
        let names = &self.names;
        match *event {
            Event::HitPoints { figure, points } => {
                let has = count(points.unsigned_abs(), "wound");
                let steps = &scene.battle.spec().rules.steps;
                let amount = steps.wounds.and_then(|k| profile(scene, figure)[usize::from(k.0)]);
                let amount = amount.map_or(String::new(), |amount| format!(" on {amount}"));
                tell!(self: Margin [ft(6)] |figure| "{figure}: {has}{amount}");
            }
            Event::StepRolled {
                chain,
                step,
                attacker,
                target,
                distance2,
                situation,
                modifier,
                needed,
                rolled,
                first,
                margin,
                passes,
                ..
            } => {
                let bonus = std::mem::take(&mut self.row_dice);
                let names = &self.names;
                let steps = &scene.battle.spec().rules.steps;
                let Some(step) = steps.steps.get(usize::from(step)) else { return true };
                let profiles = [attacker, target].map(|figure| profile(scene, figure));
                let is_reactive = situation.times(StepCondition::InReaction) > 0;
                let is_there = is_among(&scene.alive, target);
                let (side, unit) = (attacker.side(), scene.battle.traits(attacker).unit);
                let [attacker, target] = [attacker, target].map(|figure| names.figure(figure));
                let roll = Roll {
                    steps,
                    step,
                    profiles,
                    situation,
                    distance2,
                    needed,
                    modifier,
                    rolled,
                    first,
                    margin,
                    passes,
                    bonus,
                };
                let step = safe_text(&roll.step.name);
                let what = match (chain, roll.step.by) {
                    (ChainKind::Nerve, _) => {
                        format!("nerve of {}, {attacker}: {step}", names.unit(side, unit))
                    }
                    (_, Party::Target) if !roll.is_of_both() => {
                        format!("{target} against {attacker}: {step}")
                    }
                    (ChainKind::Shoot, _) => {
                        // Who shoots at the same time as others has chosen his target before their shots were settled.
                        let declared =
                            if is_there { "" } else { ", who has gone since that was declared" };
                        format!("{attacker} shoots at {target}{declared}: {step}")
                    }
                    (ChainKind::Strike, _) => format!("{attacker} strikes at {target}: {step}"),
                };
                let text = format!("{what}, {}", roll.in_words(self, [attacker, target]));
                let (opposed, ratio, nerve) = (
                    matches!(roll.step.test, Test::Opposed { .. }),
                    matches!(roll.step.test, Test::Ratio { .. }),
                    chain == ChainKind::Nerve,
                );
                let single = !opposed && !ratio;
                tell!(self: Under [ft(3) if single && !nerve, ft(4) if opposed, ft(5) if ratio, ft(8) if nerve, ll(12) if is_reactive]
                    "{text}");
            }
            Event::StepDice { chain, of, attacker, target, amount, rolled } => {
                let total = match amount.plus {
                    0 => String::new(),
                    plus => format!(" = {}", rolled + plus),
                };
                let rolls = format!("rolls {rolled} on {amount}{total}");
                let [by, at] = [attacker, target].map(|figure| names.figure(figure));
                let does = match chain {
                    ChainKind::Shoot => format!("{by} shoots at {at}"),
                    ChainKind::Strike => format!("{by} strikes at {at}"),
                    ChainKind::Nerve => format!("nerve, {by}"),
                };
                let steps = &scene.battle.spec().rules.steps;
                match of {
                    DiceOf::Attacks => tell!(self: Under [ft(2)] "{does}: attacks, {rolls}"),
                    DiceOf::Extra(row) => {
                        let row = safe_text(&steps.chain(chain).extra[usize::from(row)].name);
                        tell!(self: Under [ft(2)] "{does}: attacks for {row}, {rolls}");
                    }
                    DiceOf::Row(step, row) => {
                        let step = &steps.steps[usize::from(step)];
                        self.row_dice.push((row, rolled + amount.plus));
                        let is_of_both =
                            matches!(step.test, Test::Opposed { .. } | Test::Ratio { .. });
                        let does = match (chain, step.by) {
                            (ChainKind::Shoot | ChainKind::Strike, Party::Target)
                                if !is_of_both =>
                            {
                                format!("{at} against {by}")
                            }
                            _ => does,
                        };
                        let row = safe_text(&step.rows[usize::from(row)].name);
                        let step = safe_text(&step.name);
                        tell!(self: Under [ft(3)] "{does}: {step}, {row} {rolls}");
                    }
                    DiceOf::Wounds(effect) => {
                        let effect = &steps.effects[usize::from(effect)];
                        let on = if effect.on == Party::Attacker { by } else { at };
                        let effect = safe_text(&effect.name);
                        tell!(self: Deeper [ft(6)] "{on}: {effect}, {rolls}");
                    }
                }
            }
            Event::Wounded { figure, wounds, left, .. } => {
                let takes = count(wounds.unsigned_abs(), "wound");
                let is_down = left <= 0;
                let comes_of_it = if is_down { "down".into() } else { format!("{left} left") };
                self.told_dead.extend(is_down.then_some(figure));
                tell!(self: Deeper [ft(6)] |figure| "{figure} takes {takes}: {comes_of_it}");
            }
            Event::Pinned { figure } => {
                tell!(self: Deeper [ft(9)] |figure| "{figure} is pinned");
            }
            Event::UnitLeaves { side, unit, figures } => {
                let unit = names.unit(side, unit);
                let leaves = names.does(side, figures, "leave the table");
                tell!(self: Deeper [ft(8)] "{unit} is routed: {leaves}");
            }
            _ => return false,
        }
        true
    }
}

/// What somebody has of each attribute.
fn profile(scene: &Scene<'_>, figure: FigureId) -> Profile {
    let spec = scene.battle.spec();
    let own = &spec.sides[figure.side()].figures[figure.index()];
    let rules = &spec.rules;
    rules.steps.profile(&rules.troops[own.troops], &rules.weapons[own.weapon])
}

/// A step that has been rolled, with the profiles of both.
struct Roll<'s> {
    steps: &'s Steps,
    step: &'s Step,
    profiles: [Profile; 2],
    situation: Situation,
    distance2: i64,
    needed: i32,
    modifier: i32,
    rolled: [i32; 2],
    first: Option<i32>,
    margin: i32,
    passes: bool,
    /// Rows whose dice have been rolled, with what each came to.
    bonus: Vec<(u8, i32)>,
}

impl Roll<'_> {
    /// Whether both roll, or one roll is for both.
    const fn is_of_both(&self) -> bool {
        matches!(self.step.test, Test::Opposed { .. } | Test::Ratio { .. })
    }

    fn value(&self, value: Value) -> i32 {
        self.amount(value).plus
    }

    fn amount(&self, value: Value) -> Amount {
        match value {
            Value::Number(number) => Amount::fixed(number),
            Value::Dice(amount) => amount,
            Value::Of(party, attribute) => {
                let own = &self.profiles[usize::from(party == Party::Target)];
                own[usize::from(attribute.0)].unwrap_or_default()
            }
        }
    }

    /// The attribute that a value is; nothing of a number.
    fn named(&self, value: Value) -> Option<String> {
        match value {
            Value::Number(_) | Value::Dice(_) => None,
            Value::Of(_, attribute) => {
                Some(safe_text(&self.steps.attributes[usize::from(attribute.0)]))
            }
        }
    }

    /// `, charges +1, friends +2`: the rows that count.
    fn adds(&self) -> String {
        let rows = self.step.rows.iter().enumerate();
        rows.map(|(k, row)| plus(safe_text(&row.name), self.row_adds(k, row))).collect()
    }

    fn row_adds(&self, k: usize, row: &StepModifier) -> i32 {
        let has = |(party, attribute)| self.value(Value::Of(party, attribute)) >= 1;
        if !row.has.iter().copied().all(has) {
            return 0;
        }
        let amount = self.amount(row.adds);
        if amount.dice.is_none() {
            return row.times(&self.situation) * amount.plus;
        }
        self.bonus.iter().filter(|(row, _)| usize::from(*row) == k).map(|(_, adds)| adds).sum()
    }

    fn in_words(&self, transcript: &Transcript, names: [&str; 2]) -> String {
        match &self.step.test {
            Test::AtLeast(needs) => {
                let total = self.rolled[0] + self.modifier;
                self.against_a_number(transcript, needs, or_more(self.needed), total)
            }
            Test::AtMost(needs) => {
                let number = match self.adds() {
                    adds if adds.is_empty() => or_less(self.needed),
                    adds => {
                        format!("{}{adds}: {}", self.needed, or_less(self.needed + self.modifier))
                    }
                };
                self.against_a_number(transcript, needs, number, self.rolled[0] - self.modifier)
            }
            Test::Opposed { adds, ties } => self.against_each_other(*adds, *ties, names),
            Test::Ratio { strength, columns, results } => {
                let column = self.column(*strength, columns);
                let row = (self.rolled[0] - self.step.dice.min() + self.modifier)
                    .clamp(0, results[column].len() as i32 - 1);
                let result = results[column][row as usize];
                let result = match result {
                    None => "nothing comes of it".into(),
                    Some(effect) => self.effect(effect, names),
                };
                let [so, many] = columns.get(column).copied().unwrap_or([1, 1]);
                let [own, his] = self.strengths(*strength);
                let adds = self.adds();
                let total = self.together(&adds, self.rolled[0] + self.modifier);
                format!(
                    "{own} against {his}, column {so} to {many}; {}{adds}{total}: {result}",
                    self.rolls()
                )
            }
        }
    }

    /// `needs 4 or more on d6, rolls 3, charges +1 = 4: passes`
    fn against_a_number(
        &self,
        transcript: &Transcript,
        needs: &Needs,
        number: String,
        sum: i32,
    ) -> String {
        let by = match needs {
            Needs::Value(value) => self.named(*value),
            Needs::Table(table) => self.steps.tables.get(usize::from(*table)).map(|table| {
                let LookUp { name, by, .. } = table;
                let [row, column] = by.map(|value| self.value(value));
                format!("{}: {row} against {column}", safe_text(name))
            }),
            Needs::Distance(_) | Needs::ToHit => {
                Some(transcript.ruler.length(self.distance2.isqrt() as Len))
            }
        };
        // Many a step bears the name of what it is rolled against.
        let by = by.filter(|by| *by != safe_text(&self.step.name));
        let by = by.map_or(String::new(), |by| format!(" ({by})"));
        // Of a roll that must be low the rows are added to what is needed.
        let adds = match self.step.test {
            Test::AtMost(_) => String::new(),
            _ => self.adds(),
        };
        let (rolls, total) = (self.rolls(), self.together(&adds, sum));
        let result = if self.passes { "passes" } else { "fails" };
        let enough = match self.step.test {
            Test::AtMost(_) => sum <= self.needed,
            _ => sum >= self.needed,
        };
        let natural = if enough == self.passes { "" } else { " of itself" };
        let extremes = [self.step.dice.min(), self.step.dice.max()];
        let skips = extremes.iter().position(|extreme| *extreme == self.rolled[0]);
        let skips = skips.and_then(|k| self.step.skips[k]).map_or(String::new(), |skips| {
            format!(", and so does {}", safe_text(&self.steps.steps[usize::from(skips)].name))
        });
        format!("needs {number}{by}, {rolls}{adds}{total}: {result}{natural}{skips}")
    }

    /// `rolls 4 on d6, skill +3 = 7, Bob rolls 5, skill +2 = 7: equal, and nobody wins`
    fn against_each_other(&self, adds: [Value; 2], ties: Ties, names: [&str; 2]) -> String {
        let [own, his] = adds.map(|value| self.value(value));
        let [own_name, his_name] =
            adds.map(|value| self.named(value).unwrap_or_else(|| "of his own".into()));
        let rows = self.adds();
        let one = plus(own_name, own) + &rows;
        let other = plus(his_name, his);
        let total = self.together(&one, self.rolled[0] + own + self.modifier);
        let his_total = self.together(&other, self.rolled[1] + his);
        let wins = match self.margin {
            0 => match ties {
                Ties::Nobody => "equal, and nobody wins".into(),
                Ties::Attacker => format!("equal, and {} wins", names[0]),
                Ties::Target => format!("equal, and {} wins", names[1]),
            },
            margin @ 1.. => format!("{} wins by {margin}", names[0]),
            margin => format!("{} wins by {}", names[1], -margin),
        };
        let rolls = self.rolls();
        format!(
            "{rolls}{one}{total}, {} rolls {}{other}{his_total}: {wins}",
            names[1], self.rolled[1]
        )
    }

    /// `rolls 1, once more 4 on d6`
    fn rolls(&self) -> String {
        let (dice, rolled): (Dice, i32) = (self.step.dice, self.rolled[0]);
        match self.first {
            None => format!("rolls {rolled} on {dice}"),
            Some(first) => format!("rolls {first} on {dice}, once more {rolled}"),
        }
    }

    /// ` = 5`, if anything has been added.
    fn together(&self, adds: &str, total: i32) -> String {
        if adds.is_empty() { String::new() } else { format!(" = {total}") }
    }

    /// The strength of each with all who help.
    fn strengths(&self, strength: [Value; 2]) -> [i32; 2] {
        let [own, his] = strength.map(|value| self.value(value).max(1));
        [own * (1 + self.situation.helpers[0]), his * (1 + self.situation.helpers[1])]
    }

    fn column(&self, strength: [Value; 2], columns: &[[i32; 2]]) -> usize {
        let [own, his] = self.strengths(strength);
        columns.iter().rposition(|[so, many]| own * many >= his * so).unwrap_or(0)
    }

    /// `knocked down: Bob`
    fn effect(&self, effect: u8, names: [&str; 2]) -> String {
        let Some(StepEffect { name, on, .. }) = self.steps.effects.get(usize::from(effect)) else {
            return String::new();
        };
        let on = names[usize::from(*on == Party::Target)];
        format!("{on}: {}", safe_text(name))
    }
}
