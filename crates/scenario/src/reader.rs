//! Reading single values of a tree: each function says what it wanted, notes what it found instead, and goes on.

use skirmish_engine::battle::geometry::{Len, Point, UNIT};
use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{Amount, Routines};

use crate::code::Code;
use crate::describe::{Form, TableDoc};
use crate::limits::{self, Limit, Scale};
use crate::problem::{Desk, is_plain, near, quote};
use crate::source::{At, Said};
use crate::tree::{Node, Value};

/// A table whose keys are known.
#[derive(Clone, Copy)]
pub(crate) struct Keys<'t> {
    node: &'t Node,
    doc: &'static TableDoc,
}

impl<'t> Keys<'t> {
    /// Opens a table and notes keys that it does not know and keys that must be there and are not.
    pub(crate) fn open(desk: &mut Desk, node: &'t Node, doc: &'static TableDoc) -> Option<Self> {
        if !node.is_table() {
            wrong_type(desk, node, &format!("a table ({})", doc.about));
            return None;
        }
        for entry in node.entries() {
            if doc.fields.iter().all(|f| f.key != entry.key) {
                let message = format!("{} has no key {}", doc.name, quote(&entry.key));
                desk.problem(Code::UnknownKey, entry.at, message)
                    .suggest(&entry.key, doc.fields.iter().map(|f| f.key));
            }
        }
        let keys = Self { node, doc };
        // One problem for all that is missing, since there is one place to mend.
        let missing: Vec<_> = doc
            .fields
            .iter()
            .filter(|f| f.required && keys.get(f.key).is_none() && !keys.is_meant(f.key))
            .collect();
        if !missing.is_empty() {
            let names: Vec<String> = missing.iter().map(|f| format!("`{}`", f.key)).collect();
            let message = format!("{} has no {}", doc.name, names.join(" and no "));
            let problem = desk.problem(Code::Missing, node.at, message);
            missing.iter().fold(problem, |problem, field| {
                problem.hint(format!("`{}`: {}", field.key, field.about))
            });
        }
        Some(keys)
    }

    /// Opens a table that has been looked at: nothing is noted.
    pub(crate) const fn of(node: &'t Node, doc: &'static TableDoc) -> Self {
        Self { node, doc }
    }

    /// How it is described.
    pub(crate) const fn doc(&self) -> &'static TableDoc {
        self.doc
    }

    pub(crate) fn get(&self, key: &str) -> Option<&'t Node> {
        debug_assert!(
            self.doc.fields.iter().any(|f| f.key == key),
            "{key} is not described for {}",
            self.doc.name
        );
        self.node.get(key)
    }

    /// Whether a key that is not known is this one misspelled: then it is not missing as well.
    pub(crate) fn is_meant(&self, key: &str) -> bool {
        let fields: Vec<&str> = self.doc.fields.iter().map(|f| f.key).collect();
        self.node
            .entries()
            .iter()
            .filter(|e| !fields.contains(&e.key.as_str()))
            .any(|e| near(&e.key, &fields).contains(&key))
    }

    /// Where its values were written.
    pub(crate) fn places(&self) -> impl Iterator<Item = At> {
        self.node.entries().iter().map(|e| e.node.at)
    }

    pub(crate) const fn at(&self) -> At {
        self.node.at
    }

    /// What the row of a key says that stands there: `a body`, or `the name of a side`.
    fn wanted(&self, key: &str) -> &'static str {
        const fn of(form: &Form) -> &'static str {
            match *form {
                Form::Text(wanted)
                | Form::Name(wanted)
                | Form::Number(wanted)
                | Form::Phrase(wanted) => wanted,
                Form::List(form) => of(form),
                Form::Either(forms) => of(&forms[0]),
                _ => "text",
            }
        }
        self.doc.field(key).map_or("text", |field| of(&field.form))
    }

    /// The limit that the row of a key names.
    fn limit(&self, key: &str) -> &'static Limit {
        fn of(form: &Form) -> Option<&'static Limit> {
            match *form {
                Form::Whole(limit) | Form::Length(limit) => Some(limit),
                Form::Either(forms) => forms.iter().find_map(of),
                _ => None,
            }
        }
        self.doc.field(key).and_then(|field| of(&field.form)).unwrap_or(&limits::COUNT)
    }

    /// Text behind a key.
    pub(crate) fn text(&self, desk: &mut Desk, key: &str) -> Option<Said<String>> {
        text(desk, self.get(key)?, self.wanted(key))
    }

    /// One text behind a key, or a list of them.
    pub(crate) fn texts(&self, desk: &mut Desk, key: &str, limit: &Limit) -> Vec<Said<String>> {
        let found = self.get(key).map(|node| texts(desk, node, self.wanted(key), limit));
        found.unwrap_or_default()
    }

    /// A name behind a key.
    pub(crate) fn name(&self, desk: &mut Desk, key: &str) -> Option<Said<String>> {
        name(desk, self.get(key)?, self.wanted(key))
    }

    /// A name behind a key; without one an empty name, so that there is something to call it.
    pub(crate) fn name_or_none(&self, desk: &mut Desk, key: &str) -> Said<String> {
        self.name(desk, key).unwrap_or_else(|| Said::new(String::new(), self.node.at))
    }

    /// A whole number behind a key, within the limit of its row.
    pub(crate) fn whole<T: TryFrom<i64>>(&self, desk: &mut Desk, key: &str) -> Option<Said<T>> {
        let number = whole(desk, self.get(key)?, self.limit(key))?;
        Some(Said::new(T::try_from(number.value).ok()?, number.at))
    }

    /// A length behind a key, within the limit of its row.
    pub(crate) fn length(&self, desk: &mut Desk, key: &str) -> Option<Len> {
        length(desk, self.get(key)?, self.limit(key)).map(|length| length.value)
    }

    /// Any number behind a key.
    pub(crate) fn number(&self, desk: &mut Desk, key: &str) -> Option<f64> {
        number(desk, self.get(key)?, self.wanted(key))
    }

    /// Whether a key says `true`; `None` if it is not there.
    pub(crate) fn flag(&self, desk: &mut Desk, key: &str) -> Option<Said<bool>> {
        flag(desk, self.get(key)?)
    }

    /// A point behind a key.
    pub(crate) fn point(&self, desk: &mut Desk, key: &str) -> Option<Said<Point>> {
        point(desk, self.get(key)?)
    }

    /// One of several words behind a key.
    pub(crate) fn word<T: Copy>(
        &self,
        desk: &mut Desk,
        key: &str,
        what: &str,
        words: &[(&str, T)],
    ) -> Option<Said<T>> {
        word(desk, self.get(key)?, what, words)
    }

    /// The members of a list behind a key, as far as they can be read.
    pub(crate) fn list<T>(
        &self,
        desk: &mut Desk,
        key: &str,
        limit: &Limit,
        read: impl Fn(&mut Desk, &'t Node) -> Option<T>,
    ) -> Vec<T> {
        let members = self.get(key).map_or(&[][..], |node| list(desk, node, limit));
        members.iter().filter_map(|member| read(desk, member)).collect()
    }

    /// A list of points behind a key; `None` if one of them cannot be read.
    pub(crate) fn points(
        &self,
        desk: &mut Desk,
        key: &str,
        limit: &Limit,
    ) -> Option<Vec<Said<Point>>> {
        let points: Vec<_> =
            list(desk, self.get(key)?, limit).iter().map(|node| point(desk, node)).collect();
        points.into_iter().collect()
    }

    /// Notes keys that mean nothing beside another.
    pub(crate) fn only(&self, desk: &mut Desk, others: &[&str], with: &str) {
        for (key, node) in others.iter().filter_map(|key| Some((key, self.get(key)?))) {
            let message = format!("`{key}` means nothing beside `{with}`");
            desk.problem(Code::Choice, node.at, message);
        }
    }

    /// Notes if not exactly one of these keys is there; returns the first that is.
    pub(crate) fn one_of(&self, desk: &mut Desk, keys: &[&'static str]) -> Option<&'static str> {
        let found: Vec<&'static str> =
            keys.iter().copied().filter(|k| self.get(k).is_some()).collect();
        if found.len() != 1 {
            let names: Vec<String> = keys.iter().map(|k| format!("`{k}`")).collect();
            let message = if found.is_empty() {
                format!("{} needs one of {}", self.doc.name, names.join(", "))
            } else {
                format!("{} can have only one of {}", self.doc.name, names.join(", "))
            };
            let at = found.get(1).and_then(|k| self.get(k)).map_or(self.node.at, |n| n.at);
            desk.problem(Code::Choice, at, message);
        }
        found.first().copied()
    }
}

pub(crate) fn wrong_type(desk: &mut Desk, node: &Node, wanted: &str) {
    let message = format!("expected {wanted}, found {}", node.value.kind());
    desk.problem(Code::WrongType, node.at, message);
}

/// Any text.
pub(crate) fn text(desk: &mut Desk, node: &Node, wanted: &str) -> Option<Said<String>> {
    let Value::Text(text) = &node.value else {
        wrong_type(desk, node, wanted);
        return None;
    };
    let count = text.chars().count();
    if count as i64 > limits::TEXT.most {
        let message = format!(
            "the text has {count} characters, but at most {} are allowed",
            limits::TEXT.most
        );
        desk.problem(Code::Amount, node.at, message).hint(limits::TEXT.why);
        return None;
    }
    // Lines may end as they do on Windows.
    let text = text.replace("\r\n", "\n");
    if text.chars().any(|c| !is_plain(c) && c != '\n' && c != '\t') {
        desk.problem(Code::BadName, node.at, "the text has control characters in it");
        return None;
    }
    Some(Said::new(text, node.at))
}

/// A name: short, and fit to print.
pub(crate) fn name(desk: &mut Desk, node: &Node, of: &str) -> Option<Said<String>> {
    let Value::Text(text) = &node.value else {
        wrong_type(desk, node, &format!("text (the name of {of})"));
        return None;
    };
    check_name(desk, text, node.at, of);
    Some(Said::new(text.clone(), node.at))
}

/// Notes if a text is no name.
pub(crate) fn check_name(desk: &mut Desk, text: &str, at: At, of: &str) {
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
    desk.problem(Code::BadName, at, wrong).hint(limits::NAME.why);
}

/// A whole number within a limit.
pub(crate) fn whole(desk: &mut Desk, node: &Node, limit: &Limit) -> Option<Said<i64>> {
    let number = match &node.value {
        Value::Integer(number) => *number,
        Value::Huge(text) => {
            out_of_range(desk, node.at, text, limit);
            return None;
        }
        Value::Decimal(number) if number.is_finite() => {
            wrong_type(desk, node, &format!("a whole number ({})", limit.name));
            return None;
        }
        Value::Decimal(_) => {
            out_of_range(desk, node.at, &node.show(), limit);
            return None;
        }
        _ => {
            wrong_type(desk, node, &format!("a whole number ({})", limit.name));
            return None;
        }
    };
    if number < limit.least || number > limit.most {
        out_of_range(desk, node.at, &number.to_string(), limit);
        return None;
    }
    Some(Said::new(number, node.at))
}

pub(crate) fn out_of_range(desk: &mut Desk, at: At, found: &str, limit: &Limit) {
    let found: String = found.chars().take(30).collect();
    let message =
        format!("{} is {found}, but {} to {} is allowed", limit.name, limit.least, limit.most);
    desk.problem(Code::OutOfRange, at, message).hint(limit.why);
}

/// A length within a limit, rounded to 1/256 of the unit.
pub(crate) fn length(desk: &mut Desk, node: &Node, limit: &Limit) -> Option<Said<Len>> {
    debug_assert_eq!(limit.scale, Scale::Length);
    let number = match &node.value {
        // Integers beyond 2^53 lose digits here, but are out of every range anyway.
        Value::Integer(number) => *number as f64,
        Value::Decimal(number) => *number,
        Value::Huge(_) => f64::INFINITY,
        _ => {
            wrong_type(desk, node, &format!("a number ({})", limit.name));
            return None;
        }
    };
    let length = length_within(desk, number, node.at, &node.show(), limit)?;
    Some(Said::new(length, node.at))
}

/// A number that has been read, as a length within a limit.
pub(crate) fn length_within(
    desk: &mut Desk,
    number: f64,
    at: At,
    written: &str,
    limit: &Limit,
) -> Option<Len> {
    if !(number >= limit.least as f64 && number <= limit.most as f64) {
        out_of_range(desk, at, written, limit);
        return None;
    }
    Some(to_len(number))
}

/// Dice with a number added, or a number.
pub(crate) fn amount_of_dice(desk: &mut Desk, node: &Node, limit: &Limit) -> Option<Amount> {
    let Value::Text(text) = &node.value else {
        let fixed = whole(desk, node, limit)?;
        return i32::try_from(fixed.value).ok().map(Amount::fixed);
    };
    let text = text.trim();
    let (dice, plus) = text.split_at(text.find(['+', '-']).unwrap_or(text.len()));
    let number = |text: &str| text.parse::<i32>().ok();
    let plus = if plus.is_empty() { Some(0) } else { number(plus) };
    let in_limits = |n: &i32| i64::from(*n).abs() <= limit.most;
    let Some(plus) = plus.filter(in_limits) else {
        desk.problem(Code::Dice, node.at, format!("{} is no amount", quote(text)))
            .hint("write `d8`, `d4+3` or a number");
        return None;
    };
    if let Some(fixed) = number(dice).filter(|n| *n > 0 && in_limits(n)) {
        return Some(Amount::fixed(fixed + plus));
    }
    let die = Node { value: Value::Text(dice.trim().to_owned()), ..node.clone() };
    Some(Amount::of(self::dice(desk, &die)?.value, plus))
}

/// The members of a table whose keys are names, their number within a limit.
pub(crate) fn named<'t>(
    desk: &mut Desk,
    node: &'t Node,
    of: &str,
    limit: &Limit,
) -> Vec<(Said<String>, &'t Node)> {
    if !node.is_table() {
        wrong_type(desk, node, &format!("a table ({})", limit.name));
        return Vec::new();
    }
    let entries = node.entries();
    amount(desk, entries.len(), node.at, limit);
    for entry in entries {
        check_name(desk, &entry.key, entry.at, of);
    }
    let most = usize::try_from(limit.most).unwrap_or(usize::MAX);
    entries.iter().take(most).map(|e| (Said::new(e.key.clone(), e.at), &e.node)).collect()
}

/// One text or a list of them, their number within a limit.
pub(crate) fn texts(
    desk: &mut Desk,
    node: &Node,
    wanted: &str,
    limit: &Limit,
) -> Vec<Said<String>> {
    let members = match &node.value {
        Value::Text(_) => std::slice::from_ref(node),
        _ => list(desk, node, limit),
    };
    members.iter().filter_map(|member| text(desk, member, wanted)).collect()
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
pub(crate) fn pair(desk: &mut Desk, node: &Node, limit: &Limit) -> Option<Said<(Len, Len)>> {
    let Value::List(list) = &node.value else {
        wrong_type(desk, node, "two numbers, such as `[12, 8.5]`");
        return None;
    };
    let [x, y] = list.as_slice() else {
        let message = format!("expected two numbers, such as `[12, 8.5]`, found {}", list.len());
        desk.problem(Code::Amount, node.at, message);
        return None;
    };
    let x = length(desk, x, limit);
    let y = length(desk, y, limit);
    Some(Said::new((x?.value, y?.value), node.at))
}

/// A point. Whether it is on the board is checked when the board is known.
pub(crate) fn point(desk: &mut Desk, node: &Node) -> Option<Said<Point>> {
    pair(desk, node, &COORDINATE).map(|p| Said::new(Point::new(p.value.0, p.value.1), p.at))
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
pub(crate) fn list<'t>(desk: &mut Desk, node: &'t Node, limit: &Limit) -> &'t [Node] {
    let Value::List(list) = &node.value else {
        wrong_type(desk, node, &format!("a list ({})", limit.name));
        return &[];
    };
    amount(desk, list.len(), node.at, limit);
    &list[..list.len().min(limit.most as usize)]
}

/// Notes if there are too many or too few.
pub(crate) fn amount(desk: &mut Desk, count: usize, at: At, limit: &Limit) {
    if (count as i64) < limit.least || count as i64 > limit.most {
        let allowed = if limit.least == limit.most {
            format!("exactly {}", limit.most)
        } else if limit.least <= 0 {
            format!("at most {}", limit.most)
        } else {
            format!("{} to {}", limit.least, limit.most)
        };
        let message = format!("{}: found {count}, allowed {allowed}", limit.name);
        desk.problem(Code::Amount, at, message).hint(limit.why);
    }
}

/// One of several words.
pub(crate) fn word<T: Copy>(
    desk: &mut Desk,
    node: &Node,
    what: &str,
    words: &[(&str, T)],
) -> Option<Said<T>> {
    let Value::Text(text) = &node.value else {
        let names: Vec<String> = words.iter().map(|w| format!("\"{}\"", w.0)).collect();
        wrong_type(desk, node, &format!("{what}: {}", names.join(", ")));
        return None;
    };
    if let Some((_, value)) = words.iter().find(|(name, _)| name == text) {
        return Some(Said::new(*value, node.at));
    }
    let message = format!("{what} is {}", quote(text));
    desk.problem(Code::UnknownWord, node.at, message).suggest(text, words.iter().map(|w| w.0));
    None
}

/// True or false.
pub(crate) fn flag(desk: &mut Desk, node: &Node) -> Option<Said<bool>> {
    match node.value {
        Value::Flag(flag) => Some(Said::new(flag, node.at)),
        _ => {
            wrong_type(desk, node, "true or false");
            None
        }
    }
}

/// Dice such as `d20` or `2d10`.
pub(crate) fn dice(desk: &mut Desk, node: &Node) -> Option<Said<Dice>> {
    let Value::Text(text) = &node.value else {
        wrong_type(desk, node, "dice, such as \"d20\" or \"2d10\"");
        return None;
    };
    let parsed = text.trim().split_once(['d', 'D']).and_then(|(count, sides)| {
        let count = if count.is_empty() { "1" } else { count };
        Some((count.parse::<i64>().ok()?, sides.parse::<i64>().ok()?))
    });
    let Some((count, sides)) = parsed else {
        desk.problem(Code::Dice, node.at, format!("{} are no dice", quote(text)))
            .hint("write `d20`, `2d10` or the like");
        return None;
    };
    for (number, limit) in [(count, limits::DICE_COUNT), (sides, limits::DICE_SIDES)] {
        if number < limit.least || number > limit.most {
            out_of_range(desk, node.at, &number.to_string(), &limit);
            return None;
        }
    }
    let dice = Dice { count: u8::try_from(count).ok()?, sides: u8::try_from(sides).ok()? };
    Some(Said::new(dice, node.at))
}

/// How often in a round: a whole number, or an odd number of halves such as `3/2`, two in odd rounds and one in even ones.
pub(crate) fn routines(desk: &mut Desk, node: &Node, limit: &Limit) -> Option<Said<Routines>> {
    let Value::Text(text) = &node.value else {
        let each = whole(desk, node, limit)?;
        let count = u8::try_from(each.value).ok()?;
        return Some(Said::new(Routines::each(count), node.at));
    };
    let halves = text.trim().strip_suffix("/2").map(str::trim);
    let Some(halves) = halves.and_then(|halves| halves.parse::<i64>().ok()) else {
        wrong_type(desk, node, "a whole number, or halves such as \"3/2\"");
        return None;
    };
    let [odd, even] = [halves - halves / 2, halves / 2];
    if halves < 1 || odd > limit.most {
        out_of_range(desk, node.at, text, limit);
        return None;
    }
    let routines = Routines { odd: u8::try_from(odd).ok()?, even: u8::try_from(even).ok()? };
    Some(Said::new(routines, node.at))
}

/// A finite number.
pub(crate) fn number(desk: &mut Desk, node: &Node, what: &str) -> Option<f64> {
    let number = match node.value {
        Value::Integer(number) => number as f64,
        Value::Decimal(number) => number,
        _ => {
            wrong_type(desk, node, &format!("a number ({what})"));
            return None;
        }
    };
    if !number.is_finite() || number.abs() > 1e12 {
        let message = format!("{what} is {}, which is no usable number", node.show());
        desk.problem(Code::OutOfRange, node.at, message);
        return None;
    }
    Some(number)
}
