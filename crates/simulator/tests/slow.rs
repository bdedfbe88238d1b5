//! Tests of the tests: thousands of independent small runs of processes with known values. An interval must hold the exact
//! value as often as stated, and a verdict must not raise more false alarms than stated.
//!
//! Seeds are fixed, so these never fail by bad luck; the bounds say how often they would with fresh seeds. Run with `cargo test
//! --release -p skirmish-simulator --test slow`.

#[path = "simulator/toy.rs"]
mod toy;

use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::Side;
use skirmish_simulator::estimate::{
    Confidence, Estimate, Per, Trials, mean, proportion, ratio, share,
};
use skirmish_simulator::sums::{RatioSums, Sums};
use skirmish_simulator::{Pairs, Session, Streams, Workers};
use skirmish_testkit::agreement::{Faces, judge, streaks_taken, trials, units};
use toy::Toy;

/// Independent runs of each process.
const RUNS: u64 = 4000;

/// With fresh seeds, a correct interval would fail one such test in 10,000: 3.89 standard deviations.
const DEVIATIONS: f64 = 3.89;

/// How far the share of intervals that hold the value may be off by chance.
fn by_chance(share: f64, runs: u64) -> f64 {
    DEVIATIONS * (share * (1.0 - share) / runs as f64).sqrt()
}

struct Dice(Streams);

impl Dice {
    fn roll(&mut self, sides: u8) -> u8 {
        let site = RollSite { purpose: Purpose::Initiative, rule: Rule::ll(3) };
        self.0.die(site, sides)
    }
}

/// The share of runs whose interval holds the value. Each run has its own dice.
fn coverage(value: f64, mut run: impl FnMut(&mut Dice) -> Option<Estimate>) -> f64 {
    let mut dice = Dice(Streams::new(20_261_121));
    let mut held = 0;
    for number in 0..RUNS {
        dice.0.start(number);
        let interval = run(&mut dice).and_then(|estimate| estimate.interval);
        held += u64::from(interval.is_some_and(|interval| interval.holds(value)));
    }
    held as f64 / RUNS as f64
}

fn assert_covers(name: &str, seen: f64) {
    let off = (seen - 0.95).abs();
    assert!(off <= by_chance(0.95, RUNS), "{name}: {seen}");
}

/// A game with dependent rolls: its nominee is good or bad, and rolls a d12 times.
fn clustered(dice: &mut Dice) -> (u64, u64) {
    let most = if dice.roll(2) == 1 { 1 } else { 7 };
    let rolls = dice.roll(12);
    let successes = (0..rolls).filter(|_| dice.roll(20) <= most).count();
    (successes as u64, u64::from(rolls))
}

/// The exact share of successes: rolls and nominee are independent.
const CLUSTERED: f64 = 4.0 / 20.0;

/// A game that rolls until it succeeds, at most ten times, so that the number of rolls depends on their results.
fn until_success(dice: &mut Dice) -> (u64, u64) {
    let most = if dice.roll(2) == 1 { 2 } else { 10 };
    for rolls in 1..=10 {
        if dice.roll(20) <= most {
            return (1, rolls);
        }
    }
    (0, 10)
}

/// The exact ratio of successes to rolls: E x = 1 - q^10, E y = (1 - q^10) / p, each averaged over both chances.
fn until_success_value() -> f64 {
    let [x, y] = [0.1_f64, 0.5]
        .map(|p| {
            let x = 1.0 - (1.0 - p).powi(10);
            [x, x / p]
        })
        .into_iter()
        .fold([0.0; 2], |sum, more| [sum[0] + more[0], sum[1] + more[1]]);
    x / y
}

fn sums(dice: &mut Dice, units: u32, mut unit: impl FnMut(&mut Dice) -> (u64, u64)) -> RatioSums {
    let mut sums = RatioSums::default();
    for _ in 0..units {
        let (x, y) = unit(dice);
        sums.add(x, y);
    }
    sums
}

#[test]
fn shares_hold_what_they_promise() {
    for units in [50, 200, 1000] {
        let seen =
            coverage(CLUSTERED, |dice| share(&sums(dice, units, clustered), Confidence::P95));
        assert_covers(&format!("clustered, {units} games"), seen);
        let seen = coverage(until_success_value(), |dice| {
            share(&sums(dice, units, until_success), Confidence::P95)
        });
        assert_covers(&format!("until success, {units} games"), seen);
    }
}

#[test]
fn the_naive_binomial_interval_does_not() {
    // This is why ratios are used: dependent rolls taken as independent look far too certain.
    let seen = coverage(CLUSTERED, |dice| {
        let sums = sums(dice, 200, clustered);
        let seen = Trials { successes: sums.x, trials: sums.y };
        proportion(seen, Confidence::P95)
    });
    assert!(seen < 0.90, "{seen}");
}

#[test]
fn few_games_and_rare_successes_are_not_far_off() {
    for units in [5, 10, 20] {
        let seen =
            coverage(CLUSTERED, |dice| share(&sums(dice, units, clustered), Confidence::P95));
        assert!(seen > 0.93, "{units} games: {seen}");
    }
    // Five rolls a game with a chance of one in 200 each: five expected successes in all.
    let rare = |dice: &mut Dice| {
        let successes = (0..5).filter(|_| dice.roll(200) == 1).count();
        (successes as u64, 5)
    };
    let seen = coverage(1.0 / 200.0, |dice| share(&sums(dice, 200, rare), Confidence::P95));
    assert!(seen > 0.93, "rare: {seen}");
}

/// A pair of games with the same die: A wins up to 14 if it starts and up to 8 if not.
fn pair(dice: &mut Dice) -> (u64, u64) {
    let rolled = dice.roll(20);
    (u64::from(rolled <= 14) + u64::from(rolled <= 8), 2)
}

/// A pair where starting decides nearly always: at most one pair in 20 does not score 1 of 2.
fn tight_pair(dice: &mut Dice) -> (u64, u64) {
    let rolled = dice.roll(40);
    (u64::from(rolled <= 39) + u64::from(rolled <= 1), 2)
}

#[test]
fn pairs_hold_what_they_promise() {
    let seen = coverage(22.0 / 40.0, |dice| share(&sums(dice, 200, pair), Confidence::P95));
    assert_covers("pairs", seen);
    for units in [10, 50, 200] {
        let seen = coverage(0.5, |dice| share(&sums(dice, units, tight_pair), Confidence::P95));
        assert!(seen > 0.95 - by_chance(0.95, RUNS), "{units} tight pairs: {seen}");
    }
}

#[test]
fn means_hold_what_they_promise() {
    // The length of a game that ends with one chance in four after each action.
    let game = |dice: &mut Dice| {
        let mut actions = 1;
        while dice.roll(4) != 1 {
            actions += 1;
        }
        actions
    };
    let per = Per { units: 500, games: 1 };
    let seen = coverage(4.0, |dice| {
        let mut sums = Sums::default();
        for _ in 0..per.units {
            sums.add(game(dice));
        }
        mean(&sums, per, Confidence::P95)
    });
    assert_covers("mean", seen);

    // Actions per streak: the inverse of the rate above.
    let seen = coverage(1.0 / until_success_value(), |dice| {
        let sums = sums(dice, 1000, |dice| {
            let (x, y) = until_success(dice);
            (y, x)
        });
        ratio(&sums, Confidence::P95)
    });
    assert_covers("ratio", seen);
}

#[test]
fn proportions_hold_what_they_promise() {
    // The binomial is lumpy, so Wilson's interval is right only on average over chances and numbers of games.
    let mut seen = 0.0;
    let chances = [10_u8, 20, 40, 70, 100];
    let sizes = [180, 200, 220, 240];
    for chance in chances {
        for games in sizes {
            seen += coverage(f64::from(chance) / 200.0, |dice| {
                let successes = (0..games).filter(|_| dice.roll(200) <= chance).count();
                let seen = Trials { successes: successes as u64, trials: games };
                proportion(seen, Confidence::P95)
            });
        }
    }
    assert_covers("Wilson", seen / (chances.len() * sizes.len()) as f64);
}

#[test]
fn verdicts_raise_no_more_false_alarms_than_they_say() {
    let mut dice = Dice(Streams::new(7));
    let (mut alarms, mut detections) = (0, 0);
    let level = 0.05;
    for run in 0..RUNS {
        dice.0.start(run);
        let mut cells = Vec::new();
        let mut shifted = Vec::new();
        for needed in [3, 10, 19, 20] {
            let chance = f64::from(21 - needed) / 20.0;
            let successes = (0..400).filter(|_| i32::from(dice.roll(20)) >= needed).count();
            let seen = Trials { successes: successes as u64, trials: 400 };
            cells.extend(trials(seen, chance));
            // One step on the die, in one cell.
            let wrong = if needed == 10 { chance + 0.1 } else { chance };
            shifted.extend(trials(seen, wrong));
        }
        let clustered = sums(&mut dice, 200, clustered);
        cells.extend(units(&clustered, CLUSTERED));
        shifted.extend(units(&clustered, CLUSTERED));
        assert_eq!(cells.len(), 5);
        alarms += u64::from(!judge(&cells, level).agrees());
        detections += u64::from(!judge(&shifted, level).agrees());
    }
    let alarms = alarms as f64 / RUNS as f64;
    assert!(alarms <= level + by_chance(level, RUNS), "{alarms}");
    // It must also detect something.
    assert!(alarms > 0.02, "{alarms}");
    let detections = detections as f64 / RUNS as f64;
    assert!(detections > 0.9, "{detections}");
}

#[test]
fn a_long_run_of_the_toy_agrees_with_exact_chances() {
    let toy = Toy::new();
    let workers = Workers::new(0).expect("threads");
    for pairs in [Pairs::On, Pairs::Off] {
        let session = Session::new(&toy, 99, pairs, &workers).expect("by lot");
        let run = session.play(&workers, 0..400_000, None).expect("plays");
        let tally = &run.tally;
        let mut cells = Vec::new();
        for side in Side::BOTH {
            for (needed, sums) in tally.seizes[side].by_needed() {
                let exact = f64::from((21 - needed).clamp(0, 20)) / 20.0;
                let seen = Trials { successes: sums.x, trials: sums.y };
                cells.extend(trials(seen, exact));
                cells.extend(units(sums, exact));
            }
        }
        let mut faces = Faces::default();
        for game in 0..run.games {
            session.replay(game, &mut faces);
        }
        for ((side, length), faced) in &faces.faced {
            let row = tally.streaks[*side].length(*length);
            assert_eq!((row.rolls, row.expected), (faced.rolls, faced.expected.into()));
            cells.extend(streaks_taken(faced));
        }
        assert!(cells.len() > 20);
        let verdict = judge(&cells, 0.001);
        assert!(verdict.agrees(), "{verdict:#?}");
    }
}
