//! What fire is worth in the long run.

use skirmish_engine::dice::Dice;
use skirmish_odds::{Ratio, Rhythm, Ways, crossover, hits_per_turn};

fn one(sides: u8) -> Ways {
    Ways::of(&[Dice::one(sides)]).unwrap()
}

#[test]
fn a_better_die_is_never_overtaken() {
    assert_eq!(crossover(&one(12), &one(6)), None);
    assert_eq!(crossover(&one(6), &one(12)), Some(2));
    assert_eq!(crossover(&one(6), &one(6)), Some(2), "a tie will do");
    assert_eq!(crossover(&one(1), &one(1)), None, "nothing to compare");
}

#[test]
fn chances_only() {
    let two = Ratio::from(2);
    for rhythm in [Rhythm::TurnAfter, Rhythm::InHaste] {
        assert!(hits_per_turn(&two, &Ratio::ONE, rhythm).is_err());
        assert!(hits_per_turn(&Ratio::ONE, &-&two, rhythm).is_err());
        let never = hits_per_turn(&Ratio::ONE, &Ratio::ZERO, rhythm);
        assert_eq!(never, Ok(Ratio::ZERO), "who never reloads");
    }
    let every_second = hits_per_turn(&Ratio::ONE, &Ratio::ONE, Rhythm::TurnAfter);
    assert_eq!(every_second, Ratio::new(1, 2));
}
