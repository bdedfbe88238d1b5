//! What comes with the program: scenarios, rulebooks and bots, embedded so that everything works without files.

use crate::bots;
use crate::parse;
use crate::problem::Desk;
use crate::read;
use crate::source::SourceKind;

/// A scenario that comes with the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// Its name, such as `flank-run`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        /// The scenarios that come with the program; the first is played if none is named.
        pub const SCENARIOS: &[Shipped] = &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../../scenarios/", $name, ".toml")),
        }),+];
    };
}

shipped! {
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
}

/// The shipped scenario that is called so, with or without `.toml`.
#[must_use]
pub fn scenario(name: &str) -> Option<&'static Shipped> {
    let name = name.strip_suffix(".toml").unwrap_or(name);
    SCENARIOS.iter().find(|s| s.name == name)
}

/// The shipped bots: name and what it is like.
#[must_use]
pub fn bots() -> Vec<(String, String)> {
    let mut desk = Desk::default();
    shipped_bots(&mut desk)
        .into_iter()
        .map(|bot| (bot.name.value, bot.about))
        .collect()
}

/// Reads the shipped bots.
pub(crate) fn shipped_bots(desk: &mut Desk) -> Vec<crate::file::BotFile> {
    let tree = parse::document(
        desk,
        "shipped bots",
        bots::SHIPPED.as_bytes(),
        SourceKind::ShippedBots,
    );
    tree.as_ref()
        .and_then(|t| t.get("bot"))
        .map_or_else(Vec::new, |node| read::read_bots(desk, node))
}
