//! Laws of waiting.

use proptest::prelude::*;
use skirmish_odds::{OddsError, Pmf, Ratio, Wait};

use crate::fractions::of;

fn law(opening: &[(u128, u128)], cycle: &[(u128, u128)]) -> Wait {
    let chances = |list: &[(u128, u128)]| list.iter().map(|p| of(p.0, p.1)).collect::<Vec<_>>();
    Wait::new(&chances(opening), &chances(cycle)).unwrap()
}

/// The law by its weights, if there is a greatest length.
fn distribution(law: &Wait) -> Option<Pmf> {
    let (weights, _) = law.weights(law.longest()?);
    Pmf::from_weights((1..).zip(weights)).ok()
}

#[test]
fn a_fixed_chance_is_geometric() {
    let tenth = Wait::fixed(&of(1, 10)).unwrap();
    assert_eq!(tenth.chance(1), of(1, 10));
    assert_eq!(tenth.chance(3), of(81, 1000));
    assert_eq!(tenth.chance(0), Ratio::ZERO);
    assert_eq!(tenth.survival(2), of(81, 100));
    assert_eq!(tenth.mean(), Some(Ratio::from(10)));
    assert_eq!(tenth.variance(), Some(Ratio::from(90)));
    assert_eq!(tenth.quantile(&of(1, 2)), Ok(Some(7)));
    assert_eq!(tenth.quantile(&of(19, 100)), Ok(Some(2)));
    assert_eq!(tenth.quantile(&Ratio::ONE), Ok(None));
    assert_eq!((tenth.longest(), tenth.never()), (None, Ratio::ZERO));
}

#[test]
fn what_cannot_happen_never_does() {
    let never = Wait::fixed(&Ratio::ZERO).unwrap();
    assert_eq!(never.never(), Ratio::ONE);
    assert_eq!((never.mean(), never.variance(), never.longest()), (None, None, None));
    assert_eq!(never.terms().next(), None);
    assert_eq!(never.survival(1_000_000), Ratio::ONE);
    assert_eq!(never.quantile(&Ratio::ZERO), Ok(None));
    // A chance at first, and then none.
    let early = law(&[(1, 3), (1, 2)], &[(0, 1)]);
    assert_eq!(early.never(), of(1, 3));
    assert_eq!(early.mean(), None);
    assert_eq!(early.terms().count(), 2);
    assert_eq!(early.quantile(&of(2, 3)), Ok(Some(2)));
    assert_eq!(early.quantile(&of(3, 4)), Ok(None));
}

#[test]
fn a_certain_success_ends_it() {
    let once = Wait::fixed(&Ratio::ONE).unwrap();
    assert_eq!(distribution(&once), Some(Pmf::certain(1)));
    assert_eq!((once.mean(), once.variance()), (Some(Ratio::ONE), Some(Ratio::ZERO)));
    assert_eq!(once.survival(5), Ratio::ZERO);
    assert_eq!(once.hazard(2), None);
    assert_eq!(once.quantile(&Ratio::ONE), Ok(Some(1)));
    let third = law(&[(1, 2), (0, 1), (1, 1), (1, 7)], &[(1, 9)]);
    assert_eq!(third, law(&[(1, 2)], &[(0, 1), (1, 1)]));
    assert_eq!(third.longest(), Some(3));
}

#[test]
fn equal_laws_have_equal_forms() {
    let plain = law(&[(1, 7)], &[(1, 2), (1, 3)]);
    assert_eq!(law(&[(1, 7), (1, 2), (1, 3)], &[(1, 2), (1, 3), (1, 2), (1, 3)]), plain);
    assert_eq!(law(&[(1, 7), (1, 2)], &[(1, 3), (1, 2)]), plain);
    assert_eq!(law(&[(1, 2); 5], &[(1, 2); 3]), Wait::fixed(&of(1, 2)).unwrap());
}

#[test]
fn bad_questions_are_refused() {
    let half = [of(1, 2)];
    assert_eq!(Wait::new(&half, &[]), Err(OddsError::EmptyCycle));
    assert_eq!(Wait::new(&[], &[]), Err(OddsError::EmptyCycle));
    assert_eq!(Wait::fixed(&of(3, 2)), Err(OddsError::NotAChance(of(3, 2))));
    assert!(Wait::fixed(&half[0]).unwrap().quantile(&-of(1, 2)).is_err());
    let long: Vec<Ratio> = (2..=400).map(|n| of(1, n)).collect();
    assert!(matches!(Wait::new(&long, &half), Err(OddsError::LawTooLong { steps: 400, .. })));
    let rare = Wait::fixed(&of(1, 255).pow(9)).unwrap();
    assert!(matches!(rare.quantile(&of(1, 2)), Err(OddsError::LawTooLong { .. })));
}

fn chances() -> impl Strategy<Value = Vec<Ratio>> {
    prop::collection::vec((0..=12_u128).prop_map(|n| of(n.saturating_sub(1), 12)), 0..6)
}

fn laws() -> impl Strategy<Value = (Vec<Ratio>, Vec<Ratio>, Wait)> {
    (chances(), chances()).prop_filter_map("never decided", |(opening, cycle)| {
        let law = Wait::new(&opening, &cycle).ok()?;
        Some((opening, cycle, law))
    })
}

proptest! {
    #[test]
    fn step_by_step((opening, cycle, law) in laws()) {
        let mut survival = Ratio::ONE;
        let hazards = opening.iter().chain(cycle.iter().cycle()).take(30);
        for (n, hazard) in (1..).zip(hazards) {
            if survival.is_zero() {
                prop_assert_eq!(law.hazard(n), None);
            } else {
                prop_assert_eq!(law.hazard(n), Some(hazard.clone()));
            }
            let chance = &survival * hazard;
            survival = survival - &chance;
            prop_assert_eq!(&law.chance(n), &chance);
            prop_assert_eq!(&law.survival(n), &survival);
            prop_assert_eq!(law.cdf(n) + &survival, Ratio::ONE);
            let term = law.terms().nth(n as usize - 1);
            prop_assert_eq!(term.unwrap_or((n, Ratio::ZERO)), (n, chance));
        }
    }

    #[test]
    fn a_finite_law_is_its_distribution((_, _, law) in laws()) {
        if let Some(pmf) = distribution(&law) {
            prop_assert_eq!(law.mean(), Some(pmf.mean()));
            prop_assert_eq!(law.variance(), Some(pmf.variance()));
            prop_assert_eq!(Some(*pmf.max() as u64), law.longest());
            prop_assert!(law.terms().all(|(n, chance)| pmf.chance(&(n as i64)) == chance));
        }
    }

    // From attempt to attempt, with M the length that is left after a failure: E N = 1 + (1 - h)
    // E M and E N² = 1 + (1 - h) (2 E M + E M²). Round a cycle only the true values satisfy this.
    #[test]
    fn moments_follow_from_those_after_a_failure((opening, cycle, law) in laws()) {
        let moments = |law: &Wait| {
            let mean = law.mean()?;
            let of_square = law.variance()? + mean.pow(2);
            Some((mean, of_square))
        };
        let Some((mean, of_square)) = moments(&law) else {
            prop_assert!(!law.never().is_zero());
            return Ok(());
        };
        let miss = Ratio::ONE - law.hazard(1).unwrap();
        if miss.is_zero() {
            prop_assert_eq!((mean, of_square), (Ratio::ONE, Ratio::ONE));
            return Ok(());
        }
        let after = if opening.is_empty() {
            let mut turned = cycle;
            turned.rotate_left(1);
            Wait::new(&[], &turned)
        } else {
            Wait::new(&opening[1..], &cycle)
        };
        let (mean_after, square_after) = moments(&after.unwrap()).unwrap();
        let twice = &mean_after + &mean_after;
        prop_assert_eq!(mean, Ratio::ONE + &miss * &mean_after);
        prop_assert_eq!(of_square, Ratio::ONE + miss * (twice + square_after));
    }

    // Within what is left out after so many terms, and what rounding adds.
    #[test]
    fn the_mean_is_the_sum_of_its_terms((_, _, law) in laws()) {
        if let Some(mean) = law.mean().map(|mean| mean.to_f64()) {
            let last = 600;
            let sum: f64 = law
                .terms()
                .take(last)
                .map(|(n, chance)| n as f64 * chance.to_f64())
                .sum();
            let left_out = law.survival(last as u64).to_f64() * (last as f64 + 80.0);
            prop_assert!(sum <= mean * (1.0 + 1e-12));
            prop_assert!(mean - sum <= left_out + 1e-12 * mean);
        }
    }

    #[test]
    fn quantiles_are_the_first_to_reach((_, _, law) in laws(), n in 0..=40_u128) {
        let level = of(n, 40);
        let reached = |n: u64| law.cdf(n) >= level && !law.cdf(n).is_zero();
        match law.quantile(&level).unwrap() {
            Some(length) => {
                prop_assert!(reached(length));
                prop_assert!(!reached(length - 1));
            }
            None => prop_assert!(level == Ratio::ONE && law.longest().is_none()
                || level > Ratio::ONE - law.never() || law.never() == Ratio::ONE),
        }
    }
}
