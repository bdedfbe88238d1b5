//! WS-04: a match is one unit against one. Who else is in contact neither strikes, nor is struck, nor helps.

use crate::common::{AVERAGE, Field, Played, SWORD, line, point, reaction};
use skirmish_engine::battle::{FigureId, UnitId};
use skirmish_engine::bot::{Act, Condition, Pick, React};
use skirmish_engine::event::Event;
use skirmish_engine::rulebook::{Advantage, Blocks, Fighting, System};
use skirmish_engine::side::Side::{A, B};

/// One of A, and two of B: Bob to his right, and Cid, who is another unit, to his left. A begins, and fights if it can.
fn field(gap: f64) -> (Field, [FigureId; 3]) {
    let mut field = Field::under(System::WarSpike);
    field.spec.rules.warspike.turns = 1;
    field.spec.rules.warspike.advantage = Advantage::Keep;
    let ann = field.figure(A, AVERAGE, SWORD, 20.0, 18.0);
    let bob = field.figure(B, AVERAGE, SWORD, 20.0 + gap, 18.0);
    let cid = field.figure(B, AVERAGE, SWORD, 20.0 - gap, 18.0);
    let unit = field.unit(B, "Cid");
    field.enlist(cid, unit);
    field.bot(
        A,
        vec![line(&[Condition::Engaged], Act::Fight), line(&[], Act::Charge(Pick::Nearest))],
    );
    (field, [ann, bob, cid])
}

/// Who fights whom, and what each adds to what he has rolled.
fn bouts(played: &Played) -> Vec<(FigureId, FigureId, i32, i32)> {
    played.find(|event| match *event {
        Event::Fights { a, b, rolled_a, rolled_b, total_a, total_b, .. } => {
            Some((a, b, total_a - rolled_a, total_b - rolled_b))
        }
        _ => None,
    })
}

#[test]
fn ws_04_who_else_is_in_contact_does_not_help_in_a_match() {
    let (field, [ann, bob, _]) = field(1.0);
    assert_eq!(bouts(&field.play(&[3, 3])), [(ann, bob, 2, 2)]);
}

#[test]
fn ws_04_nor_does_he_strike() {
    let (mut field, [ann, bob, _]) = field(1.0);
    field.spec.rules.fighting = Fighting::Techniques;
    // Bob's counter fells Ann, or her opening Bob; nobody opens a chain after it.
    assert_eq!(field.play(&[1, 10]).dead(), [ann]);
    assert_eq!(field.play(&[10]).dead(), [bob]);
}

#[test]
fn ws_04_the_match_is_with_the_unit_that_reacts() {
    let (mut field, [ann, _, cid]) = field(1.0);
    field.spec.sides[B].units[0].on_hold = true;
    field.bot(B, vec![line(&[], Act::Stand)]);
    field.spec.sides[B].bot.reactions =
        vec![reaction(&[Condition::OnHold], React::Stay), reaction(&[], React::Engage)];
    assert_eq!(bouts(&field.play(&[3, 3])), [(ann, cid, 2, 2)]);
}

#[test]
fn ws_04_or_else_with_the_one_that_is_charged() {
    let (mut field, [ann, bob, cid]) = field(6.0);
    // Cid, of the unit that stands first, lies low where whoever runs into Bob touches him as well.
    let figures = &mut field.spec.sides[B].figures;
    (figures[bob.index()].unit, figures[cid.index()].unit) = (UnitId(1), UnitId(0));
    figures[cid.index()].at = point(25.5, 18.9);
    field.spec.sides[B].units[0].hidden = true;
    let played = field.play(&[3, 3]);
    let contacts = played.count(|event| matches!(event, Event::Contact { .. }));
    assert_eq!(contacts, 2);
    assert_eq!(bouts(&played), [(ann, bob, 2, 2)]);
}

#[test]
fn ws_04_two_units_of_a_block_are_one() {
    let (mut field, [ann, bob, _]) = field(1.0);
    field.spec.rules.warspike.blocks = Blocks::WholeSide;
    assert_eq!(bouts(&field.play(&[3, 3])), [(ann, bob, 2, 3)]);
}
