//! LL-16: duels. Neither text says what one is; here it is a fight of two leaders alone with one another.

use crate::common::{AVERAGE, DEMIGOD, Field, GOOD, Played, SWORD, line, unless};
use skirmish_engine::battle::FigureId;
use skirmish_engine::bot::{Act, Condition, Pick};
use skirmish_engine::event::{ActionKind, Event, MeleeKind};
use skirmish_engine::rulebook::Duels;
use skirmish_engine::side::Side::{self, A, B};

/// Two leaders in contact, and a man on each side far away. A's leader fights at once.
fn duel() -> (Field, FigureId, FigureId) {
    let mut field = Field::new();
    let a = field.figure(A, GOOD, SWORD, 20.0, 18.0);
    let b = field.figure(B, GOOD, SWORD, 21.0, 18.0);
    field.leader(a, 2);
    field.leader(b, 2);
    field.figure(A, AVERAGE, SWORD, 3.0, 3.0);
    field.figure(B, AVERAGE, SWORD, 45.0, 33.0);
    field.bot(A, vec![unless(Condition::ActionsAtLeast(1), Act::Fight)]);
    (field, a, b)
}

fn duels(played: &Played) -> Vec<(FigureId, FigureId)> {
    played.find(|event| match *event {
        Event::Duel { winner, loser } => Some((winner, loser)),
        _ => None,
    })
}

/// Whose rolls there were, and whether a duel called for them.
fn rolls(played: &Played) -> Vec<(Side, bool)> {
    played.nominations().iter().map(|n| (n.figure.side(), n.duel)).collect()
}

#[test]
fn ll_16_the_loser_s_side_tries_once_and_if_that_fails_the_winner_s_side_goes_on() {
    // A wins and holds the initiative: B's attempt is the one roll there is.
    let (mut field, a, b) = duel();
    let played = field.cap(2).play(&[9, 5, 4]);
    assert_eq!(duels(&played), [(a, b)]);
    assert_eq!(rolls(&played), [(B, true)]);
    assert_eq!(played.passes(), []);
    assert_eq!((played.actions()[1].side, played.actions()[1].first), (A, None));
}

#[test]
fn ll_16_a_loser_who_seizes_is_bound_like_any_other() {
    let (mut field, ..) = duel();
    let played = field.cap(2).play(&[9, 5, 20]);
    assert_eq!(rolls(&played), [(B, true)]);
    assert_eq!(played.passes(), [(B, 1)]);
    assert_eq!(played.actions()[1].side, B);
    assert!(played.actions()[1].first.is_some());
}

#[test]
fn ll_16_a_loser_who_holds_the_initiative_rolls_to_keep_it() {
    let (mut field, a, b) = duel();
    let played = field.cap(2).play(&[5, 9, 20]);
    assert_eq!(duels(&played), [(b, a)]);
    assert_eq!(rolls(&played), [(A, true)]);
    assert_eq!(played.passes(), []);
    // What he named he does (LL-06).
    let named = &played.nominations()[0];
    let next = &played.actions()[1];
    assert_eq!((next.side, next.kind, next.first), (A, named.intention, Some(named.qualifies)));
}

#[test]
fn ll_16_if_he_fails_the_winner_s_side_has_the_initiative_and_its_next_action_is_free() {
    let (mut field, ..) = duel();
    let played = field.cap(3).play(&[5, 9, 4, 4]);
    assert_eq!(rolls(&played), [(A, true), (A, false)]);
    assert_eq!(played.passes(), [(B, 1)]);
    let actions: Vec<_> =
        played.actions().iter().map(|action| (action.side, action.kind, action.first)).collect();
    assert_eq!(
        actions,
        [(A, ActionKind::Fight, None), (B, ActionKind::Stand, None), (B, ActionKind::Stand, None),]
    );
}

#[test]
fn ll_16_to_fall_is_to_lose_too() {
    let (mut field, a, b) = duel();
    let played = field.cap(2).play(&[10, 4, 4]);
    assert_eq!(played.dead(), [b]);
    assert_eq!(duels(&played), [(a, b)]);
    assert_eq!(rolls(&played), [(B, true)]);
}

#[test]
fn ll_16_nothing_is_decided_by_a_push() {
    let (mut field, ..) = duel();
    let played = field.cap(2).play(&[6, 5, 4]);
    assert_eq!(played.rounds().len(), 1);
    assert_eq!(duels(&played), []);
    assert_eq!(rolls(&played), [(B, false)]);
}

#[test]
fn ll_16_only_between_leaders() {
    for side in Side::BOTH {
        let (mut field, ..) = duel();
        field.spec.sides[side].figures[0].rank = None;
        let played = field.cap(2).play(&[9, 5, 4]);
        assert_eq!(played.rounds().len(), 1);
        assert_eq!(duels(&played), []);
        assert_eq!(rolls(&played), [(B, false)]);
    }
}

#[test]
fn ll_16_only_alone_with_one_another() {
    for side in Side::BOTH {
        let (mut field, ..) = duel();
        let x = if side == A { 22.0 } else { 19.0 };
        field.figure(side, AVERAGE, SWORD, x, 18.0);
        let played = field.cap(2).play(&[10, 4, 4]);
        assert_eq!(played.rounds().len(), 1);
        assert_eq!(duels(&played), []);
        assert_eq!(rolls(&played), [(B, false)]);
    }
}

#[test]
fn ll_16_to_come_to_a_barricade_opposite_somebody_is_no_duel() {
    let (mut field, ..) = duel();
    field.barricade(20.4, 10.0, 20.6, 26.0);
    let played = field.cap(2).play(&[9, 5, 4]);
    assert_eq!(played.rounds().len(), 1);
    assert_eq!(duels(&played), []);
    assert_eq!(rolls(&played), [(B, false)]);
}

#[test]
fn ll_16_duels_may_be_off() {
    let (mut field, ..) = duel();
    field.spec.rules.options.duels = Duels::Off;
    let played = field.cap(2).play(&[9, 5, 4]);
    assert_eq!(played.rounds().len(), 1);
    assert_eq!(duels(&played), []);
    assert_eq!(rolls(&played), [(B, false)]);
}

#[test]
fn ll_16_a_duel_on_contact_counts_as_well() {
    let (mut field, a, b) = duel();
    field.spec.sides[A].figures[0].at = crate::common::point(15.0, 18.0);
    field.bot(A, vec![line(&[Condition::HasLeader], Act::Charge(Pick::Nearest))]);
    let played = field.cap(2).play(&[9, 5, 4]);
    assert_eq!(played.rounds()[0].why, MeleeKind::Contact);
    assert_eq!(duels(&played), [(a, b)]);
    assert_eq!(rolls(&played), [(B, true)]);
}

#[test]
fn ll_16_a_duel_in_a_round_on_a_natural_one_to_three_calls_for_its_own_roll() {
    let (mut field, a, b) = duel();
    field.bot(A, vec![line(&[], Act::Stand)]);
    // B's attempt fails with a 3; everyone fights; A's leader wins; B tries again for the duel.
    let played = field.cap(2).play(&[3, 9, 5, 4]);
    assert_eq!(played.rounds()[0].why, MeleeKind::Everyone);
    assert_eq!(duels(&played), [(a, b)]);
    assert_eq!(rolls(&played), [(B, false), (B, true)]);
    assert_eq!(played.actions()[1].side, A);
    // The same, but A's leader loses: A rolls to keep what it holds.
    let played = field.cap(2).play(&[3, 5, 9, 4]);
    assert_eq!(duels(&played), [(b, a)]);
    assert_eq!(rolls(&played), [(B, false), (A, true)]);
    assert_eq!(played.passes(), [(B, 1)]);
    assert_eq!(played.actions()[1].first, None);
}

#[test]
fn ll_16_each_duel_of_a_round_has_its_roll_the_first_decided_first() {
    let (mut field, a, b) = duel();
    let a2 = field.figure(A, GOOD, SWORD, 20.0, 28.0);
    let b2 = field.figure(B, GOOD, SWORD, 21.0, 28.0);
    field.leader(a2, 2);
    field.leader(b2, 2);
    field.bot(A, vec![line(&[], Act::Stand)]);
    // Everyone fights on a 3. A wins the first duel and loses the second: B tries again, and A to keep what it holds.
    let played = field.cap(2).play(&[3, 9, 5, 5, 9, 4, 4]);
    assert_eq!(duels(&played), [(a, b), (b2, a2)]);
    assert_eq!(rolls(&played), [(B, false), (B, true), (A, true)]);
    assert_eq!(played.passes(), [(B, 1)]);
    assert_eq!((played.actions()[1].side, played.actions()[1].first), (B, None));
}

#[test]
fn ll_16_a_bot_that_may_decline_does_not_decline_this() {
    let (mut field, ..) = duel();
    field.spec.rules.options.seize_roll = skirmish_engine::rulebook::SeizeRoll::MayDecline;
    field.spec.sides[B].bot.least_chance_percent = 100;
    let played = field.cap(3).play(&[9, 5, 4]);
    assert_eq!(rolls(&played), [(B, true)]);
    assert_eq!(played.count(|e| matches!(e, Event::Declines { side: B })), 1);
}

#[test]
fn ll_16_the_loser_nominates_anyone_he_likes() {
    // Not the loser of the duel himself, who is dead.
    let (mut field, _, b) = duel();
    let best = field.figure(B, DEMIGOD, SWORD, 40.0, 3.0);
    let played = field.cap(2).play(&[10, 4, 4]);
    assert_eq!(played.dead(), [b]);
    assert_eq!(played.nominations()[0].figure, best);
}
