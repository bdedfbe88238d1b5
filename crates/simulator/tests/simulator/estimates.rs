//! Estimates and intervals, compared with tables, other programs and values computed by hand.

use skirmish_simulator::estimate::{
    Confidence, Method, Per, Trials, mean, proportion, ratio, share,
};
use skirmish_simulator::sums::{RatioSums, Sums};

fn near(left: f64, right: f64) -> bool {
    (left - right).abs() < 1e-6
}

#[test]
fn quantiles_are_those_of_the_tables() {
    assert!(near(Confidence::P95.z(), 1.959_963_985));
    assert!(near(Confidence::P95.t(1), 12.706_204_736));
    assert!(near(Confidence::P95.t(10), 2.228_138_852));
    assert!(near(Confidence::P95.t(20_000), Confidence::P95.z()));
    for degrees in [9_999, 10_000, 10_001] {
        assert!((Confidence::P95.t(degrees) - Confidence::P95.z()).abs() < 1e-3);
    }
    for bad in [0.0, 1.0, -0.5, f64::NAN, f64::INFINITY] {
        assert_eq!(Confidence::new(bad), None);
    }
}

#[test]
fn nothing_seen_is_nothing_said() {
    let none = Trials { successes: 0, trials: 0 };
    assert_eq!(proportion(none, Confidence::P95), None);
    assert_eq!(share(&RatioSums::default(), Confidence::P95), None);
    assert_eq!(ratio(&RatioSums::default(), Confidence::P95), None);
    let per = Per { units: 0, games: 1 };
    assert_eq!(mean(&Sums::default(), per, Confidence::P95), None);
}

fn sums(units: &[(u64, u64)]) -> RatioSums {
    let mut sums = RatioSums::default();
    for &(x, y) in units {
        sums.add(x, y);
    }
    sums
}

#[test]
fn a_share_of_single_trials_is_nearly_a_proportion() {
    let mut units = vec![(1, 1); 300];
    units.extend(vec![(0, 1); 700]);
    let of_units = share(&sums(&units), Confidence::P95).expect("seen");
    let seen = Trials { successes: 300, trials: 1000 };
    let plain = proportion(seen, Confidence::P95).expect("seen");
    let (of_units, plain) = (of_units.interval.expect("some"), plain.interval.expect("some"));
    assert!((of_units.low - plain.low).abs() < 2e-4);
    assert!((of_units.high - plain.high).abs() < 2e-4);
}

#[test]
fn clustering_widens_the_interval_by_the_design_effect() {
    // Ten equal rolls a game are worth one: the interval is that of 200 trials, not of 2000.
    let mut units = vec![(10, 10); 60];
    units.extend(vec![(0, 10); 140]);
    let clustered = share(&sums(&units), Confidence::P95).expect("seen");
    let single = Trials { successes: 60, trials: 200 };
    let single = proportion(single, Confidence::P95).expect("seen");
    let ratio = clustered.std_err.expect("many") / single.std_err.expect("many");
    assert!((ratio - 1.0).abs() < 1e-9, "{ratio}");
}

#[test]
fn linearized_standard_error_by_hand() {
    // R = 6/12; residuals x - y/2: 0, 1, -1, 0; m = 4: sqrt(4/3 * 2) / 12.
    let four = sums(&[(1, 2), (3, 4), (1, 4), (1, 2), (0, 0)]);
    let estimate = ratio(&four, Confidence::P95).expect("seen");
    assert_eq!(estimate.units, 4);
    assert!(near(estimate.value, 0.5));
    assert!(near(estimate.std_err.expect("four"), (8.0_f64 / 3.0).sqrt() / 12.0));
}

#[test]
fn degenerate_shares_have_sensible_intervals() {
    for units in [
        vec![(0, 10)],
        vec![(10, 10)],
        vec![(4, 10)],
        vec![(0, 7); 2],
        vec![(7, 7); 2],
        vec![(1, 2); 5],
        vec![(1, 2); 500],
        vec![(0, 3); 1000],
        vec![(3, 3); 1000],
    ] {
        let estimate = share(&sums(&units), Confidence::P95).expect("seen");
        let interval = estimate.interval.expect("some");
        assert!(interval.low < interval.high, "{units:?}: {interval:?}");
        assert!(interval.low >= 0.0 && interval.high <= 1.0);
        assert!(interval.holds(estimate.value));
    }
    let all = share(&sums(&vec![(3, 3); 1000]), Confidence::P95).expect("seen");
    let interval = all.interval.expect("some");
    assert!(interval.high >= 1.0 && interval.low > 0.99, "{interval:?}");
}

#[test]
fn totals_too_great_for_exact_integers_are_no_problem() {
    let huge = RatioSums {
        x: u64::MAX / 4,
        y: u64::MAX / 2,
        xx: u128::MAX / 16,
        xy: u128::MAX / 8,
        yy: u128::MAX / 4,
        units: u64::MAX / 8,
        ..RatioSums::default()
    };
    for estimate in [share(&huge, Confidence::P95), ratio(&huge, Confidence::P95)] {
        let estimate = estimate.expect("seen");
        let interval = estimate.interval.expect("many");
        assert!(interval.low.is_finite() && interval.high.is_finite());
    }
}

#[test]
fn mean_by_hand() {
    let mut four = Sums::default();
    for x in [2, 4, 4, 6] {
        four.add(x);
    }
    // Pairs: the mean of a game is half that of a pair.
    let per = Per { units: 4, games: 2 };
    let estimate = mean(&four, per, Confidence::P95).expect("seen");
    assert!(near(estimate.value, 2.0));
    assert!(near(estimate.std_err.expect("four"), (8.0_f64 / 3.0 / 4.0).sqrt() / 2.0));
    let interval = estimate.interval.expect("four");
    assert!(near(interval.half_width(), 3.182_446_305 * estimate.std_err.expect("four")));

    let mut one = Sums::default();
    one.add(5);
    let per = Per { units: 1, games: 1 };
    let estimate = mean(&one, per, Confidence::P95).expect("seen");
    assert_eq!((estimate.std_err, estimate.interval), (None, None));
}

#[test]
fn mid_p_gives_published_values() {
    // R. G. Newcombe, Two-sided confidence intervals for the single proportion, Statistics in Medicine 17 (1998), table I,
    // method 6: 81/263, 15/148, 0/20, 1/29.
    for (successes, trials, low, high) in [
        (81, 263, 0.2544, 0.3658),
        (15, 148, 0.0601, 0.1581),
        (0, 20, 0.0, 0.1391),
        (1, 29, 0.0017, 0.1585),
    ] {
        let [found, other] = [successes, trials - successes].map(|successes| {
            let seen = proportion(Trials { successes, trials }, Confidence::P95).expect("seen");
            seen.interval.expect("some")
        });
        assert_eq!(found.method, Method::MidP);
        let is_near = |one: f64, two: f64, by: f64| (one - two).abs() < by;
        assert!(is_near(found.low, low, 6e-5) && is_near(found.high, high, 6e-5), "{found:?}");
        assert!(is_near(found.low, 1.0 - other.high, 1e-9));
        assert!(is_near(found.high, 1.0 - other.low, 1e-9));
    }
}
