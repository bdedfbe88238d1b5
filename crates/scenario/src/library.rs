//! What comes with the program: scenarios, rulebooks and bots, embedded so that everything works without files.

use crate::bots;
use crate::parse;
use crate::problem::Diagnostics;
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
    let mut diag = Diagnostics::default();
    shipped_bots(&mut diag).into_iter().map(|bot| (bot.name.value, bot.about)).collect()
}

/// The text of a shipped bot: what would stand in a file of its own.
#[must_use]
pub fn bot(name: &str) -> Option<&'static str> {
    let (_, text) = bots::SHIPPED.split_once(&format!("\n[bot.{name}]\n"))?;
    let end = text.find("\n[bot.").unwrap_or(text.len());
    Some(text[..end].trim_end())
}

/// Reads the shipped bots.
pub(crate) fn shipped_bots(diag: &mut Diagnostics) -> Vec<crate::file::BotFile> {
    let tree =
        parse::document(diag, "shipped bots", bots::SHIPPED.as_bytes(), SourceKind::ShippedBots);
    tree.as_ref()
        .and_then(|t| t.get("bot"))
        .map_or_else(Vec::new, |node| read::read_bots(diag, node))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Code, NoFiles, load};

    /// Each text is whole: a battle may have it as a bot of its own.
    #[test]
    fn the_text_of_every_shipped_bot_makes_a_bot() {
        let battle = SCENARIOS[0].text;
        for (name, about) in bots() {
            let text = bot(&name).unwrap_or_else(|| panic!("{name}"));
            assert!(text.starts_with(&format!("about = \"{about}\"")), "{text}");
            let own = format!("{battle}\n[bot.own]\n{text}\n");
            let set = crate::Override::new("side.Raiders.bot", "own");
            if let Err(problems) = load(own.as_bytes(), "own.toml", &[set], &NoFiles) {
                // Shipped bots have lines for every way of fighting.
                let mut found = problems.list().iter();
                assert!(found.all(|p| p.code == Code::OutOfUse), "{name}: {problems}");
            }
        }
        assert_eq!(bot("nobody"), None);
    }
}
