//! A comparison as an answer to read: who wins first, then what else changes, then all measures with their definitions.

use std::fmt::Write as _;

use super::{ChangeValue, Comparison, MeasureRow, Value};
use crate::number::{
    NO_BREAK, counted, defined, fixed, percent, percent_digits, percent_places, too_few,
};
use crate::report::Interval;
use crate::safe::safe_text;
use crate::text::{WORTH_SAYING, definitions, notes, sentences, show};
use crate::words::percent_with_range;

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

/// A change with its interval and its unit: that of a share is in points of a hundred, not in percent of the share.
pub(crate) fn signed_value(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    let number = signed_number(value, interval, is_share);
    if is_share { format!("{number}{NO_BREAK}points") } else { number }
}

/// The same without its unit.
pub(crate) fn signed_number(value: f64, interval: Option<Interval>, is_share: bool) -> String {
    let scale = if is_share { 100.0 } else { 1.0 };
    let signed = |value: f64, places: usize| {
        let digits = format!("{:.places$}", value.abs());
        // What rounds to nothing has no sign.
        match value {
            0.0 => "0".to_owned(),
            _ if digits.bytes().all(|b| matches!(b, b'0' | b'.')) => digits,
            below if below < 0.0 => format!("−{digits}"),
            _ => format!("+{digits}"),
        }
    };
    let (low, high) = defined(interval).unwrap_or_default();
    if is_share && high - low > 2.0 * TOO_WIDE {
        return [low, high].map(|end| signed(end * scale, 0)).join(" to ");
    }
    let half = (high - low) / 2.0 * scale;
    let places = places_of(half);
    let number = signed(value * scale, places);
    if half > 0.0 { format!("{number} ± {half:.places$}") } else { number }
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

fn name_of(row: &MeasureRow) -> String {
    let side = safe_text(&row.side);
    if side.is_empty() { row.measure.clone() } else { format!("{}, {side}", row.measure) }
}

/// The comparison as an answer to read.
#[must_use]
pub fn text(comparison: &Comparison) -> String {
    let mut text = format!("{}\n\n", safe_text(&comparison.title));
    text += &wins(comparison);
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
    text += &tables(comparison);
    text.replace(NO_BREAK, " ")
}

/// What stands below it: definitions, and methods with their sources.
#[must_use]
pub fn remarks(comparison: &Comparison) -> String {
    let measures = comparison.rows.iter();
    definitions(measures.map(|row| (row.measure.as_str(), row.about.as_str())))
        + &notes(&comparison.notes)
}

fn letter(k: usize) -> char {
    (b'A' + (k % 26) as u8) as char
}

/// Who wins under each variant, and how that changes from the first.
fn wins(comparison: &Comparison) -> String {
    let rows: Vec<&MeasureRow> = comparison.measured("win-rate").collect();
    let mut heads = vec!["Who wins".to_owned()];
    heads.extend(rows.iter().map(|row| safe_text(&row.side)));
    heads.push(String::new());
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = crate::text::table(&heads);
    for (k, variant) in comparison.variants.iter().enumerate() {
        let mut cells = vec![format!("{}  {}", letter(k), safe_text(&variant.label))];
        cells.extend(rows.iter().map(|row| cell(row, k, true)));
        let change = rows.first().and_then(|row| change_of(row, k));
        cells.push(change.map_or(String::new(), |change| {
            let side = rows.first().map_or("", |row| row.side.as_str());
            format!(
                "{} {}: {}",
                safe_text(side),
                signed_value(change.value, change.interval, true),
                change.verdict()
            )
        }));
        table.add_row(cells);
    }
    show(&table) + &less_luck(comparison, &rows)
}

/// How who wins changes with the luck of the dice taken out, where that is worth saying.
fn less_luck(comparison: &Comparison, rows: &[&MeasureRow]) -> String {
    let Some(row) = rows.first() else {
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

/// The flank question, where a side has ground to reach: does it run through before the enemy acts, or is it headed off?
fn ground(comparison: &Comparison) -> String {
    let through = comparison.measured("run-through");
    let headed = comparison.measured("headed-off");
    let rows: Vec<(&MeasureRow, &str)> = through
        .map(|row| (row, "through before the enemy acts"))
        .chain(headed.map(|row| (row, "enemy headed off")))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let name = |(row, does): &(&MeasureRow, &str)| format!("{}: {does}", safe_text(&row.side));
    let mut heads = vec!["Over the ground".to_owned()];
    heads.extend(rows.iter().map(name));
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let mut table = crate::text::table(&heads);
    for (k, variant) in comparison.variants.iter().enumerate() {
        let mut cells = vec![format!("{}  {}", letter(k), safe_text(&variant.label))];
        cells.extend(rows.iter().map(|(row, _)| cell(row, k, true)));
        table.add_row(cells);
    }
    format!("\n{}", show(&table))
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
    let half = defined(interval).map_or(0.0, |(low, high)| (high - low) / 2.0);
    format!("{value:.0$}", places_of(half))
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
        return show(&table(comparison, &[0, 1], true)) + &note;
    }
    let all: Vec<usize> = (0..count).collect();
    let fits = |text: &str| text.lines().all(|line| line.chars().count() <= WIDTH);
    let note = format!(
        "\n* differs from {} by more than chance explains. Each variant is compared with {0} alone;\n\
         the error is 5 % over all measures of all variants together (Holm), so that a change may stay\n\
         open though intervals do not meet.\n",
        letter(0)
    );
    let whole = show(&table(comparison, &all, true));
    if fits(&whole) {
        return whole + &note;
    }
    let plain = "\nIntervals are in comparison.csv; a number shows the digits that its interval supports.\n";
    let short = show(&table(comparison, &all, false));
    if fits(&short) {
        return short + &note + plain;
    }
    // The first variant stands in every block, since the others are measured against it.
    let mut per_block = count - 1;
    while per_block > 1 {
        let widest = all[1..].chunks(per_block).all(|block| {
            let block: Vec<usize> = std::iter::once(0).chain(block.iter().copied()).collect();
            fits(&show(&table(comparison, &block, false)))
        });
        if widest {
            break;
        }
        per_block -= 1;
    }
    let blocks: Vec<String> = all[1..]
        .chunks(per_block)
        .map(|block| {
            let block: Vec<usize> = std::iter::once(0).chain(block.iter().copied()).collect();
            show(&table(comparison, &block, false))
        })
        .collect();
    blocks.join("\n") + &note + plain
}

fn table(comparison: &Comparison, shown: &[usize], with_intervals: bool) -> comfy_table::Table {
    let two = comparison.variants.len() == 2;
    let mut head = vec![String::new()];
    head.extend(shown.iter().map(|k| letter(*k).to_string()));
    if two {
        head.extend(["change", "p, adjusted", "pairing", "verdict"].map(str::to_owned));
    }
    let mut rows = crate::text::table(&head.iter().map(String::as_str).collect::<Vec<_>>());
    let mut told = "";
    for row in &comparison.rows {
        if row.values.iter().all(Option::is_none) {
            continue;
        }
        let is_of_side = !row.side.is_empty();
        if is_of_side && told != row.measure {
            rows.add_row(vec![row.measure.clone()]);
        }
        told = &row.measure;
        let mut cells = vec![if is_of_side {
            format!("  {}", crate::words::clip(&safe_text(&row.side), 26))
        } else {
            row.measure.clone()
        }];
        for k in shown {
            let mut value = cell(row, *k, with_intervals);
            if !two && change_of(row, *k).is_some_and(|change| change.is_real()) {
                value.push('*');
            }
            cells.push(value);
        }
        if two && let Some(change) = change_of(row, 1) {
            cells.push(signed_value(change.value, change.interval, row.is_share));
            cells.push(p_text(change.adjusted_p_value));
            cells.push(change.gain.map_or(String::new(), |g| format!("{g:.1}x")));
            cells.push(change.verdict().to_owned());
        }
        rows.add_row(cells);
    }
    rows
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
        return format!(
            "But for who wins, no measure tells {other} from {first} at this number of games.\n"
        );
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
                name_of(row),
                signed_value(change.value, change.interval, row.is_share)
            )
        })
        .collect();
    let more = real.len().saturating_sub(told.len());
    let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
    format!("{other} differs from {first}: {}{rest}.\n", told.join("; "))
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
