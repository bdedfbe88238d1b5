//! Problems of files: where they are, what was found, what is allowed and what to do about it.

use std::fmt;

use skirmish_engine::battle::geometry::Point;

use crate::code::Code;
use crate::render;
use crate::source::{At, SourceKind, Sources};

/// A problem of a file.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Problem {
    /// Its kind, such as `S021`.
    #[serde(serialize_with = "by_id")]
    pub code: Code,
    /// What is wrong, as a fragment without a full stop.
    pub message: String,
    /// The label beside the marked text; may be empty.
    pub label: String,
    /// What to do about it.
    pub hints: Vec<String>,
    /// The file, or `command line`.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The point of the table that it is about, if there is one.
    #[serde(skip)]
    pub spot: Option<Point>,
    #[serde(skip)]
    pub(crate) at: At,
}

fn by_id<S: serde::Serializer>(code: &Code, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(code.id())
}

/// All problems of a scenario and its files. Never empty when returned as an error.
#[derive(Debug, Clone)]
pub struct Problems {
    pub(crate) problems: Vec<Problem>,
    pub(crate) sources: Sources,
    /// The number of problems beyond those that are kept.
    pub(crate) more: usize,
}

impl Problems {
    /// Returns the problems, by file and line.
    pub fn list(&self) -> &[Problem] {
        &self.problems
    }

    /// Returns how many were found, including those that are only counted.
    pub fn count(&self) -> usize {
        self.problems.len() + self.more
    }

    /// Returns all problems as text for a terminal, with the marked lines of the files.
    pub fn render(&self, color: bool) -> String {
        render::render(self, color)
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Problems {}

/// A table or row that a rulebook drops from the one it extends.
#[derive(Debug, Clone)]
pub(crate) struct Dropped {
    pub(crate) path: Vec<String>,
    /// Its name and the names of its rows.
    pub(crate) names: Vec<String>,
    pub(crate) at: At,
}

/// Collects problems while files are read.
#[derive(Debug, Clone, Default)]
pub(crate) struct Diagnostics {
    pub(crate) sources: Sources,
    problems: Vec<Problem>,
    more: usize,
    /// What rulebooks `drop` from those they extend.
    pub(crate) dropped: Vec<Dropped>,
    /// Things worth knowing that are not problems, a sentence each.
    pub(crate) notes: Vec<String>,
}

impl Diagnostics {
    /// Notes a problem and returns it, so that hints can be added.
    pub(crate) fn problem(&mut self, code: Code, at: At, message: impl Into<String>) -> Note<'_> {
        let problem = Problem {
            code,
            message: message.into(),
            label: String::new(),
            hints: Vec::new(),
            file: String::new(),
            line: 0,
            column: 0,
            spot: None,
            at,
        };
        if self.problems.len() < crate::limits::PROBLEMS.most as usize {
            self.problems.push(problem);
            Note(self.problems.last_mut())
        } else {
            self.more += 1;
            Note(None)
        }
    }

    /// Notes that nothing has this name, with a suggestion.
    pub(crate) fn unknown<'s, S: AsRef<str> + ?Sized + 's>(
        &mut self,
        code: Code,
        at: At,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'s S>,
    ) -> Note<'_> {
        self.problem(code, at, format!("there is no {what} {}", quote(name))).suggest(name, known)
    }

    /// Returns the index of a name; or notes that it is unknown.
    pub(crate) fn find<S: AsRef<str>>(
        &mut self,
        code: Code,
        at: At,
        what: &str,
        name: &str,
        known: &[S],
    ) -> Result<usize, Note<'_>> {
        let found = known.iter().position(|other| other.as_ref() == name);
        found.ok_or_else(|| self.unknown(code, at, what, name, known.iter().map(S::as_ref)))
    }

    /// Removes all problems after the first `to`, and returns the place of the first removed.
    pub(crate) fn take_back(&mut self, to: usize) -> Option<At> {
        let first = self.problems.get(to).map(|problem| problem.at);
        self.problems.truncate(to);
        first
    }

    /// Returns a problem of this kind, place and beginning, to be added to.
    pub(crate) fn noted(&mut self, code: Code, at: At, message: &str) -> Option<&mut Problem> {
        self.problems
            .iter_mut()
            .find(|p| p.code == code && p.at == at && p.message.starts_with(message))
    }

    pub(crate) fn count(&self) -> usize {
        self.problems.len() + self.more
    }

    pub(crate) fn is_clean(&self) -> bool {
        self.problems.is_empty()
    }

    pub(crate) fn kind(&self, at: At) -> SourceKind {
        self.sources.kind(at)
    }

    /// Adds a note with its place, once.
    pub(crate) fn note(&mut self, at: At, what: &str) {
        let note = format!("{what}{}", self.place(at));
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Returns where something was written, to be appended; empty if no file of the user says it.
    pub(crate) fn place(&self, at: At) -> String {
        match self.kind(at) {
            SourceKind::CommandLine | SourceKind::ShippedRulebook | SourceKind::ShippedBots => {
                String::new()
            }
            SourceKind::Scenario | SourceKind::OwnRulebook | SourceKind::Bots => {
                let line = self.sources.line_column(at).0;
                format!(" (line {line} of {})", quote(&self.sources.get(at.source).name))
            }
        }
    }

    /// Returns where the table or row at a path was dropped.
    pub(crate) fn drop_of<S: AsRef<str>>(&self, path: &[S]) -> Option<At> {
        let is_above = |dropped: &&Dropped| {
            dropped.path.len() <= path.len()
                && dropped.path.iter().zip(path).all(|(key, other)| key == other.as_ref())
        };
        self.dropped.iter().find(is_above).map(|dropped| dropped.at)
    }

    /// Moves problems caused by a drop to the place of the drop.
    fn blame_drops(&mut self) {
        use Code as C;
        let lacks = |code| {
            let of_names = [C::UnknownTroops, C::UnknownRank, C::UnknownWeapon, C::UnknownGear];
            [C::Missing, C::Fighting].contains(&code) || of_names.contains(&code)
        };
        let is_of_rules = |at| {
            matches!(self.sources.kind(at), SourceKind::ShippedRulebook | SourceKind::OwnRulebook)
        };
        // What is extended is read after what extends it.
        let read = |at| self.sources.order(at).0;
        for problem in &mut self.problems {
            if !lacks(problem.code) || !is_of_rules(problem.at) {
                continue;
            }
            let speaks_of = |name: &String| problem.message.contains(&quote(name));
            let drop = self.dropped.iter().find(|dropped| {
                read(dropped.at) < read(problem.at) && dropped.names.iter().any(speaks_of)
            });
            if let Some(drop) = drop {
                let (line, _) = self.sources.line_column(problem.at);
                let of = &self.sources.get(problem.at.source).name;
                problem.hints.push(format!(
                    "{of}:{line} is about what is dropped here: keep it, or drop or change that as well"
                ));
                problem.at = drop.at;
            } else if problem.code == Code::Missing
                && self.dropped.iter().any(|dropped| dropped.at == problem.at)
            {
                problem.hints.push("to drop it asks for one of your own in its place".to_owned());
            }
        }
    }

    pub(crate) fn into_problems(mut self) -> Problems {
        self.blame_drops();
        for problem in &mut self.problems {
            problem.file.clone_from(&self.sources.get(problem.at.source).name);
            (problem.line, problem.column) = self.sources.line_column(problem.at);
        }
        // Misspelled keys come first, since they cause many other problems.
        let sources = &self.sources;
        let place = |p: &Problem| (p.code != Code::UnknownKey, sources.order(p.at), p.code);
        self.problems.sort_by(|a, b| (place(a), &a.message).cmp(&(place(b), &b.message)));
        self.problems.dedup();
        Problems { problems: self.problems, sources: self.sources, more: self.more }
    }
}

pub(crate) struct Note<'a>(Option<&'a mut Problem>);

impl Note<'_> {
    /// Returns `None`, for readers that have noted why.
    pub(crate) const fn none<T>(self) -> Option<T> {
        None
    }

    pub(crate) fn label(mut self, label: impl Into<String>) -> Self {
        if let Some(problem) = &mut self.0 {
            problem.label = label.into();
        }
        self
    }

    /// Says which point of the table the problem is about.
    pub(crate) fn spot(mut self, spot: Point) -> Self {
        if let Some(problem) = &mut self.0 {
            problem.spot = Some(spot);
        }
        self
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        if let Some(problem) = &mut self.0 {
            problem.hints.push(hint.into());
        }
        self
    }

    /// Suggests the name that was probably meant, if there is one.
    pub(crate) fn meant<'s, S: AsRef<str> + ?Sized + 's>(
        self,
        found: &str,
        known: impl IntoIterator<Item = &'s S>,
    ) -> Self {
        let known: Vec<&str> = known.into_iter().map(AsRef::as_ref).collect();
        match near(found, &known).is_empty() {
            true => self,
            false => self.suggest(found, known),
        }
    }

    /// Suggests the name that was probably meant, or else lists what is allowed, if that is short.
    pub(crate) fn suggest<'s, S: AsRef<str> + ?Sized + 's>(
        self,
        found: &str,
        allowed: impl IntoIterator<Item = &'s S>,
    ) -> Self {
        let allowed: Vec<&str> = allowed.into_iter().map(AsRef::as_ref).collect();
        let near = near(found, &allowed);
        if !near.is_empty() {
            let names: Vec<String> = near.iter().map(|n| quote(n)).collect();
            self.hint(format!("did you mean {}?", names.join(" or ")))
        } else if allowed.is_empty() {
            self
        } else {
            let names: Vec<String> = allowed.iter().take(MOST_ALLOWED).map(|n| quote(n)).collect();
            let dots = if allowed.len() > MOST_ALLOWED { ", …" } else { "" };
            self.hint(format!("allowed: {}{dots}", names.join(", ")))
        }
    }
}

/// The most allowed names that are listed.
const MOST_ALLOWED: usize = 40;

/// Words that people use, each with the word of the files.
const SAID: [(&str, &str); 29] = [
    ("river", "water"),
    ("stream", "water"),
    ("pond", "water"),
    ("lake", "water"),
    ("forest", "wood"),
    ("trees", "wood"),
    ("building", "house"),
    ("ruin", "house"),
    ("boulder", "rock"),
    ("swamp", "bog"),
    ("marsh", "bog"),
    ("field", "crops"),
    ("north", "top"),
    ("south", "bottom"),
    ("west", "left"),
    ("east", "right"),
    ("leave", "escape"),
    ("flee", "escape"),
    ("retreat", "escape"),
    ("then", "do"),
    ("wait", "stand"),
    ("stand", "stay"),
    ("fire", "shoot"),
    ("attack", "charge"),
    ("melee", "fight"),
    ("cover", "screened"),
    ("in-cover", "screened"),
    ("charging", "charges"),
    ("reaction", "in-reaction"),
];

/// Returns up to three names that may be meant, best first.
pub fn near<'s>(found: &str, allowed: &[&'s str]) -> Vec<&'s str> {
    let said = SAID.iter().find(|(said, _)| found.eq_ignore_ascii_case(said));
    if let Some(name) = said.and_then(|(_, name)| allowed.iter().find(|it| *it == name)) {
        return vec![name];
    }
    // A distance costs the product of the lengths, so very long words are not compared.
    if found.len() > 120 {
        return Vec::new();
    }
    let lower = found.to_lowercase();
    let length = lower.chars().count();
    let mut near: Vec<(usize, &str)> = Vec::new();
    let mut alike: Vec<(usize, &str)> = Vec::new();
    for name in allowed {
        let other = name.to_lowercase();
        let distance = strsim::damerau_levenshtein(&lower, &other);
        let begins = length >= 3 && (other.starts_with(&lower) || lower.starts_with(&other));
        let distance = if begins { distance.min(1) } else { distance };
        let shorter = length.min(other.chars().count());
        let most = (shorter / 3).max(1);
        if distance <= most {
            near.push((distance, *name));
        } else if distance == most + 1
            && (5..=8).contains(&shorter)
            && length <= 8
            && lower.chars().zip(other.chars()).take(2).all(|(a, b)| a == b)
        {
            alike.push((distance, *name));
        }
    }
    // If nothing is nearer, the same beginning counts: `spere` is a spear.
    if near.is_empty() {
        near = alike;
    }
    near.sort_by_key(|(distance, _)| *distance);
    let best = near.first().map_or(0, |n| n.0);
    near.retain(|(distance, _)| *distance <= best + 1);
    let mut near: Vec<&str> = near.into_iter().map(|(_, name)| name).collect();
    near.dedup();
    near.truncate(3);
    near
}

/// Returns a name for a message: in backticks, short, without control characters.
pub(crate) fn quote(name: &str) -> String {
    const MOST: usize = 60;
    let mut text = String::from("`");
    for (i, c) in name.chars().enumerate() {
        if i == MOST {
            text.push('…');
            break;
        }
        if is_plain(c) {
            text.push(c);
        } else {
            text.extend(c.escape_unicode());
        }
    }
    text.push('`');
    text
}

/// Returns whether a character may stand in a name: no control characters, nothing that reverses or hides text.
pub(crate) fn is_plain(c: char) -> bool {
    !(c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'))
}

#[cfg(test)]
mod tests {
    use super::quote;

    #[test]
    fn names_in_messages_are_tame() {
        assert_eq!(quote("a\u{1b}[31m"), "`a\\u{1b}[31m`");
        assert_eq!(quote("\u{202e}a"), "`\\u{202e}a`");
        assert!(quote(&"x".repeat(1000)).chars().count() < 70);
    }
}
