//! LLC-5 and LLC-6: morale of contingents, push-back and retreat.

use crate::common::{AVERAGE, BOW, Field, HEROIC, SWORD, inches, line, point, set};
use skirmish_engine::battle::{FigureId, UnitId};
use skirmish_engine::bot::{Act, Pick};
use skirmish_engine::event::{Ending, Event, MoveKind};
use skirmish_engine::side::Side::{A, B};

/// An archer of side A who hits and kills with a 10 and a 10, and a unit of side B with this morale: the first man in
/// range, the others far off.
fn unit(morale: Option<i32>, men: usize) -> (Field, Vec<FigureId>) {
    let mut field = Field::new();
    field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    let men = (0..men)
        .map(|k| {
            let x = if k == 0 { 20.0 } else { 40.0 };
            field.figure(B, AVERAGE, SWORD, x, 10.0 + 2.0 * k as f64)
        })
        .collect();
    field.spec.sides[B].units[0].morale = morale;
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    (field, men)
}

fn falls(field: &Field, rolls: &[u8]) -> Vec<i32> {
    field.play(rolls).find(|event| match *event {
        Event::MoraleFalls { left, .. } => Some(left),
        _ => None,
    })
}

#[test]
fn llc_5_morale_falls_by_one_for_a_figure_and_two_more_for_the_leader() {
    let (mut field, men) = unit(None, 4);
    // The rulebook's start is 6.
    assert_eq!(falls(&field, &[10, 10]), [5]);
    field.leader(men[0], HEROIC);
    assert_eq!(falls(&field, &[10, 10]), [3]);
    // A leader who does not lead this unit is one figure.
    field.spec.sides[B].units[0].leader = Some(men[1].index());
    assert_eq!(falls(&field, &[10, 10]), [5]);
}

#[test]
fn llc_5_nothing_but_losses_costs_morale() {
    let (field, _) = unit(None, 4);
    for effect in [1, 3, 5] {
        assert_eq!(falls(&field, &[10, effect]), []);
    }
    assert_eq!(falls(&field, &[1]), []);
}

#[test]
fn llc_5_at_nought_the_unit_leaves_the_table() {
    let (mut field, men) = unit(Some(1), 4);
    let others = field.unit(B, "others");
    let stays = field.figure(B, AVERAGE, SWORD, 30.0, 30.0);
    field.enlist(stays, others);
    let played = field.play(&[10, 10]);
    let gone = played.find(|event| match *event {
        Event::UnitLeaves { unit, figures, .. } => Some((unit, figures)),
        _ => None,
    });
    assert_eq!(gone, [(UnitId(0), set(&men[1..]))]);
    // They count as lost, all of them; the other unit fights on.
    assert_eq!(played.outcome.losses[B], 4);
    assert_eq!(played.outcome.ending, Ending::Cap);
}

#[test]
fn llc_5_with_one_left_it_stays() {
    let (field, men) = unit(Some(2), 4);
    let played = field.play(&[10, 10]);
    assert_eq!(played.dead(), men[..1]);
    assert_eq!(played.count(|e| matches!(e, Event::UnitLeaves { .. })), 0);
    assert_eq!(played.outcome.losses[B], 1);
}

#[test]
fn llc_5_a_unit_without_morale_is_fearless() {
    let (field, men) = unit(Some(0), 2);
    let played = field.play(&[10, 10]);
    assert_eq!(played.dead(), men[..1]);
    assert_eq!(played.count(|e| matches!(e, Event::MoraleFalls { .. })), 0);
    assert_eq!(played.outcome.losses[B], 1);
}

#[test]
fn llc_5_those_who_leave_are_gone_from_melee_too() {
    // The unit's second man is in contact far away; the first is shot, the unit leaves, and A's man is free.
    let (mut field, men) = unit(Some(1), 2);
    let foe = field.figure(A, AVERAGE, SWORD, 40.0, 13.0);
    let far = field.unit(B, "far");
    let third = field.figure(B, AVERAGE, SWORD, 46.0, 34.0);
    field.enlist(third, far);
    let place = field.place("mark", 40.0, 30.0, 1.0);
    field.bot(
        A,
        vec![
            line(
                &[skirmish_engine::bot::Condition::ActionsAtLeast(1)],
                Act::Move(skirmish_engine::bot::Goal::Place(place)),
            ),
            line(&[], Act::Shoot(Pick::Nearest)),
        ],
    );
    let held = field.cap(2).play(&[1, 4]);
    assert_ne!(held.actions()[1].figures, set(&[foe]));
    let freed = field.play(&[10, 10, 4]);
    assert_eq!(freed.dead(), men[..1]);
    assert_eq!(freed.actions()[1].figures, set(&[foe]));
}

#[test]
fn llc_6_push_back_and_retreat_end_before_what_bars_the_way() {
    let (mut field, men) = unit(None, 1);
    field.house(29.0, 5.0, 31.0, 15.0);
    let played = field.play(&[10, 5]);
    assert_eq!(played.moves(MoveKind::Retreat).len(), 1);
    let at = played.at(men[0]);
    assert!(at.x > inches(28.5) && at.x <= inches(29.0), "{at:?}");
}

#[test]
fn llc_6_who_retreats_runs_into_nobody_s_arms() {
    let (mut field, men) = unit(None, 1);
    let second = field.figure(A, AVERAGE, SWORD, 30.0, 10.0);
    field.spec.sides[A].figures[second.index()].at = point(30.0, 10.0);
    let played = field.play(&[10, 5]);
    assert_eq!(played.moves(MoveKind::Retreat).len(), 1);
    let apart = played.at(men[0]).distance(point(30.0, 10.0));
    assert!(apart > inches(1.25) && apart < inches(1.5), "{apart}");
}
