//! What figures do makes sense: in games of every shipped scenario, by its own bots and by players who were found by search, what
//! nobody at a table would do is rare.

use rayon::prelude::*;
use skirmish_benches::battles::{Named, shipped, shipped_with_players};
use skirmish_benches::sense::{Sense, Watcher};
use skirmish_benches::watch::Seat;

const SEED: u64 = 20_261_129;
const GAMES: u64 = if cfg!(debug_assertions) { 8 } else { 100 };

fn seen_in(named: &Named) -> Watcher {
    let mut watcher = Watcher::default();
    let mut seat = Seat::new(&named.battle, SEED);
    for game in 0..GAMES {
        seat.show(game, &mut watcher);
    }
    watcher
}

#[test]
fn what_figures_do_makes_sense() {
    let battles: Vec<_> = shipped().into_iter().chain(shipped_with_players()).collect();
    let seen: Vec<_> = battles.par_iter().map(seen_in).collect();
    let mut all = Sense::default();
    for (named, watcher) in battles.iter().zip(&seen) {
        // First actions that walk past the enemy (LL-05 a), and seizes for nothing (LL-03), not even once.
        for what in ["sidestep", "forfeit"] {
            let case = watcher.cases.iter().find(|(of, _)| *of == what);
            assert_eq!(case, None, "{}", named.name);
        }
        all += watcher.sense;
    }
    assert!(all.sidesteps.of > 80 && all.dawdles.of > 1000 && all.idle.of > 5000, "{all:?}");
    assert!(all.dawdles.percent() < 0.3, "{all:?}");
    assert!(all.idle.percent() < 5.0, "{all:?}");
    assert!(all.lone_meetings.of > 10 && all.lone_meetings.percent() < 5.0, "{all:?}");
}
