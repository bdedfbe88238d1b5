//! WSC-10: units that are grouped in a block count as one in the matches of a turn.

use crate::common::planted::{Moment, Record, audit, change, find};
use crate::common::{AVERAGE, BOW, Field, Played, SWORD, inches, line, point, reaction, set};
use skirmish_engine::battle::{BlockSpec, FigureId, UnitId};
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::event::{ActionKind, Event, ReactionKind};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{Advantage, Blocks, ReactingUnit, System};
use skirmish_engine::side::Side;
use skirmish_engine::side::Side::{A, B};

/// Three units of one man a side, 20 inches apart; A instigates.
fn field() -> (Field, [[FigureId; 3]; 2]) {
    let mut field = Field::under(System::WarSpike);
    field.spec.rules.warspike.turns = 1;
    field.spec.rules.warspike.advantage = Advantage::Keep;
    let men = [A, B].map(|side| {
        let x = if side == A { 10.0 } else { 30.0 };
        [8.0, 16.0, 24.0].map(|y| {
            let figure = field.figure(side, AVERAGE, SWORD, x, y);
            match y {
                8.0 => figure,
                _ => {
                    let unit = field.unit(side, "another");
                    field.enlist(figure, unit)
                }
            }
        })
    });
    (field, men)
}

fn block(field: &mut Field, side: Side, units: u128, when: &[Condition]) {
    field.spec.sides[side].blocks.push(BlockSpec { units, when: reaction(when, React::Stay).when });
}

fn formed(played: &Played) -> Vec<(Side, u128)> {
    played.find(|event| match *event {
        Event::FormsBlock { side, units } => Some((side, units)),
        _ => None,
    })
}

/// The matches: units that act, and units that react.
fn matches(played: &Played) -> Vec<(u128, u128)> {
    played.find(|event| match *event {
        Event::MatchBegins { units, reacting, .. } => Some((units, reacting)),
        _ => None,
    })
}

#[test]
fn wsc_10_a_block_acts_and_reacts_as_one_unit() {
    let (mut field, [ours, theirs]) = field();
    block(&mut field, A, 0b011, &[]);
    block(&mut field, B, 0b110, &[]);
    let end = field.place("end", 10.0, 34.0, 0.5);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(end)))]);
    field.reacts(B, &[React::Engage]);
    let played = field.play(&[]);
    assert_eq!(formed(&played), [(A, 0b011), (B, 0b110)]);
    // The third unit of each side is by itself.
    assert_eq!(matches(&played), [(0b100, 0b110), (0b011, 0b001)]);
    assert_eq!(played.actors(), [(A, set(&ours[2..])), (A, set(&ours[..2]))]);
    let reacting = played.find(|event| match *event {
        Event::Reacts { figures, .. } => Some(figures),
        _ => None,
    });
    assert_eq!(reacting, [set(&theirs[1..]), set(&theirs[..1])]);
}

#[test]
fn wsc_10_one_block_of_everything_is_the_traditional_turn() {
    let (mut field, [ours, theirs]) = field();
    field.spec.rules.warspike.blocks = Blocks::WholeSide;
    field.spec.rules.warspike.turns = 2;
    field.spec.rules.warspike.advantage = Advantage::Alternate;
    field.bot(A, vec![line(&[], Act::Prepare)]);
    field.bot(B, vec![line(&[], Act::LieLow)]);
    let played = field.play(&[]);
    // One match, then the changeover: all of one side, then all of the other, in whichever role.
    assert_eq!(played.actors(), [(A, set(&ours)), (B, set(&theirs))]);
    assert_eq!(formed(&played).len(), 4);
}

/// The bows of a side shoot, its swords go on: who has no part in what the others do makes an action of its own. So it is
/// with reactions.
#[test]
fn wsc_10_in_the_traditional_turn_each_arm_does_its_own() {
    let (mut field, [ours, theirs]) = field();
    field.spec.rules.warspike.blocks = Blocks::WholeSide;
    for side in [A, B] {
        field.spec.sides[side].figures[1].weapon = BOW;
        let end = field.place("end", if side == A { 12.0 } else { 28.0 }, 34.0, 0.5);
        let bows = line(&[], Act::Shoot(Pick::Nearest));
        field.bot(side, vec![bows, line(&[], Act::Move(Goal::Place(end)))]);
    }
    field.reacts(B, &[React::Shoot]);
    let played = field.play(&[1, 1]);
    assert_eq!(matches(&played), [(0b010, 0b010), (0b101, 0)]);
    let swords = |men: &[FigureId; 3]| set(&[men[0], men[2]]);
    assert_eq!(played.actors(), [(A, set(&ours[1..2])), (A, swords(&ours)), (B, swords(&theirs))]);
}

#[test]
fn wsc_10_without_blocks_each_is_by_itself_whatever_the_battle_says() {
    let (mut field, _) = field();
    block(&mut field, A, 0b111, &[]);
    field.spec.rules.warspike.blocks = Blocks::None;
    field.bot(A, vec![line(&[], Act::Prepare)]);
    let played = field.play(&[]);
    assert_eq!(formed(&played), []);
    assert_eq!(matches(&played).len(), 3);
}

#[test]
fn wsc_10_even_in_mid_game() {
    let (mut field, _) = field();
    field.spec.rules.warspike.turns = 2;
    block(&mut field, A, 0b111, &[Condition::ActionsAtLeast(3)]);
    let end = field.place("end", 10.0, 34.0, 0.5);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(end)))]);
    let played = field.play(&[]);
    assert_eq!(formed(&played), [(A, 0b111)]);
    let ours: Vec<u128> = matches(&played).iter().map(|(units, _)| *units).collect();
    assert_eq!(ours, [0b100, 0b010, 0b001, 0b111]);
}

#[test]
fn wsc_10_a_block_of_one_is_none() {
    let (mut field, [_, theirs]) = field();
    field.spec.rules.warspike.turns = 2;
    block(&mut field, B, 0b011, &[]);
    field.spec.sides[A].figures[0].weapon = BOW;
    field.spec.sides[A].figures[0].at = point(24.0, 8.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    // He kills the first of the block, and misses the second.
    let played = field.play(&[9, 9, 1]);
    assert_eq!(played.dead(), theirs[..1]);
    assert_eq!(formed(&played), [(B, 0b011)]);
}

#[test]
fn wsc_10_what_is_aimed_at_one_is_aimed_at_the_block() {
    let (mut field, [ours, _]) = field();
    field.spec.rules.warspike.reacting_unit = ReactingUnit::Targeted;
    field.spec.sides[A].figures[0].at = point(26.0, 8.0);
    field.spec.sides[B].figures[1].weapon = BOW;
    field.bot(
        A,
        vec![
            line(&[Condition::EnemyWithin(inches(5.0))], Act::Charge(Pick::Nearest)),
            line(&[], Act::Stand),
        ],
    );
    field.reacts(B, &[React::Shoot]);
    // The bowman is not the one who is charged.
    assert_eq!(matches(&field.play(&[5, 5])), [(0b001, 0)]);
    block(&mut field, B, 0b011, &[]);
    let played = field.play(&[9, 9]);
    // Of the block the bowman answers; the swordsman has no part in it.
    assert_eq!(matches(&played), [(0b001, 0b010)]);
    assert_eq!(played.dead(), ours[..1]);
    let shooting = played.find(|event| match *event {
        Event::Reacts { reaction, figures, .. } => Some((reaction, figures)),
        _ => None,
    });
    assert_eq!(shooting, [(ReactionKind::Shoot, 0b010)]);
}

#[test]
fn wsc_10_who_is_on_hold_has_no_part_in_what_his_block_does() {
    let (mut field, [ours, _]) = field();
    block(&mut field, A, 0b111, &[]);
    field.spec.sides[A].units[1].on_hold = true;
    field.bot(A, vec![line(&[], Act::Prepare)]);
    let played = field.play(&[]);
    assert_eq!(matches(&played), [(0b101, 0)]);
    assert_eq!(played.actors(), [(A, set(&[ours[0], ours[2]]))]);
}

#[test]
fn wsc_10_a_block_lies_low_together_and_is_found_one_by_one() {
    let (mut field, _) = field();
    block(&mut field, B, 0b011, &[]);
    field.bot(B, vec![line(&[], Act::LieLow)]);
    field.spec.rules.warspike.turns = 2;
    let near = field.place("near", 30.0, 10.5, 0.5);
    field.bot(
        A,
        vec![
            line(&[Condition::ActionsAtLeast(3)], Act::Move(Goal::Place(near))),
            line(&[], Act::Prepare),
        ],
    );
    for figure in &mut field.spec.sides[A].figures {
        figure.at.x += inches(12.0);
    }
    let played = field.play(&[]);
    let found = played.find(|event| match *event {
        Event::Found { side, unit } => Some((side, unit)),
        _ => None,
    });
    assert_eq!(found, [(B, UnitId(0))]);
    let lies = |event: &Event| matches!(event, Event::Acts { action: ActionKind::LieLow, .. });
    assert!(played.place_of(lies) > 0);
}

/// A game with blocks, in which something is to be changed.
fn breach(plant: impl Fn(&mut Vec<Moment>) -> Option<()>) -> Vec<Rule> {
    let (mut field, _) = field();
    block(&mut field, A, 0b011, &[]);
    field.bot(A, vec![line(&[], Act::Prepare)]);
    let record = Record::of(&field, 1);
    let mut moments = record.moments.clone();
    plant(&mut moments).expect("there should be something to change");
    audit(&record.battle, &moments)
}

#[test]
fn wsc_10_the_auditor_knows_the_blocks() {
    let form = |moments: &mut Vec<Moment>, new: u128| {
        change(moments, |event| match event {
            Event::FormsBlock { units, .. } => {
                *units = new;
                true
            }
            _ => false,
        })
    };
    // Another block than the battle has.
    assert!(breach(|moments| form(moments, 0b110)).contains(&Rule::wsc(10)));
    // In the midst of a turn.
    let late = breach(|moments| {
        let at = find(moments, |event| matches!(event, Event::FormsBlock { .. }))?;
        let moment = moments.remove(at);
        let next = find(moments, |event| matches!(event, Event::Changeover { .. }))?;
        moments.insert(next, moment);
        Some(())
    });
    assert!(late.contains(&Rule::wsc(10)), "{late:?}");
    // Two who are no block act together.
    let together = breach(|moments| {
        let at = find(moments, |event| matches!(event, Event::FormsBlock { .. }))?;
        moments.remove(at);
        Some(())
    });
    assert!(together.contains(&Rule::ws(5)), "{together:?}");
}
