//! FT-09: who is pinned neither moves nor charges until the end of his side's next turn.

use crate::common::planted::{Record, Recorder, audit, find};
use crate::common::tables;
use crate::common::{AVERAGE, BOW, Field, JAVELIN, Played, SWORD, line, play, point};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition, Goal, Pick, React};
use skirmish_engine::chance::Script;
use skirmish_engine::event::{ActionKind, Event, MoveKind};
use skirmish_engine::game::Workspace;
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{
    Amount, Chain, Effect, Fighting, Needs, Party, Step, StepEffect, Steps, System, Test,
    UnitEffect, Value, Wounds,
};
use skirmish_engine::side::Side::{A, B};

/// A shot on 4 or more of d6 pins whom it hits, or who shoots; blows do nothing.
fn pins(on: Party) -> Steps {
    let step = Step {
        test: Test::AtLeast(Needs::Value(Value::Number(4))),
        effects: vec![(0, 0)],
        ..Step::named("shot")
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

#[test]
fn ft_9_who_is_pinned_again_stays_for_the_turn_after_that() {
    let (mut field, _) = field(tables::ALTERNATE, SWORD);
    let shoots = line(&[], Act::Shoot(Pick::Nearest));
    field.bot(A, vec![line(&[Condition::RoundsAtLeast(2)], Act::Stand), shoots]);
    let played = field.cap(6).play(&[4, 4]);
    let expected = [
        "turn A", "shoots A", "pinned B", "turn B", "turn A", "shoots A", "pinned B", "turn B",
        "turn A", "turn B", "moves B",
    ];
    assert_eq!(told(&played), expected);
}

#[test]
fn ft_9_who_is_pinned_stays_behind_when_his_friends_charge() {
    let (mut field, target) = field(tables::ALTERNATE, SWORD);
    let friend = field.figure(B, AVERAGE, SWORD, 36.0, 18.0);
    let movers = |played: &Played| -> Vec<FigureId> {
        played.moves(MoveKind::Action).iter().map(|(figure, ..)| *figure).collect()
    };
    field.cap(2);
    assert_eq!(movers(&field.play(&[4])), [friend]);
    assert_eq!(movers(&field.play(&[3])), [target, friend]);
}

#[test]
fn ft_9_who_is_pinned_does_not_step_aside_to_shoot() {
    let (mut field, _) = field(tables::ALTERNATE, JAVELIN);
    field.spec.sides[B].figures[0].at = point(37.0, 18.0);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    field.cap(2);
    assert_eq!(told(&field.play(&[4])), ["turn A", "shoots A", "pinned B", "turn B"]);
    let miss = field.play(&[3, 3]);
    assert_eq!(told(&miss), ["turn A", "shoots A", "turn B", "shoots B", "moves B"]);
}

#[test]
fn ft_9_without_turns_each_action_of_his_side_is_one() {
    let (mut field, target) = field(System::Lloyd, SWORD);
    let friend = field.figure(B, AVERAGE, SWORD, 38.0, 18.0);
    field.cap(3);
    let played = field.play(&[4, 20, 1]);
    let moves = played.find(|event| match *event {
        Event::Acts { number, .. } => Some((number, None)),
        Event::Moves { figure, .. } => Some((0, Some(figure))),
        _ => None,
    });
    let expected =
        [(1, None), (2, None), (0, Some(friend)), (3, None), (0, Some(friend)), (0, Some(target))];
    assert_eq!(moves, expected);
}

#[test]
fn ft_9_nobody_is_pinned_when_the_next_game_begins() {
    let (mut field, _) = field(System::Lloyd, SWORD);
    field.spec.starts = None;
    let battle = field.cap(1).battle();
    let mut workspace = Workspace::new(&battle);
    let mut moves = |rolls: &[u8]| {
        let (mut recorder, mut script) = (Recorder::default(), Script::in_order(rolls.to_vec()));
        play(&battle, &mut workspace, &mut script, &mut recorder);
        assert_eq!(script.finish(), Ok(()));
        recorder.0.iter().any(|moment| matches!(moment.event, Event::Moves { .. }))
    };
    // A begins by lot, and pins him; then B does.
    assert!(!moves(&[1, 4]));
    assert!(moves(&[2]));
}

#[test]
fn ft_9_who_is_pinned_on_his_way_halts_there() {
    let mut field = Field::new();
    field.spec.rules.fighting = Fighting::Steps("steps");
    field.spec.rules.steps = pins(Party::Target);
    let mover = field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, BOW, 13.0, 16.0);
    let far = field.place("far", 40.0, 10.0, 1.0);
    field.bot(A, vec![line(&[], Act::Move(Goal::Place(far)))]);
    field.reacts(B, &[React::Shoot]);
    field.cap(1);
    assert_eq!(field.play(&[3]).at(mover), point(18.0, 10.0));
    assert_eq!(field.play(&[4]).at(mover), point(13.0, 10.0));
}

#[test]
fn ft_9_the_referee_knows_for_how_long() {
    let (mut field, _) = field(tables::ALTERNATE, SWORD);
    // Pinned once, and once again: he moves a turn too early.
    for (rolls, turn) in [(&[4][..], 2), (&[4, 4][..], 4)] {
        let rests = line(&[Condition::RoundsAtLeast(rolls.len() as u32)], Act::Stand);
        field.bot(A, vec![rests, line(&[], Act::Shoot(Pick::Nearest))]);
        let record = Record::of_script(field.cap(turn + 2), rolls);
        let mut moments = record.moments.clone();
        let begins = |number: u32| {
            let is =
                |event: &Event| matches!(event, Event::TurnBegins { turn, .. } if *turn == number);
            find(&record.moments, is).expect("it begins")
        };
        moments.drain(begins(turn) + 1..=begins(turn + 2));
        assert!(audit(&record.battle, &moments).contains(&Rule::ft(9)), "turn {turn}");
    }
}
