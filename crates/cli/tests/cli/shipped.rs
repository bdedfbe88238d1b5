//! Plays the shipped battles: simulated and exact values agree.

use crate::agreement::{Comparison, Faces, Verdict, judge, streaks_taken, trials};
use skirmish_engine::battle::{Battle, Time};
use skirmish_engine::side::Side;
use skirmish_scenario::{NoFiles, Override, library, load};
use skirmish_simulator::estimate::{Confidence, Trials};
use skirmish_simulator::{Detail, Driver as _, Pairs, Run, RunSpec, Session, Workers, cells, run};

fn battle(name: &str) -> Battle {
    let shipped = library::scenario(name).expect("it is shipped");
    match load(shipped.text.as_bytes(), name, &[], &NoFiles) {
        Ok(scenario) => Battle::new(scenario.spec).expect("it can be played"),
        Err(problems) => panic!("{problems}"),
    }
}

/// Returns the battle on the same board under a system; `None` if it waits for what that system lacks.
fn battle_under(name: &str, system: &str, own: &Battle) -> Option<Battle> {
    let shipped = library::scenario(name).expect("it is shipped");
    let set = [Override::new("system", system)];
    let scenario = load(shipped.text.as_bytes(), name, &set, &NoFiles).ok()?;
    Some(Battle::like(scenario.spec, own).expect("it can be played"))
}

/// The chance of a false alarm over all cells together. The seed is fixed, so the test never fails by bad luck.
const FALSE_ALARMS: f64 = 0.001;
const SEED: u64 = 20_261_121;

fn played(battle: &Battle, pairs: Pairs) -> Run {
    let spec = RunSpec { seed: SEED, games: 2_000, pairs };
    let workers = Workers::new(2).expect("there are threads");
    run(battle, &spec, &workers, None).expect("games end")
}

/// Compares the seizes by number needed with the exact chance of a number lower by `off`.
fn seizes(battle: &Battle, run: &Run, off: i32) -> Vec<(String, Comparison)> {
    let mut cells = Vec::new();
    for side in Side::BOTH {
        for (needed, sums) in run.tally.seizes[side].by_needed() {
            let (ways, all) = battle.seize_chance(needed - off);
            let seen = Trials { successes: sums.x, trials: sums.y };
            let cell = trials(seen, ways as f64 / all as f64);
            cells.extend(cell.map(|cell| (format!("{side:?} needs {needed}"), cell)));
        }
    }
    cells
}

/// Compares streaks ended at each length with their exact chances, which the run counts as well.
fn streaks(battle: &Battle, run: &Run) -> Vec<(String, Comparison)> {
    let (mut faces, mut cells) = (Faces::default(), Vec::new());
    let pairs = if run.pairs.on { Pairs::On } else { Pairs::Off };
    let workers = Workers::new(1).expect("there is a thread");
    let session = Session::new(battle, SEED, pairs, &workers).expect("games end");
    for game in 0..run.games {
        session.replay(game, &mut faces);
    }
    for ((side, length), faced) in &faces.faced {
        let row = run.tally.streaks[*side].length(*length);
        assert_eq!((row.rolls, row.expected), (faced.rolls, faced.expected.into()));
        let cell = streaks_taken(faced);
        cells.extend(cell.map(|cell| (format!("streaks of {length} by {side:?}"), cell)));
    }
    cells
}

fn verdict(cells: &[(String, Comparison)]) -> Verdict {
    let cells: Vec<Comparison> = cells.iter().map(|(_, cell)| *cell).collect();
    judge(&cells, FALSE_ALARMS)
}

#[track_caller]
fn agrees(name: &str, pairs: Pairs) {
    let battle = battle(name);
    let run = played(&battle, pairs);
    let mut cells = seizes(&battle, &run, 0);
    cells.extend(streaks(&battle, &run));
    assert!(cells.len() >= 20, "{name}: {} cells only", cells.len());
    for ((cell, _), judged) in cells.iter().zip(&verdict(&cells).cells) {
        assert!(!judged.differs, "{name}, {cell}: {judged:?}");
    }
}

#[test]
fn the_flank_run_agrees_with_its_exact_chances() {
    agrees("flank-run", Pairs::Off);
}

#[test]
fn a_battle_by_lot_agrees_with_its_exact_chances_in_pairs() {
    agrees("sidelines", Pairs::On);
}

#[test]
fn a_table_that_is_one_pip_off_does_not_agree() {
    let battle = battle("flank-run");
    let run = played(&battle, Pairs::Off);
    assert!(!verdict(&seizes(&battle, &run, 1)).agrees());
}

/// Every measure of a run, with its interval, equals that of any variant of a study that is the same battle in the same games.
#[test]
fn a_run_and_a_study_give_one_answer() {
    let workers = Workers::new(2).expect("there are threads");
    let (games, mut told, mut in_pairs) = (0..4, 0, 0);
    for shipped in library::SCENARIOS {
        let own = battle(shipped.name);
        let systems = skirmish_scenario::systems();
        for (system, battle) in
            systems.filter_map(|system| Some((system, battle_under(shipped.name, system, &own)?)))
        {
            // Whether pairs help is tried in hundreds of games, which one system of each battle may stand for.
            let is_tried = battle.spec().rules.system == own.spec().rules.system;
            let pairs = match battle.starts_by_lot() && !is_tried {
                true => Pairs::On,
                false => Pairs::Auto,
            };
            let mut spec = battle.spec().clone();
            spec.cap = Time::actions(9);
            let capped = Battle::like(spec, &own).expect("it can be played");
            let session = Session::new(&battle, 5, pairs, &workers).expect("games end");
            let run = session.play(&workers, games.clone(), None);
            let run = run.expect("games end").tally;
            let variants = [&capped, &battle];
            let beside = Session::beside(&battle, variants, 5, pairs, &workers);
            let beside = beside.expect("games end");
            let study = beside.study(
                &variants,
                Detail { changes: true, ..Detail::default() },
                &workers,
                games.clone(),
                None,
            );
            let study = study.expect("games end");
            assert_eq!(study.variants[1].difference.changed, 0);
            in_pairs += u32::from(beside.pairs().on);
            for (measure, side) in cells() {
                let of_run = run.estimate(measure, side, Confidence::P95);
                for tally in [&study.base, &study.variants[1].tally] {
                    let of_study = tally.estimate(measure, side, Confidence::P95);
                    let asked = (shipped.name, system, measure.name, side);
                    assert_eq!(of_run, of_study, "{asked:?}");
                }
                told += u32::from(of_run.is_some());
            }
        }
    }
    assert!(told > 4_000 && in_pairs > 0, "{told} answers, {in_pairs} battles in pairs");
    // Beside a variant in which the starting side is not random, nothing is played in pairs.
    let own = battle("duel");
    let cards = battle_under("duel", "cards", &own).expect("it can be played");
    let beside = Session::beside(&own, [&cards], 5, Pairs::Auto, &workers).expect("games end");
    let alone = Session::new(&own, 5, Pairs::Off, &workers).expect("games end");
    let alone = alone.play(&workers, games.clone(), None).expect("games end").tally;
    let detail = Detail { tables: true, ..Detail::default() };
    let study = beside.study(&[&cards], detail, &workers, games, None).expect("games end");
    assert_eq!(study.base, alone);
}
