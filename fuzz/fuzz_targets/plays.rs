//! What loading accepts the engine plays.

use skirmish_engine::battle::{Battle, Time};
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::game::{Workspace, play_watched};
use skirmish_scenario::{Problems, Scenario};

/// Actions after which a game is stopped: battles of hundreds are slow, and what goes wrong mostly goes wrong soon.
const CAP: u32 = 60;

/// Dice that differ from battle to battle.
struct Lots(u64);

impl Chance for Lots {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((self.0 >> 33) % u64::from(sides.max(1))) as u8 + 1
    }
}

/// Plays a game of what was loaded from these bytes, or else reads what is wrong with it.
pub fn plays(loaded: Result<Scenario, Problems>, bytes: &[u8]) {
    match loaded {
        Ok(mut scenario) => {
            scenario.spec.cap = Time::actions(scenario.spec.cap.number.min(CAP));
            let battle = Battle::new(scenario.spec).expect("what is loaded is accepted");
            let seed = bytes.iter().fold(0, |sum: u64, byte| sum.wrapping_mul(31) + u64::from(*byte));
            let mut workspace = Workspace::new(&battle);
            play_watched(&battle, &mut workspace, None, &mut Lots(seed), &mut |_, _| {});
        }
        Err(problems) => assert!(!problems.render(false).is_empty()),
    }
}
