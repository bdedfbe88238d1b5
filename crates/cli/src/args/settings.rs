//! What the command line sets.

use std::ops::RangeInclusive;

use clap::Args as ClapArgs;
use clap::builder::PossibleValuesParser;
use skirmish_engine::rulebook::Fighting;
use skirmish_report::safe_text;
use skirmish_scenario::Override;

use crate::status::{Failure, Result};

/// Numbers, the initiative system and the way of fighting of a battle.
#[derive(Debug, Clone, ClapArgs)]
pub(crate) struct Settings {
    /// Set a value of the rulebook or the scenario by its path; `skirmish list parameters FILE` has them (repeat for
    /// more)
    #[arg(long, value_name = "PATH=VALUE", value_parser = Override::parse)]
    pub(crate) set: Vec<Override>,
    /// Initiative system to play it under, whatever its rulebook says; the same as `--set system=SYSTEM`
    #[arg(long, value_name = "SYSTEM", value_parser = systems())]
    initiative: Option<String>,
    /// Way of fighting, whatever its rulebook says; the same as `--set fighting=FIGHTING`
    #[arg(long, value_name = "FIGHTING", value_parser = ways_of_fighting())]
    fighting: Option<String>,
    #[command(flatten)]
    pub(crate) players: Players,
}

/// The players, in place of the bots of the file.
#[derive(Debug, Clone, Default, ClapArgs)]
pub(crate) struct Players {
    /// Play with the players in this file, as left by `skirmish solve`, drawn anew for each game; or `solved`, for those
    /// that come with the program for this battle and system. A side whose bot is set plays that bot. With `think:32`,
    /// alone or as in `solved,think:32`, both sides think ahead: at every third action a side plays the game to its end 32
    /// times in its head by each player that it knows, and goes on by the best. `think:32@Raiders` has that side alone
    /// think. It takes a thousand times as long
    #[arg(long = "players", id = "players", value_name = "FILE")]
    pub(crate) file: Option<String>,
}

/// How many games each player plays out ahead, and for which side if not both.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Thinking {
    pub(crate) playouts: u32,
    pub(crate) side: Option<String>,
}

/// Limits for games played out ahead by each player: fewer are no use, more take too long.
pub(super) const PLAYOUTS: RangeInclusive<u32> = 4..=1024;

const THINK: &str = "think:";

impl Players {
    /// Returns the file of players or the word for the program's own, and the side that thinks ahead. Fails if malformed.
    pub(crate) fn parts(&self) -> Result<(Option<&str>, Option<Thinking>)> {
        let Some(text) = self.file.as_deref() else { return Ok((None, None)) };
        let (file, thinking) = match text.strip_prefix(THINK) {
            Some(thinking) => (None, thinking),
            None => match text.rsplit_once(&format!(",{THINK}")) {
                Some((file, thinking)) => (Some(file), thinking),
                None => return Ok((Some(text), None)),
            },
        };
        let (number, side) = match thinking.split_once('@') {
            Some((number, side)) => (number, Some(side.to_owned())),
            None => (thinking, None),
        };
        let playouts = number.parse().ok().filter(|number| PLAYOUTS.contains(number));
        let playouts = playouts.ok_or_else(|| {
            let (least, most) = (PLAYOUTS.start(), PLAYOUTS.end());
            Failure::hinted(
                format!(
                    "`--players {}`: `{}` is no number from {least} to {most}",
                    safe_text(text),
                    safe_text(number)
                ),
                "write `think:32`, or `think:32@SIDE` if only one side thinks ahead".to_owned(),
            )
        })?;
        Ok((file, Some(Thinking { playouts, side })))
    }

    /// Fails if players think ahead, which takes too long in a search.
    pub(crate) fn do_not_think(&self) -> Result {
        match self.parts()?.1 {
            None => Ok(()),
            Some(thinking) => Err(Failure::hinted(
                "players who think ahead take too long for a search",
                format!(
                    "leave `think:{0}` out; `skirmish run --players think:{0}` with a bot that was found tells what thinking ahead gains",
                    thinking.playouts
                ),
            )),
        }
    }
}

impl Settings {
    /// Returns all settings, initiative system and way of fighting last.
    pub(crate) fn overrides(&self) -> Vec<Override> {
        let named = [("system", &self.initiative), ("fighting", &self.fighting)];
        let named =
            named.into_iter().filter_map(|(path, word)| Some(Override::new(path, word.as_ref()?)));
        self.set.iter().cloned().chain(named).collect()
    }

    /// Returns values set by path, each as `path = value`.
    pub(crate) fn told(&self) -> Vec<String> {
        self.set.iter().map(|set| format!("{} = {}", set.path, set.value)).collect()
    }
}

/// Returns whether it sets the bot of a side or a unit.
pub(crate) fn sets_bot(set: &Override) -> bool {
    set.path.starts_with("side.") && set.path.ends_with(".bot")
}

pub(super) fn ways_of_fighting() -> PossibleValuesParser {
    PossibleValuesParser::new(Fighting::ALL.iter().map(|(word, _)| *word))
}

/// Parses ways of fighting, `own` or `all`.
pub(super) fn ways_or_all() -> PossibleValuesParser {
    let ways = Fighting::ALL.iter().map(|(word, _)| *word);
    PossibleValuesParser::new(ways.chain([OWN, ALL]))
}

pub(super) fn systems() -> PossibleValuesParser {
    PossibleValuesParser::new(skirmish_scenario::systems())
}

/// Words for all values, and for that of the battle's own rules.
pub(crate) const ALL: &str = "all";
pub(crate) const OWN: &str = "own";

/// Parses initiative systems, `own` or `all`.
pub(super) fn systems_or_all() -> PossibleValuesParser {
    PossibleValuesParser::new(skirmish_scenario::systems().chain([OWN, ALL]))
}
