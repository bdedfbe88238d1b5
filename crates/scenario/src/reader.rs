//! Readers of single values. Each notes a problem if it finds something else, and reading goes on.

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
        Value::Text(text) => meant_number(text, wanted).into_iter().fold(note, Note::hint),
        Value::List(list) if wanted.starts_with("a table") && list.iter().any(Node::is_table) => {
            note.hint("there is one of it: write its name in single brackets, `[…]`")
        }
        _ => note,
    }
}

/// Units of length that people write after a number.
pub(crate) const UNITS: [&str; 7] = ["\"", "'", "in", "inch", "inches", "cm", "mm"];

/// Returns a hint to write the number alone, for a text such as `4+`, `4"` or `4 inches`.
pub(crate) fn number_alone(text: &str, is_whole: bool) -> Option<String> {
    let text = text.trim().trim_start_matches('+');
    let is_of_number = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    let (number, unit) = text.split_at(text.find(|c| !is_of_number(c)).unwrap_or(text.len()));
    let is_counted = unit.strip_prefix(' ').is_some_and(|it| it.chars().all(char::is_alphabetic));
    let is_number = match is_whole {
        true => number.parse::<i64>().is_ok(),
        false => number.parse::<f64>().is_ok_and(f64::is_finite),
    };
    (is_number && (is_counted || ["", "+"].contains(&unit) || UNITS.contains(&unit)))
        .then(|| format!("write the number alone, as in `{number}`"))
}

/// Returns a hint for a number with a decimal comma, a percent sign, quotes or a unit, or written as a word.
fn meant_number(text: &str, wanted: &str) -> Option<String> {
    if let Some(percent) =
        text.trim().strip_suffix('%').and_then(|it| it.trim().parse::<f64>().ok())
    {
        if wanted.contains("percentage") || wanted.contains("whole") {
            return Some(format!("write the number alone, as in `{percent}`"));
        }
        return Some(format!("a share is a number from 0 to 1, as in `{}`", share(percent)));
    }
    if let Some(number) = text.trim().strip_prefix(['−', '–']) {
        return number.parse::<f64>().is_ok().then(|| format!("a minus is `-`, as in `-{number}`"));
    }
    let alone = number_alone(text, wanted.contains("whole"));
    if let Some(hint) = alone.filter(|_| wanted.contains("number")) {
        return Some(hint);
    }
    if let Some((whole, part)) = text.trim().split_once(',') {
        let are_digits = [whole, part].iter().all(|digits| digits.parse::<u32>().is_ok());
        return are_digits.then(|| format!("decimals have a point, as in `{whole}.{part}`"));
    }
    // If a word is also allowed here, the message already says so.
    let is_word = !text.is_empty() && text.chars().all(char::is_alphabetic);
    let is_alone = wanted.starts_with("a whole number (") || wanted.starts_with("a number (");
    (is_word && is_alone).then(|| "write it in digits, without quotes, as in `6`".to_owned())
}

/// Returns a percentage as a share: 60 % is exactly the number written `0.6`.
pub(crate) fn share(percent: f64) -> f64 {
    (percent * 1e10).round() / 1e12
}

fn plain<'n>(diag: &mut Diagnostics, node: &'n Node, wanted: &str) -> Option<&'n String> {
    match &node.value {
        Value::Text(text) => Some(text),
        _ => wrong_type(diag, node, wanted).none(),
    }
}

/// Returns the two members of a list, or notes what needs two.
pub(crate) fn two<'n>(
    diag: &mut Diagnostics,
    node: &'n Node,
    wanted: &str,
    needs: Option<&str>,
) -> Option<&'n [Node; 2]> {
    let Value::List(list) = &node.value else { return wrong_type(diag, node, wanted).none() };
    let two = list.as_slice().try_into().ok();
    if two.is_none() {
        let needs = needs.map_or_else(|| format!("expected {wanted}"), str::to_owned);
        diag.problem(Code::Amount, node.at, format!("{needs}, found {}", list.len()));
    }
    two
}

pub(crate) fn text(diag: &mut Diagnostics, node: &Node, wanted: &str) -> Option<Spanned<String>> {
    let text = plain(diag, node, wanted)?;
    let count = text.chars().count();
    if count as i64 > limits::TEXT.most {
        let message = format!(
            "the text has {count} characters, but at most {} are allowed",
            limits::TEXT.most
        );
        return diag.problem(Code::Amount, node.at, message).hint(limits::TEXT.why).none();
    }
    let text = text.replace("\r\n", "\n");
    if text.chars().any(|c| !is_plain(c) && c != '\n' && c != '\t') {
        let message = "the text has control characters in it";
        return diag.problem(Code::BadName, node.at, message).none();
    }
    Some(Spanned::new(text, node.at))
}

/// Reads a name: short, and fit to print.
pub(crate) fn name(diag: &mut Diagnostics, node: &Node, of: &str) -> Option<Spanned<String>> {
    let Value::Text(text) = &node.value else {
        return wrong_type(diag, node, &format!("text (the name of {of})")).none();
    };
    check_name(diag, text, node.at, of);
    Some(Spanned::new(text.clone(), node.at))
}

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

pub(crate) fn whole(diag: &mut Diagnostics, node: &Node, limit: &Limit) -> Option<Spanned<i64>> {
    let number = match &node.value {
        Value::Integer(number) => *number,
        Value::Huge(text) => return out_of_range(diag, node.at, text, limit).none(),
        Value::Decimal(number) if !number.is_finite() => {
            return out_of_range(diag, node.at, &node.show(), limit).none();
        }
        _ => return wrong_type(diag, node, &format!("a whole number ({})", limit.name)).none(),
    };
    Some(Spanned::new(within(diag, number, node.at, limit)?, node.at))
}

pub(crate) fn within(diag: &mut Diagnostics, number: i64, at: At, limit: &Limit) -> Option<i64> {
    if limit.holds(number) {
        Some(number)
    } else {
        out_of_range(diag, at, &number.to_string(), limit).none()
    }
}

pub(crate) fn out_of_range<'d>(
    diag: &'d mut Diagnostics,
    at: At,
    found: &str,
    limit: &Limit,
) -> Note<'d> {
    let found: String = found.chars().take(30).collect();
    let message =
        format!("{} is {found}, but {} to {} is allowed", limit.name, limit.least, limit.most);
    diag.problem(Code::OutOfRange, at, message).hint(limit.why)
}

/// Reads a length within a limit, rounded to 1/256 of the unit.
pub(crate) fn length(diag: &mut Diagnostics, node: &Node, limit: &Limit) -> Option<Spanned<Len>> {
    debug_assert_eq!(limit.scale, Scale::Length);
    let number = match &node.value {
        // Integers beyond 2^53 lose digits here, but are out of every range anyway.
        Value::Integer(number) => *number as f64,
        Value::Decimal(number) => *number,
        Value::Huge(_) => f64::INFINITY,
        _ => return wrong_type(diag, node, &format!("a number ({})", limit.name)).none(),
    };
    let length = length_within(diag, number, node.at, &node.show(), limit)?;
    Some(Spanned::new(length, node.at))
}

pub(crate) fn length_within(
    diag: &mut Diagnostics,
    number: f64,
    at: At,
    written: &str,
    limit: &Limit,
) -> Option<Len> {
    if (limit.least as f64..=limit.most as f64).contains(&number) {
        Some(to_len(number))
    } else {
        out_of_range(diag, at, written, limit).none()
    }
}

/// Reads dice with an optional bonus, or a plain number.
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
        let message = format!("{} is not an amount", quote(text));
        let hint = "write `d8`, `d4+3` or a number".to_owned();
        let hint = number_alone(text, true).unwrap_or(hint);
        return diag.problem(Code::Dice, node.at, message).hint(hint).none();
    };
    if let Some(fixed) = number(dice).filter(|n| *n > 0 && in_limits(n)) {
        return Some(Amount::fixed(fixed + plus));
    }
    let die = if dice.trim().is_empty() { text } else { dice.trim() };
    let die = Node { value: Value::Text(die.to_owned()), ..node.clone() };
    Some(Amount::of(self::dice(diag, &die)?.value, plus))
}

/// Returns the members of a table with names as keys, their number within a limit.
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

/// Reads one text or a list of them, their number within a limit.
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

/// Converts a number to fixed point. Both steps are exact or correctly rounded, so all machines agree.
pub(crate) fn to_len(number: f64) -> Len {
    (number * f64::from(UNIT)).round() as Len
}

pub(crate) fn show_len(len: Len) -> String {
    let number = f64::from(len) / f64::from(UNIT);
    number.to_string()
}

/// Reads two numbers: a point, or a width and a height.
pub(crate) fn pair(
    diag: &mut Diagnostics,
    node: &Node,
    limit: &Limit,
) -> Option<Spanned<(Len, Len)>> {
    let wanted = "two numbers, such as `[12, 8.5]`";
    let [x, y] = two(diag, node, wanted, None)?;
    let x = length(diag, x, limit);
    let y = length(diag, y, limit);
    Some(Spanned::new((x?.value, y?.value), node.at))
}

/// Reads a point. Whether it is on the board is checked later.
pub(crate) fn point(diag: &mut Diagnostics, node: &Node) -> Option<Spanned<Point>> {
    pair(diag, node, &COORDINATE).map(|p| Spanned::new(Point::new(p.value.0, p.value.1), p.at))
}

/// The limit of a coordinate. It allows points off the board, so that the message can say how far off they are.
const COORDINATE: Limit = Limit {
    name: "a coordinate",
    least: -1000,
    most: 1000,
    scale: Scale::Length,
    why: "it is measured from the lower left corner of the board",
};

/// Returns the members of a list, their number within a limit.
pub(crate) fn list<'t>(diag: &mut Diagnostics, node: &'t Node, limit: &Limit) -> &'t [Node] {
    let Value::List(list) = &node.value else {
        wrong_type(diag, node, &format!("a list ({})", limit.name));
        return &[];
    };
    amount(diag, list.len(), node.at, limit);
    &list[..list.len().min(limit.most as usize)]
}

pub(crate) fn amount(diag: &mut Diagnostics, count: usize, at: At, limit: &Limit) {
    if !limit.holds(count as i64) {
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

pub(crate) fn word<T: Copy>(
    diag: &mut Diagnostics,
    node: &Node,
    what: &str,
    words: &[(&str, T)],
) -> Option<Spanned<T>> {
    let Value::Text(text) = &node.value else {
        let names: Vec<String> = words.iter().map(|w| format!("\"{}\"", w.0)).collect();
        return wrong_type(diag, node, &format!("{what}: {}", names.join(", "))).none();
    };
    if let Some((_, value)) = words.iter().find(|(name, _)| name == text) {
        return Some(Spanned::new(*value, node.at));
    }
    let message = match what.strip_prefix("the ") {
        Some(kind) => format!("unknown {kind}: {}", quote(text)),
        None => format!("{what} cannot be {}", quote(text)),
    };
    let allowed = words.iter().map(|w| w.0);
    diag.problem(Code::UnknownWord, node.at, message).suggest(text, allowed).none()
}

pub(crate) fn flag(diag: &mut Diagnostics, node: &Node) -> Option<Spanned<bool>> {
    match node.value {
        Value::Flag(flag) => Some(Spanned::new(flag, node.at)),
        _ => wrong_type(diag, node, "true or false").none(),
    }
}

/// Reads dice such as `d20` or `2d10`.
pub(crate) fn dice(diag: &mut Diagnostics, node: &Node) -> Option<Spanned<Dice>> {
    let text = plain(diag, node, "dice, such as \"d20\" or \"2d10\"")?;
    let parsed = text.trim().split_once(['d', 'D']).and_then(|(count, sides)| {
        let count = if count.is_empty() { "1" } else { count };
        Some((count.parse::<i64>().ok()?, sides.parse::<i64>().ok()?))
    });
    let Some((count, sides)) = parsed else {
        let message = format!("{} is not dice", quote(text));
        let hint = "write `d20`, `2d10` or the like".to_owned();
        let hint = number_alone(text, true).filter(|_| text.starts_with('+')).unwrap_or(hint);
        return diag.problem(Code::Dice, node.at, message).hint(hint).none();
    };
    let count = within(diag, count, node.at, &limits::DICE_COUNT)?;
    let sides = within(diag, sides, node.at, &limits::DICE_SIDES)?;
    let dice = Dice { count: u8::try_from(count).ok()?, sides: u8::try_from(sides).ok()? };
    Some(Spanned::new(dice, node.at))
}

/// Reads a rate per round: a whole number or odd halves. `3/2` is two in odd rounds and one in even ones.
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
        return wrong_type(diag, node, "a whole number, or halves such as \"3/2\"").none();
    };
    let [odd, even] = [halves - halves / 2, halves / 2];
    if halves < 1 || odd > limit.most {
        return out_of_range(diag, node.at, text, limit).none();
    }
    let routines = Routines { odd: u8::try_from(odd).ok()?, even: u8::try_from(even).ok()? };
    Some(Spanned::new(routines, node.at))
}

pub(crate) fn number(diag: &mut Diagnostics, node: &Node, what: &str) -> Option<f64> {
    let number = match node.value {
        Value::Integer(number) => number as f64,
        Value::Decimal(number) => number,
        _ => return wrong_type(diag, node, &format!("a number ({what})")).none(),
    };
    if !number.is_finite() || number.abs() > 1e12 {
        let message = format!("{what} is {}, which is not a usable number", node.show());
        return diag.problem(Code::OutOfRange, node.at, message).none();
    }
    Some(number)
}
