//! Fractions as tests write them, and the walk that they are held against.

use skirmish_engine::chance::Chance;
use skirmish_odds::{MAX_OUTCOMES, Pmf, Ratio, every_outcome};

pub(crate) fn r(text: &str) -> Ratio {
    text.parse().expect("a fraction")
}

pub(crate) fn of(numerator: u128, denominator: u128) -> Ratio {
    Ratio::new(numerator, denominator).expect("a denominator that is not 0")
}

/// So many of all rolls of two d6.
pub(crate) fn of_36(count: u128) -> Ratio {
    of(count, 36)
}

/// The law of what is played, under every roll of its dice.
pub(crate) fn walk<T: Ord>(play: impl FnMut(&mut dyn Chance) -> T) -> Pmf<T> {
    every_outcome(MAX_OUTCOMES, play).expect("a tree of this size")
}
