//! The total of a pool of dice: its distribution, and how often it reaches a number.

use std::ops::{AddAssign, SubAssign};

use num_bigint::BigUint;
use num_traits::Zero;
use skirmish_engine::dice::Dice;

use crate::error::OddsError;
use crate::natural::Natural;
use crate::pmf::Pmf;
use crate::ratio::Ratio;

impl Pmf {
    /// The distribution of the total of a pool. Weights count the equally likely ways to roll it.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
    pub fn of_dice(dice: Dice) -> Result<Self, OddsError> {
        check(dice)?;
        // The ways to roll the least total of the pool, the least but one, and so on.
        let mut ways = vec![1_u128];
        let mut added = 0;
        let mut total = 1_u128;
        while added < dice.count {
            // No way count exceeds the number of all rolls.
            let Some(larger) = total.checked_mul(u128::from(dice.sides)) else {
                break;
            };
            total = larger;
            ways = with_another_die(&ways, dice.sides);
            added += 1;
        }
        if added == dice.count {
            return Self::from_weights(totals(dice).zip(ways));
        }
        let mut ways: Vec<BigUint> = ways.into_iter().map(BigUint::from).collect();
        for _ in added..dice.count {
            ways = with_another_die(&ways, dice.sides);
        }
        Self::from_weights(totals(dice).zip(ways))
    }
}

/// Every total of a pool in ascending order.
fn totals(dice: Dice) -> impl Iterator<Item = i64> {
    i64::from(dice.min())..=i64::from(dice.max())
}

/// The ways to roll each total with one more die. A window as wide as the die slides over the ways
/// to roll what the others must show.
fn with_another_die<W>(ways: &[W], sides: u8) -> Vec<W>
where
    W: Clone + Zero + for<'a> AddAssign<&'a W> + for<'a> SubAssign<&'a W>,
{
    let sides = usize::from(sides);
    let mut window = W::zero();
    (0..ways.len() + sides - 1)
        .map(|at| {
            if let Some(entering) = ways.get(at) {
                window += entering;
            }
            if let Some(leaving) = at.checked_sub(sides).and_then(|at| ways.get(at)) {
                window -= leaving;
            }
            window.clone()
        })
        .collect()
}

fn check(dice: Dice) -> Result<(), OddsError> {
    if dice.count == 0 || dice.sides == 0 {
        return Err(OddsError::ImpossibleDice(dice));
    }
    Ok(())
}

/// How often a roll reaches a number, for every number.
#[derive(Debug, Clone)]
pub struct Reach {
    ways: Ways,
    all: Natural,
}

#[derive(Debug, Clone)]
enum Ways {
    /// One die: its faces can be counted without listing them.
    Die(u8),
    /// Each total with the ways to reach it, in ascending order.
    Listed(Vec<(i64, Natural)>),
}

impl Reach {
    /// Of the total of a pool.
    ///
    /// # Errors
    /// [`OddsError::ImpossibleDice`].
    pub fn of_dice(dice: Dice) -> Result<Self, OddsError> {
        check(dice)?;
        if dice.count > 1 {
            return Ok(Self::of(&Pmf::of_dice(dice)?));
        }
        Ok(Self {
            ways: Ways::Die(dice.sides),
            all: dice.sides.into(),
        })
    }

    /// Of any outcome, such as the sum of unequal dice.
    #[must_use]
    pub fn of(pmf: &Pmf) -> Self {
        let mut sum = Natural::ZERO;
        let mut ways: Vec<(i64, Natural)> = pmf
            .weights()
            .rev()
            .map(|(total, weight)| {
                sum += weight;
                (*total, sum.clone())
            })
            .collect();
        ways.reverse();
        Self {
            ways: Ways::Listed(ways),
            all: pmf.total().clone(),
        }
    }

    /// The number of rolls, out of [`Self::all`] equally likely ones, that show `needed` or more.
    #[must_use]
    pub fn ways(&self, needed: i64) -> Natural {
        match &self.ways {
            Ways::Die(sides) => {
                let sides = i64::from(*sides);
                let faces = sides + 1 - needed.clamp(1, sides + 1);
                Natural::from(faces.unsigned_abs())
            }
            Ways::Listed(ways) => ways
                .get(ways.partition_point(|(total, _)| *total < needed))
                .map_or(Natural::ZERO, |(_, ways)| ways.clone()),
        }
    }

    /// The number of equally likely rolls.
    #[must_use]
    pub const fn all(&self) -> &Natural {
        &self.all
    }

    /// The chance of `needed` or more.
    #[must_use]
    pub fn chance(&self, needed: i64) -> Ratio {
        Ratio::of(&self.ways(needed), &self.all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pool(count: u8, sides: u8) -> Dice {
        Dice { count, sides }
    }

    #[test]
    fn two_tens() {
        let pmf = Pmf::of_dice(pool(2, 10)).unwrap();
        assert_eq!(pmf.chance(&11), Ratio::new(10, 100).unwrap());
        assert_eq!(pmf.at_least(&19), Ratio::new(3, 100).unwrap());
        assert_eq!(pmf.mean(), Ratio::from(11));
    }

    #[test]
    fn impossible_dice_are_refused() {
        for dice in [pool(0, 6), pool(1, 0), pool(2, 0)] {
            assert_eq!(Pmf::of_dice(dice), Err(OddsError::ImpossibleDice(dice)));
            assert!(Reach::of_dice(dice).is_err());
        }
    }

    #[test]
    fn large_pools_outgrow_machine_numbers() {
        let dice = pool(60, 20);
        let pmf = Pmf::of_dice(dice).unwrap();
        assert_eq!(pmf.total(), &Natural::from(20_u8).pow(60));
        assert_eq!(pmf, Pmf::of_dice(Dice::one(20)).unwrap().repeat(60));
        // Opposite faces: what is as far from the top is as likely as what is from the bottom.
        assert_eq!(pmf.chance(&70), pmf.chance(&(60 + 1200 - 70)));
    }

    proptest! {
        #[test]
        fn a_pool_is_a_sum_of_dice(count in 1..8_u8, sides in 1..25_u8) {
            let one = Pmf::of_dice(Dice::one(sides)).unwrap();
            let sum = Pmf::of_dice(pool(count, sides)).unwrap();
            prop_assert_eq!(&sum, &one.repeat(count.into()));
            prop_assert_eq!(sum.total(), &Natural::from(sides).pow(count.into()));
        }

        #[test]
        fn reach_is_the_upper_end(count in 1..5_u8, sides in 1..25_u8, needed in -5..110_i64) {
            let dice = pool(count, sides);
            let pmf = Pmf::of_dice(dice).unwrap();
            let chance = pmf.at_least(&needed);
            prop_assert_eq!(&Reach::of_dice(dice).unwrap().chance(needed), &chance);
            prop_assert_eq!(&Reach::of(&pmf).chance(needed), &chance);
        }
    }
}
