//! Shipped players: no short search finds more against them than they state.

use skirmish_engine::battle::{Battle, Player};
use skirmish_engine::bot::Bot;
use skirmish_engine::side::{BySide, Side};
use skirmish_scenario::library::{PLAYERS, SCENARIOS, Shipped};
use skirmish_scenario::{NoFiles, Override, Players, load};
use skirmish_search::arena::{Gain, Score};
use skirmish_search::search::{Budget, Quest, State, search};
use skirmish_search::{Arena, shrink};
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::{Workers, scores};

use crate::battles::Set;
use crate::seeds;

/// Games of a search, of a search in a full test, of a certificate, and of a check of the stated value.
const SEARCH: u64 = 6_000;
const LONG_SEARCH: u64 = 60_000;
const CERTIFICATE: u64 = 4_000;
const WORTH: u64 = 1_500;

/// One in this many is searched, unless `SEEDS` asks for all.
const SOME: usize = 18;

/// The gain that counted as nothing when the players were found.
const DELTA: f64 = 0.02;

/// Players whose battle or rules have changed since, so that they are no longer as good as stated.
const OUTDATED: [&str; 1] = ["large-battle.lloyd"];

fn good_players() -> impl Iterator<Item = (usize, &'static Shipped)> {
    PLAYERS.iter().enumerate().filter(|(_, shipped)| !OUTDATED.contains(&shipped.name))
}

fn played_well(shipped: &Shipped) -> (Set, Players) {
    let (battle, system) = shipped.name.split_once('.').expect("battle and system");
    let scenario = SCENARIOS.iter().find(|scenario| scenario.name == battle).expect(battle);
    let set = [Override::new("system", system)];
    let scenario = load(scenario.text.as_bytes(), battle, &set, &NoFiles);
    let mut scenario = scenario.unwrap_or_else(|problems| panic!("{problems}"));
    let players = scenario.read_players(shipped.text.as_bytes(), shipped.name, &NoFiles);
    let players = players.unwrap_or_else(|problems| panic!("{problems}"));
    let of = BySide::from_fn(|side| players.of[side].as_slice());
    let battle = Battle::new(scenario.spec.clone()).unwrap().with_players(of).unwrap();
    (Set { scenario, battle }, players)
}

#[test]
fn shipped_players_are_as_good_as_they_say() {
    let workers = Workers::new(0).unwrap();
    let confidence = Confidence::new(0.9999).expect("below 1");
    let mut wrong = Vec::new();
    // Long searches of all take hours, so a build only makes short ones of some.
    let is_full = seeds() > 4;
    let worth = if is_full { CERTIFICATE } else { WORTH };
    for (k, shipped) in good_players() {
        let (set, players) = played_well(shipped);
        let solved = players.solved.expect("a value");
        let points = scores(std::slice::from_ref(&set.battle), Side::A, 11, 0..worth, &workers);
        let (low, high) = Score::of(&points.unwrap()[0]).interval(confidence);
        if high < solved.range.0 || low > solved.range.1 {
            wrong.push(format!("{}: worth {low} to {high}, not {:?}", shipped.name, solved.range));
        }
        let games = if is_full { LONG_SEARCH } else { SEARCH };
        for side in Side::BOTH.into_iter().filter(|_| is_full || k % SOME == 0) {
            let gain = gain(&set, side, games, &workers);
            let least = gain.interval(confidence).0;
            if least > solved.gaps[side] + DELTA {
                let gap = solved.gaps[side];
                wrong.push(format!("{}: {side:?} gains {gain:?}, not {gap}", shipped.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A shipped bot must not beat shipped players.
#[test]
fn no_shipped_bot_beats_shipped_players() {
    // Dropping useless lines must change nothing, and the first games are enough to show that.
    let (games, first) = (if seeds() > 4 { 4_000 } else { 150 }, 30);
    let workers = Workers::new(0).unwrap();
    let confidence = Confidence::new(0.9999).expect("below 1");
    let mut wrong = Vec::new();
    for (_, shipped) in good_players() {
        let (set, players) = played_well(shipped);
        let gaps = players.solved.expect("a value").gaps;
        for side in Side::BOTH {
            let enemies = set.battle.players(!side);
            let play = |battle: &Battle, games: u64| {
                let battle = std::slice::from_ref(battle);
                scores(battle, side, 13, 0..games, &workers).unwrap().remove(0)
            };
            let mix = play(&set.battle, games);
            for bot in set.scenario.every_shipped_bot(side) {
                let with = |bot: &Bot| {
                    let own = [Player { bot: bot.clone(), weight: 1 }];
                    let mut players = BySide([enemies.as_slice(); 2]);
                    players[side] = &own;
                    set.battle.with_players(players).unwrap()
                };
                let points = play(&with(&bot), games);
                let suited = play(&with(&set.scenario.suited(side, &bot)), first);
                let name = format!("{}: {} of {side:?}", shipped.name, bot.name);
                if points[..suited.len()] != suited {
                    wrong.push(format!("{name} plays otherwise without what seems of no use"));
                }
                let gain = Gain::of(&points, &mix);
                if gain.interval(confidence).0 > gaps[side] + DELTA {
                    wrong.push(format!("{name} gains {gain:?}, not {}", gaps[side]));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Returns what a search gains over a side's mix, on fresh dice.
fn gain(set: &Set, side: Side, games: u64, workers: &Workers) -> Gain {
    let own = set.battle.players(side);
    let mut known: Vec<Bot> = own.into_iter().map(|player| player.bot).collect();
    known.extend(set.scenario.shipped_bots(side));
    let enemies = set.battle.players(!side);
    let mut arena = Arena::new(&set.battle, side, enemies.clone(), 7, workers);
    let grammar = set.grammar(side);
    let budget = Budget { games };
    let quest = Quest { grammar: &grammar, starts: &known, seed: 7, budget };
    let found = search(&mut arena, quest, State::default(), |_| true).unwrap();
    let best = shrink::trim(&mut arena, &found.best[0].bot, &known).unwrap();
    let mut players = BySide([enemies.clone(), enemies]);
    players[side] = vec![Player { bot: best, weight: 1 }];
    let found = set.battle.with_players(BySide::from_fn(|side| players[side].as_slice())).unwrap();
    let points = scores(&[found, set.battle.clone()], side, 7, 0..CERTIFICATE, workers).unwrap();
    Gain::of(&points[0], &points[1])
}
