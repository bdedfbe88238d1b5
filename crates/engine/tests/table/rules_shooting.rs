//! LL-13 and LL-14: all shoot, and moving and shooting; HOST-2: how a shot is resolved.

use crate::common::{
    AVERAGE, BOW, CROSSBOW, Field, GOOD, JAVELIN, POOR, SWORD, inches, line, point, set,
};
use skirmish_engine::battle::{Cover, FigureId, Going, SightEffect};
use skirmish_engine::bot::{Act, Pick};
use skirmish_engine::event::{ActionKind, Event, MoveKind};
use skirmish_engine::rulebook::Effect;
use skirmish_engine::side::Side::{A, B};

/// A shooter of side A at (10, 10), an enemy at this distance from him along the x axis.
fn shooter(weapon: usize, distance: f64) -> (Field, FigureId, FigureId) {
    let mut field = Field::new();
    let a = field.figure(A, AVERAGE, weapon, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 10.0 + distance, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    (field, a, b)
}

#[test]
fn ll_13_every_missile_figure_shoots_once_as_one_action_at_any_target() {
    let mut field = Field::new();
    let shooters = [(5.0, BOW), (15.0, CROSSBOW), (25.0, JAVELIN)]
        .map(|(y, weapon)| field.figure(A, AVERAGE, weapon, 10.0, y));
    field.figure(A, AVERAGE, SWORD, 12.0, 33.0);
    let targets = [5.0, 15.0, 25.0].map(|y| field.figure(B, AVERAGE, SWORD, 18.0, y));
    field.bot(A, vec![line(&[], Act::AllShoot)]);
    let played = field.cap(2).play(&[1, 1, 1, 4, 1, 1, 1]);
    let action = played.actions()[0];
    assert_eq!((action.kind, action.figures), (ActionKind::AllShoot, set(&shooters)));
    let shots: Vec<_> = played.shots()[..3].iter().map(|s| (s.shooter, s.target)).collect();
    let expected: Vec<_> = shooters.into_iter().zip(targets).collect();
    assert_eq!(shots, expected);
    // It moves nobody.
    assert_eq!(played.moves(MoveKind::Action), []);
    // One action: one roll against it.
    assert_eq!(played.seizes().len(), 1);
}

#[test]
fn ll_13_nobody_moves_to_get_a_shot() {
    // 25" away: the archer could shoot after a step, but not as part of this.
    let (mut field, ..) = shooter(BOW, 25.0);
    field.bot(A, vec![line(&[], Act::AllShoot), line(&[], Act::Stand)]);
    let played = field.play(&[]);
    assert_eq!(played.actions()[0].kind, ActionKind::Stand);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    assert_eq!(field.play(&[1]).moves(MoveKind::Action).len(), 1);
}

#[test]
fn ll_13_those_in_melee_do_not_shoot() {
    let (mut field, a, _) = shooter(BOW, 12.0);
    field.figure(A, AVERAGE, BOW, 10.0, 25.0);
    field.figure(B, AVERAGE, SWORD, 11.0, 25.0);
    field.bot(A, vec![line(&[], Act::AllShoot)]);
    assert_eq!(field.play(&[1]).actions()[0].figures, set(&[a]));
}

#[test]
fn ll_14_a_bow_moves_up_to_half_a_move_and_shoots() {
    // 24" of range and 4" of movement.
    let (field, a, b) = shooter(BOW, 28.0);
    let played = field.play(&[1]);
    assert_eq!(played.at(a), point(14.0, 10.0));
    assert!(played.shots()[0].moved);
    assert_eq!(played.shots()[0].target, b);
    // Beyond that no shot is possible.
    let (field, ..) = shooter(BOW, 28.1);
    assert_eq!(field.play(&[]).actions()[0].kind, ActionKind::Stand);
}

#[test]
fn ll_14_a_javelin_moves_a_full_move_and_is_thrown() {
    let (field, a, _) = shooter(JAVELIN, 18.0);
    let played = field.play(&[1]);
    assert_eq!(played.at(a), point(18.0, 10.0));
    assert!(played.shots()[0].moved);
    let (field, ..) = shooter(JAVELIN, 18.1);
    assert_eq!(field.play(&[]).actions()[0].kind, ActionKind::Stand);
}

#[test]
fn ll_14_a_crossbow_must_be_still() {
    let (field, a, _) = shooter(CROSSBOW, 24.0);
    let played = field.play(&[1]);
    assert_eq!(played.at(a), point(10.0, 10.0));
    assert!(!played.shots()[0].moved);
    let (field, ..) = shooter(CROSSBOW, 24.1);
    assert_eq!(field.play(&[]).actions()[0].kind, ActionKind::Stand);
}

#[test]
fn ll_14_a_bow_steps_aside_for_a_line() {
    // Half an inch behind the corner of a house: half of what he may go, 30 degrees off, will do.
    let (mut field, a, b) = shooter(BOW, 20.0);
    field.house(14.0, 4.0, 17.0, 10.5);
    let played = field.play(&[1]);
    assert_eq!(played.shots()[0].target, b);
    let at = played.at(a);
    assert!(at.y > inches(10.5), "{at:?}");
    assert!((at.distance(point(10.0, 10.0)) - inches(2.0)).abs() < 8, "{at:?}");
    // Behind the middle of a long one there is no such step.
    field.house(14.0, 10.5, 17.0, 18.0);
    assert_eq!(field.play(&[]).actions()[0].kind, ActionKind::Stand);
}

#[test]
fn ll_14_in_one_body_the_bows_come_up_and_the_crossbows_do_not() {
    let mut field = Field::new();
    let bow = field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    let crossbow = field.figure(A, AVERAGE, CROSSBOW, 10.0, 12.0);
    field.figure(B, AVERAGE, SWORD, 35.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let played = field.cap(1).play(&[1]);
    assert_eq!(played.actions()[0].figures, set(&[bow]));
    assert_eq!(played.at(crossbow), point(10.0, 12.0));
}

#[test]
fn ll_14_slow_ground_counts_against_the_half_move() {
    let (mut field, a, _) = shooter(BOW, 28.0);
    field.feature("bog", 12.0, 5.0, 13.0, 15.0, SightEffect::Clear, Cover::None, Going::Slow);
    // Three inches come of four: out of range.
    assert_eq!(field.play(&[]).actions()[0].kind, ActionKind::Stand);
    field.spec.sides[B].figures[0].at = point(37.0, 10.0);
    assert_eq!(field.play(&[1]).at(a), point(13.0, 10.0));
}

#[test]
fn ll_14_the_step_before_the_shot_keeps_clear_of_contact() {
    // Sight is blocked up to close by; the javelinman halts before his man rather than in him.
    let (mut field, a, b) = shooter(JAVELIN, 6.0);
    field.feature(
        "smoke",
        11.0,
        5.0,
        14.0,
        15.0,
        SightEffect::BlockBeyond(0),
        Cover::None,
        Going::Free,
    );
    let played = field.play(&[1]);
    assert!(played.shots()[0].moved);
    let apart = played.at(a).distance(played.at(b));
    assert!(apart > inches(1.25), "{apart}");
    assert_eq!(played.count(|e| matches!(e, Event::Contact { .. })), 0);
}

#[test]
fn host_2_the_number_needed_grows_with_the_range() {
    for (distance, needed) in [(8.0, 5), (8.1, 6), (16.0, 6), (16.1, 8), (24.0, 8)] {
        let (field, ..) = shooter(CROSSBOW, distance);
        assert_eq!(field.play(&[1]).shots()[0].needed, needed, "{distance}");
    }
}

#[test]
fn host_2_cover_on_the_target_s_side_counts() {
    for (cover, near, needed) in [
        (Cover::None, true, 6),
        (Cover::Screen, true, 7),
        (Cover::Protect, true, 8),
        // Too far before him to be of use, or on the shooter's side.
        (Cover::Protect, false, 6),
    ] {
        let (mut field, ..) = shooter(CROSSBOW, 12.0);
        let x = if near { 20.0 } else { 12.0 };
        field.feature("bank", x, 5.0, x + 0.5, 15.0, SightEffect::Clear, cover, Going::Free);
        assert_eq!(field.play(&[1]).shots()[0].needed, needed);
    }
}

#[test]
fn host_2_the_effect_depends_on_the_target_s_quality() {
    for (troops, kill) in [(POOR, 6), (AVERAGE, 7), (GOOD, 8)] {
        for (roll, effect) in [
            (kill, Effect::Kill),
            (kill - 1, Effect::Retreat),
            (kill - 3, Effect::PushBack),
            (kill - 5, Effect::None),
        ] {
            let (mut field, _, b) = shooter(CROSSBOW, 12.0);
            field.spec.sides[B].figures[b.index()].troops = troops;
            let played = field.play(&[10, roll]);
            let effects = played.find(|event| match *event {
                Event::Hit { effect, .. } => Some(effect),
                _ => None,
            });
            assert_eq!(effects, [effect], "{troops}, {roll}");
        }
    }
}

#[test]
fn host_2_nobody_shoots_through_what_blocks_sight() {
    let (mut field, ..) = shooter(CROSSBOW, 12.0);
    field.house(14.0, 5.0, 16.0, 15.0);
    assert_eq!(field.play(&[]).actions()[0].kind, ActionKind::Stand);
}

#[test]
fn llc_6_who_is_hit_goes_back_from_the_shooter() {
    let (field, _, b) = shooter(CROSSBOW, 12.0);
    assert_eq!(field.play(&[10, 3]).at(b), point(23.0, 10.0));
    assert_eq!(field.play(&[10, 5]).at(b), point(38.0, 10.0));
}
