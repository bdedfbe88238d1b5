//! `report.html`: what a study found as one page, for readers with no more than a browser.
//!
//! The page is one file that asks nothing of a network, reads without its script, and lets nothing from a file be markup: the
//! template escapes every text, charts come escaped from their writer, and the page forbids the browser to run or load
//! anything that is not in it, by the hash of its one script.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error, context};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::chart::{self, Chart};
use crate::findings::{Findings, Words};
use crate::number::with_commas;
use crate::safe_text;
use crate::table::Table;

const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");

/// Rows of a table on the page; the file has all of them.
const MOST_ROWS: usize = 150;
/// Tables of at most so many rows are open from the start.
const OPEN_ROWS: usize = 12;
/// Characters from which on the words of a column are broken into lines.
const LONG: usize = 44;

/// The head of a column.
#[derive(Serialize)]
pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) is_words: bool,
    /// Whether its words are broken into lines.
    pub(crate) is_long: bool,
}

/// A cell: what is shown, and what it is sorted by if that is a number.
#[derive(Serialize)]
pub(crate) struct ShownCell {
    pub(crate) text: String,
    pub(crate) number: Option<f64>,
}

impl ShownCell {
    fn is_long(&self) -> bool {
        self.text.chars().count() > LONG
    }
}

static TEMPLATES: LazyLock<Result<Environment<'static>, Error>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    // Its ending makes it escape what it is given.
    templates.add_template("report.html", include_str!("page/report.html"))?;
    Ok(templates)
});

/// The page, with its charts as they usually look.
///
/// # Errors
/// If the template is wrong, which tests would have found.
pub(crate) fn html(findings: &Findings, charts: &[String]) -> Result<String, Error> {
    let templates =
        TEMPLATES.as_ref().map_err(|error| Error::new(error.kind(), error.to_string()))?;
    templates.get_template("report.html")?.render(page(findings, charts))
}

/// Everything that the template reads.
fn page(findings: &Findings, charts: &[String]) -> Value {
    let Words {
        title, verdict, answer, assumptions, assumed, definitions, methods, origins, ..
    } = &findings.words;
    let title = safe_text(title);
    let mut told = BTreeSet::new();
    // The verdict, or else what the first chart has found.
    let finding = findings.charts.first().map(|(_, chart)| safe_text(&chart.labels.title) + ".");
    let lead = if verdict.is_empty() { finding } else { Some(safe_text(verdict)) };
    let lead = lead.filter(|lead| lead.trim_end_matches('.') != title);
    let texts = |texts: &[String]| texts.iter().map(|text| safe_text(text)).collect::<Value>();
    let pair = |one: &str, other: String| Value::from(vec![safe_text(one), other]);
    let file = |file: &crate::OutputFile| {
        pair(&file.name, safe_lines(&String::from_utf8_lossy(&file.bytes)))
    };
    // Charts are markup from their writer; not each has another layout for phones.
    let figure = |((name, chart), svg): (&(Cow<'_, str>, Chart), &String)| {
        context! { file => safe_text(name), svg, narrow => chart.narrow() }
    };
    // Each once, of whichever sides it is measured.
    let definitions = definitions.iter().filter(|(name, _)| told.insert(name));
    context! {
        style => STYLE,
        script => SCRIPT,
        script_hash => base64(&Sha256::digest(SCRIPT)),
        night => Serde(chart::by_night()),
        command => findings.words.command,
        title,
        lead => lead.as_deref().map(parts),
        charts => findings.charts.iter().zip(charts).map(figure).collect::<Value>(),
        answer => safe_lines(answer),
        tables => findings.tables.iter().map(shown).collect::<Value>(),
        files => findings.others.iter().map(file).collect::<Value>(),
        assumptions => texts(assumptions),
        assumed => texts(assumed),
        definitions => definitions.map(|(name, about)| pair(name, safe_text(about))).collect::<Value>(),
        methods => texts(methods),
        origins => origins.iter().map(|(what, is)| pair(what, safe_text(is))).collect::<Value>(),
        again => safe_text(&findings.words.again),
    }
}

/// A line with what stands between backticks apart.
fn parts(line: &str) -> Value {
    let parts = line.split('`').enumerate().filter(|(_, text)| !text.is_empty());
    parts.map(|(k, text)| context! { text, is_code => k % 2 == 1 }).collect()
}

fn safe_lines(text: &str) -> String {
    text.lines().map(|line| safe_text(line) + "\n").collect()
}

/// A table with the columns that have anything in them.
fn shown(table: &Table) -> Value {
    let (mut columns, mut rows) = table.for_page();
    let count = rows.len();
    rows.truncate(MOST_ROWS);
    let is_used: Vec<bool> =
        (0..columns.len()).map(|k| rows.iter().any(|row| !row[k].text.is_empty())).collect();
    let used = |k: &usize| is_used.get(*k).copied().unwrap_or(count == 0);
    for (k, column) in columns.iter_mut().enumerate() {
        column.is_long = column.is_words && rows.iter().any(|row| row[k].is_long());
    }
    context! {
        file => table.file(),
        about => table.about().trim(),
        columns => Serde(kept(columns, used)),
        rows => Serde(rows.into_iter().map(|row| kept(row, used)).collect::<Vec<_>>()),
        count => with_commas(count as u64),
        is_cut => count > MOST_ROWS,
        is_open => (1..=OPEN_ROWS).contains(&count),
    }
}

fn kept<T>(list: Vec<T>, is_kept: impl Fn(&usize) -> bool) -> Vec<T> {
    list.into_iter().enumerate().filter(|(k, _)| is_kept(k)).map(|(_, of)| of).collect()
}

/// Bytes as base 64, as pages name hashes.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let bits = (0..3).fold(0, |bits, k| bits << 8 | usize::from(*group.get(k).unwrap_or(&0)));
        let digit = |k: usize| match k <= group.len() {
            true => char::from(DIGITS[bits >> (18 - 6 * k) & 63]),
            false => '=',
        };
        (0..4).map(digit).collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_its_standard() {
        let of = |text: &str| base64(text.as_bytes());
        // RFC 4648, section 10.
        assert_eq!(["f", "fo", "foo", "foob"].map(of), ["Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]);
    }
}
