//! PG-13 and PG-14: hand-to-hand combat and advantages in it.

use crate::common::petite::{self, CIVILIAN, LIGHT, LINE, MILITIA, RANGER, SABRE, form_line};
use crate::common::{Field, Played, line};
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::battle::{Cover, FigureId, Going, SightEffect};
use skirmish_engine::bot::{Act, Goal, Pick};
use skirmish_engine::event::{ActionKind, Cause, MeleeKind};
use skirmish_engine::rulebook::SecondFigure;
use skirmish_engine::side::Side::{A, B};

/// A man of each side base to base.
fn pair(troops: usize) -> (Field, FigureId, FigureId) {
    let mut field = petite::field();
    let a = field.figure(A, troops, SABRE, 50.0, 75.0);
    let b = field.figure(B, troops, SABRE, 53.0, 75.0);
    field.cap(1);
    (field, a, b)
}

fn fight(rolls: &[u8]) -> (Played, FigureId, FigureId) {
    let (field, a, b) = pair(LINE);
    (field.play(rolls), a, b)
}

#[test]
fn pg_13_who_alone_gets_to_4_hits() {
    let (played, a, b) = fight(&[4, 3, 1]);
    assert_eq!(played.bouts()[0].hits, [true, false]);
    assert_eq!(played.struck(), [(b, Cause::Melee, false)]);
    let (played, ..) = fight(&[3, 8, 4]);
    assert_eq!(played.bouts()[0].hits, [false, true]);
    assert_eq!(played.struck(), [(a, Cause::Melee, true)]);
    assert_eq!(played.dead(), [a]);
}

#[test]
fn pg_13_both_unequal_from_4_up_parry() {
    for rolls in [[4, 5], [8, 4], [7, 6]] {
        let (played, ..) = fight(&rolls);
        assert_eq!(played.bouts()[0].hits, [false, false]);
    }
}

#[test]
fn pg_13_both_equal_from_4_up_hit_both() {
    for face in [4, 8] {
        let (played, a, b) = fight(&[face, face, 1, 4]);
        assert_eq!(played.bouts()[0].hits, [true, true]);
        assert_eq!(played.struck(), [(b, Cause::Melee, false), (a, Cause::Melee, true)]);
    }
    let (played, ..) = fight(&[3, 3]);
    assert_eq!(played.bouts()[0].hits, [false, false], "below 4 nobody hits");
}

#[test]
fn pg_13_each_rolls_his_m_die() {
    for (troops, die) in [(CIVILIAN, 4), (MILITIA, 6), (LINE, 8), (LIGHT, 10), (RANGER, 12)] {
        let (field, ..) = pair(troops);
        assert_eq!(field.play(&[1, 1]).bouts()[0].dice, [die, die]);
    }
}

#[test]
fn pg_13_those_in_contact_fight_one_round_in_each_turn_of_either_side() {
    let (mut field, ..) = pair(LINE);
    field.cap(3);
    let played = field.play(&[1, 1, 1, 1, 1, 1]);
    let rounds: Vec<_> = played.rounds().iter().map(|round| round.why).collect();
    assert_eq!(rounds, [MeleeKind::Turn; 3]);
    // Named first is he whose side's turn it is.
    let first: Vec<_> = played.bouts().iter().map(|bout| bout.both[0].side()).collect();
    assert_eq!(first, [A, B, A]);
}

#[test]
fn pg_13_who_is_in_contact_does_nothing_else() {
    let (mut field, ..) = pair(LINE);
    let mark = field.place("mark", 20.0, 20.0, 1.0);
    for side in [A, B] {
        field.bot(
            side,
            vec![
                line(&[], Act::Fight),
                line(&[], Act::Move(Goal::Place(mark))),
                line(&[], Act::Shoot(Pick::Nearest)),
            ],
        );
    }
    assert_eq!(field.play(&[1, 1]).actions(), []);
}

#[test]
fn pg_13_a_charge_fights_at_the_end_of_its_turn() {
    let mut field = petite::field();
    field.figure(A, LINE, SABRE, 40.0, 75.0);
    field.figure(B, LINE, SABRE, 53.0, 75.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    petite::ends_after(&mut field, 1);
    let played = field.play(&[1, 1]);
    assert_eq!(played.actions()[0].kind, ActionKind::Charge);
    assert_eq!(played.bouts().len(), 1);
}

/// So many of A round one of B.
fn against_one(count: usize) -> (Field, Vec<FigureId>, FigureId) {
    let mut field = petite::field();
    let b = field.figure(B, LINE, SABRE, 50.0, 75.0);
    let men = [(47.0, 75.0), (53.0, 75.0), (50.0, 72.0), (50.0, 78.0)];
    let men = men[..count].iter().map(|(x, y)| field.figure(A, LINE, SABRE, *x, *y)).collect();
    // All of them in front of it: who is where is no matter here.
    field.spec.sides[B].units[0].facing = Point::new(0, 0);
    field.cap(1);
    (field, men, b)
}

#[test]
fn pg_13_two_oppose_one_and_the_second_is_not_rolled_against() {
    let (field, men, b) = against_one(2);
    let played = field.play(&[1, 8, 4, 1]);
    // The first is hit and dies; the second rolls all the same.
    assert_eq!(played.dead(), [men[0]]);
    let played = field.play(&[1, 1, 8, 1]);
    let bouts = played.bouts();
    assert_eq!(bouts[0].both, [men[0], b]);
    assert_eq!(bouts[1].both, [men[1], b]);
    assert_eq!((bouts[1].rolled, bouts[1].hits), ([8, 0], [true, false]));
    assert_eq!(played.struck(), [(b, Cause::Melee, false)]);
}

#[test]
fn pg_13_no_more_than_two_oppose_one() {
    for count in [3, 4] {
        let (field, ..) = against_one(count);
        assert_eq!(field.play(&[1, 1, 1]).bouts().len(), 2);
    }
    let (mut field, ..) = against_one(4);
    field.spec.rules.hand_to_hand.most_against_one = 3;
    assert_eq!(field.play(&[1, 1, 1, 1]).bouts().len(), 3);
    field.spec.rules.hand_to_hand.most_against_one = 1;
    assert_eq!(field.play(&[1, 1]).bouts().len(), 1);
}

#[test]
fn pg_13_a_second_figure_has_nobody_left_if_the_first_kills() {
    let (field, _, b) = against_one(2);
    let played = field.play(&[8, 1, 4]);
    assert_eq!(played.dead(), [b]);
    assert_eq!(played.bouts().len(), 1);
}

#[test]
fn pg_13_at_once_the_second_rolls_before_the_first_s_hit_takes_effect() {
    let (mut field, men, b) = against_one(2);
    field.spec.rules.hand_to_hand.second_figure = SecondFigure::AtOnce;
    // The first kills, and the second, on his own d8, hits a dead man.
    let played = field.play(&[8, 1, 8, 4]);
    let dice: Vec<_> = played.bouts().iter().map(|bout| bout.dice[0]).collect();
    assert_eq!((dice, played.dead()), (vec![8, 8], vec![b]));
    // Two wounds kill.
    let played = field.play(&[8, 1, 8, 1, 1]);
    assert_eq!(played.struck(), [(b, Cause::Melee, false), (b, Cause::Melee, true)]);
    // In turn the wound gives the second a d10.
    let (field, ..) = against_one(2);
    let bouts = field.play(&[8, 1, 1, 1]).bouts();
    assert_eq!((bouts[1].both, bouts[1].dice[0]), ([men[1], b], 10));
}

#[test]
fn pg_13_two_against_two_fight_man_against_man() {
    let mut field = petite::field();
    for y in [75.0, 78.25] {
        field.figure(A, LINE, SABRE, 50.0, y);
        field.figure(B, LINE, SABRE, 53.0, y);
    }
    field.cap(1);
    let played = field.play(&[1, 1, 1, 1]);
    assert!(played.bouts().iter().all(|bout| bout.rolled == [1, 1]));
}

#[test]
fn pg_08_pg_14_a_wound_takes_a_step_and_gives_the_opponent_one() {
    // Turn 1: A hits, B is wounded. Turn 2 names B first: d6 against d10.
    let (mut field, ..) = pair(LINE);
    field.cap(2);
    let played = field.play(&[4, 1, 1, 1, 1]);
    let bout = played.bouts()[1];
    assert_eq!((bout.dice, bout.advantage), ([6, 10], [false, true]));
}

#[test]
fn pg_14_two_wounded_have_their_own_die_back() {
    let (mut field, ..) = pair(LINE);
    field.cap(2);
    let played = field.play(&[4, 4, 1, 1, 1, 1]);
    let bout = played.bouts()[1];
    assert_eq!((bout.dice, bout.advantage), ([8, 8], [true, true]));
}

#[test]
fn pg_14_a_d12_stays_a_d12_and_a_d4_a_d4() {
    for (troops, dice) in [(RANGER, [10, 12]), (CIVILIAN, [4, 6])] {
        let (mut field, ..) = pair(troops);
        field.cap(2);
        let played = field.play(&[4, 1, 1, 1, 1]);
        assert_eq!(played.bouts()[1].dice, dice);
    }
}

#[test]
fn pg_14_a_parapet_is_good_for_him_who_stood_behind_it() {
    // A barricade, a wall, a fence and a hedge: what protects is a parapet, what only screens is none.
    for (cover, going, breaks_off, advantage) in [
        (Cover::Protect, Going::Barred, true, true),
        (Cover::Protect, Going::Slow, false, true),
        (Cover::Screen, Going::Slow, true, false),
        (Cover::Screen, Going::Slow, false, false),
    ] {
        let mut field = petite::field();
        field.figure(A, LINE, SABRE, 40.0, 75.0);
        field.figure(B, LINE, SABRE, 52.0, 75.0);
        let clear = SightEffect::Clear;
        let feature = field.feature("it", 50.0, 60.0, 50.25, 90.0, clear, cover, going);
        feature.breaks_off = breaks_off;
        field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
        petite::ends_after(&mut field, 1);
        let bout = field.play(&[1, 1]).bouts()[0];
        let dice = [8, if advantage { 10 } else { 8 }];
        assert_eq!((bout.dice, bout.advantage), (dice, [false, advantage]));
    }
}

/// A line of A charges a line of B that faces this way.
fn clash_of_lines(facing: (i32, i32), theirs_in_line: bool) -> Played {
    let mut field = petite::field();
    form_line(&mut field, A, LINE, 1, 2, (50.0, 75.0));
    form_line(&mut field, B, LINE, 1, 2, (60.0, 75.0));
    let unit = &mut field.spec.sides[B].units[0];
    unit.facing = Point::new(facing.0, facing.1);
    if !theirs_in_line {
        unit.formation = skirmish_engine::rulebook::Formation::Open;
    }
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    petite::ends_after(&mut field, 1);
    let beside = -facing.0 < facing.1.abs();
    let rolls: &[u8] = if beside { &[4, 1, 1, 1, 1] } else { &[1, 1, 1, 1] };
    field.play(rolls)
}

#[test]
fn pg_14_flank_or_rear_is_an_advantage_when_lines_clash() {
    for (facing, advantage) in [((-1, 0), false), ((0, 1), true), ((1, 0), true)] {
        let bouts = clash_of_lines(facing, true).bouts();
        assert!(bouts.iter().all(|bout| bout.advantage == [advantage, false]), "{facing:?}");
    }
    let open = clash_of_lines((1, 0), false).bouts();
    assert!(open.iter().all(|bout| bout.advantage == [false, false]), "one in open order");
}

#[test]
fn pg_13_the_number_that_hits_is_the_rulebook_s() {
    let (mut field, ..) = pair(LINE);
    field.spec.rules.hand_to_hand.hit = 6;
    assert_eq!(field.play(&[5, 6, 1]).bouts()[0].hits, [false, true]);
}

#[test]
fn pg_13_casualties_of_melee_are_no_fire_casualties() {
    let mut field = petite::field();
    field.figure(A, LINE, SABRE, 50.0, 75.0);
    for k in 0..3 {
        field.figure(B, LINE, SABRE, 53.0 + 4.0 * f64::from(k), 75.0);
    }
    field.cap(2);
    let played = field.play(&[4, 1, 4]);
    assert_eq!((played.pressed(), played.tests()), (vec![], vec![]));
    assert_eq!(played.dead(), [FigureId::new(B, 0)]);
}
