//! The floating point number nearest to a fraction, for charts and tables only.

use crate::natural::Natural;
use crate::ratio::Ratio;

/// Binary digits of an `f64`, including the one that is not stored.
const DIGITS: i64 = 53;
/// The exponent of the smallest `f64` that has them all.
const LEAST_EXPONENT: i64 = -1022;
/// From this many steps above the least exponent on, a number is too large.
const INFINITE: i64 = 2046;

impl Ratio {
    /// Returns the nearest `f64`; of two equally near ones, the one with an even last digit.
    ///
    /// Correct to the last digit however large numerator and denominator are; infinite from about 1.8e308, 0 below about
    /// 2.5e-324.
    pub fn to_f64(&self) -> f64 {
        let magnitude = nearest(self.numerator(), self.denominator());
        if self.is_negative() { -magnitude } else { magnitude }
    }
}

/// Returns `numerator / denominator`, which need not be in lowest terms, rounded once.
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
    // A carry out of the digits runs into the exponent, as it should.
    let bits = if exponent < LEAST_EXPONENT {
        digits
    } else {
        let biased = (exponent - LEAST_EXPONENT).min(INFINITE).unsigned_abs();
        (biased << (DIGITS - 1)) + digits
    };
    f64::from_bits(bits.min(f64::INFINITY.to_bits()))
}
