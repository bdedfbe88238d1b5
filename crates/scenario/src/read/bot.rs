//! Bots as written.

use super::docs;
use crate::file::{BotFile, LineFile};
use crate::keys::Keys;
use crate::limits::{self, Limit};
use crate::problem::Diagnostics;
use crate::reader;
use crate::source::Spanned;
use crate::tree::Node;

const BOTS: Limit = Limit {
    name: "bots",
    least: 0,
    most: 64,
    scale: limits::Scale::Whole,
    why: "no panel is larger",
};

pub(crate) fn read_bots(diag: &mut Diagnostics, node: &Node) -> Vec<BotFile> {
    let bots = reader::named(diag, node, "a bot", &BOTS);
    bots.into_iter().map(|(name, node)| read(diag, name, node)).collect()
}

pub(crate) fn read_bot_file(diag: &mut Diagnostics, name: &str, node: &Node) -> BotFile {
    read(diag, Spanned::new(name.to_owned(), node.at), node)
}

fn read(diag: &mut Diagnostics, name: Spanned<String>, node: &Node) -> BotFile {
    let Some(keys) = Keys::open(diag, node, &docs::BOT) else {
        return BotFile::named(name);
    };
    let percent =
        |diag: &mut Diagnostics, key| keys.whole(diag, key).map_or(0, |percent| percent.value);
    BotFile {
        about: keys.text(diag, "about").map_or(String::new(), |text| text.value),
        lines: keys.list(diag, "lines", &limits::BOT_LINES, line),
        reactions: (keys.get("reactions"))
            .map(|_| keys.list(diag, "reactions", &limits::BOT_REACTIONS, line)),
        nominate: keys.text(diag, "nominate"),
        least_chance: percent(diag, "least-chance"),
        pass: percent(diag, "pass"),
        holds_back: keys.flag(diag, "commits").is_some_and(|commits| !commits.value),
        bodies: keys.list(diag, "bodies", &limits::BODIES, |diag, node| {
            reader::text(diag, node, "the name of a body")
        }),
        name,
    }
}

fn line(diag: &mut Diagnostics, node: &Node) -> Option<LineFile> {
    let keys = Keys::open(diag, node, &docs::BOT_LINE)?;
    let when = keys.texts(diag, "when", &limits::BOT_TESTS);
    Some(LineFile { when, act: keys.text(diag, "do")?, at: node.at })
}
