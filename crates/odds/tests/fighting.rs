//! The exact laws of WarSpike's close combat against a walk over every outcome of the engine's own games.

#[path = "../../engine/tests/common/mod.rs"]
mod common;

use common::{AVERAGE, Field, GOOD, SWORD, line};
use skirmish_engine::bot::{Act, Pick};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::{Table, play};
use skirmish_engine::rulebook::{Fighting, TechniqueMelee, TechniqueTest as Reading};
use skirmish_engine::side::Side::{A, B};
use skirmish_odds::instigator::{TechniqueTest, Techniques};
use skirmish_odds::{MAX_OUTCOMES, Pmf, Ratio, every_outcome};

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
    let mut table = Table::new(&battle);
    every_outcome(MAX_OUTCOMES, |mut chance| {
        let mut watch = Watch::default();
        play(&battle, &mut table, None, &mut chance, &mut watch);
        (watch.falls, watch.tests)
    })
    .expect("a tree of this size")
}

fn r(text: &str) -> Ratio {
    text.parse().expect("a fraction")
}

const READINGS: [(Reading, TechniqueTest); 2] = [
    (Reading::AtOrUnder, TechniqueTest::AtOrUnder),
    (Reading::Under, TechniqueTest::Under),
];

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
    for (reading, test) in READINGS {
        for skills in [[6, 6], [6, 8], [3, 7], [9, 1], [10, 10]] {
            let mut field = duel(skills);
            field.spec.rules.techniques.test = reading;
            field.spec.rules.techniques.most_tests = MOST;
            let walked = walk(&field);
            let [a, d] = skills.map(|skill| test.chance(Dice::one(10), skill).expect("a d10"));
            let law = Techniques::new(a.clone(), d.clone()).expect("chances");
            // Test k fails after all before it have passed: the defender's are the first, the third, and so on.
            let mut passed = Ratio::ONE;
            let mut falls = [Ratio::ZERO, Ratio::ZERO];
            for k in 1..=u64::from(MOST) {
                let (who, pass) = if k % 2 == 1 { (1, &d) } else { (0, &a) };
                let fails = &passed * &(Ratio::ONE - pass);
                let mut fallen = [false; 2];
                fallen[who] = true;
                assert_eq!(
                    walked.chance(&(fallen, k)),
                    fails,
                    "{skills:?} {reading:?} {k}"
                );
                falls[who] = &falls[who] + &fails;
                passed = &passed * pass;
            }
            assert_eq!(walked.chance(&([false; 2], u64::from(MOST))), passed);
            // After an even number of tests the chain begins anew.
            let rest = |whole: Option<Ratio>| whole.map(|whole| whole * (Ratio::ONE - &passed));
            if let Some(defender) = rest(law.defender_falls()) {
                assert_eq!(falls[1], defender, "{skills:?} {reading:?}");
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
            test.chance(Dice::one(10), skill).expect("a d10")
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
