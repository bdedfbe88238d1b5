//! LL-07: shooting counters.

use crate::common::{AVERAGE, BOW, Field, GOOD, JAVELIN, SWORD, line, unless};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition, Pick, React};
use skirmish_engine::event::{ActionKind, Event, MeleeKind};
use skirmish_engine::rulebook::{Counters, SeizeRoll};
use skirmish_engine::side::Side::{self, A, B};

/// An archer of side A and an average man of side B, 15" apart: B can reach nobody.
fn under_fire() -> (Field, FigureId, FigureId) {
    let mut field = Field::new();
    let archer = field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    let man = field.figure(B, AVERAGE, SWORD, 25.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    (field, archer, man)
}

fn counters(played: &crate::common::Played) -> Vec<(Side, u32)> {
    played.find(|event| match *event {
        Event::Counter { to, counters } => Some((to, counters)),
        _ => None,
    })
}

#[test]
fn ll_07_each_shooting_action_gives_a_counter_worth_two() {
    let (mut field, ..) = under_fire();
    let played = field.cap(5).play(&[1, 4, 1, 4, 1, 4, 1, 4, 1]);
    assert_eq!(counters(&played), [(B, 1), (B, 2), (B, 3), (B, 4), (B, 5)]);
    assert_eq!(played.needed(), [17, 15, 13, 11]);
    let told = played.find(|event| match *event {
        Event::Factor { row, times, adds } => Some((row, times, adds)),
        _ => None,
    });
    assert_eq!(told, [(1, 1, 2), (1, 2, 4), (1, 3, 6), (1, 4, 8)]);
}

#[test]
fn ll_07_it_is_handed_over_before_the_roll() {
    let (mut field, ..) = under_fire();
    let played = field.cap(2).play(&[1, 4, 1]);
    let counter = played.place_of(|e| matches!(e, Event::Counter { counters: 1, .. }));
    let nominates = played.place_of(|e| matches!(e, Event::Nominates { .. }));
    assert!(counter < nominates);
}

#[test]
fn ll_07_kept_counters_count_on_every_roll_of_this_initiative() {
    let (mut field, ..) = under_fire();
    field.bot(
        A,
        vec![
            line(&[Condition::ActionsAtLeast(2)], Act::Stand),
            line(&[], Act::Shoot(Pick::Nearest)),
        ],
    );
    // Two shots, then nothing: both count to the end.
    let played = field.cap(6).play(&[1, 4, 1, 4, 4, 4, 4]);
    assert_eq!(played.needed(), [17, 15, 15, 15, 15]);
}

#[test]
fn ll_07_spent_counters_count_on_the_next_roll_only() {
    let (mut field, ..) = under_fire();
    field.spec.rules.options.counters = Counters::Spent;
    field.bot(
        A,
        vec![
            line(&[Condition::ActionsAtLeast(2)], Act::Stand),
            line(&[], Act::Shoot(Pick::Nearest)),
        ],
    );
    let played = field.cap(6).play(&[1, 4, 1, 4, 4, 4, 4]);
    assert_eq!(played.needed(), [17, 17, 19, 19, 19]);
    assert_eq!(counters(&played), [(B, 1), (B, 1)]);
}

#[test]
fn ll_07_spent_counters_wait_for_a_roll() {
    // Nobody rolls while the bot declines, so the counters of two actions count on the roll that comes at last.
    let (mut field, ..) = under_fire();
    field.spec.rules.options.counters = Counters::Spent;
    field.spec.rules.options.seize_roll = SeizeRoll::MayDecline;
    field.spec.sides[B].bot.least_chance_percent = 30;
    let played = field.cap(4).play(&[1, 1, 4, 1, 1]);
    assert_eq!(counters(&played), [(B, 1), (B, 2), (B, 1), (B, 2)]);
    assert_eq!(played.needed(), [15]);
}

#[test]
fn ll_07_the_shot_that_seized_counts_too() {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, BOW, 25.0, 10.0);
    field.bot(B, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let played = field.cap(3).play(&[20, 1, 4, 1]);
    assert_eq!(played.actions()[1].kind, ActionKind::Shoot);
    assert!(played.actions()[1].first.is_some());
    assert_eq!(counters(&played)[0], (A, 1));
    assert_eq!(played.nominations()[1].factors, 2);
}

/// Whoever is nominated asks for the counters that the enemy holds, not for those that his own side holds against the enemy.
#[test]
fn ll_07_bots_ask_for_the_counters_of_the_enemy() {
    let (mut field, ..) = under_fire();
    field.bot(
        B,
        vec![
            line(&[Condition::CountersAtLeast(1)], Act::Stand),
            line(&[], Act::Charge(Pick::Nearest)),
        ],
    );
    let played = field.cap(2).play(&[1, 4, 1]);
    assert_eq!(counters(&played), [(B, 1), (B, 2)]);
    assert_eq!(played.nominations()[0].intention, ActionKind::Charge);
}

#[test]
fn ll_07_moving_and_shooting_counts() {
    let mut field = Field::new();
    field.figure(A, AVERAGE, JAVELIN, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 25.0, 10.0);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let played = field.cap(2).play(&[1, 4, 1]);
    assert!(played.shots()[0].moved);
    assert_eq!(counters(&played)[0], (B, 1));
    // The javelinman has come near enough to be reached as well.
    assert_eq!(played.needed(), [15]);
}

#[test]
fn ll_07_all_shoot_is_one_shooting_action() {
    let (mut field, ..) = under_fire();
    field.figure(A, AVERAGE, BOW, 10.0, 20.0);
    field.figure(A, AVERAGE, BOW, 10.0, 30.0);
    field.bot(A, vec![line(&[], Act::AllShoot)]);
    let played = field.cap(1).play(&[1, 1]);
    assert_eq!(played.actions()[0].kind, ActionKind::AllShoot);
    assert_eq!(played.shots().len(), 2);
    assert_eq!(counters(&played), [(B, 1)]);
}

#[test]
fn ll_07_reactive_shots_give_none() {
    let mut field = Field::new();
    field.figure(A, AVERAGE, SWORD, 10.0, 10.0);
    field.figure(B, AVERAGE, BOW, 30.0, 10.0);
    field.bot(A, vec![line(&[], Act::Charge(Pick::Nearest))]);
    field.reacts(B, &[React::Shoot]);
    let played = field.cap(2).play(&[1, 20]);
    assert_eq!(played.reactive_shots().len(), 1);
    assert_eq!(counters(&played), []);
    // B seizes by a charge: A holds no counter either for what B shot before.
    let played = field.cap(3).play(&[1, 20, 5]);
    assert_eq!(played.passes(), [(B, 1)]);
    assert_eq!(counters(&played), []);
    assert_eq!(played.nominations()[1].figure.side(), A);
    assert_eq!(played.count(|e| matches!(e, Event::Factor { row: 1, .. })), 0);
}

#[test]
fn ll_07_a_reply_to_shots_gives_none() {
    let (mut field, ..) = under_fire();
    let archer = field.figure(B, AVERAGE, BOW, 25.0, 12.0);
    field.reacts(B, &[React::Shoot]);
    let played = field.cap(1).play(&[1, 1]);
    assert_eq!(played.reactive_shots()[0].0, archer);
    assert_eq!(counters(&played), [(B, 1)]);
}

#[test]
fn ll_07_all_counters_go_when_the_initiative_changes_hands() {
    let (mut field, ..) = under_fire();
    // Two shots; B seizes and comes on; A seizes back and charges; then B starts from nothing again.
    field.bot(A, vec![unless(Condition::ActionsAtLeast(2), Act::Shoot(Pick::Nearest))]);
    let played = field.cap(5).play(&[1, 4, 1, 15, 17, 5, 5, 4]);
    assert_eq!(played.passes(), [(B, 2), (A, 1)]);
    let factors: Vec<_> = played.nominations().iter().map(|n| n.factors).collect();
    // Under one and two counters; A in reach of him who came on; B engaged, and nothing for the shots of old.
    assert_eq!(factors, [2, 4, 2, -4]);
}

/// Two useless leaders in contact, far off an archer of side A and a man of side B; A shoots, then its leader fights.
fn duel_after_a_shot() -> Field {
    let mut field = Field::new();
    let a = field.figure(A, GOOD, SWORD, 30.0, 30.0);
    let b = field.figure(B, GOOD, SWORD, 31.0, 30.0);
    field.figure(A, AVERAGE, BOW, 10.0, 10.0);
    field.figure(B, AVERAGE, SWORD, 25.0, 10.0);
    field.leader(a, 0);
    field.leader(b, 0);
    field.bot(
        A,
        vec![
            line(&[Condition::StreakAtLeast(1), Condition::Engaged], Act::Fight),
            line(&[], Act::Shoot(Pick::Nearest)),
        ],
    );
    field
}

#[test]
fn ll_07_counters_are_for_the_other_side_only() {
    // A's leader fights a round and retreats, so that A rolls to keep the initiative (LL-16): the counter that A gave
    // to B is no help in that.
    let mut field = duel_after_a_shot();
    let played = field.cap(3).play(&[1, 4, 1, 5, 20, 1]);
    assert_eq!(counters(&played), [(B, 1), (B, 2)]);
    assert_eq!(played.rounds()[0].why, MeleeKind::Action);
    let [first, keep] = played.nominations()[..] else {
        panic!("{:?}", played.nominations());
    };
    assert_eq!((first.figure.side(), first.factors), (B, 2));
    assert!(keep.duel);
    // Within medium range, and nothing else.
    assert_eq!((keep.figure.side(), keep.factors), (A, 2));
    let told = played.count(|e| matches!(e, Event::Factor { row: 1, .. }));
    assert_eq!(told, 1);
}

#[test]
fn ll_07_a_roll_to_keep_the_initiative_spends_no_counter() {
    // B lets a chance of 20 % go by; A rolls to keep after the duel; B's next roll is the first that the counter is for.
    let mut field = duel_after_a_shot();
    field.spec.rules.options.counters = Counters::Spent;
    field.spec.rules.options.seize_roll = SeizeRoll::MayDecline;
    field.spec.sides[B].bot.least_chance_percent = 25;
    let played = field.cap(4).play(&[1, 1, 5, 20, 1, 4, 1]);
    assert_eq!(counters(&played), [(B, 1), (B, 2), (B, 1)]);
    assert_eq!(played.count(|e| matches!(e, Event::Declines { .. })), 1);
    let last = played.nominations()[1];
    assert_eq!((last.figure.side(), last.factors), (B, 4));
}
