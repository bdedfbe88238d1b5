//! Two variants on the same dice, with the luck in their games.

use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::{Comparison, MeasureChange, Study};
use skirmish_simulator::{Detail, Pairs, Run, Session, Workers, cells};

use crate::battles;

const GAMES: u64 = 3_000;

fn play(variants: [&Battle; 2], threads: usize) -> Study {
    let workers = Workers::new(threads).expect("threads");
    let [base, other] = variants;
    let session = Session::new(base, 42, Pairs::Off, &workers).expect("no pilot");
    let detail = Detail { changes: true, ..Detail::default() };
    let study = session.study(&[other], detail, &workers, 0..GAMES, None);
    study.expect("games end")
}

fn battles() -> [Battle; 2] {
    let mut other = battles::flank_run();
    // The average troops are the raiders.
    other.rules.troops[1].base -= 4;
    [battles::flank_run(), other]
        .map(|spec| Battle::new(spec).expect("a battle that can be played"))
}

fn wins(comparison: &Comparison) -> impl Iterator<Item = &MeasureChange> {
    let changes = comparison.changes.iter();
    changes.filter(|change| change.measure.name == "win-rate")
}

#[test]
fn the_same_bits_on_any_number_of_threads() {
    let [one, other] = &battles();
    let alone = play([one, other], 1);
    let told = alone.comparison(0, Confidence::P95);
    for threads in [2, 7] {
        let several = play([one, other], threads);
        assert_eq!(several, alone);
        let again = several.comparison(0, Confidence::P95);
        for (change, again) in wins(&told).zip(wins(&again)) {
            assert!(change.less_luck.is_some());
            assert_eq!(change.less_luck, again.less_luck);
        }
    }
}

#[test]
fn a_battle_against_itself_is_exactly_nothing_luck_or_no_luck() {
    let [one, _] = &battles();
    let comparison = play([one, one], 2).comparison(0, Confidence::P95);
    for change in wins(&comparison) {
        let less = change.less_luck.expect("games enough");
        let interval = less.estimate.interval.expect("a point");
        assert_eq!(
            (less.estimate.value, interval.low, interval.high, less.gain),
            (0.0, 0.0, 0.0, 1.0)
        );
    }
}

/// Games that differ at all are counted exactly: none against itself, and at least all with another ending.
#[test]
fn games_that_differ_at_all_are_counted() {
    let [one, other] = &battles();
    assert_eq!(play([one, one], 2).variants[0].difference.changed, 0);
    let study = play([one, other], 2);
    let changed = study.variants[0].difference.changed;
    assert!(changed > GAMES / 2 && changed <= GAMES, "{changed}");
}

#[test]
fn both_ways_round_it_is_the_same_but_for_the_sign() {
    let [one, other] = &battles();
    let forth = play([one, other], 2).comparison(0, Confidence::P95);
    let back = play([other, one], 2).comparison(0, Confidence::P95);
    for (forth, back) in wins(&forth).zip(wins(&back)) {
        let [forth, back] = [forth, back].map(|change| change.less_luck.expect("games enough"));
        assert!((forth.estimate.value + back.estimate.value).abs() < 1e-9);
        assert!((forth.gain - back.gain).abs() < 1e-6);
    }
}

#[test]
fn only_how_games_end_is_told_without_luck() {
    let [one, other] = &battles();
    let compared = play([one, other], 2);
    for change in compared.comparison(0, Confidence::P95).changes {
        let is_of_endings = ["win-rate", "draw-rate", "cap-rate"].contains(&change.measure.name);
        assert!(change.less_luck.is_none() || is_of_endings);
        if change.side == Some(Side::A) && is_of_endings {
            let (plain, less) = (change.difference.expect("some"), change.less_luck.expect("some"));
            let far = plain.std_err.expect("many") * 4.0;
            assert!((plain.value - less.estimate.value).abs() < far);
        }
    }
}

/// A run and a study of the same games give the same numbers to the last digit, with or without pairs.
#[test]
fn a_run_and_the_first_of_several_variants_are_the_same() {
    let mut spec = battles::flank_run();
    spec.starts = None;
    let one = &Battle::new(spec.clone()).expect("a battle that can be played");
    spec.rules.troops[1].base -= 4;
    let other = &Battle::new(spec).expect("a battle that can be played");
    let workers = Workers::new(2).expect("threads");
    for pairs in [Pairs::On, Pairs::Off, Pairs::Auto] {
        let session = Session::new(one, 42, pairs, &workers).expect("by lot");
        let run = session.play(&workers, 0..600, None).expect("games end");
        let beside = Session::beside(one, [other], 42, pairs, &workers).expect("by lot");
        assert_eq!(session.unit(), beside.unit());
        for detail in [Detail { tables: true, ..Detail::default() }, Detail::default()] {
            let study = beside.study(&[other, one], detail, &workers, 0..600, None);
            let study = study.expect("games end");
            for tally in [&study.base, &study.variants[1].tally] {
                assert_same(&run, tally);
            }
        }
    }
}

fn assert_same(run: &Run, tally: &skirmish_simulator::Tally) {
    for (measure, side) in cells() {
        let [one, other] =
            [&run.tally, tally].map(|tally| tally.estimate(measure, side, Confidence::P95));
        assert_eq!(one, other, "{} of {side:?}", measure.name);
    }
}
