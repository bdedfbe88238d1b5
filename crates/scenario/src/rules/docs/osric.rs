//! The tables of AD&D's fighting.

use crate::describe::{Form, TableDoc, need};
use crate::limits;

/// Dice with a number added, or a number.
pub(crate) const AMOUNT: Form = Form::Either(&[Form::Text, Form::Whole(&limits::AMOUNT)]);

const MODIFIER: Form = Form::Whole(&limits::MODIFIER);
const PERCENT: Form = Form::Whole(&limits::PERCENT);

pub(crate) const COMBAT: TableDoc = TableDoc {
    name: "`combat`",
    about: "fighting by level, armour class and hit points (ADC-1 to ADC-5)",
    fields: &[
        need("dice", Form::Dice, "dice to hit (ADC-1)"),
        need("medium", MODIFIER, "added to a shot at medium range (ADC-3)"),
        need("long", MODIFIER, "added to a shot at long range"),
        need("range-step", MODIFIER, "in their place, added for each step of range"),
        need("screened", MODIFIER, "added to a shot at one who is screened"),
        need("protected", MODIFIER, "added to a shot at one who is protected"),
        need(
            "cover-distance",
            Form::Length(&limits::DISTANCE),
            "how near behind cover one must stand to profit from it",
        ),
        need("reactive", MODIFIER, "added to a reactive shot (LL-12)"),
        need("charge", MODIFIER, "added to the blow of one who charges home (ADC-4)"),
        need("exposed", MODIFIER, "by how much a charge makes his armour class worse"),
        need("rear", MODIFIER, "added to blows from behind"),
        need("free-blow", MODIFIER, "added to the free blow at one who leaves a melee (ADC-8)"),
        need(
            "level",
            Form::Named(&Form::Whole(&limits::LEVEL)),
            "the level that each troop type attacks as",
        ),
        need(
            "armour-class",
            Form::Named(&Form::Whole(&limits::ARMOUR_CLASS)),
            "armour class of each troop type: 10 for none, less for better",
        ),
        need(
            "hit-points",
            Form::Named(&AMOUNT),
            "hit points of each troop type, such as `d4+3`; rolled for each figure before the game",
        ),
        need(
            "nerve",
            Form::Named(&Form::Words(&["may-break", "fearless"])),
            "whether each troop type ever checks its morale",
        ),
        need("morale", Form::Table(&NERVE), "morale in percent (ADC-5)"),
    ],
};

pub(crate) const NERVE: TableDoc = TableDoc {
    name: "`combat.morale`",
    about: "morale in percent (ADC-5)",
    fields: &[
        need("dice", Form::Dice, "dice of a check"),
        need("base", PERCENT, "the highest total that holds"),
        need("per-hit-die", PERCENT, "added to it for each hit die"),
        need(
            "friend-lost",
            PERCENT,
            "added to the roll for each friend lost, and taken off for each enemy",
        ),
        need("quarter-lost", PERCENT, "the same at a quarter of the side lost"),
        need("half-lost", PERCENT, "the same at half of it, in its place"),
        need("outnumbered", PERCENT, "the same where there are more enemies"),
        need("two-to-one", PERCENT, "the same where there are twice as many, in its place"),
        need("leader-down", PERCENT, "the same where the leader is down"),
        need("withdraws-up-to", PERCENT, "who fails by no more withdraws fighting"),
        need("flees-up-to", PERCENT, "who fails by no more flees; by more, he surrenders"),
    ],
};
