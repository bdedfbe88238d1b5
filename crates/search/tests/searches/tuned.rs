//! What `tune` promises, for rulebooks with known laws: printed edits meet their targets, cheap ones are not passed over, and
//! nothing is done where nothing is needed.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use skirmish_search::tune::{Cost, Edit, Ending, Move, TuneSpec, tune};

use super::seeds;
use super::worlds::{ACTIONS, World, actions, asked, wins};

/// Rulebooks for each seed.
const WORLDS: u64 = 25;

/// A rulebook of a dozen cells that meets two targets with room to spare, moved by an edit of one to three cells.
fn planted(seed: u64) -> (World, TuneSpec, Edit) {
    let mut lots = Xoshiro256PlusPlus::seed_from_u64(seed);
    let cells: Vec<[f64; 2]> = (0..12)
        .map(|_| {
            let mut effect = |most: f64| match lots.random_range(0..3) {
                0 => 0.0,
                _ => lots.random_range(-most..most),
            };
            [effect(0.5), effect(0.15)]
        })
        .collect();
    let mut world = World::new(seed, 0.0, cells);
    let mut away: Edit = Edit::new();
    for _ in 0..lots.random_range(1..=3) {
        let cell = lots.random_range(0..12);
        if away.iter().all(|step| step.cell != cell) {
            let steps = lots.random_range(1..=2) * if lots.random_bool(0.5) { 1 } else { -1 };
            away.push(Move { cell, steps });
        }
    }
    away.sort();
    world.logit = 0.0;
    let (share, length) = world.law(&away);
    // All values are relative to the moved table, so the edit that leads back is the reverse.
    let moved = (share / (1.0 - share)).ln();
    let back: Edit = away.iter().map(|step| Move { steps: -step.steps, ..*step }).collect();
    world.logit = moved;
    let factor = length / ACTIONS;
    world.length = factor;
    let targets = vec![wins((0.46, 0.54)), actions((0.93 * ACTIONS, 1.07 * ACTIONS))];
    (world, asked(targets, 12), back)
}

/// Returns how far outside its targets an edit lies, less a part of their slack.
fn outside(world: &World, asked: &TuneSpec, edit: &[Move], slack: f64) -> f64 {
    let (share, length) = world.law(edit);
    let of = |(target, value): (&skirmish_search::tune::Target, f64)| {
        target.shortfall(value) - slack * target.slack
    };
    asked.targets.iter().zip([share, length]).map(of).fold(f64::MIN, f64::max)
}

/// 100 rulebooks by four seeds: at an error of 5 %, more than 12 misses of either kind come once in 1,000.
#[test]
#[expect(clippy::print_stderr, reason = "what was counted is told with --nocapture")]
fn what_is_promised_holds() {
    let worlds = WORLDS * seeds();
    let most = |share: f64| (worlds as f64 * share + 3.1 * (worlds as f64 * share).sqrt()) as u64;
    let (mut asked_of, mut found_none, mut dear, mut close, mut wrong) = (0, 0, 0, 0, 0);
    for seed in 0..worlds {
        let (mut world, asked, back) = planted(seed);
        if outside(&world, &asked, &[], 1.0) <= 0.0 {
            continue;
        }
        asked_of += 1;
        let found = tune(&asked, &mut world).unwrap();
        let cost = asked.cost(&back);
        match found.ending {
            Ending::Found => {
                let edit = &found.certified[0].tried.edit;
                dear += u64::from(asked.cost(edit) > cost);
                close += u64::from(outside(&world, &asked, edit, 0.0) > 0.0);
                wrong += u64::from(outside(&world, &asked, edit, 1.0) > 0.0);
            }
            _ => found_none += 1,
        }
    }
    eprintln!(
        "{asked_of} planted: {found_none} not found, {dear} dearer, {close} outside, {wrong} by more than the slack"
    );
    assert!(found_none <= most(0.05), "{found_none} of {asked_of} were not found");
    assert!(dear <= most(0.10), "{dear} of {asked_of} cost more than what was planted");
    assert!(found_none + close <= most(0.05), "{close} of {asked_of} lie outside a target");
    assert!(wrong <= most(0.025), "{wrong} of {asked_of} miss a target by more than the slack");
}

#[test]
fn where_nothing_was_planted_there_is_nothing_to_do() {
    let worlds = WORLDS * seeds();
    let mut alarms = 0;
    for seed in 0..worlds {
        let mut world = World::new(seed, 0.0, vec![[0.2, 0.1]; 3]);
        let targets = vec![wins((0.48, 0.52)), actions((0.97 * ACTIONS, 1.03 * ACTIONS))];
        let found = tune(&asked(targets, 3), &mut world).unwrap();
        alarms +=
            u64::from(found.ending != Ending::NothingToDo || found.now.cost != Cost::default());
    }
    assert!(alarms <= 5 + worlds / 20, "{alarms} of {worlds}");
}
