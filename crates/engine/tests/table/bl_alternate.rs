//! BL-01: I-go-you-go.

use crate::common::tables;
use crate::common::{AVERAGE, BOW, Field, SWORD, inches, line};
use skirmish_engine::battle::UnitId;
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::event::{ActionKind, Ending, Event, MeleeKind};
use skirmish_engine::side::Side::{A, B};

/// Two units of one man a side, far apart; all run for the middle.
fn field() -> Field {
    let mut field = Field::under(tables::ALTERNATE);
    let middle = field.place("middle", 24.0, 18.0, 1.0);
    for (side, x) in [(A, 2.0), (B, 46.0)] {
        let unit = field.unit(side, "second");
        field.figure(side, AVERAGE, SWORD, x, 6.0);
        let second = field.figure(side, AVERAGE, SWORD, x, 18.0);
        field.enlist(second, unit);
        field.bot(side, vec![line(&[], Act::Move(Goal::Place(middle)))]);
    }
    field
}

#[test]
fn bl_01_a_side_activates_each_of_its_units_once_then_the_other() {
    let mut field = field();
    let played = field.cap(5).play(&[]);
    // In the order that the bot likes: who is nearest first.
    assert_eq!(played.actors(), [(A, 0b10), (A, 0b01), (B, 0b10), (B, 0b01), (A, 0b10)]);
    assert_eq!(played.turns(), [A, B, A]);
    assert_eq!(played.passes(), [(B, 2), (A, 2)]);
    assert_eq!(played.outcome.ending, Ending::Cap);
}

#[test]
fn bl_01_the_first_side_is_named_or_drawn_by_lot() {
    let mut field = field();
    field.spec.starts = Some(B);
    assert_eq!(field.cap(1).play(&[]).turns(), [B]);
    field.spec.starts = None;
    assert_eq!(field.play(&[2]).turns(), [B]);
    assert_eq!(field.play(&[1]).turns(), [A]);
}

#[test]
fn bl_01_a_unit_that_stands_has_had_its_turn() {
    let mut field = field();
    let camp = field.place("camp", 2.0, 6.0, 1.0);
    let mut lines = vec![line(&[Condition::Within(inches(1.0), camp)], Act::Stand)];
    lines.append(&mut field.spec.sides[A].bot.lines);
    field.bot(A, lines);
    let played = field.cap(4).play(&[]);
    assert_eq!(played.actors(), [(A, 0b10), (B, 0b10), (B, 0b01), (A, 0b10)]);
}

#[test]
fn bl_01_a_unit_that_would_get_nowhere_does_the_next_best_thing() {
    // A friend of another unit stands where the man with a bow would go. Half a base nearer to him is worth a move, a hair
    // is not.
    for (apart, does) in [(1.2, ActionKind::Shoot), (1.6, ActionKind::Move)] {
        let mut field = Field::under(tables::ALTERNATE);
        let post = field.place("post", 24.0, 18.0, 0.3);
        field.figure(A, AVERAGE, SWORD, 24.0, 18.0);
        let rear = field.unit(A, "rear");
        let archer = field.figure(A, AVERAGE, BOW, 24.0, 18.0 + apart);
        field.enlist(archer, rear);
        field.figure(B, AVERAGE, SWORD, 24.0, 28.0);
        field.bot(
            A,
            vec![line(&[], Act::Move(Goal::Place(post))), line(&[], Act::Shoot(Pick::Nearest))],
        );
        let played = field.cap(1).play(if does == ActionKind::Shoot { &[1] } else { &[] });
        let actions = played.actions();
        assert_eq!((actions[0].kind, actions[0].figures), (does, 0b10));
    }
}

#[test]
fn bl_01_a_turn_in_which_nobody_does_anything_ends_no_streak() {
    let mut field = field();
    field.bot(B, vec![line(&[], Act::Stand)]);
    let played = field.cap(6).play(&[]);
    assert_eq!(played.turns(), [A, B, A, B, A]);
    assert_eq!(played.passes(), []);
    assert_eq!(played.outcome.longest_streak, 6);
    // If nobody ever does anything, the cap counts turns.
    field.bot(A, vec![line(&[], Act::Stand)]);
    let played = field.play(&[]);
    assert_eq!((played.outcome.ending, played.outcome.actions), (Ending::Cap, 0));
}

/// A bot asks for the actions in a row of its own side by one word, and for the enemy's by another.
#[test]
fn bl_01_streaks_are_asked_for_by_side() {
    let mut field = field();
    let moves = field.spec.sides[B].bot.lines.clone();
    let mut asks = |condition| {
        let stands = vec![line(&[condition], Act::Stand)];
        field.bot(B, [stands, moves.clone()].concat());
        field.cap(4).play(&[]).actors()
    };
    // The second unit stands once the first has acted: what the enemy did before does not count.
    let own = asks(Condition::StreakAtLeast(1));
    assert_eq!(own, [(A, 0b10), (A, 0b01), (B, 0b10), (A, 0b10)]);
    // The first unit stands, as the enemy has acted twice; and so does the second.
    let enemy = asks(Condition::EnemyStreakAtLeast(2));
    assert_eq!(enemy, [(A, 0b10), (A, 0b01), (A, 0b10), (A, 0b01)]);
}

#[test]
fn bl_01_nobody_reacts_seizes_or_fights_a_duel() {
    // A charge is followed by its round at once, and by nothing else.
    let mut field = Field::under(tables::ALTERNATE);
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 14.0, 10.0);
    field.figure(B, AVERAGE, BOW, 14.0, 14.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.reacts(B, &[React::Shoot, React::Engage]);
    let played = field.cap(1).play(&[5, 5]);
    let kinds: Vec<_> = played.rounds().iter().map(|round| round.why).collect();
    assert_eq!(kinds, [MeleeKind::Contact]);
    let lloyds = played.count(|event| {
        matches!(
            event,
            Event::ReactsMoving { .. }
                | Event::ReactsShooting { .. }
                | Event::SeizeRoll { .. }
                | Event::Counter { .. }
                | Event::Duel { .. }
        )
    });
    assert_eq!(lloyds, 0);
}

#[test]
fn bl_01_a_unit_acts_not_its_body() {
    // Two units side by side are one body under Lloyd, and act apart here.
    let mut field = field();
    field.spec.sides[A].figures[1].at = crate::common::point(2.0, 8.0);
    let played = field.cap(2).play(&[]);
    assert_eq!(played.actors(), [(A, 0b10), (A, 0b01)]);
    assert_eq!(field.spec.sides[A].figures[1].unit, UnitId(1));
    assert!(played.actions().iter().all(|a| a.kind == ActionKind::Move));
}
