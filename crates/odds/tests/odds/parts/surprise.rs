//! Surprise by hand.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{Surprise, SurpriseReading};
use skirmish_engine::side::{BySide, Side};
use skirmish_odds::OddsError;
use skirmish_odds::surprise::{Encounter, mean};

use crate::fractions::of_36;

fn by(reading: SurpriseReading) -> Encounter {
    Encounter::new(Surprise { reading, ..Surprise::default() })
}

/// The law as counts of all 36 rolls.
#[track_caller]
fn assert_law(encounter: &Encounter, expected: &[([u32; 2], u128)]) {
    let law = encounter.law().unwrap();
    let found: Vec<_> = law.iter().map(|(segments, chance)| (*segments, chance)).collect();
    let expected: Vec<_> = expected.iter().map(|(s, count)| (*s, of_36(*count))).collect();
    assert_eq!(found, expected);
}

#[test]
fn one_or_two_on_a_d6() {
    let net = by(SurpriseReading::Net);
    // Four rolls of six leave the other as he is; two and one come to one.
    let expected = [([0, 0], 18), ([0, 1], 5), ([0, 2], 4), ([1, 0], 5), ([2, 0], 4)];
    assert_law(&net, &expected);
    assert_eq!(mean(&net.law().unwrap(), Side::A), of_36(13));
    let osric = by(SurpriseReading::Osric);
    let law = osric.law().unwrap();
    assert_eq!(law.chance(&[0, 0]), of_36(16));
    assert_eq!(law.chance(&[1, 2]), of_36(1));
    assert_eq!(mean(&law, Side::B), of_36(18));
}

#[test]
fn by_the_difference_it_lasts_up_to_five_segments() {
    let law = by(SurpriseReading::Difference).law().unwrap();
    let of_a = |segments| law.chance_that(|s| s[0] == segments);
    // A one against three to six, a two against three to six, and a two against a one.
    let counts = [27, 2, 2, 2, 2, 1].map(of_36);
    assert_eq!([0, 1, 2, 3, 4, 5].map(of_a), counts);
}

#[test]
fn who_cannot_be_surprised_and_who_is_quick() {
    let mut ambush = by(SurpriseReading::Net);
    ambush.on = BySide([0, 4]);
    assert_law(&ambush, &[([0, 0], 12), ([0, 1], 6), ([0, 2], 6), ([0, 3], 6), ([0, 4], 6)]);
    let mut quick = by(SurpriseReading::Net);
    quick.reaction = BySide([1, -1]);
    let expected = [([0, 0], 23), ([0, 1], 5), ([0, 2], 4), ([1, 0], 4)];
    assert_law(&quick, &expected);
    // A penalty counts where the other side is surprised for longer.
    let mut slow = by(SurpriseReading::Osric);
    slow.reaction = BySide([-1, 0]);
    assert_eq!(slow.verdict(BySide([1, 2])), [2, 2]);
    assert_eq!(slow.verdict(BySide([1, 6])), [1, 0]);
}

#[test]
fn impossible_dice() {
    let mut none = by(SurpriseReading::Net);
    none.rules.dice = Dice::one(0);
    assert_eq!(none.law(), Err(OddsError::ImpossibleDice(Dice::one(0))));
}
