//! Successes of several attempts.

use skirmish_odds::{Pmf, Ratio, successes};

#[test]
fn three_attempts_at_a_third() {
    let third = Ratio::new(1, 3).unwrap();
    let hits = successes(3, &third).unwrap();
    let counted = Pmf::from_weights([(0, 8_u8), (1, 12), (2, 6), (3, 1)]).unwrap();
    assert_eq!(hits, counted);
    assert_eq!(hits.at_least(&1), Ratio::new(19, 27).unwrap());
}

#[test]
fn borders() {
    assert_eq!(successes(0, &Ratio::ONE), Ok(Pmf::certain(0)));
    assert_eq!(successes(5, &Ratio::ONE), Ok(Pmf::certain(5)));
    assert_eq!(successes(5, &Ratio::ZERO), Ok(Pmf::certain(0)));
    assert!(successes(1, &Ratio::from(2)).is_err());
}
