//! Which measures there are a row for.

use skirmish_measures::cells;

/// The measure of what [`crate::tally::Streaks`] counts one by one, where the initiative is seized and elsewhere.
pub const fn streak_measure(is_seized: bool) -> &'static str {
    if is_seized { "streak-in-actions" } else { "streak-without-reactions" }
}

/// How many measures there are, counted once for each side that has its own.
pub fn measured() -> usize {
    cells().count()
}
