//! LLC-3: the turn of Lloyd's fast-play system, in which the initiative is rolled for and not seized.

use crate::common::planted::{self, Record, is};
use crate::common::tables;
use crate::common::{
    AVERAGE, BOW, Field, JAVELIN, Played, SPEAR, SWORD, inches, line, petite, point, set,
};
use skirmish_engine::battle::{FigureId, Task};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::event::{ActionKind, Event, MeleeKind, MoveKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::side::Side;
use skirmish_engine::side::Side::{A, B};

/// One man a side, far apart; everyone stands unless a test says otherwise.
fn field() -> (Field, FigureId, FigureId) {
    let mut field = Field::under(tables::LLOYD_D10);
    let a = field.figure(A, AVERAGE, SWORD, 6.0, 18.0);
    let b = field.figure(B, AVERAGE, SWORD, 42.0, 18.0);
    (field, a, b)
}

fn turn_rolls(played: &Played) -> Vec<Side> {
    played.find(|event| match *event {
        Event::TurnRoll { first, .. } => Some(first),
        _ => None,
    })
}

fn kinds(played: &Played) -> Vec<(Side, ActionKind)> {
    played.actions().iter().map(|a| (a.side, a.kind)).collect()
}

#[test]
fn llc_3_the_higher_d10_goes_first_each_turn() {
    let (mut field, ..) = field();
    // The cap counts turns of a side where nobody acts.
    let played = field.cap(6).play(&[4, 9, 10, 2, 5, 6]);
    assert_eq!(turn_rolls(&played), [B, A, B]);
    assert_eq!(played.turns(), [B, A, A, B, B, A]);
}

#[test]
fn llc_3_a_tie_loses_who_moved_last() {
    let (mut field, ..) = field();
    // B moved last in the first turn: A goes first on a tie, and again, since B has moved last again.
    let played = field.cap(6).play(&[9, 4, 7, 7, 3, 3]);
    assert_eq!(turn_rolls(&played), [A, A, A]);
    let played = field.cap(4).play(&[4, 9, 7, 7]);
    assert_eq!(turn_rolls(&played), [B, B]);
    // In the first turn nobody has moved: who begins by the scenario goes first.
    field.spec.starts = Some(B);
    assert_eq!(turn_rolls(&field.cap(2).play(&[7, 7])), [B]);
}

#[test]
fn llc_3_a_player_moves_then_shoots_then_fights() {
    // One unit moves, one shoots, one runs into contact; the round is at the end of the turn.
    let (mut field, a, _) = field();
    let unit = field.unit(A, "archers");
    let bow = field.figure(A, AVERAGE, BOW, 24.0, 18.0);
    field.enlist(bow, unit);
    let unit = field.unit(A, "swordsmen");
    let sword = field.figure(A, AVERAGE, SWORD, 40.0, 14.0);
    field.enlist(sword, unit);
    let camp = field.place("camp", 24.0, 18.0, 1.0);
    let hill = field.place("hill", 6.0, 30.0, 1.0);
    field.bot(
        A,
        vec![
            line(&[Condition::EnemyWithinCharge], Act::Charge(Pick::Nearest)),
            // The archers stand while others move, and shoot afterwards.
            line(&[Condition::Within(inches(1.0), camp)], Act::Stand),
            line(&[], Act::Move(Goal::Place(hill))),
            line(&[], Act::Shoot(Pick::Nearest)),
        ],
    );
    let played = field.cap(3).play(&[9, 1, 1]);
    assert_eq!(
        kinds(&played),
        [(A, ActionKind::Charge), (A, ActionKind::Move), (A, ActionKind::Shoot)]
    );
    assert_eq!(played.actors()[1].1, 1 << a.index());
    // With the turn played on, the round follows the shots; then it is the other's turn, and its round.
    let played = field.cap(4).play(&[9, 1, 1, 5, 5, 5, 5, 9, 1]);
    let order = played.find(|event| match *event {
        Event::TurnBegins { side, .. } => Some(if side == A { "A" } else { "B" }),
        Event::Contact { .. } => Some("contact"),
        Event::Shoots { .. } => Some("shot"),
        Event::MeleeRound { why } => {
            assert_eq!(why, MeleeKind::Turn);
            Some("round")
        }
        _ => None,
    });
    assert_eq!(order, ["A", "contact", "shot", "round", "B", "round", "A"]);
}

#[test]
fn llc_3_or_shoots_and_then_moves() {
    let (mut field, a, _) = field();
    field.spec.sides[A].figures[a.index()].weapon = BOW;
    field.spec.sides[A].figures[a.index()].at = point(24.0, 18.0);
    let hill = field.place("hill", 24.0, 34.0, 1.0);
    field.bot(
        A,
        vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[], Act::Move(Goal::Place(hill)))],
    );
    let played = field.cap(2).play(&[9, 1, 1]);
    assert_eq!(kinds(&played), [(A, ActionKind::Shoot), (A, ActionKind::Move)]);
    // Who has shot does not shoot again in the same turn: the next action is the enemy's turn's.
    let played = field.cap(3).play(&[9, 1, 1, 9, 1, 1]);
    assert_eq!(played.turns(), [A, B, A]);
}

#[test]
fn llc_3_those_who_moved_shoot_afterwards_from_where_they_stand() {
    // Out of range by a little after his move: no steps more to shoot, and no shot.
    let (mut field, a, b) = field();
    field.spec.sides[A].figures[a.index()].weapon = BOW;
    let hill = field.place("hill", 14.0, 18.0, 1.0);
    field.bot(
        A,
        vec![line(&[], Act::Move(Goal::Place(hill))), line(&[], Act::Shoot(Pick::Nearest))],
    );
    assert_eq!(field.cap(2).play(&[9, 1]).shots(), []);
    field.spec.sides[B].figures[b.index()].at = point(37.0, 18.0);
    let played = field.cap(2).play(&[9, 1, 1]);
    assert_eq!(kinds(&played), [(A, ActionKind::Move), (A, ActionKind::Shoot)]);
}

#[test]
fn llc_3_only_javelins_shoot_and_go_on_into_melee() {
    for (weapon, then) in [
        (JAVELIN, vec![(A, ActionKind::Shoot), (A, ActionKind::Charge)]),
        (BOW, vec![(A, ActionKind::Shoot)]),
    ] {
        let (mut field, a, _) = field();
        field.spec.sides[A].figures[a.index()].weapon = weapon;
        field.spec.sides[A].figures[a.index()].at = point(36.0, 18.0);
        field.bot(
            A,
            vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[], Act::Charge(Pick::Nearest))],
        );
        // The shot misses.
        let played = field.cap(2).play(&[9, 1, 1]);
        assert_eq!(kinds(&played), then);
    }
}

#[test]
fn llc_3_who_has_shot_without_a_javelin_does_not_move_into_contact_either() {
    for (weapon, meets) in [(JAVELIN, 1), (BOW, 0)] {
        let (mut field, a, b) = field();
        field.spec.sides[A].figures[a.index()].weapon = weapon;
        field.spec.sides[A].figures[a.index()].at = point(36.0, 18.0);
        let hill = field.place("hill", 46.0, 18.0, 1.0);
        field.bot(
            A,
            vec![line(&[], Act::Shoot(Pick::Nearest)), line(&[], Act::Move(Goal::Place(hill)))],
        );
        // The shot misses. B is in the way to the hill.
        let played = field.cap(2).play(&[9, 1, 1]);
        assert_eq!(kinds(&played), [(A, ActionKind::Shoot), (A, ActionKind::Move)]);
        let contacts = played.count(|event| matches!(event, Event::Contact { .. }));
        assert_eq!(contacts, meets);
        assert!(played.at(a).distance(played.at(b)) < inches(1.6));
        if weapon == BOW {
            let records: Vec<Record> = (0..20).map(|seed| Record::of(&field, seed)).collect();
            let named = planted::plant(&records, |_, moments| {
                let contact = Event::Contact { figure: a, enemy: b };
                let moved = is! { Event::Moves { why: MoveKind::Action, .. } };
                planted::insert(moments, |event| moved(event).then_some(contact))
            });
            assert_eq!(named, Rule::llc(3));
        }
    }
}

#[test]
fn llc_3_an_order_to_kill_is_no_round_before_the_end_of_the_turn() {
    let (mut field, a, b) = field();
    field.spec.sides[A].figures[a.index()].at = point(41.0, 18.0);
    let mate = field.figure(A, AVERAGE, SWORD, 38.0, 18.0);
    field.card(&[a, mate], Task::Kill(b), &[]);
    field.bot(A, vec![line(&[], Act::CarryOutOrder)]);
    petite::ends_after(&mut field, 1);
    let played = field.play(&[9, 1, 5, 5]);
    // Whoever is in contact is left to it; the other on the card closes in.
    assert_eq!(kinds(&played), [(A, ActionKind::Charge)]);
    assert_eq!(played.actions()[0].figures, set(&[mate]));
    let rounds: Vec<_> = played.rounds().iter().map(|round| round.why).collect();
    assert_eq!(rounds, [MeleeKind::Turn]);
}

#[test]
fn llc_4_in_the_round_of_the_turn_in_which_they_meet_the_longer_weapon_has_the_good_of_it() {
    let (mut field, a, _) = field();
    field.spec.sides[A].figures[a.index()].at = point(39.0, 18.0);
    field.spec.sides[A].figures[a.index()].weapon = SPEAR;
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest)), line(&[], Act::Stand)]);
    // A goes first and meets B; the dice come out even. In B's turn, and in the next, they are at it already.
    let played = field.cap(4).play(&[9, 1, 4, 5, 5, 5, 9, 1, 5, 5, 5, 5]);
    let bonuses = played.find(|event| match event {
        Event::Fights { parts, .. } => Some([parts[0].sum(), parts[1].sum()]),
        _ => None,
    });
    assert_eq!(bonuses, [[1, 0], [0, 0], [0, 0], [0, 0]]);
}
