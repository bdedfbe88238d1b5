//! A study of sensitivity as tables.

use super::{Interplay, Luck, Sensitivity};
use crate::ReportError;
use crate::comparison::Value;
use crate::number::{exact, share};
use crate::table::{self, ends};

fn three(value: Option<Value>) -> [String; 3] {
    let [low, high] = ends(value.and_then(|v| v.interval));
    [value.map_or(String::new(), |v| share(v.value)), low, high]
}

/// `sensitivity.csv`: a row for each number and step.
///
/// # Errors
/// [`ReportError`] if the writer fails; it writes to memory, so it does not.
pub fn csv(study: &Sensitivity) -> Result<Vec<u8>, ReportError> {
    let rows = study.numbers.iter().flat_map(|number| {
        number.steps.iter().map(move |step| {
            let [low, high] = ends(step.change.and_then(|c| c.interval));
            let p = |p: Option<f64>| p.map(exact).unwrap_or_default();
            [
                number.path.clone(),
                number.rule.clone(),
                number.value.clone(),
                step.value.clone(),
                step.direction.to_string(),
                study.measure.measure.clone(),
                study.measure.side.clone(),
                step.change.map_or(String::new(), |c| share(c.value)),
                low,
                high,
                p(step.change.and_then(|c| c.p_value)),
                p(step.change.and_then(|c| c.adjusted_p_value)),
                if step.refused.is_empty() {
                    step.changed_games.to_string()
                } else {
                    String::new()
                },
                study.played.games.to_string(),
                number.counted_games.map_or(String::new(), |games| games.to_string()),
                number.is_dead().to_string(),
                step.refused.clone(),
            ]
        })
    });
    table::rows(
        [
            "path",
            "rule",
            "now",
            "step_to",
            "direction",
            "measure",
            "side",
            "change",
            "change_low",
            "change_high",
            "p_value",
            "adjusted_p_value",
            "changed_games",
            "games",
            "counted_games",
            "dead",
            "refused",
        ],
        rows,
    )
}

pub(super) fn interplay(interplay: &Interplay) -> Result<Vec<u8>, ReportError> {
    let row = |one: &str, other: &str, kind: &str, value: Option<Value>| {
        let [value, low, high] = three(value);
        [one.to_owned(), other.to_owned(), kind.to_owned(), value, low, high]
    };
    let single = interplay
        .parameters
        .iter()
        .flat_map(|p| [row(&p.path, "", "alone", p.first), row(&p.path, "", "in_all", p.total)]);
    let pairs = interplay.pairs.iter().map(|p| row(&p.paths[0], &p.paths[1], "together", p.share));
    table::rows(["path", "other_path", "kind", "share", "ci_low", "ci_high"], single.chain(pairs))
}

pub(super) fn luck(luck: &Luck) -> Result<Vec<u8>, ReportError> {
    let rows = luck.sources.iter().map(|source| {
        let [first, first_low, first_high] = three(source.first);
        let [total, total_low, total_high] = three(source.total);
        [
            source.source.clone(),
            share(source.dice),
            first,
            first_low,
            first_high,
            total,
            total_low,
            total_high,
        ]
    });
    let [value, low, high] = three(luck.together);
    let empty = String::new;
    let rest = ["together".to_owned(), empty(), value, low, high, empty(), empty(), empty()];
    table::rows(
        [
            "source",
            "dice_per_game",
            "alone",
            "alone_low",
            "alone_high",
            "in_all",
            "in_all_low",
            "in_all_high",
        ],
        rows.chain([rest]),
    )
}
