//! Senseless command lines: those of the help with words left out, doubled, swapped, mixed or distorted. Each ends with a
//! documented status, without a panic.
//!
//! `COUNT=100000 cargo test -p skirmish --test cli lines` tries more than the default, `FIRST` others.

use std::process::Child;
use std::time::{Duration, Instant};

use rand::{RngExt as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::{Done, Place};

/// A command that takes longer is playing.
const PATIENCE: Duration = Duration::from_secs(5);

/// Replacements for a word, or for what follows its `=`.
const ODD: &[&str] = &[
    "",
    "-",
    "--",
    "=",
    "0",
    "1",
    "-1",
    "3",
    "100",
    "255",
    "256",
    "4294967296",
    "18446744073709551615",
    "-9223372036854775808",
    "1e308",
    "nan",
    "inf",
    "0.5",
    "50%",
    "d",
    "d0",
    "d1",
    "d20",
    "255d255",
    "10d100",
    "d6+d6+d6",
    "d4-9999999999",
    "1..",
    "..1",
    "1..1000000",
    "20..1",
    "a,b,,c",
    ",",
    "é",
    "\u{202e}",
    "\u{1b}[31m",
    "'",
    "\"",
    "seize",
    "seize.base.good=41",
    "side.Red.bot=x",
    "x=",
    "lloyd",
    "duel",
    "flank-run",
    "no-such-file.toml",
    ".",
    "all",
    "none",
    "off",
    "system=warspike",
    "fighting=osric",
    "--help",
    "--games",
    "--seed",
    "--format",
    "json",
    "csv",
    "--set",
    "--with",
    "--vary",
];

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).map_or(usual, |number| number.parse().expect("a whole number"))
}

fn examples() -> Vec<Vec<String>> {
    let help = include_str!("../help.txt");
    let lines = help.lines().filter_map(|line| line.trim().strip_prefix("skirmish "));
    let words = |line: &str| -> Vec<String> {
        line.split_whitespace().map(|word| word.trim_matches('\'').to_owned()).collect()
    };
    lines.map(words).filter(|words| !words.iter().any(|word| word.contains('['))).collect()
}

fn odd(words: &mut Vec<String>, others: &[Vec<String>], dice: &mut Xoshiro256PlusPlus) {
    let at = dice.random_range(0..words.len());
    let from = &others[dice.random_range(0..others.len())];
    let from = from[dice.random_range(0..from.len())].clone();
    let odd = ODD[dice.random_range(0..ODD.len())];
    match dice.random_range(0..7) {
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[at].clone()),
        2 => words[at] = from,
        3 => words.insert(at, from),
        4 => words[at] = odd.to_owned(),
        5 => {
            let name = words[at].split_once('=').map_or(words[at].as_str(), |(name, _)| name);
            words[at] = format!("{name}={odd}");
        }
        _ => {
            let mut letters: Vec<char> = words[at].chars().collect();
            let middle = letters.len() / 2;
            letters.splice(middle..middle, odd.chars());
            words[at] = letters.into_iter().collect();
        }
    }
}

fn ended(mut child: Child) -> Option<Done> {
    let began = Instant::now();
    while child.try_wait().expect("it is ours").is_none() {
        if began.elapsed() > PATIENCE {
            child.kill().expect("it can be killed");
            child.wait().expect("it is ours");
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Some(child.wait_with_output().expect("it has ended").into())
}

#[test]
fn odd_lines_are_answered() {
    let place = Place::new();
    let examples = examples();
    assert!(examples.len() > 40);
    for seed in number("FIRST", 0)..number("FIRST", 0) + number("COUNT", 100) {
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut words = examples[dice.random_range(0..examples.len())].clone();
        for _ in 0..dice.random_range(1..4) {
            if !words.is_empty() {
                odd(&mut words, &examples, &mut dice);
            }
        }
        // Searches take minutes, and default numbers of games are too many.
        let asks = |option: &str| words.iter().any(|word| word.starts_with(option));
        let short = match words.first().map_or("", String::as_str) {
            "exploit" | "solve" if !asks("--for") && !asks("--games") => Some("--for=1s"),
            "run" | "compare" | "sweep" | "sensitivity" | "check" if !asks("--games") => {
                Some("--games=20")
            }
            _ => None,
        };
        words.extend(short.map(str::to_owned));
        let mut started = place.command(words.iter().map(String::as_str));
        // Large output would fill a pipe without a reader.
        let stdout = std::fs::File::create(place.path("stdout")).expect("a file");
        let child = started.stdout(stdout).spawn();
        let Some(done) = child.ok().and_then(ended) else { continue };
        let is_sound = matches!(done.status, 0 | 1 | 2 | 3 | 4 | 130)
            && !done.stderr.contains("panicked")
            && !done.stderr.contains("bug");
        assert!(is_sound, "seed {seed}: {words:?}: {}\n{}", done.status, done.stderr);
    }
}
