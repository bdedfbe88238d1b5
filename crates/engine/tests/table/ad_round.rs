//! AD-01 to AD-10 on the table: rounds of segments played with scripted dice.

use crate::ad_field::{completes, field, play_rolls};
use crate::common::{AVERAGE, SWORD, inches, line};
use skirmish_engine::bot::{Act, Goal};
use skirmish_engine::chance::Purpose::Initiative;
use skirmish_engine::event::{Event, MoveKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::BySide;
use skirmish_engine::side::Side::{A, B};

#[test]
fn ad_01_each_round_both_sides_roll_a_die() {
    let mut field = field(2);
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 40.0, 30.0);
    let played = play_rolls(&field, &[(Initiative, &[3, 5, 6, 1])]);
    let rolls = played.find(|event| match *event {
        Event::SegmentRoll { round, rolled } => Some((round, rolled)),
        _ => None,
    });
    assert_eq!(rolls, [(1, BySide([3, 5])), (2, BySide([6, 1]))]);
    assert_eq!(played.outcome.actions, 0);
}

#[test]
fn a_full_move_takes_the_round_and_no_more() {
    let mut field = field(1);
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 40.0, 30.0);
    let shrine = field.place("shrine", 30.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(shrine)))]);
    let played = play_rolls(&field, &[(Initiative, &[1, 6])]);
    assert_eq!(played.at(a).x, inches(19.0));
    // Undisturbed, it is told in one piece.
    assert_eq!(played.moves(MoveKind::Action).len(), 1);
    assert_eq!(completes(&played), [(a, 1, 10, Rule::ad(5))]);
    assert_eq!(played.outcome.actions, 1);
}

#[test]
fn who_reaches_his_exit_leaves_on_the_way() {
    let mut field = field(1);
    let a = field.figure(A, AVERAGE, SWORD, 3.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 40.0, 30.0);
    field.spec.sides[A].exit = Some(skirmish_engine::battle::Edge::Left);
    field.bot(A, vec![line(&[], Act::Escape)]);
    let played = play_rolls(&field, &[(Initiative, &[1, 6])]);
    // He leaves on the way; nobody is left who completes the move.
    assert_eq!(completes(&played), []);
    assert_eq!(played.count(|e| matches!(e, Event::Escapes { figure } if *figure == a)), 1);
}
