//! Chains of steps against known profiles, worked out once when a battle is loaded (FT-02 to FT-05): every number that a step
//! asks for is in a small table, by the classes of both fighters.

use super::geometry::Len;
use super::totals::Totals;
use super::{Battle, BattleSpec, FigureId};
use crate::chances::fitted;
use crate::event::Event;
use crate::rulebook::{
    Again, Against, Amount, Attribute, Chain, ChainKind, Missile, Natural, Needs, Party, Profile,
    Reroll, Situation, Step, StepCondition, StepMark, StepModifier, Steps, Test, Ties, Value,
};
use crate::side::BySide;

/// The chains of a battle.
#[derive(Debug, Clone)]
pub(crate) struct Chains {
    /// Classes: figures of one troop type with one weapon.
    profiles: Vec<Profile>,
    class: BySide<Vec<u8>>,
    steps: Vec<Ready>,
    /// Attacks of each class, by chain, and what rows add to them.
    attacks: [Vec<Amount>; 3],
    extra: [Vec<Adds>; 3],
    /// Conditions that some step of a chain asks for, a bit for each.
    asks: [u32; 3],
    /// Wounds of each class.
    wounds: Vec<Amount>,
}

/// A step against known profiles. Tables are by attacker and target, a row for each class of attackers.
#[derive(Debug, Clone)]
struct Ready {
    /// What is needed, by distance and by pair; or what both add, or their strength.
    numbers: [Vec<i32>; 2],
    /// Squares of the distances of marks.
    far2: Vec<i64>,
    /// What each row adds.
    adds: Vec<Adds>,
    /// Whether each row of rerolls may count, by pair.
    rerolls: Vec<Vec<bool>>,
    totals: Totals,
}

/// An attack of one figure at another by a chain, with its situation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attempt {
    pub(crate) chain: ChainKind,
    /// The attacker, and the target.
    pub(crate) pair: [FigureId; 2],
    pub(crate) distance2: i64,
    pub(crate) situation: Situation,
}

impl Attempt {
    /// Returns the same by the target.
    pub(crate) fn turned(&self) -> Self {
        let [one, other] = self.pair;
        Self { pair: [other, one], situation: self.situation.turned(), ..*self }
    }
}

/// What a row adds, by pair of fighters; 0 for pairs without the attributes that it asks for.
#[derive(Debug, Clone)]
pub(crate) struct Adds {
    fixed: Vec<i32>,
    /// Dice, with what is added to them; empty if there are none.
    dice: Vec<Amount>,
}

impl Adds {
    fn of(row: &StepModifier, profiles: &[Profile]) -> Self {
        let amounts: Vec<Amount> = pairs(profiles)
            .map(|[own, other]| match has(&row.has, own, other) {
                true => amount(row.adds, own, other),
                false => Amount::default(),
            })
            .collect();
        let fixed = |amount: &Amount| if amount.dice.is_none() { amount.plus } else { 0 };
        let is_dice = amounts.iter().any(|amount| amount.dice.is_some());
        let fixed = amounts.iter().map(fixed).collect();
        Self { fixed, dice: if is_dice { amounts } else { Vec::new() } }
    }
}

/// Returns all pairs of classes, a row for each class of attackers.
fn pairs(profiles: &[Profile]) -> impl Iterator<Item = [&Profile; 2]> {
    profiles.iter().flat_map(|own| profiles.iter().map(move |other| [own, other]))
}

/// Returns whether two have 1 or more of each attribute.
fn has(asked: &[(Party, Attribute)], own: &Profile, other: &Profile) -> bool {
    asked.iter().all(|(party, k)| amount(Value::Of(*party, *k), own, other).plus >= 1)
}

impl Chains {
    pub(super) fn of(spec: &BattleSpec) -> Option<Box<Self>> {
        let rules = &spec.rules;
        if !rules.fighting.is_by_steps() {
            return None;
        }
        let steps = &rules.steps;
        let mut kinds: Vec<(usize, usize)> = Vec::new();
        let class = BySide::from_fn(|side| {
            let class = |(troops, weapon): (usize, usize)| {
                let known = kinds.iter().position(|kind| *kind == (troops, weapon));
                known.unwrap_or_else(|| {
                    kinds.push((troops, weapon));
                    kinds.len() - 1
                }) as u8
            };
            let figures = spec.sides[side].figures.iter();
            figures.map(|figure| (figure.troops, figure.weapon)).map(class).collect()
        });
        let of = |(troops, weapon): &(usize, usize)| {
            steps.profile(&rules.troops[*troops], &rules.weapons[*weapon])
        };
        let profiles: Vec<Profile> = kinds.iter().map(of).collect();
        let missiles: Vec<Option<Missile>> =
            kinds.iter().map(|(_, weapon)| rules.weapons[*weapon].missile).collect();
        let ready = steps.steps.iter().map(|step| Ready::of(steps, step, &profiles, &missiles));
        let attacks = ChainKind::ALL.iter().map(|(_, kind)| {
            let attacks = steps.chain(*kind).attacks.unwrap_or(Value::Number(1));
            profiles.iter().map(|own| amount(attacks, own, own)).collect()
        });
        let attacks: Vec<Vec<Amount>> = attacks.collect();
        let extra: Vec<Vec<Adds>> = ChainKind::ALL
            .iter()
            .map(|(_, kind)| &steps.chain(*kind).extra)
            .map(|rows| rows.iter().map(|row| Adds::of(row, &profiles)).collect())
            .collect();
        let mut asks = [0; 3];
        for (_, kind) in ChainKind::ALL {
            let chain = steps.chain(*kind);
            let all = chain.steps.iter().map(|k| &steps.steps[usize::from(*k)]);
            let rows = all.clone().flat_map(|step| &step.rows).chain(&chain.extra);
            let again = all.flat_map(|step| &step.rerolls).flat_map(|again| &again.when);
            let asked = rows.flat_map(|row| &row.when).chain(&chain.halved).chain(again);
            asks[*kind as usize] = asked.fold(0, |bits, c| bits | 1 << *c as u32);
        }
        let wounds = profiles.iter().map(|profile| {
            let own = steps.wounds.and_then(|k| profile[usize::from(k.0)]);
            own.unwrap_or(Amount::fixed(1))
        });
        Some(Box::new(Self {
            steps: ready.collect(),
            attacks: attacks.try_into().unwrap_or_default(),
            extra: extra.try_into().unwrap_or_default(),
            asks,
            wounds: wounds.collect(),
            class,
            profiles,
        }))
    }

    fn class(&self, figure: FigureId) -> usize {
        usize::from(self.class[figure.side()][figure.index()])
    }

    /// Returns the index of a pair in tables by both.
    fn pair(&self, [attacker, target]: [FigureId; 2]) -> usize {
        self.class(attacker) * self.profiles.len() + self.class(target)
    }

    /// Returns how many wounds bring a figure down (FT-06).
    pub(crate) fn wounds(&self, figure: FigureId) -> Amount {
        self.wounds[self.class(figure)]
    }

    /// Returns how many attacks a figure makes, before halving.
    pub(crate) fn attacks(&self, chain: ChainKind, figure: FigureId) -> Amount {
        self.attacks[chain as usize][self.class(figure)]
    }

    /// Returns what rows add to the number of attacks, dice not counted.
    pub(crate) fn extra(&self, rules: &Chain, attempt: &Attempt) -> i32 {
        self.fixed(&rules.extra, self.extra_rows(attempt.chain), attempt)
    }

    /// Returns the rows that add to the number of attacks, for [`Self::dice`].
    pub(crate) fn extra_rows(&self, chain: ChainKind) -> &[Adds] {
        &self.extra[chain as usize]
    }

    /// Returns the rows of a step, for [`Self::dice`].
    pub(crate) fn rows(&self, step: usize) -> &[Adds] {
        &self.steps[step].adds
    }

    /// Returns what rows add, dice not counted: each as often as it counts.
    #[inline]
    fn fixed(&self, rows: &[StepModifier], adds: &[Adds], attempt: &Attempt) -> i32 {
        let (pair, counts) = (self.pair(attempt.pair), rows.iter().zip(adds));
        counts.map(|(row, adds)| row.times(&attempt.situation) * adds.fixed[pair]).sum()
    }

    /// Returns the dice that a row adds for a pair, if any.
    pub(crate) fn dice(&self, adds: &Adds, pair: [FigureId; 2]) -> Option<Amount> {
        let amount = *adds.dice.get(self.pair(pair))?;
        amount.dice.is_some().then_some(amount)
    }

    /// Returns whether the lowest total is rolled once more, and whether a failure is.
    pub(crate) fn rerolls(&self, rules: &Step, step: usize, attempt: &Attempt) -> [bool; 2] {
        let mut rolls = [false; 2];
        for (again, may) in rules.rerolls.iter().zip(&self.steps[step].rerolls) {
            if may[self.pair(attempt.pair)] && again.holds(&attempt.situation) {
                rolls[0] |= again.what == Reroll::Lowest;
                rolls[1] |= again.what == Reroll::Failures;
            }
        }
        rolls
    }

    /// Returns whether some row of a chain asks for a condition.
    pub(crate) fn asks(&self, chain: ChainKind, condition: StepCondition) -> bool {
        self.asks[chain as usize] >> condition as u32 & 1 == 1
    }

    /// Returns a value for a pair; dice come with what is added to them.
    pub(crate) fn value(&self, value: Value, pair: [FigureId; 2]) -> Amount {
        let [own, other] = pair.map(|figure| &self.profiles[self.class(figure)]);
        amount(value, own, other)
    }

    /// Returns what a step needs for a pair at a distance (squared); in an opposed roll what the attacker adds, in a ratio its
    /// strength.
    pub(crate) fn needed(&self, step: usize, attempt: &Attempt) -> i32 {
        let ready = &self.steps[step];
        let mark = ready.far2.iter().position(|far2| attempt.distance2 <= *far2);
        let mark = mark.unwrap_or(ready.far2.len().saturating_sub(1));
        ready.numbers[0][mark * self.profiles.len() * self.profiles.len() + self.pair(attempt.pair)]
    }

    /// Returns what the target adds to an opposed roll, or its strength.
    pub(crate) fn against(&self, step: usize, pair: [FigureId; 2]) -> i32 {
        self.steps[step].numbers[1][self.pair(pair)]
    }

    /// Returns what the rows of a step add to the roll, dice not counted.
    pub(crate) fn modifier(&self, rules: &Step, step: usize, attempt: &Attempt) -> i32 {
        self.fixed(&rules.rows, self.rows(step), attempt)
    }

    /// Returns what the rows of a step add to the roll, dice at their mean.
    fn mean_modifier(&self, rules: &Step, step: usize, attempt: &Attempt) -> i32 {
        let rows = rules.rows.iter().zip(self.rows(step));
        let dice = rows.filter_map(|(row, adds)| {
            Some(row.times(&attempt.situation) * self.dice(adds, attempt.pair)?.mean())
        });
        self.modifier(rules, step, attempt) + dice.sum::<i32>()
    }

    /// Returns the chance that one attack comes through all steps of a chain, in equally likely ways. Dice that rows add count
    /// at their mean.
    pub(crate) fn chance(&self, steps: &Steps, attempt: &Attempt) -> (u64, u64) {
        self.chance_from(steps, (0, 0), attempt)
    }

    /// Returns the chance that one attack comes through all steps of a chain from a place on, with some skipped.
    fn chance_from(
        &self,
        steps: &Steps,
        (from, skipped): (usize, u16),
        attempt: &Attempt,
    ) -> (u64, u64) {
        let mut ways = (1_u128, 1_u128);
        let all_steps = &steps.chain(attempt.chain).steps;
        let places = all_steps.iter().map(|k| usize::from(*k)).enumerate().skip(from);
        for (place, k) in places.filter(|(_, k)| skipped >> k & 1 == 0) {
            let step = &steps.steps[k];
            let is_last = place + 1 == all_steps.len();
            let modifier = self.mean_modifier(step, k, attempt);
            let totals = &self.steps[k].totals;
            let rerolls = self.rerolls(step, k, attempt);
            let mut extremes = [0; 2];
            let (good, all) = match &step.test {
                Test::AtLeast(_) => {
                    let needed = self.needed(k, attempt) - modifier;
                    let rolled = Rerolled::of(step, totals, totals.at_least(needed), rerolls);
                    extremes = rolled.extremes;
                    (rolled.good, rolled.all)
                }
                Test::AtMost(_) => {
                    let (above, all) = totals.at_least(self.needed(k, attempt) + modifier + 1);
                    let rolled = Rerolled::of(step, totals, (all - above, all), rerolls);
                    extremes = rolled.extremes;
                    (rolled.good, rolled.all)
                }
                Test::Opposed { ties, .. } => {
                    let adds = self.needed(k, attempt) + modifier;
                    let lead = self.against(k, attempt.pair) - adds;
                    let (good, all) = totals.exceeds(lead - i32::from(*ties == Ties::Attacker));
                    (u128::from(good), u128::from(all))
                }
                Test::Ratio { .. } => {
                    let column = self.column(step, k, attempt);
                    let range = step.dice.min()..=step.dice.max();
                    let (mut good, all) = (0, totals.at_least(step.dice.min()).1);
                    for total in range {
                        let hurts =
                            step.effect_at(column, total + modifier).is_some_and(|effect| {
                                !is_last || steps.effects[usize::from(effect)].on == Party::Target
                            });
                        let ways = totals.at_least(total).0 - totals.at_least(total + 1).0;
                        good += if hurts { ways } else { 0 };
                    }
                    (u128::from(good), u128::from(all))
                }
            };
            let good = if step.stops { all - good } else { good };
            if step.skips != [None; 2] {
                // A step skipped after an extreme is not rolled by the figure that rolled the extreme.
                let mut sum = (0, 1);
                let mut rest = good;
                let after = |skipped| self.chance_from(steps, (place + 1, skipped), attempt);
                for (skips, count) in step.skips.into_iter().zip(extremes) {
                    let Some(skips) = skips else { continue };
                    rest -= count;
                    sum = plus(sum, times((count, all), after(skipped | 1 << skips)));
                }
                sum = plus(sum, times((rest, all), after(skipped)));
                return times((sum.0.into(), sum.1.into()), fitted(ways));
            }
            let (good, all) = fitted((ways.0 * good, ways.1 * all));
            ways = (good.into(), all.into());
        }
        fitted(ways)
    }

    /// Returns the column of a ratio (FT-05): the last that the attacker's strength reaches, or the first.
    pub(crate) fn column(&self, rules: &Step, step: usize, attempt: &Attempt) -> usize {
        let Test::Ratio { columns, .. } = &rules.test else { return 0 };
        // Strength is at least 1.
        let own = self.needed(step, attempt).max(1) * (1 + attempt.situation.helpers[0]);
        let his = self.against(step, attempt.pair).max(1) * (1 + attempt.situation.helpers[1]);
        columns.iter().rposition(|[so, many]| own * many >= his * so).unwrap_or(0)
    }
}

impl Battle {
    /// Returns what a rolled step was up against; `None` for any other event.
    pub fn step_mark(&self, rolled: &Event) -> Option<StepMark> {
        let Event::StepRolled { chain, step, attacker, target, distance2, situation, .. } = *rolled
        else {
            return None;
        };
        let Event::StepRolled { modifier, needed, .. } = *rolled else { return None };
        let (chains, k) = (self.chains()?, usize::from(step));
        let attempt = Attempt { chain, pair: [attacker, target], distance2, situation };
        let step = &self.spec().rules.steps.steps[k];
        let against = match step.test {
            Test::AtLeast(_) => Against::AtLeast(needed - modifier),
            Test::AtMost(_) => Against::AtMost(needed + modifier),
            Test::Opposed { .. } => {
                Against::Lead(needed + modifier - chains.against(k, attempt.pair))
            }
            Test::Ratio { .. } => {
                let column = chains.column(step, k, &attempt);
                Against::Column { column, adds: modifier }
            }
        };
        Some(StepMark { against, rerolls: chains.rerolls(step, k, &attempt) })
    }
}

/// Multiplies a part of a chance by a chance.
fn times(part: (u128, u128), (good, all): (u64, u64)) -> (u64, u64) {
    let (some, of) = fitted(part);
    fitted((u128::from(some) * u128::from(good), u128::from(of) * u128::from(all)))
}

/// Adds two parts of a chance.
fn plus((good, all): (u64, u64), (more, of): (u64, u64)) -> (u64, u64) {
    let [good, all, more, of] = [good, all, more, of].map(u128::from);
    fitted((good * of + more * all, all * of))
}

/// A roll against a number, with extremes that count by themselves, and rerolls (FT-03).
struct Rerolled {
    good: u128,
    all: u128,
    /// In how many of them the lowest total counts in the end, and the highest.
    extremes: [u128; 2],
}

impl Rerolled {
    /// Returns the step's roll with its rerolls; `again` is whether the lowest total is rolled again, and whether a failure is.
    fn of(step: &Step, totals: &Totals, (good, all): (u64, u64), again: [bool; 2]) -> Self {
        let (least, most) = (step.dice.min(), step.dice.max());
        let lowest = all - totals.at_least(least + 1).0;
        let highest = totals.at_least(most).0;
        // In a roll that must be low, the lowest total is the best.
        let low_is_best = matches!(step.test, Test::AtMost(_));
        let mut count = good;
        let mut succeeds = [false; 2];
        for (k, (natural, ways, is_best)) in
            [(step.lowest, lowest, low_is_best), (step.highest, highest, !low_is_best)]
                .into_iter()
                .enumerate()
        {
            // Before what the extreme does by itself.
            let counts = if is_best { good >= ways } else { good == all };
            succeeds[k] = match natural {
                Natural::Counts => counts,
                Natural::Fails => false,
                Natural::Succeeds => true,
            };
            match (counts, succeeds[k]) {
                (true, false) => count -= ways,
                (false, true) => count += ways,
                _ => {}
            }
        }
        let (good, all) = (u128::from(count), u128::from(all));
        let extremes = [lowest, highest].map(u128::from);
        let [lowest_again, failures_again] = again;
        if again == [false; 2] {
            return Self { good, all, extremes };
        }
        let is_again =
            [lowest_again || failures_again && !succeeds[0], failures_again && !succeeds[1]];
        let lost = if is_again[0] && succeeds[0] { extremes[0] } else { 0 };
        let failed = if failures_again {
            all - good
        } else if succeeds[0] {
            0
        } else {
            extremes[0]
        };
        let rolled = lost + failed;
        let kept = |k: usize| if is_again[k] { 0 } else { extremes[k] };
        Self {
            good: (good - lost) * all + rolled * good,
            all: all * all,
            extremes: [0, 1].map(|k| kept(k) * all + rolled * extremes[k]),
        }
    }
}

fn amount(value: Value, own: &Profile, other: &Profile) -> Amount {
    match value {
        Value::Number(number) => Amount::fixed(number),
        Value::Dice(amount) => amount,
        Value::Of(party, attribute) => {
            let of = if party == Party::Attacker { own } else { other };
            of[usize::from(attribute.0)].unwrap_or_default()
        }
    }
}

impl Ready {
    fn of(steps: &Steps, step: &Step, profiles: &[Profile], missiles: &[Option<Missile>]) -> Self {
        let by_both = |value: Value| -> Vec<i32> {
            pairs(profiles).map(|[own, other]| amount(value, own, other).plus).collect()
        };
        let square = |far: &Len| i64::from(*far) * i64::from(*far);
        let mut far2 = Vec::new();
        let numbers = match &step.test {
            Test::Opposed { adds, .. } => adds.map(by_both),
            Test::Ratio { strength, .. } => strength.map(by_both),
            Test::AtLeast(needs) | Test::AtMost(needs) => {
                let needed = match needs {
                    Needs::Value(value) => by_both(*value),
                    Needs::Table(table) => {
                        let table = &steps.tables[usize::from(*table)];
                        let [rows, columns] = table.by.map(by_both);
                        rows.iter()
                            .zip(columns)
                            .map(|(row, column)| table.at(*row, column))
                            .collect()
                    }
                    Needs::Distance(marks) => {
                        far2 = marks.iter().map(|(far, _)| square(far)).collect();
                        marks
                            .iter()
                            .flat_map(|(_, needed)| pairs(profiles).map(|_| *needed))
                            .collect()
                    }
                    // Weapons have their own bands: all of these become marks.
                    Needs::ToHit => {
                        far2 = missiles
                            .iter()
                            .flatten()
                            .flat_map(|m| m.range.iter().map(square))
                            .collect();
                        far2.sort_unstable();
                        far2.dedup();
                        let count = profiles.len();
                        let needed = |own: usize, far2: i64| {
                            missiles[own].map_or(0, |missile| {
                                let band = missile.range.iter().position(|far| far2 <= square(far));
                                missile.to_hit[band.unwrap_or(2)]
                            })
                        };
                        let marks = if far2.is_empty() { vec![0] } else { far2.clone() };
                        marks
                            .iter()
                            .flat_map(|far2| (0..count).map(move |own| (own, *far2)))
                            .flat_map(|(own, far2)| vec![needed(own, far2); count])
                            .collect()
                    }
                };
                [needed, Vec::new()]
            }
        };
        let adds = step.rows.iter().map(|row| Adds::of(row, profiles)).collect();
        let may = |again: &Again| {
            let both = |[own, other]: [&Profile; 2]| has(&again.has, own, other);
            pairs(profiles).map(both).collect()
        };
        let rerolls = step.rerolls.iter().map(may).collect();
        Self { numbers, far2, adds, rerolls, totals: Totals::new(step.dice) }
    }
}
