//! Findings about who wins: adjusted for the luck of the dice if that is more precise, else counted.

use minijinja::context;

use super::{said, short_side};
use crate::number::{FEW_GAMES, HARDLY_EVER, defined, percent, percent_range, percents};
use crate::report::Interval;
use crate::{LessLuck, OutcomeRow, Report};

/// Returns whether the row is one of several reasons of an outcome that also has a total.
pub(crate) fn is_part(report: &Report, row: &OutcomeRow) -> bool {
    !row.reason.is_empty()
        && report
            .outcomes
            .iter()
            .any(|whole| whole.outcome == row.outcome && whole.reason.is_empty())
}

/// Returns an outcome in words, or only the reason below its outcome.
pub(crate) fn outcome(report: &Report, row: &OutcomeRow) -> String {
    match (is_part(report, row), row.reason.is_empty()) {
        (true, _) => row.reason.clone(),
        (false, true) => row.outcome.clone(),
        (false, false) => format!("{} ({})", row.outcome, row.reason),
    }
}

/// Returns the rows that together cover all games.
pub(crate) fn wholes(report: &Report) -> impl Iterator<Item = &OutcomeRow> {
    report.outcomes.iter().filter(|row| !is_part(report, row))
}

/// Returns an outcome's share with its interval, adjusted for luck if that is worth telling; reasons add up to their outcome.
pub(crate) fn estimate(report: &Report, row: &OutcomeRow) -> (f64, Option<Interval>) {
    let whole = match is_part(report, row) {
        true => wholes(report).find(|whole| whole.outcome == row.outcome),
        false => None,
    };
    match (whole, row.less_luck.filter(LessLuck::is_worth_saying)) {
        (Some(whole), _) if whole.share > 0.0 => {
            let scale = estimate(report, whole).0 / whole.share;
            (
                row.share * scale,
                defined(row.interval).map(|(low, high)| (low * scale, high * scale)),
            )
        }
        (None, Some(less)) => (less.share, less.interval),
        _ => (row.share, defined(row.interval)),
    }
}

/// Returns the share of games that a side won; with an interval only if a single row covers it.
pub(crate) fn win_share(report: &Report, side: &str) -> (f64, Option<Interval>) {
    let rows: Vec<&OutcomeRow> = wholes(report).filter(|row| row.side == side).collect();
    match rows[..] {
        [row] => estimate(report, row),
        _ => (rows.iter().map(|row| row.share).sum(), None),
    }
}

/// Returns a sentence with the winner, its interval, and how often no side wins.
pub(crate) fn verdict(report: &Report) -> String {
    let interval = winners_interval(report)
        .map_or_else(String::new, |ends| format!(" ({})", percent_range(ends)));
    format!("{}{interval}{}.", winner(report), nobody(report))
}

/// Returns the finding: the winner, and how often no side wins.
pub(crate) fn outcomes_title(report: &Report) -> String {
    winner(report) + &nobody(report)
}

/// Returns the addition about games that no side wins, if there are enough to tell.
pub(crate) fn nobody(report: &Report) -> String {
    let nobody = wholes(report).filter(|row| row.side.is_empty() && row.share >= HARDLY_EVER);
    nobody.map(|row| format!(", {} {}", row.outcome, percent(row.share, row.interval))).collect()
}

/// Both sides with their win rates, the higher first, and whether the order is clear.
type Ranked = ([(String, f64, Option<Interval>); 2], bool);

fn ranked(report: &Report) -> Ranked {
    let [first, second] = report.sides.each_ref().map(|side| {
        let (share, interval) = win_share(report, side);
        (short_side(side), share, interval)
    });
    let both = if second.1 > first.1 { [second, first] } else { [first, second] };
    let is_clear = match (both[0].2, both[1].2) {
        (Some((low, _)), Some((_, high))) => low > high,
        // A side without any win has no row.
        (Some((low, _)), None) => low > both[1].1,
        _ => false,
    };
    (both, is_clear)
}

/// Returns the interval of the winner's share, if there is a clear winner.
pub(crate) fn winners_interval(report: &Report) -> Option<Interval> {
    let ([ahead, _], is_clear) = ranked(report);
    ahead.2.filter(|_| is_clear)
}

/// Returns who wins, or that it is not clear.
pub(crate) fn winner(report: &Report) -> String {
    let ([ahead, behind], is_clear) = ranked(report);
    let shares = match is_clear {
        true => vec![percent(ahead.1, ahead.2)],
        false => percents(&[(ahead.1, ahead.2), (behind.1, behind.2)]),
    };
    let facts = context! {
        is_unplayed => report.outcomes.is_empty(),
        is_clear,
        nobody => ahead.1 == 0.0,
        few => report.provenance.games < FEW_GAMES,
        games => report.provenance.games,
        sides => [ahead.0, behind.0],
        shares,
    };
    said("winner", facts)
}
