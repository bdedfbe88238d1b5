//! The fast formulas against plain enumeration of every roll.

use crate::fractions::walk;
use proptest::prelude::*;
use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::Counters;
use skirmish_odds::{Pmf, Ratio, Seize, Shooting, Streak, successes};

const SEIZING: RollSite = RollSite { purpose: Purpose::Initiative, rule: Rule::ll(3) };

/// Pools of at most a few hundred rolls.
fn pools() -> impl Strategy<Value = Dice> {
    prop_oneof![
        (2..=20_u8).prop_map(Dice::one),
        (2..=10_u8).prop_map(|sides| Dice { count: 2, sides }),
        (2..=6_u8).prop_map(|sides| Dice { count: 3, sides }),
        Just(Dice { count: 7, sides: 2 }),
    ]
}

/// The rules of a streak as a player would follow them, one roll after the other; `None` if the
/// initiative is not seized within so many actions.
fn play_streak(
    chance: &mut dyn Chance,
    streak: &Streak,
    shoots: impl Fn(usize) -> bool,
    actions: usize,
) -> Option<usize> {
    let mut on_the_table = 0;
    for action in 1..=actions {
        if shoots(action) {
            on_the_table += 1;
        }
        let roll = chance.roll(SEIZING, streak.dice);
        if roll + streak.factors + on_the_table * streak.per_counter >= streak.base {
            return Some(action);
        }
        if streak.counters == Counters::Spent {
            on_the_table = 0;
        }
    }
    None
}

fn small_dice() -> impl Strategy<Value = Dice> {
    prop_oneof![
        (2..=6_u8).prop_map(Dice::one),
        Just(Dice { count: 2, sides: 2 }),
        Just(Dice { count: 2, sides: 3 }),
    ]
}

proptest! {
    #[test]
    fn pools_are_what_is_rolled(dice in pools()) {
        prop_assert_eq!(Pmf::of_dice(dice).unwrap(), walk(|c| i64::from(c.roll(SEIZING, dice))));
    }

    #[test]
    fn convolution_is_rolling_both(a in pools(), b in pools()) {
        let sum = Pmf::of_dice(a).unwrap().convolve(&Pmf::of_dice(b).unwrap());
        prop_assert_eq!(
            sum,
            walk(|c| i64::from(c.roll(SEIZING, a) + c.roll(SEIZING, b)))
        );
    }

    #[test]
    fn seizing_is_rolling_so_much(dice in pools(), base in -5..30, factors in -8..12) {
        let seize = Seize { dice, base, factors };
        let walked = walk(|c| c.roll(SEIZING, dice) + factors >= base);
        prop_assert_eq!(seize.chance().unwrap(), walked.chance(&true));
        prop_assert_eq!(
            i64::from(dice.max()) < seize.needed(),
            walked.chance(&true).is_zero()
        );
    }

    #[test]
    fn successes_are_counted(sides in 2..5_u8, needed in 1..6_u8, attempts in 0..6_u32) {
        let chance = walk(|c| c.die(SEIZING, sides) >= needed).chance(&true);
        let walked = walk(|c| {
            (0..attempts).filter(|_| c.die(SEIZING, sides) >= needed).count() as i64
        });
        prop_assert_eq!(successes(attempts, &chance).unwrap(), walked);
    }

    #[test]
    fn streaks_are_played_out(
        dice in small_dice(),
        base in 0..10,
        factors in -3..4,
        per_counter in -2..3,
        opening in prop::collection::vec(any::<bool>(), 0..3),
        cycle in prop::collection::vec(any::<bool>(), 1..4),
        is_kept in any::<bool>(),
    ) {
        let actions = if dice.count == 1 && dice.sides < 5 { 6 } else { 4 };
        let shoots = |action: usize| match opening.get(action - 1) {
            Some(shoots) => *shoots,
            None => cycle[(action - 1 - opening.len()) % cycle.len()],
        };
        let streak = Streak {
            dice,
            base,
            factors,
            per_counter,
            per_action: 0,
            shooting: Shooting::pattern(opening.clone(), cycle.clone()).unwrap(),
            counters: if is_kept { Counters::Kept } else { Counters::Spent },
        };
        let law = streak.law().unwrap();
        let walked = walk(|c| play_streak(c, &streak, shoots, actions));
        for action in 1..=actions {
            prop_assert_eq!(law.chance(action as u64), walked.chance(&Some(action)));
        }
        prop_assert_eq!(law.survival(actions as u64), walked.chance(&None));
    }
}

#[test]
fn named_shooting_habits_are_what_they_say() {
    type Shoots = fn(usize) -> bool;
    let habits: [(Shooting, Shoots); 4] = [
        (Shooting::always(), |_| true),
        (Shooting::never(), |_| false),
        (Shooting::first_only(), |action| action == 1),
        (Shooting::every(3).unwrap(), |action| action % 3 == 0),
    ];
    for (shooting, shoots) in habits {
        for counters in [Counters::Kept, Counters::Spent] {
            let streak = Streak {
                dice: Dice::one(6),
                base: 6,
                factors: 0,
                per_counter: 2,
                per_action: 0,
                shooting: shooting.clone(),
                counters,
            };
            let law = streak.law().unwrap();
            let walked = walk(|c| play_streak(c, &streak, shoots, 7));
            for action in 1..=7 {
                let exact = walked.chance(&Some(action));
                assert_eq!(law.chance(action as u64), exact, "{streak:?}, {action}");
            }
        }
    }
}

#[test]
fn a_streak_on_the_real_die() {
    // Good, out of sight of the destination, shot at in the first action only.
    let streak = Streak {
        dice: Dice::one(20),
        base: 18,
        factors: -2,
        per_counter: 2,
        per_action: 0,
        shooting: Shooting::first_only(),
        counters: Counters::Kept,
    };
    let walked = walk(|c| play_streak(c, &streak, |action| action == 1, 4));
    assert_eq!(walked.chance(&Some(4)), streak.law().unwrap().chance(4));
    let sum: Ratio = walked.iter().map(|(_, chance)| chance).sum();
    assert_eq!(sum, Ratio::ONE);
}
