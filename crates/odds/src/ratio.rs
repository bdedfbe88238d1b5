//! Exact fractions: chances, means, variances.
//!
//! Always in lowest terms, so that equal numbers are equal values. Formats for readers (decimals, percentages, `f64`) are made
//! from them in `ratio_text` and `ratio_float`, and never computed with.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use crate::error::OddsError;
use crate::natural::Natural;

/// An exact fraction of either sign, in lowest terms.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Ratio {
    // 0 is never negative and always 0/1.
    negative: bool,
    numerator: Natural,
    denominator: Natural,
}

impl Ratio {
    /// 0.
    pub const ZERO: Self =
        Self { negative: false, numerator: Natural::ZERO, denominator: Natural::ONE };
    /// 1.
    pub const ONE: Self =
        Self { negative: false, numerator: Natural::ONE, denominator: Natural::ONE };

    /// Returns the fraction `numerator / denominator`.
    pub fn new(numerator: u128, denominator: u128) -> Result<Self, OddsError> {
        Self::from_naturals(numerator.into(), denominator.into())
    }

    /// Returns the fraction `numerator / denominator`, of numbers of any size.
    pub fn from_naturals(numerator: Natural, denominator: Natural) -> Result<Self, OddsError> {
        let divisor = numerator.gcd(&denominator);
        if denominator.is_zero() {
            return Err(OddsError::ZeroDenominator);
        }
        Ok(Self {
            negative: false,
            numerator: without(numerator, &divisor),
            denominator: without(denominator, &divisor),
        })
    }

    /// Returns `ways` out of `all`. The caller knows that `all` is not 0; 0 would be read as 1.
    pub(crate) fn of(ways: &Natural, all: &Natural) -> Self {
        debug_assert!(!all.is_zero(), "{ways} of no outcomes at all");
        Self::from_naturals(ways.clone(), all.clone()).unwrap_or_else(|_| Self::from(ways.clone()))
    }

    /// Returns the numerator, without the sign.
    pub const fn numerator(&self) -> &Natural {
        &self.numerator
    }

    /// Returns the denominator, at least 1.
    pub const fn denominator(&self) -> &Natural {
        &self.denominator
    }

    /// Returns whether it is below 0.
    pub const fn is_negative(&self) -> bool {
        self.negative
    }

    /// Returns whether it is 0.
    pub const fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    /// Returns whether it is from 0 to 1.
    pub fn is_chance(&self) -> bool {
        !self.negative && self.numerator <= self.denominator
    }

    /// Returns the fraction itself if it is from 0 to 1.
    pub fn as_chance(&self) -> Result<&Self, OddsError> {
        if self.is_chance() { Ok(self) } else { Err(OddsError::NotAChance(self.clone())) }
    }

    /// Returns 1 divided by it; `None` for 0.
    #[must_use]
    pub fn recip(&self) -> Option<Self> {
        (!self.is_zero()).then(|| Self {
            negative: self.negative,
            numerator: self.denominator.clone(),
            denominator: self.numerator.clone(),
        })
    }

    /// Returns the quotient; `None` if `divisor` is 0.
    #[must_use]
    pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
        Some(self * &divisor.recip()?)
    }

    /// Returns the fraction to the power `exponent`; 0^0 is 1.
    ///
    /// The result has about `exponent` times as many digits.
    #[must_use]
    pub fn pow(&self, exponent: u64) -> Self {
        // Powers of numbers without a common divisor have none either.
        Self {
            negative: self.negative && exponent % 2 == 1,
            numerator: self.numerator.pow(exponent),
            denominator: self.denominator.pow(exponent),
        }
    }

    /// Returns a number with its sign; the number is in lowest terms already, and 0 gets no sign.
    fn with_sign(negative: bool, magnitude: Self) -> Self {
        Self { negative: negative && !magnitude.is_zero(), ..magnitude }
    }
}

/// Returns `number / divisor` for a divisor of it.
fn without(number: Natural, divisor: &Natural) -> Natural {
    if divisor.is_one() {
        return number;
    }
    match number.checked_div_rem(divisor) {
        Some((quotient, _)) => quotient,
        None => number,
    }
}

impl From<Natural> for Ratio {
    fn from(whole: Natural) -> Self {
        Self { negative: false, numerator: whole, denominator: Natural::ONE }
    }
}

impl From<u64> for Ratio {
    fn from(whole: u64) -> Self {
        Self::from(Natural::from(whole))
    }
}

impl From<i64> for Ratio {
    fn from(whole: i64) -> Self {
        Self::with_sign(whole < 0, Self::from(whole.unsigned_abs()))
    }
}

impl From<i32> for Ratio {
    fn from(whole: i32) -> Self {
        Self::from(i64::from(whole))
    }
}

impl Neg for &Ratio {
    type Output = Ratio;

    fn neg(self) -> Ratio {
        Ratio::with_sign(!self.negative, self.clone())
    }
}

impl Mul for &Ratio {
    type Output = Ratio;

    // Common divisors can only stand across. Taking them out first keeps the numbers small, and is cheap when one factor is
    // (Knuth, TAOCP vol. 2, 4.5.1).
    fn mul(self, other: Self) -> Ratio {
        let a = self.numerator.gcd(&other.denominator);
        let b = other.numerator.gcd(&self.denominator);
        let product = Ratio {
            negative: false,
            numerator: &without(self.numerator.clone(), &a) * &without(other.numerator.clone(), &b),
            denominator: &without(self.denominator.clone(), &b)
                * &without(other.denominator.clone(), &a),
        };
        Ratio::with_sign(self.negative != other.negative, product)
    }
}

impl Add for &Ratio {
    type Output = Ratio;

    // Knuth, TAOCP vol. 2, 4.5.1: any divisor left in the sum divides the common divisor of the denominators.
    fn add(self, other: Self) -> Ratio {
        let common = self.denominator.gcd(&other.denominator);
        let mine = without(self.denominator.clone(), &common);
        let theirs = without(other.denominator.clone(), &common);
        let a = &self.numerator * &theirs;
        let b = &other.numerator * &mine;
        let (negative, sum) = if self.negative == other.negative {
            (self.negative, &a + &b)
        } else if let Some(difference) = a.checked_sub(&b) {
            (self.negative, difference)
        } else {
            (other.negative, b.checked_sub(&a).unwrap_or(Natural::ZERO))
        };
        if sum.is_zero() {
            return Ratio::ZERO;
        }
        let divisor = sum.gcd(&common);
        Ratio {
            negative,
            numerator: without(sum, &divisor),
            denominator: &mine * &without(other.denominator.clone(), &divisor),
        }
    }
}

impl Sub for &Ratio {
    type Output = Ratio;

    fn sub(self, other: Self) -> Ratio {
        self + &-other
    }
}

macro_rules! by_value {
    ($($operator:ident $method:ident),*) => {$(
        impl $operator for Ratio {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                (&self).$method(&other)
            }
        }

        impl $operator<&Self> for Ratio {
            type Output = Self;

            fn $method(self, other: &Self) -> Self {
                (&self).$method(other)
            }
        }
    )*};
}

by_value!(Add add, Sub sub, Mul mul);

impl Neg for Ratio {
    type Output = Self;

    fn neg(self) -> Self {
        -&self
    }
}

impl std::iter::Sum for Ratio {
    fn sum<I: Iterator<Item = Self>>(ratios: I) -> Self {
        ratios.fold(Self::ZERO, |sum, ratio| &sum + &ratio)
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        let magnitudes =
            || (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator));
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => magnitudes(),
            (true, true) => magnitudes().reverse(),
        }
    }
}

impl fmt::Debug for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
