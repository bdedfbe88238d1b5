//! The referee: a rule played under every roll of its dice.
//!
//! Slow and generic. It knows nothing of the rule but the dice that it asks for, and runs it again and again: with the first
//! face of every die, then with the last die one higher, and so on through the whole tree of rolls, depth first.
//!
//! ```text
//!   d2, and on a 2 another:    1          weight 1/2
//!                              2, 1       weight 1/4
//!                              2, 2       weight 1/4
//! ```

use std::collections::BTreeMap;

use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::side::BySide;

use crate::Natural;
use crate::error::OddsError;
use crate::pmf::Pmf;
use crate::ratio::lcm;

/// A limit that takes seconds to reach, for callers without a better one: 10 million.
pub const MAX_OUTCOMES: u64 = 10_000_000;

/// Returns the exact distribution of the results of `play`, over all rolls of the dice that it asks for.
///
/// `play` must be a function of its dice and nothing else. It may ask for more dice on one path than on another, but must end
/// on every path.
///
/// # Errors
/// [`OddsError::TooManyOutcomes`] if there are more than `max_outcomes` paths of rolls;
/// [`OddsError::ImpossibleDice`] if a die without faces is asked for;
/// [`OddsError::NotRepeatable`] if the same rolls do not lead to the same next die.
pub fn every_outcome<T: Ord>(
    max_outcomes: u64,
    mut play: impl FnMut(&mut dyn Chance) -> T,
) -> Result<Pmf<T>, OddsError> {
    every_outcome_of(max_outcomes, &mut play)
}

/// [`every_outcome`], compiled once for all rules played.
fn every_outcome_of<T: Ord>(
    max_outcomes: u64,
    play: &mut dyn FnMut(&mut dyn Chance) -> T,
) -> Result<Pmf<T>, OddsError> {
    let mut path = Path::new(max_outcomes);
    // How often each result came, by the size of the tree at that depth: 1 of that many.
    let mut counts: BTreeMap<T, BTreeMap<Natural, u64>> = BTreeMap::new();
    let mut common = Natural::ONE;
    loop {
        let result = play(&mut path);
        let size = path.end_run()?;
        let by_size = counts.entry(result).or_default();
        if let Some(count) = by_size.get_mut(size) {
            *count += 1;
        } else {
            common = lcm(&common, size);
            by_size.insert(size.clone(), 1);
        }
        if !path.advance() {
            break;
        }
    }
    Pmf::from_weights(counts.into_iter().map(|(result, by_size)| {
        let mut weight = Natural::ZERO;
        for (size, count) in by_size {
            weight += &common / size * count;
        }
        (result, weight)
    }))
}

/// Returns the exact distribution of what `read` makes of a roll by both sides.
pub(crate) fn both_roll<T: Ord>(
    dice: Dice,
    site: RollSite,
    read: impl Fn(BySide<i32>) -> T,
) -> Result<Pmf<T>, OddsError> {
    can_be_rolled(dice)?;
    every_outcome(MAX_OUTCOMES, |chance| read(BySide::from_fn(|_| chance.roll(site, dice))))
}

/// Rejects empty pools, and dice without faces.
pub(crate) const fn can_be_rolled(dice: Dice) -> Result<(), OddsError> {
    if dice.count == 0 || dice.sides == 0 { Err(OddsError::ImpossibleDice(dice)) } else { Ok(()) }
}

/// One path from the root of the tree of rolls to a leaf.
struct Path {
    rolls: Vec<Roll>,
    /// How many rolls this run has asked for.
    next: usize,
    /// Products of the numbers of faces: of no roll, of the first, of the first two, and so on.
    sizes: Vec<Natural>,
    /// Leaves visited before this run.
    visited: u64,
    /// The least number of leaves that branch off the path besides its own.
    beside: u64,
    max_outcomes: u64,
    fault: Option<OddsError>,
}

#[derive(Clone, Copy)]
struct Roll {
    face: u8,
    sides: u8,
}

impl Path {
    fn new(max_outcomes: u64) -> Self {
        Self {
            rolls: Vec::new(),
            next: 0,
            sizes: vec![Natural::ONE],
            visited: 0,
            beside: 0,
            max_outcomes,
            fault: None,
        }
    }

    /// Makes a roll that this path has not reached before.
    fn descend(&mut self, sides: u8) -> u8 {
        if sides == 0 {
            return self.fail(OddsError::ImpossibleDice(Dice::one(0)), sides);
        }
        // Each further face leads to at least one leaf.
        self.beside += u64::from(sides - 1);
        if self.is_beyond_limit() {
            let limit = self.max_outcomes;
            return self.fail(OddsError::TooManyOutcomes { limit }, sides);
        }
        self.rolls.push(Roll { face: 1, sides });
        self.next += 1;
        1
    }

    fn is_beyond_limit(&self) -> bool {
        self.visited.saturating_add(self.beside) >= self.max_outcomes
    }

    /// Remembers the first fault. The run must still end, and the rule may be waiting for a certain face, so all faces come in
    /// turn.
    fn fail(&mut self, fault: OddsError, sides: u8) -> u8 {
        self.fault.get_or_insert(fault);
        self.next = self.next.wrapping_add(1);
        (self.next % usize::from(sides.max(1))) as u8 + 1
    }

    /// Returns the size of the tree at this leaf, whose chance is 1 in that size.
    fn end_run(&mut self) -> Result<&Natural, OddsError> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        if let Some(roll) = self.rolls.get(self.next) {
            return Err(OddsError::NotRepeatable { before: roll.sides, asked: 0 });
        }
        if self.is_beyond_limit() {
            return Err(OddsError::TooManyOutcomes { limit: self.max_outcomes });
        }
        let mut size = self.sizes[self.sizes.len() - 1].clone();
        for roll in &self.rolls[self.sizes.len() - 1..] {
            size *= roll.sides;
            self.sizes.push(size.clone());
        }
        Ok(&self.sizes[self.rolls.len()])
    }

    /// Moves on to the next leaf; returns false after the last.
    fn advance(&mut self) -> bool {
        self.visited += 1;
        self.next = 0;
        while let Some(roll) = self.rolls.last_mut() {
            if roll.face < roll.sides {
                roll.face += 1;
                self.beside -= 1;
                return true;
            }
            self.rolls.pop();
            self.sizes.truncate(self.rolls.len() + 1);
        }
        false
    }
}

impl Chance for Path {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        if let Some(fault) = self.fault.take() {
            return self.fail(fault, sides);
        }
        let Some(&roll) = self.rolls.get(self.next) else {
            return self.descend(sides);
        };
        if roll.sides != sides {
            let fault = OddsError::NotRepeatable { before: roll.sides, asked: sides };
            return self.fail(fault, sides);
        }
        self.next += 1;
        roll.face
    }
}
