//! Facts of fighting by steps: each roll with what it needs and its modifiers, and the resulting wounds (FT-01 to FT-08).

use minijinja::context;
use minijinja::value::{Value as Facts, merge_maps};
use skirmish_engine::battle::FigureId;
use skirmish_engine::battle::geometry::Len;
use skirmish_engine::event::{DiceOf, Event, Scene};
use skirmish_engine::rulebook::{
    Amount, ChainKind, Needs, Party, Profile, Rulebook, Situation, Step, StepCondition,
    StepModifier, Steps, Test, Value,
};

use super::Transcript;
use super::names::is_among;
use super::template::{Fact, filled};
use crate::safe_text;

/// Returns the chains of steps, each with the names of its steps.
pub(super) fn chains(rules: &Rulebook) -> Facts {
    let steps = &rules.steps;
    let of = |(what, kind): (&str, ChainKind)| {
        let names = steps.chain(kind).steps.iter();
        let names = names.map(|k| safe_text(&steps.steps[*k as usize].name));
        vec![Facts::from(what), names.collect()]
    };
    let kinds =
        [("shots", ChainKind::Shoot), ("blows", ChainKind::Strike), ("nerve", ChainKind::Nerve)];
    kinds.into_iter().map(of).filter(|chain| chain[1].len() > Some(0)).collect()
}

fn profile(scene: &Scene<'_>, figure: FigureId) -> Profile {
    let spec = scene.battle.spec();
    let own = &spec.sides[figure.side()].figures[figure.index()];
    spec.rules.steps.profile(&spec.rules.troops[own.troops], &spec.rules.weapons[own.weapon])
}

/// Returns whether both sides roll, or one roll decides for both.
const fn is_of_both(step: &Step) -> bool {
    matches!(step.test, Test::Opposed { .. } | Test::Ratio { .. })
}

impl Transcript {
    pub(super) fn steps(&mut self, scene: &Scene<'_>, event: &Event) -> Option<Facts> {
        let rules = &scene.battle.spec().rules;
        if !rules.fighting.is_by_steps() {
            return None;
        }
        let (names, steps) = (&self.names, &rules.steps);
        Some(match *event {
            Event::HitPoints { figure, points } => {
                let amount = steps.wounds.and_then(|k| profile(scene, figure)[usize::from(k.0)]);
                facts!(names; figure, points = points.unsigned_abs(), amount, by_steps = true)
            }
            Event::StepRolled { .. } => self.step_rolled(scene, event),
            Event::StepDice { chain, of, attacker, target, amount, rolled } => {
                let (plus_of, amount) = (amount.plus, amount.to_string());
                let facts = facts!(names; chain, attacker, target, amount, plus_of, rolled);
                let with =
                    |of: &str, more: Facts| merge_maps([context! { of }, more, facts.clone()]);
                match of {
                    DiceOf::Attacks => with("Attacks", context! {}),
                    DiceOf::Extra(row) => {
                        let row = &steps.chain(chain).extra[usize::from(row)].name;
                        with("Attacks", context! { row => safe_text(row) })
                    }
                    DiceOf::Row(step, row) => {
                        let step = &steps.steps[usize::from(step)];
                        self.row_dice.push((row, rolled + plus_of));
                        let by_target = step.by == Party::Target && !is_of_both(step);
                        let row = safe_text(&step.rows[usize::from(row)].name);
                        with("Row", context! { by_target, row, step => safe_text(&step.name) })
                    }
                    DiceOf::Wounds(effect) => {
                        let effect = &steps.effects[usize::from(effect)];
                        let on = if effect.on == Party::Attacker { attacker } else { target };
                        let effect = safe_text(&effect.name);
                        with("Wounds", context! { effect, on => names.figure(on) })
                    }
                }
            }
            Event::Wounded { figure, wounds, left, .. } => {
                self.told_dead.extend((left <= 0).then_some(figure));
                facts!(names; figure, wounds = wounds.unsigned_abs(), left)
            }
            Event::Pinned { figure } => facts!(names; figure),
            _ => return None,
        })
    }

    fn step_rolled(&mut self, scene: &Scene<'_>, event: &Event) -> Facts {
        let bonus = std::mem::take(&mut self.row_dice);
        let Event::StepRolled { chain, step, attacker, target, situation, .. } = *event else {
            return super::TOLD;
        };
        let (names, steps) = (&self.names, &scene.battle.spec().rules.steps);
        let Some(step) = steps.steps.get(usize::from(step)) else { return super::TOLD };
        let profiles = [attacker, target].map(|figure| profile(scene, figure));
        let roll = Roll { steps, step, profiles, situation, bonus };
        let both = [attacker, target].map(|figure| names.figure(figure));
        facts!(names;
            chain,
            attacker,
            target,
            unit = (attacker.side(), scene.battle.traits(attacker).unit),
            step = safe_text(&step.name),
            by_target = step.by == Party::Target && !is_of_both(step),
            // Figures that shoot simultaneously chose their targets before any shot was settled.
            there = is_among(&scene.alive, target),
            roll = filled("Roll", roll.facts(self, event, both)),
            single = !is_of_both(step),
            test = roll.test(),
            reactive = situation.times(StepCondition::InReaction) > 0,
        )
    }
}

/// A rolled step with the profiles of both figures.
struct Roll<'s> {
    steps: &'s Steps,
    step: &'s Step,
    profiles: [Profile; 2],
    situation: Situation,
    /// Rows whose dice have been rolled, each with its total.
    bonus: Vec<(u8, i32)>,
}

impl Roll<'_> {
    const fn test(&self) -> &'static str {
        match self.step.test {
            Test::AtLeast(_) => "AtLeast",
            Test::AtMost(_) => "AtMost",
            Test::Opposed { .. } => "Opposed",
            Test::Ratio { .. } => "Ratio",
        }
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

    /// Returns the attribute behind a value; `None` for a number.
    fn named(&self, value: Value) -> Option<String> {
        match value {
            Value::Number(_) | Value::Dice(_) => None,
            Value::Of(_, attribute) => {
                Some(safe_text(&self.steps.attributes[usize::from(attribute.0)]))
            }
        }
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

    fn facts(&self, transcript: &Transcript, event: &Event, names: [&str; 2]) -> Facts {
        let Event::StepRolled {
            distance2, needed, modifier, rolled, first, margin, passes, ..
        } = *event
        else {
            return super::TOLD;
        };
        let rows = self.step.rows.iter().enumerate();
        let rows = rows.map(|(k, row)| {
            vec![Facts::from(safe_text(&row.name)), Facts::from(self.row_adds(k, row))]
        });
        let extremes = [self.step.dice.min(), self.step.dice.max()];
        let skips = extremes.iter().position(|extreme| *extreme == rolled[0]);
        let skips = skips.and_then(|k| self.step.skips[k]);
        let more = match &self.step.test {
            Test::AtLeast(needs) | Test::AtMost(needs) => {
                context! { against => self.against(transcript, needs, distance2) }
            }
            Test::Opposed { adds, ties } => context! {
                adding => adds.map(|value| self.named(value)),
                values => adds.map(|value| self.value(value)),
                ties => ties.fact(&transcript.names),
            },
            Test::Ratio { strength, columns, results } => {
                let strengths = self.strengths(*strength);
                let column = columns
                    .iter()
                    .rposition(|[so, many]| strengths[0] * many >= strengths[1] * so)
                    .unwrap_or(0);
                let row = (rolled[0] - self.step.dice.min() + modifier)
                    .clamp(0, results[column].len() as i32 - 1);
                let effect = results[column][row as usize];
                let effect = effect.and_then(|k| self.steps.effects.get(usize::from(k)));
                let effect = effect.map(|effect| {
                    let on = names[usize::from(effect.on == Party::Target)];
                    [on.to_owned(), safe_text(&effect.name)]
                });
                let column = columns.get(column).copied().unwrap_or([1, 1]);
                context! { strengths, column, effect }
            }
        };
        context! {
            test => self.test(),
            rows => rows.collect::<Facts>(),
            dice => self.step.dice.to_string(),
            skips => skips.map(|k| safe_text(&self.steps.steps[usize::from(k)].name)),
            names => names.map(str::to_owned),
            needed, modifier, rolled, first, margin, passes,
            ..more
        }
    }

    /// Returns the source of a number needed, unless the step has its name.
    fn against(&self, transcript: &Transcript, needs: &Needs, distance2: i64) -> Option<String> {
        let by = match needs {
            Needs::Value(value) => self.named(*value),
            Needs::Table(table) => self.steps.tables.get(usize::from(*table)).map(|table| {
                let [row, column] = table.by.map(|value| self.value(value));
                format!("{}: {row} against {column}", safe_text(&table.name))
            }),
            Needs::Distance(_) | Needs::ToHit => {
                Some(transcript.ruler.length(distance2.isqrt() as Len))
            }
        };
        by.filter(|by| *by != safe_text(&self.step.name))
    }

    /// Returns the strength of each figure with its helpers.
    fn strengths(&self, strength: [Value; 2]) -> [i32; 2] {
        let [own, his] = strength.map(|value| self.value(value).max(1));
        [own * (1 + self.situation.helpers[0]), his * (1 + self.situation.helpers[1])]
    }
}
