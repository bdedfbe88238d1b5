//! Sources of luck and adjusted win rates, for games with known answers.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Ending, Observer};
use skirmish_engine::game::Outcome;
use skirmish_engine::rule::Rule;
use skirmish_engine::side::{BySide, Side};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::{LuckShares, LuckSums, luck};
use skirmish_simulator::{
    Additive, Counts, Driver, Finish, Luck, Measure, Quantity, Tally, Unit, Workers,
};

/// A game that is over after three dice: A loses 2 figures if the shot is odd and 1 if the blow is odd, and wins if neither
/// initiative nor morale is odd.
struct Toy;

impl Driver for Toy {
    type Workspace = ();

    fn workspace(&self) {}

    fn play<C: Chance, O: Observer>(
        &self,
        (): &mut (),
        _: Option<Side>,
        chance: &mut C,
        _: &mut O,
    ) -> Outcome {
        let mut odd = |purpose| {
            let rule = Rule::ll(3);
            u32::from(chance.die(RollSite { purpose, rule }, 20) % 2)
        };
        let (shot, blow) = (odd(Purpose::Shooting), odd(Purpose::Melee));
        let (initiative, morale) = (odd(Purpose::Initiative), odd(Purpose::Morale));
        let side = if initiative + morale == 0 { Side::A } else { Side::B };
        Outcome {
            ending: Ending::Won { side, goal: None },
            actions: 1,
            losses: BySide([2 * shot + blow, 0]),
            activations: 1,
            started: Side::A,
            first_mover: Some(Side::A),
            longest_streak: 1,
        }
    }

    fn starts_by_lot(&self) -> bool {
        false
    }

    fn seize_dice(&self) -> Dice {
        Dice::one(20)
    }
}

fn shares(name: &str, side: Side, games: u64, threads: usize) -> LuckShares {
    let measure = Measure::named(name).expect("a measure");
    let workers = Workers::new(threads).expect("threads");
    let confidence = Confidence::new(0.999).expect("a share");
    let asked = (measure, Some(side));
    let play = |games| luck(&Toy, asked, 7, games, &workers, None).expect("a toy plays");
    // In two parts, the first of them stored and restored.
    let half = games / 2;
    let (mut row, mut sums) = (Vec::new(), LuckSums::default());
    play(0..half).pack(&mut row);
    assert_eq!(sums.unpack(&mut row.into_iter()), Some(()), "its own row");
    sums.merge(&play(half..games));
    assert_eq!(sums.games(), games);
    assert_eq!(sums, play(0..games));
    sums.shares(confidence)
}

/// Intervals of 99.9 % must hold the exact shares. There are 16, so 1.6 % of seeds would fail; this one is fixed.
#[track_caller]
fn assert_holds(luck: &LuckShares, purpose: Purpose, first: f64, total: f64) {
    let share = &luck.shares[purpose as usize];
    for (found, exact) in [(share.first, first), (share.total, total)] {
        let found = found.expect("it varies");
        let interval = found.interval.expect("enough games");
        assert!(
            interval.holds(exact) && interval.half_width() < 0.05,
            "{}: {found:?}, exactly {exact}",
            purpose.name()
        );
    }
}

#[test]
fn shares_of_a_sum_are_those_of_its_terms_and_add_up() {
    let luck = shares("losses", Side::A, 20_000, 2);
    // Variances 4 / 4 and 1 / 4.
    assert_holds(&luck, Purpose::Shooting, 0.8, 0.8);
    assert_holds(&luck, Purpose::Melee, 0.2, 0.2);
    for idle in [Purpose::SetUp, Purpose::Initiative, Purpose::Morale, Purpose::BotA] {
        let share = &luck.shares[idle as usize];
        assert_eq!(share.first.expect("it varies").value, 0.0);
        assert_eq!(share.total.expect("it varies").value, 0.0);
    }
    let together = luck.together.expect("it varies");
    assert!(together.interval.expect("enough games").holds(0.0), "{together:?}");
    assert_eq!(luck.shares[Purpose::Shooting as usize].dice, 1.0);
    assert_eq!(luck.shares[Purpose::SetUp as usize].dice, 0.0);
}

#[test]
fn what_needs_both_dice_is_shared() {
    let luck = shares("win-rate", Side::A, 40_000, 2);
    // Won with 1/4: variance 3/16; each alone explains 1/16, and both together the third.
    assert_holds(&luck, Purpose::Initiative, 1.0 / 3.0, 2.0 / 3.0);
    assert_holds(&luck, Purpose::Morale, 1.0 / 3.0, 2.0 / 3.0);
    let together = luck.together.expect("it varies").interval.expect("enough games");
    assert!(together.holds(1.0 / 3.0));
    // The test can fail: the interval excludes its neighbors.
    assert!(!together.holds(0.25) && !together.holds(0.42));
}

#[test]
fn threads_do_not_matter_and_nothing_is_nothing() {
    let one = shares("win-rate", Side::A, 300, 1);
    let many = shares("win-rate", Side::A, 300, 5);
    assert_eq!(format!("{one:?}"), format!("{many:?}"));
    let still = shares("losses", Side::B, 300, 1);
    assert!(still.shares.iter().all(|s| s.first.is_none() && s.total.is_none()));
    assert!(still.together.is_none());
    let none = shares("win-rate", Side::A, 0, 1);
    assert!(none.shares.iter().all(|s| s.total.is_none() && s.dice == 0.0));
    let single = shares("win-rate", Side::A, 1, 1);
    assert!(single.shares.iter().all(|s| s.total.is_none()));
}

/// The least games for intervals of a regression that keep their promise.
const LEAST_GAMES: u64 = 1000;

fn nothing() -> Tally {
    Tally::of_measures(Unit::Game, Dice::one(20))
}

/// Twice the excess of a die over its mean.
const fn centred(sides: i64, rolled: i64) -> i64 {
    2 * rolled - sides - 1
}

#[test]
fn products_are_found_where_they_were_put() {
    let luck = [11, 13, 17, -19, -23, 29, -31, 37, 41];
    let counts = Counts { luck, ..Counts::default() };
    let mut tally = nothing();
    tally.add(0, &counts);
    for (i, one) in Luck::ALL.into_iter().enumerate() {
        assert_eq!(one as usize, i);
        assert_eq!(tally.joint.sum(one), i128::from(counts.luck[i]));
        for (j, other) in Luck::ALL.into_iter().enumerate() {
            let product = counts.luck[i] * counts.luck[j];
            assert_eq!(tally.joint.product(one, other), i128::from(product));
        }
    }
}

/// Games of three dice, won with a total of 12 or more: a d6 recorded as luck of both sides, so that one of these is redundant,
/// a recorded d8 and an unrecorded d4.
fn games(dice: &mut Xoshiro256PlusPlus, count: u64) -> Tally {
    let mut tally = nothing();
    for game in 0..count {
        let mut die = |sides: u64| (dice.next_u64() % sides) as i64 + 1;
        let (a, b, hidden) = (die(6), die(8), die(4));
        let mut counts = Counts::default();
        let won = a + b + hidden >= 12;
        counts.add(if won { Quantity::WonA } else { Quantity::WonB }, 1);
        counts.luck[Luck::ShotsA as usize] = centred(6, a);
        counts.luck[Luck::ShotsB as usize] = -centred(6, a);
        counts.luck[Luck::MeleeA as usize] = centred(8, b);
        tally.add(game, &counts);
    }
    tally
}

/// The share of all 192 rolls with a total of 12 or more.
fn chance() -> f64 {
    let rolls = (1..=6).flat_map(|a| (1..=8).flat_map(move |b| (1..=4).map(move |c| a + b + c)));
    rolls.filter(|total| *total >= 12).count() as f64 / 192.0
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say_and_are_narrower() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(20_261_122);
    let (runs, mut held, mut gains) = (2000, 0, 0.0);
    for _ in 0..runs {
        let tally = games(&mut dice, LEAST_GAMES);
        let found = tally.finish_rate_less_luck(Finish::WonA, Confidence::P95);
        let found = found.expect("wins and losses");
        held += u32::from(found.estimate.interval.expect("some").holds(chance()));
        gains += found.gain / f64::from(runs);
    }
    // 95 % and four standard deviations of a share of 2,000 runs: a false alarm in 16,000.
    let share = f64::from(held) / f64::from(runs);
    assert!((share - 0.95).abs() < 4.0 * (0.95_f64 * 0.05 / 2000.0).sqrt(), "{share}");
    // The squared correlation of winning with the two dice is 0.5765 over all rolls.
    assert!((gains - 1.0 / (1.0 - 0.5765)).abs() < 0.05, "{gains}");
}

#[test]
fn nothing_is_said_where_there_is_nothing_to_go_by() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
    let say =
        |tally: &Tally, finish| tally.finish_rate_less_luck(finish, Confidence::P95).is_some();
    assert!(!say(&games(&mut dice, LEAST_GAMES - 1), Finish::WonA));
    let enough = games(&mut dice, LEAST_GAMES);
    assert!(say(&enough, Finish::WonA) && say(&enough, Finish::WonB));
    assert!(!say(&enough, Finish::Draw), "there was none");
    let mut without_luck = nothing();
    for game in 0..LEAST_GAMES {
        let mut counts = Counts::default();
        counts.add([Quantity::WonA, Quantity::WonB][(game % 2) as usize], 1);
        without_luck.add(game, &counts);
    }
    assert!(!say(&without_luck, Finish::WonA));
}
