//! AD-04 to AD-10 as functions of dice: every published example, the derived tables by all 36 rolls, the options.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use crate::common::crossing::{UNDER_A_SHOT, UNDER_A_WEAPON};
use skirmish_engine::battle::geometry::UNIT;
use skirmish_engine::initiative::adnd::{
    ActionTime, Standing, Time, Verdict, extra_strikes, faster, place, segments_for, timing,
};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::RoutineOrder::CountFirst;
use skirmish_engine::rulebook::Segments;
use skirmish_engine::rulebook::TimedLoser::{self, AlwaysInterrupted, BySegment};

const SHOT: Time = Time::Untimed { speed_factor: None };
/// The order of the one who shoots: first.
const SHOT_FIRST: Ordering = Greater;
const ACROSS: Ordering = Less;
const BOTH: Ordering = Equal;

fn compare(one: &ActionTime, other: &ActionTime, timed_loser: TimedLoser) -> Verdict {
    let rules = Segments { timed_loser, ..Segments::default() };
    timing::compare(one, other, &rules)
}

fn weapon(speed_factor: u8) -> Time {
    Time::Untimed { speed_factor: Some(speed_factor) }
}

fn deed(standing: &Standing, die: i32, time: Time) -> ActionTime {
    ActionTime { place: place(standing, 0, die, CountFirst), die, time }
}

fn plain(die: i32, time: Time) -> ActionTime {
    deed(&Standing::PLAIN, die, time)
}

fn with(modifier: i32) -> Standing {
    Standing { modifier, ..Standing::PLAIN }
}

/// What becomes of one who takes so many segments under an untimed action.
fn crosses(takes: u16, dice: (i32, i32), untimed: Time, modifier: i32) -> Ordering {
    let runner = plain(dice.0, Time::Segments(takes));
    let other = deed(&with(modifier), dice.1, untimed);
    compare(&runner, &other, BySegment).order
}

/// Across, both, shot first, of all 36 rolls.
fn table(takes: u16, untimed: Time) -> [u32; 3] {
    let mut counts = [0; 3];
    for (own, other) in (1..=6).flat_map(|own| (1..=6).map(move |other| (own, other))) {
        counts[match crosses(takes, (own, other), untimed, 0) {
            Less => 0,
            Equal => 1,
            Greater => 2,
        }] += 1;
    }
    counts
}

#[test]
fn ad_09_nine_inches_are_nine_feet_a_segment_and_eighteen_charging() {
    // A rate of 9" is 90 feet in the ten segments of a round.
    let feet = |n: i32| n * UNIT / 10;
    let (walks, charges) = (feet(90), 2 * feet(90));
    assert_eq!(segments_for(feet(9), walks, 10), 1);
    assert_eq!(segments_for(feet(10), walks, 10), 2);
    assert_eq!(segments_for(feet(18), charges, 10), 1);
    assert_eq!(segments_for(feet(30), charges, 10), 2);
}

#[test]
fn ad_05_of_two_timed_actions_the_shorter_completes_first_whoever_has_initiative() {
    for (own, other) in (1..=6).flat_map(|own| (1..=6).map(move |other| (own, other))) {
        let two = plain(own, Time::Segments(2));
        let three = plain(other, Time::Segments(3));
        let verdict = compare(&two, &three, BySegment);
        assert_eq!((verdict.order, verdict.rule), (Less, Rule::ad(5)));
        // Of equal ones whoever has initiative.
        let equal = compare(&two, &plain(other, Time::Segments(2)), BySegment);
        assert_eq!(equal.order, other.cmp(&own));
        assert_eq!(equal.segment, None);
    }
}

#[test]
fn ad_06_the_runner_and_the_crossbow() {
    for (dice, modifier, expected) in [
        ((3, 4), 0, SHOT_FIRST),
        ((3, 2), 0, ACROSS),
        ((2, 1), 0, ACROSS),
        ((3, 3), 0, ACROSS),
        ((2, 2), 0, BOTH),
        ((2, 3), -2, ACROSS),
    ] {
        assert_eq!(crosses(2, dice, SHOT, modifier), expected, "{dice:?} with {modifier}");
    }
}

#[test]
fn ad_06_says_which_segment_and_by_which_rule() {
    let verdict = |dice: (i32, i32), modifier| {
        let runner = plain(dice.0, Time::Segments(2));
        compare(&runner, &deed(&with(modifier), dice.1, SHOT), BySegment)
    };
    // The golden rule; Method I; the same segment.
    assert_eq!(verdict((3, 4), 0).segment, None);
    assert_eq!(verdict((3, 4), 0).rule, Rule::ad(4));
    assert_eq!(verdict((3, 2), 0).segment, Some(3));
    assert_eq!(verdict((3, 2), 0).rule, Rule::ad(6));
    assert_eq!(verdict((2, 1), 0).segment, Some(2));
    assert_eq!(verdict((2, 1), 0).rule, Rule::ad(8));
    assert_eq!(verdict((2, 2), 0).rule, Rule::ad(8));
    // The higher unmodified die.
    assert_eq!(verdict((2, 3), -2).segment, Some(3));
}

#[test]
fn ad_06_more_than_six_segments_never_complete_before_a_shot() {
    for takes in 7..=10 {
        assert_eq!(table(takes, SHOT), [0, 0, 36], "{takes} segments");
    }
}

#[test]
fn ad_06_the_derived_table() {
    for (takes, expected) in (1..).zip(UNDER_A_SHOT) {
        assert_eq!(table(takes, SHOT), expected.map(u32::from), "{takes} segments");
    }
}

#[test]
fn ad_07_the_scimitar() {
    let segment = |losing| {
        let timed = plain(6, Time::Segments(1));
        compare(&timed, &plain(losing, weapon(4)), BySegment).segment
    };
    assert_eq!(segment(3), Some(1));
    assert_eq!(segment(5), Some(1));
    assert_eq!(segment(4), Some(0));
    // Zero is before even a one-segment action.
    assert_eq!(crosses(1, (6, 4), weapon(4), 0), SHOT_FIRST);
    // On a tie, the speed factor itself.
    let tied = compare(&plain(2, Time::Segments(4)), &plain(2, weapon(4)), BySegment);
    assert_eq!((tied.order, tied.segment, tied.rule), (BOTH, Some(4), Rule::ad(8)));
}

#[test]
fn ad_07_the_losing_die_is_the_weapons_own_and_unmodified() {
    let verdict = compare(&plain(4, Time::Segments(1)), &deed(&with(-3), 5, weapon(8)), BySegment);
    assert_eq!(verdict.segment, Some(3));
    // A hasted caster has initiative over a weapon with the higher die; that is the losing die.
    let hasted = Standing { routines: 2, ..Standing::PLAIN };
    let verdict = compare(&deed(&hasted, 1, Time::Segments(3)), &plain(6, weapon(8)), BySegment);
    assert_eq!(verdict.segment, Some(2));
}

#[test]
fn ad_07_the_derived_tables() {
    for (factor, expected) in UNDER_A_WEAPON {
        for (takes, expected) in (1..).zip(expected) {
            let found = table(takes, weapon(factor));
            assert_eq!(found, expected.map(u32::from), "{takes} segments");
        }
    }
}

#[test]
fn ad_07_a_long_spell_may_complete_before_a_slow_weapon() {
    // Seven segments with initiative against a factor of 10 that lost with a 2: it comes on segment 8.
    let verdict = compare(&plain(6, Time::Segments(7)), &plain(2, weapon(10)), BySegment);
    assert_eq!((verdict.order, verdict.segment), (ACROSS, Some(8)));
    // The latest there is: a pike, 12, or 13 on a tie.
    let latest =
        |own| compare(&plain(own, Time::Segments(1)), &plain(1, weapon(13)), BySegment).segment;
    assert_eq!((latest(2), latest(1)), (Some(12), Some(13)));
}

#[test]
fn ad_04_untimed_actions_come_in_the_raw_order() {
    let verdict = compare(&plain(5, SHOT), &plain(4, weapon(2)), BySegment);
    assert_eq!((verdict.order, verdict.rule), (Less, Rule::ad(4)));
    let tied = compare(&plain(4, SHOT), &plain(4, weapon(2)), BySegment);
    assert_eq!((tied.order, tied.rule), (Equal, Rule::ad(1)));
}

#[test]
fn ad_10_weapons_that_tie() {
    let tied = |a, b| compare(&plain(4, a), &plain(4, b), BySegment);
    assert_eq!(tied(weapon(2), weapon(7)).order, Less);
    assert_eq!(tied(weapon(7), weapon(2)).order, Greater);
    assert_eq!(tied(weapon(7), weapon(2)).rule, Rule::ad(10));
    assert_eq!(tied(weapon(5), weapon(5)).order, Equal);
    // Without initiative tied the factor says nothing.
    let lost = compare(&plain(3, weapon(1)), &plain(4, weapon(13)), BySegment);
    assert_eq!(lost.order, Greater);
    assert_eq!(faster(None, Some(3)), Equal);
    assert_eq!(faster(Some(2), Some(3)), Less);
}

#[test]
fn ad_10_the_table_of_extra_strikes_with_its_misprint_mended() {
    let thresholds = [
        (3, 11),
        (6, 12),
        (8, 13),
        (9, 14),
        (10, 15),
        (11, 16),
        (12, 17),
        // The source prints 16; ten or more is 18.
        (13, 18),
    ];
    for (own, (one, two)) in (1..).zip(thresholds) {
        for other in 0..=20 {
            let expected = u8::from(other >= one) + u8::from(other >= two);
            assert_eq!(extra_strikes(own, other), expected, "{own} against {other}");
        }
    }
}

#[test]
fn ad_10_what_can_happen_in_play() {
    // No factor is above 13: no two extra strikes from 4 on, none at all from 9 on.
    for own in 1..=13 {
        let most = (own..=13).map(|other| extra_strikes(own, other)).max();
        let expected = match own {
            1..=3 => 2,
            4..=8 => 1,
            _ => 0,
        };
        assert_eq!(most, Some(expected), "speed factor {own}");
    }
}

#[test]
fn option_timed_loser_always_interrupted_takes_from_the_loser_what_modifiers_gave_him() {
    let verdict = |own, other, modifier, loser: TimedLoser| {
        let runner = plain(own, Time::Segments(2));
        compare(&runner, &deed(&with(modifier), other, SHOT), loser).order
    };
    assert_eq!(verdict(2, 3, -2, BySegment), ACROSS);
    assert_eq!(verdict(2, 3, -2, AlwaysInterrupted), SHOT_FIRST);
    // Without modifiers the two readings are the same.
    for (own, other) in (1..=6).flat_map(|own| (1..=6).map(move |other| (own, other))) {
        assert_eq!(verdict(own, other, 0, BySegment), verdict(own, other, 0, AlwaysInterrupted));
    }
    // Haste is no modifier.
    let hasted = Standing { routines: 2, ..Standing::PLAIN };
    let caster = deed(&hasted, 1, Time::Segments(2));
    let verdict = compare(&caster, &plain(6, SHOT), AlwaysInterrupted);
    assert_eq!((verdict.order, verdict.segment), (ACROSS, Some(6)));
}
