//! What an expectation can be about. The simulator measures it; a test of the program holds the two lists together.

/// A measure that an expectation can be about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// Its name, such as `win-rate`.
    pub name: &'static str,
    /// Whether each side has its own.
    pub by_side: bool,
    /// Whether it is a share, between 0 and 1.
    pub is_share: bool,
}

const fn share(name: &'static str, by_side: bool) -> Measure {
    Measure { name, by_side, is_share: true }
}

const fn number(name: &'static str, by_side: bool) -> Measure {
    Measure { name, by_side, is_share: false }
}

/// Every measure.
pub const MEASURES: [Measure; 33] = [
    share("win-rate", true),
    share("draw-rate", false),
    share("cap-rate", false),
    share("first-mover-win-rate", false),
    share("walkover", true),
    share("run-through", true),
    share("through", true),
    share("stopped-alive", true),
    share("destroyed", true),
    number("streak", true),
    number("streak-without-reactions", true),
    share("unanswered", true),
    number("drought", true),
    share("share-of-chances", true),
    share("used", true),
    share("idle", true),
    number("streak-in-actions", true),
    number("streak-in-actions-to-reaction", true),
    number("longest-streak-in-actions", true),
    share("unanswered-actions", true),
    number("drought-in-actions", true),
    number("actions", false),
    number("rounds", false),
    share("seize-rate", true),
    number("seizes", true),
    number("losses", true),
    share("never-active", true),
    number("shots", true),
    share("hit-rate", true),
    number("melee-rounds", false),
    number("activations", false),
    number("dice", false),
    number("decisions", false),
];

/// What is measured of an event of the scenario: in which share of games it happens.
pub(crate) const HAPPENS: &str = "happens";

/// What a search finds that a side could win more if it played otherwise, in shares of the games.
pub(crate) const EXPLOITABLE: &str = "exploitable";

/// The measure that is called so: `win-rate`, or `win rate` in words.
pub(crate) fn find(name: &str) -> Option<Measure> {
    let name = name.trim().replace(' ', "-");
    MEASURES.into_iter().find(|measure| measure.name == name)
}

/// What to write instead of the name of a measure that has gone: it was of actions, where chances are counted now.
#[must_use]
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
