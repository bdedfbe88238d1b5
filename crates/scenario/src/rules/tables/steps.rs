//! The tables of fighting by steps (FT-01 to FT-10).

use super::*;

const ATTRIBUTE: Form = Amount(&limits::ATTRIBUTE_OF);
const VALUE: Form = Either(&[Whole(&limits::STEP_NUMBER), Text("an attribute")]);
const VALUE_OR_DICE: Form = Either(&[Whole(&limits::STEP_NUMBER), Text("an attribute, or dice")]);
const NAMES: Form = List(&Text("a name"));
const CONDITIONS: Form = Either(&[Text("a condition"), List(&Text("a condition"))]);
const NATURAL: Form = Either(&[words_of!(Natural::ALL), Table(&NATURAL_SKIPS)]);
const REROLL: Form = words_of!(Reroll::ALL);
const ROWS: Form =
    Named(&Either(&[Whole(&limits::STEP_NUMBER), Text("an attribute, or dice"), Table(&STEP_ROW)]));
const NEEDS: Form = Either(&[
    Whole(&limits::STEP_NUMBER),
    Text("an attribute, a table or \"to-hit\""),
    Named(&Whole(&limits::STEP_NUMBER)),
]);

/// Values that are read together once troop types and weapons are known.
pub(super) const LATER: Goes = Goes::By(|_, _| ());

pub(super) const PROFILES: Form = Named(&Named(&ATTRIBUTE));
pub(super) const CHANGES: Form = Named(&ATTRIBUTE);
pub(super) const ADDED: Form = Named(&MODIFIER);
pub(super) const GEAR_BY_NAME: Form = Named(&Table(&GEAR));
pub(super) const STEPS_BY_NAME: Form = Named(&Table(&STEP));
pub(super) const EFFECTS_BY_NAME: Form = Named(&Table(&STEP_EFFECT));
pub(super) const TABLES_BY_NAME: Form = Named(&Table(&LOOK_UP));

pub(in crate::rules) const STEP: TableDoc = table! {
    "a step", "one roll of a chain";
    need "dice" Dice, "the dice", called "dice of the {1} roll";
    may "by" words_of!(Party::ALL), "who rolls; the attacker by default", called "who rolls {1}";
    may "at-least" NEEDS,
        "the total must be as high as this: a number, an attribute, a table, `\"to-hit\"` of the weapon, or by distance",
        called "{1} roll needed";
    may "at-most" NEEDS, "the total must be no higher than this", called "highest {1} roll that succeeds";
    may "opposed" List(&VALUE), "both roll, and the higher total wins: what the attacker adds, and what the target adds";
    may "ties" words_of!(Ties::ALL), "who wins a tie of it; nobody by default";
    may "ratio" List(&VALUE), "the strength of the attacker against that of the target says which column";
    may "columns" List(&Text("a ratio, such as \"2:1\"")), "the ratios, the weakest first";
    may "results" List(&List(&Text("an effect, or \"-\""))), "a list for each column: the effect of each total, the lowest first";
    may "rows" ROWS, "what is added to the roll, and when", called "{1} modifier {3}";
    may "lowest" NATURAL, "what the lowest total does automatically; it just counts if left out", called "lowest {1} roll";
    may "highest" NATURAL, "what the highest total does automatically; it just counts if left out", called "highest {1} roll";
    may "rerolls" Either(&[REROLL, Named(&Either(&[REROLL, Table(&STEP_AGAIN)]))]),
        "what is rolled once more, always or by condition; nothing by default";
    may "stops" Flag, "a success ends the attack, as a save does; a failure does if this is left out",
        called "{1} stops the attack";
    may "effect" Either(&[Text("an effect"), Named(&Text("an effect"))]),
        "what happens when the attack comes through: an effect, or effects by how much it does", called "effect of {1}";
    may "fails" Text("an effect"), "what happens when it ends here", called "effect of a failed {1}";
}
.one_of(&["at-least", "at-most", "opposed", "ratio"]);

pub(in crate::rules) const STEP_ROW: TableDoc = table! {
    "a row of a step", "what is added where all of certain conditions hold";
    need "when" CONDITIONS, "the conditions: words, or attributes of which there must be 1 or more";
    need "adds" VALUE_OR_DICE, "what is added";
};

pub(in crate::rules) const STEP_AGAIN: TableDoc = table! {
    "a row of `rerolls`", "what is rolled once more where all of certain conditions hold";
    need "when" CONDITIONS, "the conditions: words, or attributes of which there must be 1 or more";
    need "what" REROLL, "what is rolled once more";
};

pub(in crate::rules) const NATURAL_SKIPS: TableDoc = table! {
    "what a natural skips", "it succeeds automatically, and so does a later step";
    need "skips" Text("a step"), "a later step, which comes through without a roll";
};

pub(in crate::rules) const LOOK_UP: TableDoc = table! {
    "a table", "what is needed, by two values";
    need "by" List(&VALUE), "what says which row, and which column";
    need "first" List(&Whole(&limits::STEP_NUMBER)), "the values of the first row and of the first column";
    need "rows" List(&List(&Whole(&limits::STEP_NUMBER))), "the rows, all of the same length",
        called "{1} table row {3} column {4}";
};

pub(in crate::rules) const STEP_EFFECT: TableDoc = table! {
    "an effect of steps", "what happens to a figure";
    may "on" words_of!(Party::ALL), "to which of the two; the target by default";
    may "wounds" Either(&[ATTRIBUTE, Text("an attribute, or \"margin\"")]), "how many wounds; none by default",
        called "wounds of the effect {1}";
    may "less" VALUE, "what is taken off the margin";
    may "does" Words(&["pin", "push-back", "retreat", "kill"]), "what else it does to the figure",
        called "what {1} does to a figure";
    may "unit" words_of!(UnitEffect::ALL), "what it does to the figure's unit", called "what {1} does to the unit";
};

pub(in crate::rules) const GEAR: TableDoc = table! {
    "gear", "what a figure has besides its weapon";
    need "adds" ADDED, "what it adds to its owner's attributes", called "{1} {3}";
    may "troops" List(&Text("a troop type")), "troop types that may have it; all by default";
};

pub(in crate::rules) const SHOOT: TableDoc = table! {
    "`shoot`", "the chain of a shot";
    need "steps" NAMES, "the steps, one after the other";
    may "attacks" VALUE_OR_DICE, "shots of one figure at once: a number, an attribute or dice; one by default",
        called "shots at once";
    may "extra" ROWS, "what is added to that, and when";
    may "halved" CONDITIONS, "where any of these holds, half as many, rounded up";
    may "cover-distance" DISTANCE, "how near behind cover one must stand to benefit from it; 1 by default",
        called "distance behind cover";
};

pub(in crate::rules) const STRIKE: TableDoc = table! {
    "`strike`", "the chain of a blow";
    need "steps" NAMES, "the steps, one after the other";
    may "attacks" VALUE_OR_DICE, "blows of one figure at once: a number, an attribute or dice; one by default",
        called "blows at once";
    may "extra" ROWS, "what is added to that, and when";
    may "halved" CONDITIONS, "where any of these holds, half as many, rounded up";
    may "who" words_of!(StepMelee::ALL),
        "who strikes in a round of melee; each by default", called "who strikes in melee";
    may "most-helpers" Whole(&limits::HELPERS), "most friends that help a fighter; 2 by default",
        called "most helpers in melee";
};

pub(in crate::rules) const STEP_NERVE: TableDoc = table! {
    "`nerve`", "the chain of a unit's nerve";
    need "steps" NAMES, "the steps, one after the other";
    need "when" Either(&[Text("an occasion"), List(&Text("an occasion"))]),
        "when it is tested: `each-loss`, `quarter-lost`, `half-lost`, `leader-lost`";
};
