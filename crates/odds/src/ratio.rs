//! Exact fractions: chances, means, variances.
//!
//! Always in lowest terms, so that equal numbers are equal values. Formats for readers (decimals, percentages) are made from
//! them in `ratio_text`, and never computed with.

use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_base::{Gcd, Inverse, UnsignedAbs};
use dashu_ratio::RBig;

use crate::Natural;
use crate::error::OddsError;

/// An exact fraction of either sign, in lowest terms.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ratio(pub(crate) RBig);

impl Ratio {
    /// 0.
    pub const ZERO: Self = Self(RBig::ZERO);
    /// 1.
    pub const ONE: Self = Self(RBig::ONE);

    /// Returns the fraction `numerator / denominator`.
    pub fn new(numerator: u128, denominator: u128) -> Result<Self, OddsError> {
        Self::from_naturals(numerator.into(), denominator.into())
    }

    /// Returns the fraction `numerator / denominator`, of numbers of any size.
    pub fn from_naturals(numerator: Natural, denominator: Natural) -> Result<Self, OddsError> {
        match denominator.is_zero() {
            true => Err(OddsError::ZeroDenominator),
            false => Ok(Self(RBig::from_parts(numerator.into(), denominator))),
        }
    }

    /// Returns `ways` out of `all`, which the caller knows is not 0.
    pub(crate) fn of(ways: &Natural, all: &Natural) -> Self {
        Self(RBig::from_parts(ways.clone().into(), all.clone()))
    }

    /// Returns the numerator, without the sign.
    pub fn numerator(&self) -> Natural {
        self.0.numerator().unsigned_abs()
    }

    /// Returns the denominator, at least 1.
    pub fn denominator(&self) -> &Natural {
        self.0.denominator()
    }

    /// Returns whether it is 0.
    pub const fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    /// Returns whether it is from 0 to 1.
    pub fn is_chance(&self) -> bool {
        self.0.numerator().as_ubig().is_some_and(|numerator| numerator <= self.denominator())
    }

    /// Returns the fraction itself if it is from 0 to 1.
    pub fn as_chance(&self) -> Result<&Self, OddsError> {
        if self.is_chance() { Ok(self) } else { Err(OddsError::NotAChance(self.clone())) }
    }

    /// Returns 1 divided by it; `None` for 0.
    #[must_use]
    pub fn recip(&self) -> Option<Self> {
        (!self.is_zero()).then(|| Self((&self.0).inv()))
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
        Self(self.0.pow(exponent as isize))
    }

    /// Returns numerator and denominator if products of two of them, and sums of two products, are machine numbers.
    fn small(&self) -> Option<(i128, i128)> {
        let small = |number: i64| i128::from(number);
        let numerator = self.0.numerator().try_into().ok().map(small)?;
        self.denominator().try_into().ok().map(|denominator| (numerator, small(denominator)))
    }

    /// Returns the nearest `f64`; of two equally near ones, the one with an even last digit.
    pub fn to_f64(&self) -> f64 {
        self.0.to_f64().value()
    }
}

/// Returns the least common multiple of two numbers above 0.
pub(crate) fn lcm(a: &Natural, b: &Natural) -> Natural {
    a / a.gcd(b) * b
}

macro_rules! from_whole_numbers {
    ($($number:ty)+) => {$(
        impl From<$number> for Ratio {
            fn from(whole: $number) -> Self {
                Self(whole.into())
            }
        }
    )+};
}

from_whole_numbers!(Natural u64 i64 i32);

// Most fractions are small: one gcd of machine numbers then costs less than the several that keep large ones small.
macro_rules! operators {
    ($($operator:ident $method:ident |$a:ident, $b:ident, $c:ident, $d:ident| $numerator:expr;)+) => {$(
        impl $operator for &Ratio {
            type Output = Ratio;

            fn $method(self, other: Self) -> Ratio {
                let (Some(($a, $b)), Some(($c, $d))) = (self.small(), other.small()) else {
                    return Ratio((&self.0).$method(&other.0));
                };
                Ratio(RBig::from_parts($numerator.into(), ($b * $d).unsigned_abs().into()))
            }
        }

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
    )+};
}

operators! {
    Add add |a, b, c, d| (a * d + c * b);
    Sub sub |a, b, c, d| (a * d - c * b);
    Mul mul |a, b, c, d| (a * c);
}

impl Neg for Ratio {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Neg for &Ratio {
    type Output = Ratio;

    fn neg(self) -> Ratio {
        Ratio(-&self.0)
    }
}

impl std::iter::Sum for Ratio {
    fn sum<I: Iterator<Item = Self>>(ratios: I) -> Self {
        ratios.fold(Self::ZERO, |sum, ratio| sum + ratio)
    }
}

impl fmt::Debug for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
