//! Plans: what `explain plans` prints is what a bot understands, and a search finds one that no climb would.

use crate::common::{Place, words};

/// A battle with all names that the page of plans has.
const NAMED: &str = r#"
title = "Everybody"
rules = "alternate"
[board]
size = [60, 40]
features = [{ kind = "wood", at = [20, 10], size = [12, 10] }]
places = { mill = { at = [50, 20], radius = 3 }, ford = { at = [10, 30], radius = 2 } }
[side.Red]
wins = { holds = "mill" }
objective = "mill"
bot = "BOT"
[[side.Red.body]]
name = "Horse"
figures = 2
troops = "average"
weapon = "sword"
mounted = true
at = [4, 4]
[[side.Red.body]]
name = "Knights"
figures = 2
troops = "average"
weapon = "lance"
mounted = true
at = [4, 12]
[[side.Red.body]]
name = "Riders"
figures = 2
troops = "average"
weapon = "sword"
mounted = true
at = [4, 20]
[[side.Red.body]]
name = "Foot"
figures = 2
troops = "average"
weapon = "spear"
at = [4, 28]
[[side.Red.body]]
name = "Archers"
figures = 2
troops = "average"
weapon = "bow"
at = [4, 36]
[side.Blue]
wins = { after = "12 rounds" }
bot = "captain"
[[side.Blue.body]]
name = "Guard"
figures = 4
troops = "average"
weapon = "spear"
at = [50, 20]
"#;

#[test]
fn the_page_of_plans_is_what_bots_understand() {
    let place = Place::new();
    let page = place.ok(words("explain plans"));
    let plans: Vec<Vec<&str>> = page
        .split("\n\n")
        .map(|block| block.lines().map(str::trim).filter(|line| line.starts_with("{ ")).collect())
        .filter(|lines: &Vec<&str>| !lines.is_empty())
        .collect();
    assert_eq!(plans.len(), 8, "{page}");
    for (k, lines) in plans.iter().enumerate() {
        let bot = format!("plan-{k}.toml");
        place.write(&bot, format!("lines = [\n{}\n{{ do = \"stand\" }} ]\n", lines.join("\n")));
        place.write("battle.toml", NAMED.replace("BOT", &bot));
        // That nothing asks for the ford is a note.
        let done = place.run(words("run battle.toml --games 20 --out out --fresh -q"));
        assert!(done.stdout.contains("Red"), "{} of {lines:?}", done.stderr);
    }
}

#[test]
fn ways_are_listed() {
    let place = Place::new();
    let text = place.ok(words("list ways flank-run"));
    for name in ["shrine", "top left corner", "bottom edge", "left of house", "rear of Gate"] {
        assert!(text.contains(&format!("\n  {name} ")), "{text}");
    }
    place.run(words("list ways")).fails(2, &["name the battle whose ways are listed"]);
}
