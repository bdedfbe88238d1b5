//! What kind of file this is, judged by its keys, for when the wrong kind is given.

use crate::code::Code;
use crate::load::Files;
use crate::parse;
use crate::problem::{Diagnostics, near, quote};
use crate::read::SCENARIO;
use crate::rules::RULEBOOK;
use crate::source::{At, SourceKind};
use crate::tree::{Entry, Node};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    Battle,
    Rulebook,
    Bot,
    Players,
}

impl What {
    const fn name(self) -> &'static str {
        match self {
            Self::Battle => "a battle",
            Self::Rulebook => "a rulebook",
            Self::Bot => "a bot",
            Self::Players => "a file of players",
        }
    }

    const fn used(self) -> &'static str {
        match self {
            Self::Battle => "a battle is played: `skirmish run FILE`",
            Self::Rulebook => {
                "a battle is played by it: `rules = \"FILE\"` in its file, or `--set rules=FILE`"
            }
            Self::Bot => {
                "a side plays it: `bot = \"FILE\"` in its table, or `--set side.NAME.bot=FILE`"
            }
            Self::Players => "a battle is played by them: `--players FILE`",
        }
    }

    const fn kind(self) -> SourceKind {
        match self {
            Self::Battle => SourceKind::Scenario,
            Self::Rulebook => SourceKind::OwnRulebook,
            Self::Bot | Self::Players => SourceKind::Bots,
        }
    }

    /// Returns the kind of a file and the key that shows it; `None` if no key does.
    fn of(tree: &Node) -> Option<(Self, &Entry)> {
        let is = |what, says: &dyn Fn(&str) -> bool| {
            let entry = tree.entries().iter().find(|entry| says(&entry.key))?;
            Some((what, entry))
        };
        const OF_BOT: [&str; 2] = ["lines", "reactions"];
        let is_of_rules = |key: &str| {
            !["name", "about"].contains(&key)
                && RULEBOOK.field(key).is_some()
                && SCENARIO.field(key).is_none()
        };
        is(Self::Players, &|key| key == "mix")
            .or_else(|| is(Self::Bot, &|key| OF_BOT.contains(&key)))
            .or_else(|| is(Self::Battle, &|key| ["side", "board", "title"].contains(&key)))
            .or_else(|| is(Self::Rulebook, &is_of_rules))
            // A bot has few other distinctive keys.
            .or_else(|| is(Self::Bot, &|key| !near(key, &OF_BOT).is_empty()))
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) what: What,
    /// The file as it is named.
    pub(crate) called: &'a str,
    /// Where it is named, if a file or a value names it.
    pub(crate) at: Option<At>,
}

/// Reads a file of an expected kind. For another kind from outside the folder, only the place of the error is told.
pub(crate) fn read(
    diag: &mut Diagnostics,
    files: &dyn Files,
    (name, bytes): (&str, &[u8]),
    asked: Asked<'_>,
) -> Option<Node> {
    let before = diag.count();
    let tree = parse::document(diag, name, bytes, asked.what.kind());
    let is_it = |tree: &Node| What::of(tree).is_some_and(|(what, _)| what == asked.what);
    if files.is_outside(name) && !tree.as_ref().is_some_and(is_it) {
        let wrong = diag.take_back(before).or(tree.map(|tree| tree.at))?;
        let (line, column) = diag.sources.line_column(wrong);
        diag.sources.hide(wrong);
        let message = format!(
            "{} cannot be read as {}: line {line}, column {column}",
            quote(asked.called),
            asked.what.name()
        );
        let hint =
            "it lies outside the folder of the file that you named, so that its text is not shown";
        return diag.problem(Code::File, asked.at.unwrap_or(wrong), message).hint(hint).none();
    }
    tree.filter(|tree| may_be(diag, tree, asked.called, asked.what, asked.at))
}

/// Returns whether a file may be of the expected kind; if not, notes that where it is named, or at the key that shows it.
fn may_be(
    diag: &mut Diagnostics,
    tree: &Node,
    name: &str,
    wanted: What,
    named: Option<At>,
) -> bool {
    let Some((what, entry)) = What::of(tree).filter(|(what, _)| *what != wanted) else {
        return true;
    };
    let message = format!("{} is {}, not {}", quote(name), what.name(), wanted.name());
    diag.problem(Code::OtherFile, named.unwrap_or(entry.at), message).hint(what.used());
    false
}

/// Returns whether a text is a rulebook, with or without problems.
pub fn is_rulebook(bytes: &[u8]) -> bool {
    let tree = parse::document(&mut Diagnostics::default(), "", bytes, SourceKind::OwnRulebook);
    tree.is_some_and(|tree| What::of(&tree).is_some_and(|(what, _)| what == What::Rulebook))
}
