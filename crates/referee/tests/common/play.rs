//! A file as a user's, played before the referee.

use std::panic::{AssertUnwindSafe, catch_unwind};

use skirmish_engine::battle::Battle;
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::{Table, play_watched};
use skirmish_referee::Auditor;
use skirmish_scenario::{NoFiles, Scenario, load};

/// Lots, for dice and for whoever makes something up: always the same from the same seed, on every machine.
#[derive(Debug, Clone)]
pub(crate) struct Lots(u64);

impl Lots {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// One of the numbers from 0 up to, and without, this.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n.max(1) as u64) as usize
    }
}

impl Chance for Lots {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        self.below(sides.into()) as u8 + 1
    }
}

/// What came of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Played {
    /// The loader refused it, for these reasons.
    Refused(String),
    /// The referee found a breach, or something panicked.
    Broken(Breach),
    /// All games were played, with so many actions in all.
    Sound(u64),
}

/// What is wrong with a file that loads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Breach {
    /// The rule, or that something panicked; what stays the same as the file gets smaller.
    pub(crate) kind: String,
    pub(crate) game: u64,
    /// All of it.
    pub(crate) what: String,
}

/// Plays so many games, whose dice follow from their number. `seen` is shown the file as it was read, `watch` what happens.
pub(crate) fn play(
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
    let mut table = Table::new(&battle);
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
            play_watched(&battle, &mut table, None, &mut dice, &mut watch)
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
