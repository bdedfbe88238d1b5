//! HOST-1: the full move of everybody on foot or mounted, and that of a troop type of its own.

use crate::common::planted::{self, Record};
use crate::common::{AVERAGE, Field, GOOD, POOR, SWORD, inches, line};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Goal, Pick};
use skirmish_engine::event::Event;
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Pace, Paces, Strides};
use skirmish_engine::side::Side::{A, B};

/// A slow troop type and a quick one in one body with one of everybody's rate, ready to go to the right.
fn field() -> (Field, [FigureId; 3]) {
    let mut field = Field::new();
    let troops = &mut field.spec.rules.troops;
    troops[POOR].rate = Some(inches(6.0));
    troops[GOOD].rate = Some(inches(12.0));
    let mixed = [(POOR, 8.0), (AVERAGE, 10.0), (GOOD, 12.0)];
    let mixed = mixed.map(|(troops, y)| field.figure(A, troops, SWORD, 10.0, y));
    field.figure(B, AVERAGE, SWORD, 46.0, 30.0);
    (field, mixed)
}

#[test]
fn host_1_a_troop_type_has_a_full_move_of_its_own() {
    let (mut field, mixed) = field();
    let rates = |field: &Field| {
        let battle = field.battle();
        mixed.map(|figure| battle.traits(figure).rates)
    };
    let three = |rates: [f64; 3]| rates.map(|rate| [inches(rate); 3]);
    assert_eq!(rates(&field), three([6.0, 8.0, 12.0]));
    // It is the same mounted.
    for figure in mixed {
        field.spec.sides[A].figures[figure.index()].mounted = true;
    }
    assert_eq!(rates(&field), three([6.0, 14.0, 12.0]));
    // A stride is that of whoever walks (WSC-2).
    let strides = Strides { stature: 6, count: 10, yard: inches(0.125) };
    field.spec.rules.movement.strides = Some(strides);
    assert_eq!(rates(&field), three([6.0, 14.0, 12.0]));
    field.spec.sides[A].figures[0].mounted = false;
    assert_eq!(rates(&field)[0], [strides.full_move(false); 3]);
    // Paces have moves of their own (PG-06).
    let moves = [3.0, 6.0, 9.0].map(inches);
    field.spec.rules.movement.paces = Some(Paces { infantry: [moves; 2], cavalry: [moves; 2] });
    assert_eq!(rates(&field), [moves; 3]);
    assert_eq!(field.battle().traits(mixed[0]).rate_at(Pace::Fast), inches(9.0));
}

/// The foremost of those who go furthest makes the destination, whoever is before him, and the others follow to it (LL-01).
#[test]
fn host_1_in_a_body_each_goes_at_his_own_rate() {
    let expected = [6.0, 8.0, 12.0];
    for foremost in [GOOD, AVERAGE, POOR] {
        let (mut field, mixed) = field();
        let far = field.place("far", 46.0, 10.0, 0.5);
        field.bot(A, vec![line(&[], Act::Move(Goal::Place(far)))]);
        field.cap(1);
        for figure in &mut field.spec.sides[A].figures {
            if figure.troops == foremost {
                figure.at.x += inches(1.0);
            }
        }
        let played = field.play(&[]);
        for (figure, rate) in mixed.into_iter().zip(expected.map(inches)) {
            let from = field.spec.sides[A].figures[figure.index()].at;
            let went = from.distance(played.at(figure));
            // Who comes up takes a spot beside the foremost.
            assert!(went <= rate + inches(1.5), "{went} of {rate}");
            assert!(went >= rate - inches(1.5), "{went} of {rate}");
        }
    }
}

#[test]
fn host_1_whoever_goes_further_than_his_troop_type_is_found_out() {
    for (who, most) in [(0, 6.0), (1, 8.0), (2, 12.0)] {
        let (mut field, _) = field();
        field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
        field.cap(1);
        let record = Record::of(&field, 1);
        for (more, found) in [(0.0, vec![]), (0.25, vec![Rule::host(1)])] {
            let mut moments = record.moments.clone();
            let planted = planted::change(&mut moments, |event| match event {
                Event::Moves { figure, cost, .. } if figure.index() == who => {
                    *cost = inches(most + more);
                    true
                }
                _ => false,
            });
            planted.expect("he moves");
            assert_eq!(planted::audit(&record.battle, &moments), found, "{who}");
        }
    }
}
