//! Two variants on the same dice, with the luck in their games.

use skirmish_engine::battle::Battle;
use skirmish_engine::side::Side;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::study::{Change, Compared, Comparison, compare};
use skirmish_simulator::{Control, Workers};

use crate::battles;

const GAMES: u64 = 1_100;

fn play(variants: [&Battle; 2], threads: usize) -> Compared {
    let workers = Workers::new(threads).expect("threads");
    compare(variants, 42, 0..GAMES, &workers, &Control::default())
}

fn battles() -> [Battle; 2] {
    let mut other = battles::flank_run();
    // The average troops are the raiders.
    other.rules.troops[1].base -= 4;
    [battles::flank_run(), other]
        .map(|spec| Battle::new(spec).expect("a battle that can be played"))
}

fn wins(comparison: &Comparison) -> impl Iterator<Item = &Change> {
    let changes = comparison.changes.iter();
    changes.filter(|change| change.measure.name == "win-rate")
}

#[test]
fn the_same_bits_on_any_number_of_threads() {
    let [one, other] = &battles();
    let alone = play([one, other], 1);
    let told = alone.comparison(Confidence::P95);
    for threads in [2, 7] {
        let several = play([one, other], threads);
        assert_eq!(several, alone);
        let again = several.comparison(Confidence::P95);
        for (change, again) in wins(&told).zip(wins(&again)) {
            assert!(change.less_luck.is_some());
            assert_eq!(change.less_luck, again.less_luck);
        }
    }
}

#[test]
fn a_battle_against_itself_is_exactly_nothing_luck_or_no_luck() {
    let [one, _] = &battles();
    let comparison = play([one, one], 2).comparison(Confidence::P95);
    for change in wins(&comparison) {
        let less = change.less_luck.expect("games enough");
        let interval = less.estimate.interval.expect("a point");
        assert_eq!(
            (less.estimate.value, interval.low, interval.high, less.gain),
            (0.0, 0.0, 0.0, 1.0)
        );
    }
}

#[test]
fn both_ways_round_it_is_the_same_but_for_the_sign() {
    let [one, other] = &battles();
    let forth = play([one, other], 2).comparison(Confidence::P95);
    let back = play([other, one], 2).comparison(Confidence::P95);
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
    for change in compared.comparison(Confidence::P95).changes {
        let is_of_endings = ["win-rate", "draw-rate", "cap-rate"].contains(&change.measure.name);
        assert!(change.less_luck.is_none() || is_of_endings);
        if change.side == Some(Side::A) && is_of_endings {
            let (plain, less) = (change.difference.expect("some"), change.less_luck.expect("some"));
            let far = plain.std_err.expect("many") * 4.0;
            assert!((plain.value - less.estimate.value).abs() < far);
        }
    }
}
