//! Plans: bots understand what `explain plans` prints, and a search finds a plan that no climb would.

use crate::common::{Place, words};

/// Returns a battle with all names of the page of plans, where Red plays a bot.
fn named(bot: &str, foot: &str, goal: &str) -> String {
    let mut text = format!(
        r#"
title = "Everybody"
rules = "alternate"
[board]
size = [60, 40]
features = [{{ kind = "wood", at = [20, 10], size = [12, 10] }}]
places = {{ mill = {{ at = [50, 20], radius = 3 }}, ford = {{ at = [10, 30], radius = 2 }} }}
[side.Red]
wins = {{ holds = "mill" }}
objective = "mill"
bot = "{bot}"
[side.Blue]
wins = {{ {goal} }}
bot = "captain"
"#
    );
    for (k, (side, name, more)) in [
        ("Red", "Horse", "mounted = true"),
        ("Red", "Knights", "mounted = true"),
        ("Red", "Riders", "mounted = true"),
        ("Red", "Foot", foot),
        ("Red", "Archers", "weapon = \"bow\""),
        ("Blue", "Guard", ""),
    ]
    .into_iter()
    .enumerate()
    {
        let x = if side == "Red" { 4 } else { 50 };
        let weapon = if more.contains("weapon") { "" } else { "weapon = \"sword\"" };
        text += &format!(
            "[[side.{side}.body]]\nname = \"{name}\"\nfigures = 2\ntroops = \"average\"\nat = [{x}, {}]\n{weapon}\n{more}\n",
            4 + 6 * k
        );
    }
    text
}

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
        place.write("battle.toml", named(&bot, "", "after = \"12 rounds\""));
        // A note says that nothing uses the ford.
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

/// A plan that waits for what never comes, or for a unit that goes its own way, is reported.
#[test]
fn what_no_plan_of_a_body_comes_to_is_told() {
    let place = Place::new();
    place.write(
        "bot.toml",
        "lines = [{ when = [\"is Foot\", \"rounds left at most 4\"], do = \"fall back\" }, { do = \"stand\" }]\n",
    );
    place.write("battle.toml", named("bot.toml", "bot = \"rusher\"", "losses = 10"));
    let told = place.run(words("run battle.toml --games 20 --out out -q")).stderr;
    let notes = [
        "`rounds left` of the bot `bot` comes to nothing: no goal and no cap here counts rounds",
        "what the bot `bot` says of `Foot` is not played: that body plays `rusher`",
    ];
    for note in notes {
        assert!(told.contains(note), "{told}");
    }
}
