//! Whole numbers from 0 without an upper bound: the weights of outcomes.
//!
//! Most are small, so a machine number carries them and only larger ones go to the heap. Signs and fractions are left to
//! [`crate::ratio`].

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, SubAssign};

use num_bigint::BigUint;
use num_traits::ToPrimitive;

/// A whole number from 0, of any size.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Natural(Repr);

// A number that fits is always `Small`, so that equal numbers have equal forms.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(u128),
    Big(BigUint),
}

impl Natural {
    /// 0.
    pub const ZERO: Self = Self(Repr::Small(0));
    /// 1.
    pub const ONE: Self = Self(Repr::Small(1));

    /// Returns whether this is 0.
    pub const fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0))
    }

    /// Returns whether this is 1.
    pub const fn is_one(&self) -> bool {
        matches!(self.0, Repr::Small(1))
    }

    /// Returns the number as a machine number; `None` from 2^128.
    pub const fn to_u128(&self) -> Option<u128> {
        match self.0 {
            Repr::Small(n) => Some(n),
            Repr::Big(_) => None,
        }
    }

    /// Returns the number of binary digits: 0 for 0, 5 for 20.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small(n) => u64::from(u128::BITS - n.leading_zeros()),
            Repr::Big(n) => n.bits(),
        }
    }

    /// Returns the difference; `None` if `other` is the larger.
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.checked_sub(*b).map(Self::from),
            (Repr::Small(_), Repr::Big(_)) => None,
            (Repr::Big(a), Repr::Small(b)) => Some(Self::from(a - *b)),
            (Repr::Big(a), Repr::Big(b)) => (a >= b).then(|| Self::from(a - b)),
        }
    }

    /// Returns quotient and remainder; `None` if `divisor` is 0.
    #[must_use]
    pub fn checked_div_rem(&self, divisor: &Self) -> Option<(Self, Self)> {
        match (&self.0, &divisor.0) {
            (_, Repr::Small(0)) => None,
            (Repr::Small(a), Repr::Small(b)) => Some((Self::from(a / b), Self::from(a % b))),
            (Repr::Small(_), Repr::Big(_)) => Some((Self::ZERO, self.clone())),
            (Repr::Big(a), Repr::Small(b)) => Some((Self::from(a / *b), Self::from(a % *b))),
            (Repr::Big(a), Repr::Big(b)) => Some((Self::from(a / b), Self::from(a % b))),
        }
    }

    /// Returns the greatest common divisor; with 0 it is the other number.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        if let (Repr::Small(a), Repr::Small(b)) = (&self.0, &other.0) {
            return Self::from(gcd_small(*a, *b));
        }
        // Euclid's steps bring two large numbers down until both fit a machine number. The first
        // one already does when only one of them is large, as in most fractions met here.
        let (mut a, mut b) = (self.clone(), other.clone());
        while let Some((_, rest)) = a.checked_div_rem(&b) {
            a = std::mem::replace(&mut b, rest);
            if let (Repr::Small(a), Repr::Small(b)) = (&a.0, &b.0) {
                return Self::from(gcd_small(*a, *b));
            }
        }
        a
    }

    /// Returns the least common multiple, 0 if either number is 0.
    #[must_use]
    pub fn lcm(&self, other: &Self) -> Self {
        match self.checked_div_rem(&self.gcd(other)) {
            Some((part, _)) => &part * other,
            None => Self::ZERO,
        }
    }

    /// Returns the number to the power `exponent`; 0^0 is 1.
    ///
    /// The result has about `exponent` times as many binary digits.
    #[must_use]
    pub fn pow(&self, exponent: u64) -> Self {
        let mut result = Self::ONE;
        for place in (0..u64::BITS - exponent.leading_zeros()).rev() {
            result = &result * &result;
            if exponent >> place & 1 == 1 {
                result = &result * self;
            }
        }
        result
    }

    /// Returns the number times 2^`places`.
    #[must_use]
    pub fn shifted_up(&self, places: u64) -> Self {
        match &self.0 {
            Repr::Small(0) => Self::ZERO,
            Repr::Small(n) if places <= u64::from(n.leading_zeros()) => Self::from(n << places),
            Repr::Small(n) => Self::from(BigUint::from(*n) << places),
            Repr::Big(n) => Self::from(n << places),
        }
    }
}

/// Returns the greatest common divisor by Stein's binary algorithm (J. Stein, Computational problems associated with Racah
/// algebra, J. Comput. Phys. 1, 1967): shifts and differences, no division.
fn gcd_small(mut a: u128, mut b: u128) -> u128 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd_odd(a, b)) << twos;
        }
        b >>= b.trailing_zeros();
        if a > b {
            std::mem::swap(&mut a, &mut b);
        }
        b -= a;
    }
    a << twos
}

/// Returns the greatest common divisor at half the width; `a` is odd, `b` is not 0.
fn gcd_odd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    a
}

impl From<u128> for Natural {
    fn from(n: u128) -> Self {
        Self(Repr::Small(n))
    }
}

macro_rules! from_machine_numbers {
    ($($number:ty)+) => {$(
        impl From<$number> for Natural {
            fn from(n: $number) -> Self {
                Self(Repr::Small(u128::from(n)))
            }
        }
    )+};
}

from_machine_numbers!(u64 u32 u8);

impl From<BigUint> for Natural {
    fn from(n: BigUint) -> Self {
        Self(match n.to_u128() {
            Some(small) => Repr::Small(small),
            None => Repr::Big(n),
        })
    }
}

impl From<&Natural> for BigUint {
    fn from(n: &Natural) -> Self {
        match &n.0 {
            Repr::Small(n) => Self::from(*n),
            Repr::Big(n) => n.clone(),
        }
    }
}

impl Add for &Natural {
    type Output = Natural;

    fn add(self, other: Self) -> Natural {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => match a.checked_add(*b) {
                Some(sum) => Natural::from(sum),
                None => Natural::from(BigUint::from(*a) + *b),
            },
            (Repr::Big(a), Repr::Small(b)) | (Repr::Small(b), Repr::Big(a)) => {
                Natural::from(a + *b)
            }
            (Repr::Big(a), Repr::Big(b)) => Natural::from(a + b),
        }
    }
}

impl AddAssign<&Self> for Natural {
    fn add_assign(&mut self, other: &Self) {
        match (&mut self.0, &other.0) {
            (Repr::Big(a), Repr::Big(b)) => *a += b,
            _ => *self = &*self + other,
        }
    }
}

/// # Panics
/// If the difference is below 0.
impl SubAssign<&Self> for Natural {
    fn sub_assign(&mut self, other: &Self) {
        *self = self
            .checked_sub(other)
            .expect("a difference of whole numbers from 0 should be one too");
    }
}

impl Default for Natural {
    fn default() -> Self {
        Self::ZERO
    }
}

impl Mul for &Natural {
    type Output = Natural;

    fn mul(self, other: Self) -> Natural {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => match a.checked_mul(*b) {
                Some(product) => Natural::from(product),
                None => Natural::from(BigUint::from(*a) * *b),
            },
            (Repr::Big(a), Repr::Small(b)) | (Repr::Small(b), Repr::Big(a)) => {
                Natural::from(a * *b)
            }
            (Repr::Big(a), Repr::Big(b)) => Natural::from(a * b),
        }
    }
}

impl MulAssign<&Self> for Natural {
    fn mul_assign(&mut self, other: &Self) {
        *self = &*self * other;
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Small(_), Repr::Big(_)) => Ordering::Less,
            (Repr::Big(_), Repr::Small(_)) => Ordering::Greater,
            (Repr::Big(a), Repr::Big(b)) => a.cmp(b),
        }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Small(n) => fmt::Display::fmt(n, f),
            Repr::Big(n) => fmt::Display::fmt(n, f),
        }
    }
}

impl fmt::Debug for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
