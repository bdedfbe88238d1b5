//! Turns that a table says, by hand.

use skirmish_engine::dice::Dice;
use skirmish_engine::rulebook::{
    Command, Face, First, HandsOver, Next as Order, SmallerSide, Times, Turn, UnitTest,
};
use skirmish_engine::side::BySide;
use skirmish_odds::chances::streaks;
use skirmish_odds::turns::TurnSetup;

/// The mean of the first side's streaks, and the chances of the first lengths.
fn law(turn: &Turn, units: [u8; 2], lengths: usize) -> (String, Vec<String>) {
    let setup = TurnSetup { turn, units: BySide(units), leaders: BySide(units) };
    setup.check().expect("a law");
    let law = streaks(&setup, lengths).expect("a law").0[0].clone().expect("streaks");
    (law.mean.to_string(), law.lengths.iter().map(ToString::to_string).collect())
}

fn mean(turn: &Turn, units: [u8; 2]) -> String {
    law(turn, units, 0).0
}

fn turn(change: impl Fn(&mut Turn)) -> Turn {
    let mut turn = Turn::named("test");
    change(&mut turn);
    turn
}

const D6: Option<Dice> = Some(Dice::one(6));

#[test]
fn whole_turns() {
    let alternate = turn(|turn| {
        (turn.hands_over, turn.times) = (HandsOver::Side, Times::OnceATurn);
    });
    assert_eq!(
        law(&alternate, [3, 2], 4),
        ("3".into(), ["0", "0", "1", "0"].map(String::from).into())
    );
    let d10 = Turn { first: First::Roll, dice: Some(Dice::one(10)), ..alternate };
    assert_eq!(mean(&d10, [1, 1]), "40/31");
    assert_eq!(mean(&d10, [3, 3]), "120/31");
    let orders = |times| turn(|turn| (turn.units, turn.times) = (3, times));
    assert_eq!(mean(&orders(Times::Again), [1, 5]), "3");
    assert_eq!(mean(&orders(Times::OnceATurn), [2, 5]), "2");
}

#[test]
fn units_in_turn() {
    // Whoever has more ends each round alone: n / m, whoever opens.
    for smaller_side in [SmallerSide::RunsOut, SmallerSide::Spread] {
        for first in [First::Starter, First::InTurn, First::Roll] {
            let turn =
                turn(|turn| (turn.first, turn.dice, turn.smaller_side) = (first, D6, smaller_side));
            assert_eq!(mean(&turn, [5, 2]), "5/2", "{first:?} {smaller_side:?}");
            assert_eq!(mean(&turn, [2, 5]), "1", "{first:?} {smaller_side:?}");
        }
    }
    // As many on each side: a round may begin with the side that ended the one before.
    let by = |first| turn(|turn| (turn.first, turn.dice) = (first, D6));
    assert_eq!(mean(&by(First::Roll), [1, 1]), "24/19");
    assert_eq!(mean(&by(First::InTurn), [1, 1]), "2");
    assert_eq!(mean(&by(First::Starter), [3, 3]), "1");
    let (mean, lengths) = law(&by(First::Roll), [1, 1], 3);
    assert_eq!(
        (mean.as_str(), lengths),
        ("24/19", ["14/19", "5/19", "0"].map(String::from).into())
    );
}

#[test]
fn bags_and_decks() {
    let drawn = |next| turn(|turn| turn.next = next);
    assert_eq!(mean(&drawn(Order::Bag), [3, 3]), "12/7");
    assert_eq!(mean(&drawn(Order::Deck), [3, 1]), "16/5");
    let again = |next, end_cards| Turn { times: Times::Again, end_cards, ..drawn(next) };
    assert_eq!(mean(&again(Order::Bag, 1), [1, 1]), "3/2");
    // Each leader has a card as each unit has: N (N + e) / (m (N + e + 1)).
    let deck = Turn { leader_cards: 1, ..again(Order::Deck, 1) };
    assert_eq!(mean(&deck, [2, 1]), "21/8");
    // A token more for each unit is nobody's once it has acted.
    let bag = Turn { tokens: 2, ..drawn(Order::Bag) };
    assert!(
        TurnSetup { turn: &bag, units: BySide([1, 1]), leaders: BySide([0, 0]) }.check().is_err()
    );
}

#[test]
fn command_dice_and_tests() {
    let mut faces = Command::default().faces;
    for (face, buys) in
        [(1, Face::Unit), (2, Face::Unit), (3, Face::Unit), (4, Face::Leader), (6, Face::Keep)]
    {
        faces[face - 1] = buys;
    }
    let command = Command { dice: Dice { count: 5, sides: 6 }, faces, keeps: 2 };
    let dice = turn(|turn| {
        (turn.hands_over, turn.times, turn.command) =
            (HandsOver::Command, Times::OnceATurn, Some(command));
    });
    assert_eq!(mean(&dice, [1, 1]), "3878/3125");
    assert_eq!(mean(&dice, [3, 3]), "1291374/378125");
    let test = UnitTest { needs: 4, tries: 2, failures: 2, ..UnitTest::default() };
    let turnover = turn(|turn| {
        (turn.hands_over, turn.times, turn.test) = (HandsOver::Side, Times::OnceATurn, Some(test));
    });
    assert_eq!(mean(&turnover, [1, 1]), "5/4");
    assert_eq!(mean(&turnover, [3, 3]), "185/64");
    // 2d6 show 7 or more in 21 of 36: as good as a d12 that shows 6 or more.
    let by = |dice, needs| {
        let test = UnitTest { dice, needs, failures: 1, ..UnitTest::default() };
        mean(&Turn { test: Some(test), ..turnover }, [3, 3])
    };
    assert_eq!(by(Dice { count: 2, sides: 6 }, 7), by(Dice::one(12), 6));
}

#[test]
fn numbers_that_are_rolled() {
    let count = turn(|turn| (turn.next, turn.count_dice) = (Order::Count, D6));
    assert_eq!(mean(&count, [1, 1]), "24/19");
    // Without dice equal units take turns.
    assert_eq!(mean(&Turn { count_dice: None, ..count }, [2, 2]), "1");
    // One in a hundred ties: 2 / (2 - 0.495).
    assert_eq!(mean(&Turn { count_dice: Some(Dice::one(100)), ..count }, [1, 1]), "400/301");
}
