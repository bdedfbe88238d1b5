//! What a command says, in the order in which people read it: what was found, what that rests on and what to ask next, in at
//! most ten lines; then tables; and, for who asks, how it was worked out.

use crate::number::NO_BREAK;
use crate::text::sentences;

/// Lines of the answer. What does not fit opens the tables.
const MOST_LINES: usize = 10;

/// What a command says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Told {
    answer: String,
    /// Whether sentences had no room in the answer.
    is_cut: bool,
    tables: Vec<String>,
    /// What to ask next, each with its command.
    next: Vec<String>,
    explained: Vec<String>,
}

impl Told {
    /// The sentences of the answer, what matters most first. Empty ones are left out; each begins a line.
    pub fn new(said: impl IntoIterator<Item = String>) -> Self {
        let mut told = Self::default();
        let mut rest = String::new();
        for sentence in said.into_iter().filter(|sentence| !sentence.trim().is_empty()) {
            let lines = sentences(sentence.trim());
            let is_full = told.lines() + lines.lines().count() > MOST_LINES;
            let to = if is_full || !rest.is_empty() { &mut rest } else { &mut told.answer };
            to.push_str(&lines);
        }
        told.is_cut = !rest.is_empty();
        told.and(rest)
    }

    /// An answer that is laid out as it is.
    pub(crate) const fn of(answer: String) -> Self {
        Self { answer, is_cut: false, tables: Vec::new(), next: Vec::new(), explained: Vec::new() }
    }

    fn lines(&self) -> usize {
        self.answer.lines().count()
    }

    /// A table, or what else stands below the answer.
    #[must_use]
    pub fn and(mut self, table: impl Into<String>) -> Self {
        self.tables.push(table.into());
        self
    }

    /// A definition, a method or a source: told only to who asks.
    #[must_use]
    pub fn because(mut self, explained: impl Into<String>) -> Self {
        self.explained.push(explained.into());
        self
    }

    /// What to ask next, with the command that asks it; below the tables if the answer has no room for it.
    #[must_use]
    pub fn next(mut self, question: &str, command: &str) -> Self {
        // A command is not broken: it is copied.
        let line = format!("Next, {question}: {command}\n");
        self.next.push(match line.trim_end().chars().count() <= crate::table::COLUMNS {
            true => line,
            false => format!("Next, {question}:\n  {command}\n"),
        });
        self
    }

    /// The answer without what to ask next.
    #[must_use]
    pub fn alone(self) -> Self {
        Self { next: Vec::new(), ..self }
    }

    /// The answer with what to ask next, and as much of that as there is no room for in it. It does not stand between two
    /// sentences of the answer.
    fn split(&self) -> (String, String) {
        let (mut answer, mut below) = (self.answer.clone(), String::new());
        for next in &self.next {
            let lines = answer.lines().count() + next.lines().count();
            let has_room = !self.is_cut && below.is_empty() && lines <= MOST_LINES;
            if has_room { &mut answer } else { &mut below }.push_str(next);
        }
        (answer, below)
    }

    /// The answer, with what to ask next.
    pub fn answer(&self) -> String {
        self.split().0.replace(NO_BREAK, " ")
    }

    /// All of it, ending with a line end; how it was worked out only if that is asked for.
    pub fn text(&self, explain: bool) -> String {
        let explained = if explain { self.explained.as_slice() } else { &[] };
        let (answer, below) = self.split();
        let parts = std::iter::once(&answer).chain(&self.tables).chain([&below]).chain(explained);
        let parts: Vec<&str> =
            parts.map(|part| part.trim_matches('\n')).filter(|part| !part.is_empty()).collect();
        // A terminal needs no help to keep numbers and units together, and people search for plain blanks.
        (parts.join("\n\n") + "\n").replace(NO_BREAK, " ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_has_ten_lines_and_loses_nothing() {
        let said = (0..12).map(|k| format!("Sentence {k}."));
        let told = Told::new(said).next("then", "skirmish list");
        assert_eq!(told.answer().lines().count(), MOST_LINES);
        let text = told.text(false);
        assert!((0..12).all(|k| text.contains(&format!("Sentence {k}."))), "{text}");
        assert!(text.ends_with("Next, then: skirmish list\n"), "{text}");
        assert!(!told.alone().text(false).contains("Next"));
        // What is cut is not gone on with after it, though there were room.
        let long = "Word ".repeat(60);
        let said = (0..8).map(|k| format!("Sentence {k}.")).chain([long, "The last.".to_owned()]);
        let text = Told::new(said).next("then", "skirmish list").text(false);
        assert!(text.find("The last") < text.find("Next, then"), "{text}");
    }

    #[test]
    fn who_does_not_ask_is_not_told_how() {
        let told = Told::new(["Found.".to_owned()]).and("  a table\n").because("Wilson 1927");
        assert_eq!(told.text(false), "Found.\n\n  a table\n");
        assert_eq!(told.text(true), "Found.\n\n  a table\n\nWilson 1927\n");
    }
}
