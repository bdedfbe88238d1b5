//! Fighting that a rulebook says in tables (FT-01 to FT-06): what comes of one figure's attack, exactly.
//!
//! Whether a step is reached hangs on the steps before it, but how it is rolled does not. So each step is counted out by itself,
//! total by total of its dice, and an attack is the steps one after the other; several attacks at once add up. Nothing here
//! calls the engine's own play, which a walk over every outcome holds against these laws.

mod answers;
mod duel;
#[cfg(test)]
mod tests;

use skirmish_engine::battle::geometry::Len;
use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{
    Amount, ChainKind, Effect, MOST_ATTACKS, Missile, Natural, Needs, Party, Profile, Reroll,
    Situation, Step, StepCondition, Steps, Test, Ties, TroopType, UnitEffect, Value, Weapon,
    Wounds,
};

use crate::blows::amount;
use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::Ratio;

pub use duel::{Ending, Fought, Round, StepDuel};

/// Somebody who fights: a troop type with a weapon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Man {
    /// The troop type.
    pub troops: String,
    /// The weapon.
    pub weapon: String,
    /// What he has of each attribute (FT-01).
    pub profile: Profile,
    /// How the weapon shoots.
    pub missile: Option<Missile>,
    /// How long the weapon is (LLC-4).
    pub reach: i32,
}

impl Man {
    /// One of a troop type with a weapon.
    #[must_use]
    pub fn new(steps: &Steps, troops: &TroopType, weapon: &Weapon) -> Self {
        Self {
            troops: troops.name.clone(),
            weapon: weapon.name.clone(),
            profile: steps.profile(troops, weapon),
            missile: weapon.missile,
            reach: weapon.reach,
        }
    }

    /// How many wounds bring him down (FT-06).
    #[must_use]
    pub fn wounds(&self, steps: &Steps) -> Amount {
        let own = steps.wounds.and_then(|k| self.profile.get(usize::from(k.0)).copied().flatten());
        own.unwrap_or(Amount::fixed(1))
    }
}

/// What attacks do to somebody (FT-06).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Harm {
    /// Wounds.
    pub wounds: i64,
    /// What they do to him besides: the worst of all.
    pub does: Effect,
    /// What they do to his unit: the worst of all.
    pub unit: UnitEffect,
}

impl Harm {
    /// Nothing.
    pub const NONE: Self = Self { wounds: 0, does: Effect::None, unit: UnitEffect::None };

    /// This and more.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            wounds: self.wounds + other.wounds,
            does: self.does.max(other.does),
            unit: self.unit.max(other.unit),
        }
    }

    /// Whether one with so many wounds left is down.
    #[must_use]
    pub fn downs(&self, left: i64) -> bool {
        self.does == Effect::Kill || self.wounds >= left
    }
}

/// How one step is rolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Went {
    passes: bool,
    /// By how much; less than 0 if it fails.
    margin: i32,
    /// The effect that a table of ratios names.
    effect: Option<u8>,
}

/// What comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Came {
    /// The attack goes on.
    through: bool,
    /// The effect, and by how much it came to it.
    effect: Option<(u8, i32)>,
}

/// Wounds of an effect: dice with their law, or what the margin is less than.
enum Rolled {
    Dice(Pmf),
    Margin(i64),
}

/// How an attack of one figure at another begins: all that its dice hang on.
#[derive(Debug, Clone, Copy)]
pub struct Attack<'s> {
    /// The tables.
    pub steps: &'s Steps,
    /// A shot or a blow.
    pub chain: ChainKind,
    /// Who attacks, and whom.
    pub pair: [&'s Man; 2],
    /// What holds.
    pub situation: Situation,
    /// How far it is.
    pub distance: Len,
}

impl<'s> Attack<'s> {
    /// A blow.
    #[must_use]
    pub const fn blow(steps: &'s Steps, pair: [&'s Man; 2], situation: Situation) -> Self {
        Self { steps, chain: ChainKind::Strike, pair, situation, distance: 0 }
    }

    /// The same attack the other way round.
    #[must_use]
    fn turned(&self) -> Self {
        let [own, other] = self.pair;
        Self { pair: [other, own], situation: self.situation.turned(), ..*self }
    }

    fn chain_steps(&self) -> impl Iterator<Item = &'s Step> + use<'s> {
        let steps = self.steps;
        steps.chain(self.chain).steps.iter().map(|k| &steps.steps[usize::from(*k)])
    }

    fn value(&self, value: Value) -> Amount {
        match value {
            Value::Number(number) => Amount::fixed(number),
            Value::Of(party, attribute) => {
                let profile = &self.pair[party as usize].profile;
                profile.get(usize::from(attribute.0)).copied().flatten().unwrap_or_default()
            }
        }
    }

    /// A value without its dice.
    fn number(&self, value: Value) -> i32 {
        self.value(value).plus
    }

    /// How many attacks are written, before they are halved.
    fn written(&self) -> Amount {
        self.value(self.steps.chain(self.chain).attacks.unwrap_or(Value::Number(1)))
    }

    fn is_halved(&self) -> bool {
        let halved = &self.steps.chain(self.chain).halved;
        halved.iter().any(|condition| self.situation.times(*condition) > 0)
    }

    /// The law of how many attacks he makes at once (FT-02).
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
    pub fn attacks(&self) -> Result<Pmf, OddsError> {
        let is_halved = self.is_halved();
        let most = i64::from(MOST_ATTACKS);
        Ok(rolled(self.written())?.map(|count| {
            let count = if is_halved { (count + 1) / 2 } else { *count };
            count.clamp(0, most)
        }))
    }

    /// What the rows of a step add: those that count, each with all it adds.
    fn rows(&self, step: &Step) -> Vec<(String, i32)> {
        let adds = step
            .rows
            .iter()
            .map(|row| (row.name.clone(), row.times(&self.situation) * self.number(row.adds)));
        adds.filter(|(_, adds)| *adds != 0).collect()
    }

    fn modifier(&self, step: &Step) -> i32 {
        self.rows(step).iter().map(|(_, adds)| adds).sum()
    }

    /// The number that a roll is held against, before anything is added to the roll.
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
                let band = missile.range.iter().position(|far| self.distance <= *far);
                missile.to_hit[band.unwrap_or(missile.to_hit.len() - 1)]
            }),
        }
    }

    /// The strength of both sides of a ratio, and the column that it comes to (FT-05).
    fn column(&self, strength: [Value; 2], columns: &[[i32; 2]]) -> ([i32; 2], usize) {
        let [own, his] =
            [0, 1].map(|k| self.number(strength[k]).max(1) * (1 + self.situation.helpers[k]));
        let column = columns.iter().rposition(|[so, many]| own * many >= his * so);
        ([own, his], column.unwrap_or(0))
    }

    /// The law of one step (FT-03 to FT-05).
    fn rolls(&self, step: &Step) -> Result<Pmf<Went>, OddsError> {
        let dice = Pmf::of_dice(step.dice)?;
        let modifier = self.modifier(step);
        Ok(match &step.test {
            Test::AtLeast(needs) | Test::AtMost(needs) => {
                let needed = self.needed(needs);
                let once = |total: &i64| read(step, *total as i32, needed, modifier);
                let again = dice.map(once);
                dice.then(|total| {
                    let went = once(total);
                    let is_rolled_again = match step.rerolls {
                        Reroll::Nothing => false,
                        Reroll::Lowest => total == dice.min(),
                        Reroll::Failures => !went.passes,
                    };
                    if is_rolled_again { again.clone() } else { Pmf::certain(went) }
                })
            }
            Test::Opposed { adds, ties } => {
                let [own, his] = adds.map(|value| self.number(value));
                let lead = dice.combine(&dice, |own, his| *own as i32 - *his as i32);
                lead.map(|lead| {
                    let margin = lead + own + modifier - his;
                    let passes = margin > 0 || margin == 0 && *ties == Ties::Attacker;
                    Went { passes, margin, effect: None }
                })
            }
            Test::Ratio { strength, columns, results } => {
                let column = &results[self.column(*strength, columns).1];
                dice.map(|total| {
                    let row = *total as i32 - step.dice.min() + modifier;
                    let effect = column[row.clamp(0, column.len() as i32 - 1) as usize];
                    Went { passes: effect.is_some(), margin: 0, effect }
                })
            }
        })
    }

    /// What comes of each way in which a step can go.
    fn comes(&self, step: &Step) -> Result<Pmf<Came>, OddsError> {
        Ok(self.rolls(step)?.map(|went| came(step, *went)))
    }

    /// What each effect does in wounds, by its place.
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

    /// What comes of a step: whether the attack goes on, and what it does to both.
    fn harms(&self, wounds: &[Rolled], came: &Pmf<Came>) -> Pmf<(bool, [Harm; 2])> {
        came.then(|came| {
            let Some((k, margin)) = came.effect else {
                return Pmf::certain((came.through, [Harm::NONE; 2]));
            };
            let effect = &self.steps.effects[usize::from(k)];
            let on = effect.on as usize;
            let harm = |wounds: i64| {
                let mut harms = [Harm::NONE; 2];
                harms[on] = Harm { wounds: wounds.max(0), does: effect.does, unit: effect.unit };
                (came.through, harms)
            };
            match &wounds[usize::from(k)] {
                Rolled::Dice(law) => law.map(|wounds| harm(*wounds)),
                Rolled::Margin(less) => Pmf::certain(harm(i64::from(margin) - less)),
            }
        })
    }

    /// What one attack does to who makes it, and to whom it is made at; of a first step that has been rolled already, with how
    /// that went.
    fn one(&self, first: Option<Went>) -> Result<Pmf<[Harm; 2]>, OddsError> {
        let wounds = self.wounds()?;
        let mut law = Pmf::certain((true, [Harm::NONE; 2]));
        let mut first = first;
        for step in self.chain_steps() {
            let came = match first.take() {
                Some(went) => Pmf::certain(came(step, went)),
                None => self.comes(step)?,
            };
            let step = self.harms(&wounds, &came);
            law = law.then(|(goes_on, harms)| match goes_on {
                true => step.map(|(through, more)| (*through, both(harms, more))),
                false => Pmf::certain((false, *harms)),
            });
        }
        Ok(law.map(|(_, harms)| *harms))
    }

    /// What a whole attack does to both: all that he makes at once. More than so many wounds count as so many.
    fn whole(&self, most: [i64; 2]) -> Result<Pmf<[Harm; 2]>, OddsError> {
        let capped = |harms: [Harm; 2]| {
            let cap = |k: usize| Harm { wounds: harms[k].wounds.min(most[k]), ..harms[k] };
            [cap(0), cap(1)]
        };
        let one = self.one(None)?.map(|harms| capped(*harms));
        repeated(&self.attacks()?, &one, [Harm::NONE; 2], |a, b| capped(both(a, b)))
    }

    /// The chance that one attack does not have an effect.
    fn spares(&self, effect: u8) -> Result<Ratio, OddsError> {
        let (mut open, mut spared) = (Ratio::ONE, Ratio::ZERO);
        for step in self.chain_steps() {
            let came = self.comes(step)?;
            let without = |through: bool| {
                came.chance_that(|came| {
                    came.through == through && came.effect.is_none_or(|(k, _)| k != effect)
                })
            };
            spared = spared + &open * &without(false);
            open = open * without(true);
        }
        Ok(open + spared)
    }

    /// Everything that comes of it.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`], and [`OddsError::NoLaw`] where nobody attacks so.
    pub fn law(&self) -> Result<Attacked, OddsError> {
        if self.steps.chain(self.chain).steps.is_empty() {
            return Err(OddsError::NoLaw("of a chain that has no steps"));
        }
        let mut reached = Ratio::ONE;
        let mut steps = Vec::new();
        for step in self.chain_steps() {
            let through = self.comes(step)?.chance_that(|came| came.through);
            let after = &reached * &through;
            steps.push(StepLaw {
                name: step.name.clone(),
                how: self.how(step),
                stops: step.stops,
                rows: self.rows(step),
                reached: std::mem::replace(&mut reached, after),
                through,
            });
        }
        let attacks = self.attacks()?;
        let mut named: Vec<u8> = Vec::new();
        for step in self.chain_steps() {
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
            pair: self.pair.map(Clone::clone),
            left: self.pair.map(|man| man.wounds(self.steps)),
            distance: self.distance,
            holds: holding(&self.situation),
            written: self.written(),
            is_halved: self.is_halved(),
            attacks,
            steps,
            through: reached,
            effects,
            harms: [own, his],
            down: [down.remove(0), down.remove(0)],
        })
    }

    /// How a step is rolled, in short: `4+ on d6`.
    fn how(&self, step: &Step) -> String {
        let dice = step.dice;
        let on = |adds: i32| match adds {
            0 => dice.to_string(),
            adds => Amount::of(dice, adds).to_string(),
        };
        match &step.test {
            Test::AtLeast(needs) => format!("{}+ on {dice}", self.needed(needs)),
            Test::AtMost(needs) => format!("{} or less on {dice}", self.needed(needs)),
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
    /// A success ends the attack.
    pub stops: bool,
    /// What is added to the roll, and why.
    pub rows: Vec<(String, i32)>,
    /// The chance that an attack comes to it.
    pub reached: Ratio,
    /// The chance that the attack goes on after it, once it is reached.
    pub through: Ratio,
}

/// How likely an effect is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EffectLaw {
    /// Its name.
    pub name: String,
    /// On whom.
    pub on: Party,
    /// The chance that a whole attack has it at least once.
    pub chance: Ratio,
}

/// What comes of one figure's whole attack: of all that it makes at once.
#[derive(Debug, Clone)]
pub struct Attacked {
    /// A shot or a blow.
    pub chain: ChainKind,
    /// Who attacks, and whom.
    pub pair: [Man; 2],
    /// How many wounds bring each down.
    pub left: [Amount; 2],
    /// How far it is.
    pub distance: Len,
    /// What holds, and how often.
    pub holds: Vec<(StepCondition, i32)>,
    /// How many attacks are written,
    pub written: Amount,
    /// and whether he makes half of them.
    pub is_halved: bool,
    /// The law of how many he makes.
    pub attacks: Pmf,
    /// The steps of one attack.
    pub steps: Vec<StepLaw>,
    /// The chance that one attack comes through all of them.
    pub through: Ratio,
    /// The effects that any step may have.
    pub effects: Vec<EffectLaw>,
    /// What the whole attack does to who makes it, and to the target.
    pub harms: [Pmf<Harm>; 2],
    /// The chance that it brings each of them down, unhurt before.
    pub down: [Ratio; 2],
}

impl Attacked {
    /// The law of the wounds of the attacker, and of the target.
    #[must_use]
    pub fn wounds(&self) -> [Pmf; 2] {
        self.harms.each_ref().map(|law| law.map(|harm| harm.wounds))
    }

    /// What else happens to one of them, and how likely that is: the worst of all attacks, and nothing that cannot be.
    #[must_use]
    pub fn besides(&self, who: Party) -> Vec<(&'static str, Ratio)> {
        let law = &self.harms[who as usize];
        let does = [
            (Effect::PushBack, "is pushed back"),
            (Effect::Retreat, "retreats"),
            (Effect::Kill, "is killed outright"),
        ];
        let units =
            [(UnitEffect::Withdraws, "his unit withdraws"), (UnitEffect::Routs, "his unit routs")];
        let does = does.map(|(does, words)| (words, law.chance_that(|harm| harm.does == does)));
        let units = units.map(|(unit, words)| (words, law.chance_that(|harm| harm.unit == unit)));
        does.into_iter().chain(units).filter(|(_, chance)| !chance.is_zero()).collect()
    }
}

/// Conditions that hold, and how often; what always does is not told.
fn holding(situation: &Situation) -> Vec<(StepCondition, i32)> {
    let all = StepCondition::ALL.iter().map(|condition| (*condition, situation.times(*condition)));
    all.filter(|(condition, times)| *times != 0 && *condition != StepCondition::Always).collect()
}

/// The effects that a step may have.
fn effects_of(step: &Step) -> Vec<u8> {
    let mut effects: Vec<u8> = step.effects.iter().map(|(_, k)| *k).collect();
    effects.extend(step.fails);
    if let Test::Ratio { results, .. } = &step.test {
        effects.extend(results.iter().flatten().copied().flatten());
    }
    effects
}

/// What is done to two, and more.
fn both(some: &[Harm; 2], more: &[Harm; 2]) -> [Harm; 2] {
    [some[0].and(more[0]), some[1].and(more[1])]
}

/// The law of dice with a number added.
fn rolled(amount: Amount) -> Result<Pmf, OddsError> {
    let plus = i64::from(amount.plus);
    Ok(match amount.dice {
        Some(dice) => Pmf::of_dice(dice)?.map(|total| total + plus),
        None => Pmf::certain(plus),
    })
}

/// What comes of so many of the same, one after the other.
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

/// Reads one roll against a number (FT-03).
fn read(step: &Step, total: i32, needed: i32, modifier: i32) -> Went {
    let margin = match step.test {
        Test::AtMost(_) => needed + modifier - total,
        _ => total + modifier - needed,
    };
    let is = |extreme: fn(Dice) -> i32| total == extreme(step.dice);
    let natural = match (is(Dice::min), is(Dice::max)) {
        (true, _) => step.lowest,
        (_, true) => step.highest,
        _ => Natural::Counts,
    };
    let (passes, margin) = match natural {
        Natural::Counts => (margin >= 0, margin),
        Natural::Fails => (false, margin.min(-1)),
        Natural::Succeeds => (true, margin.max(0)),
    };
    Went { passes, margin, effect: None }
}

/// What a roll comes to (FT-02): of a step that stops, the attack goes on where it fails.
fn came(step: &Step, went: Went) -> Came {
    let through = went.passes != step.stops;
    let by = if step.stops { -went.margin } else { went.margin };
    let reached = || step.effects.iter().rev().find(|(least, _)| by >= *least).map(|(_, k)| *k);
    let effect = went.effect.or_else(|| if through { reached() } else { step.fails });
    Came { through, effect: effect.map(|k| (k, by.abs())) }
}
