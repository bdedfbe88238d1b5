//! The walk over every outcome.

use std::cell::Cell;

use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::rule::Rule;
use skirmish_odds::{OddsError, Pmf, Ratio, every_outcome};

use crate::fractions::of;

const SITE: RollSite = RollSite { purpose: Purpose::Melee, rule: Rule::ll(9) };

#[test]
fn paths_of_different_length() {
    let result = every_outcome(99, |chance| {
        let first = chance.die(SITE, 6);
        if first == 6 { chance.die(SITE, 4) } else { 0 }
    })
    .unwrap();
    assert_eq!(result.chance(&0), of(5, 6));
    assert_eq!(result.chance(&3), of(1, 24));
    let sum: Ratio = result.iter().map(|(_, chance)| chance).sum();
    assert_eq!(sum, Ratio::ONE);
}

#[test]
fn a_rule_without_dice_has_one_outcome() {
    assert_eq!(every_outcome(1, |_| "so"), Ok(Pmf::certain("so")));
    assert_eq!(every_outcome(1, |chance| chance.die(SITE, 1)), Ok(Pmf::certain(1)));
}

#[test]
fn paths_longer_than_machine_numbers() {
    // A d20 is thrown again on a 1, up to 50 times.
    let result = every_outcome(1000, |chance| {
        (1..=50_i64).find(|_| chance.die(SITE, 20) != 1).unwrap_or(51)
    })
    .unwrap();
    assert_eq!(result.chance(&3), of(19, 8000));
    assert_eq!(result.chance(&51), of(1, 20).pow(50));
}

#[test]
fn the_limit_is_exact() {
    let two_dice = |chance: &mut dyn Chance| chance.die(SITE, 6) + chance.die(SITE, 6);
    assert!(every_outcome(36, two_dice).is_ok());
    for limit in [0, 1, 6, 10, 35] {
        let error = every_outcome(limit, two_dice).unwrap_err();
        assert_eq!(error, OddsError::TooManyOutcomes { limit });
    }
    assert_eq!(
        OddsError::TooManyOutcomes { limit: 35 }.to_string(),
        "an exact result needs more than 35 outcomes"
    );
}

#[test]
fn a_rule_that_waits_for_a_face_is_stopped() {
    let patient = |chance: &mut dyn Chance| while chance.die(SITE, 20) != 13 {};
    let error = every_outcome(10_000, patient).unwrap_err();
    assert_eq!(error, OddsError::TooManyOutcomes { limit: 10_000 });
}

#[test]
fn bad_rules_are_found_out() {
    let error = every_outcome(99, |chance| chance.die(SITE, 0)).unwrap_err();
    assert_eq!(error, OddsError::ImpossibleDice(Dice::one(0)));

    let runs = Cell::new(0);
    let error = every_outcome(99, |chance| {
        runs.set(runs.get() + 1);
        chance.die(SITE, 4 + runs.get())
    });
    let fault = OddsError::NotRepeatable { before: 5, asked: 6 };
    assert_eq!(error, Err(fault));

    let runs = Cell::new(0);
    let error = every_outcome(99, |chance| {
        runs.set(runs.get() + 1);
        if runs.get() == 1 { chance.die(SITE, 4) } else { 0 }
    });
    let fault = OddsError::NotRepeatable { before: 4, asked: 0 };
    assert_eq!(error, Err(fault));
}
