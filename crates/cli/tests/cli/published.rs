//! The sources' examples in the shipped battles made for them: the examples' dice give the published results, all rolls give
//! the derived tables, and simulation agrees with these.

use std::collections::BTreeMap;

use skirmish_engine::battle::Battle;
use skirmish_engine::battle::geometry::{Len, UNIT};
use skirmish_engine::chance::{Chance, Purpose, RollSite};
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::{Workspace, play_watched};
use skirmish_engine::rulebook::{Surprise, SurpriseReading};
use skirmish_engine::side::{BySide, Side};
use skirmish_odds::surprise::Encounter;
use skirmish_odds::{Pmf, Ratio};
use skirmish_scenario::{NoFiles, Override, library, load};
use skirmish_simulator::estimate::Trials;
use skirmish_simulator::{Pairs, Session, Workers};

use crate::agreement::{judge, trials};
use crate::common::{Place, words};

fn battle(name: &str, set: &[(&str, &str)]) -> Battle {
    let shipped = library::scenario(name).expect("it is shipped");
    let set: Vec<_> = set.iter().map(|(p, v)| Override::new(p, v)).collect();
    match load(shipped.text.as_bytes(), name, &set, &NoFiles) {
        Ok(scenario) => Battle::new(scenario.spec).expect("it can be played"),
        Err(problems) => panic!("{problems}"),
    }
}

/// The two initiative dice of the first round, side A's first; every other die shows its highest number.
struct FirstRound(Vec<u8>);

impl Chance for FirstRound {
    fn die(&mut self, site: RollSite, sides: u8) -> u8 {
        match site.purpose {
            Purpose::Initiative => self.0.pop().unwrap_or(1),
            _ => sides,
        }
    }
}

/// What happens to the runner in the first round of the crossing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It is across without being shot at.
    Across,
    /// It is across, and is shot at.
    Both,
    /// It is shot at first.
    ShotFirst,
}

#[derive(Default)]
struct Lookout {
    rounds: u32,
    shot: Option<Fate>,
}

/// Three inches from its start the runner has passed the hall.
const FAR_SIDE: Len = 11 * UNIT;

impl Lookout {
    fn fate(&self) -> Fate {
        self.shot.unwrap_or(Fate::Across)
    }
}

impl Observer for Lookout {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        match event {
            Event::SegmentRoll { .. } => self.rounds += 1,
            Event::Shoots { .. } if self.rounds == 1 => {
                let is_across = scene.positions[Side::A][0].x > FAR_SIDE;
                self.shot = Some(if is_across { Fate::Both } else { Fate::ShotFirst });
            }
            _ => {}
        }
    }
}

fn crossing(battle: &Battle, runner: u8, crossbow: u8) -> Fate {
    let mut lookout = Lookout::default();
    let mut dice = FirstRound(vec![crossbow, runner]);
    let mut workspace = Workspace::new(battle);
    play_watched(battle, &mut workspace, None, &mut dice, &mut |scene, event| {
        lookout.event(scene, event);
    });
    lookout.fate()
}

#[test]
fn ad_06_the_runner_crosses_as_the_source_says() {
    let hall = battle("crossbow-gap", &[]);
    let slow = battle("crossbow-gap", &[("troops.average.reaction", "-2")]);
    for (battle, runner, crossbow, fate) in [
        (&hall, 3, 4, Fate::ShotFirst),
        (&hall, 3, 2, Fate::Across),
        (&hall, 2, 1, Fate::Across),
        (&hall, 3, 3, Fate::Across),
        (&hall, 2, 2, Fate::Both),
        (&slow, 2, 3, Fate::Across),
    ] {
        let found = crossing(battle, runner, crossbow);
        assert_eq!(found, fate, "the runner rolls {runner}, the crossbow {crossbow}");
    }
}

/// Chances in 36: across, both, shot first.
const DERIVED: [(Fate, u64); 3] = [(Fate::Across, 19), (Fate::Both, 1), (Fate::ShotFirst, 16)];

#[test]
fn ad_06_all_dice_of_the_crossing_give_the_derived_table() {
    let hall = battle("crossbow-gap", &[]);
    let rolls = (1..=6).flat_map(|runner| (1..=6).map(move |crossbow| (runner, crossbow)));
    let fates: Vec<Fate> = rolls.map(|(a, b)| crossing(&hall, a, b)).collect();
    for (fate, expected) in DERIVED {
        let found = fates.iter().filter(|found| **found == fate).count();
        assert_eq!(found as u64, expected, "{fate:?}");
    }
}

/// The chance of a false alarm over the three shares together; the seed is fixed.
const FALSE_ALARMS: f64 = 0.001;

#[test]
fn ad_06_the_crossing_as_it_is_simulated_agrees_with_the_derived_table() {
    const GAMES: u64 = 20_000;
    let hall = battle("crossbow-gap", &[]);
    let workers = Workers::new(1).expect("there is a thread");
    let session = Session::new(&hall, 20_261_121, Pairs::Off, &workers).expect("games end");
    let mut counts = [0; 3];
    for game in 0..GAMES {
        let mut lookout = Lookout::default();
        session.replay(game, &mut lookout);
        let fate = lookout.fate();
        let row = DERIVED.iter().position(|(derived, _)| *derived == fate);
        counts[row.expect("there are three fates")] += 1;
    }
    let cell = |successes: u64, exact: u64| {
        let seen = Trials { successes, trials: GAMES };
        trials(seen, exact as f64 / 36.0).expect("there are games enough")
    };
    let cells: Vec<_> =
        DERIVED.iter().zip(counts).map(|((_, exact), found)| cell(found, *exact)).collect();
    assert!(judge(&cells, FALSE_ALARMS).agrees(), "{counts:?}");
    // The test can fail: a table off by one pair of dice is found out.
    let off = [cell(counts[0], 18), cell(counts[2], 17)];
    assert!(!judge(&off, FALSE_ALARMS).agrees(), "{counts:?}");
}

/// The dice of surprise, side A's first; every other die shows a 1, which harms no figure.
struct FirstSight(Vec<u8>);

impl Chance for FirstSight {
    fn die(&mut self, site: RollSite, _: u8) -> u8 {
        match site.purpose {
            Purpose::Surprise => self.0.pop().unwrap_or(1),
            _ => 1,
        }
    }
}

/// Counts segments before the first round in which all of a side are surprised while others act.
#[derive(Default)]
struct Sentry {
    lost: [u32; 2],
}

impl Observer for Sentry {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        if let Event::SurpriseSegment { surprised, .. } = *event {
            for side in Side::BOTH {
                let all = surprised[side] == scene.alive[side];
                self.lost[side.index()] += u32::from(all);
            }
        }
    }
}

/// Returns the party and the orcs, all equally quick, with this reading of surprise and these numbers that surprise each side.
fn ambush(reading: SurpriseReading, on: [u8; 2]) -> Battle {
    let word = SurpriseReading::ALL.iter().find(|(_, r)| *r == reading);
    let word = word.expect("it has a word").0;
    let shipped = library::scenario("party-and-orcs").expect("it is shipped");
    let mut text = shipped.text.to_owned();
    for (side, on) in ["Friends", "Orcs"].into_iter().zip(on) {
        let head = format!("[side.{side}]\n");
        text = text.replace(&head, &format!("{head}surprised-on = {on}\n"));
    }
    // No side wins before surprise is over.
    for (goal, everybody) in [("losses = 5", "losses = 8"), ("losses = 2", "losses = 4")] {
        text = text.replace(&format!("wins = {{ {goal} }}"), &format!("wins = {{ {everybody} }}"));
    }
    let set = [
        Override::new("fighting", "host"),
        Override::new("options.surprise", word),
        Override::new("troops.good.reaction", "0"),
    ];
    match load(text.as_bytes(), "ambush", &set, &NoFiles) {
        Ok(scenario) => Battle::new(scenario.spec).expect("it can be played"),
        Err(problems) => panic!("{problems}"),
    }
}

/// Returns the exact distribution of surprise in that battle.
fn law(reading: SurpriseReading, on: [u8; 2]) -> Pmf<[u32; 2]> {
    let mut encounter = Encounter::new(Surprise { reading, ..Surprise::default() });
    encounter.on = BySide(on);
    encounter.law().expect("a d6 has faces")
}

/// Play does not show segments that both sides lose.
fn played([a, b]: [u32; 2]) -> [u32; 2] {
    let both = a.min(b);
    [a - both, b - both]
}

#[test]
fn adc_9_all_dice_of_surprise_give_the_law() {
    for (_, reading) in SurpriseReading::ALL {
        for on in [[2, 2], [0, 4], [1, 3]] {
            let battle = ambush(*reading, on);
            let law = law(*reading, on).map(|segments| played(*segments));
            let mut counts = BTreeMap::new();
            for (a, b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
                let mut sentry = Sentry::default();
                let mut workspace = Workspace::new(&battle);
                let mut dice = FirstSight(vec![b, a]);
                play_watched(&battle, &mut workspace, None, &mut dice, &mut |scene, event| {
                    sentry.event(scene, event);
                });
                *counts.entry(sentry.lost).or_insert(0) += 1;
            }
            assert_eq!(counts.len(), law.support().len(), "{reading:?}, {on:?}");
            for (segments, count) in counts {
                let exact = Ratio::new(count, 36).expect("of all rolls");
                assert_eq!(law.chance(&segments), exact, "{segments:?}, {reading:?}, {on:?}");
            }
        }
    }
}

#[test]
fn adc_9_surprise_as_it_is_simulated_agrees_with_the_law() {
    const GAMES: u64 = 4000;
    let (reading, on) = (SurpriseReading::Net, [2, 4]);
    let battle = ambush(reading, on);
    let workers = Workers::new(1).expect("there is a thread");
    let session = Session::new(&battle, 20_261_122, Pairs::Off, &workers).expect("games end");
    let mut counts: BTreeMap<[u32; 2], u64> = BTreeMap::new();
    for game in 0..GAMES {
        let mut sentry = Sentry::default();
        session.replay(game, &mut sentry);
        *counts.entry(sentry.lost).or_default() += 1;
    }
    let cells = |law: &Pmf<[u32; 2]>| -> Vec<_> {
        let cell = |segments: &[u32; 2]| {
            let seen =
                Trials { successes: counts.get(segments).copied().unwrap_or(0), trials: GAMES };
            trials(seen, law.chance(segments).to_f64()).expect("there are games enough")
        };
        law.support().map(cell).collect()
    };
    assert!(judge(&cells(&law(reading, on)), FALSE_ALARMS).agrees(), "{counts:?}");
    // The test can fail: other numbers are found out.
    assert!(!judge(&cells(&law(reading, [2, 3])), FALSE_ALARMS).agrees(), "{counts:?}");
}

#[test]
fn adc_9_the_transcript_tells_who_is_surprised() {
    let place = Place::new();
    let told = place.ok(words("replay party-and-orcs --set options.surprise=net --seed 3"));
    for line in [
        "Surprise: Friends 4; Orcs 2, surprised for 2 segments [ADC-9]",
        "Surprise segment 1, surprised: 8 of Orcs [ADC-9]",
        "declared, 2 routines: Albert fights on [AD-03]",
        "declared: Clem fights on [AD-03]",
        "Round 1: Friends 2, Orcs 2 [AD-01]",
    ] {
        assert!(told.lines().any(|found| found == line), "{line}: {told}");
    }
}

fn first_round(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim);
    lines
        .skip_while(|line| !line.starts_with("Round 1:"))
        .take_while(|line| !line.starts_with("Round 2:"))
        .collect()
}

#[test]
fn ad_02_the_party_acts_in_the_order_of_the_source() {
    // Both sides roll a 4, and no blow does harm. With hit points, fifteen dice come first for these.
    for (fighting, fours) in [("host", 2), ("osric", 15 + 2)] {
        let dice = format!("4{}{}", ",4".repeat(fours - 1), ",1".repeat(40));
        let set = format!("fighting={fighting}");
        party_acts_in_its_order(&["--dice", &dice, "--set", &set]);
    }
}

fn party_acts_in_its_order(dice: &[&str]) {
    let place = Place::new();
    let done = place.run(["replay", "party-and-orcs"].iter().chain(dice).copied());
    let told = first_round(&done.stdout);
    let order: Vec<&str> = told
        .iter()
        .filter(|line| line.contains("before everything") && !line.starts_with("tied"))
        .map(|line| line.split(" before").next().unwrap_or_default())
        .collect();
    assert_eq!(
        order,
        [
            "Bertie: shoot",
            "Albert: fight",
            "Clem: fight",
            "3 of Orcs: fight",
            "Bertie: shoot (routine 2)",
            "Albert: fight (routine 2)",
            "Dave: fight",
        ],
        "{}",
        done.stdout
    );
    let tied = "tied before everything that takes time: Clem; 3 of Orcs";
    assert!(told.iter().any(|line| line.starts_with(tied)), "{}", done.stdout);
}

#[test]
fn ws_04_whoever_is_headed_off_is_met_on_the_bridge() {
    let place = Place::new();
    let told = place.ok(words("replay bridge-race --seed 1 --game 0"));
    assert!(told.contains("head them off"), "{told}");
    // With this reading a Retaliator may only go straight for the enemy, so none heads it off.
    let plain = "replay bridge-race --seed 1 --game 0 --set options.reaction-move=towards";
    let told = place.ok(words(plain));
    assert!(!told.contains("head them off"), "{told}");
}

#[test]
fn ws_08_those_on_hold_never_act_of_themselves() {
    let place = Place::new();
    let mut reactions = 0;
    for game in 0..10 {
        let told = place.ok(words(&format!("replay hold-orders --game {game}")));
        for line in told.lines() {
            let numbered = line.split_once(". ");
            let acts = numbered.filter(|(number, _)| number.parse::<u32>().is_ok());
            let who =
                acts.map(|(_, what)| what.trim_start_matches(|c| "0123456789 of".contains(c)));
            let is_picket =
                who.is_some_and(|who| who.starts_with("North p") || who.starts_with("South p"));
            assert!(!is_picket, "{line}");
        }
        reactions += told.matches("picket shoot [").count();
    }
    assert!(reactions > 0, "nobody on hold ever reacts");
}

/// If the nearest are matched first, hunters cannot reach the target they want out of turn; if they choose, they can (SOW-1).
#[test]
fn sow_1_who_stands_behind_is_safer_where_nobody_chooses() {
    let place = Place::new();
    let first_turn = |matching: &str| {
        let line = format!("replay five-a-side --game 1 --set options.matching={matching}");
        let told = place.ok(words(&line));
        let turn = told.split("\n\n").nth(2).expect("a turn");
        turn.to_owned()
    };
    let closest = first_turn("closest");
    let distances: Vec<f64> = closest
        .lines()
        .filter_map(|line| {
            line.strip_prefix("closest: ")?.split_once(", ")?.1.split(' ').next()?.parse().ok()
        })
        .collect();
    assert_eq!(distances.len(), 5, "{closest}");
    assert!(distances.is_sorted(), "{closest}");
    assert!(!first_turn("chosen").contains("closest"), "nobody is matched");
    let falls = |matching: &str| {
        let line = format!(
            "run five-a-side --games 1000 --seed 7 --format json --set options.matching={matching}"
        );
        let answer: serde_json::Value =
            serde_json::from_str(&place.ok(words(&line))).expect("JSON");
        let outcomes = answer["outcomes"].as_array().expect("outcomes").clone();
        let gone = |row: &serde_json::Value| row.to_string().contains("Lord Merrow is dead");
        let row = outcomes.into_iter().find(gone).expect("he falls at times");
        row["games"].as_u64().expect("a number")
    };
    // Far apart in standard errors: 23 % against 38 %.
    assert!(falls("closest") + 80 < falls("chosen"));
}
