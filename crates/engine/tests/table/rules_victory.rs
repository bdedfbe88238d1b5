//! HOST-5: goals, events and the cap; HOST-6: how a game begins and ends.

use crate::common::{AVERAGE, BOW, Field, Played, SWORD, inches, line, unless};
use skirmish_engine::battle::{Edge, EventId, FigureId, Hold, PlaceId, SightEffect, Time, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::event::{Draw, Ending, Event};
use skirmish_engine::side::Side::{self, A, B};

/// Two of side A 6" and 8" from a place, and one of side B far away.
fn race() -> (Field, PlaceId) {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(A, AVERAGE, SWORD, 8.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 45.0, 30.0);
    let place = field.place("mark", 18.0, 10.0, 2.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(place)))]);
    field.cap(20);
    (field, place)
}

fn won(side: Side, goal: u8) -> Ending {
    Ending::Won { side, goal: Some(goal) }
}

fn ends(played: &Played) -> (Ending, u32) {
    (played.outcome.ending, played.outcome.actions)
}

#[test]
fn host_5_a_place_is_held_by_so_many_figures() {
    let (mut field, place) = race();
    field.wins(A, WinSpec::Holds(Hold::of(place, 1)));
    assert_eq!(ends(&field.play(&[])), (won(A, 0), 1));
    // Nobody tries to seize any more.
    assert_eq!(field.play(&[]).seizes(), []);
    let (mut field, place) = race();
    field.wins(A, WinSpec::Holds(Hold::of(place, 2)));
    assert_eq!(ends(&field.play(&[])), (won(A, 0), 1));
    let (mut field, place) = race();
    field.wins(A, WinSpec::Holds(Hold::of(place, 3)));
    field.cap(3);
    assert_eq!(ends(&field.play(&[4, 4])), (Ending::Cap, 3));
}

#[test]
fn host_5_to_hold_out_for_so_many_actions() {
    let (mut field, _) = race();
    field.wins(B, WinSpec::After(Time::actions(4)));
    assert_eq!(ends(&field.play(&[4, 4, 4])), (won(B, 0), 4));
}

#[test]
fn host_5_the_first_of_several_goals_reached_is_named() {
    let (mut field, place) = race();
    field.wins(A, WinSpec::After(Time::actions(9)));
    field.wins(A, WinSpec::Holds(Hold::of(place, 1)));
    assert_eq!(ends(&field.play(&[])), (won(A, 1), 1));
}

#[test]
fn host_5_both_at_once_is_a_draw() {
    let (mut field, place) = race();
    field.wins(A, WinSpec::Holds(Hold::of(place, 1)));
    field.wins(B, WinSpec::After(Time::actions(1)));
    assert_eq!(ends(&field.play(&[])), (Ending::Draw(Draw::Both), 1));
}

#[test]
fn host_5_so_many_escape() {
    for (figures, actions) in [(1, 1), (2, 2)] {
        let (mut field, _) = race();
        field.spec.sides[A].exit = Some(Edge::Bottom);
        field.spec.sides[A].figures[0].at = crate::common::point(10.0, 7.0);
        field.spec.sides[A].figures[1].at = crate::common::point(20.0, 7.0);
        field.bot(A, vec![line(&[], Act::Escape)]);
        field.wins(A, WinSpec::Escapes { figures });
        let played = field.play(&vec![4; actions as usize - 1]);
        assert_eq!(ends(&played), (won(A, 0), actions));
        let gone = played.count(|e| matches!(e, Event::Escapes { .. }));
        assert_eq!(gone, usize::from(figures));
        // To escape is not to be lost.
        assert_eq!(played.outcome.losses[A], 0);
    }
}

#[test]
fn host_5_whoever_is_left_alone_has_the_table_even_if_the_enemy_got_away() {
    let (mut field, _) = race();
    field.spec.sides[A].figures.truncate(1);
    field.spec.sides[A].exit = Some(Edge::Bottom);
    field.spec.sides[A].figures[0].at = crate::common::point(10.0, 7.0);
    field.bot(A, vec![line(&[], Act::Escape)]);
    let played = field.play(&[]);
    assert_eq!(played.count(|e| matches!(e, Event::Escapes { .. })), 1);
    let alone = Ending::Won { side: B, goal: None };
    assert_eq!(ends(&played), (alone, 1));
    // Unless to get away was what they were there for.
    field.wins(A, WinSpec::Escapes { figures: 1 });
    assert_eq!(ends(&field.play(&[])), (won(A, 0), 1));
}

/// An archer of side A who kills one of side B's two with a 10 and a 10.
fn hunt() -> (Field, [FigureId; 2]) {
    let mut field = Field::new();
    field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    let prey = [20.0, 22.0].map(|x| field.figure(B, AVERAGE, SWORD, x, 10.0));
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(20);
    (field, prey)
}

#[test]
fn host_5_a_figure_killed() {
    let (mut field, prey) = hunt();
    field.wins(A, WinSpec::Kills { figure: prey[0] });
    assert_eq!(ends(&field.play(&[10, 10])), (won(A, 0), 1));
    let (mut field, prey) = hunt();
    field.wins(A, WinSpec::Kills { figure: prey[1] });
    assert_eq!(ends(&field.play(&[10, 10, 4, 10, 10])), (won(A, 0), 2));
}

#[test]
fn host_5_a_unit_destroyed() {
    let (mut field, prey) = hunt();
    let unit = field.unit(B, "prey");
    field.wins(A, WinSpec::Destroys { unit });
    field.enlist(prey[0], unit);
    assert_eq!(ends(&field.play(&[10, 10])), (won(A, 0), 1));
    field.enlist(prey[1], unit);
    field.figure(B, AVERAGE, SWORD, 45.0, 30.0);
    assert_eq!(ends(&field.play(&[10, 10, 4, 10, 10])), (won(A, 0), 2));
}

#[test]
fn host_5_so_many_losses() {
    let (mut field, _) = hunt();
    field.wins(A, WinSpec::Losses { figures: 1 });
    assert_eq!(ends(&field.play(&[10, 10])), (won(A, 0), 1));
}

#[test]
fn host_5_whoever_has_nobody_left_has_lost() {
    let (field, _) = hunt();
    let ending = Ending::Won { side: A, goal: None };
    assert_eq!(ends(&field.play(&[10, 10, 4, 10, 10])), (ending, 2));
}

#[test]
fn host_5_an_event_happens_once_after_the_action_that_brings_it_about() {
    let (mut field, place) = race();
    field.event("arrived", A, &[Condition::Within(inches(2.0), place)]);
    field.wins(B, WinSpec::After(Time::actions(4)));
    let played = field.play(&[4, 4, 4]);
    assert_eq!(played.count(|e| matches!(e, Event::Happens { event: EventId(0) })), 1);
    let happens = played.place_of(|e| matches!(e, Event::Happens { .. }));
    assert!(played.place_of(|e| matches!(e, Event::Acts { number: 1, .. })) < happens);
    assert!(happens < played.place_of(|e| matches!(e, Event::Nominates { .. })));
    // And it may be a goal.
    field.spec.sides[B].wins.clear();
    field.wins(B, WinSpec::Happens { event: EventId(0) });
    assert_eq!(ends(&field.play(&[])), (won(B, 0), 1));
}

#[test]
fn host_5_an_event_opens_a_gate() {
    // A wall across the board with a gate in it; once it is open, A sees through it and walks through.
    let (mut field, place) = race();
    // It overlaps the gate and the edges: one may walk along an outline.
    field.house(14.0, -1.0, 15.0, 9.25);
    field.house(14.0, 10.75, 15.0, 37.0);
    let gate = field.feature(
        "gate",
        14.0,
        9.0,
        15.0,
        11.0,
        SightEffect::BlockBeyond(0),
        skirmish_engine::battle::Cover::None,
        skirmish_engine::battle::Going::Barred,
    );
    gate.opened_by = Some(EventId(0));
    field.event("opened", A, &[Condition::ActionsAtLeast(2)]);
    field.wins(A, WinSpec::Holds(Hold::of(place, 1)));
    let played = field.play(&[4, 4]);
    assert_eq!(ends(&played), (won(A, 0), 3));
    let happens = played.place_of(|e| matches!(e, Event::Happens { .. }));
    let moves = played.place_of(|e| matches!(e, Event::Moves { .. }));
    assert!(happens < moves, "nobody gets through before");
    // Opened after the first action, if its tests hold at the start.
    field.spec.events[0].when.clear();
    assert_eq!(ends(&field.play(&[4])), (won(A, 0), 2));
}

#[test]
fn host_5_the_cap_is_a_result_of_its_own() {
    let (mut field, _) = race();
    field.bot(A, vec![unless(Condition::ActionsAtLeast(0), Act::Stand)]);
    for cap in [1, 2, 7] {
        let played = field.cap(cap).play(&vec![4; cap as usize - 1]);
        assert_eq!(ends(&played), (Ending::Cap, cap));
    }
    // A goal reached with the last action counts before it.
    field.wins(B, WinSpec::After(Time::actions(7)));
    assert_eq!(ends(&field.cap(7).play(&[4; 6])), (won(B, 0), 7));
}
