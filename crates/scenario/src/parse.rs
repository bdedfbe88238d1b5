//! From bytes to a tree: checks size, encoding, syntax and depth before the content.

use std::ops::Range;

use toml::de::{DeTable, DeValue};

use crate::code::Code;
use crate::describe::Form;
use crate::limits;
use crate::path;
use crate::problem::{Diagnostics, quote};
use crate::read::SCENARIO;
use crate::rules::{RULEBOOK, walk_from};
use crate::source::{self, At, SourceKind};
use crate::tree::{Entry, Node, Value};

/// Reads a file. Its text is kept in any case, so that problems can be shown.
pub(crate) fn document(
    diag: &mut Diagnostics,
    name: &str,
    bytes: &[u8],
    kind: SourceKind,
) -> Option<Node> {
    if bytes.len() as u64 > limits::FILE_SIZE.most as u64 {
        let source = diag.sources.add(name, String::new(), kind);
        // Reading stops at the limit, so the true size is unknown.
        let message =
            format!("the file is larger than the {} bytes allowed", limits::FILE_SIZE.most);
        let note = diag.problem(Code::TooLarge, start(source), message);
        return note.hint(limits::FILE_SIZE.why).none();
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = error.valid_up_to();
            let text = String::from_utf8_lossy(bytes).into_owned();
            let source = diag.sources.add(name, text, kind);
            let at = span(source, valid..valid + '\u{fffd}'.len_utf8());
            let message = format!("byte {:#04x} is not UTF-8 text", bytes[valid]);
            let hint = "save the file as UTF-8";
            return diag.problem(Code::NotUtf8, at, message).hint(hint).none();
        }
    };
    // Windows editors may start a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let source = diag.sources.add(name, text.to_owned(), kind);
    tree(diag, source, text)
}

/// Reads a shipped text by its number; it has no problems.
pub(crate) fn shipped<T>(number: u16, read: impl FnOnce(&mut Diagnostics, Node) -> T) -> T {
    let mut diag = Diagnostics::default();
    let text = source::shipped(number).map_or("", |source| &source.text);
    let tree = tree(&mut diag, number, text);
    let tree = tree.unwrap_or_else(|| Node::table(start(number), Vec::new()));
    let found = read(&mut diag, tree);
    debug_assert!(diag.is_clean(), "{}", diag.into_problems());
    found
}

const TWICE: &str = "duplicate key";

/// Reads what is well-formed in a text. A duplicate key hides no other problem.
fn tree(diag: &mut Diagnostics, source: u16, text: &str) -> Option<Node> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let is_twice = |error: &&toml::de::Error| {
        error.message().contains(TWICE) && single_brackets(text, error.span()).is_none()
    };
    if let Some(error) = errors.iter().find(|error| !is_twice(error)) {
        syntax(diag, source, text, error);
        return None;
    }
    for error in &errors {
        syntax(diag, source, text, error);
    }
    let at = start(source);
    let entries = entries(diag, source, table.into_inner(), at, 1);
    Some(Node::table(at, entries))
}

/// Reads `PATH=VALUE` of a command line; a value that is not TOML is text.
pub(crate) fn assignment(diag: &mut Diagnostics, path: &str, value: &str) -> (At, Option<Node>) {
    let text = format!("{path}={value}");
    let shift = path.len() + 1;
    if text.len() > limits::TEXT.most as usize {
        let source = diag.sources.add("command line", String::new(), SourceKind::CommandLine);
        let message = format!("the value of {} is too long", quote(path));
        diag.problem(Code::TooLarge, start(source), message);
        return (start(source), None);
    }
    let end = text.len();
    let source = diag.sources.add("command line", text, SourceKind::CommandLine);
    let path_at = span(source, 0..path.len());
    let node = match DeValue::parse(value) {
        Ok(parsed) => {
            let mut node = node(diag, source, parsed.into_inner(), 0..value.len(), 1);
            shift_by(&mut node, shift, end);
            node
        }
        Err(_) => Node { at: span(source, shift..end), value: Value::Text(value.to_owned()) },
    };
    (path_at, Some(node))
}

fn shift_by(node: &mut Node, by: usize, end: usize) {
    let shift = |at: &mut At| {
        at.start = (at.start + by as u32).min(end as u32);
        at.end = (at.end + by as u32).min(end as u32);
    };
    shift(&mut node.at);
    match &mut node.value {
        Value::List(list) => list.iter_mut().for_each(|n| shift_by(n, by, end)),
        Value::Table(entries) => {
            for entry in entries {
                shift(&mut entry.at);
                shift_by(&mut entry.node, by, end);
            }
        }
        _ => {}
    }
}

fn syntax(diag: &mut Diagnostics, source: u16, text: &str, error: &toml::de::Error) {
    let at = error.span().map_or(start(source), |s| span(source, s));
    let message = error.message();
    if message.contains("recurs") {
        too_deep(diag, at);
        return;
    }
    let (first, rest) = match message.split_once(", expected ").unwrap_or((message, "")) {
        _ if is_numbers(text, error.span()) => ("missing comma between array elements", "`,`"),
        _ if is_number_in_words(text, error.span()) => ("a number in words", ""),
        message => message,
    };
    if first.contains(TWICE)
        && let Some((head, name)) = single_brackets(text, error.span())
    {
        let message = format!("`[{name}]` stands in single brackets, and there may be several");
        diag.problem(Code::Syntax, span(source, head), message)
            .hint(format!("write `[[{name}]]`, each time"));
        return;
    }
    let key = error.span().and_then(|at| text.get(at)).filter(|_| first.contains(TWICE));
    let message = match key {
        Some(key) => format!("{} stands here a second time", quote(key)),
        None => format!("not well-formed: {first}"),
    };
    let note = diag.problem(Code::Syntax, at, message);
    let note = match rest {
        // A number or something else may have been meant; hints say what is allowed.
        "" | "literal string" => note,
        rest => note.label(format!("expected {rest}")),
    };
    if first.contains(TWICE) {
        note.hint("a key may stand only once in a table, and so may the name of a side or a body");
    } else if is_number_in_words(text, error.span()) {
        note.hint("write it in digits, as in `6`");
    } else if has_numbers(text, error.span(), |rest| rest.starts_with(is_digit)) {
        note.hint("decimals have a point, as in `3.5`");
    } else if has_numbers(text, error.span(), |rest| rest.trim_start().starts_with(is_digit)) {
        note.hint("two numbers are a list, as in `at = [24, 8]`");
    } else if is_length_with_mark(text, error.span()) {
        note.hint("a length has no mark, as in `4`: it is in inches, unless `unit` says otherwise");
    } else if first.contains("escape") {
        note.hint("in the path of a file write `/`, or single quotation marks: 'C:\\rules.toml'");
    } else if is_comment_of_c(text, error.span()) {
        note.hint("comments begin with `#`");
    } else if first.contains("leading zero") {
        note.hint("write the number without a zero before it");
    } else if begins(text, error.span(), &[",", ";"]) {
        note.hint("nothing stands behind the value of a line: leave the comma or semicolon out");
    } else if is_name_with_blank(text, error.span()) {
        note.hint("a name of several words has quotation marks, as in `[side.\"Excise Men\"]`");
    } else if begins(text, error.span(), &["−", "–"]) {
        note.hint("this dash is a printer's; a minus is `-`, as in `-1`");
    } else if begins(text, error.span(), &YES_OR_NO) {
        note.hint("yes is `true` and no is `false`, without quotation marks");
    } else if begins(text, error.span(), &CURLY) {
        note.hint("these quotation marks are a word processor's; straight ones are needed: \"…\"");
    } else if let Some((bracket, line)) = open_bracket(text, error.span()) {
        note.hint(format!("`{bracket}` of line {line} is not closed before this"));
    } else if rest == "`=`" {
        note.hint("a key and its value have `=` between them, as in `cap = 60`");
    } else if rest == "`,`" {
        note.hint("put commas between the members, as in `[48, 36]`, and close the bracket after the last");
    } else {
        note.hint("text needs quotation marks, lists `[…]`, tables `{…}`");
    }
}

/// Returns the range and name of a table heading in single brackets that needs double ones, since a second one follows.
fn single_brackets(text: &str, span: Option<Range<usize>>) -> Option<(Range<usize>, &str)> {
    fn single(line: &str) -> Option<&str> {
        let name = line.trim_start().strip_prefix('[').filter(|rest| !rest.starts_with('['))?;
        Some(name.split_once(']')?.0)
    }
    let (before, line) = line_of(text, span)?;
    let name =
        single(line).or_else(|| Some(line.trim_start().strip_prefix("[[")?.split_once("]]")?.0))?;
    let parts = path::split(name)?;
    let is_of_several = [&SCENARIO, &RULEBOOK]
        .into_iter()
        .any(|doc| matches!(walk_from(doc, &parts).1, Some(Form::List(Form::Table(_)))));
    let mut heads = text[..before.len() + line.len()].split_inclusive('\n').scan(0, |at, line| {
        *at += line.len();
        Some((*at - line.len(), line))
    });
    let is_it = |line: &str| single(line).and_then(path::split).is_some_and(|it| it == parts);
    let (start, line) = heads.find(|(_, line)| is_it(line)).filter(|_| is_of_several)?;
    let start = start + line.len() - line.trim_start().len();
    Some((start..start + line.trim().len(), name))
}

/// Returns the last open bracket and its line, if the text at the error can't be inside that bracket.
fn open_bracket(text: &str, span: Option<Range<usize>>) -> Option<(char, usize)> {
    let (lines, line) = line_of(text, span.clone())?;
    let (before, wrong) = text.split_at_checked(span?.start)?;
    let key =
        wrong.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    let is_key = key.trim_start().starts_with('=');
    let is_first = before[lines.len()..].trim().is_empty();
    let head = line.trim_start().strip_prefix('[').filter(|_| is_first);
    let is_head =
        head.is_some_and(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '['));
    let mut open: Vec<(char, usize)> = Vec::new();
    for (line, words) in (1..).zip(before.lines()) {
        let mut quoted = None;
        for c in words.chars() {
            match (quoted, c) {
                (Some(mark), c) if c == mark => quoted = None,
                (Some(_), _) => {}
                (None, '#') => break,
                (None, '"' | '\'') => quoted = Some(c),
                (None, '[' | '{') => open.push((c, line)),
                (None, ']' | '}') => drop(open.pop()),
                _ => {}
            }
        }
    }
    let is_later = |line: usize| line <= lines.lines().count();
    open.pop().filter(|(bracket, line)| match bracket {
        '{' => is_first && is_later(*line),
        _ => is_key || is_head,
    })
}

fn line_of(text: &str, span: Option<Range<usize>>) -> Option<(&str, &str)> {
    let start = text.get(..span?.start)?.rfind('\n').map_or(0, |end| end + 1);
    Some((&text[..start], text[start..].lines().next()?))
}

fn is_numbers(text: &str, span: Option<Range<usize>>) -> bool {
    let words = span.and_then(|span| text.get(span)).unwrap_or_default().split_whitespace();
    words.clone().count() > 1 && words.into_iter().all(|word| word.parse::<f64>().is_ok())
}

/// Number words; compounds go by their first word.
const NUMBERS: &str = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred";

/// Returns whether the error is at an unquoted number word.
fn is_number_in_words(text: &str, span: Option<Range<usize>>) -> bool {
    let rest = span.and_then(|span| text.get(span.start..)).unwrap_or_default();
    let word = rest.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    NUMBERS.split_whitespace().any(|number| word.eq_ignore_ascii_case(number))
}

const fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Returns whether a value on the line of the error begins with a number, a comma and such a rest.
fn has_numbers(text: &str, span: Option<Range<usize>>, is_it: fn(&str) -> bool) -> bool {
    let line = line_of(text, span).and_then(|(_, line)| line.split('#').next()).unwrap_or_default();
    let values = line.split('=').skip(1).filter_map(|value| value.trim_start().split_once(','));
    values.into_iter().any(|(whole, rest)| whole.parse::<f64>().is_ok() && is_it(rest))
}

/// Returns whether the error is at a mark for inches or feet after a number.
fn is_length_with_mark(text: &str, span: Option<Range<usize>>) -> bool {
    let (before, rest) =
        span.and_then(|span| text.split_at_checked(span.start)).unwrap_or_default();
    let mark = rest.trim_start_matches(|c: char| is_digit(c) || c == '.');
    let is_behind_number = before.ends_with(is_digit) || mark.len() < rest.len();
    is_behind_number && ["\"", "'", "″", "”", "in", "cm"].iter().any(|it| mark.starts_with(it))
}

fn is_comment_of_c(text: &str, span: Option<Range<usize>>) -> bool {
    line_of(text, span).is_some_and(|(_, line)| line.contains(" //") || line.starts_with("//"))
}

/// Returns whether the error is at a blank in a table heading.
fn is_name_with_blank(text: &str, span: Option<Range<usize>>) -> bool {
    let head = line_of(text, span.clone()).map(|(_, line)| line.trim_start()).unwrap_or_default();
    let before = span.and_then(|span| text.get(..span.end)).unwrap_or_default();
    head.starts_with('[') && before.ends_with([' ', '\t'])
        || head
            .strip_prefix('[')
            .is_some_and(|head| head.trim_end_matches([']', ' ']).contains(' '))
}

const CURLY: [&str; 7] = ["“", "”", "„", "‘", "’", "«", "»"];

/// Flags that are not TOML.
const YES_OR_NO: [&str; 4] = ["yes", "no", "True", "False"];

/// Returns whether the error is at one of these words.
fn begins(text: &str, span: Option<Range<usize>>, with: &[&str]) -> bool {
    let rest = span.and_then(|span| text.get(span.start..));
    rest.is_some_and(|rest| with.iter().any(|word| rest.starts_with(word)))
}

fn too_deep(diag: &mut Diagnostics, at: At) {
    let message = format!("tables and lists are nested more than {} deep", limits::DEPTH.most);
    diag.problem(Code::TooDeep, at, message).hint(limits::DEPTH.why);
}

pub(crate) const fn start(source: u16) -> At {
    At { source, start: 0, end: 0 }
}

fn span(source: u16, range: Range<usize>) -> At {
    At {
        source,
        start: u32::try_from(range.start).unwrap_or(u32::MAX),
        end: u32::try_from(range.end).unwrap_or(u32::MAX),
    }
}

/// Returns the members of a table in written order, since sides, factors and weapons are numbered by it.
fn entries(
    diag: &mut Diagnostics,
    source: u16,
    table: DeTable<'_>,
    at: At,
    depth: i64,
) -> Vec<Entry> {
    if table.len() as i64 > limits::KEYS.most {
        let message = format!(
            "a table has {} keys, but at most {} are allowed",
            table.len(),
            limits::KEYS.most
        );
        diag.problem(Code::Amount, at, message).hint(limits::KEYS.why);
        return Vec::new();
    }
    let mut entries: Vec<Entry> = table
        .into_iter()
        .map(|(key, value)| {
            let at = span(source, key.span());
            let span = value.span();
            Entry {
                at,
                key: key.into_inner().into_owned(),
                node: node(diag, source, value.into_inner(), span, depth + 1),
            }
        })
        .collect();
    entries.sort_by_key(|e| (e.at.start, e.node.at.start));
    entries
}

fn node(
    diag: &mut Diagnostics,
    source: u16,
    value: DeValue<'_>,
    range: Range<usize>,
    depth: i64,
) -> Node {
    let at = span(source, range);
    let is_nested = matches!(value, DeValue::Array(_) | DeValue::Table(_));
    if is_nested && depth > limits::DEPTH.most {
        too_deep(diag, at);
        return Node { at, value: Value::List(Vec::new()) };
    }
    let value = match value {
        DeValue::String(text) => Value::Text(text.into_owned()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => Value::Integer(number),
            Err(_) => Value::Huge(number.as_str().to_owned()),
        },
        DeValue::Float(number) => Value::Decimal(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(flag) => Value::Flag(flag),
        DeValue::Datetime(date) => Value::Date(date.to_string()),
        DeValue::Array(list) => Value::List(
            list.into_iter()
                .map(|member| {
                    let span = member.span();
                    node(diag, source, member.into_inner(), span, depth + 1)
                })
                .collect(),
        ),
        DeValue::Table(table) => Value::Table(entries(diag, source, table, at, depth)),
    };
    Node { at, value }
}
