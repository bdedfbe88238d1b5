//! The exact questions that are timed, and answers to hold them to.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::Counters;
use skirmish_engine::side::BySide;
use skirmish_odds::{Natural, OddsError, Ratio, Seize, Shooting, Streak, Ways};

use crate::abstract_model::AbstractModel;

/// Lloyd's die.
pub const D20: [Dice; 1] = [Dice::one(20)];

/// Two ten-sided dice.
pub const TWO_D10: [Dice; 1] = [Dice { count: 2, sides: 10 }];

/// A small and a large die.
pub const D8_AND_D12: [Dice; 2] = [Dice::one(8), Dice::one(12)];

/// The ways to reach every number with pools of dice, out of all rolls.
///
/// # Errors
/// [`OddsError::ImpossibleDice`].
pub fn curve(pools: &[Dice]) -> Result<Ways, OddsError> {
    Ways::of(pools)
}

/// The chance of a heroic leader of good troops, in reach.
///
/// # Errors
/// None with this die.
pub fn seize() -> Result<Ratio, OddsError> {
    let seize = Seize { dice: D20[0], base: 18, factors: 5 };
    seize.chance()
}

/// The law of a streak in which every action is a shooting action, against average troops without a leader; of a law
/// without end the first forty lengths. Whole numbers over one denominator, the second of the two.
///
/// # Errors
/// None with this die.
pub fn streak(counters: Counters) -> Result<(Vec<Natural>, Natural), OddsError> {
    let streak = Streak {
        dice: D20[0],
        base: 19,
        factors: 0,
        per_counter: 2,
        per_action: 0,
        shooting: Shooting::always(),
        counters,
    };
    Ok(streak.law()?.weights(40))
}

/// The abstract model of the same: two dice an attempt.
#[must_use]
pub fn abstract_model() -> AbstractModel {
    AbstractModel {
        needed: BySide([19, 19]),
        shoots: vec![true],
        counters: Counters::Kept,
        counter: 2,
        to_hit: 15,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answers_are_right() {
        let reach = |pools: &[Dice], needed| curve(pools).unwrap().reach(needed);
        for needed in 1..=21_u8 {
            assert_eq!(reach(&D20, needed.into()), Natural::from(21 - needed));
        }
        assert_eq!(reach(&TWO_D10, 11), Natural::from(55_u8));
        assert_eq!(reach(&TWO_D10, 21), Natural::ZERO);
        assert_eq!(reach(&D8_AND_D12, 11), Natural::from(52_u8));
        assert_eq!(reach(&D8_AND_D12, 20), Natural::ONE);
        assert_eq!(curve(&D8_AND_D12).unwrap().all(), Natural::from(96_u8));
        assert_eq!(seize().unwrap().to_string(), "2/5");
        for (counters, lengths, second) in
            [(Counters::Kept, 9, "6/25"), (Counters::Spent, 40, "4/25")]
        {
            let (weights, all) = streak(counters).unwrap();
            assert_eq!(weights.len(), lengths);
            let chance =
                |weight: &Natural| Ratio::from_naturals(weight.clone(), all.clone()).unwrap();
            assert_eq!(chance(&weights[1]).to_string(), second);
            let sum: Ratio = weights.iter().map(chance).sum();
            assert_eq!(sum == Ratio::ONE, counters == Counters::Kept);
        }
    }
}
