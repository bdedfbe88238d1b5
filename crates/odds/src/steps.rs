//! Fighting defined by a rulebook's tables (FT-01 to FT-06): the results of one figure's attack, exactly.
//!
//! Whether a step is reached depends on the steps before it, but how it is rolled does not. So each step is counted by itself,
//! total by total of its dice, and an attack is its steps in order; several attacks at once add up. Nothing here calls the
//! engine's own play, which a walk over every outcome checks against these laws.

mod answers;
mod duel;

use std::collections::BTreeMap;

use skirmish_engine::battle::geometry::Len;
use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{
    Again, Against, Amount, Attribute, ChainKind, Effect, MOST_ATTACKS, Missile, Natural, Needs,
    Party, Profile, Reroll, Situation, Step, StepCondition, StepEffect, StepMark, StepMelee,
    StepModifier, StepResult, Steps, Test, Ties, TroopType, UnitEffect, Value, Weapon, Wounds,
};

use crate::blows::{amount, rolled};
use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;

pub use duel::{Ending, Fought, Round, StepDuel};

/// A figure in a fight: a troop type with a weapon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combatant {
    /// The troop type.
    pub troops: String,
    /// The weapon.
    pub weapon: String,
    /// Its value of each attribute (FT-01).
    pub profile: Profile,
    /// How the weapon shoots.
    pub missile: Option<Missile>,
    /// How long the weapon is (LLC-4).
    pub reach: i32,
}

impl Combatant {
    /// Returns a figure of a troop type with a weapon.
    pub fn new(steps: &Steps, troops: &TroopType, weapon: &Weapon) -> Self {
        Self {
            troops: troops.told(),
            weapon: weapon.name.clone(),
            profile: steps.profile(troops, weapon),
            missile: weapon.missile,
            reach: weapon.reach,
        }
    }

    /// Returns how many wounds bring it down (FT-06).
    pub fn wounds(&self, steps: &Steps) -> Amount {
        let own = steps.wounds.and_then(|k| self.profile.get(usize::from(k.0)).copied().flatten());
        own.unwrap_or(Amount::fixed(1))
    }
}

/// The harm that attacks do to a figure (FT-06).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Harm {
    /// Wounds.
    pub wounds: i64,
    /// Their other effect on the figure: the worst of all.
    pub does: Effect,
    /// Their effect on its unit: the worst of all.
    pub unit: UnitEffect,
}

impl Harm {
    /// No harm.
    pub const NONE: Self = Self { wounds: 0, does: Effect::None, unit: UnitEffect::None };

    /// Returns this harm and more.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            wounds: self.wounds + other.wounds,
            does: self.does.max(other.does),
            unit: self.unit.max(other.unit),
        }
    }

    /// Returns whether a figure with this many wounds left is down.
    pub fn downs(&self, left: i64) -> bool {
        self.does == Effect::Kill || self.wounds >= left
    }
}

/// The result of one step's roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct StepRoll {
    passes: bool,
    /// The margin by which it passes; less than 0 if it fails.
    margin: i32,
    /// The effect named by a table of ratios.
    effect: Option<u8>,
    /// The step that succeeds without a roll.
    skips: Option<u8>,
}

impl StepRoll {
    const fn by(margin: i32, passes: bool) -> Self {
        Self { passes, margin, effect: None, skips: None }
    }
}

/// The outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct StepOutcome {
    /// The attack goes on.
    through: bool,
    /// The effect, and the margin it came by.
    effect: Option<(u8, i32)>,
    /// Steps that succeed without a roll from now on, as bits.
    skips: u16,
}

/// Wounds of an effect: dice with their law, or the number taken off the margin.
enum Rolled {
    Dice(Pmf),
    Margin(i64),
}

/// How an attack of one figure at another begins: all that its dice depend on.
#[derive(Debug, Clone, Copy)]
pub struct Attack<'s> {
    /// The tables.
    pub steps: &'s Steps,
    /// A shot or a blow.
    pub chain: ChainKind,
    /// Attacker and target.
    pub pair: [&'s Combatant; 2],
    /// The conditions that hold.
    pub situation: Situation,
    /// The distance of a shot.
    pub distance: Len,
}

impl<'s> Attack<'s> {
    /// Returns a blow.
    pub const fn blow(steps: &'s Steps, pair: [&'s Combatant; 2], situation: Situation) -> Self {
        Self { steps, chain: ChainKind::Strike, pair, situation, distance: 0 }
    }

    /// Returns a shot, with the range band of its distance; `None` if the weapon does not shoot that far.
    pub fn shot(
        steps: &'s Steps,
        pair: [&'s Combatant; 2],
        situation: Situation,
        distance: Len,
    ) -> Option<Self> {
        let range = pair[0].missile?.range;
        let band = range.iter().position(|far| distance <= *far)?;
        let situation = situation
            .with(StepCondition::MediumRange, band == 1)
            .with(StepCondition::LongRange, band == 2);
        Some(Self { steps, chain: ChainKind::Shoot, pair, situation, distance })
    }

    /// Returns the same attack the other way round.
    #[must_use]
    fn turned(&self) -> Self {
        let [own, other] = self.pair;
        Self { pair: [other, own], situation: self.situation.turned(), ..*self }
    }

    /// Returns the steps with their indices in the rulebook.
    fn chain_steps(&self) -> impl Iterator<Item = (usize, &'s Step)> + use<'s> {
        let steps = self.steps;
        let places = steps.chain(self.chain).steps.iter().map(|k| usize::from(*k));
        places.map(|k| (k, &steps.steps[k]))
    }

    fn value(&self, value: Value) -> Amount {
        match value {
            Value::Number(number) => Amount::fixed(number),
            Value::Dice(amount) => amount,
            Value::Of(party, attribute) => {
                let profile = &self.pair[party as usize].profile;
                profile.get(usize::from(attribute.0)).copied().flatten().unwrap_or_default()
            }
        }
    }

    /// Returns a value without its dice.
    fn number(&self, value: Value) -> i32 {
        self.value(value).plus
    }

    /// Returns the number of attacks as written, before they are halved.
    fn written(&self) -> Amount {
        self.value(self.steps.chain(self.chain).attacks.unwrap_or(Value::Number(1)))
    }

    fn is_halved(&self) -> bool {
        let halved = &self.steps.chain(self.chain).halved;
        halved.iter().any(|condition| self.situation.times(*condition) > 0)
    }

    /// Returns the law of the number of attacks made at once (FT-02).
    pub fn attacks(&self) -> Result<Pmf, OddsError> {
        let is_halved = self.is_halved();
        let most = i64::from(MOST_ATTACKS);
        let extra = self.sum(&self.steps.chain(self.chain).extra)?;
        let all = rolled(self.written())?.combine(&extra, |count, more| count + more);
        Ok(all.map(|count| {
            let count = if is_halved { (count + 1) / 2 } else { *count };
            count.clamp(0, most)
        }))
    }

    /// Returns whether attacker and target have 1 or more of each attribute asked for.
    fn has(&self, asked: &[(Party, Attribute)]) -> bool {
        asked.iter().all(|(party, k)| self.number(Value::Of(*party, *k)) >= 1)
    }

    /// Returns what each row adds once, and how often it counts.
    fn counts(
        &self,
        rows: &'s [StepModifier],
    ) -> impl Iterator<Item = (&'s StepModifier, Amount, i32)> {
        let counts = rows.iter().filter(|row| self.has(&row.has));
        counts.map(|row| (row, self.value(row.adds), row.times(&self.situation)))
    }

    /// Returns the rows that count, each with all it adds.
    fn rows(&self, rows: &'s [StepModifier]) -> Vec<(String, Amount)> {
        let adds = self.counts(rows).map(|(row, adds, times)| {
            let many = u8::try_from(times.max(0)).unwrap_or(u8::MAX);
            let dice = adds.dice.filter(|_| many > 0).map(|dice| {
                let count = dice.count.saturating_mul(many);
                Dice { count, ..dice }
            });
            (row.name.clone(), Amount { dice, plus: times * adds.plus })
        });
        adds.filter(|(_, adds)| *adds != Amount::default()).collect()
    }

    /// Returns the law of what rows add together.
    fn sum(&self, rows: &'s [StepModifier]) -> Result<Pmf, OddsError> {
        let mut law = Pmf::certain(0);
        for (_, adds, times) in self.counts(rows) {
            if adds.dice.is_none() {
                law = law.map(|sum| sum + i64::from(times * adds.plus));
                continue;
            }
            let once = rolled(adds)?;
            for _ in 0..times {
                law = law.combine(&once, |sum, more| sum + more);
            }
        }
        Ok(law)
    }

    /// Returns whether the lowest total is rolled again, and whether a failure is.
    fn rerolls(&self, step: &Step) -> [bool; 2] {
        let holds = |again: &&Again| again.holds(&self.situation) && self.has(&again.has);
        let rolls = |what| step.rerolls.iter().filter(holds).any(|again| again.what == what);
        [Reroll::Lowest, Reroll::Failures].map(rolls)
    }

    /// Returns the number that a roll is compared with, before modifiers.
    fn needed(&self, needs: &Needs) -> i32 {
        match needs {
            Needs::Value(value) => self.number(*value),
            Needs::Table(table) => {
                let table = &self.steps.tables[usize::from(*table)];
                let [row, column] = table.by.map(|value| self.number(value));
                table.at(row, column)
            }
            Needs::Distance(marks) => {
                let mark = marks.iter().find(|(far, _)| self.distance <= *far);
                mark.or(marks.last()).map_or(0, |(_, needed)| *needed)
            }
            Needs::ToHit => self.pair[0].missile.map_or(0, |missile| {
                let band = missile.band(i64::from(self.distance) * i64::from(self.distance));
                missile.to_hit[band.unwrap_or(missile.to_hit.len() - 1)]
            }),
        }
    }

    /// Returns the strength of both sides of a ratio, and its column (FT-05).
    fn column(&self, strength: [Value; 2], columns: &[[i32; 2]]) -> ([i32; 2], usize) {
        let [own, his] =
            [0, 1].map(|k| self.number(strength[k]).max(1) * (1 + self.situation.helpers[k]));
        let column = columns.iter().rposition(|[so, many]| own * many >= his * so);
        ([own, his], column.unwrap_or(0))
    }

    /// Returns what a step's roll is compared with in total, with this modifier to the roll.
    fn mark(&self, step: &Step, modifier: i32) -> StepMark {
        let against = match &step.test {
            Test::AtLeast(needs) => Against::AtLeast(self.needed(needs) - modifier),
            Test::AtMost(needs) => Against::AtMost(self.needed(needs) + modifier),
            Test::Opposed { adds, .. } => {
                let [own, his] = adds.map(|value| self.number(value));
                Against::Lead(own + modifier - his)
            }
            Test::Ratio { strength, columns, .. } => {
                Against::Column { column: self.column(*strength, columns).1, adds: modifier }
            }
        };
        StepMark { against, rerolls: self.rerolls(step) }
    }

    /// Returns the law of one step, with what its rows add.
    fn rolls(&self, step: &'s Step) -> Result<Pmf<StepRoll>, OddsError> {
        let dice = Pmf::of_dice(step.dice)?;
        let adds = self.sum(&step.rows)?;
        Ok(adds.then(|adds| rolls_with(step, &dice, self.mark(step, *adds as i32))))
    }

    /// Returns the law of a step's outcomes.
    fn comes(&self, step: &'s Step) -> Result<Pmf<StepOutcome>, OddsError> {
        Ok(self.rolls(step)?.map(|went| outcome(step, *went)))
    }

    /// Returns the wounds of each effect, by index.
    fn wounds(&self) -> Result<Vec<Rolled>, OddsError> {
        let of = |wounds: Wounds| {
            Ok(match wounds {
                Wounds::Amount(amount) => Rolled::Dice(rolled(amount)?),
                Wounds::Of(party, attribute) => {
                    Rolled::Dice(rolled(self.value(Value::Of(party, attribute)))?)
                }
                Wounds::Margin { less } => Rolled::Margin(self.number(less).into()),
            })
        };
        self.steps.effects.iter().map(|effect| of(effect.wounds)).collect()
    }

    /// Returns the results of a step: whether the attack goes on, what it skips, and what it does to both figures.
    fn harms(&self, wounds: &[Rolled], came: &Pmf<StepOutcome>) -> Pmf<(bool, u16, [Harm; 2])> {
        came.then(|came| {
            let Some((k, margin)) = came.effect else {
                return Pmf::certain((came.through, came.skips, [Harm::NONE; 2]));
            };
            let effect = &self.steps.effects[usize::from(k)];
            let on = effect.on as usize;
            let harm = |wounds: i64| {
                let mut harms = [Harm::NONE; 2];
                harms[on] = Harm { wounds: wounds.max(0), does: effect.does, unit: effect.unit };
                (came.through, came.skips, harms)
            };
            match &wounds[usize::from(k)] {
                Rolled::Dice(law) => law.map(|wounds| harm(*wounds)),
                Rolled::Margin(less) => Pmf::certain(harm(i64::from(margin) - less)),
            }
        })
    }

    /// Returns what one attack does to attacker and target. `first` is the result of the first step if that has been rolled
    /// already.
    fn one(&self, first: Option<StepRoll>) -> Result<Pmf<[Harm; 2]>, OddsError> {
        let wounds = self.wounds()?;
        let mut law = Pmf::certain((true, 0, [Harm::NONE; 2]));
        let mut first = first;
        for (k, step) in self.chain_steps() {
            let came = match first.take() {
                Some(went) => Pmf::certain(outcome(step, went)),
                None => self.comes(step)?,
            };
            let rolled = self.harms(&wounds, &came);
            let skipped = self.harms(&wounds, &Pmf::certain(skipped(step)));
            law = law.then(|(goes_on, skips, harms)| match goes_on {
                true => {
                    let step = if skips >> k & 1 == 1 { &skipped } else { &rolled };
                    step.map(|(through, also, more)| (*through, skips | also, both(harms, more)))
                }
                false => Pmf::certain((false, 0, *harms)),
            });
        }
        Ok(law.map(|(.., harms)| *harms))
    }

    /// Takes attacks that have come this far, by what they skip, through a step: those that do not skip it roll. `of` picks the
    /// outcomes that count.
    fn goes_on(
        &self,
        (k, step): (usize, &'s Step),
        open: &BTreeMap<u16, Ratio>,
        of: impl Fn(&StepOutcome) -> bool,
    ) -> Result<BTreeMap<u16, Ratio>, OddsError> {
        let rolled = self.comes(step)?;
        let skipped = Pmf::certain(skipped(step));
        let mut after = BTreeMap::new();
        for (skips, share) in open {
            let law = if skips >> k & 1 == 1 { &skipped } else { &rolled };
            for (came, chance) in law.iter().filter(|(came, _)| of(came)) {
                let sum = after.entry(skips | came.skips).or_insert(Ratio::ZERO);
                *sum = &*sum + &(share * &chance);
            }
        }
        Ok(after)
    }

    /// Returns what a whole attack, all attacks made at once, does to both figures. Wounds above `most` count as `most`.
    fn whole(&self, most: [i64; 2]) -> Result<Pmf<[Harm; 2]>, OddsError> {
        let capped = |harms: [Harm; 2]| {
            let cap = |k: usize| Harm { wounds: harms[k].wounds.min(most[k]), ..harms[k] };
            [cap(0), cap(1)]
        };
        let one = self.one(None)?.map(|harms| capped(*harms));
        repeated(&self.attacks()?, &one, [Harm::NONE; 2], |a, b| capped(both(a, b)))
    }

    /// Returns the chance that one attack does not have an effect.
    fn spares(&self, effect: u8) -> Result<Ratio, OddsError> {
        let mut open = BTreeMap::from([(0, Ratio::ONE)]);
        let mut spared = Ratio::ZERO;
        for step in self.chain_steps() {
            let is_without = |came: &StepOutcome| came.effect.is_none_or(|(k, _)| k != effect);
            let ends = self.goes_on(step, &open, |came| !came.through && is_without(came))?;
            spared = ends.into_values().fold(spared, |sum, share| sum + share);
            open = self.goes_on(step, &open, |came| came.through && is_without(came))?;
        }
        Ok(open.into_values().fold(spared, |sum, share| sum + share))
    }

    /// Returns all results of the attack.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`], and [`OddsError::NoLaw`] where the chain has no steps.
    pub fn law(&self) -> Result<Attacked, OddsError> {
        if self.steps.chain(self.chain).steps.is_empty() {
            return Err(OddsError::NoLaw("of a chain that has no steps"));
        }
        let mut open = BTreeMap::from([(0, Ratio::ONE)]);
        let mut steps = Vec::new();
        for (k, step) in self.chain_steps() {
            let rolls = open.iter().filter(|(skips, _)| *skips >> k & 1 == 0);
            steps.push(StepLaw {
                name: step.name.clone(),
                how: self.how(step),
                stops: step.stops,
                rows: self.rows(&step.rows),
                reached: rolls.map(|(_, share)| share.clone()).sum(),
                through: self.comes(step)?.chance_that(|came| came.through),
            });
            open = self.goes_on((k, step), &open, |came| came.through)?;
        }
        let through = open.into_values().sum();
        let attacks = self.attacks()?;
        let mut named: Vec<u8> = Vec::new();
        for (_, step) in self.chain_steps() {
            named.extend(effects_of(step));
        }
        named.sort_unstable();
        named.dedup();
        let effects = named.into_iter().map(|k| {
            let spares = self.spares(k)?;
            let never: Ratio =
                attacks.iter().map(|(count, chance)| chance * spares.pow(*count as u64)).sum();
            let effect = &self.steps.effects[usize::from(k)];
            let chance = Ratio::ONE - never;
            Ok(EffectLaw { name: effect.name.clone(), on: effect.on, chance })
        });
        let effects = effects.collect::<Result<Vec<_>, OddsError>>()?;
        let one = self.one(None)?;
        let mut harms = Vec::new();
        let mut down = Vec::new();
        for (k, man) in self.pair.into_iter().enumerate() {
            let one = one.map(|harms| harms[k]);
            let law = repeated(&attacks, &one, Harm::NONE, |a, b| a.and(*b))?;
            let points = amount(man.wounds(self.steps))?;
            let downs = |left: &i64| law.chance_that(|harm| harm.downs(*left));
            down.push(points.iter().map(|(left, share)| share * downs(left)).sum());
            harms.push(law);
        }
        let [own, his] = [harms.remove(0), harms.remove(0)];
        Ok(Attacked {
            chain: self.chain,
            melee: self.steps.melee,
            pair: self.pair.map(Clone::clone),
            left: self.pair.map(|man| man.wounds(self.steps)),
            distance: self.distance,
            holds: holding(&self.situation),
            written: self.written(),
            extra: self.rows(&self.steps.chain(self.chain).extra),
            is_halved: self.is_halved(),
            attacks,
            steps,
            through,
            effects,
            harms: [own, his],
            down: [down.remove(0), down.remove(0)],
        })
    }

    /// Returns how a step is rolled, in short: `4+ on d6`.
    fn how(&self, step: &Step) -> String {
        let dice = step.dice;
        let on = |adds: i32| match adds {
            0 => dice.to_string(),
            adds => Amount::of(dice, adds).to_string(),
        };
        let extremes = [dice.min(), dice.max()].into_iter().zip(step.skips);
        let skips: String = extremes
            .filter_map(|(total, skips)| {
                let skipped = &self.steps.steps[usize::from(skips?)].name;
                Some(format!(", {total} skips {skipped}"))
            })
            .collect();
        match &step.test {
            Test::AtLeast(needs) => format!("{}+ on {dice}{skips}", self.needed(needs)),
            Test::AtMost(needs) => format!("{} or less on {dice}{skips}", self.needed(needs)),
            Test::Opposed { adds, .. } => {
                let [own, his] = adds.map(|value| on(self.number(value)));
                format!("{own} against {his}")
            }
            Test::Ratio { strength, columns, .. } => {
                let ([own, his], column) = self.column(*strength, columns);
                let [so, many] = columns.get(column).copied().unwrap_or([1, 1]);
                format!("{own} against {his}, {so}:{many}, on {dice}")
            }
        }
    }
}

/// One step of an attack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StepLaw {
    /// Its name.
    pub name: String,
    /// How it is rolled: `4+ on d6`.
    pub how: String,
    /// Whether a success ends the attack.
    pub stops: bool,
    /// What is added to the roll, and why.
    pub rows: Vec<(String, Amount)>,
    /// The chance that an attack reaches it, and does not skip it.
    pub reached: Ratio,
    /// The chance that the attack goes on after it, once it is reached.
    pub through: Ratio,
}

/// The chance of an effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectLaw {
    /// Its name.
    pub name: String,
    /// The figure it happens to.
    pub on: Party,
    /// The chance that a whole attack has it at least once.
    pub chance: Ratio,
}

/// The results of one figure's whole attack: all attacks made at once.
#[derive(Debug, Clone)]
pub struct Attacked {
    /// A shot or a blow.
    pub chain: ChainKind,
    /// How rounds of melee are fought (FT-07).
    pub melee: StepMelee,
    /// Attacker and target.
    pub pair: [Combatant; 2],
    /// How many wounds bring each down.
    pub left: [Amount; 2],
    /// The distance of a shot.
    pub distance: Len,
    /// The conditions that hold, and how often.
    pub holds: Vec<(StepCondition, i32)>,
    /// The number of attacks as written.
    pub written: Amount,
    /// What is added to that, and why.
    pub extra: Vec<(String, Amount)>,
    /// Whether the number is halved.
    pub is_halved: bool,
    /// The law of the number made.
    pub attacks: Pmf,
    /// The steps of one attack.
    pub steps: Vec<StepLaw>,
    /// The chance that one attack succeeds at all of them.
    pub through: Ratio,
    /// The effects that any step may have.
    pub effects: Vec<EffectLaw>,
    /// What the whole attack does to the attacker, and to the target.
    pub harms: [Pmf<Harm>; 2],
    /// The chance that it brings each of them down, if unhurt before.
    pub down: [Ratio; 2],
}

impl Attacked {
    /// Returns the law of the wounds of the attacker, and of the target.
    pub fn wounds(&self) -> [Pmf; 2] {
        self.harms.each_ref().map(|law| law.map(|harm| harm.wounds))
    }

    /// Returns the other effects on one of them, with their chances: the worst of all attacks, without impossible ones.
    pub fn besides(&self, who: Party) -> Vec<(&'static str, Ratio)> {
        let law = &self.harms[who as usize];
        let does = DOES.map(|(does, words)| (words, law.chance_that(|harm| harm.does == does)));
        let units = UNITS.map(|(unit, words)| (words, law.chance_that(|harm| harm.unit == unit)));
        does.into_iter().chain(units).filter(|(_, chance)| !chance.is_zero()).collect()
    }
}

/// Effects on a figure besides wounds, in words: `is pushed back`.
const DOES: [(Effect, &str); 4] = [
    (Effect::Pin, "is pinned"),
    (Effect::PushBack, "is pushed back"),
    (Effect::Retreat, "retreats"),
    (Effect::Kill, "is killed outright"),
];
const UNITS: [(UnitEffect, &str); 2] =
    [(UnitEffect::Withdraws, "his unit withdraws"), (UnitEffect::Routs, "his unit routs")];

/// Returns an effect besides wounds, in words; `None` if it only wounds.
pub fn does(effect: &StepEffect) -> Option<&'static str> {
    let units = UNITS.iter().filter(|(unit, _)| *unit == effect.unit).map(|(_, words)| *words);
    let does = DOES.iter().filter(|(does, _)| *does == effect.does).map(|(_, words)| *words);
    does.chain(units).next()
}

/// Returns the conditions that hold, and how often, except those that always hold.
fn holding(situation: &Situation) -> Vec<(StepCondition, i32)> {
    let all = StepCondition::ALL.iter().map(|condition| (*condition, situation.times(*condition)));
    all.filter(|(condition, times)| *times != 0 && *condition != StepCondition::Always).collect()
}

/// Returns the effects that a step may have.
fn effects_of(step: &Step) -> Vec<u8> {
    let mut effects: Vec<u8> = step.effects.iter().map(|(_, k)| *k).collect();
    effects.extend(step.fails);
    if let Test::Ratio { results, .. } = &step.test {
        effects.extend(results.iter().flatten().copied().flatten());
    }
    effects
}

/// Adds up harm to two figures.
fn both(some: &[Harm; 2], more: &[Harm; 2]) -> [Harm; 2] {
    [some[0].and(more[0]), some[1].and(more[1])]
}

/// Returns the law of the sum of a number of equal results.
fn repeated<T: Ord + Clone>(
    count: &Pmf,
    one: &Pmf<T>,
    none: T,
    and: impl Fn(&T, &T) -> T,
) -> Result<Pmf<T>, OddsError> {
    let mut done = Pmf::certain(none);
    let mut parts = Vec::new();
    for times in 0..=*count.max() {
        if times > 0 {
            done = done.combine(one, &and);
        }
        let chance = count.chance(&times);
        if !chance.is_zero() {
            parts.push((chance, done.clone()));
        }
    }
    Pmf::mixture(parts)
}

/// Returns the law of one roll of a step with its dice (FT-03 to FT-05).
fn rolls_with(step: &Step, dice: &Pmf, mark: StepMark) -> Pmf<StepRoll> {
    match mark.against {
        Against::AtLeast(_) | Against::AtMost(_) => {
            let once = |total: &i64| read(step, *total as i32, mark.against);
            let again = dice.map(once);
            let [lowest, failures] = mark.rerolls;
            dice.then(|total| {
                let went = once(total);
                let is_rolled_again = lowest && total == dice.min() || failures && !went.passes;
                if is_rolled_again { again.clone() } else { Pmf::certain(went) }
            })
        }
        Against::Lead(lead) => {
            let has_ties = matches!(step.test, Test::Opposed { ties: Ties::Attacker, .. });
            let margins = dice.combine(dice, |own, his| *own as i32 - *his as i32 + lead);
            margins.map(|margin| StepRoll::by(*margin, *margin > 0 || *margin == 0 && has_ties))
        }
        Against::Column { column, adds } => dice.map(|total| {
            // This does not use the engine's own reading of the table.
            let effect = match &step.test {
                Test::Ratio { results, .. } => {
                    let row = *total as i32 - step.dice.min() + adds;
                    let column = &results[column];
                    column[row.clamp(0, column.len() as i32 - 1) as usize]
                }
                _ => None,
            };
            StepRoll { effect, ..StepRoll::by(0, effect.is_some()) }
        }),
    }
}

/// Returns the chance of a result of one roll of a step (FT-03 to FT-05).
pub fn step_chance(step: &Step, mark: StepMark, result: StepResult) -> Result<Ratio, OddsError> {
    let has_ties = matches!(step.test, Test::Opposed { ties: Ties::Target, .. });
    let law = rolls_with(step, &Pmf::of_dice(step.dice)?, mark);
    Ok(law.chance_that(|went| match result {
        StepResult::Passes => went.passes,
        StepResult::TargetWins => went.margin < 0 || went.margin == 0 && has_ties,
        StepResult::Effect(effect) => went.effect == Some(effect),
    }))
}

/// Reads one roll against a number (FT-03).
fn read(step: &Step, total: i32, against: Against) -> StepRoll {
    let margin = match against {
        Against::AtMost(most) => most - total,
        Against::AtLeast(least) => total - least,
        Against::Lead(_) | Against::Column { .. } => 0,
    };
    let is = |extreme: fn(Dice) -> i32| total == extreme(step.dice);
    let (natural, skips) = match (is(Dice::min), is(Dice::max)) {
        (true, _) => (step.lowest, step.skips[0]),
        (_, true) => (step.highest, step.skips[1]),
        _ => (Natural::Counts, None),
    };
    let (passes, margin) = match natural {
        Natural::Counts => (margin >= 0, margin),
        Natural::Fails => (false, margin.min(-1)),
        Natural::Succeeds => (true, margin.max(0)),
    };
    StepRoll { skips, ..StepRoll::by(margin, passes) }
}

/// Returns the outcome of a roll (FT-02): if a success stops the attack, it goes on after a failure.
fn outcome(step: &Step, went: StepRoll) -> StepOutcome {
    let through = went.passes != step.stops;
    let by = if step.stops { -went.margin } else { went.margin };
    let reached = || step.effects.iter().rev().find(|(least, _)| by >= *least).map(|(_, k)| *k);
    let effect = went.effect.or_else(|| if through { reached() } else { step.fails });
    let skips = went.skips.map_or(0, |k| 1 << k);
    StepOutcome { through, effect: effect.map(|k| (k, by.abs())), skips }
}

/// Returns the outcome of a skipped step: it succeeds by a margin of 0.
fn skipped(step: &Step) -> StepOutcome {
    outcome(step, StepRoll::by(0, !step.stops))
}
