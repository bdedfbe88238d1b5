//! How long a side keeps the initiative (LL-03, LL-07).
//!
//! The model: after each action of the active side the passive side rolls to seize, always with the same nominee in the same
//! situation; only the shooting counters change. What happens on the table (losses, reactions, other nominees) is left to the
//! simulator.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::Counters;

use crate::Natural;
use crate::error::OddsError;
use crate::wait::{MAX_LAW_BITS, Wait, max_steps};
use crate::ways::Ways;

/// Which actions of a streak are shooting actions: an opening first, then a cycle over and over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shooting {
    opening: Vec<bool>,
    cycle: Vec<bool>,
}

impl Shooting {
    /// Returns the pattern in which every action is a shooting action.
    pub fn always() -> Self {
        Self { opening: Vec::new(), cycle: vec![true] }
    }

    /// Returns the pattern in which no action is a shooting action.
    pub fn never() -> Self {
        Self { opening: Vec::new(), cycle: vec![false] }
    }

    /// Returns the pattern in which only the first action of the streak is a shooting action: the one the seize was for.
    pub fn first_only() -> Self {
        Self { opening: vec![true], cycle: vec![false] }
    }

    /// Returns the pattern in which actions number `k`, 2`k`, 3`k` and so on are shooting actions.
    ///
    /// # Errors
    /// [`OddsError::EmptyCycle`] if `k` is 0.
    pub fn every(k: u8) -> Result<Self, OddsError> {
        Self::pattern(Vec::new(), (1..=k).map(|action| action == k).collect())
    }

    /// Returns the pattern in which actions marked true are shooting actions: first the opening, then the cycle over and over.
    pub fn pattern(opening: Vec<bool>, cycle: Vec<bool>) -> Result<Self, OddsError> {
        if cycle.is_empty() {
            return Err(OddsError::EmptyCycle);
        }
        Ok(Self { opening, cycle })
    }
}

/// The streak of a side against one nominee of the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Streak {
    /// The passive side's dice.
    pub dice: Dice,
    /// The nominee's base initiative.
    pub base: i32,
    /// The nominee's leadership and all tactical factors except the shooting counters.
    pub factors: i32,
    /// What one shooting counter is worth to the passive side; 2 in Lloyd's table.
    pub per_counter: i32,
    /// What every action of the streak so far is worth to it; Lloyd's table has no such row.
    pub per_action: i32,
    /// Which of the active side's actions give a counter.
    pub shooting: Shooting,
    /// How long a counter counts.
    pub counters: Counters,
}

impl Streak {
    /// Returns the law of the number of actions, from 1, until the initiative is seized.
    ///
    /// From one round of the cycle to the next the factors of each action change by the same sum. Once a whole round has
    /// reached the limit it moves towards, all later rounds have too.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`]; [`OddsError::LawTooLong`] if counters change the chance over
    /// thousands of actions.
    pub fn law(&self) -> Result<Wait, OddsError> {
        let rolls = Ways::of(&[self.dice])?;
        let all = rolls.all();
        let Shooting { opening, cycle } = &self.shooting;
        let kept = self.counters == Counters::Kept;
        let mut given = 0;
        let mut action = 0;
        let mut hazards = |shots: &[bool]| -> Vec<Natural> {
            let ways = shots.iter().map(|&shot| {
                action += 1;
                given += i64::from(shot);
                let counters = if kept { given } else { i64::from(shot) };
                let growing =
                    i64::from(self.per_counter) * counters + i64::from(self.per_action) * action;
                rolls.reach(i64::from(self.base) - i64::from(self.factors) - growing)
            });
            ways.collect()
        };
        let shots = cycle.iter().filter(|shot| **shot && kept).count() as i64;
        let drift =
            i64::from(self.per_action) * cycle.len() as i64 + i64::from(self.per_counter) * shots;
        let mut before = hazards(opening);
        while before.len() as u64 <= max_steps(&all) + cycle.len() as u64 {
            let round = hazards(cycle);
            let is_settled = match drift.signum() {
                0 => true,
                1 => round.iter().all(|ways| *ways == all),
                _ => round.iter().all(Natural::is_zero),
            };
            if is_settled {
                return Wait::from_ways(before, round, all);
            }
            before.extend(round);
        }
        Err(OddsError::LawTooLong { limit: MAX_LAW_BITS, steps: before.len() })
    }
}
