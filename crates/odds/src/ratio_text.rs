//! Fractions as people write them: `7/20`, `0.35`, `35 %`.

use std::fmt;
use std::str::FromStr;

use dashu_base::Signed;
use serde::{Serialize, Serializer};

use crate::Natural;
use crate::error::OddsError;
use crate::ratio::Ratio;

impl fmt::Display for Ratio {
    /// `7/20`, or `3` for a whole number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        f.pad_integral(!self.0.is_negative(), "", text.trim_start_matches('-'))
    }
}

impl Ratio {
    /// Returns the fraction as a decimal number: exact, without superfluous zeros, if at most `max_digits` digits after the
    /// point suffice; else rounded to that many, halves away from 0.
    ///
    /// A rounded number shows all its digits, so that `0.00` (less than 0.005) is not mistaken for `0` (impossible).
    pub fn decimal(&self, max_digits: u32) -> String {
        let digits = max_digits as usize;
        let text = format!("{:.digits$}", self.0.in_expanded(10));
        let units = Natural::from(10_u8).pow(digits);
        if digits > 0 && (units % self.denominator()).is_zero() {
            return text.trim_end_matches('0').trim_end_matches('.').to_owned();
        }
        text
    }

    /// Returns the fraction as a percentage, with a space before the sign: `35 %`. A chance between impossible and certain
    /// never reads as `0.000 %` or `100.000 %`, but as `< 0.001 %` or `> 99.999 %`.
    pub fn percent(&self, max_digits: u32) -> String {
        let text = (self * &Self::from(100)).decimal(max_digits);
        let digits = max_digits as usize;
        let point = if digits == 0 { "" } else { "." };
        let is_all = |text: &str, digit| text.chars().all(|c| c == digit || c == '.');
        if !self.is_zero() && is_all(&text, '0') {
            let one = Self::from(10).pow(u64::from(max_digits)).recip();
            let one = one.map_or_else(String::new, |one| one.decimal(max_digits));
            format!("< {one} %")
        } else if self < &Self::ONE && text.starts_with("100") {
            format!("> 99{point}{:9<digits$} %", "")
        } else {
            format!("{text} %")
        }
    }
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
            digits.parse().map_err(|_| problem())
        };
        let trimmed = text.trim();
        let (is_negative, number) = match trimmed.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, trimmed),
        };
        let (number, mut denominator) = match number.strip_suffix('%') {
            Some(rest) => (rest.trim_end(), Natural::from(100_u8)),
            None => (number, Natural::ONE),
        };
        let numerator = if let Some((above, below)) = number.split_once('/') {
            denominator *= whole(below)?;
            whole(above)?
        } else if let Some((before, after)) = number.split_once('.') {
            whole(before)?;
            whole(after)?;
            denominator *= Natural::from(10_u8).pow(after.len());
            whole(&format!("{before}{after}"))?
        } else {
            whole(number)?
        };
        let magnitude = Self::from_naturals(numerator, denominator)?;
        Ok(if is_negative { -magnitude } else { magnitude })
    }
}

impl Serialize for Ratio {
    /// As the text `7/20`, since a number would be rounded.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
