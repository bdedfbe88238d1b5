//! What a file is, by its keys, for when one is given in the place of another.

use crate::code::Code;
use crate::parse;
use crate::problem::{Diagnostics, near, quote};
use crate::read::SCENARIO;
use crate::rules::RULEBOOK;
use crate::source::{At, SourceKind};
use crate::tree::{Entry, Node};

/// What a file may be.
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

    /// What it is for, and how it is asked for.
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

    /// What a file is, and the key that says so; `None` if none does.
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
            // A bot has little else to know it by.
            .or_else(|| is(Self::Bot, &|key| !near(key, &OF_BOT).is_empty()))
    }
}

/// Whether a file may be what it is asked for as; if it is something else, that is noted where it is named, or else where it
/// says so.
pub(crate) fn may_be(
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

/// Whether a text is a rulebook, sound or not.
pub fn is_rulebook(bytes: &[u8]) -> bool {
    let tree = parse::document(&mut Diagnostics::default(), "", bytes, SourceKind::OwnRulebook);
    tree.is_some_and(|tree| What::of(&tree).is_some_and(|(what, _)| what == What::Rulebook))
}
