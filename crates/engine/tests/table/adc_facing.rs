//! ADC-4: who charges, who is struck from behind, and when somebody turns.

use crate::adc_fighting::field;
use crate::common::tables;
use crate::common::{AVERAGE, Field, GOOD, Played, SWORD, inches, line, point, reaction};
use skirmish_engine::battle::{FigureId, Time, WinSpec};
use skirmish_engine::bot::{Act, Condition, Pick, React};
use skirmish_engine::chance::Purpose::{Initiative, Melee};
use skirmish_engine::event::Event;
use skirmish_engine::rulebook::{Advantage, Amount, ChargeMet, System};
use skirmish_engine::side::Side::{A, B};

/// Blows: whose, the modifier, the armour class that counts, and whether from behind.
fn blows(played: &Played) -> Vec<(FigureId, i32, i32, bool)> {
    played.find(|event| match *event {
        Event::Attacks { by, modifier, armour_class, rear, band: None, .. } => {
            Some((by, modifier, armour_class, rear))
        }
        _ => None,
    })
}

/// One of A to the left of one of B, who looks to the right, so far apart; nobody knows fear, and class is 6.
fn behind(system: System, apart: f64) -> (Field, FigureId, FigureId) {
    let mut field = field();
    field.spec.rules.system = system;
    for troops in &mut field.spec.rules.troops {
        troops.body.fearless = true;
        troops.body.hit_points = Amount::fixed(5);
    }
    let a = field.figure(A, AVERAGE, SWORD, 22.0 - apart, 18.0);
    let b = field.figure(B, GOOD, SWORD, 22.0, 18.0);
    field.spec.sides[B].units[0].facing = point(1.0, 0.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[Condition::Engaged], Act::Fight), line(&[], Act::Stand)]);
    }
    field.spec.sides[A].bot.lines[1] = line(&[], Act::Charge(Pick::Nearest));
    (field, a, b)
}

#[test]
fn adc_4_who_is_charged_from_behind_is_struck_there_once() {
    for system in [tables::ALTERNATE, System::Lloyd] {
        let rear = system != System::Lloyd;
        let (mut field, a, b) = behind(system, 5.0);
        field.cap(1);
        let arrival = [(a, if rear { 4 } else { 2 }, 6, rear), (b, 0, 7, false)];
        assert_eq!(blows(&field.play(&[1, 1])), arrival, "{system:?}");
    }
    // He has turned, and so he stays.
    let (mut field, a, b) = behind(tables::ALTERNATE, 5.0);
    field.cap(3);
    let played = field.play(&[1; 6]);
    let later = [(b, 0, 6, false), (a, 0, 6, false)];
    assert_eq!(blows(&played)[2..4], later);
    assert_eq!(blows(&played)[4..], [(a, 0, 6, false), (b, 0, 6, false)]);
}

#[test]
fn adc_4_those_who_fight_already_face_one_another() {
    // They stand base to base from the start, and he looks the other way.
    let (mut field, a, b) = behind(tables::ALTERNATE, 1.1);
    field.cap(1);
    let played = field.play(&[1, 1]);
    assert_eq!(blows(&played), [(a, 0, 6, false), (b, 0, 6, false)]);
}

#[test]
fn adc_4_he_faces_whom_he_strikes_at_and_another_has_his_back() {
    // Whoever comes first in the list is the one he fights.
    for [first, second] in [[-1.1, 1.1], [1.1, -1.1]] {
        let (mut field, a, b) = behind(tables::ALTERNATE, 1.1);
        field.spec.sides[A].figures[0].at = point(22.0 + first, 18.0);
        let other = field.figure(A, AVERAGE, SWORD, 22.0 + second, 18.0);
        field.cap(2);
        let played = field.play(&[1; 6]);
        let action = [(a, 0, 6, false), (b, 0, 6, false), (other, 2, 6, true)];
        assert_eq!(blows(&played)[..3], action, "{first}");
        let answer = [(b, 0, 6, false), (a, 0, 6, false), (other, 2, 6, true)];
        assert_eq!(blows(&played)[3..], answer, "{first}");
    }
    // Somebody at his side does not.
    let (mut field, a, b) = behind(tables::ALTERNATE, 1.1);
    let other = field.figure(A, AVERAGE, SWORD, 22.0, 19.1);
    field.cap(1);
    let action = [(a, 0, 6, false), (b, 0, 6, false), (other, 0, 6, false)];
    assert_eq!(blows(&field.play(&[1; 3])), action);
}

#[test]
fn adc_4_who_fights_one_is_charged_from_behind_by_another() {
    // He fights a man to his right, and one of another unit comes from the left.
    let (mut field, front, b) = behind(tables::ALTERNATE, -1.1);
    let unit = field.unit(A, "second");
    let charger = field.figure(A, AVERAGE, SWORD, 17.0, 18.0);
    field.enlist(charger, unit);
    field.spec.sides[B].bot.lines = vec![line(&[], Act::Stand)];
    field.cap(2);
    let played = field.play(&[1; 4]);
    let fight = [(front, 0, 6, false), (b, 0, 6, false)];
    let charge = [(charger, 4, 6, true), (b, 0, 7, false)];
    assert_eq!(blows(&played), [fight, charge].concat());
}

#[test]
fn adc_4_where_melee_ends_the_turn_who_came_in_it_has_charged() {
    for (system, dice) in [
        (tables::LLOYD_D10, &[9, 1, 1, 1, 1, 1][..]),
        // A unit that is charged in the rear is tested (PG-05), and again in its turn (PG-04); it keeps in control.
        (System::PetiteGuerre, &[6, 1, 1, 6, 1, 1][..]),
    ] {
        let (mut field, a, b) = behind(system, 5.0);
        field.cap(2);
        let played = field.play(dice);
        let first = [(a, 4, 6, true), (b, 0, 7, false)];
        assert_eq!(blows(&played)[..2], first, "{system:?}");
        // The turn of B ends in a melee as well: nobody has come since.
        let second = blows(&played)[2..].to_vec();
        assert_eq!(second, [(b, 0, 6, false), (a, 0, 6, false)], "{system:?}");
    }
}

#[test]
fn adc_4_who_runs_at_the_enemy_in_reaction_charges() {
    // A's man sees to his weapon and looks to the left; B's comes from the right.
    let (mut field, a, b) = behind(System::WarSpike, 5.0);
    field.spec.rules.warspike.turns = 1;
    field.spec.rules.warspike.advantage = Advantage::Keep;
    field.spec.sides[A].units[0].facing = point(-1.0, 0.0);
    field.bot(A, vec![line(&[], Act::Prepare)]);
    field.spec.sides[B].bot.reactions = vec![reaction(&[], React::Engage)];
    let played = field.play(&[1, 1]);
    assert_eq!(blows(&played), [(b, 4, 6, true), (a, 0, 7, false)]);
    // Two who run at one another charge both, and face one another.
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let played = field.play(&[1, 1]);
    assert_eq!(blows(&played), [(a, 2, 7, false), (b, 2, 7, false)]);
}

/// The same in rounds of segments; nobody dies.
fn segments(apart: f64, rounds: u32) -> (Field, FigureId, FigureId) {
    let (mut field, a, b) = behind(System::Adnd, apart);
    field.spec.rules.movement.foot = inches(9.0);
    field.spec.rules.segments.charge_met = ChargeMet::LongerFirst;
    field.wins(A, WinSpec::After(Time::turns(rounds)));
    (field, a, b)
}

#[test]
fn adc_4_a_charge_from_behind_in_segments() {
    let (mut field, a, b) = segments(6.0, 1);
    for (length, expected) in [
        // The charger's weapon is longer, and finds him as he stands; or he turns to meet him first.
        (3.0, [(a, 4, 6, true), (b, 0, 7, false)]),
        (9.0, [(b, 0, 7, false), (a, 2, 6, false)]),
    ] {
        let mut weapon = field.spec.rules.weapons[SWORD].clone();
        weapon.handling.length = inches(length);
        field.spec.rules.weapons.push(weapon);
        field.spec.sides[B].figures[0].weapon = field.spec.rules.weapons.len() - 1;
        field.spec.rules.weapons[SWORD].handling.length = inches(5.0);
        let played = field.play_purposes(&[(Initiative, &[6, 1]), (Melee, &[1, 1])]);
        assert_eq!(blows(&played), expected, "{length}");
    }
}

#[test]
fn adc_4_in_the_next_round_he_has_turned_to_who_closed() {
    let (mut field, a, b) = segments(6.0, 2);
    field.spec.sides[A].bot.lines[1] = line(&[], Act::Close(Pick::Nearest));
    let played = field.play_purposes(&[(Initiative, &[6, 1, 6, 1]), (Melee, &[1, 1])]);
    assert_eq!(blows(&played), [(a, 0, 6, false), (b, 0, 6, false)]);
}

#[test]
fn adc_4_who_has_felled_the_one_before_him_turns_in_the_next_round() {
    let (mut field, first, b) = segments(-1.1, 2);
    let other = field.figure(A, AVERAGE, SWORD, 20.9, 18.0);
    // B strikes first: he turns to the man before him and fells him; the other has his back, and then not any more.
    let played = field.play_purposes(&[(Initiative, &[1, 6, 6, 1]), (Melee, &[20, 6, 1, 1, 1])]);
    assert_eq!(played.dead(), [first]);
    let second = [(other, 0, 6, false), (b, 0, 6, false)];
    assert_eq!(blows(&played)[..2], [(b, 0, 6, false), (other, 2, 6, true)]);
    assert_eq!(blows(&played)[2..], second);
}

#[test]
fn adc_4_who_withdraws_has_his_face_to_the_enemy() {
    // Two of B look away from one of A, who fells the nearer; the other withdraws, and is charged.
    let (mut field, a, b) = behind(tables::ALTERNATE, 5.0);
    let other = field.figure(B, GOOD, SWORD, 24.0, 18.0);
    field.spec.rules.troops[GOOD].body.fearless = false;
    field.spec.sides[B].bot.lines = vec![line(&[], Act::Stand)];
    field.cap(5);
    let played = field.play(&[20, 1, 6, 50, 1, 1]);
    assert_eq!(played.dead(), [b]);
    assert!(played.at(other).x > inches(30.0), "he goes back");
    let blows = blows(&played);
    assert_eq!(blows[0], (a, 4, 6, true));
    assert_eq!(blows[2..], [(a, 2, 6, false), (other, 0, 7, false)]);
}

#[test]
fn adc_4_those_who_strike_at_once_have_turned() {
    // He looks at one of two, and strikes at the other as both strike at him.
    let (mut field, a, b) = segments(1.1, 1);
    let other = field.figure(A, AVERAGE, SWORD, 23.1, 18.0);
    let played = field.play_purposes(&[(Initiative, &[3, 3]), (Melee, &[1; 3])]);
    let mut blows = blows(&played);
    blows.sort_unstable();
    let expected = [(a, 0, 6, false), (other, 2, 6, true), (b, 0, 6, false)];
    assert_eq!(blows, expected);
}
