//! Rounds: the stretch of a game in which every unit in play could have acted once, under every system (HOST-5, TN-09).

use crate::common::made_up::host;
use crate::common::planted::{Record, audit};
use crate::common::tables;
use crate::common::{AVERAGE, Field, SWORD, line};
use skirmish_engine::battle::{Time, WinSpec};
use skirmish_engine::bot::{Act, Condition, Goal};
use skirmish_engine::event::{Ending, Event};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::System;
use skirmish_engine::side::Side::{A, B};

/// So many units of one man a side, who walk for ever and meet nobody.
fn walkers(system: System, units: [usize; 2], rounds: u32) -> Field {
    let mut field = Field::under(system);
    for (side, x) in [(A, 2.0), (B, 46.0)] {
        for k in 0..units[side.index()] {
            let figure = field.figure(side, AVERAGE, SWORD, x, 4.0 + 6.0 * k as f64);
            if k > 0 {
                let unit = field.unit(side, &format!("unit {k}"));
                field.enlist(figure, unit);
            }
        }
        let far = field.place("far", x, 34.0, 0.3);
        let near = field.place("near", x, 1.0, 0.3);
        let walk = |conditions: &[Condition], goal| line(conditions, Act::Move(Goal::Place(goal)));
        field.bot(side, vec![walk(&[Condition::RoundsAtLeast(1)], near), walk(&[], far)]);
    }
    field.spec.cap = Time::rounds(rounds);
    field
}

/// Actions of a game that lasts for so many rounds.
fn actions(system: System, units: [usize; 2], rounds: u32, rolls: &[u8]) -> u32 {
    let played = walkers(system, units, rounds).play(rolls);
    assert_eq!(played.outcome.ending, Ending::Cap);
    played.outcome.actions
}

#[test]
fn host_5_every_unit_could_have_acted_once_in_a_round() {
    for (system, rolls) in [
        (tables::ALTERNATE, &[][..]),
        (tables::UNIT_BY_UNIT, &[6, 1, 6, 1]),
        (tables::CARDS, &[3, 2, 3, 2]),
        (tables::DICE_BAG, &[3, 2, 3, 2]),
        (System::PetiteGuerre, &[]),
    ] {
        assert_eq!(actions(system, [2, 1], 2, rolls), 6, "{}", system.name());
    }
}

#[test]
fn host_5_without_turns_a_round_has_as_many_chances_as_there_are_units() {
    // Nobody seizes: one side has all of them.
    let played = walkers(System::Lloyd, [2, 1], 2).play(&[1; 5]);
    assert_eq!((played.outcome.ending, played.outcome.actions), (Ending::Cap, 6));
    assert!(played.actors().iter().all(|(side, _)| *side == A));
    // Three orders a turn: with three units the turns of both sides are two rounds; with four one, and two of the next.
    assert_eq!(actions(tables::ORDERS, [1, 2], 2, &[]), 6);
    assert_eq!(actions(tables::ORDERS, [2, 2], 1, &[]), 6);
    assert_eq!(actions(tables::ORDERS, [2, 2], 3, &[]), 12);
    // Whoever lets his chances pass has had them.
    let mut field = walkers(tables::ORDERS, [2, 2], 2);
    field.bot(B, vec![line(&[], Act::Stand)]);
    assert_eq!(field.play(&[]).outcome.actions, 6);
}

#[test]
fn host_5_a_goal_may_wait_for_rounds() {
    let mut field = walkers(tables::ALTERNATE, [2, 1], 9);
    field.wins(B, WinSpec::After(Time::rounds(2)));
    let played = field.play(&[]);
    assert_eq!(played.outcome.ending, Ending::Won { side: B, goal: Some(0) });
    assert_eq!(played.outcome.actions, 6);
}

#[test]
fn host_5_a_bot_counts_rounds() {
    let field = walkers(tables::ALTERNATE, [2, 1], 2);
    let far = field.spec.places[0].at;
    let played = field.play(&[]);
    let aims = played.find(|event| match *event {
        Event::Acts { side: A, destination, .. } => Some(destination == Some(far)),
        _ => None,
    });
    assert_eq!(aims, [true, true, false, false], "far in the first round, then near");
}

/// Systems of every kind, in made-up battles with losses.
#[test]
fn host_5_the_referee_counts_rounds_of_his_own() {
    let systems = [
        System::Lloyd,
        System::PetiteGuerre,
        System::WarSpike,
        System::Adnd,
        tables::ALTERNATE,
        tables::LLOYD_D10,
        tables::UNIT_BY_UNIT,
        tables::UNIT_DECK,
        tables::COMMAND_DICE,
        tables::ORDERS,
        tables::COUNTDOWN,
        tables::TURNOVER,
    ];
    for system in systems {
        let mut stopped = 0;
        for variant in 0..30 {
            let mut field = host(system, variant);
            field.spec.cap = Time::rounds(6);
            let record = Record::of(&field, variant * 17 + 3);
            let is_stopped =
                |event: &Event| matches!(event, Event::Ends { ending: Ending::Cap, .. });
            if !record.moments.last().is_some_and(|last| is_stopped(&last.event)) {
                continue;
            }
            stopped += 1;
            for wrong in [4, 9] {
                field.spec.cap = Time::rounds(wrong);
                let found = audit(&field.battle(), &record.moments);
                assert_eq!(found.first(), Some(&Rule::host(5)), "{}: {wrong}", system.name());
            }
        }
        assert!(stopped > 5, "{stopped} games of {} are long enough", system.name());
    }
}
