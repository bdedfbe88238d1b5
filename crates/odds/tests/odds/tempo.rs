//! The law of a streak against a walk over every outcome of the engine's own mechanism of seizing: `seize_roll`, and the
//! books that `Tempo` keeps on counters. Nothing of the rule is written down a second time here.

use skirmish_engine::chance::Chance;
use skirmish_engine::dice::Dice;
use skirmish_engine::initiative::{Tempo, seize_roll};
use skirmish_engine::rulebook::Counters;
use skirmish_engine::side::Side;
use skirmish_odds::{MAX_OUTCOMES, Pmf, Ratio, Shooting, Streak, every_outcome};

/// Lloyd's table: +2 for each shooting action by the enemy in its initiative.
const PER_COUNTER: i32 = 2;

/// Plays the engine's mechanism: after each action of the side with the initiative one nominee of the other side rolls.
/// Returns the streak that `Tempo` tells when the initiative changes hands; `None` if it has not after so many actions.
fn play(
    chance: &mut dyn Chance,
    dice: Dice,
    base: i32,
    counters: Counters,
    shoots: impl Fn(u32) -> bool,
    most: u32,
) -> Option<u32> {
    let mut tempo = Tempo::default();
    for action in 1..=most {
        tempo.acted(shoots(action));
        let needed = base - PER_COUNTER * tempo.counters as i32;
        let roll = seize_roll(chance, dice, needed);
        tempo.rolled(counters);
        if roll.success {
            return Some(tempo.pass_to(Side::B));
        }
    }
    None
}

/// The chance of each streak up to `most` by the walk. A d20 has twenty branches an action, so the walk goes over the
/// twenty faces of one action at a time and hands the books on to the next: still every outcome, without the 20 to the
/// power of nine.
fn hazards(
    dice: Dice,
    base: i32,
    counters: Counters,
    shoots: impl Fn(u32) -> bool,
    most: u32,
) -> Vec<Ratio> {
    let mut tempo = Tempo::default();
    (1..=most)
        .map(|action| {
            let walked = every_outcome(MAX_OUTCOMES, |chance| {
                let mut after = tempo;
                after.acted(shoots(action));
                let needed = base - PER_COUNTER * after.counters as i32;
                seize_roll(chance, dice, needed).success
            })
            .unwrap();
            tempo.acted(shoots(action));
            tempo.rolled(counters);
            walked.chance(&true)
        })
        .collect()
}

/// From the chance at each action to the chance of each length.
fn lengths(hazards: &[Ratio]) -> Vec<Ratio> {
    let mut survival = Ratio::ONE;
    hazards
        .iter()
        .map(|hazard| {
            let here = &survival * hazard;
            survival = &survival - &here;
            here
        })
        .collect()
}

fn law(base: i32, counters: Counters, shooting: Shooting, dice: Dice) -> Streak {
    Streak { dice, base, factors: 0, per_counter: PER_COUNTER, per_action: 0, shooting, counters }
}

const OPTIONS: [Counters; 2] = [Counters::Kept, Counters::Spent];

#[test]
fn ll_07_kept_counters_give_the_published_streaks() {
    let d20 = Dice::one(20);
    let walked = lengths(&hazards(d20, 19, Counters::Kept, |_| true, 10));
    let published = "0.2 0.24 0.224 0.168 0.1008 0.04704 0.016128 0.0036288 0.0004032 0";
    let published: Vec<Ratio> = published.split(' ').map(|text| text.parse().unwrap()).collect();
    assert_eq!(walked, published);
    let law = law(19, Counters::Kept, Shooting::always(), d20).law().unwrap();
    for (length, chance) in (1..).zip(&walked) {
        assert_eq!(law.chance(length), *chance, "{length}");
    }
    let mean: Ratio = (1_u32..)
        .zip(&walked)
        .map(|(length, chance)| &Ratio::new(length.into(), 1).unwrap() * chance)
        .sum();
    assert_eq!(mean, "2.9557952".parse().unwrap());
    assert_eq!(law.mean(), Some(mean));
}

#[test]
fn ll_07_spent_counters_leave_the_streak_geometric() {
    let d20 = Dice::one(20);
    let walked = hazards(d20, 19, Counters::Spent, |_| true, 40);
    assert!(walked.iter().all(|hazard| *hazard == "1/5".parse().unwrap()));
    let law = law(19, Counters::Spent, Shooting::always(), d20).law().unwrap();
    for (length, chance) in (1..).zip(lengths(&walked)) {
        assert_eq!(law.chance(length), chance, "{length}");
    }
    assert_eq!(law.mean(), Some("5".parse().unwrap()));
}

#[test]
fn ll_03_without_shooting_the_streak_is_geometric() {
    let d20 = Dice::one(20);
    for base in 16..=22 {
        for counters in OPTIONS {
            let walked = hazards(d20, base, counters, |_| false, 12);
            let chance = Ratio::new((21 - base).clamp(0, 20) as u128, 20).unwrap();
            assert!(walked.iter().all(|hazard| *hazard == chance));
            let law = law(base, counters, Shooting::never(), d20).law().unwrap();
            for (length, chance) in (1..).zip(lengths(&walked)) {
                assert_eq!(law.chance(length), chance, "base {base}, {length}");
            }
            assert_eq!(law.mean(), chance.recip());
        }
    }
}

#[test]
fn ll_07_every_habit_of_shooting_gives_the_streaks_that_the_engine_plays() {
    // Small dice, so that whole games are walked, roll by roll.
    type Shoots = fn(u32) -> bool;
    let habits: [(Shooting, Shoots); 5] = [
        (Shooting::always(), |_| true),
        (Shooting::never(), |_| false),
        (Shooting::first_only(), |action| action == 1),
        (Shooting::every(2).unwrap(), |action| action % 2 == 0),
        (Shooting::pattern(vec![false, true], vec![false, false, true]).unwrap(), |action| {
            action == 2 || (action > 2 && (action - 2) % 3 == 0)
        }),
    ];
    for (dice, base, most) in
        [(Dice::one(6), 7, 6), (Dice::one(8), 8, 5), (Dice { count: 2, sides: 4 }, 9, 4)]
    {
        for counters in OPTIONS {
            for (shooting, shoots) in &habits {
                let law = law(base, counters, shooting.clone(), dice).law().unwrap();
                let walked: Pmf<Option<u32>> = every_outcome(MAX_OUTCOMES, |chance| {
                    play(chance, dice, base, counters, shoots, most)
                })
                .unwrap();
                let by_action = lengths(&hazards(dice, base, counters, shoots, most));
                for length in 1..=most {
                    let exact = walked.chance(&Some(length));
                    assert_eq!(law.chance(length.into()), exact, "{shooting:?}, {length}");
                    assert_eq!(by_action[length as usize - 1], exact);
                }
                assert_eq!(law.survival(most.into()), walked.chance(&None));
            }
        }
    }
}

#[test]
fn ll_07_all_counters_go_when_the_initiative_changes_hands() {
    // A second initiative after a seized one has the law of the first, whatever built up in that.
    for counters in OPTIONS {
        let dice = Dice::one(6);
        let walked = every_outcome(MAX_OUTCOMES, |chance| {
            let mut tempo = Tempo::default();
            let mut streaks = Vec::new();
            for side in [Side::B, Side::A] {
                loop {
                    tempo.acted(true);
                    let needed = 7 - PER_COUNTER * tempo.counters as i32;
                    let roll = seize_roll(chance, dice, needed);
                    tempo.rolled(counters);
                    if roll.success || tempo.streak == 4 {
                        streaks.push(tempo.pass_to(side));
                        break;
                    }
                }
            }
            streaks
        })
        .unwrap();
        for first in 1..=4 {
            let given = walked.chance_that(|streaks| streaks[0] == first);
            if given.is_zero() {
                continue;
            }
            for second in 1..=4 {
                let both = walked.chance_that(|streaks| *streaks == [first, second]);
                let alone = walked.chance_that(|streaks| streaks[0] == second);
                assert_eq!(both, &given * &alone);
            }
        }
    }
}
