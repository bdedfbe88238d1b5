//! FT-09: who is pinned neither moves nor charges until the end of his side's next turn.

use crate::common::tables;
use crate::common::{AVERAGE, BOW, Field, Played, SWORD, line};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition, Pick};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{ActionKind, Event, MoveKind};
use skirmish_engine::rulebook::{
    Amount, Chain, Effect, Fighting, Natural, Needs, Party, Step, StepEffect, Steps, System, Test,
    UnitEffect, Value, Wounds,
};
use skirmish_engine::side::Side::{A, B};

/// A shot on 4 or more of d6 pins whom it hits, or who shoots; blows do nothing.
fn pins(on: Party) -> Steps {
    let step = Step {
        name: "shot".to_owned(),
        dice: Dice::one(6),
        by: Party::Attacker,
        test: Test::AtLeast(Needs::Value(Value::Number(4))),
        rows: Vec::new(),
        lowest: Natural::Counts,
        highest: Natural::Counts,
        skips: [None; 2],
        rerolls: Vec::new(),
        stops: false,
        effects: vec![(0, 0)],
        fails: None,
    };
    let held = StepEffect {
        name: "held".to_owned(),
        on,
        wounds: Wounds::Amount(Amount::fixed(0)),
        does: Effect::Pin,
        unit: UnitEffect::None,
    };
    let shoot = Chain { steps: vec![0], ..Chain::default() };
    Steps {
        steps: vec![step],
        effects: vec![held],
        chains: [shoot, Chain::default(), Chain::default()],
        ..Steps::default()
    }
}

/// A bowman of A, who shoots once, and a man of B with another weapon, who charges.
fn field(system: System, weapon: usize) -> (Field, FigureId) {
    let mut field = Field::under(system);
    field.spec.rules.fighting = Fighting::Steps("steps");
    field.spec.rules.steps = pins(Party::Target);
    field.figure(A, AVERAGE, BOW, 20.0, 18.0);
    let target = field.figure(B, AVERAGE, weapon, 34.0, 18.0);
    let rests = line(&[Condition::ActionsAtLeast(1)], Act::Stand);
    field.bot(A, vec![rests, line(&[], Act::Shoot(Pick::Nearest))]);
    let shoots = line(&[], Act::Shoot(Pick::Nearest));
    field.bot(B, vec![line(&[], Act::Charge(Pick::Nearest)), shoots]);
    (field, target)
}

/// What was told of pins, moves and turns.
fn told(played: &Played) -> Vec<String> {
    played.find(|event| match *event {
        Event::Pinned { figure } => Some(format!("pinned {:?}", figure.side())),
        Event::Moves { figure, why: MoveKind::Action, .. } => {
            Some(format!("moves {:?}", figure.side()))
        }
        Event::Acts { side, action: ActionKind::Shoot, .. } => Some(format!("shoots {side:?}")),
        Event::TurnBegins { side, .. } => Some(format!("turn {side:?}")),
        Event::RoundBegins { .. } => Some("round".to_owned()),
        _ => None,
    })
}

#[test]
fn ft_9_who_is_pinned_stays_for_his_next_turn_and_no_longer() {
    let (mut field, _) = field(tables::ALTERNATE, SWORD);
    let hit = field.cap(4).play(&[4]);
    let expected = ["turn A", "shoots A", "pinned B", "turn B", "turn A", "turn B", "moves B"];
    assert_eq!(told(&hit), expected);
    // Nobody is pinned by a miss.
    let miss = field.cap(2).play(&[3]);
    assert_eq!(told(&miss), ["turn A", "shoots A", "turn B", "moves B"]);
}

#[test]
fn ft_9_who_is_pinned_may_shoot() {
    let (mut field, _) = field(tables::ALTERNATE, BOW);
    let shot = field.cap(2).play(&[4, 3]);
    assert_eq!(told(&shot), ["turn A", "shoots A", "pinned B", "turn B", "shoots B"]);
}

#[test]
fn ft_9_who_pins_himself_does_not_move_in_his_next_turn_either() {
    let (mut field, _) = field(tables::ALTERNATE, SWORD);
    field.spec.rules.steps = pins(Party::Attacker);
    field.bot(
        A,
        vec![
            line(&[Condition::ActionsAtLeast(1)], Act::Charge(Pick::Nearest)),
            line(&[], Act::Shoot(Pick::Nearest)),
        ],
    );
    field.bot(B, vec![line(&[], Act::Stand)]);
    // Pinned, he cannot charge in his second turn, and shoots instead.
    let played = field.cap(5).play(&[6, 1]);
    let expected = [
        "turn A", "shoots A", "pinned A", "turn B", "turn A", "shoots A", "turn B", "turn A",
        "moves A",
    ];
    assert_eq!(told(&played), expected);
}
