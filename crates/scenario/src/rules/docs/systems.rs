//! The tables of the systems with turns: Lloyd's d10, WarSpike, AD&D.

use crate::describe::{Form, TableDoc, may, need};
use crate::limits;

pub(crate) const TURN: TableDoc = TableDoc {
    name: "`turn`",
    about: "who goes first in a turn",
    fields: &[need("dice", Form::Dice, "dice of each side; the higher goes first")],
};

pub(crate) const WARSPIKE: TableDoc = TableDoc {
    name: "`warspike`",
    about: "Instigator and Retaliator",
    fields: &[
        need(
            "turns",
            Form::Whole(&limits::TURNS),
            "turns of a game; after the last it is a draw (WS-01)",
        ),
        need(
            "increments",
            Form::Whole(&limits::INCREMENTS),
            "steps in which both units of a match move at once (WS-04)",
        ),
        need(
            "prepared",
            MODIFIER,
            "added to the rolls of a unit that has prepared, in its next reaction (WS-02)",
        ),
        need(
            "found",
            Form::Length(&limits::DISTANCE),
            "how near an enemy must come to find a unit that lies low (WS-02)",
        ),
        need("advantage", Form::Table(&ADVANTAGE), "who instigates next turn (WS-07)"),
    ],
};

pub(crate) const ADVANTAGE: TableDoc = TableDoc {
    name: "`warspike.advantage`",
    about: "the roll for the Advantage",
    fields: &[
        need("dice", Form::Dice, "dice of each side; the higher has it"),
        need("per-unit", MODIFIER, "added for each enemy unit destroyed or routed in the turn"),
    ],
};

pub(crate) const SEGMENTS: TableDoc = TableDoc {
    name: "`segments`",
    about: "the round of segments",
    fields: &[
        need("dice", Form::Dice, "initiative dice of a side (AD-01)"),
        need(
            "round",
            Form::Whole(&limits::ROUND),
            "segments of a round; a full move takes all of them (AD-05)",
        ),
        need("charge", Form::Whole(&limits::CHARGE), "how many full moves a charge is (AD-09)"),
        need(
            "charge-rest",
            Form::Whole(&limits::CHARGE_REST),
            "one charges once in so many rounds (AD-09)",
        ),
        need(
            "light-load",
            Form::Length(&limits::DISTANCE),
            "the full move from which on a load is light (AD-01)",
        ),
        may("surprise-dice", Form::Dice, "dice of a side for surprise (ADC-9); d6 without it"),
        may(
            "surprised-on",
            Form::Whole(&limits::SURPRISED_ON),
            "the highest total that surprises a side which does not say otherwise (ADC-9); 2 without it",
        ),
        may(
            "surprise-shots",
            Form::Whole(&limits::SURPRISE_SHOTS),
            "how many times the shots of a round one has in a surprise segment (ADC-9); 1 without it",
        ),
    ],
};

pub(crate) const NATURE: TableDoc = TableDoc {
    name: "a troop type",
    about: "what it brings to the order of action",
    fields: &[
        may(
            "blows",
            ROUTINES,
            "attack routines a round in melee (AD-02), such as 2, or \"3/2\" for two in odd rounds; 1 without it",
        ),
        may(
            "reaction",
            MODIFIER,
            "added to its side's die where it uses missiles, and taken off the segments for which it is surprised (ADC-9); 0 without it",
        ),
        may(
            "hasted",
            Form::Flag,
            "acts among those with several attacks, and has twice as many; not without it",
        ),
        may("slowed", Form::Flag, "acts last; not without it"),
        may("always-last", Form::Flag, "acts last by nature, as zombies do; not without it"),
    ],
};

const MODIFIER: Form = Form::Whole(&limits::MODIFIER);

/// How often in a round: a whole number, or halves in text.
pub(crate) const ROUTINES: Form = Form::Either(&[Form::Whole(&limits::ROUTINES), Form::Text]);
