//! Breaches by what a first action comes to, by steps for a line of shot, and by who has the initiative of those who do nothing
//! (LL-03, LL-05, LL-14). A game that is played by another reading, or on other ground, is one by this.

use crate::common::planted::{Moment, Record, audit, change, changed};
use crate::common::{AVERAGE, BOW, Field, SWORD, inches, line, point};
use skirmish_engine::battle::geometry::Point;
use skirmish_engine::battle::{Cover, Edge, FigureId, Going, SightEffect};
use skirmish_engine::bot::{Act, Goal, Pick};
use skirmish_engine::event::{ActionKind, Event, Qualifies};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{SeizeRoll, SightMove, Waiting};
use skirmish_engine::side::Side::{A, B};

/// An enemy at (10, 10) who stands, and one of side B with nothing but this to do.
fn one(x: f64, y: f64, weapon: usize, act: Act) -> (Field, FigureId) {
    let mut field = Field::new();
    field.as_written = true;
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    let b = field.figure(B, AVERAGE, weapon, x, y);
    field.bot(B, vec![line(&[], act)]);
    field.cap(2);
    (field, b)
}

/// One of side B who goes to a place as soon as he has seized the initiative.
fn goes_to(x: f64, y: f64) -> (Field, FigureId) {
    let (mut field, b) = one(30.0, 10.0, SWORD, Act::Stand);
    let mark = field.place("mark", x, y, 0.5);
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(mark)))]);
    (field, b)
}

/// Has a figure end its first move at another point, as long a way off as it is.
fn ends_at(moments: &mut [Moment], who: FigureId, end: Point) {
    let at = change(
        moments,
        changed!(Event::Moves { figure, from, to, way, cost, .. } if *figure == who => {
            *to = end;
            *way = from.distance(end);
            *cost = *way;
        }),
    );
    at.expect("he moves");
    let moves = |moment: &Moment| matches!(moment.event, Event::Moves { .. });
    let first = moments.iter().position(moves).expect("he moves");
    for moment in &mut moments[first..] {
        moment.positions[who.side()][who.index()] = end;
    }
}

/// The rule that a clean game breaks on another field.
fn elsewhere(record: &Record, field: &Field) -> Option<Rule> {
    audit(&field.battle(), &record.moments).first().copied()
}

#[test]
fn ll_05_a_first_action_at_the_enemy_brings_one_nearer() {
    let (mut field, b) = goes_to(12.0, 10.0);
    for act in [None, Some(Act::Charge(Pick::Nearest))] {
        if let Some(act) = act {
            field.bot(B, vec![line(&[], act)]);
        }
        let record = Record::of_script(&field, &[20]);
        // Eight inches at 42 degrees off the straight way, and at 70.
        for (x, y, broken) in [(5.9, 5.4, None), (2.7, 7.5, Some(Rule::ll(5)))] {
            let mut moments = record.moments.clone();
            ends_at(&mut moments, b, point(30.0 - x, 10.0 + y));
            let rules = audit(&record.battle, &moments);
            assert_eq!(rules.first().copied(), broken, "{x} nearer");
        }
    }
    // What is a move towards the enemy if any is that ends nearer is none by half.
    let (mut field, _) = goes_to(20.0, 40.0);
    field.spec.rules.seize.towards = 1;
    let record = Record::of_script(&field, &[20]);
    field.spec.rules.seize.towards = 50;
    assert_eq!(elsewhere(&record, &field), Some(Rule::ll(5)));
    // Round a house it is, and where there is no house it is not.
    let (mut field, _) = goes_to(26.0, 3.0);
    field.house(24.0, 4.0, 26.0, 30.0);
    field.spec.rules.seize.towards = 90;
    let record = Record::of_script(&field, &[20]);
    field.spec.features.clear();
    assert_eq!(elsewhere(&record, &field), Some(Rule::ll(5)));
}

#[test]
fn ll_05_others_about_one_are_no_excuse() {
    let (mut field, b) = goes_to(12.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 31.1, 10.0);
    field.figure(B, AVERAGE, SWORD, 31.1, 11.1);
    let record = Record::of_script(&field, &[20]);
    assert_eq!(audit(&record.battle, &record.moments), []);
    // Three inches of eight; and eight inches, but across.
    for (x, y) in [(27.0, 10.0), (28.5, 2.2)] {
        let mut moments = record.moments.clone();
        ends_at(&mut moments, b, point(x, y));
        assert_eq!(audit(&record.battle, &moments).first(), Some(&Rule::ll(5)), "{x}, {y}");
    }
}

#[test]
fn ll_05_nobody_means_what_is_no_first_action() {
    let (field, _) = goes_to(12.0, 10.0);
    let record = Record::of_script(&field, &[4]);
    for (kind, clause) in [
        (ActionKind::Stand, Qualifies::TowardEnemy),
        (ActionKind::Shoot, Qualifies::Engages),
        (ActionKind::Fight, Qualifies::Engages),
    ] {
        let mut moments = record.moments.clone();
        let means = changed!(Event::Nominates { intention, qualifies, .. } => {
            (*intention, *qualifies) = (kind, clause);
        });
        change(&mut moments, means).expect("somebody is nominated");
        assert_eq!(audit(&record.battle, &moments).first(), Some(&Rule::ll(5)), "{kind:?}");
    }
}

#[test]
fn ll_05_who_changes_sight_does_so_to_some_purpose() {
    // Behind the edge of a house, and a few steps out of it.
    let (mut field, b) = one(30.0, 13.0, SWORD, Act::Appear);
    field.house(20.0, 11.0, 22.0, 30.0);
    let record = Record::of_script(&field, &[20]);
    for (x, y, broken) in [(28.0, 8.0, None), (32.0, 7.0, Some(Rule::ll(5)))] {
        let mut moments = record.moments.clone();
        ends_at(&mut moments, b, point(x, y));
        assert_eq!(audit(&record.battle, &moments).first().copied(), broken, "{x}, {y}");
    }
    // Where hiding does not count he hides in vain.
    let (mut field, _) = one(30.0, 8.0, SWORD, Act::Hide);
    field.spec.sides[B].exit = Some(Edge::Top);
    field.house(20.0, 11.0, 22.0, 30.0);
    let record = Record::of_script(&field, &[20]);
    field.spec.rules.options.sight_move = SightMove::IntoOnly;
    assert_eq!(elsewhere(&record, &field), Some(Rule::ll(5)));
}

#[test]
fn ll_14_one_steps_aside_for_a_line_only() {
    let mut field = Field::new();
    let a = field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 30.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(1);
    field.house(14.0, 4.0, 17.0, 10.5);
    let record = Record::of_script(&field, &[1]);
    // To where the house hides them still; backwards.
    for (x, y) in [(11.0, 10.1), (9.0, 11.5)] {
        let mut moments = record.moments.clone();
        ends_at(&mut moments, a, point(x, y));
        assert_eq!(audit(&record.battle, &moments).first(), Some(&Rule::ll(14)), "{x}, {y}");
    }
    // With no house before him he could shoot from where he stood.
    field.spec.features.clear();
    assert_eq!(elsewhere(&record, &field), Some(Rule::ll(14)));
    // What he does not see through he goes a little way into, if nothing bars it.
    let depth = SightEffect::BlockBeyond(inches(3.0));
    let smoke = |field: &mut Field, going| {
        field.spec.features.clear();
        field.feature("smoke", 12.0, 4.0, 15.5, 10.5, depth, Cover::None, going);
    };
    smoke(&mut field, Going::Free);
    let record = Record::of_script(&field, &[1]);
    let mut moments = record.moments.clone();
    ends_at(&mut moments, a, point(12.8, 12.8));
    assert_eq!(audit(&record.battle, &moments).first(), Some(&Rule::ll(14)));
    smoke(&mut field, Going::Barred);
    assert_eq!(audit(&field.battle(), &moments).first(), None);
}

#[test]
fn ll_03_who_does_nothing_hands_it_over_and_who_has_nothing_to_do_does_not_roll() {
    let (mut field, _) = one(30.0, 10.0, SWORD, Act::Charge(Pick::Nearest));
    field.spec.rules.options.seize_roll = SeizeRoll::WhoCan;
    // To roll for what is handed over; to take without a roll what is not.
    for (reading, other, rolls) in
        [(Waiting::Keeps, Waiting::HandsOver, &[4][..]), (Waiting::HandsOver, Waiting::Keeps, &[])]
    {
        field.spec.rules.options.waiting = reading;
        let record = Record::of_script(&field, rolls);
        field.spec.rules.options.waiting = other;
        assert_eq!(elsewhere(&record, &field), Some(Rule::ll(3)), "{other:?}");
    }
    // Not to take it, as if it had not been handed over.
    field.bot(B, vec![line(&[], Act::Stand)]);
    field.spec.rules.options.waiting = Waiting::Keeps;
    let record = Record::of_script(&field, &[]);
    field.spec.rules.options.waiting = Waiting::HandsOver;
    assert_eq!(elsewhere(&record, &field), Some(Rule::ll(3)));
    // A roll of those who have nothing to do, and none where all have to roll.
    let readings = [(SeizeRoll::Always, SeizeRoll::WhoCan), (SeizeRoll::WhoCan, SeizeRoll::Always)];
    field.spec.rules.options.waiting = Waiting::Keeps;
    for (reading, other) in readings {
        field.spec.rules.options.seize_roll = reading;
        let rolls: &[u8] = if reading == SeizeRoll::Always { &[4] } else { &[] };
        let record = Record::of_script(&field, rolls);
        field.spec.rules.options.seize_roll = other;
        assert_eq!(elsewhere(&record, &field), Some(Rule::ll(3)), "{other:?}");
    }
}
