//! Matches phrases of bots with the patterns of the vocabulary.

use std::collections::BTreeSet;

use skirmish_engine::battle::geometry::Len;
use skirmish_engine::battle::{EventId, PlaceId, UnitId};

use super::compile::Names;
use super::vocabulary::{Slots, Word};
use crate::code::Code;
use crate::limits;
use crate::problem::{Diagnostics, Note, near, quote};
use crate::reader;
use crate::source::{At, Spanned};

type Gaps<'p> = Vec<(&'p str, String)>;

/// Returns the meaning of a phrase, or notes what is wrong with it.
pub(super) fn find<T>(
    diag: &mut Diagnostics,
    phrase: &Spanned<String>,
    what: &str,
    words: &'static [Word<T>],
    names: &Names<'_>,
) -> Option<T> {
    let tokens: Vec<&str> = phrase.value.split_whitespace().collect();
    let mut fitting: Vec<(usize, Gaps<'_>, &str, &Word<T>)> = Vec::new();
    for word in words {
        for pattern in std::iter::once(&word.pattern).chain(word.also) {
            let mut gaps = Vec::new();
            if fits(pattern, &tokens, &mut gaps) {
                let literal = pattern.split(' ').filter(|p| !p.starts_with('{')).count();
                fitting.push((literal, gaps, pattern, word));
            }
        }
    }
    // Prefers the most literal reading: `enemy within charge` is not a distance called `charge`.
    let best = fitting.into_iter().max_by_key(|(literal, ..)| *literal);
    // A word in place of a distance may be a misspelling of a phrase without one.
    let is_other = |(gap, text): &(&str, String)| {
        *gap == "{distance}" && !text.starts_with(|c: char| c.is_ascii_digit()) && {
            let literal = words.iter().map(|word| word.pattern).filter(|p| !p.contains('{'));
            !near(text, &literal.flat_map(str::split_whitespace).collect::<Vec<_>>()).is_empty()
        }
    };
    let best = best.filter(|(_, gaps, ..)| !gaps.iter().any(is_other));
    let Some((_, gaps, pattern, word)) = best else {
        return unknown(diag, phrase, what, words).none();
    };
    let mut slots = Slots::default();
    for (gap, text) in gaps {
        let text = Spanned::new(&*text, phrase.at);
        fill(diag, &mut slots, (pattern, gap), text, names)?;
    }
    Some((word.make)(&slots))
}

/// Returns whether the tokens match the rest of a pattern; a gap takes one token or more.
fn fits<'p>(pattern: &'p str, tokens: &[&str], gaps: &mut Gaps<'p>) -> bool {
    if pattern.is_empty() {
        return tokens.is_empty();
    }
    let (first, rest) = pattern.split_once(' ').unwrap_or((pattern, ""));
    if !first.starts_with('{') {
        return tokens.split_first().is_some_and(|(token, tokens)| {
            token.eq_ignore_ascii_case(first) && fits(rest, tokens, gaps)
        });
    }
    let longest = if matches!(first, "{place}" | "{body}" | "{event}") { tokens.len() } else { 1 };
    for taken in 1..=longest.min(tokens.len()) {
        let before = gaps.len();
        gaps.push((first, tokens[..taken].join(" ")));
        if fits(rest, &tokens[taken..], gaps) {
            return true;
        }
        gaps.truncate(before);
    }
    false
}

fn fill(
    diag: &mut Diagnostics,
    slots: &mut Slots,
    (pattern, gap): (&str, &str),
    Spanned { value: text, at }: Spanned<&str>,
    names: &Names<'_>,
) -> Option<()> {
    match gap {
        "{distance}" => slots.distance = distance(diag, text, at)?,
        "{number}" => slots.number = number(diag, text, at, pattern)?,
        "{place}" => slots.place = place(diag, text, at, names)?,
        "{body}" => slots.body = body(diag, text, at, names)?,
        _ => slots.event = event(diag, text, at, names)?,
    }
    Some(())
}

fn distance(diag: &mut Diagnostics, text: &str, at: At) -> Option<Len> {
    let Ok(number) = text.trim_end_matches('"').parse() else {
        let note = diag.problem(Code::Phrase, at, format!("{} is not a distance", quote(text)));
        return note.hint("write a number, such as `enemy within 12`").none();
    };
    reader::length_within(diag, number, at, text, &limits::WITHIN)
}

fn number(diag: &mut Diagnostics, text: &str, at: At, pattern: &str) -> Option<u32> {
    let is_chance = pattern.contains("chance");
    let Ok(number) = text.trim_end_matches('%').parse() else {
        let message = format!("{} is not a whole number", quote(text));
        let hint = match is_chance {
            true => "chances are in percent, as in `chance to win at least 50 %`".to_owned(),
            false => {
                let example = pattern.replace("{number}", "2");
                format!("a whole number belongs there, as in `{example}`")
            }
        };
        return diag.problem(Code::Phrase, at, message).hint(hint).none();
    };
    let limit = if is_chance { &limits::CHANCE } else { &limits::COUNT };
    if !limit.holds(number) {
        return reader::out_of_range(diag, at, text, limit).none();
    }
    u32::try_from(number).ok()
}

fn place(diag: &mut Diagnostics, text: &str, at: At, names: &Names<'_>) -> Option<PlaceId> {
    if let Some(index) = names.places.iter().position(|n| n == text) {
        return u8::try_from(index).ok().map(PlaceId);
    }
    if text == "objective" {
        if names.objective.is_none() {
            diag.problem(Code::NeedsObjective, at, "the side has no objective")
                .hint("give the side `objective = \"…\"` or a goal that `holds` a place");
        }
        return names.objective;
    }
    if let Some(index) = names.ways.iter().position(|n| n == text) {
        return u8::try_from(names.places.len() + index).ok().map(PlaceId);
    }
    let ways: Vec<&str> = names.ways.iter().map(String::as_str).collect();
    if !near(text, &ways).is_empty() {
        return diag.unknown(Code::UnknownPlace, at, "place", text, ways).none();
    }
    let known = names.places.iter().map(String::as_str).chain(["objective"]);
    diag.unknown(Code::UnknownPlace, at, "place", text, known)
        .hint("`skirmish list ways BATTLE` has points that need no name in the file")
        .none()
}

/// Returns a unit by name, numbered across both sides, since either side may play the bot.
fn body(diag: &mut Diagnostics, text: &str, at: At, names: &Names<'_>) -> Option<UnitId> {
    let [own, enemy] = names.bodies;
    let before = |of: &[String]| if names.is_first { 0 } else { of.len() };
    let of_own = own.iter().position(|body| body == text).map(|k| k + before(enemy));
    let of_enemy = || {
        let found = enemy.iter().position(|body| body == text);
        found.map(|k| k + own.len() - before(own))
    };
    match of_own.or_else(of_enemy) {
        Some(unit) => u8::try_from(unit).ok().map(UnitId),
        None => {
            let known: BTreeSet<&String> = names.bodies.iter().copied().flatten().collect();
            diag.unknown(Code::UnknownFigures, at, "body", text, known).none()
        }
    }
}

fn event(diag: &mut Diagnostics, text: &str, at: At, names: &Names<'_>) -> Option<EventId> {
    let index = diag.find(Code::UnknownEvent, at, "event", text, names.events).ok()?;
    names.uses(index);
    u8::try_from(index).ok().map(EventId)
}

fn unknown<'d, T>(
    diag: &'d mut Diagnostics,
    phrase: &Spanned<String>,
    what: &str,
    words: &'static [Word<T>],
) -> Note<'d> {
    let text = phrase.value.to_lowercase();
    let patterns: Vec<&str> = words
        .iter()
        .flat_map(|w| std::iter::once(w.pattern).chain(w.also.iter().copied()))
        .collect();
    let mut meant = near(&text, &patterns);
    if meant.is_empty() {
        // With nothing similar in spelling, suggests phrases that share the most words; a misspelled word counts half.
        let tokens: Vec<&str> = text.split_whitespace().collect();
        let shared = |pattern: &str| -> usize {
            let is_near = |word: &str| word.len() > 3 && !near(word, &tokens).is_empty();
            let share = |word| match tokens.contains(&word) {
                true => 2,
                false => usize::from(is_near(word)),
            };
            pattern.split_whitespace().map(share).sum()
        };
        let main = || words.iter().map(|w| w.pattern);
        let most = main().map(shared).max().unwrap_or(0);
        if most > 1 {
            meant = main().filter(|p| shared(p) == most).take(4).collect();
        }
    }
    let message = format!("there is no {what} {}", quote(&phrase.value));
    let note = diag.problem(Code::Phrase, phrase.at, message);
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let is_unit = |k: &usize| reader::UNITS.contains(&tokens[*k]);
    let without_unit = (1..tokens.len()).filter(is_unit).find_map(|k| {
        let plain = [&tokens[..k], &tokens[k + 1..]].concat();
        let is_one = |pattern: &&str| {
            pattern.contains("{distance}") && fits(pattern, &plain, &mut Vec::new())
        };
        patterns.iter().copied().find(is_one).map(|_| plain.join(" "))
    });
    if let Some(plain) = without_unit {
        return note.hint(format!("distances have no unit, as in `{plain}`"));
    }
    let note = if meant.is_empty() {
        note
    } else {
        let meant: Vec<String> = meant.iter().map(|m| format!("`{m}`")).collect();
        note.hint(format!("did you mean {}?", meant.join(" or ")))
    };
    note.hint("`skirmish explain bots` lists them all")
}
