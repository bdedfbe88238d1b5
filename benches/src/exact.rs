//! The exact questions that are timed, and answers to hold them to.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::Counters as InPlay;
use skirmish_engine::side::BySide;
use skirmish_odds::{Counters, Natural, OddsError, Pmf, Ratio, Reach, Seize, Shooting, Streak};
use skirmish_simulator::abstract_model::AbstractModel;

/// Lloyd's die.
pub const D20: Dice = Dice::one(20);

/// Two ten-sided dice.
pub const TWO_D10: Dice = Dice {
    count: 2,
    sides: 10,
};

/// The ways to reach every number from 1 to 21 with a pool of equal dice, out of all rolls (the last entry).
///
/// # Errors
/// [`OddsError::ImpossibleDice`].
pub fn curve(dice: Dice) -> Result<Vec<Natural>, OddsError> {
    Ok(ways(&Reach::of_dice(dice)?))
}

/// The same for a d8 and a d12 together.
///
/// # Errors
/// None with these dice.
pub fn uneven_curve() -> Result<Vec<Natural>, OddsError> {
    let sum = Pmf::of_dice(Dice::one(8))?.convolve(&Pmf::of_dice(Dice::one(12))?);
    Ok(ways(&Reach::of(&sum)))
}

fn ways(reach: &Reach) -> Vec<Natural> {
    let needed = 1..=21;
    needed
        .map(|needed| reach.ways(needed))
        .chain([reach.all().clone()])
        .collect()
}

/// The chance of a heroic leader of good troops, in reach.
///
/// # Errors
/// None with this die.
pub fn seize() -> Result<Ratio, OddsError> {
    let seize = Seize {
        dice: D20,
        base: 18,
        factors: 5,
    };
    seize.chance()
}

/// The law of a streak in which every action is a shooting action, against average troops without a leader; of a law
/// without end the first forty lengths.
///
/// # Errors
/// None with this die.
pub fn streak(counters: Counters) -> Result<Vec<Ratio>, OddsError> {
    let streak = Streak {
        dice: D20,
        base: 19,
        factors: 0,
        per_counter: 2,
        shooting: Shooting::always(),
        counters,
    };
    let law = streak.law()?;
    let terms = law.terms().take(40);
    Ok(terms.map(|(_, chance)| chance).collect())
}

/// The abstract model of the same: two dice an attempt.
#[must_use]
pub fn abstract_model() -> AbstractModel {
    AbstractModel {
        needed: BySide([19, 19]),
        shoots: vec![true],
        counters: InPlay::Kept,
        counter: 2,
        to_hit: 15,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(curve: &[Natural]) -> Vec<u64> {
        let number = |n: &Natural| n.to_string().parse().expect("small");
        curve.iter().map(number).collect()
    }

    #[test]
    fn the_answers_are_right() {
        let d20: Vec<u64> = (0..=20).rev().chain([20]).collect();
        assert_eq!(numbers(&curve(D20).unwrap()), d20);
        let two_d10 = numbers(&curve(TWO_D10).unwrap());
        assert_eq!(two_d10[10], 55, "11 or more");
        assert_eq!((two_d10[20], two_d10[21]), (0, 100));
        let uneven = numbers(&uneven_curve().unwrap());
        assert_eq!(uneven[10], 52, "11 or more");
        assert_eq!((uneven[19], uneven[21]), (1, 96));
        assert_eq!(seize().unwrap().to_string(), "2/5");
        let kept = streak(Counters::Kept).unwrap();
        assert_eq!((kept.len(), kept[1].to_string()), (9, "6/25".to_owned()));
        assert_eq!(kept.into_iter().sum::<Ratio>(), Ratio::ONE);
        let spent = streak(Counters::Spent).unwrap();
        assert_eq!((spent.len(), spent[1].to_string()), (40, "4/25".to_owned()));
    }
}
