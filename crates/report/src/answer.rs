//! What a command says: a template that is filled in and laid out for a terminal, then tables, and what to ask next; and, for
//! who asks, how it was worked out.
//!
//! A template holds every sentence. Columns are set apart by tabs; lines in a row that have tabs are laid out together.

mod exact;

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{Environment, Error};
use serde::Serialize;

use crate::chart::Labels;
use crate::number::NO_BREAK;
use crate::safe_text;
use crate::table::COLUMNS;

/// An environment without templates.
fn environment() -> Result<Environment<'static>, Error> {
    let mut templates = Environment::new();
    // A line with nothing but a tag is no line of the answer.
    templates.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    Ok(templates)
}

static TEMPLATES: LazyLock<Result<Environment<'static>, Error>> = LazyLock::new(|| {
    let mut templates = environment()?;
    templates.add_template("compare.txt", include_str!("../templates/compare.txt"))?;
    templates.add_template("sensitivity.txt", include_str!("../templates/sensitivity.txt"))?;
    templates.add_template("exploit.txt", include_str!("../templates/exploit.txt"))?;
    templates.add_template("run.txt", include_str!("../templates/run.txt"))?;
    templates.add_template("solve.txt", include_str!("../templates/solve.txt"))?;
    templates.add_template("sweep.txt", include_str!("../templates/sweep.txt"))?;
    templates.add_template("tune.txt", include_str!("../templates/tune.txt"))?;
    Ok(templates)
});

/// What a command says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// The answer, its tables, and what to ask next, in the order in which they are read.
    parts: Vec<String>,
    /// What to ask next, each with its command.
    next: Vec<String>,
    explained: Vec<String>,
}

impl Answer {
    /// Fills a template in with facts.
    pub(crate) fn of(template: &str, facts: Value) -> Self {
        Self::default().with_table(filled(template, facts))
    }

    /// Says exact chances by the template of their question; with a word on fractions that were too long to be shown.
    pub fn of_chances(question: &str, facts: &impl Serialize) -> Self {
        let text = exact::filled(question, facts);
        let is_cut = text.lines().any(|line| line.ends_with(exact::TOO_LONG));
        let told = Self::default().with_table(safe(&laid_out(&text)));
        if is_cut { told.with_table(exact::CUT) } else { told }
    }

    /// Adds a table, or what else stands below the answer.
    #[must_use]
    pub fn with_table(mut self, table: impl Into<String>) -> Self {
        self.parts.push(table.into());
        self
    }

    /// Adds a definition, a method or a source: told only to who asks.
    #[must_use]
    pub fn with_explanation(mut self, explained: impl Into<String>) -> Self {
        self.explained.push(explained.into());
        self
    }

    /// Adds what to ask next, with the command that asks it, which is not broken, since it is copied.
    #[must_use]
    pub fn next(mut self, question: &str, command: &str) -> Self {
        let line = format!("Next, {question}: {command}\n");
        self.next.push(match line.trim_end().chars().count() <= COLUMNS {
            true => line,
            false => format!("Next, {question}:\n  {command}\n"),
        });
        self
    }

    /// Returns the answer without what to ask next.
    #[must_use]
    pub fn alone(self) -> Self {
        Self { next: Vec::new(), ..self }
    }

    /// Returns all of it, ending with a line end; how it was worked out only if that is asked for.
    pub fn text(&self, explain: bool) -> String {
        let explained = if explain { self.explained.as_slice() } else { &[] };
        let next = self.next.concat();
        let parts = self.parts.iter().chain(explained).chain([&next]);
        let parts: Vec<&str> =
            parts.map(|part| part.trim_matches('\n')).filter(|part| !part.is_empty()).collect();
        // A terminal needs no help to keep numbers and units together, and people search for plain blanks.
        (parts.join("\n\n") + "\n").replace(NO_BREAK, " ")
    }
}

/// Returns the words of a chart of exact chances: the lines of its template.
pub fn chart_labels(chart: &str, facts: &impl Serialize) -> Labels {
    let text = exact::filled(chart, facts);
    let mut lines = text.lines().filter(|line| !line.is_empty()).map(str::to_owned);
    let mut next = || lines.next().unwrap_or_default();
    Labels { title: next(), subtitle: next(), caption: next(), ..Labels::default() }
}

/// Names of a rulebook may hold anything.
fn safe(text: &str) -> String {
    text.lines().map(|line| safe_text(line) + "\n").collect()
}

/// Returns a template filled in with facts and laid out in 80 columns. Every text in the facts has to be safe.
fn filled(template: &str, facts: Value) -> String {
    let filled = match TEMPLATES.as_ref() {
        Ok(templates) => templates.get_template(template).and_then(|it| it.render(facts)),
        Err(error) => Err(Error::new(error.kind(), error.to_string())),
    };
    // Only a template that is wrong fails, whatever it is filled with.
    filled.map_or_else(|error| format!("{template}: {error}\n"), |text| laid_out(&text))
}

/// Lays out columns that are set apart by tabs, breaks lines that are too long, and leaves one blank line where there are more.
fn laid_out(text: &str) -> String {
    let mut laid_out = String::new();
    let lines: Vec<&str> = text.trim_matches('\n').lines().map(str::trim_end).collect();
    for block in lines.chunk_by(|one, other| one.contains('\t') == other.contains('\t')) {
        if block[0].contains('\t') {
            laid_out += &columns(block);
            continue;
        }
        for (k, line) in block.iter().enumerate() {
            let is_repeated =
                line.is_empty() && (k > 0 && block[k - 1].is_empty() || laid_out.ends_with("\n\n"));
            if !is_repeated {
                laid_out += &hung(line, indent(line));
            }
        }
    }
    laid_out
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Lines whose columns are as wide as the widest cell: numbers flush right, the last column broken where it is too long.
fn columns(lines: &[&str]) -> String {
    let rows: Vec<Vec<&str>> = lines.iter().map(|line| line.split('\t').collect()).collect();
    let last = |row: &[&str]| row.len() - 1;
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let of_column = |k: usize| rows.iter().filter(move |row| k < last(row)).map(move |row| row[k]);
    let widths: Vec<usize> = (0..count)
        .map(|k| of_column(k).map(|cell| cell.chars().count()).max().unwrap_or(0))
        .collect();
    // A head of one letter stands over numbers.
    let is_number: Vec<bool> =
        (0..count).map(|k| of_column(k).all(|cell| cell.len() < 2 || is_number(cell))).collect();
    let line = |row: &Vec<&str>| {
        let mut line = String::new();
        for (k, cell) in row.iter().enumerate().take(last(row)) {
            let gap = " ".repeat(widths[k] - cell.chars().count());
            let (before, after) =
                if is_number[k] { (gap.as_str(), "") } else { ("", gap.as_str()) };
            line += &format!("{before}{cell}{after}  ");
        }
        let hanging = line.chars().count();
        hung((line + row[last(row)]).trim_end(), hanging)
    };
    rows.iter().map(line).collect()
}

fn is_number(cell: &str) -> bool {
    cell.chars().all(|c| c.is_ascii_digit() || " ,.%<>+±−–\u{a0}".contains(c))
}

/// A line broken at blanks; what goes on hangs so far in.
fn hung(line: &str, hanging: usize) -> String {
    let mut hung = String::new();
    let mut width = 0;
    for (k, word) in line.split(' ').enumerate() {
        let wide = word.chars().count();
        if k > 0 && width > hanging && width + 1 + wide > COLUMNS {
            hung.truncate(hung.trim_end().len());
            hung.push('\n');
            hung += &" ".repeat(hanging);
            width = hanging;
        } else if k > 0 {
            hung.push(' ');
            width += 1;
        }
        hung += word;
        width += wide;
    }
    hung + "\n"
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

    #[test]
    fn who_does_not_ask_is_not_told_how() {
        let answer = Answer::default().with_table("Found.\n").with_table("  a table\n");
        let answer = answer.with_explanation("Wilson 1927").next("then", "skirmish list");
        assert_eq!(answer.text(false), "Found.\n\n  a table\n\nNext, then: skirmish list\n");
        assert_eq!(answer.alone().text(true), "Found.\n\n  a table\n\nWilson 1927\n");
    }
}
