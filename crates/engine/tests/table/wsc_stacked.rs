//! Stacked tests in close combat, rule by rule (WSC-5).

use crate::common::tables;
use crate::common::{AVERAGE, Field, GOOD, Played, SWORD, line};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition, Pick};
use skirmish_engine::event::{Event, MeleeKind, MoveKind, Opening};
use skirmish_engine::rulebook::{Fighting, Stack, TechniqueAttack, TechniqueMelee, TechniqueTest};
use skirmish_engine::side::Side::{A, B};

/// Mentality 8 and Action 6, as the post has it.
const WILD: Stack = Stack { mentality: 8, action: 6 };
/// The same the other way round.
const HALF_HEARTED: Stack = Stack { mentality: 6, action: 8 };

/// Of A such men, of B average ones.
fn field(stack: Stack) -> Field {
    let mut field = Field::new();
    let rules = &mut field.spec.rules;
    rules.fighting = Fighting::Techniques;
    rules.techniques.attack = TechniqueAttack::Stacked;
    rules.seize.everyone_fights_up_to = 0;
    rules.troops[AVERAGE].stack = stack;
    field
}

/// One of A two inches from one of B, under orders to charge him.
fn duel(stack: Stack) -> (Field, FigureId, FigureId) {
    let mut field = field(stack);
    let a = field.figure(A, AVERAGE, SWORD, 20.0, 18.0);
    let b = field.figure(B, GOOD, SWORD, 22.0, 18.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    (field, a, b)
}

fn openings(played: &Played) -> Vec<(FigureId, i32, Opening)> {
    played.find(|event| match *event {
        Event::Opens { figure, rolled, opening, .. } => Some((figure, rolled, opening)),
        _ => None,
    })
}

fn tested(played: &Played) -> Vec<(FigureId, bool)> {
    played.find(|event| match *event {
        Event::Technique { figure, passes, .. } => Some((figure, passes)),
        _ => None,
    })
}

fn fallen(played: &Played) -> Vec<FigureId> {
    played.find(|event| match *event {
        Event::Dies { figure, .. } => Some(figure),
        _ => None,
    })
}

fn ran(played: &Played) -> Vec<(FigureId, FigureId)> {
    played.find(|event| match *event {
        Event::RunsFrom { figure, by } => Some((figure, by)),
        _ => None,
    })
}

#[test]
fn wsc_5_one_die_is_read_against_both() {
    for (stack, roll, opening) in [
        (WILD, 1, Opening::Skilled),
        (WILD, 6, Opening::Skilled),
        (WILD, 7, Opening::Wild),
        (WILD, 8, Opening::Wild),
        (WILD, 9, Opening::CoversUp),
        (HALF_HEARTED, 6, Opening::Skilled),
        (HALF_HEARTED, 7, Opening::HalfHearted),
        (HALF_HEARTED, 8, Opening::HalfHearted),
        (HALF_HEARTED, 10, Opening::CoversUp),
    ] {
        let (field, a, b) = duel(stack);
        // Whatever it is, the man of B would fail; where there is no attack he is not asked.
        let script = [roll, 10];
        let rolls = if opening == Opening::CoversUp { 1 } else { 2 };
        let played = field.play(&script[..rolls]);
        assert_eq!(openings(&played), [(a, i32::from(roll), opening)]);
        let falls = if rolls == 2 { vec![b] } else { vec![] };
        assert_eq!(fallen(&played), falls, "{stack:?} {roll}");
    }
}

#[test]
fn wsc_5_a_skilled_attack_is_the_chain() {
    let (field, a, b) = duel(WILD);
    let played = field.play(&[6, 1, 2, 3, 10]);
    let tests = [(b, true), (a, true), (b, true), (a, false)];
    assert_eq!(tested(&played), tests);
    assert_eq!(fallen(&played), [a]);
}

#[test]
fn wsc_5_a_counter_to_a_wild_attack_cannot_be_answered() {
    for melee in [TechniqueMelee::Chain, TechniqueMelee::Together] {
        let (mut field, a, b) = duel(WILD);
        field.spec.rules.techniques.melee = melee;
        let played = field.play(&[7, 6]);
        assert_eq!(tested(&played), [(b, true)], "{melee:?}");
        assert_eq!(fallen(&played), [a]);
        let played = field.play(&[7, 7]);
        assert_eq!(fallen(&played), [b]);
    }
}

#[test]
fn wsc_5_a_counter_to_a_half_hearted_attack_ends_it() {
    for melee in [TechniqueMelee::Chain, TechniqueMelee::Together] {
        let (mut field, _, b) = duel(HALF_HEARTED);
        field.spec.rules.techniques.melee = melee;
        let played = field.play(&[7, 6]);
        assert_eq!(tested(&played), [(b, true)], "{melee:?}");
        assert_eq!(fallen(&played), []);
        let played = field.play(&[7, 7]);
        assert_eq!(fallen(&played), [b]);
    }
}

#[test]
fn wsc_4_under_or_at_or_under_counts_for_both() {
    let (mut field, a, _) = duel(WILD);
    field.spec.rules.techniques.test = TechniqueTest::Under;
    let played = field.play(&[6, 10]);
    assert_eq!(openings(&played), [(a, 6, Opening::Wild)]);
    let played = field.play(&[8]);
    assert_eq!(openings(&played), [(a, 8, Opening::CoversUp)]);
}

/// A man of A who covers up in the first action. In the third a friend of the man in contact with him comes at him, too.
fn charged() -> (Field, FigureId, [FigureId; 2]) {
    let mut field = field(WILD);
    field.spec.rules.system = tables::ALTERNATE;
    field.spec.rules.morale.start = 0;
    let a = field.figure(A, AVERAGE, SWORD, 20.0, 18.0);
    let b = field.figure(B, GOOD, SWORD, 22.0, 18.0);
    let second = field.figure(B, GOOD, SWORD, 27.0, 18.5);
    let unit = field.unit(B, "Friends");
    field.enlist(second, unit);
    let charge = line(&[], Act::Charge(Pick::Nearest));
    field.bot(A, vec![charge.clone()]);
    field.bot(B, vec![line(&[Condition::Engaged], Act::Stand), charge]);
    (field, a, [b, second])
}

#[test]
fn wsc_5_whoever_covers_up_and_is_charged_runs() {
    let (mut field, a, [_, second]) = charged();
    field.cap(3);
    let played = field.play(&[9]);
    assert_eq!(openings(&played), [(a, 9, Opening::CoversUp)]);
    let runs = ran(&played);
    assert_eq!(runs, [(a, second)], "from him who charges, not from the other");
    let retreats = played.find(|event| match *event {
        Event::Moves { figure, why: MoveKind::Retreat, way, .. } => Some((figure, way)),
        _ => None,
    });
    assert_eq!(retreats.len(), 1);
    assert_eq!(retreats[0].0, a);
    assert_eq!(fallen(&played), []);
    // Nobody has attacked him: the round is over when he has run.
    let rounds = played.find(|event| match *event {
        Event::MeleeRound { why } => Some(why),
        _ => None,
    });
    assert_eq!(rounds, [MeleeKind::Contact; 2]);
    let touches = played.find(|event| match *event {
        Event::Contact { figure, enemy } if figure == second => Some(enemy),
        _ => None,
    });
    assert_eq!(touches, [a]);
}

#[test]
fn wsc_5_whoever_has_attacked_stands_a_charge() {
    let (mut field, a, [_, second]) = charged();
    field.cap(3);
    // A half-hearted attack and its counter; then the second comes on, with skill, and fells him.
    field.spec.rules.troops[AVERAGE].stack = HALF_HEARTED;
    let played = field.play(&[7, 1, 1, 10]);
    assert_eq!(ran(&played), []);
    assert_eq!(openings(&played), [(a, 7, Opening::HalfHearted), (second, 1, Opening::Skilled)]);
    assert_eq!(fallen(&played), [a]);
}
