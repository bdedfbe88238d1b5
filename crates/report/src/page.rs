//! `report.html`: the findings of a study as one page for a browser.
//!
//! The page is one file that needs no network and can be read without its script. Nothing from a file becomes markup: the
//! template escapes every text, and charts come escaped from their writer. The page forbids browsers to load anything or to run
//! any script but its own, identified by hash.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::LazyLock;

use minijinja::value::{Serde, Value};
use minijinja::{Environment, Error, context};

use crate::answer::{Templates, rendered};
use crate::chart::{self, Chart};
use crate::findings::{Findings, Words, game_page};
use crate::number::with_commas;
use crate::safe::{safe_block, safe_text};
use crate::table::{ShownCell, Table};

const STYLE: &str = include_str!("page/style.css");
const SCRIPT: &str = include_str!("page/script.js");

const MOST_ROWS: usize = 150;
/// Tables of at most this many rows are open from the start.
const OPEN_ROWS: usize = 12;
/// Columns with texts of more than this many characters are wrapped.
const LONG: usize = 44;

static TEMPLATES: Templates = LazyLock::new(|| {
    let mut templates = Environment::new();
    // The ending `.html` turns on escaping.
    templates.add_template("report.html", include_str!("page/report.html"))?;
    Ok(templates)
});

/// The page.
///
/// # Errors
/// If the template is faulty, which tests would find.
pub(crate) fn html(findings: &Findings, charts: &[String]) -> Result<String, Error> {
    rendered(&TEMPLATES, "report.html", page(findings, charts))
}

fn page(findings: &Findings, charts: &[String]) -> Value {
    let Words {
        title, verdict, answer, assumptions, assumed, definitions, methods, origins, ..
    } = &findings.words;
    let title = safe_text(title);
    let mut told = BTreeSet::new();
    // The verdict, or else the title of the first chart.
    let finding = findings.charts.first().map(|(_, chart)| safe_text(&chart.labels.title) + ".");
    let lead = if verdict.is_empty() { finding } else { Some(safe_text(verdict)) };
    let lead = lead.filter(|lead| lead.trim_end_matches('.') != title);
    let texts = |texts: &[String]| texts.iter().map(|text| safe_text(text)).collect::<Value>();
    let pair = |one: &str, other: String| Value::from(vec![safe_text(one), other]);
    let file = |file: &crate::OutputFile| {
        pair(&file.name, safe_block(&String::from_utf8_lossy(&file.bytes)))
    };
    // Charts are markup from their writer; some have another layout for phones.
    let figure = |((name, chart), svg): (&(Cow<'_, str>, Chart), &String)| {
        context! { file => safe_text(name), svg, narrow => chart.narrow() }
    };
    let watch = findings.watch.iter().map(|(row, is_kept)| {
        context! {
            what => safe_text(&row.what), game => row.game, winner => safe_text(&row.winner),
            reason => safe_text(&row.reason), actions => row.actions, lost => [row.lost_a, row.lost_b],
            sides => findings.sides.each_ref().map(|side| safe_text(side)),
            page => is_kept.then(|| game_page(row.game)),
        }
    });
    // Each definition once, even if both sides are measured.
    let definitions = definitions.iter().filter(|(name, _)| told.insert(name));
    context! {
        style => STYLE,
        script => SCRIPT,
        night => Serde(chart::by_night()),
        command => findings.words.command,
        title,
        lead => lead.as_deref().map(parts),
        charts => findings.charts.iter().zip(charts).map(figure).collect::<Value>(),
        answer => safe_block(answer),
        watch => watch.collect::<Value>(),
        replay => safe_text(&findings.words.replay),
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

/// Splits a line into text and code between backticks.
fn parts(line: &str) -> Value {
    let parts = line.split('`').enumerate().filter(|(_, text)| !text.is_empty());
    parts.map(|(k, text)| context! { text, is_code => k % 2 == 1 }).collect()
}

/// Returns a table without its empty columns.
fn shown(table: &Table) -> Value {
    let (columns, rows) = table.for_page();
    let count = rows.len();
    let rows = &rows[..count.min(MOST_ROWS)];
    let is_used = |k: &usize| count == 0 || rows.iter().any(|row| !row[*k].0.is_empty());
    let used: Vec<usize> = (0..columns.len()).filter(is_used).collect();
    let column = |k: &usize| {
        let (name, about, is_words) = &columns[*k];
        let is_long = *is_words && rows.iter().any(|row| row[*k].0.chars().count() > LONG);
        context! { name, about, is_words, is_long }
    };
    let row = |row: &Vec<ShownCell>| {
        let cells = used.iter().map(|k| &row[*k]);
        cells.map(|(text, number)| context! { text, number }).collect::<Value>()
    };
    context! {
        file => table.file(),
        about => table.about().trim(),
        columns => used.iter().map(column).collect::<Value>(),
        rows => rows.iter().map(row).collect::<Value>(),
        count => with_commas(count as u64),
        is_cut => count > MOST_ROWS,
        is_open => (1..=OPEN_ROWS).contains(&count),
    }
}
