//! What an expectation can be about. The simulator measures it; a test of the program holds the two lists together.

/// Every measure by its name, and whether each side has its own.
pub const MEASURES: [(&str, bool); 23] = [
    ("win-rate", true),
    ("draw-rate", false),
    ("cap-rate", false),
    ("first-mover-win-rate", false),
    ("walkover", true),
    ("run-through", true),
    ("headed-off", true),
    ("mean-streak", true),
    ("mean-streak-without-reaction", true),
    ("longest-streak", true),
    ("unanswered", true),
    ("drought", true),
    ("actions", false),
    ("seize-rate", true),
    ("seizes", true),
    ("losses", true),
    ("idle", true),
    ("shots", true),
    ("hit-rate", true),
    ("melee-rounds", false),
    ("activations", false),
    ("dice", false),
    ("decisions", false),
];

/// What is measured of an event of the scenario: in which share of games it happens.
pub(crate) const HAPPENS: &str = "happens";

/// The measure that is called so: `win-rate`, or `win rate` in words.
pub(crate) fn find(name: &str) -> Option<(&'static str, bool)> {
    let name = name.trim().replace(' ', "-");
    MEASURES.into_iter().find(|(measure, _)| *measure == name)
}
