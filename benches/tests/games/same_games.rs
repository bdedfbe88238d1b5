//! Every shipped scenario: the same games on any code and any number of threads, by the rules to the last event, and on
//! dice that a change elsewhere leaves alone.

use rayon::prelude::*;
use skirmish_benches::battles::{Named, all, generated, shipped};
use skirmish_benches::watch::{EventHash, Seat, hash_of};
use skirmish_engine::battle::Battle;
use skirmish_engine::chance::Purpose;
use skirmish_engine::event::{Event, Observer, Scene};
use skirmish_engine::game::Workspace;
use skirmish_engine::rulebook::System;
use skirmish_engine::side::Side;
use skirmish_simulator::{Pairs, Recorder, Session, Unit, Workers};

use super::audited;

const SEED: u64 = 20_261_121;

/// Fewer games where the compiler checks arithmetic and does not optimize.
const fn games(release: u64, debug: u64) -> u64 {
    if cfg!(debug_assertions) { debug } else { release }
}

#[test]
fn plain_code_and_wide_sets_give_the_same_games() {
    let games = games(150, 24);
    // Crowds between many obstacles find every corner of the code sooner.
    let crowds = [generated(24, 12), generated(96, 24)];
    all().chain(crowds).with_max_len(1).for_each(|Named { name, battle }| {
        let games = if battle.count(Side::A) > 64 { games / 8 } else { games };
        let plain = battle.clone().on_plain_code();
        let fast = hash_of(Seat::new(&battle, SEED), 0..games);
        let slow = hash_of(Seat::new(&plain, SEED), 0..games);
        assert_eq!(fast, slow, "{name}: plain code");
        let wide = Seat::at(Workspace::wide(&battle), &battle, SEED);
        assert_eq!(fast, hash_of(wide, 0..games), "{name}: wide sets, behind pointers");
        let other = hash_of(Seat::new(&battle, SEED + 1), 0..games);
        assert_ne!(fast, other, "{name}: the hash tells games apart");
    });
}

/// A hash of all that happens but for who was nominated, and what he needed.
struct ButForNominees {
    are_wanted: bool,
    hash: EventHash,
}

impl Observer for ButForNominees {
    fn wants_reasons(&self) -> bool {
        false
    }

    fn wants_nominees(&self) -> bool {
        self.are_wanted
    }

    fn event(&mut self, scene: &Scene<'_>, event: &Event) {
        match *event {
            Event::Nominates { .. } => {}
            Event::SeizeRoll { side, rolled, success, attempt, .. } => {
                let told = Event::SeizeRoll { side, rolled, needed: 0, success, attempt };
                self.hash.event(scene, &told);
            }
            _ => self.hash.event(scene, event),
        }
    }
}

#[test]
fn games_are_the_same_where_nobody_asks_for_nominees() {
    let games = games(150, 24);
    let crowds = [generated(24, 12), generated(96, 24)];
    all().chain(crowds).with_max_len(1).for_each(|Named { name, battle }| {
        let hash = |are_wanted| {
            let mut seat = Seat::new(&battle, SEED);
            let mut watch = ButForNominees { are_wanted, hash: EventHash::default() };
            for game in 0..games {
                seat.show(game, &mut watch);
            }
            watch.hash.get()
        };
        assert_eq!(hash(true), hash(false), "{name}");
        // The simulator's own copy of the engine, to the last count.
        let mut seat = Seat::new(&battle, SEED);
        let mut recorders =
            [Recorder::of(&battle, Unit::Game), Recorder::of_measures(&battle, Unit::Game)];
        for game in 0..games {
            let [asked, unasked] = recorders.each_mut().map(|recorder| {
                seat.count(game..game + 1, recorder);
                let counts = recorder.last_unit();
                (counts.quantities, counts.happened)
            });
            assert_eq!(asked, unasked, "{name}, game {game}");
        }
    });
}

#[test]
fn a_game_does_not_feel_what_was_played_before_it() {
    let games = games(60, 8);
    all().for_each(|Named { name, battle }| {
        let mut seat = Seat::new(&battle, SEED);
        let last = seat.play(games, &mut EventHash::default());
        for game in 0..games {
            seat.play(game, &mut EventHash::default());
        }
        assert_eq!(seat.play(games, &mut EventHash::default()), last, "{name}");
    });
}

#[test]
fn any_number_of_threads_gives_the_same_tally() {
    // Seven threads get work only if there are seven chunks.
    let games = games(7 * 64 + 10, 2 * 64 + 10);
    let workers: Vec<_> = [1, 2, 7].map(|threads| Workers::new(threads).expect("threads")).into();
    for Named { name, battle } in all().collect::<Vec<_>>() {
        let tallies: Vec<_> = workers
            .iter()
            .map(|workers| {
                let session = Session::new(&battle, SEED, Pairs::Off, workers).expect("no pilot");
                let run = session.play(workers, 0..games, None);
                run.expect("no panic").tally
            })
            .collect();
        assert_eq!(tallies[0].games(), games);
        assert_eq!(tallies[0], tallies[1], "{name}: two threads");
        assert_eq!(tallies[0], tallies[2], "{name}: seven threads");
        let mut seat = Seat::new(&battle, SEED);
        let mut recorder = seat.recorder();
        seat.count(0..games, &mut recorder);
        assert_eq!(tallies[0], recorder.into_tally(), "{name}: no runner at all");
    }
}

#[test]
fn the_auditor_finds_nothing() {
    all().for_each(|Named { name, battle }| {
        let mut seat = Seat::new(&battle, SEED);
        audited(&name, games(500, 50), |game, auditor| {
            seat.show(game, auditor);
        });
    });
}

/// The same battle, but whoever shoots hits more easily.
fn with_better_shots(battle: &Battle) -> Battle {
    let mut spec = battle.spec().clone();
    for weapon in &mut spec.rules.weapons {
        if let Some(missile) = &mut weapon.missile {
            missile.to_hit = missile.to_hit.map(|needed| needed - 2);
        }
    }
    Battle::new(spec).expect("a battle that can be played")
}

#[test]
fn a_change_to_shooting_leaves_the_initiative_dice_of_every_game_as_they_were() {
    let games = games(500, 50);
    let mut parted = 0;
    // Where the initiative is rolled for with one kind of dice: under petite guerre it is each unit's own, and a battle may
    // see none.
    let seizes = |named: &Named| named.battle.spec().rules.system == System::Lloyd;
    for Named { name, battle } in shipped().into_iter().filter(seizes) {
        let changed = with_better_shots(&battle);
        let (mut before, mut after) = (Seat::new(&battle, SEED), Seat::new(&changed, SEED));
        for game in 0..games {
            let (first, dice) = before.remember(game, Purpose::Initiative);
            let (second, same_dice) = after.remember(game, Purpose::Initiative);
            // One game may end earlier; as far as both roll, they roll the same.
            let rolled = dice.len().min(same_dice.len());
            assert!(rolled > 0, "{name}, game {game}");
            assert_eq!(dice[..rolled], same_dice[..rolled], "{name}, game {game}");
            parted += u32::from(first != second);
        }
    }
    assert!(parted > 0, "better shots made no difference to any game");
}
