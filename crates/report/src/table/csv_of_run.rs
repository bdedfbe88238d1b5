//! Tidy CSV: one row an observation, one function a file, empty cells for what is undefined.
//!
//! Names come from files that people send each other, and spreadsheets run cells that begin like a formula. So a *text*
//! cell that begins with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe in front, unless it is a plain
//! number. Cells that we write as numbers are never touched.

use crate::number::{defined, exact, share};
use crate::report::{Interval, Report};
use crate::{ReportError, report};

/// A text cell that no spreadsheet takes for a formula.
fn cell(text: &str) -> String {
    let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
    if !is_number && text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// Both ends of an interval, or two empty cells.
pub(crate) fn ends(interval: Option<Interval>) -> [String; 2] {
    defined(interval).map_or_else(Default::default, |(low, high)| [share(low), share(high)])
}

fn maybe_exact(value: Option<f64>) -> String {
    value.map(exact).unwrap_or_default()
}

fn write<const N: usize>(
    table: &'static str,
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<Vec<u8>, ReportError> {
    let failed = |source| ReportError::Csv { table, source };
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(head).map_err(failed)?;
    for row in rows {
        writer.write_record(&row).map_err(failed)?;
    }
    writer.into_inner().map_err(|error| failed(error.into_error().into()))
}

/// A table of text cells for other commands; cells that a spreadsheet would take for formulas are guarded.
///
/// # Errors
/// [`ReportError::Csv`] if the writer fails; it writes to memory, so it does not.
pub fn rows<const N: usize>(
    head: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> Result<Vec<u8>, ReportError> {
    write("table", head, rows.map(|row| row.map(|text| cell(&text))))
}

/// The same for a table whose columns hang on what was asked.
pub(crate) fn ragged(head: &[String], rows: &[Vec<String>]) -> Result<Vec<u8>, ReportError> {
    let table = "table";
    let failed = |source| ReportError::Csv { table, source };
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in std::iter::once(head).chain(rows.iter().map(Vec::as_slice)) {
        let guarded = row.iter().map(|text| cell(text));
        writer.write_record(guarded).map_err(failed)?;
    }
    writer.into_inner().map_err(|error| failed(error.into_error().into()))
}

/// `outcomes.csv`: how the games ended. A row without a reason is the whole outcome, and has its share with the luck of the
/// dice taken out, too, where there are games enough to tell.
///
/// # Errors
/// [`ReportError::Csv`] if the writer fails; it writes to memory, so it does not.
pub fn outcomes(report: &Report) -> Result<Vec<u8>, ReportError> {
    write(
        "outcomes.csv",
        [
            "outcome",
            "side",
            "reason",
            "games",
            "share",
            "ci_low",
            "ci_high",
            "less_luck_share",
            "less_luck_ci_low",
            "less_luck_ci_high",
        ],
        report.outcomes.iter().map(|row| {
            let [low, high] = ends(row.interval);
            let [least, most] = ends(row.less_luck.and_then(|less| less.interval));
            [
                cell(&row.outcome),
                cell(&row.side),
                cell(&row.reason),
                row.games.to_string(),
                share(row.share),
                low,
                high,
                row.less_luck.map_or_else(String::new, |less| share(less.share)),
                least,
                most,
            ]
        }),
    )
}

/// `streaks.csv`: how long the initiative was held; `length` in actions.
///
/// # Errors
/// As for [`outcomes`].
pub fn streaks(report: &Report) -> Result<Vec<u8>, ReportError> {
    write(
        "streaks.csv",
        ["system", "side", "length", "count", "share", "ci_low", "ci_high", "exact", "expected"],
        report.streaks.iter().map(|row| {
            let [low, high] = ends(row.interval);
            [
                cell(&row.system),
                cell(&row.side),
                row.length.to_string(),
                row.count.to_string(),
                share(row.share),
                low,
                high,
                maybe_exact(row.exact),
                maybe_exact(row.expected),
            ]
        }),
    )
}

/// `seize.csv`: attempts to seize by the number needed on the die.
///
/// # Errors
/// As for [`outcomes`].
pub fn seizes(report: &Report) -> Result<Vec<u8>, ReportError> {
    write(
        "seize.csv",
        ["system", "side", "needed", "attempts", "successes", "rate", "ci_low", "ci_high", "exact"],
        report.seizes.iter().map(|row| {
            let [low, high] = ends(row.interval);
            [
                cell(&row.system),
                cell(&row.side),
                row.needed.to_string(),
                row.attempts.to_string(),
                row.successes.to_string(),
                row.rate.map(share).unwrap_or_default(),
                low,
                high,
                maybe_exact(row.exact),
            ]
        }),
    )
}

/// A number that may be missing.
fn maybe(number: Option<impl ToString>) -> String {
    number.map(|number| number.to_string()).unwrap_or_default()
}

const fn yes_or_no(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

/// `control.csv`: turns that units missed, and what tests said; `cases` are turns of units, tests or games.
///
/// # Errors
/// As for [`outcomes`].
pub fn control(report: &Report) -> Result<Vec<u8>, ReportError> {
    write(
        "control.csv",
        [
            "system", "side", "measure", "die", "cases", "count", "rate", "ci_low", "ci_high",
            "exact",
        ],
        report.control.iter().map(|row| {
            let [low, high] = ends(row.interval);
            [
                cell(&row.system),
                cell(&row.side),
                cell(&row.measure),
                maybe(row.die),
                row.cases.to_string(),
                row.count.to_string(),
                row.rate.map(share).unwrap_or_default(),
                low,
                high,
                maybe_exact(row.exact),
            ]
        }),
    )
}

/// `hit-curves.csv`: shots by dice, condition of the target and mark of the stick.
///
/// # Errors
/// As for [`outcomes`].
pub fn hit_curves(report: &Report) -> Result<Vec<u8>, ReportError> {
    write(
        "hit-curves.csv",
        [
            "system",
            "side",
            "weapon",
            "fire",
            "dice",
            "target",
            "distance",
            "threshold",
            "exact_numerator",
            "exact_denominator",
            "exact",
            "hits",
            "shots",
            "rate",
            "ci_low",
            "ci_high",
        ],
        report.hit_curves.iter().map(|row| {
            let [low, high] = ends(row.interval);
            [
                cell(&row.system),
                cell(&row.side),
                cell(&row.weapon),
                cell(&row.fire),
                cell(&row.dice),
                cell(&row.target),
                share(row.distance),
                row.threshold.to_string(),
                row.exact_numerator.to_string(),
                row.exact_denominator.to_string(),
                maybe_exact(row.exact),
                row.hits.to_string(),
                row.shots.to_string(),
                row.rate.map(share).unwrap_or_default(),
                low,
                high,
            ]
        }),
    )
}

/// `wounds.csv`: what hits did.
///
/// # Errors
/// As for [`outcomes`].
pub fn wounds(report: &Report) -> Result<Vec<u8>, ReportError> {
    write(
        "wounds.csv",
        [
            "system", "side", "cause", "state", "hits", "killed", "rate", "ci_low", "ci_high",
            "exact",
        ],
        report.wounds.iter().map(|row| {
            let [low, high] = ends(row.interval);
            [
                cell(&row.system),
                cell(&row.side),
                cell(&row.cause),
                cell(&row.state),
                row.hits.to_string(),
                row.killed.to_string(),
                row.rate.map(share).unwrap_or_default(),
                low,
                high,
                maybe_exact(row.exact),
            ]
        }),
    )
}

/// `reloads.csv`: rolls to reload; `roll` is the which roll since the weapon was fired, empty for all together.
///
/// # Errors
/// As for [`outcomes`].
pub fn reloads(report: &Report) -> Result<Vec<u8>, ReportError> {
    write(
        "reloads.csv",
        [
            "system", "side", "who", "die", "needed", "roll", "rolls", "loaded", "rate", "ci_low",
            "ci_high", "exact",
        ],
        report.reloads.iter().map(|row| {
            let [low, high] = ends(row.interval);
            [
                cell(&row.system),
                cell(&row.side),
                cell(&row.who),
                row.die.to_string(),
                row.needed.to_string(),
                maybe(row.roll),
                row.rolls.to_string(),
                row.loaded.to_string(),
                row.rate.map(share).unwrap_or_default(),
                low,
                high,
                maybe_exact(row.exact),
            ]
        }),
    )
}

/// `melee.csv`: what came of bouts; an empty die is one that is not rolled.
///
/// # Errors
/// As for [`outcomes`].
pub fn melee(report: &Report) -> Result<Vec<u8>, ReportError> {
    write(
        "melee.csv",
        [
            "system",
            "first",
            "second",
            "first_die",
            "second_die",
            "first_advantage",
            "second_advantage",
            "result",
            "count",
            "bouts",
            "rate",
            "ci_low",
            "ci_high",
            "exact",
        ],
        report.melee.iter().map(|row| {
            let [low, high] = ends(row.interval);
            [
                cell(&row.system),
                cell(&row.first),
                cell(&row.second),
                maybe(row.first_die),
                maybe(row.second_die),
                yes_or_no(row.first_advantage).to_owned(),
                yes_or_no(row.second_advantage).to_owned(),
                cell(&row.result),
                row.count.to_string(),
                row.bouts.to_string(),
                row.rate.map(share).unwrap_or_default(),
                low,
                high,
                maybe_exact(row.exact),
            ]
        }),
    )
}

/// `events.csv`: what happened how often.
///
/// # Errors
/// As for [`outcomes`].
pub fn events(report: &Report) -> Result<Vec<u8>, ReportError> {
    write(
        "events.csv",
        ["event", "rule", "side", "count", "per_game", "ci_low", "ci_high"],
        report.events.iter().map(|row| {
            let [low, high] = ends(row.interval);
            [
                cell(&row.event),
                cell(&row.rule),
                cell(&row.side),
                row.count.to_string(),
                share(row.per_game),
                low,
                high,
            ]
        }),
    )
}

/// `parameters.csv`: every parameter with its value and origin.
///
/// # Errors
/// As for [`outcomes`].
pub fn parameters(report: &Report) -> Result<Vec<u8>, ReportError> {
    let in_use = |row: &report::ParameterRow| match row.in_use {
        None => "",
        Some(true) => "yes",
        Some(false) => "no",
    };
    write(
        "parameters.csv",
        ["path", "value", "origin", "rule", "in_use"],
        report.parameters.iter().map(|row| {
            [
                cell(&row.path),
                cell(&row.value),
                row.origin.as_str().to_owned(),
                cell(&row.rule),
                in_use(row).to_owned(),
            ]
        }),
    )
}

/// `games.csv`: one row a game.
///
/// # Errors
/// As for [`outcomes`].
pub fn games(report: &Report) -> Result<Vec<u8>, ReportError> {
    write(
        "games.csv",
        [
            "game",
            "winner",
            "reason",
            "actions",
            "streak_max",
            "casualties_a",
            "casualties_b",
            "dice",
        ],
        report.games.iter().map(|row| {
            [
                row.game.to_string(),
                cell(&row.winner),
                cell(&row.reason),
                row.actions.to_string(),
                row.streak_max.to_string(),
                row.casualties_a.to_string(),
                row.casualties_b.to_string(),
                row.dice.to_string(),
            ]
        }),
    )
}
