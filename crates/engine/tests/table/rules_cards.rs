//! LL-08: order cards.

use crate::common::{AVERAGE, BOW, Field, GOOD, HEROIC, POOR, SWORD, inches, line, point, set};
use skirmish_engine::battle::{Battle, FigureId, PlaceId, Task, UnitId};
use skirmish_engine::bot::{Act, Condition, Goal, Nominate, Pick};
use skirmish_engine::event::{ActionKind, Event, MeleeKind, MoveKind, Qualifies};
use skirmish_engine::side::Side::{A, B};

/// A foe far off, three of side B in one body, and a door behind them all; the bot carries out orders or else charges.
fn with_door() -> (Field, [FigureId; 3], PlaceId) {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 5.0, 30.0);
    let men = [40.0, 42.0, 44.0].map(|x| field.figure(B, AVERAGE, SWORD, x, 10.0));
    let door = field.place("door", 20.0, 10.0, 1.0);
    field.bot(B, vec![line(&[], Act::CarryOutOrder), line(&[], Act::Charge(Pick::Nearest))]);
    (field, men, door)
}

fn closed(played: &crate::common::Played) -> Vec<(u8, bool)> {
    played.find(|event| match *event {
        Event::CardCloses { card, done, .. } => Some((card, done)),
        _ => None,
    })
}

#[test]
fn ll_08_a_card_adds_four_for_a_figure_named_on_it() {
    let (mut field, men, door) = with_door();
    let without = field.cap(2).play(&[4]);
    assert_eq!(without.needed(), [19]);
    let card = field.card(&[men[1]], Task::Occupy(door), &[]);
    let played = field.play(&[4]);
    let nomination = played.nominations()[0];
    assert_eq!((nomination.figure, nomination.card), (men[1], Some(card)));
    assert_eq!(nomination.qualifies, Qualifies::Order);
    assert_eq!((nomination.factors, nomination.needed), (4, 15));
}

#[test]
fn ll_08_then_the_named_act_and_no_others() {
    let (mut field, men, door) = with_door();
    field.card(&men[..2], Task::Occupy(door), &[]);
    let played = field.cap(3).play(&[15, 4]);
    let first = played.actions()[1];
    assert_eq!((first.side, first.kind, first.place), (B, ActionKind::Move, Some(door)));
    assert_eq!(first.first, Some(Qualifies::Order));
    assert_eq!(first.card, Some(0));
    assert_eq!(first.figures, set(&men[..2]));
    let moved: Vec<_> = played.moves(MoveKind::Action).iter().map(|m| m.0).collect();
    assert!(moved[..2].iter().all(|figure| men[..2].contains(figure)));
    // The third may join in later.
    field.spec.rules.movement.foot = inches(1.0);
    field.bot(
        B,
        vec![
            line(&[Condition::ActionsAtLeast(2)], Act::Charge(Pick::Nearest)),
            line(&[], Act::CarryOutOrder),
        ],
    );
    let played = field.cap(3).play(&[15, 4]);
    assert_eq!(played.actions()[2].side, B);
    assert_eq!(played.actions()[2].figures, set(&men));
}

#[test]
fn ll_08_the_bonus_is_for_carrying_out_the_order_only() {
    // A named man who means to do something else gets nothing.
    let (mut field, men, door) = with_door();
    field.card(&men, Task::Occupy(door), &[]);
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest))]);
    let played = field.cap(2).play(&[4]);
    assert_eq!(played.nominations()[0].card, None);
    assert_eq!(played.needed(), [19]);
}

#[test]
fn ll_08_a_card_whose_bonus_is_forgone_restricts_nobody() {
    // All three make for the door, which is on the card of one of them.
    let (mut field, men, door) = with_door();
    field.card(&men[..1], Task::Occupy(door), &[]);
    field.bot(B, vec![line(&[], Act::Move(Goal::Place(door)))]);
    let played = field.cap(2).play(&[19]);
    assert_eq!(played.seizes(), [(19, 19, true)]);
    let first = played.actions()[1];
    assert_eq!((first.place, first.card), (Some(door), None));
    assert_eq!(first.figures, set(&men));
    assert_eq!(first.first, Some(Qualifies::TowardEnemy));
}

#[test]
fn ll_08_who_is_not_named_gets_nothing() {
    let (mut field, men, door) = with_door();
    field.card(&[men[0]], Task::Occupy(door), &[]);
    field.leader(men[2], HEROIC);
    field.spec.sides[B].bot.nominate = Nominate::LeaderFirst;
    let nomination = field.cap(2).play(&[4]).nominations()[0];
    assert_eq!((nomination.figure, nomination.card), (men[2], None));
    assert_eq!((nomination.factors, nomination.needed), (0, 16));
}

#[test]
fn ll_08_the_named_act_as_one_body() {
    // The third named is out of the nominee's body: he waits.
    let (mut field, men, door) = with_door();
    let away = field.figure(B, AVERAGE, SWORD, 40.0, 20.0);
    field.card(&[men[0], men[1], away], Task::Occupy(door), &[]);
    let played = field.cap(2).play(&[15]);
    let (nominee, first) = (played.nominations()[0].figure, played.actions()[1]);
    let body = if nominee == away { set(&[away]) } else { set(&men[..2]) };
    assert_eq!(first.figures, body);
}

#[test]
fn ll_08_a_card_may_be_conditional() {
    let (mut field, men, door) = with_door();
    field.event("gate", A, &[Condition::ActionsAtLeast(2)]);
    let gate = skirmish_engine::battle::EventId(0);
    field.card(&[men[0]], Task::Occupy(door), &[Condition::Happened(gate)]);
    let played = field.cap(4).play(&[4, 4, 4]);
    let cards: Vec<_> = played.nominations().iter().map(|n| n.card).collect();
    assert_eq!(cards, [None, Some(0), Some(0)]);
    assert_eq!(played.needed(), [19, 15, 15]);
    let happens = played.place_of(|e| matches!(e, Event::Happens { event } if *event == gate));
    let second = played.place_of(|e| matches!(e, Event::Acts { number: 2, .. }));
    let third = played.place_of(|e| matches!(e, Event::Acts { number: 3, .. }));
    assert!(second < happens && happens < third);
}

#[test]
fn ll_08_a_place_reached_before_the_condition_holds_is_no_order_carried_out() {
    let (mut field, men, _) = with_door();
    let here = field.place("here", 40.0, 10.0, 1.0);
    field.card(&[men[0]], Task::Occupy(here), &[Condition::ActionsAtLeast(3)]);
    let played = field.cap(2).play(&[4]);
    assert_eq!(closed(&played), []);
    let played = field.cap(3).play(&[4, 4]);
    assert_eq!(closed(&played), [(0, true)]);
}

#[test]
fn ll_08_the_same_order_may_stand_on_several_cards() {
    // Three men far apart, each with a card of his own for the same door: each acts alone.
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 5.0, 34.0);
    let men = [(40.0, 4.0), (40.0, 14.0), (40.0, 24.0)]
        .map(|(x, y)| field.figure(B, AVERAGE, SWORD, x, y));
    let door = field.place("door", 20.0, 14.0, 1.0);
    for man in men {
        field.card(&[man], Task::Occupy(door), &[]);
    }
    field.bot(B, vec![line(&[], Act::CarryOutOrder)]);
    for (k, man) in men.into_iter().enumerate() {
        // The others are too poor to be nominated before him.
        for other in men {
            field.spec.sides[B].figures[other.index()].troops =
                if other == man { GOOD } else { POOR };
        }
        let played = field.cap(2).play(&[14]);
        assert_eq!(played.seizes(), [(14, 14, true)]);
        assert_eq!(played.nominations()[0].card, Some(k as u8));
        assert_eq!(played.actions()[1].figures, set(&[man]));
        assert_eq!(played.actions()[1].card, Some(k as u8));
    }
}

#[test]
fn ll_08_even_beside_one_another_each_has_the_good_of_his_own_card() {
    // The three stand in one body; the best of them is on the last card.
    let (mut field, men, door) = with_door();
    for man in men {
        field.card(&[man], Task::Occupy(door), &[]);
    }
    field.spec.sides[B].figures[men[2].index()].troops = GOOD;
    field.leader(men[2], HEROIC);
    let played = field.cap(2).play(&[11]);
    let nomination = played.nominations()[0];
    assert_eq!((nomination.figure, nomination.card), (men[2], Some(2)));
    assert_eq!(played.seizes(), [(11, 11, true)]);
    assert_eq!(played.actions()[1].figures, set(&[men[2]]));
}

#[test]
fn ll_08_the_bonus_may_be_used_more_than_once() {
    let (mut field, men, door) = with_door();
    field.card(&[men[0]], Task::Occupy(door), &[]);
    field.bot(
        B,
        vec![line(&[Condition::EnemyStreakAtLeast(1)], Act::CarryOutOrder), line(&[], Act::Stand)],
    );
    field.bot(A, vec![line(&[], Act::Stand)]);
    // B seizes with the card, A seizes back, B seizes with the card again.
    let played = field.cap(4).play(&[15, 20, 15]);
    let cards: Vec<_> = played.nominations().iter().map(|n| (n.figure.side(), n.card)).collect();
    assert_eq!(cards, [(B, Some(0)), (A, None), (B, Some(0))]);
    let carried: Vec<_> = played.actions().iter().map(|a| a.card).collect();
    assert_eq!(carried, [None, Some(0), None, Some(0)]);
    assert_eq!(played.at(men[0]), point(24.0, 10.0));
    assert_eq!(closed(&played), []);
}

#[test]
fn ll_08_a_card_closes_when_its_task_is_done() {
    let (mut field, men, _) = with_door();
    let near = field.place("near door", 33.0, 10.0, 1.0);
    field.card(&[men[0]], Task::Occupy(near), &[]);
    // In reach as well: 19 - 4 - 2.
    let played = field.cap(3).play(&[13, 4]);
    assert_eq!(played.seizes()[0], (13, 13, true));
    assert_eq!(closed(&played), [(0, true)]);
    let acts = played.place_of(|e| matches!(e, Event::Acts { card: Some(0), .. }));
    let closes = played.place_of(|e| matches!(e, Event::CardCloses { .. }));
    assert!(acts < closes);
    // Done with: no more bonus for it, and it is carried out no more.
    assert_eq!(played.actions()[2].card, None);
    field.spec.starts = Some(B);
    field.bot(A, vec![line(&[], Act::Stand)]);
    let played = field.cap(3).play(&[20, 4]);
    assert_eq!(played.actions()[0].card, Some(0));
    assert_eq!(closed(&played), [(0, true)]);
    let back = played.nominations()[1];
    assert_eq!((back.figure.side(), back.card), (B, None));
}

#[test]
fn ll_08_a_card_closes_when_nobody_on_it_is_left() {
    let (mut field, men, door) = with_door();
    field.card(&[men[0]], Task::Occupy(door), &[]);
    field.spec.sides[A].figures[0].at = point(25.0, 10.0);
    field.spec.sides[A].figures[0].weapon = BOW;
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let played = field.cap(2).play(&[10, 10, 4, 1]);
    assert_eq!(played.dead(), [men[0]]);
    assert_eq!(closed(&played), [(0, false)]);
    assert_eq!(played.nominations()[0].card, None);
}

#[test]
fn ll_08_a_card_is_open_as_long_as_somebody_on_it_is_left() {
    let (mut field, men, door) = with_door();
    field.card(&men[..2], Task::Occupy(door), &[]);
    field.spec.sides[A].figures[0].at = point(25.0, 10.0);
    field.spec.sides[A].figures[0].weapon = BOW;
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let played = field.cap(2).play(&[10, 10, 4, 1]);
    assert_eq!(played.dead(), [men[0]]);
    assert_eq!(closed(&played), []);
    assert_eq!(played.nominations()[0].card, Some(0));
    assert_eq!(played.nominations()[0].figure, men[1]);
}

#[test]
fn ll_08_an_order_to_kill_one_enemy() {
    let mut field = Field::new();
    let knight = field.figure(A, AVERAGE, SWORD, 20.0, 10.0);
    field.figure(A, AVERAGE, SWORD, 28.0, 13.5);
    let b = field.figure(B, GOOD, SWORD, 28.0, 10.0);
    field.card(&[b], Task::Kill(knight), &[]);
    field.bot(B, vec![line(&[], Act::CarryOutOrder)]);
    // He goes for the knight, though another is nearer; later the order goes on as a fight.
    let played = field.cap(3).play(&[12, 5, 6, 4, 10, 1]);
    let actions = played.actions();
    assert_eq!(played.seizes()[0], (12, 12, true));
    assert_eq!((actions[1].kind, actions[1].target), (ActionKind::Charge, Some(knight)));
    assert_eq!(actions[1].card, Some(0));
    assert_eq!((actions[2].kind, actions[2].target), (ActionKind::Fight, Some(knight)));
    assert_eq!(actions[2].card, Some(0));
    let rounds: Vec<_> = played.rounds().iter().map(|r| r.why).collect();
    assert_eq!(rounds, [MeleeKind::Contact, MeleeKind::Action]);
    assert_eq!(played.dead(), [knight]);
    assert_eq!(closed(&played), [(0, true)]);
}

#[test]
fn ll_08_an_order_to_destroy_a_unit_is_done_when_none_of_it_is_left() {
    let mut field = Field::new();
    let unit = field.unit(A, "guard");
    let guard = [(20.0, 10.0), (20.0, 20.0)].map(|(x, y)| field.figure(A, POOR, SWORD, x, y));
    for man in guard {
        field.enlist(man, unit);
    }
    field.figure(A, POOR, SWORD, 2.0, 34.0);
    let b = field.figure(B, GOOD, SWORD, 27.0, 10.0);
    field.card(&[b], Task::Destroy(unit), &[]);
    field.bot(B, vec![line(&[], Act::CarryOutOrder)]);
    field.spec.starts = Some(B);
    let played = field.cap(1).play(&[10, 1]);
    assert_eq!(played.dead(), [guard[0]]);
    assert_eq!(closed(&played), []);
    let played = field.cap(3).play(&[10, 1, 4, 4, 10, 1]);
    assert_eq!(played.dead(), guard);
    assert_eq!(closed(&played), [(0, true)]);
    assert!(played.actions().iter().all(|action| action.card == Some(0)));
}

#[test]
fn ll_08_a_unit_in_two_bodies_is_charged_one_body_at_a_time() {
    // LL-01: one target body in one action, even where a card names the whole unit.
    let mut field = Field::new();
    let unit = field.unit(A, "guard");
    let guard = [(20.0, 10.0), (20.0, 15.0)].map(|(x, y)| field.figure(A, POOR, SWORD, x, y));
    for man in guard {
        field.enlist(man, unit);
    }
    let men = [(26.0, 10.5), (26.0, 14.25)].map(|(x, y)| field.figure(B, GOOD, SWORD, x, y));
    field.card(&men, Task::Destroy(unit), &[]);
    field.bot(B, vec![line(&[], Act::CarryOutOrder)]);
    field.spec.starts = Some(B);
    let played = field.cap(1).play(&[5, 5]);
    assert_eq!(played.actions()[0].figures, set(&men));
    let met: std::collections::BTreeSet<_> = played
        .find(|event| match *event {
            Event::Contact { enemy, .. } => Some(enemy),
            _ => None,
        })
        .into_iter()
        .collect();
    assert_eq!(met.into_iter().collect::<Vec<_>>(), [guard[0]]);
}

#[test]
fn ll_08_a_figure_is_on_one_card_at_most() {
    let (mut field, men, door) = with_door();
    field.card(&[men[0], men[1]], Task::Occupy(door), &[]);
    field.card(&[men[2]], Task::Occupy(door), &[]);
    assert!(Battle::new(field.spec.clone()).is_ok());
    field.card(&[men[1]], Task::Occupy(door), &[]);
    let error = Battle::new(field.spec.clone()).expect_err("one man on two cards");
    assert!(error.to_string().contains("two order cards"), "{error}");
}

#[test]
fn ll_08_a_card_must_name_something_definite() {
    let (mut field, men, _) = with_door();
    field.card(&[men[0]], Task::Occupy(PlaceId(7)), &[]);
    assert!(Battle::new(field.spec.clone()).is_err());
    field.spec.sides[B].cards[0].task = Task::Destroy(UnitId(7));
    assert!(Battle::new(field.spec.clone()).is_err());
    field.spec.sides[B].cards[0].task = Task::Kill(men[1]);
    assert!(Battle::new(field.spec.clone()).is_err());
    field.spec.sides[B].cards[0].task = Task::Kill(FigureId::new(A, 0));
    assert!(Battle::new(field.spec.clone()).is_ok());
}

#[test]
fn ll_08_an_order_to_kill_is_carried_out_with_missiles_by_who_can() {
    let mut field = Field::new();
    let foe = field.figure(A, AVERAGE, SWORD, 28.0, 10.0);
    let bow = field.figure(B, AVERAGE, BOW, 40.0, 10.0);
    let sword = field.figure(B, AVERAGE, SWORD, 42.0, 10.0);
    field.bot(B, vec![line(&[], Act::CarryOutOrder)]);
    let card = field.card(&[bow, sword], Task::Kill(foe), &[]);
    let nomination = field.cap(2).play(&[4]).nominations()[0];
    assert_eq!((nomination.intention, nomination.card), (ActionKind::Shoot, Some(card)));
    // The order adds 4, shooting within medium range 2 (LL-03).
    assert_eq!((nomination.figure, nomination.factors), (bow, 6));
    let first = field.cap(2).try_play(&[18, 1, 1]).0.actions()[1];
    assert_eq!((first.kind, first.figures), (ActionKind::Shoot, set(&[bow])));
    // Out of range they go for him.
    field.spec.sides[A].figures[0].at = point(8.0, 10.0);
    let nomination = field.cap(2).try_play(&[4]).0.nominations()[0];
    assert_eq!(nomination.intention, ActionKind::Charge);
}
