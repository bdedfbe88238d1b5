//! Who holds the initiative, how it is seized and lost, and which units obey.

use super::{finding, greatest, rate, short, shortened};
use crate::number::{bounds, defined, mean, percent, percent_ends, percents, whole_percent};
use crate::once::unique;
use crate::rows::Group;
use crate::text::listed;
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
            shortened(seen().map(|row| (row.side.as_str(), commonest(report, row))).collect()),
            |side, lengths| format!("{side} {lengths}"),
            |side, lengths| format!(", {side} {lengths}"),
            "How often a side gets to act before the enemy does",
        ),
    }
}

/// The commonest lengths of a side's streaks with their shares, in full and in short: `usually once (77 %)`, `most often once
/// (33 %) or twice (32 %)`. How sure that is goes by the interval.
fn commonest(report: &Report, of: &StreakMean) -> [String; 2] {
    let rows = report.streaks.iter().filter(|row| row.group() == of.group() && row.count > 0);
    let mut rows = greatest(rows.collect(), |row| (row.share, row.interval));
    rows.sort_by_key(|row| row.length);
    let least = rows.first().map_or(0.0, |row| row.interval.map_or(row.share, |ends| ends.0));
    let how = match rows.len() {
        1 if rows[0].share == 1.0 => "always",
        1 if least >= 0.9 => "almost always",
        1 if least > 0.5 => "usually",
        _ => "most often",
    };
    let times = |length: u32| match length {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    };
    let each =
        rows.iter().map(|row| format!("{} ({})", times(row.length), whole_percent(row.share)));
    let each = each.collect::<Vec<_>>().join(" or ");
    let full = match &rows[..] {
        [one] => format!(
            "{how} get to act {} at a time ({})",
            times(one.length),
            whole_percent(one.share)
        ),
        _ => format!("{how} get to act {each} at a time"),
    };
    [full, format!("{how} {each}")]
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

/// Where games alone do not tell actions apart, the exact chances of the rolls may; nothing if they are not there.
fn by_chances(rows: &[&LostAfterRow]) -> Option<String> {
    let chances = rows.iter().map(|row| row.expected).collect::<Option<Vec<f64>>>()?;
    let most = chances.into_iter().fold(0.0, f64::max);
    let (named, others): (Vec<&LostAfterRow>, Vec<&LostAfterRow>) =
        rows.iter().partition(|row| row.expected.is_some_and(|it| it > most - AS_OFTEN));
    // No ranking that what is drawn contradicts.
    let least = named.iter().map(|row| row.rate).fold(f64::INFINITY, f64::min);
    if others.iter().any(|row| row.rate >= least) {
        return None;
    }
    let words: Vec<String> = named.iter().map(|row| doing(&row.after)).collect();
    let after = match &words[..] {
        all if all.len() == rows.len() => {
            format!("about equally often after {}", listed(all, "and"))
        }
        _ => format!("most easily after {}", words.join(" or ")),
    };
    Some(format!("{after} ({} by the chances of the rolls)", whole_percent(most)))
}

/// Chances this close are called the same.
const AS_OFTEN: f64 = 0.01;
/// Measured shares this close are not ranked, whatever tells them apart: whole percentages of them hardly would.
const ABOUT_AS_OFTEN: f64 = 0.015;

/// `about equally often whatever they do (17 to 18 %)`, if that holds of all that a side does: as measured, and by the chances of
/// the rolls or, without these, with intervals that leave little room for anything else.
fn whatever(rows: &[&LostAfterRow]) -> Option<String> {
    let is_close = |values: &[f64]| {
        let (least, most) = bounds(values.iter().copied());
        most - least < ABOUT_AS_OFTEN
    };
    let rates: Vec<f64> = rows.iter().map(|row| row.rate).collect();
    let chances: Option<Vec<f64>> = rows.iter().map(|row| row.expected).collect();
    let is_borne_out = match chances {
        Some(chances) => is_close(&chances),
        None => rows.iter().all(|row| {
            defined(row.interval).is_some_and(|(low, high)| high - low < ABOUT_AS_OFTEN)
        }),
    };
    if rows.len() < 2 || !is_close(&rates) || !is_borne_out {
        return None;
    }
    let (least, most) = bounds(rates);
    let range = match [least, most].map(whole_percent) {
        [least, most] if least == most => most,
        _ => format!("{}\u{a0}%", percent_ends((least, most), 0)),
    };
    Some(format!("about equally often whatever they do ({range})"))
}

/// After which action each side loses the initiative most easily.
pub(crate) fn lost_after_title(report: &Report) -> String {
    let rows = lost_after(report);
    let of_sides = report
        .sides
        .iter()
        .map(|side| rows.iter().copied().filter(|row| row.side == *side).collect::<Vec<_>>());
    let of_sides: Vec<Vec<&LostAfterRow>> = of_sides.filter(|rows| !rows.is_empty()).collect();
    let equal: Vec<Option<String>> = of_sides.iter().map(|all| whatever(all)).collect();
    let worst = of_sides.iter().map(|all| greatest(all.clone(), |row| (row.rate, row.interval)));
    let worst: Vec<Vec<&LostAfterRow>> = worst.collect();
    let rate = |row: &LostAfterRow| percent(row.rate, row.interval);
    if let ([one, other], [None, None]) = (&worst[..], &equal[..])
        && let ([one], [other]) = (&one[..], &other[..])
        && one.after == other.after
    {
        let rates = percents(&[(one.rate, one.interval), (other.rate, other.interval)]);
        return format!(
            "The initiative is lost most easily {}: {} {}, {} {}",
            after(&one.after),
            short(&one.side),
            rates[0],
            short(&other.side),
            rates[1]
        );
    }
    let told = worst.iter().zip(of_sides).zip(equal).map(|((rows, all), equal)| {
        let each = rows.iter().map(|row| format!("{} ({})", doing(&row.after), rate(row)));
        let each = each.collect::<Vec<_>>().join(" or ");
        let after = match (equal, rows.len()) {
            (Some(equal), _) => equal,
            (None, 1) => format!("most easily after {each}"),
            (None, 2) if all.len() > 2 => {
                by_chances(rows).unwrap_or_else(|| format!("most easily after {each}"))
            }
            (None, _) => by_chances(rows).unwrap_or_else(|| {
                format!("after {each}: these games do not tell which most easily")
            }),
        };
        (rows[0].side.as_str(), after)
    });
    finding(
        told.collect(),
        |side, after| format!("{side} lose the initiative {after}"),
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
    fn the_commonest_streak_is_told_with_what_may_be_as_common() {
        let row = |(side, length, share): (&str, u32, f64)| StreakRow {
            side: side.to_owned(),
            length,
            count: 100,
            share,
            interval: Some((share - 0.02, share + 0.02)),
            ..StreakRow::default()
        };
        // The mean of the first side is 3, a length that never comes up.
        let rows = [("North", 2, 0.5), ("North", 4, 0.5), ("South", 1, 0.8), ("South", 2, 0.2)];
        let report = |rows: &[(&str, u32, f64)]| Report {
            sides: ["North", "South"].map(String::from),
            initiative: Initiative::Turns,
            streaks: rows.iter().copied().map(row).collect(),
            ..Report::default()
        };
        let title = |rows: &[_]| streaks_title(&report(rows)).replace('\u{a0}', " ");
        assert_eq!(
            title(&rows),
            "North most often get to act twice (50 %) or 4 times (50 %) at a time, South usually once (80 %)"
        );
        for (share, told) in [
            (0.8, "South usually get to act once at a time (80 %)"),
            (0.97, "South almost always get to act once at a time (97 %)"),
            (1.0, "South always get to act once at a time (100 %)"),
            // The interval reaches down to an even chance.
            (0.51, "South most often get to act once at a time (51 %)"),
        ] {
            assert_eq!(title(&[("South", 1, share)]), told);
        }
        assert_eq!(
            title(&[("North", 1, 0.8), ("South", 1, 0.8)]),
            "Both sides usually get to act once at a time (80 %)"
        );
    }

    /// What is told of the initiative lost by two sides.
    fn lost(sides: [&str; 2], lost_after: Vec<LostAfterRow>) -> String {
        let sides = sides.map(String::from);
        let report = Report { sides, lost_after, ..Report::default() };
        lost_after_title(&report).replace('\u{a0}', " ")
    }

    #[test]
    fn what_both_lose_the_initiative_by_is_said_once() {
        let row = |(side, after, rate): (&str, &str, f64)| LostAfterRow {
            side: side.to_owned(),
            after: after.to_owned(),
            actions: 100,
            rate,
            ..LostAfterRow::default()
        };
        let raid = |rows: Vec<LostAfterRow>| lost(["Raiders", "Watch"], rows);
        let title = |rows: [(&str, &str, f64); 4]| raid(rows.map(row).into());
        let own = ("Raiders", "move", 0.25);
        let rows =
            [own, ("Raiders", "shoot", 0.5), ("Watch", "move", 0.2), ("Watch", "shoot", 0.4)];
        assert_eq!(
            title(rows),
            "The initiative is lost most easily after shooting: Raiders 50.0 %, Watch 40.0 %"
        );
        let rows =
            [own, ("Raiders", "shoot", 0.5), ("Watch", "move", 0.4), ("Watch", "shoot", 0.2)];
        assert_eq!(
            title(rows),
            "Raiders lose the initiative most easily after shooting (50.0 %), Watch most easily after moving (40.0 %)"
        );
        // What no interval tells apart is not said to be the most.
        let mut rows = [("shoot", 0.5), ("move", 0.4), ("charge", 0.45)]
            .map(|(after, rate)| row(("Watch", after, rate)));
        rows.iter_mut().for_each(|row| row.interval = Some((row.rate - 0.1, row.rate + 0.1)));
        assert_eq!(
            raid(rows.clone().into()),
            "Watch lose the initiative after shooting (50 %) or charging (45 %) or moving (40 %): these games do not tell which most easily"
        );
        // The chances of the rolls may tell it all the same.
        let title = |chances: [f64; 3]| {
            let mut rows = rows.clone();
            rows.iter_mut().zip(chances).for_each(|(row, chance)| row.expected = Some(chance));
            raid(rows.into())
        };
        for (chances, told) in [
            ([0.55, 0.41, 0.42], "most easily after shooting (55 %"),
            ([0.549, 0.41, 0.55], "most easily after shooting or charging (55 %"),
            ([0.45, 0.45, 0.451], "about equally often after shooting, charging and moving (45 %"),
        ] {
            let told = format!("Watch lose the initiative {told} by the chances of the rolls)");
            assert_eq!(title(chances), told);
        }
        // Unless what was seen has another order.
        assert!(title([0.42, 0.41, 0.55]).ends_with("these games do not tell which most easily"));
    }

    #[test]
    fn shares_within_a_point_or_so_are_not_ranked() {
        let title = |rows: &[(&str, f64, Option<f64>)], half: f64| {
            let row = |&(after, rate, expected): &(&str, f64, Option<f64>)| LostAfterRow {
                side: "Mercenaries".to_owned(),
                after: after.to_owned(),
                actions: 1_000,
                rate,
                interval: Some((rate - half, rate + half)),
                expected,
                ..LostAfterRow::default()
            };
            lost(["Townsmen", "Mercenaries"], rows.iter().map(row).collect())
        };
        let known = [
            ("move", 0.181, Some(0.169)),
            ("charge", 0.171, Some(0.168)),
            ("fight", 0.176, Some(0.158)),
        ];
        let told =
            "Mercenaries lose the initiative about equally often whatever they do (17 to 18 %)";
        assert_eq!(title(&known, 0.02), told);
        assert_eq!(title(&known, 0.001), told, "whatever the intervals tell apart");
        let unknown = known.map(|(after, rate, _)| (after, rate, None));
        assert_eq!(title(&unknown, 0.005), told);
        assert!(title(&unknown, 0.05).ends_with("these games do not tell which most easily"));
        // Close by luck, and by the chances of the rolls not.
        let mut lucky = known;
        lucky[2].2 = Some(0.1);
        assert!(!title(&lucky, 0.05).contains("whatever"));
        // Of two neither is said to be the most.
        assert!(title(&[("move", 0.2, None), ("fight", 0.25, None)], 0.05).ends_with(
            "after fighting (25 %) or moving (20 %): these games do not tell which most easily"
        ));
    }
}
