//! Studies: sums, slopes, looks and verdicts.

use skirmish_engine::side::Side;
use skirmish_simulator::estimate::{Confidence, Estimate, Per, Trials, mean, proportion};
use skirmish_simulator::study::{Bounds, Looks, Study, Verdict, games_needed, holm, resolution};
use skirmish_simulator::sums::Sums;
use skirmish_simulator::{Additive, Counts, Measure, Quantity, Unit};

/// A study of made-up units with two variants; the second has three more actions.
fn made_up(numbers: std::ops::Range<u64>) -> Study {
    let mut study = Study::of_measures(Unit::Game, 2);
    for number in numbers {
        let counts = |more: i64| {
            let mut counts = Counts::default();
            counts.add(Quantity::Games, 1);
            counts.add(Quantity::WonA, i64::from(number.is_multiple_of(3)));
            counts.add(Quantity::Actions, (number * 7 % 11) as i64 + more);
            counts
        };
        study.add(number, &counts(0), &[counts(0), counts(3)]);
    }
    study
}

#[test]
fn parts_make_the_whole_also_when_they_were_kept_in_between() {
    let whole = made_up(0..101);
    let mut kept = Vec::new();
    made_up(0..64).pack(&mut kept);
    let mut taken_up = Study::of_measures(Unit::Game, 2);
    assert_eq!(taken_up.unpack(&mut kept.into_iter()), Some(()));
    assert_eq!(taken_up, made_up(0..64));
    taken_up.merge(&made_up(64..101));
    assert_eq!(taken_up, whole);
}

#[test]
fn rows_that_are_none_are_refused() {
    let mut row = Vec::new();
    made_up(0..5).pack(&mut row);
    let read = |row: &[i128]| {
        let mut row = row.iter().copied();
        Study::of_measures(Unit::Game, 2).unpack(&mut row).filter(|()| row.next().is_none())
    };
    assert_eq!(read(&row), Some(()));
    assert_eq!(read(&[]), None);
    assert_eq!(read(&row[1..]), None);
    assert_eq!(read(&row[..row.len() - 1]), None, "a number is missing");
    let fewer_than_none = [&[-1], &row[1..]].concat();
    assert_eq!(read(&fewer_than_none), None);
    let mut long = row.clone();
    long.push(1);
    assert_eq!(read(&long), None);
    // One variant has more games than the rest.
    let mut mixed = made_up(0..5);
    mixed.variants[1].tally.units += 1;
    row.clear();
    mixed.pack(&mut row);
    assert_eq!(read(&row), None);
}

/// The second variant has three more actions in every game, and the same wins.
#[test]
fn a_slope_of_few_games_is_not_certain() {
    let p_value = |games: u64, name: &str| {
        let study = made_up(0..games);
        let measure = Measure::named(name).expect("a measure");
        let side = measure.by_side.then_some(Side::A);
        let slope = study.slope(&[0.0, 1.0], measure, side, Confidence::P95).expect("a line");
        study.slope_p_value(&slope, measure, side)
    };
    assert_eq!(p_value(400, "win-rate"), Some(1.0));
    assert!(p_value(400, "actions").is_some_and(|p| p < 1e-9));
    // Too few for the spread of batches, so there is no interval.
    assert_eq!(p_value(20, "actions"), None);
}

#[test]
fn a_slope_is_that_of_the_values() {
    let actions = Measure::named("actions").expect("a measure");
    // 3 more actions in every game, over a distance of 2.
    let slope = made_up(0..200).slope(&[0.0, 2.0], actions, None, Confidence::P95);
    let slope = slope.expect("a slope");
    assert!((slope.value - 1.5).abs() < 1e-12);
    assert!(slope.interval.expect("enough games").half_width() < 1e-9);
    let few = made_up(0..30).slope(&[0.0, 2.0], actions, None, Confidence::P95);
    assert!(few.expect("a slope").interval.is_none());
}

#[test]
fn what_is_no_line_has_no_slope() {
    // Three more actions under the second of three variants only.
    let mut bent = Study::of_measures(Unit::Game, 3);
    for number in 0..200 {
        let counts = |more: i64| {
            let mut counts = Counts::default();
            counts.add(Quantity::Games, 1);
            counts.add(Quantity::Actions, (number * 7 % 11) as i64 + more);
            counts
        };
        bent.add(number, &counts(0), &[counts(0), counts(3), counts(0)]);
    }
    let actions = Measure::named("actions").expect("a measure");
    assert!(bent.slope(&[0.0, 1.0, 2.0], actions, None, Confidence::P95).is_none());
}

#[test]
fn adjusts_as_r_does() {
    // R 4.2: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") is 0.03 0.06 0.06 0.02.
    let adjusted = holm(&[Some(0.01), Some(0.04), None, Some(0.03), Some(0.005)], 1);
    let expected = [Some(0.03), Some(0.06), None, Some(0.06), Some(0.02)];
    for (found, expected) in adjusted.iter().zip(expected) {
        match (found, expected) {
            (Some(found), Some(expected)) => assert!((found - expected).abs() < 1e-12),
            (None, None) => {}
            _ => panic!("{adjusted:?}"),
        }
    }
}

#[test]
fn nothing_asked_is_nothing_found() {
    assert_eq!(holm(&[], 1), []);
    assert_eq!(holm(&[None], 3), [None]);
    assert_eq!(holm(&[Some(0.9), Some(0.8)], 1), [Some(1.0), Some(1.0)]);
    assert_eq!(holm(&[Some(0.25)], 3), [Some(0.75)]);
}

/// Games at the last look of an open-ended plan.
const LAST: u64 = 1_000 << 20;

#[test]
fn looks_double_up_to_the_cap() {
    let looks = |cap| Looks::up_to(cap, 0.05, 1).games().to_vec();
    assert_eq!(looks(16_000), [1_000, 2_000, 4_000, 8_000, 16_000]);
    assert_eq!(looks(500), [500]);
    assert_eq!(looks(1), [1]);
}

#[test]
fn the_error_is_shared_over_looks_and_questions() {
    let looks = Looks::up_to(4_000, 0.06, 2);
    assert!((looks.confidence().tails() - 0.01).abs() < 1e-12);
}

#[test]
fn the_last_look_is_the_first_that_is_sure_to_suffice() {
    let looks = Looks::until_narrow(0.005, Some(0.5), 0.05);
    let z = looks.confidence().z();
    let needed = (z * 0.5 / 0.005).powi(2);
    let [.., before, last] = looks.games() else {
        panic!("more than one look is needed");
    };
    assert!(needed <= *last as f64);
    assert!(needed > *before as f64);
    assert_eq!(Looks::until_narrow(0.4, Some(0.5), 0.05).games(), [1_000]);
    let endless = Looks::until_narrow(1e-9, None, 0.05);
    assert_eq!(endless.games().last(), Some(&LAST));
    assert_eq!(endless.after(1_000), Some(2_000));
    assert_eq!(endless.after(LAST), None);
}

#[test]
fn a_hundred_thousand_games() {
    let one = resolution(100_000, 1).expect("games");
    // 1.959964 / 2 / sqrt(100003.84); (1.959964 + 0.841621) sqrt(0.5 / 100000).
    assert!((one.half_width - 0.003_098_9).abs() < 1e-6, "{one:?}");
    assert!((one.change - 0.006_264_5).abs() < 1e-6, "{one:?}");
    let many = resolution(100_000, 30).expect("games");
    assert!(many.change > one.change);
    assert_eq!(resolution(0, 1), None);
    // (1.959964 * 0.5 / 0.005)².
    assert!((games_needed(0.5, 0.005, Confidence::P95) - 38_414.6).abs() < 0.1);
    assert!(resolution(1, 30).is_some_and(|r| r.change <= 1.0));
}

fn seen(successes: u64, trials: u64) -> Estimate {
    proportion(Trials { successes, trials }, Confidence::P95).expect("some trials")
}

#[test]
fn the_interval_decides() {
    let bounds = Bounds { least: Some(0.4), most: Some(0.6) };
    assert_eq!(bounds.judge(&seen(500, 1000)), Verdict::Pass);
    assert_eq!(bounds.judge(&seen(300, 1000)), Verdict::Fail);
    assert_eq!(bounds.judge(&seen(700, 1000)), Verdict::Fail);
    assert_eq!(bounds.judge(&seen(410, 1000)), Verdict::Inconclusive);
    assert_eq!(Bounds::default().judge(&seen(0, 1000)), Verdict::Pass);
}

#[test]
fn a_few_games_that_were_all_the_same_decide_nothing() {
    let of = |games: u64| {
        let mut sums = Sums::default();
        (0..games).for_each(|_| sums.add(7));
        let per = Per { units: games, games: 1 };
        mean(&sums, per, Confidence::P95).expect("some games")
    };
    // Any game may be one of the few that differ.
    let bounds = Bounds { least: Some(8.0), most: None };
    assert_eq!(bounds.judge(&of(1)), Verdict::Inconclusive);
    assert_eq!(bounds.judge(&of(50)), Verdict::Inconclusive);
    assert_eq!(bounds.judge(&of(500)), Verdict::Fail);
}

#[test]
fn games_that_would_decide() {
    let bounds = Bounds { least: Some(0.45), most: None };
    // Half width 0.031 of 1000 games, room 0.01: (3.1 (1 + 0.84 / 1.96))² is about 20.
    let games = bounds.games_to_decide(&seen(460, 1000), 1000);
    assert!(games.is_some_and(|n| (18_000..21_000).contains(&n)), "{games:?}");
    assert_eq!(bounds.games_to_decide(&seen(450, 1000), 1000), None);
    // The interval of an event that never happened has one side only, and reaches beyond the bound.
    let never = Bounds { least: None, most: Some(0.003) };
    let games = never.games_to_decide(&seen(0, 1000), 1000);
    assert!(games.is_some_and(|n| n > 1000), "{games:?}");
}

#[test]
fn a_grid_that_does_not_fit_is_none() {
    let win_rate = Measure::named("win-rate").expect("a measure");
    let study = Study::of_measures(Unit::Game, 0);
    assert!(study.interplay(&[2], win_rate, Some(Side::A), Confidence::P95).is_none());
    assert!(study.interplay(&[], win_rate, Some(Side::A), Confidence::P95).is_none());
}
