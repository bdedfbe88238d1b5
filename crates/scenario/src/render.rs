//! Problems as text for a terminal.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::problem::{Problem, Problems};
use crate::source::{SourceKind, Sources};

/// Longer lines are cut to this many characters around the mark.
const LONGEST_LINE: usize = 160;
const AROUND: usize = 40;

pub(crate) fn render(problems: &Problems, color: bool) -> String {
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for problem in &problems.problems {
        text.push_str(&renderer.render(&[group(problem, &problems.sources)]));
        text.push_str("\n\n");
    }
    let count = problems.count();
    let plural = if count == 1 { "problem" } else { "problems" };
    let shown = if problems.more > 0 {
        format!(", of which the first {} are shown", problems.problems.len())
    } else {
        String::new()
    };
    let mut places: Vec<String> = Vec::new();
    for problem in &problems.problems {
        let source = problems.sources.get(problem.at.source);
        let place = match source.kind {
            SourceKind::CommandLine => "what is set on the command line".to_owned(),
            _ => tame(&source.name),
        };
        if !places.contains(&place) {
            places.push(place);
        }
    }
    // The first text is what was asked for: a scenario, or a question about a rulebook.
    let last = match problems.sources.iter().next() {
        Some(source) if source.kind != SourceKind::CommandLine => {
            format!("{count} {plural} in {}{shown}; nothing was played", places.join(" and "))
        }
        _ => format!("{count} {plural}{shown}; nothing was worked out"),
    };
    text.push_str(&renderer.render(&[Group::with_title(Level::ERROR.primary_title(last))]));
    text.push('\n');
    text
}

fn group<'a>(problem: &'a Problem, sources: &'a Sources) -> Group<'a> {
    let source = sources.get(problem.at.source);
    let mut group = Group::with_title(
        Level::ERROR.primary_title(problem.message.as_str()).id(problem.code.id()),
    );
    let text = &source.text;
    let (start, end) = stretch(text, problem.at.start as usize, problem.at.end as usize);
    let from = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let to = text[end..].find('\n').map_or(text.len(), |i| end + i);
    let path = tame(&source.name);
    let place = || Origin::path(path.clone()).line(problem.line).char_column(problem.column);
    if text.is_empty() {
        group = group.element(place());
    } else {
        let (shown, marked) = part_of(&text[from..to], start - from..end - from);
        let is_part = matches!(shown, Cow::Owned(_));
        let mut mark = AnnotationKind::Primary.span(marked);
        if !problem.label.is_empty() {
            mark = mark.label(problem.label.as_str());
        }
        let snippet = Snippet::source(shown).line_start(problem.line).annotation(mark);
        group = match is_part {
            // A column in a part is not the file's column.
            true => group.element(place()).element(snippet),
            false => group.element(snippet.path(path)),
        };
    }
    for hint in &problem.hints {
        group = group.element(Level::HELP.with_name("hint").message(hint.as_str()));
    }
    group
}

/// Returns a line, or the part around the mark if it is long, and the mark within it.
fn part_of(line: &str, mark: Range<usize>) -> (Cow<'_, str>, Range<usize>) {
    if line.chars().count() <= LONGEST_LINE {
        return (line.into(), mark);
    }
    let before: Vec<usize> = line[..mark.start].char_indices().map(|(at, _)| at).collect();
    let from = before.len().checked_sub(AROUND).map_or(0, |k| before[k]);
    let ahead = |from: usize, most: usize| {
        line[from..].char_indices().nth(most).map_or(line.len(), |(at, _)| from + at)
    };
    let end = mark.end.min(ahead(mark.start, AROUND));
    let to = ahead(end, AROUND);
    let dots = |is_cut| if is_cut { "…" } else { "" };
    let first = dots(from > 0);
    let shown = format!("{first}{}{}", &line[from..to], dots(to < line.len()));
    let shift = |at: usize| at - from + first.len();
    (shown.into(), shift(mark.start)..shift(end))
}

/// Returns the marked range, cut to its first line and to whole characters.
fn stretch(text: &str, start: usize, end: usize) -> (usize, usize) {
    let mut start = start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    if let Some(line) = text[start..end].find('\n') {
        end = start + line;
    }
    (start, end)
}

fn tame(name: &str) -> String {
    name.chars().map(|c| if crate::problem::is_plain(c) { c } else { '\u{fffd}' }).collect()
}
