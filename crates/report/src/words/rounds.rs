//! Who has the chances, round by round.

use skirmish_engine::rulebook::System;

use crate::number::{are_apart, bounds, defined, whole_percent as percent};
use crate::report::Interval;
use crate::{Report, RoundRow};

/// What is counted where a goal or a cap is in rounds.
pub fn a_round(system: System) -> String {
    format!("A round is {} (HOST-5).", system.clock().meaning())
}

/// The first side's chances in the rounds that many games come to.
pub(crate) fn early_rounds(report: &Report) -> Vec<&RoundRow> {
    let first = report.sides.first();
    let rows = report.rounds.iter().filter(|row| Some(&row.side) == first);
    let rows: Vec<&RoundRow> = rows.collect();
    let most = rows.iter().map(|row| row.chances).max().unwrap_or(0);
    let is_late = |row: &&RoundRow| row.chances < most.div_ceil(LATE_ROUND);
    // The last row is of all rounds from there on, and may have more chances than those before it.
    let busiest = rows.iter().position(|row| row.chances == most).unwrap_or(0);
    let late = rows.iter().skip(busiest).position(is_late);
    let end = late.map_or(rows.len(), |late| busiest + late);
    rows[..end].iter().copied().filter(|row| !is_late(row)).collect()
}

/// What is told of chances round by round: the first side's, in the rounds that many games come to and in which it is well known.
pub(crate) fn rounds(report: &Report) -> Vec<&RoundRow> {
    let mut rows = early_rounds(report);
    let is_sharp = |row: &&RoundRow| ends(row).1 - ends(row).0 <= 2.0 * SHARP;
    let known = rows.iter().rposition(is_sharp).map_or(rows.len().min(1), |last| last + 1);
    rows.truncate(known);
    rows
}

/// A round with less than one in so many of the chances of the busiest is late: few games come to it.
const LATE_ROUND: u64 = 50;

/// The shape of a side's share of the chances: that it is the same in all rounds or stays where it is from one on; else that it
/// only rises or only falls; else where it begins, where it ends, and what clearly stands out between.
pub(crate) fn rounds_title(report: &Report) -> String {
    let all = rounds(report);
    let known = all.len();
    let ([first, ..], [.., last]) = (&all[..], &all[..]) else {
        return "Who has the chances to act".to_owned();
    };
    let begin = format!("{} have {} of the chances to act in", first.side, percent(first.share));
    // Of late rounds, and of those that these games do not tell well enough, nothing is said.
    let and = if last.round == first.round + 1 { "and" } else { "to" };
    let all_along = match report.rounds.iter().any(|row| row.round > last.round) {
        true => format!("rounds\u{a0}{} {and}\u{a0}{}", first.round, last.round),
        false => "every round".to_owned(),
    };
    if first.round == last.round {
        return format!("{begin} round\u{a0}{}", first.round);
    }
    // Among the last rounds, which few games come to, nearly any share is in all intervals.
    let is_early = |from: &usize| *from == 0 || (2 * from <= known && from + SETTLED <= known);
    let settled = (0..known).filter(is_early).find_map(|from| Some((from, level(&all[from..])?)));
    let settled = settled.filter(|(from, share)| *from == 0 || (share - first.share).abs() > FLAT);
    let between = &all[1..known - 1];
    let monotone = [("rising", all.clone()), ("falling", all.iter().rev().copied().collect())];
    let monotone = monotone.iter().find(|(_, rows)| {
        let is_below = |two: &[&RoundRow]| ends(two[0]).0 - ends(two[1]).1 > FLAT;
        // Of any two rounds, not only of neighbours.
        !(0..rows.len()).any(|k| rows[k + 1..].iter().any(|row| is_below(&[rows[k], row])))
    });
    match (settled, monotone) {
        (Some((0, share)), _) => {
            format!(
                "{} have about {} of the chances to act in {all_along}",
                first.side,
                percent(share)
            )
        }
        (Some((from, share)), _) => {
            let begin = match (level(&all[..from]), all[from - 1].round) {
                (Some(share), to) if to > first.round => {
                    let and = if to == first.round + 1 { "and" } else { "to" };
                    let share = percent(share);
                    format!(
                        "{} have about {share} of the chances to act in rounds\u{a0}{} {and}\u{a0}{to}",
                        first.side, first.round
                    )
                }
                _ => {
                    // What goes beyond both before it settles is not passed over.
                    let (low, high) = (first.share.min(share), first.share.max(share));
                    let past = |row: &&&RoundRow| (row.share - high).max(low - row.share);
                    let most = all[1..from].iter().filter(|row| past(row) > FLAT);
                    let most = most.max_by(|one, two| past(one).total_cmp(&past(two)));
                    let then = most.map_or_else(String::new, |row| in_round(row));
                    format!("{begin} round\u{a0}{}{then}", first.round)
                }
            };
            let from = all[from].round;
            format!("{begin}, and about {} from round\u{a0}{from} on", percent(share))
        }
        (None, Some((rising, _))) if level(&[first, last]).is_none() => format!(
            "{begin} round\u{a0}{}, {rising} to {} by round\u{a0}{}",
            first.round,
            percent(last.share),
            last.round
        ),
        (None, _) => {
            let peak = between.iter().max_by(|one, other| {
                beyond(one, first, last).total_cmp(&beyond(other, first, last))
            });
            let peak = peak.filter(|row| beyond(row, first, last) > STANDS_OUT);
            if peak.is_none() && level(&[first, last]).is_some() {
                let (low, high) = bounds(all.iter().map(|row| row.share));
                return format!(
                    "{} have {} to {} of the chances to act in {all_along}",
                    first.side,
                    percent(low).trim_end_matches(['%', '\u{a0}']),
                    percent(high)
                );
            }
            let later: String = peak.into_iter().chain([last]).map(|row| in_round(row)).collect();
            format!("{begin} round\u{a0}{}{later}", first.round)
        }
    }
}

/// `, 62 % in round 3`
fn in_round(row: &RoundRow) -> String {
    format!(", {} in round\u{a0}{}", percent(row.share), row.round)
}

/// Between which shares that of a round is.
fn ends(row: &RoundRow) -> Interval {
    defined(row.interval).unwrap_or((row.share, row.share))
}

/// The share that rounds have together, if none of them is told apart from it by more than what counts as about the same.
fn level(rows: &[&RoundRow]) -> Option<f64> {
    let sum = |of: fn(&RoundRow) -> f64| rows.iter().map(|row| of(row)).sum::<f64>();
    let share = sum(|row| row.share * row.chances as f64) / sum(|row| row.chances as f64);
    let is_near =
        |row: &&RoundRow| ends(row).0.max(share - ABOUT) <= ends(row).1.min(share + ABOUT);
    // Nor does any differ clearly from another.
    let differs = |one: &RoundRow, other: &RoundRow| {
        (one.share - other.share).abs() > FLAT && are_apart(Some(ends(one)), Some(ends(other)))
    };
    let is_one = || !rows.iter().any(|one| rows.iter().any(|other| differs(one, other)));
    (rows.iter().all(is_near) && is_one()).then_some(share)
}

/// A share is about another if its interval comes this close.
const ABOUT: f64 = FLAT / 2.0;

/// Shares this close are called the same.
const FLAT: f64 = 0.02;

/// Rounds in which a share must be well known before it is said to stay there.
const SETTLED: usize = 3;

/// Half the width of the interval of a share that is well known: in late rounds, which few games come to, it is noise.
const SHARP: f64 = 0.03;

/// A share that lies so far beyond others is worth naming.
const STANDS_OUT: f64 = 0.05;

/// How far the interval of a share lies above those of two others, or below them; negative where it meets one of them.
fn beyond(row: &RoundRow, first: &RoundRow, last: &RoundRow) -> f64 {
    let [(low, high), one, other] = [row, first, last].map(ends);
    (low - one.1.max(other.1)).max(one.0.min(other.0) - high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_told_beyond_the_first_late_round() {
        let row = |(round, chances): (u32, u64)| RoundRow {
            side: "Raiders".to_owned(),
            round,
            chances,
            ..RoundRow::default()
        };
        let report = Report {
            sides: ["Raiders", "Watch"].map(String::from),
            rounds: [(1, 900), (2, 1000), (3, 30), (4, 10), (61, 400)].map(row).into(),
            ..Report::default()
        };
        let told: Vec<u32> = rounds(&report).iter().map(|row| row.round).collect();
        assert_eq!(told, [1, 2, 3]);
    }

    #[test]
    fn a_headline_tells_the_shape_of_the_rounds() {
        let row = |(round, share): (u32, f64)| RoundRow {
            side: "Raiders".to_owned(),
            round,
            chances: 100,
            share,
            interval: Some((share - 0.02, share + 0.02)),
            ..RoundRow::default()
        };
        let title = |shares: &[f64]| {
            let rounds = (1..).zip(shares.iter().copied()).map(row).collect();
            let report = Report {
                sides: ["Raiders", "Watch"].map(String::from),
                rounds,
                ..Report::default()
            };
            rounds_title(&report).replace('\u{a0}', " ")
        };
        let rising =
            "Raiders have 40 % of the chances to act in round 1, rising to 60 % by round 3";
        let mut rounds: Vec<RoundRow> = (1..).zip([0.4, 0.5, 0.6, 0.8]).map(row).collect();
        rounds[3].interval = Some((0.7, 0.9));
        let noisy =
            Report { sides: ["Raiders", "Watch"].map(String::from), rounds, ..Report::default() };
        assert_eq!(
            rounds_title(&noisy).replace('\u{a0}', " "),
            rising,
            "no headline ends on noise"
        );
        for (shares, told) in [
            (
                &[0.4, 0.5, 0.6][..],
                "40 % of the chances to act in round 1, rising to 60 % by round 3",
            ),
            (&[0.6, 0.5, 0.4], "60 % of the chances to act in round 1, falling to 40 % by round 3"),
            (
                &[0.4, 0.8, 0.6],
                "40 % of the chances to act in round 1, 80 % in round 2, 60 % in round 3",
            ),
            (
                &[0.4, 0.5, 0.2, 0.6],
                "40 % of the chances to act in round 1, 20 % in round 3, 60 % in round 4",
            ),
            (&[0.499, 0.501, 0.498], "about 50 % of the chances to act in every round"),
            (&[0.33, 0.36, 0.32], "about 34 % of the chances to act in every round"),
            // An extreme among rounds that are not told apart is no news.
            (
                &[0.6, 0.61, 0.45, 0.44, 0.46, 0.48],
                "about 60 % of the chances to act in rounds 1 and 2, and about 46 % from round 3 on",
            ),
            (
                &[0.7, 0.6, 0.5, 0.5, 0.5],
                "70 % of the chances to act in round 1, and about 50 % from round 3 on",
            ),
            (
                &[0.7, 0.62, 0.56, 0.5, 0.5, 0.5],
                "70 % of the chances to act in round 1, and about 50 % from round 4 on",
            ),
            (
                &[0.7, 0.65, 0.6, 0.57, 0.5, 0.5, 0.5],
                "70 % of the chances to act in round 1, falling to 50 % by round 7",
            ),
            (
                &[0.55, 0.62, 0.53, 0.52, 0.53, 0.52, 0.53],
                "55 % of the chances to act in round 1, 62 % in round 2, and about 53 % from round 3 on",
            ),
            // A step back by no more than what counts as the same is none.
            (
                &[0.8, 0.6, 0.65, 0.5],
                "80 % of the chances to act in round 1, falling to 50 % by round 4",
            ),
            // Two rounds are not enough to say that it stays there.
            (&[0.7, 0.5, 0.5], "70 % of the chances to act in round 1, falling to 50 % by round 3"),
        ] {
            assert_eq!(title(shares), format!("Raiders have {told}"));
        }
    }
}
