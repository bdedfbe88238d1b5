//! The games themselves, event for event, as `hashes.txt` keeps them: who changes no rule and no bot changes no line of
//! it. `UPDATE=1 cargo test --release -p skirmish-benches --test games` brings it up to date.

use std::path::Path;

use rayon::prelude::*;
use skirmish_benches::battles::{Combination, Own, combinations};
use skirmish_benches::watch::{Seat, hash_of};
use skirmish_engine::battle::Battle;
use skirmish_engine::side::{BySide, Side};

const SEED: u64 = 20_261_123;

/// Games hashed; of crowds, whose games are long, only a few.
fn games(battle: &Battle) -> u64 {
    let BySide(figures) = BySide::from_fn(|side: Side| battle.count(side));
    if figures.iter().sum::<usize>() > 60 { 2 } else { 20 }
}

#[test]
fn games_are_what_they_were() {
    let mut text = String::from(
        "# battle, system, way of fighting, hash of the first games; `refused` where the loader does not accept that\n",
    );
    let battles = Own::all();
    let few: Vec<_> = combinations(&battles).filter(Combination::is_of_few).collect();
    let hash = |one: &Combination<'_>| {
        let [name, system, fighting] = one.names();
        let hash = one.load().map_or("refused".to_owned(), |battle| {
            format!("{:016x}", hash_of(Seat::new(&battle, SEED), 0..games(&battle)))
        });
        format!("{name:22} {system:13} {fighting:13} {hash}\n")
    };
    text.extend(few.par_iter().with_max_len(1).map(hash).collect::<Vec<_>>());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/games/hashes.txt");
    if std::env::var_os("UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(&file, text).expect("it can be written");
        return;
    }
    let kept = std::fs::read_to_string(&file).expect("it is there");
    let changed: Vec<_> =
        text.lines().filter(|line| !kept.lines().any(|old| old == *line)).collect();
    assert!(
        kept == text,
        "{} of {} lines of hashes.txt are out of date; now they are\n{}",
        changed.len(),
        text.lines().count(),
        changed.join("\n")
    );
}
