//! What an expectation can be about: what the simulator measures, and what a check asks of events and of searches.

use skirmish_measures::Measure;

/// What is measured of an event of the scenario: in which share of games it happens.
pub(crate) const HAPPENS: &str = "happens";

/// What a search finds that a side could win more if it played otherwise, in shares of the games.
pub(crate) const EXPLOITABLE: &str = "exploitable";

/// Whether an expectation can be about what is called so.
pub(crate) fn is_known(name: &str) -> bool {
    [HAPPENS, EXPLOITABLE].contains(&name.trim()) || Measure::named(name).is_some()
}

/// Whether what is called so lies between 0 and 1: a share, or how often an event happens.
pub(crate) fn is_share(name: &str) -> bool {
    let name = name.trim();
    [HAPPENS, EXPLOITABLE].contains(&name)
        || Measure::named(name).is_some_and(|measure| measure.is_share)
}
