//! The bots of both sides: one of the scenario, a shipped one, or one from a file.

use skirmish_engine::battle::PlaceId;
use skirmish_engine::bot::Bot;

use super::Lookup;
use crate::bots::{check_lines, compile};
use crate::code::Code;
use crate::file::{BotFile, SideFile};
use crate::library;
use crate::load::Files;
use crate::parse;
use crate::problem::{Diagnostics, quote};
use crate::read;
use crate::source::{SourceKind, Spanned};

/// The bot of a side that names none.
const USUAL_BOT: &str = "captain";

pub(super) fn both(
    diag: &mut Diagnostics,
    files: &dyn Files,
    lookup: &Lookup<'_>,
    sides: [&SideFile; 2],
    objectives: [Option<PlaceId>; 2],
) -> [Bot; 2] {
    for bot in &lookup.file.bots {
        check_lines(diag, bot);
        let is_played =
            sides.iter().any(|s| s.bot.as_ref().is_some_and(|b| b.value == bot.name.value));
        if !is_played {
            // Nobody plays it here, but a panel may: it must be sound for either side.
            for objective in objectives {
                let before = diag.count();
                compile(diag, bot, &lookup.names(objective));
                if diag.count() > before {
                    break;
                }
            }
        }
    }
    let shipped = library::shipped_bots(diag);
    let mut compiled: Vec<Bot> = Vec::new();
    for (i, side) in sides.into_iter().enumerate() {
        let usual = Spanned::new(USUAL_BOT.to_owned(), side.name.at);
        let name = side.bot.as_ref().unwrap_or(&usual);
        let same_as_first = i == 1
            && sides[0].bot.as_ref().map(|b| &b.value) == side.bot.as_ref().map(|b| &b.value);
        let own = find(diag, files, lookup, &shipped, name, same_as_first);
        compiled.push(
            own.map_or_else(Bot::default, |bot| compile(diag, &bot, &lookup.names(objectives[i]))),
        );
    }
    compiled.try_into().unwrap_or_default()
}

fn find(
    diag: &mut Diagnostics,
    files: &dyn Files,
    lookup: &Lookup<'_>,
    shipped: &[BotFile],
    name: &Spanned<String>,
    is_read_already: bool,
) -> Option<BotFile> {
    let called = |bot: &&BotFile| bot.name.value == name.value;
    // A bot of the scenario hides a shipped one of the same name.
    if let Some(bot) = lookup.file.bots.iter().find(called) {
        return Some(bot.clone());
    }
    if let Some(bot) = shipped.iter().find(called) {
        return Some(bot.clone());
    }
    if !name.value.ends_with(".toml") {
        let known: Vec<&str> =
            lookup.file.bots.iter().chain(shipped).map(|b| b.name.value.as_str()).collect();
        diag.problem(Code::UnknownBot, name.at, format!("there is no bot {}", quote(&name.value)))
            .suggest(&name.value, known)
            .hint("a bot of your own is `[bot.NAME]`, or the path of its file");
        return None;
    }
    let from = diag.sources.get(name.at.source).name.clone();
    match files.read(&name.value, &from) {
        Ok((path, bytes)) => {
            let tree = parse::document(diag, &path, &bytes, SourceKind::Bots)?;
            let stem = path.rsplit(['/', '\\']).next().unwrap_or(&path);
            let bot = read::read_bot_file(diag, stem.trim_end_matches(".toml"), &tree);
            if !is_read_already {
                check_lines(diag, &bot);
            }
            Some(bot)
        }
        Err(why) => {
            diag.problem(
                Code::File,
                name.at,
                format!("the bot {} cannot be read: {why}", quote(&name.value)),
            );
            None
        }
    }
}
