//! The bots of both sides: one of the scenario, a shipped one, or one from a file.

use skirmish_engine::battle::PlaceId;
use skirmish_engine::bot::Bot;

use super::Seek;
use crate::bots::{check_lines, compile};
use crate::code::Code;
use crate::file::{BotFile, SideFile};
use crate::library;
use crate::load::Files;
use crate::parse;
use crate::problem::{Desk, quote};
use crate::read;
use crate::source::{Said, SourceKind};

/// The bot of a side that names none.
const USUAL_BOT: &str = "captain";

pub(super) fn both(
    desk: &mut Desk,
    files: &dyn Files,
    seek: &Seek<'_>,
    sides: [&SideFile; 2],
    objectives: [Option<PlaceId>; 2],
) -> [Bot; 2] {
    for bot in &seek.file.bots {
        check_lines(desk, bot);
        let is_played =
            sides.iter().any(|s| s.bot.as_ref().is_some_and(|b| b.value == bot.name.value));
        if !is_played {
            // Nobody plays it here, but a panel may: it must be sound for either side.
            for objective in objectives {
                let before = desk.count();
                compile(desk, bot, &seek.names(objective));
                if desk.count() > before {
                    break;
                }
            }
        }
    }
    let shipped = library::shipped_bots(desk);
    let mut compiled: Vec<Bot> = Vec::new();
    for (i, side) in sides.into_iter().enumerate() {
        let usual = Said::new(USUAL_BOT.to_owned(), side.name.at);
        let name = side.bot.as_ref().unwrap_or(&usual);
        let same_as_first = i == 1
            && sides[0].bot.as_ref().map(|b| &b.value) == side.bot.as_ref().map(|b| &b.value);
        let own = find(desk, files, seek, &shipped, name, same_as_first);
        compiled.push(
            own.map_or_else(Bot::default, |bot| compile(desk, &bot, &seek.names(objectives[i]))),
        );
    }
    compiled.try_into().unwrap_or_default()
}

fn find(
    desk: &mut Desk,
    files: &dyn Files,
    seek: &Seek<'_>,
    shipped: &[BotFile],
    name: &Said<String>,
    is_read_already: bool,
) -> Option<BotFile> {
    let called = |bot: &&BotFile| bot.name.value == name.value;
    // A bot of the scenario hides a shipped one of the same name.
    if let Some(bot) = seek.file.bots.iter().find(called) {
        return Some(bot.clone());
    }
    if let Some(bot) = shipped.iter().find(called) {
        return Some(bot.clone());
    }
    if !name.value.ends_with(".toml") {
        let known: Vec<&str> =
            seek.file.bots.iter().chain(shipped).map(|b| b.name.value.as_str()).collect();
        desk.problem(Code::UnknownBot, name.at, format!("there is no bot {}", quote(&name.value)))
            .suggest(&name.value, known)
            .hint("a bot of your own is `[bot.NAME]`, or the path of its file");
        return None;
    }
    let from = desk.sources.get(name.at.source).name.clone();
    match files.read(&name.value, &from) {
        Ok((path, bytes)) => {
            let tree = parse::document(desk, &path, &bytes, SourceKind::Bots)?;
            let stem = path.rsplit(['/', '\\']).next().unwrap_or(&path);
            let bot = read::read_bot_file(desk, stem.trim_end_matches(".toml"), &tree);
            if !is_read_already {
                check_lines(desk, &bot);
            }
            Some(bot)
        }
        Err(why) => {
            desk.problem(
                Code::File,
                name.at,
                format!("the bot {} cannot be read: {why}", quote(&name.value)),
            );
            None
        }
    }
}
