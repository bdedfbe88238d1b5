//! Totals of dice.

use proptest::prelude::*;
use skirmish_engine::dice::Dice;
use skirmish_odds::{Natural, OddsError, Pmf, Ratio, Ways};

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
        assert!(Ways::of(&[pool(1, 6), dice]).is_err());
    }
}

#[test]
fn no_dice_show_nothing() {
    let ways = Ways::of(&[]).unwrap();
    assert_eq!((ways.chance(0), ways.chance(1)), (Ratio::ONE, Ratio::ZERO));
}

#[test]
fn the_most_rolls_that_are_counted_in_place() {
    let ways = Ways::of(&[pool(31, 2), pool(200, 1)]).unwrap();
    assert!(format!("{ways:?}").contains("Few"));
    assert_eq!(ways.all(), Natural::from(2_u8).pow(31));
    assert_eq!(ways.reach(31 * 2 + 200 - 1), Natural::from(32_u8));
    let more = Ways::of(&[pool(32, 2), pool(200, 1)]).unwrap();
    assert!(format!("{more:?}").contains("Many"));
    assert_eq!(more.reach(32 * 2 + 200 - 1), Natural::from(33_u8));
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
    fn reach_is_the_upper_end(
        pools in prop::collection::vec((1..4_u8, 1..25_u8), 1..4),
        needed in -5..200_i64,
    ) {
        let pools: Vec<Dice> = pools.iter().map(|(count, sides)| pool(*count, *sides)).collect();
        let sum = pools
            .iter()
            .map(|dice| Pmf::of_dice(*dice).unwrap())
            .fold(Pmf::certain(0), |sum, dice| sum.convolve(&dice));
        let ways = Ways::of(&pools).unwrap();
        prop_assert_eq!(ways.chance(needed), sum.at_least(&needed));
        prop_assert_eq!(&ways.all(), sum.total());
        prop_assert_eq!((&ways.min(), &ways.max()), (sum.min(), sum.max()));
    }
}
