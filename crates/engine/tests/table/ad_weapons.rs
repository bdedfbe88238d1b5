//! AD-10 on the table: the factors of weapons in a melee, and who comes last in it.

use crate::ad_field::{arm, completes, field, muster, play_rolls, strikes};
use crate::common::{AVERAGE, Field, Played, SWORD, line};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition, Pick};
use skirmish_engine::chance::Purpose::{Initiative, Melee};
use skirmish_engine::event::{Event, MoveKind};
use skirmish_engine::rulebook::Nature;
use skirmish_engine::side::Side::{A, B};

/// Two in contact with weapons of these speed factors.
fn duel(own: Option<u8>, other: Option<u8>) -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    let one = arm(&mut field, SWORD, |w| w.handling.speed_factor = own);
    let two = arm(&mut field, SWORD, |w| w.handling.speed_factor = other);
    let a = field.figure(A, AVERAGE, one, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, two, 11.0, 10.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Fight)]);
    }
    (field, a, b)
}

#[test]
fn ad_10_the_faster_weapon_strikes_first_on_a_tie() {
    let (field, a, b) = duel(Some(5), Some(7));
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[1; 4])]);
    assert_eq!(strikes(&played), [(a, b), (b, a)]);
    // It kills before the slower one comes.
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[10, 1])]);
    assert_eq!(played.dead(), [b]);
    // With initiative the slower one is first, and gets no extra strike.
    let (field, a, b) = duel(Some(2), Some(13));
    let played = play_rolls(&field, &[(Initiative, &[4, 5]), (Melee, &[1; 4])]);
    assert_eq!(strikes(&played), [(b, a), (a, b)]);
}

/// Both fight on, and a friend of each comes to his help from so far, on the same die.
fn helped(own: u8, other: u8, far: f64) -> (Field, FigureId, FigureId) {
    let (mut field, a, b) = duel(Some(own), Some(other));
    field.figure(A, AVERAGE, SWORD, 11.0 + far, 10.0);
    field.figure(B, AVERAGE, SWORD, 10.0, 10.0 + far);
    for side in [A, B] {
        let fights = line(&[Condition::Engaged], Act::Fight);
        field.bot(side, vec![fights, line(&[], Act::Charge(Pick::Nearest))]);
    }
    (field, a, b)
}

#[test]
fn ad_10_weapons_that_tie_come_on_one_segment_though_others_are_on_their_way() {
    let (field, a, b) = helped(2, 13, 9.0);
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[1; 12])]);
    let blows: Vec<_> = completes(&played).into_iter().map(|c| (c.0, c.2)).collect();
    assert!(blows.contains(&(a, 13)) && blows.contains(&(b, 13)), "{blows:?}");
    let of_both: Vec<_> =
        strikes(&played).into_iter().filter(|it| [a, b].contains(&it.0)).collect();
    assert_eq!(of_both, [(a, b), (a, b), (a, b), (b, a)]);
}

#[test]
fn ad_10_who_is_thrown_off_by_a_faster_weapon_strikes_no_more_though_others_go_on() {
    let (field, a, b) = helped(5, 7, 15.0);
    let thrown = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[10, 6, 1, 1])]);
    assert_eq!(thrown.moves(MoveKind::Retreat).len(), 1);
    let of_both: Vec<_> = strikes(&thrown).into_iter().filter(|it| it.0 == b).collect();
    assert_eq!((strikes(&thrown)[0], of_both), ((a, b), vec![]));
}

#[test]
fn ad_10_extra_strikes() {
    let extras = |played: &Played| {
        played.find(|event| match *event {
            Event::ExtraStrike { factors, with_slower, .. } => Some((factors, with_slower)),
            _ => None,
        })
    };
    let (field, a, b) = duel(Some(2), Some(6));
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[1; 6])]);
    assert_eq!(strikes(&played), [(a, b), (a, b), (b, a)]);
    assert_eq!(extras(&played), [([2, 6], false)]);
    // Against a pike a dagger has a third, at the same time as the pike.
    let (field, a, b) = duel(Some(2), Some(13));
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[1; 8])]);
    assert_eq!(strikes(&played), [(a, b), (a, b), (a, b), (b, a)]);
    assert_eq!(extras(&played), [([2, 13], false), ([2, 13], true)]);
    // The third kills, and the pike strikes and kills all the same: they are simultaneous.
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[1, 1, 1, 1, 10, 1, 10, 1])]);
    assert_eq!(played.dead(), [b, a]);
    assert_eq!(strikes(&played).len(), 4);
    // Of two daggers the first kills the pikeman with its third strike: the second has nobody left for its own, and none is
    // told.
    let (mut field, a, b) = duel(Some(2), Some(13));
    let weapon = field.spec.sides[A].figures[a.index()].weapon;
    let dagger = field.figure(A, AVERAGE, weapon, 12.0, 10.0);
    let mut dice = [1; 12];
    dice[8] = 10;
    let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &dice)]);
    assert_eq!(played.dead(), [b]);
    let twice = [(a, b), (a, b), (dagger, b), (dagger, b)];
    assert_eq!(strikes(&played), [&twice[..], &[(a, b), (b, a)]].concat());
    assert_eq!(extras(&played).len(), 3);
}

#[test]
fn ad_10_equal_factors_and_natural_weapons_are_simultaneous() {
    for (own, other) in [(Some(5), Some(5)), (None, Some(2)), (Some(2), None), (None, None)] {
        let (field, ..) = duel(own, other);
        let played = play_rolls(&field, &[(Initiative, &[4, 4]), (Melee, &[10, 1, 10, 1])]);
        assert_eq!(played.dead().len(), 2, "{own:?} against {other:?}");
    }
}

#[test]
fn ad_01_zombies_and_the_slowed_come_last_even_on_a_six() {
    for slow in [
        |nature: &mut Nature| nature.always_last = true,
        |nature: &mut Nature| nature.slowed = true,
    ] {
        let (mut field, a, b) = duel(None, None);
        let last = muster(&mut field, AVERAGE, slow);
        field.spec.sides[A].figures[0].troops = last;
        let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[1; 4])]);
        assert_eq!(strikes(&played), [(b, a), (a, b)]);
    }
}
