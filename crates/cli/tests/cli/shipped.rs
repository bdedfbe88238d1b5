//! The shipped battles, played for real: what is simulated agrees with what is exact.

use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_scenario::{NoFiles, library, load};
use skirmish_simulator::agreement::{Comparison, Verdict, judge, streaks_taken, trials};
use skirmish_simulator::estimate::Trials;
use skirmish_simulator::{Control, Pairs, Plan, Run, Workers, run};

fn battle(name: &str) -> Battle {
    let shipped = library::scenario(name).expect("it is shipped");
    match load(shipped.text.as_bytes(), name, &[], &NoFiles) {
        Ok(scenario) => Battle::new(scenario.spec).expect("it can be played"),
        Err(problems) => panic!("{problems}"),
    }
}

/// Every number that was needed for a seize, and every length of streak, against its exact chance. All cells together
/// raise a false alarm with at most this chance; the seed is fixed, so the test never fails by bad luck.
const FALSE_ALARMS: f64 = 0.001;

fn played(battle: &Battle, pairs: Pairs) -> Run {
    let plan = Plan { seed: 20_261_121, games: 2_000, pairs };
    let workers = Workers::new(2).expect("there are threads");
    run(battle, &plan, &workers, Control::default()).expect("games end")
}

/// Every number that was needed for a seize, beside the exact chance of one that is `off` easier.
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

/// Streaks ended at each length, beside the exact chances that they faced.
fn streaks(run: &Run) -> Vec<(String, Comparison)> {
    let mut cells = Vec::new();
    for side in Side::BOTH {
        for (length, row) in run.tally.streaks[side].by_length() {
            let cell = streaks_taken(row, run.tally.chance_denominator());
            cells.extend(cell.map(|cell| (format!("streaks of {length} by {side:?}"), cell)));
        }
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
    cells.extend(streaks(&run));
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

/// The test can fail: a table that is one pip off is found out.
#[test]
fn a_table_that_is_one_pip_off_does_not_agree() {
    let battle = battle("flank-run");
    let run = played(&battle, Pairs::Off);
    assert!(!verdict(&seizes(&battle, &run, 1)).agrees());
}
