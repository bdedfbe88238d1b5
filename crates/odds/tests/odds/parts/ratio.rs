//! Fractions.

use skirmish_odds::{OddsError, Ratio};

use crate::fractions::of;

#[test]
fn stands_in_lowest_terms() {
    assert_eq!(of(14, 40), of(7, 20));
    assert_eq!(of(0, 40), Ratio::ZERO);
    assert_eq!(-Ratio::ZERO, Ratio::ZERO);
    assert_eq!(Ratio::new(1, 0), Err(OddsError::ZeroDenominator));
    assert_eq!(Ratio::new(0, 0), Err(OddsError::ZeroDenominator));
}

#[test]
fn computes_with_signs() {
    assert_eq!(of(1, 6) + of(1, 10), of(4, 15));
    assert_eq!(of(1, 6) - of(1, 10), of(1, 15));
    assert_eq!(of(1, 10) - of(1, 6), -of(1, 15));
    assert_eq!(of(1, 6) - of(1, 6), Ratio::ZERO);
    assert_eq!(-of(3, 4) * of(2, 9), -of(1, 6));
    assert_eq!(-of(3, 4) * Ratio::ZERO, Ratio::ZERO);
    assert_eq!(of(3, 4).checked_div(&-of(3, 8)), Some(Ratio::from(-2)));
    assert_eq!(of(3, 4).checked_div(&Ratio::ZERO), None);
    assert_eq!((-of(2, 3)).pow(3), -of(8, 27));
    assert_eq!(Ratio::ZERO.pow(0), Ratio::ONE);
}

#[test]
fn orders_across_signs() {
    let mut list = [of(1, 3), -of(1, 2), Ratio::ZERO, -of(1, 3), of(3, 10)];
    list.sort();
    assert_eq!(list, [-of(1, 2), -of(1, 3), Ratio::ZERO, of(3, 10), of(1, 3)]);
}

#[test]
fn knows_a_chance() {
    assert!(Ratio::ZERO.is_chance() && Ratio::ONE.is_chance());
    assert_eq!(of(21, 20).as_chance(), Err(OddsError::NotAChance(of(21, 20))));
    assert_eq!((-of(1, 20)).as_chance(), Err(OddsError::NotAChance(-of(1, 20))));
}
