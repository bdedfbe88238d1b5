//! The measures that have rows.

use skirmish_measures::cells;

/// Returns the measure that [`crate::tally::Streaks`] counts one by one, for seized initiative or not.
pub const fn streak_measure(is_seized: bool) -> &'static str {
    if is_seized { "streak-in-actions" } else { "streak-without-reactions" }
}

/// Returns the number of measures, counting each side's own separately.
pub fn measured() -> usize {
    cells().count()
}
