//! A comparison as an answer to read: who wins first, then what else changes, then all measures with their definitions.

use std::fmt::Write as _;

use super::{ChangeValue, Comparison, MeasureRow, Value};
use crate::cells;
use crate::number::{
    NO_BREAK, counted, defined, fixed, percent, percent_digits, percent_places, too_few,
};
use crate::report::Interval;
use crate::safe::safe_text;
use crate::solved::VariantRow;
use crate::study::WOULD_LEARN;
use crate::table::{Cell, Table};
use crate::text::{WORTH_SAYING, definitions, notes, sentences};
use crate::words::{of_side, percent_with_range};

/// The table may be so wide. Beyond it intervals are left to the CSV, and then variants set below one another.
const WIDTH: usize = 100;
/// Changes named for each variant; the rest is counted.
const MOST_CHANGES: usize = 4;

/// Half the width from which on the interval of a share stands alone: the value in it says nothing.
const TOO_WIDE: f64 = 0.2;

/// A value with its interval. Shares read in percent; where the interval is lopsided, as it is near 0 and 100, its ends
/// are told, since ± would promise what cannot be.
pub(crate) fn quoted_value(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    let half = defined(interval).map_or(0.0, |(low, high)| (high - low) / 2.0);
    if is_share {
        let places = percent_places(interval);
        let digits = percent_digits(value, places);
        let Some((low, high)) = defined(interval) else {
            return format!("{digits}{NO_BREAK}%");
        };
        let lopsided = ((high - value) - (value - low)).abs();
        return if half > TOO_WIDE {
            let [low, high] = [low, high].map(|end| percent_digits(end, 0));
            format!("{low} to {high}{NO_BREAK}%")
        } else if lopsided > half / 2.0 {
            percent_with_range(value, interval)
        } else {
            let places = places.max(usize::from(half < 0.1));
            format!("{digits} ± {}{NO_BREAK}%", fixed(half * 100.0, places))
        };
    }
    let places = places_of(half);
    let number = format!("{value:.places$}");
    if let Some((low, high)) = defined(interval) {
        let lopsided = ((high - value) - (value - low)).abs();
        if lopsided > half / 2.0 {
            return format!("{number} ({low:.places$} to {high:.places$})");
        }
        format!("{number} ± {half:.places$}")
    } else {
        number
    }
}

/// A number with its sign.
fn signed(value: f64, places: usize) -> String {
    let digits = format!("{:.places$}", value.abs());
    // What rounds to nothing has no sign.
    match value {
        0.0 => "0".to_owned(),
        _ if digits.bytes().all(|b| matches!(b, b'0' | b'.')) => digits,
        below if below < 0.0 => format!("−{digits}"),
        _ => format!("+{digits}"),
    }
}

/// A change with its interval and its unit: that of a share is in points of a hundred, not in percent of the share.
pub(crate) fn signed_value(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    let number = signed_number(value, interval, is_share);
    if is_share { format!("{number}{NO_BREAK}points") } else { number }
}

/// The same without its unit.
pub(crate) fn signed_number(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    let scale = if is_share { 100.0 } else { 1.0 };
    let (low, high) = defined(interval).unwrap_or_default();
    if is_share && high - low > 2.0 * TOO_WIDE {
        return [low, high].map(|end| signed(end * scale, 0)).join(" to ");
    }
    let half = (high - low) / 2.0 * scale;
    let places = places_of(half);
    let number = signed(value * scale, places);
    if half > 0.0 { format!("{number} ± {half:.places$}") } else { number }
}

/// A value with as many places as its interval supports.
pub(crate) fn plain(value: f64, interval: Option<Interval>) -> String {
    let half = defined(interval).map_or(0.0, |(low, high)| (high - low) / 2.0);
    format!("{value:.0$}", places_of(half))
}

/// Decimal places that a half width supports.
pub(crate) fn places_of(half: f64) -> usize {
    match half {
        h if h >= 5.0 => 0,
        h if h >= 0.5 => 1,
        h if h >= 0.05 || h <= 0.0 => 2,
        _ => 3,
    }
}

pub(crate) fn p_text(p: Option<f64>) -> String {
    match p {
        None => String::new(),
        Some(p) if p < 0.0001 => "< 0.0001".to_owned(),
        Some(p) => format!("{p:.4}"),
    }
}

/// The comparison as an answer to read.
#[must_use]
pub fn text(comparison: &Comparison) -> String {
    let mut text = format!("{}\n\n", safe_text(&comparison.title));
    text += &players(comparison);
    text += &range(comparison);
    text += &played_well(comparison);
    text += &wins(comparison);
    text.extend(comparison.doubts.iter().map(|doubt| sentences(&safe_text(doubt))));
    text += &ground(comparison);
    let _ = writeln!(
        text,
        "\n{} under each, on the same dice (seed {}).{}",
        counted(comparison.games, "game"),
        comparison.seed,
        too_few(comparison.games)
    );
    for k in 1..comparison.variants.len() {
        text += &verdict(comparison, k);
    }
    text.push('\n');
    text += &match is_crowd(comparison) {
        true => crowd(comparison),
        false => tables(comparison),
    };
    text.replace(NO_BREAK, " ")
}

/// Who plays, where that is not the bots of the battle.
fn players(comparison: &Comparison) -> String {
    if comparison.players.is_empty() {
        return String::new();
    }
    let first = &comparison.players[0];
    let is_same = comparison.players.iter().all(|told| told == first);
    let same_players = format!("Played under each by the players of {}.", safe_text(first));
    let lines: String = match is_same {
        true => sentences(&same_players),
        false => {
            let line = |(k, told)| sentences(&format!("{}  {}", letter(k), safe_text(told)));
            let lines = comparison.players.iter().map(String::as_str).enumerate().map(line);
            std::iter::once("Played by the players of\n".to_owned()).chain(lines).collect()
        }
    };
    let file = |told: &str| told.split(';').next().map(str::to_owned);
    let is_one = comparison.players.iter().all(|told| file(told) == file(first));
    let adapt = if is_one { WOULD_LEARN } else { "" };
    let brackets = if first.contains("were found to win") {
        "In brackets: how far a longer search might still move it. "
    } else {
        ""
    };
    match format!("{brackets}{adapt}").trim_end() {
        "" => lines + "\n",
        more => lines + &sentences(more) + "\n",
    }
}

/// What stands below it: definitions, and methods with their sources.
#[must_use]
pub fn remarks(comparison: &Comparison) -> String {
    let measures = comparison.rows.iter();
    definitions(measures.map(|row| (row.measure.as_str(), row.about.as_str())))
        + &notes(&comparison.notes)
}

/// Variants beyond which each has a line for what matters most, and the rest is left to `comparison.csv`.
const CROWD: usize = 6;

const fn is_crowd(comparison: &Comparison) -> bool {
    comparison.variants.len() > CROWD
}

/// What a game is like under each of many variants.
fn crowd(comparison: &Comparison) -> String {
    let kinds = ["streak", "actions", "dice", "decisions"];
    let rows: Vec<&MeasureRow> =
        kinds.into_iter().flat_map(|measure| comparison.measured(measure)).collect();
    let heads = rows.iter().map(|row| of_side(&row.measure, &row.side));
    let mut table = Table::of_words(std::iter::once("In a game".to_owned()).chain(heads));
    for k in 0..comparison.variants.len() {
        table.push(variant(comparison, k, &rows, true));
    }
    format!("{}\nAll measures are in comparison.csv, each with its change from A.\n", table.text())
}

fn letter(k: usize) -> char {
    (b'A' + (k % 26) as u8) as char
}

/// The headline where a panel of bots has played: from where to where the change of who wins reaches.
fn range(comparison: &Comparison) -> String {
    let Some((panel, row)) = comparison.panel.as_ref().zip(comparison.measured("win-rate").next())
    else {
        return String::new();
    };
    let several = comparison.variants.len() > 2;
    let lines = (1..comparison.variants.len()).filter_map(|k| {
        let change = change_of(row, k)?;
        let [most, least] = change.others.map(|others| [others.greatest, others.least])?;
        // A narrow range is worth a place more.
        let places = usize::from(most - least < 0.1);
        let [most, least] = [most, least].map(|end| signed(end * 100.0, places));
        let points = if most == least { most } else { format!("{most} to {least}") };
        let says = match change.depends_on_who_plays() {
            true => "it depends on who plays".to_owned(),
            false => format!("{}, whoever of them plays", change.verdict()),
        };
        let points = format!("{} {points}{NO_BREAK}points: {says}", safe_text(&row.side));
        Some((format!("{}  {}", letter(k), comparison.variants[k].label), points))
    });
    let lines: Vec<(String, String)> = lines.collect();
    if lines.is_empty() {
        return String::new();
    }
    let lines: String = match several {
        true => {
            let mut table = Table::of_words(["", ""]);
            lines.into_iter().for_each(|(variant, says)| table.push(cells![variant, says]));
            let told = table.text();
            told.trim_start_matches([' ', '\n']).to_owned()
        }
        false => lines.into_iter().map(|(_, says)| format!("{says}\n")).collect(),
    };
    let who = format!(
        "Over {} pairs of bots, the battle's own and others, {} each (panel.csv):",
        panel.played,
        counted(panel.games, "game")
    );
    format!("{}{lines}\n", sentences(&who))
}

/// The headline where players have been searched for: what each variant is worth with those of the first, and with its own.
fn played_well(comparison: &Comparison) -> String {
    let Some((first, others)) = comparison.solved.split_first() else {
        return String::new();
    };
    let side = safe_text(&comparison.sides[0]);
    let ranges = |row: &VariantRow| {
        let whole = Some((row.low, row.high));
        let [best, low, high] = [row.best, row.low, row.high].map(|share| percent(share, whole));
        let yet = if row.settled == VariantRow::SETTLED { "" } else { ", not settled yet" };
        format!("{best} ({low} to {high}{yet})")
    };
    let word = |row: &VariantRow| match (row.low > first.high, row.high < first.low) {
        (true, _) => "higher",
        (_, true) => "lower",
        _ => "not told apart",
    };
    let says: Vec<String> = (1..)
        .zip(others)
        .map(|(k, row)| format!("{} under {} ({})", ranges(row), letter(k), word(row)))
        .collect();
    let mut text = sentences(&format!(
        "Played as well as was found, {side} win {} under A, {}.",
        ranges(first),
        says.join(", ")
    ));
    let mut table = Table::of_words([
        format!("{side} win"),
        "as well as found".to_owned(),
        "settled".to_owned(),
        "by the players of A".to_owned(),
    ]);
    for (k, row) in comparison.solved.iter().enumerate() {
        table.push(cells![
            format!("{}  {}", letter(k), row.variant),
            quoted_value(row.best, row.best_interval, true),
            row.settled.clone(),
            if row.same.is_nan() {
                "cannot be played".to_owned()
            } else {
                quoted_value(row.same, row.same_interval, true)
            }
        ]);
    }
    text += &format!("\n{}", table.text());
    let _ = writeln!(
        text,
        "Players were searched for in {} (at least, under each); a draw counts as half a win.\n\
         In brackets: the interval, and beyond it what a further search still gained at most.\n\
         All that follows is played by the bots of the battle.\n",
        counted(comparison.solved.iter().map(|row| row.games).min().unwrap_or(0), "game")
    );
    text
}

/// Who wins under each variant, and how that changes from the first. Games that nobody wins stand there if there are any.
fn wins(comparison: &Comparison) -> String {
    let rows: Vec<&MeasureRow> = comparison.measured("win-rate").collect();
    let stopped = if comparison.limit.is_some() { "at the limit" } else { "stopped by the cap" };
    let is_any = |row: &&MeasureRow| row.values.iter().flatten().any(|value| value.value > 0.0);
    let nobody = |measure, name: &'static str| {
        comparison.measured(measure).filter(is_any).map(move |row| (row, name.to_owned()))
    };
    let rows = rows.into_iter().map(|row| (row, safe_text(&row.side)));
    let rows = rows.chain(nobody("draw-rate", "drawn")).chain(nobody("cap-rate", stopped));
    let (rows, names): (Vec<&MeasureRow>, Vec<String>) = rows.unzip();
    let heads: Vec<String> =
        ["Who wins".to_owned()].into_iter().chain(names).chain([String::new()]).collect();
    let change = |k: usize| {
        let first = rows.first()?;
        let change = change_of(first, k)?;
        let value = signed_value(change.value, change.interval, true);
        // The headline says on what.
        let word = if change.depends_on_who_plays() { "depends" } else { change.verdict() };
        Some(format!("{} {value}: {word}", safe_text(&first.side)))
    };
    // Where there is no room for changes beside the values they stand below; only then do intervals go.
    let table = |with_intervals: bool, beside: bool| {
        let width = heads.len() - usize::from(!beside);
        let mut table = Table::of_words(heads[..width].to_vec());
        let mut below = String::new();
        for k in 0..comparison.variants.len() {
            let mut values = variant(comparison, k, &rows, with_intervals);
            if beside {
                values.extend(cells![change(k)]);
            } else if let Some(change) = change(k) {
                let _ = writeln!(below, "  {} against A: {change}", letter(k));
            }
            table.push(values);
        }
        table.text() + &below
    };
    let tables = [(true, true), (true, false), (false, true), (false, false)];
    let mut tables =
        tables.map(|(with_intervals, beside)| table(with_intervals, beside)).into_iter();
    let narrowest = tables.next_back().unwrap_or_default();
    tables.find(|table| fits(table)).unwrap_or(narrowest) + &less_luck(comparison, &rows)
}

fn fits(text: &str) -> bool {
    text.lines().all(|line| line.chars().count() <= WIDTH)
}

/// A variant by its letter and name, with its values of some measures.
fn variant(
    comparison: &Comparison,
    k: usize,
    rows: &[&MeasureRow],
    with_intervals: bool,
) -> Vec<Cell> {
    let name = format!("{}  {}", letter(k), comparison.variants[k].label);
    let values = rows.iter().map(|row| cell(row, k, with_intervals));
    std::iter::once(name).chain(values).map(Cell::from).collect()
}

/// How who wins changes with the luck of the dice taken out, where that is worth saying.
fn less_luck(comparison: &Comparison, rows: &[&MeasureRow]) -> String {
    let Some(row) = rows.first().filter(|_| !is_crowd(comparison)) else {
        return String::new();
    };
    let several = comparison.variants.len() > 2;
    let told: Vec<String> = (1..comparison.variants.len())
        .filter_map(|k| {
            let less = change_of(row, k)?.less_luck?;
            let under = match several {
                true => format!(" under {}", letter(k)),
                false => String::new(),
            };
            (less.gain >= WORTH_SAYING).then(|| {
                format!(
                    "{}{under} (worth {} times as many games)",
                    signed_value(less.value, less.interval, true),
                    fixed(less.gain, 1)
                )
            })
        })
        .collect();
    if told.is_empty() {
        return String::new();
    }
    sentences(&format!(
        "With the luck of the dice taken out, the change for {} is {}.",
        safe_text(&row.side),
        told.join(", ")
    ))
}

/// The flank question, where a side has ground to reach: does it run through before the enemy acts, does it get there at all,
/// or is it stopped?
fn ground(comparison: &Comparison) -> String {
    let kinds = [
        ("run-through", "before the enemy acts"),
        ("through", "through at all"),
        ("stopped-alive", "stopped alive"),
        ("destroyed", "destroyed"),
    ];
    let mut text = String::new();
    for runner in comparison.measured("through") {
        let of_side =
            |(measure, _)| comparison.measured(measure).find(|row| row.side == runner.side);
        let rows: Vec<&MeasureRow> = kinds.into_iter().filter_map(of_side).collect();
        let head = format!("{} over the ground", safe_text(&runner.side));
        let words = kinds.into_iter().map(|(_, words)| words.to_owned());
        let mut table = Table::of_words(std::iter::once(head).chain(words));
        for k in 0..comparison.variants.len() {
            table.push(variant(comparison, k, &rows, true));
        }
        text += &format!("\n{}", table.text());
    }
    text
}

fn change_of(row: &MeasureRow, k: usize) -> Option<ChangeValue> {
    row.changes.get(k.checked_sub(1)?).copied()?
}

/// A value under a variant, with an asterisk where it really differs from the first.
fn cell(row: &MeasureRow, k: usize, with_interval: bool) -> String {
    let Some(Value { value, interval }) = row.values.get(k).copied().flatten() else {
        return String::new();
    };
    if with_interval {
        return quoted_value(value, interval, row.is_share);
    }
    // The digits that the interval supports, without the interval.
    if row.is_share {
        return percent(value, interval);
    }
    plain(value, interval)
}

/// All measures: a line for each, the sides below it.
fn tables(comparison: &Comparison) -> String {
    let count = comparison.variants.len();
    if count == 2 {
        let mut changes = comparison.rows.iter().filter_map(|row| change_of(row, 1));
        let note = if changes.any(|change| change.is_open_by_holm()) {
            format!("\n{}", sentences(super::HOLM_MAY_NOT))
        } else {
            String::new()
        };
        return table(comparison, &[0, 1], true) + &note;
    }
    let note = format!(
        "\n* differs from {} by more than chance explains. Each variant is compared with {0} alone;\n\
         the error is 5 % over all measures of all variants together (Holm), so that a change may stay\n\
         open though intervals do not meet.\n",
        letter(0)
    );
    // The first variant stands in every block, since the others are measured against it.
    let blocks = |per_block: usize, with_intervals: bool| -> Vec<String> {
        let others: Vec<usize> = (1..count).collect();
        let block = |block: &[usize]| table(comparison, &[&[0], block].concat(), with_intervals);
        others.chunks(per_block).map(block).collect()
    };
    let whole = blocks(count - 1, true);
    if fits(&whole[0]) {
        return whole.concat() + &note;
    }
    let mut short = blocks(count - 1, false);
    for per_block in (1..count - 1).rev() {
        if short.iter().all(|block| fits(block)) {
            break;
        }
        short = blocks(per_block, false);
    }
    short.join("\n")
        + &note
        + "\nIntervals are in comparison.csv; a number shows the digits that its interval supports.\n"
}

/// How many times as many; of variants that hardly differ that is a number without a meaning.
fn times(gain: f64) -> String {
    if gain > 999.0 { "over 999x".to_owned() } else { format!("{gain:.1}x") }
}

fn table(comparison: &Comparison, shown: &[usize], with_intervals: bool) -> String {
    let two = comparison.variants.len() == 2;
    let letters = shown.iter().map(|k| letter(*k).to_string());
    let mut heads: Vec<String> = std::iter::once(String::new()).chain(letters).collect();
    if two {
        heads.extend(["change", "p, adjusted", "pairing", "verdict"].map(str::to_owned));
    }
    let mut table = Table::of_words(heads);
    let mut told = "";
    for row in &comparison.rows {
        if row.values.iter().all(Option::is_none) {
            continue;
        }
        let is_of_side = !row.side.is_empty();
        if is_of_side && told != row.measure {
            table.push(cells![&row.measure]);
        }
        told = &row.measure;
        let mut cells = cells![match is_of_side {
            true => format!("  {}", crate::words::clip(&safe_text(&row.side), 26)),
            false => row.measure.clone(),
        }];
        for k in shown {
            let is_real = !two && change_of(row, *k).is_some_and(|change| change.is_real());
            let star = if is_real { "*" } else { "" };
            cells.push((cell(row, *k, with_intervals) + star).into());
        }
        if two && let Some(change) = change_of(row, 1) {
            cells.extend(cells![
                signed_value(change.value, change.interval, row.is_share),
                p_text(change.adjusted_p_value),
                change.gain.map(times),
                change.verdict(),
            ]);
        }
        table.push(cells);
    }
    table.text()
}

/// The verdict on one variant against the first, in words.
fn verdict(comparison: &Comparison, k: usize) -> String {
    let (first, other) = (letter(0), letter(k));
    let mut real: Vec<(&MeasureRow, ChangeValue)> = comparison
        .rows
        .iter()
        .filter_map(|row| Some((row, row.changes.get(k - 1).copied()??)))
        .filter(|(_, change)| change.is_real())
        .collect();
    let anything = !real.is_empty();
    let all = real.len();
    real.retain(|(_, change)| !change.depends_on_who_plays());
    let depend = match all - real.len() {
        0 => String::new(),
        1 => "1 more change depends on who plays.".to_owned(),
        more => format!("{more} more changes depend on who plays."),
    };
    // Who wins has been told already.
    real.retain(|(row, _)| row.measure != "win-rate");
    if !anything {
        let nothing = comparison
            .rows
            .iter()
            .filter_map(|row| row.changes.get(k - 1).copied()?)
            .all(|change| change.verdict() == "the same");
        return if nothing {
            format!("{other} is exactly the same as {first} in every game.\n")
        } else {
            format!(
                "No measure tells {other} from {first} at this number of games (5 % error over all measures together).\n"
            )
        };
    }
    if real.is_empty() {
        return match depend.as_str() {
            "" => format!(
                "But for who wins, no measure tells {other} from {first} at this number of games.\n"
            ),
            _ => format!("How {other} differs from {first} depends on who plays.\n"),
        };
    }
    // The surest first.
    real.sort_by(|one, two| {
        let p = |change: &ChangeValue| change.p_value.unwrap_or(1.0);
        p(&one.1).total_cmp(&p(&two.1))
    });
    let told: Vec<String> = real
        .iter()
        .take(MOST_CHANGES)
        .map(|(row, change)| {
            format!(
                "{} {}",
                of_side(&row.measure, &row.side),
                signed_value(change.value, change.interval, row.is_share)
            )
        })
        .collect();
    let more = real.len().saturating_sub(told.len());
    let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
    let depend = if depend.is_empty() { depend } else { format!(" {depend}") };
    if is_crowd(comparison) {
        return String::new();
    }
    sentences(&format!("{other} differs from {first}: {}{rest}.{depend}", told.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: f64, interval: Interval) -> String {
        quoted_value(value, Some(interval), true).replace(NO_BREAK, " ")
    }

    #[test]
    fn shares_are_told_as_sharply_as_their_intervals() {
        assert_eq!(shown(0.5, (0.485, 0.515)), "50 ± 1.5 %");
        // Near the ends the interval has one side only.
        assert_eq!(shown(0.0, (0.0, 0.0127)), "0 % (0 to 1.3)");
        assert_eq!(shown(1.0, (0.98, 1.0)), "100 % (98.0 to 100.0)");
        // A single game says nothing about the value.
        assert_eq!(shown(1.0, (0.207, 1.0)), "21 to 100 %");
    }

    #[test]
    fn changes_of_shares_are_in_points_and_others_in_their_unit() {
        let signed = |value, interval, is_share| {
            signed_value(value, Some(interval), is_share).replace(NO_BREAK, " ")
        };
        assert_eq!(signed(0.076, (0.06, 0.092), true), "+7.6 ± 1.6 points");
        assert_eq!(signed(-0.3, (-0.33, -0.27), false), "−0.300 ± 0.030");
        assert_eq!(signed(0.0, (0.0, 0.0), true), "0 points");
        assert_eq!(signed(1.0, (-0.43, 1.0), true), "−43 to +100 points");
        assert_eq!(signed_value(0.25, None, true), "+25.00\u{a0}points");
    }

    #[test]
    fn counts_of_rare_things_do_not_reach_below_nothing() {
        assert_eq!(quoted_value(0.01, Some((0.0, 0.029)), false), "0.010 (0.000 to 0.029)");
    }
}
