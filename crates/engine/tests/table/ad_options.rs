//! Options of the rounds: what comes on one segment (AD-08), how often a faster weapon strikes more (AD-10), what several shots
//! are (AD-02.1). The auditor sees a game that was played by another reading.

use crate::ad_field::{Deadly, arm, completes, field, muster, play_rolls, runs_the_gap, strikes};
use crate::common::planted::{Moment, Record, Recorder, audit};
use crate::common::{AVERAGE, BOW, CROSSBOW, Field, Played, SWORD, inches, line, play};
use skirmish_engine::battle::{Battle, Edge, FigureId};
use skirmish_engine::bot::{Act, Pick};
use skirmish_engine::chance::Purpose::{Initiative, Melee, Shooting};
use skirmish_engine::event::Event;
use skirmish_engine::game::Workspace;
use skirmish_engine::initiative::adnd::{ActionTime, Standing, Time, compare, place};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{ExtraStrikes, Missiles, Routines, SameSegment, Segments};
use skirmish_engine::side::Side::{A, B};

/// Dice of both sides, every pair.
fn dice() -> impl Iterator<Item = (u8, u8)> {
    (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)))
}

/// A game by these dice in which everything hits and kills, as it was told, and found clean.
fn deadly(battle: &Battle, (a, b): (u8, u8)) -> Vec<Moment> {
    let mut recorder = Recorder::default();
    play(battle, &mut Workspace::new(battle), &mut Deadly::new(a, b), &mut recorder);
    assert_eq!(audit(battle, &recorder.0), [], "{a}, {b}");
    recorder.0
}

fn falls(moments: &[Moment], who: FigureId) -> bool {
    moments.iter().any(|m| matches!(m.event, Event::Dies { figure, .. } if figure == who))
}

/// Across, both, attacked first: against a shot (Method I), or a weapon of this speed factor (Method II), where equal
/// segments come together.
fn expected(takes: u16, (own, other): (u8, u8), speed_factor: Option<u8>) -> usize {
    let segment = match speed_factor {
        _ if other > own => return 2,
        None => own.max(other),
        Some(factor) if own == other => factor,
        Some(factor) => factor.abs_diff(other),
    };
    match u16::from(segment).cmp(&takes) {
        std::cmp::Ordering::Greater => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Less => 2,
    }
}

#[test]
fn ad_08_equal_segments_are_completed_together_if_the_option_says_so() {
    let rules = &Segments { same_segment: SameSegment::Together, ..Segments::default() };
    for (takes, speed_factor) in (1..=8).flat_map(|takes| [(takes, None), (takes, Some(4))]) {
        for (a, b) in dice() {
            let deed = |die: u8, time| ActionTime {
                place: place(&Standing::PLAIN, 0, die.into(), rules.routines),
                die: die.into(),
                time,
            };
            let runs = deed(a, Time::Segments(takes));
            let attack = deed(b, Time::Untimed { speed_factor });
            let order = compare(&runs, &attack, rules).order as i8;
            assert_eq!(order + 1, expected(takes, (a, b), speed_factor) as i8, "{takes}: {a}, {b}");
        }
    }
    // And so are two that both take time, whoever has initiative.
    let spell = |die: i32| ActionTime {
        place: place(&Standing::PLAIN, 0, die, rules.routines),
        die,
        time: Time::Segments(3),
    };
    let verdict = compare(&spell(5), &spell(2), rules);
    assert_eq!((verdict.order, verdict.rule), (std::cmp::Ordering::Equal, Rule::ad(8)));
}

/// A runner with so many segments in the open, under a crossbow.
fn crossing(takes: u32) -> (Field, FigureId) {
    let mut field = field(1);
    let (runner, _) = runs_the_gap(&mut field, takes, CROSSBOW);
    field.spec.rules.segments.same_segment = SameSegment::Together;
    (field, runner)
}

/// A caster whose spell takes so many segments, in melee with one who has a weapon of factor 4.
fn casting(takes: u8) -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    let spell = arm(&mut field, BOW, |weapon| weapon.handling.segments = takes);
    let blade = arm(&mut field, SWORD, |weapon| weapon.handling.speed_factor = Some(4));
    let caster = field.figure(A, AVERAGE, spell, 10.0, 10.0);
    let other = field.figure(B, AVERAGE, blade, 11.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Fight)]);
    field.spec.rules.segments.same_segment = SameSegment::Together;
    (field, caster, other)
}

#[test]
fn ad_08_together_on_the_table_is_as_the_comparison_has_it() {
    for takes in 1..=6 {
        let (field, runner) = crossing(takes.into());
        let battle = field.battle();
        let beyond = inches(10.0 + 0.9 * (f64::from(takes) - 0.5));
        for roll in dice() {
            let moments = deadly(&battle, roll);
            let last = moments.last().expect("a game ends");
            let is_across = last.positions[A][runner.index()].x > beyond;
            let found = match (falls(&moments, runner), is_across) {
                (false, true) => 0,
                (true, true) => 1,
                _ => 2,
            };
            assert_eq!(found, expected(takes, roll, None), "{takes}: {roll:?}");
        }
        let (field, caster, swordsman) = casting(takes as u8);
        let battle = field.battle();
        for roll in dice() {
            let moments = deadly(&battle, roll);
            let found = match (falls(&moments, caster), falls(&moments, swordsman)) {
                (false, true) => 0,
                (true, true) => 1,
                _ => 2,
            };
            assert_eq!(found, expected(takes, roll, Some(4)), "a spell of {takes}: {roll:?}");
        }
    }
}

#[test]
fn ad_08_a_spell_and_a_way_of_one_length_both_come() {
    for roll in [(3, 4), (4, 3), (5, 5)] {
        let mut field = field(1);
        field.spec.rules.segments.same_segment = SameSegment::Together;
        let runner = field.figure(A, AVERAGE, SWORD, 46.3, 10.0);
        field.figure(A, AVERAGE, SWORD, 2.0, 34.0);
        let spell = arm(&mut field, BOW, |weapon| weapon.handling.segments = 2);
        field.figure(B, AVERAGE, spell, 34.0, 10.0);
        field.spec.sides[A].exit = Some(Edge::Right);
        field.bot(A, vec![line(&[], Act::Escape)]);
        field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
        let moments = deadly(&field.battle(), roll);
        let escapes = moments.iter().filter(|m| matches!(m.event, Event::Escapes { .. }));
        assert_eq!((escapes.count(), falls(&moments, runner)), (1, true), "{roll:?}");
    }
}

#[test]
fn ad_08_the_auditor_sees_what_is_played_by_the_other_reading() {
    // A spell of two segments; the blow waits for segment |4 - 2|, and has lost.
    let (mut field, ..) = casting(2);
    let together = field.battle();
    field.spec.rules.segments.same_segment = SameSegment::Initiative;
    let by_initiative = field.battle();
    let roll = (5, 2);
    let found = audit(&by_initiative, &deadly(&together, roll));
    assert!(found.contains(&Rule::ad(8)), "{found:?}");
    let found = audit(&together, &deadly(&by_initiative, roll));
    assert!(found.contains(&Rule::ad(8)), "{found:?}");
}

/// Two in contact with two routines each and weapons of factors 2 and 6.
fn twice() -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    let one = arm(&mut field, SWORD, |w| w.handling.speed_factor = Some(2));
    let two = arm(&mut field, SWORD, |w| w.handling.speed_factor = Some(6));
    let fast = muster(&mut field, AVERAGE, |nature| nature.blows = Routines::each(2));
    let a = field.figure(A, fast, one, 10.0, 10.0);
    let b = field.figure(B, fast, two, 11.0, 10.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Fight)]);
    }
    (field, a, b)
}

#[test]
fn ad_10_extra_strikes_come_once_in_a_round_or_with_each_routine() {
    let (mut field, a, b) = twice();
    let play = |field: &Field, blows: usize| {
        let rolls = vec![1; 2 * blows];
        strikes(&play_rolls(field, &[(Initiative, &[4, 4]), (Melee, &rolls)]))
    };
    assert_eq!(play(&field, 5), [(a, b), (a, b), (b, a), (a, b), (b, a)]);
    let once = field.battle();
    field.spec.rules.segments.extra_strikes = ExtraStrikes::EachRoutine;
    assert_eq!(play(&field, 6), [(a, b), (a, b), (b, a), (a, b), (a, b), (b, a)]);
    // The auditor counts them.
    let records = (0..200).map(|seed| Record::of(&field, seed));
    let breaches: Vec<_> = records.flat_map(|record| audit(&once, &record.moments)).collect();
    assert!(!breaches.is_empty());
    assert!(breaches.iter().all(|rule| *rule == Rule::ad(10)), "{breaches:?}");
}

/// An archer with two shots a round, and somebody with a crossbow 10" from him; friends of either stand further off.
fn archer(missiles: Missiles) -> (Field, FigureId, FigureId) {
    let mut field = field(1);
    field.spec.rules.segments.missiles = missiles;
    let bow = arm(&mut field, BOW, |w| w.handling.shots = Routines::each(2));
    let archer = field.figure(A, AVERAGE, bow, 10.0, 10.0);
    let target = field.figure(B, AVERAGE, CROSSBOW, 20.0, 10.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    }
    (field, archer, target)
}

fn shots(played: &Played) -> Vec<FigureId> {
    played.shots().iter().map(|shot| shot.shooter).collect()
}

#[test]
fn ad_02_1_the_shots_of_a_round_may_be_one_volley() {
    // As routines one comes early and one late.
    let (field, a, b) = archer(Missiles::Routines);
    let dice = |rolls: &'static [u8]| [(Initiative, &[3, 4][..]), (Shooting, rolls)];
    let played = play_rolls(&field, &dice(&[1, 1, 1]));
    assert_eq!(shots(&played), [a, b, a]);
    let routines = field.battle();
    // As one volley both by the die.
    let (field, a, b) = archer(Missiles::OneVolley);
    let played = play_rolls(&field, &dice(&[1, 1, 1]));
    assert_eq!(shots(&played), [b, a, a]);
    assert_eq!(completes(&played).iter().filter(|(who, ..)| *who == a).count(), 1);
    // What is left of it when the target has fallen is lost.
    let played = play_rolls(&field, &dice(&[1, 10, 10]));
    assert_eq!((shots(&played), played.dead()), (vec![b, a], vec![b]));
    // The auditor knows one from the other.
    let one = field.battle();
    let (as_routines, as_one) =
        (Record::of(&archer(Missiles::Routines).0, 1), Record::of(&field, 1));
    assert!(audit(&one, &as_routines.moments).contains(&Rule::ad(1)));
    assert!(!audit(&routines, &as_one.moments).is_empty());
}
