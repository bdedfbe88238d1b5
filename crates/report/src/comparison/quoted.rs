//! Values and changes as text: with their intervals, or rounded as the intervals allow.

use super::Value;
use crate::number::{
    NO_BREAK, defined, half, percent, percent_digits, percent_ends, percent_places_beside, points,
};
use crate::report::Interval;

/// From this half-width on, the interval of a share is told without the value, which says nothing.
const TOO_WIDE: f64 = 0.2;

/// Returns a value with its interval, as ends if that is lopsided, as near 0 and 100 %, since ± would promise the impossible.
pub(crate) fn quoted_value(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    quoted_at(value, interval, is_share, places_beside(interval, is_share))
}

/// Returns the decimal places of a value beside its interval.
pub(super) fn places_beside(interval: Option<Interval>, is_share: bool) -> usize {
    match (is_share, defined(interval)) {
        (true, Some(ends)) => percent_places_beside(ends),
        (true, None) => 1,
        (false, _) => places_of(half(interval)),
    }
}

/// Returns whether the interval of a share is far from symmetric, or would leave 0 to 1 if it were symmetric.
pub(super) fn is_lopsided(value: f64, (low, high): (f64, f64)) -> bool {
    let half = (high - low) / 2.0;
    ((high - value) - (value - low)).abs() > half / 2.0 || value < half || value + half > 1.0
}

/// Works like [`quoted_value`], but with as many places as neighbouring values.
pub(crate) fn quoted_at(
    value: f64,
    interval: Option<Interval>,
    is_share: bool,
    places: usize,
) -> String {
    let half = half(interval);
    if is_share {
        let percent = format!("{}{NO_BREAK}%", percent_digits(value, places));
        let Some((low, high)) = defined(interval) else { return percent };
        return if half > TOO_WIDE {
            let [low, high] = [low, high].map(|end| percent_digits(end, 0));
            format!("{low} to {high}{NO_BREAK}%")
        } else if is_lopsided(value, (low, high)) {
            format!("{percent} ({})", percent_ends((low, high), places))
        } else {
            let digits = percent_digits(value, places);
            format!("{digits} ± {}{NO_BREAK}%", in_doubt(half * 100.0, places))
        };
    }
    let number = format!("{value:.places$}");
    if let Some((low, high)) = defined(interval) {
        let lopsided = ((high - value) - (value - low)).abs();
        // An interval that begins at 0 must not seem to go below it.
        if lopsided > half / 2.0 || (low >= 0.0 && value < half) {
            return format!("{number} ({low:.places$} to {high:.places$})");
        }
        format!("{number} ± {}", in_doubt(half, places))
    } else {
        number
    }
}

/// Returns a half-width, which never reads as 0 unless it is.
fn in_doubt(half: f64, places: usize) -> String {
    let least = 0.1f64.powi(i32::try_from(places).unwrap_or(0));
    format!("{:.places$}", if half > 0.0 { half.max(least) } else { half })
}

impl Value {
    /// Returns the other side's share, if a draw counts one half.
    #[must_use]
    pub fn complement(self) -> Self {
        let interval = self.interval.map(|(low, high)| (1.0 - high, 1.0 - low));
        Self { value: 1.0 - self.value, interval }
    }

    pub(crate) fn quoted(self, is_share: bool) -> String {
        quoted_value(self.value, self.interval, is_share)
    }

    /// Returns the value alone, for tables, headlines and bars; its last digit is the first in doubt.
    pub(crate) fn alone(self, is_share: bool) -> String {
        match is_share {
            true => percent(self.value, self.interval),
            false => format!("{:.*}", places_alone(half(self.interval)), self.value),
        }
    }

    pub(crate) fn signed(self, is_share: bool) -> String {
        signed_value(self.value, self.interval, is_share)
    }
}

pub(crate) fn signed(value: f64, places: usize) -> String {
    let digits = format!("{:.places$}", value.abs());
    // A change that rounds to 0 has no sign.
    match value {
        0.0 => "0".to_owned(),
        _ if digits.bytes().all(|b| matches!(b, b'0' | b'.')) => digits,
        below if below < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

/// Returns a change with its interval and unit; changes of shares are in percentage points.
pub(crate) fn signed_value(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    let number = signed_number(value, interval, is_share);
    if is_share { format!("{number}{NO_BREAK}points") } else { number }
}

/// Works like [`signed_value`], but without the unit.
pub(crate) fn signed_number(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    let scale = if is_share { 100.0 } else { 1.0 };
    signed_at(value, interval, is_share, places_of(half(interval) * scale))
}

/// Works like [`signed_number`], but with the places of the values that it is a change of.
pub(super) fn signed_at(
    value: f64,
    interval: Option<Interval>,
    is_share: bool,
    places: usize,
) -> String {
    let scale = if is_share { 100.0 } else { 1.0 };
    let (low, high) = defined(interval).unwrap_or_default();
    if is_share && high - low > 2.0 * TOO_WIDE {
        return [low, high].map(|end| signed(end * scale, 0)).join(" to ");
    }
    let half = half(interval) * scale;
    let number = signed(value * scale, places);
    if half > 0.0 { format!("{number} ± {}", in_doubt(half, places)) } else { number }
}

/// Returns a value with the places that the interval beside it supports.
pub(crate) fn plain(value: f64, interval: Option<Interval>) -> String {
    format!("{value:.0$}", places_of(half(interval)))
}

/// Returns the size of a change without its sign: `12 points`.
pub(crate) fn amount(change: f64, interval: Option<Interval>, is_share: bool) -> String {
    match is_share {
        true => points(change.abs(), interval),
        false => Value { value: change.abs(), interval }.alone(false),
    }
}

/// Returns the decimal places of a value whose half-width is not shown: two, or three if even hundredths are hardly in doubt.
pub(crate) fn places_alone(half: f64) -> usize {
    if half < 0.005 { places_of(half) } else { places_of(half).min(2) }
}

/// Returns the decimal places that a half-width supports.
pub(crate) fn places_of(half: f64) -> usize {
    match half {
        h if h >= 5.0 => 0,
        h if h >= 0.5 => 1,
        h if h >= 0.05 || h <= 0.0 => 2,
        _ => 3,
    }
}
