//! Close combat by technique tests and by blows against armor: played results agree with derived chances.

use crate::agreement::{Comparison, judge, trials};
use crate::common::tables;
use crate::common::{AVERAGE, Field, GOOD, SWORD, line};
use skirmish_engine::bot::{Act, Condition, Pick};
use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{
    Amount, Body, Fighting, Harm, Stack, TechniqueAttack, TechniqueTest,
};
use skirmish_engine::side::Side::{A, B};
use skirmish_simulator::estimate::Trials;
use skirmish_simulator::{Finish, Pairs, RunSpec, Workers, run};

/// The chance of a false alarm over all cells; the seed is fixed.
const FALSE_ALARMS: f64 = 0.001;
const GAMES: u64 = 4000;

/// Returns how often the first side wins, beside its exact chance.
fn wins(field: &Field, exact: f64) -> Comparison {
    let spec = RunSpec { seed: 20_261_121, games: GAMES, pairs: Pairs::Off };
    let workers = Workers::new(2).expect("there are threads");
    let run = run(&field.battle(), &spec, &workers, None).expect("games end");
    let seen = Trials {
        successes: run.tally.outcomes.finished(Finish::won_by(A)),
        trials: run.tally.games(),
    };
    trials(seen, exact).expect("games were played")
}

/// A figure of A charges one of B, with these attributes.
fn chain([attacker, defender]: [i32; 2], test: TechniqueTest) -> Field {
    let mut field = Field::new();
    field.spec.rules.fighting = Fighting::Techniques;
    field.spec.rules.techniques.test = test;
    field.spec.rules.troops[AVERAGE].technique = attacker;
    field.spec.rules.troops[GOOD].technique = defender;
    field.figure(A, AVERAGE, SWORD, 20.0, 18.0);
    field.figure(B, GOOD, SWORD, 22.0, 18.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field
}

/// The exact chance that the defender falls: (1 - d)/(1 - a d).
fn defender_falls([a, d]: [f64; 2]) -> f64 {
    (1.0 - d) / (1.0 - a * d)
}

fn chains(off: i32) -> Vec<Comparison> {
    [[5, 5], [6, 6], [7, 7], [8, 5], [4, 9]]
        .into_iter()
        .flat_map(|skills| {
            [(TechniqueTest::AtOrUnder, 0), (TechniqueTest::Under, 1)].map(|(test, less)| {
                let chances = skills.map(|skill| f64::from(skill - less - off) / 10.0);
                wins(&chain(skills, test), defender_falls(chances))
            })
        })
        .collect()
}

#[test]
fn wsc_6_chains_end_as_derived() {
    let verdict = judge(&chains(0), FALSE_ALARMS);
    for cell in verdict.cells {
        assert!(!cell.differs, "{cell:?}");
    }
}

/// The test can fail: attributes that are off by one are detected.
#[test]
fn wsc_6_attributes_that_are_one_off_do_not_agree() {
    assert!(!judge(&chains(1), FALSE_ALARMS).agrees());
}

/// The same with stacked tests; it is over after the first attack, whatever its result.
fn stacked([mentality, action]: [i32; 2], skills: [i32; 2]) -> Field {
    let mut field = chain(skills, TechniqueTest::AtOrUnder);
    let rules = &mut field.spec.rules;
    rules.techniques.attack = TechniqueAttack::Stacked;
    rules.troops[AVERAGE].stack = Stack { mentality, action };
    field.cap(1);
    field
}

/// The exact chance that the defender falls: skilled with min(m, a), and once with what only one of them passes.
fn falls_at_once([m, a]: [f64; 2], skills: [f64; 2]) -> f64 {
    m.min(a) * defender_falls(skills) + (m - a).abs() * (1.0 - skills[1])
}

fn stacks(off: i32) -> Vec<Comparison> {
    let of = |number: i32| f64::from(number) / 10.0;
    [[8, 6], [6, 8], [6, 6], [3, 9], [9, 3]]
        .into_iter()
        .flat_map(|stack| {
            [[6, 6], [4, 7]].map(|skills| {
                let exact = falls_at_once(stack.map(|n| of(n - off)), skills.map(of));
                wins(&stacked(stack, skills), exact)
            })
        })
        .collect()
}

#[test]
fn wsc_5_stacked_tests_end_as_derived() {
    let verdict = judge(&stacks(0), FALSE_ALARMS);
    for cell in verdict.cells {
        assert!(!cell.differs, "{cell:?}");
    }
    assert!(!judge(&stacks(1), FALSE_ALARMS).agrees(), "one off");
}

/// A figure of A with a d8 has four rounds against one of B with 6 hit points, which stands and can't hit.
fn blows() -> Field {
    let mut field = Field::new();
    let rules = &mut field.spec.rules;
    rules.system = tables::ALTERNATE;
    rules.fighting = Fighting::Osric;
    rules.morale.start = 0;
    let body = |armour_class, points| Body {
        level: 1,
        armour_class,
        hit_points: Amount::fixed(points),
        fearless: true,
    };
    rules.troops[AVERAGE].body = body(-20, 1);
    rules.troops[GOOD].body = body(6, 6);
    rules.weapons[SWORD].harm = Harm { blow: Amount::of(Dice::one(8), 0), shot: Amount::default() };
    field.figure(A, AVERAGE, SWORD, 20.0, 18.0);
    field.figure(B, GOOD, SWORD, 21.0, 18.0);
    field.bot(A, vec![line(&[Condition::Engaged], Act::Fight)]);
    // A has the first action of two.
    field.cap(7);
    field
}

/// The same by counting: level 1 needs 14 against class 6, so 7 of 20 hit.
fn felled(points: i32, blows: u32) -> f64 {
    if points <= 0 {
        return 1.0;
    }
    if blows == 0 {
        return 0.0;
    }
    let hits: f64 = (1..=8).map(|damage| felled(points - damage, blows - 1)).sum();
    7.0 / 20.0 * hits / 8.0 + 13.0 / 20.0 * felled(points, blows - 1)
}

#[test]
fn adc_2_blows_fell_as_derived() {
    let seen = wins(&blows(), felled(6, 4));
    assert!(judge(&[seen], FALSE_ALARMS).agrees(), "{seen:?}");
    let off = wins(&blows(), felled(5, 4));
    assert!(!judge(&[off], FALSE_ALARMS).agrees(), "{off:?}");
}
