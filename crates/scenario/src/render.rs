//! Problems as text for a terminal. The only place that knows the renderer.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use crate::problem::{Problem, Problems};
use crate::source::{SourceKind, Sources};

/// Longer lines are not shown, only named.
const LONGEST_LINE: usize = 400;

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
    // What is read first is what was asked for: a scenario, or a question about a rulebook.
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
    if text.is_empty() || to - from > LONGEST_LINE {
        let origin = Origin::path(path).line(problem.line).char_column(problem.column);
        group = group.element(origin);
    } else {
        let mut mark = AnnotationKind::Primary.span(start - from..end - from);
        if !problem.label.is_empty() {
            mark = mark.label(problem.label.as_str());
        }
        let snippet =
            Snippet::source(&text[from..to]).path(path).line_start(problem.line).annotation(mark);
        group = group.element(snippet);
    }
    for hint in &problem.hints {
        group = group.element(Level::HELP.with_name("hint").message(hint.as_str()));
    }
    group
}

/// The marked stretch, cut to its first line and to whole characters.
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

/// A file name without control characters.
fn tame(name: &str) -> String {
    name.chars().map(|c| if crate::problem::is_plain(c) { c } else { '\u{fffd}' }).collect()
}
