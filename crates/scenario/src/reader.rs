//! Reading single values of a tree: each function says what it wanted, notes what it found instead, and goes on.

use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{Amount, Routines};

use crate::code::Code;
use crate::limits::{self, Limit, Scale};
use crate::problem::{Diagnostics, Note, is_plain, quote};
use crate::source::{At, Spanned};
use crate::tree::{Node, Value};

pub(crate) fn wrong_type<'d>(diag: &'d mut Diagnostics, node: &Node, wanted: &str) -> Note<'d> {
    let message = format!("expected {wanted}, found {}", node.value.kind());
    let note = diag.problem(Code::WrongType, node.at, message);
    match &node.value {
        Value::Text(text) => meant_number(text).into_iter().fold(note, Note::hint),
        _ => note,
    }
}

/// How a number is written that somebody has written otherwise: with a decimal comma, a printer's minus, or in percent.
fn meant_number(text: &str) -> Option<String> {
    if let Some(percent) =
        text.trim().strip_suffix('%').and_then(|it| it.trim().parse::<f64>().ok())
    {
        return Some(format!("a share is a number from 0 to 1, as in `{}`", share(percent)));
    }
    if let Some(number) = text.trim().strip_prefix(['−', '–']) {
        return number.parse::<f64>().is_ok().then(|| format!("a minus is `-`, as in `-{number}`"));
    }
    let (whole, part) = text.trim().split_once(',')?;
    let are_digits = [whole, part].iter().all(|digits| digits.parse::<u32>().is_ok());
    are_digits.then(|| format!("decimals have a point, as in `{whole}.{part}`"))
}

/// So many percent as a share: 60 % is 0.6, not the binary number beside it.
pub(crate) fn share(percent: f64) -> f64 {
    (percent * 1e10).round() / 1e12
}

/// Any text.
pub(crate) fn text(diag: &mut Diagnostics, node: &Node, wanted: &str) -> Option<Spanned<String>> {
    let Value::Text(text) = &node.value else {
        wrong_type(diag, node, wanted);
        return None;
    };
    let count = text.chars().count();
    if count as i64 > limits::TEXT.most {
        let message = format!(
            "the text has {count} characters, but at most {} are allowed",
            limits::TEXT.most
        );
        diag.problem(Code::Amount, node.at, message).hint(limits::TEXT.why);
        return None;
    }
    // Lines may end as they do on Windows.
    let text = text.replace("\r\n", "\n");
    if text.chars().any(|c| !is_plain(c) && c != '\n' && c != '\t') {
        diag.problem(Code::BadName, node.at, "the text has control characters in it");
        return None;
    }
    Some(Spanned::new(text, node.at))
}

/// A name: short, and fit to print.
pub(crate) fn name(diag: &mut Diagnostics, node: &Node, of: &str) -> Option<Spanned<String>> {
    let Value::Text(text) = &node.value else {
        wrong_type(diag, node, &format!("text (the name of {of})"));
        return None;
    };
    check_name(diag, text, node.at, of);
    Some(Spanned::new(text.clone(), node.at))
}

/// Notes if a text is no name.
pub(crate) fn check_name(diag: &mut Diagnostics, text: &str, at: At, of: &str) {
    let count = text.chars().count();
    let wrong = if text.trim().is_empty() {
        format!("the name of {of} is empty")
    } else if count as i64 > limits::NAME.most {
        format!(
            "the name of {of} has {count} characters, but at most {} are allowed",
            limits::NAME.most
        )
    } else if let Some(c) = text.chars().find(|c| !is_plain(*c)) {
        format!("the name of {of} has the control character U+{:04X} in it", u32::from(c))
    } else if text.trim() != text {
        format!("the name of {of} begins or ends with a space")
    } else if text.contains('"') {
        format!("the name of {of} has a quotation mark in it")
    } else {
        return;
    };
    diag.problem(Code::BadName, at, wrong).hint(limits::NAME.why);
}

/// A whole number within a limit.
pub(crate) fn whole(diag: &mut Diagnostics, node: &Node, limit: &Limit) -> Option<Spanned<i64>> {
    let number = match &node.value {
        Value::Integer(number) => *number,
        Value::Huge(text) => {
            out_of_range(diag, node.at, text, limit);
            return None;
        }
        Value::Decimal(number) if number.is_finite() => {
            wrong_type(diag, node, &format!("a whole number ({})", limit.name));
            return None;
        }
        Value::Decimal(_) => {
            out_of_range(diag, node.at, &node.show(), limit);
            return None;
        }
        _ => {
            wrong_type(diag, node, &format!("a whole number ({})", limit.name));
            return None;
        }
    };
    if number < limit.least || number > limit.most {
        out_of_range(diag, node.at, &number.to_string(), limit);
        return None;
    }
    Some(Spanned::new(number, node.at))
}

pub(crate) fn out_of_range(diag: &mut Diagnostics, at: At, found: &str, limit: &Limit) {
    let found: String = found.chars().take(30).collect();
    let message =
        format!("{} is {found}, but {} to {} is allowed", limit.name, limit.least, limit.most);
    diag.problem(Code::OutOfRange, at, message).hint(limit.why);
}

/// A length within a limit, rounded to 1/256 of the unit.
pub(crate) fn length(diag: &mut Diagnostics, node: &Node, limit: &Limit) -> Option<Spanned<Len>> {
    debug_assert_eq!(limit.scale, Scale::Length);
    let number = match &node.value {
        // Integers beyond 2^53 lose digits here, but are out of every range anyway.
        Value::Integer(number) => *number as f64,
        Value::Decimal(number) => *number,
        Value::Huge(_) => f64::INFINITY,
        _ => {
            wrong_type(diag, node, &format!("a number ({})", limit.name));
            return None;
        }
    };
    let length = length_within(diag, number, node.at, &node.show(), limit)?;
    Some(Spanned::new(length, node.at))
}

/// A number that has been read, as a length within a limit.
pub(crate) fn length_within(
    diag: &mut Diagnostics,
    number: f64,
    at: At,
    written: &str,
    limit: &Limit,
) -> Option<Len> {
    if !(number >= limit.least as f64 && number <= limit.most as f64) {
        out_of_range(diag, at, written, limit);
        return None;
    }
    Some(to_len(number))
}

/// Dice with a number added, or a number.
pub(crate) fn amount_of_dice(diag: &mut Diagnostics, node: &Node, limit: &Limit) -> Option<Amount> {
    let Value::Text(text) = &node.value else {
        let fixed = whole(diag, node, limit)?;
        return i32::try_from(fixed.value).ok().map(Amount::fixed);
    };
    let text = text.trim();
    let (dice, plus) = text.split_at(text.find(['+', '-']).unwrap_or(text.len()));
    let number = |text: &str| text.parse::<i32>().ok();
    let plus = if plus.is_empty() { Some(0) } else { number(plus) };
    let in_limits = |n: &i32| i64::from(*n).abs() <= limit.most;
    let Some(plus) = plus.filter(in_limits) else {
        diag.problem(Code::Dice, node.at, format!("{} is not an amount", quote(text)))
            .hint("write `d8`, `d4+3` or a number");
        return None;
    };
    if let Some(fixed) = number(dice).filter(|n| *n > 0 && in_limits(n)) {
        return Some(Amount::fixed(fixed + plus));
    }
    let die = Node { value: Value::Text(dice.trim().to_owned()), ..node.clone() };
    Some(Amount::of(self::dice(diag, &die)?.value, plus))
}

/// The members of a table whose keys are names, their number within a limit.
pub(crate) fn named<'t>(
    diag: &mut Diagnostics,
    node: &'t Node,
    of: &str,
    limit: &Limit,
) -> Vec<(Spanned<String>, &'t Node)> {
    if !node.is_table() {
        wrong_type(diag, node, &format!("a table ({})", limit.name));
        return Vec::new();
    }
    let entries = node.entries();
    amount(diag, entries.len(), node.at, limit);
    for entry in entries {
        check_name(diag, &entry.key, entry.at, of);
    }
    let most = usize::try_from(limit.most).unwrap_or(usize::MAX);
    entries.iter().take(most).map(|e| (Spanned::new(e.key.clone(), e.at), &e.node)).collect()
}

/// One text or a list of them, their number within a limit.
pub(crate) fn texts(
    diag: &mut Diagnostics,
    node: &Node,
    wanted: &str,
    limit: &Limit,
) -> Vec<Spanned<String>> {
    let members = match &node.value {
        Value::Text(_) => std::slice::from_ref(node),
        _ => list(diag, node, limit),
    };
    members.iter().filter_map(|member| text(diag, member, wanted)).collect()
}

/// A number of units in fixed point. Both steps are exact or correctly rounded, so every machine agrees.
pub(crate) fn to_len(number: f64) -> Len {
    (number * f64::from(UNIT)).round() as Len
}

/// A length as it would be written.
pub(crate) fn show_len(len: Len) -> String {
    let number = f64::from(len) / f64::from(UNIT);
    number.to_string()
}

/// Two numbers: a point, or a width and a height.
pub(crate) fn pair(
    diag: &mut Diagnostics,
    node: &Node,
    limit: &Limit,
) -> Option<Spanned<(Len, Len)>> {
    let Value::List(list) = &node.value else {
        wrong_type(diag, node, "two numbers, such as `[12, 8.5]`");
        return None;
    };
    let [x, y] = list.as_slice() else {
        let message = format!("expected two numbers, such as `[12, 8.5]`, found {}", list.len());
        diag.problem(Code::Amount, node.at, message);
        return None;
    };
    let x = length(diag, x, limit);
    let y = length(diag, y, limit);
    Some(Spanned::new((x?.value, y?.value), node.at))
}

/// A point. Whether it is on the board is checked when the board is known.
pub(crate) fn point(diag: &mut Diagnostics, node: &Node) -> Option<Spanned<Point>> {
    pair(diag, node, &COORDINATE).map(|p| Spanned::new(Point::new(p.value.0, p.value.1), p.at))
}

/// Points are allowed off the board here, so that the message can say by how much.
const COORDINATE: Limit = Limit {
    name: "a coordinate",
    least: -1000,
    most: 1000,
    scale: Scale::Length,
    why: "it is measured from the lower left corner of the board",
};

/// The members of a list, their number within a limit.
pub(crate) fn list<'t>(diag: &mut Diagnostics, node: &'t Node, limit: &Limit) -> &'t [Node] {
    let Value::List(list) = &node.value else {
        wrong_type(diag, node, &format!("a list ({})", limit.name));
        return &[];
    };
    amount(diag, list.len(), node.at, limit);
    &list[..list.len().min(limit.most as usize)]
}

/// Notes if there are too many or too few.
pub(crate) fn amount(diag: &mut Diagnostics, count: usize, at: At, limit: &Limit) {
    if (count as i64) < limit.least || count as i64 > limit.most {
        let allowed = if limit.least == limit.most {
            format!("exactly {}", limit.most)
        } else if limit.least <= 0 {
            format!("at most {}", limit.most)
        } else {
            format!("{} to {}", limit.least, limit.most)
        };
        let message = format!("{}: found {count}, allowed {allowed}", limit.name);
        diag.problem(Code::Amount, at, message).hint(limit.why);
    }
}

/// One of several words.
pub(crate) fn word<T: Copy>(
    diag: &mut Diagnostics,
    node: &Node,
    what: &str,
    words: &[(&str, T)],
) -> Option<Spanned<T>> {
    let Value::Text(text) = &node.value else {
        let names: Vec<String> = words.iter().map(|w| format!("\"{}\"", w.0)).collect();
        wrong_type(diag, node, &format!("{what}: {}", names.join(", ")));
        return None;
    };
    if let Some((_, value)) = words.iter().find(|(name, _)| name == text) {
        return Some(Spanned::new(*value, node.at));
    }
    let message = match what.strip_prefix("the ") {
        Some(kind) => format!("unknown {kind}: {}", quote(text)),
        None => format!("{what} cannot be {}", quote(text)),
    };
    diag.problem(Code::UnknownWord, node.at, message).suggest(text, words.iter().map(|w| w.0));
    None
}

/// True or false.
pub(crate) fn flag(diag: &mut Diagnostics, node: &Node) -> Option<Spanned<bool>> {
    match node.value {
        Value::Flag(flag) => Some(Spanned::new(flag, node.at)),
        _ => {
            wrong_type(diag, node, "true or false");
            None
        }
    }
}

/// Dice such as `d20` or `2d10`.
pub(crate) fn dice(diag: &mut Diagnostics, node: &Node) -> Option<Spanned<Dice>> {
    let Value::Text(text) = &node.value else {
        wrong_type(diag, node, "dice, such as \"d20\" or \"2d10\"");
        return None;
    };
    let parsed = text.trim().split_once(['d', 'D']).and_then(|(count, sides)| {
        let count = if count.is_empty() { "1" } else { count };
        Some((count.parse::<i64>().ok()?, sides.parse::<i64>().ok()?))
    });
    let Some((count, sides)) = parsed else {
        diag.problem(Code::Dice, node.at, format!("{} is not dice", quote(text)))
            .hint("write `d20`, `2d10` or the like");
        return None;
    };
    for (number, limit) in [(count, limits::DICE_COUNT), (sides, limits::DICE_SIDES)] {
        if number < limit.least || number > limit.most {
            out_of_range(diag, node.at, &number.to_string(), &limit);
            return None;
        }
    }
    let dice = Dice { count: u8::try_from(count).ok()?, sides: u8::try_from(sides).ok()? };
    Some(Spanned::new(dice, node.at))
}

/// How often in a round: a whole number, or an odd number of halves such as `3/2`, two in odd rounds and one in even ones.
pub(crate) fn routines(
    diag: &mut Diagnostics,
    node: &Node,
    limit: &Limit,
) -> Option<Spanned<Routines>> {
    let Value::Text(text) = &node.value else {
        let each = whole(diag, node, limit)?;
        let count = u8::try_from(each.value).ok()?;
        return Some(Spanned::new(Routines::each(count), node.at));
    };
    let halves = text.trim().strip_suffix("/2").map(str::trim);
    let Some(halves) = halves.and_then(|halves| halves.parse::<i64>().ok()) else {
        wrong_type(diag, node, "a whole number, or halves such as \"3/2\"");
        return None;
    };
    let [odd, even] = [halves - halves / 2, halves / 2];
    if halves < 1 || odd > limit.most {
        out_of_range(diag, node.at, text, limit);
        return None;
    }
    let routines = Routines { odd: u8::try_from(odd).ok()?, even: u8::try_from(even).ok()? };
    Some(Spanned::new(routines, node.at))
}

/// A finite number.
pub(crate) fn number(diag: &mut Diagnostics, node: &Node, what: &str) -> Option<f64> {
    let number = match node.value {
        Value::Integer(number) => number as f64,
        Value::Decimal(number) => number,
        _ => {
            wrong_type(diag, node, &format!("a number ({what})"));
            return None;
        }
    };
    if !number.is_finite() || number.abs() > 1e12 {
        let message = format!("{what} is {}, which is not a usable number", node.show());
        diag.problem(Code::OutOfRange, node.at, message);
        return None;
    }
    Some(number)
}
