//! Streaks by hand.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::Counters;
use skirmish_odds::{OddsError, Ratio, Shooting, Streak, Wait};

use crate::fractions::r;

/// Average and alone, under fire at every action.
fn under_fire(counters: Counters) -> Streak {
    Streak {
        dice: Dice::one(20),
        base: 19,
        factors: 0,
        per_counter: 2,
        per_action: 0,
        shooting: Shooting::always(),
        counters,
    }
}

#[test]
fn without_shooting_it_is_geometric() {
    for counters in [Counters::Kept, Counters::Spent] {
        let streak = Streak { shooting: Shooting::never(), ..under_fire(counters) };
        assert_eq!(streak.law(), Wait::fixed(&r("1/10")));
    }
}

#[test]
fn a_counter_of_no_worth_changes_nothing() {
    let streak = Streak { per_counter: 0, ..under_fire(Counters::Kept) };
    assert_eq!(streak.law(), Wait::fixed(&r("1/10")));
}

#[test]
fn the_first_shot_counts_once_or_for_good() {
    let streak = |counters| Streak { shooting: Shooting::first_only(), ..under_fire(counters) };
    let spent = Wait::new(&[r("1/5")], &[r("1/10")]);
    assert_eq!(streak(Counters::Spent).law(), spent);
    assert_eq!(streak(Counters::Kept).law(), Wait::fixed(&r("1/5")));
}

#[test]
fn every_second_action() {
    let streak =
        |counters| Streak { shooting: Shooting::every(2).unwrap(), ..under_fire(counters) };
    let spent = Wait::new(&[], &[r("1/10"), r("1/5")]);
    assert_eq!(streak(Counters::Spent).law(), spent);
    let kept = streak(Counters::Kept).law().unwrap();
    let hazards: Vec<_> = (1..=4).map(|n| kept.hazard(n).unwrap()).collect();
    assert_eq!(hazards, [r("0.1"), r("0.2"), r("0.2"), r("0.3")]);
    assert_eq!(kept.longest(), Some(18));
    assert_eq!(Shooting::every(0), Err(OddsError::EmptyCycle));
}

#[test]
fn counters_that_hinder_may_leave_a_streak_without_end() {
    let streak = Streak { per_counter: -1, ..under_fire(Counters::Kept) };
    let law = streak.law().unwrap();
    assert_eq!(law.never(), r("19/20"));
    assert_eq!(law.mean(), None);
}

#[test]
fn a_streak_that_tires_ends_as_counters_end_it() {
    // Every action is a shot, and every shot a counter: either row says the same.
    let tiring = Streak { per_counter: 0, per_action: 2, ..under_fire(Counters::Kept) };
    let by_counters = under_fire(Counters::Kept).law().unwrap();
    let law = tiring.law().unwrap();
    assert_eq!(law, by_counters);
    // What counters add may take away what actions do, and what is spent is.
    let level = Streak { per_counter: -2, ..tiring.clone() };
    assert_eq!(level.law(), Wait::fixed(&r("1/10")));
    let spent = Streak {
        per_counter: 2,
        per_action: 1,
        shooting: Shooting::every(2).unwrap(),
        ..under_fire(Counters::Spent)
    };
    let law = spent.law().unwrap();
    let hazards: Vec<_> = (1..=4).map(|n| law.hazard(n).unwrap()).collect();
    assert_eq!(hazards, [r("0.15"), r("0.3"), r("0.25"), r("0.4")]);
    // One that heartens may last for ever.
    let heartening = Streak { per_counter: 0, per_action: -1, ..under_fire(Counters::Kept) };
    assert_eq!(heartening.law().unwrap().never(), r("19/20"));
}

#[test]
fn rubbish_alone_never_seizes() {
    let streak = Streak { base: 21, shooting: Shooting::never(), ..under_fire(Counters::Kept) };
    assert_eq!(streak.law().unwrap().never(), Ratio::ONE);
}

#[test]
fn endless_change_is_refused() {
    let streak = |base, per_counter| Streak { base, per_counter, ..under_fire(Counters::Kept) };
    let is_refused = |streak: Streak| matches!(streak.law(), Err(OddsError::LawTooLong { .. }));
    assert!(is_refused(streak(i32::MAX, 1)));
    assert!(is_refused(streak(i32::MIN + 1, -1)));
    assert!(streak(5_000, 1).law().is_ok());
    assert!(streak(i32::MAX, i32::MAX).law().is_ok());
}
