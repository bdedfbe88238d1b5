//! LL-15: "To me!"

use crate::common::{AVERAGE, Field, GOOD, HEROIC, Lcg, SWORD, inches, line, point, set};
use skirmish_engine::battle::geometry::{Point, UNIT};
use skirmish_engine::battle::{Edge, FigureId, UnitId};
use skirmish_engine::bot::Act;
use skirmish_engine::event::{ActionKind, MoveKind};
use skirmish_engine::side::Side::{A, B};

/// A leader of side A at (24, 18) who calls, two of his men far apart, and an enemy in a corner.
fn call() -> (Field, FigureId, [FigureId; 2]) {
    let mut field = Field::new();
    let leader = field.figure(A, GOOD, SWORD, 24.0, 18.0);
    field.leader(leader, HEROIC);
    let men = [(4.0, 18.0), (24.0, 34.0)].map(|(x, y)| field.figure(A, AVERAGE, SWORD, x, y));
    field.figure(B, AVERAGE, SWORD, 47.0, 1.0);
    field.bot(A, vec![line(&[], Act::ToMe), line(&[], Act::Stand)]);
    field.cap(1);
    (field, leader, men)
}

#[test]
fn ll_15_scattered_men_move_at_full_speed_towards_their_leader_as_one_action() {
    let (field, leader, men) = call();
    let played = field.play(&[]);
    let action = played.actions()[0];
    assert_eq!(action.kind, ActionKind::ToMe);
    assert_eq!(action.figures, set(&men));
    assert_eq!(action.target, Some(leader));
    // He stands still.
    assert_eq!(played.at(leader), point(24.0, 18.0));
    assert_eq!(played.at(men[0]), point(12.0, 18.0));
    assert_eq!(played.at(men[1]), point(24.0, 26.0));
}

#[test]
fn ll_15_nobody_is_called_back_from_his_way_out() {
    for (exit, who) in [(Edge::Left, 1), (Edge::Top, 0)] {
        let (mut field, _, men) = call();
        field.spec.sides[A].exit = Some(exit);
        assert_eq!(field.play(&[]).actions()[0].figures, set(&[men[who]]));
    }
}

#[test]
fn ll_15_nobody_who_comes_is_within_four_inches_of_an_enemy_at_any_point() {
    // An enemy beside the way or before its end, wherever that leads: he halts, not even a hair within.
    let four = inches(4.0);
    let mut halted = 0;
    for (k, (x, y)) in (0..300).map(|k| (k, (k * 47 % 991, k * 83 % 967))) {
        let (mut field, _, men) = call();
        if k % 2 == 1 {
            field.house(8.5, 10.0, 10.0, 14.0);
        }
        let from = Point::new(1_000 + x, 2_000 + y);
        field.spec.sides[A].figures[men[0].index()].at = from;
        let enemy = Point::new(3_300 + k * 31 % 607, 3_000 + k * 17 % 1_301);
        field.spec.sides[B].figures[0].at = enemy;
        let played = field.play_with(&mut Lcg(1));
        let end = played.at(men[0]);
        halted += u32::from(end.distance(from) < inches(7.5));
        // Round the house he is looked at where he ends alone.
        for step in if k % 2 == 1 { 64..=64 } else { 0..=64 } {
            let at = from.toward(end, step, 64);
            let off = at.distance2(enemy);
            let is_clear = off > i64::from(four) * i64::from(four);
            assert!(is_clear || from.distance(enemy) <= four, "{k}: {}", at.distance(enemy));
        }
    }
    assert!(halted > 50, "{halted}");
}

#[test]
fn ll_15_only_a_leader_can_call() {
    let (mut field, leader, _) = call();
    field.spec.sides[A].figures[leader.index()].rank = None;
    assert_eq!(field.play(&[]).actions()[0].kind, ActionKind::Stand);
}

#[test]
fn ll_15_only_his_command_comes() {
    let (mut field, leader, men) = call();
    let other = field.unit(A, "others");
    field.enlist(men[1], other);
    assert_eq!(field.play(&[]).actions()[0].figures, set(&men[..1]));
    // Who commands them all calls them all.
    field.spec.sides[A].figures[leader.index()].commands_all = true;
    assert_eq!(field.play(&[]).actions()[0].figures, set(&men));
}

#[test]
fn ll_15_and_allies_within_four_inches_of_those() {
    let hair = 1.0 / 64.0;
    for (gap, comes) in [(4.0, true), (4.0 + hair, false)] {
        let (mut field, _, men) = call();
        let others = field.unit(A, "others");
        assert_eq!(others, UnitId(1));
        let ally = field.figure(A, AVERAGE, SWORD, 4.0, 18.0 + gap);
        field.enlist(ally, others);
        // An ally of the ally is none of theirs.
        let second = field.figure(A, AVERAGE, SWORD, 4.0, 18.0 + gap + 3.0);
        field.enlist(second, others);
        let figures = field.play(&[]).actions()[0].figures;
        assert_eq!(figures & set(&[ally]) != 0, comes);
        assert_eq!(figures & set(&[second]), 0);
        assert_eq!(figures & set(&men), set(&men));
    }
}

#[test]
fn ll_15_nobody_comes_who_is_within_four_inches_of_an_enemy() {
    let hair = 1.0 / 64.0;
    for (gap, comes) in [(4.0, false), (4.0 + hair, true)] {
        let (mut field, _, men) = call();
        field.figure(B, AVERAGE, SWORD, 4.0, 18.0 - gap);
        let figures = field.play(&[]).actions()[0].figures;
        assert_eq!(figures & set(&men[..1]) != 0, comes, "{gap}");
        assert_ne!(figures & set(&men[1..]), 0);
    }
}

#[test]
fn ll_15_nobody_comes_within_four_inches_of_an_enemy_at_any_point() {
    // An enemy stands 3" off the first man's straight way, half-way along it: he halts before him, though the end of
    // his move would be clear again.
    let (mut field, leader, men) = call();
    let enemy = field.figure(B, AVERAGE, SWORD, 10.0, 21.0);
    field.spec.rules.movement.foot = inches(14.0);
    assert!(point(18.0, 18.0).distance(point(10.0, 21.0)) > inches(4.0));
    let played = field.play(&[]);
    assert_ne!(played.actions()[0].figures & set(&men[..1]), 0);
    let at = played.at(men[0]);
    assert!(at.x > inches(4.0) && at.x < inches(10.0), "{at:?}");
    assert!(at.distance(played.at(enemy)) >= inches(4.0));
    assert_eq!(played.at(leader), point(24.0, 18.0));
}

#[test]
fn ll_15_his_own_body_has_no_need_to_come() {
    // Silent in both texts; those who stand by him already stay where they are.
    let (mut field, _, men) = call();
    let near = field.figure(A, AVERAGE, SWORD, 26.0, 18.0);
    let played = field.play(&[]);
    assert_eq!(played.actions()[0].figures, set(&men));
    assert_eq!(played.at(near), point(26.0, 18.0));
    assert_eq!(played.moves(MoveKind::Action).len(), 2);
}

#[test]
fn ll_15_those_of_his_own_body_who_have_got_far_away_come_too() {
    // A chain of six, four inches apart, all of one body: nobody is cut off from him.
    let mut field = Field::new();
    let men: Vec<_> =
        (0..6).map(|k| field.figure(A, AVERAGE, SWORD, 3.0 + 4.0 * f64::from(k), 15.0)).collect();
    field.leader(men[0], HEROIC);
    field.figure(B, AVERAGE, SWORD, 47.0, 1.0);
    field.bot(A, vec![line(&[], Act::ToMe), line(&[], Act::Stand)]);
    let played = field.cap(1).play(&[]);
    let action = played.actions()[0];
    assert_eq!(action.kind, ActionKind::ToMe);
    // Who is beside him already need not come.
    assert_eq!(action.figures, set(&men[2..]));
}

#[test]
fn ll_15_nobody_is_called_who_gets_no_nearer() {
    // An enemy bars each man's way, as near as he may come: a call would bring nobody. With one of the ways open the
    // leader calls both, and who cannot come stays where he is.
    for (barred, hair, kind) in [
        (true, 1.0 / f64::from(UNIT), ActionKind::Stand),
        // A hair is not enough.
        (true, 0.1, ActionKind::Stand),
        (false, 1.0 / f64::from(UNIT), ActionKind::ToMe),
    ] {
        let near = 4.0 + hair;
        let (mut field, _, men) = call();
        field.figure(B, AVERAGE, SWORD, 4.0 + near, 18.0);
        if barred {
            field.figure(B, AVERAGE, SWORD, 24.0, 34.0 - near);
        }
        let played = field.play(&[]);
        assert_eq!(played.actions()[0].kind, kind);
        assert_eq!(played.at(men[0]), point(4.0, 18.0));
        assert_eq!(played.at(men[1]), point(24.0, if barred { 34.0 } else { 26.0 }));
    }
}

#[test]
fn ll_15_whoever_commands_them_all_comes_at_nobodys_call() {
    // Silent in both texts. A second leader's call takes his own man, and the captain's, but not the captain.
    let (mut field, captain, men) = call();
    field.spec.sides[A].figures[captain.index()].commands_all = true;
    let others = field.unit(A, "others");
    let second = field.figure(A, GOOD, SWORD, 44.0, 34.0);
    let man = field.figure(A, AVERAGE, SWORD, 24.0, 30.0);
    let aide = field.figure(A, AVERAGE, SWORD, 24.0, 15.0);
    field.leader(second, HEROIC);
    for figure in [second, man, aide] {
        field.enlist(figure, others);
    }
    field.spec.sides[A].figures[captain.index()].rank = None;
    let played = field.play(&[]);
    let action = played.actions()[0];
    assert_eq!(action.target, Some(second));
    assert_eq!(action.figures, set(&[man, aide, men[1]]));
}
