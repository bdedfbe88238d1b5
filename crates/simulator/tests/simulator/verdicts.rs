//! The tests that compare simulated with exact values, computed by hand.

use crate::agreement::{trials, two_sided};
use skirmish_simulator::estimate::Trials;

#[test]
fn binomial_tails_by_hand() {
    // 0 of 5 at 1/2: both tails together 2/32.
    let seen = Trials { successes: 0, trials: 5 };
    let comparison = trials(seen, 0.5).expect("seen");
    assert!((comparison.p - 0.0625).abs() < 1e-12);
    let seen = Trials { successes: 5, trials: 5 };
    let comparison = trials(seen, 0.5).expect("seen");
    assert!((comparison.p - 0.0625).abs() < 1e-12);
}

#[test]
fn the_exact_and_the_normal_test_meet() {
    for z in [-3.0_f64, -1.0, 0.0, 2.0] {
        for n in [9_500_u64, 12_000] {
            let spread = (n as f64 * 0.1 * 0.9).sqrt();
            let seen =
                Trials { successes: (n as f64 * 0.1 + z * spread).round() as u64, trials: n };
            let comparison = trials(seen, 0.1).expect("seen");
            assert!((comparison.p / two_sided(z)).ln().abs() < 0.2, "{comparison:?}");
        }
    }
}

#[test]
fn the_impossible_is_a_difference() {
    let none = Trials { successes: 0, trials: 9 };
    let one = Trials { successes: 1, trials: 9 };
    assert!(trials(none, 0.0).is_some_and(|c| c.p == 1.0));
    assert!(trials(one, 0.0).is_some_and(|c| c.p == 0.0));
    assert!(trials(one, 1.0).is_some_and(|c| c.p == 0.0));
}
