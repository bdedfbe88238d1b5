//! Sentences and their places: an answer is a template that is filled in and laid out for a terminal.
//!
//! A template holds every sentence. Columns are set apart by tabs; lines in a row that have tabs are laid out together.

use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::Value;
use minijinja::{Environment, Error};

use crate::table::COLUMNS;

static TEMPLATES: LazyLock<Result<Environment<'static>, Error>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    // A line with nothing but a tag is no line of the answer.
    templates.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    templates.add_template("compare.txt", include_str!("../templates/compare.txt"))?;
    templates.add_template("sensitivity.txt", include_str!("../templates/sensitivity.txt"))?;
    templates.add_template("exploit.txt", include_str!("../templates/exploit.txt"))?;
    templates.add_template("run.txt", include_str!("../templates/run.txt"))?;
    templates.add_template("solve.txt", include_str!("../templates/solve.txt"))?;
    templates.add_template("sweep.txt", include_str!("../templates/sweep.txt"))?;
    templates.add_template("tune.txt", include_str!("../templates/tune.txt"))?;
    Ok(templates)
});

/// Returns a template filled in with facts and laid out in 80 columns. Every text in the facts has to be safe.
pub(crate) fn filled(template: &str, facts: Value) -> String {
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
}
