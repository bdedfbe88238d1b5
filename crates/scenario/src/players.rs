//! Files of players: bots for the sides of a battle, and how often each is played.

use std::cell::Cell;

use skirmish_engine::battle::Player;
use skirmish_engine::bot::Bot;
use skirmish_engine::rulebook::Formation;
use skirmish_engine::side::{BySide, Side};

use crate::bots::{Names, check_lines, compile};
use crate::code::Code;
use crate::file::BotFile;
use crate::keys::Keys;
use crate::library;
use crate::limits;
use crate::load::Files;
use crate::parse;
use crate::path;
use crate::problem::{Diagnostics, Problems, quote};
use crate::read::{self, PLAYERS, SOLVED};

use crate::reader;
use crate::rules::SYSTEMS;
use crate::scenario::{Input, Scenario};
use crate::source::{SourceKind, Spanned, sha256};
use crate::tree::{Entry, Node};
use crate::what::{self, Asked, What};
use crate::written;

/// The bots that play a battle, as read from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Players {
    /// The bots of each side with their shares. Empty for a side that the file leaves out; that side keeps its bot.
    pub of: BySide<Vec<Player>>,
    /// The initiative system under which the players were found, if the file says so.
    pub initiative: Option<&'static str>,
    /// The value of the battle between these players, if the file says so.
    pub solved: Option<SolvedFor>,
    /// Whether the file has been edited since its values were written.
    pub is_edited: bool,
    /// Whether the battle or its rules have changed since the players were found, if the file allows that check.
    pub is_of_other_rules: bool,
}

/// What `skirmish solve` found out about players.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolvedFor {
    /// The first side's share of wins, a draw counting as one half.
    pub value: f64,
    /// The interval of the value, widened by the gaps: what is told is [`Self::told`].
    pub range: (f64, f64),
    /// By side, the most that the best script of the last searches gained: the upper end of its interval.
    pub gaps: BySide<f64>,
    /// Games that the search played.
    pub games: u64,
    /// Games of each of its attacks, at least; 0 if the file does not say.
    pub attack: u64,
    /// The share of games without a winner.
    pub undecided: f64,
}

/// How much more an independent attack may gain than the attacks of a search did, as a share of games, where these were of so many
/// games each. It is what such attacks found on players held out for it (docs/players.md, "How wide is a range?").
pub fn held_out(attack: u64) -> f64 {
    if attack >= LONG_ATTACK { 0.05 } else { 0.25 }
}

/// Attacks of as many games overlook little.
const LONG_ATTACK: u64 = 150_000;

/// Returns a range in which either side may gain so much more than was found.
pub fn widened((low, high): (f64, f64), by: f64) -> (f64, f64) {
    ((low - by).max(0.0), (high + by).min(1.0))
}

impl SolvedFor {
    /// Returns the range that is told.
    pub fn told(&self) -> (f64, f64) {
        widened(self.range, self.held_out())
    }

    /// Returns how much more than was found a side may gain.
    pub fn held_out(&self) -> f64 {
        held_out(self.attack)
    }
}

/// What stands before the code of a file.
const CODE: &str = "code = ";

/// Returns a hash of the lines of a players file, ignoring blank lines, comments and the line with the hash itself.
fn code(text: &str) -> String {
    let lines = text.lines().map(str::trim);
    let says = |line: &&str| !line.is_empty() && !line.starts_with('#') && !line.starts_with(CODE);
    sha256(lines.filter(says).collect::<Vec<_>>().join("\n").as_bytes())[..16].to_owned()
}

impl Scenario {
    /// Reads a file of players for this battle and records it as an input.
    ///
    /// # Errors
    /// Every problem of the file, including that it is for another battle.
    pub fn read_players(
        &mut self,
        bytes: &[u8],
        name: &str,
        files: &dyn Files,
    ) -> Result<Players, Problems> {
        let mut diag = Diagnostics::default();
        let players = Asked { what: What::Players, called: name, at: None };
        let found = what::read(&mut diag, files, (name, bytes), players)
            .and_then(|tree| self.players(&mut diag, &tree));
        match found {
            Some((mut players, said)) if diag.is_clean() => {
                let is_as_found = said == code(&String::from_utf8_lossy(bytes));
                players.is_edited = players.solved.is_some() && !is_as_found;
                players.solved = players.solved.filter(|_| is_as_found);
                self.inputs.push(Input { name: name.to_owned(), sha256: sha256(bytes) });
                Ok(players)
            }
            _ => Err(diag.into_problems()),
        }
    }

    fn players(&self, diag: &mut Diagnostics, tree: &Node) -> Option<(Players, String)> {
        let keys = Keys::open(diag, tree, &PLAYERS)?;
        let battle = keys.text(diag, "battle")?;
        if battle.value != self.title {
            let message = format!("these players are for {}", quote(&battle.value));
            let hint = format!("the battle is {}", quote(&self.title));
            return diag.problem(Code::OtherBattle, battle.at, message).hint(hint).none();
        }
        let mut bots = keys.get("bot").map_or_else(Vec::new, |node| read::read_bots(diag, node));
        for bot in &bots {
            check_lines(diag, bot);
        }
        bots.extend_from_slice(library::shipped_bots());
        let mut players = BySide([Vec::new(), Vec::new()]);
        let mix = keys.get("mix");
        if let Some(node) = mix.filter(|node| node.entries().is_empty()) {
            let table = path::heading(["mix", self.side_names()[Side::A]]);
            diag.problem(Code::Amount, node.at, "there are no players in this file").hint(format!(
                "name the bots of a side with their shares, such as `[{table}]` and below it `runner = 600`"
            ));
        }
        for entry in mix.map_or(&[][..], Node::entries) {
            if let Some(side) = self.side_of(diag, entry) {
                players[side] = self.mix(diag, side, &bots, &entry.node);
            }
        }
        let initiative = keys.word(diag, "initiative", "initiative system", SYSTEMS);
        let solved = keys.get("solved").and_then(|node| self.solved(diag, node));
        let (solved, said) = solved.unzip();
        let (code, rules) = said.unwrap_or_default();
        let initiative = initiative.map(|word| word.value.name());
        let is_of_other_rules = rules.is_some_and(|rules| rules != self.rules_code());
        let players =
            Players { of: players, initiative, solved, is_edited: false, is_of_other_rules };
        Some((players, code))
    }

    fn solved(
        &self,
        diag: &mut Diagnostics,
        node: &Node,
    ) -> Option<(SolvedFor, (String, Option<String>))> {
        let keys = Keys::open(diag, node, &SOLVED)?;
        let [value, low, high] = ["value", "low", "high"].map(|key| keys.number(diag, key));
        let games = keys.whole(diag, "games");
        let mut gaps = BySide([0.0; 2]);
        for entry in keys.get("gaps").map_or(&[][..], Node::entries) {
            let gap = reader::number(diag, &entry.node, "a gap");
            if let (Some(side), Some(gap)) = (self.side_of(diag, entry), gap) {
                gaps[side] = gap;
            }
        }
        let attack =
            keys.get("attack").map_or(0, |_| keys.whole(diag, "attack").map_or(0, |it| it.value));
        let undecided = keys.number(diag, "undecided").unwrap_or(0.0);
        let code = keys.text(diag, "code")?.value;
        let rules = keys.get("rules").and_then(|_| keys.text(diag, "rules"));
        let rules = rules.map(|rules| rules.value);
        let (range, games) = ((low?, high?), games?.value);
        Some((SolvedFor { value: value?, range, gaps, games, attack, undecided }, (code, rules)))
    }

    /// Returns a hash of all values of the battle and its rules, leaving out bots, expectations and tuning.
    pub fn rules_code(&self) -> String {
        let is_of_rules = |path: &str| {
            let first = path.split('.').next().unwrap_or_default();
            // Players replace a side's bot, not a unit's.
            let is_bot = path.starts_with("side.") && path.ends_with(".bot");
            let is_bot = is_bot && !path.contains(".body.");
            !is_bot
                && !["title", "shows", "rules", "system", "bot", "expect", "tune"].contains(&first)
        };
        let of_battle = self.values.iter().filter(|(path, _)| is_of_rules(path));
        let of_battle = of_battle.map(|(path, value)| format!("{path}={value}\n"));
        let of_rules = self.parameters.iter().map(|p| format!("{}={}\n", p.path, p.value));
        sha256(of_battle.chain(of_rules).collect::<String>().as_bytes())[..16].to_owned()
    }

    fn side_of(&self, diag: &mut Diagnostics, entry: &Entry) -> Option<Side> {
        let known = self.side_names().0;
        let found = diag.find(Code::UnknownSide, entry.at, "side", &entry.key, &known).ok()?;
        Some(Side::BOTH[found])
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
                let known = bots.iter().map(|bot| &bot.name.value);
                diag.unknown(Code::UnknownBot, entry.at, "bot", &entry.key, known)
                    .hint("a bot is `[bot.NAME]` in this file, or one that comes with the program");
                continue;
            };
            let bot = self.compiled(diag, side, bot);
            let weight = weight.and_then(|weight| u32::try_from(weight.value).ok()).unwrap_or(1);
            players.push(Player { bot, weight });
        }
        if players.is_empty() && diag.is_clean() {
            let message = format!("there are no players for {}", quote(self.side_names()[side]));
            diag.problem(Code::Amount, node.at, message)
                .hint("name bots with their shares, such as `runner = 600`")
                .hint("or leave the side out: it keeps its own bot");
        }
        players
    }

    /// Returns the shipped bots that work in this battle, each with only the lines that are of use to this side.
    pub fn shipped_bots(&self, side: Side) -> Vec<Bot> {
        self.every_shipped_bot(side).iter().map(|bot| self.suited(side, bot)).collect()
    }

    /// Returns the shipped bots that work in this battle, with all of their lines.
    pub fn every_shipped_bot(&self, side: Side) -> Vec<Bot> {
        let compiled = |bot: &BotFile| {
            let mut diag = Diagnostics::default();
            let bot = self.compiled(&mut diag, side, bot);
            diag.is_clean().then_some(bot)
        };
        library::shipped_bots().iter().filter_map(compiled).collect()
    }

    fn compiled(&self, diag: &mut Diagnostics, side: Side, bot: &BotFile) -> Bot {
        let places: Vec<String> = self.spec.places.iter().map(|p| p.name.clone()).collect();
        let ways: Vec<String> = self.spec.ways.iter().map(|way| way.name.clone()).collect();
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
            ways: &ways,
            events: &events,
            objective: self.spec.sides[side].objective,
            by_dice: self.spec.rules.fighting.has_skill_dice(),
            has_line: self.spec.sides.0.iter().any(|side| side.units.iter().any(is_line)),
            bodies: bodies.each_ref().map(Vec::as_slice),
            is_first: side == Side::A,
            used: &used,
        };
        compile(diag, bot, &names)
    }

    /// Writes players as a file that reads back as the same players; `head` goes first.
    pub fn say_players(
        &self,
        players: BySide<&[(Player, String)]>,
        solved: Option<&SolvedFor>,
        head: &str,
    ) -> String {
        let comment =
            |text: &str| text.lines().map(|line| format!("# {line}\n")).collect::<String>();
        let mut file = format!(
            "battle = {}\ninitiative = \"{}\"\n",
            written::text(&self.title),
            self.spec.rules.system.name()
        );
        if let Some(SolvedFor { value, range: (low, high), gaps, games, attack, undecided }) =
            solved
        {
            let worth =
                format!("value = {value:.4}\nlow = {low:.4}\nhigh = {high:.4}\ngames = {games}\n");
            let range =
                "What the first side wins, and the interval of that, made wider by the gaps.";
            let gap = "What a further search still gained at most: the upper end of its interval.";
            let searched =
                "Games of each search for an answer, at least: short ones overlook much.";
            let searched = comment(searched) + &format!("attack = {attack}\n");
            file += &format!("\n[solved]\n{}{worth}{searched}{}", comment(range), comment(gap));
            for (side, gap) in gaps.iter() {
                let name = path::heading([self.side_names()[side]]);
                file += &format!("gaps.{name} = {gap:.4}\n");
            }
            if *undecided > 0.0 {
                file += &format!(
                    "# The share of games that nobody wins.\nundecided = {undecided:.4}\n"
                );
            }
            let rules = "Of the battle and its rules as they were: a change of them is told.";
            file += &format!("{}rules = \"{}\"\n", comment(rules), self.rules_code());
            let code = "Of all that this file says: if it is edited, nothing is known of what the battle is worth.";
            file += &format!("{}{CODE}\"\"\n", comment(code));
        }
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
        let said = format!("{CODE}\"{}\"\n", code(&file));
        comment(head) + &file.replacen(&format!("{CODE}\"\"\n"), &said, 1)
    }

    /// Reads a bot written by [`Self::say_bot`].
    ///
    /// # Errors
    /// Every problem of the text.
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
