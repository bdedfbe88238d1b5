//! TN-01 to TN-09: turns that a table says.

use crate::common::tables::{self, change};
use crate::common::{AVERAGE, BOW, Field, GOOD, Played, SWORD, line};
use skirmish_engine::battle::UnitId;
use skirmish_engine::bot::{Act, Goal, Pick, React};
use skirmish_engine::dice::Dice;
use skirmish_engine::event::{Event, Lot};
use skirmish_engine::rulebook::{
    Adds, By, First, HowOften, Interrupter, Interrupts, SmallerSide, System, Times, Turn, UnitTest,
};
use skirmish_engine::side::Side;
use skirmish_engine::side::Side::{A, B};

/// So many units of one man a side, far apart; all run for the far side of the table.
fn field(system: System, units: [usize; 2]) -> Field {
    let mut field = Field::under(system);
    for (side, x, to) in [(A, 2.0, 46.0), (B, 46.0, 2.0)] {
        for k in 0..units[side.index()] {
            let y = 4.0 + 6.0 * k as f64;
            let figure = field.figure(side, AVERAGE, SWORD, x, y);
            if k > 0 {
                let unit = field.unit(side, &format!("unit {k}"));
                field.enlist(figure, unit);
            }
        }
        let goal = field.place("goal", to, if side == A { 34.0 } else { 1.0 }, 0.3);
        field.bot(side, vec![line(&[], Act::Move(Goal::Place(goal)))]);
    }
    field
}

/// The system with another turn.
fn with(system: System, of: impl FnOnce(&mut Turn)) -> System {
    let mut rules = crate::common::rules();
    rules.system = system;
    change(&mut rules, of);
    rules.system
}

fn sides(played: &Played) -> Vec<Side> {
    played.actors().iter().map(|(side, _)| *side).collect()
}

fn rounds(played: &Played) -> Vec<(u32, Option<Side>)> {
    played.find(|event| match *event {
        Event::RoundBegins { turn, first, .. } => Some((turn, first)),
        _ => None,
    })
}

fn openers(played: &Played) -> Vec<Side> {
    played.find(|event| match *event {
        Event::TurnRoll { first, .. } => Some(first),
        _ => None,
    })
}

#[test]
fn tn_01_the_sides_activate_a_unit_each_until_all_have_acted() {
    // The higher opens; B has the last turn of the first round and loses the tie.
    let played = field(tables::UNIT_BY_UNIT, [2, 2]).cap(8).play(&[4, 2, 3, 3]);
    assert_eq!(sides(&played), [A, B, A, B, A, B, A, B]);
    assert_eq!(openers(&played), [A, A]);
    assert_eq!(rounds(&played), [(1, None), (2, None)]);
    let mut units = [0u128; 2];
    for (side, figures) in &played.actors()[..4] {
        units[side.index()] |= figures;
    }
    assert_eq!(units, [0b11; 2], "each has acted once");
    // A has the last turn if B opens.
    let played = field(tables::UNIT_BY_UNIT, [2, 2]).cap(5).play(&[1, 6, 2, 2]);
    assert_eq!(sides(&played), [B, A, B, A, B]);
    assert_eq!(openers(&played), [B, B]);
}

#[test]
fn tn_01_the_smaller_side_runs_out_and_the_larger_ends_alone() {
    let played = field(tables::UNIT_BY_UNIT, [4, 1]).cap(5).play(&[1, 6]);
    assert_eq!(sides(&played), [B, A, A, A, A]);
    assert_eq!(played.passes(), [(B, 0), (A, 1)]);
}

#[test]
fn tn_01_the_smaller_side_may_pass_as_often_as_it_has_fewer() {
    let may_pass = with(tables::UNIT_BY_UNIT, |turn| turn.smaller_side = SmallerSide::MayPass);
    let mut fields = field(may_pass, [3, 1]);
    fields.spec.sides[B].bot.pass_percent = 50;
    // B opens and has two fewer: it passes twice. Then it has as many, and must.
    let played = fields.cap(4).play(&[1, 6, 50, 50]);
    assert_eq!(sides(&played), [A, A, B, A]);
    let passed = played.count(|event| matches!(event, Event::PassesChance { side: B }));
    assert_eq!(passed, 2);
    // Or not: the die says no.
    let played = fields.play(&[1, 6, 51]);
    assert_eq!(sides(&played), [B, A, A, A]);
}

#[test]
fn tn_01_the_turns_of_the_smaller_side_may_be_spread_evenly() {
    let spread = with(tables::UNIT_BY_UNIT, |turn| turn.smaller_side = SmallerSide::Spread);
    let played = field(spread, [4, 2]).cap(6).play(&[6, 1]);
    assert_eq!(sides(&played), [A, B, A, A, B, A]);
}

#[test]
fn tn_01_a_round_is_opened_by_one_side_or_in_turn_or_by_who_was_done_first() {
    for (first, opened) in
        [(First::Starter, [B, B, B]), (First::InTurn, [B, A, B]), (First::DoneFirst, [B, A, A])]
    {
        let system = with(tables::UNIT_BY_UNIT, |turn| (turn.first, turn.dice) = (first, None));
        let mut field = field(system, [1, 2]);
        field.spec.starts = Some(B);
        let played = field.cap(9).play(&[]);
        let opened: Vec<_> = (1..).zip(opened.map(Some)).collect();
        assert_eq!(rounds(&played), opened, "{}", first.name());
    }
}

#[test]
fn tn_01_several_units_may_be_handed_over_at_once() {
    let system = with(tables::UNIT_BY_UNIT, |turn| turn.units = 2);
    let played = field(system, [3, 3]).cap(6).play(&[6, 1]);
    assert_eq!(sides(&played), [A, A, B, B, A, B]);
}

#[test]
fn tn_01_who_has_nothing_to_do_lets_his_turn_pass() {
    let mut field = field(tables::UNIT_BY_UNIT, [2, 2]);
    field.bot(B, vec![line(&[], Act::Stand)]);
    let played = field.cap(3).play(&[6, 1, 6, 1]);
    assert_eq!(sides(&played), [A, A, A]);
    let idle = played.find(|event| match *event {
        Event::Idle { side, units } => Some((side, units)),
        _ => None,
    });
    assert_eq!(idle, [(B, 0b01), (B, 0b10)]);
    assert_eq!(played.passes(), [], "who lets his turn pass ends nobody's streak");
}

#[test]
fn tn_02_a_token_of_a_side_is_drawn_and_the_side_picks_a_unit() {
    // Of four tokens the third is B's; of three the first is A's; of two the second is B's; the last needs no die.
    let played = field(tables::DICE_BAG, [2, 2]).cap(4).play(&[3, 1, 2]);
    assert_eq!(sides(&played), [B, A, B, A]);
    let tokens = played.find(|event| match *event {
        Event::RoundBegins { tokens, .. } => Some(tokens),
        _ => None,
    });
    assert_eq!(tokens, [4]);
}

#[test]
fn tn_02_blanks_are_nobodys_jokers_the_other_sides_and_one_ends_the_round() {
    let system = with(tables::DICE_BAG, |turn| {
        (turn.blanks, turn.jokers, turn.end_cards) = (1, 1, 1);
    });
    // A's two, B's two, a blank, a joker, the end.
    let played = field(system, [2, 2]).cap(3).play(&[5, 1, 4, 3, 3]);
    let lots = played.find(|event| match *event {
        Event::LotDrawn { side, lot } => Some((side, lot)),
        _ => None,
    });
    let expected = [(None, Lot::Blank), (Some(A), Lot::Token), (Some(B), Lot::Joker)];
    assert_eq!(lots[..3], expected);
    assert_eq!(sides(&played), [A, B, B]);
    assert_eq!(played.count(|event| matches!(event, Event::EndCard)), 1);
}

#[test]
fn tn_02_the_token_of_a_lost_unit_is_taken_out() {
    let mut field = field(tables::DICE_BAG, [1, 2]);
    let archer = field.figure(A, AVERAGE, BOW, 40.0, 10.0);
    let unit = field.unit(A, "archer");
    field.enlist(archer, unit);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    // Of four tokens A's is drawn, and the shot kills. Of three then left it is A's again, who has no shot for the other
    // unit; the last is B's.
    let played = field.cap(2).play(&[1, 10, 10, 1]);
    assert_eq!(played.dead().len(), 1);
    let lots = played.find(|event| match *event {
        Event::LotDrawn { side, .. } => side,
        _ => None,
    });
    assert_eq!(lots, [A, A, B]);
}

#[test]
fn tn_02_tokens_may_be_spent_on_one_unit() {
    let system = with(tables::DICE_BAG, |turn| (turn.tokens, turn.times) = (2, Times::Again));
    let played = field(system, [1, 1]).cap(4).play(&[1, 1, 1]);
    assert_eq!(sides(&played), [A, A, B, B]);
}

#[test]
fn tn_03_a_leaders_card_is_for_a_unit_near_him() {
    let mut field = field(tables::UNIT_DECK, [3, 1]);
    field.spec.sides[A].units[0].leader = Some(0);
    change(&mut field.spec.rules, |turn| turn.leader_reach = crate::common::inches(7.0));
    // Four units, one leader, one end card: the fifth card is the leader's; the third unit is too far from him.
    let played = field.cap(1).play(&[5]);
    assert_eq!(played.count(|event| matches!(event, Event::LeaderCard { .. })), 1);
    let who = played.actors()[0];
    assert!(who.0 == A && who.1 & 0b011 != 0, "{who:?}");
}

#[test]
fn tn_03_the_end_card_sends_everyone_back_into_the_deck() {
    let played = field(tables::UNIT_DECK, [1, 1]).cap(2).play(&[3, 1, 1]);
    assert_eq!(played.count(|event| matches!(event, Event::EndCard)), 1);
    assert_eq!(played.count(|event| matches!(event, Event::Shuffles { cards: 3, .. })), 2);
}

#[test]
fn tn_03_a_unit_acts_on_each_of_its_cards() {
    let mut field = field(tables::UNIT_DECK, [1, 1]);
    field.spec.sides[A].units[0].leader = Some(0);
    // The units', the leader's, the end: A's own card, then its leader's, then the end.
    let played = field.cap(3).play(&[1, 2, 2, 1]);
    assert_eq!(sides(&played), [A, A, A]);
}

#[test]
fn tn_04_dice_buy_units_and_leaders_and_keep_the_turn() {
    let mut field = field(tables::COMMAND_DICE, [3, 3]);
    field.spec.sides[A].units[2].leader = Some(2);
    // One unit and one with a leader; two sixes keep the turn. Then nothing, and B has one.
    let played = field.cap(3).play(&[1, 4, 5, 6, 6, 5, 5, 5, 5, 6, 2, 5, 5, 5, 5]);
    let rolls = played.find(|event| match *event {
        Event::CommandRoll { side, units, leaders, keeps, .. } => {
            Some((side, units, leaders, keeps))
        }
        _ => None,
    });
    assert_eq!(rolls, [(A, 1, 1, true), (A, 0, 0, false), (B, 1, 0, false)]);
    assert_eq!(sides(&played), [A, A, B]);
    assert!(played.actors()[..2].iter().any(|(_, figures)| *figures == 0b100));
}

#[test]
fn tn_04_what_nobody_can_use_is_lost() {
    let mut field = field(tables::COMMAND_DICE, [1, 2]);
    field.spec.sides[B].units[1].leader = Some(1);
    // Five units for one; of five with a leader there is one; none for a side without.
    let played = field.cap(4).play(&[1, 1, 1, 1, 1, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 5, 5, 5, 5]);
    assert_eq!(played.actors(), [(A, 0b01), (B, 0b10), (B, 0b10)]);
    let idle = played.count(|event| matches!(event, Event::Idle { .. }));
    assert_eq!(idle, 0, "whom no die has bought lets nothing pass");
}

#[test]
fn tn_05_orders_are_handed_over_and_may_go_to_the_same_unit() {
    let played = field(tables::ORDERS, [1, 2]).cap(7).play(&[]);
    assert_eq!(sides(&played), [A, A, A, B, B, B, A]);
    let once = with(tables::ORDERS, |turn| turn.times = Times::OnceATurn);
    let played = field(once, [1, 2]).cap(4).play(&[]);
    assert_eq!(sides(&played), [A, B, B, A]);
}

#[test]
fn tn_05_orders_that_are_not_given_are_lost() {
    let mut field = field(tables::ORDERS, [2, 1]);
    field.bot(A, vec![line(&[], Act::Stand)]);
    let played = field.cap(4).play(&[]);
    assert_eq!(sides(&played), [B; 4]);
    assert_eq!(played.turns(), [A, B, A, B]);
}

#[test]
fn tn_06_the_highest_number_is_next() {
    let mut field = field(tables::COUNTDOWN, [2, 1]);
    field.spec.sides[A].figures[1].troops = GOOD;
    // Quality 2 and 1, 3 and 4, and 2 and 6: 3, 7 and 8.
    let played = field.cap(3).play(&[1, 4, 6]);
    assert_eq!(played.actors(), [(B, 0b01), (A, 0b10), (A, 0b01)]);
    let counts = played.find(|event| match *event {
        Event::CountRoll { side, unit: UnitId(unit), count, .. } => Some((side, unit, count)),
        _ => None,
    });
    assert_eq!(counts, [(A, 0, 3), (A, 1, 7), (B, 0, 8)]);
}

#[test]
fn tn_06_a_tie_goes_to_the_side_that_had_not_the_last_chance() {
    let played = field(tables::COUNTDOWN, [2, 2]).cap(6).play(&[3, 3, 3, 5, 1, 1, 1, 1]);
    assert_eq!(sides(&played), [B, A, B, A, B, A]);
}

#[test]
fn tn_06_a_number_of_the_troops_may_stand_for_the_quality() {
    let system = with(tables::COUNTDOWN, |turn| (turn.by, turn.count_dice) = (By::Count, None));
    let mut field = field(system, [1, 1]);
    field.spec.sides[B].figures[0].troops = GOOD;
    field.spec.rules.troops[AVERAGE].count = 3;
    let played = field.cap(4).play(&[]);
    assert_eq!(sides(&played), [A, B, A, B]);
    assert_eq!(played.count(|event| matches!(event, Event::CountRoll { .. })), 0);
}

#[test]
fn tn_07_two_failures_pass_the_turn_on() {
    let mut field = field(tables::TURNOVER, [3, 1]);
    // The first has two actions, the second none, the third is not tested; then B.
    let played = field.cap(3).play(&[4, 6, 1, 3, 1, 5]);
    assert_eq!(sides(&played), [A, A, B]);
    let tests = played.find(|event| match *event {
        Event::UnitTested { side, passed, ends, .. } => Some((side, passed, ends)),
        _ => None,
    });
    assert_eq!(tests, [(A, 2, false), (A, 0, true), (B, 1, false)]);
    assert_eq!(played.turns(), [A, B]);
}

#[test]
fn tn_07_those_who_would_stand_are_tested_after_the_others() {
    let mut field = field(tables::TURNOVER, [2, 1]);
    field.bot(A, vec![line(&[], Act::Stand)]);
    let played = field.cap(2).play(&[4, 1, 2, 2, 4, 4]);
    let tests = played.find(|event| match *event {
        Event::UnitTested { side, passed, ends, .. } => Some((side, passed, ends)),
        _ => None,
    });
    assert_eq!(tests, [(A, 1, false), (A, 0, true), (B, 2, false)]);
    assert_eq!(sides(&played), [B, B]);
}

#[test]
fn tn_07_quality_may_help_and_it_may_get_harder() {
    let system = with(tables::TURNOVER, |turn| {
        turn.times = Times::Again;
        turn.test = turn.test.map(|test| UnitTest {
            tries: 1,
            failures: 1,
            adds: Adds::Quality,
            harder: 1,
            ..test
        });
    });
    // The average add 2: 2, 3 and 4 are needed.
    let played = field(system, [1, 1]).cap(3).play(&[2, 3, 3, 2]);
    let tests = played.find(|event| match *event {
        Event::UnitTested { side, needed, ends, .. } => Some((side, needed, ends)),
        _ => None,
    });
    assert_eq!(tests, [(A, 2, false), (A, 3, false), (A, 4, true), (B, 2, false)]);
    assert_eq!(sides(&played), [A, A, B]);
}

#[test]
fn tn_07_a_test_may_be_of_several_dice() {
    let system = with(tables::TURNOVER, |turn| {
        let dice = Dice { count: 2, sides: 6 };
        turn.test = Some(UnitTest { dice, needs: 7, failures: 1, ..UnitTest::default() });
    });
    // 3 and 4 make 7, 2 and 4 do not, 6 and 6 do.
    let played = field(system, [2, 1]).cap(2).play(&[3, 4, 2, 4, 6, 6]);
    let tests = played.find(|event| match *event {
        Event::UnitTested { side, rolled, passed, ends, .. } => Some((side, rolled, passed, ends)),
        _ => None,
    });
    assert_eq!(
        tests,
        [(A, [7, 0, 0], 1, false), (A, [6, 0, 0], 0, true), (B, [12, 0, 0], 1, false)]
    );
    assert_eq!(sides(&played), [A, B]);
}

#[test]
fn tn_07_one_failure_may_pass_the_turn_on_after_what_has_been_won() {
    let system = with(tables::TURNOVER, |turn| {
        turn.test = turn.test.map(|test| UnitTest { failures: 1, ..test });
    });
    let played = field(system, [2, 1]).cap(2).play(&[4, 1, 5, 5]);
    assert_eq!(sides(&played), [A, B]);
}

fn watches(played: &Played) -> Vec<(Side, u128)> {
    played.find(|event| match *event {
        Event::Watches { side, units } => Some((side, units)),
        _ => None,
    })
}

/// An archer of B who does nothing of his own, and two men of A who run by him, each for himself; B opens.
fn crossing(interrupts: impl FnMut(&mut Interrupts)) -> Field {
    let system = with(tables::OVERWATCH, |turn| turn.interrupts.iter_mut().for_each(interrupts));
    let mut field = field(system, [2, 0]);
    field.figure(B, AVERAGE, BOW, 20.0, 12.0);
    field.bot(B, vec![line(&[], Act::Stand)]);
    field.reacts(B, &[React::Shoot]);
    field
}

fn reactions(played: &Played) -> usize {
    played.count(|event| matches!(event, Event::ReactsShooting { side: B, .. }))
}

#[test]
fn tn_08_who_lets_a_chance_pass_is_on_watch_and_shoots_once() {
    // B opens and passes. The first who moves is shot at and missed, the second is not: the watch is over.
    let played = crossing(|_| {}).cap(2).play(&[1, 6, 2, 1]);
    assert_eq!(watches(&played), [(B, 1)]);
    assert_eq!((sides(&played), reactions(&played)), (vec![A, A], 1));
    // In the next round he has passed again.
    let played = crossing(|_| {}).cap(3).play(&[1, 6, 2, 1, 1, 6, 2, 1]);
    assert_eq!((watches(&played).len(), reactions(&played)), (2, 2));
    // Who comes first is not watched yet.
    let played = crossing(|_| {}).cap(2).play(&[6, 1, 2, 1]);
    let first = played.place_of(|event| matches!(event, Event::Acts { .. }));
    assert!(played.place_of(|event| matches!(event, Event::Watches { .. })) > first);
}

#[test]
fn tn_08_who_fails_his_test_may_try_again() {
    let played = crossing(|interrupts| interrupts.needs = 5).cap(2).play(&[1, 6, 2, 3, 1]);
    let tests = played.find(|event| match *event {
        Event::WatchTest { needed, passes, .. } => Some((needed, passes)),
        _ => None,
    });
    assert_eq!(tests, [(3, false), (3, true)], "the average add 2");
    assert_eq!(reactions(&played), 1);
}

#[test]
fn tn_08_whoever_sees_may_shoot_or_only_who_is_shot_at() {
    let by = |who, times| {
        let mut field = crossing(|it| (it.who, it.times, it.dice) = (who, times, None));
        field.cap(2);
        field
    };
    let played = by(Interrupter::Sees, HowOften::Once).play(&[1, 6, 1]);
    assert_eq!((watches(&played).len(), reactions(&played)), (0, 1));
    let played = by(Interrupter::Sees, HowOften::Always).play(&[1, 6, 1, 1]);
    assert_eq!(reactions(&played), 2);
    let played = by(Interrupter::Attacked, HowOften::Once).play(&[1, 6]);
    assert_eq!(reactions(&played), 0, "nobody has shot");
    // He is shot at and missed, and shoots back.
    let mut field = by(Interrupter::Attacked, HowOften::Once);
    let archer = field.figure(A, AVERAGE, BOW, 20.0, 16.0);
    let unit = field.unit(A, "archer");
    field.enlist(archer, unit);
    field.bot(A, vec![line(&[], Act::Shoot(Pick::Nearest))]);
    let played = field.cap(1).play(&[6, 1, 1, 1]);
    assert_eq!(reactions(&played), 1);
}
