//! HOST-5: places held for rounds in a row or by more than the enemy has there, and points, all counted when a round ends.

use crate::common::planted::{Moment, Record, audit, change, find};
use crate::common::tables;
use crate::common::{AVERAGE, BOW, Field, Played, SWORD, line};
use skirmish_engine::battle::{
    Contested, Edge, FigureId, Hold, PlaceId, Score, ScoreSpec, Time, WinSpec,
};
use skirmish_engine::bot::{Act, Condition, Goal, Line, Pick, Test};
use skirmish_engine::event::{Ending, Event};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::BySide;
use skirmish_engine::side::Side::{self, A, B};

const WON: Ending = Ending::Won { side: A, goal: Some(0) };

/// A man of A at the foot of a hill and one of B far off, who stands; they take turns, a turn of each is a round, and the game
/// ends after seven.
fn field() -> (Field, PlaceId) {
    let mut field = Field::under(tables::ALTERNATE);
    field.figure(A, AVERAGE, SWORD, 12.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 46.0, 30.0);
    let hill = field.place("hill", 18.0, 10.0, 2.0);
    field.spec.cap = Time::rounds(7);
    (field, hill)
}

/// In the rounds after so many, and before so many.
fn from_to(from: u32, to: u32, act: Act) -> Line {
    let test = |rounds, expected| Test { condition: Condition::RoundsAtLeast(rounds), expected };
    Line { when: vec![test(from, true), test(to, false)], act }
}

/// A's man is on the hill when the rounds from one on are over, but for one of them, when he is at its foot.
fn climbs(field: &mut Field, hill: PlaceId, from: u32, but_for: u32) {
    let foot = field.place("foot", 12.0, 10.0, 0.5);
    let to = |place| Act::Move(Goal::Place(place));
    field.bot(
        A,
        vec![
            from_to(but_for - 1, but_for, to(foot)),
            line(&[Condition::RoundsAtLeast(from - 1)], to(hill)),
            line(&[], Act::Stand),
        ],
    );
}

/// What each round is worth to a side, and what that makes in all.
fn counted(played: &Played, side: Side) -> Vec<(u32, i32, i32)> {
    played.find(|event| match *event {
        Event::Scores { round, points, total, .. } => Some((round, points[side], total[side])),
        _ => None,
    })
}

/// How a game ends, and how many rounds it has lasted; it counts something in each.
fn ends(played: &Played) -> (Ending, usize) {
    (played.outcome.ending, counted(played, A).len())
}

#[test]
fn host_5_a_place_is_held_for_rounds_in_a_row() {
    let held = |rounds, from, but_for| {
        let (mut field, hill) = field();
        field.wins(A, WinSpec::HoldsFor { hold: Hold::of(hill, 1), rounds });
        climbs(&mut field, hill, from, but_for);
        ends(&field.play(&[]))
    };
    // At the end of rounds 2, 3 and 4.
    assert_eq!(held(3, 2, 9), (WON, 4));
    assert_eq!(held(1, 3, 9), (WON, 3));
    // At the end of rounds 1 and 2, and then of 4, 5 and 6: whoever leaves begins anew.
    assert_eq!(held(3, 1, 3), (WON, 6));
    assert_eq!(held(4, 1, 3), (WON, 7));
    assert_eq!(held(4, 1, 4).0, Ending::Cap);
}

#[test]
fn host_5_who_stands_at_a_place_holds_it_with_so_many_only() {
    let (mut field, hill) = field();
    field.figure(A, AVERAGE, SWORD, 18.0, 10.0);
    field.wins(A, WinSpec::HoldsFor { hold: Hold::of(hill, 2), rounds: 2 });
    assert_eq!(ends(&field.play(&[])), (Ending::Cap, 7));
    // A third of them comes up in round 2.
    field.figure(A, AVERAGE, SWORD, 18.0, 11.5);
    assert_eq!(ends(&field.play(&[])), (WON, 2));
}

/// So many of A and of B on the hill.
fn on_the_hill(own: usize, his: usize) -> (Field, PlaceId) {
    let (mut field, hill) = field();
    for (side, count, y) in [(A, own, 9.0), (B, his, 11.5)] {
        for k in 0..count {
            field.figure(side, AVERAGE, SWORD, 17.0 + 1.2 * k as f64, y);
        }
    }
    (field, hill)
}

#[test]
fn host_5_a_place_with_both_sides_on_it_is_contested() {
    use Contested::{Each, More, Nobody};
    for (contested, own, his, figures, is_held) in [
        (Nobody, 2, 0, 1, true),
        (Nobody, 2, 1, 1, false),
        (More, 2, 1, 1, true),
        (More, 2, 1, 2, true),
        (More, 2, 0, 3, false),
        (More, 1, 1, 1, false),
        (Each, 1, 2, 1, true),
        (Each, 1, 2, 2, false),
    ] {
        let (mut field, hill) = on_the_hill(own, his);
        let hold = Hold { place: hill, figures, contested };
        field.wins(A, WinSpec::HoldsFor { hold, rounds: 2 });
        field.spec.sides[A].scores = vec![ScoreSpec { what: Score::Holds(hold), points: 3 }];
        let played = field.play(&[]);
        let expected = if is_held { (WON, 2) } else { (Ending::Cap, 7) };
        assert_eq!(ends(&played), expected, "{own} against {his}: {hold:?}");
        assert_eq!(counted(&played, A)[0].1, 3 * i32::from(is_held));
        // The bots' word means the same.
        let far = field.place("far", 40.0, 10.0, 1.0);
        field.spec.sides[A].objective = Some(hill);
        let goes = line(&[Condition::HoldsObjective], Act::Move(Goal::Place(far)));
        field.bot(A, vec![goes, line(&[], Act::Stand)]);
        assert_eq!(field.play(&[]).actions().is_empty(), !is_held, "{own} against {his}: {hold:?}");
    }
}

#[test]
fn host_5_a_place_is_judged_when_both_have_had_their_turns() {
    let (mut field, hill) = field();
    field.wins(A, WinSpec::Holds(Hold::of(hill, 1)));
    climbs(&mut field, hill, 1, 9);
    let far = field.place("far", 30.0, 30.0, 1.0);
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(far)))]);
    let won = field.play(&[]);
    assert_eq!((won.outcome.ending, won.actors()), (WON, vec![(A, 1), (B, 1)]));
    // One of the enemy's who comes up in his own turn contests it.
    let side = field.place("side of the hill", 18.0, 11.8, 0.1);
    field.figure(B, AVERAGE, SWORD, 24.0, 12.0);
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(side)))]);
    field.spec.cap = Time::rounds(2);
    let contested = field.play(&[]);
    assert_ne!(contested.outcome.ending, WON);
    // And so the referee has it.
    let record = Record::of(&field, 1);
    assert_eq!(audit(&record.battle, &record.moments), []);
    let mut early = record.moments.clone();
    let at = find(&early, |event| matches!(event, Event::TurnBegins { side: B, .. }));
    let at = at.expect("B has a turn");
    let ends = Moment { event: Event::Ends { ending: WON, streak: 0 }, ..early[at].clone() };
    early.truncate(at);
    early.push(ends);
    assert!(audit(&record.battle, &early).contains(&Rule::host(5)));
    let mut uncounted = record.moments.clone();
    uncounted.retain(|moment| !matches!(moment.event, Event::Scores { .. }));
    assert!(audit(&record.battle, &uncounted).contains(&Rule::host(5)));
}

/// Whoever moves second holds a place as late as who moves first: when the enemy has had a turn.
#[test]
fn host_5_a_place_is_held_through_a_turn_of_the_enemy() {
    let (mut field, hill) = field();
    field.figure(B, AVERAGE, SWORD, 24.0, 10.0);
    field.bot(A, vec![line(&[], Act::Stand)]);
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(hill)))]);
    for side in Side::BOTH {
        field.spec.sides[side].scores =
            vec![ScoreSpec { what: Score::Holds(Hold::of(hill, 1)), points: 3 }];
    }
    field.spec.cap = Time::rounds(3);
    let of = |played: &Played, side| {
        counted(played, side).iter().map(|(_, points, _)| *points).collect::<Vec<_>>()
    };
    // B takes it in his turn of the first round, and A has had none since.
    assert_eq!(of(&field.play(&[]), B), [0, 3, 3]);
    climbs(&mut field, hill, 1, 9);
    field.bot(B, vec![line(&[], Act::Stand)]);
    assert_eq!(of(&field.play(&[]), A), [3, 3, 3]);
    let record = Record::of(&field, 1);
    assert_eq!(audit(&record.battle, &record.moments), []);
}

#[test]
fn host_5_more_than_the_enemy_has_are_needed_when_the_time_is_over() {
    let most = |own: usize, his: usize| {
        let (mut field, hill) = on_the_hill(own, his);
        field.wins(A, WinSpec::Most { place: hill, after: Time::rounds(3) });
        // Whatever counts rounds.
        field.spec.sides[B].scores = vec![ScoreSpec { what: Score::Escapes, points: 1 }];
        ends(&field.play(&[]))
    };
    assert_eq!(most(2, 1), (WON, 3));
    assert_eq!(most(1, 0), (WON, 3));
    assert_eq!(most(1, 1), (Ending::Cap, 7));
    assert_eq!(most(0, 0), (Ending::Cap, 7));
}

#[test]
fn host_5_a_place_is_worth_points_at_the_end_of_each_round_that_it_is_held() {
    let (mut field, hill) = field();
    field.spec.sides[A].scores =
        vec![ScoreSpec { what: Score::Holds(Hold::of(hill, 1)), points: 3 }];
    field.wins(A, WinSpec::Points { least: 9 });
    climbs(&mut field, hill, 2, 4);
    let played = field.play(&[]);
    let expected = [(1, 0, 0), (2, 3, 3), (3, 3, 6), (4, 0, 6), (5, 3, 9)];
    assert_eq!(counted(&played, A), expected);
    assert_eq!(counted(&played, B), expected.map(|(round, ..)| (round, 0, 0)));
    assert_eq!(played.outcome.ending, WON);
}

#[test]
fn host_5_so_many_points_ahead_are_enough() {
    let ahead = |by, after| {
        let (mut field, hill) = field();
        let foe = field.place("foe", 46.0, 30.0, 1.0);
        let held = |place, points| ScoreSpec { what: Score::Holds(Hold::of(place, 1)), points };
        field.spec.sides[A].scores = vec![held(hill, 3)];
        field.spec.sides[B].scores = vec![held(foe, 1)];
        field.wins(A, WinSpec::Ahead { by, after: Time::rounds(after) });
        climbs(&mut field, hill, 1, 9);
        ends(&field.play(&[]))
    };
    // Two more each round.
    assert_eq!(ahead(4, 1), (WON, 2));
    assert_eq!(ahead(5, 1), (WON, 3));
    assert_eq!(ahead(4, 5), (WON, 5));
}

/// What an archer of A and his friend, who leaves by the edge behind him, score in three rounds, and what the enemy does whom
/// the archer kills in the second; each side scores for what is given.
fn scored(what: Score) -> [Vec<i32>; 2] {
    let (mut field, _) = field();
    field.spec.sides[A].figures[0].at = crate::common::point(12.0, 2.0);
    let archer = field.figure(A, AVERAGE, BOW, 40.0, 30.0);
    field.figure(B, AVERAGE, SWORD, 2.0, 34.0);
    let unit = field.unit(A, "archer");
    field.enlist(archer, unit);
    field.spec.sides[A].exit = Some(Edge::Bottom);
    let gate = field.place("gate", 12.0, 2.0, 1.0);
    for side in Side::BOTH {
        field.spec.sides[side].scores = vec![ScoreSpec { what, points: 5 }];
    }
    field.bot(
        A,
        vec![
            line(&[Condition::Within(crate::common::inches(1.0), gate)], Act::Escape),
            line(&[Condition::RoundsAtLeast(1)], Act::Shoot(Pick::Nearest)),
        ],
    );
    field.spec.cap = Time::rounds(3);
    let played = field.play(&[10, 10]);
    assert_eq!(played.dead(), [FigureId::new(B, 0)]);
    Side::BOTH.map(|side| counted(&played, side).iter().map(|(.., total)| *total).collect())
}

#[test]
fn host_5_those_who_get_away_and_the_enemy_s_losses_are_worth_points_once() {
    assert_eq!(scored(Score::Escapes), [vec![5, 5, 5], vec![0; 3]]);
    assert_eq!(scored(Score::Losses), [vec![0, 5, 5], vec![0; 3]]);
}

#[test]
fn host_5_the_referee_counts_points_of_his_own() {
    let (mut field, hill) = field();
    field.spec.sides[A].scores =
        vec![ScoreSpec { what: Score::Holds(Hold::of(hill, 1)), points: 3 }];
    climbs(&mut field, hill, 2, 9);
    let record = Record::of(&field, 1);
    let found = |twist: fn(&mut BySide<i32>, &mut BySide<i32>)| {
        let mut moments = record.moments.clone();
        let changed = change(&mut moments, |event| match event {
            Event::Scores { round: 3, points, total, .. } => {
                twist(points, total);
                true
            }
            _ => false,
        });
        changed.expect("the third round is counted");
        audit(&record.battle, &moments)
    };
    assert_eq!(found(|points, _| points[A] += 1), [Rule::host(5)]);
    assert_eq!(found(|_, total| total[A] += 3), [Rule::host(5)]);
    assert_eq!(found(|_, _| ()), []);
}
