//! AD-06 and AD-07 on the table: a run past a crossbow and a spell under an attack, which of them is first.

use crate::ad_field::{Deadly, arm, completes, field, muster, play_rolls, play_with, runs_the_gap};
use crate::common::crossing::{UNDER_A_SHOT, UNDER_A_WEAPON};
use crate::common::planted::{Record, audit, change};
use crate::common::{AVERAGE, BOW, CROSSBOW, Field, Played, SWORD, inches, line, play_battle};
use skirmish_engine::battle::{Edge, FigureId};
use skirmish_engine::bot::{Act, Goal, Pick};
use skirmish_engine::chance::Purpose::{Initiative, Melee, Shooting};
use skirmish_engine::event::{Event, Hindrance};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{ChargeMet, SideSegment, TimedLoser};
use skirmish_engine::side::Side::{A, B};

/// A runner who is in the open for so many segments, and a crossbow that covers the gap.
fn crossing(segments: u32) -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    let (runner, bow) = runs_the_gap(&mut field, segments, CROSSBOW);
    (field, runner, bow)
}

/// Across, both, shot first, as it happened to one who was to get beyond a point.
fn fate(played: &Played, runner: FigureId, beyond: f64) -> usize {
    let is_across = played.at(runner).x > inches(beyond);
    match (played.dead().is_empty(), is_across) {
        (true, true) => 0,
        (false, true) => 1,
        (false, false) => 2,
        (true, false) => panic!("neither shot nor across: {:#?}", played.events),
    }
}

fn counts(mut one: impl FnMut(u8, u8) -> usize) -> [u32; 3] {
    let mut counts = [0; 3];
    for (a, b) in (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b))) {
        counts[one(a, b)] += 1;
    }
    counts
}

#[test]
fn ad_06_the_runner_crosses_the_line_of_the_crossbow() {
    for (dice, modifier, expected) in [
        ((3, 4), 0, 2),
        ((3, 2), 0, 0),
        ((2, 1), 0, 0),
        ((3, 3), 0, 0),
        ((2, 2), 0, 1),
        ((2, 3), -2, 0),
    ] {
        let (mut field, runner, bow) = crossing(2);
        let troops = muster(&mut field, AVERAGE, |nature| nature.reaction = modifier);
        field.spec.sides[B].figures[bow.index()].troops = troops;
        let played = play_with(&field, &mut Deadly::new(dice.0, dice.1));
        // The gap is one and a half segments of 0.9 inches.
        let found = fate(&played, runner, 10.0 + 1.5 * 0.9);
        assert_eq!(found, expected, "{dice:?}, {modifier}: {:#?}", played.events);
    }
}

#[test]
fn ad_06_the_crossing_with_dice_by_script() {
    let (field, runner, bow) = crossing(2);
    // Both on a 2: a shot at him in the last of the open, and he falls on the far side.
    let played = play_rolls(&field, &[(Initiative, &[2, 2]), (Shooting, &[10, 9])]);
    assert_eq!(played.dead(), [runner]);
    assert_eq!(played.at(runner).x, inches(10.0) + inches(9.0) * 2 / 10);
    let shot = completes(&played);
    assert_eq!(shot[0], (bow, 1, 2, Rule::ad(6)));
    // It is a roll to hit, not a hit: missed, he goes on.
    let played = play_rolls(&field, &[(Initiative, &[3, 4]), (Shooting, &[1])]);
    assert_eq!(completes(&played)[0], (bow, 1, 0, Rule::ad(4)));
    assert_eq!(played.at(runner).x, inches(19.0));
}

#[test]
fn ad_04_who_is_thrown_back_before_he_sets_off_is_said_to_be() {
    let (field, runner, _) = crossing(2);
    // Shot first, and pushed back: he goes no further in the round, though the way is open.
    let played = play_rolls(&field, &[(Initiative, &[3, 4]), (Shooting, &[10, 4])]);
    let why = played.find(|event| match *event {
        Event::ComesToNothing { figures: 1, side: A, why, .. } => Some(why),
        _ => None,
    });
    assert_eq!(why, [Hindrance::ThrownBack]);
    assert!(played.at(runner).x <= inches(10.0));
    // The referee sees if it is said of one who was not, or if another reason is given.
    let record = Record::of_script(&field, &[3, 4, 10, 4]);
    let rules = |from: Hindrance, to: Hindrance| {
        let mut moments = record.moments.clone();
        change(&mut moments, |event| match event {
            Event::ComesToNothing { why, .. } if *why == from => {
                *why = to;
                true
            }
            _ => false,
        });
        audit(&record.battle, &moments)
    };
    assert_eq!(rules(Hindrance::ThrownBack, Hindrance::ThrownBack), []);
    assert_eq!(rules(Hindrance::ThrownBack, Hindrance::Stuck), [Rule::ad(4)]);
}

#[test]
fn ad_09_who_is_met_by_an_enemy_who_then_falls_is_said_to_be_halted() {
    // Both charge; the one with the longer weapon is met before he has gone a step, and cuts the other down. One who has
    // charged with him goes on.
    let mut field = field(1);
    field.spec.rules.segments.charge_met = ChargeMet::LongerFirst;
    let spear = arm(&mut field, SWORD, |weapon| weapon.handling.length = 120);
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(A, AVERAGE, SWORD, 46.0, 34.0);
    let man = field.figure(B, AVERAGE, spear, 12.2, 10.0);
    field.figure(B, AVERAGE, spear, 30.0, 10.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Charge(Pick::Nearest))]);
    }
    let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Melee, &[10, 1])]);
    assert_eq!(played.dead(), [FigureId::new(A, 0)]);
    assert_eq!(played.at(man).x, inches(12.2));
    let why = played.find(|event| match *event {
        Event::ComesToNothing { side: B, why, .. } => Some(why),
        _ => None,
    });
    assert_eq!(why, [Hindrance::Halted]);
}

#[test]
fn ad_06_all_rolls_on_the_table_give_the_derived_table() {
    for (takes, expected) in (1..).zip(UNDER_A_SHOT) {
        let (field, runner, _) = crossing(takes);
        let beyond = 10.0 + 0.9 * (f64::from(takes) - 0.5);
        let battle = field.battle();
        let found = counts(|a, b| {
            let played = play_battle(&battle, &mut Deadly::new(a, b));
            fate(&played, runner, beyond)
        });
        assert_eq!(found, expected.map(u32::from), "{takes} segments");
    }
}

/// ADC-6: the shot comes on the segment that the runner's die shows, with initiative or without.
#[test]
fn adc_6_all_rolls_on_the_table_by_the_other_die() {
    let expected =
        [[30, 1, 5], [25, 1, 10], [20, 1, 15], [15, 1, 20], [10, 1, 25], [5, 1, 30], [0, 0, 36]];
    for (takes, expected) in (1..).zip(expected) {
        let (mut field, runner, _) = crossing(takes);
        field.spec.rules.segments.segment = SideSegment::OtherDie;
        let beyond = 10.0 + 0.9 * (f64::from(takes) - 0.5);
        let battle = field.battle();
        let found = counts(|a, b| {
            let played = play_battle(&battle, &mut Deadly::new(a, b));
            fate(&played, runner, beyond)
        });
        assert_eq!(found, expected, "{takes} segments");
    }
}

/// A caster, whose spell takes so many segments, in melee with one who has a weapon of a speed factor; or, without one,
/// under a crossbow.
fn casting(takes: u8, speed_factor: Option<u8>) -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    let spell = arm(&mut field, BOW, |weapon| weapon.handling.segments = takes);
    let blade = arm(&mut field, SWORD, |weapon| {
        weapon.handling.speed_factor = speed_factor;
    });
    let caster = field.figure(A, AVERAGE, spell, 10.0, 10.0);
    let other = match speed_factor {
        Some(_) => field.figure(B, AVERAGE, blade, 11.0, 10.0),
        None => field.figure(B, AVERAGE, CROSSBOW, 16.0, 10.0),
    };
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Fight), line(&[], Act::Shoot(Pick::Nearest))]);
    (field, caster, other)
}

/// Cast before the attack, both, attacked first.
fn fate_of_spell(played: &Played, caster: FigureId) -> usize {
    let cast = played.count(|e| matches!(e, Event::Shoots { shooter, .. } if *shooter == caster));
    let dead = !played.dead().is_empty() && played.dead().contains(&caster);
    match (cast > 0, dead) {
        (true, false) => 0,
        (true, true) => 1,
        (false, _) => 2,
    }
}

#[test]
fn ad_06_a_spell_in_place_of_the_run() {
    for (dice, expected) in [((3, 4), 2), ((3, 2), 0), ((2, 1), 0), ((3, 3), 0), ((2, 2), 1)] {
        let (field, caster, _) = casting(2, None);
        let played = play_with(&field, &mut Deadly::new(dice.0, dice.1));
        assert_eq!(fate_of_spell(&played, caster), expected, "{dice:?}: {:#?}", played.events);
    }
}

#[test]
fn ad_07_all_rolls_on_the_table_give_the_derived_tables() {
    for (factor, table) in UNDER_A_WEAPON {
        for (takes, expected) in (1..).zip(table) {
            let (field, caster, _) = casting(takes, Some(factor));
            let battle = field.battle();
            let found = counts(|a, b| {
                let played = play_battle(&battle, &mut Deadly::new(a, b));
                fate_of_spell(&played, caster)
            });
            let expected = expected.map(u32::from);
            assert_eq!(found, expected, "{takes} segments against {factor}");
        }
    }
}

#[test]
fn ad_07_the_blow_comes_on_the_segment_of_the_method() {
    let (field, caster, dervish) = casting(9, Some(4));
    for (losing, segment) in [(3, 1), (5, 1), (4, 0)] {
        let played = play_with(&field, &mut Deadly::new(6, losing));
        assert_eq!(completes(&played)[0], (dervish, 1, segment, Rule::ad(7)));
        let spoiled = played.find(|event| match *event {
            Event::Spoiled { figure, segment, .. } => Some((figure, segment)),
            _ => None,
        });
        // He was killed at once.
        assert_eq!(spoiled, [(caster, segment)]);
    }
}

#[test]
fn a_spell_is_lost_only_if_its_caster_is_hurt() {
    let (field, caster, _) = casting(3, Some(4));
    // The dervish wins and misses.
    let played = play_rolls(&field, &[(Initiative, &[2, 5]), (Melee, &[1, 9]), (Shooting, &[1])]);
    assert_eq!(fate_of_spell(&played, caster), 0);
    // He pushes him back: no spell.
    let played = play_rolls(&field, &[(Initiative, &[2, 5]), (Melee, &[3, 2])]);
    assert_eq!(fate_of_spell(&played, caster), 2);
    assert!(played.dead().is_empty());
}

#[test]
fn a_spell_takes_its_segments_and_then_strikes() {
    let (mut field, caster, _) = casting(3, None);
    field.bot(B, vec![line(&[], Act::Stand)]);
    let played = play_rolls(&field, &[(Initiative, &[1, 6]), (Shooting, &[1])]);
    assert_eq!(completes(&played), [(caster, 1, 3, Rule::ad(5))]);
}

#[test]
fn option_timed_loser_always_interrupted_on_the_table() {
    for (loser, expected) in [(TimedLoser::BySegment, 0), (TimedLoser::AlwaysInterrupted, 2)] {
        let (mut field, runner, bow) = crossing(2);
        field.spec.rules.segments.timed_loser = loser;
        let clumsy = muster(&mut field, AVERAGE, |nature| nature.reaction = -2);
        field.spec.sides[B].figures[bow.index()].troops = clumsy;
        let played = play_with(&field, &mut Deadly::new(2, 3));
        assert_eq!(fate(&played, runner, 10.0 + 1.5 * 0.9), expected);
    }
}

#[test]
fn ad_05_a_spell_with_initiative_comes_before_a_move_of_the_same_length_that_ends_off_the_table() {
    // Both take two segments. Whoever has initiative is first (AD-04); without it the runner is gone.
    for (dice, falls) in [([3, 4], true), ([4, 3], false)] {
        let mut field = field(1);
        let runner = field.figure(A, AVERAGE, SWORD, 46.3, 10.0);
        field.figure(A, AVERAGE, SWORD, 2.0, 34.0);
        let spell = arm(&mut field, BOW, |weapon| weapon.handling.segments = 2);
        field.figure(B, AVERAGE, spell, 34.0, 10.0);
        field.spec.sides[A].exit = Some(Edge::Right);
        field.bot(A, vec![line(&[], Act::Escape)]);
        field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        let (played, _) = field.try_play(&[dice[0], dice[1], 10, 10, 10, 10]);
        assert_eq!(played.dead().contains(&runner), falls, "{dice:?}");
        let away = played.count(|e| matches!(e, Event::Escapes { .. }));
        assert_eq!(away, usize::from(!falls), "{dice:?}");
    }
}

/// One who moves behind a friend who shoots, and the enemy whom he shoots at.
fn behind_a_friend() -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    let mover = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let friend = field.figure(A, AVERAGE, CROSSBOW, 12.0, 10.0);
    field.figure(B, AVERAGE, CROSSBOW, 26.0, 10.0);
    // With an enemy so near everybody goes on segment by segment.
    field.figure(B, AVERAGE, SWORD, 8.5, 10.0);
    let shrine = field.place("shrine", 24.0, 10.0, 1.0);
    field.bot(
        A,
        vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[], Act::Move(Goal::Place(shrine)))],
    );
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    (field, mover, friend)
}

#[test]
fn ad_05_what_cannot_be_gone_in_a_segment_is_lost() {
    let (mut field, mover, friend) = behind_a_friend();
    // A lane in which there is no room for two abreast.
    field.house(2.0, 0.0, 38.0, 9.5);
    field.house(2.0, 10.5, 38.0, 20.0);
    // The friend misses, and falls on segment 5.
    let played = play_rolls(&field, &[(Initiative, &[5, 3]), (Shooting, &[1, 10, 9])]);
    assert_eq!(played.dead(), [friend]);
    let falls = played.place_of(|event| matches!(event, Event::Dies { .. }));
    let after: i32 = played.events[falls..]
        .iter()
        .map(|event| match *event {
            Event::Moves { figure, cost, .. } if figure == mover => cost,
            _ => 0,
        })
        .sum();
    assert!((after - inches(9.0) * 5 / 10).abs() <= 16, "{after}: {:#?}", played.events);
}

#[test]
fn ad_05_a_friend_who_stands_in_the_way_is_passed_within_what_a_segment_allows() {
    let (field, mover, friend) = behind_a_friend();
    let played = play_rolls(&field, &[(Initiative, &[5, 3]), (Shooting, &[1, 1])]);
    assert_eq!(played.at(friend).x, inches(12.0));
    assert!(played.at(mover).x > inches(17.5), "{:?}", played.at(mover));
}
