//! What an expectation can be about: the simulator's measures, events and results of searches.

use skirmish_measures::Measure;

/// The share of games in which an event of the scenario happens.
pub(crate) const HAPPENS: &str = "happens";

/// How much more a side could win by playing differently, as a share of games, found by a search.
pub(crate) const EXPLOITABLE: &str = "exploitable";

pub(crate) fn is_known(name: &str) -> bool {
    [HAPPENS, EXPLOITABLE].contains(&name.trim()) || Measure::named(name).is_some()
}

/// Returns whether a measure lies between 0 and 1.
pub(crate) fn is_share(name: &str) -> bool {
    let name = name.trim();
    [HAPPENS, EXPLOITABLE].contains(&name)
        || Measure::named(name).is_some_and(|measure| measure.is_share)
}
