//! Which needed numbers the dice of a step can tell apart, and steps that are certain (FT-03).

use skirmish_engine::rulebook::*;

use super::{Names, WOUNDS};
use crate::keys::Keys;
use crate::path;
use crate::problem::quote;
use crate::rules::ParameterKind;
use crate::rules::read::RuleReader;

type Ends = [i32; 2];

fn ends(all: impl Iterator<Item = i32>) -> Option<Ends> {
    all.map(|number| [number; 2]).reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])])
}

/// Returns whether the margin of success or failure matters.
fn goes_by_margin(steps: &Steps, step: &Step) -> bool {
    let by_margin = |k: u8| matches!(steps.effects[usize::from(k)].wounds, Wounds::Margin { .. });
    step.effects.iter().any(|(least, k)| *least != i32::MIN || by_margin(*k))
        || step.fails.is_some_and(by_margin)
}

/// Returns the range of numbers that a step's dice can tell apart with so much added; smaller and larger ones play like its
/// ends. Totals that always succeed or fail are left out.
fn told_apart(step: &Step, [least, most]: Ends) -> Option<Ends> {
    let low = step.dice.min() + i32::from(step.lowest != Natural::Counts);
    let high = step.dice.max() - i32::from(step.highest != Natural::Counts);
    match step.test {
        Test::AtLeast(_) => Some([low + least, high + most + 1]),
        Test::AtMost(_) => Some([low - most - 1, high - least]),
        Test::Opposed { .. } | Test::Ratio { .. } => None,
    }
}

impl RuleReader<'_> {
    fn all_profiles(&self, steps: &Steps) -> Vec<Profile> {
        let rules = &self.draft.rules;
        let pairs = rules.troops.iter().flat_map(|t| rules.weapons.iter().map(move |w| (t, w)));
        pairs.map(|(t, w)| steps.profile(t, w)).collect()
    }

    pub(in crate::rules) fn range_of(&self, attribute: Attribute) -> Ends {
        let steps = &self.draft.rules.steps;
        of(steps, Value::Of(Party::Attacker, attribute), &self.all_profiles(steps))
    }

    /// Returns the range of what a step is compared with, over all attackers and weapons.
    fn needed_by(&self, steps: &Steps, needs: &Needs, profiles: &[Profile]) -> Ends {
        let all = match needs {
            Needs::Value(value) => Some(of(steps, *value, profiles)),
            Needs::Table(k) => ends(steps.tables[usize::from(*k)].rows.iter().flatten().copied()),
            Needs::Distance(marks) => ends(marks.iter().map(|(_, needed)| *needed)),
            Needs::ToHit => {
                let missiles = self.draft.rules.weapons.iter().filter_map(|w| w.missile);
                ends(missiles.flat_map(|missile| missile.to_hit))
            }
        };
        all.unwrap_or_default()
    }

    /// Notes steps that never succeed or never fail, and records for each number what the dice tell apart.
    pub(super) fn check_sure(&mut self, keys: &Keys<'_>, steps: &Steps, names: &Names) {
        let profiles = self.all_profiles(steps);
        let mut told: Vec<Option<Ends>> = Vec::new();
        for step in &steps.steps {
            let added = added(steps, step, &profiles);
            told.push(told_apart(step, added).filter(|_| !goes_by_margin(steps, step)));
            let (key, needs) = match &step.test {
                Test::AtLeast(needs) => ("at-least", needs),
                Test::AtMost(needs) => ("at-most", needs),
                Test::Opposed { .. } | Test::Ratio { .. } => continue,
            };
            let [low, high] = self.needed_by(steps, needs, &profiles);
            let [least, most] = added;
            let (never, always) = match step.test {
                Test::AtMost(_) => (high + most < step.dice.min(), low + least >= step.dice.max()),
                _ => (low > step.dice.max() + most, high <= step.dice.min() + least),
            };
            let naturals = [step.lowest, step.highest];
            let what = if never && !naturals.contains(&Natural::Succeeds) {
                "never succeeds"
            } else if always && !naturals.contains(&Natural::Fails) {
                "never fails"
            } else {
                continue;
            };
            let at = keys.place(&["step", &step.name, key]);
            self.diag.note(at, &format!("the step {} {what}, whoever rolls it", quote(&step.name)));
        }
        let mut parameters = std::mem::take(&mut self.parameters);
        for parameter in &mut parameters {
            if matches!(parameter.kind, ParameterKind::Whole(_)) {
                let parts = path::split(&parameter.path).unwrap_or_default();
                let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
                parameter.told_apart = self.told_apart(steps, names, &parts, &told);
            }
        }
        self.parameters = parameters;
    }

    /// Returns what the dice tell apart of an attribute that is compared with steps and not used otherwise.
    fn told_apart(
        &self,
        steps: &Steps,
        names: &Names,
        path: &[&str],
        told: &[Option<Ends>],
    ) -> Option<Ends> {
        let by = |asks: &dyn Fn(&Needs) -> bool| {
            let of = steps.steps.iter().zip(told).filter(|(step, _)| match &step.test {
                Test::AtLeast(needs) | Test::AtMost(needs) => asks(needs),
                Test::Opposed { .. } | Test::Ratio { .. } => false,
            });
            let all: Option<Vec<Ends>> = of.map(|(_, told)| *told).collect();
            ends(all?.into_iter().flatten())
        };
        let of_attribute = |name: &str| {
            let k = steps.attributes.iter().position(|attribute| attribute == name)?;
            let mut asked = names.asked.iter().filter(|it| usize::from(it.attribute.0) == k);
            let is_compared = asked.all(|it| it.is_compared) && name != WOUNDS;
            let asks = |needs: &Needs| matches!(needs, Needs::Value(Value::Of(_, it)) if usize::from(it.0) == k);
            let told = by(&asks).filter(|_| is_compared)?;
            Some((k, told))
        };
        match path {
            ["step", name, "at-least" | "at-most", ..] => {
                told[steps.steps.iter().position(|step| step.name == *name)?]
            }
            ["table", name, "rows", ..] => {
                let k = steps.tables.iter().position(|table| table.name == *name)?;
                by(&|needs| matches!(needs, Needs::Table(it) if usize::from(*it) == k))
            }
            ["weapon", _, "to-hit", _] => by(&|needs| matches!(needs, Needs::ToHit)),
            ["weapon", _, "profile", name] => Some(of_attribute(name)?.1),
            ["profile", _, name] => {
                let (k, [low, high]) = of_attribute(name)?;
                let weapons = self.draft.rules.weapons.iter();
                let adds = weapons.filter_map(|weapon| match weapon.profile.get(k)? {
                    Some(AttributeChange::Adds(adds)) => Some(*adds),
                    _ => None,
                });
                let [least, most] = ends(adds.chain([0])).unwrap_or_default();
                let [less, more] = of_gear(steps, k);
                Some([low - most - more, high - least - less])
            }
            _ => None,
        }
    }
}

/// Returns the most that all gear together takes off an attribute, and adds to it.
fn of_gear(steps: &Steps, k: usize) -> Ends {
    let adds = || steps.gear.iter().map(|gear| gear.adds[k]);
    [adds().map(|adds| adds.min(0)).sum(), adds().map(|adds| adds.max(0)).sum()]
}

fn of(steps: &Steps, value: Value, profiles: &[Profile]) -> Ends {
    match value {
        Value::Number(number) => [number; 2],
        Value::Dice(amount) => [amount.min(), amount.max()],
        Value::Of(_, k) => {
            let k = usize::from(k.0);
            let all = profiles.iter().filter_map(|profile| profile[k]);
            let [least, most] =
                ends(all.flat_map(|amount| [amount.min(), amount.max()])).unwrap_or_default();
            let [less, more] = of_gear(steps, k);
            [least + less, most + more]
        }
    }
}

/// Returns the most that rows take off a step's dice, and add to them.
fn added(steps: &Steps, step: &Step, profiles: &[Profile]) -> Ends {
    let by_helpers =
        |c: &&StepCondition| matches!(c, StepCondition::Helped | StepCondition::TargetHelped);
    step.rows.iter().fold([0; 2], |[least, most], row| {
        // It counts for each helper, or for each pair of helpers of both sides.
        let helped = row.when.iter().filter(by_helpers).count() as u32;
        let times = steps.most_helpers.saturating_pow(helped);
        let [low, high] = of(steps, row.adds, profiles).map(|adds| adds.saturating_mul(times));
        [least + low.min(0), most + high.max(0)]
    })
}
