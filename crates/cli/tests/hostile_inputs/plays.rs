//! What loads must play, and what does not must be refused in words. Tested within the process, which is faster.

use std::collections::BTreeMap;

use rand::RngExt as _;
use skirmish_engine::battle::{Battle, Time};
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::game::{Workspace, play_watched};
use skirmish_engine::side::BySide;
use skirmish_scenario::{Override, Problems, load, load_rules};

use super::{Fault, Lots, command};

/// Most actions of a game, as faults mostly show soon.
const CAP: u32 = 80;

struct Dice<'l>(&'l mut Lots);

impl Chance for Dice<'_> {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        self.0.random_range(1..=sides.max(1))
    }
}

/// How a file is given to the loader.
#[derive(Debug, Clone)]
pub(crate) enum Use {
    Battle,
    Rules(&'static str),
    Bot(&'static str, String),
    /// The players of this battle under an initiative system.
    Players(&'static str, String),
}

/// Loads a file, and plays a game or two if possible.
pub(crate) fn played(usage: &Use, bytes: &[u8], lots: &mut Lots) -> Result<bool, Fault> {
    let ticks = || command::ticks("thread-self").unwrap_or(0);
    let before = ticks();
    let played = unhurried(usage, bytes, lots);
    match ticks() - before {
        1000.. => Err(Fault::new("it takes over 10 s of processor time", format!("{played:?}"))),
        _ => played,
    }
}

fn unhurried(usage: &Use, bytes: &[u8], lots: &mut Lots) -> Result<bool, Fault> {
    let files = BTreeMap::from([("file.toml".to_owned(), bytes.to_vec())]);
    let file = |path: &str| vec![Override::new(path, "file.toml")];
    let loaded = match usage {
        Use::Battle => load(bytes, "file.toml", &[], &files),
        Use::Rules(battle) => {
            load_rules("file.toml", &[], &files)
                .map_or_else(|problems| sound(&problems), |_| Ok(()))?;
            load(battle.as_bytes(), "battle.toml", &file("rules"), &files)
        }
        Use::Bot(battle, side) => {
            load(battle.as_bytes(), "battle.toml", &file(&format!("side.\"{side}\".bot")), &files)
        }
        Use::Players(battle, system) => {
            load(battle.as_bytes(), "battle.toml", &[Override::new("system", system)], &files)
        }
    };
    let mut scenario = match loaded {
        Ok(scenario) => scenario,
        Err(problems) => return sound(&problems).map(|()| false),
    };
    let notes = scenario.notes();
    notes.iter().try_for_each(|note| tame(note))?;
    scenario.spec.cap = Time::actions(scenario.spec.cap.number.min(CAP));
    let mut battle = Battle::new(scenario.spec.clone())
        .map_err(|error| Fault::new("what is loaded is refused", error.to_string()))?;
    if matches!(usage, Use::Players(..)) {
        match scenario.read_players(bytes, "file.toml", &files) {
            Ok(players) => {
                let players = BySide::from_fn(|side| players.of[side].as_slice());
                match battle.with_players(players) {
                    Ok(with) => battle = with,
                    Err(error) => return tame(&error.to_string()).map(|()| false),
                }
            }
            Err(problems) => return sound(&problems).map(|()| false),
        }
    }
    let mut workspace = Workspace::new(&battle);
    for _ in 0..2 {
        play_watched(&battle, &mut workspace, None, &mut Dice(lots), &mut |_, _| {});
    }
    Ok(true)
}

/// Checks that problems can be shown, have places and are printable.
fn sound(problems: &Problems) -> Result<(), Fault> {
    for problem in problems.list() {
        if problem.line < 1 || problem.column < 1 || problem.message.is_empty() {
            return Err(Fault::new("a problem without a place", problem.message.clone()));
        }
        tame(&problem.message)?;
        problem.hints.iter().try_for_each(|hint| tame(hint))?;
    }
    let told = problems.render(false);
    match told.len() {
        0 => Err(Fault::new("nothing is said of what is wrong", "")),
        200_000.. => {
            Err(Fault::new("too much is said of what is wrong", format!("{} bytes", told.len())))
        }
        _ => told.lines().try_for_each(tame),
    }
}

fn tame(text: &str) -> Result<(), Fault> {
    match text.chars().any(char::is_control) || text.starts_with("::") {
        true => Err(Fault::new("a message is not fit to print", format!("{text:?}"))),
        false => Ok(()),
    }
}
