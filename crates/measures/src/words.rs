//! What people call measures.

use std::borrow::Cow;

use crate::Measure;

/// Returns what people call a measure, of a side if named: `win rate of Raiders`. Any other name stays, with spaces for
/// hyphens.
pub fn measured(name: &str, side: &str) -> String {
    let measure = Measure::named(name);
    let words = measure.map_or_else(|| name.replace('-', " ").into(), |it| Cow::from(it.words));
    match (side, measure.and_then(|it| it.of_side)) {
        ("", _) => words.into(),
        (side, Some(of_side)) => of_side.replace("{}", side),
        (side, None) => format!("{words} of {side}"),
    }
}

/// Returns the words for the head of a page or chart, whatever the side: `games won`, `figures lost a game`.
pub fn measure_head(name: &str) -> Cow<'static, str> {
    match Measure::named(name) {
        Some(Measure { head: Some(head), .. }) => (*head).into(),
        Some(it) if it.unit.ends_with(" a game") => format!("{} a game", it.words).into(),
        _ => measured(name, "").into(),
    }
}

/// Returns a hint at what to write instead of a measure that was renamed or split, from when actions were counted, not chances.
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
