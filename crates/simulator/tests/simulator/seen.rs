//! Games as seen from above: the same on any number of threads, and what is counted elsewhere.

use skirmish_engine::battle::Battle;
use skirmish_engine::event::EventKind;
use skirmish_engine::side::Side;
use skirmish_simulator::estimate::Confidence;
use skirmish_simulator::{Happening, Pairs, Quantity, ROUNDS_SEEN, SAMPLE, Seen, Session, Workers};

use crate::battles;

fn seen(battle: &Battle, pairs: Pairs, (games, heat): (u64, bool), threads: usize) -> Seen {
    let workers = Workers::new(threads).expect("threads");
    let session = Session::new(battle, 7, pairs, &workers).expect("a session");
    Seen::of(&session, (games, heat), &workers).expect("games")
}

#[test]
fn games_look_the_same_on_any_number_of_threads() {
    for spec in [battles::flank_run(), battles::brawl(), battles::outpost()] {
        let battle = Battle::new(spec).expect("a battle");
        for asked in [(0, true), (1, false), (301, true), (1500, false)] {
            let alone = seen(&battle, Pairs::Off, asked, 1);
            assert_eq!(alone, seen(&battle, Pairs::Off, asked, 3), "{asked:?}");
            assert_eq!(alone.games.len() as u64, asked.0.min(SAMPLE));
        }
    }
}

#[test]
fn what_is_seen_is_what_a_run_counts() {
    const GAMES: u64 = 600;
    let workers = Workers::new(2).expect("threads");
    for spec in [battles::flank_run(), battles::brawl(), battles::outpost()] {
        let battle = Battle::new(spec).expect("a battle");
        let session = Session::new(&battle, 7, Pairs::Off, &workers).expect("a session");
        let run = session.play(&workers, 0..GAMES, None).expect("a run");
        let seen = seen(&battle, Pairs::Off, (GAMES, true), 2);
        let heat = seen.heat.as_ref().expect("heat");
        assert_eq!(heat.games, GAMES);
        for side in Side::BOTH {
            let sum = |what| heat.of_side(side, what).iter().sum::<u64>();
            let events = |kinds: &[EventKind]| -> u64 {
                kinds.iter().map(|kind| run.tally.event(*kind, side).sum).sum()
            };
            let dead = [EventKind::ShotDead, EventKind::CutDown];
            assert_eq!(sum(Happening::Falls), events(&dead), "{side:?}");
            let seizes = [Quantity::SeizesA, Quantity::SeizesB][side.index()];
            let seized = run.tally.total(seizes);
            assert_eq!(sum(Happening::Seizes) as i64, seized, "{side:?}");
            // Who is left is who was there less who was lost or has got away.
            let lost: u64 = seen.games.iter().map(|it| u64::from(it.outcome.losses[side])).sum();
            let away = events(&[EventKind::FigureEscapes]);
            let all = battle.count(side) as u64 * GAMES;
            assert_eq!(sum(Happening::Ends), all - lost - away, "{side:?}");
            let last = seen.rounds() - 1;
            let left = seen.survivors(side, last, Confidence::P95).expect("games");
            let mean = (all - lost) as f64 / GAMES as f64;
            assert!((left.mean.value - mean).abs() < 1e-9, "{side:?}");
            assert_eq!(left.going_on, 0);
            assert!(left.deciles.is_sorted(), "{:?}", left.deciles);
            for round in 0..ROUNDS_SEEN.min(last) {
                let standing = seen.games.iter().filter(|game| game.left.len() > round + 1);
                let standing = standing.map(|game| u64::from(game.left[round][side])).sum::<u64>();
                // Those who have left by their exit are not lost, and stand nowhere.
                let stand = sum(Happening::Stands(round));
                assert!(stand <= standing, "{side:?} round {round}");
                assert!(away > 0 || stand == standing, "{side:?} round {round}");
            }
        }
    }
}

#[test]
fn sides_are_ahead_by_the_part_of_their_figures_that_they_keep() {
    let battle = Battle::new(battles::brawl()).expect("a battle");
    let seen = seen(&battle, Pairs::Off, (400, false), 2);
    let ahead = |side: Side| {
        let round = seen.rounds() - 1;
        seen.survivors(side, round, Confidence::P95).expect("games").ahead.value
    };
    let kept = |game: &skirmish_simulator::GameSeen, side: Side| {
        f64::from(game.left.last().expect("a round")[side]) / battle.count(side) as f64
    };
    let more = |side: Side| {
        let games = seen.games.iter().filter(|game| kept(game, side) > kept(game, !side) + 1e-9);
        games.count() as f64 / 400.0
    };
    for side in Side::BOTH {
        assert_eq!(ahead(side), more(side), "{side:?}");
    }
}
