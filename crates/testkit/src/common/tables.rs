//! Turn tables, as in the shipped rulebooks of the same names.

use super::inches;
use super::made_up::Lots;
use skirmish_engine::dice::Dice;
use skirmish_engine::rule::Rule;
use skirmish_engine::rulebook::{
    Actions, Command, Face, First, HandsOver, HowOften, Interrupted, Interrupter, Interrupts,
    MOST_FACES, MeleeTime, Next, Rulebook, SmallerSide, System, Times, Turn, UnitNumber, UnitTest,
};

pub const ALTERNATE: System = System::Table(Turn {
    hands_over: HandsOver::Side,
    times: Times::OnceATurn,
    rule: Rule::bl(1),
    ..Turn::named("alternate")
});

pub const CARDS: System =
    System::Table(Turn { next: Next::Deck, rule: Rule::bl(2), ..Turn::named("cards") });

pub const LLOYD_D10: System = System::Table(Turn {
    first: First::Roll,
    dice: Some(Dice::one(10)),
    hands_over: HandsOver::Side,
    times: Times::OnceATurn,
    actions: Actions::ShootAndMove,
    late_shots: true,
    melee: MeleeTime::EndOfTurn,
    moves_to_shoot: false,
    rule: Rule::llc(3),
    ..Turn::named("lloyd-d10")
});

pub const UNIT_BY_UNIT: System = System::Table(Turn {
    first: First::Roll,
    dice: Some(Dice::one(6)),
    rule: Rule::tn(1),
    ..Turn::named("unit-by-unit")
});

pub const DICE_BAG: System =
    System::Table(Turn { next: Next::Bag, rule: Rule::tn(2), ..Turn::named("dice-bag") });

pub const UNIT_DECK: System = System::Table(Turn {
    next: Next::Deck,
    times: Times::Again,
    leader_cards: 1,
    end_cards: 1,
    rule: Rule::tn(3),
    ..Turn::named("unit-deck")
});

pub const COMMAND_DICE: System = {
    let mut faces = [Face::Nothing; MOST_FACES];
    (faces[0], faces[1], faces[2]) = (Face::Unit, Face::Unit, Face::Unit);
    (faces[3], faces[5]) = (Face::Leader, Face::Keep);
    System::Table(Turn {
        hands_over: HandsOver::Command,
        times: Times::OnceATurn,
        command: Some(Command { dice: Dice { count: 5, sides: 6 }, faces, keeps: 2 }),
        rule: Rule::tn(4),
        ..Turn::named("command-dice")
    })
};

pub const ORDERS: System = System::Table(Turn {
    units: 3,
    times: Times::Again,
    rule: Rule::tn(5),
    ..Turn::named("orders")
});

pub const COUNTDOWN: System = System::Table(Turn {
    next: Next::Count,
    count_dice: Some(Dice::one(6)),
    rule: Rule::tn(6),
    ..Turn::named("countdown")
});

pub const TURNOVER: System = System::Table(Turn {
    hands_over: HandsOver::Side,
    times: Times::OnceATurn,
    test: Some(UnitTest {
        dice: Dice::one(6),
        needs: 4,
        tries: 2,
        adds: UnitNumber::Nothing,
        harder: 0,
        failures: 2,
    }),
    rule: Rule::tn(7),
    ..Turn::named("turnover")
});

pub const OVERWATCH: System = System::Table(Turn {
    first: First::Roll,
    dice: Some(Dice::one(6)),
    interrupts: Some(Interrupts {
        who: Interrupter::Overwatch,
        to: Interrupted::Both,
        times: HowOften::Once,
        dice: Some(Dice::one(6)),
        needs: 4,
        adds: UnitNumber::Quality,
    }),
    rule: Rule::tn(8),
    ..Turn::named("overwatch")
});

/// Draws a turn table from all answers that do not contradict one another.
pub fn drawn(lots: &mut Lots) -> System {
    let mut turn = Turn::named("turn");
    turn.next = lots.one_of(Next::ALL).1;
    turn.times = lots.one_of(Times::ALL).1;
    let (few, dice) = (lots.of(4) as u8, Dice::one(lots.one_of(&[3, 6, 10])));
    match turn.next {
        Next::Sides => {
            turn.hands_over = lots.one_of(HandsOver::ALL).1;
            turn.first = lots.one_of(First::ALL).1;
            turn.units = few + 1;
        }
        Next::Bag => {
            (turn.blanks, turn.jokers, turn.end_cards) = (few, lots.of(3) as u8, lots.of(2) as u8);
            turn.tokens = if turn.times == Times::Again { lots.of(3) as u8 + 1 } else { 1 };
        }
        Next::Deck => {
            (turn.blanks, turn.jokers, turn.end_cards) = (few, lots.of(2) as u8, lots.of(3) as u8);
            (turn.cards, turn.leader_cards) =
                lots.one_of(&[(1, 0), (1, 1), (0, 2), (2, 1), (10, 10)]);
            turn.leader_reach = inches(lots.one_of(&[0.0, 6.0, 96.0]));
        }
        Next::Count => {
            turn.by = lots.one_of(&[UnitNumber::Quality, UnitNumber::Count]);
            turn.count_dice = (few > 0).then_some(dice);
            turn.times = Times::OnceARound;
        }
    }
    let whole = turn.next == Next::Sides
        && (turn.hands_over != HandsOver::Units || turn.times != Times::OnceARound);
    if whole && turn.times == Times::OnceARound || !whole && turn.times == Times::OnceATurn {
        turn.times = if whole { Times::OnceATurn } else { Times::OnceARound };
    }
    if turn.first == First::DoneFirst && whole {
        turn.first = First::InTurn;
    }
    turn.dice = (turn.first == First::Roll).then_some(dice);
    if turn.next == Next::Sides && !whole {
        turn.smaller_side = lots.one_of(SmallerSide::ALL).1;
    }
    if lots.of(3) == 0 || turn.hands_over == HandsOver::Side && turn.times == Times::Again {
        let tries = lots.of(3) as u8 + 1;
        turn.test = Some(UnitTest {
            dice: Dice { count: 1 + u8::from(few == 2), sides: 6 },
            needs: [4, 4, 7, 6][usize::from(few)],
            tries,
            adds: if few == 3 { UnitNumber::Quality } else { UnitNumber::Nothing },
            harder: i32::from(turn.times == Times::Again) * lots.of(3) as i32,
            failures: lots.of(u64::from(tries)) as u8 + 1,
        });
    }
    if turn.hands_over == HandsOver::Command {
        let mut faces = [Face::Nothing; MOST_FACES];
        faces.iter_mut().take(6).for_each(|face| *face = lots.one_of(Face::ALL).1);
        (faces[0], faces[1]) = (Face::Unit, Face::Leader);
        let dice = Dice { count: few + 1, sides: 6 };
        turn.command = Some(Command { dice, faces, keeps: lots.of(u64::from(few) + 2) as u8 });
    }
    let is_one = turn.times != Times::Again && turn.test.is_none_or(|test| test.tries == 1);
    if is_one && lots.of(2) == 0 {
        turn.actions = Actions::ShootAndMove;
        turn.moves_to_shoot = false;
    }
    if lots.of(3) == 0 {
        turn.interrupts = Some(Interrupts {
            who: lots.one_of(Interrupter::ALL).1,
            to: lots.one_of(Interrupted::ALL).1,
            times: lots.one_of(HowOften::ALL).1,
            dice: (few > 1).then_some(dice),
            needs: 3,
            adds: lots.one_of(&[UnitNumber::Nothing, UnitNumber::Quality]),
        });
    }
    turn.late_shots =
        turn.hands_over == HandsOver::Side && turn.times == Times::OnceATurn && lots.of(2) == 0;
    if whole && lots.of(3) == 0 {
        turn.melee = MeleeTime::EndOfTurn;
    }
    System::Table(turn)
}

/// Changes the turn table of rules, if they have one.
pub fn change(rules: &mut Rulebook, change: impl FnOnce(&mut Turn)) {
    if let System::Table(turn) = &mut rules.system {
        change(turn);
    }
}

pub const ALL: [System; 7] = [
    System::Lloyd,
    System::PetiteGuerre,
    ALTERNATE,
    CARDS,
    LLOYD_D10,
    System::Adnd,
    System::WarSpike,
];
