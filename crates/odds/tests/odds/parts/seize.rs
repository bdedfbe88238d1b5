//! The chance to seize.

use skirmish_engine::dice::Dice;
use skirmish_odds::{Ratio, Seize};

#[test]
fn the_formula_for_a_d20() {
    for base in -30..60 {
        for factors in -30..60 {
            let seize = Seize { dice: Dice::one(20), base, factors };
            let ways = (21 - base + factors).clamp(0, 20).unsigned_abs();
            assert_eq!(seize.chance(), Ratio::new(ways.into(), 20));
        }
    }
}

#[test]
fn extreme_factors_do_no_harm() {
    let seize = |base, factors| Seize { dice: Dice { count: 2, sides: 10 }, base, factors };
    assert_eq!(seize(i32::MIN, i32::MAX).chance(), Ok(Ratio::ONE));
    assert_eq!(seize(i32::MAX, i32::MIN).chance(), Ok(Ratio::ZERO));
}
