//! Every shipped battle is played under every initiative system and told, or says why it cannot be.

use skirmish_engine::battle::Battle;
use skirmish_engine::chance::{Chance, RollSite};
use skirmish_engine::event::{Ending, Event, Observer};
use skirmish_engine::game::{Table, play_watched};
use skirmish_engine::rulebook::{Fighting, Rulebook};
use skirmish_referee::Auditor;
use skirmish_report::transcript::{Detail, Transcript};
use skirmish_scenario::library;
use skirmish_scenario::{NoFiles, Override, RULEBOOKS, load, systems};

const GAMES: u64 = 200;
/// The same where there are many combinations.
const FEW_GAMES: u64 = 12;
/// Of these, so many are told as well.
const TOLD: u64 = 10;

/// Dice from a linear congruential generator: the games are the same everywhere.
struct Lcg(u64);

impl Chance for Lcg {
    fn die(&mut self, _: RollSite, sides: u8) -> u8 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(sides)) as u8 + 1
    }
}

/// A shipped battle as it stands; what is worked out of its board serves all its variants.
struct Own {
    shipped: &'static library::Shipped,
    battle: Battle,
}

/// Every shipped battle.
fn shipped() -> Vec<Own> {
    let own = |shipped: &'static library::Shipped| {
        let scenario = load(shipped.text.as_bytes(), shipped.name, &[], &NoFiles);
        let battle = Battle::new(scenario.expect("it is shipped").spec);
        Own { shipped, battle: battle.expect("it can be played") }
    };
    library::SCENARIOS.iter().map(own).collect()
}

/// How many of some games of a battle reach the cap. The auditor watches all, and some are told.
fn capped(battle: &Battle, games: u64, name: &str) -> u64 {
    let mut table = Table::new(battle);
    let mut auditor = Auditor::default();
    let mut capped = 0;
    for game in 0..games {
        let mut told = (game < TOLD).then(|| Transcript::new(Detail::Moves));
        let mut dice = Lcg(game);
        let mut first = None;
        let outcome = play_watched(battle, &mut table, None, &mut dice, &mut |scene, event| {
            auditor.event(scene, event);
            if let Event::Acts { side, .. } | Event::Forfeits { side, .. } = event {
                first.get_or_insert(*side);
            }
            if let Some(transcript) = &mut told {
                transcript.event(scene, event);
            }
        });
        assert_eq!(outcome.first_mover, first, "{name}, game {game}");
        if let Some(transcript) = told {
            assert!(!transcript.into_text().is_empty(), "{name}");
        }
        capped += u64::from(outcome.ending == Ending::Cap);
    }
    let breaches: Vec<String> = auditor.breaches().iter().map(ToString::to_string).collect();
    assert!(breaches.is_empty(), "{name}: {breaches:#?}");
    assert_eq!(auditor.games(), games, "{name}");
    capped
}

/// Plays every shipped battle under a system. Whatever cannot be played says that it waits for turns.
fn plays(system: &str, battles: &[Own]) {
    let mut played = 0;
    for Own { shipped, battle: own } in battles {
        let set = [Override::new("system", system)];
        let name = format!("{} under {}", shipped.name, system);
        let scenario = match load(shipped.text.as_bytes(), shipped.name, &set, &NoFiles) {
            Ok(scenario) => scenario,
            Err(problems) => {
                let why = problems.to_string();
                assert_eq!(system, "lloyd", "{name}: {why}");
                assert!(why.contains("the goal counts turns"), "{name}: {why}");
                continue;
            }
        };
        assert_eq!(scenario.spec.rules.system.name(), system, "{name}");
        let battle = Battle::like(scenario.spec, own).expect("it can be played");
        let capped = capped(&battle, GAMES, &name);
        assert!(capped * 5 <= GAMES, "{name}: {capped} games reach the cap");
        played += 1;
    }
    assert!(played >= 14, "{played} battles only under {}", system);
}

#[test]
fn every_battle_under_every_system() {
    let battles = shipped();
    std::thread::scope(|scope| {
        for system in systems() {
            let battles = &battles;
            scope.spawn(move || plays(system, battles));
        }
    });
}

/// The system of a rulebook does not stand in the way of its own tables: each is played by its name as well.
#[test]
fn every_rulebook_plays_a_battle_under_every_system() {
    let flank_run = library::scenario("flank-run").expect("it is shipped");
    for (rules, _) in RULEBOOKS.iter().filter(|book| book.0 != "petite-guerre") {
        for system in systems() {
            let set = [Override::new("rules", rules), Override::new("system", system)];
            let text = flank_run.text.as_bytes();
            let scenario = load(text, "flank-run", &set, &NoFiles)
                .unwrap_or_else(|problems| panic!("{rules} under {system}: {problems}"));
            let by_name = [Override::new("system", system)];
            let plain = load(text, "flank-run", &by_name, &NoFiles).expect("it is played");
            // Its readings are what `spheres-of-war` is (SOW-1).
            if *rules != "spheres-of-war" {
                assert_eq!(scenario.spec.rules.warspike, plain.spec.rules.warspike);
            }
            // And likewise OSRIC's on the order of action are what `osric` is (ADC-6, ADC-9).
            if *rules != "osric" {
                assert_eq!(scenario.spec.rules.segments, plain.spec.rules.segments);
            }
            // Movement and fighting are the rulebook's own, whatever the system (WSC-2, WSC-6).
            let own = ["warspike", "spheres-of-war"].contains(rules);
            let of = |rules: &Rulebook| {
                let tests = rules.fighting == Fighting::Techniques;
                [rules.movement.strides.is_some(), tests]
            };
            assert_eq!(of(&scenario.spec.rules), [own; 2], "{rules} {system}");
            assert_eq!(of(&plain.spec.rules), [false; 2]);
            assert_eq!(scenario.spec.rules.seize, plain.spec.rules.seize);
            assert_eq!(scenario.spec.rules.control, plain.spec.rules.control);
        }
    }
}

/// Any initiative system goes with any fighting between troops that its tables know: each shipped battle of such troops is
/// played by all of them. The troops of petite guerre know their own fighting only, and nobody else knows theirs.
#[test]
fn every_battle_by_every_way_of_fighting() {
    let mut played = 0;
    for Own { shipped, battle: own } in shipped() {
        let text = shipped.text.as_bytes();
        let by_skills = own.spec().rules.fighting == Fighting::PetiteGuerre;
        for (word, fighting) in Fighting::ALL {
            for system in systems() {
                let set = [Override::new("fighting", word), Override::new("system", system)];
                let name = format!("{} by {word} under {}", shipped.name, system);
                let loaded = load(text, shipped.name, &set, &NoFiles);
                let known = by_skills == (*fighting == Fighting::PetiteGuerre);
                let scenario = match loaded {
                    Ok(scenario) => scenario,
                    Err(problems) => {
                        let why = problems.to_string();
                        let waits = why.contains("the goal counts turns");
                        // The profiles that come with the program are of Lloyd's grades.
                        let is_other = fighting.is_by_steps() && why.contains("is not defined");
                        assert!(
                            waits || is_other || !known && why.contains("needs"),
                            "{name}: {why}"
                        );
                        continue;
                    }
                };
                assert!(known, "{name}");
                let battle = Battle::like(scenario.spec, &own).expect("it can be played");
                let capped = capped(&battle, FEW_GAMES, &name);
                assert!(capped * 2 <= FEW_GAMES, "{name}: {capped} games reach the cap");
                played += 1;
            }
        }
    }
    assert!(played >= 15 * 3 * 7, "{played} only");
}

/// One block of everything on each side (WSC-10): bodies that shoot, run and fight, each in its own match; and matched as
/// one by distance.
#[test]
fn every_battle_in_blocks_of_whole_sides() {
    for Own { shipped, battle: own } in shipped() {
        let text = shipped.text.as_bytes();
        for matching in ["chosen", "closest"] {
            let set = [
                Override::new("system", "warspike"),
                Override::new("options.blocks", "whole-side"),
                Override::new("options.matching", matching),
            ];
            let name = format!("{} in blocks, {matching}", shipped.name);
            let Ok(scenario) = load(text, shipped.name, &set, &NoFiles) else {
                continue; // Goals that wait for more turns than WarSpike has.
            };
            let battle = Battle::like(scenario.spec, &own).expect("it can be played");
            capped(&battle, FEW_GAMES, &name);
        }
    }
}

/// Five a side is short enough for thousands of games: as it is, with units that are chosen (WS-02), by the host's moves and
/// melee, and with stacked attacks (WSC-5).
#[test]
fn five_a_side_by_every_reading() {
    let text = library::scenario("five-a-side").expect("it is shipped");
    let stacked = [
        ("options.technique-attack", "stacked"),
        ("techniques.mentality.good", "9"),
        ("techniques.action.average", "8"),
    ];
    let chosen: &[(&str, &str)] = &[("options.matching", "chosen")];
    let full: &[(&str, &str)] = &[("options.stride", "full-move")];
    let host: &[(&str, &str)] = &[("fighting", "host")];
    for readings in [
        vec![],
        vec![chosen],
        vec![host, full],
        vec![host],
        vec![&stacked],
        vec![&stacked, chosen, full],
    ] {
        let set: Vec<_> =
            readings.concat().iter().map(|(path, value)| Override::new(path, value)).collect();
        let scenario = load(text.text.as_bytes(), text.name, &set, &NoFiles)
            .unwrap_or_else(|problems| panic!("{problems}"));
        let battle = Battle::new(scenario.spec).expect("it can be played");
        let name = format!("five-a-side with {readings:?}");
        assert_eq!(capped(&battle, 1000, &name), 0, "{name}");
    }
}
