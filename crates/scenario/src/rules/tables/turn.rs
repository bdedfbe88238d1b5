//! The turn as a table (TN-09).

use super::*;
use skirmish_engine::rule::Rule;

/// The rules that a turn may cite.
pub(crate) const RULES: &[(&str, Rule)] = &[
    ("BL-01", Rule::bl(1)),
    ("BL-02", Rule::bl(2)),
    ("LLC-3", Rule::llc(3)),
    ("TN-01", Rule::tn(1)),
    ("TN-02", Rule::tn(2)),
    ("TN-03", Rule::tn(3)),
    ("TN-04", Rule::tn(4)),
    ("TN-05", Rule::tn(5)),
    ("TN-06", Rule::tn(6)),
    ("TN-07", Rule::tn(7)),
    ("TN-08", Rule::tn(8)),
    ("TN-09", Rule::tn(9)),
];

/// `turn!(units)`: into this field of the turn; `turn!(next = Next)`: a choice of this type.
macro_rules! turn {
    ($field:ident) => {
        Goes::Rules(|draft, value| draft.turn.$field = value.into())
    };
    ($field:ident = $reading:ty) => {
        Goes::Rules(|draft, value| draft.turn.$field = <$reading>::ALL[value.index()].1)
    };
    ($part:ident.$field:ident) => {
        Goes::Rules(|draft, value| draft.turn.$part.get_or_insert_default().$field = value.into())
    };
    ($part:ident.$field:ident = $reading:ty) => {
        Goes::Rules(|draft, value| {
            let part = draft.turn.$part.get_or_insert_default();
            part.$field = <$reading>::ALL[value.index()].1;
        })
    };
}

/// `by_unit!(by = "turn.by", BY)`: a number of a unit, by one of these words or the name of an attribute.
macro_rules! by_unit {
    ($($field:ident).+ = $path:literal, $words:ident) => {
        Goes::By(|reader, node| {
            if let Some(number) = reader.unit_number(node, $path, UnitNumber::$words) {
                by_unit!(@put reader.draft.turn, $($field).+, number);
            }
        })
    };
    (@put $turn:expr, $field:ident, $number:ident) => { $turn.$field = $number };
    (@put $turn:expr, $part:ident.$field:ident, $number:ident) => {
        $turn.$part.get_or_insert_default().$field = $number
    };
}

const BY: Form = Either(&[words_of!(UnitNumber::BY), Text("an attribute of the profiles")]);
const ADDED: Form = Either(&[words_of!(UnitNumber::ADDED), Text("an attribute of the profiles")]);

pub(crate) const TURN: TableDoc = table! {
    "`turn`", "who is next, for how long, how often a unit acts, and when the turn passes on";
    need "next" words_of!(Next::ALL),
        "who is next: the sides, one after the other; the side whose token is drawn, which picks a unit; the unit whose \
         card is drawn; or units by a number, the highest first"
        => turn!(next = Next), called "who acts next";
    may "first" words_of!(First::ALL),
        "with `sides`, which side opens a round, or a pair of turns: the one that began the game, each in turn, the higher roll (of a tie, \
         the side that did not have the last turn), or the side that was first to have none left; `starter` by default"
        => turn!(first = First), called "who goes first";
    may "dice" Dice, "the roll of each side; with `first = \"roll\"`"
        => Goes::Rules(|draft, value| draft.turn.dice = Some(value.into())), called "dice of the turn";
    may "hands-over" words_of!(HandsOver::ALL),
        "what is handed over: this many activations, all units of a side until none does anything, or what \
         `turn.command` buys; `units` by default"
        => turn!(hands_over = HandsOver), called "what a turn hands over";
    may "units" Whole(&limits::TURN_UNITS), "activations handed over by `units`; 1 by default" => turn!(units),
        called "units a turn";
    may "times" words_of!(Times::ALL), "how often one unit acts; `once-a-round` by default" => turn!(times = Times),
        called "how often a unit acts";
    may "smaller-side" words_of!(SmallerSide::ALL),
        "where a side has fewer units left in the round: it runs out and the larger ends alone, it may pass as often as \
         it has fewer, or its chances are spread evenly; `runs-out` by default"
        => turn!(smaller_side = SmallerSide), called "what the smaller side may do";
    may "tokens" Whole(&limits::TOKENS), "tokens in the bag for each unit in play; 1 by default" => turn!(tokens);
    may "cards" Whole(&limits::UNIT_CARDS), "cards in the deck for each unit in play; 1 by default" => turn!(cards);
    may "leader-cards" Whole(&limits::UNIT_CARDS),
        "cards in the deck for each leader on the table, whose side picks a unit near it; 0 by default"
        => turn!(leader_cards), when &[HAS_LEADER];
    may "leader-reach" Length(&limits::LEADER_REACH),
        "how near to the leader a unit must have a figure to act on its card; 12 by default"
        => Goes::Rules(|draft, value| draft.turn.leader_reach = value.into()), when &[HAS_LEADER];
    may "blanks" Whole(&limits::EXTRA_CARDS), "more tokens or cards, of neither side; 0 by default" => turn!(blanks);
    may "jokers" Whole(&limits::EXTRA_CARDS),
        "more tokens or cards for the side that did not have the last chance; 0 by default" => turn!(jokers);
    may "end-cards" Whole(&limits::EXTRA_CARDS),
        "more tokens or cards at which all is put back; goals in rounds then count chances, not shuffles (HOST-5); 0 by default" => turn!(end_cards);
    may "by" BY, "the number by which units are next, with `count`: that of `[quality]`, of `turn.count`, the level (with \
        `fighting = \"osric\"`), or by steps an attribute of `[profile]`; `quality` by default"
        => by_unit!(by = "turn.by", BY);
    may "count" Named(&Whole(&limits::UNIT_COUNT)), "the number of each troop type; with `by = \"count\"`"
        => Goes::Troops(column_of_some("number in the order of units", "3", |t, v| t.count = v.into())),
        of TABLE, when &[OF_THESE_TROOPS];
    may "count-dice" Dice, "what each unit rolls and adds to its number, at the beginning of a round; nothing by default"
        => Goes::Rules(|draft, value| draft.turn.count_dice = Some(value.into()));
    may "actions" words_of!(Actions::ALL),
        "what a unit does: one action; or, if that was shooting, a move after it, into contact only with `mobility = \
         \"full\"`; `one` by default"
        => turn!(actions = Actions);
    may "late-shots" Flag, "once a whole side has acted, figures that have not shot may shoot; no by default" => turn!(late_shots);
    may "melee" words_of!(MeleeTime::ALL), "when melee is fought; `at-once` by default" => turn!(melee = MeleeTime);
    may "moves-to-shoot" Flag, "whether a figure may take a few steps before it shoots (LL-14); yes by default"
        => turn!(moves_to_shoot);
    may "test" Table(&UNIT_TEST), "the test of a unit before it acts; none by default";
    may "command" Table(&COMMAND), "what dice buy; with `hands-over = \"command\"`";
    may "interrupts" Table(&INTERRUPTS), "which units may shoot while the other side acts; none by default", when &[SHOOTS];
    may "rule" words_of!(RULES), "the page of `explain` that describes it; TN-09 by default"
        => Goes::Rules(|draft, value| draft.turn.rule = RULES[value.index()].1);
};

pub(crate) const UNIT_TEST: TableDoc = table! {
    "`turn.test`", "the test of a unit before it acts";
    need "dice" Dice, "the dice of a try, such as `d6` or `2d6`" => turn!(test.dice);
    need "needs" MODIFIER, "the least that succeeds" => turn!(test.needs);
    may "tries" Whole(&limits::TRIES), "how many tries; each that succeeds is an action; 1 by default" => turn!(test.tries);
    may "adds" ADDED, "what is added to each try: a number of the unit, as with `by`; `nothing` by default"
        => by_unit!(test.adds = "turn.test.adds", ADDED);
    may "harder" Whole(&limits::HARDER),
        "how much more is needed for each time the unit has been activated this turn; 0 by default"
        => turn!(test.harder);
    may "failures" Whole(&limits::FAILURES),
        "how many tries of one test that fail pass the turn on; 0, for never, by default" => turn!(test.failures);
};

pub(crate) const INTERRUPTS: TableDoc = table! {
    "`turn.interrupts`", "which units may shoot while the other side acts (TN-08)";
    need "who" words_of!(Interrupter::ALL),
        "which may: units on watch, which have passed and not acted since; all that see it; or the unit that is shot at"
        => turn!(interrupts.who = Interrupter);
    may "to" words_of!(Interrupted::ALL), "what may be interrupted; `both` by default" => turn!(interrupts.to = Interrupted);
    may "times" words_of!(HowOften::ALL),
        "how often a unit may: once in a round, or in a turn of the other side, or in each action; `once` by default"
        => turn!(interrupts.times = HowOften);
    may "dice" Dice, "the dice of its test; without any it needs none"
        => Goes::Rules(|draft, value| draft.turn.interrupts.get_or_insert_default().dice = Some(value.into()));
    may "needs" MODIFIER, "the least that passes; with `dice`" => turn!(interrupts.needs);
    may "adds" ADDED, "what is added to the dice: a number of the unit, as with `by`; `nothing` by default"
        => by_unit!(interrupts.adds = "turn.interrupts.adds", ADDED);
};

pub(crate) const COMMAND: TableDoc = table! {
    "`turn.command`", "what dice buy at the beginning of a turn";
    need "dice" Dice, "the dice" => turn!(command.dice);
    need "faces" Named(&words_of!(Face::ALL)), "what each face buys, such as `1 = \"unit\"`"
        => Goes::By(|r, node| r.faces(node));
    may "keeps" Whole(&limits::KEEPS),
        "how many `keep` give the side the next turn, too; 0, for never, by default" => turn!(command.keeps);
};
