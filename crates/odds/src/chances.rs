//! Which side has the next chance to act, round after round, while no figures are lost: exact laws of streaks of chances.
//!
//! Handing out chances is an endless chain: a bag of tokens that is emptied and refilled, sides that roll for the first turn. A
//! round begins in one of a few states. The share of rounds that begin in each follows from linear equations; all else is added
//! up over the ways through a round, in exact fractions.

use std::collections::BTreeMap;

use skirmish_engine::side::{BySide, Side};

use crate::error::OddsError;
use crate::every_outcome::MAX_OUTCOMES;
use crate::pmf::Pmf;
use crate::ratio::Ratio;

/// The side with the next chance, if any, and the state after it.
pub type Next<S> = Pmf<(Option<Side>, S)>;

/// A way to hand out chances.
pub trait Handing {
    /// The state between two chances.
    type State: Clone + Ord;

    /// Returns the state before the first chance.
    fn first(&self) -> Self::State;

    /// Returns what comes next.
    ///
    /// # Errors
    /// If there is no law for it.
    fn next(&self, state: &Self::State) -> Result<Next<Self::State>, OddsError>;

    /// Returns whether a round begins: every way comes to such states again and again.
    fn is_round(&self, state: &Self::State) -> bool;
}

/// The law of a side's streaks: how many chances in a row it has before the other side has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChanceStreaks {
    /// The mean.
    pub mean: Ratio,
    /// The chance of each length, from 1.
    pub lengths: Vec<Ratio>,
    /// The chance of any greater length.
    pub longer: Ratio,
}

/// Returns the streaks of each side, up to this many lengths; `None` for a side that never has a chance after the other had
/// one.
///
/// # Errors
/// [`OddsError::TooManyOutcomes`] if a round has too many ways.
pub fn streaks<H: Handing>(
    handing: &H,
    lengths: usize,
) -> Result<BySide<Option<ChanceStreaks>>, OddsError> {
    let rounds = Rounds::of(handing)?;
    let of = |side: Side| rounds.streaks(handing, side, lengths);
    let [a, b] = [of(Side::A)?, of(Side::B)?];
    Ok(BySide([a, b]))
}

/// States by expected weight.
type Weights<S> = BTreeMap<S, Ratio>;

fn add<S: Ord>(weights: &mut Weights<S>, state: S, weight: &Ratio) {
    let sum = weights.entry(state).or_insert(Ratio::ZERO);
    *sum = &*sum + weight;
}

/// A state, and the side that had the last chance.
type Stand<S> = (S, Option<Side>);

/// A round from its beginning.
struct Round<S> {
    /// How the next one begins.
    next: Weights<Stand<S>>,
    /// Chances of each side.
    chances: BySide<Ratio>,
    /// The states after the first chance of each streak, by side.
    begun: BySide<Weights<S>>,
}

/// All beginnings of rounds, and the share of rounds with each in the long run.
struct Rounds<S> {
    all: Vec<(Stand<S>, Round<S>)>,
    shares: Vec<Ratio>,
}

impl<S: Clone + Ord> Rounds<S> {
    fn of<H: Handing<State = S>>(handing: &H) -> Result<Self, OddsError> {
        let mut all: Vec<(Stand<S>, Round<S>)> = Vec::new();
        let mut open: Vec<Stand<S>> = vec![(handing.first(), None)];
        while let Some(stand) = open.pop() {
            if all.iter().any(|(known, _)| *known == stand) {
                continue;
            }
            let round = Round::from(handing, &stand)?;
            open.extend(round.next.keys().cloned());
            all.push((stand, round));
        }
        // The shares are such that they are the same one round later, and add up to 1.
        let count = all.len();
        let into = |of: usize, from: usize| all[from].1.next.get(&all[of].0).cloned();
        let row = |of: usize| {
            let share = |from: usize| {
                let stays = if of == from { Ratio::ONE } else { Ratio::ZERO };
                into(of, from).map_or_else(|| -stays.clone(), |into| &into - &stays)
            };
            (0..count).map(share).collect::<Vec<Ratio>>()
        };
        let mut rows: Vec<Vec<Ratio>> = (1..count).map(row).collect();
        rows.push(vec![Ratio::ONE; count]);
        let mut right = vec![Ratio::ZERO; count];
        right[count - 1] = Ratio::ONE;
        let shares = solved(rows, right).ok_or(OddsError::NoOutcome)?;
        Ok(Self { all, shares })
    }

    fn streaks<H: Handing<State = S>>(
        &self,
        handing: &H,
        side: Side,
        lengths: usize,
    ) -> Result<Option<ChanceStreaks>, OddsError> {
        let (mut chances, mut begun) = (Ratio::ZERO, Weights::new());
        for ((_, round), share) in self.all.iter().zip(&self.shares) {
            chances = &chances + &(share * &round.chances[side]);
            for (state, weight) in &round.begun[side] {
                add(&mut begun, state.clone(), &(share * weight));
            }
        }
        let count: Ratio = begun.values().cloned().sum();
        let Some(mean) = chances.checked_div(&count) else {
            return Ok(None);
        };
        let waits = Waits::of(handing, self, side)?;
        let (mut left, mut found) = (count.clone(), Vec::new());
        for _ in 0..lengths {
            begun = waits.gone_on(handing, &begun)?;
            let still: Ratio = begun.values().cloned().sum();
            found.extend((&left - &still).checked_div(&count));
            left = still;
        }
        let longer = left.checked_div(&count).unwrap_or(Ratio::ZERO);
        Ok(Some(ChanceStreaks { mean, lengths: found, longer }))
    }
}

impl<S: Clone + Ord> Round<S> {
    fn from<H: Handing<State = S>>(handing: &H, stand: &Stand<S>) -> Result<Self, OddsError> {
        let mut round = Self {
            next: Weights::new(),
            chances: BySide([Ratio::ZERO, Ratio::ZERO]),
            begun: BySide([Weights::new(), Weights::new()]),
        };
        let (mut now, mut open) = (Weights::new(), Weights::from([(stand.clone(), Ratio::ONE)]));
        let mut ways = 0;
        while let Some(((state, last), weight)) = next_of(&mut now, &mut open) {
            ways = one_more(ways)?;
            for ((side, next), chance) in handing.next(&state)?.iter() {
                let weight = &weight * &chance;
                if let Some(side) = *side {
                    round.chances[side] = &round.chances[side] + &weight;
                    if last == Some(!side) {
                        add(&mut round.begun[side], next.clone(), &weight);
                    }
                }
                let stand = (next.clone(), side.or(last));
                let is_over = handing.is_round(next);
                add(if is_over { &mut round.next } else { &mut open }, stand, &weight);
            }
        }
        Ok(round)
    }
}

/// For each beginning of a round in which a side had the last chance: the states after the next chance if that side has it,
/// after any draws for neither side.
struct Waits<S> {
    side: Side,
    beginnings: Vec<S>,
    after: Vec<Weights<S>>,
}

impl<S: Clone + Ord> Waits<S> {
    fn of<H: Handing<State = S>>(
        handing: &H,
        rounds: &Rounds<S>,
        side: Side,
    ) -> Result<Self, OddsError> {
        let of_side = rounds.all.iter().filter(|((_, last), _)| *last == Some(side));
        let beginnings: Vec<S> = of_side.map(|((state, _), _)| state.clone()).collect();
        let mut waits = Self { side, beginnings, after: Vec::new() };
        let from = |state: &S| waits.until(handing, Weights::from([(state.clone(), Ratio::ONE)]));
        let each = waits.beginnings.iter().map(from).collect::<Result<Vec<_>, _>>()?;
        // Rounds in which neither side has a chance lead to other rounds: the result of a beginning depends on the results of
        // those.
        let count = waits.beginnings.len();
        let states: Vec<S> = each.iter().flat_map(|(own, _)| own.keys().cloned()).collect();
        let mut after = vec![Weights::new(); count];
        for state in states {
            let row = |of: usize| {
                let entry = |to: usize| {
                    let stays = if of == to { Ratio::ONE } else { Ratio::ZERO };
                    match each[of].1.get(&waits.beginnings[to]) {
                        Some(weight) => &stays - weight,
                        None => stays,
                    }
                };
                (0..count).map(entry).collect::<Vec<Ratio>>()
            };
            let right = each.iter().map(|(own, _)| own.get(&state).cloned().unwrap_or(Ratio::ZERO));
            let solved = solved((0..count).map(row).collect(), right.collect());
            for (after, weight) in after.iter_mut().zip(solved.ok_or(OddsError::NoOutcome)?) {
                after.insert(state.clone(), weight);
            }
        }
        waits.after = after;
        Ok(waits)
    }

    /// Walks on within a round: returns the states if the next chance is the side's, and the rounds that begin if neither has
    /// one before.
    fn until<H: Handing<State = S>>(
        &self,
        handing: &H,
        mut open: Weights<S>,
    ) -> Result<(Weights<S>, Weights<S>), OddsError> {
        let (mut own, mut rounds, mut ways) = (Weights::new(), Weights::new(), 0);
        let mut now = Weights::new();
        while let Some((state, weight)) = next_of(&mut now, &mut open) {
            ways = one_more(ways)?;
            for ((side, next), chance) in handing.next(&state)?.iter() {
                let weight = &weight * &chance;
                match side {
                    Some(side) if *side == self.side => add(&mut own, next.clone(), &weight),
                    Some(_) => {}
                    None if handing.is_round(next) => add(&mut rounds, next.clone(), &weight),
                    None => add(&mut open, next.clone(), &weight),
                }
            }
        }
        Ok((own, rounds))
    }

    /// Returns the streaks that go on for one more chance.
    fn gone_on<H: Handing<State = S>>(
        &self,
        handing: &H,
        streaks: &Weights<S>,
    ) -> Result<Weights<S>, OddsError> {
        let is_round = |(state, _): &(&S, &Ratio)| handing.is_round(state);
        let within = streaks.iter().filter(|one| !is_round(one));
        let within = within.map(|(state, weight)| (state.clone(), weight.clone())).collect();
        let (mut own, mut rounds) = self.until(handing, within)?;
        for (state, weight) in streaks.iter().filter(is_round) {
            add(&mut rounds, state.clone(), weight);
        }
        for (state, weight) in &rounds {
            let place = self.beginnings.iter().position(|beginning| beginning == state);
            for (next, chance) in place.map(|place| &self.after[place]).into_iter().flatten() {
                add(&mut own, next.clone(), &(weight * chance));
            }
        }
        Ok(own)
    }
}

/// Takes the next state, step by step: results of a step are only examined when the whole step is done, so that ways that meet
/// go on as one.
fn next_of<S: Ord>(now: &mut Weights<S>, open: &mut Weights<S>) -> Option<(S, Ratio)> {
    if now.is_empty() {
        std::mem::swap(now, open);
    }
    now.pop_first()
}

fn one_more(ways: u64) -> Result<u64, OddsError> {
    match ways < MAX_OUTCOMES {
        true => Ok(ways + 1),
        false => Err(OddsError::TooManyOutcomes { limit: MAX_OUTCOMES }),
    }
}

/// Returns the solution of linear equations; `None` if there is not exactly one.
fn solved(mut rows: Vec<Vec<Ratio>>, mut right: Vec<Ratio>) -> Option<Vec<Ratio>> {
    let count = rows.len();
    for k in 0..count {
        let pivot = (k..count).find(|row| !rows[*row][k].is_zero())?;
        rows.swap(k, pivot);
        right.swap(k, pivot);
        let (pivot, of_pivot) = (rows[k].clone(), right[k].clone());
        for (row, right) in
            rows.iter_mut().zip(&mut right).enumerate().filter(|(at, _)| *at != k).map(|it| it.1)
        {
            let factor = row[k].checked_div(&pivot[k])?;
            for (cell, above) in row.iter_mut().zip(&pivot).skip(k) {
                *cell = &*cell - &(&factor * above);
            }
            *right = &*right - &(&factor * &of_pivot);
        }
    }
    (0..count).map(|k| right[k].checked_div(&rows[k][k])).collect()
}
