//! The floating point number nearest to a fraction, for charts and tables only.

use crate::natural::Natural;
use crate::ratio::Ratio;

/// Binary digits of an `f64`, with the one that is not stored.
const DIGITS: i64 = 53;
/// The exponent of the smallest `f64` that has them all.
const LEAST_EXPONENT: i64 = -1022;
/// From this many steps above the least exponent on, a number is too large.
const INFINITE: i64 = 2046;

impl Ratio {
    /// The nearest `f64`, of two equally near ones the one with an even last digit.
    ///
    /// Right to the last digit however large numerator and denominator are; infinite from about
    /// 1.8e308 on, 0 below about 2.5e-324.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        let magnitude = nearest(self.numerator(), self.denominator());
        if self.is_negative() { -magnitude } else { magnitude }
    }
}

/// `numerator / denominator`, which need not be in lowest terms, rounded once.
fn nearest(numerator: &Natural, denominator: &Natural) -> f64 {
    if numerator.is_zero() {
        return 0.0;
    }
    // Both sides are digit counts of numbers in memory, far below 2^63.
    let shift = DIGITS + 2 - (numerator.bits() as i64 - denominator.bits() as i64);
    let (up, down) = (shift.max(0).unsigned_abs(), shift.min(0).unsigned_abs());
    let scaled = numerator.shifted_up(up);
    let Some((quotient, rest)) = scaled.checked_div_rem(&denominator.shifted_up(down)) else {
        return f64::INFINITY;
    };
    // 55 or 56 digits, so that at least two lie below those that are kept.
    let quotient = quotient.to_u128().unwrap_or(0) as u64;
    let length = i64::from(u64::BITS - quotient.leading_zeros());
    let exponent = length - 1 - shift;
    let kept = (DIGITS - (LEAST_EXPONENT - exponent).max(0)).max(-1);
    let dropped = (length - kept).unsigned_abs();
    let half = 1_u64 << (dropped - 1);
    let below = quotient & (half | (half - 1));
    let mut digits = quotient >> dropped;
    let is_above_half = below > half || (below == half && !rest.is_zero());
    if is_above_half || (below == half && digits % 2 == 1) {
        digits += 1;
    }
    // A carry out of the digits runs into the exponent, which is what it should do.
    let bits = if exponent < LEAST_EXPONENT {
        digits
    } else {
        let biased = (exponent - LEAST_EXPONENT).min(INFINITE).unsigned_abs();
        (biased << (DIGITS - 1)) + digits
    };
    f64::from_bits(bits.min(f64::INFINITY.to_bits()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::{BigInt, BigUint};
    use num_rational::BigRational;
    use num_traits::ToPrimitive;
    use proptest::prelude::*;

    fn exact(value: f64) -> BigRational {
        BigRational::from_float(value).unwrap()
    }

    fn big(numerator: &[u32], denominator: &[u32]) -> Option<(Ratio, BigRational)> {
        let (n, d) = (BigUint::from_slice(numerator), BigUint::from_slice(denominator));
        let ratio = Ratio::from_naturals(n.clone().into(), d.clone().into()).ok()?;
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
}
