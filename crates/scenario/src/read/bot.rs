//! Bots as written.

use super::docs;
use crate::file::{BotFile, LineFile};
use crate::limits::{self, Limit};
use crate::problem::Desk;
use crate::reader::{self, Keys};
use crate::source::Said;
use crate::tree::Node;

const BOTS: Limit = Limit {
    name: "bots",
    least: 0,
    most: 64,
    scale: limits::Scale::Whole,
    why: "no panel is larger",
};

/// A table of bots by name.
pub(crate) fn read_bots(desk: &mut Desk, node: &Node) -> Vec<BotFile> {
    let bots = reader::named(desk, node, "a bot", &BOTS);
    bots.into_iter().map(|(name, node)| read(desk, name, node)).collect()
}

/// A file that holds one bot.
pub(crate) fn read_bot_file(desk: &mut Desk, name: &str, node: &Node) -> BotFile {
    read(desk, Said::new(name.to_owned(), node.at), node)
}

fn read(desk: &mut Desk, name: Said<String>, node: &Node) -> BotFile {
    let Some(keys) = Keys::open(desk, node, &docs::BOT) else {
        return BotFile::named(name);
    };
    let percent = |desk: &mut Desk, key| keys.whole(desk, key).map_or(0, |percent| percent.value);
    BotFile {
        about: keys.text(desk, "about").map_or(String::new(), |text| text.value),
        lines: keys.list(desk, "lines", &limits::BOT_LINES, line),
        reactions: (keys.get("reactions"))
            .map(|_| keys.list(desk, "reactions", &limits::BOT_LINES, line)),
        nominate: keys.text(desk, "nominate"),
        least_chance: percent(desk, "least-chance"),
        pass: percent(desk, "pass"),
        holds_back: keys.flag(desk, "commits").is_some_and(|commits| !commits.value),
        name,
    }
}

fn line(desk: &mut Desk, node: &Node) -> Option<LineFile> {
    let keys = Keys::open(desk, node, &docs::BOT_LINE)?;
    let when = keys.texts(desk, "when", &limits::BOT_TESTS);
    Some(LineFile { when, act: keys.text(desk, "do")?, at: node.at })
}
