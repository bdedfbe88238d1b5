//! Battles to measure: the shipped ones, and generated ones of any size.

use rayon::prelude::*;
use skirmish_engine::battle::Battle;
use skirmish_engine::rulebook::Fighting;
use skirmish_engine::side::BySide;
use skirmish_scenario::library::{self, SCENARIOS, Shipped};
use skirmish_scenario::{NoFiles, Override, Problems, Scenario, load, systems};

/// A battle with the name of its scenario.
#[derive(Debug, Clone)]
pub struct Named {
    /// What it is called in tables.
    pub name: String,
    /// The battle.
    pub battle: Battle,
}

/// Every scenario that comes with the program.
///
/// # Panics
/// If one cannot be played.
#[must_use]
pub fn shipped() -> Vec<Named> {
    shipped_with(&[])
}

/// The same with values set as by `--set`.
///
/// # Panics
/// If one cannot be played.
#[must_use]
pub fn shipped_with(overrides: &[Override]) -> Vec<Named> {
    SCENARIOS
        .par_iter()
        .map(|shipped| Named {
            name: shipped.name.to_owned(),
            battle: battle(&as_shipped(shipped, overrides)),
        })
        .collect()
}

/// Every shipped scenario for which there are players that were found by search, played by them.
///
/// # Panics
/// If one cannot be played.
#[must_use]
pub fn shipped_with_players() -> Vec<Named> {
    let found = |shipped: &'static Shipped| {
        let mut scenario = as_shipped(shipped, &[]);
        let file = library::players(&scenario.title, scenario.spec.rules.system.name())?;
        let players = scenario.read_players(file.text.as_bytes(), file.name, &NoFiles);
        let players = players.unwrap_or_else(|problems| panic!("{problems}"));
        let mixes = BySide::from_fn(|side| players.of[side].as_slice());
        let played = battle(&scenario).with_players(mixes);
        let battle = played.unwrap_or_else(|error| panic!("{}: {error}", file.name));
        Some(Named { name: format!("{}, played well", shipped.name), battle })
    };
    SCENARIOS.iter().filter_map(found).collect()
}

/// Every shipped scenario, and one of them under every system: each on the next thread that is free.
pub fn all() -> impl IndexedParallelIterator<Item = Named> {
    shipped().into_par_iter().chain(under_other_systems()).with_max_len(1)
}

/// One shipped battle under each system that it was not made for, as by `--set system=NAME`.
///
/// # Panics
/// If it cannot be played.
#[must_use]
pub fn under_other_systems() -> Vec<Named> {
    const NAME: &str = "flank-run";
    let shipped = SCENARIOS.iter().find(|s| s.name == NAME);
    let text = shipped.map_or("", |shipped| shipped.text);
    // Turns under pressure need the dice of petite guerre, which this battle's rulebook does not have.
    let others = systems().filter(|system| !["lloyd", "petite-guerre"].contains(system));
    others
        .map(|system| Named {
            name: format!("{NAME} under {system}"),
            battle: battle(&scenario(text, NAME, &[Override::new("system", system)])),
        })
        .collect()
}

/// A shipped battle as it stands; what is worked out of its board serves all others like it.
#[derive(Debug)]
pub struct Own {
    shipped: &'static Shipped,
    /// The battle.
    pub battle: Battle,
}

impl Own {
    /// Every shipped battle.
    #[must_use]
    pub fn all() -> Vec<Self> {
        let own = |shipped| Self { shipped, battle: battle(&as_shipped(shipped, &[])) };
        SCENARIOS.par_iter().map(own).collect()
    }

    /// The name of its scenario.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.shipped.name
    }

    /// The same with values set as by `--set`.
    ///
    /// # Errors
    /// If the loader does not accept that.
    pub fn with(&self, set: &[(&str, &str)]) -> Result<Battle, Problems> {
        let set: Vec<_> = set.iter().map(|(path, value)| Override::new(path, value)).collect();
        let scenario = load(self.shipped.text.as_bytes(), self.name(), &set, &NoFiles)?;
        let like = Battle::like(scenario.spec, &self.battle);
        Ok(like.unwrap_or_else(|error| panic!("{}: {error}", self.name())))
    }
}

/// One of all that shipped battles, systems and ways of fighting make together.
#[derive(Debug, Clone, Copy)]
pub struct Combination<'o> {
    /// The battle as it stands.
    pub own: &'o Own,
    /// The system, by its word in rulebooks.
    pub system: &'static str,
    /// The way of fighting.
    pub fighting: Fighting,
}

impl Combination<'_> {
    /// The names of battle, system and way of fighting.
    #[must_use]
    pub fn names(&self) -> [&'static str; 3] {
        [self.own.name(), self.system, self.fighting.name()]
    }

    /// Whether it is one of the fewer that do where each takes long: of fighting by steps, one system of each kind.
    #[must_use]
    pub fn is_of_few(&self) -> bool {
        let few = ["lloyd", "petite-guerre", "adnd", "warspike", "unit-by-unit"];
        !self.fighting.is_by_steps() || few.contains(&self.system)
    }

    /// Its battle.
    ///
    /// # Errors
    /// If the loader does not accept that.
    pub fn load(&self) -> Result<Battle, Problems> {
        let [_, system, fighting] = self.names();
        self.own.with(&[("system", system), ("fighting", fighting)])
    }
}

/// Every shipped battle under every system with every way of fighting.
pub fn combinations(battles: &[Own]) -> impl Iterator<Item = Combination<'_>> {
    battles.iter().flat_map(|own| {
        systems().flat_map(move |system| {
            Fighting::ALL.iter().map(move |(_, fighting)| Combination {
                own,
                system,
                fighting: *fighting,
            })
        })
    })
}

/// A generated battle: see [`text`].
///
/// # Panics
/// If the loader does not like it.
#[must_use]
pub fn generated(figures: usize, obstacles: usize) -> Named {
    let name = format!("{figures}-a-side-{obstacles}-obstacles");
    let scenario = scenario(&text(figures, obstacles), &name, &[]);
    Named { battle: battle(&scenario), name }
}

/// The same under another rulebook.
///
/// # Panics
/// If the loader does not like it.
#[must_use]
pub fn generated_by(
    rules: &str,
    figures: usize,
    obstacles: usize,
    overrides: &[Override],
) -> Named {
    let name = format!("{figures}-a-side-{obstacles}-obstacles-{rules}");
    let text = text(figures, obstacles).replace("\"lloyd\"", &format!("\"{rules}\""));
    let scenario = scenario(&text, &name, overrides);
    Named { battle: battle(&scenario), name }
}

fn as_shipped(shipped: &Shipped, overrides: &[Override]) -> Scenario {
    scenario(shipped.text, shipped.name, overrides)
}

fn scenario(text: &str, name: &str, overrides: &[Override]) -> Scenario {
    match load(text.as_bytes(), name, overrides, &NoFiles) {
        Ok(scenario) => scenario,
        Err(problems) => panic!("{problems}"),
    }
}

fn battle(scenario: &Scenario) -> Battle {
    match Battle::new(scenario.spec.clone()) {
        Ok(battle) => battle,
        Err(error) => panic!("{}: {error}", scenario.name),
    }
}

/// Most figures a side that fit on the generated board.
pub const MOST_FIGURES: usize = 96;

/// Most obstacles that fit between the sides.
pub const MOST_OBSTACLES: usize = 24;

const BODY: usize = 12;

/// A battle for a ford in the middle of a board that is the same for all sizes, so that nothing but the number of
/// figures and obstacles changes: bodies of twelve, archers and spearmen in turn, one side that rushes and one that
/// shoots; houses, woods and hedges in turn, evenly spread between them.
///
/// # Panics
/// If there are more figures or obstacles than fit, or if the figures do not make whole bodies.
#[must_use]
pub fn text(figures: usize, obstacles: usize) -> String {
    assert!(figures > 0 && figures <= MOST_FIGURES && figures.is_multiple_of(BODY));
    assert!(obstacles <= MOST_OBSTACLES);
    let features: String =
        (0..obstacles).map(|k| obstacle(k, k * MOST_OBSTACLES / obstacles)).collect();
    let (hold, lose) = (figures / 3, figures / 2);
    let mut text = format!(
        "title = \"Ford\"\n\
         rules = \"lloyd\"\n\
         cap = 200\n\
         [board]\n\
         size = [72, 48]\n\
         features = [\n{features}]\n\
         places = {{ ford = {{ at = [36, 24], radius = 4 }} }}\n"
    );
    for (side, bot) in [("Left", "rusher"), ("Right", "marksman")] {
        text += &format!(
            "[side.{side}]\n\
             wins = [{{ holds = \"ford\", with = {hold} }}, {{ losses = {lose} }}]\n\
             bot = \"{bot}\"\n"
        );
        for body in 0..figures / BODY {
            let depth = 6 + body / 4 * 9;
            let x = if side == "Left" { depth } else { 72 - depth };
            // From the middle outwards, so that small battles meet, too.
            let y = [18, 30, 6, 42][body % 4];
            let weapon = ["bow", "spear"][body % 2];
            text += &format!(
                "[[side.{side}.body]]\n\
                 name = \"{side} {body}\"\n\
                 figures = {BODY}\n\
                 troops = \"average\"\n\
                 weapon = \"{weapon}\"\n\
                 leader = {{ name = \"{side} leader {body}\", rank = \"good\" }}\n\
                 at = [{x}, {y}]\n"
            );
        }
    }
    text
}

/// The obstacle number `k`, at one of 24 spots between the sides.
fn obstacle(k: usize, spot: usize) -> String {
    let x = 25 + 6 * (spot % 4);
    let y = 4.0 + 7.5 * (spot / 4) as f64;
    let (right, top) = (x + 3, y + 2.5);
    match k % 3 {
        0 => format!("  {{ kind = \"house\", at = [{x}, {y}], size = [3, 2.5] }},\n"),
        1 => format!(
            "  {{ kind = \"wood\", corners = [[{x}, {y}], [{right}, {y}], [{right}, {top}], [{x}, {top}]] }},\n"
        ),
        _ => format!("  {{ kind = \"hedge\", from = [{x}, {y}], to = [{right}, {top}] }},\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skirmish_engine::side::Side;

    #[test]
    fn generated_battles_are_of_the_size_asked_for() {
        for (figures, obstacles) in [(12, 0), (24, 6), (48, 12), (96, 24)] {
            let battle = generated(figures, obstacles).battle;
            for side in Side::BOTH {
                assert_eq!(battle.count(side), figures);
            }
            assert_eq!(battle.spec().features.len(), obstacles);
        }
    }

    /// `.ci/instructions` plays it by the program, which wants a file.
    #[test]
    fn the_generated_battle_of_48_a_side_is_kept_as_a_file() {
        assert_eq!(include_str!("../battles/48-a-side.toml"), text(48, 6));
    }
}
