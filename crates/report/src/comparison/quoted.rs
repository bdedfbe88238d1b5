//! Values, and changes of them, as one quotes them: each with its interval, or as sharply as that allows.

use super::Value;
use crate::number::{
    NO_BREAK, defined, half, percent, percent_digits, percent_ends, percent_places_beside, points,
};
use crate::report::Interval;

/// Half the width from which on the interval of a share stands alone: the value in it says nothing.
const TOO_WIDE: f64 = 0.2;

/// A value with its interval. Shares read in percent; where the interval is lopsided, as it is near 0 and 100, its ends
/// are told, since ± would promise what cannot be.
pub(crate) fn quoted_value(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    quoted_at(value, interval, is_share, places_beside(interval, is_share))
}

/// Decimal places of a value that stands beside its interval.
pub(super) fn places_beside(interval: Option<Interval>, is_share: bool) -> usize {
    match (is_share, defined(interval)) {
        (true, Some(ends)) => percent_places_beside(ends),
        (true, None) => 1,
        (false, _) => places_of(half(interval)),
    }
}

/// Whether the interval of a share is far from even about it, or would leave what a share can be if it were.
pub(super) fn is_lopsided(value: f64, (low, high): (f64, f64)) -> bool {
    let half = (high - low) / 2.0;
    ((high - value) - (value - low)).abs() > half / 2.0 || value < half || value + half > 1.0
}

/// A value with its interval, as [`quoted_value`], with as many places as its neighbors.
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
            format!("{digits} ± {:.places$}{NO_BREAK}%", half * 100.0)
        };
    }
    let number = format!("{value:.places$}");
    if let Some((low, high)) = defined(interval) {
        let lopsided = ((high - value) - (value - low)).abs();
        // What begins at 0 does not go below it.
        if lopsided > half / 2.0 || (low >= 0.0 && value < half) {
            return format!("{number} ({low:.places$} to {high:.places$})");
        }
        format!("{number} ± {half:.places$}")
    } else {
        number
    }
}

impl Value {
    /// What is left of one: of what a side wins, a draw as one half, what the other does.
    #[must_use]
    pub fn complement(self) -> Self {
        let interval = self.interval.map(|(low, high)| (1.0 - high, 1.0 - low));
        Self { value: 1.0 - self.value, interval }
    }

    /// The value with its interval, as [`quoted_value`].
    pub(crate) fn quoted(self, is_share: bool) -> String {
        quoted_value(self.value, self.interval, is_share)
    }

    /// The value by itself, in a table, a headline or over a bar: the first digit in doubt is the last.
    pub(crate) fn alone(self, is_share: bool) -> String {
        match is_share {
            true => percent(self.value, self.interval),
            false => format!("{:.*}", places_alone(half(self.interval)), self.value),
        }
    }

    /// A change with its interval and its unit, as [`signed_value`].
    pub(crate) fn signed(self, is_share: bool) -> String {
        signed_value(self.value, self.interval, is_share)
    }
}

/// A number with its sign.
pub(crate) fn signed(value: f64, places: usize) -> String {
    let digits = format!("{:.places$}", value.abs());
    // What rounds to nothing has no sign.
    match value {
        0.0 => "0".to_owned(),
        _ if digits.bytes().all(|b| matches!(b, b'0' | b'.')) => digits,
        below if below < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

/// A change with its interval and its unit: that of a share is in points of a hundred, not in percent of the share.
pub(crate) fn signed_value(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    let number = signed_number(value, interval, is_share);
    if is_share { format!("{number}{NO_BREAK}points") } else { number }
}

/// A change with its interval, as [`signed_value`] has it, but without its unit.
pub(crate) fn signed_number(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    let scale = if is_share { 100.0 } else { 1.0 };
    signed_at(value, interval, is_share, places_of(half(interval) * scale))
}

/// A change with its interval, as [`signed_number`], with as many places as the values that it is of.
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
    if half > 0.0 { format!("{number} ± {half:.places$}") } else { number }
}

/// A value with as many places as its interval supports, which stands beside it.
pub(crate) fn plain(value: f64, interval: Option<Interval>) -> String {
    format!("{value:.0$}", places_of(half(interval)))
}

/// How much a change is, without its sign: `12 points`.
pub(crate) fn amount(change: f64, interval: Option<Interval>, is_share: bool) -> String {
    match is_share {
        true => points(change.abs(), interval),
        false => Value { value: change.abs(), interval }.alone(false),
    }
}

/// Decimal places of a value that its half width, which is not shown, supports: hundredths, and thousandths where even these
/// are hardly in doubt.
pub(crate) fn places_alone(half: f64) -> usize {
    if half < 0.005 { places_of(half) } else { places_of(half).min(2) }
}

/// Decimal places that a half width supports.
pub(crate) fn places_of(half: f64) -> usize {
    match half {
        h if h >= 5.0 => 0,
        h if h >= 0.5 => 1,
        h if h >= 0.05 || h <= 0.0 => 2,
        _ => 3,
    }
}
