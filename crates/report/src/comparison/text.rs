//! A comparison as an answer to read: who wins first, then what else changes, then all measures with their definitions.

use skirmish_scenario::measure_head;

use super::{
    ChangeValue, Comparison, FEW_DRAWS, MeasureRow, NOT_TOLD_APART, Verdict, quoted_value, signed,
    signed_value,
};
use crate::Told;
use crate::cells;
use crate::number::{HARDLY_EVER, NO_BREAK, counted, defined, fixed, percent, too_few};
use crate::once::unique;
use crate::safe::safe_text;
use crate::solved::VariantRow;
use crate::study::{Confirmed, WOULD_LEARN};
use crate::table::{Cell, Table, reading};
use crate::text::{definitions, framed, listed, notes, sentences};
use crate::words::{capital, measured, of_side};

/// Changes named for each variant; the rest is counted.
const MOST_CHANGES: usize = 4;

/// The comparison as an answer to read.
pub fn text(comparison: &Comparison) -> Told {
    let doubts = comparison.doubts.iter().map(|doubt| safe_text(doubt));
    let games = format!(
        "{} under each, on the same dice (seed {}).{}",
        counted(comparison.games, "game"),
        comparison.seed,
        too_few(comparison.games)
    );
    let others = 1..comparison.variants.len();
    let said = [format!("{}.", safe_text(&comparison.title)), played_well(comparison)];
    let told = said.into_iter().chain(range(comparison)).chain(who_wins(comparison));
    let told = told.chain(Confirmed::told(&comparison.confirmed, true));
    let told = told.chain([less_luck(comparison)]).chain(doubts);
    let told = told.chain(others.map(|k| verdict(comparison, k))).chain(alike(comparison));
    let told = told.chain([games]);
    let measures = comparison.rows.iter();
    let definitions = definitions(measures.map(|row| (row.measure.as_str(), row.about.as_str())));
    let [ground, asked, most, all] = match is_crowd(comparison) {
        // Who wins is told, and nothing else is otherwise.
        _ if comparison.changes_nothing() => {
            [String::new(), asked(comparison), String::new(), String::new()]
        }
        true => [ground(comparison), String::new(), crowd(comparison), String::new()],
        false => [
            ground(comparison),
            asked(comparison),
            changed(comparison),
            table(comparison, "All measures", |_| true).text(),
        ],
    };
    Told::new(told)
        .and(solved(comparison))
        .and(wins(comparison))
        .and(ground)
        .and(asked)
        .and(most)
        .and(players(comparison))
        .because(all)
        .because(definitions)
        .because(notes(&comparison.notes))
}

/// Who plays, where that is not the bots of the battle.
fn players(comparison: &Comparison) -> String {
    let bots: Vec<String> = comparison.bots.iter().map(|bots| bots.join(" and ")).collect();
    let (all, by) = match comparison.players.is_empty() {
        true => (&bots, ""),
        false => (&comparison.players, "the players of "),
    };
    let Some(first) = all.first() else { return String::new() };
    // The same players may stand for a battle that has changed since.
    let more = |told: &String| told.strip_prefix(first.as_str()).map(str::to_owned);
    let more: Option<Vec<String>> = all.iter().map(more).collect();
    let lines: String = match &more {
        Some(more) => {
            let under = more.iter().enumerate().filter(|(_, more)| !more.is_empty());
            let under = under.map(|(k, more)| {
                let more = more.trim_start_matches([';', ',', ' ']);
                format!(" Under {} {}.", letter(k), safe_text(more))
            });
            let players = format!("Played under each by {by}{}.", safe_text(first));
            sentences(&under.fold(players, |told, under| told + &under))
        }
        None => {
            let line = |(k, told)| sentences(&format!("{}  {}", letter(k), safe_text(told)));
            let lines = all.iter().map(String::as_str).enumerate().map(line);
            std::iter::once(format!("Played by {by}").trim_end().to_owned() + "\n")
                .chain(lines)
                .collect()
        }
    };
    lines + &sentences(if more.is_some() { WOULD_LEARN } else { "" })
}

/// Variants beyond which each has a line for what matters most, and the rest is left to `comparison.csv`.
const CROWD: usize = 6;

pub(super) const fn is_crowd(comparison: &Comparison) -> bool {
    comparison.variants.len() > CROWD
}

/// What a game is like under each of many variants.
fn crowd(comparison: &Comparison) -> String {
    let usual = ["streak-without-reactions", "actions", "dice", "decisions"];
    let asked = comparison.rows.iter().filter(|row| is_asked(comparison, row));
    let kinds = unique(usual.into_iter().chain(asked.map(|row| row.measure.as_str())));
    let rows: Vec<&MeasureRow> =
        kinds.into_iter().flat_map(|measure| comparison.measured(measure)).collect();
    let heads = rows.iter().map(|row| of_side(&row.measure, &row.side));
    let mut table = Table::of_words(std::iter::once("In a game".to_owned()).chain(heads));
    for k in 0..comparison.variants.len() {
        table.push(variant(comparison, k, &rows));
    }
    format!("{}All measures are in comparison.csv, each with its change from A.\n", table.text())
}

/// Variants that come out the same to the last digit, though not the same as A, of which the verdicts tell that.
fn alike(comparison: &Comparison) -> Vec<String> {
    let all = |k: usize| comparison.rows.iter().map(move |row| row.values.get(k));
    let others = 1..comparison.variants.len();
    let pairs = others.clone().filter(|k| !all(0).eq(all(*k))).filter_map(|k| {
        let first = (1..k).find(|other| all(*other).eq(all(k)))?;
        Some(format!("{} comes out exactly as {} in every measure.", letter(k), letter(first)))
    });
    pairs.collect()
}

fn letter(k: usize) -> char {
    (b'A' + (k % 26) as u8) as char
}

/// The headline where a panel of bots has played: from where to where the change of who wins reaches. Of many variants only
/// the least and the greatest change.
fn range(comparison: &Comparison) -> Vec<String> {
    let Some(panel) = &comparison.panel else { return Vec::new() };
    let rows: Vec<&MeasureRow> = comparison.measured("win-rate").collect();
    // What the first side does not win the other mostly does.
    let is_the_rest = |row: &MeasureRow, k: usize| {
        let others = |row| change_of(row, k)?.others;
        let Some((one, other)) = others(rows[0]).zip(others(row)) else { return true };
        !std::ptr::eq(rows[0], row)
            && (one.least + other.greatest).abs().max((one.greatest + other.least).abs())
                < FEW_DRAWS
    };
    let several = comparison.variants.len() > 2;
    let mut said: Vec<String> = (1..comparison.variants.len())
        .flat_map(|k| rows.iter().map(move |row| (k, *row)))
        .filter_map(|(k, row)| {
            let change = change_of(row, k).filter(|_| !is_the_rest(row, k))?;
            let [least, most] = change.others.map(|others| [others.least, others.greatest])?;
            if [least, most] == [0.0, 0.0] && is_unchanged(comparison, k) {
                return None;
            }
            // A narrow range is worth a place more.
            let places = usize::from(most - least < 0.1);
            let [least, most] = [least, most].map(|end| signed(end * 100.0, places));
            let points = if most == least { most } else { format!("{least} to {most}") };
            let or = match change.others.is_some_and(|others| others.is_told_by_all) {
                true => "",
                false => ", or it makes no clear difference",
            };
            let side = safe_text(&row.side);
            let says = match change.told() {
                [true, true] => format!("who plays decides whether {side} win more often or less"),
                [true, false] => format!("whichever bots play, {side} win more often{or}"),
                [false, true] => format!("whichever bots play, {side} win less often{or}"),
                [false, false] => {
                    format!(
                        "whichever bots play, {} in how often {side} win",
                        change.verdict().word()
                    )
                }
            };
            let says = match several {
                true => format!("{}, {}: {says}", letter(k), comparison.variants[k].name()),
                false => capital(&says),
            };
            let under = if several { "" } else { " under B" };
            Some(format!("{says} ({points}{NO_BREAK}points{under})."))
        })
        .collect();
    if said.is_empty() || is_crowd(comparison) {
        return Vec::new();
    }
    let games = counted(panel.games, "game");
    said.push(format!(
        "That is over {} pairs of bots: the battle's own, and others with {games} each (panel.csv).",
        panel.played
    ));
    said.extend(strongest_elsewhere(comparison));
    said
}

/// Of the shares of which other bots have something to say that the battle's own do not show, but for who wins, which has been
/// told: the one that they change most.
fn strongest_elsewhere(comparison: &Comparison) -> Option<String> {
    let several = comparison.variants.len() > 2;
    let rows = comparison.rows.iter().filter(|row| row.is_share && row.measure != "win-rate");
    let told = rows.flat_map(|row| {
        (1..comparison.variants.len()).filter_map(move |k| {
            let change = change_of(row, k).filter(|change| change.caveat().is_some())?;
            let others = change.others?;
            let ends = [(others.is_higher, others.greatest), (others.is_lower, others.least)];
            let ends = ends.into_iter().filter(|(is_told, _)| *is_told).map(|(_, end)| end);
            Some((row, k, ends.max_by(|one, two| one.abs().total_cmp(&two.abs()))?))
        })
    });
    // The first of those that are level.
    let most = told.reduce(|one, two| if two.2.abs() > one.2.abs() { two } else { one });
    let (row, k, change) = most?;
    let under = if several { format!(" under {}", letter(k)) } else { String::new() };
    let what = match row.side.as_str() {
        "" => measure_head(&row.measure),
        side => measured(&row.measure, side).into(),
    };
    Some(format!(
        "What else changes most with other bots{under}: {what}, by up to {}{NO_BREAK}points.",
        signed(change * 100.0, usize::from(change.abs() < 0.1))
    ))
}

/// Whether every game went under a variant as under the first.
pub(super) fn is_unchanged(comparison: &Comparison, k: usize) -> bool {
    comparison.variants[k].changed_games == Some(0)
}

/// Who wins under both of two variants; of many, under which most often and least often.
fn who_wins(comparison: &Comparison) -> Option<String> {
    let row = comparison.measured("win-rate").next()?;
    let side = safe_text(&row.side);
    // Those that were found have just been told of.
    let whose = if comparison.solved.is_empty() { "" } else { "Between the battle's own bots, " };
    let share = |k: usize| {
        let value = row.values.get(k).copied().flatten()?;
        let label = comparison.variants[k].name();
        Some(format!("{} under {} ({label})", value.quoted(true), letter(k)))
    };
    let shares: Vec<String> = (0..comparison.variants.len()).filter_map(share).collect();
    if let [a, b] = &shares[..] {
        let change = change_of(row, 1)?;
        if is_unchanged(comparison, 1) {
            let same = "and as often under B: no game changed.";
            return Some(format!("{whose}{side} win {a}, {same}"));
        }
        let value = change.signed(true);
        // The line before says on what.
        let word = match change.depends_on_who_plays() {
            true => String::new(),
            false if change.is_open_by_holm() => {
                let alone = if change.value > 0.0 { "higher" } else { "lower" };
                format!(", {alone} by itself, but {NOT_TOLD_APART} among so many measures")
            }
            false => format!(", {}", change.verdict().word()),
        };
        return Some(format!("{whose}{side} win {a}, {b}: {value}{word}."));
    }
    let [least, most] = comparison.ends()?.map(share);
    Some(format!("{whose}{side} win between {} and {}.", least?, most?))
}

/// The headline where players have been searched for: what each variant is worth with its own players.
fn played_well(comparison: &Comparison) -> String {
    let Some((first, others)) = comparison.solved.split_first() else {
        return String::new();
    };
    let side = safe_text(&comparison.sides[0]);
    let word = |row: &VariantRow| match (row.low > first.high, row.high < first.low) {
        (true, _) => "higher",
        (_, true) => "lower",
        _ => NOT_TOLD_APART,
    };
    let says: Vec<String> = (1..)
        .zip(others)
        .map(|(k, row)| format!("{} under {} ({})", ranges(row), letter(k), word(row)))
        .collect();
    format!(
        "Played as well as was found, {side} win {} under A, {}.",
        ranges(first),
        says.join(", ")
    )
}

fn ranges(row: &VariantRow) -> String {
    let whole = Some((row.low, row.high));
    let [best, low, high] = [row.best, row.low, row.high].map(|share| percent(share, whole));
    let yet = if row.settled == VariantRow::SETTLED { "" } else { ", not settled yet" };
    format!("{best} ({low} to {high}{yet})")
}

/// What each variant is worth with its own players, as a table, beside what it is worth with the players of the first.
fn solved(comparison: &Comparison) -> String {
    if comparison.solved.is_empty() {
        return String::new();
    }
    let side = safe_text(&comparison.sides[0]);
    let table = reading!(comparison.solved.iter().enumerate() => |(k, row)| {
        format!("{side} win") => format!("{}  {}", letter(k), comparison.variants[k].name()),
        "as well as found" => quoted_value(row.best, row.best_interval, true),
        "settled" => &row.settled,
        "by the players of A" => match row.same.is_nan() {
            true => "cannot be played".to_owned(),
            false => quoted_value(row.same, row.same_interval, true),
        },
    });
    let games = comparison.solved.iter().map(|row| row.games).min().unwrap_or(0);
    table.text()
        + &sentences(&format!(
            "Players were searched for in {} (at least, under each: a round that has begun is finished); a draw counts as half a win. In brackets: the \
             interval, and beyond it what a further search still gained at most. All that follows is played by the bots of \
             the battle.",
            counted(games, "game")
        ))
}

/// Who wins under each variant, and how that changes from the first. Games that nobody wins stand there if that is more than hardly
/// ever so.
fn wins(comparison: &Comparison) -> String {
    let stopped = if comparison.limit.is_some() { "at the limit" } else { "stopped by the cap" };
    let is_any = |row: &&MeasureRow| row.values.iter().flatten().any(|it| it.value >= HARDLY_EVER);
    let nobody = |measure, name: &'static str| {
        comparison.measured(measure).filter(is_any).map(move |row| (row, name.to_owned()))
    };
    let rows = comparison.measured("win-rate").map(|row| (row, safe_text(&row.side)));
    let rows = rows.chain(nobody("draw-rate", "drawn")).chain(nobody("cap-rate", stopped));
    let (rows, names): (Vec<&MeasureRow>, Vec<String>) = rows.unzip();
    let Some(first) = rows.first() else { return String::new() };
    // Between two the answer tells the change.
    let several = comparison.variants.len() > 2;
    let change = several.then(|| format!("{} against A", safe_text(&first.side)));
    let heads = std::iter::once("Who wins".to_owned()).chain(names).chain(change);
    let mut table = Table::of_words(heads.collect::<Vec<_>>());
    for k in 0..comparison.variants.len() {
        let mut values = variant(comparison, k, &rows);
        let changes = several.then(|| change_of(first, k));
        values.extend(changes.into_iter().flat_map(|change| {
            cells![change.map(|change| {
                if is_unchanged(comparison, k) {
                    return "no game changed".to_owned();
                }
                let value = change.signed(true);
                let is_open = change.is_real() && comparison.may_be_moved(k);
                format!("{value}: {}", if is_open { OPEN } else { change.verdict().brief() })
            })]
        }));
        table.push(values);
    }
    let is_open = several && (1..comparison.variants.len()).any(|k| comparison.may_be_moved(k));
    let open = format!("{OPEN}: a longer search for players may make up for it.");
    let open = if is_open { sentences(&open) } else { String::new() };
    // Of fewer variants that stands below the measures.
    match meant([*first], true) {
        told if is_crowd(comparison) && !told.is_empty() => {
            let told = sentences(&format!("{} Pairs of bots: panel.csv.", told.trim()));
            table.text() + &open + &told
        }
        _ => table.text() + &open,
    }
}

/// What is said of a difference that a search for better players may yet undo.
const OPEN: &str = "open";

/// What the words that stand beside changes of these measures mean, or the marks where there is no room for words; each with a
/// blank before it.
fn meant<'c>(rows: impl IntoIterator<Item = &'c MeasureRow>, by_word: bool) -> String {
    let briefs = rows.into_iter().flat_map(|row| row.changes.iter().flatten());
    let briefs: Vec<&str> = briefs.map(|change| change.verdict().brief()).collect();
    let told = MARKS.iter().filter(|(word, ..)| briefs.contains(word));
    let told = told.map(|(word, mark, told)| match by_word {
        true => format!(" {word}: {told}."),
        false => format!(" {mark} {told}."),
    });
    told.collect()
}

/// A variant by its letter and name, with its values of some measures.
fn variant(comparison: &Comparison, k: usize, rows: &[&MeasureRow]) -> Vec<Cell> {
    let name = format!("{}  {}", letter(k), comparison.variants[k].name());
    let values = rows.iter().map(|row| cell(row, k));
    std::iter::once(name).chain(values).map(Cell::from).collect()
}

/// How who wins changes with the luck of the dice taken out, where that is worth saying.
fn less_luck(comparison: &Comparison) -> String {
    let row = comparison.measured("win-rate").next();
    let Some(row) = row.filter(|_| !is_crowd(comparison)) else { return String::new() };
    let several = comparison.variants.len() > 2;
    let told: Vec<String> = (1..comparison.variants.len())
        .filter_map(|k| {
            let less = change_of(row, k)?.told_less_luck()?;
            let under = match several {
                true => format!(" under {}", letter(k)),
                false => String::new(),
            };
            Some(format!(
                "{}{under} (as precise as {} times the games)",
                signed_value(less.value, less.interval, true),
                fixed(less.gain, 1)
            ))
        })
        .collect();
    let what = match several {
        true => format!("how often {} win changes by", safe_text(&row.side)),
        false => "that is".to_owned(),
    };
    framed(&format!("With the luck of the dice taken out, {what} "), &told.join(", "), ".")
}

/// What becomes of who has ground to reach.
const GROUND: [(&str, &str); 4] = [
    ("run-through", "through before the enemy acts"),
    ("through", "through at all"),
    ("stopped-alive", "stopped alive"),
    ("destroyed", "destroyed"),
];

/// The flank question, where a side has ground to reach: does it run through before the enemy acts, does it get there at all,
/// or is it stopped?
fn ground(comparison: &Comparison) -> String {
    let mut text = String::new();
    for runner in comparison.measured("through") {
        let of_side =
            |(measure, _)| comparison.measured(measure).find(|row| row.side == runner.side);
        let rows: Vec<&MeasureRow> = GROUND.into_iter().filter_map(of_side).collect();
        let head = safe_text(&runner.side);
        let words = GROUND.into_iter().map(|(_, words)| words.to_owned());
        let mut table = Table::of_words(std::iter::once(head).chain(words));
        for k in 0..comparison.variants.len() {
            let values = rows.iter().map(|row| cell(row, k));
            table.push(std::iter::once(letter(k).into()).chain(values).map(Cell::from).collect());
        }
        text += &format!("{}\n", table.text());
    }
    text
}

fn change_of(row: &MeasureRow, k: usize) -> Option<ChangeValue> {
    row.changes.get(k.checked_sub(1)?).copied()?
}

/// A value under a variant, with its interval.
fn cell(row: &MeasureRow, k: usize) -> String {
    let value = row.values.get(k).copied().flatten();
    value.map_or(String::new(), |value| value.quoted(row.is_share))
}

/// A value under a variant, with the digits that its interval supports, without the interval.
fn bare(row: &MeasureRow, k: usize) -> String {
    let value = row.values.get(k).copied().flatten();
    value.map_or(String::new(), |value| value.alone(row.is_share))
}

/// What other bots have to say of a change: the word beside the change from A, the mark where several variants leave no room for
/// words, and what both mean.
const MARKS: [(&str, &str, &str); 2] = [
    ("depends", "†", "higher with some bots, lower with others"),
    ("others", "‡", "only other bots show a change"),
];

/// Whether a measure was asked for by name and has no table of its own.
fn is_asked(comparison: &Comparison, row: &MeasureRow) -> bool {
    comparison.asked.contains(&row.measure) && !has_table(&row.measure)
}

/// The measures that were asked for by name, changed or not.
fn asked(comparison: &Comparison) -> String {
    let rows = || comparison.rows.iter().filter(|row| is_asked(comparison, row));
    let table = match rows().any(|row| is_measured(&row)) {
        true => table(comparison, "What was asked", |row| is_asked(comparison, row)).text(),
        false => String::new(),
    };
    let never = unique(rows().filter(|row| !is_measured(row)).map(|row| row.measure.as_str()));
    let never =
        never.into_iter().filter(|of| !comparison.measured(of).any(|row| is_measured(&row)));
    let never: Vec<String> = never.map(|of| measured(of, "")).collect();
    table + &sentences(&framed("Never measured here: ", &never.join(", "), "."))
}

/// Who wins and who gets over the ground is told by tables of their own.
fn has_table(measure: &str) -> bool {
    measure == "win-rate" || GROUND.iter().any(|(of_ground, _)| *of_ground == measure)
}

/// The measures that clearly change, whoever plays: a line for each, the sides below it. What comes out as another to the last
/// digit is not told again.
fn changed(comparison: &Comparison) -> String {
    let is_two = comparison.variants.len() == 2;
    let measured: Vec<&MeasureRow> = comparison.rows.iter().filter(is_measured).collect();
    let is_told = |row: &MeasureRow| has_table(&row.measure) || is_asked(comparison, row);
    let rows = measured.iter().filter(|row| !is_told(row) && !is_again(comparison, row));
    let is_any = |row: &MeasureRow, is: fn(Verdict) -> bool| {
        row.changes.iter().flatten().any(|change| is(change.verdict()))
    };
    let is_changed = |row: &MeasureRow| is_any(row, is_clear);
    let depends = |row: &MeasureRow| is_any(row, |of| of == Verdict::Depends);
    let (changed, others): (Vec<&MeasureRow>, Vec<_>) =
        rows.copied().partition(|row| is_changed(row));
    let (depending, others): (Vec<&MeasureRow>, Vec<_>) =
        others.into_iter().partition(|row| depends(row));
    let unclear = counted(others.len() as u64, "value") + " without a clear difference";
    let left_out = [
        (!depending.is_empty()).then(|| "what depends on who plays".to_owned()),
        (!others.is_empty()).then_some(unclear),
    ];
    let left_out: Vec<String> = left_out.into_iter().flatten().collect();
    let left_out = framed(" Left out: ", &listed(&left_out, "and"), ELSEWHERE);
    let stars = if is_two { "" } else { "* differs from A by more than chance explains." };
    let told = meant(changed.iter().copied(), is_two);
    let is_open = || {
        measured.iter().any(|row| row.changes.iter().flatten().any(ChangeValue::is_open_by_holm))
    };
    let note = match is_two {
        true if is_open() => super::HOLM_MAY_NOT,
        true => "",
        false => {
            "Each variant is compared with A alone; the error is 5 % over all measures of all variants together, so a change \
             may stay open even where intervals do not meet. A number shows the digits that its interval supports."
        }
    };
    let is_in = |row: &MeasureRow| changed.iter().any(|of| std::ptr::eq(*of, row));
    let table = match changed.is_empty() {
        true => String::new(),
        false => table(comparison, "What changes", is_in).text(),
    };
    table + &sentences(format!("{stars}{told}{left_out} {note}").trim())
}

/// Whether the battle's own bots show it, and no others the contrary.
const fn is_clear(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Higher | Verdict::Lower)
}

/// Where all measures are.
const ELSEWHERE: &str = ": comparison.csv, or --explain.";

fn is_measured(row: &&MeasureRow) -> bool {
    row.values.iter().any(Option::is_some)
}

/// Whether a row comes out as one before it to the last digit: some measures are one and the same under some rules, or what one
/// side does is what the other suffers.
fn is_again(comparison: &Comparison, row: &MeasureRow) -> bool {
    let seen = |row: &MeasureRow| {
        let changes = row.changes.iter().map(|of| of.map(|of| (of.value, of.interval)));
        (row.values.clone(), changes.collect::<Vec<_>>())
    };
    let before = comparison.rows.iter().take_while(|of| !std::ptr::eq(*of, row));
    before.filter(is_measured).any(|of| seen(of) == seen(row))
}

/// Measures, each with the sides that have it below.
fn table(comparison: &Comparison, head: &str, is_in: impl Fn(&MeasureRow) -> bool) -> Table {
    let is_crowded = comparison.variants.len() != 2;
    let letters = (0..comparison.variants.len()).map(|k| letter(k).to_string());
    let mut heads: Vec<String> = std::iter::once(head.to_owned()).chain(letters).collect();
    if !is_crowded {
        heads.extend(["change", ""].map(str::to_owned));
    }
    let mut table = Table::of_words(heads);
    let mut told = "";
    for row in comparison.rows.iter().filter(is_measured).filter(|row| is_in(row)) {
        let is_of_side = !row.side.is_empty();
        if is_of_side && told != row.measure {
            table.push(cells![of_side(&row.measure, "")]);
        }
        told = &row.measure;
        let mut cells = cells![match is_of_side {
            true => format!("  {}", crate::words::clip(&safe_text(&row.side), 20)),
            false => of_side(&row.measure, ""),
        }];
        for k in 0..comparison.variants.len() {
            let change = change_of(row, k).filter(|_| is_crowded);
            let mark = change.map_or("", |change| match change.verdict() {
                clear if is_clear(clear) => "*",
                told => {
                    let mark = MARKS.iter().find(|(of, ..)| *of == told.brief());
                    mark.map_or("", |(_, mark, _)| *mark)
                }
            });
            cells.push((bare(row, k) + mark).into());
        }
        if !is_crowded && let Some(change) = change_of(row, 1) {
            let word = match change.verdict() {
                // What is not clear is not worth a word.
                Verdict::Open => "",
                told => told.brief(),
            };
            let shown = change.signed(row.is_share);
            cells.extend(cells![shown, word]);
        }
        table.push(cells);
    }
    table
}

/// The verdict on one variant against the first, in words.
fn verdict(comparison: &Comparison, k: usize) -> String {
    let (first, other) = (letter(0), letter(k));
    // As many as the tables below have.
    let rows = comparison.rows.iter().filter(|row| !is_again(comparison, row));
    let mut real: Vec<(&MeasureRow, ChangeValue)> = rows
        .filter_map(|row| Some((row, change_of(row, k)?)))
        .filter(|(_, change)| change.is_real())
        .collect();
    let anything = !real.is_empty();
    real.retain(|(_, change)| !change.depends_on_who_plays());
    let changes = comparison.rows.iter().filter_map(|row| change_of(row, k));
    let depend = match changes.filter(ChangeValue::depends_on_who_plays).count() {
        0 => String::new(),
        1 => " 1 change depends on who plays.".to_owned(),
        more => format!(" {more} changes depend on who plays."),
    };
    // Who wins has been told already.
    real.retain(|(row, _)| row.measure != "win-rate");
    if !anything {
        let nothing = comparison
            .rows
            .iter()
            .filter_map(|row| row.changes.get(k - 1).copied()?)
            .all(|change| change.verdict() == Verdict::Same);
        let own = " with the battle's own bots";
        if nothing || is_unchanged(comparison, k) {
            let mut changes = comparison.rows.iter().filter_map(|row| change_of(row, k)?.others);
            let is_other = changes.any(|it| it.least != 0.0 || it.greatest != 0.0);
            let whose = if is_other { own } else { "" };
            return format!("{other} is exactly the same as {first} in every game{whose}.{depend}");
        }
        let whose = comparison.panel.as_ref().map_or("", |_| own);
        return format!(
            "No clear difference between {other} and {first} in any measure{whose}.{depend}"
        );
    }
    if real.is_empty() {
        return match depend.as_str() {
            "" => format!("But for who wins, no clear difference between {other} and {first}."),
            _ => format!("How {other} differs from {first} in other ways depends on who plays."),
        };
    }
    // The surest first: p-values of what is sure are all written as nothing.
    real.sort_by(|one, two| {
        let widths = |change: &ChangeValue| {
            let width = defined(change.interval).map_or(f64::INFINITY, |(low, high)| high - low);
            change.value.abs() / width
        };
        widths(&two.1).total_cmp(&widths(&one.1))
    });
    let told: Vec<String> = real
        .iter()
        .take(MOST_CHANGES)
        .map(|(row, change)| {
            format!("{} {}", measured(&row.measure, &row.side), change.signed(row.is_share))
        })
        .collect();
    let more = real.len().saturating_sub(told.len());
    let rest = if more > 0 { format!(", and {more} more") } else { String::new() };
    if is_crowd(comparison) {
        return String::new();
    }
    format!("{other} differs from {first}: {}{rest}.{depend}", told.join("; "))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{change, compared, known, others, row};
    use super::*;

    #[test]
    fn variants_that_come_out_the_same_are_told() {
        let comparison = |rows: &[[f64; 4]]| {
            let rows = rows.iter().map(|of| row(("", ""), &of.map(|value| known(value, 0.0)), &[]));
            compared(&[""; 4], rows.collect())
        };
        let same = comparison(&[[0.5, 0.6, 0.5, 0.6], [1.0, 2.0, 1.0, 2.0]]);
        // That C is like A stands in its verdict.
        assert_eq!(alike(&same), ["D comes out exactly as B in every measure."]);
        let other = comparison(&[[0.5, 0.6, 0.5, 0.6], [1.0, 2.0, 1.0, 2.1]]);
        assert!(alike(&other).is_empty());
    }

    /// Two variants and a measure for each name, each with its change, its p-value, and what it is with other bots.
    fn of_two(rows: &[(&str, f64, f64, Option<[f64; 2]>)]) -> Comparison {
        let row = |(measure, value, p, ends): &(&str, f64, f64, Option<[f64; 2]>)| {
            let told = |ends: [f64; 2]| others(ends, [ends[1] > 0.05, ends[0] < -0.05]);
            let change = ChangeValue {
                interval: known(*value, 0.01).interval,
                others: ends.map(told),
                ..change(*value, *p)
            };
            let side = if *measure == "cap-rate" { "" } else { "Raiders" };
            let row = row((measure, side), &[known(0.5, 0.01); 2], &[change]);
            MeasureRow { is_share: true, ..row }
        };
        Comparison {
            panel: Some(crate::panel::Panel { games: 100, played: 9, ..Default::default() }),
            ..compared(&["", ""], rows.iter().map(row).collect())
        }
    }

    #[test]
    fn what_depends_on_who_plays_is_counted_and_is_no_row_of_two() {
        let both = Some([-0.1, 0.1]);
        let mut comparison = of_two(&[
            ("win-rate", 0.0, 0.9, both),
            ("used", 0.2, 0.001, both),
            ("idle", 0.0, 0.9, both),
            ("streak", 0.3, 0.001, None),
        ]);
        assert!(verdict(&comparison, 1).ends_with(" 3 changes depend on who plays."));
        let told = changed(&comparison).replace(['\n', NO_BREAK], " ");
        assert!(told.contains("streak") && !told.contains("chances used"), "{told}");
        assert!(told.contains("Left out: what depends on who plays: comparison.csv"), "{told}");
        // Of more than two there are marks.
        comparison.variants.push(super::super::Variant::default());
        for row in &mut comparison.rows {
            let change = row.changes[0].filter(|_| row.measure == "used");
            row.changes.push(change.map(|change| ChangeValue { others: None, ..change }));
            row.values.push(row.values[0]);
        }
        let told = changed(&comparison);
        assert!(told.contains("\u{a0}%†") && told.contains("\u{a0}%*"), "{told}");
        let told = told.replace('\n', " ");
        assert!(told.contains("† higher with some bots, lower with others."), "{told}");
    }

    #[test]
    fn what_one_side_does_and_the_other_suffers_is_told_and_counted_once() {
        let of = |(measure, side): (&str, &str), moved: f64| {
            let interval = known(moved, 0.1).interval;
            let change = ChangeValue { interval, ..change(moved, 0.001) };
            row((measure, side), &[known(2.0, 0.1), known(2.0 + moved, 0.1)], &[change])
        };
        let rows = vec![
            of(("longest-streak-in-actions", "Raiders"), 1.0),
            of(("drought-in-actions", "Watch"), 1.0),
            of(("losses", "Watch"), 0.5),
        ];
        let told = verdict(&compared(&["", ""], rows), 1);
        assert!(
            told.contains("Raiders") && told.contains("lost") && !told.contains("wait"),
            "{told}"
        );
    }

    #[test]
    fn what_changes_most_with_other_bots_alone_stands_with_who_wins() {
        let rows = [
            ("win-rate", 0.0, 0.9, Some([-0.9, 0.0])),
            ("idle", 0.0, 0.9, Some([-0.3, 0.0])),
            ("cap-rate", 0.0, 0.9, Some([0.0, 0.84])),
            // Told already: the battle's own bots show it.
            ("walkover", 0.9, 0.001, Some([0.9, 0.95])),
        ];
        let told = range(&of_two(&rows)).join(" ").replace(NO_BREAK, " ");
        let most = "with other bots: games stopped by the cap, by up to +84 points.";
        assert!(told.ends_with(most), "{told}");
        assert!(!range(&of_two(&rows[3..])).join(" ").contains("What else"));
    }

    #[test]
    fn both_sides_are_told_where_one_does_not_win_what_the_other_loses() {
        let told = |second: [f64; 2]| {
            let mut comparison = of_two(&[
                ("win-rate", 0.0, 0.9, Some([-0.46, 0.01])),
                ("win-rate", 0.0, 0.9, Some(second)),
            ]);
            comparison.rows[1].side = "Watch".to_owned();
            range(&comparison).join(" ").contains("Watch win less often")
        };
        assert!(told([-0.46, 0.02]) && !told([-0.01, 0.46]));
    }

    #[test]
    fn that_no_game_changed_is_said() {
        let mut comparison = of_two(&[("win-rate", 0.0, 1.0, None)]);
        let told = |comparison: &Comparison| {
            let told = [who_wins(comparison).unwrap_or_default(), verdict(comparison, 1)];
            told.join(" ") + &wins(comparison)
        };
        assert!(!told(&comparison).contains("no game changed"));
        comparison.variants[1].changed_games = Some(0);
        let told = told(&comparison);
        assert!(told.contains("and as often under B: no game changed."), "{told}");
        assert!(told.contains("exactly the same as A in every game"), "{told}");
        assert!(!told.contains("no clear difference"), "{told}");
    }

    #[test]
    fn what_does_not_change_is_counted_and_what_is_the_same_is_told_once() {
        let comparison = of_two(&[
            ("streak-without-reactions", 0.2, 0.001, None),
            ("streak-in-actions", 0.2, 0.001, None),
            ("used", 0.001, 0.9, None),
        ]);
        let text = changed(&comparison).replace(NO_BREAK, " ");
        assert!(text.contains("streak without reactions") && !text.contains("used"), "{text}");
        assert!(!text.contains("streak in actions"), "{text}");
        assert!(text.contains("Left out: 1 value without a clear difference:"), "{text}");
        let told = verdict(&comparison, 1);
        assert!(!told.contains("streak in actions") && !told.contains("more"), "{told}");
        let nothing = changed(&of_two(&[("used", 0.001, 0.9, None)]));
        assert!(
            nothing.starts_with("Left out: 1 value without a clear difference: comparison.csv"),
            "{nothing}"
        );
    }

    #[test]
    fn what_the_interval_alone_would_tell_is_told_as_that() {
        let mut comparison = of_two(&[("win-rate", -0.02, 0.2, None)]);
        let told = who_wins(&comparison).unwrap_or_default();
        assert!(told.ends_with("lower by itself, but no clear difference among so many measures."));
        comparison.solved = vec![VariantRow::default()];
        let told = who_wins(&comparison).unwrap_or_default();
        assert!(told.starts_with("Between the battle's own bots, Raiders win"), "{told}");
    }

    #[test]
    fn players_of_all_variants_are_told_once() {
        let mut comparison = of_two(&[]);
        comparison.players = ["p.toml; found", "p.toml; found; the rules have changed since"]
            .map(str::to_owned)
            .into();
        let told = players(&comparison);
        let once = "Played under each by the players of p.toml; found. Under B the rules have";
        assert!(told.replace('\n', " ").starts_with(once), "{told}");
    }
}
