//! Close combat as a chain of technique tests, rule by rule (WSC-4, WSC-6).

use crate::common::planted::{self, Record, change};
use crate::common::{AVERAGE, BOW, Field, GOOD, HEROIC, SWORD, line, point};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition, Pick, React};
use skirmish_engine::event::{Event, MeleeKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Advantage, Fighting, System, TechniqueMelee, TechniqueTest};
use skirmish_engine::side::Side::{A, B};

/// A test: who, the highest roll that passes, the roll, whether it passes.
type Test = (FigureId, i32, i32, bool);

fn field() -> Field {
    let mut field = Field::new();
    field.spec.rules.fighting = Fighting::Techniques;
    field.spec.rules.seize.everyone_fights_up_to = 0;
    field
}

/// One of A two inches from one of B, under orders to charge him.
fn duel() -> (Field, FigureId, FigureId) {
    let mut field = field();
    let a = field.figure(A, AVERAGE, SWORD, 20.0, 18.0);
    let b = field.figure(B, AVERAGE, SWORD, 22.0, 18.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.cap(1);
    (field, a, b)
}

fn tests(played: &crate::common::Played) -> Vec<Test> {
    played.find(|event| match *event {
        Event::Technique { figure, needed, rolled, passes, .. } => {
            Some((figure, needed, rolled, passes))
        }
        _ => None,
    })
}

fn fallen(played: &crate::common::Played) -> Vec<FigureId> {
    played.find(|event| match *event {
        Event::Dies { figure, .. } => Some(figure),
        _ => None,
    })
}

#[test]
fn wsc_6_the_opening_lands_and_the_first_to_fail_falls() {
    let (field, _, b) = duel();
    let played = field.play(&[7]);
    assert_eq!(tests(&played), [(b, 6, 7, false)], "the opener has no roll");
    assert_eq!(fallen(&played), [b]);
}

#[test]
fn wsc_6_a_counter_must_be_answered_in_the_same_way() {
    let (field, a, b) = duel();
    let played = field.play(&[6, 1, 3, 10]);
    let expected = [(b, 6, 6, true), (a, 6, 1, true), (b, 6, 3, true), (a, 6, 10, false)];
    assert_eq!(tests(&played), expected);
    assert_eq!(fallen(&played), [a]);
}

#[test]
fn wsc_4_at_or_under_or_under() {
    for (test, needed, falls) in
        [(TechniqueTest::AtOrUnder, 6, false), (TechniqueTest::Under, 5, true)]
    {
        let (mut field, _, b) = duel();
        field.spec.rules.techniques.test = test;
        field.spec.rules.techniques.most_tests = 1;
        let played = field.play(&[6]);
        assert_eq!(tests(&played)[0], (b, needed, 6, !falls), "{test:?}");
        assert_eq!(!fallen(&played).is_empty(), falls);
    }
}

#[test]
fn wsc_4_each_is_tested_on_his_own_attribute() {
    let (mut field, a, b) = duel();
    field.spec.rules.troops[GOOD].technique = 8;
    field.spec.sides[B].figures[b.index()].troops = GOOD;
    let played = field.play(&[8, 7]);
    assert_eq!(tests(&played), [(b, 8, 8, true), (a, 6, 7, false)]);
}

#[test]
fn wsc_6_together_both_are_tested_at_once_and_both_may_fall() {
    let (mut field, a, b) = duel();
    field.spec.rules.techniques.melee = TechniqueMelee::Together;
    let played = field.play(&[6, 6, 7, 7]);
    let expected = [(b, 6, 6, true), (a, 6, 6, true), (b, 6, 7, false), (a, 6, 7, false)];
    assert_eq!(tests(&played), expected);
    assert_eq!(fallen(&played), [b, a]);
    let played = field.play(&[1, 9]);
    assert_eq!(fallen(&played), [a], "he who opened, alone");
}

#[test]
fn wsc_6_a_chain_ends_after_so_many_tests() {
    let (mut field, ..) = duel();
    field.spec.rules.techniques.most_tests = 3;
    let played = field.play(&[1, 1, 1]);
    assert_eq!(tests(&played).len(), 3);
    assert_eq!(fallen(&played), []);
}

/// A turn in which one of A only prepares, with one of B in contact who fights him.
fn ready_for_a_fight() -> (Field, FigureId) {
    let mut field = Field::under(System::WarSpike);
    field.spec.rules.fighting = Fighting::Techniques;
    field.spec.rules.warspike.turns = 1;
    field.spec.rules.warspike.advantage = Advantage::Keep;
    let a = field.figure(A, AVERAGE, SWORD, 20.0, 18.0);
    field.figure(B, AVERAGE, SWORD, 21.0, 18.0);
    field.bot(A, vec![line(&[], Act::Prepare)]);
    field.reacts(B, &[React::Engage]);
    (field, a)
}

#[test]
fn wsc_6_who_only_prepares_is_attacked_and_opens_nothing() {
    let (mut field, a) = ready_for_a_fight();
    let played = field.play(&[10]);
    assert_eq!(tests(&played), [(a, 6, 10, false)], "the one who fights has the opening");
    // So does one who comes at him.
    field.spec.sides[B].figures[0].at = point(24.0, 18.0);
    assert_eq!(tests(&field.play(&[10]))[0].0, a);
    // Who chooses to fight opens.
    field.spec.sides[B].figures[0].at = point(21.0, 18.0);
    field.bot(A, vec![line(&[], Act::Fight)]);
    assert_ne!(tests(&field.play(&[10]))[0].0, a);
}

#[test]
fn wsc_6_the_referee_knows_who_opens() {
    let (mut field, _) = ready_for_a_fight();
    field.spec.rules.techniques.most_tests = 1;
    let records: Vec<Record> = (0..12).map(|seed| Record::of(&field, seed)).collect();
    let rule = planted::plant(&records, |_, moments| {
        change(moments, |event| match event {
            Event::Technique { figure, against, passes: true, .. } => {
                std::mem::swap(figure, against);
                true
            }
            _ => false,
        })
    });
    assert_eq!(rule, Rule::wsc(6));
}

#[test]
fn wsc_6_a_second_figure_opens_a_chain_of_its_own() {
    let (mut field, a, b) = duel();
    let second = field.figure(A, AVERAGE, SWORD, 20.0, 19.0);
    // The first chain fells the first of A, the second the man of B.
    let played = field.play(&[1, 7, 1, 1, 7]);
    let who: Vec<_> = tests(&played).iter().map(|test| test.0).collect();
    assert_eq!(who, [b, a, b, second, b]);
    assert_eq!(fallen(&played), [a, b]);
    let rounds = played.find(|event| match *event {
        Event::MeleeRound { why } => Some(why),
        _ => None,
    });
    assert_eq!(rounds, [MeleeKind::Contact]);
}

#[test]
fn host_2_shots_are_those_of_the_host_rules() {
    let mut field = field();
    field.figure(A, AVERAGE, BOW, 10.0, 18.0);
    let b = field.figure(B, AVERAGE, SWORD, 16.0, 18.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    // A hit at short range, and an effect that kills.
    let played = field.play(&[5, 7]);
    assert_eq!(fallen(&played), [b]);
}

#[test]
fn ll_16_a_chain_of_two_leaders_is_a_duel() {
    let (mut field, a, b) = duel();
    field.leader(a, HEROIC);
    field.leader(b, HEROIC);
    field.figure(B, AVERAGE, SWORD, 40.0, 30.0);
    let played = field.play(&[10]);
    let duels = played.find(|event| match *event {
        Event::Duel { winner, loser } => Some((winner, loser)),
        _ => None,
    });
    assert_eq!(duels, [(a, b)]);
}

#[test]
fn ad_04_a_blow_by_itself_is_an_opening_alone() {
    let mut field = field();
    field.spec.rules.system = System::Adnd;
    let a = field.figure(A, AVERAGE, SWORD, 20.0, 18.0);
    let b = field.figure(B, AVERAGE, SWORD, 21.0, 18.0);
    for side in [A, B] {
        field.bot(side, vec![line(&[Condition::Engaged], Act::Fight)]);
    }
    field.cap(2);
    // The dice of both sides, and each is struck at once; nobody strikes back out of his turn.
    let played = field.play(&[6, 1, 6, 6]);
    assert_eq!(tests(&played), [(b, 6, 6, true), (a, 6, 6, true)]);
    let played = field.play(&[6, 1, 7]);
    assert_eq!(fallen(&played), [b]);
}
