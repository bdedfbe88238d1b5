//! WS-01 and WS-08: who instigates in the first turn.

use crate::common::planted::{Record, plant};
use crate::common::{AVERAGE, Field, Played, SWORD, line};
use skirmish_engine::bot::{Act, Condition, Goal, Pick};
use skirmish_engine::event::{Draw, Ending, Event};
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{FirstInstigator, System};
use skirmish_engine::side::Side::{A, B};
use skirmish_engine::side::{BySide, Side};

/// One man a side, far apart; both would charge; one turn.
fn field() -> Field {
    let mut field = Field::under(System::WarSpike);
    field.spec.starts = None;
    field.spec.rules.warspike.turns = 1;
    for (side, x) in [(A, 4.0), (B, 44.0)] {
        field.figure(side, AVERAGE, SWORD, x, 18.0);
        field.bot(side, vec![line(&[], Act::Charge(Pick::Nearest))]);
    }
    field
}

fn tosses(played: &Played) -> Vec<Side> {
    played.find(|event| match *event {
        Event::Toss { winner } => Some(winner),
        _ => None,
    })
}

fn passes(played: &Played) -> Vec<Side> {
    played.find(|event| match *event {
        Event::PassesToss { side, .. } => Some(side),
        _ => None,
    })
}

fn struck(played: &Played) -> Vec<u32> {
    played.find(|event| match *event {
        Event::TurnStruckOff { turn } => Some(turn),
        _ => None,
    })
}

#[test]
fn ws_01_the_winner_of_the_toss_instigates_if_he_likes() {
    for (coin, winner) in [(1, A), (2, B)] {
        // The coin; then the roll for the Advantage.
        let played = field().play(&[coin, 3, 3]);
        assert_eq!(tosses(&played), [winner]);
        assert_eq!(passes(&played), []);
        assert_eq!(played.turns(), [winner]);
        assert_eq!(played.actions()[0].side, winner);
    }
}

#[test]
fn ws_01_if_he_passes_the_loser_may() {
    let mut field = field();
    field.bot(A, vec![line(&[], Act::Stand)]);
    let played = field.play(&[1, 3, 3]);
    assert_eq!((tosses(&played), passes(&played)), (vec![A], vec![A]));
    assert_eq!(played.turns(), [B]);
    // The loser is not asked if the winner commits.
    let played = field.play(&[2, 3, 3]);
    assert_eq!((tosses(&played), passes(&played)), (vec![B], vec![]));
}

#[test]
fn ws_01_if_both_pass_a_turn_is_struck_off_and_the_coin_tossed_again() {
    let mut field = field();
    field.spec.rules.warspike.turns = 3;
    field.spec.sides[A].bot.pass_percent = 40;
    field.bot(B, vec![line(&[], Act::Stand)]);
    // A passes at 40 and below; B's bot would only stand. At the third toss A commits, in the last turn.
    let played = field.play(&[1, 40, 2, 1, 2, 41, 3, 3]);
    assert_eq!(tosses(&played), [A, B, B]);
    assert_eq!(passes(&played), [A, B, B, A, B]);
    assert_eq!(struck(&played), [1, 2]);
    let begun = played.find(|event| match *event {
        Event::Instigates { side, turn } => Some((side, turn)),
        _ => None,
    });
    assert_eq!(begun, [(A, 3)]);
    assert_eq!(played.outcome.actions, 1);
}

#[test]
fn ws_01_until_no_turn_is_left_which_is_a_draw() {
    let mut field = field();
    field.spec.rules.warspike.turns = 3;
    for side in Side::BOTH {
        field.spec.sides[side].bot.pass_percent = 100;
    }
    // Whoever always passes needs no die for it.
    let played = field.play(&[1, 2, 1]);
    assert_eq!(struck(&played), [1, 2, 3]);
    assert_eq!(played.outcome.ending, Ending::Draw(Draw::TurnsOver));
    assert_eq!(played.outcome.actions, 0);
}

#[test]
fn ws_01_a_scenario_may_name_the_instigator() {
    let mut field = field();
    field.spec.starts = Some(B);
    field.spec.sides[B].bot.pass_percent = 100;
    let played = field.play(&[3, 3]);
    assert_eq!((tosses(&played), passes(&played)), (vec![], vec![]));
    assert_eq!(played.turns(), [B]);
}

#[test]
fn ws_01_under_coin_the_winner_instigates_like_it_or_not() {
    let mut field = field();
    field.spec.rules.warspike.first_instigator = FirstInstigator::Coin;
    field.spec.sides[A].bot.pass_percent = 100;
    let played = field.play(&[1, 3, 3]);
    assert_eq!((tosses(&played), passes(&played)), (vec![A], vec![]));
    assert_eq!(played.turns(), [A]);
}

#[test]
fn ws_01_under_situation_those_who_defend_are_retaliators() {
    let mut field = field();
    field.spec.rules.warspike.first_instigator = FirstInstigator::Situation;
    // Nobody defends: the coin decides.
    assert_eq!(field.play(&[2, 3, 3]).turns(), [B]);
    // B has its objective.
    let post = field.place("post", 44.0, 18.0, 2.0);
    field.spec.sides[B].objective = Some(post);
    field.spec.sides[B].bot.lines = vec![line(&[], Act::Move(Goal::Objective))];
    let played = field.play(&[2, 3, 3]);
    assert_eq!((tosses(&played), played.turns()), (vec![], vec![A]));
    // So has A: the coin again.
    let camp = field.place("camp", 4.0, 18.0, 2.0);
    field.spec.sides[A].objective = Some(camp);
    assert_eq!(tosses(&field.play(&[2, 3, 3])), [B]);
    // Hold orders are a defended position too.
    let mut field = self::field();
    field.spec.rules.warspike.first_instigator = FirstInstigator::Situation;
    field.spec.sides[A].units[0].on_hold = true;
    assert_eq!(field.play(&[1, 3, 3]).turns(), [B]);
}

#[test]
fn ws_08_a_side_with_all_units_on_hold_may_not_instigate() {
    let mut field = field();
    field.spec.sides[A].units[0].on_hold = true;
    let played = field.play(&[1, 3, 3]);
    assert_eq!((passes(&played), played.turns()), (vec![A], vec![B]));
    // That is no passing, which is a choice; the auditor knows one from the other.
    let records: Vec<Record> = (0..20).map(|seed| Record::of(&field, seed)).collect();
    let rule = plant(&records, |_, moments| {
        let told = moments.iter_mut().find_map(|moment| match &mut moment.event {
            Event::PassesToss { able, .. } => Some(able),
            _ => None,
        })?;
        assert!(!std::mem::replace(told, true));
        Some(())
    });
    assert_eq!(rule, Rule::ws(8));
    // If neither can instigate, all turns are struck off.
    field.spec.sides[B].units[0].on_hold = true;
    field.spec.rules.warspike.turns = 2;
    let played = field.play(&[1, 1]);
    assert_eq!(struck(&played), [1, 2]);
    assert_eq!(played.outcome.ending, Ending::Draw(Draw::TurnsOver));
}

#[test]
fn ws_08_one_unit_free_to_advance_is_enough() {
    let mut field = field();
    field.spec.sides[A].units[0].on_hold = true;
    let scouts = field.unit(A, "scouts");
    let scout = field.figure(A, AVERAGE, SWORD, 4.0, 6.0);
    field.enlist(scout, scouts);
    let played = field.play(&[1, 3, 3]);
    assert_eq!(played.turns(), [A]);
    assert_eq!(played.actors()[0], (A, 0b10));
}

#[test]
fn ws_01_a_bot_that_would_do_something_is_not_put_off_by_a_unit_that_stands() {
    let mut field = field();
    let scouts = field.unit(A, "scouts");
    let scout = field.figure(A, AVERAGE, SWORD, 4.0, 6.0);
    field.enlist(scout, scouts);
    let camp = field.place("camp", 4.0, 18.0, 2.0);
    field.bot(
        A,
        vec![
            line(&[Condition::Within(crate::common::inches(2.0), camp)], Act::Stand),
            line(&[], Act::Charge(Pick::Nearest)),
        ],
    );
    let played = field.play(&[1, 3, 3]);
    assert_eq!(played.turns(), [A]);
    assert_eq!(played.actors()[0], (A, 0b10));
}

#[test]
fn ws_01_turns_struck_off_are_turns_of_the_game() {
    // Who has only to hold out wins by them.
    let mut field = field();
    field.spec.rules.warspike.turns = 10;
    field.spec.sides = BySide::from_fn(|side| {
        let mut of = field.spec.sides[side].clone();
        of.bot.pass_percent = 100;
        of
    });
    field.wins(B, skirmish_engine::battle::WinSpec::After(skirmish_engine::battle::Time::turns(2)));
    let played = field.play(&[1, 1]);
    assert_eq!(struck(&played), [1, 2]);
    assert_eq!(played.outcome.ending, Ending::Won { side: B, goal: Some(0) });
}
