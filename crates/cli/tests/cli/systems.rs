//! Every shipped battle is played under every initiative system, and told.

use skirmish_engine::audit::Auditor;
use skirmish_engine::battle::Battle;
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::game::{Table, play};
use skirmish_engine::rulebook::System;
use skirmish_report::transcript::{Detail, Transcript};
use skirmish_scenario::library::{self, Shipped};
use skirmish_scenario::{NoFiles, Override, RULEBOOKS, load};

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

/// Battles that have no sense under a system: what the loader says.
const SENSELESS: &[(&str, System, &str)] = &[
    ("ambush", System::Lloyd, NO_TURNS),
    ("fire-by-ranks", System::Lloyd, NO_TURNS),
    ("barricade-street", System::Lloyd, NO_TURNS),
    ("piquet", System::Lloyd, NO_TURNS),
    ("sabres", System::Lloyd, NO_TURNS),
];

const NO_TURNS: &str = "the goal waits for turns, but there are none in the system `lloyd`";

/// Plays a shipped battle under a system, if that makes sense.
fn plays(shipped: &Shipped, system: System) -> Result<(), String> {
    let name = shipped.name;
    let set = [Override::new("system", system.name())];
    let scenario = match load(shipped.text.as_bytes(), name, &set, &NoFiles) {
        Ok(scenario) => scenario,
        Err(problems) => return Err(problems.render(false)),
    };
    assert_eq!(scenario.spec.rules.system, system, "{name}");
    assert_eq!(scenario.get("system"), Some(system.name()), "{name}");
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
    Ok(())
}

#[test]
fn every_battle_is_played_under_every_system() {
    for shipped in library::SCENARIOS {
        for system in System::ALL {
            let of = |row: &&(&str, System, &str)| row.0 == shipped.name && row.1 == system;
            match (plays(shipped, system), SENSELESS.iter().find(of)) {
                (Ok(()), None) => {}
                (Err(told), Some((.., why))) => assert!(told.contains(why), "{told}"),
                (Ok(()), Some(_)) => panic!("{} is played under {system:?}", shipped.name),
                (Err(told), None) => panic!("{} under {system:?}: {told}", shipped.name),
            }
        }
    }
}

/// The system of a rulebook does not stand in the way of its own tables: each is played by its name as well.
#[test]
fn every_rulebook_plays_a_battle_under_every_system() {
    let flank_run = library::scenario("flank-run").expect("it is shipped");
    for (rules, _) in RULEBOOKS.iter().filter(|book| book.0 != "petite-guerre") {
        for system in System::ALL {
            let set = [
                Override::new("rules", rules),
                Override::new("system", system.name()),
            ];
            let text = flank_run.text.as_bytes();
            let scenario = load(text, "flank-run", &set, &NoFiles)
                .unwrap_or_else(|problems| panic!("{rules} under {system:?}: {problems}"));
            let by_name = [Override::new("system", system.name())];
            let plain = load(text, "flank-run", &by_name, &NoFiles).expect("it is played");
            assert_eq!(scenario.spec.rules.warspike, plain.spec.rules.warspike);
            assert_eq!(scenario.spec.rules.segments, plain.spec.rules.segments);
            assert_eq!(scenario.spec.rules.seize, plain.spec.rules.seize);
            assert_eq!(scenario.spec.rules.control, plain.spec.rules.control);
        }
    }
}
