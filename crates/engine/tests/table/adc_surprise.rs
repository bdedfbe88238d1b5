//! Surprise before the first round (ADC-9).

use crate::ad_field::{arm, field, muster, play_rolls};
use crate::common::planted::{self, Moment, Record, breaks};
use crate::common::{AVERAGE, BOW, CROSSBOW, Field, JAVELIN, Played, SWORD, inches, line};
use skirmish_engine::battle::{Battle, FigureId};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::chance::Purpose::{Initiative, Melee, Shooting, Surprise};
use skirmish_engine::event::{ActionKind, Event};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{ChargeMet, Fighting, Routines, SideSegment, SurpriseReading};
use skirmish_engine::side::BySide;
use skirmish_engine::side::Side::{A, B};
use std::sync::OnceLock;

/// A field of one round, on which sides may be surprised.
fn ambush(reading: SurpriseReading) -> Field {
    let mut field = field(1);
    field.spec.rules.segments.surprise.reading = reading;
    field
}

/// One archer a side, who shoots.
fn archers(reading: SurpriseReading) -> (Field, FigureId, FigureId) {
    let mut field = ambush(reading);
    let [a, b] = [(A, 10.0), (B, 16.0)].map(|(side, x)| {
        field.bot(side, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        field.figure(side, AVERAGE, BOW, x, 10.0)
    });
    (field, a, b)
}

/// The segments in which anybody acts, and who is surprised in them.
fn segments(played: &Played) -> Vec<(u32, [u128; 2])> {
    played.find(|event| match *event {
        Event::SurpriseSegment { segment, surprised } => Some((segment, surprised.0)),
        _ => None,
    })
}

/// Who completes what, on which segment, and by which rule.
fn completes(played: &Played) -> Vec<(FigureId, ActionKind, u16, Rule)> {
    played.find(|event| match *event {
        Event::Completes { side, action, figures, segment, rule, .. } => {
            let figure = FigureId::new(side, figures.trailing_zeros() as usize);
            Some((figure, action, segment, rule))
        }
        _ => None,
    })
}

fn shots(played: &Played) -> Vec<FigureId> {
    played.find(|event| match *event {
        Event::Shoots { shooter, .. } => Some(shooter),
        _ => None,
    })
}

/// Dice to hit that miss.
const MISS: u8 = 1;

#[test]
fn adc_9_nobody_is_surprised_unless_the_rulebook_has_it() {
    let (field, a, b) = archers(SurpriseReading::None);
    let played = play_rolls(&field, &[(Initiative, &[6, 1]), (Shooting, &[MISS; 2])]);
    assert_eq!(segments(&played), []);
    assert_eq!(shots(&played), [a, b]);
}

#[test]
fn adc_9_who_is_not_surprised_has_a_round_of_shots_in_each_segment() {
    for (dice, lost, expected) in [
        ([3, 6], [0, 0], ""),
        ([5, 2], [0, 2], "aa"),
        ([1, 4], [1, 0], "b"),
        ([1, 2], [0, 1], "a"),
        ([2, 2], [0, 0], ""),
    ] {
        let (field, a, b) = archers(SurpriseReading::Net);
        let misses = vec![MISS; expected.len() + 2];
        let played =
            play_rolls(&field, &[(Surprise, &dice), (Initiative, &[6, 1]), (Shooting, &misses)]);
        let told = played.find(|event| match *event {
            Event::Surprise { segments, .. } => Some(segments),
            _ => None,
        });
        assert_eq!(told, [BySide(lost)], "{dice:?}");
        let mut who: Vec<_> = expected.chars().map(|c| if c == 'a' { a } else { b }).collect();
        who.extend([a, b]);
        assert_eq!(shots(&played), who, "{dice:?}");
        assert_eq!(played.outcome.actions as usize, who.len());
    }
}

#[test]
fn adc_9_weapons_that_are_ready_may_shoot_more_often() {
    let (mut field, a, b) = archers(SurpriseReading::Net);
    field.spec.rules.segments.surprise.shots = 3;
    let two = arm(&mut field, BOW, |w| w.handling.shots = Routines::each(2));
    field.spec.sides[A].figures[0].weapon = two;
    let rolls = [(Surprise, &[6, 1][..]), (Initiative, &[6, 1]), (Shooting, &[MISS; 9])];
    let played = play_rolls(&field, &rolls);
    // Six in the segment; then two, of which the second comes after the other side's one.
    assert_eq!(shots(&played), [a, a, a, a, a, a, a, b, a]);
}

#[test]
fn adc_9_routines_that_change_from_round_to_round_go_by_the_segment() {
    let (mut field, a, b) = archers(SurpriseReading::Net);
    let heavy = arm(&mut field, CROSSBOW, |w| {
        w.handling.shots = Routines { odd: 1, even: 0 };
    });
    field.spec.sides[A].figures[0].weapon = heavy;
    let rolls = [(Surprise, &[6, 2][..]), (Initiative, &[6, 1]), (Shooting, &[MISS; 3])];
    let played = play_rolls(&field, &rolls);
    // One in the first segment, none in the second, and one in the first round.
    assert_eq!(shots(&played), [a, a, b]);
}

#[test]
fn adc_9_a_side_may_be_surprised_more_easily_or_not_at_all() {
    for (on, dice, expected) in [
        ([None, Some(0)], [6, 1], [0, 0]),
        ([None, Some(4)], [6, 4], [0, 4]),
        ([Some(1), None], [2, 2], [0, 2]),
    ] {
        let (mut field, ..) = archers(SurpriseReading::Net);
        for (side, on) in [A, B].into_iter().zip(on) {
            field.spec.sides[side].surprised_on = on;
        }
        let misses = vec![MISS; 2 + expected.iter().sum::<u32>() as usize];
        let rolls = [(Surprise, &dice[..]), (Initiative, &[6, 1]), (Shooting, &misses)];
        let played = play_rolls(&field, &rolls);
        assert_eq!(segments(&played).len(), expected[1] as usize, "{on:?}");
    }
}

#[test]
fn adc_9_a_segment_of_surprise_is_a_segment_of_movement() {
    let mut field = ambush(SurpriseReading::Net);
    let shrine = field.place("shrine", 30.0, 10.0, 1.0);
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 10.0, 30.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(shrine)))]);
    field.bot(B, vec![line(&[], Act::Stand)]);
    let played = play_rolls(&field, &[(Surprise, &[6, 2]), (Initiative, &[6, 1])]);
    // 0.9 an inch in each of the two segments, and nine in the round.
    assert_eq!(segments(&played), [(1, [0, 1]), (2, [0, 1])]);
    let at = f64::from(played.at(a).x) / f64::from(inches(1.0));
    assert!((at - 20.8).abs() < 0.02, "{at}");
    let steps = completes(&played);
    assert_eq!(steps.iter().map(|s| s.2).collect::<Vec<_>>(), [1, 1, 10]);
}

/// One who charges another at this distance, on a field on which charges are met.
fn charge(distance: f64) -> (Field, FigureId, FigureId) {
    let mut field = ambush(SurpriseReading::Net);
    field.spec.rules.segments.charge_met = ChargeMet::LongerFirst;
    let a = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, SWORD, 10.0 + distance, 10.0);
    let fight = line(&[Condition::Engaged], Act::Fight);
    field.bot(A, vec![fight, line(&[], Act::Charge(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Stand)]);
    (field, a, b)
}

#[test]
fn adc_9_a_charge_gets_home_within_its_segment_or_is_none() {
    // He needs 1.6 inches, or 2.1; a charge is 1.8 a segment.
    for (distance, charges) in [(2.7, true), (3.2, false)] {
        let (field, a, _) = charge(distance);
        let rolls = [(Surprise, &[6, 1][..]), (Initiative, &[6, 1]), (Melee, &[3; 4])];
        let played = play_rolls(&field, &rolls);
        let struck = played.find(|event| match *event {
            Event::ChargeStrikes { figure, segment } => Some((figure, segment)),
            _ => None,
        });
        let met = played.find(|event| match *event {
            Event::MeetsCharge { figure, .. } => Some(figure),
            _ => None,
        });
        assert_eq!(struck.len(), 1, "{distance}");
        assert_eq!(struck[0].0, a);
        // Who is surprised does not meet it.
        assert_eq!(met.is_empty(), charges, "{distance}");
    }
}

#[test]
fn adc_9_a_spell_begun_in_surprise_goes_on() {
    for (takes, dice, expected) in [
        (1, [6, 1], vec![1, 1]),
        (2, [6, 2], vec![1, 2]),
        (3, [6, 1], vec![2]),
        (3, [6, 2], vec![1]),
    ] {
        for segment in [SideSegment::ByMethod, SideSegment::OtherDie] {
            let mut field = ambush(SurpriseReading::Net);
            field.spec.rules.segments.segment = segment;
            let spell = arm(&mut field, BOW, |w| w.handling.segments = takes);
            field.figure(A, AVERAGE, spell, 10.0, 10.0);
            field.figure(B, AVERAGE, SWORD, 16.0, 10.0);
            field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
            field.bot(B, vec![line(&[], Act::Stand)]);
            let misses = vec![MISS; expected.len()];
            let rolls = [(Surprise, &dice[..]), (Initiative, &[6, 3]), (Shooting, &misses)];
            let played = play_rolls(&field, &rolls);
            let found: Vec<_> = completes(&played).iter().map(|s| s.2).collect();
            // One that begins with the round begins on the segment of the other die.
            let mut due = expected.clone();
            if let (SideSegment::OtherDie, [_, last]) = (segment, &mut due[..]) {
                *last += 3;
            }
            assert_eq!(found, due, "{takes} segments, {dice:?}, {segment:?}");
        }
    }
}

#[test]
fn adc_9_a_reaction_bonus_shortens_surprise() {
    // By the first reading what is left of the two segments counts, by the other what the die shows. A penalty keeps him
    // out of what his own side gets.
    for (reading, dice, reaction, expected) in [
        (SurpriseReading::Net, [2, 6], 1, vec![(1, [0b11, 0]), (2, [0b01, 0])]),
        (SurpriseReading::Net, [2, 1], 2, vec![(1, [0b01, 0])]),
        (SurpriseReading::Osric, [2, 1], 2, vec![(1, [0b01, 0b1]), (2, [0b01, 0])]),
        (SurpriseReading::Osric, [2, 1], 0, vec![(2, [0b11, 0])]),
        (SurpriseReading::Osric, [1, 2], -1, vec![(2, [0b10, 0b1])]),
    ] {
        let mut field = ambush(reading);
        let quick = muster(&mut field, AVERAGE, |nature| nature.reaction = reaction);
        field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
        field.figure(A, quick, SWORD, 10.0, 14.0);
        field.figure(B, AVERAGE, SWORD, 30.0, 10.0);
        for side in [A, B] {
            field.bot(side, vec![line(&[], Act::Stand)]);
        }
        let played = play_rolls(&field, &[(Surprise, &dice), (Initiative, &[1, 1])]);
        let found = segments(&played);
        assert_eq!(found, expected, "{dice:?} by {reading:?}, {reaction:+}");
    }
}

#[test]
fn adc_9_who_is_surprised_strikes_at_nobody_who_leaves() {
    let mut field = ambush(SurpriseReading::Net);
    field.spec.rules.fighting = Fighting::Osric;
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 11.2, 10.0);
    field.barricade(10.55, 5.0, 10.65, 15.0);
    let shrine = field.place("shrine", 2.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(shrine)))]);
    field.bot(B, vec![line(&[], Act::Stand)]);
    let played = play_rolls(&field, &[(Surprise, &[6, 1]), (Initiative, &[6, 1])]);
    let free = played.find(|event| matches!(event, Event::FreeBlow { .. }).then_some(()));
    assert_eq!(free, []);
}

#[test]
fn adc_9_nobody_steps_forward_to_shoot_in_surprise() {
    let mut field = ambush(SurpriseReading::Net);
    let a = field.figure(A, AVERAGE, JAVELIN, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 21.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Stand)]);
    let moves = |played: &Played| {
        played.find(|event| match *event {
            Event::Moves { figure, .. } => Some(figure),
            _ => None,
        })
    };
    let mut rolls = vec![(Surprise, &[6, 1][..]), (Initiative, &[6, 1])];
    rolls.push((Shooting, &[MISS; 1]));
    let played = play_rolls(&field, &rolls);
    // In the round he does.
    assert_eq!(moves(&played), [a]);
}

/// Games in which both sides shoot, cast and walk after a surprise.
fn records() -> &'static [Record] {
    static RECORDS: OnceLock<Vec<Record>> = OnceLock::new();
    RECORDS.get_or_init(|| {
        let mut field = ambush(SurpriseReading::Net);
        field.spec.rules.segments.surprise.on = 5;
        let spell = arm(&mut field, BOW, |w| w.handling.segments = 2);
        let shrine = field.place("shrine", 20.0, 30.0, 1.0);
        for (side, x) in [(A, 10.0), (B, 16.0)] {
            field.figure(side, AVERAGE, BOW, x, 10.0);
            field.figure(side, AVERAGE, spell, x, 14.0);
            field.figure(side, AVERAGE, SWORD, x, 20.0);
            let shoot = line(&[Condition::EnemyInMediumRange], Act::Shoot(Pick::Nearest));
            let go = line(&[], Act::Move(Goal::Place(shrine)));
            field.bot(side, vec![shoot, go]);
        }
        (0..30).map(|seed| Record::of(&field, seed)).collect()
    })
}

fn plant(breach: impl FnMut(&Battle, &mut Vec<Moment>) -> Option<()>) -> Rule {
    planted::plant(records(), breach)
}

#[test]
fn the_auditor_knows_who_is_surprised() {
    let surprise = Rule::adc(9);
    breaks! {
        // A d6 shows 7; more segments than the dice say; surprised on another number.
        [surprise] Event::Surprise { rolled, .. } => rolled[A] = 7,
        [surprise] Event::Surprise { segments, .. } => segments[B] += 1,
        [surprise] Event::Surprise { on, .. } => on[A] = 1,
        // It is rolled for again, or not at all.
        [surprise] twice Event::Surprise { .. },
        [surprise] without Event::Surprise { .. },
        // A segment too many, one left out, and one in which others are surprised.
        [surprise] twice Event::SurpriseSegment { .. },
        [surprise, Rule::ad(3)] without Event::SurpriseSegment { segment: 1, .. },
        [surprise] Event::SurpriseSegment { surprised, .. } => surprised.0.swap(0, 1),
        // A segment has no second one.
        [Rule::ad(4)] Event::Completes { segment, .. } if *segment == 1 => *segment = 2,
        // Who is surprised acts.
        [surprise] after Event::SurpriseSegment { surprised, .. } => Event::Declares {
            side: if surprised[A] != 0 { A } else { B },
            action: ActionKind::Shoot,
            figures: 1,
            targets: 1,
            target: None,
            destination: None,
            place: None,
            card: None,
            routines: 1,
            total: 0,
            last: false,
            charging: 0,
            takes: 0,
        },
    }
}
