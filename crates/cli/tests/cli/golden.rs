//! Golden games: one to read of each shipped scenario, and the answer of a small run. A change shows as a readable difference.

use skirmish_scenario::{RULEBOOKS, library, systems};

use crate::common::{Place, same_as_file, top, updating, words};
use crate::tables::table;

/// Lines that are comfortable to read.
const LINES: std::ops::RangeInclusive<usize> = 40..=250;

/// Battles for turns given as tables: three led units a side, and figures that wait for the enemy.
const TURNS: [&str; 2] = ["large-battle", "peasants-and-zombies"];

fn told(name: &str, game: u64) -> String {
    let command = format!("replay {name} --seed 1 --game {game}");
    let text = Place::new().ok(words(&command));
    format!("$ skirmish {command}\n{text}")
}

/// Returns the first game that is neither over at once nor endless, or else the shortest.
fn worth_reading(name: &str) -> String {
    let mut games = Vec::new();
    for game in 0..20 {
        let text = told(name, game);
        if LINES.contains(&text.lines().count()) {
            return text;
        }
        games.push(text);
    }
    games.sort_by_key(|text| text.lines().count());
    games.swap_remove(0)
}

fn kept(path: &str, name: &str) -> String {
    let text = std::fs::read_to_string(top().join(path)).unwrap_or_default();
    let first = text.lines().next().unwrap_or_default();
    let game = first.rsplit(' ').next().and_then(|game| game.parse().ok());
    told(name, game.unwrap_or(0))
}

fn golden(file: &str, name: &str) {
    let path = format!("scenarios/golden/{file}.game.txt");
    let text = if updating() { worth_reading(name) } else { kept(&path, name) };
    same_as_file(&path, &text);
}

#[test]
fn every_shipped_scenario_has_its_golden_game() {
    for shipped in library::SCENARIOS {
        golden(shipped.name, shipped.name);
    }
}

#[test]
fn every_turn_that_a_table_says_has_its_golden_game() {
    let tables = RULEBOOKS.iter().filter(|book| book.1.contains("\n[turn]\n"));
    for (system, text) in tables.filter(|book| systems().any(|system| system == book.0)) {
        let battle = TURNS[usize::from(text.contains("\n[turn.interrupts]\n"))];
        golden(&format!("turn.{system}"), &format!("{battle} --initiative {system}"));
    }
}

#[test]
fn every_shipped_scenario_has_its_golden_run() {
    for shipped in library::SCENARIOS {
        let command = format!("run {} --games 500 --seed 1 --quiet", shipped.name);
        let text = Place::new().ok(words(&command));
        let path = format!("scenarios/golden/{}.run.txt", shipped.name);
        same_as_file(&path, &format!("$ skirmish {command}\n{text}"));
    }
}

#[test]
fn a_game_of_a_run_is_the_one_that_is_told() {
    let place = Place::new();
    place.ok(words("run duel --games 6 --pairs off --games-csv --out o -q"));
    for row in table(&place, "o/games.csv") {
        let command = format!("replay duel --pairs off --game {}", row["game"]);
        let told = place.ok(words(&command));
        let actions = told
            .lines()
            .filter(|line| line.split_once(". ").is_some_and(|(n, _)| n.parse::<u32>().is_ok()))
            .count();
        assert_eq!(actions.to_string(), row["actions"], "{told}");
        if !row["winner"].is_empty() {
            let result = format!("victory of {}", row["winner"]);
            // Below the players, which may take two lines.
            assert!(told.lines().take(3).any(|line| line.starts_with(&result)), "{told}");
        }
    }
}

/// A game with given dice is shown as far as they last, and the next roll is named.
#[test]
fn dice_may_be_given() {
    let place = Place::new();
    let done = place.run(words("replay flank-run --dice 20"));
    assert_eq!(done.status, 2);
    assert!(done.stdout.contains("rolls 20"), "{}", done.stdout);
    assert!(!done.stdout.contains("rolls 1 "), "{}", done.stdout);
    assert!(!done.stdout.contains("victory"), "{}", done.stdout);
    let next = "error: the game goes on, but the dice given have run out: the next is for ";
    assert!(done.stderr.starts_with(next), "{}", done.stderr);
    let wrong = place.run(words("replay duel --dice 77"));
    assert_eq!(wrong.status, 2);
    assert!(wrong.stderr.contains("cannot show 77"), "{}", wrong.stderr);
}

#[test]
fn where_everybody_ends_up_is_told_if_asked_for() {
    let place = Place::new();
    let short = place.ok(["replay", "duel"]);
    let long = place.ok(["replay", "duel", "--detail"]);
    assert!(long.len() > short.len());
}
