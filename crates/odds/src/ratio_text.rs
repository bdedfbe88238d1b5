//! Fractions as people write them: `7/20`, `0.35`, `35 %`.

use std::fmt;
use std::str::FromStr;

use num_bigint::BigUint;
use serde::{Serialize, Serializer};

use crate::error::OddsError;
use crate::natural::Natural;
use crate::ratio::Ratio;

impl fmt::Display for Ratio {
    /// `7/20`, or `3` for a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if self.denominator().is_one() {
            self.numerator().to_string()
        } else {
            format!("{}/{}", self.numerator(), self.denominator())
        };
        f.pad_integral(!self.is_negative(), "", &text)
    }
}

/// A fraction written with a decimal point. It prints itself, and knows whether it is the whole
/// truth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    text: String,
    is_exact: bool,
}

impl Decimal {
    /// Whether nothing was rounded.
    #[must_use]
    pub const fn is_exact(&self) -> bool {
        self.is_exact
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl Ratio {
    /// The fraction as a decimal number: exact, without superfluous zeros, if at most `max_digits`
    /// digits after the point suffice; else rounded to that many, halves away from 0.
    ///
    /// A rounded number shows all its digits, so that `0.00` (less than 0.005) is not mistaken for
    /// `0` (impossible).
    #[must_use]
    pub fn decimal(&self, max_digits: u32) -> Decimal {
        let (is_exact, text) = write(self, max_digits);
        Decimal { text, is_exact }
    }

    /// The same in percent, with a space before the sign: `35 %`.
    #[must_use]
    pub fn percent(&self, max_digits: u32) -> Decimal {
        let (is_exact, number) = write(&(self * &Self::from(100)), max_digits);
        Decimal { text: format!("{number} %"), is_exact }
    }
}

fn write(ratio: &Ratio, max_digits: u32) -> (bool, String) {
    let scaled = ratio.numerator() * &Natural::from(10_u64).pow(u64::from(max_digits));
    // The denominator of a fraction is never 0.
    let (mut units, rest) =
        scaled.checked_div_rem(ratio.denominator()).unwrap_or((scaled, Natural::ZERO));
    if &(&rest + &rest) >= ratio.denominator() {
        units += &Natural::ONE;
    }
    let width = max_digits as usize + 1;
    let mut text = format!("{:0>width$}", units.to_string());
    if max_digits > 0 {
        text.insert(text.len() - max_digits as usize, '.');
    }
    if rest.is_zero() && max_digits > 0 {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if ratio.is_negative() {
        text.insert(0, '-');
    }
    (rest.is_zero(), text)
}

impl FromStr for Ratio {
    type Err = OddsError;

    /// Reads `7/20`, `3`, `0.35`, `35%` or `35 %`, each with or without a minus.
    ///
    /// # Errors
    /// [`OddsError::NotANumber`] or [`OddsError::ZeroDenominator`].
    fn from_str(text: &str) -> Result<Self, OddsError> {
        let problem = || OddsError::NotANumber(text.to_owned());
        let whole = |digits: &str| -> Result<Natural, OddsError> {
            if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(problem());
            }
            let number: BigUint = digits.parse().map_err(|_| problem())?;
            Ok(number.into())
        };
        let trimmed = text.trim();
        let (is_negative, number) = match trimmed.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, trimmed),
        };
        let (number, mut denominator) = match number.strip_suffix('%') {
            Some(rest) => (rest.trim_end(), Natural::from(100_u64)),
            None => (number, Natural::ONE),
        };
        let numerator = if let Some((above, below)) = number.split_once('/') {
            denominator *= &whole(below)?;
            whole(above)?
        } else if let Some((before, after)) = number.split_once('.') {
            whole(before)?;
            whole(after)?;
            denominator *= &Natural::from(10_u64).pow(after.len() as u64);
            whole(&format!("{before}{after}"))?
        } else {
            whole(number)?
        };
        let magnitude = Self::from_naturals(numerator, denominator)?;
        Ok(if is_negative { -magnitude } else { magnitude })
    }
}

impl Serialize for Ratio {
    /// As the text `7/20`: a number of the format would round it.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn r(text: &str) -> Ratio {
        text.parse().unwrap()
    }

    #[test]
    fn fractions() {
        assert_eq!(r("14/40").to_string(), "7/20");
        assert_eq!(r("-3/1").to_string(), "-3");
        assert_eq!(format!("[{:>6}]", r("7/20")), "[  7/20]");
    }

    #[test]
    fn decimals_are_exact_when_they_can_be() {
        let cases = [
            ("7/20", 4, "0.35", true),
            ("7/20", 2, "0.35", true),
            ("7/20", 1, "0.4", false),
            ("1/3", 3, "0.333", false),
            ("2/3", 3, "0.667", false),
            ("1/300", 2, "0.00", false),
            ("0", 2, "0", true),
            ("100", 2, "100", true),
            ("100", 0, "100", true),
            ("5/2", 0, "3", false),
            ("-5/2", 0, "-3", false),
            ("-1/8", 3, "-0.125", true),
            ("999/1000", 2, "1.00", false),
            ("29557952/10000000", 7, "2.9557952", true),
        ];
        for (ratio, digits, text, is_exact) in cases {
            let decimal = r(ratio).decimal(digits);
            assert_eq!((decimal.to_string().as_str(), decimal.is_exact()), (text, is_exact));
        }
    }

    #[test]
    fn percentages() {
        assert_eq!(r("7/20").percent(2).to_string(), "35 %");
        assert_eq!(r("1/8").percent(1).to_string(), "12.5 %");
        assert_eq!(r("1/8").percent(0).to_string(), "13 %");
        assert_eq!(r("1/3").percent(1).to_string(), "33.3 %");
        assert!(r("1/8").percent(1).is_exact() && !r("1/8").percent(0).is_exact());
    }

    #[test]
    fn reads_what_people_write() {
        for text in ["7/20", "0.35", "35%", " 35 % ", "0.350", "14/40"] {
            assert_eq!(r(text), Ratio::new(7, 20).unwrap(), "{text}");
        }
        assert_eq!(r("-1.5"), -Ratio::new(3, 2).unwrap());
        for text in ["", "-", "%", "a", ".5", "1.", "1/", "/2", "+1", "1e3", "1.5/2", "--1", "1_0"]
        {
            assert_eq!(text.parse::<Ratio>(), Err(OddsError::NotANumber(text.to_owned())));
        }
        assert_eq!("1/0".parse::<Ratio>(), Err(OddsError::ZeroDenominator));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(n in any::<i64>(), d in 1..u64::MAX) {
            let ratio = Ratio::from(n).checked_div(&Ratio::from(d)).unwrap();
            prop_assert_eq!(ratio.to_string().parse::<Ratio>(), Ok(ratio));
        }

        #[test]
        fn nothing_makes_it_panic(text in ".*", n in any::<i64>(), d in 1..999_u64, digits in 0..9_u32) {
            let _ = text.parse::<Ratio>();
            let ratio = Ratio::from(n).checked_div(&Ratio::from(d)).unwrap();
            let written: Ratio = ratio.decimal(digits).to_string().parse().unwrap();
            let miss = (written - ratio).abs();
            let half_a_unit = Ratio::new(1, 2 * 10_u128.pow(digits)).unwrap();
            prop_assert!(miss <= half_a_unit);
        }
    }
}
