//! Every shipped battle of Lloyd's rulebook is played under every initiative system, and told.

use skirmish_engine::audit::Auditor;
use skirmish_engine::battle::Battle;
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::game::{Table, play};
use skirmish_engine::rulebook::{Fighting, System};
use skirmish_report::transcript::{Detail, Transcript};
use skirmish_scenario::{NoFiles, Override, library, load};

const GAMES: u64 = 20;

/// Dice from a linear congruential generator: the games are the same everywhere.
struct Lcg(u64);

impl Chance for Lcg {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(sides)) as u8 + 1
    }
}

fn plays(system: System) {
    let mut played = 0;
    for shipped in library::SCENARIOS {
        let name = shipped.name;
        let plain = load(shipped.text.as_bytes(), name, &[], &NoFiles).expect("it is shipped");
        if plain.spec.rules.system != System::Lloyd || plain.spec.rules.fighting != Fighting::Host {
            continue;
        }
        let set = [Override::new("system", system.name())];
        let scenario = load(shipped.text.as_bytes(), name, &set, &NoFiles)
            .unwrap_or_else(|problems| panic!("{name}: {problems}"));
        assert_eq!(scenario.spec.rules.system, system, "{name}");
        let battle = Battle::new(scenario.spec).expect("it can be played");
        let mut table = Table::new(&battle);
        let mut auditor = Auditor::default();
        for game in 0..GAMES {
            let mut transcript = Transcript::new(Detail::Moves);
            let mut dice = Lcg(game);
            play(
                &battle,
                &mut table,
                None,
                &mut dice,
                &mut (&mut auditor, &mut transcript),
            );
            assert!(!transcript.into_text().is_empty(), "{name}");
        }
        let breaches: Vec<String> = auditor.breaches().iter().map(ToString::to_string).collect();
        assert!(
            breaches.is_empty(),
            "{name} under {}: {breaches:#?}",
            system.name()
        );
        assert_eq!(auditor.games(), GAMES, "{name}");
        played += 1;
    }
    assert!(played >= 9, "{played} battles only");
}

#[test]
fn every_battle_is_played_under_every_system_of_turns() {
    for system in System::ALL {
        // Turns under pressure need the dice of petite guerre, which Lloyd's rulebook does not have.
        if system != System::PetiteGuerre {
            plays(system);
        }
    }
}
