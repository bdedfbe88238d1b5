//! Distributions.

use proptest::prelude::*;
use skirmish_odds::{Natural, OddsError, Pmf, Ratio};

use crate::fractions::of;

fn die(sides: i64) -> Pmf {
    Pmf::from_weights((1..=sides).map(|face| (face, 1_u8))).unwrap()
}

#[test]
fn adds_up_what_comes_twice_and_leaves_out_what_cannot_happen() {
    let pmf = Pmf::from_weights([(3, 1_u8), (1, 2), (2, 0), (3, 3)]).unwrap();
    assert_eq!(pmf.support().copied().collect::<Vec<_>>(), [1, 3]);
    assert_eq!(pmf.chance(&3), of(2, 3));
    assert_eq!(pmf.chance(&2), Ratio::ZERO);
    assert_eq!(Pmf::from_weights([(3, 0_u8)]), Err(OddsError::NoOutcome));
}

#[test]
fn chances_must_add_up_to_one() {
    let pmf = Pmf::from_chances([(0, of(2, 3)), (1, of(1, 4)), (2, of(1, 12))]).unwrap();
    assert_eq!(pmf.chance(&1), of(1, 4));
    assert_eq!(
        Pmf::from_chances([(0, of(2, 3)), (1, of(1, 4))]),
        Err(OddsError::NotOne(of(11, 12)))
    );
    assert_eq!(
        Pmf::from_chances([(0, -of(1, 2)), (1, of(3, 2))]),
        Err(OddsError::NotAChance(-of(1, 2)))
    );
    let nothing: [(i64, Ratio); 0] = [];
    assert_eq!(Pmf::from_chances(nothing), Err(OddsError::NotOne(Ratio::ZERO)));
}

#[test]
fn a_die() {
    let d6 = die(6);
    assert_eq!(d6.mean(), of(7, 2));
    assert_eq!(d6.variance(), of(35, 12));
    assert_eq!((d6.cdf(&2), d6.survival(&2), d6.at_least(&2)), (of(1, 3), of(2, 3), of(5, 6)));
    assert_eq!((d6.min(), d6.max()), (&1, &6));
}

#[test]
fn two_dice_against_each_other() {
    let winner = die(6).combine(&die(6), |a, b| a.cmp(b));
    assert_eq!(winner.chance(&std::cmp::Ordering::Greater), of(15, 36));
    assert_eq!(winner.chance(&std::cmp::Ordering::Equal), of(6, 36));
}

#[test]
fn what_is_known_changes_the_chances() {
    let even = die(6).given(|face| face % 2 == 0).unwrap();
    assert_eq!((even.chance(&1), even.chance(&2)), (of(0, 1), of(1, 3)));
    assert_eq!(die(6).given(|face| *face > 6), Err(OddsError::NoOutcome));
}

#[test]
fn what_follows_depends_on_what_fell() {
    // A d4 says whether a d6 or a d8 is rolled.
    let second = die(4).then(|face| die(if *face == 1 { 6 } else { 8 }));
    assert_eq!(second.chance(&6), of(1, 24) + of(3, 32));
    assert_eq!(second.chance(&8), of(3, 32));
    let mixture = Pmf::mixture([(of(1, 4), die(6)), (of(3, 4), die(8))]).unwrap();
    assert_eq!(mixture, second);
    assert_eq!(Pmf::mixture([(of(1, 4), die(6))]), Err(OddsError::NotOne(of(1, 4))));
}

#[test]
fn far_apart_and_huge_weights_add_up_too() {
    let far = Pmf::from_weights([(-1_000_000_000_000, 1_u8), (1, 3)]).unwrap();
    let twice = far.convolve(&far);
    assert_eq!(twice.chance(&-999_999_999_999), of(6, 16));
    assert_eq!(twice.mean(), far.mean() + far.mean());
    let many = die(20).repeat(40);
    assert_eq!(many.total(), &Natural::from(20_u8).pow(40));
    assert_eq!(many.mean(), Ratio::from(420));
    assert_eq!(many.variance(), Ratio::from(40) * die(20).variance());
}

fn pmfs() -> impl Strategy<Value = Pmf> {
    prop::collection::vec((-30..30_i64, 0..1000_u32), 1..12)
        .prop_filter_map("all weights are 0", |weights| Pmf::from_weights(weights).ok())
}

fn is_whole(pmf: &Pmf) -> bool {
    pmf.iter().map(|(_, chance)| chance).sum::<Ratio>() == Ratio::ONE
}

proptest! {
    #[test]
    fn everything_adds_up_to_one(a in pmfs(), b in pmfs(), n in 0..5_u32) {
        prop_assert!(is_whole(&a));
        prop_assert!(is_whole(&a.convolve(&b)));
        prop_assert!(is_whole(&a.repeat(n)));
        prop_assert!(is_whole(&a.map(|x| x / 7)));
        prop_assert!(is_whole(&a.combine(&b, |x, y| x * y)));
        let either = a.then(|x| if *x > 0 { b.clone() } else { a.clone() });
        prop_assert!(is_whole(&either));
    }

    #[test]
    fn sums_are_combinations(a in pmfs(), b in pmfs()) {
        let sum = a.convolve(&b);
        prop_assert_eq!(&sum, &a.combine(&b, |x, y| x + y));
        prop_assert_eq!(sum.total(), &(a.total() * b.total()));
        prop_assert_eq!(sum.mean(), a.mean() + b.mean());
        prop_assert_eq!(sum.variance(), a.variance() + b.variance());
        prop_assert_eq!(a.repeat(3), a.convolve(&a).convolve(&a));
    }

    #[test]
    fn chances_make_the_distribution_again(a in pmfs()) {
        let again = Pmf::from_chances(a.iter().map(|(x, chance)| (*x, chance))).unwrap();
        prop_assert_eq!(again, a);
    }

    #[test]
    fn up_to_an_outcome_and_beyond_it_is_all(a in pmfs()) {
        for x in a.support() {
            prop_assert_eq!(a.cdf(x) + a.survival(x), Ratio::ONE);
            prop_assert_eq!(a.at_least(x), a.survival(x) + a.chance(x));
        }
    }
}
