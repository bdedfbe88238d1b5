//! Bots as written.

use super::{docs, named, phrases};
use crate::file::{BotFile, LineFile};
use crate::limits::{self, Limit};
use crate::problem::Desk;
use crate::reader::{self, Keys};
use crate::source::Said;
use crate::tree::Node;

/// A table of bots by name.
pub(crate) fn read_bots(desk: &mut Desk, node: &Node) -> Vec<BotFile> {
    named(desk, node, "a bot", &BOTS)
        .into_iter()
        .map(|(name, node)| read(desk, name, node))
        .collect()
}

const BOTS: Limit = Limit {
    name: "bots",
    least: 0,
    most: 64,
    scale: limits::Scale::Whole,
    why: "no panel is larger",
};

/// A file that holds one bot.
pub(crate) fn read_bot_file(desk: &mut Desk, name: &str, node: &Node) -> BotFile {
    read(desk, Said::new(name.to_owned(), node.at), node)
}

fn read(desk: &mut Desk, name: Said<String>, node: &Node) -> BotFile {
    let keys = Keys::open(desk, node, &docs::BOT);
    let get = |key: &str| keys.and_then(|k| k.get(key));
    let percent = |desk: &mut Desk, key: &str| {
        get(key)
            .and_then(|n| reader::whole(desk, n, &limits::CHANCE))
            .and_then(|n| u8::try_from(n.value).ok())
            .unwrap_or(0)
    };
    BotFile {
        about: get("about")
            .and_then(|n| reader::text(desk, n, "text"))
            .map_or(String::new(), |t| t.value),
        lines: get("lines").map_or_else(Vec::new, |n| lines(desk, n)),
        reactions: get("reactions").map(|n| lines(desk, n)),
        nominate: get("nominate").and_then(|n| reader::text(desk, n, "whom to nominate, as text")),
        least_chance: percent(desk, "least-chance"),
        pass: percent(desk, "pass"),
        holds_back: get("commits")
            .and_then(|n| reader::flag(desk, n))
            .is_some_and(|commits| !commits.value),
        name,
    }
}

fn lines(desk: &mut Desk, node: &Node) -> Vec<LineFile> {
    let mut lines = Vec::new();
    for line in reader::list(desk, node, &limits::BOT_LINES) {
        let Some(keys) = Keys::open(desk, line, &docs::BOT_LINE) else {
            continue;
        };
        let when = keys.get("when").map_or_else(Vec::new, |n| phrases(desk, n));
        if let Some(act) = keys.get("do").and_then(|n| reader::text(desk, n, "an action, as text"))
        {
            lines.push(LineFile { when, act, at: line.at });
        }
    }
    lines
}
