//! Plays a rulebook or battle file before the referee, as a user's file would be.

use std::panic::{AssertUnwindSafe, catch_unwind};

use skirmish_engine::battle::Battle;
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::{Workspace, play_watched};
use skirmish_referee::Auditor;
use skirmish_scenario::{NoFiles, Scenario, load};

use crate::lots::Lots;

/// What came of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Played {
    /// The loader refused it, for these reasons.
    Refused(String),
    /// The referee found a breach, or something panicked.
    Broken(Breach),
    /// All games were played, with so many actions in all.
    Sound(u64),
}

/// What is wrong with a file that loads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The rule broken, or "panic": the part that stays the same while the file is made smaller.
    pub kind: String,
    pub game: u64,
    pub what: String,
}

/// Plays games with their numbers as seeds. `seen` gets the scenario once loaded, `watch` every event before a breach.
pub fn play(
    text: &str,
    games: u64,
    seen: impl FnOnce(&Scenario),
    mut watch: impl FnMut(&Scene<'_>, &Event),
) -> Played {
    let scenario = match load(text.as_bytes(), "made-up.toml", &[], &NoFiles) {
        Ok(scenario) => scenario,
        Err(problems) => return Played::Refused(problems.render(false)),
    };
    let broken = |kind: &str, game, what: String| {
        Played::Broken(Breach { kind: kind.to_owned(), game, what })
    };
    let battle = match Battle::new(scenario.spec.clone()) {
        Ok(battle) => battle,
        Err(error) => return broken("no battle", 0, format!("loaded, and no battle: {error}")),
    };
    seen(&scenario);
    let mut workspace = Workspace::new(&battle);
    let mut auditor = Auditor::default();
    let mut actions = 0;
    for game in 0..games {
        let mut dice = Lots::new(game);
        let played = catch_unwind(AssertUnwindSafe(|| {
            let mut watch = |scene: &Scene<'_>, event: &Event| {
                if auditor.breaches().is_empty() {
                    watch(scene, event);
                }
                auditor.event(scene, event);
            };
            play_watched(&battle, &mut workspace, None, &mut dice, &mut watch)
        }));
        match played {
            Ok(outcome) => actions += u64::from(outcome.actions),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().cloned();
                let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
                let text = text.unwrap_or_default();
                return broken("panic", game, format!("game {game} panicked: {text}"));
            }
        }
        if let Some(breach) = auditor.breaches().first() {
            return broken(&breach.rule.to_string(), game, format!("game {game}, {breach}"));
        }
    }
    Played::Sound(actions)
}
