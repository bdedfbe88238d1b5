//! What a run shows of the table: the set-up, who is left, games worth a look, and where things happen.

use crate::common::{Place, flat, words};

/// Returns the rows of a table as cells, without its heads.
fn rows(place: &Place, file: &str) -> Vec<Vec<String>> {
    let text = place.read(file);
    let cells = |line: &str| line.split(',').map(str::to_owned).collect();
    text.lines().skip(1).map(cells).collect()
}

fn sum<'r>(rows: impl Iterator<Item = &'r Vec<String>>, column: usize) -> u64 {
    rows.map(|row| row[column].parse::<u64>().expect("a count")).sum()
}

#[test]
fn games_worth_a_look_are_what_a_replay_shows() {
    let place = Place::new();
    for (battle, seed) in [("flank-run", 1), ("ambush", 3), ("duel", 5)] {
        place.ok(words(&format!("run {battle} --games 400 --seed {seed} --out {battle}")));
        let page = place.read(&format!("{battle}/report.html"));
        let watch = rows(&place, &format!("{battle}/watch.csv"));
        assert!(watch.len() >= 4, "{battle}: {watch:?}");
        for row in &watch {
            let [what, game, winner, _, actions, ..] = &row[..] else { panic!("{row:?}") };
            assert!(page.contains(&format!("Game {game}, {what}")), "{row:?}");
            // The page has the command.
            let command = page.split("skirmish replay ").nth(1).expect("a command");
            let command = command.split(" --game").next().expect("options").replace("&#x2f;", "/");
            let told = place.ok(words(&format!("replay {command} --game {game}")));
            let won = if winner.is_empty() { "draw" } else { winner.as_str() };
            assert!(flat(&told).contains(won), "{battle} {row:?}: {told}");
            let numbers =
                told.lines().filter_map(|line| line.split_once(". ")?.0.parse::<u64>().ok());
            assert_eq!(numbers.max().unwrap_or(0).to_string(), *actions, "{battle} {row:?}");
        }
    }
}

#[test]
fn every_figure_that_falls_is_on_the_heat_map() {
    let place = Place::new();
    for threads in [1, 3] {
        place.ok(words(&format!(
            "run ambush --games 700 --heat --threads {threads} --out r{threads}"
        )));
    }
    for file in ["heat.csv", "heat-standing.svg", "heat-fighting.svg", "summary.json"] {
        assert_eq!(place.read(&format!("r1/{file}")), place.read(&format!("r3/{file}")), "{file}");
    }
    let heat = rows(&place, "r1/heat.csv");
    let events = rows(&place, "r1/events.csv");
    let falls = sum(heat.iter().filter(|row| row[1] == "falls"), 5);
    let killed = events.iter().filter(|row| row[0].starts_with("figure killed"));
    let column = place.read("r1/events.csv");
    let column = column.lines().next().expect("heads").split(',').position(|head| head == "count");
    assert_eq!(falls, sum(killed, column.expect("a count")));
    assert!(falls > 1000, "{falls}");
    // Drawn anew from the summary they are the same.
    let before = place.read("r1/heat-fighting.svg");
    place.write("r1/heat-fighting.svg", "");
    place.ok(words("report r1"));
    assert_eq!(place.read("r1/heat-fighting.svg"), before);
    // Without being asked for there are none.
    place.ok(words("run ambush --games 50 --out plain"));
    assert!(!place.files("plain").contains(&"heat.csv".to_owned()));
}

#[test]
fn those_left_and_those_lost_are_all() {
    let place = Place::new();
    place.ok(words("run five-a-side --games 300 --out r"));
    let left = rows(&place, "r/survivors.csv");
    let lost = rows(&place, "r/losses.csv");
    for side in ["Hunters", "Guards"] {
        let of_side = |row: &&Vec<String>| row[0].contains(side);
        let last = left.iter().rfind(of_side).expect("rounds");
        let start: f64 = left.iter().find(of_side).expect("a start")[4].parse().expect("a mean");
        let mean: f64 = last[4].parse().expect("a mean");
        let all = lost.iter().filter(of_side);
        let weight = |row: &Vec<String>| -> f64 {
            row[1].parse::<f64>().expect("a number") * row[2].parse::<f64>().expect("games")
        };
        let losses = all.clone().map(weight).sum::<f64>() / 300.0;
        assert_eq!(sum(all, 2), 300, "{side}");
        assert!((start - mean - losses).abs() < 1e-4, "{side}: {start} {mean} {losses}");
    }
}

#[test]
fn games_that_are_kept_are_linked() {
    let place = Place::new();
    place.ok(words("run duel --games 200 --keep-interesting --out r"));
    let games: Vec<String> =
        place.files("r").into_iter().filter(|name| name.starts_with("game-")).collect();
    assert!(games.len() >= 4, "{games:?}");
    let page = place.read("r/report.html");
    for name in &games {
        assert!(page.contains(&format!("href=\"{name}\"")), "{name}");
        assert!(place.read(&format!("r/{name}")).contains("<title>The duel, game"), "{name}");
    }
    // A bar of how games end leads to such a game.
    let bars = place.read("r/outcomes.svg");
    let linked = games.iter().filter(|name| bars.contains(&format!("<a href=\"{name}\"")));
    assert!(linked.count() >= 2, "{bars}");
    // The page of a game is the one that a replay leaves.
    let number = games[0].trim_start_matches("game-").trim_end_matches(".html");
    place.ok(words(&format!("replay duel --seed 1 --game {number} --html own.html")));
    assert_eq!(place.read("own.html"), place.read(&format!("r/{}", games[0])));
    // A run without them does not name them.
    place.ok(words("run duel --games 200 --out plain"));
    assert!(!place.read("plain/report.html").contains("href=\"game-"));
}

#[test]
fn a_run_that_fills_its_time_has_all_of_it_too() {
    let place = Place::new();
    place.ok(words("run duel --for 0.5s --heat --keep-interesting --quiet --out r"));
    let summary: serde_json::Value =
        serde_json::from_str(&place.read("r/summary.json")).expect("JSON");
    assert_eq!(summary["heat"]["games"], summary["provenance"]["games"]);
    assert!(place.files("r").iter().any(|name| name.starts_with("game-")));
    assert!(place.read("r/survivors.csv").lines().count() > 4);
}

#[test]
fn those_who_get_away_are_not_lost() {
    let place = Place::new();
    place.ok(words("run stragglers --games 300 --out r"));
    let lost = rows(&place, "r/losses.csv");
    let exiles = || lost.iter().filter(|row| row[0] == "Exiles");
    let all = exiles().map(|row| {
        row[1].parse::<f64>().expect("a number") * row[2].parse::<f64>().expect("games")
    });
    let mean = all.sum::<f64>() / 300.0;
    let left = rows(&place, "r/survivors.csv");
    let last = left.iter().rfind(|row| row[0] == "Exiles").expect("rounds");
    let kept: f64 = last[4].parse().expect("a mean");
    assert!((14.0 - kept - mean).abs() < 1e-4, "{kept} and {mean}");
    // The headline has the median of what is lost, which those who get away are no part of.
    let mut games = 0;
    let median = exiles().find(|row| {
        games += row[2].parse::<u32>().expect("games");
        games >= 150
    });
    let headline = format!("Exiles {} of 14", median.expect("a median")[1]);
    assert!(place.read("r/losses.svg").contains(&headline), "{headline}");
}
