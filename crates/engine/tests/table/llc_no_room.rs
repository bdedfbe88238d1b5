//! LLC-6: who is pushed back and has no room behind him. Friends give way in a chain; who cannot go back even so suffers
//! the next worse effect; or as another reading has it.

use crate::common::planted::{Record, audit, find, is};
use crate::common::{AVERAGE, Field, Played, SWORD, inches, line, point};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition};
use skirmish_engine::event::{Event, MoveKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Effect, NoRoom};
use skirmish_engine::side::Side::{A, B};

/// A man of A fights the first of a column of B, who stand base to base behind one another up from y = 11.
fn column(behind: usize) -> (Field, Vec<FigureId>) {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 20.0, 10.0);
    let men = (0..=behind).map(|k| field.figure(B, AVERAGE, SWORD, 20.0, 11.0 + k as f64));
    let men = men.collect();
    field.bot(A, vec![line(&[Condition::Engaged], Act::Fight)]);
    field.cap(1);
    (field, men)
}

/// A wins by 2: who loses is pushed back.
const PUSHED: [u8; 2] = [8, 6];

fn without_room(played: &Played) -> Vec<(FigureId, Effect)> {
    played.find(|event| match *event {
        Event::NoRoom { figure, effect } => Some((figure, effect)),
        _ => None,
    })
}

fn dead(played: &Played) -> Vec<FigureId> {
    played.find(|event| match *event {
        Event::Dies { figure, .. } => Some(figure),
        _ => None,
    })
}

#[test]
fn llc_6_friends_give_way_in_a_chain_to_one_who_is_pushed_back() {
    let (field, men) = column(3);
    let played = field.play(&PUSHED);
    for (k, man) in men.iter().enumerate() {
        assert_eq!(played.at(*man), point(20.0, 12.0 + k as f64));
    }
    assert_eq!(played.moves(MoveKind::PushBack).len(), 1);
    assert_eq!(played.moves(MoveKind::GiveWay).len(), 3);
    assert_eq!(without_room(&played), []);
}

#[test]
fn llc_6_only_those_in_the_way_give_way() {
    // The second stands half an inch further off than a base, and the third as far behind him: the first gap takes half of the
    // push, and the second the rest. Another stands aside.
    let (mut field, men) = column(0);
    let second = field.figure(B, AVERAGE, SWORD, 20.0, 12.5);
    let third = field.figure(B, AVERAGE, SWORD, 20.0, 14.0);
    let aside = field.figure(B, AVERAGE, SWORD, 22.0, 12.0);
    let played = field.play(&PUSHED);
    assert_eq!(played.at(men[0]), point(20.0, 12.0));
    assert_eq!(played.at(second), point(20.0, 13.0));
    assert_eq!([played.at(third), played.at(aside)], [point(20.0, 14.0), point(22.0, 12.0)]);
}

#[test]
fn llc_6_friends_with_an_enemy_upon_them_stand_fast() {
    // Enemies are upon the second; nor does the first get past all of them.
    let (mut field, men) = column(1);
    field.figure(A, AVERAGE, SWORD, 19.0, 12.0);
    field.figure(A, AVERAGE, SWORD, 21.0, 12.0);
    let played = field.play(&[8, 6, 5, 6]);
    assert_eq!(without_room(&played), [(men[0], Effect::Retreat), (men[0], Effect::Kill)]);
    assert_eq!(played.at(men[1]), point(20.0, 12.0));
    assert_eq!(played.moves(MoveKind::GiveWay), []);
}

#[test]
fn llc_6_slow_ground_does_not_hold_who_is_pushed_back() {
    let (mut field, men) = column(0);
    field.wood(15.0, 11.0, 25.0, 20.0, inches(9.0));
    assert_eq!(field.play(&PUSHED).at(men[0]), point(20.0, 12.0));
}

#[test]
fn llc_6_who_is_cornered_falls() {
    let (mut field, men) = column(0);
    field.house(15.0, 11.1, 25.0, 14.0);
    field.house(15.0, 9.0, 19.75, 11.1);
    field.house(20.25, 9.0, 25.0, 11.1);
    let played = field.play(&PUSHED);
    assert_eq!(without_room(&played), [(men[0], Effect::Retreat), (men[0], Effect::Kill)]);
    assert_eq!(dead(&played), [men[0]]);
    // With half a base behind him he gives that ground.
    let (mut field, men) = column(0);
    field.house(15.0, 11.5, 25.0, 14.0);
    let played = field.play(&PUSHED);
    assert_eq!(without_room(&played), []);
    assert_eq!(played.at(men[0]), point(20.0, 11.5));
}

#[test]
fn llc_6_a_column_with_its_back_to_a_wall_cannot_give_way() {
    let (mut field, men) = column(2);
    field.house(15.0, 13.25, 25.0, 36.0);
    let played = field.play(&PUSHED);
    // He gets past them, by 60 degrees, and goes no further than a base.
    assert_eq!(without_room(&played), []);
    assert_eq!(played.moves(MoveKind::GiveWay), []);
    assert_eq!(played.at(men[1]), point(20.0, 12.0));
    assert!(played.at(men[0]).distance(point(20.0, 11.0)) <= inches(1.0));
    // Not between walls.
    field.house(15.0, 9.0, 19.5, 13.25);
    field.house(20.5, 9.0, 25.0, 13.25);
    assert_eq!(dead(&field.play(&PUSHED)), [men[0]]);
}

#[test]
fn llc_6_who_is_pushed_obliquely_against_a_wall_goes_along_it() {
    // The enemy stands to the left below him, the wall close behind: what of the push leads along it is left.
    for edge in [false, true] {
        let mut field = Field::new();
        let y = if edge { 36.0 } else { 20.0 };
        field.figure(A, AVERAGE, SWORD, 19.2, y - 0.6);
        let man = field.figure(B, AVERAGE, SWORD, 20.0, y);
        if !edge {
            field.house(10.0, y, 30.0, 24.0);
        }
        field.bot(A, vec![line(&[Condition::Engaged], Act::Fight)]);
        let played = field.cap(1).play(&PUSHED);
        assert_eq!(without_room(&played), []);
        let (at, due) = (played.at(man), point(20.8, y));
        assert!((at.x - due.x).abs() < 4 && (at.y - due.y).abs() < 4, "{at:?}, not {due:?}");
    }
}

#[test]
fn llc_6_a_slanting_wall_is_gone_along_as_well() {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 19.0, 10.0);
    let man = field.figure(B, AVERAGE, SWORD, 20.0, 10.0);
    // Its front runs up to the right, through (20.25, 10.25) or so.
    field.house(20.5, 10.0, 24.0, 14.0);
    let corners = [(20.0, 9.5), (26.0, 9.5), (26.0, 15.5)].map(|(x, y)| point(x + 0.25, y));
    field.spec.features[0].corners = corners.to_vec();
    field.bot(A, vec![line(&[Condition::Engaged], Act::Fight)]);
    let played = field.cap(1).play(&PUSHED);
    assert_eq!(without_room(&played), []);
    // To (20.75, 10), and on by a quarter of an inch as far as that leads up the wall.
    let (at, due) = (played.at(man), point(20.875, 10.125));
    assert!(at.distance(due) < 6, "{at:?}, not {due:?}");
}

/// A man between an enemy and a wall right behind him.
fn against_a_wall() -> (Field, FigureId) {
    let (mut field, men) = column(0);
    field.house(5.0, 11.25, 35.0, 14.0);
    (field, men[0])
}

#[test]
fn llc_6_a_push_back_against_a_wall_is_a_base_along_it_and_no_flight() {
    let (mut field, man) = against_a_wall();
    let played = field.play(&PUSHED);
    assert_eq!(without_room(&played), []);
    let at = played.at(man);
    let (aside, far) = ((at.x - inches(20.0)).abs(), at.distance(point(20.0, 11.0)));
    assert!(aside >= inches(0.5) && far <= inches(1.0) && at.y >= inches(11.0), "{at:?}");
    // Where somebody stands in the way there, to the other side.
    let beside = if at.x < inches(20.0) { 18.7 } else { 21.3 };
    field.figure(A, AVERAGE, SWORD, beside, 11.0);
    let other = field.play(&PUSHED).at(man);
    assert!((other.x - inches(20.0)).signum() == -(at.x - inches(20.0)).signum(), "{other:?}");
    // By the reading in which nobody makes room it is the next worse effect.
    field.spec.rules.options.no_room = NoRoom::Worse;
    assert_eq!(without_room(&field.play(&PUSHED)), [(man, Effect::Retreat)]);
}

#[test]
fn llc_6_a_retreat_without_room_straight_back_is_to_a_side() {
    // A wall right behind him: he goes 30 degrees off, which leads along it; to the right, as on the left somebody stands
    // in the way.
    let (mut field, man) = against_a_wall();
    let retreat = |field: &Field| {
        // A loses by 4.
        let played = field.play(&[10, 6]);
        assert_eq!(without_room(&played), []);
        let at = played.at(man);
        assert!(at.y > point(0.0, 11.0).y, "{at:?}: never towards the enemy");
        at.x - point(20.0, 0.0).x
    };
    // Two full moves are 16": half of that is what leads along the wall.
    let first = retreat(&field);
    assert!((first.abs() - inches(8.0)).abs() < 64, "{first}");
    field.figure(A, AVERAGE, SWORD, if first < 0 { 18.7 } else { 21.3 }, 11.0);
    let second = retreat(&field);
    assert!(second.signum() == -first.signum(), "{first}, {second}");
}

#[test]
fn llc_6_who_gets_hardly_anywhere_straight_back_retreats_to_a_side() {
    // An enemy stands two inches and a half behind him, and 30 degrees off nobody.
    let (mut field, men) = column(0);
    field.figure(A, AVERAGE, SWORD, 20.0, 13.6);
    let end = field.play(&[10, 6]).at(men[0]);
    assert!(end.distance(point(20.0, 11.0)) > inches(15.5), "{end:?}");
    assert!((end.x - inches(20.0)).abs() > inches(7.5) && end.y > inches(24.0), "{end:?}");
}

#[test]
fn llc_6_with_open_ground_straight_aside_nobody_falls() {
    // Enemies before him, behind him and to the right; to the left there is nobody.
    let (mut field, _) = column(0);
    field.spec.sides[A].figures[0].at = point(20.5, 10.125);
    for (x, y) in [(19.875, 12.125), (21.125, 11.25)] {
        field.figure(A, AVERAGE, SWORD, x, y);
    }
    let played = field.play(&[6, 6]);
    // He is pushed there.
    assert_eq!(without_room(&played), []);
    assert_eq!(played.moves(MoveKind::PushBack).len(), 1);
    assert_eq!(dead(&played), []);
}

#[test]
fn llc_6_a_retreat_that_ends_at_another_enemy_is_none() {
    // A second enemy stands beside him, and a wall on the other side: with little room behind him he would still be in contact.
    for (wall, falls) in [(11.6, true), (12.0, false)] {
        let (mut field, men) = column(0);
        field.figure(A, AVERAGE, SWORD, 21.03, 11.0);
        field.house(15.0, 9.0, 19.98, 13.0);
        field.house(15.0, wall, 25.0, 13.0);
        let played = field.play(&[10, 6]);
        assert_eq!(dead(&played) == [men[0]], falls, "{wall}");
    }
}

#[test]
fn llc_6_between_two_enemies_he_goes_straight_back() {
    // They stand beside him, a hair behind: past them the ground is open.
    let (mut field, men) = column(0);
    for x in [18.96, 21.04] {
        field.figure(A, AVERAGE, SWORD, x, 11.06);
    }
    let played = field.play(&[6, 6]);
    assert_eq!(without_room(&played), []);
    assert_eq!(played.at(men[0]), point(20.0, 12.0));
}

#[test]
fn llc_6_other_readings_have_nobody_give_way_or_nothing_happen() {
    let (mut field, men) = column(2);
    field.spec.rules.options.no_room = NoRoom::Worse;
    let played = field.play(&PUSHED);
    assert_eq!(without_room(&played), [(men[0], Effect::Retreat)]);
    assert_eq!(played.moves(MoveKind::GiveWay), []);
    // Two full moves, past his friends.
    assert_eq!(played.at(men[0]), point(20.0, 27.0));
    field.spec.rules.options.no_room = NoRoom::Nothing;
    let played = field.play(&PUSHED);
    assert_eq!(without_room(&played), []);
    assert_eq!(played.at(men[0]), point(20.0, 11.0));
    field.spec.rules.options.no_room = NoRoom::GiveWay;
    assert_eq!(field.play(&PUSHED).at(men[0]), point(20.0, 12.0));
}

#[test]
fn llc_6_the_referee_sees_who_does_not_go_back() {
    let (field, _) = column(2);
    let record = Record::of_script(&field, &PUSHED);
    let plant = |change: &dyn Fn(&mut Record)| {
        let mut planted = Record { battle: record.battle.clone(), moments: record.moments.clone() };
        change(&mut planted);
        audit(&planted.battle, &planted.moments).first().copied()
    };
    let at = |wanted: fn(&Event) -> bool| find(&record.moments, wanted).expect("it happens");
    let pushed = at(is! { Event::Moves { why: MoveKind::PushBack, .. } });
    let gives = at(is! { Event::Moves { why: MoveKind::GiveWay, .. } });
    // He stays where he is.
    let stays = plant(&|record| {
        record.moments.remove(pushed);
    });
    assert_eq!(stays, Some(Rule::llc(6)));
    // He is said to have no room, and has.
    let no_room = plant(&|record| {
        let Event::Moves { figure, .. } = record.moments[pushed].event else {
            unreachable!("found as a move");
        };
        let mut told = record.moments[pushed - 1].clone();
        told.event = Event::NoRoom { figure, effect: Effect::Retreat };
        record.moments.insert(pushed, told);
    });
    assert_eq!(no_room, Some(Rule::llc(6)));
    // Somebody gives way who need not, or further than he who is pushed.
    let further = plant(&|record| {
        let Event::Moves { figure, to, .. } = &mut record.moments[gives].event else {
            unreachable!("found as a move");
        };
        to.y += inches(0.25);
        let (k, to) = (figure.index(), *to);
        for moment in &mut record.moments[gives..] {
            moment.positions[B][k] = to;
        }
    });
    assert!(further == Some(Rule::llc(6)) || further == Some(Rule::host(1)));
}
