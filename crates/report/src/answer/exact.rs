//! Templates of exact chances, for `odds` and `curves`; their facts are the answers as JSON.

use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error, ErrorKind};
use serde::Serialize;

use super::environment;
use crate::table::aligned;

/// Replaces a fraction of more than `LONGEST` characters.
pub(super) const TOO_LONG: &str = "…";
const LONGEST: usize = 24;
pub(super) const CUT: &str = "…: a fraction too long to show; `--format csv` has it whole.";

const TEMPLATES: &[(&str, &str)] = &templates!["odds/", ".txt":
    "activation",
    "attack",
    "blows",
    "charts",
    "crossing",
    "curves",
    "duel",
    "hit",
    "instigator",
    "melee",
    "order",
    "reload",
    "seize",
    "shot",
    "stacked",
    "streak",
    "strikes",
    "surprise",
    "techniques",
    "turn",
];

/// Pages about rules, which are not chances.
const PAGES: [(&str, &str); 1] = [("explain", include_str!("../../templates/explain.txt"))];

/// Parts that templates share, put before each.
const PARTS: &str = include_str!("../../templates/odds/parts.txt");

/// Returns a template filled in with facts. Parses only that one, so that answers are quick.
pub(super) fn filled(name: &str, facts: &impl Serialize) -> String {
    let filled = || -> Result<String, Error> {
        let mut templates = environment()?;
        let source =
            TEMPLATES.iter().chain(&PAGES).find(|(known, _)| *known == name).map_or("", |it| it.1);
        add_filters(&mut templates);
        let source = format!("{PARTS}{source}");
        templates.template_from_named_str(name, &source)?.render(Serde(facts))
    };
    // Only a faulty template fails, whatever the facts are.
    filled().unwrap_or_else(|error| format!("{name}: {error:#}\n"))
}

fn add_filters(templates: &mut Environment<'_>) {
    templates.add_filter("aligned", |text: String| table(&text));
    templates.add_filter("percent", |value: Value, places: usize| {
        known(&value, |share| percent(share, places))
    });
    templates.add_filter("decimal", |value: Value, places: usize| {
        known(&value, |number| decimal(number, places))
    });
    templates.add_filter("short", |value: Value| {
        let text = value.to_string();
        if text.len() <= LONGEST { text } else { TOO_LONG.to_owned() }
    });
    templates.add_filter("signed", |number: i64| match number {
        0 => "0".to_owned(),
        less if less < 0 => format!("−{}", less.unsigned_abs()),
        more => format!("+{more}"),
    });
    // Joins the lines of a text from a file into one.
    templates
        .add_filter("flat", |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" "));
    templates.add_filter("times", |number: Value, noun: &str| {
        let number = number.to_string();
        let s = if number == "1" { "" } else { "s" };
        format!("{number} {noun}{s}")
    });
}

/// Shows a number, or a dash if it is undefined.
fn known(value: &Value, shown: impl Fn(f64) -> String) -> Result<String, Error> {
    if value.is_none() || value.is_undefined() {
        return Ok("-".to_owned());
    }
    let number = match value.as_str() {
        Some(text) => fraction(text),
        None => f64::try_from(value.clone()).ok(),
    };
    let wrong = || Error::new(ErrorKind::InvalidOperation, format!("{value} is no number"));
    number.map(shown).ok_or_else(wrong)
}

/// Parses `7/20` as a number. Both parts may have more digits than a float can hold.
fn fraction(text: &str) -> Option<f64> {
    const DIGITS: usize = 18;
    let of = |part: &str| -> Option<(f64, i32)> {
        let digits = part.trim_start_matches('-');
        let head = digits.get(..digits.len().min(DIGITS))?.parse::<f64>().ok()?;
        let sign = if part.starts_with('-') { -1.0 } else { 1.0 };
        Some((sign * head, digits.len().saturating_sub(DIGITS) as i32))
    };
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let ((above, tens), (below, fewer)) = (of(above)?, of(below)?);
    Some(above / below * 10_f64.powi(tens - fewer))
}

/// Returns a number with at most so many places, fewer if it ends before them.
fn decimal(number: f64, places: usize) -> String {
    let scale = 10_f64.powi(places as i32);
    // Halves are rounded away from zero.
    let rounded = (number.abs() * scale + 0.5 + 1e-9).floor();
    let text = format!("{:.places$}", rounded / scale);
    let ends = (rounded - number.abs() * scale).abs() < 1e-9 && number != 0.0 && rounded != 0.0;
    let text = match places > 0 && (ends || number == 0.0) {
        true => text.trim_end_matches('0').trim_end_matches('.'),
        false => text.as_str(),
    };
    if number < 0.0 && rounded != 0.0 { format!("−{text}") } else { text.to_owned() }
}

/// Returns a chance in percent. Only exact chances of 0 and 1 read as such.
fn percent(share: f64, places: usize) -> String {
    let text = decimal(share * 100.0, places);
    let least = 10_f64.powi(-(places as i32));
    match text.chars().all(|c| ['0', '.'].contains(&c)) {
        true if share > 0.0 => format!("< {least:.places$} %"),
        _ if text.starts_with("100") && share < 1.0 => format!("> {:.places$} %", 100.0 - least),
        _ => format!("{text} %"),
    }
}

/// Aligns cells separated by tabs: the first column and words flush left, numbers flush right. The first row may be a head.
fn table(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let rows: Vec<Vec<String>> =
        lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    let is_number = |cell: &String| !cell.chars().any(char::is_alphabetic);
    let numbers = |k: usize| {
        let cells = rows.iter().skip(1).filter_map(|row| row.get(k));
        rows.len() > 1 && cells.clone().all(is_number)
    };
    aligned(&rows, |k| k == 0 || !numbers(k))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_read_as_people_write_them() {
        let shown = |text: &str, places| percent(fraction(text).expect("a fraction"), places);
        for (exact, places, expected) in [
            ("7/20", 4, "35 %"),
            ("5/18", 3, "27.778 %"),
            ("5/64", 3, "7.813 %"),
            ("63/156250", 3, "0.040 %"),
            ("0", 3, "0 %"),
            ("1", 3, "100 %"),
            ("1/1099511627776", 3, "< 0.001 %"),
            ("1099511627775/1099511627776", 3, "> 99.999 %"),
        ] {
            assert_eq!(shown(exact, places), expected, "{exact}");
        }
        let long = format!("1{}/3{}", "0".repeat(400), "0".repeat(400));
        assert_eq!(shown(&long, 2), "33.33 %");
        assert_eq!([decimal(2.9557952, 3), decimal(10.0, 3)], ["2.956", "10"]);
    }
}
