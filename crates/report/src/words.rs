//! Sentences worked out from a report, shared by the charts and the summary in text.

use crate::number::{
    counted, defined, fixed, grouped, mean, percent, percent_beside, percent_ends, percent_range,
    percents, too_few,
};
use crate::report::Interval;
use crate::rows::Group;
use crate::text::WORTH_SAYING;
use crate::{
    ControlRow, Initiative, LessLuck, LostAfterRow, OutcomeRow, ReloadRow, Report, RoundRow,
    SeizeRow, SeizeTotal, StepTotal, StreakMean, StreakRow, safe_text,
};

/// A name cut to a length that leaves a headline readable. Tables and descriptions carry the whole name.
fn short(name: &str) -> String {
    clip(name, 32)
}

/// A text cut to at most so many characters, with an ellipsis if something is missing.
pub(crate) fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
    }
}

/// A measure of a side, or of the whole game.
pub(crate) fn of_side(measure: &str, side: &str) -> String {
    match safe_text(side).as_str() {
        "" => measure.to_owned(),
        side => format!("{measure}, {side}"),
    }
}

/// The same in a sentence: `win rate of Raiders`.
pub(crate) fn measured(measure: &str, side: &str) -> String {
    let of = match safe_text(side).as_str() {
        "" => String::new(),
        side => format!(" of {side}"),
    };
    let name = match measure {
        "used" | "idle" | "unanswered" => format!("{measure} chances"),
        "never-active" => "figures never active".to_owned(),
        "through" => "breakthroughs".to_owned(),
        "destroyed" => "destruction".to_owned(),
        other => other.replace("drought", "longest wait").replace('-', " "),
    };
    name + &of
}

/// What people call a parameter, made harmless: its path may hold names from files.
pub(crate) fn human(path: &str) -> String {
    safe_text(&skirmish_scenario::human(path))
}

/// The text with its first letter in upper case.
pub(crate) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + characters.as_str()
    })
}

/// `95 %`.
pub(crate) fn confidence(report: &Report) -> String {
    format!("{}\u{a0}%", fixed(report.confidence * 100.0, 2))
}

/// So many values that were set are told below a chart.
const MOST_SET: usize = 3;

/// Where the numbers come from, in one line of small print.
pub(crate) fn provenance(report: &Report) -> String {
    let from = &report.provenance;
    let mut parts = Vec::new();
    let mut say = |present: &str, text: String| {
        if !present.is_empty() {
            parts.push(text);
        }
    };
    say(&from.scenario_title, from.scenario_title.clone());
    say(&from.rulebook, format!("rulebook {}", from.rules()));
    say("games", counted(from.games, "game"));
    say("seed", format!("seed {}", from.seed));
    say(&from.program_version, format!("skirmish {}", from.program_version));
    say(&from.engine_version, format!("engine {}", from.engine_version));
    let hash: String = from.scenario_sha256.chars().take(12).collect();
    say(&from.scenario_sha256, format!("scenario {hash}"));
    let told = from.set.iter().take(MOST_SET).cloned().collect::<Vec<_>>().join(", ");
    let more = match from.set.len().saturating_sub(MOST_SET) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    say(&told, format!("set: {told}{more}"));
    parts.join(" · ")
}

/// Whether the row is one reason of an outcome that has a row of its own for all reasons.
pub(crate) fn is_part(report: &Report, row: &OutcomeRow) -> bool {
    !row.reason.is_empty()
        && report
            .outcomes
            .iter()
            .any(|whole| whole.outcome == row.outcome && whole.reason.is_empty())
}

/// The rows that together are all games.
pub(crate) fn wholes(report: &Report) -> impl Iterator<Item = &OutcomeRow> {
    report.outcomes.iter().filter(|row| !is_part(report, row))
}

/// Share of games that a side won, over all reasons; with an interval only if one row says it all.
pub(crate) fn win_share(report: &Report, side: &str) -> (f64, Option<Interval>) {
    let rows: Vec<&OutcomeRow> = wholes(report).filter(|row| row.side == side).collect();
    match rows[..] {
        [row] => (row.share, defined(row.interval)),
        _ => (rows.iter().map(|row| row.share).sum(), None),
    }
}

/// `62.0 % (61.3 to 62.7)`.
pub(crate) fn percent_with_range(share: f64, interval: Option<Interval>) -> String {
    match defined(interval) {
        Some(ends) => format!("{} ({})", percent_beside(share, interval), percent_range(ends)),
        None => percent(share, None),
    }
}

/// Games that nobody wins are part of the finding from this share on.
const WORTH_NAMING: f64 = 0.005;

/// The finding about who wins, and how often nobody does.
pub(crate) fn outcomes_title(report: &Report) -> String {
    let nobody = wholes(report).filter(|row| row.side.is_empty() && row.share >= WORTH_NAMING);
    let nobody =
        nobody.map(|row| format!(", {} {}", row.outcome, percent(row.share, row.interval)));
    winner(report) + &nobody.collect::<String>()
}

/// The share of games that a side won with the luck of the dice taken out, where that is worth saying.
pub(crate) fn less_luck(report: &Report, side: &str) -> Option<LessLuck> {
    let row = wholes(report).find(|row| row.side == side)?;
    row.less_luck.filter(|less| less.gain >= WORTH_SAYING && defined(less.interval).is_some())
}

/// Both sides with their share of wins, who wins more first; and whether that is clear.
type Ranked = ([(String, f64, Option<Interval>); 2], bool);

/// The same by the games as they were counted.
fn ranked(report: &Report) -> Ranked {
    in_order(report.sides.each_ref().map(|side| {
        let (share, interval) = win_share(report, side);
        (short(side), share, interval)
    }))
}

/// The same with the luck of the dice taken out, where that says something else of who is ahead: it knows better.
fn ranked_otherwise(report: &Report) -> Option<Ranked> {
    let [first, second] = report
        .sides
        .each_ref()
        .map(|side| less_luck(report, side).map(|less| (short(side), less.share, less.interval)));
    let less = in_order([first?, second?]);
    (ahead(&less) != ahead(&ranked(report))).then_some(less)
}

/// Who is clearly ahead.
fn ahead((both, is_clear): &Ranked) -> Option<&str> {
    is_clear.then_some(both[0].0.as_str())
}

fn in_order([first, second]: [(String, f64, Option<Interval>); 2]) -> Ranked {
    let both = if second.1 > first.1 { [second, first] } else { [first, second] };
    let is_clear = match (both[0].2, both[1].2) {
        (Some((low, _)), Some((_, high))) => low > high,
        // One side without any win has no row at all.
        (Some((low, _)), None) => low > both[1].1,
        _ => false,
    };
    (both, is_clear)
}

/// The interval of the winner's share, where there is a winner.
pub(crate) fn winners_interval(report: &Report) -> Option<Interval> {
    let ([ahead, _], is_clear) = ranked(report);
    ahead.2.filter(|_| is_clear && ranked_otherwise(report).is_none())
}

fn winner(report: &Report) -> String {
    if report.outcomes.is_empty() {
        return String::from("How the games end");
    }
    if let Some(less) = ranked_otherwise(report) {
        return winner_less_luck(&less, &ranked(report));
    }
    let ([ahead, behind], is_clear) = ranked(report);
    if is_clear {
        format!("{} win {} of games", ahead.0, percent(ahead.1, ahead.2))
    } else if ahead.1 == 0.0 {
        String::from("Nobody wins")
    } else if !too_few(report.provenance.games).is_empty() {
        format!(
            "{} {} too few to say who is ahead",
            counted(report.provenance.games, "game"),
            if report.provenance.games == 1 { "is" } else { "are" }
        )
    } else {
        let shares = percents(&[(ahead.1, ahead.2), (behind.1, behind.2)]);
        format!(
            "Neither side is clearly ahead: {} {}, {} {}",
            ahead.0, shares[0], behind.0, shares[1]
        )
    }
}

/// Who wins with the luck of the dice taken out, and what the count of games says beside it.
fn winner_less_luck(less: &Ranked, counted: &Ranked) -> String {
    let shares = |[one, other]: &[(String, f64, Option<Interval>); 2]| {
        let shares = [one, other].map(|(_, share, interval)| percent_beside(*share, *interval));
        format!("{} {}, {} {}", one.0, shares[0], other.0, shares[1])
    };
    let finds = match ahead(less) {
        Some(side) => format!("{side} are ahead"),
        None => "Neither side is clearly ahead".to_owned(),
    };
    let says = match ahead(counted) {
        Some(side) => format!("says that {side} are"),
        None => "leaves it open".to_owned(),
    };
    let [less, counted] = [less, counted].map(|of| shares(&of.0));
    format!(
        "{finds} with the luck of the dice taken out ({less}); the count alone {says} ({counted})"
    )
}

/// The groups of some rows, each once, in the order of the rows.
fn groups<'a>(rows: impl Iterator<Item = Group<'a>>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    rows.for_each(|group| {
        if !groups.contains(&group) {
            groups.push(group);
        }
    });
    groups
}

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
    let groups = groups(report.streaks.iter().map(StreakRow::group)).into_iter();
    groups.map(|group| given(group).unwrap_or_else(|| mean(group))).collect()
}

/// The attempts of all groups: as given, or else added up from the rows, without an interval.
pub(crate) fn seize_totals(report: &Report) -> Vec<SeizeTotal> {
    let total = |group: Group<'_>| {
        let rows = || report.seizes.iter().filter(move |row| row.group() == group);
        let attempts: u64 = rows().map(|row| row.attempts).sum();
        let successes: u64 = rows().map(|row| row.successes).sum();
        SeizeTotal {
            system: group.0.to_owned(),
            side: group.1.to_owned(),
            attempts,
            successes,
            rate: (attempts > 0).then(|| successes as f64 / attempts as f64),
            interval: None,
            per_game: successes as f64 / report.provenance.games.max(1) as f64,
        }
    };
    let given = |group| report.seize_totals.iter().find(|given| given.group() == group).cloned();
    let groups = groups(report.seizes.iter().map(SeizeRow::group)).into_iter();
    groups.map(|group| given(group).unwrap_or_else(|| total(group))).collect()
}

/// Whether the groups belong to more than one initiative system, so that its name must be said.
pub(crate) fn several_systems<'a>(systems: impl IntoIterator<Item = &'a str>) -> bool {
    let mut systems = systems.into_iter();
    systems.next().is_some_and(|first| systems.any(|system| system != first))
}

/// How some groups are named beside each other.
pub(crate) fn names<'a>(
    groups: impl IntoIterator<Item = Group<'a>>,
) -> impl Fn(Group<'_>) -> String {
    let several = several_systems(groups.into_iter().map(|(system, _)| system));
    move |(system, side)| group_name(system, side, several)
}

/// `lloyd: Raiders`, or the side alone if there is one system.
pub(crate) fn group_name(system: &str, side: &str, several: bool) -> String {
    match (several, side.is_empty()) {
        (true, true) => system.to_owned(),
        (true, false) => format!("{system}: {side}"),
        (false, true) => String::from("Both sides"),
        (false, false) => side.to_owned(),
    }
}

/// What is found of one side, or of both under one system; of more groups only what was asked.
fn finding(
    found: Vec<(Group<'_>, String)>,
    one: impl Fn(&str, &str) -> String,
    other: impl Fn(&str, &str) -> String,
    asked: &str,
) -> String {
    match &found[..] {
        [((_, side), value)] => one(&short(&group_name("", side, false)), value),
        [((system, first), value), ((same, second), another)] if system == same => {
            one(&short(first), value) + &other(&short(second), another)
        }
        _ => asked.to_owned(),
    }
}

/// The finding about streaks.
pub(crate) fn streaks_title(report: &Report) -> String {
    let means = streak_means(report);
    let seen = || means.iter().filter(|row| row.streaks > 0);
    match report.initiative {
        Initiative::Seized => finding(
            seen().map(|row| (row.group(), mean(row.mean, row.interval))).collect(),
            |side, mean| format!("{side} keep the initiative for {mean} actions on average"),
            |side, mean| format!(", {side} for {mean}"),
            "How long the initiative is kept",
        ),
        // Where chances are dealt out in twos or threes, the mean may be a length that hardly ever comes up.
        Initiative::Turns => finding(
            seen()
                .enumerate()
                .map(|(k, row)| (row.group(), commonest(report, row, k == 0)))
                .collect(),
            |side, lengths| format!("{side} most often have {lengths}"),
            |side, lengths| format!(", {side} {lengths}"),
            "How many chances a side has in a row",
        ),
    }
}

/// The commonest lengths of a side's streaks with their shares: `2 (77 %)`, `1 (33 %) or 2 (32 %)`.
fn commonest(report: &Report, of: &StreakMean, is_first: bool) -> String {
    let rows = report.streaks.iter().filter(|row| row.group() == of.group() && row.count > 0);
    let mut rows = greatest(rows.collect(), |row| (row.share, row.interval));
    rows.sort_by_key(|row| row.length);
    let each = rows.iter().map(|row| (row, percent(row.share, Some((0.0, 1.0)))));
    let each = each.map(|(row, share)| match (is_first, rows.len()) {
        (true, 1) => format!("{} in a row ({share})", counted(row.length, "chance")),
        _ => format!("{} ({share})", row.length),
    });
    let unit = if is_first && rows.len() > 1 { " chances in a row" } else { "" };
    each.collect::<Vec<_>>().join(" or ") + unit
}

/// The greatest, and whatever its interval does not tell from it, in falling order.
fn greatest<T>(mut rows: Vec<&T>, of: impl Fn(&T) -> (f64, Option<Interval>)) -> Vec<&T> {
    let ends = |row: &T| defined(of(row).1).unwrap_or((of(row).0, of(row).0));
    rows.sort_by(|one, other| of(other).0.total_cmp(&of(one).0));
    let least = rows.first().map_or(0.0, |row| ends(row).0);
    rows.retain(|row| ends(row).1 >= least);
    rows
}

/// The finding about seizing.
pub(crate) fn seizes_title(report: &Report) -> String {
    seizes_found(report, |_| String::new())
}

/// The same with the number that each side needed in most of its attempts, as `14+`.
pub(crate) fn seizes_title_by_number(report: &Report) -> String {
    let needed = |group: Group<'_>| {
        let rows = report.seizes.iter().filter(|row| row.group() == group);
        rows.max_by_key(|row| row.attempts).map_or_else(String::new, |row| match row.exact {
            Some(0.0) => "more than the die can show".to_owned(),
            _ => format!("{}+", row.needed),
        })
    };
    let totals = seize_totals(report);
    let groups: Vec<Group<'_>> =
        totals.iter().filter(|row| row.attempts > 0).map(|row| row.group()).collect();
    match groups[..] {
        [one, other] if one.0 == other.0 && needed(one) == needed(other) => {
            let found = seizes_found(report, |_| String::new());
            format!("{found}; both most often needed {}", needed(one))
        }
        _ => seizes_found(report, |group| format!(" (most often needing {})", needed(group))),
    }
}

fn seizes_found(report: &Report, more: impl Fn(Group<'_>) -> String) -> String {
    let totals = seize_totals(report);
    let totals = totals.iter().filter(|row| row.attempts > 0);
    let rates: Vec<_> =
        totals.clone().map(|row| (row.rate.unwrap_or(f64::NAN), row.interval)).collect();
    let told = totals.zip(percents(&rates)).enumerate().map(|(k, (row, rate))| {
        let of = if k == 0 { " of attempts" } else { "" };
        (row.group(), format!("{rate}{of}{}", more(row.group())))
    });
    finding(
        told.collect(),
        |side, rate| format!("{side} seize in {rate}"),
        |side, rate| format!(", {side} in {rate}"),
        "How often an attempt to seize succeeds",
    )
}

/// What is told of chances round by round: the first side's, in the rounds that many games come to.
pub(crate) fn rounds(report: &Report) -> Vec<&RoundRow> {
    let first = report.sides.first();
    let rows = report.rounds.iter().filter(|row| Some(&row.side) == first);
    let most = rows.clone().map(|row| row.chances).max().unwrap_or(0);
    rows.filter(|row| row.chances >= most.div_ceil(LATE_ROUND)).collect()
}

/// A round with less than one in so many of the chances of the busiest is late: few games come to it.
const LATE_ROUND: u64 = 50;

/// The shape of a side's share of the chances: that it is the same in all rounds or stays where it is from one on; else that it
/// only rises or only falls; else where it begins, where it ends, and what clearly stands out between.
pub(crate) fn rounds_title(report: &Report) -> String {
    let all = rounds(report);
    let is_sharp = |row: &&RoundRow| ends(row).1 - ends(row).0 <= 2.0 * SHARP;
    let known = all.iter().rposition(is_sharp).map_or(all.len().min(1), |last| last + 1);
    let ([first, ..], [.., last]) = (&all[..known], &all[..known]) else {
        return "Who has the chances".to_owned();
    };
    let percent = |share: f64| format!("{:.0}\u{a0}%", share * 100.0);
    let begin = format!("{} have {} of the chances in", first.side, percent(first.share));
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
            format!("{} have about {} of the chances in every round", first.side, percent(share))
        }
        (Some((from, share)), _) => {
            let before = match level(&all[..from]).map(|_| all[from - 1].round) {
                Some(to) if to > first.round => {
                    let and = if to == first.round + 1 { "and" } else { "to" };
                    format!("rounds\u{a0}{} {and}\u{a0}{to}", first.round)
                }
                _ => format!("round\u{a0}{}", first.round),
            };
            let from = all[from].round;
            format!("{begin} {before}, and about {} from round\u{a0}{from} on", percent(share))
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
            let later = peak.into_iter().chain([last]);
            let later =
                later.map(|row| format!(", {} in round\u{a0}{}", percent(row.share), row.round));
            format!("{begin} round\u{a0}{}{}", first.round, later.collect::<String>())
        }
    }
}

/// Between which shares that of a round is.
fn ends(row: &RoundRow) -> Interval {
    defined(row.interval).unwrap_or((row.share, row.share))
}

/// The share that rounds have together, if no two of them are told apart by more than what counts as the same.
fn level(rows: &[&RoundRow]) -> Option<f64> {
    let highest = rows.iter().map(|row| ends(row).0).fold(f64::MIN, f64::max);
    let lowest = rows.iter().map(|row| ends(row).1).fold(f64::MAX, f64::min);
    let sum = |of: fn(&RoundRow) -> f64| rows.iter().map(|row| of(row)).sum::<f64>();
    let share = sum(|row| row.share * row.chances as f64) / sum(|row| row.chances as f64);
    (highest - lowest <= FLAT).then_some(share)
}

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

/// After which action each side loses the initiative most often.
pub(crate) fn lost_after_title(report: &Report) -> String {
    let rows = lost_after(report);
    let worst = report.sides.iter().map(|side| {
        greatest(
            rows.iter().copied().filter(|row| row.side == *side).collect(),
            |row: &LostAfterRow| (row.rate, row.interval),
        )
    });
    let worst: Vec<Vec<&LostAfterRow>> = worst.filter(|rows| !rows.is_empty()).collect();
    let rate = |row: &LostAfterRow| percent(row.rate, row.interval);
    if let [one, other] = &worst[..]
        && let ([one], [other]) = (&one[..], &other[..])
        && (&one.system, &one.after) == (&other.system, &other.after)
    {
        let rates = percents(&[(one.rate, one.interval), (other.rate, other.interval)]);
        return format!(
            "The initiative is lost most often {}: {} {}, {} {}",
            after(&one.after),
            short(&one.side),
            rates[0],
            short(&other.side),
            rates[1]
        );
    }
    let told = worst.iter().map(|rows| {
        let each = rows.iter().map(|row| format!("{} ({})", doing(&row.after), rate(row)));
        let after = match &rows[..] {
            [most, between @ .., least] if !between.is_empty() => {
                let named = rows[..rows.len() - 1].iter().map(|row| doing(&row.after));
                let ends = (least.rate, most.rate);
                format!(
                    "about equally often after {} and {} ({}\u{a0}%)",
                    named.collect::<Vec<_>>().join(", "),
                    doing(&least.after),
                    percent_ends(ends, 0)
                )
            }
            _ => format!("most often after {}", each.collect::<Vec<_>>().join(" or ")),
        };
        (rows[0].group(), after)
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
        other => other,
    };
    safe_text(done)
}

fn rate(rate: Option<f64>, interval: Option<Interval>) -> String {
    percent(rate.unwrap_or(f64::NAN), interval)
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
        missed.map(|row| (row.group(), rate(row.rate, row.interval))).collect(),
        |side, rate| format!("Units of {side} miss {rate} of their turns"),
        |side, rate| format!(", those of {side} {rate}"),
        "How often units miss their turns",
    )
}

/// Who rolls to reload: `figure`, `wounded figure`, `rank`.
pub(crate) fn loader(row: &ReloadRow) -> String {
    match row.wounded {
        true => format!("wounded {}", row.who),
        false => row.who.clone(),
    }
}

/// Rolls to reload of these kinds, the most rolled first.
pub(crate) fn reloads_title(kinds: &[&ReloadRow]) -> String {
    let rates = kinds.iter().map(|row| (row.rate.unwrap_or(f64::NAN), row.interval));
    let rates = percents(&rates.collect::<Vec<_>>());
    let told = kinds.iter().zip(rates).take(2).enumerate().map(|(k, (row, rate))| {
        let who = |row: &ReloadRow| format!("a {} of {}", loader(row), short(&row.side));
        match (k, who(kinds[0]) == who(row)) {
            (0, _) => format!("{} reloads on {rate} of its d{} rolls", who(row), row.die),
            (_, true) => format!("on {rate} of its d{} rolls", row.die),
            (_, false) => format!("{} on {rate} of its d{} rolls", who(row), row.die),
        }
    });
    match told.collect::<Vec<_>>().join(", ").as_str() {
        "" => String::from("How often a roll reloads"),
        told => capital(told),
    }
}

/// How often bouts had a result, and how many bouts there were. Each row of a bout has their number, so that those of one
/// result alone are all.
pub(crate) fn bouts(report: &Report, result: &str) -> (u64, u64) {
    let rows = report.melee.iter().filter(|row| row.result == result);
    rows.fold((0, 0), |(count, bouts), row| (count + row.count, bouts + row.bouts))
}

/// How often only one side hits in melee, over all bouts.
pub(crate) fn melee_title(report: &Report) -> String {
    let (first, all) = bouts(report, "first hits");
    let (second, _) = bouts(report, "second hits");
    let [a, b] = report.sides.each_ref().map(|side| short(side));
    match all {
        0 => String::from("What comes of bouts of melee"),
        // So few say nothing of a share.
        1..FEW_BOUTS => {
            format!("In {all} melee bouts only {a} hit in {first}, only {b} in {second}")
        }
        _ => {
            let [first, second] = [first, second].map(|it| percent(it as f64 / all as f64, None));
            let all = grouped(all);
            format!("In {all} melee bouts only {a} hit in {first}, only {b} in {second}")
        }
    }
}

/// Fewer bouts than this are counted.
const FEW_BOUTS: u64 = 200;

/// What each step came to, but for what cannot come of it: how sides attack, how they fare when they are attacked, and their
/// nerve.
pub(crate) fn steps(report: &Report) -> Vec<&StepTotal> {
    let totals = report.step_totals.iter();
    let mut told: Vec<&StepTotal> =
        totals.filter(|row| row.count > 0 || row.expected != Some(0.0)).collect();
    let system =
        |row: &StepTotal| report.step_totals.iter().position(|first| first.system == row.system);
    let part = |row: &StepTotal| (row.chain == "nerve", row.is_by_target(), row.chain == "strike");
    told.sort_by_key(|row| (system(row), part(row), report.side_index(row.whose())));
    told
}

/// What is told of steps, and by which side.
pub(crate) fn steps_told(report: &Report) -> String {
    let by = match report.step_totals.iter().any(|row| row.rolled_by.is_empty()) {
        true => " (where both roll, that attacks)",
        false => "",
    };
    format!("How often rolls succeed, or what comes of them, by the side that rolls{by}")
}

/// A chain of steps in words, as those see it who roll.
pub(crate) fn chain(row: &StepTotal) -> &str {
    match (row.chain.as_str(), row.is_by_target()) {
        ("shoot", false) => "shots",
        ("strike", false) => "blows",
        ("shoot", true) => "enemy shots",
        ("strike", true) => "enemy blows",
        (other, _) => other,
    }
}

/// A step, and what comes of it where that is not simply that it passes: `save`, `fight won`, `fight, back`; the effect alone
/// where the step goes without saying.
pub(crate) fn step_alone(row: &StepTotal, has_step: bool) -> String {
    let step = &row.step;
    safe_text(&match row.result.as_str() {
        "passes" => step.clone(),
        "wins" => format!("{step} won"),
        "target wins" => format!("{step} lost"),
        StepTotal::TIE => format!("{step} tied"),
        effect if has_step => format!("{step}, {effect}"),
        effect => effect.to_owned(),
    })
}

/// A step in words, and what comes of it: `shots: hit`, `enemy blows: save`, `nerve`, `blows: fight won`.
pub(crate) fn step(row: &StepTotal) -> String {
    let (chain, step) = (chain(row), step_alone(row, true));
    if chain == step { step } else { format!("{}: {step}", safe_text(chain)) }
}

/// The finding about steps, of the side that rolls most: what the first few come to or, where one roll has several results, its
/// commonest.
pub(crate) fn steps_title(report: &Report) -> String {
    const NAMED: usize = 3;
    let told = steps(report);
    let Some(most) = told.iter().max_by_key(|row| row.rolls) else {
        return String::from("What each step of fighting comes to");
    };
    let of = told.iter().filter(|row| row.group() == most.group() && chain(row) == chain(most));
    let mut of: Vec<&StepTotal> = of.copied().collect();
    let is_one = most.result != "passes" && of.iter().all(|row| row.step == most.step);
    if is_one {
        of.sort_by_key(|row| std::cmp::Reverse(row.count));
    }
    let found = of.into_iter().take(NAMED);
    let found = found
        .map(|row| format!("{} {}", step_alone(row, !is_one), rate(row.rate, row.interval)))
        .collect::<Vec<_>>()
        .join(", ");
    let whose = short(&group_name("", most.whose(), false));
    if chain(most) == most.step {
        return format!("{whose}: {found}");
    }
    format!("{whose}, {}: {found}", safe_text(chain(most)))
}

/// A way of firing in a sentence.
pub(crate) fn fire(fire: &str) -> &str {
    match fire {
        "haste" => "in haste",
        "volley" => "in volleys",
        other => other,
    }
}

/// Shots fired in a way, in a sentence.
pub(crate) fn shots(way: &str) -> String {
    match way {
        "aimed" => "aimed shots".to_owned(),
        other => format!("shots {}", fire(other)),
    }
}

/// The finding about fire.
pub(crate) fn fire_title(report: &Report) -> String {
    let share = |side: &String| {
        let rows = || report.fire_totals.iter().filter(|row| row.side == *side);
        let sum = rows().fold((0, 0), |(hits, shots), row| (hits + row.hits, shots + row.shots));
        // One way of firing is a row of the table, and reads as there.
        let mut all = rows();
        let interval = all.next().filter(|_| all.next().is_none());
        let interval = interval.and_then(|row| row.interval);
        (sum.1 > 0).then(|| percent(sum.0 as f64 / sum.1 as f64, interval))
    };
    if several_systems(report.fire_totals.iter().map(|row| row.system.as_str())) {
        return String::from("How often shots hit");
    }
    let sides = report.sides.iter();
    finding(
        sides.filter_map(|side| Some((("", side.as_str()), share(side)?))).collect(),
        |side, rate| format!("{side} hit with {rate} of their shots"),
        |side, rate| format!(", {side} with {rate}"),
        "How often shots hit",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let rising = "Raiders have 40 % of the chances in round 1, rising to 60 % by round 3";
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
            (&[0.4, 0.5, 0.6][..], "40 % of the chances in round 1, rising to 60 % by round 3"),
            (&[0.6, 0.5, 0.4], "60 % of the chances in round 1, falling to 40 % by round 3"),
            (&[0.4, 0.8, 0.6], "40 % of the chances in round 1, 80 % in round 2, 60 % in round 3"),
            (
                &[0.4, 0.5, 0.2, 0.6],
                "40 % of the chances in round 1, 20 % in round 3, 60 % in round 4",
            ),
            (&[0.499, 0.501, 0.498], "about 50 % of the chances in every round"),
            (&[0.33, 0.36, 0.32], "about 34 % of the chances in every round"),
            // An extreme among rounds that are not told apart is no news.
            (
                &[0.6, 0.61, 0.45, 0.44, 0.46, 0.48],
                "60 % of the chances in rounds 1 and 2, and about 46 % from round 3 on",
            ),
            (
                &[0.7, 0.6, 0.5, 0.5, 0.5],
                "70 % of the chances in round 1, and about 50 % from round 3 on",
            ),
            (
                &[0.7, 0.62, 0.56, 0.5, 0.5, 0.5],
                "70 % of the chances in round 1, and about 50 % from round 4 on",
            ),
            (
                &[0.7, 0.65, 0.6, 0.57, 0.5, 0.5, 0.5],
                "70 % of the chances in round 1, falling to 50 % by round 7",
            ),
            // A step back by no more than what counts as the same is none.
            (&[0.8, 0.6, 0.65, 0.5], "80 % of the chances in round 1, falling to 50 % by round 4"),
            // Two rounds are not enough to say that it stays there.
            (&[0.7, 0.5, 0.5], "70 % of the chances in round 1, falling to 50 % by round 3"),
        ] {
            assert_eq!(title(shares), format!("Raiders have {told}"));
        }
    }

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
        let title = |rows| streaks_title(&report(rows)).replace('\u{a0}', " ");
        assert_eq!(
            title(&rows),
            "North most often have 2 (50 %) or 4 (50 %) chances in a row, South 1 (80 %)"
        );
        assert_eq!(title(&rows[2..]), "South most often have 1 chance in a row (80 %)");
    }

    #[test]
    fn who_is_ahead_is_told_by_what_is_known_best() {
        let title = |counted: f64, less: f64, gain: f64| {
            let row = |side: &str, [counted, less]: [f64; 2]| OutcomeRow {
                outcome: format!("{side} win"),
                side: side.to_owned(),
                games: 100,
                share: counted,
                interval: Some((counted - 0.03, counted + 0.03)),
                less_luck: Some(LessLuck {
                    share: less,
                    interval: Some((less - 0.015, less + 0.015)),
                    gain,
                }),
                ..OutcomeRow::default()
            };
            let mut report = Report { sides: ["A", "B"].map(String::from), ..Report::default() };
            report.provenance.games = 1_000;
            report.outcomes =
                vec![row("A", [counted, less]), row("B", [1.0 - counted, 1.0 - less])];
            (outcomes_title(&report).replace('\u{a0}', " "), winners_interval(&report).is_some())
        };
        let told = |text: &str, is_clear| (text.to_owned(), is_clear);
        assert_eq!(title(0.6, 0.59, 3.0), told("A win 60 % of games", true));
        let open = "Neither side is clearly ahead: A 52 %, B 48 %";
        assert_eq!(title(0.52, 0.51, 3.0), told(open, false));
        // What is hardly better known has no say.
        assert_eq!(title(0.52, 0.54, 1.0), told(open, false));
        assert_eq!(
            title(0.52, 0.54, 3.0),
            told(
                "A are ahead with the luck of the dice taken out (A 54.0 %, B 46.0 %); the count alone leaves it open (A 52.0 %, B 48.0 %)",
                false
            )
        );
        assert_eq!(
            title(0.54, 0.51, 3.0),
            told(
                "Neither side is clearly ahead with the luck of the dice taken out (A 51.0 %, B 49.0 %); the count alone says that A \
                 are (A 54.0 %, B 46.0 %)",
                false
            )
        );
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
        let title = |rows: [(&str, &str, f64); 4]| {
            let lost_after = rows.map(row).into();
            let sides = ["Raiders", "Watch"].map(String::from);
            let report = Report { sides, lost_after, ..Report::default() };
            lost_after_title(&report).replace('\u{a0}', " ")
        };
        let own = ("Raiders", "move", 0.25);
        let rows =
            [own, ("Raiders", "shoot", 0.5), ("Watch", "move", 0.2), ("Watch", "shoot", 0.4)];
        assert_eq!(
            title(rows),
            "The initiative is lost most often after shooting: Raiders 50.0 %, Watch 40.0 %"
        );
        let rows =
            [own, ("Raiders", "shoot", 0.5), ("Watch", "move", 0.4), ("Watch", "shoot", 0.2)];
        assert_eq!(
            title(rows),
            "Raiders lose the initiative most often after shooting (50.0 %), Watch most often after moving (40.0 %)"
        );
        // What no interval tells apart is not said to be the most.
        let mut rows = [("shoot", 0.5), ("move", 0.4), ("charge", 0.45)]
            .map(|(after, rate)| row(("Watch", after, rate)));
        rows.iter_mut().for_each(|row| row.interval = Some((row.rate - 0.1, row.rate + 0.1)));
        let sides = ["Raiders", "Watch"].map(String::from);
        let report = Report { sides, lost_after: rows.into(), ..Report::default() };
        assert_eq!(
            lost_after_title(&report).replace('\u{a0}', " "),
            "Watch lose the initiative about equally often after shooting, charging and moving (40 to 50 %)"
        );
    }
}
