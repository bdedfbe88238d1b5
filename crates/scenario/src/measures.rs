//! What an expectation can be about, and what people call it: what the simulator measures, whose rows are read here as well.

use std::borrow::Cow;

/// A measure that an expectation can be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Measure {
    /// Its name, such as `win-rate`.
    pub(crate) name: &'static str,
    words: &'static str,
    of_side: Option<&'static str>,
    head: Option<&'static str>,
    unit: &'static str,
    /// Whether each side has its own.
    pub(crate) by_side: bool,
    /// Whether it is a share, between 0 and 1.
    pub(crate) is_share: bool,
}

/// Declares them, by what the rows of the simulator begin with; what each counts is its business.
macro_rules! measures {
    (@by side) => { true };
    (@by game) => { false };
    (@if) => { None };
    (@if $words:literal) => { Some($words) };
    ($($by:ident $name:literal $words:literal $(, of $of_side:literal)? $(, head $head:literal)?: $of:ident / $per:ident,
        $unit:literal $about:literal;)+) => {
        /// Every measure.
        pub(crate) const MEASURES: &[Measure] = &[$(Measure {
            name: $name,
            words: $words,
            of_side: measures!(@if $($of_side)?),
            head: measures!(@if $($head)?),
            unit: $unit,
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

/// What people call a measure, of a side if one is named: `win rate of Raiders`. One that has gone is told by its name.
pub fn measured(name: &str, side: &str) -> String {
    let measure = find(name);
    let words = measure.map_or_else(|| name.replace('-', " ").into(), |it| Cow::from(it.words));
    match (side, measure.and_then(|it| it.of_side)) {
        ("", _) => words.into(),
        (side, Some(of_side)) => of_side.replace("{}", side),
        (side, None) => format!("{words} of {side}"),
    }
}

/// The same at the head of a page or a chart, of whatever side: `games won`, `figures lost a game`.
pub fn measure_head(name: &str) -> Cow<'static, str> {
    match find(name) {
        Some(Measure { head: Some(head), .. }) => head.into(),
        Some(it) if it.unit.ends_with(" a game") => format!("{} a game", it.words).into(),
        _ => measured(name, "").into(),
    }
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
