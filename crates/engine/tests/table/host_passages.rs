//! HOST-1: passages that enemies fill, and enemies at whom there is no room left.

use crate::common::tables::UNIT_BY_UNIT;
use crate::common::{AVERAGE, Field, SWORD, inches, line, point, set};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::event::{ActionKind, Event};
use skirmish_engine::side::Side::{A, B};

/// An enemy keeps the gap in a wall, three men fight him there, and a fourth, who stands behind them, wants to get past.
fn filled_gap(open_end: f64) -> (Field, FigureId) {
    let mut field = Field::under(UNIT_BY_UNIT);
    field.house(0.0, 15.0, 17.0, 15.25);
    field.house(19.0, 15.0, open_end, 15.25);
    field.figure(B, AVERAGE, SWORD, 18.0, 15.0);
    let man = field.figure(A, AVERAGE, SWORD, 18.0, 12.0);
    let fighters = field.unit(A, "fighters");
    for (x, y) in [(17.1, 14.5), (18.0, 13.95), (18.9, 14.5)] {
        let fighter = field.figure(A, AVERAGE, SWORD, x, y);
        field.enlist(fighter, fighters);
    }
    let place = field.place("mark", 18.0, 25.0, 0.5);
    let moves = line(&[], Act::Move(Goal::Place(place)));
    field.bot(A, vec![line(&[Condition::Engaged], Act::Stand), moves]);
    field.cap(1);
    (field, man)
}

#[test]
fn host_1_where_a_passage_is_filled_one_goes_the_next_shortest_way() {
    let (field, man) = filled_gap(24.0);
    let end = field.try_play(&[1; 20]).0.at(man);
    assert!(end.x > inches(20.0), "on his way to the open end: {end:?}");
    // There is no other: he comes up to those in the gap.
    let (field, man) = filled_gap(48.0);
    let end = field.try_play(&[1; 20]).0.at(man);
    assert!(end.x < inches(20.0) && end.y > inches(11.0), "{end:?}");
}

#[test]
fn host_1_who_finds_room_at_an_enemy_in_a_passage_fights_him() {
    let (mut field, man) = filled_gap(24.0);
    field.spec.sides[A].figures.truncate(1);
    field.spec.sides[A].units.truncate(1);
    assert_eq!(field.try_play(&[1; 20]).0.at(man), point(18.0, 14.0));
}

/// Four men at the keeper of a gap.
const FOUR: [(f64, f64); 4] = [(17.74, 14.03), (19.16, 13.75), (19.2, 14.75), (17.01, 14.83)];

/// The gap of a wall of which the open end is at x = 28, kept by an enemy whom these men fight.
fn plugged_gap(men: &[(f64, f64)]) -> Field {
    let mut field = Field::under(UNIT_BY_UNIT);
    field.house(0.0, 14.75, 17.0, 15.25);
    field.house(19.0, 14.75, 28.0, 15.25);
    field.figure(B, AVERAGE, SWORD, 18.0, 15.0);
    let fighters = field.unit(A, "fighters");
    for &(x, y) in men {
        let fighter = field.figure(A, AVERAGE, SWORD, x, y);
        field.enlist(fighter, fighters);
    }
    let place = field.place("mark", 18.0, 22.0, 0.5);
    let moves = line(&[], Act::Move(Goal::Place(place)));
    field.bot(A, vec![line(&[Condition::Engaged], Act::Stand), moves]);
    field.cap(1);
    field
}

#[test]
fn host_1_no_side_of_an_enemy_is_free_that_he_himself_bars() {
    let mut field = plugged_gap(&FOUR);
    let man = field.figure(A, AVERAGE, SWORD, 25.87, 14.36);
    // Behind the keeper of the gap a side of his is nearer to the corner than he is; the wall bars the way round him.
    let end = field.try_play(&[1; 20]).0.at(man);
    assert!(end.y > inches(15.25), "round the open end: {end:?}");
}

#[test]
fn host_1_who_follows_does_not_go_up_to_a_filled_passage_either() {
    let mut field = plugged_gap(&FOUR);
    let unit = field.unit(A, "movers");
    let first = field.figure(A, AVERAGE, SWORD, 20.0, 20.0);
    let second = field.figure(A, AVERAGE, SWORD, 24.62, 14.34);
    for man in [first, second] {
        field.enlist(man, unit);
    }
    let end = field.try_play(&[1; 20]).0.at(second);
    assert!(end.y > inches(15.25), "round the open end: {end:?}");
}

#[test]
fn host_1_nobody_steps_aside_to_where_a_wall_is_before_him() {
    let mut field = plugged_gap(&[(17.74, 14.03), (17.01, 14.83), (16.64, 13.9)]);
    let man = field.figure(A, AVERAGE, SWORD, 17.35, 13.11);
    let unit = field.unit(A, "movers");
    // Who leads them finds room beside the keeper of the gap; the other is to follow him.
    let first = field.figure(A, AVERAGE, SWORD, 18.59, 13.48);
    for man in [first, man] {
        field.enlist(man, unit);
    }
    let end = field.try_play(&[1; 20]).0.at(man);
    assert!(end.x > inches(17.0), "not along the wall: {end:?}");
}

#[test]
fn host_1_the_first_by_the_free_way_leads() {
    let mut field = plugged_gap(&FOUR);
    let unit = field.unit(A, "movers");
    // The first two are nearest by the gap, and the third by the open end.
    let men = [(16.2, 13.9), (18.0, 11.0), (23.7, 13.8)];
    let men = men.map(|(x, y)| {
        let man = field.figure(A, AVERAGE, SWORD, x, y);
        field.enlist(man, unit)
    });
    let played = field.try_play(&[1; 20]).0;
    let ahead = played.at(men[2]);
    assert!(ahead.x < inches(28.0) && ahead.y > inches(15.25), "not past the corner: {ahead:?}");
    let behind = played.at(men[1]);
    assert!(behind.x > inches(20.0), "he follows: {behind:?}");
}

#[test]
fn host_1_the_corner_of_a_house_that_an_enemy_stands_at_leaves_his_other_sides_open() {
    let mut field = Field::new();
    field.house(4.0, 14.0, 16.0, 24.0);
    let enemy = field.figure(B, AVERAGE, SWORD, 16.15, 14.5);
    for (x, y) in [(13.0, 12.4), (12.4, 11.0), (13.6, 11.0), (13.0, 10.0)] {
        field.figure(A, AVERAGE, SWORD, x, y);
    }
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    let played = field.try_play(&[5; 20]).0;
    let met = played.find(|event| match *event {
        Event::Contact { figure, enemy: met } => Some((figure, met)),
        _ => None,
    });
    assert!(met.len() >= 3 && met.iter().all(|(_, met)| *met == enemy), "{met:?}");
}

/// Six men fight one, and a seventh near them would charge him.
fn no_room(fighters: usize) -> (Field, FigureId) {
    let mut field = Field::new();
    field.figure(B, AVERAGE, SWORD, 20.0, 15.0);
    let man = field.figure(A, AVERAGE, SWORD, 20.0, 18.5);
    for k in 0..fighters {
        let angle = std::f64::consts::TAU * k as f64 / 6.0;
        field.figure(A, AVERAGE, SWORD, 20.0 + 1.01 * angle.cos(), 15.0 + 1.01 * angle.sin());
    }
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest)), line(&[], Act::Fight)]);
    field.cap(1);
    (field, man)
}

#[test]
fn ll_05_a_side_of_an_enemy_beyond_the_passage_that_he_holds_is_no_room() {
    let three = [(17.74, 14.03), (17.01, 14.83), (18.9, 14.5)];
    let charge = |men: &[(f64, f64)]| {
        let mut field = plugged_gap(men);
        let man = field.figure(A, AVERAGE, SWORD, 18.0, 19.0);
        let unit = field.unit(A, "beyond");
        field.enlist(man, unit);
        let first =
            [line(&[Condition::Engaged], Act::Stand), line(&[], Act::Charge(Pick::Nearest))];
        field.bot(A, first.to_vec());
        field.try_play(&[1; 20]).0.at(man)
    };
    // From the far side he comes to her.
    assert_eq!(charge(&three), point(18.0, 16.0));
    // Three stand there, and no room is left on that side; there is on the other.
    let three = [(18.0, 16.01), (17.1, 15.5), (18.9, 15.5)];
    assert_eq!(charge(&three), point(18.0, 19.0));
}

#[test]
fn ll_05_where_there_is_no_room_at_an_enemy_no_charge_is_offered() {
    let (field, man) = no_room(5);
    let first = field.try_play(&[1; 20]).0.actions()[0];
    assert_eq!((first.kind, first.figures), (ActionKind::Charge, set(&[man])));
    let (field, _) = no_room(6);
    let first = field.try_play(&[1; 20]).0.actions()[0];
    assert_eq!(first.kind, ActionKind::Fight);
}
