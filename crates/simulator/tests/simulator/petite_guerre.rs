//! A battle under petite guerre: tallies match a naive count, and agree with chances found by counting faces.

use std::collections::BTreeMap;

use crate::agreement::{Comparison, judge, rolls};
use skirmish_engine::battle::Battle;
use skirmish_engine::event::{
    Cause, ControlResult, ControlTest, Event, FireKind, Observer, Scene, TargetCondition,
};
use skirmish_engine::rulebook::Loader;
use skirmish_engine::side::Side;
use skirmish_simulator::{
    ClashResult, Fighting, Pairs, Run, RunSpec, Session, Tests, Workers, run,
};

/// The chance of a false alarm over all cells; the seed is fixed.
const FALSE_ALARMS: f64 = 0.001;

fn battle() -> Battle {
    Battle::new(crate::battles::outpost()).expect("a battle that can be played")
}

fn spec(games: u64, pairs: Pairs) -> RunSpec {
    RunSpec { seed: 20_261_121, games, pairs }
}

fn played(battle: &Battle, spec: &RunSpec, threads: usize) -> Run {
    let workers = Workers::new(threads).expect("there are threads");
    run(battle, spec, &workers, None).expect("games end")
}

#[test]
fn the_same_bits_on_any_number_of_threads() {
    let battle = battle();
    for pairs in [Pairs::On, Pairs::Off] {
        let spec = spec(330, pairs);
        assert_eq!(played(&battle, &spec, 1), played(&battle, &spec, 3));
    }
}

type Shot = (Side, FireKind, [u8; 2], TargetCondition, i32);

/// Successes and trials.
type Tried<K> = BTreeMap<K, (u64, u64)>;

/// Counts the same events with maps, one at a time.
#[derive(Default)]
struct Naive {
    shots: Tried<Shot>,
    strikes: Tried<(Side, Cause, bool)>,
    reloads: Tried<(Side, Loader, u8)>,
    tests: Tried<(Side, ControlTest, u8, ControlResult)>,
    bouts: u64,
    /// Units that have begun a turn, and those that missed it.
    turns: Tried<Side>,
    routed: Vec<(Side, u8)>,
}

fn tally<K: Ord>(map: &mut Tried<K>, key: K, success: bool) {
    let (successes, trials) = map.entry(key).or_default();
    *successes += u64::from(success);
    *trials += 1;
}

impl Observer for Naive {
    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Begins { .. } => self.routed.clear(),
            Event::TurnBegins { side, .. } => {
                let traits = scene.battle.traits_of(side);
                let mut units: Vec<u8> = (0..traits.len())
                    .filter(|i| scene.alive[side] >> i & 1 == 1)
                    .map(|i| traits[i].unit.0)
                    .collect();
                units.dedup();
                for unit in units {
                    let missed = self.routed.contains(&(side, unit));
                    tally(&mut self.turns, side, missed);
                }
            }
            Event::ControlTest { side, unit, test, die, result, .. } => {
                use ControlResult::{InControl, OutOfControl, Routed};
                for of in [InControl, OutOfControl, Routed] {
                    tally(&mut self.tests, (side, test, die, of), of == result);
                }
                if test == ControlTest::Activation && result != InControl {
                    self.turns.entry(side).or_default().0 += 1;
                }
                if result == Routed {
                    self.routed.push((side, unit.0));
                }
            }
            Event::Fires { shooter, fire, dice, condition, needed, hit, .. } => {
                let shot = (shooter.side(), fire, dice, condition, needed);
                tally(&mut self.shots, shot, hit);
            }
            Event::Struck { figure, cause, again, kills, .. } => {
                tally(&mut self.strikes, (figure.side(), cause, again), kills)
            }
            Event::Reloads { figure, die, loaded, .. } => {
                tally(&mut self.reloads, (figure.side(), Loader::Figure, die), loaded)
            }
            Event::RankReloads { side, die, loaded, .. } => {
                tally(&mut self.reloads, (side, Loader::Rank, die), loaded)
            }
            Event::Clashes { .. } => self.bouts += 1,
            _ => {}
        }
    }
}

#[test]
fn tallies_hold_what_a_naive_count_finds() {
    let battle = battle();
    let workers = Workers::new(2).expect("there are threads");
    let session = Session::new(&battle, 7, Pairs::Off, &workers).expect("by lot");
    let run = session.play(&workers, 0..400, None).expect("plays");
    let mut naive = Naive::default();
    let mut games_with_rout = [0; 2];
    for game in 0..400 {
        session.replay(game, &mut naive);
        for side in Side::BOTH {
            games_with_rout[side.index()] +=
                u64::from(naive.routed.iter().any(|(of, _)| *of == side));
        }
    }
    let command = run.tally.command.as_ref().expect("there are turns");
    let fighting = run.tally.fighting.as_ref().expect("by skill dice");
    assert_eq!(fighting.strays, 0);

    let mut shots: Tried<Shot> = Tried::new();
    let (mut strikes, mut reloads) = (Tried::new(), Tried::new());
    for side in Side::BOTH {
        for row in fighting.shots(side).filter(|row| row.hits.y > 0) {
            let shot = (side, row.kind.fire, row.kind.dice, row.kind.condition, row.needed);
            assert!(shots.insert(shot, (row.hits.x, row.hits.y)).is_none());
        }
        for row in fighting.strikes(side) {
            strikes.insert((side, row.cause, row.again), (row.killed.x, row.killed.y));
        }
        for all in fighting.reloads(side).filter(|row| row.roll.is_none()) {
            reloads.insert((side, all.loader, all.die), (all.loaded.x, all.loaded.y));
            let of = |row: &skirmish_simulator::Reloads<'_>| {
                (row.loader, row.die) == (all.loader, all.die) && row.roll.is_some()
            };
            let by_roll = fighting.reloads(side).filter(of).map(|row| row.loaded.y);
            assert_eq!(by_roll.sum::<u64>(), all.loaded.y);
        }
        let turns = command.unit_turns(side);
        let missed = turns.missed;
        assert_eq!((missed.x, missed.y), naive.turns[&side]);
        assert_eq!(missed.x, turns.out_of_control.x + turns.in_rout.x);
        let routs = command.games_with_rout(side);
        assert_eq!((routs.x, routs.y), (games_with_rout[side.index()], 400));
        for row in command.tests(side) {
            let Some(die) = row.die else { continue };
            for (result, sums) in results(&row) {
                let seen = naive.tests[&(side, row.test, die, result)];
                assert_eq!((sums.x, sums.y), seen);
            }
        }
        for fire in FireKind::ALL {
            let of = naive.shots.iter().filter(|(k, _)| (k.0, k.1) == (side, fire));
            let seen = of.fold((0, 0), |sum, (_, v)| (sum.0 + v.0, sum.1 + v.1));
            let all = fighting.fire(side, fire);
            assert_eq!((all.x, all.y), seen);
        }
    }
    assert_eq!(shots, naive.shots);
    assert_eq!(strikes, naive.strikes);
    assert_eq!(reloads, naive.reloads);
    let bouts: u64 = fighting.clashes().map(|row| row.results[0].y).sum();
    assert_eq!(bouts, naive.bouts);
    assert!(bouts > 0 && strikes.len() > 4 && shots.len() > 40);
}

fn results<'a>(row: &Tests<'a>) -> [(ControlResult, &'a skirmish_simulator::sums::RatioSums); 3] {
    [
        (ControlResult::InControl, row.in_control),
        (ControlResult::OutOfControl, row.out_of_control),
        (ControlResult::Routed, row.routed),
    ]
}

/// The share of the faces of dice for which a condition holds; a die without faces shows 0.
fn share_of_faces(dice: [u8; 2], holds: impl Fn(i32, i32) -> bool) -> f64 {
    let faces = |die: u8| i32::from(die.min(1))..=i32::from(die);
    let pairs = faces(dice[0]).flat_map(|one| faces(dice[1]).map(move |other| (one, other)));
    let holding = pairs.clone().filter(|(one, other)| holds(*one, *other));
    holding.count() as f64 / pairs.count() as f64
}

/// Every shot, reload, hit and bout beside its exact chance, for a table on which shots are `off` easier.
fn fire_and_melee(fighting: &Fighting, off: i32) -> Vec<(String, Comparison)> {
    let mut cells = Vec::new();
    for side in Side::BOTH {
        for row in fighting.shots(side) {
            let needed = row.needed - off;
            let exact = share_of_faces(row.kind.dice, |one, other| one + other >= needed);
            let cell = rolls(row.hits, exact);
            cells.extend(cell.map(|cell| (format!("{row:?}"), cell)));
        }
        for row in fighting.reloads(side) {
            let needed = if row.loader == Loader::Figure { 4 } else { 16 };
            let exact = share_of_faces([row.die, 0], |roll, _| roll >= needed);
            let cell = rolls(row.loaded, exact);
            cells.extend(cell.map(|cell| (format!("{row:?}"), cell)));
        }
        for row in fighting.strikes(side) {
            let exact = if row.again { 1.0 } else { 0.5 };
            let cell = rolls(row.killed, exact);
            cells.extend(cell.map(|cell| (format!("{row:?}"), cell)));
        }
    }
    for row in fighting.clashes() {
        for (result, sums) in ClashResult::ALL.into_iter().zip(row.results) {
            let exact = share_of_faces(row.kind.dice, |one, other| {
                let expected = match (one >= 4, other >= 4) {
                    (true, false) => ClashResult::FirstHits,
                    (false, true) => ClashResult::SecondHits,
                    (true, true) if one == other => ClashResult::BothHit,
                    (true, true) => ClashResult::Parry,
                    (false, false) => ClashResult::Nothing,
                };
                expected == result
            });
            let cell = rolls(sums, exact);
            cells.extend(cell.map(|cell| (format!("{:?} {result:?}", row.kind), cell)));
        }
    }
    cells
}

#[test]
fn what_is_simulated_agrees_with_what_is_exact() {
    let battle = battle();
    let run = played(&battle, &spec(3000, Pairs::Off), 2);
    let fighting = run.tally.fighting.as_ref().expect("by skill dice");
    let mut cells = fire_and_melee(fighting, 0);
    let command = run.tally.command.as_ref().expect("there are turns");
    for side in Side::BOTH {
        for row in command.tests(side) {
            let Some(die) = row.die else { continue };
            for (result, sums) in results(&row) {
                let exact = share_of_faces([die, 0], |roll, _| match result {
                    ControlResult::InControl => roll >= 4,
                    ControlResult::OutOfControl => (2..4).contains(&roll),
                    ControlResult::Routed => roll < 2,
                });
                let name = format!("{:?} on d{die}: {result:?}", row.test);
                cells.extend(rolls(sums, exact).map(|cell| (name, cell)));
            }
        }
    }
    assert!(cells.len() > 150, "{} cells only", cells.len());
    let (names, cells): (Vec<String>, Vec<Comparison>) = cells.into_iter().unzip();
    for (name, judged) in names.iter().zip(judge(&cells, FALSE_ALARMS).cells) {
        assert!(!judged.differs, "{name}: {judged:?}");
    }
}

/// The test can fail: a stick that is off by one is detected.
#[test]
fn a_stick_that_is_one_off_does_not_agree() {
    let battle = battle();
    let run = played(&battle, &spec(1000, Pairs::Off), 2);
    let fighting = run.tally.fighting.as_ref().expect("by skill dice");
    let cells = fire_and_melee(fighting, 1).into_iter().map(|(_, cell)| cell);
    assert!(!judge(&cells.collect::<Vec<_>>(), FALSE_ALARMS).agrees());
}
