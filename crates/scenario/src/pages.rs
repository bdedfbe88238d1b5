//! Pages about rules for `explain`: what a rule says, its readings and our assumptions, from the files in `pages/`.

use std::sync::LazyLock;

use skirmish_engine::rulebook::Rulebook;

use crate::path;
use crate::rules::Parameter;

/// A page about a rule.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulePage {
    /// Its number, such as `LL-03`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What it says, in our words.
    pub digest: String,
    /// Parameters that choose between readings of it.
    #[serde(default)]
    pub options: Vec<String>,
    /// Contradictions in the source, and which side we follow.
    #[serde(default)]
    pub contradictions: Vec<String>,
    /// Paths of its parameters, or their beginnings; `*` matches any one part.
    #[serde(default)]
    pub parameters: Vec<String>,
    /// What the source leaves open and the program decides.
    #[serde(default)]
    pub assumed: Vec<String>,
}

impl RulePage {
    /// Returns whether a parameter belongs to the rule, options included.
    pub fn covers(&self, parameter: &Parameter) -> bool {
        let mut begins = self.parameters.iter().chain(&self.options);
        begins.any(|begin| leads_to(begin, &parameter.path))
    }
}

fn leads_to(begin: &str, path: &str) -> bool {
    let Some(path) = path::split(path) else {
        return false;
    };
    let mut parts = path.iter();
    begin.split('.').all(|part| parts.next().is_some_and(|p| part == "*" || part == p))
}

#[derive(serde::Deserialize)]
struct Book {
    page: Vec<RulePage>,
}

const BOOKS: [&str; 8] = [
    include_str!("../pages/lloyd.toml"),
    include_str!("../pages/petite-guerre.toml"),
    include_str!("../pages/systems.toml"),
    include_str!("../pages/turns.toml"),
    include_str!("../pages/steps.toml"),
    include_str!("../pages/techniques.toml"),
    include_str!("../pages/osric.toml"),
    include_str!("../pages/host.toml"),
];

/// A file that cannot be read has no pages; a test reads them all.
static PAGES: LazyLock<Vec<RulePage>> = LazyLock::new(|| {
    let books = BOOKS.iter().filter_map(|text| toml::from_str::<Book>(text).ok());
    books.flat_map(|book| book.page).collect()
});

/// Returns every page, in order.
pub fn pages() -> impl Iterator<Item = &'static RulePage> {
    PAGES.iter()
}

/// Returns the pages of a rulebook's rules, in order, with those of rules that every rulebook has.
pub fn pages_of(rules: &Rulebook) -> impl Iterator<Item = &'static RulePage> {
    pages().filter(|page| is_played(&page.id, rules))
}

/// Returns whether a rule is played. The first arm that matches it counts.
fn is_played(id: &str, rules: &Rulebook) -> bool {
    let (system, fighting) = (rules.system, rules.fighting);
    let Some(rule) = id.split_once('-') else { return true };
    match rule {
        ("LL", _) if system.is_seized() => true,
        // Lloyd's groups and distances hold wherever there are no paces.
        ("LL", _) if fighting.has_skill_dice() => false,
        // Groups and their actions; order cards.
        ("LL", "01" | "08") => true,
        // With segments, blows are struck one by one.
        ("LL", "09") => !system.fights_by_turn() && !system.has_segments(),
        ("LL", "13" | "15") => system.acts_as_a_side(),
        ("LL", "14") => system.moves_to_shoot(),
        // The others are about seizing the initiative.
        ("LL", _) => false,
        ("PG" | "PGC", _) => system.has_pressure() || fighting.has_skill_dice(),
        ("AD", _) | ("ADC", "6" | "7" | "9") => system.has_segments(),
        ("FT", _) => fighting.is_by_steps(),
        ("ADC", _) => fighting.has_hit_points(),
        ("WS" | "SOW", _) | ("WSC", "1" | "2" | "8" | "9" | "10" | "11" | "12") => system.answers(),
        ("WSC", _) => fighting.has_technique_tests(),
        ("TN", "09") => system.turn().is_some(),
        ("BL" | "TN", _) | ("LLC", "3") => {
            system.turn().is_some_and(|turn| turn.rule.to_string() == id)
        }
        // Ranges and aiming; reach, ranks and helpers.
        ("HOST", "2" | "3") if fighting.is_by_steps() => true,
        // Reach belongs to host melee; quality, morale and results to host shots, too.
        ("LLC", "4") | ("HOST", "3") => fighting.has_host_melee(),
        ("LLC", _) | ("HOST", "2" | "4") => fighting.has_host_shots(),
        _ => true,
    }
}

/// Returns the page of a rule, in any case and with or without leading zeros: `LL-03`, `ll-3`.
pub fn page(id: &str) -> Option<&'static RulePage> {
    let plain = |id: &str| {
        let (book, number) = id.trim().split_once('-')?;
        Some((book.to_uppercase(), number.parse::<u32>().ok()?))
    };
    let wanted = plain(id)?;
    pages().find(|p| plain(&p.id).as_ref() == Some(&wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_pages_can_be_read() {
        for text in BOOKS {
            let book: Book = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
            assert!(!book.page.is_empty());
            assert!(book.page.iter().all(|page| !page.title.is_empty() && !page.digest.is_empty()));
        }
    }
}
