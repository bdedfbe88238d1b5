//! `skirmish map`, and games to watch: `replay --html`, `--json` and `--find`.

use serde_json::Value;

use crate::common::{Place, flat, words};

/// A duel whose names would be markup if anything believed them.
fn hostile() -> String {
    let duel = Place::new().ok(["export", "duel"]);
    let duel = duel.replace("side = \"Whitethorn\"", "side = Whitethorn");
    duel.replace("Whitethorn", "'</script><img src=x onerror=alert(1)>'")
}

#[test]
fn a_map_shows_all_units_to_scale() {
    let place = Place::new();
    assert_eq!(place.ok(words("map flank-run --show Tower")), "Map: flank-run-map.svg\n");
    let map = place.read("flank-run-map.svg");
    for name in ["Bran's band", "Gate", "Tower", "shrine", "moves 8", "48 by 36 inches"] {
        assert!(map.contains(&name.replace('\'', "&apos;")) || map.contains(name), "{name}");
    }
    // Eight Raiders and nine of the Watch, two of them leaders with a light middle, and two in the legend.
    assert_eq!(map.matches("<circle").count(), 8 + 9 + 2 + 2);
    place
        .run(words("map flank-run --show Towr"))
        .fails(2, &["no unit is called `Towr`", "`Tower`"]);
    place.run(words("map flank-run -o map.gif")).fails(2, &["ends neither in .svg nor in .png"]);
}

#[test]
fn boards_of_any_shape_and_names_of_any_kind_are_drawn() {
    let place = Place::new();
    place.write("hostile.toml", hostile());
    place.ok(words("map hostile.toml"));
    let map = place.read("hostile-map.svg");
    assert!(!map.contains("<img") && map.contains("&lt;img"));
    let flank = place.ok(["export", "flank-run"]);
    for (name, size) in [("wide", "[400, 36]"), ("high", "[48, 400]")] {
        place.write(
            &format!("{name}.toml"),
            flank.replace("size = [48, 36]", &format!("size = {size}")),
        );
        place.ok(["map", &format!("{name}.toml")]);
        let map = place.read(&format!("{name}-map.svg"));
        assert!(map.contains("Bran") && map.len() < 100_000, "{name}");
    }
}

#[test]
fn a_game_to_watch_is_the_game_that_is_told() {
    let place = Place::new();
    for battle in [
        "flank-run",
        "ambush",
        "five-a-side",
        "party-and-orcs",
        "steel-and-numbers",
        "large-battle",
    ] {
        let line = format!("replay {battle} --game 3 --seed 2");
        let told = place.ok(words(&line));
        place.ok(words(&format!("{line} --json game.json --html game.html")));
        let game: Value = serde_json::from_str(&place.read("game.json")).expect("JSON");
        let frames = game["frames"].as_array().expect("frames");
        let text: String = frames
            .iter()
            .filter_map(|frame| frame["text"].as_str())
            .map(|text| text.to_owned() + "\n")
            .collect();
        // How it ends is told at the top.
        let lines = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(|line| line.trim().to_owned()).collect();
            lines.retain(|line| !line.is_empty());
            lines.sort_unstable();
            lines
        };
        assert_eq!(lines(&text), lines(&told), "{battle}");
        let actions: Vec<u64> =
            frames.iter().filter_map(|frame| frame["action"].as_u64()).collect();
        assert!(actions.is_sorted() && actions.len() > 3, "{battle}: {actions:?}");
        // Everybody stands somewhere from the first frame on, and nobody comes back.
        let figures = game["figures"].as_array().expect("figures").len();
        assert_eq!(frames[0]["moves"].as_array().map(Vec::len), Some(figures), "{battle}");
        let mut gone: Vec<&Value> = Vec::new();
        for frame in frames {
            let moved = frame["moves"].as_array().expect("moves");
            assert!(moved.iter().all(|of| !gone.contains(&&of[0])), "{battle}: {frame}");
            gone.extend(frame["gone"].as_array().expect("figures gone"));
            let wins = frame["wins"].as_f64().expect("a share");
            assert!((0.0..=1.0).contains(&wins), "{battle}");
        }
        let shots = frames.iter().flat_map(|frame| frame["shots"].as_array().expect("shots"));
        let hits: Vec<bool> = shots.map(|shot| shot[2] == true).collect();
        assert!(
            hits.is_empty() || hits.contains(&true) && hits.contains(&false),
            "{battle}: {hits:?}"
        );
        let page = place.read("game.html");
        assert!(
            page.len() < 300_000 && !page.contains("http://www.w3.org/2000/svg\" href"),
            "{battle}"
        );
    }
}

#[test]
fn names_in_a_game_to_watch_are_no_markup() {
    let place = Place::new();
    place.write("hostile.toml", hostile());
    let said = place.ok(words("replay hostile.toml --html game.html"));
    assert!(said.contains("Page: game.html"), "{said}");
    let page = place.read("game.html");
    assert!(!page.contains("<img") && page.matches("</script>").count() == 2);
}

#[test]
fn games_of_a_kind_are_found_among_the_first() {
    let place = Place::new();
    let find = |kind: &str| place.ok(["replay", "flank-run", "--games", "300", "--find", kind]);
    let ending = |kind: &str| flat(&find(kind));
    assert!(ending("Watch").contains("victory of Watch"));
    assert!(ending("holds shrine").contains("victory of Raiders"));
    // Actions are numbered at the margin.
    let actions = |kind: &str| {
        let text = find(kind);
        let numbers = text.lines().filter_map(|line| line.split_once(". ")?.0.parse::<u32>().ok());
        numbers.max().unwrap_or(0)
    };
    let (shortest, longest) = (actions("shortest"), actions("longest"));
    assert!(0 < shortest && 3 * shortest < longest, "{shortest} and {longest}");
    let none = ["replay", "flank-run", "--games", "20", "--find", "by magic"];
    place.run(none).fails(2, &["none of 20 games is `by magic`", "upset"]);
}

#[test]
fn who_would_win_ends_where_the_game_ends() {
    let place = Place::new();
    place.ok(words("replay duel --find Morcar --json game.json"));
    let game: Value = serde_json::from_str(&place.read("game.json")).expect("JSON");
    assert_eq!(game["winner"], 1);
    // Before its last action the winner is ahead in games played on with other dice, or its dice were lucky: never certain to lose.
    let last = game["frames"].as_array().and_then(|frames| frames.last()).expect("a frame");
    assert!(last["wins"].as_f64().is_some_and(|wins| wins < 1.0), "{last}");
}
