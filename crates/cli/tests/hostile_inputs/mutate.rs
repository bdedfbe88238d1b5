//! Breaks good files: by bytes and lines, by their content, and by the content of others of their kind.

use rand::RngExt as _;
use serde_json::{Value, json};
use skirmish_scenario::sha256;

use super::Lots;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Written {
    Toml,
    Json,
    /// JSON with sums and their hash, which is recomputed, as a stranger could do.
    Kept,
}

#[derive(Debug, Clone)]
pub(crate) struct Good {
    pub(crate) bytes: Vec<u8>,
    pub(crate) written: Written,
    tree: Value,
}

impl Good {
    pub(crate) fn new(bytes: Vec<u8>, written: Written) -> Self {
        let text = String::from_utf8(bytes.clone()).expect("it is text");
        let tree = match written {
            Written::Toml => toml::from_str(&text).expect("it is TOML"),
            Written::Json | Written::Kept => serde_json::from_str(&text).expect("it is JSON"),
        };
        Self { bytes, written, tree }
    }
}

pub(crate) fn one<'a, T>(of: &'a [T], lots: &mut Lots) -> &'a T {
    &of[lots.random_range(0..of.len())]
}

/// Pieces of text to insert: syntax of the formats, and what may break them.
const PIECES: &[&[u8]] = &[
    b"",
    b"0",
    b"-1",
    b"nan",
    b"inf",
    b"1e308",
    b"99999999999999999999",
    b"\"\"",
    b"\"\0\"",
    b"[",
    b"]",
    b"{",
    b"}",
    b"=",
    b"\n",
    b"\"",
    b"'''",
    b"\"\"\"",
    b",",
    b":",
    b"\\",
    b"\\u001b",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\x1b[31m",
    b"#",
    b"[[side.Red.body]]\n",
    b"[set]\n",
    b"true",
    b"null",
    b"1979-05-27",
    "\u{202e}".as_bytes(),
    b"::error::",
    b"at = [0, 0]\n",
    b"[bot.x]\n",
    b"\r",
    b"d6",
];

/// Raw values between marks that are removed later, as a tree cannot hold every number.
const RAW: &[&str] = &[
    "-1",
    "0",
    "1",
    "2",
    "3",
    "7",
    "100",
    "128",
    "129",
    "255",
    "256",
    "257",
    "65535",
    "65536",
    "1000000",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1e308",
    "-1e308",
    "1e-320",
    "0.5",
    "-0.0",
    "0.1",
    "1e18",
    "nan",
    "inf",
    "-inf",
    "1979-05-27",
    "0x7f",
    "1_000",
    "[]",
    "{}",
    "[[]]",
    "[0, 0]",
    "[-1, 1e9]",
    "true",
    "false",
    "null",
    "170141183460469231731687303715884105727",
];

/// Texts to put in place of others.
const TEXTS: &[&str] = &[
    "",
    " ",
    "-1",
    "0",
    "d6",
    "2d6",
    "0d0",
    "99d99",
    "d255",
    "off",
    "none",
    "all",
    "nobody",
    "objective",
    "North",
    "South",
    "stand",
    "runner",
    "::error::x",
    "\u{1b}[31m",
    "\u{202e}x",
    "\u{0}",
    "a\nb",
    "=1+1",
    "<b>",
    "{{7*7}}",
    "../x",
    "/dev/zero",
    "/",
    ".",
    "..",
    "file.toml",
    "lloyd",
    "osric",
    "host",
    "petite-guerre",
    "techniques",
    "warspike",
    "adnd",
    "opposed",
    "combat-results",
    "12 rounds",
    "0 rounds",
    "30 actions",
    "-1 turns",
    "4294967296 actions",
    "not not engaged",
    "enemy within 99999999",
    "chance to hit at least 101 %",
    "é",
    "旗本",
    "𝔘",
    "\u{fffe}",
];

const KEYS: &[&str] = &[
    "",
    "x",
    "a.b",
    "::error::",
    "\u{1b}[31m",
    "é",
    "\"",
    "at",
    "size",
    "figures",
    "troops",
    "weapon",
    "bot",
    "body",
    "when",
    "do",
    "dice",
    "base",
    "rules",
    "system",
    "fighting",
    "extends",
    "set",
    "leader",
    "wins",
    "games",
    "format",
    "quality",
    "points",
    "turn",
    "North",
    "South",
    "good",
];

pub(crate) fn broken(good: &Good, others: &[&Good], lots: &mut Lots) -> Vec<u8> {
    let mut bytes = match lots.random_range(0..10) {
        0..3 => good.bytes.clone(),
        _ => return by_tree(good, others, lots).unwrap_or_else(|| good.bytes.clone()),
    };
    for _ in 0..lots.random_range(1..=3) {
        by_bytes(&mut bytes, others, lots);
    }
    bytes
}

fn by_bytes(bytes: &mut Vec<u8>, others: &[&Good], lots: &mut Lots) {
    let at = lots.random_range(0..=bytes.len());
    let end = (at + lots.random_range(0..40)).min(bytes.len());
    match lots.random_range(0..9) {
        0 if at < bytes.len() => bytes[at] ^= 1 << lots.random_range(0..8),
        0 | 1 => drop(bytes.drain(at..end)),
        2 | 3 => drop(bytes.splice(at..end, one(PIECES, lots).iter().copied())),
        4 => {
            let piece = bytes[at..end].repeat(*one(&[1, 2, 40, 5000], lots));
            bytes.splice(at..at, piece);
        }
        5 => bytes.truncate(at),
        6 => {
            let other = &one(others, lots).bytes;
            let from = lots.random_range(0..=other.len());
            bytes.splice(at.., other[from..].iter().copied());
        }
        _ => {
            let mut lines: Vec<Vec<u8>> =
                bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
            let (one, two) = (lots.random_range(0..lines.len()), lots.random_range(0..lines.len()));
            match lots.random_range(0..3) {
                0 => lines.swap(one, two),
                1 => lines.insert(two, lines[one].clone()),
                _ => drop(lines.remove(one)),
            }
            *bytes = lines.join(&b'\n');
        }
    }
}

/// Collects the paths of everything in a tree.
fn paths(value: &Value, path: &str, all: &mut Vec<String>) {
    all.push(path.to_owned());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(k, item)| paths(item, &format!("{path}/{k}"), all));
        }
        Value::Object(items) => {
            let key = |key: &str| key.replace('~', "~0").replace('/', "~1");
            items
                .iter()
                .for_each(|(name, item)| paths(item, &format!("{path}/{}", key(name)), all));
        }
        _ => {}
    }
}

/// Returns a random place in a tree, sometimes only one with something below it.
fn place(tree: &Value, lots: &mut Lots) -> String {
    let mut all = Vec::new();
    paths(tree, "", &mut all);
    if lots.random_bool(0.5) {
        all.retain(|path| tree.pointer(path).is_some_and(|it| it.is_array() || it.is_object()));
    }
    // Else long lists and large tables would yield only the deepest places.
    if lots.random_bool(0.3) {
        let depth = lots.random_range(1..=4);
        let shallow: Vec<String> =
            all.iter().filter(|it| it.matches('/').count() <= depth).cloned().collect();
        all = if shallow.is_empty() { all } else { shallow };
    }
    if all.is_empty() { String::new() } else { one(&all, lots).clone() }
}

fn by_tree(good: &Good, others: &[&Good], lots: &mut Lots) -> Option<Vec<u8>> {
    let mut tree = good.tree.clone();
    for _ in 0..*one(&[1, 1, 1, 2, 3], lots) {
        let other = &one(others, lots).tree;
        // Nearly all that is kept is sums; other changes are soon refused as another study's.
        match tree
            .get_mut("sums")
            .filter(|_| good.written == Written::Kept && lots.random_bool(0.9))
        {
            Some(sums) => change(sums, other.get("sums").unwrap_or(other), lots),
            None => change(&mut tree, other, lots),
        }
    }
    match good.written {
        Written::Toml => toml::to_string(&tree).ok().map(|text| unmarked(&text).into_bytes()),
        Written::Json => Some(unmarked(&tree.to_string()).into_bytes()),
        Written::Kept => {
            let sums = unmarked(&tree.get("sums")?.to_string());
            let [format, study] = ["format", "study"]
                .map(|key| tree.get(key).map_or("null".to_owned(), Value::to_string));
            let code = sha256(sums.as_bytes());
            Some(
                unmarked(&format!(
                    r#"{{"format":{format},"study":{study},"sha256":"{code}","sums":{sums}}}"#
                ))
                .into_bytes(),
            )
        }
    }
}

const MARK: &str = "@@";

fn raw(text: &str) -> Value {
    json!(format!("{MARK}{text}{MARK}"))
}

fn unmarked(text: &str) -> String {
    text.replace(&format!("\"{MARK}"), "").replace(&format!("{MARK}\""), "")
}

fn any_value(lots: &mut Lots) -> Value {
    match lots.random_range(0..12) {
        0..6 => raw(one::<&str>(RAW, lots)),
        6..11 => json!(one(TEXTS, lots)),
        _ => json!("x".repeat(*one(&[300, 5000, 100_000], lots))),
    }
}

/// Returns a number near or far from it, or another text.
fn near(value: &Value, lots: &mut Lots) -> Value {
    if let Some(number) = value.as_i64() {
        let by = *one(&[-1, 1, 2, 10, 1000, -1000], lots);
        return match lots.random_range(0..4) {
            0 => json!(number.wrapping_mul(by)),
            1 => json!(number.wrapping_neg()),
            _ => json!(number.wrapping_add(by)),
        };
    }
    match value {
        Value::Number(number) => {
            json!(number.as_f64().unwrap_or(0.0) * one(&[-1.0, 2.0, 1e3, 1e-9, 1e200], lots))
        }
        Value::String(text) => {
            let mut letters: Vec<char> = text.chars().collect();
            let at = lots.random_range(0..=letters.len());
            match lots.random_range(0..3) {
                0 => letters.truncate(at),
                1 => {
                    letters.insert(at, *one(&['x', '9', ' ', '-', '\'', '.', '%', ':', 'é'], lots))
                }
                _ => drop((at < letters.len()).then(|| letters.remove(at))),
            }
            json!(letters.into_iter().collect::<String>())
        }
        Value::Bool(is) => json!(!is),
        _ => any_value(lots),
    }
}

fn change(tree: &mut Value, other: &Value, lots: &mut Lots) {
    let path = place(tree, lots);
    // What another file has in the same place, or anywhere.
    let there = if lots.random_bool(0.5) { path.clone() } else { place(other, lots) };
    let theirs = other.pointer(&there).cloned();
    let copy = tree.clone();
    let Some(here) = tree.pointer_mut(&path) else { return };
    match here {
        Value::Object(items) if !items.is_empty() && lots.random_bool(0.8) => {
            let keys: Vec<String> = items.keys().cloned().collect();
            let (key, two) = (one(&keys, lots), one(&keys, lots));
            match lots.random_range(0..6) {
                0 => drop(items.remove(key)),
                1 => {
                    let value = items.remove(key).unwrap_or_default();
                    items.insert((*one(KEYS, lots)).to_owned(), value);
                }
                2 => {
                    let value = items.get(key).cloned().unwrap_or_default();
                    items.insert(two.clone(), value);
                }
                3 => {
                    items.insert((*one(KEYS, lots)).to_owned(), any_value(lots));
                }
                4 => {
                    let key = if lots.random_bool(0.5) {
                        key.clone()
                    } else {
                        (*one(KEYS, lots)).to_owned()
                    };
                    items.insert(key, theirs.unwrap_or_else(|| any_value(lots)));
                }
                _ => {
                    items.insert(key.clone(), any_value(lots));
                }
            }
        }
        Value::Array(items) if lots.random_bool(0.8) => {
            let at = lots.random_range(0..=items.len());
            match lots.random_range(0..10) {
                0 => items.truncate(at),
                1 => drop((at < items.len()).then(|| items.remove(at))),
                2 => items.insert(at, theirs.unwrap_or_else(|| any_value(lots))),
                3 if at < items.len() => {
                    let many = vec![items[at].clone(); *one(&[1, 2, 20, 300], lots)];
                    items.splice(at..at, many);
                }
                4 if at < items.len() => {
                    let by = *one(&[1, 2, 50, at], lots) % items.len();
                    items.rotate_left(by);
                }
                // Among thousands of sums one alone hardly matters.
                5.. if !items.is_empty() => {
                    let is_swapped = lots.random_bool(0.7);
                    for _ in 0..*one(&[2, 20, 200], lots) {
                        let (k, other) =
                            (lots.random_range(0..items.len()), one(items, lots).clone());
                        items[k] = if is_swapped { other } else { near(&items[k], lots) };
                    }
                }
                _ => {}
            }
        }
        _ => {
            *here = match (lots.random_range(0..8), theirs) {
                (0 | 1, Some(theirs)) => theirs,
                (2 | 3, _) => near(here, lots),
                (4, _) => copy.pointer(&place(&copy, lots)).cloned().unwrap_or_default(),
                _ => any_value(lots),
            }
        }
    }
}
