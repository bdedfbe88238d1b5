//! The text of a command: a filled-in template, tables, suggestions of what to ask next, and explanations on request.
//!
//! Templates hold all sentences. Tabs separate columns; consecutive lines with tabs are aligned together.

/// Lists templates of a folder as pairs of name and source; file names add the ending.
macro_rules! templates {
    ($folder:literal, $end:literal: $($name:literal),* $(,)?) => {
        [$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/", $folder, $name, $end)))),*]
    };
}

mod exact;
mod facts;

pub(crate) use facts::of_study;

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, context, escape_formatter};
use serde::Serialize;

use crate::chart::Labels;
use crate::number::NO_BREAK;
use crate::safe::safe_block;
use crate::table::{COLUMNS, aligned, width};
use crate::text::hanging;

/// Templates that are parsed on first use.
pub(crate) type Templates = LazyLock<Result<Environment<'static>, Error>>;

pub(crate) fn environment() -> Result<Environment<'static>, Error> {
    let mut templates = Environment::new();
    // A line with nothing but a tag leaves no line in the answer.
    templates.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    Ok(templates)
}

const SOURCES: &[(&str, &str)] = &templates!["", "":
    "check/github.txt",
    "check/junit.txt",
    "check/message.txt",
    "check/summary.md",
    "check/text.txt",
    "check/totals.txt",
    "compare.txt",
    "sensitivity.txt",
    "charts.txt",
    "course.txt",
    "even.txt",
    "exploit.txt",
    "game.txt",
    "headlines.txt",
    "methods.txt",
    "notes.txt",
    "panel/text.txt",
    "run.txt",
    "solve.txt",
    "sweep.txt",
    "tune.txt",
];

static TEMPLATES: Templates = LazyLock::new(|| {
    let mut templates = environment()?;
    templates.set_undefined_behavior(UndefinedBehavior::Strict);
    templates.set_formatter(|out, state, value| match value.is_none() {
        true => Err(Error::new(ErrorKind::UndefinedError, "nothing is known")),
        false => escape_formatter(out, state, value),
    });
    facts::add_filters(&mut templates);
    for (name, source) in SOURCES {
        templates.add_template(name, source)?;
    }
    Ok(templates)
});

/// The text that a command prints.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// The answer and its tables, in reading order.
    parts: Vec<String>,
    /// Suggestions of what to ask next, each with its command.
    next: Vec<String>,
    explained: Vec<String>,
}

impl Answer {
    pub(crate) fn of(template: &str, facts: Value) -> Self {
        Self::default().with_table(laid_out(&filled(template, facts)))
    }

    /// Tells exact chances by the template of their question, with a note if fractions were too long to show.
    pub fn of_chances(question: &str, facts: &impl Serialize) -> Self {
        let text = exact::filled(question, facts);
        let is_cut = text.lines().any(|line| line.ends_with(exact::TOO_LONG));
        // Names from a rulebook may hold anything.
        let told = Self::default().with_table(safe_block(&laid_out(&text)));
        if is_cut { told.with_table(exact::CUT) } else { told }
    }

    /// Adds a table or other text below the answer.
    #[must_use]
    pub fn with_table(mut self, table: impl Into<String>) -> Self {
        self.parts.push(table.into());
        self
    }

    /// Adds a definition, method or source that is shown on request only.
    #[must_use]
    pub fn with_explanation(mut self, explained: impl Into<String>) -> Self {
        self.explained.push(explained.into());
        self
    }

    /// Adds a suggestion of what to ask next. Its command is never wrapped, because users copy it.
    #[must_use]
    pub fn next(mut self, question: &str, command: &str) -> Self {
        let line = format!("Next, {question}: {command}\n");
        self.next.push(match width(line.trim_end()) <= COLUMNS {
            true => line,
            false => format!("Next, {question}:\n  {command}\n"),
        });
        self
    }

    /// Returns the answer without suggestions of what to ask next.
    #[must_use]
    pub fn alone(self) -> Self {
        Self { next: Vec::new(), ..self }
    }

    /// Returns the whole text, ending with a newline; explanations only if `explain` is set.
    pub fn text(&self, explain: bool) -> String {
        let explained = if explain { self.explained.as_slice() } else { &[] };
        let next = self.next.concat();
        let parts = self.parts.iter().chain(explained).chain([&next]);
        let parts: Vec<&str> =
            parts.map(|part| part.trim_matches('\n')).filter(|part| !part.is_empty()).collect();
        // A terminal keeps numbers and units together by itself, and people search for plain spaces.
        (parts.join("\n\n") + "\n").replace(NO_BREAK, " ")
    }
}

/// Returns the labels of a chart of exact chances: the lines of its template.
pub fn chart_labels(chart: &str, facts: &impl Serialize) -> Labels {
    let [title, subtitle, caption] = lines(&exact::filled(chart, facts));
    Labels { title, subtitle, caption, ..Labels::default() }
}

/// Returns title, subtitle and caption of a chart: the lines of its part of the template.
pub(crate) fn chart_words(chart: &str, facts: Value) -> [String; 3] {
    lines(&filled("charts.txt", context! { chart, ..facts }))
}

/// Returns the first lines of a text that are not empty.
pub(crate) fn lines(text: &str) -> [String; 3] {
    let mut lines = text.lines().filter(|line| !line.is_empty()).map(str::to_owned);
    [(); 3].map(|()| lines.next().unwrap_or_default())
}

pub(crate) fn methods(command: &str) -> Vec<String> {
    every_line(&filled("methods.txt", context! { command }))
}

/// Returns notes on a battle and how it was played.
pub fn notes(note: &str, facts: &impl Serialize) -> Vec<String> {
    every_line(&filled("notes.txt", context! { note, ..of_study(facts) }))
}

fn every_line(text: &str) -> Vec<String> {
    text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// Returns a template filled in with facts, whose texts must already be safe.
pub(crate) fn filled(template: &str, facts: Value) -> String {
    // Only a faulty template fails, whatever the facts are.
    rendered(&TEMPLATES, template, facts).unwrap_or_else(|error| format!("{template}: {error}\n"))
}

pub(crate) fn rendered(templates: &Templates, name: &str, facts: Value) -> Result<String, Error> {
    let read = templates.as_ref().map_err(|error| Error::new(error.kind(), error.to_string()));
    read?.get_template(name)?.render(facts)
}

/// Aligns columns separated by tabs, breaks long lines and merges consecutive blank lines.
fn laid_out(text: &str) -> String {
    let mut laid_out = String::new();
    let lines: Vec<&str> = text.trim_matches('\n').lines().map(str::trim_end).collect();
    for block in lines.chunk_by(|one, other| one.contains('\t') == other.contains('\t')) {
        if block[0].contains('\t') {
            laid_out += &columns(block);
            continue;
        }
        for line in block {
            let indent = &line[..line.len() - line.trim_start().len()];
            match line.is_empty() {
                true if laid_out.ends_with("\n\n") => {}
                true => laid_out.push('\n'),
                false => laid_out += &hanging([indent; 2], line.trim_start()),
            }
        }
    }
    laid_out
}

/// Aligns lines into columns; columns of numbers are flush right, whatever their heads.
fn columns(lines: &[&str]) -> String {
    let cells = |line: &&str| {
        line.strip_prefix("  ").unwrap_or(line).split('\t').map(str::to_owned).collect()
    };
    let rows: Vec<Vec<String>> = lines.iter().map(cells).collect();
    let is_head = !rows[0].iter().any(|cell| cell.contains(|c: char| c.is_ascii_digit()));
    aligned(&rows, |k| {
        let below = rows.iter().skip(is_head.into()).filter_map(|row| row.get(k));
        !below.filter(|cell| !cell.is_empty()).all(|cell| is_number(cell))
    })
}

fn is_number(cell: &str) -> bool {
    cell.chars().all(|c| c.is_ascii_digit() || " ,.%<>+±−–*\u{a0}".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_laid_out_and_long_lines_hang() {
        let long = "word ".repeat(20);
        let text = format!(
            "\n\nHead\n\n\n  a\t5.0 %\t1 to 2\n  longer\t51.0 %\t3\n\n\n  said\t{long}\n  x\ty\nend\n"
        );
        let expected = format!(
            "Head\n\n  a        5.0 %  1 to 2\n  longer  51.0 %  3\n\n  said  {}\n        {}\n  x     y\nend\n",
            "word ".repeat(14).trim_end(),
            "word ".repeat(6).trim_end(),
        );
        assert_eq!(laid_out(&text), expected);
    }
}
