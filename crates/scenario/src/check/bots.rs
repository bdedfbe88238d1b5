//! The bots of both sides: a scenario's own, a shipped one, or one from a file.

use skirmish_engine::battle::PlaceId;
use skirmish_engine::bot::Bot;
use skirmish_engine::side::Side;

use super::Lookup;
use super::figures::Army;
use crate::bots::{check_lines, compile};
use crate::code::Code;
use crate::file::{BotFile, SideFile};
use crate::library;
use crate::load::Files;
use crate::problem::{Diagnostics, quote};
use crate::read;
use crate::source::{SHIPPED_BOTS, SourceKind, Spanned};
use crate::what::{self, Asked, What};

/// The default bot of a side.
pub const USUAL_BOT: &str = "captain";

/// Returns the bots of both sides and gives units their own bots.
pub(super) fn both(
    diag: &mut Diagnostics,
    files: &dyn Files,
    lookup: &Lookup<'_>,
    sides: [&SideFile; 2],
    armies: &mut [Army; 2],
    objectives: [Option<PlaceId>; 2],
) -> [Bot; 2] {
    let names = |side: usize| lookup.names(Side::BOTH[side], objectives[side]);
    for bot in &lookup.file.bots {
        check_lines(diag, bot);
        let is_it = |name: &Spanned<String>| name.value == bot.name.value;
        let of_bodies = |side: &&SideFile| side.bodies.iter().any(|b| b.bot.iter().any(is_it));
        let is_played = |side: &&SideFile| side.bot.iter().any(is_it) || of_bodies(side);
        if !sides.iter().any(is_played) {
            // If `--set` names other bots, unused bots of the file need no note.
            let mut named = sides.iter().flat_map(|side| {
                side.bot.iter().chain(side.bodies.iter().filter_map(|body| body.bot.as_ref()))
            });
            if !named.any(|name| diag.kind(name.at) == SourceKind::CommandLine) {
                let (at, bot) = (bot.name.at, quote(&bot.name.value));
                let remedy = "give a side `bot = \"…\"` to have it played";
                diag.note(at, &format!("no side plays the bot {bot}: {remedy}"));
            }
            // A panel may still play it, so it must work for either side.
            for side in 0..sides.len() {
                let before = diag.count();
                compile(diag, bot, &names(side));
                if diag.count() > before {
                    break;
                }
            }
        }
    }
    diag.sources.add_shipped(SHIPPED_BOTS);
    let shipped = library::shipped_bots();
    let mut read: Vec<String> = Vec::new();
    let mut compiled = |diag: &mut Diagnostics, side: usize, name: &Spanned<String>| {
        let is_read_already = read.contains(&name.value);
        read.push(name.value.clone());
        let bot = find(diag, files, lookup, shipped, name, is_read_already)?;
        Some(compile(diag, &bot, &names(side)))
    };
    [0, 1].map(|i| {
        for body in &sides[i].bodies {
            if let Some(name) = &body.bot
                && let Some(unit) = armies[i].unit(&body.name.value)
            {
                armies[i].units[unit].bot = compiled(diag, i, name);
            }
        }
        let usual = Spanned::new(USUAL_BOT.to_owned(), sides[i].name.at);
        let name = sides[i].bot.as_ref().unwrap_or(&usual);
        compiled(diag, i, name).unwrap_or_default()
    })
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
    if let Some(bot) = lookup.file.bots.iter().find(called) {
        return Some(bot.clone());
    }
    if let Some(bot) = shipped.iter().find(called) {
        return Some(bot.clone());
    }
    if !name.value.ends_with(".toml") {
        let known: Vec<&str> =
            lookup.file.bots.iter().chain(shipped).map(|b| b.name.value.as_str()).collect();
        let message = format!("there is no bot {}", quote(&name.value));
        let file = format!("{}.toml", name.value);
        let from = diag.sources.file(name.at);
        let problem = diag.problem(Code::UnknownBot, name.at, message);
        return match files.read(&file, from.as_deref()) {
            Ok(_) => problem.hint(format!("did you mean the file {}?", quote(&file))),
            Err(_) => problem
                .suggest(&name.value, known)
                .hint("a bot of your own is `[bot.NAME]`, or the path of its file"),
        }
        .none();
    }
    let from = diag.sources.file(name.at);
    match files.read(&name.value, from.as_deref()) {
        Ok((path, bytes)) => {
            let bot = Asked { what: What::Bot, called: &name.value, at: Some(name.at) };
            let tree = what::read(diag, files, (&path, &bytes), bot)?;
            let stem = path.rsplit(['/', '\\']).next().unwrap_or(&path);
            let bot = read::read_bot_file(diag, stem.trim_end_matches(".toml"), &tree);
            if !is_read_already {
                check_lines(diag, &bot);
            }
            Some(bot)
        }
        Err(why) => {
            let message = format!("the bot {} cannot be read: {why}", quote(&name.value));
            diag.problem(Code::File, name.at, message);
            None
        }
    }
}
