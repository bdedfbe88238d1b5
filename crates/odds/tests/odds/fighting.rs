//! The exact laws of WarSpike's close combat and of AD&D's blows against a walk over every outcome of the engine's own games.

use crate::common::tables;
use crate::common::{AVERAGE, Field, GOOD, SWORD, line, play};
use crate::fractions::r;
use skirmish_engine::battle::geometry::UNIT;
use skirmish_engine::bot::{Act, Condition, Pick};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Event, Observer, Opening, Scene};
use skirmish_engine::game::Workspace;
use skirmish_engine::rulebook::{
    Amount, Body, Fighting, Harm, Stack, TechniqueAttack, TechniqueMelee, TechniqueTest,
};
use skirmish_engine::side::Side::{A, B};
use skirmish_odds::instigator::{Techniques, passes};
use skirmish_odds::{Blows, Felling, MAX_OUTCOMES, Pmf, Ratio, Stacked, every_outcome};

/// Who has fallen, and how many tests there were.
#[derive(Default)]
struct Watch {
    falls: [bool; 2],
    tests: u64,
}

impl Observer for Watch {
    fn event(&mut self, _: &Scene<'_>, event: &Event) {
        match *event {
            Event::Technique { .. } => self.tests += 1,
            Event::Dies { figure, .. } => self.falls[figure.side() as usize] = true,
            _ => {}
        }
    }
}

/// A man of A charges one of B, with these attributes.
fn duel([attacker, defender]: [i32; 2]) -> Field {
    let mut field = Field::new();
    field.spec.rules.fighting = Fighting::Techniques;
    field.spec.rules.troops[AVERAGE].technique = attacker;
    field.spec.rules.troops[GOOD].technique = defender;
    field.figure(A, AVERAGE, SWORD, 20.0, 18.0);
    field.figure(B, GOOD, SWORD, 22.0, 18.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    field
}

/// The law of who falls, and after how many tests.
fn walk(field: &Field) -> Pmf<([bool; 2], u64)> {
    let battle = field.battle();
    let mut workspace = Workspace::new(&battle);
    every_outcome(MAX_OUTCOMES, |chance| {
        let mut watch = Watch::default();
        play(&battle, &mut workspace, chance, &mut watch);
        (watch.falls, watch.tests)
    })
    .expect("a tree of this size")
}

const READINGS: [TechniqueTest; 2] = [TechniqueTest::AtOrUnder, TechniqueTest::Under];

#[test]
fn wsc_6_the_derived_figures_come_out_of_the_chain() {
    for (p, [defender, attacker, tests]) in [
        ("1/2", ["2/3", "1/3", "2"]),
        ("3/5", ["5/8", "3/8", "5/2"]),
        ("7/10", ["10/17", "7/17", "10/3"]),
    ] {
        let law = Techniques::new(r(p), r(p)).expect("chances");
        assert_eq!(law.defender_falls(), Some(r(defender)), "{p}");
        assert_eq!(law.attacker_falls(), Some(r(attacker)), "{p}");
        assert_eq!(law.mean_tests(), Some(r(tests)), "{p}");
    }
}

/// A chain of no more than so many tests is the endless one cut off: the tests come out exactly, and of the endless chain is
/// missing what is decided later.
#[test]
fn wsc_6_the_chain_on_the_table_is_the_formula_cut_off() {
    const MOST: u16 = 4;
    for test in READINGS {
        for skills in [[6, 6], [6, 8], [3, 7], [9, 1], [10, 10]] {
            let mut field = duel(skills);
            field.spec.rules.techniques.test = test;
            field.spec.rules.techniques.most_tests = MOST;
            let walked = walk(&field);
            let [a, d] = skills.map(|skill| passes(test, Dice::one(10), skill).expect("a d10"));
            let law = Techniques::new(a.clone(), d.clone()).expect("chances");
            // Test k fails after all before it have passed: the defender's are the first, the third, and so on.
            let mut passed = Ratio::ONE;
            let mut falls = [Ratio::ZERO, Ratio::ZERO];
            for k in 1..=u64::from(MOST) {
                let (who, pass) = if k % 2 == 1 { (1, &d) } else { (0, &a) };
                let fails = &passed * &(Ratio::ONE - pass);
                let mut fallen = [false; 2];
                fallen[who] = true;
                assert_eq!(walked.chance(&(fallen, k)), fails, "{skills:?} {test:?} {k}");
                falls[who] = &falls[who] + &fails;
                passed = &passed * pass;
            }
            assert_eq!(walked.chance(&([false; 2], u64::from(MOST))), passed);
            // After an even number of tests the chain begins anew.
            let rest = |whole: Option<Ratio>| whole.map(|whole| whole * (Ratio::ONE - &passed));
            if let Some(defender) = rest(law.defender_falls()) {
                assert_eq!(falls[1], defender, "{skills:?} {test:?}");
                assert_eq!(Some(falls[0].clone()), rest(law.attacker_falls()));
            }
        }
    }
}

/// Tested at once, the bout ends at a pair of tests with 1 - ad, and each alone falls as often as the other fails to.
#[test]
fn wsc_6_tested_together_both_may_fall() {
    for skills in [[6, 6], [6, 8], [3, 7]] {
        let mut field = duel(skills);
        field.spec.rules.techniques.melee = TechniqueMelee::Together;
        field.spec.rules.techniques.most_tests = 2;
        let walked = walk(&field);
        let [a, d] = skills.map(|skill| {
            let test = TechniqueTest::AtOrUnder;
            passes(test, Dice::one(10), skill).expect("a d10")
        });
        let (misses_a, misses_d) = (Ratio::ONE - &a, Ratio::ONE - &d);
        let goes_on = &a * &d;
        let twice = Ratio::ONE + &goes_on;
        for (falls, once) in [
            ([true, true], &misses_a * &misses_d),
            ([true, false], &misses_a * &d),
            ([false, true], &a * &misses_d),
        ] {
            let walked = walked.chance_that(|(who, _)| *who == falls);
            assert_eq!(walked, once * &twice, "{skills:?} {falls:?}");
        }
        let nobody = walked.chance_that(|(who, _)| *who == [false; 2]);
        assert_eq!(nobody, goes_on.pow(2));
    }
}

const OPENINGS: [[i32; 2]; 5] = [[8, 6], [6, 8], [6, 6], [0, 7], [10, 4]];

/// Skilled, wild, half-hearted, none: by hand from a d10.
#[test]
fn wsc_5_one_die_against_two_attributes() {
    for (stack, [skilled, wild, half_hearted, none]) in [
        ([8, 6], ["3/5", "1/5", "0", "1/5"]),
        ([6, 8], ["3/5", "0", "1/5", "1/5"]),
        ([6, 6], ["3/5", "0", "0", "2/5"]),
        ([0, 10], ["0", "0", "1", "0"]),
    ] {
        let test = TechniqueTest::AtOrUnder;
        let half = [r("1/2"), r("1/2")];
        let law = Stacked::new(d(10), test, stack, half).expect("a d10");
        for (opening, exact) in [
            (Opening::Skilled, skilled),
            (Opening::Wild, wild),
            (Opening::HalfHearted, half_hearted),
            (Opening::CoversUp, none),
        ] {
            assert_eq!(*law.attack(opening), r(exact), "{stack:?} {opening:?}");
        }
    }
    // Mentality 8, Action 6 and tests of even chance: 3/5 of 2/3 and 1/5 of 1/2; 3/5 of 1/3 and 1/5 of 1/2.
    let even = [r("1/2"), r("1/2")];
    let law = Stacked::new(d(10), TechniqueTest::AtOrUnder, [8, 6], even).expect("a d10");
    assert_eq!(law.defender_falls(), Some(r("1/2")));
    assert_eq!(law.attacker_falls(), Some(r("3/10")));
    assert_eq!(law.nobody_falls(), Some(r("1/5")));
    assert_eq!(law.defender_falls_at_last(), Some(r("5/8")));
    assert_eq!(law.mean_tests(), Some(r("7/5")));
}

/// On the table a chain has no more than so many tests; where an even number of them passes, the two part.
#[test]
fn wsc_5_a_stacked_test_on_the_table_is_the_formula_cut_off() {
    const MOST: u16 = 2;
    for test in READINGS {
        for stack in OPENINGS {
            for skills in [[6, 6], [4, 8], [10, 10]] {
                let mut field = duel(skills);
                let rules = &mut field.spec.rules;
                rules.techniques.test = test;
                rules.techniques.attack = TechniqueAttack::Stacked;
                rules.techniques.most_tests = MOST;
                rules.troops[AVERAGE].stack = Stack { mentality: stack[0], action: stack[1] };
                let walked = walk(&field);
                let chances = skills.map(|skill| passes(test, d(10), skill).expect("a d10"));
                let law = Stacked::new(d(10), test, stack, chances.clone()).expect("chances");
                let [a, b] = chances;
                // The skilled attacks that have ended by then.
                let on = &a * &b;
                let skilled = law.attack(Opening::Skilled);
                let chain = Techniques::new(a.clone(), b.clone()).expect("chances");
                let cut = |whole: Option<Ratio>| whole.map_or(Ratio::ZERO, |w| skilled * &w * &on);
                let found = |falls: [bool; 2]| walked.chance_that(|(who, _)| *who == falls);
                if let Some(falls) = law.defender_falls() {
                    let exact = falls - cut(chain.defender_falls());
                    assert_eq!(found([false, true]), exact, "{stack:?} {skills:?}");
                }
                if let Some(falls) = law.attacker_falls() {
                    let exact = falls - cut(chain.attacker_falls());
                    assert_eq!(found([true, false]), exact, "{stack:?} {skills:?}");
                }
                if let Some(nobody) = law.nobody_falls() {
                    assert_eq!(found([false, false]), nobody + skilled * &on);
                }
                // The mean number of tests is the sum of the chances that there are so many.
                if let Some(mean) = law.mean_tests() {
                    let walked: Ratio =
                        walked.iter().map(|((_, tests), share)| share * Ratio::from(*tests)).sum();
                    let beyond = chain.mean_tests().map_or(Ratio::ZERO, |m| skilled * &m * &on);
                    assert_eq!(walked, mean - beyond, "{stack:?} {skills:?}");
                }
            }
        }
    }
}

/// A man of A at blows with one of B, who cannot hit: the attacker's level, dice and damage, the other's armour and points.
fn at_blows(dice: Dice, level: i32, armour_class: i32, damage: Amount, points: Amount) -> Field {
    let mut field = Field::new();
    let rules = &mut field.spec.rules;
    rules.system = tables::ALTERNATE;
    rules.fighting = Fighting::Osric;
    rules.morale.start = 0;
    rules.osric.dice = dice;
    rules.troops[AVERAGE].body =
        Body { level, armour_class: -20, hit_points: Amount::fixed(1), fearless: true };
    rules.troops[GOOD].body = Body { level: 0, armour_class, hit_points: points, fearless: true };
    rules.weapons[SWORD].harm = Harm { blow: damage, shot: damage };
    field.figure(A, AVERAGE, SWORD, 20.0, 18.0);
    field.figure(B, GOOD, SWORD, 21.0, 18.0);
    field.bot(A, vec![line(&[Condition::Engaged], Act::Fight)]);
    field.bot(B, vec![line(&[], Act::Stand)]);
    field
}

const fn d(sides: u8) -> Dice {
    Dice::one(sides)
}

#[test]
fn adc_1_and_2_one_blow_on_the_table_is_the_formula() {
    for (level, armour_class, damage, points) in [
        (0, 6, Amount::of(d(8), 0), 5),
        (9, 0, Amount::of(d(4), 1), 3),
        (1, 10, Amount::of(Dice { count: 2, sides: 4 }, -2), 4),
        (0, -6, Amount::fixed(3), 3),
    ] {
        let mut field = at_blows(d(20), level, armour_class, damage, Amount::fixed(points));
        field.cap(1);
        let walked = walk(&field);
        let law = Blows::new(d(20), level, armour_class, 0, damage).expect("ordinary dice");
        let fells = law.fells(i64::from(points));
        let found = walked.chance_that(|(falls, _)| falls[1]);
        assert_eq!(found, fells, "level {level} against {armour_class}");
    }
}

#[test]
fn adc_2_several_blows_and_rolled_points_on_the_table_are_the_formula() {
    // Short dice keep the tree small: level 20 needs 3 of a d4 against class -2, level 0 never gets there.
    let (damage, points) = (Amount::of(d(3), 0), Amount::of(d(4), 0));
    let mut field = at_blows(d(4), 20, -2, damage, points);
    let law = Blows::new(d(4), 20, -2, 0, damage).expect("ordinary dice");
    assert_eq!(*law.hit(), r("1/2"));
    let points = skirmish_odds::amount(points).expect("ordinary dice");
    let felling = Felling::new(law.clone(), law, &points);
    // Every action but the other side's is a blow.
    for (cap, blows) in [(1, 1), (3, 2)] {
        field.cap(cap);
        let walked = walk(&field);
        let exact = felling.down_after().nth(blows - 1);
        let found = walked.chance_that(|(falls, _)| falls[1]);
        assert_eq!(Some(found), exact, "{blows} blows");
    }
}

#[test]
fn adc_2_the_mean_number_of_blows() {
    // A d8 against 5 points, at 3 in 10: m(5) by hand from m(h) = 1 + sum of m below h, over 8.
    let law = Blows::new(d(20), 0, 6, 0, Amount::of(d(8), 0)).expect("ordinary dice");
    assert_eq!(*law.hit(), r("3/10"));
    let hits = (9_u128.pow(4), 8_u128.pow(4));
    let mean = Ratio::new(hits.0 * 10, hits.1 * 3).expect("a fraction");
    assert_eq!(law.mean(5), Some(mean.clone()));
    // The mean is the sum of the chances to stand after so many blows.
    let felling = Felling::new(law.clone(), law, &Pmf::certain(5));
    let stands = felling.down_after().map(|down| Ratio::ONE - down);
    let sum = Ratio::ONE + stands.take(119).sum::<Ratio>();
    let missing = mean - sum;
    assert!(missing > Ratio::ZERO && missing < r("1/1000000"));
    let never = Blows::new(d(20), 0, -20, 0, Amount::fixed(1)).expect("ordinary dice");
    assert_eq!(never.mean(3), None);
    assert_eq!(never.fells(1), Ratio::ZERO);
}

/// One who charges home has a bonus on the blow that he ends in, and none on those that follow (ADC-4).
#[test]
fn adc_4_a_charge_and_the_blows_after_it_on_the_table_are_the_formula() {
    let (damage, points) = (Amount::of(d(3), 0), Amount::of(d(4), 1));
    let mut field = at_blows(d(4), 20, -2, damage, points);
    let bonus = field.spec.rules.osric.charge;
    assert!(bonus > 0);
    for figure in &mut field.spec.sides[A].figures {
        figure.at.x -= 3 * UNIT;
    }
    let lines =
        vec![line(&[Condition::Engaged], Act::Fight), line(&[], Act::Charge(Pick::Nearest))];
    field.bot(A, lines);
    let blow = |modifier| Blows::new(d(4), 20, -2, modifier, damage).expect("ordinary dice");
    let points = skirmish_odds::amount(points).expect("ordinary dice");
    let law = Felling::new(blow(bonus), blow(0), &points);
    let exact: Vec<Ratio> = law.down_after().take(2).collect();
    for (cap, exact) in [1, 3].into_iter().zip(&exact) {
        field.cap(cap);
        let found = walk(&field).chance_that(|(falls, _)| falls[1]);
        assert_eq!(found, *exact, "{cap} actions");
    }
    let plain = Felling::new(blow(0), blow(0), &points);
    assert!(plain.down_after().next().is_some_and(|plain| plain < exact[0]));
}

#[test]
fn adc_7_a_set_weapon_does_its_damage_twice() {
    let blow = Blows::new(d(20), 0, 6, 0, Amount::of(d(6), 0)).expect("ordinary dice");
    let law = Felling::new(blow.clone().times(2), blow.clone(), &Pmf::certain(5));
    // Twice a 3 or more is enough.
    assert_eq!(law.down_after().next(), Some(r("3/10") * r("4/6")));
    let mean = law.mean().expect("it ends");
    let sum: Ratio = std::iter::once(Ratio::ONE)
        .chain(law.down_after().take(120).map(|down| Ratio::ONE - down))
        .sum();
    assert!(sum < mean && mean - sum < r("1/1000000"));
    // What the first blow leaves standing must be hit some day.
    let never = Blows::new(d(20), 0, -20, 0, Amount::fixed(1)).expect("ordinary dice");
    assert_eq!(Felling::new(blow.clone(), never.clone(), &Pmf::certain(1)).mean(), None);
    assert_eq!(Felling::new(never, blow, &Pmf::certain(1)).mean(), Some(r("13/3")));
}
