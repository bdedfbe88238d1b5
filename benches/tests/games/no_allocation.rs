//! Playing and counting games allocates nothing.

use allocation_counter::measure;
use rayon::prelude::*;
use skirmish_benches::battles::{all, generated, generated_by};
use skirmish_benches::watch::Seat;
use skirmish_scenario::Override;

/// Games of each battle; all kinds of outcomes come up among them.
const GAMES: u64 = if cfg!(debug_assertions) { 40 } else { 200 };

#[test]
fn the_counter_counts() {
    let info = measure(|| drop(std::hint::black_box(vec![0_u8; 100])));
    assert_eq!((info.count_total, info.bytes_total), (1, 100));
}

#[test]
fn playing_and_counting_games_allocates_nothing() {
    let stacked = [Override::new("options.technique-attack", "stacked")];
    let made = [
        generated(96, 24),
        generated_by("warspike", 24, 6, &[]),
        generated_by("warspike", 24, 6, &stacked),
        generated_by("osric", 24, 6, &[]),
    ];
    all().chain(made).with_max_len(1).for_each(|named| {
        let mut seat = Seat::new(&named.battle, 42);
        let mut recorder = seat.recorder();
        // The tally makes a row the first time that it meets an outcome; so meet them all.
        seat.count(0..GAMES, &mut recorder);
        let info = measure(|| seat.count(0..GAMES, &mut recorder));
        assert_eq!(
            (info.count_total, info.bytes_total),
            (0, 0),
            "allocations, bytes: {}",
            named.name
        );
        assert_eq!(recorder.into_tally().games(), 2 * GAMES);
    });
}
