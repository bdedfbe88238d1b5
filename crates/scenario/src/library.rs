//! Shipped scenarios, players, rulebooks and bots, embedded so that everything works without files.

use std::sync::LazyLock;

use crate::bots;
use crate::file::BotFile;
use crate::parse;
use crate::read;
use crate::source::SHIPPED_BOTS;
use crate::written;

/// A shipped scenario, or the players of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// Its name, such as `flank-run`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! shipped {
    ($(#[$about:meta])+ $all:ident in $folder:literal: $($name:literal),+ $(,)?) => {
        $(#[$about])+
        pub const $all: &[Shipped] = &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../../scenarios/", $folder, $name, ".toml")),
        }),+];
    };
}

shipped! {
    /// The shipped scenarios; the first is played by default.
    SCENARIOS in "":
    "flank-run",
    "archers-in-check",
    "gawain-and-blackheart",
    "stragglers",
    "barricade",
    "peasants-and-zombies",
    "duel",
    "sidelines",
    "large-battle",
    "ambush",
    "fire-by-ranks",
    "barricade-street",
    "piquet",
    "sabres",
    "bridge-race",
    "hold-orders",
    "five-a-side",
    "party-and-orcs",
    "crossbow-gap",
    "dagger-and-pike",
    "spell-and-sword",
    "steel-and-numbers",
    "three-to-one",
    "twelve-dice",
    "green-company",
    "shield-wall",
}

shipped! {
    /// The shipped players, by battle and system, such as `flank-run.lloyd`.
    PLAYERS in "players/":
    "flank-run.adnd",
    "flank-run.alternate",
    "flank-run.cards",
    "flank-run.command-dice",
    "flank-run.countdown",
    "flank-run.dice-bag",
    "flank-run.lloyd",
    "flank-run.lloyd-d10",
    "flank-run.orders",
    "flank-run.overwatch",
    "flank-run.petite-guerre",
    "flank-run.turnover",
    "flank-run.unit-by-unit",
    "flank-run.unit-deck",
    "flank-run.warspike",
    "archers-in-check.lloyd",
    "gawain-and-blackheart.lloyd",
    "stragglers.lloyd",
    "barricade.lloyd",
    "peasants-and-zombies.lloyd",
    "duel.lloyd",
    "sidelines.lloyd",
    "large-battle.lloyd",
    "ambush.petite-guerre",
    "fire-by-ranks.petite-guerre",
    "barricade-street.petite-guerre",
    "piquet.petite-guerre",
    "sabres.petite-guerre",
    "bridge-race.warspike",
    "hold-orders.warspike",
    "five-a-side.warspike",
    "party-and-orcs.adnd",
    "crossbow-gap.adnd",
    "dagger-and-pike.adnd",
    "spell-and-sword.adnd",
    "steel-and-numbers.unit-by-unit",
    "three-to-one.unit-by-unit",
    "twelve-dice.unit-by-unit",
    "green-company.unit-by-unit",
    "shield-wall.unit-by-unit",
}

/// Returns the shipped players for a battle under an initiative system.
pub fn players(title: &str, system: &str) -> Option<&'static Shipped> {
    let battle = format!("battle = {}", written::text(title));
    let found_under = format!("initiative = \"{system}\"");
    PLAYERS.iter().find(|players| {
        let has = |wanted: &str| players.text.lines().any(|line| line == wanted);
        has(&battle) && has(&found_under)
    })
}

/// Returns the initiative systems with shipped players for a battle, as a list in text.
pub fn systems_with_players(title: &str) -> Option<String> {
    let has = |system: &&str| players(title, system).is_some();
    let systems: Vec<&str> = crate::systems().filter(has).collect();
    (!systems.is_empty()).then(|| systems.join(", "))
}

/// Returns the shipped scenario with this name, with or without `.toml`.
pub fn scenario(name: &str) -> Option<&'static Shipped> {
    let name = name.strip_suffix(".toml").unwrap_or(name);
    SCENARIOS.iter().find(|s| s.name == name)
}

/// Returns the names and descriptions of the shipped bots.
pub fn bots() -> Vec<(String, String)> {
    shipped_bots().iter().map(|bot| (bot.name.value.clone(), bot.about.clone())).collect()
}

/// Returns the text of a shipped bot, as a file of its own would have it.
pub fn bot(name: &str) -> Option<&'static str> {
    let (_, text) = bots::SHIPPED.split_once(&format!("\n[bot.{name}]\n"))?;
    let end = text.find("\n[bot.").unwrap_or(text.len());
    Some(text[..end].trim_end())
}

pub(crate) fn shipped_bots() -> &'static [BotFile] {
    static BOTS: LazyLock<Vec<BotFile>> = LazyLock::new(|| {
        parse::shipped(SHIPPED_BOTS, |diag, tree| {
            tree.get("bot").map_or_else(Vec::new, |node| read::read_bots(diag, node))
        })
    });
    &BOTS
}
