//! Control variates: the luck of the dice, measured as it falls, and win rates with it taken out.
//!
//! What a roll brings beyond what such a roll brings on average has mean 0, whatever happened before it; so has its sum over
//! a game, which ends sooner or later. A side that has won more games than it should was lucky in many of them. How much of
//! the result goes with each kind of luck is found by regression, and taken off: what is left varies less, and tells from
//! the same games what otherwise would take more of them.
//!
//! S. S. Lavenberg and P. D. Welch, A perspective on the use of control variables to increase the efficiency of Monte Carlo
//! simulations, Management Science 27 (1981) 322-335.

use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Event, Scene};
use skirmish_engine::side::Side;

use crate::estimate::{Confidence, Estimate, Interval, Method};
use crate::sums::{Joint, LUCK, Measure};

/// Luck by [`Measure::LUCK`], summed over a unit.
pub(crate) type Lucks = [i64; LUCK];

/// Adds the luck of what has happened, if it is a roll. Seize rolls are [`seized`]'s.
///
/// Each kind has a unit of its own, which the regression does not see. Shots and blows that need a number count hits less
/// their exact chance; other rolls, by how much they exceed their mean.
// Where an event is built its kind is known: of all this nothing is left but for a roll.
#[inline(always)]
pub(crate) fn add(lucks: &mut Lucks, scene: &Scene<'_>, event: &Event) {
    let rules = || &scene.battle.spec().rules;
    match *event {
        Event::Shoots {
            shooter,
            needed,
            rolled,
            ..
        } => {
            let luck = reaching(rules().shooting.dice, needed, rolled);
            lucks[of(shooter.side(), [Measure::ShotsA, Measure::ShotsB])] += luck;
        }
        Event::Fires {
            shooter,
            dice,
            needed,
            rolled,
            ..
        } => {
            let luck = reaching_with(dice, needed, rolled);
            lucks[of(shooter.side(), [Measure::ShotsA, Measure::ShotsB])] += luck;
        }
        Event::Attacks {
            by,
            band,
            needed,
            rolled,
            ..
        } => {
            let luck = reaching(rules().osric.dice, needed, rolled);
            match band {
                Some(_) => {
                    lucks[of(by.side(), [Measure::ShotsA, Measure::ShotsB])] += luck;
                }
                None => melee(lucks, by.side(), luck),
            }
        }
        // Who is hit was unlucky if the effect is great.
        Event::Hit { figure, rolled, .. } => {
            let luck = centred(rules().shooting.effect_dice, rolled);
            lucks[of(!figure.side(), [Measure::EffectsA, Measure::EffectsB])] += luck;
        }
        Event::Struck { figure, rolled, .. } => {
            let luck = centred(rules().fire.effect_dice, rolled);
            lucks[of(!figure.side(), [Measure::EffectsA, Measure::EffectsB])] += luck;
        }
        // Both roll the same dice.
        Event::Fights {
            a,
            rolled_a,
            rolled_b,
            ..
        } => melee(lucks, a.side(), i64::from(rolled_a - rolled_b)),
        Event::Strikes {
            striker, rolled, ..
        } => melee(lucks, striker.side(), i64::from(rolled[0] - rolled[1])),
        Event::Clashes {
            a, dice, rolled, ..
        } => {
            let luck = |k: usize| match rolled[k] {
                // He does not roll: his opponent is a second figure.
                0 => 0,
                rolled => centred(Dice::one(dice[k]), rolled),
            };
            melee(lucks, a.side(), luck(0) - luck(1));
        }
        // Low rolls pass.
        Event::Technique { figure, rolled, .. } | Event::Opens { figure, rolled, .. } => {
            let luck = centred(rules().techniques.dice, rolled);
            melee(lucks, figure.side(), -luck);
        }
        Event::ControlTest {
            side, die, rolled, ..
        } => {
            let luck = centred(Dice::one(die), rolled);
            lucks[of(side, [Measure::MoraleA, Measure::MoraleB])] += luck;
        }
        Event::NerveCheck { side, rolled, .. } => {
            let luck = centred(rules().osric.nerve.dice, rolled);
            lucks[of(side, [Measure::MoraleA, Measure::MoraleB])] -= luck;
        }
        _ => {}
    }
}

/// Adds the luck of a seize roll that `chances` of `outcomes` make.
#[inline]
pub(crate) fn seized(lucks: &mut Lucks, side: Side, success: bool, chances: u64, outcomes: u64) {
    let scored = if success { outcomes } else { 0 };
    lucks[of(side, [Measure::SeizeLuckA, Measure::SeizeLuckB])] += scored as i64 - chances as i64;
}

/// The place of a kind of luck of a side.
#[inline]
const fn of(side: Side, kinds: [Measure; 2]) -> usize {
    kinds[side.index()].luck()
}

/// What is one side's luck in melee is the other's bad luck.
#[inline]
fn melee(lucks: &mut Lucks, side: Side, luck: i64) {
    let sign = match side {
        Side::A => 1,
        Side::B => -1,
    };
    lucks[Measure::MeleeA.luck()] += sign * luck;
}

/// Twice what a roll exceeds its mean by.
#[inline]
fn centred(dice: Dice, rolled: i32) -> i64 {
    i64::from(2 * rolled - dice.min() - dice.max())
}

/// Whether a number is reached, less its chance, in units of one outcome of the dice. Of three dice and more it is by how
/// much they exceed their mean.
#[inline]
fn reaching(dice: Dice, needed: i32, rolled: i32) -> i64 {
    match dice.count {
        1 => reaching_with([dice.sides, 0], needed, rolled),
        2 => reaching_with([dice.sides; 2], needed, rolled),
        _ => centred(dice, rolled),
    }
}

/// The same of two dice, or of one if the second has no faces.
#[inline]
fn reaching_with([one, other]: [u8; 2], needed: i32, rolled: i32) -> i64 {
    let (one, other) = (i32::from(one), i32::from(other));
    let least = if other == 0 { 1 } else { 2 };
    let other = other.max(1);
    // Pairs whose sum is below a number: a triangle, less what of it lies beyond either die.
    let triangle = |side: i32| side.max(0) * (side.max(0) + 1) / 2;
    let short = (needed - least).min(one + other);
    let misses = triangle(short) - triangle(short - one) - triangle(short - other)
        + triangle(short - one - other);
    let (all, ways) = (one * other, one * other - misses);
    i64::from(if rolled >= needed { all - ways } else { -ways })
}

/// A share of games with the luck of the dice taken out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LessLuck {
    /// The share, and its interval.
    pub estimate: Estimate,
    /// How many times as many games would have told it as well with the luck left in.
    pub gain: f64,
}

/// Least units, and least games of an outcome and of all others, for a regression whose intervals hold what they promise.
const LEAST_UNITS: u64 = 1000;
const LEAST_GAMES: i128 = 100;

/// A covariate of which the others leave less than this share is a mixture of these.
const COLLINEAR: f64 = 1e-9;

/// The share of games that ended in one way, less what the luck of the dice did to it. A unit is so many games. `None` if
/// there are too few games of that way or of others, or if luck has nothing to do with it.
pub(crate) fn less_luck(
    joint: &Joint,
    units: u64,
    games: u64,
    outcome: Measure,
    confidence: Confidence,
) -> Option<LessLuck> {
    let seen = joint.sum(outcome);
    let all = i128::from(units) * i128::from(games);
    if units < LEAST_UNITS || seen.min(all - seen) < LEAST_GAMES {
        return None;
    }
    let n = units as f64;
    // Sums of products about the means: whole numbers until the last step, so that nothing cancels.
    let about = |one: Measure, other: Measure| {
        let product = i128::from(units) * joint.product(one, other);
        (product - joint.sum(one) * joint.sum(other)) as f64 / n
    };
    let kinds = Measure::LUCK;
    let mut left = [[0.0; LUCK]; LUCK];
    let (mut with, mut means) = ([0.0; LUCK], [0.0; LUCK]);
    for (i, one) in kinds.into_iter().enumerate() {
        for (j, other) in kinds.into_iter().enumerate() {
            left[i][j] = about(one, other);
        }
        with[i] = about(outcome, one);
        means[i] = joint.sum(one) as f64 / n;
    }
    let total = about(outcome, outcome);
    let mean = seen as f64 / n;
    // One kind after the other is swept out of all that are left, of the outcome and of the means.
    let (mut residual, mut intercept, mut leverage, mut used) = (total, mean, 0.0, 0_u64);
    let spread: [f64; LUCK] = std::array::from_fn(|i| left[i][i]);
    for i in 0..LUCK {
        let pivot = left[i][i];
        if pivot <= COLLINEAR * spread[i] || pivot <= 0.0 {
            continue;
        }
        let row = left[i];
        let (slope, off) = (with[i] / pivot, means[i]);
        residual -= slope * with[i];
        intercept -= slope * off;
        leverage += off * off / pivot;
        used += 1;
        for j in i + 1..LUCK {
            let share = row[j] / pivot;
            for k in i + 1..LUCK {
                left[j][k] -= share * row[k];
            }
            with[j] -= slope * row[j];
            means[j] -= share * off;
        }
    }
    let degrees = units.checked_sub(used + 1).filter(|_| used > 0)?;
    let games = games as f64;
    let variance = residual.max(0.0) / degrees as f64 * (1.0 / n + leverage);
    let plain = total / (n - 1.0) / n;
    let std_err = variance.sqrt() / games;
    let value = (intercept / games).clamp(0.0, 1.0);
    let half = confidence.t(degrees) * std_err;
    (variance > 0.0).then(|| LessLuck {
        estimate: Estimate {
            value,
            std_err: Some(std_err),
            interval: Some(Interval {
                low: (value - half).max(0.0),
                high: (value + half).min(1.0),
                confidence: confidence.get(),
                method: Method::ControlVariates,
            }),
            units,
        },
        gain: plain / variance,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sums::MEASURES;
    use rand::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn luck_is_nothing_on_average() {
        for (one, other) in [(1, 0), (6, 0), (20, 0), (8, 4), (8, 12), (10, 10)] {
            for needed in -3..30 {
                let mut total = 0;
                for a in 1..=i32::from(one) {
                    for b in 1..=i32::from(other).max(1) {
                        let rolled = if other == 0 { a } else { a + b };
                        total += reaching_with([one, other], needed, rolled);
                    }
                }
                assert_eq!(total, 0, "d{one} + d{other}, {needed} or more");
            }
        }
        let pool = Dice { count: 3, sides: 6 };
        assert_eq!(
            (centred(pool, 3), centred(pool, 18), centred(pool, 10)),
            (-15, 15, -1)
        );
    }

    /// Games of three dice, won with 12 or more on all together: a d6 that is seen as luck of both sides, so that one of
    /// these is idle, a d8 that is seen, and a d4 that is not.
    fn games(dice: &mut Xoshiro256PlusPlus, count: u64) -> Joint {
        let mut joint = Joint::default();
        for _ in 0..count {
            let mut die = |sides: u64| (dice.next_u64() % sides) as i32 + 1;
            let (a, b, hidden) = (die(6), die(8), die(4));
            let mut values = [0; MEASURES];
            let won = a + b + hidden >= 12;
            values[if won { Measure::WinsA } else { Measure::WinsB } as usize] = 1;
            values[Measure::ShotsA as usize] = centred(Dice::one(6), a);
            values[Measure::ShotsB as usize] = -centred(Dice::one(6), a);
            values[Measure::MeleeA as usize] = centred(Dice::one(8), b);
            joint.add(&values);
        }
        joint
    }

    /// Of all 192 rolls.
    fn chance() -> f64 {
        let rolls =
            (1..=6).flat_map(|a| (1..=8).flat_map(move |b| (1..=4).map(move |c| a + b + c)));
        rolls.filter(|total| *total >= 12).count() as f64 / 192.0
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say_and_are_narrower() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(20_261_122);
        let (runs, mut held, mut gains) = (2000, 0, 0.0);
        for _ in 0..runs {
            let joint = games(&mut dice, LEAST_UNITS);
            let found = less_luck(&joint, LEAST_UNITS, 1, Measure::WinsA, Confidence::P95);
            let found = found.expect("wins and losses");
            held += u32::from(found.estimate.interval.expect("some").holds(chance()));
            gains += found.gain / f64::from(runs);
        }
        // 95 % and four standard deviations of a share of 2,000 runs: a false alarm in 16,000.
        let share = f64::from(held) / f64::from(runs);
        assert!(
            (share - 0.95).abs() < 4.0 * (0.95_f64 * 0.05 / 2000.0).sqrt(),
            "{share}"
        );
        // The squared correlation of winning with the two dice is 0.5765 by all rolls.
        assert!((gains - 1.0 / (1.0 - 0.5765)).abs() < 0.05, "{gains}");
    }

    #[test]
    fn nothing_is_said_where_there_is_nothing_to_go_by() {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(1);
        let say = |joint: &Joint, units, outcome| {
            less_luck(joint, units, 1, outcome, Confidence::P95).is_some()
        };
        let few = games(&mut dice, LEAST_UNITS - 1);
        assert!(!say(&few, LEAST_UNITS - 1, Measure::WinsA));
        let enough = games(&mut dice, LEAST_UNITS);
        assert!(say(&enough, LEAST_UNITS, Measure::WinsA));
        assert!(say(&enough, LEAST_UNITS, Measure::WinsB));
        assert!(!say(&enough, LEAST_UNITS, Measure::Draws), "there was none");
        let mut without_luck = Joint::default();
        for game in 0..LEAST_UNITS {
            let mut values = [0; MEASURES];
            values[(game % 2) as usize] = 1;
            without_luck.add(&values);
        }
        assert!(!say(&without_luck, LEAST_UNITS, Measure::WinsA));
    }
}
