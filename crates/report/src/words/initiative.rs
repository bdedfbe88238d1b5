//! Findings about initiative: who holds it, how it is seized and lost, and which units obey.

use minijinja::context;

use super::{finding, rate, said};
use crate::number::{are_apart, ends, mean, percent, percents, whole_percent};
use crate::text::framed;
use crate::{ControlRow, Initiative, LostAfterRow, Report, StreakMean, safe_text};

/// Returns the means of streaks, without those of no streaks.
pub(crate) fn streak_means(report: &Report) -> Vec<&StreakMean> {
    report.streak_means.iter().filter(|row| row.streaks > 0).collect()
}

pub(crate) fn streaks_title(report: &Report) -> String {
    if let Some(title) = widest_apart(report) {
        return title;
    }
    let told = |row: &StreakMean| match report.initiative {
        Initiative::Seized => Some(mean(row.mean, row.interval)),
        // If chances come in twos or threes, the mean may be a length that hardly occurs.
        Initiative::Turns => commonest(report, row),
    };
    let means = streak_means(report).into_iter();
    let found: Vec<_> = means.filter_map(|row| Some((row.side.as_str(), told(row)?))).collect();
    finding(if report.initiative == Initiative::Seized { "kept" } else { "acts" }, &found)
}

/// Returns what there is to say of several systems: the means of the side for which they differ most.
fn widest_apart(report: &Report) -> Option<String> {
    let means = streak_means(report);
    let of_side = |side: &String| {
        let rows = means.iter().copied().filter(|row| row.side == *side);
        ends(rows, |row| row.mean).filter(|[least, most]| least.system != most.system)
    };
    let sides = report.sides.iter().filter_map(of_side);
    let [least, most] = sides.max_by(|one, other| {
        (one[1].mean - one[0].mean).total_cmp(&(other[1].mean - other[0].mean))
    })?;
    let of = |row: &StreakMean| context! { system => safe_text(&row.system), mean => mean(row.mean, row.interval) };
    are_apart(least.interval, most.interval).then(|| {
        said(
            "streaks-under",
            context! { side => safe_text(&most.side), least => of(least), most => of(most) },
        )
    })
}

/// Returns the commonest length of a side's streaks: `once (77 %)`.
fn commonest(report: &Report, of: &StreakMean) -> Option<String> {
    let group = (of.system.as_str(), of.side.as_str());
    let rows = report.streaks.iter().filter(|row| row.group() == group && row.count > 0);
    // The shorter of two equally common ones.
    let row = rows.rev().max_by(|one, other| one.share.total_cmp(&other.share))?;
    Some(said("length", context! { length => row.length, share => whole_percent(row.share) }))
}

pub(crate) fn seizes_title(report: &Report) -> String {
    let totals = report.seize_totals.iter().filter(|row| row.attempts > 0);
    let rates: Vec<_> =
        totals.clone().map(|row| (row.rate.unwrap_or(f64::NAN), row.interval)).collect();
    let sides = totals.map(|row| row.side.as_str());
    finding("seizes", &sides.zip(percents(&rates)).collect::<Vec<_>>())
}

/// Returns the number that each side most often needed, as ` Both sides most often needed 14+.`; empty for more than two sides.
/// Shares of attempts are left to the headline, since beside a number they would read as its chance.
pub(crate) fn most_often_needed(report: &Report) -> String {
    let tried = report.seize_totals.iter().filter(|total| total.attempts > 0);
    let needed = tried.filter_map(|total| {
        let rows = report.seizes.iter().filter(|row| row.side == total.side);
        let most = rows.max_by_key(|row| row.attempts)?;
        let number = match most.exact {
            Some(0.0) => "more than any roll comes to".to_owned(),
            _ => format!("{}+", most.needed),
        };
        Some((total.side.as_str(), number))
    });
    framed(" ", &finding("needed", &needed.collect::<Vec<_>>()), "")
}

/// Returns how often initiative was lost after each action, without actions too rare to tell.
pub(crate) fn lost_after(report: &Report) -> Vec<&LostAfterRow> {
    let all = |side: &str| -> u64 {
        let rows = report.lost_after.iter().filter(|row| row.side == side);
        rows.map(|row| row.actions).sum()
    };
    let is_usual = |row: &&LostAfterRow| row.actions >= all(&row.side).div_ceil(RARELY_TOLD);
    report.lost_after.iter().filter(is_usual).collect()
}

/// Actions rarer than one in this many are only in the table.
const RARELY_TOLD: u64 = 200;

/// Returns the action after which each side most often loses initiative.
pub(crate) fn most_lost_after(report: &Report) -> Vec<&LostAfterRow> {
    let rows = lost_after(report);
    let most = |side: &String| {
        // Losing initiative after doing nothing is no news.
        let of_side = rows.iter().copied().filter(|row| row.side == *side && row.after != "stand");
        let of_side = of_side.filter(|row| row.rate > 0.0);
        of_side.max_by(|one, other| one.rate.total_cmp(&other.rate))
    };
    report.sides.iter().filter_map(most).collect()
}

pub(crate) fn lost_after_title(report: &Report) -> String {
    let told = most_lost_after(report).into_iter().map(|row| {
        let rate = percent(row.rate, row.interval);
        (row.side.as_str(), format!("{} ({rate})", after(&row.after)))
    });
    finding("lost-after", &told.collect::<Vec<_>>())
}

pub(crate) fn after(action: &str) -> String {
    said("after", context! { action => safe_text(action) })
}

/// Returns the turns that units missed, a row for each system and side.
pub(crate) fn turns_missed(report: &Report) -> impl Iterator<Item = &ControlRow> {
    let rows = report.control.iter();
    rows.filter(|row| row.measure == ControlRow::MISSED && row.cases > 0)
}

pub(crate) fn control_title(report: &Report) -> String {
    let missed = turns_missed(report);
    let found = missed.map(|row| (row.side.as_str(), rate(row.rate, row.interval)));
    finding("control", &found.collect::<Vec<_>>())
}
