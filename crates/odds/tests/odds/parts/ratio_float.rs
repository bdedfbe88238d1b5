//! Fractions as floating point numbers.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::ToPrimitive;
use proptest::prelude::*;
use skirmish_odds::{Natural, Ratio};

fn exact(value: f64) -> BigRational {
    BigRational::from_float(value).unwrap()
}

fn big(numerator: &[u32], denominator: &[u32]) -> Option<(Ratio, BigRational)> {
    let (n, d) = (BigUint::from_slice(numerator), BigUint::from_slice(denominator));
    let natural = |number: &BigUint| Natural::from_le_bytes(&number.to_bytes_le());
    let ratio = Ratio::from_naturals(natural(&n), natural(&d)).ok()?;
    Some((ratio, BigRational::new(BigInt::from(n), BigInt::from(d))))
}

#[test]
fn borders() {
    let two = Ratio::from(2);
    let half = two.recip().unwrap();
    let least = f64::from_bits(1);
    assert_eq!(half.pow(1074).to_f64(), least);
    assert_eq!(half.pow(1075).to_f64(), 0.0);
    assert_eq!((half.pow(1075) + half.pow(3000)).to_f64(), least);
    assert_eq!((half.pow(1074) + half.pow(1075)).to_f64(), f64::from_bits(2));
    assert_eq!(half.pow(1076).to_f64(), 0.0);
    assert_eq!(half.pow(9999).to_f64(), 0.0);
    assert_eq!(half.pow(1022).to_f64(), f64::MIN_POSITIVE);
    assert_eq!((half.pow(1022) - half.pow(1075)).to_f64(), f64::MIN_POSITIVE);
    assert_eq!(two.pow(1023).to_f64(), 2_f64.powi(1023));
    let largest = two.pow(1024) - two.pow(971);
    assert_eq!(largest.to_f64(), f64::MAX);
    assert_eq!((two.pow(1024) - two.pow(970)).to_f64(), f64::INFINITY);
    assert_eq!((two.pow(1024) - two.pow(970) - half.clone()).to_f64(), f64::MAX);
    assert_eq!(two.pow(99_999).to_f64(), f64::INFINITY);
    assert_eq!((-half).to_f64(), -0.5);
}

proptest! {
    #[test]
    fn small_ones_as_the_processor_divides(n in 0..1_u64 << 53, d in 1..1_u64 << 53) {
        let ratio = Ratio::new(n.into(), d.into()).unwrap();
        prop_assert_eq!(ratio.to_f64(), n as f64 / d as f64);
    }

    #[test]
    fn no_other_float_is_nearer(
        n in prop::collection::vec(any::<u32>(), 1..40),
        d in prop::collection::vec(any::<u32>(), 1..40),
    ) {
        let Some((ratio, referee)) = big(&n, &d) else { return Ok(()) };
        let got = ratio.to_f64();
        if !got.is_finite() {
            prop_assert_eq!(referee.to_f64(), Some(got));
            return Ok(());
        }
        let miss = |value: f64| {
            let distance = exact(value) - &referee;
            if distance < BigInt::ZERO.into() { -distance } else { distance }
        };
        prop_assert!(miss(got) <= miss(got.next_down()));
        if got.next_up().is_finite() {
            prop_assert!(miss(got) <= miss(got.next_up()));
        }
    }
}
