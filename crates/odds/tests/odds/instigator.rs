//! Who instigates (WS-01) and how chains of technique tests end (WSC-6): what follows from the sources, and walks over every
//! outcome of the engine's toss and of the rules as a player would follow them.

use crate::fractions::{r, walk};
use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::dice::Dice;
use skirmish_engine::initiative::{offer, passes, toss};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::TechniqueTest;
use skirmish_engine::side::{BySide, Side};
use skirmish_odds::instigator::{Techniques, Toss, passes as passes_a_test};
use skirmish_odds::{OddsError, Ratio};

const SITE: RollSite = RollSite { purpose: Purpose::Melee, rule: Rule::ws(4) };

fn of(ways: u8, all: u8) -> Ratio {
    Ratio::new(ways.into(), all.into()).unwrap()
}

/// Turns struck off, and who instigates if anyone does, in a game of so many turns.
fn play(
    chance: &mut dyn Chance,
    turns: u64,
    mut passing: impl FnMut(&mut dyn Chance, Side) -> bool,
) -> (u64, Option<Side>) {
    for struck in 0..turns {
        let winner = toss(chance);
        if let Some(side) = offer(winner, |side| passing(chance, side)) {
            return (struck, Some(side));
        }
    }
    (turns, None)
}

#[test]
fn the_toss_as_the_engine_plays_it() {
    const FACES: u8 = 4;
    for (a, b) in (0..=FACES).flat_map(|a| (0..=FACES).map(move |b| (a, b))) {
        let law = Toss::new(BySide([of(a, FACES), of(b, FACES)])).unwrap();
        for turns in 1..=3 {
            let walked = walk(|chance| {
                play(chance, turns, |chance, side| chance.die(SITE, FACES) <= BySide([a, b])[side])
            });
            for side in Side::BOTH {
                let first = walked.chance_that(|(_, who)| *who == Some(side));
                assert_eq!(law.first(side, turns), first, "{a} {b} {side:?}");
                let at_once = walked.chance(&(0, Some(side)));
                assert_eq!(*law.instigates(side), at_once, "{a} {b} {side:?}");
            }
            assert_eq!(law.drawn(turns), walked.chance(&(turns, None)));
            let struck = law.struck_off(turns).unwrap();
            assert_eq!(struck, walked.map(|(struck, _)| *struck));
        }
        let together = law.instigates(Side::A) + law.instigates(Side::B);
        assert_eq!(together, law.commits());
        assert_eq!(law.commits() + law.strikes_off(), Ratio::ONE);
    }
}

#[test]
fn a_bot_passes_in_so_many_of_a_hundred_cases() {
    for percent in [BySide([30, 60]), BySide([0, 100]), BySide([100, 99])] {
        let walked =
            walk(|chance| play(chance, 1, |chance, side| passes(chance, side, percent[side])).1);
        let law = Toss::new(BySide::from_fn(|side| of(percent[side], 100))).unwrap();
        for side in Side::BOTH {
            assert_eq!(*law.instigates(side), walked.chance(&Some(side)));
        }
    }
}

#[test]
fn the_derived_formulas() {
    let law = Toss::new(BySide([r("0.3"), r("0.6")])).unwrap();
    // (1 - a)(1 + b)/2, (1 - b)(1 + a)/2, 1 - ab.
    assert_eq!(*law.instigates(Side::A), r("0.56"));
    assert_eq!(*law.instigates(Side::B), r("0.26"));
    assert_eq!(law.commits(), r("0.82"));
    // ab / (1 - ab), and (ab)^T.
    assert_eq!(law.mean_struck_off(), Some(r("9/41")));
    assert_eq!(law.drawn(5), r("0.18").pow(5));
    // p^(2T) when both pass with p.
    let even = Toss::new(BySide([r("0.5"), r("0.5")])).unwrap();
    assert_eq!(even.drawn(3), r("0.5").pow(6));
    assert_eq!(even.first(Side::A, 3), even.first(Side::B, 3));
    // The mean of the law comes up to the limit's as turns grow.
    let struck = law.struck_off(60).unwrap();
    let mean: Ratio = struck.iter().map(|(n, chance)| chance * Ratio::from(*n)).sum();
    assert!(law.mean_struck_off().unwrap() - mean < r("1/1000000000"));
    // Both always pass.
    let never = Toss::new(BySide([Ratio::ONE, Ratio::ONE])).unwrap();
    assert_eq!(never.mean_struck_off(), None);
    assert_eq!(never.first(Side::A, 9), Ratio::ZERO);
    assert_eq!(never.drawn(9), Ratio::ONE);
    assert_eq!(Toss::new(BySide([r("1.1"), Ratio::ZERO])), Err(OddsError::NotAChance(r("1.1"))));
}

/// One chain: whether the defender falls, and after how many tests; `None` if so many do not settle it.
fn chain(chance: &mut dyn Chance, attacker: u8, defender: u8, most: u64) -> Option<(bool, u64)> {
    for test in 1..=most {
        let defends = test % 2 == 1;
        let passes_up_to = if defends { defender } else { attacker };
        if chance.die(SITE, 4) > passes_up_to {
            return Some((defends, test));
        }
    }
    None
}

#[test]
fn the_chain_of_technique_tests() {
    const MOST: u64 = 6;
    for (a, d) in (0..=4).flat_map(|a| (0..=4).map(move |d| (a, d))) {
        let law = Techniques::new(of(a, 4), of(d, 4)).unwrap();
        let tests = law.tests().unwrap();
        let walked = walk(|chance| chain(chance, a, d, MOST));
        for n in 1..=MOST {
            assert_eq!(tests.chance(n), walked.chance(&Some((n % 2 == 1, n))));
        }
        assert_eq!(tests.survival(MOST), walked.chance(&None));
        let Some(defender) = law.defender_falls() else {
            assert_eq!((a, d), (4, 4));
            assert_eq!((law.attacker_falls(), law.mean_tests()), (None, None));
            continue;
        };
        assert_eq!(&defender + &law.attacker_falls().unwrap(), Ratio::ONE);
        assert_eq!(law.mean_tests(), tests.mean());
        // What is not settled yet is settled as at the beginning: after an even number of tests the defender is due.
        let so_far = walked.chance_that(|end| matches!(end, Some((true, _))));
        assert_eq!(defender, &so_far + &(tests.survival(MOST) * &defender));
    }
}

#[test]
fn skill_makes_chains_longer_and_fairer() {
    // 1/(1+p), p/(1+p), 1/(1-p).
    for (p, defender, attacker, mean) in
        [("0.5", "2/3", "1/3", "2"), ("0.6", "5/8", "3/8", "2.5"), ("0.7", "10/17", "7/17", "10/3")]
    {
        let law = Techniques::new(r(p), r(p)).unwrap();
        assert_eq!(law.defender_falls(), Some(r(defender)));
        assert_eq!(law.attacker_falls(), Some(r(attacker)));
        assert_eq!(law.mean_tests(), Some(r(mean)));
    }
    // (1-d)/(1-ad).
    let law = Techniques::new(r("0.8"), r("0.5")).unwrap();
    assert_eq!(law.defender_falls(), Some(r("5/6")));
}

#[test]
fn the_two_readings_of_a_test() {
    for (attribute, at_or_under, under) in
        [(6, "0.6", "0.5"), (10, "1", "0.9"), (0, "0", "0"), (1, "0.1", "0"), (14, "1", "1")]
    {
        let chance = |test: TechniqueTest| passes_a_test(test, Dice::one(10), attribute).unwrap();
        assert_eq!(chance(TechniqueTest::AtOrUnder), r(at_or_under));
        assert_eq!(chance(TechniqueTest::Under), r(under));
    }
}
