//! WS-02 and WSC-9: bodies that start in hiding.

use crate::common::tables;
use crate::common::{AVERAGE, BOW, Field, Played, SWORD, line, point};
use skirmish_engine::bot::{Act, Pick, React};
use skirmish_engine::event::{ActionKind, Event};
use skirmish_engine::rulebook::{Advantage, FirstInstigator, System};
use skirmish_engine::side::Side;
use skirmish_engine::side::Side::{A, B};

/// A bowman on either side, 12 inches apart; B's lies hidden.
fn field() -> Field {
    let mut field = Field::under(System::WarSpike);
    field.spec.rules.warspike.turns = 1;
    field.spec.rules.warspike.advantage = Advantage::Keep;
    field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    field.figure(B, AVERAGE, BOW, 22.0, 10.0);
    field.spec.sides[B].units[0].hidden = true;
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field
}

fn found(played: &Played) -> Vec<(Side, u8)> {
    played.find(|event| match *event {
        Event::Found { side, unit } => Some((side, unit.0)),
        _ => None,
    })
}

#[test]
fn ws_02_who_starts_hidden_cannot_be_a_target() {
    let field = field();
    let played = field.play(&[]);
    assert_eq!(played.actions(), []);
    assert_eq!(found(&played), []);
    let mut seen = field;
    seen.spec.sides[B].units[0].hidden = false;
    let actions = seen.play(&[1]);
    assert_eq!(actions.actions()[0].kind, ActionKind::Shoot);
}

#[test]
fn ws_02_until_he_acts_and_then_he_may_be_answered() {
    let mut field = field();
    field.spec.starts = Some(B);
    field.reacts(A, &[React::Shoot]);
    // He shoots out of hiding, and is shot at in the same match.
    let played = field.play(&[1, 1]);
    assert_eq!(found(&played), [(B, 0)]);
    let shooters: Vec<Side> = played.shots().iter().map(|s| s.shooter.side()).collect();
    assert_eq!(shooters, [B, A]);
}

#[test]
fn ws_02_or_has_an_enemy_near_from_the_start() {
    let mut field = field();
    field.spec.sides[A].figures[0].at = point(19.0, 10.0);
    let played = field.play(&[1]);
    assert_eq!(found(&played), [(B, 0)]);
    assert_eq!(played.shots().len(), 1);
}

#[test]
fn wsc_9_ambushers_are_always_instigators() {
    let mut field = field();
    field.spec.starts = None;
    field.spec.rules.warspike.first_instigator = FirstInstigator::Situation;
    // The lot says A, and the ambush B.
    assert_eq!(field.play(&[1, 1]).turns(), [B]);
    // Who sees nobody lies in no ambush: the coin decides.
    field.house(14.0, 6.0, 16.0, 14.0);
    assert_eq!(field.play(&[1]).turns(), [A]);
}

#[test]
fn ws_02_under_other_systems_he_stands_in_the_open() {
    let mut field = field();
    field.spec.rules.system = tables::ALTERNATE;
    field.spec.sides[B].figures[0].weapon = SWORD;
    field.cap(2);
    let played = field.play(&[1]);
    assert_eq!(played.actions()[0].kind, ActionKind::Shoot);
    assert_eq!(found(&played), []);
}
