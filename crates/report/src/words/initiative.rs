//! Who holds the initiative, how it is seized and lost, and which units obey.

use super::{finding, rate, shortened};
use crate::number::{mean, percent, percents, whole_percent};
use crate::once::unique;
use crate::rows::Group;
use crate::{ControlRow, Initiative, LostAfterRow, Report, StreakMean, StreakRow, safe_text};

/// The means of all groups: as given, or else worked out from the rows, without an interval.
pub(crate) fn streak_means(report: &Report) -> Vec<StreakMean> {
    let mean = |group: Group<'_>| {
        let rows =
            || report.streaks.iter().filter(move |row| row.group() == group && row.count > 0);
        let streaks: u64 = rows().map(|row| row.count).sum();
        let actions: u128 = rows().map(|row| u128::from(row.length) * u128::from(row.count)).sum();
        StreakMean {
            system: group.0.to_owned(),
            side: group.1.to_owned(),
            streaks,
            mean: actions as f64 / streaks as f64,
            interval: None,
            longest: rows().map(|row| row.length).max().unwrap_or(0),
        }
    };
    let given = |group| report.streak_means.iter().find(|given| given.group() == group).cloned();
    let groups = unique(report.streaks.iter().map(StreakRow::group)).into_iter();
    groups.map(|group| given(group).unwrap_or_else(|| mean(group))).collect()
}

/// The finding about streaks.
pub(crate) fn streaks_title(report: &Report) -> String {
    let means = streak_means(report);
    let seen = || means.iter().filter(|row| row.streaks > 0);
    match report.initiative {
        Initiative::Seized => finding(
            seen().map(|row| (row.side.as_str(), mean(row.mean, row.interval))).collect(),
            |side, mean| format!("{side} keep the initiative for {mean} actions on average"),
            |side, mean| format!(", {side} for {mean}"),
            "How long the initiative is kept",
        ),
        // Where chances are dealt out in twos or threes, the mean may be a length that hardly ever comes up.
        Initiative::Turns => finding(
            seen().filter_map(|row| Some((row.side.as_str(), commonest(report, row)?))).collect(),
            |side, length| format!("{side} most often get to act {length} at a time"),
            |side, length| format!(", {side} {length}"),
            "How often a side gets to act before the enemy does",
        ),
    }
}

/// The commonest length of a side's streaks: `once (77 %)`.
fn commonest(report: &Report, of: &StreakMean) -> Option<String> {
    let rows = report.streaks.iter().filter(|row| row.group() == of.group() && row.count > 0);
    // Of two that are as common the shorter.
    let row = rows.rev().max_by(|one, other| one.share.total_cmp(&other.share))?;
    let times = match row.length {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    };
    Some(format!("{times} ({})", whole_percent(row.share)))
}

/// The finding about seizing.
pub(crate) fn seizes_title(report: &Report) -> String {
    let totals = report.seize_totals.iter().filter(|row| row.attempts > 0);
    let rates: Vec<_> =
        totals.clone().map(|row| (row.rate.unwrap_or(f64::NAN), row.interval)).collect();
    let told = totals
        .zip(percents(&rates))
        .map(|(row, rate)| (row.side.as_str(), [format!("{rate} of attempts"), rate]));
    finding(
        shortened(told.collect()),
        |side, rate| format!("{side} seize in {rate}"),
        |side, rate| format!(", {side} in {rate}"),
        "How often an attempt to seize succeeds",
    )
}

/// The number that each side needed in most of its attempts, as `Both sides most often needed 14+.`; nothing for more than two
/// sides. Shares of all attempts stand in the headline: beside such a number they would read as the chance of it.
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
    let told = finding(
        needed.collect(),
        |side, number| format!("{side} most often needed {number}"),
        |side, number| format!(", {side} {number}"),
        "",
    );
    if told.is_empty() { told } else { format!(" {told}.") }
}

/// What is told of the initiative lost after actions: all but those so rare that they say little, which are in the table.
pub(crate) fn lost_after(report: &Report) -> Vec<&LostAfterRow> {
    let all = |side: &str| -> u64 {
        let rows = report.lost_after.iter().filter(|row| row.side == side);
        rows.map(|row| row.actions).sum()
    };
    let is_usual = |row: &&LostAfterRow| row.actions >= all(&row.side).div_ceil(RARELY_TOLD);
    report.lost_after.iter().filter(is_usual).collect()
}

/// One action in so many is too few to be told, but in the table.
const RARELY_TOLD: u64 = 200;

/// After what each side loses the initiative most often.
pub(crate) fn most_lost_after(report: &Report) -> Vec<&LostAfterRow> {
    let rows = lost_after(report);
    let most = |side: &String| {
        // That a side which does nothing loses it is no news.
        let of_side = rows.iter().copied().filter(|row| row.side == *side && row.after != "stand");
        let of_side = of_side.filter(|row| row.rate > 0.0);
        of_side.max_by(|one, other| one.rate.total_cmp(&other.rate))
    };
    report.sides.iter().filter_map(most).collect()
}

/// The finding about what the initiative is lost after.
pub(crate) fn lost_after_title(report: &Report) -> String {
    let told = most_lost_after(report).into_iter().map(|row| {
        let rate = percent(row.rate, row.interval);
        (row.side.as_str(), format!("{} ({rate})", after(&row.after)))
    });
    finding(
        told.collect(),
        |side, after| format!("{side} lose the initiative most often {after}"),
        |side, after| format!(", {side} {after}"),
        "Actions after which the initiative is lost",
    )
}

/// After a kind of action, in words.
pub(crate) fn after(action: &str) -> String {
    format!("after {}", doing(action))
}

fn doing(action: &str) -> String {
    let done = match action {
        "move" => "moving",
        "charge" => "charging",
        "shoot" => "shooting",
        "fight" => "fighting",
        "stand" => "standing",
        "all shoot" => "all have shot",
        "to me" => "calling “to me”",
        "hide" => "hiding",
        "appear" => "appearing",
        "escape" => "escaping",
        "run" => "running",
        "volley" => "a volley",
        "shoot in haste" => "shooting in haste",
        "reload" => "reloading",
        "lie low" => "lying low",
        "prepare" => "preparing",
        "set" => "setting weapons",
        other => other,
    };
    safe_text(done)
}

/// The turns that units missed, a row for each system and side.
pub(crate) fn turns_missed(report: &Report) -> impl Iterator<Item = &ControlRow> {
    let rows = report.control.iter();
    rows.filter(|row| row.measure == ControlRow::MISSED && row.cases > 0)
}

/// The finding about control.
pub(crate) fn control_title(report: &Report) -> String {
    let missed = turns_missed(report);
    finding(
        missed.map(|row| (row.side.as_str(), rate(row.rate, row.interval))).collect(),
        |side, rate| format!("Units of {side} miss {rate} of their turns"),
        |side, rate| format!(", those of {side} {rate}"),
        "How often units miss their turns",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commonest_streak_is_told() {
        let row = |(side, length, share): (&str, u32, f64)| StreakRow {
            side: side.to_owned(),
            length,
            count: 100,
            share,
            ..StreakRow::default()
        };
        // The mean of the first side is 3, a length that never comes up.
        let rows = [("North", 2, 0.5), ("North", 4, 0.5), ("South", 1, 0.8), ("South", 2, 0.2)];
        let report = Report {
            sides: ["North", "South"].map(String::from),
            initiative: Initiative::Turns,
            streaks: rows.map(row).into(),
            ..Report::default()
        };
        assert_eq!(
            streaks_title(&report).replace('\u{a0}', " "),
            "North most often get to act twice (50 %) at a time, South once (80 %)"
        );
    }

    #[test]
    fn what_costs_the_initiative_most_is_told_of_each_side() {
        let row = |(side, after, rate): (&str, &str, f64)| LostAfterRow {
            side: side.to_owned(),
            after: after.to_owned(),
            actions: 1000,
            rate,
            ..LostAfterRow::default()
        };
        let rows =
            [("A", "move", 0.17), ("A", "shoot", 0.4), ("A", "stand", 0.9), ("B", "move", 0.36)];
        let report = Report {
            sides: ["A", "B"].map(String::from),
            lost_after: rows.map(row).into(),
            ..Report::default()
        };
        assert_eq!(
            lost_after_title(&report).replace('\u{a0}', " "),
            "A lose the initiative most often after shooting (40.0 %), B after moving (36.0 %)"
        );
    }
}
