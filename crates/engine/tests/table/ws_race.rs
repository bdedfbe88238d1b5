//! WS-04: two who move at the same time, each at its own rate; the race for the one bridge.

use crate::common::planted::{Record, audit, change};
use crate::common::{AVERAGE, Field, Played, SWORD, inches, line, point};
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::battle::{FigureId, PlaceId};
use skirmish_engine::bot::{Act, Goal, Pick, React};
use skirmish_engine::event::{Event, MeleeKind, MoveKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Advantage, ReactionMove, System};
use skirmish_engine::side::Side::{A, B};

/// One turn in which A instigates.
fn open_field() -> Field {
    let mut field = Field::under(System::WarSpike);
    let rules = &mut field.spec.rules.warspike;
    rules.turns = 1;
    rules.advantage = Advantage::Keep;
    rules.reaction_move = ReactionMove::Intercept;
    field
}

/// A river from left to right, two inches wide, with one bridge over it; its middle is at (24, 18).
fn river() -> (Field, PlaceId) {
    let mut field = open_field();
    for (from, to) in [(0.0, 23.0), (25.0, 48.0)] {
        field.river(from, 17.0, to, 19.0);
    }
    let bridge = field.place("bridge", 24.0, 18.0, 1.0);
    (field, bridge)
}

/// A runs for a place, and B heads him off.
fn run(field: &mut Field, place: PlaceId) {
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(place)))]);
    field.reacts(B, &[React::HeadOff]);
}

fn contacts(played: &Played) -> Vec<(FigureId, FigureId)> {
    played.find(|event| match *event {
        Event::Contact { figure, enemy } => Some((figure, enemy)),
        _ => None,
    })
}

/// As near as rounding allows.
fn assert_near(at: Point, x: f64, y: f64) {
    let apart = at.distance(point(x, y));
    assert!(apart <= 8, "{at:?} is {apart}/256 from ({x}, {y})");
}

#[test]
fn ws_04_at_the_same_distance_from_the_bridge_they_meet_there_and_fight() {
    // Straight opposite, and each round a corner of his bank.
    for (a, b) in [((24.0, 13.0), (24.0, 23.0)), ((18.0, 16.0), (30.0, 20.0))] {
        let (mut field, bridge) = river();
        let a = field.figure(A, AVERAGE, SWORD, a.0, a.1);
        let b = field.figure(B, AVERAGE, SWORD, b.0, b.1);
        run(&mut field, bridge);
        let played = field.play(&[5, 5]);
        // Base to base, with the middle of the bridge between them.
        let (at, other) = (played.at(a), played.at(b));
        let middle = Point::new((at.x + other.x) / 2, (at.y + other.y) / 2);
        assert_near(middle, 24.0, 18.0);
        assert!((at.distance(other) - inches(1.0)).abs() <= 8);
        // They fight at once, though neither chose to engage.
        assert_eq!(contacts(&played), [(a, b)]);
        let rounds = played.rounds();
        assert_eq!(rounds.len(), 1);
        assert_eq!((rounds[0].why, rounds[0].pairs.clone()), (MeleeKind::Contact, vec![(a, b)]));
        let kinds =
            (played.moves(MoveKind::Action).len(), played.moves(MoveKind::ReactEngage).len());
        assert_eq!(kinds, (1, 1));
    }
}

#[test]
fn ws_02_who_stands_at_the_place_already_has_a_way_and_needs_none() {
    let (mut field, bridge) = river();
    field.figure(A, AVERAGE, SWORD, 24.0, 4.0);
    field.figure(B, AVERAGE, SWORD, 24.0, 18.0);
    let second = field.figure(B, AVERAGE, SWORD, 24.0, 24.0);
    run(&mut field, bridge);
    field.cap(1);
    let played = field.play(&[]);
    assert_ne!(played.at(second), point(24.0, 24.0));
    let told = played.find(|event| match *event {
        Event::ComesToNothing { figures, why, .. } => Some((figures, why)),
        _ => None,
    });
    assert_eq!(told, []);
}

#[test]
fn ws_04_all_of_two_units_that_meet_at_the_place_fight() {
    // Four of each abreast, for a bridge five inches wide: not only the first two meet.
    let mut field = open_field();
    for (from, to) in [(0.0, 21.5), (26.5, 48.0)] {
        field.river(from, 17.0, to, 19.0);
    }
    let bridge = field.place("bridge", 24.0, 18.0, 1.0);
    for k in 0..4 {
        field.figure(A, AVERAGE, SWORD, 22.2 + 1.2 * f64::from(k), 13.0);
        field.figure(B, AVERAGE, SWORD, 22.2 + 1.2 * f64::from(k), 23.0);
    }
    run(&mut field, bridge);
    let played = field.play_with(&mut crate::common::Lcg(7));
    let of = |side| {
        let met = contacts(&played).into_iter().flat_map(|(a, b)| [a, b]);
        met.filter(|f| f.side() == side).collect::<std::collections::BTreeSet<_>>().len()
    };
    assert!(of(A) >= 3 && of(B) >= 3, "{:?}", contacts(&played));
}

#[test]
fn ws_04_the_nearer_is_there_first() {
    // Whoever has three inches to go stands on the bridge when the one with seven comes up to it.
    let (mut field, bridge) = river();
    let a = field.figure(A, AVERAGE, SWORD, 24.0, 15.0);
    let b = field.figure(B, AVERAGE, SWORD, 24.0, 25.0);
    run(&mut field, bridge);
    let played = field.play(&[5, 5]);
    assert_near(played.at(a), 24.0, 18.0);
    assert_near(played.at(b), 24.0, 19.0);
    let (mut field, bridge) = river();
    let a = field.figure(A, AVERAGE, SWORD, 24.0, 11.0);
    let b = field.figure(B, AVERAGE, SWORD, 24.0, 21.0);
    run(&mut field, bridge);
    let played = field.play(&[5, 5]);
    assert_near(played.at(a), 24.0, 17.0);
    assert_near(played.at(b), 24.0, 18.0);
}

#[test]
fn ws_04_the_nearer_crosses() {
    // Bound for the other bank, he has crossed before the other, further off, can head him off.
    let (mut field, _) = river();
    let meadow = field.place("meadow", 24.0, 22.0, 1.0);
    let a = field.figure(A, AVERAGE, SWORD, 24.0, 15.5);
    let b = field.figure(B, AVERAGE, SWORD, 32.0, 22.0);
    run(&mut field, meadow);
    let played = field.play(&[5, 5]);
    assert!(played.at(a).y > inches(19.0), "{:?}", played.at(a));
    assert_eq!(contacts(&played), [(a, b)]);
    // Too far off to get there in a turn, he heads nobody off.
    field.spec.sides[B].figures[b.index()].at = point(40.0, 22.0);
    let played = field.play(&[]);
    assert_near(played.at(a), 24.0, 22.0);
    assert_eq!(contacts(&played), []);
    // And who is nearer to the bridge than the one who wants to cross stops him on his own bank.
    let (mut field, _) = river();
    let meadow = field.place("meadow", 24.0, 19.5, 1.0);
    let a = field.figure(A, AVERAGE, SWORD, 24.0, 12.0);
    let b = field.figure(B, AVERAGE, SWORD, 24.0, 20.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(meadow)))]);
    field.reacts(B, &[React::Engage]);
    let played = field.play(&[5, 5]);
    assert!(played.at(a).y < inches(17.0), "{:?}", played.at(a));
    assert_eq!(contacts(&played), [(a, b)]);
}

#[test]
fn ws_04_each_at_its_own_rate() {
    // A rider does fourteen inches in the time in which a man on foot does eight.
    let (mut field, bridge) = river();
    let a = field.figure(A, AVERAGE, SWORD, 24.0, 14.0);
    let b = field.figure(B, AVERAGE, SWORD, 24.0, 25.0);
    field.spec.sides[B].figures[b.index()].mounted = true;
    run(&mut field, bridge);
    let played = field.play(&[5, 5]);
    let shift = f64::from(played.at(a).y) / 256.0 - 17.5;
    // Nearly the middle: they touch when they are an inch apart, which is closed at the sum of both rates.
    assert!(shift.abs() < 0.2, "{shift}");
    assert_eq!(contacts(&played), [(a, b)]);
}

#[test]
fn ws_04_those_who_run_at_one_another_meet_half_way() {
    let mut field = open_field();
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 24.0, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.reacts(B, &[React::Engage]);
    // Neither would have got there alone.
    let played = field.play(&[5, 5]);
    assert_near(played.at(a), 16.5, 10.0);
    assert_near(played.at(b), 17.5, 10.0);
}

#[test]
fn ws_04_who_runs_away_is_caught_by_the_faster_only() {
    for (mounted, caught) in [(false, false), (true, true)] {
        let mut field = open_field();
        field.spec.rules.warspike.reaction_move = ReactionMove::Free;
        let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
        field.spec.sides[A].figures[a.index()].mounted = mounted;
        let b = field.figure(B, AVERAGE, SWORD, 15.0, 10.0);
        field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
        field.reacts(B, &[React::Run]);
        let played = field.play(if caught { &[5, 5] } else { &[] });
        assert_eq!(contacts(&played), if caught { vec![(a, b)] } else { vec![] });
        if caught {
            // Four inches to make good at six a turn: after two thirds of it.
            let run = f64::from(played.at(b).x) / 256.0 - 15.0;
            assert!((run - 8.0 * 2.0 / 3.0).abs() < 0.1, "{run}");
        }
    }
}

#[test]
fn ws_04_one_who_cannot_flee_further_is_caught() {
    let mut field = open_field();
    field.spec.rules.warspike.reaction_move = ReactionMove::Free;
    let a = field.figure(A, AVERAGE, SWORD, 40.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 46.0, 10.0);
    field.house(47.0, 6.0, 48.0, 14.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.reacts(B, &[React::Run]);
    assert_eq!(contacts(&field.play(&[5, 5])), [(a, b)]);
}

/// A stands above a barricade, and B is to move at him.
fn across_barricade(b: (f64, f64)) -> (Field, FigureId, FigureId) {
    let mut field = open_field();
    field.barricade(18.0, 16.0, 30.0, 16.5);
    let a = field.figure(A, AVERAGE, SWORD, 24.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, b.0, b.1);
    field.bot(A, vec![line(&[], Act::Prepare)]);
    field.reacts(B, &[React::Engage, React::Prepare]);
    (field, a, b)
}

#[test]
fn ws_03_who_moves_directly_towards_an_enemy_comes_up_to_what_bars_his_way() {
    // The way round the end of it would be open to him, and take him nearer.
    let (field, _, b) = across_barricade((24.0, 20.5));
    assert_near(field.play(&[]).at(b), 24.0, 16.5);
    // With a clear way past its end he goes that.
    let (field, a, b) = across_barricade((34.0, 14.0));
    let played = field.play(&[]);
    assert!(played.at(b).distance(played.at(a)) < inches(3.0), "{:?}", played.at(b));
}

#[test]
fn ws_03_the_auditor_sees_who_goes_round() {
    let (field, ..) = across_barricade((24.0, 20.5));
    let record = Record::of(&field, 1);
    assert_eq!(audit(&record.battle, &record.moments), []);
    let mut moments = record.moments;
    let longer = change(&mut moments, |event| match event {
        Event::Moves { way, .. } => {
            *way += inches(1.0);
            true
        }
        _ => false,
    });
    longer.expect("he should move");
    let breaches = audit(&record.battle, &moments);
    assert!(breaches.contains(&Rule::ws(3)), "{breaches:?}");
}

#[test]
fn ws_03_who_stands_at_what_bars_his_way_has_arrived_and_reacts_otherwise() {
    for (y, moves) in [(16.6, 0), (17.6, 1)] {
        let (field, _, b) = across_barricade((24.0, y));
        let moved = field.play(&[]).moves(MoveKind::ReactEngage);
        assert_eq!(moved.len(), moves, "{b:?} from {y}: {moved:?}");
    }
}

#[test]
fn ws_03_who_moves_directly_towards_an_enemy_at_a_barricade_fights_across_it() {
    let (mut field, a, b) = across_barricade((24.0, 20.5));
    field.spec.sides[A].figures[a.index()].at = point(24.0, 15.5);
    let played = field.play(&[5, 5]);
    assert_eq!(contacts(&played), [(b, a)]);
    assert!(played.at(b).y > inches(16.4), "{:?}", played.at(b));
}

#[test]
fn ws_04_nobody_runs_through_a_third() {
    // An enemy of another unit stands before the bridge: who runs for it halts at him, and the other holds the bridge.
    let (mut field, bridge) = river();
    let a = field.figure(A, AVERAGE, SWORD, 24.0, 11.0);
    let b = field.figure(B, AVERAGE, SWORD, 24.0, 23.0);
    let guard = field.figure(B, AVERAGE, SWORD, 24.0, 15.0);
    let guards = field.unit(B, "guards");
    field.enlist(guard, guards);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(bridge)))]);
    field.spec.sides[B].bot.reactions = vec![
        crate::common::reaction(
            &[skirmish_engine::bot::Condition::EnemyWithin(inches(5.0))],
            React::Stay,
        ),
        crate::common::reaction(&[], React::HeadOff),
    ];
    let played = field.play(&[5, 5]);
    assert_near(played.at(a), 24.0, 14.0);
    assert_near(played.at(b), 24.0, 18.0);
    assert_eq!(contacts(&played), [(a, guard)]);
}

#[test]
fn ws_04_units_of_several_queue_behind_their_foremost() {
    let (mut field, bridge) = river();
    for k in 0..4 {
        let x = 22.5 + f64::from(k);
        field.figure(A, AVERAGE, SWORD, x, 12.0);
        field.figure(B, AVERAGE, SWORD, x, 24.0);
    }
    run(&mut field, bridge);
    let battle = field.battle();
    assert_eq!(battle.count(A), 4);
    // However many pairs there are, each rolls twice; a draw for all.
    let played = field.play(&[5, 5]);
    let all: Vec<Point> = [A, B]
        .iter()
        .flat_map(|side| (0..4).map(|i| FigureId::new(*side, i)))
        .map(|figure| played.at(figure))
        .collect();
    for (i, p) in all.iter().enumerate() {
        for q in &all[i + 1..] {
            assert!(p.distance(*q) >= inches(1.0) - 8, "{p:?} and {q:?} overlap");
        }
    }
    // Nobody of A has come through.
    assert!(all[..4].iter().all(|p| p.y < inches(18.0)));
    assert!(all[4..].iter().all(|p| p.y > inches(18.0)));
}
