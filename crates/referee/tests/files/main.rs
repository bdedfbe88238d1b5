//! Battles made up as files: all systems, ways of fighting, terrain, bodies, orders, events, goals and bots, and parameters over
//! the whole of what they may be, drawn from their declaration. Each is loaded as a user's file would be and played before the
//! referee.
//!
//! `cargo test -p skirmish-referee --test files` plays some thousand. `COUNT` says how many, `FIRST` the first seed, `GAMES` how
//! many games of each; `KEEP` names a folder for the battles that break a rule, made as small as they go.

mod board;
mod forces;
mod lean;
mod make;
mod scripts;
mod seen;
mod settings;
mod shrink;

use seen::Seen;
use settings::Shelf;
use skirmish_testkit::lots::{self, number};
use skirmish_testkit::play::{self, Breach, Played, play};

/// Of one kind of breach, so many battles are made smaller and shown.
const SHOWN: usize = 2;

/// What came of some battles.
#[derive(Debug, Default)]
struct Tally {
    seen: Seen,
    refused: Vec<String>,
    sound: u64,
    actions: u64,
    broken: Vec<(u64, String, Breach)>,
}

/// The battles of these seeds.
fn battles(seeds: impl Iterator<Item = u64>, games: u64) -> Tally {
    let mut shelf = Shelf::default();
    let mut tally = Tally::default();
    for seed in seeds {
        let text = make::battle(&mut shelf, seed);
        let mut seen = std::mem::take(&mut tally.seen);
        let mut of_file = Seen::default();
        let played = play(
            &text,
            games,
            |scenario| of_file.file(&text, scenario),
            |scene, event| seen.event(scene, event),
        );
        seen.add(of_file);
        tally.seen = seen;
        match played {
            Played::Refused(why) => tally.refused.push(format!("{seed}: {why}")),
            Played::Sound(actions) => {
                tally.sound += 1;
                tally.actions += actions;
            }
            Played::Broken(breach) => tally.broken.push((seed, text, breach)),
        }
    }
    tally
}

/// The same on all cores; the order of what is found does not hang on them.
fn on_all_cores(first: u64, count: u64, games: u64) -> Tally {
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    let mut all = Tally::default();
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|part| {
                let seeds = (first..first + count).skip(part as usize).step_by(threads as usize);
                scope.spawn(move || battles(seeds, games))
            })
            .collect();
        for part in parts {
            let part = part.join().expect("nothing but games may panic");
            all.seen.add(part.seen);
            all.refused.extend(part.refused);
            all.sound += part.sound;
            all.actions += part.actions;
            all.broken.extend(part.broken);
        }
    });
    all.broken.sort_by_key(|(seed, ..)| *seed);
    all
}

/// What is wrong, with the seed and the file, which is made smaller first.
fn show(broken: Vec<(u64, String, Breach)>) -> String {
    let folder = std::env::var("KEEP");
    let mut shown = Vec::new();
    let mut text = String::new();
    for (seed, file, breach) in broken {
        text += &format!("seed {seed}, {}\n", breach.what);
        shown.push(breach.kind.clone());
        if shown.iter().filter(|kind| **kind == breach.kind).count() <= SHOWN {
            let (file, breach) = shrink::shrink(&file, breach);
            let file = format!("# seed {seed}, {}\n{file}\n", breach.what);
            match &folder {
                Ok(folder) => {
                    let path = format!("{folder}/{}-{seed}.toml", breach.kind);
                    std::fs::write(path, file).expect("the folder can be written to");
                }
                Err(_) => text += &file,
            }
        }
    }
    text
}

#[test]
fn made_up_battles_keep_the_rules() {
    let (first, count, games) = (number("FIRST", 0), number("COUNT", 20_000), number("GAMES", 4));
    // What panics is told with its battle.
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let tally = on_all_cores(first, count, games);
    let broken = show(tally.broken);
    std::panic::set_hook(usual);
    assert!(broken.is_empty(), "{broken}");
    assert!(
        tally.refused.len() as u64 * 10 <= count,
        "{} of {count} are refused, such as {}",
        tally.refused.len(),
        tally.refused[0]
    );
    assert_eq!(tally.sound + tally.refused.len() as u64, count);
    assert!(tally.actions > 8 * tally.sound, "{} actions", tally.actions);
    // Everything comes up in some of them.
    if count >= 6000 {
        let rare = tally.seen.rarer_than(1);
        assert!(rare.is_empty(), "hardly ever: {rare:#?}");
    }
}
