//! Files of players: bots for the sides of a battle, and how often each is played.

use std::cell::Cell;

use skirmish_engine::battle::Player;
use skirmish_engine::bot::Bot;
use skirmish_engine::rulebook::{Fighting, Formation};
use skirmish_engine::side::{BySide, Side};

use crate::bots::{Names, check_lines, compile};
use crate::code::Code;
use crate::file::BotFile;
use crate::keys::Keys;
use crate::library;
use crate::limits;
use crate::parse;
use crate::path;
use crate::problem::{Diagnostics, Problems, quote};
use crate::read::{self, PLAYERS};
use crate::reader;
use crate::scenario::{Input, Scenario};
use crate::source::{SourceKind, Spanned, sha256};
use crate::tree::Node;

impl Scenario {
    /// Reads a file of players for this battle, which it then depends on. A side that it does not name keeps its bot: it has no players.
    ///
    /// # Errors
    /// Every problem of the file; that it is for another battle is one.
    pub fn read_players(
        &mut self,
        bytes: &[u8],
        name: &str,
    ) -> Result<BySide<Vec<Player>>, Problems> {
        let mut diag = Diagnostics::default();
        let found = parse::document(&mut diag, name, bytes, SourceKind::Bots)
            .and_then(|tree| self.players(&mut diag, &tree));
        match found {
            Some(players) if diag.is_clean() => {
                self.inputs.push(Input { name: name.to_owned(), sha256: sha256(bytes) });
                Ok(players)
            }
            _ => Err(diag.into_problems()),
        }
    }

    fn players(&self, diag: &mut Diagnostics, tree: &Node) -> Option<BySide<Vec<Player>>> {
        if let Some(lines) = tree.entries().iter().find(|entry| entry.key == "lines") {
            diag.problem(Code::UnknownKey, lines.at, "this is a bot, no file of players")
                .hint("a side plays it with `--set side.NAME.bot=FILE`");
            return None;
        }
        let keys = Keys::open(diag, tree, &PLAYERS)?;
        let battle = keys.text(diag, "battle")?;
        if battle.value != self.title {
            let message = format!("these players are for {}", quote(&battle.value));
            diag.problem(Code::OtherBattle, battle.at, message)
                .hint(format!("the battle is {}", quote(&self.title)));
            return None;
        }
        let mut bots = keys.get("bot").map_or_else(Vec::new, |node| read::read_bots(diag, node));
        for bot in &bots {
            check_lines(diag, bot);
        }
        // A bot of the file hides a shipped one of the same name.
        bots.extend(library::shipped_bots(diag));
        let mut players = BySide([Vec::new(), Vec::new()]);
        let names = self.side_names();
        for entry in keys.get("mix").map_or(&[][..], Node::entries) {
            let Some(side) = self.side(&entry.key) else {
                let message = format!("there is no side {}", quote(&entry.key));
                diag.problem(Code::UnknownSide, entry.at, message).suggest(&entry.key, names.0);
                continue;
            };
            players[side] = self.mix(diag, side, &bots, &entry.node);
        }
        Some(players)
    }

    fn mix(
        &self,
        diag: &mut Diagnostics,
        side: Side,
        bots: &[BotFile],
        node: &Node,
    ) -> Vec<Player> {
        if !node.is_table() {
            reader::wrong_type(diag, node, "a table of bots and their shares");
        }
        let mut players = Vec::new();
        for entry in node.entries() {
            let weight = reader::whole(diag, &entry.node, &limits::SHARES);
            let Some(bot) = bots.iter().find(|bot| bot.name.value == entry.key) else {
                let message = format!("there is no bot {}", quote(&entry.key));
                diag.problem(Code::UnknownBot, entry.at, message)
                    .suggest(&entry.key, bots.iter().map(|bot| bot.name.value.as_str()))
                    .hint("a bot is `[bot.NAME]` in this file, or one that comes with the program");
                continue;
            };
            let bot = self.compiled(diag, side, bot);
            let weight = weight.and_then(|weight| u32::try_from(weight.value).ok()).unwrap_or(1);
            players.push(Player { bot, weight });
        }
        if players.is_empty() && diag.is_clean() {
            diag.problem(Code::Amount, node.at, "there are no players")
                .hint("such as `runner = 600`");
        }
        players
    }

    /// A bot as written, for a side of this battle.
    fn compiled(&self, diag: &mut Diagnostics, side: Side, bot: &BotFile) -> Bot {
        let places: Vec<String> = self.spec.places.iter().map(|p| p.name.clone()).collect();
        let events: Vec<String> = self.spec.events.iter().map(|e| e.name.clone()).collect();
        let is_line = |unit: &skirmish_engine::battle::UnitSpec| {
            matches!(unit.formation, Formation::Line { .. })
        };
        let bodies = [side, !side]
            .map(|side| self.spec.sides[side].units.iter().map(|unit| unit.name.clone()).collect());
        let bodies: &[Vec<String>; 2] = &bodies;
        let used = Cell::new(0);
        let names = Names {
            places: &places,
            events: &events,
            objective: self.spec.sides[side].objective,
            by_dice: self.spec.rules.fighting == Fighting::PetiteGuerre,
            has_line: self.spec.sides.0.iter().any(|side| side.units.iter().any(is_line)),
            bodies: bodies.each_ref().map(Vec::as_slice),
            used: &used,
        };
        compile(diag, bot, &names)
    }

    /// A file of players, from which the same are read. What is said of each stands before it.
    #[must_use]
    pub fn say_players(&self, players: BySide<&[(Player, String)]>, head: &str) -> String {
        let comment =
            |text: &str| text.lines().map(|line| format!("# {line}\n")).collect::<String>();
        let text = |text: &str| toml::Value::from(text).to_string();
        let mut file = format!("{}battle = {}\n", comment(head), text(&self.title));
        for (side, of) in [Side::A, Side::B].map(|side| (side, players[side])) {
            if of.is_empty() {
                continue;
            }
            file += &format!("\n[{}]\n", path::heading(["mix", self.side_names()[side]]));
            for (player, _) in of {
                file +=
                    &format!("{} = {}\n", path::heading([player.bot.name.as_str()]), player.weight);
            }
        }
        let mut said: Vec<&str> = Vec::new();
        let of_both = players.iter().flat_map(|(side, of)| of.iter().map(move |it| (side, it)));
        for (side, (player, about)) in of_both {
            if !said.contains(&player.bot.name.as_str()) {
                said.push(&player.bot.name);
                let heading = path::heading(["bot", player.bot.name.as_str()]);
                file += &format!("\n[{heading}]\n{}", self.say_bot(side, &player.bot, about));
            }
        }
        file
    }

    /// Reads a bot that was said by [`Self::say_bot`].
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read_bot(&self, side: Side, name: &str, text: &str) -> Result<Bot, Problems> {
        let mut diag = Diagnostics::default();
        let tree = parse::document(&mut diag, name, text.as_bytes(), SourceKind::Bots);
        let bot = tree.map(|tree| {
            let mut bot = read::read_bot_file(&mut diag, name, &tree);
            bot.name = Spanned::new(name.to_owned(), tree.at);
            self.compiled(&mut diag, side, &bot)
        });
        match bot {
            Some(bot) if diag.is_clean() => Ok(bot),
            _ => Err(diag.into_problems()),
        }
    }
}
