//! What a plan is said with: ways that are gone point by point, bodies told apart, signs to wait for, and falling back.

use crate::common::{AVERAGE, BOW, Field, Lcg, Played, SWORD, line, point, tables, unless};
use skirmish_engine::battle::{FigureId, PlaceSpec, Time, UnitId, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal, Line, Pick, Test};
use skirmish_engine::event::{ActionKind, Event};
use skirmish_engine::side::Side::{A, B};

/// One man of A's at (10, 10) and one of B's far off, who stands; a turn for each side.
fn alone() -> Field {
    let mut field = Field::under(tables::ALTERNATE);
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 46.0, 34.0);
    field
}

/// Two bodies of one man each, the second at (10, 20).
fn two() -> Field {
    let mut field = alone();
    let second = field.figure(A, AVERAGE, SWORD, 10.0, 20.0);
    let unit = field.unit(A, "second");
    field.enlist(second, unit);
    field
}

fn play(field: &mut Field, lines: Vec<Line>, rounds: u32) -> Played {
    field.bot(A, lines);
    field.spec.cap = Time::rounds(rounds);
    field.play_with(&mut Lcg(1))
}

/// Whether a condition holds for the first man at the start.
fn holds(field: &mut Field, condition: Condition) -> bool {
    let mark = field.place("mark", 46.0, 2.0, 0.5);
    let own = Test { condition: Condition::IsOf(UnitId(0)), expected: true };
    let mut walks = line(&[condition], Act::Move(Goal::Place(mark)));
    walks.when.push(own);
    let played = play(field, vec![walks, line(&[], Act::Stand)], 1);
    played.actions().iter().any(|action| action.side == A && action.kind == ActionKind::Move)
}

#[test]
fn a_way_is_gone_point_by_point_and_remembered() {
    let mut field = alone();
    let first = field.place("first", 10.0, 18.0, 1.0);
    let then = field.place("then", 26.0, 18.0, 1.0);
    let to = |place| Act::Move(Goal::Place(place));
    let lines = vec![unless(Condition::Been(first), to(first)), line(&[], to(then))];
    let played = play(&mut field, lines, 3);
    let gone: Vec<_> = played.actions().iter().filter_map(|action| action.place).collect();
    assert_eq!(gone, [first, then, then]);
    // Whoever sets out from a place has been there.
    field.spec.sides[A].figures[0].at = point(10.0, 18.0);
    let gone: Vec<_> =
        play(&mut field, vec![unless(Condition::Been(first), to(first)), line(&[], to(then))], 1)
            .actions()
            .iter()
            .filter_map(|action| action.place)
            .collect();
    assert_eq!(gone, [then]);
}

#[test]
fn host_5_an_event_remembers_who_has_been_somewhere() {
    let mut field = alone();
    let first = field.place("first", 10.0, 18.0, 1.0);
    let then = field.place("then", 26.0, 18.0, 1.0);
    field.event("both", A, &[Condition::Been(first), Condition::Been(then)]);
    let to = |place| Act::Move(Goal::Place(place));
    // The bot asks of none: it goes by rounds.
    let lines = vec![line(&[Condition::RoundsAtLeast(1)], to(then)), line(&[], to(first))];
    let happened =
        |played: &Played| played.events.iter().any(|event| matches!(event, Event::Happens { .. }));
    assert!(!happened(&play(&mut field, lines.clone(), 2)));
    assert!(happened(&play(&mut field, lines, 3)));
}

#[test]
fn ll_03_a_point_that_the_file_does_not_name_is_gone_to_and_is_no_objective() {
    let mut field = alone();
    let named = field.place("named", 10.0, 18.0, 1.0);
    field.spec.ways = vec![PlaceSpec { name: "way".into(), ..field.spec.place(named).clone() }];
    let way = skirmish_engine::battle::PlaceId(1);
    assert!(field.spec.is_way(way) && !field.spec.is_way(named));
    let played =
        play(&mut field, vec![unless(Condition::Been(way), Act::Move(Goal::Place(way)))], 2);
    assert_eq!(played.at(FigureId::new(A, 0)), point(10.0, 18.0));
    let actions = played.actions();
    let moves: Vec<_> = actions.iter().filter(|action| action.kind == ActionKind::Move).collect();
    assert_eq!(moves.len(), 1);
    assert_eq!(moves[0].place, None);
}

#[test]
fn one_bot_has_a_plan_for_each_body_and_who_stands_keeps_nobody_from_acting() {
    for system in [skirmish_engine::rulebook::System::Lloyd, tables::ALTERNATE] {
        let mut field = two();
        field.spec.rules.system = system;
        let far = field.place("far", 46.0, 2.0, 0.5);
        let stands = line(&[Condition::IsOf(UnitId(0))], Act::Stand);
        let lines = vec![stands, line(&[], Act::Move(Goal::Place(far)))];
        let played = play(&mut field, lines, 1);
        assert_eq!(played.at(FigureId::new(A, 0)), point(10.0, 10.0), "{}", system.name());
        assert_ne!(played.at(FigureId::new(A, 1)), point(10.0, 20.0), "{}", system.name());
    }
    // The units of the second side come after those of the first.
    let mut field = two();
    let far = field.place("far", 46.0, 2.0, 0.5);
    let goes = |unit| line(&[Condition::IsOf(UnitId(unit))], Act::Move(Goal::Place(far)));
    for (unit, moves) in [(0, 0), (1, 0), (2, 1)] {
        field.bot(B, vec![goes(unit), line(&[], Act::Stand)]);
        let played = play(&mut field, vec![line(&[], Act::Stand)], 1);
        let of_b = played
            .actions()
            .iter()
            .filter(|of| of.side == B && of.kind == ActionKind::Move)
            .count();
        assert_eq!(of_b, moves, "{unit}");
    }
}

#[test]
fn signs_that_a_body_waits_for() {
    // An enemy 8 inches before the second body, base to base after a move of 8.
    let mut field = two();
    field.spec.sides[B].figures[0].at = point(18.5, 20.0);
    assert!(holds(&mut field, Condition::FriendWithinCharge));
    assert!(holds(&mut field, Condition::FriendNearer));
    assert!(!holds(&mut field, Condition::EnemyCouldCharge));
    field.spec.sides[B].figures[0].at = point(18.5, 10.0);
    assert!(!holds(&mut field, Condition::FriendWithinCharge));
    assert!(!holds(&mut field, Condition::FriendNearer));
    assert!(holds(&mut field, Condition::EnemyCouldCharge));
    field.spec.sides[B].figures[0].at = point(20.5, 10.0);
    assert!(!holds(&mut field, Condition::EnemyCouldCharge));
    // Strength, and where all of a body are.
    assert!(holds(&mut field, Condition::FiguresAtLeast(1)));
    assert!(!holds(&mut field, Condition::FiguresAtLeast(2)));
    assert!(!holds(&mut field, Condition::EnemyLossesAtLeast(1)));
    let mate = field.figure(A, AVERAGE, BOW, 12.0, 10.0);
    let ford = field.place("ford", 9.0, 10.0, 1.0);
    let off = |inches: f64| Condition::AllWithin(crate::common::inches(inches), ford);
    assert!(holds(&mut field, off(3.0)) && !holds(&mut field, off(2.0)));
    assert_eq!(mate, FigureId::new(A, 2));
}

#[test]
fn host_5_rounds_that_are_left() {
    // Until the cap, or until a goal that comes by itself.
    for (goal, last) in [(None, 5), (Some(3), 3)] {
        let mut field = alone();
        if let Some(rounds) = goal {
            field.wins(B, WinSpec::After(Time::rounds(rounds)));
        }
        let far = field.place("far", 46.0, 2.0, 0.5);
        let lines = vec![
            line(&[Condition::RoundsLeftAtMost(2)], Act::Move(Goal::Place(far))),
            line(&[], Act::Stand),
        ];
        let played = play(&mut field, lines, 5);
        let moves = played.actions().iter().filter(|of| of.kind == ActionKind::Move).count();
        assert_eq!(moves, 2, "of {last} rounds the last two");
    }
}

#[test]
fn who_falls_back_goes_where_the_enemy_is_farthest() {
    let mut field = alone();
    field.spec.sides[B].figures[0].at = point(20.0, 10.0);
    let played = play(&mut field, vec![line(&[], Act::FallBack)], 1);
    assert_eq!(played.at(FigureId::new(A, 0)), point(2.0, 10.0));
    // In a corner he slips along an edge, if that is farther, and else does nothing.
    field.spec.sides[A].figures[0].at = point(0.5, 0.5);
    field.spec.sides[B].figures[0].at = point(12.0, 12.0);
    let played =
        play(&mut field, vec![line(&[], Act::FallBack), line(&[], Act::Charge(Pick::Nearest))], 1);
    let kinds: Vec<_> =
        played.actions().iter().filter(|of| of.side == A).map(|of| of.kind).collect();
    assert_eq!(kinds, [ActionKind::Charge]);
}
