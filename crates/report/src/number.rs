//! Numbers as text and as JSON, the same on every run.
//!
//! Tables and JSON get plain decimals of a fixed number of places without trailing zeros. Sentences and charts get grouped
//! digits, and percentages with as many places as the interval supports.

use serde::{Serialize, Serializer};

use crate::report::Interval;

/// Decimal places of estimates, finer than any affordable run resolves.
const SHARE_PLACES: usize = 6;
/// Decimal places of exact chances, which are not limited by sampling.
const EXACT_PLACES: usize = 12;

/// Keeps a number and its unit on one line.
pub(crate) const NO_BREAK: char = '\u{a0}';

/// Returns a decimal with at most `places` places and no trailing zeros; empty if not finite.
pub(crate) fn fixed(value: f64, places: usize) -> String {
    if !value.is_finite() {
        return String::new();
    }
    let mut text = format!("{value:.places$}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    // A tiny negative would round to `-0`.
    if text == "-0" {
        text.remove(0);
    }
    text
}

/// Returns the lowest and highest value; (infinity, -infinity) if there are none.
pub(crate) fn bounds(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    values.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
        (low.min(value), high.max(value))
    })
}

/// Returns an estimate as tables write it.
pub(crate) fn share(value: f64) -> String {
    fixed(value, SHARE_PLACES)
}

/// Returns an exact chance as tables write it.
pub(crate) fn exact(value: f64) -> String {
    fixed(value, EXACT_PLACES)
}

/// Returns the interval, or `None` if an end is not finite, so that an undefined interval never looks like a wide one.
pub(crate) fn defined(interval: Option<Interval>) -> Option<Interval> {
    interval.filter(|(low, high)| low.is_finite() && high.is_finite())
}

/// Returns the first of the least and the last of the greatest items, by a value.
pub(crate) fn ends<T, A>(all: A, of: impl Fn(&T) -> f64) -> Option<[T; 2]>
where
    A: Iterator<Item = T> + Clone,
{
    let by = |one: &T, other: &T| of(one).total_cmp(&of(other));
    Some([all.clone().min_by(by)?, all.max_by(by)?])
}

/// Returns half the width of an interval; 0 without one.
pub(crate) fn half(interval: Option<Interval>) -> f64 {
    defined(interval).map_or(0.0, |(low, high)| (high - low) / 2.0)
}

/// Returns whether both intervals are known and do not overlap.
pub(crate) fn are_apart(one: Option<Interval>, other: Option<Interval>) -> bool {
    let both = defined(one).zip(defined(other));
    both.is_some_and(|((low, high), (from, to))| high < from || to < low)
}

/// Returns whether an interval is known and excludes a value.
pub(crate) fn leaves_out(interval: Option<Interval>, value: f64) -> bool {
    defined(interval).is_some_and(|(low, high)| value < low || high < value)
}

fn rounded<S: Serializer>(text: &str, serializer: S) -> Result<S::Ok, S::Error> {
    text.parse::<f64>().ok().serialize(serializer)
}

pub(crate) fn as_share<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    rounded(&share(*value), serializer)
}

pub(crate) fn as_exact<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    rounded(&exact(*value), serializer)
}

/// Returns `1234567` as `1,234,567`.
pub(crate) fn with_commas(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns `1 action`, `2,000 actions`.
pub fn counted(number: impl Into<u64>, noun: &str) -> String {
    match number.into() {
        1 => format!("1 {noun}"),
        number => format!("{} {noun}s", with_commas(number)),
    }
}

/// Returns a value of a rulebook with a proper minus sign.
pub(crate) fn minus(value: &str) -> String {
    match value.strip_prefix('-') {
        Some(digits) => format!("−{digits}"),
        None => value.to_owned(),
    }
}

/// Returns `19 → 18`.
pub(crate) fn step(now: &str, then: &str) -> String {
    format!("{} \u{2192} {}", minus(now), minus(then))
}

/// Below this number of games the reader is warned that hardly anything can be concluded.
pub(crate) const FEW_GAMES: u64 = 30;

/// Returns a count in about four characters, where only its size matters: `950`, `1.2k`, `34k`, `5.6M`.
pub(crate) fn compact(value: u64) -> String {
    const STEPS: [(u64, &str); 3] = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")];
    for (step, letter) in STEPS {
        if value >= step {
            let scaled = value as f64 / step as f64;
            let places = usize::from(scaled < 9.95);
            return fixed(scaled, places) + letter;
        }
    }
    value.to_string()
}

/// Returns the places of a percentage whose last digit is the first in doubt, by its half-width; one without an interval.
pub(crate) fn percent_places(interval: Option<Interval>) -> usize {
    match defined(interval) {
        None => 1,
        Some((low, high)) => match (high - low) / 2.0 {
            half if half >= 0.01 => 0,
            half if half >= 0.0005 => 1,
            _ => 2,
        },
    }
}

/// Returns the decimal places of a percentage that is shown with the ends of its interval.
pub(crate) fn percent_places_beside(ends: Interval) -> usize {
    percent_places(Some(ends)).max(usize::from(ends.1 - ends.0 < 0.2))
}

/// Returns a share in percent, with halves of the last place rounded towards 50, so that two sides' shares add up to 100 and no
/// lead is overstated.
pub(crate) fn in_percent(share: f64, places: usize) -> f64 {
    let scale = 10f64.powi(i32::try_from(places).unwrap_or(0));
    let scaled = share * 100.0 * scale;
    let below = scaled.floor();
    let is_half = (0.0..=1.0).contains(&share) && (scaled - below - 0.5).abs() < 1e-6;
    match is_half {
        true if share > 0.5 => below / scale,
        true => (below + 1.0) / scale,
        false => share * 100.0,
    }
}

/// Returns a percentage without its sign, such as `62.3`. Only exact shares of 0 and 1 read as `0` and `100`.
pub(crate) fn percent_digits(share: f64, places: usize) -> String {
    digits(share, in_percent(share, places), places)
}

fn digits(share: f64, percent: f64, places: usize) -> String {
    if !share.is_finite() {
        return String::from("?");
    }
    let shown = format!("{percent:.places$}");
    let value: f64 = shown.parse().unwrap_or_default();
    let smallest = 10f64.powi(-i32::try_from(places).unwrap_or(0));
    if share > 0.0 && value == 0.0 {
        format!("<{NO_BREAK}{smallest:.places$}")
    } else if share < 1.0 && value == 100.0 {
        format!(">{NO_BREAK}{:.places$}", 100.0 - smallest)
    } else if value == 0.0 {
        String::from("0")
    } else {
        shown
    }
}

/// Returns a percentage with its sign, to stand beside the ends of its interval.
pub(crate) fn percent_beside(share: f64, interval: Option<Interval>) -> String {
    let places = defined(interval).map_or(1, percent_places_beside);
    format!("{}{NO_BREAK}%", percent_digits(share, places))
}

/// Returns a percentage with its sign, such as `62.3 %`, with a space that does not break.
pub fn percent(share: f64, interval: Option<Interval>) -> String {
    format!("{}{NO_BREAK}%", percent_digits(share, percent_places(interval)))
}

/// Returns an exact chance in percent: whole, or with one place for a half, so that 42.5 and 57.5 add up to 100.
pub fn exact_percent(chance: f64) -> String {
    format!("{}{NO_BREAK}%", exact_digits(chance))
}

/// Smaller shares do not show in a table of tenths of a percent.
pub(crate) const UNSEEN: f64 = 0.0005;

/// Smaller shares are told as hardly ever.
pub(crate) const HARDLY_EVER: f64 = 0.005;

/// Returns an exact chance in percent, as [`exact_percent`] has it, without its sign.
pub(crate) fn exact_digits(chance: f64) -> String {
    let halves = chance * 200.0;
    let is_half = (halves - halves.round()).abs() < 1e-9 && halves.round() % 2.0 != 0.0;
    percent_digits(chance, usize::from(is_half))
}

/// Returns a change of a share in percentage points, without its sign, such as `12 points`.
pub(crate) fn points(share: f64, interval: Option<Interval>) -> String {
    let points = percent_digits(share, percent_places(interval));
    let unit = if points == "1" { "point" } else { "points" };
    format!("{points}{NO_BREAK}{unit}")
}

/// Returns a percentage without decimals, such as `62 %`, for rough statements.
pub(crate) fn whole_percent(share: f64) -> String {
    format!("{}{NO_BREAK}%", percent_digits(share, 0))
}

/// Returns half the widest of these intervals of shares, in percentage points, rounded up.
pub(crate) fn points_at_most(intervals: impl Iterator<Item = Interval>) -> f64 {
    intervals.map(|(low, high)| (high - low) * 50.0).fold(0.0, f64::max).ceil()
}

/// Returns percentages that are read side by side, all with the places of the least certain one.
pub(crate) fn percents(shares: &[(f64, Option<Interval>)]) -> Vec<String> {
    let places = shares.iter().map(|(_, interval)| percent_places(*interval)).min().unwrap_or(1);
    let one = |(share, _): &(f64, Option<Interval>)| {
        format!("{}{NO_BREAK}%", percent_digits(*share, places))
    };
    shares.iter().map(one).collect()
}

/// Returns `61.9 to 62.7`.
pub(crate) fn percent_range(ends: Interval) -> String {
    percent_ends(ends, percent_places_beside(ends))
}

/// Returns the ends of an interval in percent, with so many places.
pub(crate) fn percent_ends((low, high): Interval, places: usize) -> String {
    // Not rounded towards 50, which would narrow the interval.
    let [low, high] = [low, high].map(|end| digits(end, end * 100.0, places));
    format!("{low} to {high}")
}

/// Returns a mean with two places, or with one if it has no interval.
pub(crate) fn mean(value: f64, interval: Option<Interval>) -> String {
    let places = 1 + usize::from(defined(interval).is_some());
    if value.is_finite() { format!("{value:.places$}") } else { String::from("?") }
}
