//! Games to watch: `replay --html`, `--json`, `--svg` and `--find`.

use serde_json::Value;

use crate::board::hostile;
use crate::common::{Place, flat, words};
use crate::schema::wrong;

fn game(place: &Place, file: &str) -> Value {
    serde_json::from_str(&place.read(file)).expect("JSON")
}

fn list(of: &Value) -> &[Value] {
    of.as_array().expect("a list")
}

/// Checks a game against its schema, and that what changes from frame to frame fits together.
fn is_sound(game: &Value, schema: &Value) {
    assert_eq!(wrong(schema, schema, game, ""), None);
    let frames = list(&game["frames"]);
    let actions: Vec<u64> = frames.iter().filter_map(|frame| frame["action"].as_u64()).collect();
    assert_eq!(actions, (0..frames.len() as u64).collect::<Vec<_>>(), "one frame for each action");
    let figures = list(&game["figures"]).len();
    assert_eq!(list(&frames[0]["moves"]).len(), figures, "everybody stands somewhere at first");
    let mut at: Vec<Option<&Value>> = vec![None; figures];
    for frame in frames {
        let number = |of: &Value| of.as_u64().map_or(usize::MAX, |number| number as usize);
        for of in list(&frame["moves"]) {
            assert!(frame["action"] == 0 || at[number(&of[0])].is_some(), "nobody comes back");
            at[number(&of[0])] = list(&of[1]).last();
        }
        for of in list(&frame["gone"]) {
            assert!(at[number(&of[0])].take().is_some_and(|last| *last == of[1]), "{of}");
        }
    }
}

#[test]
fn a_game_to_watch_is_the_game_that_is_told() {
    let place = Place::new();
    let schema = serde_json::from_str(&place.ok(words("schema replay"))).expect("JSON");
    let battles = [
        "flank-run",
        "ambush",
        "five-a-side",
        "party-and-orcs",
        "steel-and-numbers",
        "large-battle",
    ];
    for battle in battles {
        let line = format!("replay {battle} --game 3 --seed 2");
        let told = place.ok(words(&line));
        place.ok(words(&format!("{line} --json game.json --html game.html")));
        let game = game(&place, "game.json");
        is_sound(&game, &schema);
        let frames = list(&game["frames"]);
        let texts = frames.iter().filter_map(|frame| frame["text"].as_str());
        let texts: Vec<&str> = texts.collect();
        assert_eq!(flat(&texts.join("\n")), flat(&told), "{battle}");
        for frame in frames {
            // Whoever is killed falls in the picture.
            let text = frame["text"].as_str().unwrap_or_default();
            let gone = list(&frame["gone"]).iter();
            let fallen = gone.filter(|of| of[2] == true).count();
            let killed =
                text.lines().any(|line| line.contains(" killed") || line.contains(" dies"));
            assert!(fallen > 0 || !killed, "{battle}: {text}");
        }
        let shots = frames.iter().flat_map(|frame| list(&frame["shots"]));
        let hits: Vec<bool> = shots.map(|shot| shot[2] == true).collect();
        let are_both = hits.contains(&true) && hits.contains(&false);
        assert!(hits.is_empty() || are_both, "{battle}: {hits:?}");
        let page = place.read("game.html");
        assert!(page.len() < 400_000 && !page.contains("http://www.w3.org/2000/svg\" href"));
        assert!(battle != "flank-run" || page.len() < 200_000, "{}", page.len());
    }
}

#[test]
fn a_shot_by_steps_hits_if_it_comes_through_the_last_of_them() {
    let place = Place::new();
    let hits_of = |fighting: &str| -> Vec<(Vec<bool>, String)> {
        let line = format!("replay flank-run --fighting {fighting} --game 1 --json game.json");
        place.ok(words(&line));
        let game = game(&place, "game.json");
        let frames = list(&game["frames"]).iter().filter(|frame| list(&frame["fights"]).is_empty());
        let hits = |frame: &Value| list(&frame["shots"]).iter().map(|of| of[2] == true).collect();
        frames
            .map(|frame| (hits(frame), frame["text"].as_str().unwrap_or_default().into()))
            .collect()
    };
    // By one step, whatever it comes to.
    for (hits, text) in hits_of("opposed") {
        let shots = text.lines().filter_map(|line| line.trim().split_once(" shoots at "));
        let wins: Vec<bool> =
            shots.map(|(by, rolled)| rolled.contains(&format!(": {by} wins by"))).collect();
        assert_eq!(hits, wins, "{text}");
    }
    // By three, of which the last is the target's.
    let wounds = hits_of("hit-wound-save").into_iter().map(|(hits, text)| {
        let hits = hits.iter().filter(|hit| **hit).count();
        assert_eq!(hits, text.matches(" takes 1 wound").count(), "{text}");
        hits
    });
    assert!(wounds.sum::<usize>() > 0);
}

#[test]
fn stills_show_what_happened_in_an_action() {
    let place = Place::new();
    let line = "replay flank-run --game 17 --svg 2..4 --out pictures";
    let said = place.ok(words(line));
    assert_eq!(said.lines().last(), Some("Picture: pictures/flank-run-game-17-a04.svg"));
    let names = [2, 3, 4].map(|action| format!("flank-run-game-17-a0{action}.svg"));
    assert_eq!(place.files("pictures"), names);
    let picture = place.read(&format!("pictures/{}", names[1]));
    let said = |text: &str| assert!(picture.contains(&text.replace('\'', "&apos;")), "{text}");
    said("Action 3: Watch seize the initiative and charge");
    said("From here Raiders would win");
    said("Raiders: 7 of 8");
    said("Gate 2 fights Bran's band 8");
    said("falls");
    assert_eq!(picture.matches("<g data-series").count(), 16);
    place.ok(words("replay flank-run --game 17 --svg 0 --theme dark"));
    let set_up = place.read("flank-run-game-17-a00.svg");
    assert!(set_up.contains("as it is set up") && set_up.contains("#1B1F24"));
    let fails = |options: &str, says: &[&str]| {
        place.run(words(&format!("replay flank-run --game 17 {options}"))).fails(2, says);
    };
    fails("--svg 3..500", &["no action 500", "from 1 to 19"]);
    fails("--svg 5..3", &["from the first to the last: 4..9"]);
    fails("--theme dark", &["none is drawn", "--svg 4"]);
    fails("--html game.html --width 400", &["none is drawn"]);
    fails("--out pictures", &["--svg"]);
    if !skirmish_report::chart::HAS_PNG {
        fails("--apng game.png", &["built without PNG"]);
    }
}

#[test]
fn names_in_a_game_to_watch_are_no_markup() {
    let place = Place::new();
    place.write("hostile.toml", hostile());
    let said = place.ok(words("replay hostile.toml --html game.html --svg 1"));
    assert!(said.contains("Page: game.html"), "{said}");
    let page = place.read("game.html");
    assert!(!page.contains("<img") && page.matches("</script>").count() == 2);
    let still = place.read("hostile-game-0-a01.svg");
    assert!(!still.contains("<img") && still.contains("&lt;img"));
}

/// A table that is hardly more than a line.
const STRIP: &str = r#"
title = "Strip"
rules = "lloyd"
[board]
size = [400, 4]
places = { ford = { at = [200, 2], radius = 1 } }
[side.West]
wins = { losses = 2 }
objective = "ford"
bot = "rusher"
[[side.West.body]]
name = "Hob's men"
figures = 3
troops = "average"
weapon = "bow"
leader = { name = "Hob", rank = "good" }
line = { from = [187, 2], to = [191, 2] }
[side.East]
wins = { losses = 2 }
objective = "ford"
bot = "rusher"
[[side.East.body]]
name = "Kit's men"
figures = 3
troops = "average"
weapon = "bow"
leader = { name = "Kit", rank = "good" }
line = { from = [209, 2], to = [213, 2] }
"#;

#[test]
fn tables_of_any_size_and_shape_and_games_of_any_number_can_be_watched() {
    let place = Place::new();
    let schema = serde_json::from_str(&place.ok(words("schema replay"))).expect("JSON");
    // A hundred figures a side.
    let host = [
        ("figures = 18", "figures = 46"),
        ("figures = 16", "figures = 40"),
        ("good = 8, poor = 8", "good = 20, poor = 20"),
        ("lance = 10, sword = 6", "lance = 24, sword = 16"),
    ];
    let large = place.ok(["export", "large-battle"]);
    let host = host.iter().fold(large, |text, (from, to)| text.replace(from, to));
    place.write("host.toml", host);
    let flank = place.ok(["export", "flank-run"]);
    place.write("high.toml", flank.replace("size = [48, 36]", "size = [48, 400]"));
    place.write("strip.toml", STRIP);
    place.write("narrow.toml", STRIP.replace("[400, 4]", "[400, 3]"));
    place.run(words("replay narrow.toml --html g.html")).fails(2, &["side of the board is 3"]);
    let most = u64::MAX.to_string();
    let battles = [
        ("host.toml", "0", 200),
        ("high.toml", "7", 17),
        ("strip.toml", "3", 6),
        ("duel", &most, 14),
    ];
    for (battle, number, figures) in battles {
        let files = "--html g.html --json g.json --svg 1";
        place.ok(words(&format!("replay {battle} --game {number} {files}")));
        let game = game(&place, "g.json");
        is_sound(&game, &schema);
        assert_eq!(game["game"].to_string(), number, "{battle}");
        assert_eq!(list(&game["figures"]).len(), figures, "{battle}");
        let page = place.read("g.html").len();
        assert!(page < 300_000, "{battle}: {page}");
    }
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
    let game = game(&place, "game.json");
    assert_eq!(game["winner"], 1);
    // Before its last action the winner is ahead in games played on with other dice, or its dice were lucky: never certain to lose.
    let last = game["frames"].as_array().and_then(|frames| frames.last()).expect("a frame");
    assert!(last["wins"].as_f64().is_some_and(|wins| wins < 1.0), "{last}");
}

#[test]
fn shots_at_figures_on_the_move_are_drawn_where_they_were_seen() {
    let place = Place::new();
    place.ok(words("replay flank-run --game 4 --json game.json"));
    let game: Value = serde_json::from_str(&place.read("game.json")).expect("JSON");
    assert_eq!(game["how"], "holds shrine with 3");
    // The house, which nobody sees or walks through.
    let inside = |x: f64, y: f64| (18.1..23.9).contains(&x) && (12.1..16.9).contains(&y);
    let spot = |of: &Value| (of[0].as_f64().expect("x"), of[1].as_f64().expect("y"));
    let crosses = |from: &Value, to: &Value| {
        let ((x, y), (x2, y2)) = (spot(from), spot(to));
        (0..=200).map(|k| f64::from(k) / 200.0).any(|k| inside(x + (x2 - x) * k, y + (y2 - y) * k))
    };
    let mut seen = vec![Value::Null; game["figures"].as_array().expect("figures").len()];
    let (mut shots, mut bends) = (0, 0);
    for frame in game["frames"].as_array().expect("frames") {
        for shot in frame["shots"].as_array().expect("shots") {
            assert!(!crosses(&shot[3], &shot[4]), "{}: {shot}", frame["headline"]);
            shots += 1;
        }
        for moved in frame["moves"].as_array().expect("moves") {
            let figure = moved[0].as_u64().expect("a figure") as usize;
            let way = moved[1].as_array().expect("a way");
            for place in way {
                let before = std::mem::replace(&mut seen[figure], place.clone());
                assert!(before.is_null() || !crosses(&before, place), "{}", frame["headline"]);
            }
            bends += way.len() - 1;
        }
    }
    assert!(shots > 10 && bends > 3, "{shots} shots, {bends} bends");
    // An event that opens a gate is told, too.
    place.ok(words("replay gawain-and-blackheart --game 0 --json gate.json"));
    let gate: Value = serde_json::from_str(&place.read("gate.json")).expect("JSON");
    let frames = gate["frames"].as_array().expect("frames");
    assert!(frames.iter().any(|frame| frame["events"][0] == "gate open"), "{frames:?}");
}

#[test]
fn the_initiative_is_seized_only_where_a_roll_wins_it() {
    let place = Place::new();
    for (battle, is_seized) in
        [("flank-run", true), ("flank-run --initiative cards", false), ("ambush", false)]
    {
        place.ok(words(&format!("replay {battle} --game 2 --json game.json")));
        let game: Value = serde_json::from_str(&place.read("game.json")).expect("JSON");
        let frames = game["frames"].as_array().expect("frames");
        let seized = frames.iter().filter(|frame| frame["seized"] == true);
        assert_eq!(seized.count() > 0, is_seized, "{battle}");
    }
    // Techniques are fights, too.
    place.ok(words("replay five-a-side --game 0 --json game.json"));
    let game: Value = serde_json::from_str(&place.read("game.json")).expect("JSON");
    let frames = game["frames"].as_array().expect("frames");
    assert!(frames.iter().any(|frame| frame["fights"] != serde_json::json!([])));
}
