//! Small battles that one plan decides: half of it is worth nothing, and no shipped bot has it. A search finds each plan.

use skirmish_engine::bot::Bot;
use skirmish_engine::side::Side;
use skirmish_scenario::Override;
use skirmish_simulator::Workers;

use crate::battles::{Set, set};
use crate::{JUDGED, searched, seeds, wins};

/// Games of a search.
const SEARCH: u64 = 240_000;

/// How much less than the plan a search may win.
const MISSED: f64 = 0.05;

macro_rules! planted {
    ($($name:literal),+) => {
        [$((
            $name,
            include_str!(concat!("../plans/", $name, ".toml")),
            include_str!(concat!("../plans/", $name, ".plan.toml")),
        )),+]
    };
}

const PLANTED: [(&str, &str, &str); 12] = planted![
    "bait", "flight", "gap", "late", "muster", "patience", "pin", "refuse", "screen", "together",
    "volley", "wood"
];

/// Returns the battle, and the plan as a bot for it.
fn with_plan(text: &str, plan: &str) -> (Set, Bot) {
    let own = set(text, &[]);
    let side = own.scenario.side_names()[Side::A].to_owned();
    let with = set(
        &format!("{text}\n[bot.plan]\n{plan}"),
        &[Override::new(&format!("side.\"{side}\".bot"), "plan")],
    );
    let plan = with.own(Side::A);
    (own, plan)
}

#[test]
fn a_plan_wins_what_no_known_bot_does() {
    let workers = Workers::new(0).unwrap();
    for (name, text, plan) in PLANTED {
        let (set, plan) = with_plan(text, plan);
        let planned = wins(&set, &plan, 7, 2000, &workers).mean();
        assert!(planned >= 0.8, "{name}: {planned}");
        for bot in set.scenario.shipped_bots(Side::A).iter().chain([&set.own(Side::A)]) {
            let won = wins(&set, bot, 7, 1000, &workers).mean();
            assert!(won < 0.5, "{name}: {} wins {won}", bot.name);
        }
    }
}

/// With one seed only a few battles are searched, to save time in builds.
#[test]
fn searches_find_the_plan() {
    let workers = Workers::new(0).unwrap();
    let every = if seeds() == 1 { 4 } else { 1 };
    let (mut missed, mut searches) = (Vec::new(), 0);
    for (name, text, plan) in PLANTED.into_iter().step_by(every) {
        let (set, plan) = with_plan(text, plan);
        let planned = wins(&set, &plan, 7, JUDGED, &workers).mean();
        let mut starts = vec![set.own(Side::A)];
        starts.extend(set.scenario.shipped_bots(Side::A));
        for seed in 0..seeds() {
            searches += 1;
            let (bot, _) = searched(&set, (&set.battle, &starts), 500 + seed, SEARCH, &workers);
            let won = wins(&set, &bot, 7, JUDGED, &workers).mean();
            if won < planned - MISSED {
                missed.push(format!("{name}, seed {seed}: {won:.3} of {planned:.3}"));
            }
        }
    }
    assert!(missed.len() * 20 <= searches, "{missed:?}");
}
