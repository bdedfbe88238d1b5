//! Answers that several questions share: exact chances, and tables of them.

use std::fmt::Write as _;

use serde::Serialize;
use skirmish_odds::Ratio;

/// A chance as a fraction and as a number.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Chance {
    pub(super) exact: Ratio,
    pub(super) probability: f64,
}

impl From<Ratio> for Chance {
    fn from(exact: Ratio) -> Self {
        Self { probability: exact.to_f64(), exact }
    }
}

/// The fraction and the decimal of a CSV row.
pub(super) fn cells(exact: &Ratio) -> [String; 2] {
    [exact.to_string(), exact.decimal(12).to_string()]
}

/// A fraction for the screen; those of long laws run to dozens of digits, and JSON and CSV have them whole.
pub(super) fn short(exact: &Ratio) -> String {
    let text = exact.to_string();
    if text.len() <= 40 { text } else { "…".to_owned() }
}

/// A number that is added, with its sign.
pub(super) fn signed(number: i32) -> String {
    match number {
        0 => "0".to_owned(),
        n if n < 0 => format!("\u{2212}{}", n.unsigned_abs()),
        n => format!("+{n}"),
    }
}

/// `1 turn`, `0.5 turns`: a number as it is shown, with its noun.
pub(super) fn counted(number: &dyn std::fmt::Display, noun: &str) -> String {
    let number = number.to_string();
    let s = if number == "1" { "" } else { "s" };
    format!("{number} {noun}{s}")
}

/// Columns of text: names flush left, the rest flush right.
pub(crate) fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |k: usize| {
        let cells = rows.iter().filter_map(|row| row.get(k));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (k, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = match k {
                0 => write!(line, "  {cell:width$}"),
                _ => write!(line, "  {cell:>width$}"),
            };
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
