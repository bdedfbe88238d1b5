//! What an expectation can be about: what the simulator measures, whose rows are read here as well.

/// A measure that an expectation can be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Measure {
    /// Its name, such as `win-rate`.
    pub(crate) name: &'static str,
    /// Whether each side has its own.
    pub(crate) by_side: bool,
    /// Whether it is a share, between 0 and 1.
    pub(crate) is_share: bool,
}

/// Declares them, by what the rows of the simulator begin with; what each counts is its business.
macro_rules! measures {
    (@by side) => { true };
    (@by game) => { false };
    ($($by:ident $name:literal $words:literal: $of:ident / $per:ident, $unit:literal $about:literal;)+) => {
        /// Every measure.
        pub(crate) const MEASURES: &[Measure] = &[$(Measure {
            name: $name,
            by_side: measures!(@by $by),
            is_share: matches!($unit.as_bytes(), [b'o', b'f', b' ', ..]),
        }),+];
    };
}

include!("../../simulator/src/measure/rows.rs");

/// What is measured of an event of the scenario: in which share of games it happens.
pub(crate) const HAPPENS: &str = "happens";

/// What a search finds that a side could win more if it played otherwise, in shares of the games.
pub(crate) const EXPLOITABLE: &str = "exploitable";

/// The measure that is called so: `win-rate`, or `win rate` in words.
pub(crate) fn find(name: &str) -> Option<Measure> {
    let name = name.trim().replace(' ', "-");
    MEASURES.iter().copied().find(|measure| measure.name == name)
}

/// What to write instead of the name of a measure that has gone: it was of actions, where chances are counted now.
pub fn renamed_hint(name: &str) -> Option<String> {
    let now = match name.trim().replace(' ', "-").as_str() {
        "mean-streak" => "streak-in-actions",
        "mean-streak-without-reaction" => "streak-in-actions-to-reaction",
        "longest-streak" => "longest-streak-in-actions",
        "headed-off" => {
            let now = "it has three outcomes now, for the side that is to be stopped: `through`, `stopped-alive` and `destroyed`";
            return Some(now.to_owned());
        }
        _ => return None,
    };
    Some(format!("it is called `{now}` now; `streak` counts chances, whether they are used or not"))
}

/// Whether an expectation can be about what is called so.
pub(crate) fn is_known(name: &str) -> bool {
    [HAPPENS, EXPLOITABLE].contains(&name.trim()) || find(name).is_some()
}

/// Whether what is called so lies between 0 and 1: a share, or how often an event happens.
pub(crate) fn is_share(name: &str) -> bool {
    let name = name.trim();
    [HAPPENS, EXPLOITABLE].contains(&name) || find(name).is_some_and(|measure| measure.is_share)
}
