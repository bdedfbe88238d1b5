//! Changes between variants, for made-up games.

use skirmish_engine::side::Side;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::{Comparison, MeasureChange, Study};
use skirmish_simulator::{Counts, Quantity as Q, Unit};

/// A game with these counts for A's win, actions, and A's streaks.
fn game(won: i64, actions: i64, streaks: (i64, i64)) -> Counts {
    let mut counts = Counts::default();
    for (quantity, count) in [
        (Q::Games, 1),
        (Q::WonA, won),
        (Q::Actions, actions),
        (Q::StreakActionsA, streaks.0),
        (Q::StreaksA, streaks.1),
    ] {
        counts.add(quantity, count);
    }
    counts
}

fn none() -> Study {
    Study::of_measures(Unit::Game, 1)
}

fn told(study: &Study) -> Comparison {
    study.comparison(0, Confidence::P95)
}

fn of<'c>(comparison: &'c Comparison, name: &str) -> &'c MeasureChange {
    comparison
        .changes
        .iter()
        .find(|c| c.measure.name == name && c.side != Some(Side::B))
        .expect("a measure")
}

/// Only what can't differ has exactly no change: fifty equal games may be fifty of many.
#[test]
fn nothing_seen_is_not_nothing() {
    let mut study = none();
    for k in 0..50 {
        let game = game(k % 2, 3 * k, (k, 2));
        study.add(k as u64, &game, &[game]);
    }
    let comparison = told(&study);
    assert!(comparison.changes.iter().all(|change| change.p_value.is_none_or(|p| p >= 1.0)));
    let of_share = of(&comparison, "win-rate").difference.expect("some");
    let interval = of_share.interval.expect("some");
    assert!(interval.low < -0.05 && interval.high > 0.05 && of_share.value == 0.0);
    let of_mean = of(&comparison, "actions").difference.expect("some");
    assert_eq!((of_mean.value, of_mean.interval), (0.0, None));
}

/// The mean streak of a side that never acts twice in a row is 1, however many streaks there are.
#[test]
fn a_ratio_that_is_the_same_in_all_games_is_not_known_to_change() {
    let mut study = none();
    for k in 0..50 {
        study.add(0, &game(0, 1, (3 * k, k)), &[game(0, 1, (21, 7))]);
    }
    let comparison = told(&study);
    let change = of(&comparison, "streak-in-actions");
    let difference = change.difference.expect("some");
    assert_eq!((difference.value, difference.interval), (0.0, None));
    assert_eq!(change.p_value, Some(1.0));
}

#[test]
fn paired_mean_by_hand() {
    // Differences in actions, each eight times. SciPy 1.17.1: ttest_1samp(d, 0).
    let mut study = none();
    for k in 1..=40 {
        let more = [-2, 1, 2, 3, -1][k as usize % 5];
        study.add(0, &game(0, 100 * k, (1, 1)), &[game(0, 100 * k + more, (1, 1))]);
    }
    let comparison = told(&study);
    let change = of(&comparison, "actions");
    let difference = change.difference.expect("some");
    assert!((difference.value - 0.6).abs() < 1e-12);
    assert!((difference.std_err.expect("forty") - 0.296_993_481_8).abs() < 1e-9);
    assert!((change.p_value.expect("forty") - 0.050_264_155).abs() < 1e-6);
    assert!(change.gain.expect("varies") > 100.0);
}

#[test]
fn shares_of_games_are_tested_exactly() {
    // 10 games that A won only under the first, 2 only under the second, 88 the same.
    let mut study = none();
    for k in 0..100 {
        let (one, other) = match k {
            0..10 => (1, 0),
            10..12 => (0, 1),
            _ => (k % 2, k % 2),
        };
        study.add(0, &game(one, 1, (1, 1)), &[game(other, 1, (1, 1))]);
    }
    let comparison = told(&study);
    let change = of(&comparison, "win-rate");
    // R 4.2: binom.test(2, 12)$p.value is 0.03857422.
    assert!((change.p_value.expect("some") - 0.038_574_22).abs() < 1e-7);
    let interval = change.difference.expect("some").interval.expect("some");
    assert!(interval.low < -0.08 && interval.high < 0.0 && interval.low > -0.16);
}

#[test]
fn one_game_and_none_have_no_interval_and_no_trouble() {
    let mut study = none();
    let none = told(&study);
    assert!(none.changes.iter().all(|c| c.difference.is_none()));
    study.add(0, &game(1, 5, (0, 0)), &[game(0, 7, (0, 0))]);
    let one = told(&study);
    let change = of(&one, "actions");
    assert_eq!(change.difference.expect("one").interval, None);
    assert!(of(&one, "streak-in-actions").difference.is_none());
    for change in &one.changes {
        for number in [change.p_value, change.adjusted_p_value, change.gain] {
            assert!(number.is_none_or(f64::is_finite));
        }
    }
}

/// A pair is one unit: if its games always agree, intervals and tests are those of half as many games.
#[test]
fn a_pair_is_one_unit() {
    let (mut pairs, mut games) = (Study::of_measures(Unit::Pair, 1), none());
    for k in 0..100 {
        let (one, other) = if k < 8 { (0, 1) } else { (k % 2, k % 2) };
        let pair = |won: i64| {
            let mut counts = game(2 * won, 2, (2, 2));
            counts.add(Q::Games, 1);
            counts
        };
        pairs.add(k as u64, &pair(one), &[pair(other)]);
        games.add(k as u64, &game(one, 1, (1, 1)), &[game(other, 1, (1, 1))]);
    }
    assert_eq!((pairs.games(), games.games()), (200, 100));
    let [pairs, games] = [pairs, games].map(|study| *of(&told(&study), "win-rate"));
    let (of_pairs, of_games) = (pairs.difference.expect("some"), games.difference.expect("some"));
    assert_eq!(of_pairs.value, of_games.value);
    let [one, other] = [of_pairs, of_games].map(|d| d.interval.expect("some").half_width());
    assert!((one / other - 1.0).abs() < 0.02, "{one} {other}");
    // The sign test of eight pairs, as of eight games; Student's test would be bolder.
    assert_eq!(pairs.p_value, games.p_value);
    assert!(pairs.p_value.is_some_and(|p| (p - 2.0 / 256.0).abs() < 1e-12));
}

/// Games of a pair that make up for each other don't prove that nothing changes.
#[test]
fn games_that_make_up_for_each_other_are_not_the_same() {
    let mut study = Study::of_measures(Unit::Pair, 1);
    for k in 0..50 {
        let pair = |first: i64| {
            let mut counts = game(1, 2, (2, 2));
            counts.add(Q::Games, 1);
            counts.of_first[Q::WonA as usize] = first;
            counts
        };
        study.add(k, &pair(0), &[pair(1)]);
    }
    let change = *of(&told(&study), "win-rate");
    let interval = change.difference.and_then(|d| d.interval).expect("many");
    assert!(interval.low < 0.0 && interval.high > 0.0, "{interval:?}");
    assert_eq!(change.p_value, Some(1.0));
    assert_eq!(of(&told(&study), "actions").difference.map(|d| d.value), Some(0.0));
}
